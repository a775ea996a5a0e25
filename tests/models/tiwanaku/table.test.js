/** The table of Tiwanaku and its puzzles. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as puzzles from "../../../service/theodolite/web/page/tiwanaku/model/puzzle.js";
import * as tables from "../../../service/theodolite/web/page/tiwanaku/model/table.js";

const { newTable, readTable } = tables;
const short = newTable(["Ana", "Bo"]);
const DISC = {
  terrain: ["SGRMM", "GGRRM", "GSSRR", "GRSSS", "MRRRR"],
  crops: ["15213", "24342", "15151", "34342", "15213"],
};
/** @type {(change?: object) => import("../../../service/theodolite/web/page/tiwanaku/model/table.js").Table} */
const dealt = (change = {}) => ({
  ...short,
  ...DISC,
  disc: DISC,
  start: ["B1"],
  puzzle: {
    difficulty: "easy",
    seed: 1,
    time: 0,
    moved: 0,
    hints: 0,
    asked: false,
    wheel: 0,
    laws: [],
  },
  ...change,
});

test("both boards have five rows, and tiles for every space", () => {
  for (const [board, columns] of [
    ["short", 5],
    ["long", 9],
  ]) {
    const table = newTable([], { board: String(board) });
    assert.equal(tables.columnsOf(table.board), columns);
    assert.deepEqual(table.terrain, Array(5).fill(".".repeat(Number(columns))));
    assert.equal(tables.spacesOf(table.board).length, 5 * Number(columns));
    assert.ok(tables.addsUp(table));
  }
  assert.ok(!tables.addsUp({ ...short, tiles: { ...short.tiles, mud: 8 } }));
  assert.deepEqual(
    tables.withLetter(short.terrain, ["B2", "E5"], "M").filter((row) => row.includes("M")),
    [".M...", "....M"],
  );
  assert.equal(tables.letterAt(DISC.crops, "C2"), "3");
});

test("a board is bare, full and played", () => {
  assert.deepEqual([short, dealt()].map(tables.isBare), [true, false]);
  assert.deepEqual([short, dealt()].map(tables.isFull), [false, true]);
  const [ana, bo] = short.players;
  // Nobody wins a puzzle, unless a game is played on it.
  assert.ok(tables.isRanked(short));
  assert.ok(!tables.isRanked(dealt()));
  for (const change of [{ meeples: ["A1"] }, { score: 12 }]) {
    assert.ok(tables.isRanked(dealt({ players: [ana, { ...bo, ...change }] })));
  }
});

test("equal crops that touch are found, along an edge or a corner", () => {
  const crops = ["1.1..", ".1...", ".....", "2...2", "2...."];
  assert.deepEqual(tables.touchingOf({ board: "short", crops }), ["A1", "C1", "B2", "A4", "A5"]);
  assert.deepEqual(tables.touchingOf(dealt()), []);
});

test("a table from outside is read with every part in place", () => {
  const { board, terrain, crops, tiles } = short;
  assert.deepEqual(readTable({ board, terrain, crops, tiles }), { ...short, players: [] });
  assert.deepEqual(readTable(JSON.parse(JSON.stringify(dealt()))), dealt());
  assert.deepEqual(readTable({ ...short, final: { starter: "Ana" } })?.final, { starter: "Ana" });
});

