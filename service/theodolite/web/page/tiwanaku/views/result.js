/** How the game stands and ends: the points, the offerings still to come, and the track that breaks ties. */

import { listed, t, written } from "../../shell/i18n.js";
import { byCategory } from "../../shell/outcome.js";
import { Icon, Seal } from "../../shell/parts.js";
import { difference, headline, Moment } from "../../shell/result.js";
import { ScoreLine } from "../../shell/sheet.js";
import { show, viewed } from "../../shell/store.js";
import { Law } from "../../shell/verdict.js";
import { html } from "../../vendor/htm-preact.js";
import { score } from "../answers.js";
import { TERRAINS } from "../model/table.js";
import { scoreBody } from "../model/turn.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../types/openapi.js").TiwanakuStanding} Standing */
/** @typedef {Standing["players"][number]} Side */

/** The winners or leaders, and the reason. @param {Standing} answer */
function leader(answer) {
  const { players, winners, decided_by: decidedBy, final } = answer;
  const totals = players.map(({ total }) => total);
  const n = Math.max(...totals);
  const [name] = winners;
  if (decidedBy === "shared") {
    return t(final ? "result.shared" : "leader.shared", { names: listed(winners), n });
  }
  if (decidedBy === "diversity_steps") {
    return t(final ? "result.steps" : "leader.steps", { name, n });
  }
  const second = Math.max(...totals.filter((total) => total !== n), 0);
  return t(final ? "result.ahead" : "leader.ahead", { name, n: n - second });
}

/** The steps of each terrain's pawn, which break a tie. @param {{table: Table, answer: Standing}} props */
const Track = ({ table, answer }) => html`
  <h3>${t("track")}</h3>
  <p class="hint">${t("track.why")}</p>
  <table class="sheet-table track" data-players="4">
    <thead>
      <tr><td></td>${Object.values(TERRAINS).map((terrain) => html`<th scope="col"><small>${t(`terrain.${terrain}`)}</small></th>`)}<th scope="col"><small>${t("track.steps")}</small></th></tr>
    </thead>
    <tbody>
      ${table.players.map(
        ({ name, diversity }, seat) => html`
        <tr key=${seat}>
          <th scope="row"><${Seal} player=${seat} /> ${name}</th>
          ${Object.values(TERRAINS).map((terrain) => html`<td>${diversity[terrain]}</td>`)}
          <td><b>${answer.players[seat]?.diversity_steps}</b></td>
        </tr>
      `,
      )}
    </tbody>
  </table>
`;

/** @param {{side: Side, seat: number}} props */
const Lines = ({ side, seat }) => html`
  <h3><${Seal} player=${seat} />${side.name}: ${written(side.total)}</h3>
  <ul class="lines">
    ${side.items.map((item, at) => {
      const { category, points, explanation, spaces } = item;
      const key = `score ${seat} ${at}`;
      const open = viewed().lit?.key === key;
      return html`
        <${ScoreLine}
          key=${at}
          title=${t(`category.${category}`)}
          points=${points}
          reason=${explanation}
          open=${open}
          onOpen=${() => show({ lit: open ? null : { key, spaces } })}
        ><${Law} of=${item} /></>
      `;
    })}
  </ul>
`;

/** How the game stands; null while it is not known. @returns {Standing | null} */
const answerNow = () => score.current().answer;

/** The seats of the winners, or of the leaders. @param {Standing} answer */
const firstOf = ({ players, winners }) =>
  players.flatMap(({ name }, seat) => (winners.includes(name) ? [seat] : []));

/** @param {Table} table @returns {import("../../shell/result.js").Outcome} */
export function outcomeNow(table) {
  const answer = answerNow();
  const { players = [] } = answer ?? {};
  const totals = players.map(({ total }) => total);
  const first = answer ? firstOf(answer) : [];
  return {
    leader: scoreBody(table) ? headline(score.current(), leader) : t("leader.waiting"),
    places: players.map(({ name, total }, seat) => ({ name, total, first: first.includes(seat) })),
    why: answer && difference(partsOf(answer), totals, first),
    whole: answer?.final === true,
    current: score.current().status === "current",
  };
}

/** @param {{table: Table, outcome: import("../../shell/result.js").Outcome, look: string}} props */
export function Result({ table, outcome, look }) {
  const { status, refusal } = score.current();
  const answer = answerNow();
  const first = answer ? firstOf(answer) : [];
  const seats = [...(answer?.players.keys() ?? [])];
  return html`
    <${Moment} station="result" outcome=${outcome} look=${look} />
    <section class=${`panel ${look}`} data-station="result" aria-labelledby="standing-title">
      <header><h2 id="standing-title"><${Icon} name="sheet" />${t("sheet")}</h2></header>
      ${status === "offline" && html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`}
      ${refusal && html`<ul class="troubles">${refusal.errors.map(({ detail }) => html`<li><${Icon} name="warning" />${detail}</li>`)}</ul>`}
      ${
        answer &&
        html`
        <${Track} table=${table} answer=${answer} />
        ${[...first, ...seats.filter((seat) => !first.includes(seat))].map((seat) => html`<${Lines} key=${seat} side=${answer.players[seat]} seat=${seat} />`)}
      `
      }
    </section>
  `;
}

/** @param {Standing} answer */
const partsOf = ({ players }) =>
  Object.entries(byCategory(players.map(({ items }) => items))).map(([category, points]) => ({
    title: t(`category.${category}`),
    points,
  }));
