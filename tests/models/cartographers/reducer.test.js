/** Every change of a table of Cartographers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleTable } from "../../../service/theodolite/web/page/cartographers/model/example.js";
import { newState } from "../../../service/theodolite/web/page/cartographers/model/record.js";
import {
  ACTIONS,
  reduce,
} from "../../../service/theodolite/web/page/cartographers/model/reducer.js";
import {
  EMPTY,
  letterAt,
  newTable,
} from "../../../service/theodolite/web/page/cartographers/model/table.js";
import { keepsItsPromises } from "../commands.js";

const finished = newState(exampleTable(["Anna", "Bert"]));
const heroes = newState(newTable(["Ann", "Ben"], { game: "heroes", map: EMPTY }));
const [ann] = heroes.table.players;

/** A turn of the first player, who drew this. @type {(draw: object, more?: object) => any} */
const turn = (draw, more = {}) => ({
  type: "turn",
  player: 0,
  seat: 0,
  card: "hamlet",
  coin: false,
  afterRuins: false,
  before: ann,
  draw,
  ...more,
});
const VILLAGE = { letter: "V", spaces: ["A1", "A2"] };
const played = reduce(heroes, turn(VILLAGE));
const BOX = { season: "spring", decrees: [4, 5], coins: 2, monsters: -1 };
const BOXES = { first: 4, second: 5, coins: 2, monsters: -1 };
const after = {
  season: "summer",
  players: heroes.table.players.map((one) => ({ ...one, seasons: [BOX], more: 1 })),
};

keepsItsPromises({
  reduce,
  commands: Object.keys(ACTIONS),
  repeatable: ["star", "turn", "gain", "ambush", "add_player", "remove_player", "end_season"],
  examples: [
    [heroes, { type: "draw", player: 0, spaces: ["E5"], letter: "F" }],
    [heroes, { type: "rows", player: 0, rows: finished.table.players[0].drawn }],
    [
      heroes,
      {
        type: "shape",
        player: 0,
        before: EMPTY,
        spaces: ["A1"],
        letter: "M",
        ambush: "goblin_attack",
      },
    ],
    [heroes, { type: "shape", player: 1, before: EMPTY, spaces: ["A1"], letter: "F" }],
    [heroes, { type: "print", spaces: ["B4"], letter: "^" }],
    [heroes, { type: "star", player: 0, space: "E5" }],
    [heroes, { type: "hero", player: 0, before: ann, space: "D5", stars: ["E5"] }],
    [played, { type: "take_up", player: 0, before: { ...ann, coins: 4 } }],
    [heroes, turn(VILLAGE)],
    [heroes, { type: "gain", player: 1, coins: 1 }],
    [finished, { type: "clear", player: 0 }],
    [heroes, { type: "coins", player: 0, coins: 3 }],
    [heroes, { type: "spent", player: 0, coins: 2 }],
    [heroes, { type: "boxes", player: 0, season: "spring", boxes: BOXES }],
    [played, { type: "choices", choices: { Ann: { giant_troll_ravage: "A1" } } }],
    [played, { type: "forget_record" }],
    [finished, { type: "game", game: "heroes", map: "C" }],
    [finished, { type: "map", map: "B" }],
    [finished, { type: "season", season: "spring" }],
    [heroes, { type: "ambush", card: "goblin_attack" }],
    [played, { type: "end_season", after, choices: {} }],
    [heroes, { type: "decree", decree: "A", card: "treetower" }],
    [finished, { type: "decree", decree: "A", card: null }],
    [heroes, { type: "ruling", name: "solo_ambush", value: "drawn" }],
    [heroes, { type: "rename", player: 1, name: "Bo" }],
    [heroes, { type: "add_player", name: "Cy" }],
    [heroes, { type: "remove_player", player: 0 }],
  ],
  idle: [
    [heroes, { type: "rename", player: 0, name: "Ann" }],
    [heroes, { type: "draw", player: 0, spaces: ["E5"], letter: "." }],
    [heroes, { type: "rows", player: 0, rows: [...EMPTY] }],
    [finished, { type: "print", spaces: ["B4"], letter: "^" }],
    [heroes, { type: "take_up", player: 0, before: { ...ann } }],
    [heroes, { type: "coins", player: 0, coins: -1 }],
    [heroes, { type: "clear", player: 0 }],
    [heroes, { type: "choices", choices: {} }],
    [heroes, { type: "forget_record" }],
    [heroes, { type: "game", game: "heroes", map: [...EMPTY] }],
    [finished, { type: "map", map: "A" }],
    [finished, { type: "season", season: "winter" }],
    [finished, { type: "decree", decree: "A", card: "greenbough" }],
    [heroes, { type: "decree", decree: "A", card: null }],
  ],
});

const drawn = (/** @type {any} */ { table }, player = 0) => table.players[player].drawn;

test("a stroke draws on one map", () => {
  const next = reduce(heroes, { type: "draw", player: 1, spaces: ["A1", "K11"], letter: "W" });
  assert.equal(letterAt(drawn(next, 1), "A1") + letterAt(drawn(next, 1), "K11"), "WW");
  assert.equal(drawn(next), drawn(heroes));
});

