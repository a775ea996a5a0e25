/**
 * One board of any size, drawn and typed on; what lies on a space is the game's to draw.
 *
 * It knows nothing of rules or of what is being entered: it draws spaces, pieces and marks, and tells
 * which space was touched, drawn over or typed on.
 */

import { html, useRef, useState } from "../vendor/htm-preact.js";
import { useGesture } from "./gesture.js";
import { t } from "./i18n.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/**
 * The content of a place.
 *
 * @typedef {object} Face
 * @property {any} [content] drawn on it
 * @property {string} [tile] in a letter, for `data-tile`
 * @property {string} [look] more classes
 * @property {string} words what a screen reader says of it, with its name
 */

/** @typedef {Record<string, Set<string> | Map<string, any> | undefined>} Marks places by the mark they bear */

/**
 * Lit spaces, and the rest dimmed so that they stand out without colour too.
 *
 * @param {readonly string[] | null | undefined} spaces
 * @param {readonly string[]} all
 * @returns {Marks}
 */
export function lighting(spaces, all) {
  if (!spaces) return {};
  const lit = new Set(spaces);
  return { lit, dim: new Set(all.filter((space) => !lit.has(space))) };
}

/** @param {{place: string, face: Face, marks: Marks, focused: boolean}} props */
function Space({ place, face, marks, focused }) {
  const on = Object.keys(marks).filter((mark) => marks[mark]?.has(place));
  const words = on.filter((mark) => mark !== "dim").map((mark) => t(`mark.${mark}`));
  return html`
    <div
      role="gridcell"
      class=${["space", face.look, ...on.map((mark) => `is-${mark}`)].filter(Boolean).join(" ")}
      data-space=${place}
      data-tile=${face.tile}
      tabindex=${focused ? 0 : -1}
      aria-label=${[face.words, ...words].join(", ")}
    >${face.content}</div>
  `;
}

/**
 * @param {object} props
 * @param {string} props.name what a screen reader calls the board
 * @param {string | number} props.board the name of this board for its callers
 * @param {string} props.kind a class that gives it its looks
 * @param {Record<string, string>} [props.data] more data attributes
 * @param {(string | null)[][]} props.lines places as they are seen, row by row; null where there is none
 * @param {string[]} [props.above] labels of the columns; none where a frame around the board has them
 * @param {string[]} [props.beside] labels of the rows
 * @param {(place: string) => Face} props.face
 * @param {Marks} [props.marks]
 * @param {any} [props.overlay] drawn over all spaces
 * @param {boolean} [props.drawing] whether a tool is in hand that draws over spaces
 * @param {(place: string) => boolean} [props.drawable]
 * @param {(place: string, gesture: symbol, first: boolean, tapped: boolean) => void} props.onTouch `first` of a stroke or tapped
 * @param {(space: string, key: string) => boolean} [props.onType] true if the key meant something
 */
export function Board({
  name,
  board,
  kind,
  data = {},
  lines,
  above,
  beside,
  face,
  marks = {},
  overlay,
  drawing = false,
  drawable = () => true,
  onTouch,
  onType = () => false,
}) {
  const grid = useRef(/** @type {any} */ (null));
  const places = /** @type {string[]} */ (lines.flat().filter((place) => place !== null));
  const typed = places.filter(drawable);
  const [focus, setFocus] = useState(typed[0]);

  /** @param {string} place */
  const moveFocus = (place) => {
    setFocus(place);
    grid.current.querySelector(`[data-space="${place}"]`)?.focus({ preventScroll: true });
  };
  const gesture = useGesture({
    grid,
    drawing,
    drawable,
    onTouch(place, symbol, first, tapped) {
      if (first) setFocus(place);
      onTouch(place, symbol, first, tapped);
    },
  });

  /** @type {(place: string, by: [number, number]) => string} */
  const neighbour = (place, [down, right]) => {
    const row = lines.findIndex((line) => line.includes(place));
    return lines[row + down]?.[lines[row].indexOf(place) + right] ?? place;
  };
  /** @type {(place: string, by: number) => string} */
  const following = (place, by) => typed[typed.indexOf(place) + by] ?? place;

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const place = event.target instanceof HTMLElement ? event.target.dataset.space : undefined;
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) moveFocus(neighbour(place, ARROWS[event.key]));
    else if (event.key === "Enter" || event.key === " ") onTouch(place, Symbol(place), true, true);
    else if (event.key === "Backspace" && drawable(place)) {
      onType(place, ".");
      moveFocus(following(place, -1));
    } else if (drawable(place) && onType(place, event.key === "Delete" ? "." : event.key)) {
      moveFocus(following(place, 1));
    } else return;
    event.preventDefault();
  };

  /** @param {string} text */
  const label = (text) => html`<div class="label" aria-hidden="true">${text}</div>`;
  const attributes = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [`data-${key}`, value]),
  );
  return html`
    <div
      ref=${grid}
      class=${`board ${kind} ${drawing ? "drawing" : ""}`}
      data-board=${board}
      ...${attributes}
      role="grid"
      aria-label=${name}
      ...${gesture}
      onKeyDown=${onKeyDown}
    >
      ${above && html`<div class="line" aria-hidden="true">${label("")}${above.map(label)}</div>`}
      ${lines.map(
        (line, at) => html`
        <div class="line" role=${line.some((place) => place !== null) ? "row" : "presentation"}>
          ${beside && label(beside[at])}${line.map((place, column) =>
            place === null
              ? html`<div key=${column} class="nowhere" aria-hidden="true"></div>`
              : html`<${Space} key=${place} place=${place} face=${face(place)} marks=${marks} focused=${place === focus} />`,
          )}
        </div>
      `,
      )}
      ${overlay}
    </div>
  `;
}
