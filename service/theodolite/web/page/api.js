/** Asks the referee behind this page, and sorts what can go wrong into three. */

import { apiLanguage } from "./i18n.js";

/** The service could not be reached; worth asking again. */
export class Unreachable extends Error {
  constructor(retryAfter = null) {
    super("unreachable");
    this.retryAfter = retryAfter;
  }
}

/** The request cannot be judged as it is; `problem` is the problem document (RFC 9457). */
export class Refused extends Error {
  constructor(problem) {
    super(problem.title);
    this.problem = problem;
    this.errors = problem.errors ?? [];
  }
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
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

const headers = () => ({ Accept: "application/json", "Accept-Language": apiLanguage() });

/**
 * Puts one question about Maps of Misterra.
 *
 * @param {string} question last part of the path, such as "scores"
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<object>} the answer
 * @throws {Unreachable | Refused}
 */
export const ask = (question, body, signal) =>
  send(`/v1/misterra/${question}`, {
    method: "POST",
    headers: { ...headers(), "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

/** The same with a form, for photographs. */
export const askWithForm = (question, form, signal) =>
  send(`/v1/misterra/${question}`, { method: "POST", headers: headers(), body: form, signal });

/** Looks up one of the game's lists: "rules", "rulings" or "presumptions". */
export const lookUp = (list) => send(`/v1/misterra/${list}`, { headers: headers() });
