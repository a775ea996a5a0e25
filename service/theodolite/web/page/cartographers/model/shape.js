/** Shapes of explore cards, turned and mirrored, and areas of a map; a shape is rows in which "X" is a square. */

import { letterAt, position, SPACES } from "./table.js";

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

/** A shape in the first of its eight positions. @param {string[]} rows */
function canonical(rows) {
  const quarters = [rows];
  while (quarters.length < 4) quarters.push(turned(quarters[quarters.length - 1]));
  const all = [...quarters, ...quarters.map(mirrored)];
  return all.reduce((one, other) => (other.join() < one.join() ? other : one));
}

/** The shapes of several cards, each once, however it is turned on them. @param {{rows: string[]}[]} shapes */
export const distinct = (shapes) => [
  ...new Map(shapes.map(({ rows }) => [canonical(rows).join(), rows])).values(),
];

/**
 * The spaces that hang together with one by their edges and hold the same; mountains and wasteland bound them.
 *
 * @type {(drawn: string[], print: string[], space: string) => string[]}
 */
export function areaOf(drawn, print, space) {
  const letter = letterAt(drawn, space);
  const isOf = (/** @type {string} */ one) =>
    letterAt(drawn, one) === letter && !"^#".includes(letterAt(print, one));
  const area = isOf(space) ? [space] : [];
  for (const one of area) {
    const [row, column] = position(one);
    const near = [
      [row - 1, column],
      [row + 1, column],
      [row, column - 1],
      [row, column + 1],
    ].flatMap(([y, x]) => (y < 0 || y > 10 || x < 0 || x > 10 ? [] : [SPACES[y * 11 + x]]));
    area.push(...near.filter((other) => isOf(other) && !area.includes(other)));
  }
  return area;
}
