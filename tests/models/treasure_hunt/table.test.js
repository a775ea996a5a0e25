/** The table of Treasure Hunt, its turn and its record. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, record } from "../../../service/theodolite/web/page/shell/history.js";
import { tableLeft } from "../../../service/theodolite/web/page/shell/record.js";
import {
  asTheyCome,
  QUARTERS,
} from "../../../service/theodolite/web/page/treasure_hunt/model/pack.js";
import { positionOf } from "../../../service/theodolite/web/page/treasure_hunt/model/record.js";
import { reduce } from "../../../service/theodolite/web/page/treasure_hunt/model/reducer.js";
import * as tables from "../../../service/theodolite/web/page/treasure_hunt/model/table.js";
import { wayToAskAbout } from "../../../service/theodolite/web/page/treasure_hunt/model/trail.js";
import {
  NO_TURN,
  newState,
  readState,
} from "../../../service/theodolite/web/page/treasure_hunt/model/turn.js";
import { PACK, TABLE } from "./packs.js";

const { newTable, readTable, snapshotOf, spare } = tables;
const plain = (/** @type {unknown} */ value) => JSON.parse(JSON.stringify(value));

test("players get colours and homes that nobody else has", () => {
  const { players } = newTable(["A", "B", "C", "D"]);
  assert.equal(new Set(players.map(({ colour }) => colour)).size, 4);
  assert.deepEqual(
    players.map(({ home }) => home),
    ["N01/E01", "N30/E30", "N01/E30", "N30/E01"],
  );
  assert.deepEqual(
    players[0].explorers.map(({ at }) => at),
    ["N01/E01", "N01/E01"],
  );
  const fifth = tables.newPlayer("E", newTable(["A", "B", "C", "D"]));
  assert.deepEqual([fifth.colour, fifth.home], ["red", "N01/E01"]);
});

test("a new game takes board, rulings and variants of the last one, and no pieces", () => {
  const next = newTable(["A"], {
    ...TABLE,
    variants: { young: true, teams: true },
    rulings: { home_place: "frame" },
  });
  assert.deepEqual(
    [next.board, next.pack, next.trees, next.players.length],
    [TABLE.board, PACK, [], 2],
  );
  assert.deepEqual(next.variants, { young: true, teams: false });
  assert.deepEqual(next.players[0].explorers, [{ at: "home" }]);
  assert.deepEqual(next.players[0].free, ["tree"]);
  assert.ok(
    newTable(["A", "B", "C", "D"], { variants: { young: false, teams: true } }).variants.teams,
  );
  assert.ok(tables.isBlank(newTable(["A"])));
  assert.ok(!tables.isBlank(next));
});

test("the request holds what the rules know", () => {
  const snapshot = snapshotOf(TABLE);
  assert.deepEqual(
    Object.keys(TABLE).filter((key) => !(key in snapshot)),
    ["north", "pack", "laid"],
  );
});

test("a table that is told in short is read as it was, without its pack", () => {
  const read = readTable(plain(spare(TABLE)));
  assert.deepEqual(read, { ...TABLE, pack: null, laid: null });
  assert.deepEqual(plain(readTable(plain(TABLE))), plain(TABLE));
  // A request of the API is read as well.
  assert.deepEqual(
    readTable(plain({ ...snapshotOf(TABLE), creep_throughs: [{ at: "N10/E08", by: "Anna" }] }))
      ?.creep_throughs,
    [{ at: "N10/E08", by: "Anna" }],
  );
});

