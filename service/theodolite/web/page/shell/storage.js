/**
 * The browser's storage, as keys and texts. Memory takes what the browser refuses: while site data is blocked, in a
 * WebView without storage, and on a full disk. Values only in memory are lost with the page.
 */

/** @returns {Storage | null} */
function found() {
  try {
    // With blocked site data the property throws; a damaged profile throws when it is read.
    globalThis.localStorage.getItem("theodolite");
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

const browser = found();
/** @type {Map<string, string>} */
const memory = new Map();

/** Whether the browser has any storage for this page. */
export const isOffered = browser !== null;

/** @param {string} key */
export const getText = (key) => memory.get(key) ?? browser?.getItem(key) ?? null;

/** @type {(key: string, text: string) => boolean} whether the browser has taken it */
export function setText(key, text) {
  memory.delete(key);
  try {
    browser?.setItem(key, text);
    if (browser) return true;
  } catch {
    // Memory takes it.
  }
  memory.set(key, text);
  return false;
}

/** @param {string} key */
export function removeText(key) {
  memory.delete(key);
  browser?.removeItem(key);
}

/** Asks the browser not to delete what is kept, as it does with pages that nobody visits for a while. */
export const persist = () => globalThis.navigator?.storage?.persist?.().catch(() => {});

export const allKeys = () => [...new Set([...Object.keys(browser ?? {}), ...memory.keys()])];
