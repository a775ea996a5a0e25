/** The record of drawn cards of Cartographers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as records from "../../../service/theodolite/web/page/cartographers/model/record.js";
import { newTable } from "../../../service/theodolite/web/page/cartographers/model/table.js";

const table = newTable(["Ann", "Ben"]);
const fresh = records.newRecord(table);
const VILLAGE = { letter: "V", spaces: ["A1", "A2"] };
/** @type {(record: any, seat: number, card?: string, draw?: any, afterRuins?: boolean) => any} */
const noted = (record, seat, card = "hamlet", draw = VILLAGE, afterRuins = false) =>
  records.noted(record, card, seat, draw, afterRuins);

test("a draw is a line that tells the request of the referee", () => {
  /** @type {[any, string, object][]} */
  const draws = [
    [VILLAGE, "V A1 A2", { spaces: ["A1", "A2"], terrain: "village" }],
    [
      { letter: "H", spaces: ["D5"], stars: ["E5"] },
      "H D5 *E5",
      { spaces: ["D5"], terrain: "hero", stars: ["E5"] },
    ],
    [
      { letter: "G", spaces: ["B4"], destroys: "B5" },
      "G B4 xB5",
      { spaces: ["B4"], terrain: "monster", destroys: "B5" },
    ],
    [{ letter: "A", spaces: [] }, "A", { spaces: [] }],
    [{ letter: "H", spaces: [] }, "H", { spaces: [], stars: [] }],
  ];
  for (const [draw, line, body] of draws) {
    const [turn] = records.turnsNow(noted(fresh, 0, "hamlet", draw));
    assert.deepEqual(turn, { card: "hamlet", draws: { 0: line } });
    assert.deepEqual(records.drawOf(line), body);
  }
});

test("everybody draws a card once; after that it is the next card", () => {
  const both = noted(noted(fresh, 0), 1);
  assert.deepEqual(records.turnsNow(both), [
    { card: "hamlet", draws: { 0: "V A1 A2", 1: "V A1 A2" } },
  ]);
  assert.deepEqual(records.turnsNow(noted(both, 0)).length, 2);
  assert.deepEqual(records.turnsNow(noted(noted(fresh, 0), 1, "orchard")).length, 2);
});

test("a ruins card comes before the card that is drawn after it, each of the two once", () => {
  const cards = (/** @type {any} */ record) => records.turnsNow(record).map(({ card }) => card);
  const first = noted(fresh, 0, "hamlet", VILLAGE, true);
  assert.deepEqual(cards(first), ["temple_ruins", "hamlet"]);
  assert.ok(records.isAfterRuins(records.turnsNow(first)));
  // The second player's draw of the same card adds none.
  assert.deepEqual(cards(noted(first, 1, "hamlet", VILLAGE, true)), ["temple_ruins", "hamlet"]);
  const two = noted(first, 0, "orchard", VILLAGE, true);
  assert.deepEqual(cards(two), ["temple_ruins", "hamlet", "outpost_ruins", "orchard"]);
  assert.equal(cards(noted(two, 0, "farmland", VILLAGE, true))[4], "temple_ruins");
  assert.ok(!records.isAfterRuins(records.turnsNow(noted(fresh, 0))));
});

test("the referee is told the names of today, and no card that somebody has yet to draw", () => {
  const renamed = {
    ...table,
    players: table.players.map((player, at) => ({ ...player, name: ["Al", "Bo"][at] })),
  };
  const whole = noted(noted(fresh, 0), 1);
  const body = records.recordBody(noted(whole, 1, "orchard"), renamed);
  const draw = { spaces: ["A1", "A2"], terrain: "village" };
  const played = { card: "hamlet", moves: { Al: draw, Bo: draw } };
  assert.deepEqual(body.turns, [played]);
  const { snapshot } = /** @type {any} */ (body);
  assert.deepEqual(
    snapshot.players.map((/** @type {any} */ { name }) => name),
    ["Al", "Bo"],
  );
  assert.deepEqual([snapshot.season, snapshot.game], ["spring", "cartographers"]);
  // The end of a season that is closed, or said to be over, is a turn of its own.
  const choices = { Ann: { troll: "A1" } };
  const closed = records.closed(whole, choices);
  assert.deepEqual(records.recordBody(closed, renamed).turns, [
    played,
    { season_end: { choices } },
  ]);
  assert.deepEqual(records.recordBody(whole, renamed, true).turns, [
    played,
    { season_end: { choices: {} } },
  ]);
  assert.deepEqual(records.placesOf(noted(closed, 0).seasons), [
    { season: 0, turn: 0 },
    { season: 0, turn: null },
    { season: 1, turn: 0 },
    { season: 1, turn: null },
  ]);
  assert.deepEqual(records.turnsNow(closed), []);
  assert.deepEqual(records.recordBody(fresh, table).turns, []);
});

