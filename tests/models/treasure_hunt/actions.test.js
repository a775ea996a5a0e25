/** The turn under way as the referee takes it, and the part still to be entered of the drawn cards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actionsOf,
  midway,
} from "../../../service/theodolite/web/page/treasure_hunt/model/actions.js";
import * as logging from "../../../service/theodolite/web/page/treasure_hunt/model/logging.js";
import { NO_TURN } from "../../../service/theodolite/web/page/treasure_hunt/model/turn.js";
import { TABLE } from "./packs.js";

const [ANNA, BERT] = TABLE.players.map(({ name }) => name);
const ROLL = { die: "brown", pips: 7 };
const PATH = ["N01/E02", "N01/E03", "N01/E04"];
/** @type {import("../../../service/theodolite/web/page/treasure_hunt/model/logging.js").Log} */
const LOG = { owner: BERT, route: "circle", at: "N01/E04", must: true, legal: null };
const HELD = ["boat", "shovel", "walker"];

/** @param {object} change of Anna @param {object} [other] of Bert */
const with_ = (change, other = {}) => ({
  ...TABLE,
  players: TABLE.players.map((player, seat) => ({ ...player, ...(seat === 0 ? change : other) })),
});
/** @type {(change: object, making?: object) => any} */
const made = (change, making = {}) =>
  actionsOf({
    table: TABLE,
    turn: { ...NO_TURN, ...change },
    seat: 0,
    rolls: true,
    trail: null,
    ...making,
  });
const trail = { mover: "explorer:2", path: PATH, logs: [LOG] };
/** @param {object} entered @returns {any} */
const play = (entered) => ({ do: "play", card: "boat", ...entered });

test("a turn without a move has its cards alone, and none before the first", () => {
  assert.equal(made({ roll: ROLL }), null);
  assert.deepEqual(made({ roll: ROLL, plays: [play({ when: "rolled" })] }), [
    { do: "roll", ...ROLL },
    { do: "play", card: "boat" },
  ]);
});

test("a turn is skipped for a lost shoe, or with the roll that moved nobody", () => {
  assert.deepEqual(made({ roll: ROLL }, { table: with_({ shoes: 1 }) }), [{ do: "skip" }]);
  const skipping = { roll: ROLL, skipping: true };
  assert.deepEqual(made(skipping), [{ do: "roll", ...ROLL }, { do: "skip" }]);
  assert.deepEqual(made(skipping, { rolls: false }), [{ do: "skip" }]);
});

test("a move is cut where cards are played between its steps", () => {
  const plays = [
    play({ when: "moved", card: "lost_shoe", to: BERT }),
    play({ when: "first" }),
    play({ when: 1, card: "remove_obstacle", obstacle: "N01/E03" }),
    play({ when: 3, card: "walker" }),
  ];
  const turn = { ...NO_TURN, roll: ROLL, plays };
  const removing = { do: "play", card: "remove_obstacle", obstacle: "N01/E03" };
  const log = {
    do: "log",
    explorer: 2,
    owner: BERT,
    route: "circle",
    at: "N01/E04",
    shovel: false,
  };
  assert.deepEqual(made(turn, { trail }), [
    { do: "play", card: "boat" },
    { do: "roll", ...ROLL },
    { do: "move", mover: "explorer:2", path: PATH.slice(0, 1) },
    removing,
    { do: "move", mover: "explorer:2", path: PATH.slice(1) },
    log,
    { do: "play", card: "lost_shoe", to: BERT },
    { do: "play", card: "walker" },
  ]);
  // A card that opens the way is played before its ends are sought.
  assert.deepEqual(midway(turn), [{ do: "play", card: "boat" }, { do: "roll", ...ROLL }, removing]);
});

test("a foreign piece is named, and so is an owner who discards", () => {
  const [move, log, discard] = made(
    { drawn: null, discard: "boat" },
    { trail: { ...trail, of: BERT } },
  );
  assert.deepEqual([move.of, log.of, log.drawn], [BERT, BERT, null]);
  assert.deepEqual(discard, { do: "discard", card: "boat", by: BERT });
  const own = { ...trail, of: ANNA, logs: [{ ...LOG, owner: ANNA }] };
  const [, ...logged] = made({ discard: "boat" }, { trail: own });
  assert.deepEqual(logged.at(-1), { do: "discard", card: "boat" });
  assert.ok(!("of" in logged[0]));
});

