/** The request of a scoring card, drawn small: what pays in full ink, what is beside it pale. */

import { html } from "../../vendor/htm-preact.js";
import { SKETCHES } from "../model/sketches.js";
import { MOTIFS } from "./tiles.js";

/** The map's signs for those of a sketch, where they differ. @type {Record<string, string>} */
const LETTERS = { n: "^", r: "A", o: "." };
const SIZE = 12;

/** @param {{card: string}} props */
export function CardSketch({ card }) {
  const rows = SKETCHES[card] ?? ["."];
  const [width, height] = [rows[0].length * SIZE, rows.length * SIZE];
  return html`
    <svg class="card-sketch" viewBox=${`-1 -1 ${width + 2} ${height + 2}`} aria-hidden="true">
      ${rows.flatMap((row, y) =>
        [...row].map((sign, x) => {
          const pays = sign !== sign.toUpperCase();
          const letter = LETTERS[sign] ?? sign.toUpperCase();
          return html`
            <g class=${pays ? "pays" : ""} data-tile=${letter}>
              <rect x=${x * SIZE} y=${y * SIZE} width=${SIZE} height=${SIZE} />
              ${MOTIFS[letter] && html`<use href=${`#${MOTIFS[letter]}`} x=${x * SIZE} y=${y * SIZE} width=${SIZE} height=${SIZE} />`}
              ${sign === "r" && html`<text x=${(x + 0.5) * SIZE} y=${(y + 0.5) * SIZE + 2.8}>∩</text>`}
            </g>
          `;
        }),
      )}
    </svg>
  `;
}
