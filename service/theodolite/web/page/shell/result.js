/** The result: who wins, the totals in large, one sentence of why, and how it is shared. */

import { html } from "../vendor/htm-preact.js";
import { listed, t, written } from "./i18n.js";
import { Icon, Seal } from "./parts.js";
import { SharePicture } from "./share.js";
import { show } from "./store.js";

/** @typedef {{name: string, total: string | number, first: boolean}} Place a player, in the order at the table */
/**
 * @typedef {object} Outcome
 * @property {string} leader who wins or leads, in a sentence
 * @property {Place[]} places none where nothing is known yet
 * @property {string | null} [why] what made the difference
 * @property {boolean} whole whether all is entered that the result needs
 * @property {boolean} [current] whether it is the result of this very moment
 */

/** The answer in words, or the reason why there is none. @type {(live: import("./live.js").Live, inWords: (answer: any) => string) => string} */
export function headline({ status, answer }, inWords) {
  if (answer !== null) return inWords(answer);
  return ["offline", "refused"].includes(status) ? t(`result.${status}`) : "…";
}

/** @param {{places: Place[]}} props */
const Podium = ({ places }) => html`
  <ul class="podium" aria-label=${t("total")}>
    ${places.map(
      ({ name, total, first }, seat) => html`
      <li class=${first ? "first" : ""}>
        <${Seal} player=${seat} /><span class="name">${name}</span><b>${written(total)}</b>
      </li>
    `,
    )}
  </ul>
`;

const share = () => show({ dialog: { kind: "share" } });

const Actions = () => html`
  <div class="moment-actions">
    <${SharePicture} />
    <button type="button" onClick=${() => print()}><${Icon} name="print" />${t("share.print")}</button>
    <button type="button" onClick=${share}><${Icon} name="share" />${t("share.link_short")}</button>
  </div>
`;

/** @param {{station: string, look: string, outcome: Outcome}} props */
export const Moment = ({
  station,
  look,
  outcome: { leader, places, why = null, whole, current = true },
}) => html`
  <section class=${`panel moment ${look} ${whole && current ? "is-final" : ""}`} data-station=${station} aria-label=${t("result")}>
    <p class="leader" role="status">${leader}</p>
    ${places.length > 0 && html`<${Podium} places=${places} />`}
    ${whole && why && html`<p class="why">${why}</p>`}
    ${whole && html`<${Actions} />`}
  </section>
`;

/** The winners, and their points where they are counted. @param {Outcome} outcome */
function wonInWords({ leader, places }) {
  const winners = places.filter(({ first }) => first);
  const n = winners[0]?.total;
  return typeof n === "number"
    ? t("result.won", { n, names: listed(winners.map(({ name }) => name)) })
    : leader;
}

/**
 * The bar at the station of a final result: the result in a word, and the way to share it.
 *
 * @param {Outcome} outcome
 * @returns {Partial<import("./way.js").Station>}
 */
export const resultInBar = (outcome) =>
  outcome.whole && outcome.current !== false
    ? {
        says: { text: wonInWords(outcome) },
        action: { text: t("share.now"), onAct: share },
      }
    : {};

/**
 * The reason of the difference between the winner and the next best: the part in which the winner gained most on
 * them.
 *
 * @param {{title: string, points: number[]}[]} parts the points of each player, by the parts that make a total
 * @param {number[]} totals
 * @param {number[]} winners seats
 * @returns {string | null} a sentence; none where nobody is ahead
 */
export function difference(parts, totals, winners) {
  const [winner] = winners;
  const others = totals.flatMap((_, seat) => (seat === winner ? [] : [seat]));
  if (winners.length !== 1 || others.length === 0) return null;
  const next = others.reduce((one, other) => (totals[other] > totals[one] ? other : one));
  const margin = totals[winner] - totals[next];
  if (margin <= 0) return null;
  const [most] = parts
    .map(({ title, points }) => ({ title, own: points[winner], other: points[next] }))
    .sort((one, two) => two.own - two.other - (one.own - one.other));
  if (!most) return null;
  const { title, own, other } = most;
  return t(own - other >= margin ? "result.decided" : "result.mostly", { title, own, other });
}
