/** Board packs of Treasure Hunt: read, laid, made of a board, and written. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as frame from "../../../service/theodolite/web/page/treasure_hunt/model/frame.js";
import * as packs from "../../../service/theodolite/web/page/treasure_hunt/model/pack.js";
import { parseToml } from "../../../service/theodolite/web/page/treasure_hunt/model/toml.js";
import { blanksOf } from "../texts.js";
import { PACK, RICH, TEXT } from "./packs.js";

const { asTheyCome, boardOf, packOf, QUARTERS, readPack } = packs;
const laid = asTheyCome(PACK);
const plain = (/** @type {unknown} */ value) => JSON.parse(JSON.stringify(value));

test("a space is named by NORTH and EAST, and seen from either side", () => {
  assert.equal(frame.SPACES.length, 900);
  assert.deepEqual(frame.position("N08/E10"), [7, 9]);
  assert.equal(frame.named(7, 9), "N08/E10");
  assert.deepEqual(
    [frame.seenAt("N30/E01", "up"), frame.seenAt("N30/E01", "down")],
    [
      [0, 0],
      [29, 0],
    ],
  );
  assert.deepEqual(
    [frame.linesOf("up")[0][0], frame.linesOf("down")[0][0]],
    ["N30/E01", "N01/E01"],
  );
  assert.deepEqual(
    [frame.northOf("up")[0], frame.northOf("down")[0], frame.EAST[0]],
    ["30", "01", "01"],
  );
  assert.deepEqual(frame.neighbours("N01/E01"), ["N01/E02", "N02/E01"]);
  assert.deepEqual(frame.neighbours("N15/E15").length, 4);
  assert.deepEqual([" n08/e10 ", "n08/e", "N31/E01"].map(frame.spaceWritten), [
    "N08/E10",
    null,
    null,
  ]);
  assert.equal(frame.letterAt(frame.withLetter(frame.BLANK, ["N02/E03"], "W"), "N02/E03"), "W");
});

test("quarters are told by their lowest space, and listed as they are seen", () => {
  assert.deepEqual(["N01/E30", "N15/E15", "N16/E16", "N30/E01"].map(packs.quarterOf), [
    QUARTERS[1],
    QUARTERS[0],
    QUARTERS[3],
    QUARTERS[2],
  ]);
  for (const north of /** @type {const} */ (["up", "down"])) {
    const lines = packs.linesOfQuarter(QUARTERS[3], north);
    assert.deepEqual([lines.length, lines[0].length], [15, 15]);
    assert.equal(lines[0][0], north === "up" ? "N30/E16" : "N16/E16");
  }
});

test("a pack that is written is read as it was", () => {
  const cards = { missions: [{ difficulty: 1, treasures: ["gold"] }], three_plus: true };
  for (const pack of [
    PACK,
    { ...PACK, title: 'A "new" one', coordinates: ["N01/E02"], dice: { brown: [7, 8] }, cards },
  ]) {
    assert.deepEqual(plain(readPack(packs.parsed(packs.tomlOf(pack)))), plain(pack));
  }
  assert.deepEqual(packs.parsed(' {"a": 1}'), { a: 1 });
  assert.deepEqual(Object.keys(PACK.segments), ["A", "B", "C", "D"]);
});

test("a segment's rows lie as they are seen, and four quarter turns lie as none", () => {
  const { rows } = boardOf(PACK, laid);
  const { A } = PACK.segments;
  assert.equal(rows[14].slice(0, 15), A.rows[0]);
  assert.equal(rows[0].slice(0, 15), A.rows[14]);
  assert.equal(boardOf({ ...PACK, north: "down" }, laid).rows[0].slice(0, 15), A.rows[0]);
  const turned = boardOf(PACK, { ...laid, [QUARTERS[0]]: { segment: "A", turn: 90 } });
  // What was the left column, from below, is the top row.
  assert.equal(
    turned.rows[14].slice(0, 15),
    [...A.rows]
      .reverse()
      .map((row) => row[0])
      .join(""),
  );
  const around = boardOf(PACK, { ...laid, [QUARTERS[0]]: { segment: "A", turn: 360 } });
  assert.deepEqual(around, boardOf(PACK, laid));
});

