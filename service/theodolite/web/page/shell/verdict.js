/** The referee's verdict: a word, and every rule that bears on what was asked. */

import { html } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";
import { ruleText } from "./rulebook.js";

/**
 * What the API says of one rule: a page of the rule book, or a heading where its pages have no numbers.
 *
 * @typedef {{rule: string, page?: number, section?: string, status: string, explanation: string, spaces?: string[]}} CheckMade
 * @typedef {{legal: boolean, checks: CheckMade[]}} Judged
 */

/** @type {Record<string, string>} */
const SIGNS = { passed: "check", failed: "close", not_checked: "unknown" };

/** Where the rule stands. @param {{check: {page?: number, section?: string}}} props */
export const Cited = ({ check: { page, section } }) => html`
  <span class="page">${page === undefined ? section : t("page", { page })}</span>
`;

/** @param {{check: CheckMade, lit: boolean, said: (sentence: string) => string, onLight: () => void}} props */
const Check = ({ check, lit, said, onLight }) => html`
  <li class=${`check ${check.status}`}>
    <button type="button" aria-pressed=${lit} onClick=${onLight}>
      <span class="sign"><${Icon} name=${SIGNS[check.status]} /><span class="sr">${t(`check.${check.status}`)}</span></span>
      <span class="line-title">${said(check.explanation)}</span>
      <span class="line-reason"><${Cited} check=${check} /></span>
      ${lit && html`<span class="law">${ruleText(check.rule)}</span>`}
    </button>
  </li>
`;

/** @param {CheckMade} check */
const isBroken = ({ status }) => status === "failed";

/** The rules with their place in the answer, the broken ones first. @param {Judged} answer */
const inOrder = ({ checks }) =>
  checks
    .map((check, at) => ({ check, at }))
    .sort((one, other) => Number(isBroken(other.check)) - Number(isBroken(one.check)));

/** The sentence that decides: the first rule that is broken. @param {Judged} answer */
export const deciding = ({ checks }) => checks.find(isBroken)?.explanation ?? null;

/** @param {{answer: Judged}} props */
const Word = ({ answer }) =>
  html`<${Icon} name=${answer.legal ? "check" : "close"} />${t(answer.legal ? "verdict.legal" : "verdict.illegal")}`;

/**
 * The verdict and its rules, each with its page; the one that is chosen says its text and lights its spaces.
 *
 * @param {object} props
 * @param {Judged} props.answer
 * @param {number | null} props.chosen
 * @param {(at: number | null) => void} props.onChoose
 * @param {(sentence: string) => string} [props.said] a sentence of the API as the page says it
 */
export const Verdict = ({ answer, chosen, onChoose, said = (sentence) => sentence }) => html`
  <div class=${answer.legal ? "verdict legal" : "verdict illegal"} role="status">
    <p class="stamp-word"><${Word} answer=${answer} /></p>
  </div>
  <ul class="checks">
    ${inOrder(answer).map(
      ({ check, at }) => html`
      <${Check}
        key=${at}
        check=${check}
        lit=${chosen === at}
        said=${said}
        onLight=${() => onChoose(chosen === at ? null : at)}
      />
    `,
    )}
  </ul>
`;

/**
 * The verdict and why, always in sight on a phone, where the rules stand far below; and what it allows.
 *
 * @param {{answer: Judged, said?: (sentence: string) => string, action?: {text: string, onAct: () => void, disabled?: boolean} | null}} props
 */
export function Brief({ answer, said = (sentence) => sentence, action = null }) {
  const why = deciding(answer);
  return html`
    <div class="dock brief">
      <button
        type="button"
        class=${answer.legal ? "verdict-word legal" : "verdict-word illegal"}
        onClick=${() => document.getElementById("verdict-title")?.scrollIntoView()}
      ><b><${Word} answer=${answer} /></b>${why && html`<span>${said(why)}</span>`}</button>
      ${action && html`<button type="button" class="main act" disabled=${action.disabled} onClick=${action.onAct}>${action.text}</button>`}
    </div>
  `;
}
