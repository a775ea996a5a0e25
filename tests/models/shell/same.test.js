/** Data stays the same object where it is equal. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { same } from "../../../service/theodolite/web/page/shell/same.js";

test("equal data is the old object, whatever the order of its keys", () => {
  for (const [old, next] of [
    [
      { a: 1, b: [{ c: "x" }] },
      { b: [{ c: "x" }], a: 1 },
    ],
    [[], []],
    [{ a: undefined }, { a: undefined }],
    [Number.NaN, Number.NaN],
  ]) {
    assert.equal(Object.is(same(old, next), old), true);
  }
});

test("data that differs shares all parts that are equal", () => {
  const old = { rows: ["a", "b"], players: [{ name: "Ann" }, { name: "Ben" }] };
  const next = same(old, { rows: ["a", "b"], players: [{ name: "Ann" }, { name: "Bo" }] });
  assert.deepEqual(next, { rows: ["a", "b"], players: [{ name: "Ann" }, { name: "Bo" }] });
  assert.equal(next.rows, old.rows);
  assert.equal(next.players[0], old.players[0]);
  assert.notEqual(next.players, old.players);
});

test("data of another kind, length or set of keys is new", () => {
  /** @type {[any, any][]} */
  const pairs = [
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1, b: undefined }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [["a"], { 0: "a" }],
    [["a"], ["a", "b"]],
    [null, {}],
    [{}, null],
    ["a", "b"],
  ];
  for (const [old, next] of pairs) assert.deepEqual(same(old, next), next);
});
