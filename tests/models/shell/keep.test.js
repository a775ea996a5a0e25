/** The store of the browser: nothing is lost by a full or a broken store. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  amend,
  begin,
  record,
  redo,
  undo,
} from "../../../service/theodolite/web/page/shell/history.js";
import { fill, store } from "./store.js";

const keep = await import("../../../service/theodolite/web/page/shell/keep.js");
const { allGames, shelfOf } = await import("../../../service/theodolite/web/page/shell/shelves.js");

const KEY = "theodolite.toy";
const GAME = { id: "seed", began: "2026-11-21T20:00:00Z", names: ["Ann"], totals: null };
const read = (/** @type {any} */ value) =>
  typeof value?.table?.n === "number" ? { table: value.table } : null;
const namesOf = () => ["Found"];
const state = (/** @type {number} */ n) => ({ table: { n } });
const open = () => keep.openShelf(KEY, read, namesOf);
/** @type {(texts?: Record<string, unknown>) => any} */
const shelf = (texts = {}) =>
  fill(Object.fromEntries(Object.entries(texts).map(([key, value]) => [`${KEY}.${key}`, value])));
const SOUND = { games: [GAME], "game.seed": { from: 0, at: 0, last: 0 }, "game.seed.0": state(0) };
const asides = () => Object.keys(localStorage).filter((key) => key.startsWith("theodolite.aside"));

beforeEach(() => {
  fill();
  open();
});

/** Keeps each step of a history as the page does. @type {(id: string, ...states: any[]) => any} */
function played(id, first, ...others) {
  let history = begin(first);
  keep.noteGame({ ...GAME, id });
  keep.keepStep(id, history);
  for (const one of others) {
    history = record(history, one);
    keep.keepStep(id, history);
  }
  return history;
}

test("a game is recalled with every step, at the one that was shown", () => {
  const history = undo(played("a", state(0), state(1), state(2)));
  keep.keepStep("a", history);
  assert.deepEqual(keep.recall("a"), history);
  assert.deepEqual(redo(history).at, 2);
  assert.equal(keep.recall("b"), null);
  assert.deepEqual(
    keep.games().map(({ id }) => id),
    ["a"],
  );
});

test("a change after an undo forgets the steps that were undone", () => {
  const left = record(undo(undo(played("a", state(0), state(1), state(2)))), state(7));
  keep.keepStep("a", left);
  assert.deepEqual(keep.recall("a"), { steps: [state(0), state(7)], at: 1 });
  assert.equal(localStorage.getItem(`${KEY}.game.a.2`), null);
});

test("a step that is carried on is one step", () => {
  const stroke = amend(played("a", state(0), state(1)), state(2));
  keep.keepStep("a", stroke);
  assert.deepEqual(keep.recall("a"), { steps: [state(0), state(2)], at: 1 });
});

test("the game played last is the last", () => {
  for (const id of ["a", "b", "a"]) played(id, state(0));
  assert.deepEqual(
    keep.games().map(({ id }) => id),
    ["b", "a"],
  );
});

test("a game that is forgotten comes back as it was, at its place", () => {
  for (const id of ["a", "b", "c"]) played(id, state(0), state(1));
  const before = JSON.stringify(localStorage);
  const bringBack = keep.forgetGame("b");
  assert.deepEqual(
    keep.games().map(({ id }) => id),
    ["a", "c"],
  );
  assert.ok(!JSON.stringify(localStorage).includes(".game.b"));
  bringBack();
  assert.deepEqual(JSON.parse(JSON.stringify(localStorage)), JSON.parse(before));
});

