/**
 * The table: one snapshot of the game, in the very shape that the API is asked with.
 *
 * Forbidden tables (thirteen jungles, a marker on a hazy tile) are the API's to find; here is only
 * what the page needs so that it can draw what it is handed.
 */

import { isName, isObject, isRows } from "../../shell/read.js";

import { EMPTY, isBare, isSpace, isTerrain, SIDES } from "./board.js";

/** @typedef {{card: number, terrain?: string, avoid?: string, pattern?: string[]}} Presumption */
/**
 * @typedef {object} Player
 * @property {string} name
 * @property {string[]} parchment
 * @property {string | null} meeple
 * @property {string[]} claims
 * @property {Presumption[]} presumptions
 */
/**
 * @typedef {object} Table
 * @property {import("./board.js").Side} beach
 * @property {string[]} island
 * @property {Player[]} players
 * @property {Record<string, boolean>} variants
 * @property {Record<string, string>} rulings
 * @property {{claims: string[]}} [otoma]
 * @property {string[][]} [display] open sketch cards
 * @property {number} [deck]
 */

export const MOST_PLAYERS = 4;
export const MOST_PRESUMPTIONS = 2;
const MOST_CARDS = 31;

/** The subject of each presumption card, and the part of its printed face that it needs; numbers are data. */
export const CARDS = [
  { first: 1, last: 4, criterion: "zones", face: ["terrain"] },
  { first: 5, last: 8, criterion: "edge", face: ["terrain"] },
  { first: 9, last: 9, criterion: "varied_across", face: [] },
  { first: 10, last: 10, criterion: "varied_along", face: [] },
  { first: 11, last: 11, criterion: "uniform_across", face: [] },
  { first: 12, last: 12, criterion: "uniform_along", face: [] },
  { first: 13, last: 16, criterion: "apart", face: ["terrain", "avoid"] },
  { first: 17, last: 17, criterion: "largest_zone", face: [] },
  { first: 18, last: 18, criterion: "smallest_zone", face: [] },
  { first: 19, last: 19, criterion: "single_zones", face: [] },
  { first: 20, last: 20, criterion: "double_zones", face: [] },
  { first: 21, last: 21, criterion: "most", face: [] },
  { first: 22, last: 22, criterion: "least", face: [] },
  { first: 23, last: 23, criterion: "sets", face: [] },
  { first: 24, last: 27, criterion: "pattern", face: ["pattern"] },
  { first: 28, last: 31, criterion: "pattern", face: ["pattern"] },
];

/** @param {number} number */
export const cardKind = (number) =>
  CARDS.find(({ first, last }) => first <= number && number <= last) ?? CARDS[0];

/**
 * The rulings a table may choose, each with its values, the default first.
 *
 * @type {Record<string, string[]>}
 */
export const RULINGS = {
  disputed_regions: ["nobody_scores", "everyone_scores"],
  removal_order: ["hazy_first", "together"],
  pattern_orientation: ["as_printed", "any_rotation", "any_rotation_or_mirror"],
  claim_region: ["with_hazy", "confirmed_only"],
  empty_supply: ["no_effect", "may_confirm"],
  otoma_region: ["confirmed_only", "with_hazy"],
};

/** @param {string} name @returns {Player} */
export const newPlayer = (name) => ({
  name,
  parchment: EMPTY,
  meeple: null,
  claims: [],
  presumptions: [],
});

/**
 * An empty table for these players, with the habits of the last game if there was one.
 *
 * @type {(names: string[], last?: Partial<Table>) => Table}
 */
export function newTable(names, { beach = "right", variants = {}, rulings = {} } = {}) {
  return { beach, island: EMPTY, players: names.map(newPlayer), variants, rulings };
}

/** @param {Table} table */
export const isSolo = (table) => table.otoma !== undefined;

/** Everything printed on a card's face is known. @param {Presumption} presumption */
export function isWhole(presumption) {
  const { face } = cardKind(presumption.card);
  return face.every((part) => /** @type {any} */ (presumption)[part] !== undefined);
}

/** Cuts the empty rows and columns around a drawn pattern, as the contract asks. @param {string[]} rows */
export function trimPattern(rows) {
  /** @param {string} line */
  const filled = (line) => /[JLMS]/.test(line);
  const columns = [...rows[0]].map((_, column) => rows.map((row) => row[column]).join(""));
  /** @param {string[]} lines */
  const span = (lines) => [lines.findIndex(filled), lines.findLastIndex(filled)];
  const [top, bottom] = span(rows);
  const [left, right] = span(columns);
  return top < 0 ? [] : rows.slice(top, bottom + 1).map((row) => row.slice(left, right + 1));
}

