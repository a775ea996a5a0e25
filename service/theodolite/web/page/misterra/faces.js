/** Printed faces of cards, if a card pack of the service gives them. */

import { lookUp } from "../shell/api.js";

/** @type {Map<number, object>} */
let faces = new Map();

export async function loadFaces() {
  const [cards] = await Promise.allSettled([lookUp("misterra/presumptions")]);
  if (cards.status === "fulfilled") {
    const known = cards.value.presumptions.filter((/** @type {any} */ { face }) => face);
    faces = new Map(known.map((/** @type {any} */ { card, face }) => [card, face]));
  }
}

/** @param {number} card */
export const printedFace = (card) => faces.get(card) ?? null;
