/** The page's own texts, in four languages; the API speaks two of them. */

export const LANGUAGES = {
  en: "English",
  nl: "Nederlands",
  fr: "Français",
  de: "Deutsch",
};
const OF_THE_API = ["en", "nl"];

let language = "en";
let texts = {};
let plural = new Intl.PluralRules("en");

export const spoken = () => language;
export const apiLanguage = () => (OF_THE_API.includes(language) ? language : "en");
export const apiSpeaksIt = () => OF_THE_API.includes(language);

/** The first of a person's languages that the page has. */
export const preferred = (wishes) =>
  wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((wish) => wish in LANGUAGES) ?? "en";

/** Fetches the texts of a language and speaks it from now on. */
export async function speak(wanted) {
  const response = await fetch(`/page/texts/${wanted}.json`);
  texts = await response.json();
  language = wanted;
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/**
 * The text of a key, with `{names}` filled in; `key.one` or `key.other` where `n` decides.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key] ?? texts[`${key}.${plural.select(values.n)}`] ?? texts[`${key}.other`];
  return (text ?? key).replace(/\{(\w+)\}/g, (_, name) => written(values[name] ?? ""));
}

/** Numbers below nothing get a true minus sign. */
export const written = (value) => (value < 0 ? `−${-value}` : `${value}`);

export const has = (key) => key in texts || `${key}.other` in texts;

/** "A, B and C" in the language spoken. */
export const listed = (parts) =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(parts);

export const dated = (iso) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );
