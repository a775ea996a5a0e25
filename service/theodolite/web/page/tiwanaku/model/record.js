/** The turns that were played on the board, as `replays` and `reviews` take them. */

import { isObject } from "../../shell/read.js";
import { fingerprint, lastTurn, readerOf, recorded, renamed, seatIn } from "../../shell/record.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{action?: any, offering?: number[] | null}} Move as the contract spells it
 * @typedef {{player: string, move: Move}} Played
 * @typedef {import("../../shell/record.js").GameRecord<Played>} GameRecord
 */

/** @param {{players: {name: string}[]}} table */
const namesOf = ({ players }) => players.map(({ name }) => name);

/** The content of the board and the players' supplies. @param {Table} table */
export function positionOf(table) {
  const { board, terrain, crops, players } = table;
  return fingerprint([board, terrain, crops, players], namesOf(table));
}

/** The records with one more turn. @type {(state: import("./turn.js").State, asked: {snapshot: any} & Played, after: Table) => import("../../shell/record.js").Records<Played>} */
export const withTurn = (state, { snapshot, ...played }, after) =>
  recorded(
    state,
    { snapshot, position: positionOf(state.table) },
    ({ snapshot: start, turns }) => [
      ...turns,
      renamed(played, namesOf(state.table), namesOf(start)),
    ],
    positionOf(after),
  );

/** The seat whose turn it is by the record; null where the record does not tell. @type {(state: import("./turn.js").State) => number | null} */
export function dueNow({ table, ...records }) {
  const last = lastTurn(records, positionOf(table));
  const seat = last ? seatIn(records.record, last.player) : -1;
  return seat < 0 || table.final !== null ? null : (seat + 1) % table.players.length;
}

/** @param {GameRecord} record */
export const recordBody = ({ snapshot, turns }) => ({ record: { snapshot, turns } });

/** A turn; before the third edition its move was called a turn. @param {any} value */
const readTurn = ({ player, move, turn }) => ({ player, move: move ?? turn });

/** @param {any} value */
const isPlayed = ({ player, move }) => typeof player === "string" && isObject(move);

export const readRecord = readerOf(readTurn, isPlayed);