test("a shape that is moved leaves no trace, and its ambush comes once", () => {
  const shape = { type: "shape", player: 0, before: EMPTY, letter: "M", ambush: "goblin_attack" };
  const first = reduce(heroes, { ...shape, spaces: ["A1", "A2"] });
  const second = reduce(first, { ...shape, spaces: ["A2", "A3"] });
  assert.equal(drawn(second)[0], ".MM........");
  assert.deepEqual(second.table.ambushes, ["goblin_attack"]);
});

test("a monster on a star is destroyed, whichever came first, and a dragon is told from the rest", () => {
  const starred = reduce(heroes, { type: "star", player: 0, space: "E5" });
  for (const [letter, left] of ["MX", "ZX", "TX", "GX", "Dd", "FF"].map(([one, other]) => [
    one,
    other,
  ])) {
    const first = reduce(starred, { type: "draw", player: 0, spaces: ["E5"], letter });
    const last = reduce(reduce(heroes, { type: "draw", player: 0, spaces: ["E5"], letter }), {
      type: "star",
      player: 0,
      space: "E5",
    });
    assert.deepEqual(
      [first, last].map((one) => letterAt(drawn(one), "E5")),
      [left, left],
    );
  }
  assert.deepEqual(reduce(starred, { type: "star", player: 0, space: "E5" }).table, heroes.table);
});

test("a hero takes its space, and its stars are added to those of others", () => {
  const before = { ...ann, stars: ["A1"] };
  const { table } = reduce(heroes, {
    type: "hero",
    player: 0,
    before,
    space: "D5",
    stars: ["E5", "A1"],
  });
  assert.equal(letterAt(table.players[0].drawn, "D5"), "H");
  assert.deepEqual(table.players[0].stars, ["A1", "E5"]);
});

test("a turn brings its coin, and a gorgon destroys a space", () => {
  const gained = reduce(heroes, turn(VILLAGE, { coin: true })).table.players[0];
  assert.equal(gained.coins, 1);
  const full = reduce(heroes, { type: "draw", player: 0, spaces: ["B4"], letter: "D" });
  const gorgon = { letter: "G", spaces: ["B5"], destroys: "B4" };
  assert.equal(letterAt(drawn(reduce(full, turn(gorgon))), "B4"), "d");
  assert.equal(letterAt(drawn(reduce(heroes, turn(gorgon))), "B4"), "X");
});

test("clearing a map takes its stars and coins away and leaves the seasons", () => {
  const cleared = reduce(finished, { type: "clear", player: 0 }).table.players[0];
  assert.deepEqual(cleared, {
    name: "Anna",
    coins: 0,
    stars: [],
    drawn: EMPTY,
    seasons: finished.table.players[0].seasons,
  });
});

test("boxes stand in the order of the seasons, each once", () => {
  const boxes = ["winter", "spring", "winter"].reduce(
    (so, season, coins) =>
      reduce(so, { type: "boxes", player: 0, season, boxes: { ...BOXES, coins } }),
    heroes,
  ).table.players[0].seasons;
  assert.deepEqual(
    boxes.map(({ season, coins }) => [season, coins]),
    [
      ["spring", 1],
      ["winter", 2],
    ],
  );
});

test("a printed map is not painted on, one of its own is", () => {
  assert.equal(reduce(finished, { type: "print", spaces: ["A1"], letter: "R" }).table.map, "A");
  assert.equal(
    reduce(heroes, { type: "print", spaces: ["A1"], letter: "R" }).table.map[0],
    "R..........",
  );
});

test("the season's end is the table that the referee answers with, and closes the record", () => {
  const { table, record } = reduce(played, {
    type: "end_season",
    after,
    choices: { Ann: { troll: "A1" } },
  });
  assert.equal(table.season, "summer");
  assert.deepEqual(table.players[0], { ...ann, seasons: [BOX] });
  assert.deepEqual(
    record?.seasons.map(({ turns }) => turns.length),
    [1, 0],
  );
  assert.deepEqual(record?.seasons[0].choices, { Ann: { troll: "A1" } });
  assert.equal(reduce(heroes, { type: "end_season", after, choices: {} }).record, null);
});

test("decrees are put and taken away one by one", () => {
  const two = reduce(reduce(heroes, { type: "decree", decree: "A", card: "x" }), {
    type: "decree",
    decree: "B",
    card: "y",
  });
  assert.deepEqual(reduce(two, { type: "decree", decree: "A", card: null }).table.decrees, {
    B: "y",
  });
});

test("the record goes with another game, season or set of players, and stays with names", () => {
  for (const action of [
    { type: "game", game: "heroes", map: "C" },
    { type: "season", season: "winter" },
    { type: "add_player", name: "Cy" },
    { type: "remove_player", player: 1 },
    { type: "forget_record" },
  ]) {
    assert.equal(reduce(played, action).record, null, action.type);
  }
  for (const action of [
    { type: "rename", player: 0, name: "Al" },
    { type: "draw", player: 0, spaces: ["K1"], letter: "F" },
    { type: "decree", decree: "A", card: "x" },
  ]) {
    assert.equal(reduce(played, action).record, played.record, action.type);
  }
});
