/** Presumption cards as drawings: what a card asks on a small parchment, and what it pays. */

import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { paid, printedFace } from "../faces.js";
import { letterOf, TERRAINS } from "../model/board.js";
import { sketchOf } from "../model/sketches.js";
import { cardKind } from "../model/table.js";
import { terrainName } from "./tiles.js";

/** @typedef {import("../model/table.js").Presumption} Presumption */

const SIZE = 12;
/** How deep the strip of sand is. */
const SHORE = 4;

/** A card with its printed face, where a card pack tells it. @param {Presumption} presumption @returns {Presumption} */
const faced = (presumption) => ({ ...printedFace(presumption.card), ...presumption });

/** What a sign of a sketch stands for: a letter, "?" for a terrain that is not known. @type {(sign: string, presumption: Presumption) => string} */
function letterFor(sign, { terrain, avoid }) {
  const chosen = { X: terrain, Y: avoid };
  if (sign !== "X" && sign !== "Y") return sign;
  return chosen[sign] ? letterOf(chosen[sign]) : "?";
}

/** @param {{rows: string[], beach: import("../model/board.js").Side | null}} props */
function Shore({ rows, beach }) {
  const [width, height] = [rows[0].length * SIZE, rows.length * SIZE];
  const isUpright = beach === "left" || beach === "right";
  return html`<rect
    class="sand"
    x=${beach === "right" ? width + 1 : beach === "left" ? -SHORE - 1 : 0}
    y=${beach === "bottom" ? height + 1 : beach === "top" ? -SHORE - 1 : 0}
    width=${isUpright ? SHORE : width}
    height=${isUpright ? height : SHORE}
  />`;
}

/** @param {{presumption: Presumption, beach: import("../model/board.js").Side}} props */
export function CardSketch({ presumption, beach: side }) {
  const card = faced(presumption);
  const { criterion } = cardKind(card.card);
  const drawn = sketchOf(criterion, side);
  // All of a printed pattern pays.
  const rows = card.pattern?.map((row) => row.toLowerCase()) ?? drawn.rows;
  const beach = drawn.beach;
  const [width, height] = [rows[0].length * SIZE, rows.length * SIZE];
  const edge = SHORE + 2;
  return html`
    <svg class="card-sketch" viewBox=${`${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`} role="img" aria-label=${card.pattern?.join(" / ") ?? ""} aria-hidden=${!card.pattern}>
      ${beach && html`<${Shore} rows=${rows} beach=${beach} />`}
      ${rows.flatMap((row, y) =>
        [...row].map((sign, x) => {
          const letter = letterFor(sign.toUpperCase(), card);
          const isCrossed = sign.toUpperCase() === "Y";
          return html`
            <g class=${sign !== sign.toUpperCase() ? "pays" : isCrossed ? "crossed" : ""} data-tile=${letter}>
              <rect x=${x * SIZE} y=${y * SIZE} width=${SIZE} height=${SIZE} />
              ${letter === "?" && html`<text x=${(x + 0.5) * SIZE} y=${(y + 0.5) * SIZE + 2.8}>?</text>`}
              ${TERRAINS[letter] && html`<use href=${`#${TERRAINS[letter]}`} x=${x * SIZE} y=${y * SIZE} width=${SIZE} height=${SIZE} />`}
              ${isCrossed && html`<path d=${`M${x * SIZE + 1} ${(y + 1) * SIZE - 1}l${SIZE - 2} ${2 - SIZE}`} />`}
            </g>
          `;
        }),
      )}
      ${criterion === "edge" && html`<rect class="frame" width=${width} height=${height} />`}
    </svg>
  `;
}

/** The points of a card, as a small scale. @param {{card: number}} props */
export function Scale({ card }) {
  const pays = paid(card);
  if (pays === null) return null;
  const { steps, beyond, each } = pays;
  const last = steps.at(-1)?.count;
  const columns = [
    ...steps.map(({ count, points }) => [
      count === last && beyond === 0 ? `${count}+` : `${count}`,
      `${points}`,
    ]),
    ...(beyond > 0 ? [["+1", `+${beyond}`]] : []),
    ...(each > 0 ? [[t("scale.each"), `${each}`]] : []),
  ];
  return html`
    <span class="scale" role="img" aria-label=${columns.map((pair) => pair.join(" → ")).join(", ")}>
      ${columns.map(([count, points]) => html`<span><small>${count}</small><b>${points}</b></span>`)}
    </span>
  `;
}

/** The request of a card in words, with the terrains of its face. @param {Presumption} presumption */
export function cardText(presumption) {
  const { card, terrain, avoid } = faced(presumption);
  const face = [
    terrain && terrainName(terrain),
    avoid && t("card.not", { terrain: terrainName(avoid) }),
  ];
  return [t(`criterion.${cardKind(card).criterion}`), ...face].filter(Boolean).join(" · ");
}

/** A card's number and its drawing. @param {{presumption: Presumption, beach: import("../model/board.js").Side}} props */
export const CardDrawn = ({ presumption, beach }) => html`
  <span class="card-drawn">
    <b class="card-number">${presumption.card}</b>
    <${CardSketch} presumption=${presumption} beach=${beach} />
  </span>
`;

/** A card as it is chosen or held. @param {{presumption: Presumption, beach: import("../model/board.js").Side}} props */
export const CardFace = ({ presumption, beach }) => html`
  <${CardDrawn} presumption=${presumption} beach=${beach} />
  <span class="card-text">${cardText(presumption)} <${Scale} card=${presumption.card} /></span>
`;
