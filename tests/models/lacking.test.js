/** Missing parts of a table: that nothing is missing is said only where nothing is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lacking } from "../../service/theodolite/web/page/misterra/model/missing.js";
import { newState, reduce } from "../../service/theodolite/web/page/misterra/model/reducer.js";
import { newTable } from "../../service/theodolite/web/page/misterra/model/table.js";
import * as tiwanaku from "../../service/theodolite/web/page/tiwanaku/model/table.js";
import * as treasureHunt from "../../service/theodolite/web/page/treasure_hunt/model/table.js";

/** A game of Misterra in which nothing but the claims is missing. @param {string[]} names */
function played(names) {
  const board = Array.from({ length: 5 }, () => "JLMSJ");
  const table = { ...newTable(names), island: board };
  table.players = table.players.map((player) => ({
    ...player,
    parchment: board,
    presumptions: [{ card: 9 }, { card: 10 }],
  }));
  return newState(table);
}
const asked = (/** @type {any} */ state) =>
  lacking(state).map((/** @type {any} */ { what, player }) => [what, player]);

test("claims are asked for until each player has one or somebody says that there are none", () => {
  const state = played(["Anna", "Bert"]);
  assert.deepEqual(asked(state), [
    ["claims", 0],
    ["claims", 1],
  ]);
  const claimed = reduce(state, { type: "claim", player: 1, space: "A1" });
  assert.deepEqual(asked(claimed), [["claims", 0]]);
  assert.deepEqual(asked(reduce(claimed, { type: "claimless", claimless: true })), []);
});

test("Otoma's claims are asked for as well", () => {
  const state = reduce(played(["Anna"]), { type: "solo", on: true });
  assert.deepEqual(asked(state), [
    ["claims", 0],
    ["claims", "otoma"],
  ]);
});

test("that there are no claims is forgotten with the island, and when somebody joins", () => {
  const answered = reduce(played(["Anna"]), { type: "claimless", claimless: true });
  assert.deepEqual(asked(answered), []);
  for (const action of [
    { type: "clear", board: "island" },
    { type: "add_player", name: "Bert" },
  ]) {
    assert.equal(reduce(answered, action).claimless, false);
  }
});

test("tiles and crops of Tiwanaku are counted", () => {
  const table = tiwanaku.newTable(["Ana", "Bo"]);
  assert.deepEqual(tiwanaku.emptyOf(table), { tiles: 25, crops: 25 });
  const terrain = ["MMMMM", "SSSSS", "GGGGG", "RR...", "....."];
  const crops = ["12345", ".....", ".....", ".....", "....."];
  assert.deepEqual(tiwanaku.emptyOf({ terrain, crops }), { tiles: 8, crops: 20 });
});

test("players of Tiwanaku whose points are those of the beginning are named", () => {
  const { players } = tiwanaku.newTable(["Ana", "Bo", "Cy"]);
  const table = {
    ...tiwanaku.newTable([]),
    players: [players[0], { ...players[1], score: 12 }, { ...players[2], offerings: [3] }],
  };
  assert.deepEqual(
    tiwanaku.untoldOf(table).map(({ name }) => name),
    ["Ana"],
  );
});

test("blank segments of Treasure Hunt are counted apart from unclear spaces", () => {
  const table = treasureHunt.newTable(["Ana", "Bo"]);
  assert.deepEqual(treasureHunt.unclearOf(table), { segments: 4, spaces: 0 });
  const rows = table.board.rows.map((row, at) =>
    at < 15 ? `${"F".repeat(14)}?${row.slice(15)}` : row,
  );
  assert.deepEqual(treasureHunt.unclearOf({ ...table, board: { rows, bridges: [] } }), {
    segments: 3,
    spaces: 15,
  });
});
