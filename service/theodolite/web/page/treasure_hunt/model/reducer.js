/** Every change a person can make, as one pure function from state and action to state. */

import { corrected, namedNow } from "../../shell/record.js";
import { same } from "../../shell/same.js";
import { neighbours, withLetter } from "./frame.js";
import { boardOf, linesOfQuarter, packOf, UNNAMED } from "./pack.js";
import { positionOf, withTurn } from "./record.js";
import { atHome, creepAt, newPlayer, normalized } from "./table.js";
import { NO_TURN } from "./turn.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").State} State */
/** @typedef {import("./table.js").Player} Player */

/** @type {(table: Table, index: number, change: Partial<Player>) => Table} */
const withPlayer = (table, index, change) => ({
  ...table,
  players: table.players.map((player, at) => (at === index ? { ...player, ...change } : player)),
});

/** @type {(table: Table, index: number, route: string, change: object) => Table} */
function withRoute(table, index, route, change) {
  const { routes } = table.players[index];
  return withPlayer(table, index, {
    routes: { ...routes, [route]: { ...routes[route], ...change } },
  });
}

/** Swaps what two players have, so that nobody shares it. @type {(table: Table, player: number, part: "colour" | "home", value: string) => Table} */
function swapped(table, player, part, value) {
  const other = table.players.findIndex((one) => one[part] === value);
  const own = table.players[player][part];
  const freed = other === -1 ? table : moved(table, other, part, own);
  return moved(freed, player, part, value);
}

/** Explorers at home stay there. @type {(table: Table, player: number, part: "colour" | "home", value: string) => Table} */
function moved(table, player, part, value) {
  const { home, explorers } = table.players[player];
  if (part === "colour") return withPlayer(table, player, { colour: value });
  return withPlayer(table, player, {
    home: value,
    explorers: explorers.map((one) => (one.at === home ? { at: value } : one)),
  });
}

/** A board without the bridges over these spaces. @type {(bridges: string[][], spaces: string[]) => string[][]} */
const without = (bridges, spaces) =>
  bridges.filter((bridge) => !bridge.some((space) => spaces.includes(space)));

/** A board that is changed by hand; the segments of its pack change with it. @type {(table: Table, board: Table["board"]) => Table} */
function withBoard(table, board) {
  if (table.laid === null) return { ...table, board };
  const pack = packOf({ ...table, board }, table.laid);
  return { ...table, pack, board: boardOf(pack, table.laid) };
}

/** @type {(table: Table, piece: string | undefined, by: number | null) => Table} */
function spent(table, piece, by) {
  if (by === null || !piece) return table;
  const { free } = table.players[by];
  return withPlayer(table, by, { free: free.filter((one) => one !== piece) });
}

/** @type {Record<string, (table: Table, action: any) => Table>} */
const PLACED = {
  tree: (table, { spaces }) => ({ ...table, trees: [...table.trees, spaces] }),
  walker: (table, { spaces: [at] }) => ({
    ...table,
    walkers: [...table.walkers, { at, moved_by: null }],
  }),
  broken_bridge: (table, { spaces: [at] }) => ({
    ...table,
    broken_bridges: [...table.broken_bridges, at],
  }),
  creep_through: (table, { spaces: [at] }) => ({
    ...table,
    creep_throughs: [...table.creep_throughs, at],
  }),
};

