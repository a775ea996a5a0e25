/** The likeliest tiles of alike spaces of a parchment's photograph, by the island. */

import { isHazy, tileAt } from "./board.js";

/** How large a share of a group the island must agree on. */
const SHARE = 0.6;
/** How many times as many spaces of a terrain must lie in it as in any other group. */
const TIMES = 2;

/**
 * A parchment is meant to be like the island: where most spaces of a group lie on one terrain there, which hardly
 * lies in another group, nobody need name it. All is shown for review afterwards.
 *
 * @param {string[][]} groups spaces that look alike
 * @param {string[]} island
 * @returns {Record<string, string>} a sample of each group that is clear; none where most are not
 */
export function likelySamples(groups, island) {
  const votes = groups.map((group) => {
    /** @type {Map<string, string[]>} */
    const lying = new Map();
    for (const space of group) {
      const letter = tileAt(island, space);
      if (letter !== "." && !isHazy(letter)) {
        lying.set(letter, [...(lying.get(letter) ?? []), space]);
      }
    }
    return lying;
  });
  /** @type {Record<string, string>} */
  const samples = {};
  for (const [at, group] of groups.entries()) {
    const [most] = [...votes[at]].sort(([, one], [, other]) => other.length - one.length);
    const [letter, spaces] = most ?? ["", []];
    const others = votes.filter((_, other) => other !== at);
    const elsewhere = Math.max(0, ...others.map((lying) => lying.get(letter)?.length ?? 0));
    const isClear = spaces.length >= SHARE * group.length && spaces.length > TIMES * elsewhere;
    if (group.length > 1 && isClear) samples[spaces[0]] = letter;
  }
  return 2 * Object.keys(samples).length > groups.length ? samples : {};
}
