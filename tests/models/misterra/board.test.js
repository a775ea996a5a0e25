/** The board of Maps of Misterra: its spaces and tiles, and rows that people paste. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as board from "../../../service/theodolite/web/page/misterra/model/board.js";
import { readRows } from "../../../service/theodolite/web/page/misterra/model/rows.js";
import { sketchOf } from "../../../service/theodolite/web/page/misterra/model/sketches.js";
import { CARDS } from "../../../service/theodolite/web/page/misterra/model/table.js";
import { blanksOf } from "../texts.js";

const ROWS = ["JLMSJ", "jlmsj", ".....", "SSSSS", "MMMMM"];

test("a space names a tile of the rows", () => {
  assert.equal(board.tileAt(ROWS, "B2"), "l");
  assert.equal(board.tileAt(ROWS, "E1"), "J");
  assert.deepEqual(board.withTiles(ROWS, ["A3", "E5"], "L"), [
    "JLMSJ",
    "jlmsj",
    "L....",
    "SSSSS",
    "MMMML",
  ]);
  assert.deepEqual(board.SPACES.slice(4, 6), ["E1", "A2"]);
  assert.deepEqual(["A1", "E5", "F1", "A6", "beach:A1", 7].map(board.isSpace), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("letters name terrains of both sides", () => {
  assert.deepEqual([..."Jj."].map(board.terrainOf), ["jungle", "jungle", null]);
  assert.deepEqual([..."Jj."].map(board.isHazy), [false, true, false]);
  assert.deepEqual(["lagoon", "desert", undefined].map(board.letterOf), ["L", ".", "."]);
  assert.deepEqual(["steppe", "S"].map(board.isTerrain), [true, false]);
  assert.deepEqual([board.EMPTY, ROWS].map(board.isBare), [true, false]);
});

test("the beach lies beside the edge of its side, in reading order", () => {
  const shown = { left: [0, 0], right: [0, 5], top: [0, 0], bottom: [5, 0] };
  const first = { left: "beach:A1", right: "beach:E1", top: "beach:A1", bottom: "beach:A5" };
  for (const side of board.SIDES) {
    const lines = board.layout(side);
    const [row, column] = shown[side];
    assert.equal(lines[row][column], first[side]);
    const places = lines.flat();
    assert.equal(places.filter(board.isBeach).length, 5);
    assert.deepEqual(
      places.filter((place) => !board.isBeach(place)),
      board.SPACES,
    );
  }
  assert.deepEqual(board.layout("left")[1], ["beach:A2", "A2", "B2", "C2", "D2", "E2"]);
});

for (const text of [
  ROWS.join("\n"),
  JSON.stringify(ROWS),
  "J L M S J / j l m s j / - - - - - / S S S S S / M M M M M",
  "JLMSJ;jlmsj;·····;SSSSS;MMMMM",
]) {
  test(`reads the rows in ${JSON.stringify(text.slice(0, 20))}`, () => {
    assert.deepEqual(readRows(text, { hazy: true }), ROWS);
    assert.deepEqual(readRows(text, { hazy: false })[1], "JLMSJ");
  });
}

/** @type {[string, string, object][]} */
const REFUSED = [
  ["hello", "paste.letter", { letter: "h" }],
  ["JJJ", "paste.count", { n: 3 }],
  [" \n", "paste.nothing", {}],
  ["JJJJ\nJJJJJJ\nJJJJJ\nJJJJJ\nJJJJJ", "paste.length", { row: 1, n: 4 }],
  ["<img src=x onerror=alert(1)>", "paste.letter", { letter: "<" }],
  ["😀", "paste.letter", { letter: "😀" }],
];
for (const [text, key, values] of REFUSED) {
  test(`refuses the rows ${JSON.stringify(text)} with the text ${key}`, () => {
    assert.throws(() => readRows(text, { hazy: true }), { key, values });
    assert.deepEqual(Object.keys(values).sort(), blanksOf("misterra", key));
  });
}

test("each criterion has a sketch, whose lines run towards the beach where they must", () => {
  for (const { criterion } of CARDS) {
    const { rows, beach } = sketchOf(criterion, "left");
    assert.ok(rows.length > 0);
    assert.ok(rows.every((row) => row.length === rows[0].length));
    assert.equal(beach, /across|along/.test(criterion) ? "left" : null);
  }
  const paying = (/** @type {any} */ side) => {
    const { rows } = sketchOf("uniform_across", side);
    return rows.findIndex((row) => row.includes("l"));
  };
  assert.deepEqual(sketchOf("uniform_across", "right").rows, ["lllll", ".....", "sssss", "....."]);
  assert.deepEqual(
    sketchOf("uniform_across", "bottom").rows.map((row) => row[0]),
    ["l", "l", "l", "l", "l"],
  );
  assert.equal(paying("left"), 0);
  assert.deepEqual(sketchOf("varied_across", "left").rows[1], "ljsmj");
  assert.deepEqual(
    sketchOf("varied_along", "top").rows,
    [...sketchOf("varied_along", "bottom").rows].reverse(),
  );
});
