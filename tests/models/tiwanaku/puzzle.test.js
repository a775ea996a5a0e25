/** A puzzle on the board: its attempts, the laws of its hints, what is left, and what is asked about it. */

import assert from "node:assert/strict";
import { test } from "node:test";

const PAGE = "../../../service/theodolite/web/page/tiwanaku/model";
const { attemptOf } = await import(`${PAGE}/puzzle.js`);
const { cropsLeft, endsOf, newTable, tilesLeft } = await import(`${PAGE}/table.js`);
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

test("an attempt at a puzzle is another one whenever it lies otherwise", () => {
  const one = planted(dealt(1), ["A1"], "2");
  assert.equal(attemptOf(planted(dealt(2), ["A1"], "2").table), attemptOf(one.table));
  for (const other of [planted(one, ["C1"], "3"), reduce(one, { type: "clear" })]) {
    assert.notEqual(attemptOf(other.table), attemptOf(one.table));
  }
  assert.equal(attemptOf(newTable(NAMES)), null);
});

test("the laws of hints are noted once each", () => {
  const met = ["2 last_place", "1 one_each", "2 last_place"].reduce(
    (state, law) => reduce(state, { type: "met", law }),
    dealt(1),
  );
  assert.deepEqual(met.table.puzzle.laws, ["2 last_place", "1 one_each"]);
});

test("what is left is counted by terrain, and by level once the regions are known", () => {
  const { table } = dealt(1);
  assert.deepEqual(
    cropsLeft(table)?.map((/** @type {any} */ [, n]) => n),
    ["1", "2", "3", "4", "5"].map(
      (level) => DISC.crops.join("").split(level).length - table.crops.join("").split(level).length,
    ),
  );
  const hidden = { ...table, terrain: ["SG...", ".....", ".....", ".....", "....."] };
  assert.equal(cropsLeft(hidden), null);
  assert.deepEqual(tilesLeft(hidden), [
    ["M", 4],
    ["S", 5],
    ["G", 4],
    ["R", 10],
  ]);
  assert.deepEqual(endsOf(table, "A1"), ["e", "s"]);
  assert.deepEqual(endsOf(hidden, "B1"), ["w"]);
  assert.deepEqual(endsOf(hidden, "C1"), []);
});

test("nobody's score is asked for on a puzzle, unless a game is played on it", () => {
  const puzzle = planted(dealt(1), ["A1"], "2");
  assert.equal(scoreBody(puzzle.table), null);
  assert.notEqual(
    scoreBody(reduce(puzzle, { type: "meeple", player: 0, space: "A1" }).table),
    null,
  );
});
