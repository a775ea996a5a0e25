/** The board as a photograph shows it: a quadrilateral, and where its 25 spaces lie in it. */

import { SPACES } from "./board.js";

/** @typedef {[number, number]} Point */

/**
 * The perspective that takes the unit square to four corners, clockwise from the top left.
 *
 * @param {Point[]} corners
 * @returns {(u: number, v: number) => Point} from the square to the picture
 */
function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [
      ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w,
      ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w,
    ];
  };
}

/** Each space with the corners and the middle of its quadrilateral in the picture. @param {Point[]} corners */
export function spacesWithin(corners) {
  const at = perspective(corners);
  return SPACES.map((space, index) => {
    const [u, v] = [(index % 5) / 5, Math.floor(index / 5) / 5];
    const outline = [at(u, v), at(u + 0.2, v), at(u + 0.2, v + 0.2), at(u, v + 0.2)];
    return { space, outline, middle: at(u + 0.1, v + 0.1) };
  });
}

/** The same four corners read from the next side: what was the right side becomes the top. @param {Point[]} corners */
export const turnedCorners = ([first, ...others]) => [...others, first];

/** Where a space lies after such a turn. @param {string} space */
export const turnedSpace = (space) => {
  const index = SPACES.indexOf(space);
  return SPACES[(4 - (index % 5)) * 5 + Math.floor(index / 5)];
};

/** The two corners between which a side of the board runs. @type {(corners: Point[], side: import("./board.js").Side) => Point[]} */
export const sideOf = ([a, b, c, d], side) =>
  ({ top: [a, b], right: [b, c], bottom: [c, d], left: [d, a] })[side];