/** @param {unknown} value */
const isPlace = (value) => typeof value === "string" && isSpace(value.replace(/^beach:/, ""));
/** @type {(value: unknown, most: number, holds: (one: unknown) => boolean) => boolean} */
const isList = (value, most, holds) =>
  value === undefined || (Array.isArray(value) && value.length <= most && value.every(holds));
/** @param {unknown} value */
const isPattern = (value) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 5 &&
  value.every(
    (row) =>
      typeof row === "string" && /^[JLMS.]{1,5}$/.test(row) && row.length === value[0].length,
  );
/** @param {unknown} value */
const isCardPair = (value) => Array.isArray(value) && value.length === 2 && value.every(isTerrain);

/** @param {unknown} value */
const isPresumption = (value) =>
  isObject(value) &&
  Number.isInteger(value.card) &&
  value.card >= 1 &&
  value.card <= MOST_CARDS &&
  [value.terrain, value.avoid].every((face) => face === undefined || isTerrain(face)) &&
  (value.pattern === undefined || isPattern(value.pattern));

/** @param {unknown} value */
const isPlayer = (value) =>
  isObject(value) &&
  isName(value.name) &&
  isRows(value.parchment, 5, /^[JLMS.]{5}$/) &&
  (value.meeple === undefined || value.meeple === null || isPlace(value.meeple)) &&
  isList(value.claims, 25, isSpace) &&
  isList(value.presumptions, MOST_PRESUMPTIONS, isPresumption);

/** @param {(name: string, one: unknown) => boolean} options */
const isChoice = (options) => (/** @type {unknown} */ value) =>
  value === undefined ||
  (isObject(value) && Object.entries(value).every(([name, one]) => options(name, one)));
const isVariants = isChoice((_, value) => typeof value === "boolean");
const isRulings = isChoice(
  (name, value) => Object.hasOwn(RULINGS, name) && RULINGS[name].includes(String(value)),
);

/**
 * Takes a table from outside (a link, an older visit) only if it can be drawn.
 *
 * @param {unknown} value
 * @returns {Table | null} the table with every list in place, or null
 */
export function readTable(value) {
  if (!isObject(value)) return null;
  const sound =
    SIDES.includes(value.beach) &&
    isRows(value.island, 5, /^[JLMSjlms.]{5}$/) &&
    Array.isArray(value.players) &&
    value.players.length >= 1 &&
    isList(value.players, MOST_PLAYERS, isPlayer) &&
    isVariants(value.variants) &&
    isRulings(value.rulings) &&
    isList(value.display, 5, isCardPair) &&
    (value.deck === undefined || (Number.isInteger(value.deck) && value.deck >= 0)) &&
    (value.otoma === undefined ||
      (isObject(value.otoma) && isList(value.otoma.claims, 25, isSpace)));
  if (!sound) return null;
  const { beach, island, players, variants = {}, rulings = {}, otoma, display, deck } = value;
  return {
    beach,
    island,
    players: players.map(
      (/** @type {any} */ { name, parchment, meeple, claims, presumptions }) => ({
        name,
        parchment,
        meeple: meeple ?? null,
        claims: claims ?? [],
        presumptions: presumptions ?? [],
      }),
    ),
    variants,
    rulings,
    ...(otoma && { otoma: { claims: otoma.claims ?? [] } }),
    ...(display && { display }),
    ...(deck !== undefined && { deck }),
  };
}

/**
 * The table without what is as by default, so that links stay short and their codes easy to scan.
 *
 * @param {Table} table
 */
export function spare(table) {
  const players = table.players.map(({ meeple, claims, presumptions, ...rest }) => ({
    ...rest,
    ...(meeple && { meeple }),
    ...(claims.length > 0 && { claims }),
    ...(presumptions.length > 0 && { presumptions }),
  }));
  return { ...table, players };
}

/** The most tiles that lie on the island when a game begins: jungle, for two players. */
const LAID_OUT = 3;

/** Whether the game may be about to begin: nothing but jungle on the island, and nobody has mapped or placed anything. @param {Pick<Table, "island" | "players">} table */
export const isSetUp = ({ island, players }) =>
  /^J*$/.test(island.join("").replaceAll(".", "")) &&
  island.join("").replaceAll(".", "").length <= LAID_OUT &&
  players.every(
    ({ parchment, meeple, claims }) => isBare(parchment) && meeple === null && claims.length === 0,
  );

/** Nothing lies on any board yet. @param {Table} table */
export const isUntouched = ({ island, players }) =>
  isBare(island) && players.every(({ parchment }) => isBare(parchment));
