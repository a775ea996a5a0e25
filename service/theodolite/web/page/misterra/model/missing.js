/** Everything that a table still lacks before its result is final. */

import { isBare } from "./board.js";
import { isSolo, isWhole, MOST_PRESUMPTIONS } from "./table.js";

/** @typedef {import("./reducer.js").State} State */
/**
 * @typedef {{what: "island"} | {what: "parchment", player: number} | {what: "card", player: number, slot: number} | {what: "claims", player: number | "otoma"}} Lack
 */

/** The players without a marker on the island. @param {import("./table.js").Table} table @returns {(number | "otoma")[]} */
export const withoutClaims = (table) => [
  ...table.players.flatMap(({ claims }, player) => (claims.length === 0 ? [player] : [])),
  ...(isSolo(table) && table.otoma?.claims.length === 0 ? [/** @type {const} */ ("otoma")] : []),
];

/**
 * @param {Pick<State, "table" | "claimless">} state
 * @returns {Lack[]} in the order in which they are asked for
 */
export function lacking({ table, claimless }) {
  const { island, players } = table;
  /** @type {Lack[]} */
  const lacks = isBare(island) ? [{ what: "island" }] : [];
  players.forEach(({ parchment }, player) => {
    if (isBare(parchment)) lacks.push({ what: "parchment", player });
  });
  players.forEach(({ presumptions }, player) => {
    for (let slot = 0; slot < MOST_PRESUMPTIONS; slot += 1) {
      const card = presumptions[slot];
      if (!card || !isWhole(card)) lacks.push({ what: "card", player, slot });
    }
  });
  // That somebody has no claim is an answer as well.
  const open = claimless ? [] : withoutClaims(table);
  return [...lacks, ...open.map((player) => ({ what: /** @type {const} */ ("claims"), player }))];
}

/** How many spaces of a board hold nothing. @param {string[]} rows */
export const emptyOf = (rows) => rows.join("").replace(/[^.]/g, "").length;
