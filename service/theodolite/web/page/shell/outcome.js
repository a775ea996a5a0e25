/** How a game stands, for the list of games: the totals, and at its end the winners and what made the totals. */

/** @typedef {{category: string, points: number}} Line */
/** @typedef {Pick<import("./keep.js").Kept, "totals" | "won" | "parts">} Outcome */

/** The points of each player by category. @param {Line[][]} lines of each player @returns {Record<string, number[]>} */
export function byCategory(lines) {
  const categories = new Set(lines.flat().map(({ category }) => category));
  /** @param {string} wanted */
  const points = (wanted) =>
    lines.map((own) =>
      own.reduce((sum, { category, points: n }) => sum + (category === wanted ? n : 0), 0),
    );
  return Object.fromEntries([...categories].map((category) => [category, points(category)]));
}

/** The seats of the winners; a player alone wins against nobody. @param {{players: {name: string}[], winners: string[]}} answer */
export const winnersIn = ({ players, winners }) =>
  players.length > 1
    ? players.flatMap(({ name }, seat) => (winners.includes(name) ? [seat] : []))
    : [];

/** @type {(answer: {players: {name: string}[], winners: string[]}, isOver: boolean, totals: number[], lines: Line[][] | null) => Outcome} */
export const outcomeOf = (answer, isOver, totals, lines) => ({
  totals,
  won: isOver ? winnersIn(answer) : null,
  parts: isOver && lines ? byCategory(lines) : undefined,
});
