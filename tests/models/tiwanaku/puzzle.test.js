/** A puzzle: what of it is lost when another is opened, what one hint changes, and what is asked about it. */

import assert from "node:assert/strict";
import { test } from "node:test";

const PAGE = "../../../service/theodolite/web/page/tiwanaku/model";
const { attemptOf, isHalfDone } = await import(`${PAGE}/puzzle.js`);
const { newTable } = await import(`${PAGE}/table.js`);
const { newState, reduce, scoreBody } = await import(`${PAGE}/turn.js`);

const NAMES = ["Ann", "Bert"];
const DISC = {
  terrain: ["SGRMM", "GGRRM", "GSSRR", "GRSSS", "MRRRR"],
  crops: ["15213", "24342", "15151", "34342", "15213"],
  tiles: { mud: 4, sand: 6, grass: 5, rock: 10 },
  start: ["B1"],
};
/** @type {(seed: number) => any} */
const dealt = (seed) =>
  reduce(newState(newTable(NAMES)), {
    type: "puzzle",
    board: "short",
    difficulty: "easy",
    seed,
    disc: DISC,
  });
/** @type {(state: any, spaces: string[], letter: string) => any} */
const planted = (state, spaces, letter) => reduce(state, { type: "crop", spaces, letter });

test("a puzzle is half done once something lies on it, until it is solved", () => {
  assert.equal(isHalfDone(dealt(1).table), false);
  const begun = planted(dealt(1), ["A1"], "1");
  assert.equal(isHalfDone(begun.table), true);
  assert.equal(isHalfDone(reduce(begun, { type: "clear" }).table), false);
  const solved = DISC.crops.reduce(
    (state, row, y) =>
      [...row].reduce((laid, level, x) => planted(laid, [`${"ABCDE"[x]}${y + 1}`], level), state),
    dealt(1),
  );
  assert.equal(isHalfDone(solved.table), false);
});

test("a board of one's own is half done as soon as something lies on it", () => {
  const own = newState(newTable(NAMES));
  assert.equal(isHalfDone(own.table), false);
  assert.equal(
    isHalfDone(reduce(own, { type: "terrain", spaces: ["A1"], letter: "M" }).table),
    true,
  );
});

test("an attempt at a puzzle is another one after a restart and on the next puzzle", () => {
  const one = planted(dealt(1), ["A1"], "2");
  const attempt = attemptOf(one.table);
  assert.equal(attemptOf(planted(one, ["C1"], "3").table), attempt);
  for (const other of [reduce(one, { type: "clear" }), planted(dealt(2), ["A1"], "2")]) {
    assert.notEqual(attemptOf(other.table), attempt);
  }
});

test("nobody's score is asked for on a puzzle, unless a game is played on it", () => {
  const puzzle = planted(dealt(1), ["A1"], "2");
  assert.equal(scoreBody(puzzle.table), null);
  assert.notEqual(
    scoreBody(reduce(puzzle, { type: "meeple", player: 0, space: "A1" }).table),
    null,
  );
});