test("the pack of a board lies as the board, however its segments are turned", () => {
  const turns = [0, 90, 180, 270];
  const turned = Object.fromEntries(
    QUARTERS.map((quarter, at) => [quarter, { segment: "DCBA"[at], turn: turns[at] }]),
  );
  for (const north of /** @type {const} */ (["up", "down"])) {
    const board = boardOf({ ...PACK, north }, turned);
    const made = packOf({ board, north, pack: PACK }, turned);
    const bare = (/** @type {any} */ { segments }) =>
      Object.entries(segments).map(([name, { rows }]) => [name, rows]);
    assert.deepEqual(bare(made), bare(PACK));
    const again = boardOf(made, turned);
    assert.deepEqual(
      [again.rows, again.bridges.map((one) => [...one].sort()).sort()],
      [board.rows, board.bridges.map((one) => [...one].sort()).sort()],
    );
  }
});

test("a bridge over a seam becomes two, and a pack without a name gets segments A to D", () => {
  const board = { rows: frame.BLANK, bridges: [["N15/E15", "N15/E16"]] };
  const { title, segments } = packOf({ board, north: "up", pack: null }, packs.UNNAMED);
  assert.deepEqual([title, Object.keys(segments)], ["", ["A", "B", "C", "D"]]);
  assert.deepEqual(
    Object.values(segments).map(({ bridges }) => bridges.length),
    [1, 1, 0, 0],
  );
  const partly = packOf(
    { board, north: "up", pack: { ...PACK, segments: { ...PACK.segments, E: PACK.segments.A } } },
    laid,
  );
  assert.deepEqual(partly.segments.E.rows[0], "?".repeat(15));
});

test("another segment on a quarter changes places with the one that lay there", () => {
  const next = packs.withSegment(laid, QUARTERS[0], "C");
  assert.deepEqual(
    QUARTERS.map((quarter) => next[quarter].segment),
    ["C", "B", "A", "D"],
  );
  assert.deepEqual(packs.withSegment(laid, QUARTERS[0], "E"), laid);
});

test("a pack keeps what it tells of dice and cards, stored, laid and painted", () => {
  assert.deepEqual(readPack(plain(RICH)), RICH);
  const made = packOf({ board: boardOf(RICH, laid), north: RICH.north, pack: RICH }, laid);
  const { dice, coordinates, cards } = RICH;
  assert.deepEqual([made.dice, made.coordinates, made.cards], [dice, coordinates, cards]);
});

const rows = Array.from({ length: 15 }, () => "F".repeat(15));
/** @type {[string, string[], string | null, object][]} */
const ROWS = [
  ["fifteen sound rows", rows, null, {}],
  ["a row too few", rows.slice(1), "notice.pack_rows", { segment: "A", n: 14 }],
  [
    "a short row",
    [...rows.slice(1), "F".repeat(9)],
    "notice.pack_row",
    { segment: "A", row: 15, n: 9 },
  ],
  [
    "a letter that is none",
    ["FFX", ...rows.slice(1)],
    "notice.pack_letter",
    { segment: "A", row: 1, column: 3, letter: "X" },
  ],
];
for (const [what, told, key, values] of ROWS) {
  test(`${what}: ${key ?? "no fault"}`, () => {
    assert.deepEqual(packs.faultOfRows("A", told), key && { key, values });
    if (key !== null) assert.deepEqual(Object.keys(values).sort(), blanksOf("treasure_hunt", key));
  });
}

test("the faults of a pack are told, segment by segment", () => {
  const segments = { A: { rows }, B: { rows: rows.slice(1) } };
  assert.deepEqual(packs.faultOf({ segments })?.values, { segment: "B", n: 14 });
  assert.deepEqual(packs.faultOf({ segments: { A: 1 } })?.key, "notice.pack_rows");
  const key = "notice.pack_segments";
  assert.deepEqual(packs.faultOf({ segments: { A: { rows } } }), { key, values: { n: 1 } });
  assert.deepEqual(blanksOf("treasure_hunt", key), ["n"]);
  for (const other of [null, {}, PACK]) assert.equal(packs.faultOf(other), null);
});

