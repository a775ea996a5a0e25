/** The kept steps of a game: what they have in common, once. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** A storage with room for so many characters. @param {number} room */
function storageWith(room) {
  /** @type {Record<string, string>} */
  const storage = {};
  const methods = {
    getItem: (/** @type {string} */ key) => storage[key] ?? null,
    removeItem: (/** @type {string} */ key) => delete storage[key],
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
      const { [key]: _, ...others } = storage;
      if (Object.values(others).join("").length + text.length > room) throw new Error("Quota");
      storage[key] = text;
    },
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(storage, name, { value });
  return storage;
}

const store = storageWith(2000);
Object.defineProperty(globalThis, "localStorage", { configurable: true, value: store });
const keep = await import("../../../service/theodolite/web/page/shell/keep.js");
const read = (/** @type {any} */ value) =>
  value?.table ? { table: value.table, record: value.record ?? null } : null;
keep.openShelf("toy", read, () => []);

/** @type {(id: string, steps: any[]) => void} */
function play(id, steps) {
  keep.noteGame({ id, began: "2026-11-21T20:00:00Z", names: [], totals: null });
  for (const at of steps.keys()) keep.keepStep(id, { steps: steps.slice(0, at + 1), at });
}

const [first, second] = [{ turns: ["one"] }, { turns: ["one", "two"] }];
const STEPS = [
  { table: 1, record: first },
  { table: 2, record: first },
  { table: 3, record: second },
  { table: 4, record: second },
];

test("a record is written only by the steps that change it, and read with each of them", () => {
  play("old", STEPS);
  const again = keep.recall("old");
  assert.deepEqual(again?.steps, STEPS);
  assert.ok(keep.isAsKept("old", /** @type {any} */ (again)));
  assert.equal(Object.values(store).filter((text) => text.includes("turns")).length, 2);
});

test("a full storage drops the steps of an older game, and not its record", () => {
  const long = "x".repeat(400);
  play(
    "new",
    [1, 2, 3, 4].map((step) => ({ table: `${step}${long}`, record: null })),
  );
  assert.equal(keep.keeping, true);
  assert.deepEqual(keep.recall("old"), { steps: [STEPS[3]], at: 0 });
  assert.equal(keep.recall("new")?.steps.length, 4);
});
