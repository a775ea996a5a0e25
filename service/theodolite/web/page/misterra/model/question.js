/** The referee's questions as the contract spells them. */

import { isSetUp, isUntouched } from "./table.js";

/** @param {(string | null)[] | undefined} card */
export const isWholeCard = (card) => card?.every(Boolean) ?? false;

/** The half day as the contract spells it; what is not chosen yet is left out. @param {import("./reducer.js").Question} question */
export function moveOf({ path, lagoon, sketch, action: type, spaces }) {
  const isWhole = isWholeCard(sketch);
  const isChosen = type !== "map" || (isWhole && spaces.length === 2);
  return {
    path,
    ...(lagoon && isWholeCard(lagoon.discard) && isWholeCard(lagoon.reveal) && { lagoon }),
    ...(isWhole && { sketch }),
    ...(isChosen && { action: { type, ...(type === "map" && { spaces }) } }),
  };
}

/**
 * Whether the referee has to know where the meeple stands: without one the contract takes a half day
 * for the player's very first, which in mid-game it is not.
 *
 * @param {import("./reducer.js").State} state
 */
export const lacksMeeple = ({ table, question: { player, first }, record }) =>
  table.players[player].meeple === null &&
  !first &&
  !isUntouched(table) &&
  !isSetUp(table) &&
  !(record && isSetUp(record.snapshot) && record.turns.every((turn) => turn.player !== player));

/** The request to the referee, or null while there is nothing to ask. @param {import("./reducer.js").State} state */
export function refereeBody(state) {
  const { table, question } = state;
  const silent =
    question.path.length === 0 && question.action === "map" && question.spaces.length < 2;
  if (silent || lacksMeeple(state)) return null;
  const { name } = table.players[question.player];
  return { snapshot: table, player: name, move: moveOf(question) };
}

/** @param {import("./reducer.js").State} state */
export const actionsBody = (state) =>
  lacksMeeple(state)
    ? null
    : { snapshot: state.table, player: state.table.players[state.question.player].name };
