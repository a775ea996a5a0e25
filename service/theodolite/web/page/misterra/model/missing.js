/** What a table still lacks before its result is the result. */

import { isBare } from "./board.js";
import { isWhole, MOST_PRESUMPTIONS } from "./table.js";

/**
 * @typedef {{what: "island"} | {what: "parchment", player: number} | {what: "card", player: number, slot: number}} Lack
 */

/**
 * @param {import("./table.js").Table} table
 * @returns {Lack[]} in the order in which they are asked for
 */
export function lacking({ island, players }) {
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
  return lacks;
}
