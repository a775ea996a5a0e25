/** The table of Tiwanaku: what lies, how many tiles of each terrain there are, and how everybody stands. */

import { isName, isObject, isRows } from "../../shell/read.js";

/** @type {Record<string, string>} */
export const TERRAINS = { M: "mud", S: "sand", G: "grass", R: "rock" };
export const LETTERS = Object.keys(TERRAINS);
export const LEVELS = ["1", "2", "3", "4", "5"];
export const MOST_PLAYERS = 4;
/** The meeples of each player, by the number of players (p. 3). @type {Record<number, number>} */
export const MEEPLES = { 2: 5, 3: 4, 4: 3 };
/** Where the score marker begins (p. 3). */
const START_SCORE = 10;
export const DIFFICULTIES = ["easy", "medium", "hard"];
const ROWS = 5;
/** @type {Record<string, number>} */
const COLUMNS = { short: 5, long: 9 };

/** @typedef {{terrain: string[], crops: string[]}} Layers */
/**
 * @typedef {object} Player
 * @property {string} name
 * @property {string[]} meeples the spaces of those on the board
 * @property {number} score
 * @property {number[]} offerings levels of the tokens held
 * @property {Record<string, number>} diversity steps of each terrain's pawn
 * @property {string | null} [recalled_from] in this player's last turn
 */
/**
 * @typedef {object} Puzzle
 * @property {string} difficulty
 * @property {number} seed
 * @property {number} time milliseconds spent on it
 * @property {number} moved when the board changed last, in milliseconds since 1970
 * @property {number} hints how many were asked for
 * @property {number} wheel how often the wheel was asked
 * @property {string[]} laws of the hints, each with its tier before it: "2 last_place"
 * @property {boolean} asked whether one was asked for since the board changed
 */
/** @typedef {{starter?: string | null, passed?: string[], offered?: string[]}} Final how far the end of the game is */
/**
 * @typedef {object} Table
 * @property {string} board "short" or "long"
 * @property {string[]} terrain
 * @property {string[]} crops
 * @property {Record<string, number>} tiles of each terrain on the disc
 * @property {string[] | null} start the spaces of the start tiles, where they are known
 * @property {Player[]} players
 * @property {Final | null} final null until the last terrain tile lies
 * @property {Layers | null} disc what a puzzle hides
 * @property {Puzzle | null} puzzle
 */

/** @param {string} board */
export const columnsOf = (board) => COLUMNS[board];

/** @param {string} board */
export const bare = (board) => Array.from({ length: ROWS }, () => ".".repeat(COLUMNS[board]));

/** All spaces in reading order. @param {string} board */
export const spacesOf = (board) =>
  [1, 2, 3, 4, 5].flatMap((row) =>
    [..."ABCDEFGHI"].slice(0, COLUMNS[board]).map((column) => column + row),
  );

/** @type {(rows: string[], space: string) => string} */
export const letterAt = (rows, space) => rows[Number(space[1]) - 1]["ABCDEFGHI".indexOf(space[0])];

/** @type {(rows: string[], spaces: readonly string[], letter: string) => string[]} */
export function withLetter(rows, spaces, letter) {
  const cells = rows.map((row) => [...row]);
  for (const space of spaces) cells[Number(space[1]) - 1]["ABCDEFGHI".indexOf(space[0])] = letter;
  return cells.map((row) => row.join(""));
}

const noSteps = () => Object.fromEntries(Object.values(TERRAINS).map((terrain) => [terrain, 0]));

/** @param {string} name @returns {Player} */
export const newPlayer = (name) => ({
  name,
  meeples: [],
  score: START_SCORE,
  offerings: [],
  diversity: noSteps(),
});

/** @type {(names: string[], last?: {board?: string}) => Table} */
export const newTable = (names, { board = "short" } = {}) => ({
  board,
  terrain: bare(board),
  crops: bare(board),
  tiles:
    board === "short"
      ? { mud: 7, sand: 6, grass: 6, rock: 6 }
      : { mud: 12, sand: 11, grass: 11, rock: 11 },
  start: null,
  players: names.map(newPlayer),
  final: null,
  disc: null,
  puzzle: null,
});

/** How many spaces have no tile, and how many no crop. @param {Pick<Table, "terrain" | "crops">} table */
export function emptyOf({ terrain, crops }) {
  const [tiles, planted] = [terrain, crops].map((rows) => rows.join("").split(".").length - 1);
  return { tiles, crops: planted };
}

/** Whether no space is empty. @param {Table} table */
export const isFull = (table) => emptyOf(table).tiles === 0;

/** Whose points and tokens are those of the beginning, as they are if nobody has entered them. @param {Table} table */
export const untoldOf = ({ players }) =>
  players.filter(({ score, offerings }) => score === START_SCORE && offerings.length === 0);

/** The sides of a space on which another terrain lies: there its region ends. @type {(table: Pick<Table, "terrain">, space: string) => string[]} */
export function endsOf({ terrain }, space) {
  const letter = letterAt(terrain, space);
  const [x, y] = ["ABCDEFGHI".indexOf(space[0]), Number(space[1]) - 1];
  const beside = { n: [x, y - 1], e: [x + 1, y], s: [x, y + 1], w: [x - 1, y] };
  return Object.entries(beside).flatMap(([side, [column, row]]) => {
    const other = terrain[row]?.[column] ?? ".";
    return [letter, other].includes(".") || other === letter ? [] : [side];
  });
}