test("a pack that is not sound is not read", () => {
  for (const value of [
    null,
    {},
    { ...PACK, north: "left" },
    { ...PACK, title: 1 },
    { ...PACK, segments: { A: PACK.segments.A } },
    { ...PACK, segments: { ...PACK.segments, A: { rows: rows.slice(1) } } },
    { ...PACK, segments: { ...PACK.segments, A: { rows, bridges: [["N16/E01"]] } } },
    { ...PACK, dice: { brown: [] } },
    { ...PACK, dice: { brown: ["7"] } },
    { ...PACK, coordinates: [1] },
  ]) {
    assert.equal(readPack(value), null);
  }
  // Cards may stand at the top, as the service has them.
  const { cards, ...pack } = PACK;
  assert.deepEqual(readPack({ ...pack, missions: [1], other: 2 })?.cards, { missions: [1] });
});

test("as much of TOML is read as packs are written in", () => {
  const text =
    'a = "x\\n" # word\nb = \'y\'\nc = [1, -2, true, false,]\n[d.e]\nf = { g = 1_000, "h i" = [] }\n[[k]]\nl = 1\n[[k]]\nl = 2\n[k.m]\nn = 3';
  assert.deepEqual(plain(parseToml(text)), {
    a: "x\n",
    b: "y",
    c: [1, -2, true, false],
    d: { e: { f: { g: 1000, "h i": [] } } },
    k: [{ l: 1 }, { l: 2, m: { n: 3 } }],
  });
  assert.deepEqual(plain(parseToml("")), {});
  assert.equal(TEXT.includes("[segments.A]"), true);
});

test("the line of a fault is told", () => {
  for (const [text, line] of [
    ['north = "up"\nsegments = oh dear', "2"],
    ["a = 1\na.b = 2", "2"],
    ["a = []\na.b = 2", "2"],
    ['a = "x"\n[[a]]', "2"],
    ["a = [1\n2]", "2"],
    ["a\n= 1\nb 2", "3"],
    ["[a", "1"],
    ["a = ", "1"],
    ["\n!", "2"],
    ["= 1", "1"],
  ]) {
    assert.throws(() => parseToml(text), { name: "SyntaxError", message: line }, text);
  }
});

test("a pack cannot pollute prototypes", () => {
  const names = ["__proto__", "constructor.prototype", "a.__proto__", "a.constructor.prototype"];
  const values = ["{}", '"text"', "'text'", "1", "true", "[]", "[1]", "[{}]"];
  const texts = names.flatMap((name) => [
    `[${name}]\nevil = 1`,
    ...values.flatMap((value) => [
      `a = ${value}\n${name}.evil = 1`,
      `a = ${value}\n[${name}]\nevil = 1\n[[${name}]]\nevil = 1`,
    ]),
  ]);
  for (const text of texts) {
    try {
      parseToml(text);
    } catch (fault) {
      assert.ok(fault instanceof SyntaxError, text);
    }
    for (const one of [{}, [], "", 1, true, () => 1, Object]) {
      assert.equal(/** @type {any} */ (one).evil, undefined, text);
    }
  }
});

for (const gap of [" ", "#", "# a ", " #\n"]) {
  test(`ten thousand gaps of ${JSON.stringify(gap)} are read in linear time`, {
    timeout: 20_000,
  }, () => {
    const gaps = gap.repeat(10_000);
    const text = `a = 1 ${gaps}\n${gaps}\nb = 2 ${gaps}`;
    assert.deepEqual(plain(parseToml(text)), { a: 1, b: 2 });
    const broken = `${text}\n${gaps}\n!`;
    assert.throws(() => parseToml(broken), { message: `${broken.split("\n").length}` });
  });
}
