/** The result of a score, and the changes from one to another. */

/**
 * @typedef {import("../../types/openapi.js").MisterraItem} Item
 * @typedef {import("../../types/openapi.js").MisterraPlayerScore} Scored
 * @typedef {import("../../types/openapi.js").MisterraScores} Answer
 */

/** The name of each player's total on the sheet; alone, Otoma's claims are taken off. @param {Answer} answer */
export const totalsOf = ({ players, solo }) => players.map(({ total }) => solo?.total ?? total);

/**
 * The changes from one answer to another for each player, in points.
 *
 * @type {(from: Answer, to: Answer) => {name: string, points: number}[]}
 */
export const differences = (from, to) => {
  const before = totalsOf(from);
  return totalsOf(to)
    .map((total, player) => ({ name: to.players[player].name, points: total - before[player] }))
    .filter(({ points }) => points !== 0);
};
