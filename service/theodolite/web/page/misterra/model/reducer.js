/**
 * Every change a person can make, as one pure function from state and action to state.
 *
 * An action on a table carries `of`: "table" (when absent), "before" or "after".
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {"table" | "before" | "after"} Which
 * @typedef {"island" | number} BoardName the island, or the player whose parchment it is
 * @typedef {(string | null)[]} Sketch the two terrains of a sketch card, as far as they are chosen
 *
 * @typedef {object} Question the half day put to the referee
 * @property {number} player
 * @property {boolean} first whether it is said to be the first of the game, from off the board
 * @property {string[]} path
 * @property {{discard: Sketch, reveal: Sketch} | null} lagoon
 * @property {Sketch} sketch
 * @property {"map" | "claim" | "discard"} action
 * @property {string[]} spaces
 *
 * @typedef {{before: Table, after: Table, player: number}} Dispute
 *
 * The state that undo walks over and the browser keeps:
 *
 * @typedef {{table: Table, question: Question, dispute: Dispute | null, record: import("./record.js").GameRecord | null, earlier: import("./record.js").GameRecord[], claimless: boolean}} State
 *
 * `claimless` is whether somebody has said that players without a marker have no claim.
 */

import { isObject } from "../../shell/read.js";
import { corrected, readRecords } from "../../shell/record.js";
import { same } from "../../shell/same.js";
import { EMPTY, isBeach, isHazy, tileAt, withTiles } from "./board.js";
import { dueNow, positionOf, readRecord, withHalfDay } from "./record.js";
import { newPlayer, readTable } from "./table.js";

/** @type {Question} */
export const NO_QUESTION = {
  player: 0,
  first: false,
  path: [],
  lagoon: null,
  sketch: [null, null],
  action: "map",
  spaces: [],
};

/** @param {Table} table @returns {State} */
export const newState = (table) => ({
  table,
  question: NO_QUESTION,
  dispute: null,
  record: null,
  earlier: [],
  claimless: false,
});

/** @param {unknown} value */
const isWords = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");
/** @param {unknown} value */
const isSketch = (value) =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((one) => one === null || typeof one === "string");

/** @type {(value: unknown, table: Table) => Question} */
function readQuestion(value, table) {
  const sound =
    isObject(value) &&
    table.players[value.player] !== undefined &&
    isWords(value.path) &&
    isWords(value.spaces) &&
    isSketch(value.sketch) &&
    ["map", "claim", "discard"].includes(value.action) &&
    (value.lagoon === null ||
      (isObject(value.lagoon) && isSketch(value.lagoon.discard) && isSketch(value.lagoon.reveal)));
  if (!sound) return NO_QUESTION;
  return { ...NO_QUESTION, ...value, first: value.first === true };
}

/** @param {unknown} value @returns {Dispute | null} */
function readDispute(value) {
  if (!isObject(value)) return null;
  const [before, after] = [readTable(value.before), readTable(value.after)];
  return before && after && before.players[value.player] !== undefined
    ? { before, after, player: value.player }
    : null;
}

/**
 * Takes a state from outside (a link, an older visit) only if it can be drawn.
 *
 * @param {unknown} value
 * @returns {State | null}
 */
export function readState(value) {
  if (!isObject(value)) return null;
  const table = readTable(value.table);
  return (
    table && {
      table,
      question: readQuestion(value.question, table),
      dispute: readDispute(value.dispute),
      ...readRecords(value, readRecord),
      claimless: value.claimless === true,
    }
  );
}

/**
 * The tile of a small letter typed on the island: hazy at first, confirmed when typed again.
 *
 * @type {(rows: string[], space: string, letter: string) => string}
 */
export const typed = (rows, space, letter) =>
  tileAt(rows, space) === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 * @param {T} value
 */
