/** The half days that were played through the referee, as `replays` and `reviews` take them. */

import { isObject } from "../../shell/read.js";
import { fingerprint, recorded } from "../../shell/record.js";
import { halfDay } from "./question.js";
import { readTable } from "./table.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{move?: string[], sketch?: (string | null)[] | null, action?: {type?: string, spaces?: string[]}, lagoon?: object | null}} HalfDay
 * @typedef {{player: number, half_days: HalfDay[]}} Turn
 * @typedef {import("../../shell/record.js").GameRecord<Turn, Table>} GameRecord
 */

/** A turn has at most two half days (p. 3). */
const HALF_DAYS = 2;

/** What lies on the boards; open cards are not part of it, nor presumptions, which no turn changes. @param {Table} table */
export const positionOf = ({ island, players }) =>
  fingerprint(
    [island, players.map(({ name: _, presumptions: __, ...player }) => player)],
    players.map(({ name }) => name),
  );

/** The records with one more half day. @type {(state: import("./reducer.js").State, after: Table) => import("../../shell/record.js").Records<Turn>} */
export function withHalfDay(state, after) {
  const { table, question } = state;
  const { player } = question;
  return recorded(
    state,
    { snapshot: table, position: positionOf(table) },
    ({ turns }) => {
      const last = turns.at(-1);
      const isSameTurn = last?.player === player && last.half_days.length < HALF_DAYS;
      const earlier = isSameTurn ? last.half_days : [];
      const half_days = [...earlier, halfDay(question)];
      return [...(isSameTurn ? turns.slice(0, -1) : turns), { player, half_days }];
    },
    positionOf(after),
  );
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
