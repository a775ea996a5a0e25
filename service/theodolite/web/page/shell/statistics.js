/** Statistics of finished games and their players: wins, best and average, points by category, head to head. */

/** @typedef {import("./keep.js").Kept} Kept */
/** @typedef {Kept & {won: number[]}} Finished */
/**
 * @typedef {object} Player
 * @property {string} name
 * @property {number} games
 * @property {number} wins
 * @property {number | null} best null where no points are counted
 * @property {number | null} average
 * @property {Record<string, number>} parts the average of each category
 */
/** @typedef {{names: string[], wins: number[]}} Pair how often each of two was ahead of the other */

/** How many players there is room for. */
const MOST = 6;
/** The name of a seat in each language, which is nobody's. */
const OF_A_SEAT = /^(Player|Speler|Joueur|Spieler) \d+$/;

/** @param {string} name */
const isNamed = (name) => !OF_A_SEAT.test(name);

/** The names that were typed, those of the newest games first. @param {Kept[]} games the newest first */
export const knownNames = (games) => [
  ...new Set(games.flatMap(({ names, example }) => (example ? [] : names.filter(isNamed)))),
];

/** @param {Kept} game */
const isCounted = ({ names, totals, won, example }) =>
  Array.isArray(won) && !example && (totals === null || totals.length === names.length);

/** @param {number[]} numbers */
const mean = (numbers) =>
  numbers.length > 0 ? numbers.reduce((sum, one) => sum + one) / numbers.length : null;

/** @type {(name: string, games: Finished[]) => Player} */
function playerOf(name, games) {
  const played = games
    .map((game) => ({ ...game, seat: game.names.indexOf(name) }))
    .filter(({ seat }) => seat >= 0);
  const totals = played.flatMap(({ totals: all, seat }) => all?.[seat] ?? []);
  const categories = new Set(played.flatMap(({ parts = {} }) => Object.keys(parts)));
  /** @param {string} category */
  const average = (category) =>
    mean(played.flatMap(({ parts, seat }) => parts?.[category]?.[seat] ?? [])) ?? 0;
  return {
    name,
    games: played.length,
    wins: played.filter(({ won, seat }) => won.includes(seat)).length,
    best: totals.length > 0 ? Math.max(...totals) : null,
    average: mean(totals),
    parts: Object.fromEntries([...categories].map((one) => [one, average(one)])),
  };
}

/** Whether one seat is ahead of another: it won, or has more points. @type {(game: Finished, one: number, other: number) => boolean} */
const isAhead = ({ won, totals }, one, other) =>
  won.includes(one) === won.includes(other)
    ? totals !== null && totals[one] > totals[other]
    : won.includes(one);

/** @type {(names: string[], games: Finished[]) => Pair[]} */
const pairsOf = (names, games) =>
  names
    .flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]))
    .map((pair) => {
      const seats = games
        .map((game) => ({ game, at: pair.map((name) => game.names.indexOf(name)) }))
        .filter(({ at }) => !at.includes(-1));
      const wins = [0, 1].map(
        (side) => seats.filter(({ game, at }) => isAhead(game, at[side], at[1 - side])).length,
      );
      return { names: pair, wins, met: seats.length };
    })
    .filter(({ met }) => met > 0)
    .sort((one, other) => other.met - one.met)
    .map(({ names: two, wins }) => ({ names: two, wins }));

/**
 * The statistics of one kind of game: of those who played it most.
 *
 * @param {Kept[]} games
 * @param {boolean} alone whether those of one player are counted, or those of several
 * @returns {{count: number, players: Player[], pairs: Pair[], categories: string[]}}
 */
export function statisticsOf(games, alone) {
  const finished = /** @type {Finished[]} */ (games.filter(isCounted));
  const counted = finished.filter(({ names }) => (names.length === 1) === alone);
  const players = [...new Set(counted.flatMap(({ names }) => names.filter(isNamed)))]
    .map((name) => playerOf(name, counted))
    .sort((one, other) => other.games - one.games || other.wins - one.wins)
    .slice(0, MOST);
  return {
    count: counted.length,
    players,
    pairs: pairsOf(
      players.map(({ name }) => name),
      counted,
    ),
    categories: [...new Set(players.flatMap(({ parts }) => Object.keys(parts)))],
  };
}
