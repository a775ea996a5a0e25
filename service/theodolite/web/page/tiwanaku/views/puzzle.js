/** A puzzle on the board: how far it is, what is wrong of it, and that it is solved. */

import { listed, t } from "../../shell/i18n.js";
import { ruleText } from "../../shell/rulebook.js";
import { show, viewed } from "../../shell/store.js";
import { attemptOf, isDaily, isSolved, leftOf, stopwatch, wrongOf } from "../model/puzzle.js";
import { touchingOf } from "../model/table.js";

/** @typedef {import("../model/table.js").Table} Table */

/** Whether what is wrong is marked: somebody asked which, and nothing was laid since. @param {Table} table */
export const marksWrong = (table) => {
  const { which } = viewed();
  return which !== null && which === attemptOf(table);
};

/** @param {Table} table */
export const showWrong = (table) => show({ which: attemptOf(table) });

/** "Solved in 4:32. 3 hints used. The wheel was asked once." @param {Table} table */
export function solvedWords({ puzzle }) {
  if (puzzle === null) return t("puzzle.right");
  const { time, hints, wheel } = puzzle;
  const parts = [
    t("puzzle.solved", { time: stopwatch(time) }),
    t(hints === 0 ? "puzzle.hints.none" : "puzzle.hints", { n: hints }),
    wheel > 0 && t("puzzle.wheel", { n: wheel }),
  ];
  return parts.filter(Boolean).join(" ");
}

/** The broken law on the board, or how far the puzzle is, for the bar; null where neither is to be said. @param {Table} table */
export function boardInWords(table) {
  const touching = touchingOf(table);
  if (touching.length > 0) {
    return { text: `${listed(touching)}: ${ruleText("tiwanaku.law.separation")}`, bad: true };
  }
  if (table.disc === null) return null;
  const left = leftOf(table);
  const wrong = wrongOf(table).length;
  if (isSolved(table)) return { text: solvedWords(table) };
  if (left === 0 || (wrong > 0 && marksWrong(table))) {
    return { text: t("puzzle.wrong", { n: wrong }), bad: true };
  }
  return { text: t("puzzle.left", { n: left }) };
}

/** The one thing to do when a puzzle is full and something is wrong. @param {Table} table */
export const whenFull = (table) =>
  table.puzzle !== null && leftOf(table) === 0 && !isSolved(table) && !marksWrong(table)
    ? { text: t("wrong.show"), onAct: () => showWrong(table) }
    : null;

/** The name of a puzzle; null for a board of one's own. @param {Pick<Table, "puzzle">} table */
export function puzzleName({ puzzle }) {
  if (puzzle === null) return null;
  const { difficulty, seed } = puzzle;
  return isDaily(puzzle)
    ? t("puzzle.of_day", { day: `${seed % 100}. ${Math.floor(seed / 100) % 100}.` })
    : t("puzzle.which", { difficulty: t(`puzzle.${difficulty}`), n: seed });
}
