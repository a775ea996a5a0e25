/** The turn under way as the API takes it: cards, the roll, the move, and what is logged at its end. */

import { drawnNow, logNow, shovelNow } from "./logging.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./turn.js").Turn} Turn
 * @typedef {import("./turn.js").Play} Play
 * @typedef {import("./turn.js").Entered} Entered
 * @typedef {import("./logging.js").Log} Log
 * @typedef {{do: string} & Record<string, unknown>} Action
 */
/**
 * @typedef {object} Making a turn while it is made
 * @property {Table} table
 * @property {Turn} turn
 * @property {number} seat of the player whose turn it is
 * @property {boolean} rolls whether the die that was rolled may be chosen
 * @property {{mover: string, of?: string, path: string[], logs: Log[]} | null} trail the move, once it is chosen
 */

/** The cards that open a way. */
const OPENING = ["remove_obstacle", "creep_through"];

/** Whether a card is played between two steps. @param {Play} play */
export const isBetween = ({ when }) => typeof when === "number";

/** Such plays, as the API takes them. @type {(turn: Turn, isSuch: (play: Play) => boolean) => Action[]} */
const played = ({ plays }, isSuch) =>
  plays.filter(isSuch).map(({ when: _when, ...action }) => action);

/** The turn until a piece begins to move: cards, the roll, more cards. @param {Turn} turn @returns {Action[]} */
const beforeMove = (turn) => [
  ...played(turn, ({ when }) => when === "first"),
  ...(turn.roll ? [{ do: "roll", ...turn.roll }] : []),
  ...played(turn, ({ when }) => when === "rolled"),
];

/** The actions before the move, or that open its way while it is made: its ends are sought as if it had been played before. @param {Turn} turn */
export const midway = (turn) => [
  ...beforeMove(turn),
  ...played(turn, (play) => isBetween(play) && OPENING.includes(play.card ?? "")),
];

/** The move, cut where cards are played between its steps, and those cards. @type {(turn: Turn, move: Action, path: string[]) => Action[]} */
function moveOf(turn, move, path) {
  const cuts = turn.plays.flatMap(({ when }) =>
    typeof when === "number" && when < path.length ? [when] : [],
  );
  const ends = [...new Set([...cuts, path.length])].sort((one, other) => one - other);
  return ends.flatMap((end, at) => [
    { ...move, path: path.slice(ends[at - 1] ?? 0, end) },
    ...(end < path.length ? played(turn, ({ when }) => when === end) : []),
  ]);
}

/** The logging of a piece where it stands, and its owner's discard. @type {(making: Making, log: Log, entered: Entered, by: {explorer?: number, of?: string}) => Action[]} */
function logged({ table, turn, seat }, log, entered, { explorer, of }) {
  const { name } = table.players[seat];
  const { discard } = entered;
  const drawn = drawnNow(table, turn, seat, log.owner, entered);
  const action = {
    do: "log",
    explorer,
    ...(of && of !== name && { of }),
    owner: log.owner,
    route: log.route,
    at: log.at,
    shovel: shovelNow(table, seat, log, entered),
    ...(drawn !== undefined && { drawn }),
  };
  const owner = log.owner === name ? {} : { by: log.owner };
  return discard ? [action, { do: "discard", card: discard, ...owner }] : [action];
}

/** Whether a lost shoe takes the turn. @type {(table: Table, seat: number) => boolean} */
export const skipsForShoe = ({ players }, seat) => players[seat].shoes > 0;

/** The actions of the turn as far as it has come; null while there is none. @param {Making} making @returns {Action[] | null} */
export function actionsOf(making) {
  const { table, turn, seat, trail, rolls } = making;
  const { skipping, plays, early } = turn;
  if (skipsForShoe(table, seat)) return [{ do: "skip" }];
  const before = [...beforeMove(turn), ...(early ? logged(making, early, early, early) : [])];
  // A roll with which nobody can move was a roll all the same; one of a die that nobody may choose was none.
  if (skipping) return [...before.filter((one) => one.do !== "roll" || rolls), { do: "skip" }];
  if (trail === null) return plays.length > 0 || early ? before : null;
  const { mover, of, path, logs } = trail;
  const log = logNow(turn, logs);
  const explorer = Number(mover.split(":")[1]);
  const isForeign = of && of !== table.players[seat].name;
  return [
    ...before,
    ...moveOf(turn, { do: "move", mover, ...(isForeign && { of }) }, path),
    ...(log ? logged(making, log, turn, { explorer, of }) : []),
    ...played(turn, ({ when }) =>
      typeof when === "number" ? when >= path.length : when === "moved",
    ),
  ];
}
