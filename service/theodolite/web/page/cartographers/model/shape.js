/** Shapes of explore cards, turned and mirrored; a shape is rows in which "X" is a square. */

import { position, SPACES } from "./table.js";

/** A quarter turn clockwise. @param {string[]} rows */
export const turned = (rows) =>
  [...rows[0]].map((_, column) =>
    rows
      .map((row) => row[column])
      .reverse()
      .join(""),
  );

/** @param {string[]} rows */
export const mirrored = (rows) => rows.map((row) => [...row].reverse().join(""));

/**
 * The spaces of a shape whose first square, in reading order, lies on a space; null where it leaves the map.
 *
 * @param {string[]} rows
 * @param {string} anchor
 * @returns {string[] | null} in reading order
 */
export function spacesOf(rows, anchor) {
  const squares = rows.flatMap((row, y) =>
    [...row].flatMap((letter, x) => (letter === "." ? [] : [[y, x]])),
  );
  const [[top, left]] = squares;
  const [down, right] = position(anchor);
  const spaces = squares.map(([y, x]) => [y - top + down, x - left + right]);
  const inside = spaces.every(([y, x]) => y >= 0 && y < 11 && x >= 0 && x < 11);
  return inside ? spaces.map(([y, x]) => SPACES[y * 11 + x]) : null;
}