const [anna] = TABLE.players;
const players = (/** @type {object} */ change) => ({
  ...TABLE,
  players: [{ ...anna, ...change }, TABLE.players[1]],
});
/** @type {Record<string, object>} */
const UNSOUND = {
  "no object": [],
  "a row too few": { ...TABLE, board: { rows: TABLE.board.rows.slice(1) } },
  "a bridge off the board": { ...TABLE, board: { ...TABLE.board, bridges: [["N31/E01"]] } },
  "one player": { ...TABLE, players: [anna] },
  "five players": { ...TABLE, players: Array(5).fill(anna) },
  "a tree off the board": { ...TABLE, trees: [["N00/E01"]] },
  "a walker at home": { ...TABLE, walkers: [{ at: "home" }] },
  "an unknown terrain": { ...TABLE, walkers: [{ at: "N01/E01", terrain: "lava" }] },
  "a broken bridge off the board": { ...TABLE, broken_bridges: ["x"] },
  "a creep-through off the board": { ...TABLE, creep_throughs: [{ at: "x" }] },
  "a ruling that is no name": { ...TABLE, rulings: { a: 1 } },
  "another direction": { ...TABLE, north: "left" },
  "an unknown colour": players({ colour: "pink" }),
  "no home": players({ home: "N02/E02" }),
  "three explorers": players({ explorers: Array(3).fill({ at: "home" }) }),
  "no explorer": players({ explorers: [] }),
  "two routes": players({ routes: { circle: anna.routes.circle } }),
  "an unknown kind of information": players({
    routes: { ...anna.routes, circle: { cards: [], info: ["shut"] } },
  }),
  "an unknown treasure": players({ treasures: ["silver"] }),
  "an unknown card": players({ hand: ["joker"] }),
  "half a boat": players({ boats: 0.5 }),
  "a free boat": players({ free: ["boat"] }),
  "an unknown mission": players({ mission: { difficulty: 1 } }),
};
for (const [what, value] of Object.entries(UNSOUND)) {
  test(`a table with ${what} is not read`, () => assert.equal(readTable(value), null));
}

test("only segments of the pack lie on the board, each once, turned by quarters", () => {
  const laid = asTheyCome(PACK);
  const read = (/** @type {object} */ so) => readTable({ ...TABLE, laid: so })?.laid;
  assert.deepEqual(read(laid), laid);
  const named = (/** @type {string[]} */ names) =>
    Object.fromEntries(QUARTERS.map((quarter, at) => [quarter, { segment: names[at], turn: 0 }]));
  // Every object has a `constructor`, which is no segment.
  for (const bad of [
    named(["constructor", "toString", "valueOf", "hasOwnProperty"]),
    named(["A", "A", "B", "C"]),
    { ...laid, "N01/E01": { segment: "A", turn: 45 } },
    { ...laid, "N01/E01": 1 },
  ]) {
    assert.equal(read(bad), null);
  }
});

const ROLL = { die: "brown", pips: 7 };
const DRAWN = { coordinate: "N08/E18", action: "boat" };
const PLAY = { do: "play", card: "lost_shoe", when: "first", to: "Bert" };
const EARLY = {
  explorer: 1,
  owner: "Anna",
  route: "circle",
  at: "N05/E07",
  shovel: true,
  discard: "boat",
  drawn: DRAWN,
};
const TURN = {
  ...NO_TURN,
  roll: ROLL,
  mover: "explorer:1",
  plays: [PLAY],
  early: EARLY,
  goal: "N08/E10",
  log: 0,
  drawn: DRAWN,
  shovel: false,
};

test("a turn under way is read as it was kept, and records as far as they are sound", () => {
  const kept = {
    snapshot: snapshotOf(TABLE),
    turns: [{ player: "Anna", move: { actions: [{ do: "roll" }] } }],
    after: "",
  };
  const state = { table: TABLE, turn: TURN, record: kept, earlier: [kept] };
  assert.deepEqual(plain(readState(plain(state))), plain(state));
  for (const value of [null, { table: 1 }]) assert.equal(readState(value), null);
  for (const broken of [
    null,
    { ...kept, snapshot: {} },
    { ...kept, after: 1 },
    { ...kept, turns: [1] },
    { ...kept, turns: [{ player: 1, move: { actions: [] } }] },
    { ...kept, turns: [{ player: "A", move: { actions: [1] } }] },
  ]) {
    const read = readState({ ...state, record: broken, earlier: [broken] });
    assert.deepEqual([read?.record, read?.earlier], [null, []]);
  }
  // Before the third edition a turn had no move in it.
  const older = { ...kept, turns: [{ player: "Anna", actions: [{ do: "roll" }] }] };
  assert.deepEqual(readState({ ...state, record: older })?.record, kept);
});

