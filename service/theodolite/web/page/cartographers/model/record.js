/**
 * The record of a game: how the table stood when the first card was drawn, and every card since.
 *
 * A draw is a short line, because each step of undo keeps the whole record: a letter and its spaces, `*` before
 * the spaces of a hero's stars, `x` before the space that a gorgon destroyed: "V A1 A2", "H D5 *E5", "G B4 xB5".
 * Nothing but the letter says that nothing could be drawn.
 */

import { isObject } from "../../shell/read.js";
import { isPlayer, readTable, SEASONS, SPACES, TERRAIN_OF } from "./table.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{card: string, draws: Record<string, string>}} Turn the drawings, by the seat of the player
 * @typedef {{turns: Turn[], choices: Record<string, Record<string, string>>}} Season
 * @typedef {{start: Pick<Table, "season" | "ambushes" | "players">, seasons: Season[]}} GameRecord
 * @typedef {{letter: string, spaces: string[], stars?: string[], destroys?: string | null}} Draw
 */

const RUINS = ["temple_ruins", "outpost_ruins"];

/** @returns {Season} */
const newSeason = () => ({ turns: [], choices: {} });

/** A record that begins with this table. @param {Table} table @returns {GameRecord} */
export const newRecord = ({ season, ambushes, players }) => ({
  start: { season, ambushes, players },
  seasons: [newSeason()],
});

/** The cards of the season under way. @param {GameRecord | null} record @returns {Turn[]} */
export const turnsNow = (record) => record?.seasons.at(-1)?.turns ?? [];

/** @param {Draw} draw */
const line = ({ letter, spaces, stars = [], destroys }) =>
  [
    letter,
    ...spaces,
    ...stars.map((star) => `*${star}`),
    ...(destroys ? [`x${destroys}`] : []),
  ].join(" ");

/** A draw as the API takes it. @param {string} text */
export function drawOf(text) {
  const [letter, ...marks] = text.split(" ");
  const spaces = marks.filter((mark) => SPACES.includes(mark));
  /** @param {string} sign */
  const marked = (sign) => marks.filter((mark) => mark[0] === sign).map((mark) => mark.slice(1));
  const stars = marked("*");
  const [destroys] = marked("x");
  return {
    spaces,
    ...(spaces.length > 0 && { terrain: TERRAIN_OF[letter] }),
    ...(letter === "H" && { stars }),
    ...(destroys && { destroys }),
  };
}

/**
 * A player's drawing for a card. Everybody draws for a card once, and a ruins card came before it.
 *
 * @type {(record: GameRecord, card: string, seat: number, draw: Draw, afterRuins: boolean) => GameRecord}
 */
export function noted(record, card, seat, draw, afterRuins) {
  const turns = turnsNow(record);
  const isOut = turns.at(-1)?.card === card && !(seat in (turns.at(-1)?.draws ?? {}));
  const { draws } = isOut ? /** @type {Turn} */ (turns.at(-1)) : { draws: {} };
  const turn = { card, draws: { ...draws, [seat]: line(draw) } };
  const earlier = isOut ? turns.slice(0, -1) : turns;
  // Two ruins cards are in the deck, and it does not matter which of them it was.
  const ruins = RUINS.find((one) => turns.every((other) => other.card !== one)) ?? RUINS[0];
  const before = afterRuins && !isOut ? [...earlier, { card: ruins, draws: {} }] : earlier;
  return withSeason(record, { turns: [...before, turn] });
}

/** @type {(record: GameRecord, change: Partial<Season>) => GameRecord} */
const withSeason = ({ start, seasons }, change) => ({
  start,
  seasons: [...seasons.slice(0, -1), { ...(seasons.at(-1) ?? newSeason()), ...change }],
});

/** The season is over, and trolls destroyed these spaces. @type {(record: GameRecord, choices: Season["choices"]) => GameRecord} */
export function closed(record, choices) {
  const { start, seasons } = withSeason(record, { choices });
  return { start, seasons: [...seasons, newSeason()] };
}

/** The spaces that trolls destroy at the end of the season under way, as far as they are chosen. @param {GameRecord} record @returns {Season["choices"]} */
export const choicesNow = ({ seasons }) => seasons.at(-1)?.choices ?? {};

/** After winter trolls destroy spaces too, and no season follows. @type {(record: GameRecord, choices: Season["choices"]) => GameRecord} */
export const chosen = (record, choices) => withSeason(record, { choices });

/** Whether the card that is out came after a ruins card. @param {Turn[]} turns */
export const isAfterRuins = (turns) => RUINS.includes(turns.at(-2)?.card ?? "");

/** A hero's attack pattern as far as it was drawn, for cards whose pattern is not known. @param {string} text */
function patternOf(text) {
  const { spaces, stars = [] } = drawOf(text);
  const marked = [...spaces, ...stars].map((space) => {
    const at = SPACES.indexOf(space);
    return { y: Math.floor(at / 11), x: at % 11, sign: spaces.includes(space) ? "H" : "*" };
  });
  const [top, left] = [
    Math.min(...marked.map(({ y }) => y)),
    Math.min(...marked.map(({ x }) => x)),
  ];
  const [down, right] = [
    Math.max(...marked.map(({ y }) => y)),
    Math.max(...marked.map(({ x }) => x)),
  ];
  return Array.from({ length: down - top + 1 }, (_, row) =>
    Array.from(
      { length: right - left + 1 },
      (_, column) => marked.find(({ y, x }) => y === row + top && x === column + left)?.sign ?? ".",
    ).join(""),
  );
}

