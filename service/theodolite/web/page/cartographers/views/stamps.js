/** Shapes of the cards as stamps: one is chosen, turned, and laid with each tap. */

import { t } from "../../shell/i18n.js";
import { Dialog, Icon } from "../../shell/parts.js";
import { show } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { drawingCards } from "../cards.js";
import { distinct, mirrored, turned } from "../model/shape.js";

/** @typedef {{kind: "stamp", rows: string[], letter: string}} Stamp */

/** A shape drawn small. @param {{rows: string[], letter: string}} props */
export const ShapeSketch = ({ rows, letter }) => html`
  <svg class="shape" viewBox=${`0 0 ${rows[0].length * 10} ${rows.length * 10}`} width=${rows[0].length * 10} height=${rows.length * 10} aria-hidden="true" data-tile=${letter}>
    ${rows.flatMap((row, y) =>
      [...row].map(
        (square, x) =>
          square !== "." && html`<rect x=${x * 10 + 0.5} y=${y * 10 + 0.5} width="9" height="9" />`,
      ),
    )}
  </svg>
`;

/** @param {{letter: string}} props */
export const StampButton = ({ letter }) => html`
  <button type="button" class="quiet" onClick=${() => show({ dialog: { kind: "stamp", letter } })}><${Icon} name="card" />${t("palette.stamp")}</button>
`;

/** @param {{tool: Stamp}} props */
export function StampInHand({ tool }) {
  /** @param {(rows: string[]) => string[]} change */
  const reshape = (change) => show({ tool: { ...tool, rows: change(tool.rows) } });
  return html`
    <div class="shapes">
      <${ShapeSketch} rows=${tool.rows} letter=${tool.letter} />
      <button type="button" onClick=${() => reshape(turned)}><${Icon} name="redo" />${t("card.turn")}</button>
      <button type="button" onClick=${() => reshape(mirrored)}>⇋ ${t("card.mirror")}</button>
    </div>
  `;
}

/** @param {{letter: string, table: import("../model/table.js").Table, onClose: () => void}} props */
export const StampDialog = ({ letter, table, onClose }) => html`
  <${Dialog} title=${t("palette.stamp")} onClose=${onClose}>
    <p class="hint">${t("stamp.how")}</p>
    <div class="drawing-cards">
      ${distinct(drawingCards(table).flatMap(({ shapes }) => shapes)).map(
        (rows, at) => html`
        <button key=${at} type="button" class="drawing-card" aria-label=${rows.join(" / ")} onClick=${() => show({ tool: { kind: "stamp", rows, letter }, dialog: null })}>
          <${ShapeSketch} rows=${rows} letter=${letter} />
        </button>
      `,
      )}
    </div>
  </>
`;
