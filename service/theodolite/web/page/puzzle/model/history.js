/** The puzzles that were solved on this device, and what they come to. */

import { isObject } from "../../shell/read.js";

/** @typedef {{key: string, on: string, time: number, hints: number, wheel: number, laws: string[]}} Solved `on` is a date such as "2026-11-27"; each law with its tier before it */

/** @param {unknown} value @returns {Solved[]} the oldest first */
export const readSolved = (value) =>
  Array.isArray(value)
    ? value.filter(
        (one) =>
          isObject(one) &&
          typeof one.key === "string" &&
          [one.time, one.hints, one.wheel].every(Number.isFinite) &&
          Array.isArray(one.laws),
      )
    : [];

/** The solved puzzles with one more, of which the first solution counts. @type {(all: Solved[], one: Solved) => Solved[]} */
export const withSolved = (all, one) =>
  all.some(({ key }) => key === one.key) ? all : [...all, one];

/** How many were solved by board and level, and the best time. @type {(all: Solved[]) => {level: string, n: number, best: number}[]} */
export function byLevel(all) {
  /** @type {Map<string, number[]>} */
  const times = new Map();
  for (const { key, time } of all) {
    const level = key.replace(/ \d+$/, "");
    times.set(level, [...(times.get(level) ?? []), time]);
  }
  return [...times]
    .map(([level, each]) => ({ level, n: each.length, best: Math.min(...each) }))
    .sort((one, other) => one.level.localeCompare(other.level));
}

/** The hardest law of several, without its tier; null of none. @param {string[]} laws */
export const hardest = (laws) => laws.toSorted().at(-1)?.slice(2) ?? null;

/** The laws that were met in hints, the most frequent first. @type {(all: Solved[]) => [string, number][]} */
export function lawsMet(all) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const law of all.flatMap(({ laws }) => laws)) {
    counts.set(law.slice(2), (counts.get(law.slice(2)) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** The days of a month in weeks from Monday, as numbers such as 20261127; null where another month is. @type {(year: number, month: number) => (number | null)[][]} */
export function weeksOf(year, month) {
  const first = (new Date(year, month, 1).getDay() + 6) % 7;
  const last = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: Math.ceil((first + last) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const date = week * 7 + day - first + 1;
      return date < 1 || date > last ? null : year * 10_000 + (month + 1) * 100 + date;
    }),
  );
}
