/** Asks the referee behind this page, and sorts what can go wrong into three. */

import { currentLanguage } from "./i18n.js";
import * as referee from "./referee.js";

/** The version of the API that this page speaks. */
export const VERSION = "v3";

/**
 * One thing that is wrong with what was sent; of a table, where in it.
 *
 * @typedef {{pointer: string, code: string, detail?: string}} Mistake
 */

/** The service could not be reached; worth asking again. */
export class Unreachable extends Error {
  /** @param {number | null} [retryAfter] seconds, where the service said so */
  constructor(retryAfter = null) {
    super("unreachable");
    this.retryAfter = retryAfter;
  }
}

/** The request cannot be judged as it is; `problem` is the problem document (RFC 9457). */
export class Refused extends Error {
  /** @param {{status: number, title: string, detail?: string, errors?: Mistake[]}} problem */
  constructor(problem) {
    super(problem.title);
    this.problem = problem;
    this.errors = (problem.errors ?? []).map(({ pointer, ...error }) => ({
      ...error,
      pointer: pointer.replace(/^\/snapshot(?=\/|$)/, ""),
    }));
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
async function send(path, options) {
  let response;
  try {
    response = await referee.send(path, options);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new Unreachable();
  }
  if (response.ok) return response.json();
  if (response.status === 429 || response.status >= 502) {
    throw new Unreachable(Number(response.headers.get("Retry-After")) || null);
  }
  const problem = await response.json().catch(() => ({ title: response.statusText }));
  throw new Refused({ status: response.status, ...problem });
}

const headers = () => ({ Accept: "application/json", "Accept-Language": currentLanguage() });

/**
 * Carries out one operation.
 *
 * @param {string} operation a path below the version, such as "game/scores"
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the answer
 * @throws {Unreachable | Refused}
 */
export const ask = (operation, body, signal) =>
  send(`${VERSION}/${operation}`, {
    method: "POST",
    headers: { ...headers(), "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

/**
 * The same with a form, for photographs.
 *
 * @param {string} operation
 * @param {FormData} form
 * @param {AbortSignal} [signal]
 */
export const askWithForm = (operation, form, signal) =>
  send(`${VERSION}/${operation}`, { method: "POST", headers: headers(), body: form, signal });

/**
 * Looks up a list, such as "game/rules".
 *
 * @param {string} list
 */
export const lookUp = (list) => send(`${VERSION}/${list}`, { headers: headers() });
