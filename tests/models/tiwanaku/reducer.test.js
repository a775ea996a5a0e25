/** Every change of a table of Tiwanaku, and of the turn that is asked about. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTIONS } from "../../../service/theodolite/web/page/tiwanaku/model/actions.js";
import { letterAt, newTable } from "../../../service/theodolite/web/page/tiwanaku/model/table.js";
import * as turns from "../../../service/theodolite/web/page/tiwanaku/model/turn.js";
import { keepsItsPromises } from "../commands.js";

const { newState, reduce } = turns;
const empty = newState(newTable(["Ana", "Bo"]));
const TILES = { type: "terrain", spaces: ["A1", "B1"], letter: "M" };
const laid = [
  TILES,
  { type: "crop", spaces: ["A1"], letter: "3" },
  { type: "meeple", player: 0, space: "B1" },
].reduce(reduce, empty);

const DISC = {
  terrain: ["SGRMM", "GGRRM", "GSSRR", "GRSSS", "MRRRR"],
  crops: ["15213", "24342", "15151", "34342", "15213"],
};
const DEALT = {
  type: "puzzle",
  board: "short",
  difficulty: "hard",
  seed: 7,
  disc: { ...DISC, tiles: { mud: 4, sand: 6, grass: 5, rock: 10 }, start: ["B1"] },
};
const puzzle = reduce(empty, DEALT);
const after = {
  terrain: laid.table.terrain,
  crops: laid.table.crops,
  final: null,
  players: laid.table.players.map((one) => ({ ...one, colour: "blue", score: 12 })),
};
const explored = reduce(reduce(laid, { type: "touch", space: "B1", way: [] }), {
  type: "touch",
  space: "C1",
  way: ["C1"],
});

keepsItsPromises({
  reduce,
  commands: [...Object.keys(ACTIONS), "ask", "touch", "offer", "predict", "correct"],
  repeatable: [
    "reveal",
    "add_player",
    "remove_player",
    "meeple",
    "token",
    "touch",
    "offer",
    "play",
    "puzzle",
  ],
  examples: [
    [empty, TILES],
    [laid, { ...TILES, letter: "." }],
    [laid, { type: "crop", spaces: ["A1", "B1"], letter: "5" }],
    [laid, { type: "rows", ...DISC }],
    [empty, { type: "tiles", terrain: "mud", count: 8 }],
    [laid, { type: "clear" }],
    [laid, { type: "board", board: "long" }],
    [empty, DEALT],
    [puzzle, { type: "hint" }],
    [puzzle, { type: "reveal", space: "A1" }],
    [puzzle, { type: "met", law: "1 one_each" }],
    [empty, { type: "rename", player: 0, name: "Al" }],
    [empty, { type: "add_player", name: "Cy" }],
    [empty, { type: "remove_player", player: 0 }],
    [laid, { type: "meeple", player: 0, space: "A1" }],
    [empty, { type: "score", player: 1, score: 30 }],
    [empty, { type: "token", player: 0, level: 4 }],
    [empty, { type: "steps", player: 0, terrain: "rock", count: 3 }],
    [explored, { type: "play", after, next: 1 }],
    [empty, { type: "ask", question: { action: "divine" } }],
    [laid, { type: "touch", space: "B1", way: [] }],
    [empty, { type: "offer", level: 2 }],
    [
      reduce(explored, { type: "play", after, next: 1 }),
      { type: "correct", after: null, turns: [], later: [] },
    ],
    [
      reduce(reduce(laid, { type: "ask", question: { action: "divine" } }), {
        type: "touch",
        space: "B1",
        way: [],
      }),
      { type: "predict", space: "B1", change: { says: 2 } },
    ],
  ],
  idle: [
    [empty, { type: "rename", player: 0, name: "Ana" }],
    [laid, TILES],
    [laid, { type: "crop", spaces: ["A1"], letter: "3" }],
    [laid, { type: "rows", terrain: [...laid.table.terrain], crops: [...laid.table.crops] }],
    [empty, { type: "tiles", terrain: "mud", count: 7 }],
    [empty, { type: "clear" }],
    [puzzle, { type: "clear" }],
    [puzzle, { type: "terrain", spaces: ["B1"], letter: "." }],
    [puzzle, { type: "crop", spaces: ["B1"], letter: "1" }],
    [empty, { type: "board", board: "short" }],
    [empty, { type: "hint" }],
    [empty, { type: "met", law: "1 one_each" }],
    [empty, { type: "reveal", space: "A1" }],
    [reduce(puzzle, { type: "hint" }), { type: "hint" }],
    [puzzle, { type: "reveal", space: "B1" }],
    [empty, { type: "score", player: 0, score: 10 }],
    [empty, { type: "steps", player: 0, terrain: "rock", count: 0 }],
    [empty, { type: "ask", question: { path: [] } }],
    [empty, { type: "predict", space: "A1", change: { says: 1 } }],
  ],
});

test("a crop and a meeple go with the tile that they stand on", () => {
  const bare = reduce(laid, { ...TILES, letter: "." }).table;
  assert.deepEqual(
    [letterAt(bare.terrain, "A1"), letterAt(bare.crops, "A1"), bare.players[0].meeples],
    [".", ".", []],
  );
  const other = reduce(laid, { ...TILES, letter: "S" }).table;
  assert.deepEqual([letterAt(other.crops, "A1"), other.players[0].meeples], ["3", ["B1"]]);
  const rows = reduce(laid, {
    type: "rows",
    terrain: empty.table.terrain,
    crops: empty.table.crops,
  });
  assert.deepEqual(rows.table.players[0].meeples, []);
});

test("what a puzzle gives is neither covered nor taken away, and clearing begins it again", () => {
  const begun = puzzle.table;
  assert.deepEqual(
    [letterAt(begun.terrain, "B1"), letterAt(begun.crops, "B1"), letterAt(begun.terrain, "A1")],
    ["G", "5", "."],
  );
  const painted = reduce(puzzle, { ...TILES, letter: "R" });
  assert.equal(painted.table.terrain[0], "RG...");
  const planted = reduce(painted, { type: "crop", spaces: ["A1", "B1"], letter: "2" });
  assert.equal(planted.table.crops[0], "25...");
  const cleared = reduce(planted, { type: "clear" }).table;
  assert.deepEqual([cleared.terrain, cleared.crops], [begun.terrain, begun.crops]);
  const easy = reduce(empty, { ...DEALT, difficulty: "easy" }).table;
  assert.deepEqual([easy.terrain, easy.crops[0]], [DISC.terrain, ".5..."]);
});

test("the wheel reveals the terrain, then what grows there, each as a question", () => {
  const reveal = { type: "reveal", space: "A1" };
  const once = reduce(puzzle, reveal).table;
  assert.deepEqual(
    [letterAt(once.terrain, "A1"), letterAt(once.crops, "A1"), once.puzzle?.wheel],
    ["S", ".", 1],
  );
  const twice = reduce(reduce(puzzle, reveal), reveal).table;
  assert.deepEqual([letterAt(twice.crops, "A1"), twice.puzzle?.wheel], ["1", 2]);
});

test("a hint is counted once for the board as it lies", () => {
  const asked = reduce(reduce(puzzle, { type: "hint" }), { type: "hint" });
  assert.equal(asked.table.puzzle?.hints, 1);
  const idle = reduce(asked, { type: "crop", spaces: ["B1"], letter: "5" });
  assert.equal(reduce(idle, { type: "hint" }).table.puzzle?.hints, 1);
  const changed = reduce(asked, { ...TILES, letter: "S" });
  assert.equal(reduce(changed, { type: "hint" }).table.puzzle?.hints, 2);
});

test("the clock of a puzzle counts a pause as five minutes at most, and stops once it is solved", (/** @type {any} */ context) => {
  let now = 1000;
  context.mock.method(Date, "now", () => now);
  const dealt = reduce(empty, DEALT);
  now = 61_000;
  const moved = reduce(dealt, { ...TILES, letter: "S" });
  assert.equal(moved.table.puzzle?.time, 60_000);
  now = 90 * 60_000;
  const last = reduce(moved, { type: "rows", ...DISC });
  assert.equal(last.table.puzzle?.time, 360_000);
  now += 60_000;
  assert.equal(reduce(last, { ...TILES, letter: "S" }).table.puzzle?.time, 360_000);
});

