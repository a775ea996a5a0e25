/**
 * The table of Cartographers: one snapshot of the game, in the very shape that the API is asked with.
 *
 * The print is `map`, the pencil's drawing is `drawn`: eleven rows of eleven letters each. The
 * API finds forbidden tables; here is only what the page needs to draw what it is handed.
 */

import { isName, isObject, isRows } from "../../shell/read.js";
import { isCounted } from "./boxes.js";

export const SIZE = 11;
export const EMPTY = Array.from({ length: SIZE }, () => ".".repeat(SIZE));
export const SEASONS = ["spring", "summer", "autumn", "winter"];
export const GAMES = ["cartographers", "heroes", "combined"];
export const MOST_PLAYERS = 6;

/** Which two decrees each season scores. @type {Record<string, string[]>} */
export const SCORED = {
  spring: ["A", "B"],
  summer: ["B", "C"],
  autumn: ["C", "D"],
  winter: ["D", "A"],
};
export const DECREES = ["A", "B", "C", "D"];
/** Letters of `drawn` in the base game, then those that Heroes adds. */
export const TERRAINS = ["F", "V", "A", "W", "M"];
export const OF_HEROES = ["H", "D", "Z", "T", "G", "X"];
export const PRINTED = ["^", "R", "#"];

/** @typedef {{season: string, decrees?: [number, number] | null, coins?: number | null, monsters?: number | null, written?: number | null}} Box */
/** @typedef {{name: string, coins: number, coins_spent?: number, stars: string[], drawn: string[], seasons: Box[]}} Player `coins_spent` on skill cards */
/** @typedef {{title?: string, cards?: Record<string, any>, scoring?: Record<string, any>, maps?: Record<string, string[]>, seasons?: Record<string, number>}} Pack */
/**
 * @typedef {object} Table
 * @property {string} game
 * @property {string | string[]} map a printed one by its letter, or its rows
 * @property {string} season
 * @property {Record<string, string>} decrees
 * @property {string[]} ambushes
 * @property {Player[]} players
 * @property {Record<string, string>} rulings
 * @property {Pack} [pack] the table's own cards, maps and seasons
 */

/** All 121 spaces in reading order, "A1" to "K11". */
export const SPACES = [..."ABCDEFGHIJK"].flatMap((row) =>
  Array.from({ length: SIZE }, (_, column) => `${row}${column + 1}`),
);

/** @param {string} space @returns {[number, number]} */
export const position = (space) => ["ABCDEFGHIJK".indexOf(space[0]), Number(space.slice(1)) - 1];

/** The terrains of the letters that cards draw. @type {Record<string, string>} */
export const TERRAIN_OF = {
  F: "forest",
  V: "village",
  A: "farm",
  W: "water",
  M: "monster",
  D: "monster",
  Z: "monster",
  T: "monster",
  G: "monster",
  H: "hero",
};

/** @type {(rows: string[], space: string) => string} */
export function letterAt(rows, space) {
  const [row, column] = position(space);
  return rows[row][column];
}

/** @type {(rows: string[], spaces: readonly string[], letter: string) => string[]} */
export function withLetter(rows, spaces, letter) {
  const cells = rows.map((row) => [...row]);
  for (const space of spaces) {
    const [row, column] = position(space);
    cells[row][column] = letter;
  }
  return cells.map((row) => row.join(""));
}

/** @param {string} name @returns {Player} */
export const newPlayer = (name) => ({ name, coins: 0, stars: [], drawn: EMPTY, seasons: [] });

/**
 * An empty table for these players, with the edition and decisions of the last one.
 *
 * @type {(names: string[], last?: Partial<Table>) => Table}
 */
export const newTable = (
  names,
  { game = "cartographers", map = "A", rulings = {}, pack } = {},
) => ({
  game,
  map,
  season: "spring",
  decrees: {},
  ambushes: [],
  players: names.map(newPlayer),
  rulings,
  ...(pack && { pack }),
});

/** Whether nothing is drawn on a map. @param {Player} player */
export const isBlank = ({ drawn }) => /^\.*$/.test(drawn.join(""));

/** @param {Table} table */
export const isUntouched = ({ players, decrees }) =>
  Object.keys(decrees).length === 0 && players.every(isBlank);

/** @param {unknown} value */
const isBox = (value) =>
  isObject(value) &&
  SEASONS.includes(value.season) &&
  (value.decrees ?? [0, 0]).length === 2 &&
  isCounted(value);

/** @param {unknown} value */
export const isPlayer = (value) =>
  isObject(value) &&
  isName(value.name) &&
  Number.isInteger(value.coins ?? 0) &&
  Number.isInteger(value.coins_spent ?? 0) &&
  isRows(value.drawn, SIZE, /^[FVAWMHDZTGXd.^R#]{11}$/) &&
  (value.stars ?? []).every?.((/** @type {any} */ space) => SPACES.includes(space)) &&
  (value.seasons ?? []).every?.(isBox);

/** @param {unknown} value @returns {Table | null} the table with every list in place, or null */
export function readTable(value) {
  if (!isObject(value)) return null;
  const { game, map, season, decrees = {}, ambushes = [], players, rulings = {}, pack } = value;
  const sound =
    GAMES.includes(game) &&
    (isName(map) || isRows(map, SIZE, /^[.^R#]{11}$/)) &&
    SEASONS.includes(season) &&
    isObject(decrees) &&
    Object.entries(decrees).every(([key, card]) => DECREES.includes(key) && isName(card)) &&
    Array.isArray(ambushes) &&
    ambushes.every(isName) &&
    Array.isArray(players) &&
    players.length >= 1 &&
    players.length <= MOST_PLAYERS &&
    players.every(isPlayer) &&
    isObject(rulings) &&
    Object.values(rulings).every(isName) &&
    isObject(pack ?? {});
  if (!sound) return null;
  return {
    game,
    map,
    season,
    decrees,
    ambushes,
    players: players.map(
      (/** @type {any} */ { name, coins = 0, coins_spent, stars = [], drawn, seasons = [] }) => ({
        name,
        coins,
        ...(coins_spent && { coins_spent }),
        stars,
        drawn,
        seasons,
      }),
    ),
    rulings,
    ...(pack && { pack }),
  };
}

/**
 * Everything that still lacks before the season can be scored, and the whole game; `tied` are the seats of players whom only
 * what monsters cost them would tell apart.
 *
 * @type {(table: Table, tied?: number[]) => {decrees: string[], boxes: {seat: number, season: string}[], maps: number[], monsters: {seat: number, season: string}[]}}
 */
export function lacking({ decrees, players, season }, tied = []) {
  // The rating of a game alone takes the numbers of all four cards.
  const scored = players.length === 1 && season === "winter" ? DECREES : SCORED[season];
  const needed = scored.filter((decree) => !decrees[decree]);
  const now = SEASONS.indexOf(season);
  const boxes = players.flatMap((player, seat) =>
    SEASONS.slice(0, now)
      .filter((one) => !player.seasons.some((box) => box.season === one))
      .map((one) => ({ seat, season: one })),
  );
  const maps = players.flatMap((player, seat) => (isBlank(player) ? [seat] : []));
  const monsters = tied.flatMap((seat) =>
    players[seat].seasons.flatMap((box) =>
      Number.isInteger(box.monsters) ? [] : [{ seat, season: box.season }],
    ),
  );
  return { decrees: needed, boxes, maps, monsters };
}
