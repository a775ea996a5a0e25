/** The open game: its steps, its notices and what is in hand, with a game of two coins. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { fill } from "./store.js";

/** @type {Record<string, any>} */
const listeners = {};
const scrolled = mock.fn();
Object.assign(globalThis, {
  addEventListener: (/** @type {string} */ kind, /** @type {any} */ listener) => {
    listeners[kind] = listener;
  },
  document: { hidden: false, querySelectorAll: () => [] },
  location: { hash: "", pathname: "/toy/" },
  scrollTo: scrolled,
  window: { history: { state: null, replaceState() {} } },
});
const keep = await import("../../../service/theodolite/web/page/shell/keep.js");
const { writeLink } = await import("../../../service/theodolite/web/page/shell/link.js");
const store = await import("../../../service/theodolite/web/page/shell/store.js");

const turned = { heads: "tails", tails: "heads" };
const GAME = /** @type {any} */ ({
  name: "toy",
  shelf: "theodolite.toy",
  view: { tab: "coins", station: "first" },
  result: { tab: "result" },
  fitting: (/** @type {any} */ view) => view,
  remembered: ["tab"],
  tabs: { coins: null, result: null },
  newTable: (/** @type {string[]} */ names) => ({ names, coins: ["heads", "heads"] }),
  newState: (/** @type {any} */ table) => ({ table }),
  reduce: (/** @type {any} */ state, /** @type {any} */ { at }) =>
    at === null
      ? state
      : {
          table: {
            ...state.table,
            coins: state.table.coins.map(
              (/** @type {"heads" | "tails"} */ coin, /** @type {number} */ other) =>
                other === at ? turned[coin] : coin,
            ),
          },
        },
  places: (/** @type {any} */ { table }) =>
    table.coins.map((/** @type {string} */ coin, /** @type {number} */ at) => ({
      title: `Coin ${at}`,
      seen: [{ tab: "coins", station: ["first", "second"][at] }],
      holds: coin,
    })),
  read: (/** @type {any} */ state) => (Array.isArray(state?.table?.coins) ? state : null),
  names: (/** @type {any} */ table) => table?.names ?? [],
});
const coins = () =>
  store
    .table()
    .coins.map((/** @type {string} */ coin) => coin[0])
    .join("");
const turn = (/** @type {number | null} */ at, /** @type {any} */ ...more) =>
  store.dispatch({ at }, ...more);

beforeEach(async () => {
  fill();
  location.hash = "";
  await store.takeUp(GAME, ["Ann", "Ben"]);
  store.show({ tool: null, notice: null });
});

test("a game is kept from its first change on, and a change that changes nothing is none", () => {
  assert.deepEqual([keep.games(), coins()], [[], "hh"]);
  turn(null);
  assert.deepEqual(keep.games(), []);
  turn(0);
  assert.deepEqual(
    keep.games().map(({ names }) => names),
    [["Ann", "Ben"]],
  );
  assert.deepEqual(keep.recall(store.gameId())?.steps.length, 2);
  turn(null);
  assert.equal(store.pastAndFuture().steps.length, 2);
});

test("the last game is taken up again, with what is remembered of its view", async () => {
  turn(1);
  store.show({ tab: "result" });
  await store.takeUp(GAME, ["Cy"]);
  assert.deepEqual(
    [coins(), store.viewed().tab, store.viewed().station],
    ["ht", "result", "first"],
  );
});

test("changes of one gesture are one step of undo", () => {
  const stroke = Symbol("stroke");
  turn(0, stroke);
  turn(1, stroke);
  assert.equal(coins(), "tt");
  store.stepBack();
  assert.equal(coins(), "hh");
  store.stepForward();
  assert.equal(coins(), "tt");
  turn(0, Symbol("another"));
  turn(1, store.ALONG);
  store.stepBack();
  assert.equal(coins(), "tt");
});

test("a notice takes back what it tells of", () => {
  turn(0, null, { key: "gone" });
  const { notice } = store.viewed();
  assert.equal(notice.key, "gone");
  notice.undo();
  assert.equal(coins(), "hh");
});

test("undo goes to a change that is out of sight and names it, and is silent about others", () => {
  turn(0);
  store.stepBack();
  assert.equal(store.viewed().notice, null);
  store.stepForward();
  store.show({ station: "second", tool: "brush" });
  store.stepBack();
  const { station, tool, notice } = store.viewed();
  assert.deepEqual(
    [station, tool, notice.key, notice.values],
    ["first", null, "notice.undone", { where: "Coin 0" }],
  );
  store.show({ station: "second" });
  store.stepForward();
  assert.equal(store.viewed().notice.key, "notice.redone");
});

