/**
 * A recorded game in review: a curve of what each player's turns were worth, and the three that cost most.
 *
 * @typedef {{pointer: string, player: string, value: number | null, cost: number | null, explanation: string}} Weighed a turn
 * @typedef {{turns: Weighed[], moments: number[], truncated: boolean, legal: boolean | null}} Reviewed as the
 *   `reviews` of every game answers
 */

import { html, useState } from "../vendor/htm-preact.js";
import { Trouble, useAsked } from "./asked.js";
import { t, written } from "./i18n.js";
import { Icon, Seal } from "./parts.js";

/** The drawing's size, and the room that its circles take at each edge, in units of its own. */
const [WIDTH, HEIGHT, ROOM] = [340, 150, 12];

/**
 * The sum of a player's turns, after each turn of the game.
 *
 * @type {(turns: Weighed[], name: string) => number[]} from 0 before the first turn
 */
function sums(turns, name) {
  let sum = 0;
  const after = turns.map(({ player, value }) => {
    if (player === name) sum += value ?? 0;
    return sum;
  });
  return [0, ...after];
}

/** Where in a record a reviewed turn stands, and which of its moves it is, from 0. @param {{pointer: string}} weighed */
export const placeInRecord = ({ pointer }) =>
  pointer.split("/").flatMap((part) => (/^\d+$/.test(part) ? [Number(part)] : []));

/** A whole number, or one with a decimal. @param {number} points */
const rounded = (points) => written(Math.round(points * 10) / 10);

/** A gain, whose sign tells it from a total. @param {number} points */
const gained = (points) => `${points > 0 ? "+" : ""}${rounded(points)}`;

/** @param {{label: string, answer: Reviewed, names: string[], chosen: number | null, onChoose: (turn: number) => void}} props */
function Curve({ label, answer, names, chosen, onChoose }) {
  const { turns, moments } = answer;
  const lines = names.map((name) => sums(turns, name));
  const [least, most] = [Math.min(...lines.flat()), Math.max(...lines.flat(), 1)];
  /** @param {number} turn counted from 1; 0 is the start */
  const across = (turn) => ROOM + (turn / turns.length) * (WIDTH - 2 * ROOM);
  /** @param {number} points */
  const down = (points) =>
    HEIGHT - ROOM - ((points - least) / (most - least)) * (HEIGHT - 2 * ROOM);
  const words = names.map((name, seat) => `${name}: ${gained(lines[seat].at(-1) ?? 0)}`);
  return html`
    <svg class="curve" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${label} ${words.join(", ")}`}>
      <path class="ground" d=${`M${ROOM} ${down(0)}H${WIDTH - ROOM}`} />
      ${lines.map(
        (line, seat) => html`
        <polyline class=${`seal-${seat}`} points=${line.map((points, turn) => `${across(turn)},${down(points)}`).join(" ")} />
      `,
      )}
      ${moments.map((turn, at) => {
        const seat = names.indexOf(turns[turn].player);
        const [x, y] = [across(turn + 1), down(lines[seat][turn + 1])];
        return html`
          <g key=${turn} class=${`seal-${seat} ${turn === chosen ? "is-chosen" : ""}`} onClick=${() => onChoose(turn)}>
            <circle cx=${x} cy=${y} r="10" /><text x=${x} y=${y + 4}>${at + 1}</text>
          </g>
        `;
      })}
    </svg>
    <p class="curve-names">
      ${names.map((name, seat) => html`<span><${Seal} player=${seat} /> ${name} <b>${gained(lines[seat].at(-1) ?? 0)}</b></span>`)}
    </p>
  `;
}

/** @param {{played: any, best: any}} props */
const Boards = ({ played, best }) => html`
  <div class="line-more moment-boards">
    <figure><figcaption>${t("review.played")}</figcaption>${played}</figure>
    <figure><figcaption>${t("review.best")}</figcaption>${best}</figure>
  </div>
`;

/**
 * @param {object} props
 * @param {string} props.operation such as "game/reviews"
 * @param {any} props.record the very same object as long as it does not change
 * @param {(record: any) => object} props.request the request for its review
 * @param {string} [props.replays] such as "game/replays", where a drawing needs the table of then
 * @param {string[]} props.names of the players, in the order of their seats
 * @param {string} props.station
 * @param {string} props.look
 * @param {string} [props.curve] what the curve shows, where it is not points
 * @param {(answer: any, turn: number) => string} [props.title] of a turn, where a record has more than `turns`
 * @param {(answer: any, turn: number, replayed: any) => {played: any, best: any}} props.boards draws a turn: what was done, and what would have been best
 * @param {(answer: any, turn: number | null, replayed: any) => void} [props.onChoose] says which turn is looked at
 */
export function Review({
  operation,
  record,
  request,
  replays,
  names,
  station,
  look,
  curve = t("review.curve"),
  title = ({ turns }, turn) =>
    t("review.turn", { n: placeInRecord(turns[turn])[0] + 1, name: turns[turn].player }),
  boards,
  onChoose = () => {},
}) {
  const { answer, isAsking, put, ...trouble } = useAsked(operation, record);
  const { answer: replayed, put: replay } = useAsked(replays ?? "", record);
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const start = () => {
    setChosen(null);
    put(request(record));
    if (replays) replay(request(record));
  };
  /** @param {number} turn */
  const choose = (turn) => {
    const next = turn === chosen ? null : turn;
    setChosen(next);
    onChoose(answer, next, replayed);
  };
  return html`
    <section class=${`panel review ${look}`} data-station=${station} aria-labelledby="review-title">
      <header><h2 id="review-title"><${Icon} name="again" />${t("review")}</h2></header>
      ${!answer && html`<p>${t("review.how")}</p><button type="button" disabled=${isAsking} onClick=${start}>${t("review.ask")}</button>`}
      <${Trouble} ...${trouble} />
      ${
        answer &&
        html`
        ${answer.turns.length > 0 && html`<p>${curve}</p><${Curve} label=${curve} answer=${answer} names=${names} chosen=${chosen} onChoose=${choose} />`}
        <h3>${t(answer.moments.length > 0 ? "review.moments" : "review.faultless")}</h3>
        <ol class="moments">
          ${answer.moments.map(
            (/** @type {number} */ turn, /** @type {number} */ at) => html`
            <li key=${turn} class=${turn === chosen ? "score-line is-open" : "score-line"}>
              <button type="button" aria-pressed=${turn === chosen} onClick=${() => choose(turn)}>
                <span class="line-title">${at + 1}. ${title(answer, turn)}</span>
                <span class="line-points">${rounded(-(answer.turns[turn].cost ?? 0))}</span>
                <span class="line-reason">${answer.turns[turn].explanation}</span>
              </button>
              ${turn === chosen && (replayed || !replays) && html`<${Boards} ...${boards(answer, turn, replayed)} />`}
            </li>
          `,
          )}
        </ol>
        ${answer.truncated && html`<p class="hint">${t("review.truncated")}</p>`}
        ${answer.legal === false && html`<p class="hint">${t("review.stopped")}</p>`}
      `
      }
    </section>
  `;
}
