/** The table of Cartographers, and the shapes of its cards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleTable } from "../../../service/theodolite/web/page/cartographers/model/example.js";
import {
  mirrored,
  spacesOf,
  turned,
} from "../../../service/theodolite/web/page/cartographers/model/shape.js";
import { SKETCHES } from "../../../service/theodolite/web/page/cartographers/model/sketches.js";
import * as tables from "../../../service/theodolite/web/page/cartographers/model/table.js";

const { EMPTY, newTable, readTable } = tables;
const table = exampleTable(["Anna", "Bert"]);
const SHAPE = ["XXX", "X.."];

test("a space names a letter of the rows", () => {
  assert.equal(tables.SPACES.length, 121);
  assert.deepEqual(tables.position("K11"), [10, 10]);
  assert.equal(tables.letterAt(table.players[0].drawn, "A3"), "A");
  assert.equal(tables.withLetter(EMPTY, ["B2", "B3"], "F")[1], ".FF........");
});

test("a shape is turned, mirrored, and laid where its first square is put", () => {
  assert.deepEqual(turned(SHAPE), ["XX", ".X", ".X"]);
  assert.deepEqual(mirrored(SHAPE), ["XXX", "..X"]);
  assert.deepEqual([1, 2, 3, 4].reduce(turned, SHAPE), SHAPE);
  assert.deepEqual(spacesOf(SHAPE, "A1"), ["A1", "A2", "A3", "B1"]);
  // The first square in reading order is the anchor, wherever it is in its row.
  assert.deepEqual(spacesOf([".X", "XX"], "A2"), ["A2", "B1", "B2"]);
  for (const anchor of ["A10", "K1"]) assert.equal(spacesOf(SHAPE, anchor), null);
  assert.equal(spacesOf([".X", "XX"], "A1"), null);
});

test("a new game takes the edition, map and rulings of the last one", () => {
  const next = newTable(["Cy"], { ...table, game: "heroes", map: "C", rulings: { a: "b" } });
  assert.deepEqual(
    [next.game, next.map, next.rulings, next.season],
    ["heroes", "C", { a: "b" }, "spring"],
  );
  assert.deepEqual(next.players, [{ name: "Cy", coins: 0, stars: [], drawn: EMPTY, seasons: [] }]);
  assert.deepEqual([next, table, { ...next, decrees: { A: "x" } }].map(tables.isUntouched), [
    true,
    false,
    false,
  ]);
});

test("a table from outside is read with every list in place", () => {
  const { name, drawn } = table.players[0];
  const short = { game: "heroes", map: EMPTY, season: "winter", players: [{ name, drawn }] };
  assert.deepEqual(readTable(short), {
    ...short,
    decrees: {},
    ambushes: [],
    rulings: {},
    players: [{ name, drawn, coins: 0, stars: [], seasons: [] }],
  });
  assert.deepEqual(readTable(JSON.parse(JSON.stringify(table))), table);
});

const [anna] = table.players;
/** @type {Record<string, object>} */
const UNSOUND = {
  "no object": [],
  "an unknown edition": { ...table, game: "monopoly" },
  "a map that is no name": { ...table, map: 5 },
  "a print with a letter": { ...table, map: ["F..........", ...EMPTY.slice(1)] },
  "an unknown season": { ...table, season: "fall" },
  "an unknown decree": { ...table, decrees: { E: "x" } },
  "decrees that are no object": { ...table, decrees: [] },
  "an ambush without a name": { ...table, ambushes: [1] },
  "no players": { ...table, players: [] },
  "seven players": { ...table, players: Array(7).fill(anna) },
  "half a coin": { ...table, players: [{ ...anna, coins: 0.5 }] },
  "a map of ten rows": { ...table, players: [{ ...anna, drawn: EMPTY.slice(1) }] },
  "a star off the map": { ...table, players: [{ ...anna, stars: ["L1"] }] },
  "stars that are no list": { ...table, players: [{ ...anna, stars: {} }] },
  "a box with one decree": {
    ...table,
    players: [{ ...anna, seasons: [{ ...anna.seasons[0], decrees: [1] }] }],
  },
  "a ruling that is no name": { ...table, rulings: { a: 1 } },
};
for (const [what, value] of Object.entries(UNSOUND)) {
  test(`a table with ${what} is not read`, () => assert.equal(readTable(value), null));
}

test("sketches of cards are rectangles of signs", () => {
  for (const [card, rows] of Object.entries(SKETCHES)) {
    assert.ok(
      rows.every((row) => row.length === rows[0].length),
      card,
    );
    assert.match(rows.join(""), /[a-z]/, card);
  }
});
