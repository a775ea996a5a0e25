/**
 * The table of Treasure Hunt: one snapshot of the game in the very shape that the API is asked with, and beside
 * it which way one looks at the board and how the segments of a pack lie.
 *
 * The rules are the API's; here is only what the page needs to draw what it is handed.
 */

import { isName, isObject, isRows } from "../../shell/read.js";
import { BLANK, CORNERS, isSpace, letterAt, SIDE } from "./frame.js";
import { QUARTERS, readPack } from "./pack.js";

/** @typedef {import("./frame.js").North} North */
/** @typedef {{at: string, terrain?: string}} Explorer */
/** @typedef {{at: string, terrain?: string, moved_by?: string | null}} Walker */
/** @typedef {{cards: string[], info: string[], treasures: (string | null)[]}} Route */
/** @typedef {{difficulty: number, treasures: string[], coordinates: number}} Mission */
/**
 * @typedef {object} Player
 * @property {string} name
 * @property {string} colour
 * @property {string} home
 * @property {Explorer[]} explorers
 * @property {Record<string, Route>} routes
 * @property {number} coordinates
 * @property {(string | null)[]} treasures
 * @property {string[] | null} hand
 * @property {number} boats
 * @property {number} shoes
 * @property {string[]} free
 * @property {Mission | null} mission
 */
/** @typedef {string | {at: string, by: string}} Creep */
/**
 * @typedef {object} Snapshot
 * @property {{rows: string[], bridges: string[][]}} board
 * @property {Player[]} players
 * @property {string[][]} trees
 * @property {Walker[]} walkers
 * @property {string[]} broken_bridges
 * @property {Creep[]} creep_throughs
 * @property {{young: boolean, teams: boolean}} variants
 * @property {Record<string, string>} rulings
 */
/** @typedef {{north: North, pack: import("./pack.js").Pack | null, laid: import("./pack.js").Laid | null}} Lying */
/** @typedef {Snapshot & Lying} Table */
/**
 * The state that undo walks over and the browser keeps.
 *
 * @typedef {object} State
 * @property {Table} table
 * @property {import("./turn.js").Turn} turn
 * @property {import("./record.js").GameRecord | null} record
 * @property {import("./record.js").GameRecord[]} earlier
 */

/** @type {Record<string, string>} */
export const TERRAINS = { W: "water", F: "forest", S: "sand", P: "path" };
export const LETTERS = [...Object.keys(TERRAINS), "?"];
export const COLOURS = ["red", "blue", "yellow", "green"];
export const ROUTES = ["triangle", "circle", "square"];
export const TREASURES = ["diamond", "gold", "ruby", "sapphire", "choice"];
export const INFO = ["closed", "open", "buried"];
export const CARDS = [
  "fallen_tree",
  "broken_bridge",
  "lost_shoe",
  "walker",
  "remove_obstacle",
  "boat",
  "shovel",
  "creep_through",
];
export const MOST_PLAYERS = 4;
export const FEWEST_PLAYERS = 2;
export const MOST_CARDS = 3;

/** The die of each terrain, with the values it has. @type {Record<string, {die: string, pips: number[]}>} */
export const DICE = {
  water: { die: "blue", pips: [1, 2, 3, 4] },
  forest: { die: "green", pips: [4, 5, 6] },
  sand: { die: "white", pips: [5, 6, 7, 8] },
  path: { die: "brown", pips: [7, 8, 9, 10, 11, 12] },
};

const noRoute = () => ({ cards: [], info: [], treasures: [] });

/** Where explorers at home stand: in their corner, or off the board beside it. @type {(rulings: Record<string, string>, home: string) => string} */
export const atHome = (rulings, home) => (rulings.home_place === "frame" ? "home" : home);

/** A player who has yet to begin, in what the others have left. @type {(name: string, table: Pick<Table, "players" | "variants" | "rulings">) => Player} */
export function newPlayer(name, { players: others, variants: { young }, rulings }) {
  const colour = COLOURS.find((one) => others.every((other) => other.colour !== one));
  const order = [CORNERS[0], CORNERS[3], CORNERS[1], CORNERS[2]];
  const home = order.find((one) => others.every((other) => other.home !== one)) ?? order[0];
  return {
    name,
    colour: colour ?? COLOURS[0],
    home,
    explorers: Array.from({ length: young ? 1 : 2 }, () => ({ at: atHome(rulings, home) })),
    routes: Object.fromEntries(ROUTES.map((route) => [route, noRoute()])),
    coordinates: 0,
    treasures: [],
    hand: null,
    boats: 0,
    shoes: 0,
    free: young ? ["tree"] : ["tree", "walker"],
    mission: null,
  };
}

