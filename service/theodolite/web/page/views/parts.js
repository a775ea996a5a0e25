/** Small pieces that every view is made of. */

import { LETTERS, TERRAINS, letterOf } from "../model/board.js";
import { t } from "../i18n.js";
import { html, useEffect, useRef } from "../vendor/htm-preact.js";

const NUMERALS = ["I", "II", "III", "IV"];

export const numeral = (player) => (player === "otoma" ? "O" : NUMERALS[player]);

export const Icon = ({ name }) => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=${`#icon-${name}`} /></svg>
`;

/** A player's seal: told by its numeral as well as by its colour. */
export const Seal = ({ player }) => html`
  <span class=${`seal seal-${player}`} aria-hidden="true">${numeral(player)}</span>
`;

/** One terrain as it lies on the boards: colour, engraving and letter. */
export const Tile = ({ letter }) => html`
  <span class="tile" data-tile=${letter} aria-hidden="true">
    ${
      letter !== "." &&
      html`
      <svg class="motif" viewBox="0 0 48 48"><use href=${`#${TERRAINS[letter.toUpperCase()]}`} /></svg>
      <span class="letter">${letter}</span>
    `
    }
  </span>
`;

export const terrainName = (terrain) => t(`terrain.${terrain}`);

/** A choice of one terrain; `value` is its name or null. */
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

/** The two halves of a sketch card, each chosen among the four terrains. */
export function CardChoice({ label, value, onChoose }) {
  return html`
    <div class="card-choice" role="group" aria-label=${label}>
      ${[0, 1].map(
        (half) => html`
        <${TerrainChoice}
          label=${t(half === 0 ? "card.first_half" : "card.second_half")}
          value=${value[half]}
          onChoose=${(terrain) => onChoose(value.map((old, at) => (at === half ? terrain : old)))}
        />
      `,
      )}
    </div>
  `;
}

export const SketchCard = ({ card }) => html`
  <span class="sketch-card" role="img" aria-label=${card.map(terrainName).join(" – ")}>
    ${card.map((terrain) => html`<${Tile} letter=${letterOf(terrain)} />`)}
  </span>
`;

/** A choice of one among a few, as a row of buttons. */
export function Segments({ label, options, value, onChoose }) {
  return html`
    <div class="segments" role="group" aria-label=${label}>
      ${options.map(
        ({ value: option, text, content }) => html`
        <button
          type="button"
          aria-pressed=${option === value}
          aria-label=${text}
          onClick=${() => onChoose(option)}
        >${content ?? text}</button>
      `,
      )}
    </div>
  `;
}

/** A modal dialog of the browser's own: focus, Escape and the backdrop are its business. */
export function Dialog({ title, onClose, wide, children }) {
  const element = useRef(null);
  useEffect(() => {
    element.current.showModal();
  }, []);
  const onBackdrop = (event) => event.target === element.current && element.current.close();
  return html`
    <dialog
      ref=${element}
      class=${wide ? "dialog wide" : "dialog"}
      aria-labelledby="dialog-title"
      onClose=${onClose}
      onClick=${onBackdrop}
    >
      <div class="dialog-page">
        <header>
          <h2 id="dialog-title">${title}</h2>
          <button
            type="button"
            class="quiet"
            aria-label=${t("close")}
            onClick=${() => element.current.close()}
          ><${Icon} name="close" /></button>
        </header>
        ${children}
      </div>
    </dialog>
  `;
}
