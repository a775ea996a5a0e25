/**
 * The engine: the service's own application under Pyodide, in a worker of the page.
 *
 * The files are kept in the browser's cache storage under names that change with their content, so nothing is
 * sent twice. They are stored compressed, and inflated here.
 *
 * @typedef {{number: number, method: string, path: string, headers: Record<string, string>, body: ArrayBuffer}} Question
 * @typedef {{number: number, status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>}} Answer
 */

/** @type {any} */
const worker = self;
const ROOT = new URL("../../", import.meta.url).pathname;
const CACHE = `theodolite engine ${ROOT}`;
const WHERE = "/application";
const CORE = "pyodide.asm.wasm";
/** @type {typeof fetch} */
const download = worker.fetch.bind(worker);

/** The versions in the list of files. @type {Record<string, string>} */
let files = {};
let folder = "";
let read = 0;
/** @type {Cache | null} null where nothing can be kept: on a plain http address, with blocked site data, on a full disk */
let cache = null;

/** @param {string} address @returns {Promise<Response>} */
async function fetched(address) {
  // A page keeps the list itself; its service worker is not that of this script.
  const kept = cache && (await caches.match(address));
  if (kept) return kept;
  const response = await download(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  await cache?.put(address, response.clone()).catch(() => {
    cache = null;
  });
  return response;
}

/** A file, inflated while it arrives. @param {string} name @param {string} [type] */
async function file(name, type = "text/javascript") {
  const { body } = await fetched(folder + files[name]);
  const counted = new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      postMessage({ read });
      controller.enqueue(chunk);
    },
  });
  const inflated = body?.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(inflated, { headers: { "Content-Type": type } });
}

/** @param {string} name */
const bytes = async (name) => new Uint8Array(await (await file(name)).arrayBuffer());

/** A module of JavaScript. @param {string} name */
async function imported(name) {
  const address = URL.createObjectURL(await (await file(name)).blob());
  const module = await import(address);
  URL.revokeObjectURL(address);
  return module;
}

/** Python with everything that the application imports. @param {string} list the address of the list of files */
async function python(list) {
  cache = typeof caches === "undefined" ? null : await caches.open(CACHE).catch(() => null);
  files = await (await fetched(list)).json();
  folder = new URL(".", list).href;
  const [lock, { loadPyodide }, core, library, application, native] = await Promise.all([
    file("pyodide-lock.json"),
    imported("pyodide.mjs"),
    imported("pyodide.asm.mjs"),
    bytes("python_stdlib.zip"),
    bytes("application.zip"),
    bytes("native.zip"),
  ]);
  // Pyodide fetches its core itself, and compiles it while it arrives.
  worker.fetch = (/** @type {URL | string} */ address) =>
    String(address).endsWith(CORE) ? file(CORE, "application/wasm") : download(address);
  const loaded = await loadPyodide({
    indexURL: folder,
    packageBaseUrl: folder,
    lockFileContents: await lock.json(),
    stdLibURL: URL.createObjectURL(new Blob([library])),
    createPyodideModule: core.default,
  });
  loaded.FS.writeFile(`${WHERE}.zip`, application);
  loaded.unpackArchive(native, "zip", { extractDir: WHERE });
  loaded.runPython(`import sys; sys.path[:0] = ["${WHERE}.zip", "${WHERE}"]`);
  return loaded;
}

/** The lists of files of all pages that are kept: a game opened later may still be of an older edition. */
async function keptLists() {
  const names = (await caches.keys()).filter((name) => name.startsWith(`theodolite ${ROOT}`));
  const pages = await Promise.all(names.map((name) => caches.open(name)));
  const requests = await Promise.all(pages.map((page) => page.keys()));
  return [...new Set(requests.flat().map(({ url }) => url))].filter((url) =>
    url.startsWith(folder),
  );
}

/** Removes files that no kept page needs, as soon as this edition is whole. @param {string} list */
async function tidy(list) {
  if (cache === null) return;
  const wanted = new Set();
  for (const each of new Set([list, ...(await keptLists())])) {
    /** @type {Record<string, string>} */
    const named = (await (await caches.match(each))?.json()) ?? {};
    for (const name of Object.values(named)) wanted.add(folder + name);
    wanted.add(each);
  }
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

/** @type {Promise<(question: Question) => Answer> | null} */
let referee = null;

/** @param {string} list */
async function started(list) {
  const loaded = await python(list);
  const ask = loaded.pyimport("theodolite.offline.wsgi").ask;
  await tidy(list);
  return (/** @type {Question} */ { number, method, path, headers, body }) => {
    const reply = ask(method, path, loaded.toPy(headers), loaded.toPy(body).tobytes());
    const [status, sent, content] = reply.toJs();
    reply.destroy();
    return { number, status, headers: sent, body: content };
  };
}

// Pyodide does not pass these on.
worker.addEventListener("unhandledrejection", (/** @type {any} */ { reason }) => {
  postMessage({ failed: String(reason) });
});

worker.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  try {
    if (data.list) {
      referee = started(data.list);
      await referee;
      postMessage({ ready: true, kept: cache !== null });
      return;
    }
    const answer = (await /** @type {NonNullable<typeof referee>} */ (referee))(data);
    worker.postMessage(answer, [answer.body.buffer]);
  } catch (trouble) {
    postMessage({ number: data.number, failed: String(trouble) });
  }
});
