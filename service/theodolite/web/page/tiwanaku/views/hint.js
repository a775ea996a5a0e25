/** A hint in four grades: where to look, by which rule, why, and only then what to lay. */

import { listed, t } from "../../shell/i18n.js";
import { Dialog, Icon, Segments } from "../../shell/parts.js";
import { ruleText } from "../../shell/rulebook.js";
import { ALONG, isReadOnly, show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { hintNow } from "../answers.js";
import { dispatch } from "../commands.js";
import { LETTERS, letterAt, TERRAINS } from "../model/table.js";
import { valueName } from "./board.js";
import { showWrong } from "./puzzle.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../types/openapi.js").TiwanakuHint} Hint */

const GRADES = ["where", "rule", "why", "tile"];

/** Whether a hint is open. */
export const isHinting = () => GRADES.includes(viewed().known);

/** Notes the law of the hint that is shown, with its tier before it. */
function meet() {
  const hint = isHinting() && hintNow()?.hint;
  if (hint) dispatch({ type: "met", law: `${hint.tier} ${hint.technique}` }, ALONG);
}

/** @param {string | null} grade */
export function openHint(grade) {
  dispatch({ type: "hint" }, ALONG);
  meet();
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

/** How the hint is laid; null where a terrain must lie first, or nothing can be laid. @type {(table: Table, value: {space: string, terrain?: string, crop?: number, also?: string[]}) => (() => void) | null} */
export function laying(table, { space, terrain, crop, also = [] }) {
  const bare = letterAt(table.terrain, space) === ".";
  if (isReadOnly() || (bare && !terrain)) return null;
  const letter = terrain ? (LETTERS.find((one) => TERRAINS[one] === terrain) ?? ".") : `${crop}`;
  return () => dispatch({ type: terrain ? "terrain" : "crop", spaces: [space, ...also], letter });
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
  const lay = hint ? laying(table, hint) : null;
  const onAct = () => {
    meet();
    lay?.();
  };
  return known === "tile" && lay ? { text: t("hint.lay"), onAct } : null;
}

/** The marks of a proof on the board: the spaces of the chosen step, the one that is meant, and where each step concludes. @type {(steps: Hint["steps"], space: string) => {lit: string[], aim: Set<string>, steps: Map<string, string>}} */
export function drawnProof(steps, space) {
  /** @type {Map<string, string>} */
  const numbers = new Map();
  for (const [at, { concludes }] of steps.entries()) {
    const places = [concludes.spaces ?? concludes.space ?? concludes.region_of ?? []].flat();
    for (const place of places)
      numbers.set(place, [numbers.get(place), at + 1].filter(Boolean).join("·"));
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
  const { known } = viewed();
  if (known === "tile") return drawnProof(hint.steps, hint.space);
  if (known !== "why") return { lit: hint.where };
  const spaces = hint.steps.flatMap((step) => step.spaces);
  return { lit: [...spaces, hint.space], aim: new Set([hint.space]) };
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
  if (known === "why") {
    return html`
      ${hint.steps.length > 1 && html`<${Steps} steps=${hint.steps.slice(0, -1)} />`}
      <p>${t("hint.decides", { space: hint.space, law: ruleText(`tiwanaku.law.${hint.technique}`) })}</p>
    `;
  }
  return html`
    <h3>${valueName({ ...hint, space: listed([hint.space, ...hint.also]) })}</h3>
    <${Steps} steps=${hint.steps} />
    ${lay && html`<button type="button" class="main at-desk" onClick=${lay}>${t("hint.lay")}</button>`}
  `;
}

/** All that can be known gives a puzzle away, so it is asked first. @param {{onClose: () => void}} props */
export const AllDialog = ({ onClose }) => html`
  <${Dialog} title=${t("known.all")} onClose=${onClose}>
    <p>${t("known.all.sure")}</p>
    <div class="dialog-actions">
      <button type="button" onClick=${onClose}>${t("close")}</button>
      <button type="button" class="main" onClick=${() => {
        onClose();
        openHint("all");
      }}>${t("known.all")}</button>
    </div>
  </>
`;

/** @param {{table: Table}} props */
export function HintPanel({ table }) {
  const answer = hintNow();
  /** @param {string} grade */
  const choose = (grade) => {
    if (grade === viewed().known) show({ known: null });
    else if (grade === "all" && table.puzzle) show({ dialog: { kind: "all" } });
    else openHint(grade);
  };
  return html`
    <${Segments}
      label=${t("hint")}
      options=${[...GRADES, "all"].map((value) => ({ value, text: t(value === "all" ? "known.all" : `hint.${value}`) }))}
      value=${viewed().known}
      onChoose=${choose}
    />
    ${
      isHinting() &&
      answer &&
      html`<div class="reason" role="status">
        ${answer.hint ? html`<${HintText} table=${table} hint=${answer.hint} />` : html`<p>${answer.explanation}</p>`}
        ${
          answer.why === "inconsistent" &&
          table.puzzle &&
          html`<button type="button" onClick=${() => showWrong(table)}><${Icon} name="close" />${t("wrong.show")}</button>`
        }
      </div>`
    }
  `;
}
