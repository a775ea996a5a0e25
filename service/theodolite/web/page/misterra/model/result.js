/** What a score comes to: who wins, and the lines that decided it. */

/**
 * An answer of `/v1/misterra/scores`, as far as the page reads it.
 *
 * @typedef {{points: number, spaces?: string[]}} Part
 * @typedef {object} Item
 * @property {string} category
 * @property {number} points
 * @property {string[]} spaces
 * @property {string} rule
 * @property {number} page
 * @property {string} explanation
 * @property {Part[]} [parts]
 * @property {number} [card]
 * @property {string} [claim]
 * @property {string} [terrain]
 * @property {string} [line]
 *
 * @typedef {object} Scored one player's sheet
 * @property {string} name
 * @property {number} total
 * @property {Record<string, number>} subtotals
 * @property {Item[]} items
 *
 * @typedef {object} Answer
 * @property {Scored[]} players
 * @property {string[]} winners
 * @property {string} decided_by
 * @property {{total: number, otoma_claims: number, titles: Record<string, string>}} [solo]
 * @property {{name: string, value: string, could_matter: boolean}[]} rulings
 */

/** What each player's total is called on the sheet; alone, Otoma's claims are taken off. @param {Answer} answer */
export const totalsOf = ({ players, solo }) => players.map(({ total }) => solo?.total ?? total);

/**
 * The winner's lines without each of which somebody else would have won.
 *
 * @param {Answer} answer
 * @returns {{item: Item, other: string}[]} with who it would have been, the weightiest line first
 */
export function decisive({ players, winners }) {
  const [winner] = players.filter(({ name }) => winners.includes(name));
  if (winners.length !== 1 || players.length < 2) return [];
  const others = players.filter((one) => one !== winner);
  const found = winner.items.flatMap((item) => {
    const total = winner.total - item.points;
    const faithful = winner.subtotals.fidelity - (item.category === "fidelity" ? item.points : 0);
    const [best] = others
      .filter(
        (one) => one.total > total || (one.total === total && one.subtotals.fidelity > faithful),
      )
      .sort((one, two) => two.total - one.total);
    return item.points > 0 && best ? [{ item, other: best.name }] : [];
  });
  return found.sort((one, two) => two.item.points - one.item.points);
}

/**
 * What changes from one answer to another for each player, in points.
 *
 * @type {(from: Answer, to: Answer) => {name: string, points: number}[]}
 */
export const differences = (from, to) => {
  const before = totalsOf(from);
  return totalsOf(to)
    .map((total, player) => ({ name: to.players[player].name, points: total - before[player] }))
    .filter(({ points }) => points !== 0);
};
