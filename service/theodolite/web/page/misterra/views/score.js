/** The tab of the score: the boards, the sheet, and what is laid with a tap. */

import { show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { Island, Parchment, addPlayer, mayAddPlayer } from "./entry.js";
import { Players } from "../../shell/players.js";
import { House } from "./house.js";
import { troubles } from "./marks.js";
import { Palette } from "./palette.js";
import { Presumptions } from "./presumptions.js";
import { Sheet, leader } from "./sheet.js";

/** The parchment spaces that match the island, by the answer's own line for fidelity. */
const matching = ({ items }) =>
  new Set(items.find(({ category }) => category === "fidelity").spaces);

const totalOf = (answer, player) =>
  answer?.players[player] ? (answer.solo?.total ?? answer.players[player].total) : null;

/** @param {{table: object, live: object}} props the table, and the answer on its score */
export function ScoreSheet({ table, live }) {
  const { lit } = viewed();
  const known = live.status === "refused" ? troubles(live.refusal, table) : [];
  const current = live.status === "current" && live.body === table;
  return html`
    <p class="leader" role="status">${leader(live.answer, table)}</p>
    <div class="columns">
      <div class="boards">
        <${Island} table=${table} lit=${lit} troubles=${known} />
        ${table.players.map(
          (_, player) => html`
          <${Parchment}
            key=${player}
            table=${table}
            player=${player}
            lit=${lit}
            matches=${current ? matching(live.answer.players[player]) : new Set()}
            troubles=${known}
          ><${Presumptions} table=${table} player=${player} troubles=${known} /></>
        `,
        )}
      </div>
      <div class="side">
        <${Sheet} live=${live} table=${table} troubles=${known} />
        <${House} table=${table} />
      </div>
    </div>
    <div class="dock">
      <${Players}
        names=${table.players.map(({ name }) => name)}
        totals=${table.players.map((_, player) => totalOf(live.answer, player))}
        current=${live.status === "current"}
        chosen=${viewed().player}
        onChoose=${(player) => show({ player, lit: null })}
        onAdd=${mayAddPlayer(table) ? addPlayer : null}
      />
      <${Palette} table=${table} /></div>
  `;
}
