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
 * @property {Layers | null} disc what a scenario hides
 */

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
});

/** Whether no space is empty. @param {Table} table */
export const isFull = ({ terrain }) => !terrain.join("").includes(".");

/** How a full board compares with the scenario it is of: the spaces that are wrong; null while some are empty. @param {Table} table @returns {string[] | null} */
export function wrongOf({ board, terrain, crops, disc }) {
  if (!disc || `${terrain}${crops}`.includes(".")) return null;
  return spacesOf(board).filter(
    (space) =>
      letterAt(terrain, space) !== letterAt(disc.terrain, space) ||
      letterAt(crops, space) !== letterAt(disc.crops, space),
  );
}

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

/** @param {unknown} value @returns {Table | null} a table from outside (a link, an older visit) that can be shown */
export function readTable(value) {
  if (!isObject(value) || !(value.board in COLUMNS)) return null;
  const {
    board,
    terrain,
    crops,
    tiles,
    start = null,
    players = [],
    final = null,
    disc = null,
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
    (disc === null || isLayers(disc));
  return sound ? { board, terrain, crops, tiles, start, players, final, disc } : null;
}

/** @type {(list: readonly any[], value: unknown) => any[]} */
export const toggled = (list, value) =>
  list.includes(value) ? list.filter((old) => old !== value) : [...list, value];

/** @type {(table: Table, at: number, change: Partial<Player>) => Table} */
const withPlayer = (table, at, change) => ({
  ...table,
  players: table.players.map((player, seat) => (seat === at ? { ...player, ...change } : player)),
});

/** Whoever stood on a space that is empty now is in the reserve. @param {Table} table @returns {Table} */
const standing = (table) => ({
  ...table,
  players: table.players.map((player) => ({
    ...player,
    meeples: player.meeples.filter((space) => letterAt(table.terrain, space) !== "."),
  })),
});

/** @type {Record<string, (table: Table, action: any) => Table>} */
export const ACTIONS = {
  // A crop needs the terrain that it is planted on, and so does a meeple.
  terrain: (table, { spaces, letter }) =>
    standing({
      ...table,
      terrain: withLetter(table.terrain, spaces, letter),
      crops: letter === "." ? withLetter(table.crops, spaces, ".") : table.crops,
    }),
  crop: (table, { spaces, letter }) => ({
    ...table,
    crops: withLetter(table.crops, spaces, letter),
  }),
  rows: (table, { terrain, crops }) => standing({ ...table, terrain, crops }),
  tiles: (table, { terrain, count }) => ({
    ...table,
    tiles: { ...table.tiles, [terrain]: Math.max(0, count) },
  }),
  clear: (table) =>
    standing({ ...table, terrain: bare(table.board), crops: bare(table.board), final: null }),
  board: ({ players }, { board }) =>
    newTable(
      players.map(({ name }) => name),
      { board },
    ),

  // A scenario lies as its start shows it; the rest stays under the disc.
  scenario: ({ players }, { board, disc: { terrain, crops, tiles, start } }) => {
    const hidden = spacesOf(board).filter((space) => !start.includes(space));
    return {
      board,
      terrain: withLetter(terrain, hidden, "."),
      crops: withLetter(crops, hidden, "."),
      tiles,
      start,
      players: players.map(({ name }) => newPlayer(name)),
      final: null,
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

  rename: (table, { player, name }) => withPlayer(table, player, { name }),
  add_player: (table, { name }) => ({ ...table, players: [...table.players, newPlayer(name)] }),
  remove_player: (table, { player }) => ({
    ...table,
    players: table.players.filter((_, seat) => seat !== player),
  }),
  meeple: (table, { player, space }) =>
    withPlayer(table, player, { meeples: toggled(table.players[player].meeples, space) }),
  score: (table, { player, score }) => withPlayer(table, player, { score }),
  token: (table, { player, level }) =>
    withPlayer(table, player, {
      offerings: toggled(table.players[player].offerings, level).sort(),
    }),
  steps: (table, { player, terrain, count }) =>
    withPlayer(table, player, {
      diversity: { ...table.players[player].diversity, [terrain]: count },
    }),

  // The table that the referee answers with; what a scenario hides stays hidden.
  play: (table, { after: { terrain, crops, players, final } }) => ({
    ...table,
    terrain,
    crops,
    final,
    players: players.map((/** @type {any} */ { colour: _, ...player }) => player),
  }),
};
