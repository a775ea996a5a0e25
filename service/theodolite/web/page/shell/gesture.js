/**
 * Gestures of a finger, a pen or a mouse on a board, recognized by their effect on the page.
 *
 * Up and down the page scrolls, always. Spaces are drawn over by a stroke that starts sideways, or after
 * a long press; a mouse, which scrolls otherwise, draws at once. Two fingers enlarge the page.
 */

import { useRef } from "../vendor/htm-preact.js";

const SIDEWAYS = 7;
const LONG_PRESS = 380;
const GHOST_CLICK = 500;

/**
 * @typedef {object} Stroke
 * @property {symbol} gesture
 * @property {Set<string>} drawn places it has passed
 * @property {boolean} drawing whether it is known to be a stroke
 * @property {number} x where it began
 * @property {number} y
 * @property {ReturnType<typeof setTimeout> | undefined} timer of a long press
 */

/**
 * @param {object} board
 * @param {{current: any}} board.grid the element that holds the spaces
 * @param {boolean} board.drawing whether a tool is in hand that draws
 * @param {(place: string) => boolean} board.drawable whether a stroke may pass over a place
 * @param {(place: string, gesture: symbol, first: boolean) => void} board.onTouch
 * @returns {Record<string, (event: any) => void>} handlers for that element
 */
export function useGesture({ grid, drawing, drawable, onTouch }) {
  const stroke = useRef(/** @type {Stroke | null} */ (null));
  const drawnAt = useRef(-Infinity);

  /** @type {(x: number, y: number) => string | null} */
  const placeUnder = (x, y) => {
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

  /** @type {(begun: Stroke, pointer?: number) => void} */
  const draw = (begun, pointer) => {
    clearTimeout(begun.timer);
    begun.drawing = true;
    if (pointer !== undefined) grid.current.setPointerCapture(pointer);
    const [first] = begun.drawn;
    onTouch(first, begun.gesture, true);
  };

  const end = (/** @type {PointerEvent} */ event) => {
    if (!stroke.current) return;
    clearTimeout(stroke.current.timer);
    if (stroke.current.drawing) drawnAt.current = event.timeStamp;
    stroke.current = null;
  };

  return {
    onPointerDown(/** @type {PointerEvent} */ event) {
      drawnAt.current = -Infinity;
      const place = placeOf(event.target);
      // A second finger: both of them enlarge and move what they lie on, and neither draws.
      if (!event.isPrimary) {
        clearTimeout(stroke.current?.timer);
        stroke.current = null;
      }
      if (!drawing || !place || !drawable(place) || event.button !== 0 || !event.isPrimary) return;
      /** @type {Stroke} */
      const begun = {
        gesture: Symbol(place),
        drawn: new Set([place]),
        drawing: false,
        x: event.clientX,
        y: event.clientY,
        timer: undefined,
      };
      stroke.current = begun;
      if (event.pointerType === "mouse") draw(begun, event.pointerId);
      else begun.timer = setTimeout(() => draw(begun, event.pointerId), LONG_PRESS);
    },

    onPointerMove(/** @type {PointerEvent} */ event) {
      const begun = stroke.current;
      if (!begun || !event.isPrimary) return;
      const [right, down] = [event.clientX - begun.x, event.clientY - begun.y];
      if (!begun.drawing) {
        if (Math.hypot(right, down) < SIDEWAYS) return;
        if (Math.abs(right) <= Math.abs(down)) {
          clearTimeout(begun.timer);
          stroke.current = null;
          return;
        }
        draw(begun, event.pointerId);
      }
      const points = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of points.length > 0 ? points : [event]) {
        const place = placeUnder(clientX, clientY);
        if (place && drawable(place) && !begun.drawn.has(place)) {
          begun.drawn.add(place);
          onTouch(place, begun.gesture, false);
        }
      }
    },

    onPointerUp: end,
    onPointerCancel: end,

    // After a long press the finger draws; the page must not begin to scroll under it.
    onTouchMove(/** @type {TouchEvent} */ event) {
      if (stroke.current?.drawing && event.cancelable) event.preventDefault();
    },

    onContextMenu(/** @type {Event} */ event) {
      if (drawing && placeOf(event.target)) event.preventDefault();
    },

    onClick(/** @type {MouseEvent} */ event) {
      const place = placeOf(event.target);
      // The click that ends a stroke has been drawn already; any other is a tap or a screen reader's.
      if (!place || event.timeStamp - drawnAt.current < GHOST_CLICK) return;
      onTouch(place, Symbol(place), true);
    },
  };
}
