/** A puzzle: how it is chosen and dealt, how far it is, and that it is solved. */

import { ask } from "../../shell/api.js";
import { listed, t } from "../../shell/i18n.js";
import { habits, keepHabits } from "../../shell/keep.js";
import { Icon, Segments } from "../../shell/parts.js";
import { ruleText } from "../../shell/rulebook.js";
import {
  isReadOnly,
  show,
  startGame,
  state,
  table as tableNow,
  viewed,
} from "../../shell/store.js";
import { toTop } from "../../shell/way.js";
import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import {
  attemptOf,
  DAILY,
  dayOf,
  isDaily,
  isHalfDone,
  isSolved,
  leftOf,
  showsTerrain,
  stopwatch,
  streakOf,
  wrongOf,
} from "../model/puzzle.js";
import { DIFFICULTIES, touchingOf } from "../model/table.js";
import { reduce } from "../model/turn.js";

/** @typedef {import("../model/table.js").Table} Table */

/** How many numbers are tried, from the one wanted on, until one has a puzzle. */
const TRIES = 5;

/** The request under way. @type {AbortController | null} */
let flight = null;

const isDealing = () => viewed().dealing?.startsWith("dealing") === true;

/** @type {(board: string, difficulty: string, seed: number) => Promise<void>} */
async function deal(board, difficulty, seed) {
  const before = tableNow();
  const unique = showsTerrain(difficulty) ? "from_terrain" : "from_start";
  // A hard one of the long board takes several seconds.
  show({ dealing: board === "long" && difficulty === "hard" ? "dealing.long" : "dealing" });
  flight = new AbortController();
  const { signal } = flight;
  try {
    for (let at = seed; at < seed + TRIES; at += 1) {
      const wanted = { board, seed: at, difficulty, unique };
      const { disc } = await ask("tiwanaku/scenarios", { draw: wanted }, signal);
      // The engine on the device answers though nobody waits any more.
      if (signal.aborted) return;
      // Later tiles are not swept away by an answer that comes late.
      if (tableNow() !== before) break;
      if (!disc) continue;
      const action = { type: /** @type {const} */ ("puzzle"), board, difficulty, seed: at, disc };
      const { wrong, pencil } = viewed();
      const isKept = isHalfDone(before);
      if (isKept) startGame(reduce(state(), action).table);
      else dispatch(action);
      const dealt = { dealing: null, station: "board", known: null, tool: null, wrong, pencil };
      show(isKept ? { ...dealt, notice: { key: "notice.new_game" } } : dealt);
      toTop();
      return;
    }
    show({ dealing: tableNow() === before ? "none" : null });
  } catch {
    if (!signal.aborted) show({ dealing: "offline" });
  }
}

function cancel() {
  flight?.abort();
  show({ dealing: null });
}

/** Dealt from the first one on after the puzzle of a day, for the next day has its own. @param {Table} table */
const dealNext = ({ board, puzzle }) =>
  puzzle && deal(board, puzzle.difficulty, isDaily(puzzle) ? 1 : puzzle.seed + 1);

/** "Solved in 4:32. 3 hints used." @param {Table} table */
function solvedWords({ puzzle }) {
  if (puzzle === null) return t("puzzle.right");
  const { time, hints } = puzzle;
  const used = t(hints === 0 ? "puzzle.hints.none" : "puzzle.hints", { n: hints });
  return `${t("puzzle.solved", { time: stopwatch(time) })} ${used}`;
}

/** Whether what is wrong is marked: always, or on this attempt because somebody asked which. @param {Table} table */
export const marksWrong = (table) => {
  const { wrong, which } = viewed();
  return wrong || (which !== null && which === attemptOf(table));
};

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

