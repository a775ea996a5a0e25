/** The board as a photograph shows it: a quadrilateral, and where its spaces lie in it. */

/** @typedef {[number, number]} Point */
/** @typedef {"left" | "right" | "top" | "bottom"} Side */
/** @typedef {{columns: number, spaces: string[]}} Lattice the spaces of a board row by row, as they are read */

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

/** Each space with the corners and the middle of its quadrilateral in the picture. @type {(lattice: Lattice, corners: Point[]) => {space: string, outline: Point[], middle: Point}[]} */
export function spacesWithin({ columns, spaces }, corners) {
  const at = perspective(corners);
  const [wide, high] = [1 / columns, columns / spaces.length];
  return spaces.map((space, index) => {
    const [u, v] = [(index % columns) * wide, Math.floor(index / columns) * high];
    const outline = [at(u, v), at(u + wide, v), at(u + wide, v + high), at(u, v + high)];
    return { space, outline, middle: at(u + wide / 2, v + high / 2) };
  });
}

/** The same four corners read from the next side: what was the right side becomes the top. @param {Point[]} corners */
export const turnedCorners = ([first, ...others]) => [...others, first];

/** Whether a board is as high as it is wide: such a one may lie on any side, others only on two. @param {Lattice} lattice */
export const isSquare = ({ columns, spaces }) => columns * columns === spaces.length;

/** Where a space lies after such a turn, or after two where the board is not square. @type {(lattice: Lattice, space: string) => string} */
export function turnedSpace({ columns, spaces }, space) {
  const index = spaces.indexOf(space);
  if (!isSquare({ columns, spaces })) return spaces[spaces.length - 1 - index];
  return spaces[(columns - 1 - (index % columns)) * columns + Math.floor(index / columns)];
}

/** Clockwise, as corners are listed. @type {Side[]} */
export const AROUND = ["top", "right", "bottom", "left"];

/** The corners read from another side: what is on the side `from` of them comes to the side `to`. @type {(corners: Point[], from: Side, to: Side) => Point[]} */
export function turnedTowards(corners, from, to) {
  const turns = (AROUND.indexOf(from) - AROUND.indexOf(to) + 4) % 4;
  return [...corners.slice(turns), ...corners.slice(0, turns)];
}

/** The same corners in the mirrored picture; its left and right sides are exchanged. @type {(corners: Point[], width: number) => Point[]} */
export function mirroredCorners(corners, width) {
  const [a, b, c, d] = corners.map(([x, y]) => /** @type {Point} */ ([width - x, y]));
  return [b, a, d, c];
}

/** @type {(side: Side) => Side} */
export const mirroredSide = (side) =>
  side === "left" ? "right" : side === "right" ? "left" : side;

/** The two corners between which a side of the board runs. @type {(corners: Point[], side: Side) => Point[]} */
export const sideOf = (corners, side) => {
  const at = AROUND.indexOf(side);
  return [corners[at], corners[(at + 1) % 4]];
};
