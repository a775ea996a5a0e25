/** The menu: new games and those kept in this browser, languages, and what else one may want of a table. */

import { html } from "../vendor/htm-preact.js";
import { has, t } from "./i18n.js";
import * as keep from "./keep.js";
import { Offline } from "./offline.js";
import { Dialog, Icon, LanguageChoice } from "./parts.js";
import { at } from "./root.js";
import { opened, show, startGame } from "./store.js";

/** @param {{icon: string, onClick: () => void, children?: any}} props */
const Entry = ({ icon, onClick, children }) => html`
  <button type="button" class="menu-entry" onClick=${onClick}><${Icon} name=${icon} />${children}</button>
`;

/** @param {{table: any, onLanguage: (language: string) => void, onClose: () => void}} props */
export function MenuDialog({ table, onLanguage, onClose }) {
  const game = opened();
  const again = () => {
    startGame(game.newTable(game.names(table), table));
    show({ dialog: null, notice: { key: "notice.new_game" } });
  };
  const fresh = () => {
    const names = [1, 2].map((n) => t("player.default", { n }));
    startGame(game.newTable(names, table));
    show({ dialog: null });
  };
  /** @param {string} kind */
  const open = (kind) => () => show({ dialog: { kind } });
  return html`
    <${Dialog} title=${t("menu")} onClose=${onClose}>
      <nav class="menu">
        <${Entry} icon="share" onClick=${open("share")}>${t("share")}</>
        <${Entry} icon="again" onClick=${again}>${t("game.again")}</>
        <${Entry} icon="plus" onClick=${fresh}>${t("game.new")}</>
        <${Entry} icon="games" onClick=${open("games")}>${t("games")}</>
        <a class="menu-entry" href=${at("#games")}><${Icon} name="box" />${t("home.others")}</a>
      </nav>
      <${Offline} />
      <${LanguageChoice} onLanguage=${onLanguage} />
      ${has("keys") && html`<p class="keys">${t("keys")}</p>`}
      <p class="keys">${t(keep.keeping ? "about" : "notice.not_kept")}</p>
    </>
  `;
}
