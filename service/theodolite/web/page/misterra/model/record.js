/** The half days that were played through the referee, as `replays` and `reviews` take them. */

import { isObject } from "../../shell/read.js";
import { fingerprint, lastTurn, recorded } from "../../shell/record.js";
import { moveOf } from "./question.js";
import { readTable } from "./table.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{path?: string[], sketch?: (string | null)[] | null, action?: {type?: string, spaces?: string[]}, lagoon?: object | null}} Move a half day
 * @typedef {{player: number, moves: Move[]}} Turn
 * @typedef {import("../../shell/record.js").GameRecord<Turn, Table>} GameRecord
 */

/** A turn has at most two half days (p. 3). */
const HALF_DAYS = 2;

/** The content of the boards; open cards are not part of it, nor presumptions, which no turn changes. @param {Table} table */
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
      const isSameTurn = last?.player === player && last.moves.length < HALF_DAYS;
      const moves = [...(isSameTurn ? last.moves : []), moveOf(question)];
      return [...(isSameTurn ? turns.slice(0, -1) : turns), { player, moves }];
    },
    positionOf(after),
  );
}

/** Whose half day it is by the record, and which one; null where the record does not tell. @type {(state: Pick<import("./reducer.js").State, "table" | "record" | "earlier">) => {player: number, half: number} | null} */
export function dueNow({ table, ...records }) {
  const last = lastTurn(records, positionOf(table));
  if (!last) return null;
  const { player, moves } = last;
  if (moves.length < HALF_DAYS) return { player, half: moves.length + 1 };
  // Otoma's half days are laid by hand.
  return table.otoma ? null : { player: (player + 1) % table.players.length, half: 1 };
}

/** The record without a turn that is not over yet. @template {{turns: Turn[]}} Turns @param {Turns} record @returns {Turns} */
export function wholeTurns(record) {
  const isWhole = (record.turns.at(-1)?.moves.length ?? HALF_DAYS) === HALF_DAYS;
  return isWhole ? record : { ...record, turns: record.turns.slice(0, -1) };
}

/** @param {GameRecord} record */
export const recordBody = ({ snapshot, turns }) => ({
  record: {
    snapshot,
    turns: turns.map(({ player, moves }) => ({ player: snapshot.players[player].name, moves })),
  },
});

/** A turn; before the third edition its moves were called half days. @param {any} turn */
const readTurn = ({ player, moves, half_days: older }) => ({
  player,
  moves: moves ?? older?.map?.((/** @type {any} */ { move: path, ...move }) => ({ path, ...move })),
});

/** A record from outside, only if it can be drawn. @param {unknown} value @returns {GameRecord | null} */
export function readRecord(value) {
  if (!isObject(value) || !Array.isArray(value.turns) || typeof value.after !== "string")
    return null;
  const snapshot = readTable(value.snapshot);
  const later = Array.isArray(value.later) ? value.later.filter(isObject).map(readTurn) : [];
  const turns = value.turns.filter(isObject).map(readTurn);
  const isSound = [...turns, ...later].every(
    ({ player, moves }) =>
      snapshot?.players[player] !== undefined && Array.isArray(moves) && moves.every(isObject),
  );
  return snapshot && isSound && turns.length === value.turns.length
    ? { snapshot, turns, after: value.after, ...(later.length > 0 && { later }) }
    : null;
}
