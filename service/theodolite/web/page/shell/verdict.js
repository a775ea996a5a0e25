/** The referee's verdict: a word, and every rule that bears on what was asked. */

import { html } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";
import { ruleText } from "./rulebook.js";
import { useHeight } from "./stage.js";
import { show, viewed } from "./store.js";

/**
 * The API's finding on one rule, and where the rule book has it.
 *
 * @typedef {{rule: string, reference: string, status: string, explanation: string, spaces?: string[]}} CheckMade
 * @typedef {{legal: boolean | null, checks: CheckMade[]}} Judged `legal` is null while the move is not whole
 */

/** @type {Record<string, string>} */
const SIGNS = { passed: "check", failed: "close", not_checked: "unknown" };

/** Where the rule book has a rule. @param {{check: {reference: string}}} props */
export const Cited = ({ check: { reference } }) => html`<span class="page">${reference}</span>`;

/** The text of a rule, and where it stands. @param {{of: {rule: string, reference: string}}} props */
export const Law = ({ of }) =>
  html`<p class="law">${ruleText(of.rule)} <${Cited} check=${of} /></p>`;

/** Brings the first lit space into sight, once it is drawn. */
const showLit = () =>
  requestAnimationFrame(() =>
    document.querySelector(".is-lit")?.scrollIntoView({ block: "nearest" }),
  );

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

/** How a verdict looks, and its sign. */
const LOOKS = new Map([
  [true, { look: "legal", icon: "check" }],
  [false, { look: "illegal", icon: "close" }],
  [null, { look: "open", icon: "unknown" }],
]);

/** @param {Pick<Judged, "legal">} answer */
const lookOf = ({ legal }) => /** @type {{look: string, icon: string}} */ (LOOKS.get(legal));

/** @param {{answer: Pick<Judged, "legal">, text?: string}} props */
function Word({ answer, text }) {
  const { look, icon } = lookOf(answer);
  return html`<${Icon} name=${icon} />${text ?? t(`verdict.${look}`)}`;
}

/** A verdict in one word, or in the words of what was asked. @param {{legal: boolean | null, text?: string}} props */
export const StampWord = ({ legal, text }) => html`
  <div class=${`verdict ${lookOf({ legal }).look}`} role="status">
    <p class="stamp-word"><${Word} answer=${{ legal }} text=${text} /></p>
  </div>
`;

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
  <${StampWord} legal=${answer.legal} />
  <ul class="checks">
    ${inOrder(answer).map(
      ({ check, at }) => html`
      <${Check}
        key=${at}
        check=${check}
        lit=${chosen === at}
        said=${said}
        onLight=${() => {
          onChoose(chosen === at ? null : at);
          showLit();
        }}
      />
    `,
    )}
  </ul>
`;

/**
 * The verdict and why, or what is to be entered first, always in sight on a phone; and what it allows. A tap draws the
 * rules up and down, which lie over the boards.
 *
 * @param {object} props
 * @param {Judged | null} props.answer
 * @param {(sentence: string) => string} [props.said]
 * @param {string | null} [props.hint] the part to be entered first
 * @param {{text: string, onAct: () => void, disabled?: boolean} | null} [props.action]
 * @param {any} [props.children] the answers to a question in the hint
 */
export function Brief({
  answer,
  said = (sentence) => sentence,
  hint = null,
  action = null,
  children,
}) {
  const bar = useHeight();
  const why = (answer && deciding(answer)) ?? hint;
  const { isUp = false } = viewed();
  return html`
    <div ref=${bar} class=${isUp && answer ? "dock brief is-up" : "dock brief"} aria-live="polite">
      ${
        answer
          ? html`<button
            type="button"
            class=${`verdict-word ${lookOf(answer).look}`}
            aria-expanded=${isUp}
            onClick=${() => show({ isUp: !isUp })}
          ><b><${Word} answer=${answer} /></b>${why && html`<span>${said(why)}</span>`}</button>`
          : html`<p class="missing">${hint}</p>`
      }
      ${action && html`<button type="button" class="main act" disabled=${action.disabled} onClick=${action.onAct}>${action.text}</button>`}
      ${children && html`<div class="answers">${children}</div>`}
    </div>
  `;
}
