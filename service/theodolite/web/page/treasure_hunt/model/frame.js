/** The frame of the board: 30 by 30 spaces by their numbers NORTH and EAST, and which way one looks at them. */

export const SIDE = 30;

/** @param {number} number */
const two = (number) => `${number}`.padStart(2, "0");

/** @type {(north: number, east: number) => string} by numbers from 0 */
export const named = (north, east) => `N${two(north + 1)}/E${two(east + 1)}`;

/** North and east of a space, from 0. @param {string} space @returns {[number, number]} */
export const position = (space) => [Number(space.slice(1, 3)) - 1, Number(space.slice(5)) - 1];

const NUMBERS = Array.from({ length: SIDE }, (_, at) => at);
/** All spaces, row by row from NORTH 01. */
export const SPACES = NUMBERS.flatMap((north) => NUMBERS.map((east) => named(north, east)));
const IN_FRAME = new Set(SPACES);

/** @param {unknown} value @returns {value is string} */
export const isSpace = (value) => typeof value === "string" && IN_FRAME.has(value);

/** The space of two numbers in a text, north first. @type {(text: string, numbers: RegExp) => string | null} */
function spaceOf(text, numbers) {
  const [, north, east] = numbers.exec(text) ?? [];
  const space = named(Number(north) - 1, Number(east) - 1);
  return isSpace(space) ? space : null;
}

/** The space that somebody has written with both digits of each number. @param {string} text */
export const spaceWritten = (text) => spaceOf(text, /^\D*(\d\d)\D*(\d\d)\D*$/);

/** The space that somebody means who has done with writing: 10/2. @param {string} text */
export const spaceMeant = (text) =>
  spaceWritten(text) ?? spaceOf(text, /^\D*(\d{1,2})\D+(\d{1,2})\D*$/);

export const CORNERS = ["N01/E01", "N01/E30", "N30/E01", "N30/E30"];

/** @typedef {"up" | "down"} North which way NORTH grows while EAST grows to the right */

/** Where a space is seen: how far down and to the right. @type {(space: string, north: North) => [number, number]} */
export function seenAt(space, north) {
  const [row, column] = position(space);
  return [north === "up" ? SIDE - 1 - row : row, column];
}

/** The spaces as they are seen, row by row. @param {North} north */
export function linesOf(north) {
  const rows = NUMBERS.map((row) => NUMBERS.map((column) => named(row, column)));
  return north === "up" ? rows.reverse() : rows;
}

export const EAST = NUMBERS.map((number) => two(number + 1));
/** @param {North} north */
export const northOf = (north) => (north === "up" ? [...EAST].reverse() : EAST);

/** The neighbours of a space on the board. @param {string} space */
export function neighbours(space) {
  const [north, east] = position(space);
  return [
    [north - 1, east],
    [north, east - 1],
    [north, east + 1],
    [north + 1, east],
  ]
    .filter(([row, column]) => Math.min(row, column) >= 0 && Math.max(row, column) < SIDE)
    .map(([row, column]) => named(row, column));
}

/** @type {(rows: string[], space: string) => string} */
export function letterAt(rows, space) {
  const [north, east] = position(space);
  return rows[north][east];
}

/** @type {(rows: string[], spaces: readonly string[], letter: string) => string[]} */
export function withLetter(rows, spaces, letter) {
  const cells = rows.map((row) => [...row]);
  for (const space of spaces) {
    const [north, east] = position(space);
    cells[north][east] = letter;
  }
  return cells.map((row) => row.join(""));
}

/** Spaces never painted, and those that no terrain covers by half, are unclear. */
export const BLANK = Array.from({ length: SIDE }, () => "?".repeat(SIDE));
