/** Records outlast whatever is entered elsewhere, in every game. */

import assert from "node:assert/strict";
import { test } from "node:test";

const PAGE = "../../../service/theodolite/web/page";
/** @param {string} path */
const model = (path) => import(`${PAGE}/${path}`);
const misterra = {
  ...(await model("misterra/model/reducer.js")),
  ...(await model("misterra/model/table.js")),
  ...(await model("misterra/model/record.js")),
};
const cartographers = {
  ...(await model("cartographers/model/reducer.js")),
  ...(await model("cartographers/model/table.js")),
  ...(await model("cartographers/model/record.js")),
};
const tiwanaku = {
  ...(await model("tiwanaku/model/turn.js")),
  ...(await model("tiwanaku/model/table.js")),
  ...(await model("tiwanaku/model/record.js")),
};
const hunt = {
  ...(await model("treasure_hunt/model/reducer.js")),
  ...(await model("treasure_hunt/model/table.js")),
  ...(await model("treasure_hunt/model/turn.js")),
  ...(await model("treasure_hunt/model/record.js")),
};
const { hasLeft, renamed, waitingIn } = await model("shell/record.js");
const NAMES = ["Ann", "Bert"];

/**
 * How a game plays a turn, changes something by hand, and what such a change leaves alone.
 *
 * @type {Record<string, {game: any, play: (state: any) => any, byHand: any, alongside: any[]}>}
 */
const GAMES = {
  misterra: {
    game: misterra,
    play: (state) => {
      const laid = misterra.reduce(state, {
        type: "ask",
        question: { path: ["A1"], sketch: ["jungle", "steppe"], spaces: ["B1", "C1"] },
      });
      const letter = state.table.island[0][0] === "." ? "j" : "l";
      const { table } = misterra.reduce(state, {
        type: "lay",
        board: "island",
        spaces: ["A1"],
        letter,
      });
      return misterra.reduce(laid, { type: "play", table });
    },
    byHand: { type: "lay", board: "island", spaces: ["E5"], letter: "m" },
    alongside: [
      { type: "rename", player: 1, name: "Carla" },
      { type: "presumption", player: 0, slot: 0, presumption: { card: 9 } },
      { type: "display", cards: [["jungle", "steppe"]] },
    ],
  },
  tiwanaku: {
    game: tiwanaku,
    play: (state) => {
      const spaces = tiwanaku.spacesOf("short");
      const next = spaces.find(
        (/** @type {string} */ one) => tiwanaku.letterAt(state.table.terrain, one) === ".",
      );
      const asked = tiwanaku.reduce(state, { type: "touch", space: next, way: [next] });
      const { terrain, crops, players } = state.table;
      const after = {
        terrain: tiwanaku.withLetter(terrain, [next], "M"),
        crops,
        players,
        final: null,
      };
      return tiwanaku.reduce(asked, { type: "play", after, next: 1 });
    },
    byHand: { type: "meeple", player: 0, space: "A1" },
    alongside: [{ type: "rename", player: 1, name: "Carla" }],
  },
  "treasure hunt": {
    game: hunt,
    play: (state) => {
      const player = state.table.players[0].name;
      const shoes = state.table.players[0].shoes + 1;
      const after = hunt.reduce(state, { type: "player", player: 0, change: { shoes } }).table;
      const turn = { player, move: { actions: [{ do: "skip" }] } };
      return hunt.reduce(state, { type: "adopt", after: hunt.snapshotOf(after), turn });
    },
    byHand: { type: "place", piece: "walker", spaces: ["N15/E15"], free: "walker", by: 0 },
    alongside: [
      { type: "rename", player: 0, name: "Carla" },
      { type: "north", north: "up" },
      {
        type: "mission",
        player: 1,
        mission: { difficulty: 1, treasures: ["gold"], coordinates: 2 },
      },
    ],
  },
};