test("what is logged is what must be, or what somebody chose", () => {
  const may = { ...LOG, must: false };
  /** @param {any} log */
  const now = (log) => logging.logNow({ ...NO_TURN, log }, [may, LOG]);
  assert.deepEqual([now(null), now(0), now(false), now(5)], [LOG, may, null, null]);
  assert.equal(logging.logNow(NO_TURN, [{ ...LOG, legal: false }]), null);
});

test("what was drawn is told once all of it is", () => {
  const table = with_({ hand: HELD }, { hand: HELD });
  /** @type {(entered: object, turn?: object, owner?: string) => [string | null, any]} */
  const lack = (entered, turn = {}, owner = BERT) => {
    const whole = { ...NO_TURN, ...turn };
    const asked = /** @type {any} */ ({ shovel: null, discard: null, ...entered });
    return [
      logging.lackOfDrawn(table, whole, 0, owner, asked),
      logging.drawnNow(table, whole, 0, owner, asked),
    ];
  };
  const drawn = { coordinate: "n01/e04 ", action: "open" };
  assert.deepEqual(lack({}), [null, undefined]);
  assert.deepEqual(lack({ drawn: null }), [null, null]);
  assert.deepEqual(lack({ drawn: { ...drawn, coordinate: "" } }), ["coordinate", undefined]);
  assert.deepEqual(lack({ drawn: { ...drawn, action: null } }), ["action", undefined]);
  const card = { drawn: { coordinate: "N01/E04", action: "lost_shoe" } };
  assert.deepEqual(lack(card), ["discard", undefined]);
  assert.deepEqual(lack({ ...card, discard: "boat" }), [null, card.drawn]);
  // The player whose turn it is may play a card instead, after the move.
  const plays = [play({ when: "moved" })];
  assert.deepEqual(lack(card, { plays }, ANNA), [null, card.drawn]);
  assert.deepEqual(lack(card, { plays })[0], "discard");
});

test("an owner with too many has what an earlier logging left", () => {
  const drawn = { coordinate: "N01/E04", action: "lost_shoe" };
  const entered = { shovel: null, discard: null, drawn };
  /** @type {(hand: string[] | null, early: any) => string[]} */
  const tooMany = (hand, early) =>
    logging.tooMany(with_({}, { hand }), { ...NO_TURN, early }, BERT, entered);
  assert.deepEqual(tooMany(HELD, null), [...HELD, "lost_shoe"]);
  assert.deepEqual(tooMany(null, null), []);
  assert.deepEqual(tooMany(["boat", "walker"], null), []);
  const early = { ...LOG, ...entered, drawn: { ...drawn, action: "boat" } };
  assert.deepEqual(tooMany(["boat", "walker"], early), ["boat", "walker", "lost_shoe"]);
  assert.deepEqual(tooMany(["boat", "walker"], { ...early, discard: "boat" }), []);
  assert.deepEqual(tooMany(["boat", "walker"], { ...early, owner: ANNA }), []);
});

test("a shovel is played where a buried treasure needs one that is in hand", () => {
  /** @type {(info: string[], hand: string[] | null, shovel?: boolean | null) => boolean} */
  const digs = (info, hand, shovel = null) => {
    const { circle } = TABLE.players[1].routes;
    const routes = { ...TABLE.players[1].routes, circle: { ...circle, info } };
    return logging.shovelNow(with_({ hand }, { routes }), 0, LOG, { shovel, discard: null });
  };
  assert.equal(digs(["buried", "open"], ["shovel"]), true);
  assert.equal(digs(["buried"], ["shovel"]), false);
  assert.equal(digs(["buried", "open"], null), false);
  assert.equal(digs(["buried", "open"], ["shovel"], false), false);
});
