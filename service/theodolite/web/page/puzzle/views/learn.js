/** A short course: one law a lesson, with three small boards that need just this law. */

import { ask } from "../../shell/api.js";
import { t } from "../../shell/i18n.js";
import { habits, keepHabits } from "../../shell/keep.js";
import { Icon, Segments } from "../../shell/parts.js";
import { at } from "../../shell/root.js";
import { ruleText } from "../../shell/rulebook.js";
import { show, viewed } from "../../shell/store.js";
import { LETTERS, LEVELS, newTable, TERRAINS } from "../../tiwanaku/model/table.js";
import {
  Crop,
  cropName,
  Disc,
  Ground,
  terrainName,
  valueName,
} from "../../tiwanaku/views/board.js";
import { html, useEffect, useState } from "../../vendor/htm-preact.js";

/** @typedef {{terrain: string[], crops: string[], tiles: Record<string, number>, space: string, is: string}} Lesson a board and the value that its law proves: the letter of a terrain, or a level */

/** How many boards of each law were worked out. @returns {Record<string, number>} */
const learnt = () => /** @type {any} */ (habits().lessons ?? {});

/** The lessons by law, fetched when somebody comes to learn. */
function useLessons() {
  const [lessons, setLessons] = useState(/** @type {Record<string, Lesson[]> | null} */ (null));
  useEffect(() => {
    fetch(at("page/puzzle/lessons.json"))
      .then((answer) => answer.json())
      .then(setLessons, () => setLessons(null));
  }, []);
  return lessons;
}

/** @param {Lesson} lesson */
const tableOf = ({ terrain, crops, tiles }) => ({ ...newTable([]), terrain, crops, tiles });

/** @param {Lesson} lesson */
const answerOf = ({ space, is }) =>
  LEVELS.includes(is) ? { space, crop: Number(is) } : { space, terrain: TERRAINS[is] };

/** @param {{law: string, lesson: Lesson, number: number, count: number, onDone: () => void}} props */
function Board({ law, lesson, number, count, onDone }) {
  const [said, setSaid] = useState(/** @type {string | null} */ (null));
  const [why, setWhy] = useState(/** @type {string[]} */ ([]));
  const isRight = said === lesson.is;
  const { board, terrain, crops, tiles } = tableOf(lesson);
  const answers = LEVELS.includes(lesson.is)
    ? LEVELS.map((value) => ({
        value,
        text: cropName(value),
        content: html`<${Crop} level=${value} />`,
      }))
    : LETTERS.map((value) => ({
        value,
        text: terrainName(value),
        content: html`<span class="ground-choice"><${Ground} letter=${value} /></span>`,
      }));
  useEffect(() => {
    if (said === null) return;
    const body = { snapshot: { board, terrain, crops, tiles }, layable: true };
    ask("tiwanaku/hints", body).then(
      ({ hint }) => hint && setWhy(hint.steps.map((/** @type {any} */ step) => step.explanation)),
      () => setWhy([]),
    );
  }, [said]);
  return html`
    <p>${ruleText(`tiwanaku.law.${law}`)}</p>
    <p class="hint">${t("learn.board", { n: number, count, space: lesson.space })}</p>
    <${Disc} table=${tableOf(lesson)} outlined marks=${{ aim: new Set([lesson.space]) }} onTouch=${() => {}} />
    <div class="grounds"><${Segments} label=${t("learn.what", { space: lesson.space })} options=${answers} value=${said} onChoose=${setSaid} /></div>
    ${said !== null && html`<p role="status" class=${isRight ? "learn-right" : "bad"}><${Icon} name=${isRight ? "check" : "close"} />${t(isRight ? "learn.right" : "learn.wrong", { what: valueName(answerOf(lesson)) })}</p>`}
    ${isRight && why.map((sentence) => html`<p class="hint">${sentence}</p>`)}
    ${isRight && html`<div class="begin-board"><button type="button" class="main" onClick=${onDone}>${t(number < count ? "learn.next" : "learn.done")}</button></div>`}
  `;
}

/** @param {{look: string}} props */
export function Learn({ look }) {
  const lessons = useLessons();
  const { lesson } = viewed();
  const all = lesson && lessons ? lessons[lesson.law] : null;
  const done = () => {
    const { law, at: place } = lesson;
    keepHabits({ lessons: { ...learnt(), [law]: Math.max(learnt()[law] ?? 0, place + 1) } });
    show({ lesson: all && place + 1 < all.length ? { law, at: place + 1 } : null });
  };
  return html`
    <section class=${`panel ${look}`} data-station="learn" aria-labelledby="learn-title">
      <header>
        <h2 id="learn-title"><${Icon} name="rule" />${lesson ? t(`law.${lesson.law}`) : t("learn")}</h2>
        ${lesson && html`<button type="button" class="quiet" onClick=${() => show({ lesson: null })}><${Icon} name="close" />${t("close")}</button>`}
      </header>
      ${
        all
          ? html`<${Board} key=${`${lesson.law} ${lesson.at}`} law=${lesson.law} lesson=${all[lesson.at]} number=${lesson.at + 1} count=${all.length} onDone=${done} />`
          : html`<p class="hint">${t("learn.how")}</p>
          <ul class="lessons">
            ${Object.entries(lessons ?? {}).map(
              ([law, boards]) => html`
              <li key=${law}>
                <button type="button" class="wide" onClick=${() => show({ lesson: { law, at: (learnt()[law] ?? 0) % boards.length } })}>
                  <b>${t(`law.${law}`)}</b> <small>${t("learn.so_far", { n: learnt()[law] ?? 0, count: boards.length })}</small>
                </button>
              </li>
            `,
            )}
          </ul>`
      }
    </section>
  `;
}
