/** Board packs: what is printed on four segments, and how these lie on the table. */

import { isObject, isRows } from "../../shell/read.js";
import { letterAt, linesOf, named, position, SIDE } from "./frame.js";
import { parseToml } from "./toml.js";

/** @typedef {import("./frame.js").North} North */
/** @typedef {{rows: string[], bridges: string[][]}} Segment 15 rows, top row first; bridges by row and column from the top left */
/**
 * @typedef {object} Pack
 * @property {string} title
 * @property {North} north
 * @property {Record<string, Segment>} segments
 * @property {Record<string, number[]>} dice the faces of those that are known
 * @property {string[]} coordinates the coordinate cards, if they are known
 * @property {Record<string, unknown>} cards what else it tells of cards: the page only hands it on
 */
/** @typedef {Record<string, {segment: string, turn: number}>} Laid segments by the lowest space of their quarter */

/** The kinds of cards that a pack may list beside the coordinates. */
const CARDS = ["three_plus", "missions", "treasures", "actions"];
const HALF = SIDE / 2;
export const QUARTERS = ["N01/E01", "N01/E16", "N16/E01", "N16/E16"];

/** @type {(value: unknown, is: (one: any) => boolean) => boolean} */
const isList = (value, is) => Array.isArray(value) && value.every(is);

/** @param {unknown} value @returns {value is string} */
const isInner = (value) =>
  typeof value === "string" && /^N(0[1-9]|1[0-5])\/E(0[1-9]|1[0-5])$/.test(value);

/** @param {unknown} value */
const isSegment = (value) =>
  isObject(value) &&
  isRows(value.rows, HALF, /^[WFSP?]{15}$/) &&
  isList(value.bridges ?? [], (bridge) => isList(bridge, isInner));

/** @param {unknown} value @returns {Pack | null} */
export function readPack(value) {
  if (!isObject(value) || !isObject(value.segments)) return null;
  const { title = "", north, segments, dice = {}, coordinates = [], cards } = value;
  const given = isObject(cards) ? cards : value;
  const sound =
    typeof title === "string" &&
    ["up", "down"].includes(north) &&
    Object.keys(segments).length === QUARTERS.length &&
    Object.values(segments).every(isSegment) &&
    isObject(dice) &&
    Object.values(dice).every((faces) => isList(faces, Number.isInteger) && faces.length > 0) &&
    isList(coordinates, (one) => typeof one === "string");
  if (!sound) return null;
  return {
    title,
    north,
    segments: Object.fromEntries(
      Object.entries(segments).map(([name, { rows, bridges = [] }]) => [name, { rows, bridges }]),
    ),
    dice,
    coordinates,
    cards: Object.fromEntries(CARDS.flatMap((key) => (key in given ? [[key, given[key]]] : []))),
  };
}

/** @typedef {{key: string, values: Record<string, string | number>}} PackFault a text of the page with its values */

/** The fault of the rows of a segment. @type {(segment: string, rows: string[]) => PackFault | null} */
export function faultOfRows(segment, rows) {
  for (const [at, row] of rows.entries()) {
    const letters = [...row];
    const column = letters.findIndex((letter) => !/[WFSP?]/.test(letter));
    const place = { segment, row: at + 1 };
    if (column >= 0) {
      const values = { ...place, column: column + 1, letter: letters[column] };
      return { key: "notice.pack_letter", values };
    }
    if (letters.length !== HALF) {
      return { key: "notice.pack_row", values: { ...place, n: letters.length } };
    }
  }
  return rows.length === HALF
    ? null
    : { key: "notice.pack_rows", values: { segment, n: rows.length } };
}

/**
 * The faults of the segments of a board pack, and where they are: a text of the page with its values.
 *
 * @param {unknown} value
 * @returns {PackFault | null} null where the segments are sound, or none
 */
export function faultOf(value) {
  if (!isObject(value) || !isObject(value.segments)) return null;
  const segments = Object.entries(value.segments);
  for (const [segment, given] of segments) {
    const rows = isObject(given) && Array.isArray(given.rows) ? given.rows.map(String) : [];
    const fault = faultOfRows(segment, rows);
    if (fault !== null) return fault;
  }
  if (segments.length === QUARTERS.length) return null;
  return { key: "notice.pack_segments", values: { n: segments.length } };
}

/**
 * The content of a file: a board pack as the service takes it, or a game as the API does.
 *
 * @param {string} text
 * @returns {unknown}
 * @throws {SyntaxError}
 */
