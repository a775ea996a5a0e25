/** Terrain as it lies on the boards, and the choice of one. */

import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { LETTERS, letterOf, TERRAINS } from "../model/board.js";

/** One terrain as it lies on the boards: colour and engraving. @param {{letter: string}} props */
export const Tile = ({ letter }) => html`
  <span class="tile" data-tile=${letter} aria-hidden="true">
    ${letter !== "." && html`<svg class="motif" viewBox="0 0 48 48"><use href=${`#${TERRAINS[letter.toUpperCase()]}`} /></svg>`}
  </span>
`;

/** @param {string} terrain */
export const terrainName = (terrain) => t(`terrain.${terrain}`);

/**
 * A choice of one terrain; `value` is its name, or null.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {string | null | undefined} props.value
 * @param {string} [props.except]
 * @param {(terrain: string | null) => void} props.onChoose
 */
export function TerrainChoice({ label, value, except, onChoose }) {
  return html`
    <div class="terrain-choice" role="group" aria-label=${label}>
      ${LETTERS.map((letter) => {
        const terrain = TERRAINS[letter];
        return html`
          <button
            type="button"
            class="swatch"
            aria-pressed=${value === terrain}
            aria-label=${terrainName(terrain)}
            title=${terrainName(terrain)}
            disabled=${terrain === except}
            onClick=${() => onChoose(value === terrain ? null : terrain)}
          ><${Tile} letter=${letter} /></button>
        `;
      })}
    </div>
  `;
}

/**
 * The two halves of a sketch card, each chosen among the four terrains.
 *
 * @param {{label: string, value: (string | null)[], onChoose: (card: (string | null)[]) => void}} props
 */
export function CardChoice({ label, value, onChoose }) {
  return html`
    <div class="card-choice" role="group" aria-label=${label}>
      ${[0, 1].map(
        (half) => html`
        <${TerrainChoice}
          label=${t(half === 0 ? "card.first_half" : "card.second_half")}
          value=${value[half]}
          onChoose=${(/** @type {string | null} */ terrain) =>
            onChoose(value.map((old, at) => (at === half ? terrain : old)))}
        />
      `,
      )}
    </div>
  `;
}

/** @param {{card: string[]}} props */
export const SketchCard = ({ card }) => html`
  <span class="sketch-card" role="img" aria-label=${card.map(terrainName).join(" – ")}>
    ${card.map((terrain) => html`<${Tile} letter=${letterOf(terrain)} />`)}
  </span>
`;