/** The card as the API takes it; of a hero, the pattern that was drawn. @param {Turn} turn */
export function cardOf({ card, draws }) {
  const [widest] = Object.values(draws)
    .filter((draw) => draw.startsWith("H ") && draw.includes("*"))
    .sort((one, other) => other.length - one.length);
  return widest ? { card, pattern: patternOf(widest) } : card;
}

/**
 * The turns of a record in the API's order, each with its place here; the end of a season is one of its own.
 *
 * @param {Season[]} seasons
 */
export const placesOf = (seasons) =>
  seasons.flatMap(({ turns }, season) => [...turns.keys(), null].map((turn) => ({ season, turn })));

/**
 * The record as the API judges it. A card that not everybody has drawn yet is left out.
 *
 * @type {(record: GameRecord, table: Table, isOver?: boolean) => Body} `isOver`: whether the last season is
 */
export function recordBody({ start, seasons }, { players, season, ambushes, ...table }, isOver) {
  const names = players.map(({ name }) => name);
  const last = turnsNow({ start, seasons }).at(-1);
  const isOpen = last && players.some((_, seat) => !(seat in last.draws));
  return {
    snapshot: {
      ...table,
      season: start.season,
      ambushes: start.ambushes,
      players: start.players.map((player, seat) => ({ ...player, name: names[seat] })),
    },
    turns: seasons.flatMap(({ turns, choices }, at) => {
      const isLast = at === seasons.length - 1;
      const played = (isOpen && isLast ? turns.slice(0, -1) : turns).map((turn) => ({
        card: cardOf(turn),
        moves: Object.fromEntries(
          Object.entries(turn.draws).map(([seat, draw]) => [names[Number(seat)], drawOf(draw)]),
        ),
      }));
      return isLast && !isOver ? played : [...played, { season_end: { choices } }];
    }),
  };
}

/** @param {unknown} value */
const isTurn = (value) =>
  isObject(value) &&
  typeof value.card === "string" &&
  isObject(value.draws) &&
  Object.values(value.draws).every((draw) =>
    /^[FVAWMDZTGH]( [*x]?[A-K]\d{1,2})*$/.test(String(draw)),
  );

/** @param {unknown} value */
const isSeason = (value) =>
  isObject(value) &&
  Array.isArray(value.turns) &&
  value.turns.every(isTurn) &&
  isObject(value.choices) &&
  Object.values(value.choices).every(isObject);

/** A record that is kept, if it can be read. @param {unknown} value @returns {GameRecord | null} */
function readRecord(value) {
  if (!isObject(value) || !isObject(value.start)) return null;
  const { start, seasons } = value;
  const sound =
    SEASONS.includes(start.season) &&
    Array.isArray(start.ambushes) &&
    Array.isArray(start.players) &&
    start.players.every(isPlayer) &&
    Array.isArray(seasons) &&
    seasons.length > 0 &&
    seasons.every(isSeason);
  return sound ? /** @type {GameRecord} */ (value) : null;
}

/** @typedef {{snapshot: any, turns: any[]}} Body a record as the API takes it */
/** @typedef {Record<string, import("./boxes.js").Boxes>} Written what was written by hand of earlier seasons, by seat and season */
/** @typedef {{season: string, drawn: string[][]}} Begun a season and the maps with which it began */
/** @typedef {{table: Table, record: GameRecord | null, earlier: Body[], boxes: Written, begun: Begun | null}} State what undo walks over and what the browser keeps; `earlier` are records of tables that were changed by hand */

/** @param {Table} table @returns {State} */
export const newState = (table) => ({ table, record: null, earlier: [], boxes: {}, begun: null });

/** Whether a season has begun in which nobody has drawn yet. @param {Pick<State, "table" | "begun">} state */
export const isBlankSeason = ({ table: { season, players }, begun }) =>
  begun?.season === season && players.every(({ drawn }, at) => `${drawn}` === `${begun.drawn[at]}`);

/** @param {any} value a record that is kept; before the third edition its turns stood in seasons @returns {Body[]} none if it cannot be read */
function readBody({ snapshot, turns, seasons: older }) {
  if (!isObject(snapshot)) return [];
  if (Array.isArray(turns)) return [{ snapshot, turns }];
  if (!Array.isArray(older) || !older.every((one) => Array.isArray(one?.turns))) return [];
  const flat = older.flatMap(({ turns, choices = {} }, at) => {
    const isOver = at < older.length - 1 || Object.keys(choices).length > 0;
    const played = turns.map((/** @type {any} */ { card, draws }) => ({ card, moves: draws }));
    return isOver ? [...played, { season_end: { choices } }] : played;
  });
  return [{ snapshot, turns: flat }];
}

/** @param {unknown} value @returns {Written} */
const readBoxes = (value) =>
  isObject(value) &&
  Object.values(value).every((one) => isObject(one) && Object.values(one).every(Number.isInteger))
    ? /** @type {any} */ (value)
    : {};

/** @param {unknown} value @returns {State | null} */
export function readState(value) {
  if (!isObject(value)) return null;
  const table = readTable(value.table);
  const earlier = Array.isArray(value.earlier)
    ? value.earlier.filter(isObject).flatMap(readBody)
    : [];
  const boxes = readBoxes(value.boxes);
  const begun = isObject(value.begun) && Array.isArray(value.begun.drawn) ? value.begun : null;
  const record = readRecord(value.record);
  return table && { table, record, earlier, boxes, begun: /** @type {Begun | null} */ (begun) };
}
