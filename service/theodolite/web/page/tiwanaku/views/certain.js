/** All that can be known: what is certain, by the rule that shows it, and how likely the rest is. */

import { currentLanguage, t } from "../../shell/i18n.js";
import { Icon, Switch } from "../../shell/parts.js";
import { ruleText } from "../../shell/rulebook.js";
import { show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { knownNow } from "../answers.js";
import { letterAt } from "../model/table.js";
import { cropName, valueName } from "./board.js";
import { laying, Steps } from "./hint.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Known} Known */
/** @typedef {import("../answers.js").Certain} Certain */

/** The steps that prove something, in their order. @type {(answer: Known, certain: Certain) => import("../answers.js").Step[]} */
export const chain = ({ steps }, certain) => steps.filter(({ id }) => certain.steps?.includes(id));

/** @param {Certain | null} reason */
const open = (reason) => show({ reason, place: null, group: null, step: null });

/** The certain values by the rule of their last step, the shortest proofs first; without a rule where there was no time. @param {Known} answer */
export function groupsOf(answer) {
  /** @type {Map<string, Certain[]>} */
  const groups = new Map();
  const length = (/** @type {Certain} */ { steps }) => steps?.length ?? Number.POSITIVE_INFINITY;
  for (const one of answer.certain.toSorted((one, other) => length(one) - length(other))) {
    const rule = chain(answer, one).at(-1)?.rule ?? "";
    groups.set(rule, [...(groups.get(rule) ?? []), one]);
  }
  return groups;
}

/** One certain value and the steps that prove it. @param {{table: Table, answer: Known, certain: Certain}} props */
function Reason({ table, answer, certain }) {
  const steps = chain(answer, certain);
  const lay = laying(table, certain);
  return html`
    <div class="reason" role="status">
      <h3>${valueName(certain)}</h3>
      ${steps.length > 0 ? html`<${Steps} steps=${steps} />` : html`<p>${t("reason.unexplained")}</p>`}
      ${lay && html`<button type="button" class="main at-desk" onClick=${lay}>${t("hint.lay")}</button>`}
    </div>
  `;
}

/** @param {number} share from 0 to 1 */
function percent(share) {
  const written = new Intl.NumberFormat(currentLanguage(), { style: "percent" });
  if (share < 0.005) return `< ${written.format(0.01)}`;
  return share > 0.995 ? `> ${written.format(0.99)}` : written.format(share);
}

/** @param {{shares: {name: string, share: number}[]}} props */
const Shares = ({ shares }) => html`
  <ul class="shares">
    ${shares
      .toSorted((one, other) => other.share - one.share)
      .map(
        ({ name, share }) => html`
        <li key=${name}><span>${name}</span><span class="share" style=${`--share: ${share}`}></span><b>${percent(share)}</b></li>
      `,
      )}
  </ul>
`;

/** How likely each value of a space is. @param {{table: Table, place: string, possible: Known["spaces"][string]}} props */
function Likely({ table, place, possible: { odds } }) {
  const bare = letterAt(table.terrain, place) === ".";
  const grounds = Object.entries(odds?.terrain ?? {});
  const crops = Object.entries(odds?.crops ?? {});
  return html`
    <div class="reason" role="status">
      <h3>${place}</h3>
      ${odds ? html`<p class="hint">${t("odds.how")}</p>` : html`<p>${t("odds.none")}</p>`}
      ${bare && html`<${Shares} shares=${grounds.map(([name, share]) => ({ name: t(`terrain.${name}`), share }))} />`}
      <${Shares} shares=${crops.map(([level, share]) => ({ name: cropName(level), share }))} />
    </div>
  `;
}

/** @param {{answer: Known}} props */
const Groups = ({ answer }) => html`
  ${[...groupsOf(answer)].map(
    ([rule, group]) => html`
    <div key=${rule} class="group">
      <button type="button" class="quiet" aria-pressed=${viewed().group === rule} onClick=${() => show({ group: viewed().group === rule ? null : rule, reason: null, place: null })}>
        <b>${group.length}</b> ${rule ? ruleText(rule) : t("reason.unexplained")}
      </button>
      <ul class="certain">
        ${group.map(
          (one) => html`
          <li key=${valueName(one)}>
            <button type="button" aria-pressed=${viewed().reason === one} onClick=${() => open(viewed().reason === one ? null : one)}>${valueName(one)}</button>
          </li>
        `,
        )}
      </ul>
    </div>
  `,
  )}
`;

/** @param {{table: Table, answer: Known}} props */
export function AllKnown({ table, answer }) {
  const { reason, place } = viewed();
  if (answer.consistent === false) {
    const spaces = answer.conflict?.tiles.join(", ") ?? "";
    return html`<ul class="troubles"><li><${Icon} name="warning" />${t("known.impossible", { spaces })}</li></ul>`;
  }
  return html`
    ${reason && html`<${Reason} table=${table} answer=${answer} certain=${reason} />`}
    ${place && html`<${Likely} table=${table} place=${place} possible=${answer.spaces[place]} />`}
    <p>${t(answer.worlds.exact ? "known.worlds" : "known.many", { n: answer.worlds.count })}
      ${answer.truncated && html` ${t("known.truncated")}`}</p>
    ${answer.certain.length === 0 && html`<p>${t("known.nothing")}</p>`}
    <${Groups} answer=${answer} />
    <${Switch}
      label=${t("pencil")}
      hint=${t("pencil.hint")}
      on=${viewed().pencil}
      onChange=${(/** @type {boolean} */ pencil) => show({ pencil })}
    />
  `;
}

/** The text for a touched space: the reasons of what is certain there, one after the other, or how likely the rest is. @type {(space: string) => boolean} */
export function tell(space) {
  const { known, reason, place } = viewed();
  const answer = known === "all" ? knownNow() : null;
  if (answer === null) return false;
  const reasons = answer.certain.filter((one) => one.space === space);
  const { terrain, crops } = answer.spaces[space];
  if (reasons.length > 0) open(reasons[reasons.indexOf(reason) + 1] ?? null);
  else if (terrain.length > 1 || crops.length > 1) {
    show({ place: place === space ? null : space, reason: null, group: null });
  } else return false;
  return true;
}
