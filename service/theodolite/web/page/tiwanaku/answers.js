/** What the API says can be known of the table, kept up to date while somebody wants to know. */

import { liveAnswer } from "../shell/live.js";
import { tell, viewed } from "../shell/store.js";
import { addsUp } from "./model/table.js";

/**
 * @typedef {{id: number, law: string, spaces: string[], because: number[], explanation: string}} Step
 * @typedef {{space: string, terrain?: string, crop?: number, steps: number[] | null}} Certain
 * @typedef {object} Known
 * @property {boolean | null} consistent
 * @property {boolean} truncated
 * @property {{count: number, exact: boolean}} worlds
 * @property {Record<string, {terrain: string[], crops: number[]}>} spaces
 * @property {Certain[]} certain
 * @property {Step[]} steps
 * @property {{tiles: string[]}} [conflict]
 */

const TIME_LIMIT = 3000;

export const known = liveAnswer("tiwanaku/deductions", tell);

/** @type {{about: object | null, body: object | null}} */
let asked = { about: null, body: null };

/** @param {import("./model/table.js").State} state */
export function ask({ table }) {
  if (viewed().known === null || !addsUp(table)) {
    known.want(null);
    return;
  }
  if (asked.about !== table) {
    const { board, terrain, crops, tiles } = table;
    asked = { about: table, body: { board, terrain, crops, tiles, time_limit_ms: TIME_LIMIT } };
  }
  known.want(asked.body);
}

/** The answer on this very table, or null. @param {import("./model/table.js").Table} table @returns {Known | null} */
export const knownOf = (table) =>
  known.current().status === "current" && asked.about === table ? known.current().answer : null;

/** What is proved by the fewest steps. @param {Known} answer @returns {Certain | undefined} */
export const easiest = ({ certain }) =>
  certain
    .filter(({ steps }) => steps !== null)
    .sort((one, other) => (one.steps?.length ?? 0) - (other.steps?.length ?? 0))[0];
