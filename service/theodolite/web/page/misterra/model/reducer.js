/**
 * Every change a person can make, as one pure function from state and action to state.
 *
 * The state is what undo walks over and what the browser keeps:
 *   table            the game being entered, a snapshot in the API's shape
 *   question         the half day put to the referee
 *   dispute          two more snapshots and the player in question, or null
 * An action on a table carries `of`: "table" (when absent), "before" or "after".
 */

import { EMPTY, tileAt, withTiles } from "./board.js";
import { newPlayer, readTable } from "./table.js";

export const NO_QUESTION = {
  player: 0,
  path: [],
  lagoon: null,
  sketch: [null, null],
  action: "map",
  spaces: [],
};

export const newState = (table) => ({ table, question: NO_QUESTION, dispute: null });

/**
 * Takes a state from outside (a link, an older visit) only if it can be drawn.
 *
 * @param {unknown} value
 * @returns {object | null}
 */
export function readState(value) {
  const table = readTable(value?.table);
  return table && { ...newState(table), ...value, table };
}

/** What a terrain laid on a space becomes: hazy at first, confirmed when laid again. */
export function laid(rows, space, letter, onIsland) {
  if (letter === "." || !onIsland) return letter;
  const here = tileAt(rows, space);
  return here === letter.toLowerCase() ? letter : letter.toLowerCase();
}

const replaced = (list, index, value) => list.map((old, at) => (at === index ? value : old));
const without = (list, index) => list.filter((_, at) => at !== index);
const toggled = (list, value) =>
  list.includes(value) ? list.filter((old) => old !== value) : [...list, value];

const withPlayer = (table, index, change) => ({
  ...table,
  players: replaced(table.players, index, { ...table.players[index], ...change }),
});

const rowsOf = (table, board) =>
  board === "island" ? table.island : table.players[board].parchment;

const withRows = (table, board, rows) =>
  board === "island" ? { ...table, island: rows } : withPlayer(table, board, { parchment: rows });

const TABLE_ACTIONS = {
  lay: (table, { board, spaces, letter }) =>
    withRows(table, board, withTiles(rowsOf(table, board), spaces, letter)),

  rows: (table, { board, rows }) => withRows(table, board, rows),

  clear: (table, { board }) => withRows(table, board, EMPTY),

  fill: (table, { board, letter }) =>
    withRows(
      table,
      board,
      rowsOf(table, board).map((row) => row.replaceAll(".", letter)),
    ),

  confirm: (table) => ({ ...table, island: table.island.map((row) => row.toUpperCase()) }),

  claim: (table, { player, space }) =>
    player === "otoma"
      ? { ...table, otoma: { claims: toggled(table.otoma.claims, space) } }
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

const STATE_ACTIONS = {
  step: (state, { space }) => {
    const { path } = state.question;
    const next = path.at(-1) === space ? path.slice(0, -1) : [...path, space];
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

  // The referee's own `after` becomes the table; the question starts afresh.
  play: (state, { table }) => ({
    ...state,
    table,
    question: { ...NO_QUESTION, player: state.question.player },
  }),

  dispute: (state, { dispute }) => ({ ...state, dispute: { ...disputeOf(state), ...dispute } }),
};

/** The dispute as it stands; until somebody begins one, both its tables are the table itself. */
export const disputeOf = ({ dispute, table }) =>
  dispute ?? { before: table, after: table, player: 0 };

const ask = (state, change) => ({ ...state, question: { ...state.question, ...change } });

/** Players may have left the table since the question was put to one of them. */
function seated(state) {
  const last = state.table.players.length - 1;
  return state.question.player <= last ? state : ask(state, { player: last });
}

/**
 * @param {object} state
 * @param {{type: string, of?: "table" | "before" | "after"}} action
 * @returns {object} the next state; the very same one where nothing changed
 */
export function reduce(state, action) {
  if (STATE_ACTIONS[action.type]) return STATE_ACTIONS[action.type](state, action);
  const change = TABLE_ACTIONS[action.type];
  if (action.of === "before" || action.of === "after") {
    const dispute = disputeOf(state);
    return { ...state, dispute: { ...dispute, [action.of]: change(dispute[action.of], action) } };
  }
  return seated({ ...state, table: change(state.table, action) });
}
