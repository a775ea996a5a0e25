/** The referee's rule book as the page shows it: each rule's text, and printed faces of cards. */

import { lookUp } from "../shell/api.js";

/** @type {Map<string, {id: string, text: string}>} */
let rules = new Map();
/** @type {Map<number, object>} */
let faces = new Map();

/** Loads what can be loaded; without a connection the lines of the sheet go without their rule. */
export async function loadRules() {
  const [told, cards] = await Promise.allSettled([
    lookUp("misterra/rules"),
    lookUp("misterra/presumptions"),
  ]);
  if (told.status === "fulfilled") {
    rules = new Map(told.value.rules.map((/** @type {any} */ rule) => [rule.id, rule]));
  }
  if (cards.status === "fulfilled") {
    const known = cards.value.presumptions.filter((/** @type {any} */ { face }) => face);
    faces = new Map(known.map((/** @type {any} */ { card, face }) => [card, face]));
  }
}

/** The face that a card pack of the service gives, if it has one. @param {number} card */
export const printedFace = (card) => faces.get(card) ?? null;

/** The text of a rule in the language spoken. @param {string} id */
export const ruleText = (id) => rules.get(id)?.text ?? "";
