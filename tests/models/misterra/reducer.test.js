/** Every change of a table of Maps of Misterra. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleTable } from "../../../service/theodolite/web/page/misterra/model/example.js";
import {
  disputeOf,
  NO_QUESTION,
  newState,
  readState,
  reduce,
  rowsOf,
  STATE_ACTIONS,
  TABLE_ACTIONS,
  typed,
} from "../../../service/theodolite/web/page/misterra/model/reducer.js";
import { newTable } from "../../../service/theodolite/web/page/misterra/model/table.js";
import { keepsItsPromises } from "../commands.js";

const table = exampleTable(["Anna", "Bert"]);
const state = newState(table);
const hazy = newState({ ...table, island: ["jJLLS", ...table.island.slice(1)] });
const solo = newState({ ...newTable(["Anna"]), otoma: { claims: ["A1"] } });
const onBeach = reduce(state, { type: "meeple", player: 0, space: "beach:E3" });
const after = reduce(state, { type: "claim", player: 0, space: "A1" }).table;
const played = reduce(state, { type: "play", table: after });
const JUNGLE = { type: "lay", board: "island", spaces: ["C3"], letter: "J" };

keepsItsPromises({
  reduce,
  commands: [...Object.keys(TABLE_ACTIONS), ...Object.keys(STATE_ACTIONS)],
  repeatable: [
    "add_player",
    "claim",
    "meeple",
    "presumption",
    "remove_player",
    "step",
    "aim",
    "play",
  ],
  examples: [
    [state, JUNGLE],
    [state, { ...JUNGLE, board: 1, letter: "." }],
    [state, { ...JUNGLE, of: "before" }],
    [state, { type: "rows", board: 0, rows: table.island }],
    [state, { type: "clear", board: "island" }],
    [state, { type: "clear", board: 1 }],
    [solo, { type: "clear", board: "island" }],
    [state, { type: "fill", board: 1, letter: "L" }],
    [hazy, { type: "confirm" }],
    [hazy, { type: "copy_island", board: 1 }],
    [state, { type: "claim", player: 1, space: "E5" }],
    [solo, { type: "claim", player: "otoma", space: "B1" }],
    [newState(newTable(["Anna"])), { type: "claim", player: "otoma", space: "B1" }],
    [state, { type: "meeple", player: 0, space: "A1" }],
    [onBeach, { type: "beach", side: "left" }],
    [solo, { type: "add_player", name: "Carl" }],
    [state, { type: "remove_player", player: 1 }],
    [state, { type: "rename", player: 0, name: "Ann" }],
    [state, { type: "presumption", player: 0, slot: 0, presumption: { card: 10 } }],
    [state, { type: "presumption", player: 0, slot: 0, presumption: null }],
    [solo, { type: "presumption", player: 0, slot: 0, presumption: { card: 10 } }],
    [state, { type: "variant", name: "master_cartographers", value: true }],
    [state, { type: "ruling", name: "claim_region", value: "confirmed_only" }],
    [state, { type: "solo", on: true }],
    [solo, { type: "solo", on: false }],
    [state, { type: "display", cards: [["jungle", "lagoon"]] }],
    [state, { type: "adopt", table: after }],
    [state, { type: "step", space: "C4", way: ["C4"] }],
    [state, { type: "aim", space: "C4" }],
    [state, { type: "ask", question: { action: "claim" } }],
    [state, { type: "play", table: after }],
    [played, { type: "correct", after: table, turns: [], later: [] }],
    [state, { type: "dispute", dispute: { player: 1 } }],
    [state, { type: "claimless", claimless: true }],
  ],
  idle: [
    [state, { type: "rename", player: 0, name: "Anna" }],
    [state, { type: "rename", player: 0, name: "Anna", of: "before" }],
    [state, { type: "lay", board: "island", spaces: ["A1", "B1"], letter: "J" }],
    [state, { type: "rows", board: "island", rows: [...table.island] }],
    [state, { type: "fill", board: "island", letter: "S" }],
    [state, { type: "confirm" }],
    [state, { type: "beach", side: "right" }],
    [state, { type: "solo", on: false }],
    [state, { type: "display", cards: [] }],
    [state, { type: "adopt", table: structuredClone(table) }],
    [state, { type: "ask", question: { player: 0 } }],
    [state, { type: "presumption", player: 0, slot: 0, presumption: { card: 9 } }],
  ],
});

test("tiles are laid on the boards of the table, or of one side of a dispute", () => {
  const next = reduce(state, { ...JUNGLE, spaces: ["C3", "D4"] });
  assert.deepEqual(next.table.island, ["JJLLS", "JMLSS", "MMJSS", "JMMJJ", "JJLLM"]);
  assert.deepEqual(next.table.players, table.players);
  const paper = reduce(state, { ...JUNGLE, board: 1 });
  assert.equal(rowsOf(paper.table, 1)[2], "MMJSS");
  assert.equal(paper.table.island, table.island);
  const disputed = reduce(state, { ...JUNGLE, of: "after" });
  assert.equal(disputed.table, table);
  assert.equal(disputed.dispute?.before, table);
  assert.equal(rowsOf(disputeOf(disputed).after, "island")[2], "MMJSS");
});

test("markers and meeples go with the tiles of a cleared island, but for a meeple on the beach", () => {
  const { players } = reduce(onBeach, { type: "clear", board: "island" }).table;
  assert.deepEqual(
    players.map(({ claims, meeple }) => [claims, meeple]),
    [
      [[], "beach:E3"],
      [[], null],
    ],
  );
  assert.deepEqual(reduce(solo, { type: "clear", board: "island" }).table.otoma, { claims: [] });
  const paper = reduce(state, { type: "clear", board: 0 }).table;
  assert.deepEqual(paper.players[0].claims, table.players[0].claims);
});

test("filling covers empty spaces alone", () => {
  const { players } = reduce(state, { type: "fill", board: 1, letter: "J" }).table;
  assert.deepEqual(players[1].parchment, ["JJLSS", "JJMSS", "MMMSS", "JMJSJ", "JJLLL"]);
});

test("a copy of the island has no hazy tiles", () => {
  const { players } = reduce(hazy, { type: "copy_island", board: 1 }).table;
  assert.deepEqual(players[1].parchment, [".JLLS", ...table.island.slice(1)]);
});

test("a letter typed on the island is hazy first and confirmed when typed again", () => {
  assert.equal(typed(["....."], "A1", "J"), "j");
  assert.equal(typed(["j...."], "A1", "j"), "J");
  assert.equal(typed(["l...."], "A1", "J"), "j");
});

test("a marker or a meeple that is put where it is is taken away", () => {
  const claim = { type: "claim", player: 0, space: "C2" };
  assert.deepEqual(reduce(state, claim).table.players[0].claims, ["D2"]);
  assert.deepEqual(reduce(reduce(state, claim), claim).table.players[0].claims, ["D2", "C2"]);
  const meeple = { type: "meeple", player: 0, space: "C3" };
  assert.equal(reduce(state, meeple).table.players[0].meeple, null);
  assert.equal(reduce(reduce(state, meeple), meeple).table.players[0].meeple, "C3");
  const otoma = reduce(solo, { type: "claim", player: "otoma", space: "A1" });
  assert.deepEqual(otoma.table.otoma, { claims: [] });
});

test("a meeple on the beach leaves it when the beach moves", () => {
  assert.equal(onBeach.table.players[0].meeple, "beach:E3");
  const moved = reduce(onBeach, { type: "beach", side: "top" }).table;
  assert.deepEqual(
    [moved.beach, moved.players[0].meeple, moved.players[1].meeple],
    ["top", null, "B4"],
  );
});

test("Otoma leaves when a second player comes", () => {
  const { otoma, players } = reduce(solo, { type: "add_player", name: "Bert" }).table;
  assert.equal(otoma, undefined);
  assert.deepEqual(
    players.map(({ name }) => name),
    ["Anna", "Bert"],
  );
});

test("the question goes to the last player where the one asked about has left", () => {
  const asked = reduce(state, { type: "ask", question: { player: 1, action: "discard" } });
  const { question } = reduce(asked, { type: "remove_player", player: 0 });
  assert.deepEqual([question.player, question.action], [0, "discard"]);
});

test("cards replace, follow or leave those in a hand", () => {
  const hand = (/** @type {any} */ action) =>
    reduce(state, { type: "presumption", player: 0, ...action }).table.players[0].presumptions;
  assert.deepEqual(hand({ slot: 1, presumption: { card: 17 } }), [{ card: 9 }, { card: 17 }]);
  assert.deepEqual(hand({ slot: 0, presumption: null }), [{ card: 3, terrain: "lagoon" }]);
  assert.deepEqual(hand({ slot: 2, presumption: { card: 1 } }).length, 3);
});

