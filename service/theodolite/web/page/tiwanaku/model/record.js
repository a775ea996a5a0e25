/** The turns that were played on the board, as `replays` and `reviews` take them. */

import { isObject } from "../../shell/read.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{action?: any, offering?: number[] | null}} Turn as the contract spells it
 *
 * @typedef {object} GameRecord
 * @property {object} snapshot the table before the first turn
 * @property {{player: string, turn: Turn}[]} turns
 * @property {string} after what lies on the board after the last of them
 */

/** What lies on the board and before the players. @param {Table} table */
const position = ({ board, terrain, crops, players }) =>
  JSON.stringify([board, terrain, crops, players]);

/**
 * The record with one more turn; it starts anew if the board was changed by hand meanwhile.
 *
 * @type {(record: GameRecord | null, before: Table, asked: {snapshot: object, player: string, turn: Turn}, after: Table) => GameRecord}
 */
export function recorded(record, before, { snapshot, player, turn }, after) {
  const goesOn = record !== null && record.after === position(before);
  return {
    snapshot: goesOn ? record.snapshot : snapshot,
    turns: [...(goesOn ? record.turns : []), { player, turn }],
    after: position(after),
  };
}

/** @param {GameRecord} record */
export const recordBody = ({ snapshot, turns }) => ({ snapshot, turns });

/** A record that is kept, if it can be read. @param {unknown} value @returns {GameRecord | null} */
export function readRecord(value) {
  const sound =
    isObject(value) &&
    isObject(value.snapshot) &&
    typeof value.after === "string" &&
    Array.isArray(value.turns) &&
    value.turns.every(
      (turn) => isObject(turn) && typeof turn.player === "string" && isObject(turn.turn),
    );
  return sound ? /** @type {any} */ (value) : null;
}
