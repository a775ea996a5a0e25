/**
 * A way to ask about: how somebody at the table would go to a space that cannot be reached, so that the API
 * can say what is against it. It judges nothing; it prefers ways on one terrain, and ways that are not closed.
 */

import { letterAt, neighbours, SPACES } from "./frame.js";
import { creepAt, TERRAINS } from "./table.js";

/** @typedef {import("./table.js").Snapshot} Snapshot */

/** The longest way that the API judges. */
const LONGEST = 60;

/** @type {(from: string[], goal: string, open: (space: string) => boolean) => string[] | null} */
function search(from, goal, open) {
  /** @type {Map<string, string | null>} */
  const before = new Map(from.map((space) => [space, null]));
  const queue = [...from];
  for (const space of queue) {
    for (const next of neighbours(space)) {
      if (before.has(next)) continue;
      if (next === goal) return trace(before, space, goal);
      if (open(next)) {
        before.set(next, space);
        queue.push(next);
      }
    }
  }
  return null;
}

/** @type {(before: Map<string, string | null>, space: string, goal: string) => string[]} */
function trace(before, space, goal) {
  const earlier = before.get(space);
  return earlier ? [...trace(before, earlier, space), goal] : [goal];
}

/**
 * @param {Snapshot} table
 * @param {string} from where the piece stands
 * @param {string} terrain its own
 * @param {string} goal
 * @returns {string[]} the spaces stepped onto
 */
export function wayToAskAbout(table, from, terrain, goal) {
  const { rows } = table.board;
  const spanned = new Set(
    table.broken_bridges.flatMap(
      (space) => table.board.bridges.find((bridge) => bridge.includes(space)) ?? [space],
    ),
  );
  const closed = new Set([...table.trees.flat(), ...spanned]);
  const creeps = new Set(table.creep_throughs.map(creepAt));
  /** @param {string} space */
  const isAlike = (space) => {
    const letter = letterAt(rows, space);
    return letter === "?" || creeps.has(space) || TERRAINS[letter] === terrain;
  };
  // Off the board one stands beside the corner.
  const start = SPACES.includes(from) ? [from] : [];
  const ways = [
    (/** @type {string} */ space) => !closed.has(space) && isAlike(space),
    (/** @type {string} */ space) => !closed.has(space),
    () => true,
  ].map((open) => search(start, goal, open));
  return ways.find((way) => way !== null && way.length <= LONGEST) ?? [goal];
}
