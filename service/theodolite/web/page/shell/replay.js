/** A record replayed: whether all of it keeps to the rules, or where it first does not and why. */

import { html, useState } from "../vendor/htm-preact.js";
import { Trouble, useAsked } from "./asked.js";
import { t, written } from "./i18n.js";
import { Icon } from "./parts.js";
import { ruleText } from "./rulebook.js";
import { Cited, StampWord } from "./verdict.js";

/** @typedef {import("./verdict.js").CheckMade} CheckMade */
/** @typedef {{points?: number, explanation: string}} Gain what a step brings, as an answer has it among its changes */
/** @typedef {{words: string, legal: boolean, gains?: Gain[], board?: () => any, turn?: number}} Step `board` draws how it lay afterwards; `turn` is its place in the record */
/** @typedef {{after: any, turns: any[], later: any[], player?: any, snapshot?: any}} Correction the table after some turns of a record, those that wait to be played again, whose turn is entered anew, and the table before them if it is another; without `after` the table stays */
/** @typedef {{title: string, steps: Step[]}} Part what was played, in parts such as seasons */

/** The notice that turns were taken back, or played again. */
export const CORRECTED = { key: "notice.corrects" };

/** Whose turn it is by the record, where another player is chosen. @param {string} name */
export const notDue = (name) => t("turn.not_due", { name });

/** The known course of the game. @param {{station: string, look: string, children?: any}} props */
export const RecordPanel = ({ station, look, children }) => html`
  <section class=${`panel ${look}`} data-station=${station} aria-labelledby="record-title">
    <header><h2 id="record-title"><${Icon} name="dispute" />${t("replay.title")}</h2></header>
    ${children}
  </section>
`;

/**
 * The record that goes on or that the table has left, and those from before it.
 *
 * @param {{records: {record: any, earlier: any[]}, left?: boolean, replay: (record: any, goesOn?: boolean) => any}} props
 */
export const Replays = ({ records: { record, earlier }, left = false, replay }) => html`
  ${record && left && html`<p class="standing"><${Icon} name="warning" />${t("replay.left")}</p>`}
  ${record && replay(record, !left)}
  ${earlier.toReversed().map(
    (one, at) => html`
    <details key=${earlier.length - at}>
      <summary>${t("replay.earlier", { n: earlier.length - at })}</summary>
      ${replay(one)}
    </details>
  `,
  )}
`;

/** The game step by step: what was played, whether it was allowed, what it brought, and how it lay then. @param {{parts: Part[], onCorrect: ((turn: number) => void) | null}} props */
function Steps({ parts, onCorrect }) {
  const steps = parts.flatMap((part) => part.steps.map((step) => ({ ...step, title: part.title })));
  const [chosen, setAt] = useState(steps.length - 1);
  if (steps.length === 0) return null;
  const at = Math.min(chosen, steps.length - 1);
  const { title, words, legal, gains = [], board, turn } = steps[at];
  let place = -1;
  return html`
    <label class="replay-at">
      <input type="range" min="1" max=${steps.length} value=${at + 1} aria-label=${t("replay.at")} onInput=${(/** @type {any} */ { target }) => setAt(Number(target.value) - 1)} />
      <output>${at + 1} / ${steps.length}</output>
    </label>
    <div class="replay-step" role="status">
      <p class=${legal ? "" : "bad"}><${Icon} name=${legal ? "check" : "close"} />${parts.length > 1 && html`<b>${title}</b> `}${words}</p>
      ${gains
        .filter(({ points = 0 }) => points !== 0)
        .map(
          ({ points = 0, explanation }) =>
            html`<p class="hint"><b>${points > 0 ? "+" : ""}${written(points)}</b> ${explanation}</p>`,
        )}
      ${board?.()}
      ${onCorrect && turn !== undefined && html`<button type="button" onClick=${() => onCorrect(turn)}><${Icon} name="undo" />${t("replay.correct")}</button>`}
    </div>
    ${parts.map(
      (part) => html`
      <h3 key=${part.title}>${part.title}</h3>
      <ol class="replay">
        ${part.steps.map((step) => {
          place += 1;
          const here = place;
          return html`
          <li class=${step.legal ? "" : "bad"}>
            <button type="button" class="quiet" aria-pressed=${here === at} onClick=${() => setAt(here)}><${Icon} name=${step.legal ? "check" : "close"} />${step.words}</button>
          </li>
        `;
        })}
      </ol>
    `,
    )}
  `;
}

