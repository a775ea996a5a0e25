/**
 * Keeps an answer up to date with what is entered, and takes up again by itself after a lost connection.
 *
 * Status is `asking`, `current`, `refused` (the table is impossible as entered) or `offline`; `answer`
 * is the last one there was, which may be out of date.
 *
 * @typedef {object} Live
 * @property {"asking" | "current" | "refused" | "offline"} status
 * @property {any} answer
 * @property {Refused | null} refusal
 * @property {object | null} body what the answer or the refusal is about
 */

import { ask, Refused, Unreachable } from "./api.js";
import { keepAnswer, keptAnswer } from "./keep.js";

const PAUSE = 60;
const RETRY = 3000;

/** Whether the answer is about this very body, though the service may be out of reach now. @type {(live: Live, body: object) => boolean} */
export const isAbout = (live, body) =>
  live.answer !== null && live.body === body && live.status !== "refused";

/** @type {Live} */
const NOTHING_ASKED = { status: "asking", answer: null, refusal: null, body: null };

/**
 * @param {string} question such as "game/scores"
 * @param {() => void} changed called whenever the answer or its status has changed
 * @param {{kept?: boolean, pause?: number}} [options] `kept` keeps the last answer in the browser, for a visit
 *   without a connection; `pause` is how long, in milliseconds, nothing may change before it is asked again
 */
export function liveAnswer(question, changed, { kept = false, pause = PAUSE } = {}) {
  let live = NOTHING_ASKED;
  /** @type {object | null} */
  let wanted = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {AbortController | null} */
  let flight = null;

  /** @param {Partial<Live>} change */
  const become = (change) => {
    live = { ...live, ...change };
    changed();
  };

  async function fly() {
    const body = wanted;
    if (body === null) return;
    flight?.abort();
    flight = new AbortController();
    const { signal } = flight;
    try {
      const answer = await ask(question, body, signal);
      if (signal.aborted) return;
      if (kept) keepAnswer(question, body, answer);
      become({ status: "current", answer, refusal: null, body });
    } catch (trouble) {
      if (signal.aborted) return;
      if (trouble instanceof Refused) {
        become({ status: "refused", refusal: trouble, body });
      } else if (trouble instanceof Unreachable) {
        become({ status: "offline" });
        clearTimeout(timer);
        timer = setTimeout(fly, trouble.retryAfter ? trouble.retryAfter * 1000 : RETRY);
      } else {
        throw trouble;
      }
    }
  }

  addEventListener("online", () => live.status === "offline" && fly());

  return {
    current: () => live,
    /**
     * Asks about this body unless it is what was asked last; null asks nothing.
     *
     * @param {object | null} body
     */
    want(body) {
      if (body === wanted) return;
      wanted = body;
      clearTimeout(timer);
      flight?.abort();
      if (body === null) {
        live = NOTHING_ASKED;
        return;
      }
      const known = kept && live.answer === null ? keptAnswer(question, body) : null;
      if (known !== null) live = { ...live, answer: known, body };
      if (live.status !== "offline") live = { ...live, status: "asking" };
      timer = setTimeout(fly, live.answer === null ? 0 : pause);
    },
    again() {
      if (wanted !== null) fly();
    },
  };
}
