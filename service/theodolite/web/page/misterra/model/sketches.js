/**
 * The request of each presumption card, as a small parchment of our own.
 *
 * A row is a row of spaces, with the beach on the right: a small letter pays, a capital does not; `x` is the
 * terrain of the card, `y` the terrain that it crosses out.
 */

/** @typedef {import("./board.js").Side} Side */

const VARIED = [".....", "jmsjl", ".....", "smlmj"];
const UNIFORM = ["lllll", ".....", "sssss", "....."];

/** Columns as rows. @param {string[]} rows */
const transposed = (rows) => [...rows[0]].map((_, x) => rows.map((row) => row[x]).join(""));

/** @type {Record<string, string[]>} */
const SKETCHES = {
  zones: ["xx.xx", "x..xx", "..X.."],
  edge: ["x.xx.", "....x", "x.X..", ".xx.x"],
  varied_across: VARIED,
  varied_along: transposed(VARIED),
  uniform_across: UNIFORM,
  uniform_along: transposed(UNIFORM),
  apart: ["x.x.Y", "x..YX", "..x.."],
  largest_zone: ["lll.M", "ll..M", "..SS."],
  smallest_zone: ["LL.mm", "LL...", ".SSS."],
  single_zones: ["l..m.", "..s..", "j..LL"],
  double_zones: ["ll..m", "..s.m", "L.s.."],
  most: ["jj..L", ".jj.M", "S..jj"],
  least: ["JJ.LL", "s.MLJ", ".sMM."],
  sets: ["j..m.", "..l.j", "s.m..", "l..s."],
  pattern: ["xx", ".x"],
};

/** Criteria that depend on where the beach lies, which is drawn for them. */
const WITH_BEACH = ["varied_across", "varied_along", "uniform_across", "uniform_along"];

/** A sketch with the beach on another side. @type {(rows: string[], side: Side) => string[]} */
function turned(rows, side) {
  const lying = side === "top" || side === "bottom" ? transposed(rows) : rows;
  if (side === "left") return lying.map((row) => [...row].reverse().join(""));
  return side === "top" ? [...lying].reverse() : lying;
}

/**
 * The sketch of a criterion.
 *
 * @type {(criterion: string, side: Side) => {rows: string[], beach: Side | null}}
 */
export const sketchOf = (criterion, side) =>
  WITH_BEACH.includes(criterion)
    ? { rows: turned(SKETCHES[criterion], side), beach: side }
    : { rows: SKETCHES[criterion], beach: null };
