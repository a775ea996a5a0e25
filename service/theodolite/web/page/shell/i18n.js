/** The page's own texts, in four languages: those of the shell, and those of the open game. */

export const LANGUAGES = {
  en: "English",
  nl: "Nederlands",
  fr: "Français",
  de: "Deutsch",
};
const OF_THE_API = ["en", "nl"];

/** @typedef {Record<string, string | number>} Values */

let language = "en";
/** @type {Record<string, string>} */
let texts = {};
let plural = new Intl.PluralRules("en");

export const spoken = () => language;
export const apiLanguage = () => (OF_THE_API.includes(language) ? language : "en");
export const apiSpeaksIt = () => OF_THE_API.includes(language);

/**
 * The first of a person's languages that the page has.
 *
 * @param {readonly unknown[]} wishes language tags, such as "fr-BE"
 */
export const preferred = (wishes) =>
  wishes
    .map((wish) => String(wish).slice(0, 2).toLowerCase())
    .find((wish) => wish in LANGUAGES) ?? "en";

/**
 * Fetches the texts of a language and speaks it from now on.
 *
 * @param {string} wanted
 * @param {string[]} rooms folders of the page whose texts are shown
 */
export async function speak(wanted, rooms) {
  const all = await Promise.all(
    rooms.map(async (room) => (await fetch(`/page/${room}/texts/${wanted}.json`)).json()),
  );
  texts = Object.assign({}, ...all);
  language = wanted;
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/**
 * The text of a key, with `{names}` filled in; `key.one` or `key.other` where `n` decides.
 *
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const text =
    texts[key] ?? texts[`${key}.${plural.select(Number(values.n))}`] ?? texts[`${key}.other`];
  return (text ?? key).replace(/\{(\w+)\}/g, (_, name) => written(values[name] ?? ""));
}

/**
 * Numbers below nothing get a true minus sign.
 *
 * @param {string | number} value
 */
export const written = (value) =>
  typeof value === "number" && value < 0 ? `−${-value}` : `${value}`;

/** @param {string} key */
export const has = (key) => key in texts || `${key}.other` in texts;

/**
 * "A, B and C" in the language spoken.
 *
 * @param {readonly string[]} parts
 */
export const listed = (parts) =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(parts);

/** @param {string} iso */
export const dated = (iso) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );
