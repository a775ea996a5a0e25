/**
 * One board, drawn towards the beach: the island with its sea, or a parchment with its map border.
 *
 * It knows nothing of rules or of what is being entered: it draws tiles, pieces and marks, and tells
 * which space was touched, drawn over or typed on.
 */

import { isHazy, layout, terrainOf, tileAt } from "../model/board.js";
import { listed, t } from "../../shell/i18n.js";
import { html, useRef, useState } from "../../vendor/htm-preact.js";
import { numeral } from "../../shell/parts.js";
import { Tile, terrainName } from "./tiles.js";

const ARROWS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

const isBeach = (place) => place.startsWith("beach:");

/** Where a place is in words: "B3", "beach at E3". */
export const placeName = (place) =>
  isBeach(place) ? t("board.beach_at", { space: place.slice(6) }) : place;

function spoken(place, letter, pieces, words) {
  const terrain = letter && terrainOf(letter);
  const tile = isBeach(place)
    ? null
    : terrain === null
      ? t("board.empty")
      : isHazy(letter)
        ? t("board.hazy", { terrain: terrainName(terrain) })
        : terrainName(terrain);
  const pieceWords = pieces.map(({ kind, name }) => t(`board.${kind}_of`, { name }));
  return [placeName(place), tile, ...pieceWords, ...words].filter(Boolean).join(", ");
}

function Space({ place, letter, pieces, marks, focused }) {
  const on = Object.keys(marks).filter((mark) => marks[mark]?.has(place));
  const words = on.filter((mark) => mark !== "dim").map((mark) => t(`mark.${mark}`));
  const steps = marks.path?.get(place);
  return html`
    <div
      role="gridcell"
      class=${["space", isBeach(place) && "shore", ...on.map((mark) => `is-${mark}`)].filter(Boolean).join(" ")}
      data-space=${place}
      data-tile=${letter}
      tabindex=${focused ? 0 : -1}
      aria-label=${spoken(place, letter, pieces, words)}
    >
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
    </div>
  `;
}

/**
 * @param {object} props
 * @param {string} props.name what a screen reader calls the board
 * @param {"island" | number} props.board the island, or the player whose parchment it is
 * @param {string} props.beach side of the beach
 * @param {string[]} props.rows
 * @param {{kind: "claim" | "meeple", player: number | "otoma", name: string, place: string}[]} [props.pieces]
 * @param {Record<string, Set<string> | Map<string, string>>} [props.marks] spaces by the mark they bear
 * @param {boolean} [props.drawing] whether a finger draws over spaces instead of scrolling the page
 * @param {(place: string, gesture: symbol, first: boolean) => void} props.onTouch
 * @param {(space: string, key: string) => boolean} [props.onType] true if the key meant something
 */
