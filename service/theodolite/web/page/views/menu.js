/** The menu: games kept in this browser, languages, and what else one may want of a table. */

import * as keep from "../keep.js";
import { newTable } from "../model/table.js";
import { gameId, openGame, show, startGame } from "../store.js";
import { LANGUAGES, dated, spoken, t, written } from "../i18n.js";
import { html, useState } from "../vendor/htm-preact.js";
import { Dialog, Icon } from "./parts.js";

const Entry = ({ icon, onClick, children }) => html`
  <button type="button" class="menu-entry" onClick=${onClick}><${Icon} name=${icon} />${children}</button>
`;

export function MenuDialog({ table, onLanguage, onClose }) {
  const again = () => {
    startGame(
      newTable(
        table.players.map(({ name }) => name),
        table,
      ),
    );
    show({ dialog: null, notice: { key: "notice.new_game" }, player: 0 });
  };
  const fresh = () => {
    startGame(
      newTable(
        [1, 2].map((n) => t("player.default", { n })),
        table,
      ),
    );
    show({ dialog: null, player: 0 });
  };
  const open = (kind) => () => show({ dialog: { kind } });
  return html`
    <${Dialog} title=${t("menu")} onClose=${onClose}>
      <nav class="menu">
        <${Entry} icon="share" onClick=${open("share")}>${t("share")}</>
        <${Entry} icon="again" onClick=${again}>${t("game.again")}</>
        <${Entry} icon="plus" onClick=${fresh}>${t("game.new")}</>
        <${Entry} icon="games" onClick=${open("games")}>${t("games")}</>
      </nav>
      <label class="language">
        ${t("language")}
        <select onChange=${(event) => onLanguage(event.target.value)}>
          ${Object.entries(LANGUAGES).map(
            ([code, name]) =>
              html`<option value=${code} lang=${code} selected=${code === spoken()}>${name}</option>`,
          )}
        </select>
      </label>
      <p class="keys">${t("keys")}</p>
      <p class="keys">${t("about")}</p>
    </>
  `;
}

/** "Cassandra 57 · Elliott 49" */
const result = ({ names, totals }) =>
  names.map((name, at) => (totals ? `${name} ${written(totals[at])}` : name)).join(" · ");

export function GamesDialog({ onClose }) {
  const [games, setGames] = useState(keep.games());
  const forget = (id) => {
    keep.forgetGame(id);
    setGames(keep.games());
  };
  const open = (id) => {
    openGame(id);
    show({ dialog: null, tab: "sheet" });
  };
  return html`
    <${Dialog} title=${t("games")} onClose=${onClose}>
      <ul class="games">
        ${games.toReversed().map((game) => {
          const current = game.id === gameId();
          return html`
            <li key=${game.id} class=${current ? "current" : ""}>
              <button type="button" class="game" aria-current=${current} onClick=${() => open(game.id)}>
                <b>${result(game)}</b><small>${dated(game.began)}</small>
              </button>
              ${
                !current &&
                html`<button
                type="button"
                class="quiet"
                aria-label=${t("game.forget", { game: result(game) })}
                onClick=${() => forget(game.id)}
              ><${Icon} name="clear" /></button>`
              }
            </li>
          `;
        })}
      </ul>
    </>
  `;
}
