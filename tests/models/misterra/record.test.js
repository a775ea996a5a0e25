/** The questions to the referee of Maps of Misterra, and the record of half days. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleTable } from "../../../service/theodolite/web/page/misterra/model/example.js";
import * as questions from "../../../service/theodolite/web/page/misterra/model/question.js";
import * as records from "../../../service/theodolite/web/page/misterra/model/record.js";
import {
  NO_QUESTION,
  newState,
  reduce,
} from "../../../service/theodolite/web/page/misterra/model/reducer.js";
import { newTable } from "../../../service/theodolite/web/page/misterra/model/table.js";

const table = exampleTable(["Anna", "Bert"]);
const state = newState(table);
const asked = (/** @type {object} */ question) => ({
  ...state,
  question: { ...NO_QUESTION, ...question },
});

test("a half day is told as far as it is chosen", () => {
  const card = ["lagoon", "jungle"];
  const moveFor = (/** @type {object} */ question) =>
    questions.moveOf({ ...NO_QUESTION, ...question });
  assert.deepEqual(moveFor({}), { path: [] });
  assert.deepEqual(moveFor({ path: ["D3"], sketch: card, spaces: ["D3", "D4"] }), {
    path: ["D3"],
    sketch: card,
    action: { type: "map", spaces: ["D3", "D4"] },
  });
  // A card that is mapped on one space, or known by half, is not mapped.
  assert.deepEqual(moveFor({ sketch: card, spaces: ["D3"] }), { path: [], sketch: card });
  assert.deepEqual(moveFor({ sketch: ["lagoon", null], spaces: ["D3", "D4"] }), { path: [] });
  assert.deepEqual(moveFor({ action: "claim" }).action, { type: "claim" });
  const lagoon = { discard: card, reveal: card };
  assert.deepEqual(moveFor({ lagoon }).lagoon, lagoon);
  assert.equal(moveFor({ lagoon: { ...lagoon, reveal: ["jungle", null] } }).lagoon, undefined);
  assert.equal(questions.isWholeCard(undefined), false);
});

test("the referee is asked once something was done, in the name of the player", () => {
  assert.equal(questions.refereeBody(state), null);
  assert.deepEqual(questions.refereeBody(asked({ player: 1, path: ["B5"] })), {
    snapshot: table,
    player: "Bert",
    move: { path: ["B5"] },
  });
  assert.ok(questions.refereeBody(asked({ action: "claim" })));
  assert.deepEqual(questions.actionsBody(state), { snapshot: table, player: "Anna" });
});

test("in mid-game a missing meeple is asked for, unless the half day is said to be the first", () => {
  const gone = reduce(state, { type: "meeple", player: 0, space: "C3" });
  const moves = { ...gone, question: { ...NO_QUESTION, path: ["E3"] } };
  assert.ok(questions.lacksMeeple(moves));
  assert.equal(questions.refereeBody(moves), null);
  assert.equal(questions.actionsBody(moves), null);
  const first = { ...moves, question: { ...moves.question, first: true } };
  assert.ok(questions.refereeBody(first));
  // Before anything lies on a board the first half day is meant.
  assert.ok(!questions.lacksMeeple(newState(newTable(["Anna"]))));
});

test("at the beginning nobody's meeple is asked for, nor later before a player's first turn", () => {
  const begun = newState({
    ...newTable(["Anna", "Ben"]),
    island: ["J....", "..J..", ".....", ".....", "....."],
  });
  assert.ok(!questions.lacksMeeple(begun));
  const placed = {
    ...begun.table,
    players: [{ ...begun.table.players[0], meeple: "beach:E1" }, begun.table.players[1]],
  };
  const played = reduce(begun, { type: "play", table: /** @type {any} */ (placed) });
  const ben = { ...played, question: { ...NO_QUESTION, player: 1 } };
  assert.ok(!questions.lacksMeeple(ben));
  // Of a table that was entered in mid-game nobody knows.
  assert.ok(questions.lacksMeeple({ ...ben, record: null }));
});

const discards = (/** @type {any} */ so, /** @type {number} */ player) =>
  reduce(reduce(so, { type: "ask", question: { player, action: "discard", path: ["A1"] } }), {
    type: "play",
    table: {
      ...so.table,
      island: so.table.island.map((/** @type {string} */ row) => row.replace("J", ".")),
    },
  });

test("the record tells whose half day is next, unless the table has left it", () => {
  assert.equal(records.dueNow(state), null);
  const once = discards(state, 0);
  assert.deepEqual(records.dueNow(once), { player: 0, half: 2 });
  const twice = discards(once, 0);
  assert.deepEqual(records.dueNow(twice), { player: 1, half: 1 });
  assert.equal(twice.question.player, 1);
  assert.equal(records.dueNow(reduce(twice, { type: "meeple", player: 0, space: "C3" })), null);
});

test("two half days of one player are a turn", () => {
  const move = { path: ["A1"], action: { type: "discard" } };
  const three = [0, 0, 0].reduce(discards, state);
  assert.deepEqual(
    three.record?.turns.map(({ moves }) => moves.length),
    [2, 1],
  );
  const record =
    /** @type {import("../../../service/theodolite/web/page/misterra/model/record.js").GameRecord} */ (
      three.record
    );
  assert.deepEqual(records.recordBody(records.wholeTurns(record)), {
    record: { snapshot: table, turns: [{ player: "Anna", moves: [move, move] }] },
  });
  const whole = records.wholeTurns(record);
  assert.equal(records.wholeTurns(whole), whole);
  const other = [0, 1].reduce(discards, state);
  assert.deepEqual(
    other.record?.turns.map(({ player }) => player),
    [0, 1],
  );
  assert.deepEqual(records.wholeTurns({ ...record, turns: [] }).turns, []);
});

test("the record begins anew where a board was changed by hand, and goes on where a name was", () => {
  const played = discards(state, 0);
  const renamed = reduce(played, { type: "rename", player: 0, name: "Ann" });
  assert.equal(discards(renamed, 1).record?.turns.length, 2);
  const painted = reduce(played, { type: "lay", board: "island", spaces: ["C3"], letter: "S" });
  const { record } = discards(painted, 1);
  assert.equal(record?.turns.length, 1);
  assert.deepEqual(record?.snapshot, painted.table);
});

test("a kept record is read only if it can be shown", () => {
  const { record } = discards(state, 1);
  assert.deepEqual(records.readRecord(JSON.parse(JSON.stringify(record))), record);
  for (const broken of [
    null,
    { ...record, turns: {} },
    { ...record, after: 1 },
    { ...record, snapshot: {} },
    { ...record, turns: [1] },
    { ...record, turns: [{ player: 7, moves: [] }] },
    { ...record, turns: [{ player: 0, moves: [1] }] },
  ]) {
    assert.equal(records.readRecord(broken), null);
  }
  // Before the third edition moves were half days.
  const turns = record?.turns.map(({ player, moves }) => ({
    player,
    half_days: moves.map(({ path, ...rest }) => ({ move: path, ...rest })),
  }));
  assert.deepEqual(records.readRecord({ ...record, turns }), record);
});
