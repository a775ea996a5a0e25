/** The presumption cards as the service knows them: what they pay, and printed faces if a card pack gives them. */

import { lookUp } from "../shell/api.js";

/** @typedef {import("../types/openapi.js").MisterraCard} Card */

/** @type {Map<number, Card>} */
let cards = new Map();

export async function loadFaces() {
  const [known] = await Promise.allSettled([lookUp("misterra/cards")]);
  if (known.status === "fulfilled") {
    cards = new Map(known.value.cards.map((/** @type {Card} */ one) => [one.card, one]));
  }
}

/** @param {number} card */
export const printedFace = (card) => cards.get(card)?.face ?? null;

/**
 * The points of a card: points by count, the last for as many or more; or points for each.
 *
 * @type {(card: number) => {steps: {count: number, points: number}[], beyond: number, each: number} | null} null
 *   without a connection
 */
export function paid(card) {
  const known = cards.get(card);
  return known ? { steps: known.table, beyond: known.beyond, each: known.each } : null;
}