test("a tap on the end of a path takes its last step back; others go on from it", () => {
  const [one, two] = ["C4", "C5"].map((space) => ({ type: "step", space, way: [space] }));
  const gone = reduce(reduce(state, one), two);
  assert.deepEqual(gone.question.path, ["C4", "C5"]);
  assert.deepEqual(reduce(gone, two).question.path, ["C4"]);
  assert.deepEqual(reduce(state, { type: "step", space: "C5", way: ["C4", "C5"] }).question.path, [
    "C4",
    "C5",
  ]);
});

test("the two spaces aimed at last are those that are mapped", () => {
  const aimed = ["A1", "B1", "C1"].reduce((so, space) => reduce(so, { type: "aim", space }), state);
  assert.deepEqual([aimed.question.spaces, aimed.question.action], [["B1", "C1"], "map"]);
  assert.deepEqual(reduce(aimed, { type: "aim", space: "C1" }).question.spaces, ["B1"]);
});

test("a half day that is played leaves its record and asks the same player anew", () => {
  const asked = reduce(state, {
    type: "ask",
    question: { player: 1, action: "discard", path: ["B5"] },
  });
  const played = reduce(asked, { type: "play", table: after });
  assert.deepEqual(played.table, after);
  assert.deepEqual(played.question, { ...NO_QUESTION, player: 1 });
  assert.deepEqual(played.record?.turns, [
    { player: 1, moves: [{ path: ["B5"], action: { type: "discard" } }] },
  ]);
});

