/** The texts of the page, as tests of models compare them with what models fill them with. */

import { readFileSync } from "node:fs";

const PAGE = new URL("../../service/theodolite/web/page/", import.meta.url);

/** The blanks of an English text, sorted. @param {string} game its folder @param {string} key */
export function blanksOf(game, key) {
  const texts = JSON.parse(readFileSync(new URL(`${game}/texts/en.json`, PAGE), "utf-8"));
  const text = texts[key] ?? texts[`${key}.other`];
  const blanks = [...text.matchAll(/\{(?:\w+ )?(\w+)\}/g)].map((found) => found[1]);
  return [...new Set(blanks)].sort();
}
