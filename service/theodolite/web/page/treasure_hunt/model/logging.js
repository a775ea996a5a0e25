/** What is logged in the turn under way, what its owner drew for it, and what of that is still to be told. */

import { spaceWritten } from "./frame.js";
import { CARDS, MOST_CARDS } from "./table.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./turn.js").Turn} Turn
 * @typedef {import("./turn.js").Told} Told
 * @typedef {import("../../types/openapi.js").TreasureHuntFoundLog} Log
 */

/** What is logged at the end of the move: what must be, or what one chose. @type {(turn: Turn, logs: Log[]) => Log | null} */
export function logNow({ log }, logs) {
  if (log === false) return null;
  if (typeof log === "number") return logs[log] ?? null;
  return logs.find(({ must, legal }) => must && legal !== false) ?? null;
}

/** An owner's hand as a logging finds it: after what was drawn for the one without a move, if it is another one. @type {(table: Table, turn: Turn, owner: string, told: Told) => string[]} */
function handAt({ players }, { early }, owner, told) {
  const hand = players.find(({ name }) => name === owner)?.hand ?? [];
  const action = early?.drawn?.action;
  if (early === told || early?.owner !== owner || !action || !CARDS.includes(action)) return hand;
  const held = [...hand, action];
  return early.discard ? held.toSpliced(held.indexOf(early.discard), 1) : held;
}

/** The cards of which an owner must discard one: a hand that the drawn card makes too large; none if it is not. @type {(table: Table, turn: Turn, owner: string, told: Told) => string[]} */
export function tooMany(table, turn, owner, told) {
  const action = told.drawn?.action;
  const hand = handAt(table, turn, owner, told);
  return action && CARDS.includes(action) && hand.length >= MOST_CARDS
    ? [...new Set([...hand, action])]
    : [];
}

/** Whether a fourth card still has to go: its owner discards one, or plays one in their own turn. @type {(table: Table, turn: Turn, seat: number, owner: string, told: Told) => boolean} */
function isOverfull(table, turn, seat, owner, told) {
  const playsOne =
    owner === table.players[seat].name && turn.plays.some(({ when }) => when === "moved");
  return tooMany(table, turn, owner, told).length > 0 && !told.discard && !playsOne;
}

/** What is still to be told of the cards that were drawn. @type {(table: Table, turn: Turn, seat: number, owner: string, told: Told) => "coordinate" | "action" | "discard" | null} */
export function lackOfDrawn(table, turn, seat, owner, told) {
  const { drawn } = told;
  if (!drawn) return null;
  if (!spaceWritten(drawn.coordinate)) return "coordinate";
  if (!drawn.action) return "action";
  return isOverfull(table, turn, seat, owner, told) ? "discard" : null;
}

/** What was drawn, once all of it is told: before that nothing is held against anybody. @type {(table: Table, turn: Turn, seat: number, owner: string, told: Told) => object | null | undefined} */
export function drawnNow(table, turn, seat, owner, told) {
  const { drawn } = told;
  if (!drawn) return drawn;
  const isWhole = lackOfDrawn(table, turn, seat, owner, told) === null;
  return isWhole ? { ...drawn, coordinate: spaceWritten(drawn.coordinate) } : undefined;
}

/** Whether a shovel is played: as it was said, or where a buried treasure of the route needs one that is in hand. @type {(table: Table, seat: number, log: Log, told: Told) => boolean} */
export function shovelNow({ players }, seat, { owner, route }, { shovel }) {
  if (shovel !== null) return shovel;
  const info = players.find(({ name }) => name === owner)?.routes[route].info ?? [];
  const isDug = info.includes("buried") && info.some((one) => one !== "buried");
  return isDug && players[seat].hand?.includes("shovel") === true;
}
