/** The turns that were played on the board, as `replays` and `reviews` take them. */

import { isObject } from "../../shell/read.js";
import { fingerprint, lastTurn, readerOf, recorded, renamed, seatIn } from "../../shell/record.js";
import { snapshotOf } from "./table.js";

/** @typedef {import("./table.js").State} State */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {{actions: ({do: string} & Record<string, any>)[]}} Move */
/** @typedef {{player: string, move: Move}} Played a turn as the API takes it */
/** @typedef {import("../../shell/record.js").GameRecord<Played>} GameRecord */

/** @param {{players: {name: string}[]}} table */
const namesOf = ({ players }) => players.map(({ name }) => name);

/** @type {WeakMap<Table, string>} */
const known = new WeakMap();

/** The parts that a turn may change; no turn changes a mission. @param {Table} table */
export function positionOf(table) {
  const snapshot = snapshotOf(table);
  const players = snapshot.players.map(({ mission: _, ...player }) => player);
  const position = known.get(table) ?? fingerprint({ ...snapshot, players }, namesOf(table));
  known.set(table, position);
  return position;
}

/** The records with one more turn. @type {(state: State, played: Played, after: Table) => import("../../shell/record.js").Records<Played>} */
export const withTurn = (state, played, after) =>
  recorded(
    state,
    { snapshot: snapshotOf(state.table), position: positionOf(state.table) },
    ({ snapshot, turns }) => [...turns, renamed(played, namesOf(state.table), namesOf(snapshot))],
    positionOf(after),
  );

/** The seat whose turn comes last in the record; null where the table has left it. @type {(state: Pick<State, "table" | "record" | "earlier">) => number | null} */
export function lastSeat({ table, ...records }) {
  const last = lastTurn(records, positionOf(table));
  return last ? seatIn(records.record, last.player) : null;
}

/** @param {GameRecord} record */
export const recordBody = ({ snapshot, turns }) => ({ record: { snapshot, turns } });

/** A turn; before the third edition its actions stood beside the player. @param {any} turn */
const readTurn = ({ player, move, actions }) => ({ player, move: move ?? { actions } });

/** @param {any} turn */
const isPlayed = ({ player, move }) =>
  typeof player === "string" &&
  Array.isArray(move.actions) &&
  move.actions.every((/** @type {any} */ one) => isObject(one) && typeof one.do === "string");

export const readRecord = readerOf(readTurn, isPlayed);
