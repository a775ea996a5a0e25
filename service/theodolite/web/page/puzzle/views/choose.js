/** Which puzzle is played: that of the day, one by level and number, or one that was left; and what was solved. */

import { t } from "../../shell/i18n.js";
import { games, habits } from "../../shell/keep.js";
import { Icon, LanguageChoice, Segments } from "../../shell/parts.js";
import { viewed } from "../../shell/store.js";
import { DAILY, dayOf, stopwatch, streakOf } from "../../tiwanaku/model/puzzle.js";
import { DIFFICULTIES } from "../../tiwanaku/model/table.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { byLevel, lawsMet, readSolved, weeksOf } from "../model/history.js";
import { keyOf } from "../model/play.js";
import { cancel, deal, dealToday, isDealing } from "./deal.js";

export const solvedNow = () => readSolved(habits().solved);

/** The days whose puzzle was solved on that day, on this device. @returns {number[]} */
export const daysSolved = () => {
  const { days } = habits();
  return Array.isArray(days) ? days : [];
};

/** Whether one is on its way, or why none comes. */
export const Dealing = () => {
  const { dealing } = viewed();
  return html`
    <p class="hint" role="status">${dealing && t(dealing === "offline" ? "offline" : `puzzle.${dealing}`)}</p>
    ${isDealing() && html`<button type="button" onClick=${cancel}><${Icon} name="close" />${t("puzzle.cancel")}</button>`}
  `;
};

/** The name of a puzzle by its key. @param {string} key */
export function nameOf(key) {
  const [board, difficulty, number] = key.split(" ");
  const values = { difficulty: t(`puzzle.${difficulty}`), n: number };
  return `${t("puzzle.which", values)}${board === "long" ? ` · ${t("setup.long")}` : ""}`;
}

/** The month's puzzles of the day: the solved ones are marked, each can be played. */
function Calendar() {
  const today = new Date();
  const [back, setBack] = useState(0);
  const month = new Date(today.getFullYear(), today.getMonth() - back, 1);
  const solved = new Set(solvedNow().map(({ key }) => key));
  const language = document.documentElement.lang;
  return html`
    <div class="calendar">
      <div class="calendar-head">
        <button type="button" class="quiet" aria-label=${t("calendar.earlier")} onClick=${() => setBack(back + 1)}>‹</button>
        <b>${month.toLocaleDateString(language, { month: "long", year: "numeric" })}</b>
        <button type="button" class="quiet" aria-label=${t("calendar.later")} disabled=${back === 0} onClick=${() => setBack(back - 1)}>›</button>
      </div>
      ${weeksOf(month.getFullYear(), month.getMonth()).map(
        (week) => html`<div class="week">
          ${week.map((day) => {
            if (day === null) return html`<span></span>`;
            const isDone = solved.has(keyOf("short", DAILY, day));
            return html`<button type="button" class=${isDone ? "day is-done" : "day"} aria-label=${t(isDone ? "calendar.solved" : "calendar.day", { day: day % 100 })} disabled=${day > dayOf(today) || isDealing()} onClick=${() => dealToday(day)}>${day % 100}</button>`;
          })}
        </div>`,
      )}
    </div>
  `;
}

/** How many were solved, how fast, and which laws the hints named. */
function History() {
  const all = solvedNow();
  if (all.length === 0) return null;
  return html`
    <h3>${t("history")}</h3>
    <table class="sheet-table">
      <thead><tr><td></td><th scope="col">${t("history.solved")}</th><th scope="col">${t("history.best")}</th></tr></thead>
      <tbody>
        ${byLevel(all).map(({ level, n, best }) => {
          const [board, difficulty] = level.split(" ");
          return html`<tr key=${level}><th scope="row">${t(`puzzle.${difficulty}`)}${board === "long" && ` · ${t("setup.long")}`}</th><td>${n}</td><td>${stopwatch(best)}</td></tr>`;
        })}
      </tbody>
    </table>
    ${
      lawsMet(all).length > 0 &&
      html`<h4>${t("history.laws")}</h4>
      <p>${lawsMet(all)
        .map(([law, n]) => `${t(`law.${law}`)} (${n})`)
        .join(" · ")}</p>`
    }
  `;
}

/** The puzzles that were begun and not solved. */
function Left() {
  const solved = new Set(solvedNow().map(({ key }) => key));
  const left = games().flatMap(({ link }) => (link && !solved.has(link) ? [link] : []));
  return (
    left.length > 0 &&
    html`
    <h3>${t("puzzle.begun")}</h3>
    <div class="begin-board">
      ${left.toReversed().map((key) => {
        const [board, difficulty, number] = key.split(" ");
        return html`<button type="button" key=${key} onClick=${() => deal(board, difficulty, Number(number))}>${nameOf(key)}</button>`;
      })}
    </div>
  `
  );
}

/** @param {{look: string, onLanguage: (language: string) => void}} props */
export function Choose({ look, onLanguage }) {
  const [board, setBoard] = useState("short");
  const [difficulty, setDifficulty] = useState(DIFFICULTIES[0]);
  const last = Math.max(
    0,
    ...games()
      .flatMap(({ link = "" }) =>
        link.startsWith(`${board} ${difficulty} `) ? [Number(link.split(" ")[2])] : [],
      )
      .filter((number) => number < 20_000_000),
  );
  const [typed, setTyped] = useState(/** @type {number | null} */ (null));
  const number = typed ?? last + 1;
  const streak = streakOf(daysSolved());
  return html`
    <section class=${`panel ${look}`} data-station="choose" aria-labelledby="choose-title">
      <header><h2 id="choose-title"><${Icon} name="unknown" />${t("puzzle.page")}</h2></header>
      <button type="button" class="main wide" disabled=${isDealing()} onClick=${() => dealToday()}>${t("puzzle.today")}</button>
      ${streak > 0 && html`<p class="hint">${t("puzzle.streak", { n: streak })}</p>`}
      <${Dealing} />
      <${Left} />
      <h3>${t("puzzle.another")}</h3>
      <${Segments}
        label=${t("puzzle.difficulty")}
        options=${DIFFICULTIES.map((value) => ({ value, text: t(`puzzle.${value}`) }))}
        value=${difficulty}
        onChoose=${setDifficulty}
      />
      <p class="hint">${t(`puzzle.${difficulty}.how`)}</p>
      <${Segments}
        label=${t("setup.board")}
        options=${["short", "long"].map((value) => ({ value, text: t(`setup.${value}`) }))}
        value=${board}
        onChoose=${setBoard}
      />
      <div class="begin-board">
        <label class="seed">
          <span>${t("puzzle.number")}</span>
          <input type="number" inputmode="numeric" min="0" value=${number} onInput=${(/** @type {any} */ { target }) => setTyped(Math.max(0, Math.trunc(Number(target.value)) || 0))} />
        </label>
        <button type="button" class="main" disabled=${isDealing()} onClick=${() => {
          setTyped(null);
          deal(board, difficulty, number);
        }}>${t("puzzle.play")}</button>
      </div>
      <h3>${t("calendar")}</h3>
      <${Calendar} />
      <${History} />
      <${LanguageChoice} onLanguage=${onLanguage} />
    </section>
  `;
}
