/**
 * The frame around every view: the masthead, the tabs, notices and dialogs.
 *
 * @typedef {(props: any) => any} Component
 */

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { canRedo, canUndo } from "./history.js";
import { listed, t } from "./i18n.js";
import { games } from "./keep.js";
import { GamesDialog } from "./memory.js";
import { MenuDialog } from "./menu.js";
import { Notice } from "./notice.js";
import { Icon } from "./parts.js";
import { CHOICE } from "./root.js";
import { ShareDialog } from "./share.js";
import {
  copyShared,
  leaveShared,
  opened,
  pastAndFuture,
  show,
  state,
  stepBack,
  stepForward,
  viewed,
} from "./store.js";

export const Masthead = (/** @type {{children?: any}} */ { children }) => html`
  <header class="masthead">
    <h1><a href=${CHOICE}><svg class="rose" viewBox="0 0 48 48" aria-hidden="true"><use href="#rose" /></svg>Theodolite</a></h1>
    <div class="masthead-actions">${children}</div>
  </header>
`;

const Header = () => html`
  <${Masthead}>
    <button
      type="button"
      class="quiet"
      aria-label=${t("undo")}
      title=${t("undo")}
      disabled=${!canUndo(pastAndFuture())}
      onClick=${stepBack}
    ><${Icon} name="undo" /></button>
    <button
      type="button"
      class="quiet"
      aria-label=${t("redo")}
      title=${t("redo")}
      disabled=${!canRedo(pastAndFuture())}
      onClick=${stepForward}
    ><${Icon} name="redo" /></button>
    <button type="button" class="quiet" aria-label=${t("menu")} onClick=${() => show({ dialog: { kind: "menu" } })}>
      <${Icon} name="menu" />
    </button>
  </>
`;

/** @param {{names: string[], tab: string}} props */
function Tabs({ names, tab }) {
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = names[(names.indexOf(tab) + by + names.length) % names.length];
    show({ tab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return html`
    <div class="tabs" role="tablist" aria-label=${t("tabs")} onKeyDown=${onKeyDown}>
      ${names.map(
        (name) => html`
        <button
          type="button"
          role="tab"
          id=${`tab-${name}`}
          aria-selected=${name === tab}
          aria-controls="view"
          tabindex=${name === tab ? 0 : -1}
          onClick=${() => show({ tab: name, lit: null })}
        ><${Icon} name=${name} />${t(`tab.${name}`)}</button>
      `,
      )}
    </div>
  `;
}

/** Somebody else's game, which a link has opened. */
function Shared() {
  const names = opened().names(state().table);
  return html`
    <aside class="shared" aria-label=${t("shared")}>
      <p><b>${t("shared.of", { names: listed(names) })}</b> ${t("shared.how")}</p>
      <div>
        <button type="button" class="main" onClick=${copyShared}>${t("shared.copy")}</button>
        ${games().length > 0 && html`<button type="button" onClick=${leaveShared}>${t("shared.leave")}</button>`}
      </div>
    </aside>
  `;
}

/** The way from a photograph, fetched when somebody takes it. @param {any} props */
function PhotoDialog(props) {
  const [module, setModule] = useState(/** @type {any} */ (null));
  useEffect(() => {
    import("./photo.js").then(setModule);
  }, []);
  return module && html`<${module.PhotoDialog} ...${props} />`;
}

/** @type {Record<string, Component>} */
const DIALOGS = { menu: MenuDialog, games: GamesDialog, share: ShareDialog, photo: PhotoDialog };

/** @param {{onLanguage: (language: string) => void}} props */
export function Page({ onLanguage }) {
  const game = opened();
  const { tab, dialog, shared } = viewed();
  const names = shared === null ? Object.keys(game.tabs) : [];
  const Opened = dialog && { ...DIALOGS, ...game.dialogs }[dialog.kind];
  // A dialog has a place of its own: one that is moved among its neighbours is modal no longer.
  return html`
    <${Header} />
    ${names.length > 1 && html`<${Tabs} names=${names} tab=${tab} />`}
    ${shared !== null && html`<${Shared} />`}
    <${Notice} />
    <main id="view" role=${names.length > 1 ? "tabpanel" : null} aria-labelledby=${names.length > 1 ? `tab-${tab}` : null}>
      <${game.tabs[tab]} state=${state()} onLanguage=${onLanguage} />
    </main>
    <div>
      ${
        Opened &&
        html`<${Opened}
        key=${JSON.stringify(dialog)}
        ...${dialog}
        table=${state().table}
        onLanguage=${onLanguage}
        onClose=${() => viewed().dialog === dialog && show({ dialog: null })}
      />`
      }
    </div>
  `;
}
