/** A puzzle as it is played: the board, and what its solver noted on the spaces. */

import { isObject } from "../../shell/read.js";
import { same } from "../../shell/same.js";
import { ACTIONS } from "../../tiwanaku/model/actions.js";
import { clocked, wrongOf } from "../../tiwanaku/model/puzzle.js";
import { DIFFICULTIES, readTable } from "../../tiwanaku/model/table.js";

/** @typedef {import("../../tiwanaku/model/table.js").Table} Table */
/** @typedef {{table: Table, notes: Record<string, string>}} State `notes`: by space the letters of terrain and levels noted there, such as "MS13" */

/** @param {Table} table @returns {State} */
export const newState = (table) => ({ table, notes: {} });

/** @param {unknown} value */
const isNotes = (value) =>
  isObject(value) && Object.values(value).every((marks) => /^[MSGR1-5]*$/.test(String(marks)));

/** @param {unknown} value @returns {State | null} */
export function readState(value) {
  const table = isObject(value) ? readTable(value.table) : null;
  const { notes } = /** @type {any} */ (value ?? {});
  return table && { table, notes: isNotes(notes) ? notes : {} };
}

/** The marks of a space with one set, or struck if it is there. @type {(marks: string, mark: string) => string} */
const toggled = (marks, mark) =>
  marks.includes(mark) ? marks.replace(mark, "") : [...marks, mark].sort().join("");

/** @type {(state: State, action: any) => State} */
export function reduce(state, action) {
  if (action.type === "note") {
    const { [action.space]: marks = "", ...others } = state.notes;
    const next = toggled(marks, action.mark);
    return { ...state, notes: next ? { ...others, [action.space]: next } : others };
  }
  const change = /** @type {any} */ (ACTIONS)[action.type];
  const table = clocked(state.table, same(state.table, change(state.table, action)));
  const isNew = ["puzzle", "clear"].includes(action.type);
  return same(state, { table, notes: isNew ? {} : state.notes });
}

/** The puzzle as it last lay without a wrong tile, as far as the steps of undo go back. @type {(history: import("../../shell/history.js").History<State>) => Table | undefined} */
export const rightSoFar = ({ steps, at }) =>
  steps.slice(0, at + 1).findLast(({ table }) => table.puzzle && wrongOf(table).length === 0)
    ?.table;

/** The key of a puzzle, which no other has. @type {(board: string, difficulty: string, number: number) => string} */
export const keyOf = (board, difficulty, number) => `${board} ${difficulty} ${number}`;

/** The seed under which the service draws a puzzle: no two levels share a map. @type {(difficulty: string, number: number) => number} */
export const seedOf = (difficulty, number) =>
  number * DIFFICULTIES.length + DIFFICULTIES.indexOf(difficulty);
