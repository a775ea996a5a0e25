/** The content of a space of the map: print, drawing and star. */

import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { letterAt, TERRAIN_OF } from "../model/table.js";

/** @type {Record<string, string>} */
export const MOTIFS = { ...TERRAIN_OF, d: "monster", "^": "peak", R: "ruins" };

/** The letter that a drawing card's terrain is written with. @type {Record<string, string>} */
export const LETTER_OF = {
  forest: "F",
  village: "V",
  farm: "A",
  water: "W",
  monster: "M",
  hero: "H",
};

/** A letter of `drawn` or of the print, in words. @param {string} letter */
export const letterName = (letter) =>
  t(`letter.${letter === "^" ? "peak" : letter === "#" ? "waste" : letter}`);

/** The letter that tells a monster of Heroes from the others, the same in every language. @param {string} letter */
export const marked = (letter) => ("DZTGd".includes(letter) ? letter : "");

/** @param {{letter: string}} props */
export const Ink = ({ letter }) => html`
  <span class="tile" data-tile=${letter} aria-hidden="true">
    ${MOTIFS[letter] && html`<svg class="motif" viewBox="0 0 48 48"><use href=${`#${MOTIFS[letter]}`} /></svg>`}
    ${marked(letter) && html`<span class="letter">${letter}</span>`}
  </span>
`;

/**
 * @type {(place: string, print: string[] | null, drawn: string[], stars: string[]) => import("../../shell/board.js").Face}
 */
export function face(place, print, drawn, stars) {
  const printed = print ? letterAt(print, place) : ".";
  const inked = "^#R".includes(letterAt(drawn, place)) ? "." : letterAt(drawn, place);
  const shown = inked === "." ? printed : inked;
  const under = printed === "R" && inked !== ".";
  const starred = stars.includes(place);
  const words = [
    place,
    shown === "." ? t("board.empty") : letterName(shown),
    under && t("board.on_ruins"),
    starred && t("board.star"),
  ];
  return {
    tile: shown,
    words: words.filter(Boolean).join(", "),
    content: html`
      <${Ink} letter=${shown} />
      ${under && html`<svg class="under" viewBox="0 0 48 48" aria-hidden="true"><use href="#ruins" /></svg>`}
      ${starred && html`<span class="star" aria-hidden="true">★</span>`}
    `,
  };
}
