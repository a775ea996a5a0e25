/** The page's own texts, in four languages: those of the shell, and those of the open game. */

import { at } from "./root.js";

export const LANGUAGES = {
  en: "English",
  nl: "Nederlands",
  fr: "Français",
  de: "Deutsch",
};

/** @typedef {Record<string, string | number>} Values */

let language = "en";
/** @type {Record<string, string>} */
let texts = {};
let plural = new Intl.PluralRules("en");

export const currentLanguage = () => language;

/**
 * The first of a person's languages that the page has.
 *
 * @param {readonly unknown[]} wishes language tags, such as "fr-BE"
 */
export const preferred = (wishes) =>
  wishes.map((wish) => String(wish).slice(0, 2).toLowerCase()).find((wish) => wish in LANGUAGES) ??
  "en";

/** The texts of a folder of the page. @returns {Promise<Record<string, string>>} */
export const textsOf = async (/** @type {string} */ folder, wanted = language) =>
  (await fetch(at(`page/${folder}/texts/${wanted}.json`))).json();

/**
 * Fetches the texts of a language and speaks it from now on.
 *
 * @param {string} wanted
 * @param {string[]} folders folders of the page whose texts are shown
 */
export async function speak(wanted, folders) {
  const all = await Promise.all(folders.map((folder) => textsOf(folder, wanted)));
  texts = Object.assign({}, ...all);
  language = wanted;
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/** French elides before a vowel: "de Bert", "d’Anna". @type {(word: string, value: string) => string} */
const elided = (word, value) =>
  /^[aeiouyàâäéèêëîïôöùûü]/i.test(value) ? `${word.slice(0, -1)}’${value}` : `${word} ${value}`;

/**
 * The text of a key, with `{names}` filled in; `key.one` or `key.other` where `n` decides. A word before
 * the name, as in `{de name}`, is one that a vowel shortens.
 *
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const text =
    texts[key] ?? texts[`${key}.${plural.select(Number(values.n))}`] ?? texts[`${key}.other`];
  return (text ?? key).replace(/\{(?:(\w+) )?(\w+)\}/g, (_, word, name) => {
    const value = written(values[name] ?? "");
    return word ? elided(word, value) : value;
  });
}

/**
 * Numbers below nothing get a true minus sign.
 *
 * @param {string | number} value
 */
export const written = (value) =>
  typeof value === "number" && value < 0 ? `−${-value}` : `${value}`;

/** A mean, as it is written in the page's language. @param {number} value */
export const rounded = (value) =>
  value.toLocaleString(language, { maximumFractionDigits: 1 }).replace("-", "−");

/** @param {string} key */
export const has = (key) => key in texts || `${key}.other` in texts;

/**
 * "A, B and C" in the page's language.
 *
 * @param {readonly string[]} parts
 */
export const listed = (parts) =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(parts);

/** The date as people write it where they live, if the browser knows it. @param {string} iso */
export const dated = (iso) =>
  new Intl.DateTimeFormat(
    navigator.languages.find((one) => one.toLowerCase().startsWith(language)) ?? language,
    { dateStyle: "medium", timeStyle: "short" },
  ).format(new Date(iso));
