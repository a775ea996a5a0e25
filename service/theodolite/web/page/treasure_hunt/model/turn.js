/** The turn under way: the roll, the cards that are played, and what is done with it. Undo walks over it, and the browser keeps it. */

import { isObject } from "../../shell/read.js";
import { readRecords } from "../../shell/record.js";
import { isSpace } from "./frame.js";
import { readRecord } from "./record.js";
import { CARDS, DICE, readTable } from "./table.js";

/** @typedef {{coordinate: string, action: string | null, info_route?: string, treasure?: string | null}} Drawn */
/**
 * The entries of a logging.
 *
 * @typedef {object} Entered
 * @property {boolean | null} shovel null where it is played if it is needed
 * @property {string | null} discard the card that an owner with too many discards
 * @property {Drawn | null} [drawn] null where nothing was drawn; absent while that is not entered
 */
/**
 * The subject of the request: an end of the move or a space that is none, and what is logged there.
 *
 * @typedef {object} Asked
 * @property {string | null} goal
 * @property {boolean} skipping whether the turn is skipped
 * @property {number | false | null} log which of the possible logs; false for none, null for what must be logged
 */
/** @typedef {Asked & Entered} Goal */
/**
 * A card or a free piece that is played: an action as the API takes it, and when it is played.
 *
 * @typedef {object} Play
 * @property {"play" | "place"} do
 * @property {"first" | "rolled" | "moved" | number} when before the roll, before or after the move, or after so many steps
 * @property {string} [card]
 * @property {string} [piece] a free one
 * @property {string} [by] whose free piece it is
 * @property {string[]} [spaces]
 * @property {string} [to] who gets a lost shoe
 * @property {string} [obstacle] a space of it
 * @property {string} [mover] the walker that is moved
 * @property {number} [pips]
 * @property {string[]} [path]
 */
/** @typedef {import("./logging.js").Log & Entered} Early what is logged without a move */
/** @typedef {{roll: {die: string, pips: number} | null, mover: string | null, plays: Play[], early: Early | null}} Rolled */
/** @typedef {Rolled & Goal} Turn */

/** @type {Entered} */
export const NOTHING_ENTERED = { shovel: null, discard: null, drawn: undefined };
/** @type {Goal} */
export const NO_GOAL = { goal: null, skipping: false, log: null, ...NOTHING_ENTERED };
/** @type {Turn} */
export const NO_TURN = { roll: null, mover: null, plays: [], early: null, ...NO_GOAL };

/** @param {any} value */
const isRoll = (value) =>
  isObject(value) &&
  Object.values(DICE).some(({ die }) => die === value.die) &&
  Number.isInteger(value.pips);

/** @param {any} value */
const isDrawn = (value) => value === null || value === undefined || isObject(value);

/** @type {(value: any, is: (one: any) => boolean) => boolean} */
const isAbsentOr = (value, is) => value === undefined || is(value);
/** @param {any} value */
const isText = (value) => typeof value === "string";
/** @param {any} value */
const isTexts = (value) => Array.isArray(value) && value.every(isText);

/** @param {any} value */
const isPlay = (value) =>
  isObject(value) &&
  (value.do === "place"
    ? isText(value.piece)
    : value.do === "play" && CARDS.includes(value.card)) &&
  (["first", "rolled", "moved"].includes(value.when) || Number.isInteger(value.when)) &&
  [value.by, value.to, value.obstacle, value.mover].every((one) => isAbsentOr(one, isText)) &&
  [value.spaces, value.path].every((one) => isAbsentOr(one, isTexts)) &&
  isAbsentOr(value.pips, Number.isInteger);

/** @param {any} value */
const isEarly = (value) =>
  isObject(value) &&
  Number.isInteger(value.explorer) &&
  isText(value.owner) &&
  isText(value.route) &&
  isSpace(value.at) &&
  isDrawn(value.drawn);

/** @type {(value: any) => Entered} */
const readEntered = ({ shovel, discard, drawn }) => ({
  shovel: typeof shovel === "boolean" ? shovel : null,
  discard: CARDS.includes(discard) ? discard : null,
  drawn,
});

/** @param {unknown} value @returns {Turn} what a kept game holds of it, as far as it can be shown */
function readTurn(value) {
  if (!isObject(value)) return NO_TURN;
  const plays = Array.isArray(value.plays) ? value.plays.filter(isPlay) : [];
  const early = isEarly(value.early) ? { ...value.early, ...readEntered(value.early) } : null;
  const before = { ...NO_TURN, plays, early };
  if (!isRoll(value.roll)) return before;
  const { roll, mover = null, goal = null, skipping, log = null, drawn } = value;
  const sound =
    (goal === null || goal === "home" || isSpace(goal)) &&
    (log === null || log === false || Number.isInteger(log)) &&
    isDrawn(drawn);
  if (!sound) return { ...before, roll };
  return {
    roll,
    mover,
    plays,
    early,
    goal,
    skipping: skipping === true,
    log,
    ...readEntered(value),
  };
}

/** @param {import("./table.js").Table} table @returns {import("./table.js").State} */
export const newState = (table) => ({ table, turn: NO_TURN, record: null, earlier: [] });

/** @param {unknown} value @returns {import("./table.js").State | null} */
export function readState(value) {
  const table = isObject(value) ? readTable(value.table) : null;
  if (table === null) return null;
  const kept = /** @type {Record<string, any>} */ (value);
  return { table, turn: readTurn(kept.turn), ...readRecords(kept, readRecord) };
}
