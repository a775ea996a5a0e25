/**
 * Gestures of a finger, a pen or a mouse on a board, recognized by their effect on the page.
 *
 * With a tool in hand that draws, one finger draws in every direction, and two scroll and enlarge the page; without
 * one the page scrolls. A stroke begins with the first movement: until then a second finger draws nothing.
 */

import { useRef } from "../vendor/htm-preact.js";

/** Pixels that a finger moves before it draws. */
const STILL = 7;
/** Pixels between two looks at what a stroke passes: a third of the smallest space. */
const STRIDE = 5;
const GHOST_CLICK = 500;

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Stroke
 * @property {symbol} gesture
 * @property {Set<string>} drawn places it has passed
 * @property {boolean} drawing whether it has begun to draw
 * @property {Point} at where it was last
 */

/** The points from one to another, the first left out. @type {(one: Point, other: Point) => Point[]} */
function between(one, other) {
  const [right, down] = [other.x - one.x, other.y - one.y];
  const steps = Math.ceil(Math.hypot(right, down) / STRIDE);
  return Array.from({ length: steps }, (_, at) => ({
    x: one.x + (right * (at + 1)) / steps,
    y: one.y + (down * (at + 1)) / steps,
  }));
}

/**
 * @param {object} board
 * @param {{current: any}} board.grid the element that holds the spaces
 * @param {boolean} board.drawing whether a tool is in hand that draws
 * @param {(place: string) => boolean} board.drawable whether a stroke may pass over a place
 * @param {(place: string, gesture: symbol, first: boolean, tapped: boolean) => void} board.onTouch
 * @returns {Record<string, (event: any) => void>} handlers for that element
 */
export function useGesture({ grid, drawing, drawable, onTouch }) {
  const stroke = useRef(/** @type {Stroke | null} */ (null));
  const drawnAt = useRef(-Infinity);

  /** @param {Point} point */
  const placeUnder = ({ x, y }) => {
    const space = document.elementFromPoint(x, y)?.closest("[data-space]");
    return space instanceof HTMLElement && grid.current.contains(space)
      ? (space.dataset.space ?? null)
      : null;
  };
  /** @param {EventTarget | null} target */
  const placeOf = (target) =>
    target instanceof Element
      ? /** @type {HTMLElement | null} */ (target.closest("[data-space]"))?.dataset.space
      : undefined;

  const end = (/** @type {PointerEvent} */ event) => {
    if (stroke.current?.drawing) drawnAt.current = event.timeStamp;
    stroke.current = null;
  };

  return {
    onPointerDown(/** @type {PointerEvent} */ event) {
      drawnAt.current = -Infinity;
      const place = placeOf(event.target);
      // A second finger: both of them move the page, and neither draws.
      stroke.current = null;
      if (!drawing || !place || !drawable(place) || event.button !== 0 || !event.isPrimary) return;
      stroke.current = {
        gesture: Symbol(place),
        drawn: new Set([place]),
        drawing: false,
        at: { x: event.clientX, y: event.clientY },
      };
    },

    onPointerMove(/** @type {PointerEvent} */ event) {
      const begun = stroke.current;
      if (!begun || !event.isPrimary) return;
      if (!begun.drawing) {
        if (Math.hypot(event.clientX - begun.at.x, event.clientY - begun.at.y) < STILL) return;
        begun.drawing = true;
        grid.current.setPointerCapture(event.pointerId);
        const [first] = begun.drawn;
        onTouch(first, begun.gesture, true, false);
      }
      const points = event.getCoalescedEvents?.() ?? [];
      for (const { clientX: x, clientY: y } of points.length > 0 ? points : [event]) {
        for (const point of between(begun.at, { x, y })) {
          const place = placeUnder(point);
          if (place && drawable(place) && !begun.drawn.has(place)) {
            begun.drawn.add(place);
            onTouch(place, begun.gesture, false, false);
          }
        }
        begun.at = { x, y };
      }
    },

    onPointerUp: end,
    onPointerCancel: end,

    // A stroke scrolls nothing: a browser that begins to would take the next tap for the end of its scroll.
    onTouchMove(/** @type {TouchEvent} */ event) {
      if (stroke.current && event.touches.length === 1 && event.cancelable) event.preventDefault();
    },

    onContextMenu(/** @type {Event} */ event) {
      if (drawing && placeOf(event.target)) event.preventDefault();
    },

    onClick(/** @type {MouseEvent} */ event) {
      const place = placeOf(event.target);
      // The click that ends a stroke has been drawn already; any other is a tap or a screen reader's.
      if (!place || event.timeStamp - drawnAt.current < GHOST_CLICK) return;
      onTouch(place, Symbol(place), true, true);
    },
  };
}