test("what is in hand is put down after two minutes, and where the page is hidden", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  store.show({ tool: "brush" });
  mock.timers.tick(119_000);
  turn(0);
  mock.timers.tick(119_000);
  assert.equal(store.viewed().tool, "brush");
  mock.timers.tick(2_000);
  assert.equal(store.viewed().tool, null);
  mock.timers.reset();
  store.show({ tool: "brush" });
  Object.assign(document, { hidden: true });
  listeners.visibilitychange();
  assert.equal(store.viewed().tool, null);
  Object.assign(document, { hidden: false });
});

test("a shared game changes by nobody's hand, and is copied once", async () => {
  turn(0);
  const own = store.gameId();
  const link = await writeLink({ names: ["Zoe"], coins: ["tails", "tails"] }, "");
  for (let times = 0; times < 2; times += 1) {
    location.hash = link;
    await listeners.hashchange();
    await new Promise((done) => setTimeout(done, 50));
    assert.deepEqual([store.isReadOnly(), coins(), store.viewed().tab], [true, "tt", "result"]);
    turn(0);
    store.stepBack();
    assert.equal(coins(), "tt");
    store.copyShared();
    assert.deepEqual([store.isReadOnly(), coins(), keep.games().length], [false, "tt", 2]);
  }
  assert.ok(store.openGame(own));
  assert.equal(coins(), "th");
  assert.equal(store.openGame("none"), false);
});

test("a damaged link leaves one's own game open, and so does leaving a shared one", async () => {
  turn(0);
  location.hash = "#table=x";
  await store.takeUp(GAME, ["Ann"]);
  assert.deepEqual([store.viewed().notice.key, coins()], ["notice.bad_link", "th"]);
  location.hash = await writeLink({ names: [], coins: ["tails"] }, "");
  await store.takeUp(GAME, ["Ann"]);
  assert.equal(coins(), "t");
  store.leaveShared();
  assert.deepEqual([coins(), store.isReadOnly()], ["th", false]);
});

test("another tab's change is taken over before one's own", () => {
  turn(0);
  const { steps, at } = /** @type {any} */ (keep.recall(store.gameId()));
  keep.keepStep(store.gameId(), {
    steps: [...steps, { table: { names: ["Ann", "Ben"], coins: ["tails", "tails"] } }],
    at: at + 1,
  });
  turn(0);
  assert.equal(coins(), "ht");
  store.stepBack();
  assert.equal(coins(), "tt");
  // It is shown at once where the browser tells of it.
  keep.keepStep(store.gameId(), {
    steps: [{ table: { names: ["Ann", "Ben"], coins: ["heads", "heads"] } }],
    at: 0,
  });
  listeners.storage({ key: `theodolite.toy.game.${store.gameId()}`, newValue: "{}" });
  assert.equal(coins(), "hh");
});

test("how it stands is kept beside the names of a game that is kept", () => {
  const outcome = { totals: [1, 2], won: [1], parts: { coins: [1, 2] } };
  store.noteOutcome(outcome);
  assert.deepEqual(keep.games(), []);
  turn(0);
  for (const one of [outcome, null, outcome]) store.noteOutcome(one);
  const { totals, won, parts } = keep.games()[0];
  assert.deepEqual({ totals, won, parts }, outcome);
  store.noteOutcome({ totals: [1, 1], won: null, parts: undefined });
  assert.deepEqual([keep.games()[0].won, keep.games()[0].parts], [null, undefined]);
});

test("an example is kept once somebody changes it, and stays one", () => {
  turn(0);
  const before = keep.games();
  store.startGame({ names: ["Cy"], coins: ["heads", "heads"] }, { example: true }, { at: 1 });
  store.noteOutcome({ totals: [9], won: [] });
  assert.deepEqual([coins(), keep.games()], ["ht", before]);
  turn(1);
  assert.deepEqual(
    keep.games().map(({ example }) => example),
    [undefined, true],
  );
  store.stepBack();
  assert.equal(coins(), "ht");
});

test("another game begins beside the one there is", () => {
  turn(0);
  store.startGame({ names: ["Cy"], coins: ["heads"] });
  assert.deepEqual([keep.games().length, coins(), store.pastAndFuture().steps.length], [2, "h", 1]);
});
