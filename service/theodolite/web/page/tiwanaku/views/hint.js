/** A hint in three grades: where to look, by which rule, and what to lay with the steps that prove it. */

import { listed, t } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { ruleText } from "../../shell/rulebook.js";
import { ALONG, isReadOnly, show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { hintNow } from "../answers.js";
import { dispatch } from "../commands.js";
import { attemptOf } from "../model/puzzle.js";
import { LETTERS, letterAt, TERRAINS } from "../model/table.js";
import { valueName } from "./board.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../types/openapi.js").TiwanakuHint} Hint */

const GRADES = ["where", "rule", "step"];

/** Whether a hint is open. */
export const isHinting = () => GRADES.includes(viewed().known);

/** @param {string | null} grade */
export function openHint(grade) {
  dispatch({ type: "hint" }, ALONG);
  show({
    station: "known",
    known: grade,
    reason: null,
    place: null,
    group: null,
    step: null,
    tool: null,
  });
}

/** How the hint is laid; null where a terrain must lie first, or nothing can be laid. @type {(table: Table, value: {space: string, terrain?: string, crop?: number}) => (() => void) | null} */
export function laying(table, { space, terrain, crop }) {
  const bare = letterAt(table.terrain, space) === ".";
  if (isReadOnly() || (bare && !terrain)) return null;
  const letter = terrain ? (LETTERS.find((one) => TERRAINS[one] === terrain) ?? ".") : `${crop}`;
  return () => dispatch({ type: terrain ? "terrain" : "crop", spaces: [space], letter });
}

/** The next grade, or laying it. @param {Table} table */
export function hintAction(table) {
  const { known, reason } = viewed();
  if (known === "all") {
    const onAct = reason && laying(table, reason);
    return onAct ? { text: t("hint.lay"), onAct } : null;
  }
  const next = GRADES[GRADES.indexOf(known) + 1];
  if (next) return { text: t(`hint.${next}`), onAct: () => openHint(next) };
  const hint = hintNow()?.hint;
  const onAct = hint ? laying(table, hint) : null;
  return known === "step" && onAct ? { text: t("hint.lay"), onAct } : null;
}

/** The marks of a proof on the board: the spaces of the chosen step, the one that is meant, and where each step concludes. @type {(steps: Hint["steps"], space: string) => {lit: string[], aim: Set<string>, steps: Map<string, string>}} */
export function drawnProof(steps, space) {
  /** @type {Map<string, string>} */
  const numbers = new Map();
  for (const [at, { concludes }] of steps.entries()) {
    const place = concludes.space ?? concludes.region_of;
    if (place) numbers.set(place, [numbers.get(place), at + 1].filter(Boolean).join("·"));
  }
  const chosen = steps[viewed().step ?? steps.length - 1];
  return {
    lit: [...(chosen?.spaces ?? []), space],
    aim: new Set([space]),
    steps: steps.length > 1 ? numbers : new Map(),
  };
}

/** The spaces that the hint names, as far as it is shown. */
export function hintedAt() {
  const hint = isHinting() ? hintNow()?.hint : null;
  if (!hint) return { lit: null };
  return viewed().known === "step" ? drawnProof(hint.steps, hint.space) : { lit: hint.where };
}

/** The steps of a proof; the one that is chosen shows its spaces. @param {{steps: Hint["steps"]}} props */
export const Steps = ({ steps }) => html`
  <ol class="proof">
    ${steps.map(
      ({ id, explanation }, at) => html`
      <li key=${id}>
        <button type="button" class="quiet" aria-pressed=${at === (viewed().step ?? steps.length - 1)} onClick=${() => show({ step: at })}>${explanation}</button>
      </li>
    `,
    )}
  </ol>
`;

/** @param {{table: Table, hint: Hint}} props */
function HintText({ table, hint }) {
  const { known } = viewed();
  const lay = laying(table, hint);
  if (known === "where") return html`<p>${t("hint.look", { spaces: listed(hint.where) })}</p>`;
  if (known === "rule") return html`<p>${ruleText(`tiwanaku.law.${hint.technique}`)}</p>`;
  return html`
    <h3>${valueName(hint)}</h3>
    <${Steps} steps=${hint.steps} />
    ${lay && html`<button type="button" class="main at-desk" onClick=${lay}>${t("hint.lay")}</button>`}
  `;
}

/** @param {{table: Table}} props */
export function HintPanel({ table }) {
  const answer = hintNow();
  return html`
    <${Segments}
      label=${t("hint")}
      options=${[...GRADES, "all"].map((value) => ({ value, text: t(value === "all" ? "known.all" : `hint.${value}`) }))}
      value=${viewed().known}
      onChoose=${(/** @type {string} */ grade) =>
        grade === viewed().known ? show({ known: null }) : openHint(grade)}
    />
    ${
      isHinting() &&
      answer &&
      html`<div class="reason" role="status">
        ${answer.hint ? html`<${HintText} table=${table} hint=${answer.hint} />` : html`<p>${answer.explanation}</p>`}
        ${
          answer.why === "inconsistent" &&
          table.puzzle &&
          html`<button type="button" onClick=${() => show({ which: attemptOf(table) })}><${Icon} name="close" />${t("wrong.show")}</button>`
        }
      </div>`
    }
  `;
}
