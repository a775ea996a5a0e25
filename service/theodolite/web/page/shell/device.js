/** The engine on this device, as the page sees it: started once, asked one question after the other. */

import { t } from "./i18n.js";
import { at, ROOT } from "./root.js";
import { getText, setText } from "./storage.js";

const { engine, size } = document.documentElement.dataset;
const KEPT = `theodolite.engine ${new URL(ROOT).pathname}`;

/** The address of the list of the engine's files; null where the page knows of no engine. */
const LIST = engine === undefined ? null : at(engine);
/** Milliseconds: nothing else stops a search whose limit counts steps. */
const LONGEST = 60_000;
/** Bytes that are transferred the first time. */
export const SIZE = Number(size ?? 0);

/** @type {{read: number, state: "idle" | "loading" | "ready" | "failed", kept: boolean}} */
let device = { read: 0, state: "idle", kept: getText(KEPT) !== null };
/** @type {Set<() => void>} */
const watchers = new Set();
/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, {resolve: (response: Response) => void, reject: (trouble: Error) => void}>} */
const asked = new Map();
let number = 0;
/** @type {Promise<unknown>} */
let last = Promise.resolve();

export const current = () => device;
export const offered = LIST !== null;

/** Calls back whenever the state has changed. @param {() => void} watcher */
export const watch = (watcher) => watchers.add(watcher);

/** @param {Partial<typeof device>} change */
function become(change) {
  device = { ...device, ...change };
  for (const watcher of watchers) watcher();
}

/** @param {string} reason */
function fail(reason) {
  become({ state: "failed" });
  worker?.terminate();
  worker = null;
  for (const { reject } of asked.values()) reject(new Error(reason));
  asked.clear();
}

/** Loads the engine in the background; once it is loaded, it is kept. */
export function start() {
  if (worker !== null || LIST === null) return;
  worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
  become({ state: "loading", read: 0 });
  worker.addEventListener("error", ({ message }) => fail(message));
  worker.addEventListener("message", ({ data }) => {
    if (data.read) become({ read: data.read });
    else if (data.ready) {
      if (data.kept) setText(KEPT, "yes");
      become({ state: "ready", kept: data.kept });
    } else if (data.number === undefined) fail(data.failed);
    else {
      const { resolve, reject } = asked.get(data.number) ?? {};
      asked.delete(data.number);
      if (data.failed) reject?.(new Error(data.failed));
      else resolve?.(new Response(data.body, data));
    }
  });
  worker.postMessage({ list: LIST });
}

/**
 * Sends a request to the engine. It works on one at a time, and a request that is withdrawn before its turn is not sent.
 *
 * @param {string} path such as "v3/game/scores"
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function askDevice(path, options) {
  start();
  const request = new Request(at(path), options);
  const body = await request.arrayBuffer();
  const turn = last.then(
    () =>
      new Promise((resolve, reject) => {
        if (options.signal?.aborted) reject(options.signal.reason);
        else if (worker === null) reject(new Error("no engine"));
        else {
          number += 1;
          const tooLong = setTimeout(() => {
            const problem = { title: t("device.too_long"), status: 422, errors: [] };
            resolve(Response.json(problem, { status: 422 }));
            fail("too long");
            start();
          }, LONGEST);
          const finishing =
            (/** @type {(value: any) => void} */ done) => (/** @type {any} */ value) => {
              clearTimeout(tooLong);
              done(value);
            };
          asked.set(number, { resolve: finishing(resolve), reject: finishing(reject) });
          const headers = Object.fromEntries(request.headers);
          worker.postMessage({ number, method: request.method, path: `/${path}`, headers, body });
        }
      }),
  );
  last = turn.catch(() => {});
  return turn;
}