test("another board or puzzle keeps the players and nothing that lay", () => {
  const long = reduce(laid, { type: "board", board: "long" }).table;
  assert.deepEqual(long, newTable(["Ana", "Bo"], { board: "long" }));
  assert.deepEqual(puzzle.table.players, newTable(["Ana", "Bo"]).players);
});

test("counts are not below nothing, and tokens stand in their order", () => {
  assert.equal(reduce(empty, { type: "tiles", terrain: "mud", count: -1 }).table.tiles.mud, 0);
  const held = [4, 2, 4, 5].reduce(
    (so, level) => reduce(so, { type: "token", player: 0, level }),
    empty,
  );
  assert.deepEqual(held.table.players[0].offerings, [2, 5]);
});

test("a turn that is played leaves the table of the referee, its record, and the next player's question", () => {
  const played = reduce(explored, { type: "play", after, next: 1 });
  assert.deepEqual(
    played.table.players.map(({ score, ...player }) => [score, "colour" in player]),
    [
      [12, false],
      [12, false],
    ],
  );
  assert.deepEqual(played.question, turns.newQuestion(1));
  assert.deepEqual(played.record?.turns, [
    {
      player: "Ana",
      move: { action: { type: "explore", from: "B1", path: ["C1"] }, offering: [] },
    },
  ]);
  // A turn that leaves the table as it was is played all the same.
  const same = { ...after, players: laid.table.players };
  const passed = reduce(explored, { type: "play", after: same, next: 1 });
  assert.deepEqual(
    [passed.table, passed.question.player, passed.record?.turns.length],
    [laid.table, 1, 1],
  );
});

test("the question stays with what is laid, and begins anew with a board or a player that goes", () => {
  const asked = reduce(laid, { type: "ask", question: { player: 1, action: "divine" } });
  assert.equal(reduce(asked, { ...TILES, letter: "S" }).question, asked.question);
  assert.deepEqual(reduce(asked, { type: "board", board: "long" }).question, turns.newQuestion(1));
  assert.deepEqual(
    reduce(asked, { type: "remove_player", player: 0 }).question,
    turns.newQuestion(0),
  );
  const full = reduce(asked, { type: "rows", ...DISC });
  assert.deepEqual(full.question, turns.newQuestion(1, "final_prediction"));
});
