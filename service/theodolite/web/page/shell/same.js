/** Data that stays the same object as long as it says the same, so that `===` tells whether anything changed. */

/**
 * The new value, built of as much of the old one as is equal.
 *
 * @template T
 * @param {T} old plain data: objects, arrays and primitive values
 * @param {T} next
 * @returns {T} the very same `old` if all of it is equal
 */
export function same(old, next) {
  if (Object.is(old, next) || !isData(old) || !isData(next)) return next;
  if (Array.isArray(old) !== Array.isArray(next)) return next;
  const keys = Object.keys(next);
  const values = keys.map((key) => same(old[key], next[key]));
  const isEqual =
    keys.length === Object.keys(old).length &&
    keys.every((key, at) => Object.hasOwn(old, key) && Object.is(old[key], values[at]));
  if (isEqual) return old;
  return /** @type {any} */ (
    Array.isArray(next) ? values : Object.fromEntries(keys.map((key, at) => [key, values[at]]))
  );
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isData = (value) => typeof value === "object" && value !== null;
