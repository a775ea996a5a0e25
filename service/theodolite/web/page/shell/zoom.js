/**
 * A board too fine for its screen, enlarged and moved about inside a frame of its own.
 *
 * Two fingers enlarge and move it, and so do a wheel (with Ctrl to enlarge), a mouse that drags with an empty
 * hand, a finger that starts sideways with an empty hand, and the keys + - 0. With an empty hand one finger up or
 * down scrolls the page. A focused or requested place comes into the frame by itself. The rulers stay in sight.
 */

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";

const MOST = 6;
const STEP = 1.5;
const SIDEWAYS = 7;
/** Pixels of a space from which on each number of a ruler has room. */
const ROOM = 17;
/** Pixels of a space that a finger hits. */
const FINGER = 24;
/** How far from the rim of the frame, as a share of it, what is to be seen is brought. */
const MARGIN = 0.12;

/** @typedef {{scale: number, x: number, y: number}} Sight how much larger, and where its upper left corner lies */
/** @typedef {{x: number, y: number}} Point */

/** @type {(low: number, value: number, high: number) => number} */
const within = (low, value, high) => Math.min(Math.max(value, low), high);

/** How far boxes reach. @type {(boxes: DOMRect[], near: "left" | "top", far: "right" | "bottom") => number} */
const spanOf = (boxes, near, far) =>
  Math.max(...boxes.map((box) => box[far])) - Math.min(...boxes.map((box) => box[near]));

/** The middle of two fingers and how far they are apart. @param {Point[]} fingers */
const between = ([one, other]) => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  apart: Math.hypot(one.x - other.x, one.y - other.y) || 1,
});

/** The last view of each board. @type {Map<string, Sight>} */
const last = new Map();

/**
 * @param {object} props
 * @param {string} props.name under which it is remembered what was in sight
 * @param {string[]} props.above the numbers of the columns
 * @param {string[]} props.beside the numbers of the rows
 * @param {boolean} [props.drawing] whether a tool is in hand, so that one finger or the mouse draws
 * @param {readonly string[] | null} [props.look] spaces to bring into the frame, the same list as long as nothing is new
 * @param {number} [props.least] pixels of a space to which the board is enlarged where it is looked at
 * @param {boolean} [props.precise] whether a finger has to hit a space: on smaller ones its first tap enlarges the board
 * @param {any} [props.children] the board, which fills the frame where it is not enlarged
 */
