/** Misterra's boards: the island with its beach, a parchment with its map border, and their stamps. */

import { Board } from "../../shell/board.js";
import { listed, t } from "../../shell/i18n.js";
import { numeral } from "../../shell/parts.js";
import { html } from "../../vendor/htm-preact.js";
import { isBeach, isHazy, layout, TERRAINS, terrainOf, tileAt } from "../model/board.js";
import { Tile, terrainName } from "./tiles.js";

/** @typedef {{kind: "claim" | "meeple", player: number | "otoma", name: string, place: string}} Piece */

/** Where a place is in words: "B3", "beach at E3". @param {string} place */
export const placeName = (place) =>
  isBeach(place) ? t("board.beach_at", { space: place.slice(6) }) : place;

/** @param {readonly string[]} places */
export const inWords = (places) => listed(places.map(placeName));

/** A sentence of the API with its beaches in words. @param {string} sentence */
export const said = (sentence) =>
  sentence.replace(/beach:[A-E][1-5]/g, (place) => placeName(place));

/** The meaning of one letter of a row, in words. @param {string} letter */
export function tileName(letter) {
  const terrain = terrainOf(letter);
  if (terrain === null) return t("board.empty");
  return isHazy(letter) ? t("board.hazy", { terrain: terrainName(terrain) }) : terrainName(terrain);
}

/** @type {(place: string, letter: string | null, pieces: Piece[], steps: string | undefined) => import("../../shell/board.js").Face} */
function face(place, letter, pieces, steps) {
  const pieceWords = pieces.map(({ kind, name }) => t(`board.${kind}_of`, { name }));
  return {
    look: isBeach(place) ? "shore" : "",
    tile: letter ?? undefined,
    words: [placeName(place), ...(letter ? [tileName(letter)] : []), ...pieceWords].join(", "),
    content: html`
      ${letter && html`<${Tile} letter=${letter} />`}
      ${steps && html`<span class="steps" aria-hidden="true">${steps}</span>`}
      ${
        pieces.length > 0 &&
        html`<span class="pieces" aria-hidden="true">
          ${pieces.map(
            ({ kind, player }) => html`
            <span class=${`piece ${kind} seal-${player}`}>${numeral(player)}</span>
          `,
          )}
        </span>`
      }
    `,
  };
}

/**
 * @param {object} props
 * @param {string} props.name what a screen reader calls the board
 * @param {import("../model/reducer.js").BoardName} props.board
 * @param {import("../model/board.js").Side} props.beach
 * @param {string[]} props.rows
 * @param {Piece[]} [props.pieces]
 * @param {import("../../shell/board.js").Marks} [props.marks]
 * @param {boolean} [props.drawing]
 * @param {(place: string, gesture: symbol, first: boolean) => void} props.onTouch
 * @param {(space: string, key: string) => boolean} [props.onType]
 */
export function MapBoard({ name, board, beach, rows, pieces = [], marks = {}, ...rest }) {
  const onIsland = board === "island";
  const lines = layout(beach);
  const steps = /** @type {Map<string, string> | undefined} */ (marks.path);
  return html`
    <${Board}
      name=${name}
      board=${board}
      kind=${onIsland ? "island" : "parchment"}
      data=${{ beach }}
      lines=${onIsland ? lines : lines.map((line) => line.map((place) => (isBeach(place) ? null : place)))}
      above=${[...(beach === "left" ? " " : ""), ..."ABCDE", ...(beach === "right" ? " " : "")]}
      beside=${lines.map((line) => line.find((place) => !isBeach(place))?.[1] ?? "")}
      face=${(/** @type {string} */ place) =>
        face(
          place,
          isBeach(place) ? null : tileAt(rows, place),
          pieces.filter((piece) => piece.place === place),
          steps?.get(place),
        )}
      marks=${marks}
      drawable=${(/** @type {string} */ place) => !isBeach(place)}
      ...${rest}
    />
  `;
}

/**
 * A board at the size of a stamp, to show beside a line of the sheet what it lights up.
 *
 * @param {{kind: string, beach: string, rows: string[], lit: Set<string>}} props
 */
export const Stamp = ({ kind, beach, rows, lit }) => html`
  <svg class=${`stamp ${kind}`} viewBox="-1 -1 42 42" aria-hidden="true" data-beach=${beach}>
    ${rows.flatMap((row, y) =>
      [...row].map((letter, x) => {
        const shown = lit.has("ABCDE"[x] + (y + 1));
        return html`
          <rect x=${x * 8} y=${y * 8} width="7" height="7" data-tile=${letter} class=${shown ? "is-lit" : "is-dim"} />
          ${shown && letter !== "." && html`<use href=${`#${TERRAINS[letter.toUpperCase()]}`} x=${x * 8} y=${y * 8} width="7" height="7" />`}
        `;
      }),
    )}
  </svg>
`;
