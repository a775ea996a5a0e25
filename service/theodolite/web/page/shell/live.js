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
 * @property {any} body what the answer or the refusal is about
 * @property {boolean} isAbout whether the answer is about what is entered, though the service may be out of reach now
 */

import { ask, Refused, Unreachable, VERSION } from "./api.js";
import { keepAnswer, keptAnswer } from "./keep.js";

const PAUSE = 60;
const RETRY = 3000;
/** Milliseconds: an answer that stays longer than its table would be taken for that of the next one. */
const OUTDATED = 1000;

/** The answer on what is entered; null where there is none. @type {(live: Live) => any} */
export const answerOn = ({ isAbout, answer }) => (isAbout ? answer : null);

/** @type {Omit<Live, "isAbout">} */
const NOTHING_ASKED = { status: "asking", answer: null, refusal: null, body: null };

/**
 * @param {string} operation such as "game/scores"
 * @param {() => void} changed called whenever the answer or its status has changed
 * @param {{kept?: boolean, pause?: number}} [options] `kept` keeps the last answer in the browser, for a visit
 *   without a connection; `pause` is how long, in milliseconds, nothing may change before it is asked again
 */
export function liveAnswer(operation, changed, { kept = false, pause = PAUSE } = {}) {
  let live = NOTHING_ASKED;
  /** @type {object | null} */
  let wanted = null;
  /** The wanted request, and the one that the answer or the refusal is about, each as one text. */
  let key = "";
  let about = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {AbortController | null} */
  let flight = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let outdated;

  /** @param {Partial<typeof NOTHING_ASKED>} change */
  const become = (change) => {
    live = { ...live, ...change };
    changed();
  };

  async function fly() {
    const [body, asked] = [wanted, key];
    if (body === null) return;
    flight?.abort();
    flight = new AbortController();
    const { signal } = flight;
    try {
      const answer = await ask(operation, body, signal);
      if (signal.aborted) return;
      if (kept) keepAnswer(operation, asked, answer);
      about = asked;
      become({ status: "current", answer, refusal: null, body });
    } catch (trouble) {
      if (signal.aborted) return;
      if (trouble instanceof Refused) {
        about = asked;
        become({ status: "refused", answer: null, refusal: trouble, body });
      } else if (trouble instanceof Unreachable) {
        become({ status: "offline", answer: about === asked ? live.answer : null });
        clearTimeout(timer);
        timer = setTimeout(fly, trouble.retryAfter ? trouble.retryAfter * 1000 : RETRY);
      } else {
        throw trouble;
      }
    }
  }

  addEventListener("online", () => live.status === "offline" && fly());

  return {
    /** @returns {Live} */
    current: () => ({ ...live, isAbout: live.answer !== null && about === key }),
    /**
     * Asks about this unless the same was asked last; null asks nothing.
     *
     * @param {object | null} body
     */
    want(body) {
      // Another version answers in other words.
      const next = body === null ? "" : `${VERSION} ${JSON.stringify(body)}`;
      if (next === key) return;
      wanted = body;
      key = next;
      clearTimeout(timer);
      clearTimeout(outdated);
      flight?.abort();
      if (body === null) {
        live = NOTHING_ASKED;
        about = "";
        return;
      }
      const known = kept && live.answer === null ? keptAnswer(operation, key) : null;
      // The first request is sent at once.
      timer = setTimeout(fly, live.body === null ? 0 : pause);
      if (known !== null) {
        live = { ...live, answer: known, body };
        about = key;
      }
      if (live.status !== "offline") live = { ...live, status: "asking" };
      outdated = setTimeout(() => about !== key && become({ answer: null }), OUTDATED);
    },
    again() {
      if (wanted !== null) fly();
    },
  };
}
