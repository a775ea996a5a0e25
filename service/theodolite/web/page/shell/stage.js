/**
 * How a game's stations are laid out: boards, what is said beside them, and the bar with the next action.
 *
 * On a phone the text that speaks of a board lies over its lower edge, where it can be drawn up; on a phone on
 * its side, and at a desk, it stands beside the board.
 */

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { isReadOnly, show, viewed } from "./store.js";
import { NextStep, stationNow, Way } from "./way.js";

/** Tells the style sheet how high the bar is, above which the text of a board lies. */
export function useHeight() {
  const bar = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const { current } = bar;
    const watcher = new ResizeObserver(() =>
      document.documentElement.style.setProperty("--bar", `${current.offsetHeight}px`),
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  return bar;
}

/** Pixels from which a finger drags the sheet. */
const DRAG = 16;

/** Draws the sheet up or down, one of its three heights at a time. @param {boolean} up */
function draw(up) {
  const { isUp, isDown } = viewed();
  show(up ? { isUp: !isDown, isDown: false } : { isUp: false, isDown: !isUp });
}

/** A tap draws the sheet up, or down again; a finger drags it. */
function Handle() {
  const from = useRef(0);
  const dragged = useRef(false);
  const { isUp = false } = viewed();
  return html`
    <button
      type="button"
      class="handle"
      aria-expanded=${isUp}
      aria-label=${t(isUp ? "handle.down" : "handle.up")}
      onPointerDown=${(/** @type {any} */ { clientY, pointerId, target }) => {
        from.current = clientY;
        dragged.current = false;
        target.setPointerCapture(pointerId);
      }}
      onPointerUp=${(/** @type {PointerEvent} */ { clientY }) => {
        const by = clientY - from.current;
        dragged.current = Math.abs(by) > DRAG;
        if (dragged.current) draw(by < 0);
      }}
      onClick=${() => !dragged.current && draw(!isUp)}
    ></button>
  `;
}

/**
 * @param {object} props
 * @param {import("./way.js").Station[]} props.stations
 * @param {any} props.boards
 * @param {any} props.side
 * @param {any} [props.tools] laid with a tap; none in somebody else's game
 * @param {boolean} [props.over] whether what is said at this station speaks of the board
 * @param {string} [props.look] a class of the boards
 */
export function Stage({ stations, boards, side, tools = null, over = false, look = "" }) {
  const { key } = stationNow(stations);
  const at = `at-${key.replace(/-\d+$/, "")}`;
  const bar = useHeight();
  const said = useRef(/** @type {any} */ (null));
  useEffect(() => said.current.scrollTo(0, 0), [key, viewed().player]);
  return html`
    <${Way} stations=${stations} />
    <div class=${`columns ${at}`}>
      <div class=${`boards ${look}`}>${boards}</div>
      <div ref=${said} class=${["side", over && "over", viewed().isUp && "is-up", viewed().isDown && "is-down"].filter(Boolean).join(" ")}>
        ${over && html`<${Handle} />`}
        ${side}
      </div>
    </div>
    <div ref=${bar} class=${`dock ${at}`}>
      ${!isReadOnly() && html`<${NextStep} stations=${stations} />`}
      ${!isReadOnly() && tools}
    </div>
  `;
}
