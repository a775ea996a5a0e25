/** Every change of a table of Treasure Hunt, and of the turn under way. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { letterAt } from "../../../service/theodolite/web/page/treasure_hunt/model/frame.js";
import {
  asTheyCome,
  QUARTERS,
  UNNAMED,
} from "../../../service/theodolite/web/page/treasure_hunt/model/pack.js";
import {
  ACTIONS,
  reduce,
} from "../../../service/theodolite/web/page/treasure_hunt/model/reducer.js";
import { newTable } from "../../../service/theodolite/web/page/treasure_hunt/model/table.js";
import {
  NO_TURN,
  newState,
} from "../../../service/theodolite/web/page/treasure_hunt/model/turn.js";
import { keepsItsPromises } from "../commands.js";
import { PACK, RICH, TABLE } from "./packs.js";

const blank = newState(newTable(["Anna", "Bert"]));
const game = newState(TABLE);
const four = ["Cy", "Di"].reduce((so, name) => reduce(so, { type: "add_player", name }), game);
const ROLL = { die: "brown", pips: 7 };
const rolled = reduce(game, { type: "turn", change: { roll: ROLL } });
const played = { player: "Anna", move: { actions: [{ do: "roll", ...ROLL }] } };
const adopted = reduce(rolled, { type: "adopt", after: { trees: [] }, turn: played });
const WATER = { type: "paint", spaces: ["N15/E15", "N15/E16"], letter: "W" };
const bridged = reduce(blank, { type: "bridge", space: "N15/E15" });
const rows = Array.from({ length: 15 }, () => "F".repeat(15));
const laid = asTheyCome(PACK);
const turned = { ...laid, [QUARTERS[0]]: { segment: "A", turn: 90 } };

keepsItsPromises({
  reduce,
  commands: [...Object.keys(ACTIONS), "turn"],
  repeatable: [
    "marker",
    "place",
    "add_player",
    "remove_player",
    "adopt",
    "bridge",
    "colour",
    "home",
  ],
  examples: [
    [blank, WATER],
    [game, { type: "paint", spaces: ["N01/E01"], letter: "?" }],
    [blank, { type: "rows", quarter: QUARTERS[3], rows }],
    [blank, { type: "pack", title: "My board" }],
    [game, { type: "pack", title: "My board" }],
    [blank, { type: "bridge", space: "N15/E15" }],
    [bridged, { type: "no_bridge", space: "N15/E15" }],
    [blank, { type: "lay", pack: PACK, laid }],
    [game, { type: "lay", pack: PACK, laid: turned }],
    [game, { type: "north", north: "down" }],
    [game, { type: "explorer", player: 0, explorer: 1, at: "N02/E02" }],
    [blank, { type: "terrain", player: 0, explorer: 0, terrain: "sand" }],
    [
      reduce(blank, { type: "place", piece: "walker", spaces: ["N05/E05"] }),
      { type: "walker_terrain", at: "N05/E05", terrain: "sand" },
    ],
    [game, { type: "marker", player: 0, route: "circle", space: "N06/E06" }],
    [game, { type: "cards", player: 0, route: "circle", cards: [] }],
    [game, { type: "info", player: 0, route: "circle", info: ["open"], treasures: ["gold"] }],
    ...["tree", "walker", "broken_bridge", "creep_through"].map((piece) => [
      game,
      { type: "place", piece, spaces: ["N02/E02", "N02/E03"] },
    ]),
    [game, { type: "remove", space: "N04/E07" }],
    [game, { type: "player", player: 0, change: { boats: 1 } }],
    [game, { type: "colour", player: 0, value: "blue" }],
    [game, { type: "home", player: 0, value: "N30/E30" }],
    [game, { type: "mission", player: 0, mission: null }],
    [game, { type: "difficulty", difficulty: 3 }],
    [game, { type: "add_player", name: "Cy" }],
    [game, { type: "remove_player", player: 0 }],
    [game, { type: "rename", player: 0, name: "Ann" }],
    [game, { type: "young", on: true }],
    [reduce(game, { type: "young", on: true }), { type: "young", on: false }],
    [four, { type: "teams", on: true }],
    [game, { type: "ruling", name: "home_place", value: "frame" }],
    [rolled, { type: "adopt", after: { trees: [] }, turn: played }],
    [adopted, { type: "correct", after: null, turns: [], later: [played] }],
    [game, { type: "open", table: TABLE.pack && newTable(["Cy", "Di"]) }],
    [game, { type: "turn", change: { roll: ROLL } }],
  ].map(([state, action]) => [state, action]),
  idle: [
    [adopted, { type: "rename", player: 0, name: "Anna" }],
    [adopted, { type: "north", north: "up" }],
    [
      adopted,
      { type: "paint", spaces: ["N01/E01"], letter: letterAt(TABLE.board.rows, "N01/E01") },
    ],
    [adopted, { type: "pack", title: PACK.title }],
    [bridged, { type: "bridge", space: "N15/E15" }],
    [blank, { type: "no_bridge", space: "N01/E01" }],
    [adopted, { type: "explorer", player: 0, explorer: 0, at: "N08/E05" }],
    [adopted, { type: "cards", player: 0, route: "circle", cards: ["N05/E07"] }],
    [adopted, { type: "player", player: 0, change: { coordinates: 3 } }],
    [adopted, { type: "colour", player: 0, value: TABLE.players[0].colour }],
    [adopted, { type: "home", player: 0, value: TABLE.players[0].home }],
    [adopted, { type: "difficulty", difficulty: 2 }],
    [adopted, { type: "young", on: false }],
    [adopted, { type: "teams", on: false }],
    [adopted, { type: "remove", space: "N01/E01" }],
    [game, { type: "open", table: structuredClone(TABLE) }],
    [rolled, { type: "turn", change: { roll: { ...ROLL } } }],
  ],
});

const bridgesOf = (/** @type {any} */ { table }) => table.board.bridges;

