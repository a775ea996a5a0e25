/** The requests of a turn of Tiwanaku to the referee, and the kept turns. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { newTable } from "../../../service/theodolite/web/page/tiwanaku/model/table.js";
import * as turns from "../../../service/theodolite/web/page/tiwanaku/model/turn.js";

const { newQuestion, newState, reduce, turnBody } = turns;
const begun = newState(newTable(["Ana", "Bo"]));
const laid = [
  { type: "terrain", spaces: ["A1", "B1", "C1"], letter: "M" },
  { type: "meeple", player: 0, space: "B1" },
].reduce(reduce, begun);
const FULL = {
  type: "rows",
  terrain: ["MMMMM", "SSSSS", "GGGGG", "RRRRR", "MMMMM"],
  crops: begun.table.crops,
};
/** @type {(so: any, space: string, way?: string[]) => any} */
const touch = (so, space, way = [space]) => reduce(so, { type: "touch", space, way });
const asking = (/** @type {any} */ so, /** @type {object} */ question) =>
  reduce(so, { type: "ask", question });
const moveFor = (/** @type {any} */ so) => /** @type {any} */ (turnBody(so))?.move;

test("one's own meeple is touched first, then its way; elsewhere a meeple comes from the reserve", () => {
  assert.equal(turnBody(laid), null);
  const own = touch(laid, "B1");
  assert.deepEqual([own.question.from, own.question.path], ["B1", []]);
  const gone = touch(touch(own, "C1"), "D1");
  assert.deepEqual(moveFor(gone), {
    action: { type: "explore", from: "B1", path: ["C1", "D1"] },
    offering: [],
  });
  // The end of a way that is touched again is taken back.
  assert.deepEqual(touch(gone, "D1").question.path, ["C1"]);
  const entered = touch(laid, "C4", ["B1", "C4"]);
  assert.equal(entered.question.from, turns.RESERVE);
  assert.deepEqual(moveFor(entered).action, { type: "explore", from: null, path: ["B1", "C4"] });
});

test("the wheel is told of an empty space alone", () => {
  const found = asking(touch(laid, "C4"), { wheel: "rock" });
  assert.equal(turns.discovers(found), "C4");
  assert.equal(moveFor(found).action.wheel, "rock");
  const known = asking(touch(laid, "C1"), { wheel: "rock" });
  assert.equal(turns.discovers(known), null);
  assert.equal(moveFor(known).action.wheel, undefined);
  // Another end is another question to the wheel.
  assert.equal(touch(found, "C5").question.wheel, null);
  assert.equal(turns.discovers(laid), null);
});

test("a recall names its meeple, a divination its spaces, and tokens are offered with any", () => {
  const recall = asking(laid, { action: "recall" });
  assert.equal(turnBody(recall), null);
  assert.deepEqual(moveFor(touch(recall, "B1")).action, { type: "recall", from: "B1" });
  const divine = asking(laid, { action: "divine" });
  assert.equal(turnBody(divine), null);
  const two = ["B1", "C1"].reduce((so, space) => touch(so, space), divine);
  const said = reduce(two, { type: "predict", space: "C1", change: { says: 2, wheel: 3 } });
  const offered = [4, 2].reduce((so, level) => reduce(so, { type: "offer", level }), said);
  assert.deepEqual(moveFor(offered), {
    action: {
      type: "divine",
      predictions: [
        { space: "B1", says: null, wheel: null },
        { space: "C1", says: 2, wheel: 3 },
      ],
    },
    offering: [2, 4],
  });
  assert.deepEqual(touch(said, "B1").question.predictions.length, 1);
  assert.deepEqual(moveFor(reduce(offered, { type: "offer", level: 4 })).offering, [2]);
});

test("a full board is the end: one prediction, passing, or a last offering", () => {
  const full = reduce(laid, FULL);
  assert.deepEqual(turns.actionsOf(full.table), ["final_prediction", "pass", "final_offering"]);
  assert.deepEqual(turns.actionsOf(laid.table), ["explore", "recall", "divine"]);
  assert.deepEqual(turns.actionsOf({ ...laid.table, final: {} }), turns.actionsOf(full.table));
  assert.equal(turnBody(full), null);
  const last = touch(touch(full, "A1"), "B1");
  assert.deepEqual(moveFor(last).action, {
    type: "final_prediction",
    space: "B1",
    says: null,
    wheel: null,
  });
  assert.deepEqual(moveFor(asking(full, { action: "pass" })).action, { type: "pass" });
  const snapshot = /** @type {any} */ (turns.snapshotOf(full.table, 1));
  assert.deepEqual(snapshot.final, { starter: "Bo", passed: [], offered: [] });
  assert.equal(/** @type {any} */ (turns.snapshotOf(newTable([]), 0)).final, null);
});

test("a snapshot tells no secrets of a puzzle, and the colours of the seats", () => {
  const snapshot = /** @type {any} */ (turns.snapshotOf(laid.table, 0));
  assert.deepEqual(
    Object.keys(snapshot).filter((key) => ["disc", "puzzle"].includes(key)),
    [],
  );
  assert.deepEqual(
    snapshot.players.map((/** @type {any} */ { colour }) => colour),
    ["blue", "brown"],
  );
  assert.equal(snapshot.mode, "competitive");
});

test("two to four players are needed, and counts that add up for a score", () => {
  for (const [count, enough] of [
    [1, false],
    [2, true],
    [4, true],
    [5, false],
  ]) {
    const table = newTable(Array.from({ length: Number(count) }, (_, at) => `P${at}`));
    const state = touch(newState(table), "A1");
    assert.equal(turns.hasPlayers(table), enough);
    assert.deepEqual(
      [turnBody(state), turns.actionsBody(state), turns.scoreBody(table)].map(Boolean),
      Array(3).fill(enough),
    );
  }
  assert.equal(turns.scoreBody({ ...begun.table, tiles: { ...begun.table.tiles, mud: 1 } }), null);
  assert.equal(/** @type {any} */ (turns.actionsBody(laid)).player, "Ana");
});

test("a scenario answers for the wheel", () => {
  const disc = { terrain: FULL.terrain, crops: ["12345", ".....", ".....", ".....", "....."] };
  assert.deepEqual(turns.wheelOf({ ...begun.table, disc }, "B1"), { terrain: "mud", level: 2 });
  assert.equal(turns.wheelOf(begun.table, "B1"), null);
});

test("a kept state is read as far as it is sound", () => {
  const state = touch(asking(laid, { player: 1 }), "C4");
  assert.deepEqual(turns.readState(JSON.parse(JSON.stringify(state))), state);
  assert.equal(turns.readState(null), null);
  assert.equal(turns.readState({ table: 1 }), null);
  const { table } = laid;
  for (const question of [
    null,
    { ...newQuestion(0), player: 5 },
    { ...newQuestion(0), action: "fly" },
    { ...newQuestion(0), path: 1 },
    { ...newQuestion(0), predictions: [1] },
  ]) {
    assert.deepEqual(turns.readState({ table, question })?.question, newQuestion(0));
  }
});
