/** What the API says can be known of the table, and of the turn in question, kept up to date. */

import { liveAnswer } from "../shell/live.js";
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
export const verdict = liveAnswer("tiwanaku/turns", tell);
export const reach = liveAnswer("tiwanaku/legal-actions", tell);

/** @typedef {import("./model/table.js").Table} Table */
/** @type {{about: Table | null, body: object | null}} */
let asked = { about: null, body: null };
/** @type {{about: Table | null, body: object | null}} */
let hinted = { about: null, body: null };
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

/** What lies, as it is asked about. @param {Table} table */
const lie = ({ board, terrain, crops, tiles }) => ({ board, terrain, crops, tiles });

/** Whether the same lies on both. @type {(one: Table | null, other: Table) => boolean} */
const isSame = (one, { board, terrain, crops, tiles }) =>
  one?.board === board && one.terrain === terrain && one.crops === crops && one.tiles === tiles;

/** Asks about all that is shown. @param {import("./model/turn.js").State} state */
export function ask(state) {
  askReferee(state);
  const { table } = state;
  if (scored.about !== table) scored = { about: table, body: scoreBody(table) };
  score.want(scored.body);
  const { known: wanted } = viewed();
  const able = addsUp(table);
  if (!isSame(asked.about, table)) asked = { about: table, body: { ...lie(table), ...HOW } };
  known.want(wanted === "all" && able ? asked.body : null);
  // Of a puzzle each hint is a move.
  const layable = table.puzzle !== null;
  if (!isSame(hinted.about, table)) hinted = { about: table, body: { ...lie(table), layable } };
  hints.want(wanted !== null && wanted !== "all" && able ? hinted.body : null);
}

/** Asks the same once more, in another language. */
export function again() {
  known.again();
  hints.again();
  score.again();
  verdict.again();
  reach.again();
}

/** What is known of this very table, or null. @param {Table} table @returns {Known | null} */
export const knownOf = (table) => answerOn(known.current(), isSame(asked.about, table));

/** The hint for this very table, or null. @param {Table} table @returns {Hinted | null} */
export const hintOf = (table) => answerOn(hints.current(), isSame(hinted.about, table));

/** @type {(live: import("../shell/live.js").Live, same: boolean) => any} */
const answerOn = ({ status, answer }, same) => (status === "current" && same ? answer : null);
