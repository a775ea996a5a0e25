/** Every change a person can make, as one pure function from state and action to state. */

import { same } from "../../shell/same.js";
import { chosen, closed, newRecord, noted } from "./record.js";
import { letterAt, newPlayer, SEASONS, withLetter } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./record.js").State} State */
/** @typedef {import("./table.js").Player} Player */

/** @type {(table: Table, index: number, change: Partial<Player>) => Table} */
const withPlayer = (table, index, change) => ({
  ...table,
  players: table.players.map((player, at) => (at === index ? { ...player, ...change } : player)),
});

/** @type {(list: readonly string[], value: string) => string[]} */
const toggled = (list, value) =>
  list.includes(value) ? list.filter((old) => old !== value) : [...list, value];

/** @type {(seasons: Player["seasons"], box: import("./table.js").Box) => Player["seasons"]} */
const withBox = (seasons, box) =>
  [...seasons.filter(({ season }) => season !== box.season), box].sort(
    (one, other) => SEASONS.indexOf(one.season) - SEASONS.indexOf(other.season),
  );

/** An ambush has come; the order in which they came decides which acts first. @type {(table: Table, card: string) => Table} */
const come = (table, card) =>
  table.ambushes.includes(card) ? table : { ...table, ambushes: [...table.ambushes, card] };

/** What becomes of a monster on a star; a dragon that was destroyed is told from the rest. @type {Record<string, string>} */
const DESTROYED = { M: "X", Z: "X", T: "X", G: "X", D: "d" };

/** A map on which every monster on a star is destroyed at once, whichever came first. @type {(player: Player) => Player} */
const struck = ({ drawn, stars, ...player }) => ({
  ...player,
  stars,
  drawn: stars.reduce((rows, star) => {
    const left = DESTROYED[letterAt(rows, star)];
    return left ? withLetter(rows, [star], left) : rows;
  }, drawn),
});

/** @type {(table: Table, player: number, change: Partial<Player>) => Table} */
const withMap = (table, player, change) =>
  withPlayer(table, player, struck({ ...table.players[player], ...change }));

/** @type {Record<string, (table: Table, action: any) => Table>} */
export const ACTIONS = {
  draw: (table, { player, spaces, letter }) =>
    withMap(table, player, { drawn: withLetter(table.players[player].drawn, spaces, letter) }),

  rows: (table, { player, rows }) => withMap(table, player, { drawn: rows }),

  // A shape that is dragged leaves no trace where it was: it is drawn on what lay there before.
  shape: (table, { player, before, spaces, letter, ambush }) =>
    withMap(ambush ? come(table, ambush) : table, player, {
      drawn: withLetter(before, spaces, letter),
    }),

  print: (table, { spaces, letter }) =>
    typeof table.map === "string"
      ? table
      : { ...table, map: withLetter(table.map, spaces, letter) },

  star: (table, { player, space }) =>
    withMap(table, player, { stars: toggled(table.players[player].stars, space) }),

  // Stars of other heroes stay where they are.
  hero: (table, { player, before, space, stars }) =>
    withMap(table, player, {
      drawn: withLetter(before.drawn, [space], "H"),
      stars: [...new Set([...before.stars, ...stars])],
    }),

  take_up: (table, { player, before }) => withPlayer(table, player, before),

  // What was drawn lies there: a shape may bring a coin, and a gorgon destroys a space.
  turn: (table, { player, coin, draw: { destroys } }) => {
    const { coins, drawn } = table.players[player];
    const left = destroys ? letterAt(drawn, destroys) : "";
    return withMap(table, player, {
      coins: coin ? coins + 1 : coins,
      drawn: destroys ? withLetter(drawn, [destroys], DESTROYED[left] ?? "X") : drawn,
    });
  },

  gain: (table, { player, coins }) =>
    withPlayer(table, player, { coins: table.players[player].coins + coins }),

  // The stars go with the map that they were drawn on.
  clear: (table, { player }) =>
    withPlayer(table, player, { ...newPlayer(""), ...named(table, player) }),

  coins: (table, { player, coins }) => withPlayer(table, player, { coins: Math.max(0, coins) }),

  box: (table, { player, box }) =>
    withPlayer(table, player, { seasons: withBox(table.players[player].seasons, box) }),

  // What trolls destroy after winter is scored no more, so the maps stay as they were scored.
  choices: (table) => table,
  forget_record: (table) => table,
  game: (table, { game, map }) => ({ ...table, game, map }),
  map: (table, { map }) => ({ ...table, map }),
  season: (table, { season }) => ({ ...table, season }),

  ambush: (table, { card }) => ({ ...table, ambushes: toggled(table.ambushes, card) }),

  // What the season came to stands on every sheet, zombies and trolls have acted, and the next one begins.
  settle: (table, { after: { season, players } }) => ({
    ...table,
    season,
    players: players.map((/** @type {Player} */ { name, coins, stars, drawn, seasons }) => ({
      name,
      coins,
      stars,
      drawn,
      seasons,
    })),
  }),

  decree: (table, { decree, card }) => {
    const { [decree]: _, ...others } = table.decrees;
    return { ...table, decrees: card === null ? others : { ...others, [decree]: card } };
  },

  ruling: (table, { name, value }) => ({ ...table, rulings: { ...table.rulings, [name]: value } }),
  rename: (table, { player, name }) => withPlayer(table, player, { name }),
  add_player: (table, { name }) => ({ ...table, players: [...table.players, newPlayer(name)] }),
  remove_player: (table, { player }) => ({
    ...table,
    players: table.players.filter((_, at) => at !== player),
  }),
};

/** @type {(table: Table, player: number) => Pick<Player, "name" | "seasons">} */
const named = ({ players }, player) => ({
  name: players[player].name,
  seasons: players[player].seasons,
});

/** The table before a card was drawn on a map. @type {(table: Table, action: any) => Table} */
const beforeTurn = (table, { player, card, before }) => ({
  ...withPlayer(table, player, before),
  ambushes: table.ambushes.filter((one) => one !== card),
});

const forgotten = () => null;

/** What becomes of the record. @type {Record<string, (state: State, action: any) => State["record"]>} */
const RECORDS = {
  turn: ({ table, record }, action) =>
    noted(
      record ?? newRecord(beforeTurn(table, action)),
      action.card,
      action.seat,
      action.draw,
      action.afterRuins,
    ),
  settle: ({ record }, { choices }) => record && closed(record, choices),
  choices: ({ record }, { choices }) => record && chosen(record, choices),
  // Another table than the one that was recorded.
  forget_record: forgotten,
  game: forgotten,
  season: forgotten,
  add_player: forgotten,
  remove_player: forgotten,
};

/** @type {(state: State, action: any) => State} */
export const reduce = (state, action) =>
  same(state, {
    table: ACTIONS[action.type](state.table, action),
    record: RECORDS[action.type] ? RECORDS[action.type](state, action) : state.record,
  });
