/** The boxes of earlier seasons: blank until somebody writes there, and each by itself. */

/** @typedef {import("./table.js").Box} Box */
/** @typedef {{first?: number, second?: number, coins?: number, monsters?: number, sum?: number}} Boxes what is written of a season */

/** The parts of a season from the top of the sheet to its foot. @type {(keyof Boxes)[]} */
export const PARTS = ["first", "second", "coins", "monsters", "sum"];

/** @type {(boxes: Record<string, number | null | undefined>) => any} without what is blank */
const filled = (boxes) =>
  Object.fromEntries(
    Object.entries(boxes).filter(([, value]) => value !== null && value !== undefined),
  );

/** @param {Box | undefined} box @returns {Boxes} */
export const boxesOf = ({ decrees, coins, monsters, written: sum } = { season: "" }) =>
  filled({ first: decrees?.[0], second: decrees?.[1], coins, monsters, sum });

/** The boxes written of a season. @type {(state: Pick<import("./record.js").State, "table" | "boxes">, player: number, season: string) => Boxes} */
export const boxesIn = ({ table, boxes }, player, season) =>
  boxes[`${player} ${season}`] ??
  boxesOf(table.players[player].seasons.find((box) => box.season === season));

/** @type {(boxes: Boxes, part: keyof Boxes, value: number | null) => Boxes} */
export function withPart(boxes, part, value) {
  if (value === null) return filled({ ...boxes, [part]: value });
  // Monsters only cost points, decrees and coins only bring them.
  const points = part === "monsters" ? 0 - Math.abs(value) : Math.max(0, value);
  return filled({ ...boxes, [part]: part === "sum" ? value : points });
}

/** The sum of the four boxes; null while one of them is blank. @type {(boxes: Boxes) => number | null} */
export function added({ sum: _, ...four }) {
  /** @type {number[]} */
  const all = Object.values(four);
  return all.length < 4 ? null : all.reduce((sum, one) => sum + one);
}

/** A season as the service takes it: its sum or all its boxes are there, or it does not count. @type {(season: string, boxes: Boxes) => Box | null} */
export function counted(season, boxes) {
  const { first, second, coins, monsters, sum } = boxes;
  if (sum === undefined && added(boxes) === null) return null;
  const decrees = first === undefined || second === undefined ? null : [first, second];
  return {
    season,
    ...filled({ decrees: /** @type {any} */ (decrees), coins, monsters, written: sum }),
  };
}

/** The sum of a season. @param {Box} box */
export const totalOf = (box) => added(boxesOf(box)) ?? box.written ?? 0;

/** Whether this is a season that counts. @param {any} box */
export const isCounted = (box) =>
  Object.values(boxesOf(box)).every(Number.isInteger) && counted(box.season, boxesOf(box)) !== null;
