/** The address of the first page, from which all others follow: any folder of any host. */
export const ROOT = new URL("../../", import.meta.url).href;

/** @param {string} path relative to the first page */
export const at = (path) => new URL(path, ROOT).href;

/** Where all games are offered, whichever was played last. */
export const CHOICE = at("#games");
