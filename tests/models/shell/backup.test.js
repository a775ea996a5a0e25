/** Backups: all that is kept comes back, and nothing that is here goes unasked. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fill, store } from "./store.js";

const { backup, gamesOf, merged, readBackup, restore } = await import(
  "../../../service/theodolite/web/page/shell/backup.js"
);

const NOW = new Date("2026-11-21T20:00:00Z");
const GAME = { began: NOW.toISOString(), names: ["Ann"], totals: null };
/** The keys of one game of a shelf. @type {(shelf: string, id: string, n: number) => Record<string, string>} */
const game = (shelf, id, n) => ({
  [`${shelf}.game.${id}`]: JSON.stringify({ from: 0, at: 0, last: 0 }),
  [`${shelf}.game.${id}.0`]: JSON.stringify({ table: { n } }),
});
const index = (/** @type {string[]} */ ...ids) =>
  JSON.stringify(ids.map((id) => ({ ...GAME, id })));
const TOY = "theodolite.toy";
/** @type {Record<string, string>} */
const KEPT = {
  "theodolite.games": index("a"),
  ...game("theodolite", "a", 1),
  [`${TOY}.games`]: index("b", "c"),
  ...game(TOY, "b", 1),
  ...game(TOY, "c", 2),
  [`${TOY}.view`]: '{"tab":"sheet"}',
  [`${TOY}.looks`]: '{"heads":{"a":1}}',
  "theodolite.habits": JSON.stringify({ language: "nl", days: [1, 2], editions: { toy: "x" } }),
  "theodolite.aside.0": '{"key":"k","text":"t"}',
};
const OF_THE_DEVICE = {
  "theodolite.engine /": "yes",
  [`${TOY}.answer.toy/scores`]: "{}",
  other: "1",
};
const kept = () => ({ ...localStorage });
const ids = (/** @type {any} */ storage, shelf = TOY) =>
  JSON.parse(storage[`${shelf}.games`]).map((/** @type {any} */ { id }) => id);
/** @type {(here: any, there?: any) => any} */
const found = (here, there = KEPT) =>
  Object.fromEntries(gamesOf(there, here).map(({ game: { id }, is }) => [id, is]));

beforeEach(() => fill({ ...KEPT, ...OF_THE_DEVICE }));

test("a backup holds all but what is of this device, and restores it where nothing is", () => {
  const held = readBackup(backup(NOW));
  assert.deepEqual(held, { made: NOW.toISOString(), storage: KEPT });
  fill({ other: "2" });
  assert.ok(restore(KEPT, false));
  const habits = JSON.stringify({ language: "nl", days: [1, 2] });
  assert.deepEqual(kept(), { ...KEPT, "theodolite.habits": habits, other: "2" });
});

test("what is damaged, or of something else, is no backup", () => {
  const text = backup(NOW);
  for (const other of [
    "",
    "null",
    "{}",
    text.slice(0, -1),
    text.replace("theodolite backup 1", "theodolite backup 2"),
    text.replace("Ann", "Anu"),
    text.replace(NOW.toISOString(), "yesterday"),
    JSON.stringify({ ...JSON.parse(text), storage: [] }),
  ]) {
    assert.equal(readBackup(other), null, other.slice(0, 60));
  }
});

test("keys of other pages are no part of a backup", () => {
  fill({ theodolite: "1", "theodolite.habits": "{}" });
  const own = readBackup(backup(NOW));
  assert.deepEqual(own?.storage, { "theodolite.habits": "{}" });
});

test("games are told apart: missing, the same, and other ones", () => {
  assert.deepEqual(found({}), { a: "missing", b: "missing", c: "missing" });
  assert.deepEqual(found(KEPT), { a: "same", b: "same", c: "same" });
  const here = { ...KEPT, ...game(TOY, "b", 7), [`${TOY}.game.c.1`]: "{}" };
  assert.deepEqual(found(here), { a: "same", b: "other", c: "other" });
});

test("a game that is here stays, whatever the backup holds of it", () => {
  const { [`${TOY}.game.c.0`]: _, ...here } = /** @type {Record<string, string>} */ ({
    ...KEPT,
    [`${TOY}.games`]: index("d", "c"),
    ...game(TOY, "d", 4),
    [`${TOY}.game.c.1`]: "{}",
  });
  const after = merged(here, KEPT, false);
  assert.deepEqual(ids(after), ["b", "d", "c"]);
  assert.deepEqual([after[`${TOY}.game.c.0`], after[`${TOY}.game.c.1`]], [undefined, "{}"]);
});

test("a game is replaced where somebody says so, and all others stay", () => {
  /** @type {Record<string, string>} */
  const here = {
    ...KEPT,
    [`${TOY}.games`]: index("c", "d"),
    ...game(TOY, "d", 4),
    [`${TOY}.game.c.1`]: "{}",
  };
  const after = merged(here, KEPT, true);
  assert.deepEqual(ids(after), ["b", "c", "d"]);
  assert.equal(after[`${TOY}.game.c.1`], undefined);
  assert.equal(after[`${TOY}.game.c.0`], KEPT[`${TOY}.game.c.0`]);
  assert.equal(after[`${TOY}.game.d.0`], here[`${TOY}.game.d.0`]);
});

test("habits, looks and the view of this device go before; solved days and lessons are those of both", () => {
  const here = {
    [`${TOY}.view`]: '{"tab":"other"}',
    [`${TOY}.looks`]: '{"tails":{"b":1}}',
    "theodolite.habits": JSON.stringify({
      game: "toy",
      language: "fr",
      days: [3, 2],
      lessons: { a: 2, b: 1 },
    }),
    "theodolite.aside.0": '{"key":"l","text":"u"}',
  };
  const lessons = { days: [1, 2], lessons: { b: 3, c: 1 }, pack: { a: "b" } };
  const there = { ...KEPT, "theodolite.habits": JSON.stringify(lessons) };
  const after = merged(here, there, true);
  assert.equal(after[`${TOY}.view`], '{"tab":"other"}');
  assert.deepEqual(JSON.parse(after[`${TOY}.looks`]), { heads: { a: 1 }, tails: { b: 1 } });
  const habits = JSON.parse(after["theodolite.habits"]);
  assert.deepEqual(habits, {
    game: "toy",
    language: "fr",
    days: [3, 2, 1],
    lessons: { a: 2, b: 3, c: 1 },
    pack: { a: "b" },
  });
  assert.equal(after["theodolite.aside.1"], KEPT["theodolite.aside.0"]);
  // A second time changes nothing.
  assert.deepEqual(merged(after, there, true), after);
});

test("where there is no room for all of it nothing is changed", () => {
  fill({ "theodolite.games": index("z"), ...game("theodolite", "z", 1) });
  const before = kept();
  store.limit = Object.entries(before).join("").length + 300;
  assert.equal(restore(KEPT, false), false);
  assert.deepEqual(kept(), before);
});
