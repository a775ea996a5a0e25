/** The referee's questions as the contract spells them. */

export const isWholeCard = (card) => card?.every(Boolean) ?? false;

/** The half day as the contract spells it; what is not chosen yet is left out. */
function halfDay({ path, lagoon, sketch, action, spaces }) {
  const mapped = action === "map" && isWholeCard(sketch) && spaces.length === 2;
  return {
    move: path,
    ...(lagoon && isWholeCard(lagoon.discard) && isWholeCard(lagoon.reveal) && { lagoon }),
    ...(isWholeCard(sketch) && { sketch }),
    action: mapped ? { type: "map", spaces } : { type: action === "map" ? "discard" : action },
  };
}

/** What is asked of the referee, or null while there is nothing to ask. */
export function refereeBody({ table, question }) {
  const { name } = table.players[question.player];
  const silent =
    question.path.length === 0 && question.action === "map" && question.spaces.length < 2;
  return silent ? null : { snapshot: table, player: name, half_day: halfDay(question) };
}

export const actionsBody = ({ table, question }) => ({
  snapshot: table,
  player: table.players[question.player].name,
});
