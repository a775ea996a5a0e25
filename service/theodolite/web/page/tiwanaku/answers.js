/** What the API says can be known of the table, and of the turn in question, kept up to date. */

import { liveAnswer } from "../shell/live.js";
import { tell, viewed } from "../shell/store.js";
import { addsUp } from "./model/table.js";
import { actionsBody, scoreBody, turnBody } from "./model/turn.js";

/**
 * @typedef {import("../types/openapi.js").TiwanakuDeductionStep} Step
 * @typedef {import("../types/openapi.js").TiwanakuCertainValue} Certain
 * @typedef {import("../types/openapi.js").TiwanakuDeductions} Known
 */

const TIME_LIMIT = 3000;
/** Milliseconds: tiles that are laid one after the other are asked about together, for each answer costs seconds. */
const PAUSE = 500;

export const known = liveAnswer("tiwanaku/deductions", tell, { pause: PAUSE });
export const score = liveAnswer("tiwanaku/scores", tell, { kept: true });
export const verdict = liveAnswer("tiwanaku/turns", tell);
export const reach = liveAnswer("tiwanaku/legal-actions", tell);

/** @type {{about: object | null, body: object | null}} */
let asked = { about: null, body: null };
/** @type {{about: object | null, body: object | null}} */
let scored = { about: null, body: null };

/** @type {{state: import("./model/turn.js").State | null, reach: object | null}} */
const judged = { state: null, reach: null };

/** @param {import("./model/turn.js").State} state */
function askReferee(state) {
  const last = judged.state;
  if (viewed().tab !== "referee" || last === state) return;
  const same = last?.table === state.table && last.question.player === state.question.player;
  if (!same) judged.reach = actionsBody(state);
  judged.state = state;
  verdict.want(turnBody(state));
  reach.want(judged.reach);
}

/** Asks about all that is shown. @param {import("./model/turn.js").State} state */
export function ask(state) {
  askReferee(state);
  const { table } = state;
  if (scored.about !== table) scored = { about: table, body: scoreBody(table) };
  score.want(scored.body);
  if (viewed().known === null || !addsUp(table)) {
    known.want(null);
    return;
  }
  if (asked.about !== table) {
    const { board, terrain, crops, tiles } = table;
    asked = { about: table, body: { board, terrain, crops, tiles, time_limit_ms: TIME_LIMIT } };
  }
  known.want(asked.body);
}

/** Asks the same once more, in another language. */
export function again() {
  known.again();
  score.again();
  verdict.again();
  reach.again();
}

/** The answer on this very table, or null. @param {import("./model/table.js").Table} table @returns {Known | null} */
export const knownOf = (table) =>
  known.current().status === "current" && asked.about === table ? known.current().answer : null;

/** What is proved by the fewest steps. @param {Known} answer @returns {Certain | undefined} */
export const easiest = ({ certain }) =>
  certain
    .filter(({ steps }) => steps !== null)
    .sort((one, other) => (one.steps?.length ?? 0) - (other.steps?.length ?? 0))[0];
