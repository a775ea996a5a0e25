/** The turn that is asked about, in the order in which it is entered, and the question as the contract spells it. */

import { isObject } from "../../shell/read.js";
import { corrected, namedNow, readRecords, seatIn } from "../../shell/record.js";
import { same } from "../../shell/same.js";
import { ACTIONS } from "./actions.js";
import { clocked } from "./puzzle.js";
import { dueNow, positionOf, readRecord, withTurn } from "./record.js";
import {
  addsUp,
  isFull,
  isRanked,
  letterAt,
  MEEPLES,
  readTable,
  TERRAINS,
  toggled,
} from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{space: string, says: number | null, wheel: number | null}} Prediction */
/**
 * @typedef {object} Question
 * @property {number} player
 * @property {string} action
 * @property {string | null} from a space, "reserve", or null where it is not entered yet
 * @property {string[]} path every space stepped onto
 * @property {string | null} wheel the terrain discovered
 * @property {Prediction[]} predictions
 * @property {number[]} offering levels of the tokens offered
 */
/** @typedef {{table: Table, question: Question, record: import("./record.js").GameRecord | null, earlier: import("./record.js").GameRecord[]}} State what undo walks over and what the browser keeps */

export const RESERVE = "reserve";
/** The colours of the meeples, by the order at the table. */
const COLOURS = ["blue", "brown", "green", "white"];
const PLAYING = ["explore", "recall", "divine"];
const ENDING = ["final_prediction", "pass", "final_offering"];

/** How far the end is: a board without an empty space is there, whether or not a turn led to it. @type {(table: Table, player: number) => import("./table.js").Final | null} */
const finalOf = (table, player) =>
  table.final ??
  (isFull(table) ? { starter: table.players[player]?.name, passed: [], offered: [] } : null);

/** The possible kinds of a turn. @param {Table} table */
export const actionsOf = (table) => (finalOf(table, 0) === null ? PLAYING : ENDING);

/** @type {(player: number, action?: string) => Question} */
export const newQuestion = (player, action = PLAYING[0]) => ({
  player,
  action,
  from: null,
  path: [],
  wheel: null,
  predictions: [],
  offering: [],
});

/** @param {Table} table @returns {State} */
export const newState = (table) => ({
  table,
  question: newQuestion(0, actionsOf(table)[0]),
  record: null,
  earlier: [],
});

/** @type {(value: unknown, table: Table) => boolean} */
const isQuestion = (value, table) =>
  isObject(value) &&
  table.players[value.player] !== undefined &&
  actionsOf(table).includes(value.action) &&
  [value.path, value.predictions, value.offering].every(Array.isArray) &&
  value.predictions.every(isObject);

/** @param {unknown} value @returns {State | null} */
export function readState(value) {
  const table = isObject(value) ? readTable(value.table) : null;
  if (table === null) return null;
  const { question } = /** @type {Record<string, any>} */ (value);
  return {
    ...newState(table),
    ...readRecords(/** @type {any} */ (value), readRecord),
    ...(isQuestion(question, table) && { question: /** @type {Question} */ (question) }),
  };
}

/** Whether the turn needs the wheel: the space that is discovered, or null. @type {(state: State) => string | null} */
export function discovers({ table, question: { action, path } }) {
  const end = path.at(-1);
  return action === "explore" && end && letterAt(table.terrain, end) === "." ? end : null;
}

/**
 * A space that was touched: the meeple that moves, then its way; the meeple that goes back; the spaces divined.
 *
 * @type {(state: State, space: string, way: string[]) => Question}
 */
function touched({ table, question }, space, way) {
  const { action, from, path, predictions, player } = question;
  const own = table.players[player].meeples.includes(space);
  if (action === "recall") return { ...question, from: space };
  if (action === "explore") {
    if (from === null && own) return { ...question, from: space };
    const last = path.at(-1) === space;
    return {
      ...question,
      from: from ?? RESERVE,
      path: last ? path.slice(0, -1) : [...path, ...way],
      wheel: null,
    };
  }
  const predicted = predictions.some((one) => one.space === space);
  const others = action === "final_prediction" ? [] : predictions;
  return {
    ...question,
    predictions: predicted
      ? predictions.filter((one) => one.space !== space)
      : [...others, { space, says: null, wheel: null }],
  };
}

