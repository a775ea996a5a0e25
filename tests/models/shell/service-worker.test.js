/** The service worker's answers with a connection and without. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SOURCE = new URL(
  "../../../service/theodolite/web/page/shell/service-worker.js",
  import.meta.url,
);
const HOST = "https://table.example";
const FILLED = { edition: "1", lists: "/lists/", engine: "", files: "./ app.js" };

/** A worker of a page in `/game/` and its network, which is null when the connection is lost. */
function installed() {
  /** @type {Map<string, any>} */
  const kept = new Map();
  const key = (/** @type {any} */ request) => new URL(request.url ?? request, HOST).pathname;
  const cache = {
    put: async (/** @type {any} */ request, /** @type {any} */ answer) => {
      kept.set(key(request), answer);
    },
    match: async (/** @type {any} */ request) => kept.get(key(request)),
  };
  const network = { answer: /** @type {any} */ (null) };
  /** @type {Record<string, any>} */
  const listeners = {};
  const self = {
    addEventListener: (/** @type {string} */ kind, /** @type {any} */ listener) => {
      listeners[kind] = listener;
    },
  };
  const fetch = async () => {
    if (!network.answer) throw new TypeError("lost");
    return network.answer;
  };
  const script = Object.entries(FILLED).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, value),
    readFileSync(SOURCE, "utf-8"),
  );
  const location = new URL(`${HOST}/game/service-worker.js`);
  runInNewContext(script, { self, location, URL, fetch, caches: { open: async () => cache } });
  /** The answer to a request of the page, or undefined where the browser asks by itself. @type {(path: string) => any} */
  const ask = (path) => {
    let answer;
    const request = { url: `${HOST}${path}`, method: "GET" };
    listeners.fetch({ request, respondWith: (/** @type {any} */ given) => (answer = given) });
    return answer;
  };
  return { ask, kept, network };
}

/** An answer of the service. @type {(words: string, ok?: boolean) => any} */
const answered = (words, ok = true) => ({ words, ok, clone: () => answered(words, ok) });

test("a list is that of today, and without a connection as it was last seen", async () => {
  const { ask, network } = installed();
  for (const words of ["yesterday", "today"]) {
    network.answer = answered(words);
    assert.equal((await ask("/lists/cards")).words, words);
  }
  network.answer = answered("a fault", false);
  assert.equal((await ask("/lists/cards")).words, "a fault");
  network.answer = null;
  assert.equal((await ask("/lists/cards")).words, "today");
  await assert.rejects(ask("/lists/monsters"), { message: "lost" });
});

test("a file of the page is the kept one, and other requests are the browser's", async () => {
  const { ask, kept, network } = installed();
  kept.set("/game/app.js", answered("kept"));
  network.answer = answered("newer");
  assert.equal((await ask("/game/app.js")).words, "kept");
  assert.equal((await ask("/game/")).words, "newer");
  assert.equal(ask("/scores"), undefined);
});