/**
 * A record as it is asked about.
 *
 * @typedef {object} Asking
 * @property {string} operation such as "game/replays"
 * @property {any} record the very same object as long as it does not change
 * @property {(record: any) => any} request
 * @property {(answer: any) => CheckMade[]} checks of the step at which the record stops being legal
 * @property {((correction: Correction) => void) | null} [onCorrect] takes turns back, or plays them again
 */

/** The rules that a record breaks first. @param {{checks: CheckMade[]}} props */
const Broken = ({ checks }) => html`
  <ul class="checks replay-checks">
    ${checks
      .filter(({ status }) => status === "failed")
      .map(
        (
          check,
        ) => html`<li class="check failed"><b>${check.explanation}</b> <${Cited} check=${check} />
        <p class="law">${ruleText(check.rule)}</p></li>`,
      )}
  </ul>
`;

/** The turns that wait while an earlier one is entered anew: they are played again, or left out. @param {Asking} props */
export function Later({ operation, record, request, checks, onCorrect }) {
  const { turns = [], later = [], snapshot } = record ?? {};
  // After a change by hand the record is made anew each time, and says the same.
  const about = later.length > 0 ? JSON.stringify([snapshot, turns, later]) : null;
  const { answer, isAsking, put, ...trouble } = useAsked(operation, about);
  if (later.length === 0 || !onCorrect) return null;
  const catchUp = async () => {
    const all = [...turns, ...later];
    const played = await put(request({ ...record, turns: all }));
    if (played && played.legal !== false) {
      onCorrect({ after: played.after, turns: all, later: [], snapshot });
    }
  };
  return html`
    <p class="standing">${t("replay.later", { n: later.length })}</p>
    <div class="begin-board">
      <button type="button" class="main" disabled=${isAsking} onClick=${catchUp}><${Icon} name="redo" />${t("replay.catch_up")}</button>
      <button type="button" onClick=${() => onCorrect({ after: null, turns, later: [], snapshot })}><${Icon} name="clear" />${t("replay.drop")}</button>
    </div>
    <${Trouble} ...${trouble} />
    ${answer?.legal === false && html`<${StampWord} legal=${false} text=${t("replay.stopped")} /><${Broken} checks=${checks(answer)} />`}
  `;
}

/** @param {Asking & {parts: (answer: any) => Part[], remarks?: (answer: any) => string[]}} props `remarks` on a record that is legal */
export function Replay(props) {
  const { operation, record, request, parts, checks, remarks = () => [], onCorrect = null } = props;
  const { answer, isAsking, put, ...trouble } = useAsked(operation, record);
  const { turns, later = [] } = record;
  /** @param {number} turn */
  const takeBack = async (turn) => {
    const before = turns.slice(0, turn);
    const { player } = turns[turn];
    const left = await put(request({ ...record, turns: before }), null);
    const waiting = [...turns.slice(turn + 1), ...later];
    if (left) onCorrect?.({ after: left.after, turns: before, later: waiting, player });
  };
  return html`
    <${Later} ...${props} />
    <button type="button" disabled=${isAsking} onClick=${() => put(request(record))}><${Icon} name="again" />${t("replay.ask")}</button>
    <${Trouble} ...${trouble} />
    ${
      answer &&
      html`
      <${StampWord} legal=${answer.legal !== false} text=${t(answer.legal !== false ? "replay.legal" : "replay.stopped")} />
      ${answer.legal === false && html`<${Broken} checks=${checks(answer)} />`}
      ${answer.legal !== false && remarks(answer).map((remark) => html`<p class="standing">${remark}</p>`)}
      <${Steps} parts=${parts(answer)} onCorrect=${onCorrect && takeBack} />
    `
    }
  `;
}
