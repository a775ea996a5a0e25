/**
 * Taps that are taken for nothing: the second one of a double tap would meet what the first one has put under the
 * finger, and so would any for a moment after much has changed at once.
 */

/** Milliseconds within which two taps are one double tap. */
const DOUBLE_TAP = 400;
/** Pixels between its two taps, at most. */
const NEAR = 24;
/** Milliseconds for which the page takes no taps after much has changed. */
const PAUSE = 700;

let until = -Infinity;
/** The last tap on a button. @type {{words: string | null, x: number, y: number, time: number} | null} */
let last = null;

/** The text of the tapped button, if it was one. @param {Element} target */
function wordsOf(target) {
  const button = target.closest("button");
  return button && (button.ariaLabel ?? button.textContent);
}

/** Whether a tap is the second one of a double tap, and meets something else than the first. @type {(event: MouseEvent, words: string | null) => boolean} */
const isSecond = ({ timeStamp, clientX, clientY }, words) =>
  last !== null &&
  timeStamp - last.time < DOUBLE_TAP &&
  Math.hypot(clientX - last.x, clientY - last.y) < NEAR &&
  words !== last.words;

/** @param {MouseEvent} event */
function guard(event) {
  const { target, timeStamp, clientX: x, clientY: y } = event;
  if (!(target instanceof Element)) return;
  const words = wordsOf(target);
  // The notice offers the way back.
  const isPaused = timeStamp <= until && target.closest(".notice") === null;
  if (isPaused || isSecond(event, words)) {
    event.stopImmediatePropagation();
    event.preventDefault();
  }
  // A key, which has no place, presses what has the focus.
  else last = words !== null && event.detail > 0 ? { words, x, y, time: timeStamp } : null;
}

addEventListener("click", guard, { capture: true });

/** Takes no taps for a moment, but on the notice. */
export function pauseTaps() {
  until = performance.now() + PAUSE;
}