const replaced = (list, index, value) => list.map((old, at) => (at === index ? value : old));
/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 */
const without = (list, index) => list.filter((_, at) => at !== index);
/** @type {(list: readonly string[], value: string) => string[]} */
const toggled = (list, value) =>
  list.includes(value) ? list.filter((old) => old !== value) : [...list, value];

/** @type {(table: Table, index: number, change: Partial<import("./table.js").Player>) => Table} */
const withPlayer = (table, index, change) => ({
  ...table,
  players: replaced(table.players, index, { ...table.players[index], ...change }),
});

/** @type {(table: Table, board: BoardName) => string[]} */
export const rowsOf = (table, board) =>
  board === "island" ? table.island : table.players[board].parchment;

/** @type {(table: Table, board: BoardName, rows: string[]) => Table} */
const withRows = (table, board, rows) =>
  board === "island" ? { ...table, island: rows } : withPlayer(table, board, { parchment: rows });

/** @type {import("../../shell/store.js").Carrying<Table, import("../commands.js").OnTable>} */
export const TABLE_ACTIONS = {
  lay: (table, { board, spaces, letter }) =>
    withRows(table, board, withTiles(rowsOf(table, board), spaces, letter)),

  rows: (table, { board, rows }) => withRows(table, board, rows),

  // Markers and meeples go with the tiles that they stood on.
  clear: (table, { board }) => {
    const cleared = withRows(table, board, EMPTY);
    if (board !== "island") return cleared;
    return {
      ...cleared,
      ...(table.otoma && { otoma: { claims: [] } }),
      players: table.players.map((player) => ({
        ...player,
        claims: [],
        meeple: player.meeple && isBeach(player.meeple) ? player.meeple : null,
      })),
    };
  },

  fill: (table, { board, letter }) =>
    withRows(
      table,
      board,
      rowsOf(table, board).map((row) => row.replaceAll(".", letter)),
    ),

  confirm: (table) => ({ ...table, island: table.island.map((row) => row.toUpperCase()) }),

  // A parchment knows no hazy tiles.
  copy_island: (table, { board }) =>
    withRows(
      table,
      board,
      table.island.map((row) => [...row].map((letter) => (isHazy(letter) ? "." : letter)).join("")),
    ),

  claim: (table, { player, space }) =>
    player === "otoma"
      ? { ...table, otoma: { claims: toggled(table.otoma?.claims ?? [], space) } }
      : withPlayer(table, player, { claims: toggled(table.players[player].claims, space) }),

  meeple: (table, { player, space }) =>
    withPlayer(table, player, { meeple: table.players[player].meeple === space ? null : space }),

  beach: (table, { side }) => ({
    ...table,
    beach: side,
    // A meeple on the beach cannot stay where there is no beach any more.
    players: table.players.map((player) =>
      player.meeple?.startsWith("beach:") ? { ...player, meeple: null } : player,
    ),
  }),

  add_player: (table, { name }) => {
    const { otoma, ...rest } = table;
    return { ...rest, players: [...table.players, newPlayer(name)] };
  },

  remove_player: (table, { player }) => ({ ...table, players: without(table.players, player) }),

  rename: (table, { player, name }) => withPlayer(table, player, { name }),

  presumption: (table, { player, slot, presumption }) => {
    const kept = table.players[player].presumptions;
    const next =
      presumption === null
        ? without(kept, slot)
        : slot < kept.length
          ? replaced(kept, slot, presumption)
          : [...kept, presumption];
    return withPlayer(table, player, { presumptions: next });
  },

  variant: (table, { name, value }) => ({
    ...table,
    variants: { ...table.variants, [name]: value },
  }),

  ruling: (table, { name, value }) => ({ ...table, rulings: { ...table.rulings, [name]: value } }),

  solo: (table, { on }) => {
    const { otoma, ...rest } = table;
    return on ? { ...rest, otoma: { claims: [] } } : rest;
  },

  display: (table, { cards }) => {
    const { display, ...rest } = table;
    return cards.length > 0 ? { ...rest, display: cards } : rest;
  },

  adopt: (_, { table }) => table,
};