test("a bridge grows with each space beside it, is path, and goes with other paint", () => {
  const joined = ["N15/E17", "N15/E16"].reduce(
    (so, space) => reduce(so, { type: "bridge", space }),
    bridged,
  );
  assert.deepEqual(bridgesOf(joined), [["N15/E15", "N15/E16", "N15/E17"]]);
  assert.equal(joined.table.board.rows[14].slice(14, 17), "PPP");
  assert.deepEqual(bridgesOf(reduce(joined, { ...WATER, letter: "P" })), bridgesOf(joined));
  assert.deepEqual(bridgesOf(reduce(joined, WATER)), []);
  const apart = reduce(bridged, { type: "bridge", space: "N17/E15" });
  assert.deepEqual(bridgesOf(apart).length, 2);
});

test("the rows of a quarter are laid as they are seen, and take its bridges away", () => {
  const lines = ["W".repeat(15), ...rows.slice(1)];
  const up = reduce(bridged, { type: "rows", quarter: QUARTERS[0], rows: lines }).table.board;
  assert.deepEqual(
    [up.rows[14].slice(0, 16), up.rows[0].slice(0, 15)],
    [`${"W".repeat(15)}?`, "F".repeat(15)],
  );
  assert.deepEqual(up.bridges, []);
  const down = reduce(reduce(blank, { type: "north", north: "down" }), {
    type: "rows",
    quarter: QUARTERS[0],
    rows: lines,
  });
  assert.equal(down.table.board.rows[0].slice(0, 15), "W".repeat(15));
  // A space that stays path keeps its bridge.
  const paths = reduce(bridged, {
    type: "rows",
    quarter: QUARTERS[0],
    rows: rows.map(() => "P".repeat(15)),
  });
  assert.deepEqual(bridgesOf(paths), [["N15/E15"]]);
});

test("paint goes to the segment of a pack, wherever it lies and however it is turned", () => {
  const lying = reduce(game, { type: "lay", pack: PACK, laid: turned });
  const next = reduce(lying, { type: "paint", spaces: ["N01/E01"], letter: "W" }).table;
  assert.equal(letterAt(next.board.rows, "N01/E01"), "W");
  // The lower left corner of a quarter turned by 90 degrees is the lower right one of its segment.
  assert.equal(next.pack?.segments.A.rows[14][14], "W");
  assert.deepEqual(next.pack?.segments.B, PACK.segments.B);
});

test("a pack that is laid, painted and named again keeps what it tells of its cards", () => {
  const lying = reduce(game, { type: "lay", pack: RICH, laid });
  const painted = reduce(lying, { type: "paint", spaces: ["N01/E01"], letter: "W" });
  const { pack } = reduce(painted, { type: "pack", title: "My board" }).table;
  const { dice, coordinates, cards } = RICH;
  assert.deepEqual(
    { dice: pack?.dice, coordinates: pack?.coordinates, cards: pack?.cards },
    { dice, coordinates, cards },
  );
});

