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
/** @typedef {{after: any, turns: any[], later: any[], player?: any}} Correction the table after some turns of a record, those that wait to be played again, and whose turn is entered anew; without `after` the table stays */
/** @typedef {{title: string, steps: Step[]}} Part what was played, in parts such as seasons */

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
 * @param {object} props
 * @param {string} props.operation such as "game/replays"
 * @param {any} props.record the very same object as long as it does not change
 * @param {(record: any) => any} props.request
 * @param {(answer: any) => Part[]} props.parts
 * @param {(answer: any) => CheckMade[]} props.checks of the step at which the record stops being legal
 * @param {(answer: any) => string[]} [props.remarks] on a record that is legal
 * @param {((correction: Correction) => void) | null} [props.onCorrect] takes a turn back that is entered anew, and those after it
 */
export function Replay(props) {
  const { operation, record, request, parts, checks, remarks = () => [], onCorrect = null } = props;
  const { answer, isAsking, put, ...trouble } = useAsked(operation, record);
  const { turns, later = [] } = record;
  /** @param {number} turn */
  const takeBack = async (turn) => {
    const before = turns.slice(0, turn);
    const after = await put(request({ ...record, turns: before }));
    const waiting = [...turns.slice(turn + 1), ...later];
    if (after) {
      const { player } = turns[turn];
      onCorrect?.({ after: after.after, turns: before, later: waiting, player });
    }
  };
  const catchUp = async () => {
    const all = [...turns, ...later];
    const after = await put(request({ ...record, turns: all }));
    if (after && after.legal !== false) onCorrect?.({ after: after.after, turns: all, later: [] });
  };
  return html`
    ${
      onCorrect &&
      later.length > 0 &&
      html`
      <p class="standing">${t("replay.later", { n: later.length })}</p>
      <div class="begin-board">
        <button type="button" class="main" disabled=${isAsking} onClick=${catchUp}><${Icon} name="redo" />${t("replay.catch_up")}</button>
        <button type="button" onClick=${() => onCorrect({ after: null, turns, later: [] })}><${Icon} name="clear" />${t("replay.drop")}</button>
      </div>`
    }
    <button type="button" disabled=${isAsking} onClick=${() => put(request(record))}><${Icon} name="again" />${t("replay.ask")}</button>
    <${Trouble} ...${trouble} />
    ${
      answer &&
      html`
      <${StampWord} legal=${answer.legal !== false} text=${t(answer.legal !== false ? "replay.legal" : "replay.stopped")} />
      ${
        answer.legal === false &&
        html`<ul class="checks replay-checks">
          ${checks(answer)
            .filter(({ status }) => status === "failed")
            .map(
              (
                check,
              ) => html`<li class="check failed"><b>${check.explanation}</b> <${Cited} check=${check} />
              <p class="law">${ruleText(check.rule)}</p></li>`,
            )}
        </ul>`
      }
      ${answer.legal !== false && remarks(answer).map((remark) => html`<p class="standing">${remark}</p>`)}
      <${Steps} parts=${parts(answer)} onCorrect=${onCorrect && takeBack} />
    `
    }
  `;
}
