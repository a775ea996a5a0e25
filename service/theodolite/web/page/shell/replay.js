/** A record replayed: whether all of it keeps to the rules, or where it first does not and why. */

import { html } from "../vendor/htm-preact.js";
import { Trouble, useAsked } from "./asked.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";
import { ruleText } from "./rulebook.js";
import { Cited } from "./verdict.js";

/** @typedef {import("./verdict.js").CheckMade} CheckMade */
/** @typedef {{title: string, steps: {words: string, legal: boolean}[]}} Part what was played, in parts such as seasons */

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
 * @param {{records: {record: any, earlier: any[]}, left?: boolean, replay: (record: any) => any}} props
 */
export const Replays = ({ records: { record, earlier }, left = false, replay }) => html`
  ${record && left && html`<p class="standing"><${Icon} name="warning" />${t("replay.left")}</p>`}
  ${record && replay(record)}
  ${earlier.toReversed().map(
    (one, at) => html`
    <details key=${earlier.length - at}>
      <summary>${t("replay.earlier", { n: earlier.length - at })}</summary>
      ${replay(one)}
    </details>
  `,
  )}
`;

/**
 * @param {object} props
 * @param {string} props.operation such as "game/replays"
 * @param {any} props.record the very same object as long as it does not change
 * @param {() => object} props.request
 * @param {(answer: any) => Part[]} props.parts
 * @param {(answer: any) => CheckMade[]} props.checks of the step at which the record stops being legal
 * @param {(answer: any) => string[]} [props.remarks] on a record that is legal
 */
export function Replay({ operation, record, request, parts, checks, remarks = () => [] }) {
  const { answer, isAsking, put, ...trouble } = useAsked(operation, record);
  return html`
    <button type="button" disabled=${isAsking} onClick=${() => put(request())}><${Icon} name="again" />${t("replay.ask")}</button>
    <${Trouble} ...${trouble} />
    ${
      answer &&
      html`
      <div class=${answer.legal !== false ? "verdict legal" : "verdict illegal"} role="status">
        <p class="stamp-word"><${Icon} name=${answer.legal !== false ? "check" : "close"} />${t(answer.legal !== false ? "replay.legal" : "replay.stopped")}</p>
      </div>
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
      ${parts(answer).map(
        ({ title, steps }) => html`
        <h3 key=${title}>${title}</h3>
        <ol class="replay">
          ${steps.map(
            ({ words, legal }) => html`
            <li class=${legal ? "" : "bad"}><${Icon} name=${legal ? "check" : "close"} />${words}</li>
          `,
          )}
        </ol>
      `,
      )}
    `
    }
  `;
}