test("the games of all shelves are listed, each shelf in its order, and forgotten from there", () => {
  const began = (/** @type {number} */ day) => `2026-11-0${day}T20:00:00Z`;
  const games = [2, 1, 3].map((day) => ({ ...GAME, id: `toy ${day}`, began: began(day) }));
  const other = { ...GAME, id: "other", began: began(2) };
  fill({
    [`${KEY}.games`]: games,
    "theodolite.games": [other, { broken: true }],
    "theodolite.game.other": { from: 0, at: 0, last: 0 },
    "theodolite.habits": {},
  });
  const ids = () => allGames().map(({ id }) => id);
  assert.deepEqual(ids().sort(), ["other", "toy 1", "toy 2", "toy 3"]);
  assert.deepEqual(
    ids().filter((id) => id !== "other"),
    ["toy 3", "toy 1", "toy 2"],
  );
  assert.deepEqual([shelfOf({ name: "toy" }), shelfOf({ name: "toy", shelf: "s" })], [KEY, "s"]);
  assert.equal(allGames().find(({ id }) => id === "other")?.shelf, "theodolite");
  const bringBack = keep.forgetGame("other", "theodolite");
  assert.deepEqual(ids(), ["toy 3", "toy 1", "toy 2"]);
  assert.equal(localStorage.getItem("theodolite.game.other"), null);
  bringBack();
  assert.ok(ids().includes("other"));
});

test("a game whose name begins like another's is left alone", () => {
  for (const id of ["a", "ab"]) played(id, state(0));
  keep.forgetGame("a");
  assert.deepEqual(keep.recall("ab"), begin(state(0)));
});

test("a full store drops the undo steps of the oldest game first, and nothing that is shown", () => {
  played("old", ...[0, 1, 2, 3].map(state));
  const history = played("new", state(0));
  store.limit = Object.entries(store).join("").length + 30;
  keep.keepStep("new", record(history, state(1)));
  assert.ok(keep.keeping);
  assert.deepEqual(keep.recall("old"), begin(state(3)));
  assert.deepEqual(keep.recall("new")?.steps.length, 2);
});

test("another tab's change is noticed", () => {
  const history = played("a", state(0), state(1));
  assert.ok(keep.isAsKept("a", history));
  assert.ok(!keep.isAsKept("a", undo(history)));
  assert.ok(!keep.isAsKept("a", amend(history, state(7))));
  assert.ok(!keep.isAsKept("a", record(history, state(1))));
  // Values never kept are as they are here.
  assert.ok(keep.isAsKept("b", history));
});

test("a change in another tab is told by the game's id", () => {
  /** @type {any} */
  let listener;
  Object.defineProperty(globalThis, "addEventListener", {
    value: (/** @type {string} */ _, /** @type {any} */ one) => (listener = one),
    configurable: true,
  });
  /** @type {string[]} */
  const heard = [];
  keep.whenChangedElsewhere((id) => heard.push(id));
  for (const [key, newValue] of [
    [`${KEY}.game.a.3`, "{}"],
    [`${KEY}.game.b`, "{}"],
    [`${KEY}.game.c`, null],
    [`${KEY}.view`, "{}"],
    [null, null],
  ]) {
    listener({ key, newValue });
  }
  assert.deepEqual(heard, ["a", "b"]);
});

