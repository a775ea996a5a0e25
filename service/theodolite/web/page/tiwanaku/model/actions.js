/** Changes of the table: tiles, crops and pieces, and a puzzle that is dealt. */

import { hinted, isGiven, newPuzzle, startOf } from "./puzzle.js";
import { bare, letterAt, newPlayer, newTable, toggled, withLetter } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Player} Player */

/** @type {(table: Table, at: number, change: Partial<Player>) => Table} */
const withPlayer = (table, at, change) => ({
  ...table,
  players: table.players.map((player, seat) => (seat === at ? { ...player, ...change } : player)),
});

/** Figures on a space that is empty now are in the reserve. @param {Table} table @returns {Table} */
const standing = (table) => ({
  ...table,
  players: table.players.map((player) => ({
    ...player,
    meeples: player.meeples.filter((space) => letterAt(table.terrain, space) !== "."),
  })),
});

/** The crops with a level on some spaces, but for those that a puzzle gives. @type {(table: Table, spaces: string[], letter: string) => string[]} */
const planted = (table, spaces, letter) =>
  withLetter(
    table.crops,
    spaces.filter((space) => !isGiven(table, "crops", space)),
    letter,
  );

/** @type {import("../../shell/store.js").Carrying<Table, import("../commands.js").OnTable>} */
export const ACTIONS = {
  // A crop needs the terrain that it is planted on, and so does a meeple.
  terrain: (table, { spaces, letter }) => {
    const free = spaces.filter((/** @type {string} */ space) => !isGiven(table, "terrain", space));
    return standing({
      ...table,
      terrain: withLetter(table.terrain, free, letter),
      crops: letter === "." ? planted(table, spaces, ".") : table.crops,
    });
  },
  crop: (table, { spaces, letter }) => ({ ...table, crops: planted(table, spaces, letter) }),
  rows: (table, { terrain, crops }) => standing({ ...table, terrain, crops }),
  tiles: (table, { terrain, count }) => ({
    ...table,
    tiles: { ...table.tiles, [terrain]: Math.max(0, count) },
  }),
  clear: (table) =>
    table.puzzle
      ? { ...table, ...startOf(table) }
      : standing({ ...table, terrain: bare(table.board), crops: bare(table.board), final: null }),
  board: ({ players }, { board }) =>
    newTable(
      players.map(({ name }) => name),
      { board },
    ),

  // A puzzle lies as its disc is dealt; the rest stays under the disc.
  puzzle: ({ players }, { board, difficulty, seed, disc: { terrain, crops, tiles, start } }) => {
    const dealt = {
      ...newTable(
        players.map(({ name }) => name),
        { board },
      ),
      tiles,
      start,
      disc: { terrain, crops },
      puzzle: newPuzzle(difficulty, seed),
    };
    return { ...dealt, ...startOf(dealt) };
  },
  hint: hinted,
  met: (table, { law }) =>
    table.puzzle === null || table.puzzle.laws.includes(law)
      ? table
      : { ...table, puzzle: { ...table.puzzle, laws: [...table.puzzle.laws, law] } },

  // First the terrain, then what grows there: as the wheel answers.
  reveal: (asked, { space }) => {
    const { disc, puzzle } = asked;
    if (disc === null) return asked;
    const table = puzzle ? { ...asked, puzzle: { ...puzzle, wheel: puzzle.wheel + 1 } } : asked;
    if (letterAt(table.terrain, space) === ".") {
      const letter = letterAt(disc.terrain, space);
      return { ...table, terrain: withLetter(table.terrain, [space], letter) };
    }
    const level = letterAt(disc.crops, space);
    return letterAt(table.crops, space) === level
      ? asked
      : { ...table, crops: withLetter(table.crops, [space], level) };
  },

  rename: (table, { player, name }) => withPlayer(table, player, { name }),
  add_player: (table, { name }) => ({ ...table, players: [...table.players, newPlayer(name)] }),
  remove_player: (table, { player }) => ({
    ...table,
    players: table.players.filter((_, seat) => seat !== player),
  }),
  meeple: (table, { player, space }) =>
    withPlayer(table, player, { meeples: toggled(table.players[player].meeples, space) }),
  score: (table, { player, score }) => withPlayer(table, player, { score }),
  token: (table, { player, level }) =>
    withPlayer(table, player, {
      offerings: toggled(table.players[player].offerings, level).sort(),
    }),
  steps: (table, { player, terrain, count }) =>
    withPlayer(table, player, {
      diversity: { ...table.players[player].diversity, [terrain]: count },
    }),

  // The table that the referee answers with; what a scenario hides stays hidden.
  play: (table, { after: { terrain, crops, players, final } }) => ({
    ...table,
    terrain,
    crops,
    final,
    players: players.map((/** @type {any} */ { colour: _, ...player }) => player),
  }),
};