test("a display of which a card is not known any more is taken off the table", () => {
  const shown = (/** @type {any} */ display) =>
    reduce(state, { type: "play", table: { ...after, display } }).table.display;
  assert.deepEqual(shown([["jungle", "lagoon"]]), [["jungle", "lagoon"]]);
  assert.equal(shown([["jungle", "lagoon"], null]), undefined);
  assert.equal(shown([]), undefined);
});

test("Otoma's half days are not counted, since its turns are laid by hand", () => {
  const table = { ...solo.table, otoma: { claims: ["A1"], half_days_played: 0 } };
  assert.deepEqual(reduce(solo, { type: "play", table }).table.otoma, { claims: ["A1"] });
});

test("a kept state is read as far as it is sound", () => {
  const asked = reduce(state, {
    type: "ask",
    question: { player: 1, lagoon: { discard: ["a", null], reveal: [null, null] } },
  });
  const whole = reduce(reduce(asked, { type: "dispute", dispute: {} }), {
    type: "play",
    table: after,
  });
  assert.deepEqual(readState(JSON.parse(JSON.stringify(whole))), whole);
  for (const broken of [null, [], { table: null }, { table: { ...table, beach: "up" } }]) {
    assert.equal(readState(broken), null);
  }
  for (const question of [
    1,
    [1],
    { ...NO_QUESTION, player: 7 },
    { ...NO_QUESTION, sketch: [1, 2] },
    { ...NO_QUESTION, lagoon: {} },
    { ...NO_QUESTION, action: "fly" },
  ]) {
    assert.deepEqual(readState({ table, question })?.question, NO_QUESTION);
  }
  for (const dispute of [1, {}, { before: table }, { before: table, after: table, player: 9 }]) {
    assert.equal(readState({ table, dispute })?.dispute, null);
  }
});
