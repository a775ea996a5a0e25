/** The logging of the turn under way, its owner's drawn cards, and the part still to be entered. */

import { spaceWritten } from "./frame.js";
import { CARDS, INFO, MOST_CARDS } from "./table.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./turn.js").Turn} Turn
 * @typedef {import("./turn.js").Entered} Entered
 * @typedef {import("../../types/openapi.js").TreasureHuntFoundLog} Log
 */

/** The logging at the end of the move: the compulsory one, or the chosen one. @type {(turn: Turn, logs: Log[]) => Log | null} */
export function logNow({ log }, logs) {
  if (log === false) return null;
  if (typeof log === "number") return logs[log] ?? null;
  return logs.find(({ must, legal }) => must && legal !== false) ?? null;
}

/** An owner's hand as a logging finds it: after what was drawn for the one without a move, if it is another one. @type {(table: Table, turn: Turn, owner: string, entered: Entered) => string[]} */
function handAt({ players }, { early }, owner, entered) {
  const hand = players.find(({ name }) => name === owner)?.hand ?? [];
  const action = early?.drawn?.action;
  if (early === entered || early?.owner !== owner || !action || !CARDS.includes(action))
    return hand;
  const held = [...hand, action];
  return early.discard ? held.toSpliced(held.indexOf(early.discard), 1) : held;
}

/** The cards of which an owner must discard one: a hand that the drawn card makes too large; none if it is not. @type {(table: Table, turn: Turn, owner: string, entered: Entered) => string[]} */
export function tooMany(table, turn, owner, entered) {
  const action = entered.drawn?.action;
  const hand = handAt(table, turn, owner, entered);
  return action && CARDS.includes(action) && hand.length >= MOST_CARDS
    ? [...new Set([...hand, action])]
    : [];
}

/** Whether a fourth card still has to go: its owner discards one, or plays one in their own turn. @type {(table: Table, turn: Turn, seat: number, owner: string, entered: Entered) => boolean} */
function isOverfull(table, turn, seat, owner, entered) {
  const playsOne =
    owner === table.players[seat].name && turn.plays.some(({ when }) => when === "moved");
  return tooMany(table, turn, owner, entered).length > 0 && !entered.discard && !playsOne;
}

/** The part still to be entered of the drawn cards. @type {(table: Table, turn: Turn, seat: number, owner: string, entered: Entered) => "coordinate" | "action" | "route" | "discard" | null} */
export function lackOfDrawn(table, turn, seat, owner, entered) {
  const { drawn } = entered;
  if (!drawn) return null;
  if (!spaceWritten(drawn.coordinate)) return "coordinate";
  if (!drawn.action) return "action";
  if (INFO.includes(drawn.action) && !drawn.info_route) return "route";
  return isOverfull(table, turn, seat, owner, entered) ? "discard" : null;
}

/** The drawn cards, once all of them are entered: before that nothing is held against anybody. @type {(table: Table, turn: Turn, seat: number, owner: string, entered: Entered) => object | null | undefined} */
export function drawnNow(table, turn, seat, owner, entered) {
  const { drawn } = entered;
  if (!drawn) return drawn;
  const isWhole = lackOfDrawn(table, turn, seat, owner, entered) === null;
  return isWhole ? { ...drawn, coordinate: spaceWritten(drawn.coordinate) } : undefined;
}

/** Whether a shovel is played: as it was said, or where a buried treasure of the route needs one that is in hand. @type {(table: Table, seat: number, log: Log, entered: Entered) => boolean} */
export function shovelNow({ players }, seat, { owner, route }, { shovel }) {
  if (shovel !== null) return shovel;
  const info = players.find(({ name }) => name === owner)?.routes[route].info ?? [];
  const isDug = info.includes("buried") && info.some((one) => one !== "buried");
  return isDug && players[seat].hand?.includes("shovel") === true;
}
