/** How a dispute is settled: whether it could have happened, how, or what no play within the rules explains. */

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";
import { Cited, StampWord } from "./verdict.js";

/**
 * @typedef {object} Settled as the `disputes` of every game answers
 * @property {boolean} possible
 * @property {any[]} accounts
 * @property {boolean} more
 * @property {{explanation: string, reference?: string | null, alternatives?: {explanation: string}[]}[] | null} [differences]
 */

/** The most alternatives of a difference that are listed. */
const OTHERS = 4;

/** @param {{disabled?: boolean, onAsk: () => void}} props */
export const AskDispute = ({ disabled = false, onAsk }) => html`
  <button type="button" class="main wide" disabled=${disabled} onClick=${onAsk}>${t("dispute.ask")}</button>
`;

/** Takes the table as it lies now for what was before. @param {{isTaken: boolean, onTake: (taken: boolean) => void}} props */
export const TakeBefore = ({ isTaken, onTake }) => html`
  <p class="hint">${t(isTaken ? "dispute.taken" : "dispute.since")}</p>
  <div class="begin-board">
    <button type="button" aria-pressed=${isTaken} onClick=${() => onTake(!isTaken)}><${Icon} name="paste" />${t("dispute.take")}</button>
  </div>
`;

/**
 * @param {object} props
 * @param {Settled} props.answer
 * @param {(account: any) => any[]} props.steps of an account, in words and drawings
 * @param {(sentence: string) => string} [props.said] a sentence of the API as the page says it
 * @param {number | null} [props.chosen] the account that is looked at
 * @param {(at: number | null) => void} [props.onChoose]
 */
export function Finding({
  answer,
  steps,
  said = (sentence) => sentence,
  chosen = null,
  onChoose = () => {},
}) {
  const verdict = useRef(/** @type {any} */ (null));
  useEffect(() => verdict.current.scrollIntoView({ block: "center" }), [answer]);
  const differences = answer.differences ?? [];
  return html`
    <div ref=${verdict}>
      <${StampWord} legal=${answer.possible} text=${t(answer.possible ? "dispute.possible" : "dispute.impossible")} />
    </div>
    ${
      answer.accounts.length > 0 &&
      html`<h3>${t(answer.more ? "dispute.shortest" : "dispute.accounts", { n: answer.accounts.length })}</h3>
      <ul class="accounts">
        ${answer.accounts.map(
          (account, at) => html`
          <li key=${at}>
            <button type="button" aria-pressed=${chosen === at} onClick=${() => onChoose(chosen === at ? null : at)}>
              <ol>${steps(account).map((step) => html`<li>${step}</li>`)}</ol>
            </button>
          </li>
        `,
        )}
      </ul>`
    }
    ${
      differences.length > 0 &&
      html`<h3>${t("dispute.differences")}</h3>
      <ul class="checks differences">
        ${differences.map(
          ({ explanation, reference, alternatives = [] }) => html`<li class="check failed">
            <span class="sign"><${Icon} name="close" /></span>
            <span class="line-title">${said(explanation)}</span>
            ${
              alternatives.length > 0 &&
              html`<div class="line-reason">${t("dispute.or")}
                <ul>${alternatives.slice(0, OTHERS).map((one) => html`<li>${said(one.explanation)}</li>`)}</ul>
                ${alternatives.length > OTHERS && t("dispute.or_more", { n: alternatives.length - OTHERS })}
              </div>`
            }
            ${reference && html`<span class="line-reason"><${Cited} check=${{ reference }} /></span>`}
          </li>`,
        )}
      </ul>`
    }
  `;
}
