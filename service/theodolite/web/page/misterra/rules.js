/**
 * The referee's rule book as the page shows it: each rule's text, and printed faces of cards.
 *
 * English and Dutch come from the API; French and German are the page's own, by the same ids.
 */

import { lookUp } from "../shell/api.js";
import { apiSpeaksIt, spoken } from "../shell/i18n.js";

let rules = new Map();
let translated = {};
let faces = new Map();

/** Loads what can be loaded; without a connection the lines of the sheet go without their rule. */
export async function loadRules() {
  const own = apiSpeaksIt()
    ? Promise.resolve({})
    : fetch(`/page/misterra/texts/rules.${spoken()}.json`).then((response) => response.json());
  const [told, said, cards] = await Promise.allSettled([
    lookUp("misterra/rules"),
    own,
    lookUp("misterra/presumptions"),
  ]);
  if (told.status === "fulfilled") {
    rules = new Map(told.value.rules.map((rule) => [rule.id, rule]));
  }
  translated = said.value ?? {};
  if (cards.status === "fulfilled") {
    const known = cards.value.presumptions.filter(({ face }) => face);
    faces = new Map(known.map(({ card, face }) => [card, face]));
  }
}

/** The face that a card pack of the service gives, if it has one. */
export const printedFace = (card) => faces.get(card) ?? null;

/** The text of a rule in the language spoken. */
export const ruleText = (id) => translated[id] ?? rules.get(id)?.text ?? "";
