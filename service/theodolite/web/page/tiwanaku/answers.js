/** The API's deductions about the table, and its answers about the turn in question, kept up to date. */

import { answerOn, liveAnswer } from "../shell/live.js";
import { outcomeOf } from "../shell/outcome.js";
import { tell, viewed } from "../shell/store.js";
import { addsUp } from "./model/table.js";
import { actionsBody, scoreBody, turnBody } from "./model/turn.js";

/**
 * @typedef {import("../types/openapi.js").TiwanakuDeductionStep} Step
 * @typedef {import("../types/openapi.js").TiwanakuCertainValue} Certain
 * @typedef {import("../types/openapi.js").TiwanakuDeductions} Known
 * @typedef {import("../types/openapi.js").TiwanakuHinted} Hinted
 */

const HOW = { odds: true, time_limit_ms: 3000 };
/** Milliseconds: tiles that are laid one after the other are asked about together, for each answer costs seconds. */
const PAUSE = 500;

export const known = liveAnswer("tiwanaku/deductions", tell, { pause: PAUSE });
export const hints = liveAnswer("tiwanaku/hints", tell);
export const score = liveAnswer("tiwanaku/scores", tell, { kept: true });
export const verdict = liveAnswer("tiwanaku/legality-checks", tell);
export const reach = liveAnswer("tiwanaku/legal-actions", tell);

/** Asks about all that is shown. @param {import("./model/turn.js").State} state */
export function ask(state) {
  const { board, terrain, crops, tiles, puzzle } = state.table;
  const { known: wanted, tab } = viewed();
  if (tab === "referee") {
    verdict.want(turnBody(state));
    reach.want(actionsBody(state));
  }
  score.want(scoreBody(state.table));
  const snapshot = { board, terrain, crops, tiles };
  const isAsked = wanted !== null && addsUp(state.table);
  known.want(isAsked && wanted === "all" ? { snapshot, ...HOW } : null);
  // Of a puzzle each hint is a move.
  hints.want(isAsked && wanted !== "all" ? { snapshot, layable: puzzle !== null } : null);
}

/** Sides of Otoma are none of the players. @param {import("./model/turn.js").State} state */
export function outcome({ table: { players } }) {
  /** @type {import("../types/openapi.js").TiwanakuStanding | null} */
  const answer = answerOn(score.current());
  if (answer === null || answer.players.length !== players.length) return null;
  if (!answer.final) return { totals: null, won: null };
  const totals = answer.players.map(({ total }) => total);
  const lines = answer.players.map(({ items }) => items);
  return outcomeOf(answer, true, totals, lines);
}

/** Asks the same once more, in another language. */
export function again() {
  for (const live of [known, hints, score, verdict, reach]) live.again();
}

/** @param {import("../shell/live.js").Live} live */
const currentOf = ({ status, answer }) => (status === "current" ? answer : null);

/** The deductions about the table, or null. @returns {Known | null} */
export const knownNow = () => currentOf(known.current());

/** The hint for the table, or null. @returns {Hinted | null} */
export const hintNow = () => currentOf(hints.current());