/** @type {(state: State, action: any) => Question} */
function asked(state, action) {
  const { question } = state;
  switch (action.type) {
    case "ask":
      return { ...question, ...action.question };
    case "touch":
      return touched(state, action.space, action.way);
    case "offer":
      return { ...question, offering: toggled(question.offering, action.level).sort() };
    default:
      return {
        ...question,
        predictions: question.predictions.map((one) =>
          one.space === action.space ? { ...one, ...action.change } : one,
        ),
      };
  }
}

/** @type {(state: State, action: any) => State} */
export function reduce(state, action) {
  if (["ask", "touch", "offer", "predict"].includes(action.type)) {
    return same(state, { ...state, question: asked(state, action) });
  }
  if (action.type === "correct") {
    const { after } = namedNow(state, action);
    const back = after ? ACTIONS.play(state.table, { after, next: 0 }) : state.table;
    const corrects = { ...state, table: back, ...corrected(state, action, positionOf(back)) };
    const due = action.player ? seatIn(state.record, action.player) : dueNow(corrects);
    const question = newQuestion(Math.max(0, due ?? state.question.player), actionsOf(back)[0]);
    return same(state, { ...corrects, question });
  }
  const table = clocked(
    state.table,
    same(state.table, /** @type {any} */ (ACTIONS)[action.type](state.table, action)),
  );
  // A turn that changes nothing on the table is played all the same.
  if (table === state.table && action.type !== "play") return state;
  const { question } = state;
  // A request about another table is sent anew.
  const next = action.type === "play" ? action.next : question.player;
  const seat = Math.max(0, Math.min(next, table.players.length - 1));
  const isSame =
    seat === question.player &&
    action.type !== "play" &&
    actionsOf(table).includes(question.action) &&
    table.board === state.table.board;
  const body = action.type === "play" ? turnBody(state) : null;
  return same(state, {
    ...state,
    table,
    question: isSame ? question : newQuestion(seat, actionsOf(table)[0]),
    ...(body && withTurn(state, body, table)),
  });
}

/** The table as the contract has it. @type {(table: Table, player: number) => object} */
export const snapshotOf = ({ disc: _, puzzle: __, ...table }, player) => ({
  ...table,
  mode: "competitive",
  final: finalOf({ ...table, disc: null, puzzle: null }, player),
  players: table.players.map((one, seat) => ({ ...one, colour: COLOURS[seat] })),
});

/** The move as the contract spells it; null as long as too little is entered. @param {State} state */
function actionOf(state) {
  const { action, from, path, predictions } = state.question;
  // The wheel is asked of a space that is discovered, and of no other.
  const wheel = discovers(state) && state.question.wheel;
  switch (action) {
    case "explore":
      return from === null || path.length === 0
        ? null
        : { type: action, from: from === RESERVE ? null : from, path, ...(wheel && { wheel }) };
    case "recall":
      return from === null ? null : { type: action, from };
    case "divine":
      return predictions.length === 0 ? null : { type: action, predictions };
    case "final_prediction":
      return predictions.length === 0 ? null : { type: action, ...predictions[0] };
    default:
      return { type: action };
  }
}

/** A turn is checked of a competitive game, which two to four play. @param {Table} table */
export const hasPlayers = ({ players }) => players.length in MEEPLES;

/** The request to the referee about this turn, or null while there is nothing to ask. @param {State} state */
export function turnBody(state) {
  const { table, question } = state;
  const action = actionOf(state);
  if (action === null || !hasPlayers(table)) return null;
  const { player, offering } = question;
  const { name } = table.players[player];
  return { snapshot: snapshotOf(table, player), player: name, move: { action, offering } };
}

/** The request about the ranking; null where nobody can win, or too little is entered. @param {Table} table */
export const scoreBody = (table) =>
  isRanked(table) && hasPlayers(table) && addsUp(table) ? { snapshot: snapshotOf(table, 0) } : null;

/** The request for all that this player may do. @param {State} state */
export const actionsBody = ({ table, question: { player } }) =>
  hasPlayers(table)
    ? { snapshot: snapshotOf(table, player), player: table.players[player].name }
    : null;

/** The wheel's reading for a scenario that is played here. @type {(table: Table, space: string) => {terrain: string, level: number} | null} */
export const wheelOf = ({ disc }, space) =>
  disc && {
    terrain: TERRAINS[letterAt(disc.terrain, space)],
    level: Number(letterAt(disc.crops, space)),
  };