const { games: _, ...unlisted } = SOUND;
const { "game.seed": __, ...headless } = SOUND;
/** The games on the shelf, and whether something of them is set aside. @type {Record<string, [Record<string, unknown>, boolean]>} */
const BROKEN = {
  "all sound": [SOUND, false],
  "an index that is no list": [{ ...SOUND, games: { a: 1 } }, true],
  "an index of nothing": [{ ...SOUND, games: [null] }, true],
  "half an index": [{ ...SOUND, games: '[{"id": "seed", "beg' }, true],
  "an index without names": [{ ...SOUND, games: [{ ...GAME, names: [1] }] }, true],
  "an index without a date": [{ ...SOUND, games: [{ ...GAME, began: "x" }] }, true],
  "an index with totals in words": [{ ...SOUND, games: [{ ...GAME, totals: ["1"] }] }, true],
  "an index with winners in words": [{ ...SOUND, games: [{ ...GAME, won: ["1"] }] }, true],
  "an index with parts in words": [{ ...SOUND, games: [{ ...GAME, parts: { a: ["1"] } }] }, true],
  "no index": [unlisted, false],
  "no head": [headless, false],
  "a head of nothing": [{ ...SOUND, "game.seed": [null] }, false],
  "a head with endless steps": [{ ...SOUND, "game.seed": { from: 0, at: 0, last: 1e9 } }, false],
  "a step that cannot be read": [
    { ...SOUND, "game.seed": { from: 0, at: 1, last: 1 }, "game.seed.1": { a: 1 } },
    false,
  ],
  "a view of nothing": [{ ...SOUND, view: [1] }, false],
  "another game that is broken": [
    {
      ...SOUND,
      games: [{ ...GAME, id: "bad" }, GAME],
      "game.bad": { from: 0, at: 0, last: 0 },
      "game.bad.0": { a: 1 },
    },
    true,
  ],
};
for (const [what, [texts, isAside]] of Object.entries(BROKEN)) {
  test(`reads what can be read of a shelf with ${what}`, () => {
    shelf(texts);
    assert.equal(open(), !isAside);
    assert.deepEqual(
      keep.games().map(({ id }) => id),
      ["seed"],
    );
    assert.deepEqual(keep.recall("seed"), begin(state(0)));
    assert.equal(asides().length > 0, isAside);
    // Games set aside are in nobody's way at the next visit.
    assert.ok(open());
  });
}

test("an unreadable shelf is set aside whole, and what was there is still to be found", () => {
  shelf({ games: "[null]", "game.seed.0": "{" });
  assert.equal(open(), false);
  assert.deepEqual(keep.games(), []);
  assert.deepEqual(
    asides().map((key) => JSON.parse(localStorage.getItem(key) ?? "").text),
    ["{", "[null]"],
  );
});

test("habits and the view are kept, and read as nothing where they are broken", () => {
  assert.deepEqual([keep.habits(), keep.viewed(), keep.looks()], [{}, {}, {}]);
  keep.keepHabits({ language: "nl" });
  keep.keepHabits({ game: "toy" });
  assert.deepEqual(keep.habits(), { language: "nl", game: "toy" });
  keep.keepView({ tab: "sheet" });
  assert.deepEqual(keep.viewed(), { tab: "sheet" });
  fill({ "theodolite.habits": [null], [`${KEY}.view`]: "[1]", [`${KEY}.looks`]: "null" });
  assert.deepEqual([keep.habits(), keep.viewed(), keep.looks()], [{}, {}, {}]);
});

test("looks are kept by kind of board, and forgotten one by one", () => {
  keep.keepLooks("toy/heads", { a: 1 });
  keep.keepLooks("toy/tails", { b: 1 });
  keep.keepLooks("toy/heads", null);
  assert.deepEqual(keep.looks(), { "toy/tails": { b: 1 } });
});

test("the last answer is kept for what it was asked, once a game is", () => {
  keep.keepAnswer("scores", "a 1", { total: 1 });
  assert.equal(keep.keptAnswer("scores", "a 1"), null);
  played("a", state(0));
  keep.keepAnswer("scores", "a 1", { total: 1 });
  assert.deepEqual(keep.keptAnswer("scores", "a 1"), { total: 1 });
  assert.equal(keep.keptAnswer("scores", "a 2"), null);
  // An answer makes no room, and a full store keeps no old one.
  store.limit = Object.entries(localStorage).join("").length;
  keep.keepAnswer("scores", "a 2", { total: "x".repeat(99) });
  assert.equal(keep.keptAnswer("scores", "a 1"), null);
});

// The last ones: what the store refuses stays in memory.
test("looks that a full store refuses last as long as the page, and no game makes room for them", () => {
  store.limit = 0;
  keep.keepLooks("toy/heads", { a: 1 });
  assert.deepEqual([keep.looks(), keep.keeping], [{ "toy/heads": { a: 1 } }, true]);
});

test("a store that takes nothing is told, and games last as long as the page", () => {
  store.limit = 0;
  keep.noteGame(GAME);
  assert.equal(keep.keeping, false);
  assert.deepEqual(keep.games(), [GAME]);
});