test("a board becomes a pack whose segments are named in their order", () => {
  const { pack, laid: so, board } = reduce(bridged, { type: "pack", title: "My board" }).table;
  assert.deepEqual(
    [pack?.title, Object.keys(pack?.segments ?? {}), so],
    ["My board", ["A", "B", "C", "D"], UNNAMED],
  );
  assert.deepEqual(board, bridged.table.board);
});

test("another board takes what stood on the last one along, and leaves explorers", () => {
  const { trees, walkers, broken_bridges, creep_throughs, players, north } = reduce(game, {
    type: "lay",
    pack: { ...PACK, north: "down" },
    laid,
  }).table;
  assert.deepEqual(
    [trees, walkers, broken_bridges, creep_throughs, north],
    [[], [], [], [], "down"],
  );
  assert.deepEqual(
    players[0].explorers.map(({ at }) => at),
    ["N08/E05", "N21/E14"],
  );
});

test("a piece has a terrain of its own exactly where the board has none", () => {
  const unclear = reduce(game, { type: "paint", spaces: ["N08/E05"], letter: "?" });
  assert.ok(unclear.table.players[0].explorers[0].terrain);
  const said = reduce(unclear, { type: "terrain", player: 0, explorer: 0, terrain: "sand" });
  assert.deepEqual(said.table.players[0].explorers[0], { at: "N08/E05", terrain: "sand" });
  const clear = reduce(said, { type: "paint", spaces: ["N08/E05"], letter: "F" });
  assert.deepEqual(clear.table.players[0].explorers[0], { at: "N08/E05" });
  assert.deepEqual(
    reduce(clear, { type: "terrain", player: 0, explorer: 0, terrain: "sand" }),
    clear,
  );
  const walker = reduce(blank, { type: "place", piece: "walker", spaces: ["N05/E05"] });
  assert.equal(walker.table.walkers[0].terrain, "forest");
  const came = reduce(walker, { type: "walker_terrain", at: "N05/E05", terrain: "water" });
  assert.equal(came.table.walkers[0].terrain, "water");
});

test("a marker goes on the last card of its route, moves with it, and is taken back where it lies", () => {
  const marker = (/** @type {any} */ so, /** @type {string} */ space) =>
    reduce(so, { type: "marker", player: 0, route: "triangle", space }).table.players[0].routes
      .triangle;
  assert.deepEqual(marker(game, "N09/E09").cards, ["N03/E12", "N09/E09"]);
  assert.deepEqual(marker(game, "N08/E14"), { cards: ["N03/E12"], info: [], treasures: [] });
});

test("a free piece that is placed is spent", () => {
  const place = {
    type: "place",
    piece: "tree",
    spaces: ["N02/E02", "N02/E03"],
    free: "tree",
    by: 0,
  };
  assert.deepEqual(reduce(game, place).table.players[0].free, []);
  assert.deepEqual(reduce(game, { ...place, by: undefined }).table.players[0].free, ["tree"]);
});

test("removing takes away everything on a space", () => {
  const pieces = [
    ["N04/E08", "trees"],
    ["N19/E20", "walkers"],
    ["N10/E08", "creep_throughs"],
  ];
  for (const [space, heap] of pieces) {
    assert.deepEqual(
      /** @type {any} */ (reduce(game, { type: "remove", space }).table)[heap],
      [],
      space,
    );
  }
  const creeping = {
    ...TABLE,
    creep_throughs: [{ at: "N10/E08", by: "Anna" }],
    broken_bridges: ["N01/E01"],
  };
  const next = ["N10/E08", "N01/E01", "N08/E14"].reduce(
    (so, space) => reduce(so, { type: "remove", space }),
    newState(creeping),
  ).table;
  assert.deepEqual([next.creep_throughs, next.broken_bridges], [[], []]);
  assert.deepEqual(next.players[0].routes.triangle, {
    cards: ["N03/E12"],
    info: [],
    treasures: [],
  });
});

test("colours and homes are swapped, and who is at home stays so", () => {
  const [anna, bert] = TABLE.players;
  const coloured = reduce(game, { type: "colour", player: 0, value: bert.colour }).table.players;
  assert.deepEqual(
    coloured.map(({ colour }) => colour),
    [bert.colour, anna.colour],
  );
  const moved = reduce(game, { type: "home", player: 0, value: bert.home }).table.players;
  assert.deepEqual(
    moved.map(({ home }) => home),
    [bert.home, anna.home],
  );
  assert.equal(moved[1].explorers[1].at, anna.home);
  const free = reduce(game, { type: "colour", player: 0, value: "green" }).table.players;
  assert.deepEqual(
    free.map(({ colour }) => colour),
    ["green", bert.colour],
  );
});