const [ana] = short.players;
/** @type {Record<string, object>} */
const UNSOUND = {
  "no object": [],
  "an unknown board": { ...short, board: "constructor" },
  "a row too few": { ...short, terrain: short.terrain.slice(1) },
  "a row of the other board": { ...short, crops: newTable([], { board: "long" }).crops },
  "a crop of level 6": { ...short, crops: ["6....", ...short.crops.slice(1)] },
  "no count of a terrain": { ...short, tiles: { mud: 7 } },
  "a count below nothing": { ...short, tiles: { ...short.tiles, mud: -1 } },
  "a start tile without a name": { ...short, start: [1] },
  "five players": { ...short, players: Array(5).fill(ana) },
  "a meeple off the board": { ...short, players: [{ ...ana, meeples: ["F1"] }] },
  "a token of level 6": { ...short, players: [{ ...ana, offerings: [6] }] },
  "a score of text": { ...short, players: [{ ...ana, score: "10" }] },
  "steps of one terrain": { ...short, players: [{ ...ana, diversity: { mud: 1 } }] },
  "an end of nothing": { ...short, final: [] },
  "a disc without crops": { ...short, disc: { terrain: DISC.terrain } },
  "a puzzle without a disc": { ...dealt(), disc: null },
  "a puzzle without start tiles": { ...dealt(), start: null },
  "a puzzle of unknown difficulty": dealt({ puzzle: { ...dealt().puzzle, difficulty: "cruel" } }),
  "a puzzle without a number": dealt({ puzzle: { ...dealt().puzzle, seed: null } }),
};
for (const [what, value] of Object.entries(UNSOUND)) {
  test(`a table with ${what} is not read`, () => assert.equal(readTable(value), null));
}

test("wrong tiles and crops are found, and empty spaces are left to lay", () => {
  assert.deepEqual(puzzles.wrongOf(short), []);
  assert.deepEqual(puzzles.wrongOf(dealt()), []);
  assert.ok(puzzles.isSolved(dealt()));
  assert.ok(!puzzles.isSolved(short));
  const wrong = dealt({
    crops: [...DISC.crops.slice(0, 4), "25215"],
    terrain: [`M${DISC.terrain[0].slice(1)}`, ...DISC.terrain.slice(1)],
  });
  assert.deepEqual(puzzles.wrongOf(wrong), ["A1", "A5", "E5"]);
  assert.ok(!puzzles.isSolved(wrong));
  const open = dealt({ crops: ["15.13", ...DISC.crops.slice(1)] });
  assert.deepEqual(
    [puzzles.leftOf(open), puzzles.wrongOf(open), puzzles.isSolved(open)],
    [1, [], false],
  );
});

test("an easy puzzle shows all terrain, the others their start tiles", () => {
  assert.deepEqual(["easy", "medium", "hard"].map(puzzles.showsTerrain), [true, false, false]);
  assert.deepEqual(puzzles.startOf(dealt()).terrain, DISC.terrain);
  const medium = puzzles.startOf(dealt({ puzzle: puzzles.newPuzzle("medium", 1) }));
  assert.deepEqual(medium.terrain, [".G...", ...Array(4).fill(".....")]);
  assert.ok(puzzles.isGiven(dealt(), "crops", "B1"));
  assert.ok(!puzzles.isGiven(dealt(), "crops", "A1"));
  assert.ok(!puzzles.isGiven(short, "terrain", "A1"));
});

test("a time is written as on a stop watch", () => {
  assert.deepEqual(
    [0, 4 * 60_000 + 32_400, 3_600_000 + 4 * 60_000 + 32_000].map(puzzles.stopwatch),
    ["0:00", "4:32", "1:04:32"],
  );
});

test("the puzzle of a day has its date as number, and days in a row are counted up to today or yesterday", () => {
  const number = puzzles.dayOf(new Date(2026, 10, 25));
  assert.equal(number, 20261125);
  assert.ok(puzzles.isDaily(puzzles.newPuzzle(puzzles.DAILY, number)));
  assert.ok(!puzzles.isDaily(puzzles.newPuzzle(puzzles.DAILY, 7)));
  assert.ok(!puzzles.isDaily(puzzles.newPuzzle("hard", number)));
  const today = new Date(2026, 2, 1, 12);
  assert.equal(puzzles.streakOf([20260301, 20260228, 20260227, 20260225], today), 3);
  assert.equal(puzzles.streakOf([20260228], today), 1);
  assert.equal(puzzles.streakOf([20260227], today), 0);
  assert.equal(puzzles.streakOf([puzzles.dayOf(new Date())]), 1);
});
