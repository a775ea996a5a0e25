/** The boxes of earlier seasons: blank, each by itself, and the form that the service takes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boxesIn,
  totalOf,
  withPart,
} from "../../../service/theodolite/web/page/cartographers/model/boxes.js";
import {
  newState,
  readState,
} from "../../../service/theodolite/web/page/cartographers/model/record.js";
import { reduce } from "../../../service/theodolite/web/page/cartographers/model/reducer.js";
import {
  lacking,
  newTable,
} from "../../../service/theodolite/web/page/cartographers/model/table.js";

const DECREES = { A: "greenbough", B: "mages_valley", C: "wildholds", D: "lost_barony" };
const winter = () => newState({ ...newTable(["Ann", "Ben"]), season: "winter", decrees: DECREES });

/** Types numbers into boxes of Ann's autumn, one after the other. @type {(state: any, entries: any[], player?: number) => any} */
const typed = (state, entries, player = 0) =>
  entries.reduce(
    (now, [part, value]) =>
      reduce(now, {
        type: "boxes",
        player,
        season: "autumn",
        boxes: withPart(boxesIn(now, player, "autumn"), part, value),
      }),
    state,
  );
const seasons = (/** @type {any} */ { table }, player = 0) => table.players[player].seasons;

test("a number in one box leaves the others blank, and the season does not count", () => {
  for (const part of ["first", "second", "coins"]) {
    const state = typed(winter(), [[part, 1]]);
    assert.deepEqual(boxesIn(state, 0, "autumn"), { [part]: 1 });
    assert.deepEqual(seasons(state), []);
    assert.deepEqual(lacking(state.table).boxes.length, 6);
  }
});

test("four boxes count, and monsters cost whatever sign is typed", () => {
  for (const monsters of [3, -3]) {
    const state = typed(winter(), [
      ["first", 8],
      ["second", 0],
      ["coins", 5],
      ["monsters", monsters],
    ]);
    assert.deepEqual(seasons(state), [
      { season: "autumn", decrees: [8, 0], coins: 5, monsters: -3 },
    ]);
    assert.equal(totalOf(seasons(state)[0]), 10);
  }
});

test("a sum counts alone, and only what is known is told", () => {
  const alone = typed(winter(), [["sum", 20]]);
  assert.deepEqual(seasons(alone), [{ season: "autumn", written: 20 }]);
  assert.equal(totalOf(seasons(alone)[0]), 20);
  const more = typed(alone, [
    ["first", 4],
    ["monsters", 2],
  ]);
  assert.deepEqual(seasons(more), [{ season: "autumn", monsters: -2, written: 20 }]);
  assert.deepEqual(boxesIn(more, 0, "autumn"), { first: 4, monsters: -2, sum: 20 });
  assert.deepEqual(readState(JSON.parse(JSON.stringify(more))), more);
});

test("a box that is emptied is blank again, and not 0", () => {
  const whole = typed(winter(), [
    ["first", 8],
    ["second", 2],
    ["coins", 5],
    ["monsters", 0],
  ]);
  const state = typed(whole, [["second", null]]);
  assert.deepEqual(boxesIn(state, 0, "autumn"), { first: 8, coins: 5, monsters: 0 });
  assert.deepEqual(seasons(state), []);
});

test("boxes that the service wrote are corrected one by one", () => {
  const start = winter();
  const box = {
    season: "autumn",
    decrees: /** @type {[number, number]} */ ([8, 12]),
    coins: 7,
    monsters: -9,
    written: 18,
  };
  start.table.players[0].seasons = [box];
  assert.deepEqual(seasons(typed(start, [["coins", 6]])), [{ ...box, coins: 6 }]);
});

test("boxes stay with their player when another one leaves", () => {
  const both = typed(typed(winter(), [["first", 1]]), [["first", 2]], 1);
  const state = reduce(both, { type: "remove_player", player: 0 });
  assert.deepEqual(boxesIn(state, 0, "autumn"), { first: 2 });
  assert.deepEqual(Object.keys(state.boxes), ["0 autumn"]);
});

test("a season asks for its own decrees alone, and a game alone for all four in the end", () => {
  const asked = (/** @type {string} */ season, /** @type {string[]} */ names) =>
    lacking({ ...newTable(names), season }).decrees;
  assert.deepEqual(asked("spring", ["Ann", "Ben"]), ["A", "B"]);
  assert.deepEqual(asked("winter", ["Ann", "Ben"]), ["D", "A"]);
  assert.deepEqual(asked("autumn", ["Ann"]), ["C", "D"]);
  assert.deepEqual(asked("winter", ["Ann"]), ["A", "B", "C", "D"]);
});

test("only players who are tied are asked what monsters cost them", () => {
  const state = typed(typed(winter(), [["sum", 20]]), [["sum", 20]], 1);
  assert.deepEqual(lacking(state.table).monsters, []);
  assert.deepEqual(lacking(state.table, [1]).monsters, [{ seat: 1, season: "autumn" }]);
});
