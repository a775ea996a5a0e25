/** A puzzle as it is played: notes, the way back, the numbers of puzzles, and what was solved. */

import assert from "node:assert/strict";
import { test } from "node:test";

const PAGE = "../../../service/theodolite/web/page";
const { byLevel, hardest, lawsMet, readSolved, weeksOf, withSolved } = await import(
  `${PAGE}/puzzle/model/history.js`
);
const { newState, readState, reduce, rightSoFar, seedOf } = await import(
  `${PAGE}/puzzle/model/play.js`
);
const { newTable } = await import(`${PAGE}/tiwanaku/model/table.js`);

const DISC = {
  terrain: ["SGRMM", "GGRRM", "GSSRR", "GRSSS", "MRRRR"],
  crops: ["15213", "24342", "15151", "34342", "15213"],
  tiles: { mud: 4, sand: 6, grass: 5, rock: 10 },
  start: ["B1"],
};
const dealt = reduce(newState(newTable([])), {
  type: "puzzle",
  board: "short",
  difficulty: "easy",
  seed: 3,
  disc: DISC,
});
/** @type {(state: any, space: string, mark: string) => any} */
const note = (state, space, mark) => reduce(state, { type: "note", space, mark });
/** @type {(state: any, space: string, letter: string) => any} */
const plant = (state, space, letter) => reduce(state, { type: "crop", spaces: [space], letter });

test("notes are set and struck, stay with other tiles and go with a new beginning", () => {
  const noted = note(note(note(dealt, "C3", "4"), "C3", "2"), "A1", "M");
  assert.deepEqual(noted.notes, { C3: "24", A1: "M" });
  assert.deepEqual(note(noted, "A1", "M").notes, { C3: "24" });
  assert.deepEqual(plant(noted, "D1", "1").notes, noted.notes);
  assert.deepEqual(reduce(noted, { type: "clear" }).notes, {});
  assert.deepEqual(readState(JSON.parse(JSON.stringify(noted))), noted);
  assert.deepEqual(readState({ ...noted, notes: { C3: "9" } })?.notes, {});
  assert.equal(readState({ notes: {} }), null);
});

test("the way back leads to the last board without a wrong tile", () => {
  const right = plant(dealt, "A1", "1");
  const wrong = plant(right, "C1", "5");
  const later = plant(wrong, "D1", "1");
  const steps = [dealt, right, wrong, later];
  assert.equal(rightSoFar({ steps, at: 3 }), right.table);
  assert.equal(rightSoFar({ steps: [wrong], at: 0 }), undefined);
});

test("no two levels have a map in common", () => {
  const seeds = ["easy", "medium", "hard"].flatMap((level) =>
    [0, 1, 2, 20_261_127].map((number) => seedOf(level, number)),
  );
  assert.equal(new Set(seeds).size, seeds.length);
});

test("what was solved is counted by level, its first time each; damaged entries are left out", () => {
  const one = { key: "short easy 1", on: "2026-11-27", time: 5, hints: 0, wheel: 0, laws: [] };
  const other = { ...one, key: "short easy 2", time: 3, laws: ["1 one_each", "3 reach"] };
  const third = { ...one, key: "long hard 2", time: 9, laws: ["1 one_each"] };
  const all = [one, other, third, { ...one, time: 1 }].reduce(
    withSolved,
    /** @type {any[]} */ ([]),
  );
  assert.equal(all.length, 3);
  assert.deepEqual(byLevel(all), [
    { level: "long hard", n: 1, best: 9 },
    { level: "short easy", n: 2, best: 3 },
  ]);
  assert.deepEqual(lawsMet(all), [
    ["one_each", 2],
    ["reach", 1],
  ]);
  assert.equal(hardest(other.laws), "reach");
  assert.equal(hardest([]), null);
  assert.deepEqual(readSolved([one, null, { key: 1 }]), [one]);
  assert.deepEqual(readSolved("x"), []);
});

test("a month has its days in weeks from Monday", () => {
  const weeks = weeksOf(2026, 10);
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, 20_261_101]);
  assert.equal(weeks.flat().filter(Boolean).length, 30);
  assert.equal(weeksOf(2027, 1).length, 4);
});
