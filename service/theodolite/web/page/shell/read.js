/** Values read from outside (a link, an older visit), which may be anything. */

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
export const isName = (value) => typeof value === "string" && value.length <= 40;

/** @type {(value: unknown, count: number, row: RegExp) => boolean} */
export const isRows = (value, count, row) =>
  Array.isArray(value) &&
  value.length === count &&
  value.every((one) => typeof one === "string" && row.test(one));