export const parsed = (text) => (/^\s*\{/.test(text) ? JSON.parse(text) : parseToml(text));

/** The segments of a board that is not of a pack, as they are named in one that is made of it. */
const NAMES = ["A", "B", "C", "D"];
/** @type {Laid} */
export const UNNAMED = Object.fromEntries(
  QUARTERS.map((quarter, at) => [quarter, { segment: NAMES[at], turn: 0 }]),
);

/** The segments as they come to hand. @param {Pack} pack @returns {Laid} */
export const asTheyCome = ({ segments }) =>
  Object.fromEntries(
    Object.keys(segments).map((segment, at) => [QUARTERS[at], { segment, turn: 0 }]),
  );

/** Where on the board a space of a segment comes to lie. @type {(row: number, column: number, quarter: string, turn: number, north: North) => string} */
function lies(row, column, quarter, turn, north) {
  let [down, right] = [row, column];
  for (let quarters = turn / 90; quarters > 0; quarters -= 1) {
    [down, right] = [right, HALF - 1 - down];
  }
  const at = QUARTERS.indexOf(quarter);
  return named(
    (north === "up" ? HALF - 1 - down : down) + HALF * Math.floor(at / 2),
    right + HALF * (at % 2),
  );
}

/**
 * The board that four segments make.
 *
 * @type {(pack: Pack, laid: Laid) => {rows: string[], bridges: string[][]}}
 */
export function boardOf({ segments, north }, laid) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  /** @type {string[][]} */
  const bridges = [];
  for (const [quarter, { segment, turn }] of Object.entries(laid)) {
    const { rows, bridges: own } = segments[segment];
    for (const [row, line] of rows.entries()) {
      for (const [column, letter] of [...line].entries()) {
        letters.set(lies(row, column, quarter, turn, north), letter);
      }
    }
    for (const bridge of own) {
      bridges.push(
        bridge.map((space) =>
          lies(Number(space.slice(1, 3)) - 1, Number(space.slice(5)) - 1, quarter, turn, north),
        ),
      );
    }
  }
  const rows = Array.from({ length: SIDE }, (_, row) =>
    Array.from({ length: SIDE }, (_, column) => letters.get(named(row, column))).join(""),
  );
  return { rows, bridges };
}

/** @param {string} space */
export const quarterOf = (space) => {
  const [north, east] = position(space);
  return QUARTERS[2 * Math.floor(north / HALF) + Math.floor(east / HALF)];
};

/** The spaces of a quarter as they are seen, row by row. @type {(quarter: string, north: North) => string[][]} */
export const linesOfQuarter = (quarter, north) =>
  linesOf(north)
    .map((line) => line.filter((space) => quarterOf(space) === quarter))
    .filter((line) => line.length > 0);

/**
 * The pack of a board: what lies on each quarter is its segment. A bridge over a seam becomes two.
 *
 * @param {{board: {rows: string[], bridges: string[][]}, north: North, pack: Pack | null}} table
 * @param {Laid} laid
 * @returns {Pack}
 */
export function packOf({ board, north, pack }, laid) {
  const made = new Map(
    Object.entries(laid).map(([quarter, { segment, turn }]) => {
      /** @type {Map<string, string>} */
      const inner = new Map();
      const lines = Array.from({ length: HALF }, (_, row) =>
        Array.from({ length: HALF }, (_, column) => {
          const space = lies(row, column, quarter, turn, north);
          inner.set(space, named(row, column));
          return letterAt(board.rows, space);
        }).join(""),
      );
      const bridges = board.bridges
        .map((bridge) => bridge.flatMap((space) => inner.get(space) ?? []))
        .filter((bridge) => bridge.length > 0);
      return [segment, { rows: lines, bridges }];
    }),
  );
  const names = pack ? Object.keys(pack.segments) : NAMES;
  return {
    title: pack?.title ?? "",
    north,
    segments: Object.fromEntries(names.map((name) => [name, made.get(name) ?? NOTHING])),
    dice: pack?.dice ?? {},
    coordinates: pack?.coordinates ?? [],
    cards: pack?.cards ?? {},
  };
}

/** @type {Segment} */
const NOTHING = { rows: Array.from({ length: HALF }, () => "?".repeat(HALF)), bridges: [] };

/** A value as TOML writes it on one line. @param {any} value @returns {string} */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)} = ${inline(one)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

/** A pack as a file that the page and the service load. @param {Pack} pack */
export function tomlOf({ title, north, segments, dice, coordinates, cards }) {
  const known = { game: "treasure_hunt", title, north, ...cards };
  const given = {
    ...known,
    ...(coordinates.length > 0 && { coordinates }),
    ...(Object.keys(dice).length > 0 && { dice }),
  };
  return [
    ...Object.entries(given).map(([key, value]) => `${key} = ${inline(value)}`),
    ...Object.entries(segments).map(
      ([name, { rows, bridges }]) =>
        `\n[segments.${JSON.stringify(name)}]\nrows = [\n${rows.map((row) => `  "${row}",\n`).join("")}]\nbridges = ${inline(bridges)}`,
    ),
    "",
  ].join("\n");
}

/** Another segment on a quarter; the one that lay there goes where that one was. @type {(laid: Laid, quarter: string, segment: string) => Laid} */
export function withSegment(laid, quarter, segment) {
  const from = QUARTERS.find((one) => laid[one].segment === segment) ?? quarter;
  return { ...laid, [from]: laid[quarter], [quarter]: laid[from] };
}
