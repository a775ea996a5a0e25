/** Values that the browser refuses to keep are held in memory, however it refuses. */

import assert from "node:assert/strict";
import { test } from "node:test";

const STORAGE = "../../../service/theodolite/web/page/shell/storage.js";
const KEEP = "../../../service/theodolite/web/page/shell/keep.js";
let visits = 0;

/** The module as a page loads it whose `localStorage` is this property. @param {PropertyDescriptor} property */
async function visited(property) {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...property });
  visits += 1;
  return import(`${STORAGE}?${visits}`);
}

/** A storage that takes a number of further entries. @type {(entries: [string, string][], room: number) => any} */
function storageWith(entries, room) {
  const storage = Object.fromEntries(entries);
  let left = room;
  const methods = {
    getItem: (/** @type {string} */ key) => storage[key] ?? null,
    removeItem: (/** @type {string} */ key) => delete storage[key],
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
      if (left === 0) throw new Error("QuotaExceededError");
      left -= 1;
      storage[key] = text;
    },
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(storage, name, { value });
  return storage;
}

/** @type {[string, PropertyDescriptor][]} */
const WITHOUT_STORAGE = [
  [
    "site data is blocked",
    {
      get() {
        throw new Error("SecurityError");
      },
    },
  ],
  ["a WebView has no storage", { value: null }],
  ["there is no such property", { value: undefined }],
  [
    "the profile is damaged",
    {
      value: {
        getItem() {
          throw new Error("NS_ERROR_FILE_CORRUPTED");
        },
      },
    },
  ],
];

for (const [why, property] of WITHOUT_STORAGE) {
  test(`entries are held in memory where ${why}`, async () => {
    const { allKeys, getText, isOffered, removeText, setText } = await visited(property);
    assert.equal(isOffered, false);
    assert.equal(setText("a", "1"), false);
    setText("b", "2");
    assert.deepEqual([getText("a"), getText("none")], ["1", null]);
    removeText("a");
    assert.deepEqual(allKeys(), ["b"]);
  });
}

test("a full storage is read, and what it refuses is held beside it", async () => {
  const full = storageWith([["old", "kept"]], 1);
  const { allKeys, getText, isOffered, setText } = await visited({ value: full });
  assert.equal(isOffered, true);
  assert.equal(setText("first", "1"), true);
  assert.equal(setText("old", "newer"), false);
  assert.equal(setText("second", "2"), false);
  assert.deepEqual([getText("old"), getText("first"), getText("second")], ["newer", "1", "2"]);
  assert.deepEqual(allKeys().sort(), ["first", "old", "second"]);
});

test("games, their steps and habits last as long as the page where site data is blocked", async () => {
  await visited(WITHOUT_STORAGE[0][1]);
  const keep = await import(KEEP);
  assert.equal(keep.keeping, false);
  assert.equal(
    keep.openShelf(
      "theodolite.toy",
      (/** @type {any} */ state) => state,
      () => [],
    ),
    true,
  );
  keep.noteGame({ id: "one", began: "2026-11-21T20:00:00Z", names: ["Ann"], totals: null });
  keep.keepStep("one", { steps: [{ table: 1 }], at: 0 });
  keep.keepStep("one", { steps: [{ table: 1 }, { table: 2 }], at: 1 });
  keep.keepHabits({ language: "fr" });
  assert.deepEqual(keep.recall("one"), { steps: [{ table: 1 }, { table: 2 }], at: 1 });
  assert.equal(keep.games().length, 1);
  assert.equal(keep.habits().language, "fr");
});
