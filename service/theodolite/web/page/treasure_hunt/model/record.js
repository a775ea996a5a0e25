/**
 * The record of a game: the turns played since something was last changed by hand, and the table before them.
 *
 * Each step of undo holds its last turn and how many there are, so the steps together are the record.
 */

import { snapshotOf } from "./table.js";

/** @typedef {import("./table.js").State} State */
/** @typedef {import("./table.js").Snapshot} Snapshot */
/** @typedef {{player: string, actions: ({do: string} & Record<string, any>)[]}} Played a turn as the API takes it */
/** @typedef {{start: Snapshot, turns: Played[]}} GameRecord */

/** @type {WeakMap<Played, GameRecord>} */
const known = new WeakMap();

/** The record, the very same object as long as no turn is added; null where there is none. @param {import("../../shell/history.js").History<State>} history @returns {GameRecord | null} */
export function recordOf({ steps, at }) {
  const { count, played } = steps[at];
  if (played === null) return null;
  const found = known.get(played) ?? recorded(steps.slice(0, at + 1), count);
  if (found) known.set(played, found);
  return found;
}

/** @type {(steps: State[], count: number) => GameRecord | null} */
function recorded(steps, count) {
  /** @type {Played[]} */
  const turns = [];
  for (const { table, count: so, played } of [...steps].reverse()) {
    if (so === 0) return { start: snapshotOf(table), turns };
    if (so === count - turns.length && played) turns.unshift(played);
  }
  return null;
}

/** The table that the last turn left, where something was changed by hand since. @param {import("../../shell/history.js").History<State>} history @returns {Snapshot | null} */
export function tableBefore({ steps, at }) {
  if (steps[at].count > 0) return null;
  const last = steps.slice(0, at).findLast(({ count }) => count > 0);
  return last ? snapshotOf(last.table) : null;
}
