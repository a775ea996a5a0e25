/**
 * A pause after much has changed at once: the second tap of a double tap would meet what the first one has
 * put under the finger. The notice, which offers the way back, is never paused.
 */

/** Milliseconds within which two taps are one double tap. */
const DOUBLE_TAP = 700;

let until = -Infinity;
/** Where no tap is taken meanwhile. */
let paused = "*";

/** @param {MouseEvent} event */
function swallow(event) {
  if (event.timeStamp > until || !(event.target instanceof Element)) return;
  const isElsewhere = event.target.closest(paused) === null;
  // A tap elsewhere is the second one of no double tap.
  if (isElsewhere) until = -Infinity;
  if (isElsewhere || event.target.closest(".notice") !== null) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

addEventListener("click", swallow, { capture: true });

/** Takes no taps for a moment, on the whole page or on a part of it. @param {string} [selector] */
export function pauseTaps(selector = "*") {
  paused = selector;
  until = performance.now() + DOUBLE_TAP;
}