test("what trolls destroy is noted with the season that it ends", () => {
  const choices = { Ann: { giant_troll_ravage: "A2" } };
  assert.deepEqual(records.choicesNow(records.chosen(fresh, choices)), choices);
  assert.deepEqual(records.closed(fresh, choices).seasons[0].choices, choices);
  assert.deepEqual(records.choicesNow({ ...fresh, seasons: [] }), {});
  assert.deepEqual(records.turnsNow(null), []);
  assert.deepEqual(records.chosen({ ...fresh, seasons: [] }, choices).seasons, [
    { turns: [], choices },
  ]);
});

test("a hero is told with the widest pattern that was drawn", () => {
  const draws = { 0: "H D5", 1: "H D5 *C4 *E6" };
  assert.deepEqual(records.cardOf({ card: "wren", draws }), {
    card: "wren",
    pattern: ["*..", ".H.", "..*"],
  });
  assert.equal(records.cardOf({ card: "hamlet", draws: { 0: "V A1" } }), "hamlet");
});

test("a kept state is read with its record, or without one that is not sound", () => {
  const record = records.closed(
    noted(fresh, 0, "wren", { letter: "H", spaces: ["D5"], stars: ["E5"] }),
    { Ann: { t: "A1" } },
  );
  assert.deepEqual(records.readState(JSON.parse(JSON.stringify({ table, record }))), {
    ...records.newState(table),
    record,
  });
  assert.deepEqual(records.readState({ table }), records.newState(table));
  for (const broken of [
    [],
    { start: 1 },
    { ...record, seasons: [] },
    { ...record, seasons: [1] },
    { ...record, start: { ...record.start, season: "autumnal" } },
    { ...record, start: { ...record.start, players: [1] } },
    { ...record, start: { ...record.start, ambushes: 1 } },
    { ...record, seasons: [{ turns: [{ card: "x", draws: { 0: "Q A1" } }], choices: {} }] },
    { ...record, seasons: [{ turns: [{ card: 1, draws: {} }], choices: {} }] },
    { ...record, seasons: [{ turns: [], choices: { Ann: 1 } }] },
  ]) {
    assert.equal(records.readState({ table, record: broken })?.record, null);
  }
  assert.equal(records.readState(null), null);
  assert.equal(records.readState({ table: 1 }), null);
});

test("records of tables that were left are read, those of older editions too", () => {
  const turn = { card: "hamlet", draws: { Ann: { spaces: ["A1"], terrain: "village" } } };
  const choices = { Ann: { giant_troll_ravage: "A2" } };
  const earlier = (/** @type {any} */ one) => records.readState({ table, earlier: [one] })?.earlier;
  const [left] =
    earlier({
      snapshot: table,
      seasons: [{ turns: [turn], choices: {} }, { turns: [turn] }, { turns: [], choices }],
    }) ?? [];
  const played = { card: "hamlet", moves: turn.draws };
  const ended = { season_end: { choices: {} } };
  assert.deepEqual(left.turns, [played, ended, played, ended, { season_end: { choices } }]);
  assert.deepEqual(earlier(left), [left]);
  for (const broken of [1, {}, { snapshot: table }, { snapshot: table, seasons: [1] }]) {
    assert.deepEqual(earlier(broken), []);
  }
});
