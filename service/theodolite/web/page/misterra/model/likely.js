/** What alike spaces of a parchment's photograph most likely are, told by the island. */

import { isHazy, tileAt } from "./board.js";

/** How large a share of a group the island must agree on. */
const SHARE = 0.6;

/**
 * A parchment is meant to be like the island: where most spaces of a group lie on one terrain there, nobody
 * need name it. All is shown for review afterwards.
 *
 * @param {string[][]} groups spaces that look alike
 * @param {string[]} island
 * @returns {Record<string, string>} a sample of each group that is clear; none where most are not
 */
export function likelySamples(groups, island) {
  /** @type {Record<string, string>} */
  const samples = {};
  for (const group of groups) {
    /** @type {Map<string, string[]>} */
    const votes = new Map();
    for (const space of group) {
      const letter = tileAt(island, space);
      if (letter !== "." && !isHazy(letter)) {
        votes.set(letter, [...(votes.get(letter) ?? []), space]);
      }
    }
    const [most] = [...votes].sort(([, one], [, other]) => other.length - one.length);
    if (most && group.length > 1 && most[1].length >= SHARE * group.length) {
      samples[most[1][0]] = most[0];
    }
  }
  const clear = Object.values(samples);
  const isTrusted = new Set(clear).size === clear.length && 2 * clear.length > groups.length;
  return isTrusted ? samples : {};
}