/** How many tiles of each terrain are still to be laid. @type {(table: Pick<Table, "terrain" | "tiles">) => [string, number][]} */
export const tilesLeft = ({ terrain, tiles }) =>
  LETTERS.map((letter) => [
    letter,
    tiles[TERRAINS[letter]] - (terrain.join("").split(letter).length - 1),
  ]);

/** The sizes of the regions. @param {Pick<Table, "board" | "terrain">} table */
function sizesOf({ board, terrain }) {
  const left = new Set(spacesOf(board));
  const sizes = [];
  for (const first of left) {
    const region = [first];
    for (const one of region) {
      left.delete(one);
      const near = [...left].filter(
        (other) =>
          letterAt(terrain, other) === letterAt(terrain, one) &&
          !region.includes(other) &&
          Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) +
            Math.abs(one.charCodeAt(1) - other.charCodeAt(1)) ===
            1,
      );
      region.push(...near);
    }
    sizes.push(region.length);
  }
  return sizes;
}

/** How many crops of each level are still to be laid: a region of n spaces holds 1 to n; null while terrain is hidden. @type {(table: Table) => [string, number][] | null} */
export function cropsLeft(table) {
  if (!isFull(table)) return null;
  const sizes = sizesOf(table);
  const laid = table.crops.join("");
  return LEVELS.map((level) => [
    level,
    sizes.filter((size) => size >= Number(level)).length - (laid.split(level).length - 1),
  ]);
}

/** The spaces whose crop touches an equal one, which no disc has (p. 6). @param {Pick<Table, "board" | "crops">} table */
export function touchingOf({ board, crops }) {
  const planted = spacesOf(board).filter((space) => letterAt(crops, space) !== ".");
  /** @type {(one: string, other: string) => boolean} */
  const touch = (one, other) =>
    one !== other &&
    Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) <= 1 &&
    Math.abs(one.charCodeAt(1) - other.charCodeAt(1)) <= 1;
  return planted.filter((one) =>
    planted.some((other) => touch(one, other) && letterAt(crops, one) === letterAt(crops, other)),
  );
}

/** Whether anybody has begun to play a game on the board. @param {Table} table */
const isPlayed = ({ players }) =>
  players.some(({ meeples, score }) => meeples.length > 0 || score !== START_SCORE);

/** Whether anybody can win: nobody wins a puzzle, unless a game is played on it. @param {Table} table */
export const isRanked = (table) => table.puzzle === null || isPlayed(table);

/** Whether nothing lies on the board. @param {Table} table */
export const isBare = ({ terrain }) => /^\.*$/.test(terrain.join(""));

/** Whether the counts add up to what the board holds. @param {Table} table */
export const addsUp = ({ board, tiles }) =>
  Object.values(tiles).reduce((sum, count) => sum + count, 0) === ROWS * COLUMNS[board];

/** @param {unknown} value */
const isCount = (value) => Number.isInteger(value) && Number(value) >= 0;
/** @param {unknown} value */
const isByTerrain = (value) =>
  isObject(value) && Object.values(TERRAINS).every((terrain) => isCount(value[terrain]));
/** @param {unknown} value */
const isNames = (value) => Array.isArray(value) && value.every(isName);

/** @type {(value: unknown, board: string) => boolean} */
const isPlayer = (value, board) =>
  isObject(value) &&
  isName(value.name) &&
  isNames(value.meeples) &&
  value.meeples.every((/** @type {string} */ space) => spacesOf(board).includes(space)) &&
  isCount(value.score) &&
  Array.isArray(value.offerings) &&
  value.offerings.every((/** @type {unknown} */ level) => LEVELS.includes(String(level))) &&
  isByTerrain(value.diversity);

/** @param {unknown} value */
const isFinal = (value) =>
  isObject(value) && isNames(value.passed ?? []) && isNames(value.offered ?? []);

/** @param {any} value */
const isPuzzle = (value) =>
  isObject(value) &&
  DIFFICULTIES.includes(value.difficulty) &&
  [value.seed, value.time, value.moved, value.hints].every(Number.isFinite);

/** @param {unknown} value @returns {Table | null} a table from outside (a link, an older visit) that can be shown */
export function readTable(value) {
  if (!isObject(value) || !Object.hasOwn(COLUMNS, value.board)) return null;
  const {
    board,
    terrain,
    crops,
    tiles,
    start = null,
    players = [],
    final = null,
    disc = null,
    puzzle = null,
  } = value;
  /** @param {string} letters */
  const row = (letters) => new RegExp(`^[${letters}]{${COLUMNS[board]}}$`);
  /** @param {any} layers */
  const isLayers = (layers) =>
    isObject(layers) &&
    isRows(layers.terrain, ROWS, row("MSGR.")) &&
    isRows(layers.crops, ROWS, row("1-5."));
  const sound =
    isLayers(value) &&
    isByTerrain(tiles) &&
    (start === null || isNames(start)) &&
    Array.isArray(players) &&
    players.length <= MOST_PLAYERS &&
    players.every((/** @type {unknown} */ player) => isPlayer(player, board)) &&
    (final === null || isFinal(final)) &&
    (disc === null || isLayers(disc)) &&
    (puzzle === null || (disc !== null && start !== null && isPuzzle(puzzle)));
  if (!sound) return null;
  const known = puzzle && { wheel: 0, laws: [], ...puzzle };
  return { board, terrain, crops, tiles, start, players, final, disc, puzzle: known };
}

/** @type {(list: readonly any[], value: unknown) => any[]} */
export const toggled = (list, value) =>
  list.includes(value) ? list.filter((old) => old !== value) : [...list, value];
