/** Who plays: names, one more or fewer, and Otoma for one alone. */

import { t } from "../../shell/i18n.js";
import { Icon, LanguageChoice, Seal, Switch } from "../../shell/parts.js";
import { dispatch, show, startGame, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { exampleTable } from "../model/example.js";
import { isSolo, isUntouched, MOST_PLAYERS } from "../model/table.js";
import { addPlayer, Troubles } from "./entry.js";

/** @type {(player: number, name: string) => void} */
const remove = (player, name) =>
  dispatch({ type: "remove_player", player }, null, {
    key: "notice.player_removed",
    values: { name },
  });

function openExample() {
  startGame(exampleTable(["Anna", "Bert"]));
  show({ station: "result" });
}

/** @param {{table: import("../model/table.js").Table, troubles: import("./marks.js").Trouble[], look: string, onLanguage: (language: string) => void}} props */
export function PlayersPanel({ table, troubles, look, onLanguage }) {
  const own = troubles.filter(
    ({ board, player, slot }) => board === null && player !== null && slot === null,
  );
  const readOnly = viewed().shared !== null;
  return html`
    <section class=${`panel ${look}`} data-station="players" aria-labelledby="players-title">
      <header><h2 id="players-title"><${Icon} name="meeple" />${t("players.who")}</h2></header>
      ${
        isUntouched(table) &&
        html`<p>${t("way.how")}</p>
        <div class="begin-board"><button type="button" onClick=${openExample}><${Icon} name="sheet" />${t("way.example")}</button></div>
        <${LanguageChoice} onLanguage=${onLanguage} />`
      }
      <ul class="seats">
        ${table.players.map(
          ({ name }, player) => html`
          <li>
            <${Seal} player=${player} />
            <label class="player-name">
              <span class="sr">${t("player.name")}</span>
              <input
                type="text"
                maxlength="40"
                autocomplete="off"
                readonly=${readOnly}
                value=${name}
                onInput=${(/** @type {any} */ event) =>
                  dispatch(
                    { type: "rename", player, name: event.target.value },
                    `rename-${player}`,
                  )}
              />
            </label>
            ${
              table.players.length > 1 &&
              !readOnly &&
              html`<button
                type="button"
                class="quiet"
                aria-label=${t("player.remove", { name })}
                title=${t("player.remove", { name })}
                onClick=${() => remove(player, name)}
              ><${Icon} name="close" /></button>`
            }
          </li>
        `,
        )}
      </ul>
      <${Troubles} all=${own} />
      ${
        !readOnly &&
        table.players.length < MOST_PLAYERS &&
        html`<button type="button" class="quiet" onClick=${addPlayer}><${Icon} name="plus" />${t("player.add")}</button>`
      }
      ${
        table.players.length === 1 &&
        html`<${Switch}
          label=${t("solo")}
          hint=${t("solo.hint")}
          on=${isSolo(table)}
          onChange=${(/** @type {boolean} */ on) => dispatch({ type: "solo", on })}
        />`
      }
    </section>
  `;
}
