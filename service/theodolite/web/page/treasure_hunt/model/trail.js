/**
 * A way to ask about: how somebody at the table would go to a space that cannot be reached, so that the API
 * can say what is against it. It judges nothing; it prefers ways on one terrain, and ways that are not closed.
 */

import { letterAt, neighbours } from "./frame.js";
import { creepAt, TERRAINS } from "./table.js";

/** @typedef {import("./table.js").Snapshot} Snapshot */

/** The longest way that the API judges. */
const LONGEST = 60;

const ALIKE = 1;
const OTHER = 10;
const CLOSED = 1000;

/** The cheapest way over the board, the first in order of spaces. @type {(from: string, goal: string, cost: (space: string) => number) => string[]} */
function cheapest(from, goal, cost) {
  /** @type {Map<string, {so: number, path: string[]}>} */
  const open = new Map([[from, { so: 0, path: [] }]]);
  const done = new Set();
  while (open.size > 0) {
    const [at, { so, path }] = [...open].reduce((one, other) =>
      other[1].so < one[1].so ? other : one,
    );
    if (at === goal && path.length > 0) return path;
    open.delete(at);
    done.add(at);
    for (const next of neighbours(at)) {
      if (done.has(next)) continue;
      const known = open.get(next);
      const then = so + cost(next);
      if (!known || then < known.so) open.set(next, { so: then, path: [...path, next] });
    }
  }
  return [goal];
}

/**
 * @param {Snapshot} table
 * @param {string} from where the piece stands
 * @param {string} terrain its own
 * @param {string} goal
 * @returns {string[]} the spaces stepped onto
 */
export function wayToAskAbout(table, from, terrain, goal) {
  const { rows, bridges } = table.board;
  const broken = table.broken_bridges.flatMap(
    (space) => bridges.find((bridge) => bridge.includes(space)) ?? [space],
  );
  const closed = new Set([...table.trees.flat(), ...broken]);
  const creeps = new Set(table.creep_throughs.map(creepAt));
  /** @param {string} space */
  const cost = (space) => {
    const letter = letterAt(rows, space);
    if (closed.has(space)) return CLOSED;
    return letter === "?" || creeps.has(space) || TERRAINS[letter] === terrain ? ALIKE : OTHER;
  };
  const way = cheapest(from, goal, cost);
  return way.length <= LONGEST ? way : cheapest(from, goal, () => ALIKE);
}
