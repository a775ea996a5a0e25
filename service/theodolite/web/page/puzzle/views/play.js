/** The puzzle: its board with what is left, the hint, and the end. */

import { t } from "../../shell/i18n.js";
import { habits, keepHabits } from "../../shell/keep.js";
import { Icon, Switch } from "../../shell/parts.js";
import { copied } from "../../shell/share.js";
import { Stage } from "../../shell/stage.js";
import { isReadOnly, pastAndFuture, show, tell, viewed } from "../../shell/store.js";
import { stationNow } from "../../shell/way.js";
import { dispatch } from "../../tiwanaku/commands.js";
import { dayOf, isDaily, isSolved, stopwatch, streakOf } from "../../tiwanaku/model/puzzle.js";
import { cropsLeft, tilesLeft } from "../../tiwanaku/model/table.js";
import { Crop, DiscTools, EntryDisc, Ground, WheelButton } from "../../tiwanaku/views/board.js";
import { tell as explain } from "../../tiwanaku/views/certain.js";
import { actionAt, KnownPanel, pointedOut } from "../../tiwanaku/views/deduction.js";
import { boardInWords, puzzleName, solvedWords } from "../../tiwanaku/views/puzzle.js";
import { html, useEffect } from "../../vendor/htm-preact.js";
import { hardest, withSolved } from "../model/history.js";
import { keyOf, rightSoFar } from "../model/play.js";
import { Choose, Dealing, daysSolved, solvedNow } from "./choose.js";
import { deal, isDealing } from "./deal.js";
import { Learn } from "./learn.js";

/** @typedef {import("../../tiwanaku/model/table.js").Table} Table */
/** @typedef {import("../model/play.js").State} State */

/** The puzzle after this one; after that of a day the first easy one. @param {Table} table */
const next = ({ board, puzzle }) =>
  puzzle &&
  (isDaily(puzzle)
    ? deal(board, puzzle.difficulty, 1)
    : deal(board, puzzle.difficulty, puzzle.seed + 1));

/** A result without the solution, to be sent. @param {Table} table */
async function share(table) {
  const text = `Theodolite · ${puzzleName(table)}: ${solvedWords(table)}`;
  if (navigator.share) await navigator.share({ text }).catch(() => {});
  else {
    const isCopied = await copied(text);
    show({
      notice: { key: isCopied ? "notice.result_copied" : "notice.result", values: { text } },
    });
  }
}

/** The end of a puzzle, which is remembered on this device. @param {{table: Table}} props */
function End({ table }) {
  const { puzzle, board } = table;
  const isDone = puzzle !== null && isSolved(table) && !isReadOnly();
  const today = dayOf(new Date());
  useEffect(() => {
    if (!isDone || puzzle === null) return;
    const { difficulty, seed, time, hints, wheel, laws } = puzzle;
    const on = new Date().toISOString().slice(0, 10);
    const one = { key: keyOf(board, difficulty, seed), on, time, hints, wheel, laws };
    const isToday = isDaily(puzzle) && seed === today && !daysSolved().includes(today);
    keepHabits({
      solved: withSolved(solvedNow(), one),
      ...(isToday && { days: [...daysSolved(), today] }),
    });
    setTimeout(tell);
  }, [isDone]);
  if (!isDone || puzzle === null) return null;
  const law = hardest(puzzle.laws);
  const streak = streakOf(daysSolved());
  return html`
    <div class="solved">
      <p class="leader"><${Icon} name="check" />${solvedWords(table)}</p>
      <p>${puzzleName(table)}</p>
      ${law && html`<p>${t("puzzle.hardest", { law: t(`law.${law}`) })}</p>`}
      ${isDaily(puzzle) && streak > 0 && html`<p class="hint">${t("puzzle.streak", { n: streak })}</p>`}
      <div class="begin-board">
        <button type="button" onClick=${() => share(table)}><${Icon} name="share" />${t("puzzle.share")}</button>
        <button type="button" class="main at-desk" disabled=${isDealing()} onClick=${() => next(table)}>${t("puzzle.next")}</button>
      </div>
      <${Dealing} />
    </div>
  `;
}

/** The time so far, which no undo turns back. */
const timeNow = () =>
  Math.max(...pastAndFuture().steps.map(({ table }) => table.puzzle?.time ?? 0));

