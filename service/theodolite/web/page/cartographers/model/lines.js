/** The sources of a player's points in all seasons: those on the map, and those written in the boxes. */

import { added, boxesOf } from "./boxes.js";
import { SCORED } from "./table.js";

/** @typedef {import("../../shell/outcome.js").Line} Line */

/**
 * @param {import("./table.js").Box[]} written the earlier seasons
 * @param {{category: string, decree?: string, points: number}[]} items the lines of the season on the map
 * @param {(decree: string) => string} kindOf a decree
 * @returns {Line[] | null} null where no more than the sum of a season is written
 */
export function linesOf(written, items, kindOf) {
  const boxes = written.map((box) => ({ ...boxesOf(box), season: box.season }));
  if (boxes.some(({ season: _, ...of }) => added(of) === null)) return null;
  const earlier = boxes.flatMap(({ season, first = 0, second = 0, coins = 0, monsters = 0 }) => [
    ...[first, second].map((points, at) => ({ category: kindOf(SCORED[season][at]), points })),
    { category: "coins", points: coins },
    { category: "monsters", points: monsters },
  ]);
  const now = items.map(({ category, decree, points }) => ({
    category: decree ? kindOf(decree) : category,
    points,
  }));
  return [...earlier, ...now];
}
