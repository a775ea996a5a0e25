/**
 * The records that games keep of turns: the table before the first one, the turns, and what the last one left.
 *
 * A table that is changed by hand has left its record. The record stays as it is, and the next turn begins another.
 */

import { isObject } from "./read.js";

/**
 * @template Turn
 * @template [Table=any]
 * @typedef {{snapshot: Table, turns: Turn[], after: string, later?: Turn[]}} GameRecord `later` are turns from after one that is entered anew, which wait to be played again
 */
/**
 * @template Turn
 * @template [Table=any]
 * @typedef {{record: GameRecord<Turn, Table> | null, earlier: GameRecord<Turn, Table>[]}} Records the one that goes on, and those that the table has left
 */

/** The same with every name of the first list replaced by that of the second, and with keys in order. @type {(value: any, names: string[], others: string[]) => any} */
export function renamed(value, names, others) {
  if (typeof value === "string") return others[names.indexOf(value)] ?? value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, names, others));
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, renamed(value[key], names, others)]));
}

/** A text that differs for different positions, with any names of players. @type {(value: any, names: string[]) => string} */
export const fingerprint = (value, names) =>
  JSON.stringify(
    renamed(
      value,
      names,
      names.map((_, seat) => `#${seat}`),
    ),
  );

/** Whether the table was changed by hand since the last turn. @type {(records: Records<any>, position: string) => boolean} */
export const hasLeft = ({ record }, position) => record !== null && record.after !== position;

/** The last turn of the record, if the table has not left it. @template Turn @param {Records<Turn>} records @param {string} position @returns {Turn | undefined} */
export const lastTurn = (records, position) =>
  hasLeft(records, position) ? undefined : records.record?.turns.at(-1);

/**
 * The records after one more turn.
 *
 * @template Turn
 * @param {Records<Turn>} records
 * @param {{snapshot: any, position: string}} before
 * @param {(record: {snapshot: any, turns: Turn[]}) => Turn[]} play all turns with this one
 * @param {string} after the position that it led to
 * @returns {Records<Turn>}
 */
export function recorded(records, { snapshot, position }, play, after) {
  const { record, earlier } = records;
  const left = hasLeft(records, position);
  const { snapshot: start, turns } = record && !left ? record : { snapshot, turns: [] };
  // Turns that wait do so for the table as it is corrected, by hand too.
  const { later, ...old } = record ?? {};
  return {
    record: {
      snapshot: start,
      turns: play({ snapshot: start, turns }),
      after,
      ...(later && { later }),
    },
    earlier: record && left ? [...earlier, /** @type {GameRecord<Turn>} */ (old)] : earlier,
  };
}

/** The record with turns that wait; where the table was changed by hand since, they wait for it as it lies. @type {(records: Records<any>, position: string, snapshot: any) => GameRecord<any> | null} */
export const waitingIn = ({ record, earlier }, position, snapshot) =>
  record && hasLeft({ record, earlier }, position) ? { ...record, snapshot, turns: [] } : record;

/** The seat of a player by the name in the record; -1 if there is none. @type {(record: GameRecord<any> | null, player: string) => number} */
export const seatIn = (record, player) =>
  (record?.snapshot.players ?? []).findIndex(
    (/** @type {{name: string}} */ { name }) => name === player,
  );

/** A correction with the names that players have now. @type {(state: {table: any, record: GameRecord<any> | null}, correction: import("./replay.js").Correction) => any} */
export function namedNow({ table, record }, correction) {
  const [then, now] = [record?.snapshot ?? table, table].map(({ players }) =>
    players.map((/** @type {{name: string}} */ { name }) => name),
  );
  return { ...correction, after: renamed(correction.after, then, now) };
}

/**
 * The record with other turns, of which some may wait to be played again; from another table on it is another record.
 *
 * @template Turn
 * @param {Records<Turn>} records
 * @param {{turns: Turn[], later: Turn[], snapshot?: any}} turns and the table before the first of them, if it is another one
 * @param {string} after the position that they led to
 * @returns {Records<Turn>}
 */
export function corrected({ record, earlier }, { turns, later, snapshot }, after) {
  if (record === null) return { record, earlier };
  const { later: _, ...old } = record;
  const start = snapshot ?? record.snapshot;
  return {
    record: { snapshot: start, turns, after, ...(later.length > 0 && { later }) },
    earlier: start === record.snapshot ? earlier : [...earlier, old],
  };
}

/**
 * The table that the last turn left, as far as the steps of undo go back.
 *
 * @type {(history: import("./history.js").History<any>, positionOf: (table: any) => string) => any}
 */
export const tableLeft = ({ steps, at }, positionOf) =>
  steps.slice(0, at + 1).findLast(({ table }) => positionOf(table) === steps[at].record?.after)
    ?.table ?? null;

/**
 * How records whose turns are as the API takes them are read from outside.
 *
 * @type {(readTurn: (turn: any) => any, isSound: (turn: any) => boolean) => (value: unknown) => GameRecord<any> | null}
 */
export const readerOf = (readTurn, isSound) => (value) => {
  if (!isObject(value) || !isObject(value.snapshot) || !Array.isArray(value.turns)) return null;
  const { snapshot, turns, after, later = [] } = /** @type {Record<string, any>} */ (value);
  if (!Array.isArray(snapshot.players) || typeof after !== "string") return null;
  if (!Array.isArray(later) || ![...turns, ...later].every(isObject)) return null;
  const read = turns.map(readTurn);
  const waiting = later.map(readTurn);
  if (![...read, ...waiting].every(isSound)) return null;
  return { snapshot, turns: read, after, ...(waiting.length > 0 && { later: waiting }) };
};

/**
 * Records from outside, as far as they can be drawn.
 *
 * @type {(value: Record<string, any>, read: (value: unknown) => any) => Records<any>}
 */
export const readRecords = ({ record, earlier }, read) => ({
  record: read(record),
  earlier: Array.isArray(earlier) ? earlier.map(read).filter(Boolean) : [],
});