/**
 * An empty table for these players, with the board and the rulings of the last one.
 *
 * @type {(names: string[], last?: Partial<Table>) => Table}
 */
export function newTable(names, last = {}) {
  const { board, north = "up", pack = null, laid = null, rulings = {} } = last;
  const variants = last.variants ?? { young: false, teams: false };
  const seated = names.length < FEWEST_PLAYERS ? [...names, "2"] : names;
  /** @type {Player[]} */
  const players = [];
  for (const name of seated) players.push(newPlayer(name, { players, variants, rulings }));
  return normalized({
    board: board ?? { rows: BLANK, bridges: [] },
    north,
    pack,
    laid,
    players,
    trees: [],
    walkers: [],
    broken_bridges: [],
    creep_throughs: [],
    variants: { ...variants, teams: variants.teams && players.length === MOST_PLAYERS },
    rulings,
  });
}

/** @param {Creep} creep */
export const creepAt = (creep) => (typeof creep === "string" ? creep : creep.at);

/** Whether a space has no terrain but that which one comes from. @param {Snapshot} table @param {string} space */
export const isUnclear = ({ board, creep_throughs: creeps }, space) =>
  isSpace(space) &&
  (letterAt(board.rows, space) === "?" || creeps.some((one) => creepAt(one) === space));

/** A terrain to come from: that of the first neighbour in sight that has one. @type {(board: Snapshot["board"], space: string) => string} */
function comesFrom({ rows }, space) {
  const near = letterAt(rows, space);
  return TERRAINS[near] ?? TERRAINS.F;
}

/** Pieces have a terrain of their own exactly where the board has none. @template {Snapshot} T @param {T} table @returns {T} */
export function normalized(table) {
  /** @template {Explorer | Walker} P @param {P} piece @returns {P} */
  const clear = (piece) => {
    const { terrain, ...rest } = piece;
    if (!isUnclear(table, piece.at)) {
      return terrain === undefined ? piece : /** @type {P} */ (rest);
    }
    return terrain === undefined ? { ...piece, terrain: comesFrom(table.board, piece.at) } : piece;
  };
  return {
    ...table,
    players: table.players.map((player) => ({
      ...player,
      explorers: player.explorers.map(clear),
    })),
    walkers: table.walkers.map(clear),
  };
}

/** How many spaces of a segment are unclear. @type {(table: Snapshot, quarter: string) => number} */
function unclearIn({ board }, quarter) {
  const half = SIDE / 2;
  const [top, left] = [Number(quarter.slice(1, 3)) - 1, Number(quarter.slice(5)) - 1];
  const rows = board.rows.slice(top, top + half).map((row) => row.slice(left, left + half));
  return rows.join("").split("?").length - 1;
}

/** Whether nothing lies on a segment yet. @type {(table: Snapshot, quarter: string) => boolean} */
export const isBlankIn = (table, quarter) => unclearIn(table, quarter) === (SIDE / 2) ** 2;

/** How many segments of the board are blank, and how many spaces of the others are unclear. @param {Snapshot} table */
export function unclearOf(table) {
  const known = QUARTERS.filter((quarter) => !isBlankIn(table, quarter));
  return {
    segments: QUARTERS.length - known.length,
    spaces: known.reduce((sum, quarter) => sum + unclearIn(table, quarter), 0),
  };
}

/** The seat whose turn follows that of a seat; players who have won are passed over. @type {(table: Table, seat: number, winners: string[]) => number} */
export function nextSeat({ players }, seat, winners) {
  const seats = players.map((_, step) => (seat + 1 + step) % players.length);
  return seats.find((at) => !winners.includes(players[at].name)) ?? seats[0];
}

/** @param {Snapshot} table */
export const isBlank = (table) => unclearOf(table).segments === 4;

/** The snapshot for the API. @param {Table} table @returns {Snapshot} */
export function snapshotOf(table) {
  const { north: _north, pack: _pack, laid: _laid, ...snapshot } = table;
  return snapshot;
}

/** @type {(value: unknown, is: (one: any) => boolean) => boolean} */
const isList = (value, is) => Array.isArray(value) && value.length <= 60 && value.every(is);
/** @param {unknown} value */
const isCount = (value) => Number.isInteger(value) && Number(value) >= 0;
/** @param {unknown} value */
const isPlace = (value) => value === "home" || isSpace(value);
/** @param {any} value */
const isPositioned = (value) =>
  isObject(value) &&
  isPlace(value.at) &&
  (value.terrain === undefined || Object.values(TERRAINS).includes(value.terrain));
