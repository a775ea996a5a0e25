/**
 * The five by five board: its spaces, its rows, and what one letter of a row means.
 *
 * A row is a string of five letters, as in the HTTP contract: `.` is empty, a capital a confirmed
 * tile, a small letter a hazy one (on the island only).
 */

/** @typedef {"left" | "right" | "top" | "bottom"} Side of the beach */

/** @type {Record<string, string>} */
export const TERRAINS = { J: "jungle", L: "lagoon", M: "mountain", S: "steppe" };
export const LETTERS = Object.keys(TERRAINS);
/** @type {Side[]} */
export const SIDES = ["left", "right", "top", "bottom"];
export const TILES_PER_TERRAIN = 12;
export const EMPTY = [".....", ".....", ".....", ".....", "....."];

const COLUMNS = "ABCDE";

/** All 25 spaces in reading order, "A1" to "E5". */
export const SPACES = [1, 2, 3, 4, 5].flatMap((row) => [...COLUMNS].map((column) => column + row));

/** @param {string} space */
const position = (space) => [Number(space[1]) - 1, COLUMNS.indexOf(space[0])];

/** @param {unknown} text */
export const isSpace = (text) => SPACES.includes(/** @type {string} */ (text));

/** The letter that lies on a space. @type {(rows: string[], space: string) => string} */
export function tileAt(rows, space) {
  const [row, column] = position(space);
  return rows[row][column];
}

/**
 * The same rows with one letter laid on each of the spaces.
 *
 * @type {(rows: string[], spaces: readonly string[], letter: string) => string[]}
 */
export function withTiles(rows, spaces, letter) {
  const cells = rows.map((row) => [...row]);
  for (const space of spaces) {
    const [row, column] = position(space);
    cells[row][column] = letter;
  }
  return cells.map((row) => row.join(""));
}

/** @param {string} letter */
export const isHazy = (letter) => letter !== "." && letter !== letter.toUpperCase();

/**
 * The terrain of a letter of either side, or null for an empty space.
 *
 * @param {string} letter
 * @returns {string | null}
 */
export const terrainOf = (letter) => TERRAINS[letter.toUpperCase()] ?? null;

/** The letter of a terrain, as on a parchment. @param {unknown} terrain */
export const letterOf = (terrain) => LETTERS.find((letter) => TERRAINS[letter] === terrain) ?? ".";

/** @param {unknown} value */
export const isTerrain = (value) => letterOf(value) !== ".";

/** The five beach spaces in front of one edge, in reading order. @param {Side} side */
function beachSpaces(side) {
  const edge = { left: /^A/, right: /^E/, top: /1$/, bottom: /5$/ }[side];
  return SPACES.filter((space) => edge.test(space)).map((space) => `beach:${space}`);
}

/** The visible places, row by row and with the beach in its place: arrow keys walk on them. @param {Side} side */
export function layout(side) {
  const beach = beachSpaces(side);
  const rows = [0, 1, 2, 3, 4].map((row) => SPACES.slice(row * 5, row * 5 + 5));
  if (side === "left") return rows.map((row, index) => [beach[index], ...row]);
  if (side === "right") return rows.map((row, index) => [...row, beach[index]]);
  return side === "top" ? [beach, ...rows] : [...rows, beach];
}

/** @param {string} place */
export const isBeach = (place) => place.startsWith("beach:");

/** @param {readonly string[]} rows */
export const isBare = (rows) => rows.every((row) => row === ".....");
