/** A puzzle: a disc dealt to be worked out. The part given, the part right so far, and how long it takes. */

import { letterAt, spacesOf, withLetter } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Layers} Layers */
/** @typedef {import("./table.js").Puzzle} Puzzle */

/** Milliseconds: a longer pause between two moves counts as this, for somebody put the puzzle aside. */
const BREAK = 5 * 60_000;

/** The known part of the disc besides the start tiles and the counts: an easy one shows all terrain. @param {string} difficulty */
export const showsTerrain = (difficulty) => difficulty === "easy";

/** The board as its disc is dealt. @type {(table: Table) => Layers} */
export function startOf({ board, disc, start, puzzle }) {
  const { terrain, crops } = /** @type {Layers} */ (disc);
  const hidden = spacesOf(board).filter((space) => !start?.includes(space));
  return {
    terrain: puzzle && showsTerrain(puzzle.difficulty) ? terrain : withLetter(terrain, hidden, "."),
    crops: withLetter(crops, hidden, "."),
  };
}

/** Whether a puzzle's own tile lies there, which nobody takes away. @type {(table: Table, layer: "terrain" | "crops", space: string) => boolean} */
export const isGiven = (table, layer, space) =>
  table.puzzle !== null && letterAt(startOf(table)[layer], space) !== ".";

/** The spaces on which something lies that is not on the disc. @param {Table} table @returns {string[]} */
export function wrongOf({ board, terrain, crops, disc }) {
  if (disc === null) return [];
  /** @type {(laid: string, right: string) => boolean} */
  const differs = (laid, right) => laid !== "." && laid !== right;
  return spacesOf(board).filter(
    (space) =>
      differs(letterAt(terrain, space), letterAt(disc.terrain, space)) ||
      differs(letterAt(crops, space), letterAt(disc.crops, space)),
  );
}

/** How many crops are still to be laid. @param {Table} table */
export const leftOf = ({ crops }) => crops.join("").replaceAll(/[^.]/g, "").length;

/** @param {Table} table */
export const isSolved = (table) =>
  table.disc !== null && leftOf(table) === 0 && wrongOf(table).length === 0;

/** A text that differs for each way in which a puzzle lies; null for a board of one's own. @param {Table} table */
export const attemptOf = ({ puzzle, terrain, crops }) => puzzle && [...terrain, ...crops].join();

/** @type {(difficulty: string, seed: number) => Puzzle} */
export const newPuzzle = (difficulty, seed) => ({
  difficulty,
  seed,
  time: 0,
  moved: Date.now(),
  hints: 0,
  wheel: 0,
  laws: [],
  asked: false,
});

/** The table with the puzzle's clock, after a move. @type {(before: Table, after: Table) => Table} */
export function clocked(before, after) {
  const { puzzle } = after;
  const same = before.terrain === after.terrain && before.crops === after.crops;
  if (puzzle === null || puzzle.seed !== before.puzzle?.seed || same || isSolved(before)) {
    return after;
  }
  const moved = Date.now();
  const time = puzzle.time + Math.min(moved - puzzle.moved, BREAK);
  return { ...after, puzzle: { ...puzzle, time, moved, asked: false } };
}

/** One more hint, but one only for the board as it lies. @param {Table} table @returns {Table} */
export const hinted = (table) =>
  table.puzzle === null || table.puzzle.asked
    ? table
    : { ...table, puzzle: { ...table.puzzle, hints: table.puzzle.hints + 1, asked: true } };

/** As on a stop watch: "4:32", "1:04:32". @param {number} time in milliseconds */
export function stopwatch(time) {
  const seconds = Math.round(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  /** @param {number} count */
  const two = (count) => `${count}`.padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** How hard the puzzle of a day is. */
export const DAILY = "medium";
const FIRST_DAY = 20_000_000;

/** The number of the puzzle of a day, here where it is that day: 20261125. @param {Date} date */
export const dayOf = (date) =>
  date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();

/** @param {Puzzle} puzzle */
export const isDaily = ({ difficulty, seed }) => difficulty === DAILY && seed >= FIRST_DAY;

/** On how many days in a row, up to today or yesterday, the puzzle of the day was solved. @type {(days: number[], today?: Date) => number} */
export function streakOf(days, today = new Date()) {
  const date = new Date(today);
  if (!days.includes(dayOf(date))) date.setDate(date.getDate() - 1);
  let count = 0;
  while (days.includes(dayOf(date))) {
    count += 1;
    date.setDate(date.getDate() - 1);
  }
  return count;
}