/** @param {any} value */
const isTreasure = (value) => value === null || TREASURES.includes(value);

/** @param {any} value */
const isRoute = (value) =>
  isObject(value) &&
  isList(value.cards, isSpace) &&
  isList(value.info ?? [], (one) => INFO.includes(one)) &&
  isList(value.treasures ?? [], isTreasure);

/** @param {any} value */
const isMission = (value) =>
  isObject(value) &&
  [1, 2, 3].includes(value.difficulty) &&
  isList(value.treasures, (one) => TREASURES.includes(one)) &&
  isCount(value.coordinates);

/** @param {any} value */
const isPlayer = (value) =>
  isObject(value) &&
  isName(value.name) &&
  COLOURS.includes(value.colour) &&
  CORNERS.includes(value.home) &&
  isList(value.explorers, isPositioned) &&
  value.explorers.length >= 1 &&
  value.explorers.length <= 2 &&
  isObject(value.routes) &&
  ROUTES.every((route) => isRoute(value.routes[route])) &&
  isCount(value.coordinates ?? 0) &&
  isList(value.treasures ?? [], isTreasure) &&
  isList(value.hand ?? [], (one) => CARDS.includes(one)) &&
  isCount(value.boats ?? 0) &&
  isCount(value.shoes ?? 0) &&
  isList(value.free ?? [], (one) => ["tree", "walker"].includes(one)) &&
  ((value.mission ?? null) === null || isMission(value.mission));

/** @param {any} player @returns {Player} */
const wholePlayer = ({
  name,
  colour,
  home,
  explorers,
  routes,
  coordinates = 0,
  treasures = [],
  hand = null,
  boats = 0,
  shoes = 0,
  free = [],
  mission = null,
}) => ({
  name,
  colour,
  home,
  explorers,
  routes: Object.fromEntries(
    ROUTES.map((route) => {
      const { cards, info = [], treasures: own = [] } = routes[route];
      return [route, { cards, info, treasures: own }];
    }),
  ),
  coordinates,
  treasures,
  hand,
  boats,
  shoes,
  free,
  mission,
});

/** @param {any} value */
const isBoard = (value) =>
  isObject(value) &&
  isRows(value.rows, SIDE, /^[WFSP?]{30}$/) &&
  isList(value.bridges ?? [], (bridge) => isList(bridge, isSpace));

/** @param {any} laid @param {import("./pack.js").Pack | null} pack */
const isLaid = (laid, pack) =>
  pack !== null &&
  isObject(laid) &&
  QUARTERS.every(
    (quarter) =>
      isObject(laid[quarter]) &&
      Object.hasOwn(pack.segments, laid[quarter].segment) &&
      [0, 90, 180, 270].includes(laid[quarter].turn),
  ) &&
  new Set(QUARTERS.map((quarter) => laid[quarter].segment)).size === QUARTERS.length;

/** @param {unknown} value a snapshot as the API takes it, with or without what the page adds @returns {Table | null} */
export function readTable(value) {
  if (!isObject(value)) return null;
  const { board, players, trees = [], walkers = [], variants = {}, rulings = {} } = value;
  const { broken_bridges: broken = [], creep_throughs: creeps = [], north = "up" } = value;
  const pack = readPack(value.pack);
  const sound =
    isBoard(board) &&
    isList(players, isPlayer) &&
    players.length >= FEWEST_PLAYERS &&
    players.length <= MOST_PLAYERS &&
    isList(trees, (tree) => isList(tree, isSpace)) &&
    isList(walkers, (one) => isPositioned(one) && isSpace(one.at)) &&
    isList(broken, isSpace) &&
    isList(creeps, (one) => isSpace(isObject(one) ? one.at : one)) &&
    isObject(variants) &&
    isObject(rulings) &&
    Object.values(rulings).every(isName) &&
    ["up", "down"].includes(north);
  if (!sound) return null;
  return {
    board: { rows: board.rows, bridges: board.bridges ?? [] },
    players: players.map(wholePlayer),
    trees,
    walkers,
    broken_bridges: broken,
    creep_throughs: creeps,
    variants: { young: variants.young === true, teams: variants.teams === true },
    rulings,
    north,
    pack,
    laid: isLaid(value.laid, pack) ? value.laid : null,
  };
}

/** The part of a table in a link: not the pack that its board is of. @param {Table} table */
export const spare = ({ pack: _pack, laid: _laid, ...table }) => table;