/** @type {import("../../shell/store.js").Carrying<Table, Omit<import("../commands.js").Commands, "turn">>} */
export const ACTIONS = {
  // A bridge is path.
  paint: (table, { spaces, letter }) =>
    withBoard(table, {
      rows: withLetter(table.board.rows, spaces, letter),
      bridges: letter === "P" ? table.board.bridges : without(table.board.bridges, spaces),
    }),

  // The rows of a quarter as they are seen, from a text or a photograph, which tell no bridges.
  rows: (table, { quarter, rows }) => {
    const lines = linesOfQuarter(quarter, table.north);
    const entered = new Map(
      lines.flatMap((line, row) => line.map((space, at) => [space, rows[row][at]])),
    );
    let board = table.board.rows;
    for (const letter of new Set(entered.values())) {
      const spaces = [...entered.keys()].filter((space) => entered.get(space) === letter);
      board = withLetter(board, spaces, letter);
    }
    const covered = [...entered.keys()].filter((space) => entered.get(space) !== "P");
    return withBoard(table, { rows: board, bridges: without(table.board.bridges, covered) });
  },

  // The board becomes a pack, whose segments can be laid otherwise and kept.
  pack: (table, { title }) => {
    const laid = table.laid ?? UNNAMED;
    const named = table.laid ? table.pack : null;
    const pack = { ...packOf({ ...table, pack: named }, laid), title };
    return { ...table, pack, laid, board: boardOf(pack, laid) };
  },

  // A bridge grows with each space beside it.
  bridge: (table, { space }) => {
    const { rows, bridges } = table.board;
    if (bridges.some((bridge) => bridge.includes(space))) return table;
    const beside = neighbours(space);
    const near = bridges.filter((bridge) => bridge.some((one) => beside.includes(one)));
    const others = bridges.filter((bridge) => !near.includes(bridge));
    return withBoard(table, {
      rows: withLetter(rows, [space], "P"),
      bridges: [...others, [...near.flat(), space].sort()],
    });
  },
  no_bridge: (table, { space }) =>
    withBoard(table, { ...table.board, bridges: without(table.board.bridges, [space]) }),

  // Another board takes what stood on the last one along; coordinates and explorers keep their spaces.
  lay: (table, { pack, laid }) => ({
    ...table,
    pack,
    laid,
    north: pack.north,
    board: boardOf(pack, laid),
    trees: [],
    walkers: [],
    broken_bridges: [],
    creep_throughs: [],
  }),
  north: (table, { north }) => ({ ...table, north }),

  explorer: (table, { player, explorer, at }) =>
    withPlayer(table, player, {
      explorers: table.players[player].explorers.map((one, which) =>
        which === explorer
          ? { at: at === table.players[player].home ? atHome(table.rulings, at) : at }
          : one,
      ),
    }),
  terrain: (table, { player, explorer, terrain }) =>
    withPlayer(table, player, {
      explorers: table.players[player].explorers.map((one, which) =>
        which === explorer ? { ...one, terrain } : one,
      ),
    }),
  walker_terrain: (table, { at, terrain }) => ({
    ...table,
    walkers: table.walkers.map((one) => (one.at === at ? { ...one, terrain } : one)),
  }),

  // A marker lies on the last card of its route; put on another space it was the wrong card.
  marker: (table, { player, route, space }) => {
    const { cards } = table.players[player].routes[route];
    const kept = cards.slice(0, -1);
    return cards.at(-1) === space
      ? withRoute(table, player, route, { cards: kept, info: [], treasures: [] })
      : withRoute(table, player, route, { cards: [...kept, space] });
  },
  cards: (table, { player, route, cards }) => withRoute(table, player, route, { cards }),
  info: (table, { player, route, info, treasures }) =>
    withRoute(table, player, route, { info, treasures }),

  place: (table, action) =>
    spent(PLACED[action.piece](table, action), action.free, action.by ?? null),
  remove: (table, { space }) => ({
    ...table,
    trees: table.trees.filter((tree) => !tree.includes(space)),
    walkers: table.walkers.filter(({ at }) => at !== space),
    broken_bridges: table.broken_bridges.filter((one) => one !== space),
    creep_throughs: table.creep_throughs.filter((one) => creepAt(one) !== space),
    players: table.players.map((player) => ({
      ...player,
      routes: Object.fromEntries(
        Object.entries(player.routes).map(([route, entered]) => [
          route,
          entered.cards.at(-1) === space
            ? { cards: entered.cards.slice(0, -1), info: [], treasures: [] }
            : entered,
        ]),
      ),
    })),
  }),

  player: (table, { player, change }) => withPlayer(table, player, change),
  colour: (table, { player, value }) => swapped(table, player, "colour", value),
  home: (table, { player, value }) => swapped(table, player, "home", value),
  mission: (table, { player, mission }) => withPlayer(table, player, { mission }),
  // All missions are of one difficulty.
  difficulty: (table, { difficulty }) => ({
    ...table,
    players: table.players.map((player) => ({
      ...player,
      mission: player.mission && { ...player.mission, difficulty },
    })),
  }),
  add_player: (table, { name }) => ({
    ...table,
    players: [...table.players, newPlayer(name, table)],
  }),
  remove_player: (table, { player }) => ({
    ...table,
    players: table.players.filter((_, at) => at !== player),
    variants: { ...table.variants, teams: false },
    walkers: table.walkers.map((one) =>
      one.moved_by === table.players[player].name ? { ...one, moved_by: null } : one,
    ),
  }),
  rename: (table, { player, name }) => {
    const old = table.players[player].name;
    return {
      ...withPlayer(table, player, { name }),
      walkers: table.walkers.map((one) =>
        one.moved_by === old ? { ...one, moved_by: name } : one,
      ),
      creep_throughs: table.creep_throughs.map((one) =>
        typeof one !== "string" && one.by === old ? { ...one, by: name } : one,
      ),
    };
  },

  // With young players each has one explorer, and there are no walkers.
  young: (table, { on }) => ({
    ...table,
    variants: { young: on, teams: on ? false : table.variants.teams },
    walkers: on ? [] : table.walkers,
    players: table.players.map((player) => ({
      ...player,
      explorers: on
        ? player.explorers.slice(0, 1)
        : [...player.explorers, { at: atHome(table.rulings, player.home) }].slice(0, 2),
      free: on ? player.free.filter((one) => one !== "walker") : player.free,
      hand: on && player.hand ? player.hand.filter((one) => one !== "walker") : player.hand,
    })),
  }),
  teams: (table, { on }) => ({ ...table, variants: { ...table.variants, teams: on } }),
  // Explorers at home stay there, wherever that is.
  ruling: (table, { name, value }) => {
    const rulings = { ...table.rulings, [name]: value };
    return {
      ...table,
      rulings,
      players: table.players.map((player) => ({
        ...player,
        explorers: player.explorers.map((one) =>
          one.at === atHome(table.rulings, player.home)
            ? { at: atHome(rulings, player.home) }
            : one,
        ),
      })),
    };
  },

  // The table after a turn, as the API tells it; how one looks at it stays.
  adopt: (table, { after }) => ({ ...table, ...after, rulings: table.rulings }),
  // No turn changes a mission.
  correct: (table, { after }) => ({
    ...table,
    ...after,
    rulings: table.rulings,
    players: (after ?? table).players.map(
      (/** @type {Player} */ player, /** @type {number} */ seat) => ({
        ...player,
        mission: table.players[seat].mission,
      }),
    ),
  }),
  open: (_, { table }) => table,
};

/** After these somebody else has the turn, or it is another game. */
const TURN_ENDS = ["adopt", "correct", "open", "remove_player"];

/** @type {(state: State, action: any) => State} */
export function reduce(state, asked) {
  const action = asked.type === "correct" ? namedNow(state, asked) : asked;
  if (action.type === "turn") {
    return same(state, { ...state, turn: { ...state.turn, ...action.change } });
  }
  const table = same(
    state.table,
    normalized(/** @type {any} */ (ACTIONS)[action.type](state.table, action)),
  );
  // A turn that changes nothing on the table is played all the same.
  if (table === state.table && !TURN_ENDS.includes(action.type)) return state;
  return same(state, {
    ...state,
    turn: TURN_ENDS.includes(action.type) ? NO_TURN : state.turn,
    table,
    ...(action.type === "adopt" && withTurn(state, action.turn, table)),
    ...(action.type === "correct" && corrected(state, action, positionOf(table))),
  });
}