test("of a turn that is broken the sound part is read", () => {
  const turn = (/** @type {any} */ entered) => readState({ table: TABLE, turn: entered })?.turn;
  assert.deepEqual(turn(1), NO_TURN);
  assert.deepEqual(turn({ ...TURN, roll: { die: "pink", pips: 7 } }), {
    ...NO_TURN,
    plays: [PLAY],
    early: EARLY,
  });
  assert.deepEqual(turn({ ...TURN, goal: "N99/E01" }), {
    ...NO_TURN,
    roll: ROLL,
    plays: [PLAY],
    early: EARLY,
  });
  assert.deepEqual(
    turn({
      ...TURN,
      plays: [
        { ...PLAY, card: "joker" },
        { ...PLAY, when: "later" },
        { ...PLAY, to: 1 },
        { ...PLAY, spaces: [1] },
        { do: "place", piece: "tree", when: 2, pips: "x" },
        { do: "place", piece: "tree", when: 2 },
      ],
    })?.plays,
    [{ do: "place", piece: "tree", when: 2 }],
  );
  assert.equal(turn({ ...TURN, early: { ...EARLY, at: "x" } })?.early, null);
  assert.equal(turn({ ...TURN, early: { ...EARLY, discard: "joker" } })?.early?.discard, null);
  assert.deepEqual(
    [turn({ ...TURN, shovel: "yes" })?.shovel, turn({ ...TURN, goal: "home" })?.goal],
    [null, "home"],
  );
});

test("the table that the last turn left is found among the steps of undo", () => {
  const turn = { player: "Anna", move: { actions: [{ do: "move" }] } };
  const one = reduce(newState(TABLE), { type: "adopt", after: { trees: [] }, turn });
  const painted = reduce(one, { type: "paint", spaces: ["N01/E01"], letter: "W" });
  const history = [one, painted].reduce((so, step) => record(so, step), begin(newState(TABLE)));
  assert.equal(tableLeft(history, positionOf), one.table);
  assert.equal(tableLeft(begin(newState(TABLE)), positionOf), null);
});

const meadow = (/** @type {string[]} */ rows) => ({
  ...newTable(["A", "B"]),
  board: {
    rows: [...rows, ...newTable(["A", "B"]).board.rows.slice(rows.length)].map((row) =>
      row.replaceAll("?", "F"),
    ),
    bridges: [["N01/E04"]],
  },
});

test("the way that is asked about keeps to its terrain and avoids what is closed", () => {
  const paths = meadow([`PPPP${"F".repeat(26)}`, `PFFP${"F".repeat(26)}`, `PPPP${"F".repeat(26)}`]);
  const straight = ["N01/E02", "N01/E03", "N01/E04"];
  assert.deepEqual(wayToAskAbout(paths, "N01/E01", "path", "N01/E04"), straight);
  const fallen = { ...paths, trees: [["N01/E02", "N01/E03"]] };
  const around = ["N02/E01", "N03/E01", "N03/E02", "N03/E03", "N03/E04", "N02/E04", "N01/E04"];
  assert.deepEqual(wayToAskAbout(fallen, "N01/E01", "path", "N01/E04"), around);
  // Where there is no other way it goes over what is closed, here the broken bridge of its end.
  assert.equal(
    wayToAskAbout({ ...fallen, broken_bridges: ["N01/E04"] }, "N01/E01", "path", "N01/E04").at(-1),
    "N01/E04",
  );
  const creeping = {
    ...meadow([`PWWP${"F".repeat(26)}`]),
    creep_throughs: ["N01/E02", { at: "N01/E03", by: "A" }],
  };
  assert.deepEqual(wayToAskAbout(creeping, "N01/E01", "path", "N01/E04"), straight);
});

test("a way longer than the longest that is judged is asked about by the shortest", () => {
  const winding = Array.from({ length: 30 }, (_, row) =>
    row % 2 === 0 ? "P".repeat(30) : row % 4 === 1 ? `${"W".repeat(29)}P` : `P${"W".repeat(29)}`,
  );
  const way = wayToAskAbout(meadow(winding), "N01/E01", "path", "N09/E01");
  assert.equal(way.length, 8);
});

test("the turn passes to the next player who has not won", () => {
  const table = newTable(["A", "B", "C"]);
  assert.equal(tables.nextSeat(table, 2, []), 0);
  assert.equal(tables.nextSeat(table, 0, ["B"]), 2);
  assert.equal(tables.nextSeat(table, 0, ["B", "C"]), 0);
  assert.equal(tables.nextSeat(table, 0, ["A", "B", "C"]), 1);
});