test("an explorer that is put on its home stands where the ruling has it, and so do all at home", () => {
  const framed = reduce(game, { type: "ruling", name: "home_place", value: "frame" });
  assert.deepEqual(
    framed.table.players[1].explorers.map(({ at }) => at),
    ["N23/E24", "home"],
  );
  const home = TABLE.players[0].home;
  assert.equal(
    reduce(framed, { type: "explorer", player: 0, explorer: 0, at: home }).table.players[0]
      .explorers[0].at,
    "home",
  );
  assert.equal(
    reduce(game, { type: "explorer", player: 0, explorer: 0, at: home }).table.players[0]
      .explorers[0].at,
    home,
  );
  const back = reduce(framed, { type: "ruling", name: "home_place", value: "board" });
  assert.equal(back.table.players[1].explorers[1].at, TABLE.players[1].home);
});

test("young players have one explorer and no walkers, nor teams", () => {
  const teams = reduce(four, { type: "teams", on: true });
  const { variants, walkers, players } = reduce(teams, { type: "young", on: true }).table;
  assert.deepEqual([variants, walkers], [{ young: true, teams: false }, []]);
  assert.deepEqual(
    players.map(({ explorers }) => explorers.length),
    [1, 1, 1, 1],
  );
  assert.ok(
    players.every(({ free, hand }) => !free.includes("walker") && !hand?.includes("walker")),
  );
  const grown = reduce(reduce(teams, { type: "young", on: true }), {
    type: "young",
    on: false,
  }).table;
  assert.deepEqual(
    grown.players.map(({ explorers }) => explorers.length),
    [2, 2, 2, 2],
  );
});

test("who moved a walker or crept is named after the player, or nobody once that one has left", () => {
  const entered = newState({
    ...TABLE,
    walkers: [{ at: "N19/E20", moved_by: "Bert" }],
    creep_throughs: [{ at: "N10/E08", by: "Bert" }, "N01/E01"],
  });
  const named = reduce(entered, { type: "rename", player: 1, name: "Bo" }).table;
  assert.deepEqual(
    [named.walkers[0].moved_by, named.creep_throughs],
    ["Bo", [{ at: "N10/E08", by: "Bo" }, "N01/E01"]],
  );
  assert.equal(
    reduce(entered, { type: "rename", player: 0, name: "Al" }).table.walkers[0].moved_by,
    "Bert",
  );
  assert.equal(
    reduce(entered, { type: "remove_player", player: 1 }).table.walkers[0].moved_by,
    null,
  );
  assert.equal(
    reduce(entered, { type: "remove_player", player: 0 }).table.walkers[0].moved_by,
    "Bert",
  );
});

test("all missions are of one difficulty", () => {
  const mixed = reduce(game, { type: "mission", player: 1, mission: null });
  assert.deepEqual(
    reduce(mixed, { type: "difficulty", difficulty: 3 }).table.players.map(
      ({ mission }) => mission?.difficulty,
    ),
    [3, undefined],
  );
});

test("a turn that is adopted is recorded, ends the turn under way, and keeps rulings and what the page adds", () => {
  assert.deepEqual([adopted.record?.turns, adopted.turn], [[played], NO_TURN]);
  assert.deepEqual([adopted.table.trees, adopted.table.pack], [[], TABLE.pack]);
  // A turn that leaves the table as it was is played all the same.
  const again = reduce(adopted, { type: "adopt", after: { rulings: { a: "b" } }, turn: played });
  assert.deepEqual([again.record?.turns.length, again.table], [2, adopted.table]);
});

test("a change by hand keeps the turn under way, and a player who leaves ends it", () => {
  const both = reduce(adopted, { type: "turn", change: { roll: ROLL } });
  assert.deepEqual([both.record, both.turn.roll], [adopted.record, ROLL]);
  assert.deepEqual(reduce(both, WATER).turn.roll, ROLL);
  assert.deepEqual(reduce(both, { type: "north", north: "down" }).turn.roll, ROLL);
  assert.deepEqual(reduce(both, { type: "remove_player", player: 1 }).turn, NO_TURN);
});
