/**
 * Keeps an answer up to date with what is entered, and takes up again by itself after a lost connection.
 *
 * Status is `asking`, `current`, `refused` (the table is impossible as entered) or `offline`. While a new
 * answer is awaited `answer` is the last one for a second; after that it is null unless it is about what is entered.
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
/** Milliseconds: an answer that stays longer than its table would be taken for that of the next one. */
const OUTDATED = 1000;

/** Whether the answer is about this very body, though the service may be out of reach now. @type {(live: Live, body: object | null) => boolean} */
export const isAbout = (live, body) =>
  live.answer !== null && live.body === body && live.status !== "refused";

/** The answer on this very body; null where it is about another one, or there is none. @type {(live: Live, body: object | null) => any} */
export const answerOn = (live, body) => (isAbout(live, body) ? live.answer : null);

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
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let outdated;

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
        become({ status: "refused", answer: null, refusal: trouble, body });
      } else if (trouble instanceof Unreachable) {
        become({ status: "offline", answer: live.body === body ? live.answer : null });
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
      clearTimeout(outdated);
      flight?.abort();
      if (body === null) {
        live = NOTHING_ASKED;
        return;
      }
      const known = kept && live.answer === null ? keptAnswer(question, body) : null;
      // What is asked first is asked at once.
      timer = setTimeout(fly, live.body === null ? 0 : pause);
      if (known !== null) live = { ...live, answer: known, body };
      if (live.status !== "offline") live = { ...live, status: "asking" };
      outdated = setTimeout(() => live.body !== body && become({ answer: null }), OUTDATED);
    },
    again() {
      if (wanted !== null) fly();
    },
  };
}
