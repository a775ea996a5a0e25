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

/** The store of this process, as a page finds it when it loads. @type {any} */
export const store = new Store(Number.POSITIVE_INFINITY);
Object.defineProperty(globalThis, "localStorage", { value: store, configurable: true });

/**
 * Empties the store, and puts something into it.
 *
 * @param {Record<string, unknown>} [texts] texts, or what is written as JSON
 */
export function fill(texts = {}) {
  for (const key of Object.keys(store)) store.removeItem(key);
  store.limit = Number.POSITIVE_INFINITY;
  for (const [key, text] of Object.entries(texts)) {
    store.setItem(key, typeof text === "string" ? text : JSON.stringify(text));
  }
}
