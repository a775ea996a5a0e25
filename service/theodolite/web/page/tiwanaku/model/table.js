/** The table of Tiwanaku as far as reasoning goes: what lies, and how many tiles of each terrain there are. */

import { isObject, isRows } from "../../shell/read.js";

/** @type {Record<string, string>} */
export const TERRAINS = { M: "mud", S: "sand", G: "grass", R: "rock" };
export const LETTERS = Object.keys(TERRAINS);
export const LEVELS = ["1", "2", "3", "4", "5"];
const ROWS = 5;
/** @type {Record<string, number>} */
const COLUMNS = { short: 5, long: 9 };

/** @typedef {{terrain: string[], crops: string[]}} Layers */
/**
 * @typedef {object} Table
 * @property {string} board "short" or "long"
 * @property {string[]} terrain
 * @property {string[]} crops
 * @property {Record<string, number>} tiles of each terrain on the disc
 * @property {Layers | null} disc what a scenario hides
 */
/** @typedef {{table: Table}} State what undo walks over and what the browser keeps */

/** @param {string} board */
export const columnsOf = (board) => COLUMNS[board];

/** @param {string} board */
const bare = (board) => Array.from({ length: ROWS }, () => ".".repeat(COLUMNS[board]));

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

/** @type {(names: string[], last?: {board?: string}) => Table} */
export const newTable = (_, { board = "short" } = {}) => ({
  board,
  terrain: bare(board),
  crops: bare(board),
  tiles:
    board === "short"
      ? { mud: 7, sand: 6, grass: 6, rock: 6 }
      : { mud: 12, sand: 11, grass: 11, rock: 11 },
  disc: null,
});

/** Whether the counts add up to what the board holds. @param {Table} table */
export const addsUp = ({ board, tiles }) =>
  Object.values(tiles).reduce((sum, count) => sum + count, 0) === ROWS * COLUMNS[board];

/** @param {Table} table @returns {State} */
export const newState = (table) => ({ table });

/** @param {unknown} value @returns {State | null} */
export function readState(value) {
  const table = isObject(value) ? value.table : null;
  if (!isObject(table) || !(table.board in COLUMNS)) return null;
  const { board, terrain, crops, tiles, disc = null } = table;
  /** @param {string} letters */
  const row = (letters) => new RegExp(`^[${letters}]{${COLUMNS[board]}}$`);
  /** @param {any} layers */
  const isLayers = (layers) =>
    isObject(layers) &&
    isRows(layers.terrain, ROWS, row("MSGR.")) &&
    isRows(layers.crops, ROWS, row("1-5."));
  const sound =
    isLayers(table) &&
    isObject(tiles) &&
    Object.values(TERRAINS).every((name) => Number.isInteger(tiles[name]) && tiles[name] >= 0) &&
    (disc === null || isLayers(disc));
  return sound ? { table: { board, terrain, crops, tiles, disc } } : null;
}

/** @type {Record<string, (table: Table, action: any) => Table>} */
const ACTIONS = {
  terrain: (table, { spaces, letter }) => ({
    ...table,
    terrain: withLetter(table.terrain, spaces, letter),
    // A crop needs the terrain that it is planted on.
    crops: letter === "." ? withLetter(table.crops, spaces, ".") : table.crops,
  }),
  crop: (table, { spaces, letter }) => ({
    ...table,
    crops: withLetter(table.crops, spaces, letter),
  }),
  tiles: (table, { terrain, count }) => ({
    ...table,
    tiles: { ...table.tiles, [terrain]: Math.max(0, count) },
  }),
  clear: (table) => ({ ...table, terrain: bare(table.board), crops: bare(table.board) }),
  board: (_, { board }) => newTable([], { board }),

  // A scenario lies as its start shows it; the rest stays under the disc.
  scenario: (_, { board, disc: { terrain, crops, tiles, start } }) => {
    const hidden = spacesOf(board).filter((space) => !start.includes(space));
    return {
      board,
      terrain: withLetter(terrain, hidden, "."),
      crops: withLetter(crops, hidden, "."),
      tiles,
      disc: { terrain, crops },
    };
  },

  // First the terrain, then what grows there: as the wheel answers.
  reveal: (table, { space }) => {
    if (!table.disc) return table;
    if (letterAt(table.terrain, space) === ".") {
      const letter = letterAt(table.disc.terrain, space);
      return { ...table, terrain: withLetter(table.terrain, [space], letter) };
    }
    const level = letterAt(table.disc.crops, space);
    return letterAt(table.crops, space) === level
      ? table
      : { ...table, crops: withLetter(table.crops, [space], level) };
  },
};

/** @type {(state: State, action: any) => State} */
export function reduce(state, action) {
  const table = ACTIONS[action.type](state.table, action);
  return table === state.table ? state : { ...state, table };
}