/** @type {import("../../shell/store.js").Carrying<State, import("../commands.js").OnState>} */
export const STATE_ACTIONS = {
  step: (state, { space, way }) => {
    const { path } = state.question;
    const next = path.at(-1) === space ? path.slice(0, -1) : [...path, ...way];
    return ask(state, { path: next });
  },

  aim: (state, { space }) => {
    const { spaces } = state.question;
    const next = spaces.includes(space)
      ? spaces.filter((one) => one !== space)
      : [...spaces, space].slice(-2);
    return ask(state, { spaces: next, action: "map" });
  },

  ask: (state, { question }) => ask(state, question),

  // The referee's own `after` becomes the table; the question is of the next player.
  play: (state, { table }) => {
    const played = { ...state, table: knownOnly(table), ...withHalfDay(state, table) };
    const player = dueNow(played)?.player ?? state.question.player;
    return { ...played, question: { ...NO_QUESTION, player } };
  },

  // All that no turn changes stays as it is.
  correct: (state, { after, player, ...turns }) => {
    const { island, players } = after ?? state.table;
    const table = {
      ...state.table,
      island,
      players: state.table.players.map((player, seat) => ({
        ...player,
        parchment: players[seat].parchment,
        meeple: players[seat].meeple ?? null,
        claims: players[seat].claims ?? [],
      })),
    };
    const records = corrected(state, turns, positionOf(table));
    const corrects = { ...state, table, ...records };
    return {
      ...corrects,
      question: { ...NO_QUESTION, player: dueNow(corrects)?.player ?? player ?? 0 },
    };
  },

  claimless: (state, { claimless }) => ({ ...state, claimless }),

  dispute: (state, { dispute }) => ({ ...state, dispute: { ...disputeOf(state), ...dispute } }),
};

/**
 * The table without a display of which a half day does not say which card it took, or none is left;
 * and without a count of Otoma's half days, which are laid by hand.
 *
 * @param {Table} table
 */
function knownOnly({ display, otoma, ...table }) {
  return {
    ...table,
    ...(otoma && { otoma: { claims: otoma.claims } }),
    ...(display?.length && display.every(Boolean) && { display }),
  };
}

/** The dispute as it stands; until somebody begins one, both its tables are the table itself. @param {State} state */
export const disputeOf = ({ dispute, table }) =>
  dispute ?? { before: table, after: table, player: 0 };

/** @type {(state: State, change: Partial<Question>) => State} */
const ask = (state, change) => ({ ...state, question: { ...state.question, ...change } });

/** Players may have left the table since the question was put to one of them. @param {State} state */
function seated(state) {
  const last = state.table.players.length - 1;
  return state.question.player <= last ? state : ask(state, { player: last });
}

/**
 * @param {State} state
 * @param {any} action its `type` is a key of the actions above
 * @returns {State} the next state; the very same one where nothing changed
 */
export const reduce = (state, action) => same(state, changed(state, action));

/** @type {(state: State, action: any) => State} */
function changed(state, action) {
  const whole = /** @type {any} */ (STATE_ACTIONS)[action.type];
  if (whole) return whole(state, action);
  const change = /** @type {any} */ (TABLE_ACTIONS)[action.type];
  /** @type {Which} */
  const which = action.of ?? "table";
  if (which !== "table") {
    const dispute = disputeOf(state);
    const next = same(dispute[which], change(dispute[which], action));
    // A change that changes nothing begins no dispute.
    return next === dispute[which] ? state : { ...state, dispute: { ...dispute, [which]: next } };
  }
  // Of an island without markers, or of players who join, nothing has been said yet.
  const claimless =
    state.claimless && !["clear", "add_player", "solo", "adopt"].includes(action.type);
  return seated({ ...state, claimless, table: change(state.table, action) });
}