for (const [name, { game, play, byHand, alongside }] of Object.entries(GAMES)) {
  /** @param {any} state */
  const left = (state) => hasLeft(state, game.positionOf(state.table));
  const begun = () => play(play(game.newState(game.newTable(NAMES))));

  test(`${name}: a record goes on over a reload and what no turn changes`, () => {
    let state = begun();
    for (const action of alongside) state = game.reduce(state, action);
    state = game.readState(JSON.parse(JSON.stringify(state)));
    assert.equal(left(state), false);
    state = play(state);
    assert.deepEqual(state.earlier, []);
    assert.equal(
      state.record.turns.flatMap((/** @type {any} */ one) => one.moves ?? one).length,
      3,
    );
  });

  test(`${name}: a turn under a new name is noted under that of the record`, () => {
    if (name === "misterra") return;
    const state = play(game.reduce(begun(), { type: "rename", player: 0, name: "Carla" }));
    const names = state.record.turns.map((/** @type {any} */ { player }) => player);
    assert.ok(
      names.every((/** @type {string} */ one) => NAMES.includes(one)),
      names.join(),
    );
  });

  test(`${name}: later turns wait while one is entered anew, and are played again`, () => {
    const start = game.newState(game.newTable(NAMES));
    const first = play(start);
    const whole = play(first);
    const { turns } = whole.record;
    const after = game.snapshotOf?.(start.table, 0) ?? start.table;
    const later = turns.slice(1);
    const back = {
      type: "correct",
      after,
      turns: [],
      later,
      player: name === "misterra" ? 0 : NAMES[1],
    };
    const again = game.readState(JSON.parse(JSON.stringify(play(game.reduce(whole, back)))));
    assert.equal(left(again), false);
    assert.equal(again.record.turns.length, 1);
    assert.deepEqual(again.record.later ?? [], later);
    const all = { type: "correct", after: null, turns, later: [] };
    const caught = game.reduce(again, all);
    // By hand the table leaves the record, and the turns go on waiting: for the table as it is now.
    const byHandToo = game.reduce(again, byHand);
    assert.deepEqual(play(byHandToo).record.later ?? [], later);
    const snapshot = game.snapshotOf?.(byHandToo.table, 0) ?? byHandToo.table;
    const anew = waitingIn(byHandToo, game.positionOf(byHandToo.table), snapshot);
    assert.deepEqual([anew.turns, anew.snapshot], [[], snapshot]);
    const dropped = game.reduce(byHandToo, { ...all, turns: [], snapshot });
    assert.equal(left(dropped), false);
    assert.deepEqual(dropped.earlier.at(-1).turns, again.record.turns);
    assert.equal(left(caught), false);
    assert.deepEqual([caught.record.turns, caught.record.later], [turns, undefined]);
  });

  test(`${name}: a table that was changed by hand leaves its record, which is kept`, () => {
    const before = begun();
    const changed = game.reduce(before, byHand);
    assert.equal(left(changed), true);
    assert.deepEqual(changed.record, before.record);
    const next = game.readState(JSON.parse(JSON.stringify(play(changed))));
    assert.deepEqual(next.earlier, [before.record]);
    assert.notDeepEqual(next.record.snapshot, before.record.snapshot);
    assert.equal(left(next), false);
  });
}

const { newState, newTable, readState, reduce } = cartographers;
const DRAWN = {
  type: "turn",
  player: 0,
  seat: 0,
  card: "great_river",
  draw: { letter: "W", spaces: ["A1", "A2", "A3"] },
  before: { drawn: newTable(NAMES).players[0].drawn, stars: [] },
  coin: false,
  afterRuins: false,
};

test("cartographers: what is written on the maps by hand leaves the record alone", () => {
  let state = reduce(newState(newTable(NAMES)), DRAWN);
  const { record } = state;
  for (const action of [
    { type: "draw", player: 1, spaces: ["K11"], letter: "F" },
    { type: "coins", player: 0, coins: 3 },
    { type: "decree", decree: "A", card: "sentinel_wood" },
    { type: "season", season: state.table.season },
  ]) {
    state = reduce(state, action);
  }
  assert.deepEqual([state.record, state.earlier], [record, []]);
});

for (const action of [
  { type: "season", season: "autumn" },
  { type: "game", game: "heroes", map: "A" },
  { type: "add_player", name: "Carla" },
  { type: "remove_player", player: 1 },
]) {
  test(`cartographers: the record is kept as it was after ${action.type}`, () => {
    const table = { ...newTable(NAMES) };
    const before = reduce(reduce(newState(table), DRAWN), { ...DRAWN, player: 1, seat: 1 });
    const body = cartographers.recordBody(before.record, before.table);
    const changed = readState(JSON.parse(JSON.stringify(reduce(before, action))));
    assert.equal(changed.record, null);
    assert.deepEqual(changed.earlier, [JSON.parse(JSON.stringify(body))]);
    assert.equal(body.turns.length, 1);
  });
}

test("names are replaced wherever they stand, and nothing else is", () => {
  const turn = { player: "Ann", actions: [{ do: "log", owner: "Bert", at: "A1" }] };
  assert.deepEqual(renamed(turn, ["Ann", "Bert"], ["Anna", "Ben"]), {
    player: "Anna",
    actions: [{ do: "log", owner: "Ben", at: "A1" }],
  });
});
