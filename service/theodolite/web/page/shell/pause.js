/**
 * A pause after much has changed at once: the second tap of a double tap would meet what the first one has
 * put under the finger. The notice, which offers the way back, is never paused.
 */

/** Milliseconds within which two taps are one double tap. */
const DOUBLE_TAP = 700;

let until = -Infinity;

/** @param {MouseEvent} event */
function swallow(event) {
  const isNotice = event.target instanceof Element && event.target.closest(".notice") !== null;
  if (event.timeStamp > until || isNotice) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

addEventListener("click", swallow, { capture: true });

/** Takes no taps for a moment. */
export function pauseTaps() {
  until = performance.now() + DOUBLE_TAP;
}
