/** The rules of the open game as its rule book has them, in the page's language. */

import { lookUp } from "./api.js";

/** @type {Map<string, {id: string, text: string}>} */
let rules = new Map();

/** Loads the rules; without a connection the lines of the sheet go without them. @param {string} game */
export async function loadRules(game) {
  const [answer] = await Promise.allSettled([lookUp(`${game}/rules`)]);
  if (answer.status === "fulfilled") {
    rules = new Map(answer.value.rules.map((/** @type {any} */ rule) => [rule.id, rule]));
  }
}

/** @param {string} id */
export const ruleText = (id) => rules.get(id)?.text ?? "";