/** The one thing to do when a puzzle is full: look for what is wrong, or go on to the next. @param {Table} table */
export function whenFull(table) {
  if (table.puzzle === null || leftOf(table) > 0) return null;
  if (isSolved(table)) {
    return {
      text: t("puzzle.next"),
      disabled: isDealing(),
      onAct: () => dealNext(table),
    };
  }
  return marksWrong(table)
    ? null
    : { text: t("wrong.show"), onAct: () => show({ which: attemptOf(table) }) };
}

/** The days whose puzzle was solved on that day, on this device. @returns {number[]} */
const daysSolved = () => {
  const { days } = habits();
  return Array.isArray(days) ? days : [];
};

/** @param {{days: number[]}} props */
const Streak = ({ days }) => {
  const n = streakOf(days);
  return n > 0 && html`<p class="hint">${t("puzzle.streak", { n })}</p>`;
};

/** Whether one is on its way, or why none comes. */
const Dealing = () => {
  const { dealing } = viewed();
  return html`
    <p class="hint" role="status">${dealing && t(dealing === "offline" ? "offline" : `puzzle.${dealing}`)}</p>
    ${isDealing() && html`<button type="button" onClick=${cancel}><${Icon} name="close" />${t("puzzle.cancel")}</button>`}
  `;
};

/** The name of a puzzle; null for a board of one's own. @param {Table} table */
export function puzzleName({ puzzle }) {
  if (puzzle === null) return null;
  const { difficulty, seed } = puzzle;
  return isDaily(puzzle)
    ? t("puzzle.today")
    : t("puzzle.which", { difficulty: t(`puzzle.${difficulty}`), n: seed });
}

/** @param {{table: Table}} props */
export function Solved({ table }) {
  const { puzzle } = table;
  const solved = puzzle !== null && isSolved(table);
  const today = dayOf(new Date());
  const isToday = solved && isDaily(puzzle) && puzzle.seed === today && !isReadOnly();
  const before = daysSolved();
  const days = isToday && !before.includes(today) ? [...before, today] : before;
  useEffect(() => {
    if (isToday) keepHabits({ days });
  }, [isToday]);
  return (
    solved &&
    html`
    <div class="solved">
      <p class="leader"><${Icon} name="check" />${solvedWords(table)}</p>
      <p>${puzzleName(table)}</p>
      ${isToday && html`<${Streak} days=${days} />`}
      <button type="button" class="main at-desk" disabled=${isDealing()} onClick=${() => dealNext(table)}>${t("puzzle.next")}</button>
      <${Dealing} />
    </div>
  `
  );
}

/** Which puzzle is dealt next. @param {{table: Table}} props */
export function PuzzleChoice({ table: { board, puzzle } }) {
  const [difficulty, setDifficulty] = useState(puzzle?.difficulty ?? DIFFICULTIES[0]);
  const [seed, setSeed] = useState(puzzle && !isDaily(puzzle) ? puzzle.seed + 1 : 1);
  return html`
    <h3>${t("puzzle")}</h3>
    <${Segments}
      label=${t("puzzle.difficulty")}
      options=${DIFFICULTIES.map((value) => ({ value, text: t(`puzzle.${value}`) }))}
      value=${difficulty}
      onChoose=${setDifficulty}
    />
    <p class="hint">${t(`puzzle.${difficulty}.how`)}</p>
    <div class="begin-board">
      <label class="seed">
        <span>${t("puzzle.number")}</span>
        <input type="number" inputmode="numeric" min="0" value=${seed} onInput=${(/** @type {any} */ event) => setSeed(Math.max(0, Math.trunc(Number(event.target.value)) || 0))} />
      </label>
      <button type="button" class="main" disabled=${isDealing()} onClick=${() => deal(board, difficulty, seed)}>${t("puzzle.play")}</button>
    </div>
    <div class="begin-board">
      <button type="button" disabled=${isDealing()} onClick=${() => deal("short", DAILY, dayOf(new Date()))}>${t("puzzle.today")}</button>
    </div>
    <${Streak} days=${daysSolved()} />
    <${Dealing} />
  `;
}
