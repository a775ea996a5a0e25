/** The table of Maps of Misterra: read from outside, written in short, and what it lacks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY } from "../../../service/theodolite/web/page/misterra/model/board.js";
import { exampleTable } from "../../../service/theodolite/web/page/misterra/model/example.js";
import { likelySamples } from "../../../service/theodolite/web/page/misterra/model/likely.js";
import {
  differences,
  totalsOf,
} from "../../../service/theodolite/web/page/misterra/model/result.js";
import * as tables from "../../../service/theodolite/web/page/misterra/model/table.js";

const { newTable, readTable, spare } = tables;
const table = exampleTable(["Anna", "Bert"]);

test("a new game takes the habits of the last one, and none of its tiles", () => {
  const last = {
    ...table,
    beach: /** @type {const} */ ("top"),
    variants: { master_cartographers: true },
  };
  const next = newTable(["Carl"], last);
  assert.deepEqual([next.beach, next.variants, next.island], ["top", last.variants, EMPTY]);
  assert.deepEqual(next.players, [
    { name: "Carl", parchment: EMPTY, meeple: null, claims: [], presumptions: [] },
  ]);
  assert.ok(tables.isUntouched(next));
  assert.ok(!tables.isUntouched(table));
  assert.equal(newTable(["Carl"]).beach, "right");
});

test("a table that is told in short is read as it was", () => {
  const solo = {
    ...newTable(["Anna"]),
    otoma: { claims: ["A1"] },
    display: [["jungle", "lagoon"]],
    deck: 12,
  };
  for (const whole of [table, solo]) {
    const written = JSON.parse(JSON.stringify(spare(whole)));
    assert.deepEqual(readTable(written), whole);
  }
  assert.deepEqual(Object.keys(spare(solo).players[0]), ["name", "parchment"]);
  assert.deepEqual(readTable({ ...solo, otoma: {} })?.otoma, { claims: [] });
  assert.deepEqual([solo, table].map(tables.isSolo), [true, false]);
});

const [anna] = table.players;
/** @type {Record<string, object>} */
const UNSOUND = {
  "no object": [],
  "an unknown beach": { ...table, beach: "up" },
  "a row too few": { ...table, island: table.island.slice(1) },
  "a letter of no terrain": { ...table, island: ["X....", ...table.island.slice(1)] },
  "no players": { ...table, players: [] },
  "five players": { ...table, players: Array(5).fill(anna) },
  "a hazy parchment": { ...table, players: [{ ...anna, parchment: ["j....", ...EMPTY.slice(1)] }] },
  "a name that is too long": { ...table, players: [{ ...anna, name: "x".repeat(41) }] },
  "a meeple off the board": { ...table, players: [{ ...anna, meeple: "F1" }] },
  "a claim off the board": { ...table, players: [{ ...anna, claims: ["F1"] }] },
  "a card that does not exist": { ...table, players: [{ ...anna, presumptions: [{ card: 32 }] }] },
  "a terrain that does not exist": {
    ...table,
    players: [{ ...anna, presumptions: [{ card: 1, terrain: "sea" }] }],
  },
  "a pattern with uneven rows": {
    ...table,
    players: [{ ...anna, presumptions: [{ card: 24, pattern: ["JJ", "J"] }] }],
  },
  "three cards": { ...table, players: [{ ...anna, presumptions: Array(3).fill({ card: 9 }) }] },
  "a variant that is no switch": { ...table, variants: { master_cartographers: "yes" } },
  "a ruling that does not exist": { ...table, rulings: { constructor: "x" } },
  "an open card of one half": { ...table, display: [["jungle"]] },
  "a deck below nothing": { ...table, deck: -1 },
  "claims of Otoma off the board": { ...table, otoma: { claims: ["Z9"] } },
};
for (const [what, value] of Object.entries(UNSOUND)) {
  test(`a table with ${what} is not read`, () => assert.equal(readTable(value), null));
}

test("a card is whole once everything on its face is known", () => {
  assert.ok(tables.isWhole({ card: 9 }));
  assert.ok(!tables.isWhole({ card: 13, terrain: "jungle" }));
  assert.ok(tables.isWhole({ card: 13, terrain: "jungle", avoid: "lagoon" }));
  assert.ok(!tables.isWhole({ card: 24 }));
  assert.equal(tables.cardKind(31).criterion, "pattern");
  assert.equal(tables.cardKind(99), tables.CARDS[0]);
  const numbers = tables.CARDS.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  assert.deepEqual(
    numbers,
    Array.from({ length: 31 }, (_, at) => at + 1),
  );
});

test("a drawn pattern is cut to its tiles", () => {
  assert.deepEqual(tables.trimPattern([".....", ".J...", "..M..", "....."]), ["J.", ".M"]);
  assert.deepEqual(tables.trimPattern(EMPTY), []);
});

test("a solo total is that of the player less Otoma's claims, and trials tell what changes", () => {
  const answer = (/** @type {number[]} */ ...totals) =>
    /** @type {any} */ ({
      players: totals.map((total, at) => ({ name: "AB"[at], total })),
      solo: null,
    });
  assert.deepEqual(totalsOf(answer(42, 5)), [42, 5]);
  assert.deepEqual(totalsOf({ ...answer(42), solo: /** @type {any} */ ({ total: 40 }) }), [40]);
  assert.deepEqual(differences(answer(42, 5), answer(44, 5)), [{ name: "A", points: 2 }]);
});

test("alike spaces are named by the island where most of them lie on one terrain", () => {
  const island = ["JJJMS", "JJLMS", "JJLSS", "MLLSS", "MMLJS"];
  const alike = (/** @type {string} */ letter) =>
    island.flatMap((row, y) =>
      [...row].flatMap((one, x) => (one === letter ? [`${"ABCDE"[x]}${y + 1}`] : [])),
    );
  const [jungle, ...others] = [..."JMSL"].map(alike);
  assert.deepEqual(Object.values(likelySamples([jungle, ...others], island)), ["J", "M", "S", "L"]);
  // It is unclear where half as many lie in another group.
  const split = [jungle.slice(3), jungle.slice(0, 3), ...others];
  assert.deepEqual(Object.values(likelySamples(split, island)), ["M", "S", "L"]);
  // A group of one, hazy tiles and an empty island name nothing; nor does anything where most are unclear.
  assert.deepEqual(likelySamples([["A1"], ["B1"]], island), {});
  assert.deepEqual(likelySamples([jungle], EMPTY), {});
  assert.deepEqual(
    likelySamples(
      [jungle],
      island.map((row) => row.toLowerCase()),
    ),
    {},
  );
  assert.deepEqual(likelySamples([others[0], ["A1"], ["B1"]], island), {});
});