export function Board({
  name,
  board,
  beach,
  rows,
  pieces = [],
  marks = {},
  drawing = false,
  onTouch,
  onType = () => false,
}) {
  const grid = useRef(null);
  const stroke = useRef(null);
  const drawnAt = useRef(-Infinity);
  const [focus, setFocus] = useState("A1");
  const kind = board === "island" ? "island" : "parchment";
  const hasShore = board === "island";
  const lines = layout(beach);
  const reachable = (place) => hasShore || !isBeach(place);

  const placeUnder = (x, y) => {
    const space = document.elementFromPoint(x, y)?.closest("[data-space]");
    return space && grid.current.contains(space) ? space.dataset.space : null;
  };
  const moveFocus = (place) => {
    setFocus(place);
    grid.current.querySelector(`[data-space="${place}"]`)?.focus({ preventScroll: true });
  };

  const onPointerDown = (event) => {
    const place = event.target.closest("[data-space]")?.dataset.space;
    if (!drawing || !place || event.button !== 0) return;
    grid.current.setPointerCapture(event.pointerId);
    moveFocus(place);
    stroke.current = { gesture: Symbol(place), drawn: new Set([place]) };
    onTouch(place, stroke.current.gesture, true);
  };
  // One finger that draws must neither scroll nor fling the page; two may still enlarge it.
  const onTouchStart = (event) => {
    const alone = event.touches.length === 1;
    if (drawing && alone && event.target.closest(".space:not(.shore)")) event.preventDefault();
  };
  const onPointerMove = (event) => {
    if (!stroke.current) return;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of points.length > 0 ? points : [event]) {
      const place = placeUnder(clientX, clientY);
      if (place && !isBeach(place) && !stroke.current.drawn.has(place)) {
        stroke.current.drawn.add(place);
        onTouch(place, stroke.current.gesture, false);
      }
    }
  };
  const onPointerUp = (event) => {
    if (!stroke.current) return;
    stroke.current = null;
    drawnAt.current = event.timeStamp;
  };
  const onClick = (event) => {
    const place = event.target.closest("[data-space]")?.dataset.space;
    // The click that ends a stroke has been drawn already; any other is a tap or a screen reader's.
    if (!place || event.timeStamp - drawnAt.current < 500) return;
    setFocus(place);
    onTouch(place, Symbol(place), true);
  };

  const neighbour = (place, [down, right]) => {
    const row = lines.findIndex((line) => line.includes(place));
    const column = lines[row].indexOf(place);
    const next = lines[row + down]?.[column + right];
    return next && reachable(next) ? next : place;
  };
  const following = (place, by) => {
    const order = lines.flat().filter((one) => !isBeach(one));
    return order[order.indexOf(place) + by] ?? place;
  };
  const onKeyDown = (event) => {
    const place = event.target.dataset?.space;
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) moveFocus(neighbour(place, ARROWS[event.key]));
    else if (event.key === "Enter" || event.key === " ") onTouch(place, Symbol(place), true);
    else if (event.key === "Backspace" && !isBeach(place)) {
      onType(place, ".");
      moveFocus(following(place, -1));
    } else if (!isBeach(place) && onType(place, event.key === "Delete" ? "." : event.key)) {
      moveFocus(following(place, 1));
    } else return;
    event.preventDefault();
  };

  const cell = (place) =>
    reachable(place)
      ? html`
        <${Space}
          key=${place}
          place=${place}
          letter=${isBeach(place) ? null : tileAt(rows, place)}
          pieces=${pieces.filter((piece) => piece.place === place)}
          marks=${marks}
          focused=${place === focus}
        />`
      : html`<div key=${place} class="shore" aria-hidden="true"></div>`;
  const label = (text) => html`<div class="label" aria-hidden="true">${text}</div>`;
  const letters = [...(beach === "left" ? " " : ""), ..."ABCDE", ...(beach === "right" ? " " : "")];
  const number = (line) => line.find((place) => !isBeach(place))?.[1] ?? "";

  return html`
    <div
      ref=${grid}
      class=${`board ${kind} ${drawing ? "drawing" : ""}`}
      data-board=${board}
      data-beach=${beach}
      role="grid"
      aria-label=${name}
      onTouchStart=${onTouchStart}
      onPointerDown=${onPointerDown}
      onPointerMove=${onPointerMove}
      onPointerUp=${onPointerUp}
      onPointerCancel=${onPointerUp}
      onClick=${onClick}
      onKeyDown=${onKeyDown}
    >
      <div class="line" aria-hidden="true">${label("")}${letters.map(label)}</div>
      ${lines.map(
        (line) => html`
        <div class="line" role=${line.some(reachable) ? "row" : "presentation"}>
          ${label(number(line))}${line.map(cell)}
        </div>
      `,
      )}
    </div>
  `;
}

/** A board at the size of a stamp, to show beside a line of the sheet what it lights up. */
export const Stamp = ({ kind, beach, rows, lit }) => html`
  <svg class=${`stamp ${kind}`} viewBox="-1 -1 42 42" aria-hidden="true" data-beach=${beach}>
    ${rows.flatMap((row, y) =>
      [...row].map((letter, x) => {
        const shown = lit.has("ABCDE"[x] + (y + 1));
        return html`
          <rect x=${x * 8} y=${y * 8} width="7" height="7" data-tile=${letter} class=${shown ? "is-lit" : "is-dim"} />
          ${shown && letter !== "." && html`<text x=${x * 8 + 3.5} y=${y * 8 + 5.6}>${letter}</text>`}
        `;
      }),
    )}
  </svg>
`;

export const inWords = (places) => listed(places.map(placeName));
