/** Every change a person can make, as one pure function from state and action to state. */

import { same } from "../../shell/same.js";
import { counted } from "./boxes.js";
import { chosen, closed, newRecord, noted, recordBody } from "./record.js";
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

/** @type {(seasons: Player["seasons"], season: string, boxes: import("./boxes.js").Boxes) => Player["seasons"]} */
const withBoxes = (seasons, season, boxes) =>
  SEASONS.flatMap((each) =>
    each === season ? (counted(each, boxes) ?? []) : seasons.filter((one) => one.season === each),
  );

/** An ambush has come; the order in which they came decides which acts first. @type {(table: Table, card: string) => Table} */
const come = (table, card) =>
  table.ambushes.includes(card) ? table : { ...table, ambushes: [...table.ambushes, card] };

/** The outcome of a monster on a star; a destroyed dragon differs from the rest. @type {Record<string, string>} */
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

/** @type {import("../../shell/store.js").Carrying<Table, import("../commands.js").Commands>} */
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

  // The drawing lies there: a shape may bring a coin, and a gorgon destroys a space.
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
    withPlayer(table, player, {
      ...newPlayer(""),
      ...(table.players[player].coins_spent && { coins_spent: 0 }),
      ...named(table, player),
    }),

  coins: (table, { player, coins }) => withPlayer(table, player, { coins: Math.max(0, coins) }),
  spent: (table, { player, coins }) => withPlayer(table, player, { coins_spent: coins }),

  boxes: (table, { player, season, boxes }) =>
    withPlayer(table, player, {
      seasons: withBoxes(table.players[player].seasons, season, boxes),
    }),

  // Spaces that trolls destroy after winter are scored no more, so the maps stay as they were scored.
  choices: (table) => table,
  forget_record: (table) => table,
  game: (table, { game, map }) => ({ ...table, game, map }),
  map: (table, { map }) => ({ ...table, map }),
  season: (table, { season }) => ({ ...table, season }),

  ambush: (table, { card }) => ({ ...table, ambushes: toggled(table.ambushes, card) }),

  // The season's sum stands on every sheet, zombies and trolls have acted, and the next one begins.
  end_season: (table, { after: { season, players } }) => ({
    ...table,
    season,
    players: players.map(
      (/** @type {Player} */ { name, coins, coins_spent, stars, drawn, seasons }) => ({
        name,
        coins,
        ...(coins_spent && { coins_spent }),
        stars,
        drawn,
        // The sum of boxes that may still be changed follows them.
        seasons: seasons.map(({ written: sum, ...box }) =>
          sum === undefined || (box.season === table.season && box.decrees)
            ? box
            : { ...box, written: sum },
        ),
      }),
    ),
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

/** These make another table of it than the one that was recorded. */
const LEAVING = ["game", "season", "add_player", "remove_player"];

/** The record after a command. @type {Record<string, (state: State, action: any) => State["record"]>} */
const RECORDS = {
  turn: ({ table, record }, action) =>
    noted(
      record ?? newRecord(beforeTurn(table, action)),
      action.card,
      action.seat,
      action.draw,
      action.afterRuins,
    ),
  end_season: ({ record }, { choices }) => record && closed(record, choices),
  choices: ({ record }, { choices }) => record && chosen(record, choices),
};

/** The boxes written by hand of earlier seasons, after a command. @type {(boxes: State["boxes"], action: any) => State["boxes"]} */
function written(boxes, { type, player, season, boxes: now }) {
  if (type === "boxes") return { ...boxes, [`${player} ${season}`]: now };
  if (type !== "remove_player") return boxes;
  const left = Object.entries(boxes).flatMap(([key, one]) => {
    const [seat, rest] = [Number(key[0]), key.slice(1)];
    return seat === player ? [] : [[`${seat > player ? seat - 1 : seat}${rest}`, one]];
  });
  return Object.fromEntries(left);
}

/** The table has left its record, which is kept as it is. @type {(state: State) => Pick<State, "record" | "earlier">} */
const left = ({ record, earlier, table }) => ({
  record: null,
  earlier: record ? [...earlier, recordBody(record, table)] : earlier,
});

/** @type {(state: State, action: any) => State} */
export function reduce(state, action) {
  const { type } = action;
  const table = same(state.table, /** @type {any} */ (ACTIONS)[type](state.table, action));
  const begun = {
    season: table.season,
    drawn: table.players.map((/** @type {Player} */ { drawn }) => drawn),
  };
  const next = {
    ...state,
    table,
    boxes: written(state.boxes, action),
    begun: type === "end_season" ? begun : LEAVING.includes(type) ? null : state.begun,
  };
  if (type === "forget_record") return same(state, { ...next, record: null, earlier: [] });
  if (LEAVING.includes(type)) {
    return same(state, table === state.table ? state : { ...next, ...left(state) });
  }
  const record = RECORDS[type];
  return same(state, { ...next, ...(record && { record: record(state, action) }) });
}
