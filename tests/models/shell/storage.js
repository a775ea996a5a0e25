/** A store as browsers have it, for plain Node: keys are its own properties, and a limit makes it full. */

class Store {
  /** @param {number} limit of letters */
  constructor(limit) {
    Object.defineProperty(this, "limit", { value: limit, writable: true });
  }

  /** @param {string} key */
  getItem(key) {
    return Object.hasOwn(this, key) ? /** @type {any} */ (this)[key] : null;
  }

  /** @type {(key: string, text: string) => void} */
  setItem(key, text) {
    const others = Object.entries(this).filter(([one]) => one !== key);
    const size = [...others, [key, text]].join("").length;
    if (size > /** @type {any} */ (this).limit) throw new Error("full");
    /** @type {any} */ (this)[key] = text;
  }

  /** @param {string} key */
  removeItem(key) {
    delete (/** @type {any} */ (this)[key]);
  }
}

/**
 * Gives this process an empty store.
 *
 * @param {Record<string, unknown>} [texts] what is in it: texts, or what is written as JSON
 * @param {number} [limit] of letters
 * @returns {any} the store
 */
export function newStore(texts = {}, limit = Number.POSITIVE_INFINITY) {
  const store = new Store(limit);
  for (const [key, text] of Object.entries(texts)) {
    store.setItem(key, typeof text === "string" ? text : JSON.stringify(text));
  }
  Object.defineProperty(globalThis, "localStorage", { value: store, configurable: true });
  return store;
}
