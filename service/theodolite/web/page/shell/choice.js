/** The possible contents of one space, offered there: a tap without a tool in hand opens it. */

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";

const ROOM = 8;

/** Beside the space, and wholly in sight. @type {(panel: HTMLElement, space: Element) => void} */
function placeBeside(panel, space) {
  const at = space.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = Math.min(
    Math.max(at.left + at.width / 2 - width / 2, ROOM),
    innerWidth - width - ROOM,
  );
  const below = at.bottom + ROOM;
  const top = below + height <= innerHeight - ROOM ? below : Math.max(at.top - height - ROOM, ROOM);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/**
 * @param {object} props
 * @param {string} props.title
 * @param {string} props.at selector of the space
 * @param {{key: string, label: string, content: any, chosen?: boolean, onChoose: () => void}[]} props.options
 * @param {() => void} props.onClose
 */
export function Choice({ title, at, options, onClose }) {
  const panel = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const space = document.querySelector(at);
    panel.current.showModal();
    if (space) placeBeside(panel.current, space);
    space?.classList.add("is-asked");
    return () => {
      space?.classList.remove("is-asked");
      if (space instanceof HTMLElement) space.focus({ preventScroll: true });
    };
  }, []);
  const close = () => panel.current.close();
  return html`
    <dialog
      ref=${panel}
      class="choice"
      aria-label=${title}
      onClose=${onClose}
      onClick=${(/** @type {Event} */ event) => event.target === panel.current && close()}
    >
      <div class="choice-page">
        <header>
          <b>${title}</b>
          <button type="button" class="quiet" aria-label=${t("close")} onClick=${close}><${Icon} name="close" /></button>
        </header>
        <div class="choice-options">
          ${options.map(
            ({ key, label, content, chosen, onChoose }) => html`
            <button
              key=${key}
              type="button"
              aria-label=${label}
              title=${label}
              aria-pressed=${chosen === true}
              onClick=${() => {
                onChoose();
                close();
              }}
            >${content}</button>
          `,
          )}
        </div>
      </div>
    </dialog>
  `;
}
