/** The tools of a board, one of them in hand or none: a tap lays it. */

import { html } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";
import { show, viewed } from "./store.js";

/**
 * @typedef {object} Tool
 * @property {any} tool what the game understands; never null, which is the empty hand
 * @property {string} label
 * @property {any} content
 * @property {string} [key] of the keyboard, which lays it on the space in focus
 */

/** The tool that takes away what lies on a space. @returns {Tool} */
export const eraser = () => ({
  tool: { kind: "erase" },
  label: t("palette.erase"),
  content: html`<${Icon} name="erase" />`,
});

/** @type {(one: any, other: any) => boolean} */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {object} props
 * @param {{key: string, tools: Tool[], more?: any}[]} props.groups tools that belong together
 */
export const Palette = ({ groups }) => html`
  <div class="palette" role="toolbar" aria-label=${t("palette")}>
    <button
      type="button"
      class="tool hand"
      aria-pressed=${viewed().tool === null}
      aria-label=${t("palette.hand")}
      title=${t("palette.hand")}
      onClick=${() => show({ tool: null })}
    ><${Icon} name="hand" /></button>
    ${groups.map(
      ({ key, tools, more }) => html`
      <span class=${`tools ${key}`} key=${key}>
        ${tools.map(
          ({ tool, label, content, key }) => html`
          <button
            type="button"
            class="tool"
            aria-pressed=${isSame(viewed().tool, tool)}
            aria-label=${label}
            title=${key ? `${label} (${key})` : label}
            onClick=${() => show({ tool })}
          >${content}</button>
        `,
        )}
        ${more}
      </span>
    `,
    )}
  </div>
`;
