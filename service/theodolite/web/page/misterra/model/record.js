/** The half days that were played through the referee, as `replays` and `reviews` take them. */

import { isObject } from "../../shell/read.js";
import { halfDay } from "./question.js";
import { readTable } from "./table.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{move?: string[], sketch?: (string | null)[] | null, action?: {type?: string, spaces?: string[]}, lagoon?: object | null}} HalfDay
 *
 * @typedef {object} GameRecord
 * @property {Table} snapshot the table before the first turn
 * @property {{player: number, half_days: HalfDay[]}[]} turns
 * @property {string} after what lies on the boards after the last of them
 */

/** A turn has at most two half days (p. 3). */
const HALF_DAYS = 2;

/** What lies on the boards; names and open cards are not part of it. @param {Table} table */
const position = ({ island, players }) =>
  JSON.stringify([island, players.map(({ name, ...rest }) => rest)]);

/**
 * The record with one more half day; it starts anew if a board was changed by hand meanwhile.
 *
 * @type {(state: import("./reducer.js").State, after: Table) => GameRecord}
 */
export function recorded({ record, table, question }, after) {
  const goesOn = record !== null && record.after === position(table);
  const { snapshot, turns } = goesOn ? record : { snapshot: table, turns: [] };
  const { player } = question;
  const last = turns.at(-1);
  const isSameTurn = last?.player === player && last.half_days.length < HALF_DAYS;
  const earlier = isSameTurn ? last.half_days : [];
  return {
    snapshot,
    turns: [
      ...(isSameTurn ? turns.slice(0, -1) : turns),
      { player, half_days: [...earlier, halfDay(question)] },
    ],
    after: position(after),
  };
}

/** The record without a turn that is not over yet. @param {GameRecord} record @returns {GameRecord} */
export function wholeTurns(record) {
  const isWhole = (record.turns.at(-1)?.half_days.length ?? HALF_DAYS) === HALF_DAYS;
  return isWhole ? record : { ...record, turns: record.turns.slice(0, -1) };
}

/** @param {GameRecord} record */
export const recordBody = ({ snapshot, turns }) => ({
  snapshot,
  turns: turns.map(({ player, half_days }) => ({
    player: snapshot.players[player].name,
    half_days,
  })),
});

/** A record from outside, only if it can be drawn. @param {unknown} value @returns {GameRecord | null} */
export function readRecord(value) {
  if (!isObject(value) || !Array.isArray(value.turns) || typeof value.after !== "string")
    return null;
  const snapshot = readTable(value.snapshot);
  const isSound = value.turns.every(
    (/** @type {any} */ turn) =>
      isObject(turn) &&
      snapshot?.players[turn.player] !== undefined &&
      Array.isArray(turn.half_days) &&
      turn.half_days.every(isObject),
  );
  return snapshot && isSound ? { snapshot, turns: value.turns, after: value.after } : null;
}