/** The tiles and, once all terrain lies, the crops that are still to be laid. @param {{table: Table}} props */
function Left({ table }) {
  const crops = cropsLeft(table);
  return html`
    <ul class="left" aria-label=${t("left")}>
      ${crops === null && tilesLeft(table).map(([letter, n]) => html`<li key=${letter}><span class="ground-choice"><${Ground} letter=${letter} /></span><b>${n}</b></li>`)}
      ${crops?.map(([level, n]) => html`<li key=${level}><${Crop} level=${level} /><b>${n}</b></li>`)}
    </ul>
  `;
}

/** Back to the last board without a wrong tile; that there is one counts as a hint. */
function rewind() {
  const right = rightSoFar(pastAndFuture());
  if (!right) return;
  dispatch({ type: "hint" });
  const { terrain, crops } = right;
  dispatch({ type: "rows", terrain, crops }, null, { key: "notice.rewound" });
}

/** @param {{table: Table}} props */
const Actions = ({ table }) => html`
  <div class="board-actions">
    ${!isSolved(table) && html`<button type="button" class="quiet" aria-pressed=${viewed().noting} onClick=${() => show({ noting: !viewed().noting })}><${Icon} name="paste" />${t("noting")}</button>`}
    ${!isSolved(table) && html`<${WheelButton} label=${t("puzzle.reveal")} />`}
    ${!isSolved(table) && html`<button type="button" class="quiet" onClick=${rewind}><${Icon} name="undo" />${t("puzzle.rewind")}</button>`}
    <button type="button" class="quiet" onClick=${() => dispatch({ type: "clear" }, null, { key: "notice.restarted" })}><${Icon} name="clear" />${t("puzzle.restart")}</button>
    <button type="button" class="quiet" onClick=${() => show({ dialog: { kind: "how" } })}><${Icon} name="rule" />${t("how")}</button>
    <button type="button" class="quiet" onClick=${() => print()}><${Icon} name="print" />${t("share.print")}</button>
  </div>
`;

/** @param {{state: State, onLanguage: (language: string) => void}} props */
export function Play({ state, onLanguage }) {
  const { table, notes } = state;
  const isPlayed = table.puzzle !== null;
  const solved = isSolved(table);
  useEffect(() => {
    if (habits().how !== true) {
      keepHabits({ how: true });
      show({ dialog: { kind: "how" } });
    }
  }, []);
  const onward = solved
    ? { text: t("puzzle.next"), disabled: isDealing(), onAct: () => next(table) }
    : null;
  const all = [
    {
      key: "choose",
      title: t("way.puzzles"),
      missing: [],
      stays: true,
      says: { text: t("way.puzzles.how") },
    },
    ...(isPlayed
      ? ["board", "known"].map((key) => ({
          key,
          title: t(key === "board" ? "way.puzzle" : "way.hint"),
          missing: [],
          stays: true,
          says: boardInWords(table),
          action: onward ?? actionAt(table, key),
        }))
      : []),
    {
      key: "learn",
      title: t("way.learn"),
      missing: [],
      stays: true,
      says: { text: t("way.learn.how") },
    },
  ];
  const now = stationNow(all).key;
  /** @param {string[]} keys */
  const look = (...keys) => `station ${keys.includes(now) ? "now" : ""}`;
  return html`
    <${Stage}
      stations=${all}
      look="wide"
      over=${now === "known"}
      boards=${
        isPlayed &&
        html`
        <section class=${`panel ${look("board", "known")}`} data-station="board known" aria-label=${puzzleName(table)}>
          <header><h2>${puzzleName(table)}</h2><span>${stopwatch(timeNow())}</span></header>
          <${EntryDisc} table=${table} ...${pointedOut()} notes=${notes} outlined pencil=${false} onTell=${(/** @type {string} */ place) => now === "known" && explain(place)} />
          ${now === "board" && (solved ? html`<${End} table=${table} />` : html`<${Left} table=${table} />`)}
          ${!isReadOnly() && html`<${Actions} table=${table} />`}
          ${
            now === "board" &&
            !solved &&
            html`<${Switch}
            label=${t("proven")}
            hint=${t("proven.hint")}
            on=${viewed().proven}
            onChange=${(/** @type {boolean} */ proven) => show({ proven })}
          />`
          }
        </section>
      `
      }
      side=${html`
        ${isPlayed && html`<${KnownPanel} table=${table} look=${look("known")} />`}
        <${Choose} look=${look("choose")} onLanguage=${onLanguage} />
        <${Learn} look=${look("learn")} />
      `}
      tools=${now === "board" && !solved && html`<${DiscTools} table=${table} />`}
    />
  `;
}
