/** What the API says of a move or a place: every rule that bears on it, each with its own words and page. */

import { has, t } from "../../shell/i18n.js";
import { Icon } from "../../shell/parts.js";
import { show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { ruleText } from "../answers.js";

/** @typedef {import("../answers.js").Check} Check */

/** @type {Record<string, string>} */
const SIGNS = { passed: "check", failed: "close", not_checked: "unknown" };
const ORDER = ["failed", "not_checked", "passed"];

/** @param {{check: Check, place: string}} props */
function Line({ check, place }) {
  const { lit } = viewed();
  const open = lit?.key === place;
  return html`
    <li class=${`check ${check.status}`}>
      <button type="button" aria-pressed=${open} onClick=${() => show({ lit: open ? null : { key: place, spaces: check.spaces ?? [] } })}>
        <span class="sign"><${Icon} name=${SIGNS[check.status]} /><span class="sr">${t(`check.${check.status}`)}</span></span>
        <span class="line-title">${check.explanation}</span>
        <span class="line-reason"><span class="page" lang="nl">${check.section}</span></span>
        ${open && html`<span class="law">${ruleText(check.rule)}</span>`}
      </button>
    </li>
  `;
}

/** What is against it stands first. @param {{checks: Check[], name: string}} props */
export function Checks({ checks, name }) {
  const sorted = ORDER.flatMap((status) =>
    checks.flatMap((check, at) => (check.status === status ? [{ check, at }] : [])),
  );
  return html`
    <ul class="checks">
      ${sorted.map(({ check, at }) => html`<${Line} key=${at} check=${check} place=${`${name} ${at}`} />`)}
    </ul>
  `;
}

/** @param {{legal: boolean, words: string}} props */
export const Verdict = ({ legal, words }) => html`
  <p class=${`word ${legal ? "legal" : "illegal"}`} role="status">
    <${Icon} name=${legal ? "check" : "close"} />${words}
  </p>
`;

/** How the last question fared. @param {{live: import("../../shell/live.js").Live}} props */
export function Standing({ live: { status, refusal } }) {
  if (status === "offline") {
    return html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`;
  }
  if (status !== "refused" || refusal === null) return null;
  const said = refusal.errors.map(({ detail }) => detail).filter(Boolean);
  const { detail, title } = refusal.problem;
  return html`
    <ul class="troubles">
      ${(said.length > 0 ? said : [detail ?? title]).map((words) => html`<li><${Icon} name="warning" />${words}</li>`)}
    </ul>
  `;
}

/** Why a move ends where it does. @param {string} reason */
export const stoppedBy = (reason) => (has(`stopped.${reason}`) ? t(`stopped.${reason}`) : "");