export function Zoom({
  name,
  above,
  beside,
  drawing = false,
  look = null,
  least = 0,
  precise = false,
  children,
}) {
  const frame = useRef(/** @type {any} */ (null));
  const sight = useRef(last.get(name) ?? { scale: 1, x: 0, y: 0 });
  /** Where each finger is on the frame. */
  const fingers = useRef(/** @type {Map<number, Point>} */ (new Map()));
  /** The view before a tap enlarged it. */
  const whole = useRef(/** @type {Sight | null} */ (null));
  const drag = useRef(
    /** @type {{id: number, from: Point, sight: Sight, moved: boolean} | null} */ (null),
  );

  const size = () => frame.current.querySelector(".zoom-view").getBoundingClientRect();

  /** @param {Sight} wanted */
  const moveTo = ({ scale, x, y }) => {
    const { width, height } = size();
    // Where another part of the page is shown instead there is nothing to see.
    if (width === 0) return;
    const large = within(1, scale, MOST);
    const now = {
      scale: large,
      x: within(width * (1 - large), x, 0),
      y: within(height * (1 - large), y, 0),
    };
    sight.current = now;
    last.set(name, now);
    const { style, dataset } = frame.current;
    style.setProperty("--scale", `${large}`);
    style.setProperty("--x", `${now.x}px`);
    style.setProperty("--y", `${now.y}px`);
    // How many pixels wide a space is, for what is to be seen on small ones and hide little of large ones.
    const space = (width * large) / above.length;
    style.setProperty("--space", `${space}`);
    dataset.scale = large.toFixed(2);
    frame.current.classList.toggle("is-large", large > 1.01);
    frame.current.classList.toggle("is-coarse", space < ROOM);
  };

  /** Larger by a factor about a point of the page, or about the middle. @type {(factor: number, about?: Point) => void} */
  const enlarge = (factor, about) => {
    const { left, top, width, height } = size();
    const { scale, x, y } = sight.current;
    const large = within(1, scale * factor, MOST);
    const [atX, atY] = about ? [about.x - left, about.y - top] : [width / 2, height / 2];
    const by = large / scale;
    moveTo({ scale: large, x: atX - (atX - x) * by, y: atY - (atY - y) * by });
  };

  /** The boxes of what is to be seen. @returns {DOMRect[]} */
  const looked = () =>
    (look ?? []).flatMap((space) => {
      const found = frame.current.querySelector(`[data-space="${space}"]`);
      return found ? [found.getBoundingClientRect()] : [];
    });

  /** How many pixels wide a space is. */
  const space = () => (size().width * sight.current.scale) / above.length;

  /** Larger about what is looked at. @param {number} factor */
  const enlargeHere = (factor) => {
    enlarge(factor);
    const boxes = looked();
    if (boxes.length > 0) bring(boxes);
  };

  /** Brings what lies between these corners of the page into the frame. @param {DOMRect[]} boxes */
  const bring = (boxes) => {
    const view = size();
    const { scale, x, y } = sight.current;
    /** @type {(near: number, far: number, start: number, length: number) => number} */
    const shift = (near, far, start, length) => {
      const rim = Math.min(length * MARGIN, Math.max(0, (length - (far - near)) / 2));
      if (near < start + rim) return start + rim - near;
      return far > start + length - rim ? start + length - rim - far : 0;
    };
    const [left, right] = [
      Math.min(...boxes.map((box) => box.left)),
      Math.max(...boxes.map((box) => box.right)),
    ];
    const [top, bottom] = [
      Math.min(...boxes.map((box) => box.top)),
      Math.max(...boxes.map((box) => box.bottom)),
    ];
    moveTo({
      scale,
      x: x + shift(left, right, view.left, view.width),
      y: y + shift(top, bottom, view.top, view.height),
    });
  };

  useEffect(() => {
    const view = frame.current.querySelector(".zoom-view");
    const sized = new ResizeObserver(() => moveTo(sight.current));
    sized.observe(view);
    // The browser takes a wheel for the page's unless it is listened to in earnest.
    const onWheel = (/** @type {WheelEvent} */ event) => {
      const { scale, x, y } = sight.current;
      if (event.ctrlKey || event.metaKey) {
        enlarge(Math.exp(-event.deltaY * 0.004), { x: event.clientX, y: event.clientY });
      } else {
        const [right, down] = event.shiftKey
          ? [event.deltaY, event.deltaX]
          : [event.deltaX, event.deltaY];
        moveTo({ scale, x: x - right, y: y - down });
        // At its rim the board leaves the wheel to the page.
        if (sight.current.x === x && sight.current.y === y) return;
      }
      event.preventDefault();
    };
    view.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      sized.disconnect();
      view.removeEventListener("wheel", onWheel);
    };
  }, []);

  useEffect(() => {
    const boxes = looked();
    if (boxes.length === 0) return;
    if (least > 0) {
      // As large as a finger wants it, unless some of it would have no room.
      const { width, height } = size();
      const [wide, high] = [spanOf(boxes, "left", "right"), spanOf(boxes, "top", "bottom")];
      const fits = Math.min(width / wide, height / high) * (1 - MARGIN);
      enlarge(Math.min(Math.max(1, least / space()), fits));
    }
    if (sight.current.scale > 1) bring(looked());
  }, [look]);

  /** @param {PointerEvent} event */
  const place = (event) => ({ x: event.clientX, y: event.clientY });

  const onPointerDown = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    if (event.isPrimary) fingers.current.clear();
    fingers.current.set(event.pointerId, place(event));
    drag.current =
      fingers.current.size === 1 && !drawing && sight.current.scale > 1
        ? { id: event.pointerId, from: place(event), sight: sight.current, moved: false }
        : null;
  };

  const onPointerMove = (/** @type {PointerEvent} */ event) => {
    if (!fingers.current.has(event.pointerId)) return;
    const before = [...fingers.current.values()];
    fingers.current.set(event.pointerId, place(event));
    if (fingers.current.size === 2) {
      const [was, now] = [between(before), between([...fingers.current.values()])];
      const { left, top } = size();
      const { scale, x, y } = sight.current;
      const large = within(1, (scale * now.apart) / was.apart, MOST);
      const by = large / scale;
      moveTo({
        scale: large,
        x: now.x - left - (was.x - left - x) * by,
        y: now.y - top - (was.y - top - y) * by,
      });
      return;
    }
    const held = drag.current;
    if (held === null || held.id !== event.pointerId) return;
    const [right, down] = [event.clientX - held.from.x, event.clientY - held.from.y];
    if (!held.moved) {
      if (Math.hypot(right, down) < SIDEWAYS) return;
      if (event.pointerType !== "mouse" && Math.abs(right) <= Math.abs(down)) {
        drag.current = null;
        return;
      }
      held.moved = true;
    }
    moveTo({ scale: held.sight.scale, x: held.sight.x + right, y: held.sight.y + down });
  };

  const onPointerEnd = (/** @type {PointerEvent} */ event) => {
    fingers.current.delete(event.pointerId);
    if (event.type === "pointercancel") drag.current = null;
  };

  /** The click that ends a drag touches nothing. @param {MouseEvent} event */
  const onClick = (event) => {
    const { pointerType, clientX, clientY } = /** @type {PointerEvent} */ (event);
    const isDragged = drag.current?.moved && event.detail > 0;
    drag.current = null;
    if (!isDragged && precise && pointerType === "touch" && space() < FINGER) {
      whole.current = sight.current;
      enlarge((FINGER + 1) / space(), { x: clientX, y: clientY });
    } else if (!isDragged) {
      // Hit, so that the next one may be anywhere.
      if (whole.current) moveTo(whole.current);
      whole.current = null;
      return;
    }
    event.stopPropagation();
  };

  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const factor = { "+": STEP, "=": STEP, "-": 1 / STEP, 0: 0 }[event.key];
    if (factor === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    enlarge(factor);
    const focused = document.activeElement;
    if (focused && frame.current.contains(focused)) bring([focused.getBoundingClientRect()]);
    event.preventDefault();
    event.stopPropagation();
  };

  /** @param {FocusEvent} event */
  const onFocusIn = ({ target }) =>
    target instanceof Element &&
    target.matches("[data-space]:focus-visible") &&
    bring([target.getBoundingClientRect()]);

  /** @param {string[]} numbers */
  const ruler = (numbers) =>
    numbers.map(
      (number, at) =>
        html`<span class=${at === 0 || Number(number) % 5 === 0 ? "round" : ""} style=${{ "--at": `${(at + 0.5) / numbers.length}` }}>${number}</span>`,
    );

  return html`
    <div ref=${frame} class="zoom" data-precise=${precise}>
      <div class="zoom-tools" role="group" aria-label=${t("zoom")}>
        <button type="button" class="quiet" aria-label=${t("zoom.in")} title=${t("zoom.in")} onClick=${() => enlargeHere(STEP)}><${Icon} name="plus" /></button>
        <button type="button" class="quiet" aria-label=${t("zoom.out")} title=${t("zoom.out")} onClick=${() => enlargeHere(1 / STEP)}><${Icon} name="minus" /></button>
        <button type="button" class="quiet" aria-label=${t("zoom.whole")} title=${t("zoom.whole")} onClick=${() => enlarge(0)}><${Icon} name="whole" /></button>
      </div>
      <div class="ruler above" aria-hidden="true">${ruler(above)}</div>
      <div class="ruler beside" aria-hidden="true">${ruler(beside)}</div>
      <div
        class="zoom-view"
        onPointerDownCapture=${onPointerDown}
        onPointerMoveCapture=${onPointerMove}
        onPointerUpCapture=${onPointerEnd}
        onPointerCancelCapture=${onPointerEnd}
        onClickCapture=${onClick}
        onKeyDownCapture=${onKeyDown}
        onfocusin=${onFocusIn}
      >
        <div class="zoom-content">${children}</div>
      </div>
    </div>
  `;
}
