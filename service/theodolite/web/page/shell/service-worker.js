/**
 * Keeps the page of one game working without a connection, or the first page and those of all games that have
 * not been opened yet.
 *
 * All files of one edition are fetched together when the worker is installed, so that no page is ever
 * made of two editions. The service fills in what is in braces: EDITION is a digest of all FILES, so a
 * changed file changes this one, which is what makes browsers fetch the new edition.
 */

/** @type {any} */
const worker = self;
/** @param {string} address relative to this file */
const relative = (address) => address && new URL(address, location.href).pathname;
const MINE = `theodolite ${new URL(".", location.href).pathname} `;
/** Editions that speak the same version of the API. */
const ALIKE = `${MINE}v3 `;
const EDITION = `${ALIKE}{{edition}}`;
const LISTS = relative("{{lists}}");
/** The list of the engine's files. */
const ENGINE = relative("{{engine}}");
/** @type {string[]} */
const FILES = "{{files}}".split(" ").map(relative);

/** @param {string} path */
const fresh = (path) => new Request(path, { cache: "no-cache" });

/** Fetches what a kept engine lacks of this edition, so that the new page judges even if the host is gone by then. */
async function renewEngine() {
  const list = new URL(ENGINE, location.href);
  const name = `theodolite engine ${new URL("..", list).pathname}`;
  const isUpdate = worker.registration.active !== null;
  if (!ENGINE || !isUpdate || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  // Workers of two pages may be renewed at once.
  await worker.navigator.locks.request(name, () => fetchLacking(cache, list));
}

/** @type {(cache: Cache, list: URL) => Promise<void>} */
async function fetchLacking(cache, list) {
  const names = Object.values(await (await fetch(list)).json());
  const files = names.map((file) => new URL(String(file), list).href);
  const kept = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, at) => !kept[at]));
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fetchAll = async () => {
    const cache = await caches.open(EDITION);
    await cache.addAll(FILES.map(fresh));
    await renewEngine();
    if (isStranded(await others())) worker.skipWaiting();
  };
  event.waitUntil(fetchAll());
});

/** The names of the other editions that are kept. @returns {Promise<string[]>} */
async function others() {
  return (await caches.keys()).filter((name) => name !== EDITION && name.startsWith(MINE));
}

/** Whether one of them speaks another version of the API: its page can ask the service nothing any more. @param {string[]} names */
const isStranded = (names) => names.some((name) => !name.startsWith(ALIKE));

// A page asks for it when it starts, so that no page changes while it is used.
worker.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "take over") worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = async () => {
    const names = await others();
    await Promise.all(names.map((name) => caches.delete(name)));
    await worker.clients.claim();
    if (!isStranded(names)) return;
    // All that was entered is kept.
    for (const page of await worker.clients.matchAll({ type: "window" })) page.navigate(page.url);
  };
  event.waitUntil(tidy());
});

/** A list of the referee: of today if there is a connection, else as it was last seen. @param {Request} request */
async function list(request) {
  const cache = await caches.open(EDITION);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (lost) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw lost;
  }
}

/** @type {(request: Request, pathname: string) => Promise<Response>} */
async function file(request, pathname) {
  const cache = await caches.open(EDITION);
  return (await cache.match(pathname)) ?? fetch(request);
}

/** Keeps a photograph that another app shares until a game is open. @param {Request} request */
async function share(request) {
  const photo = (await request.formData()).get("photo");
  const cache = await caches.open(`theodolite shared ${relative("./")}`);
  if (photo) await cache.put("photo", new Response(photo));
  return Response.redirect("./", 303);
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "POST" && pathname === relative("share"))
    event.respondWith(share(request));
  if (request.method !== "GET" || origin !== location.origin) return;
  if (LISTS && pathname.startsWith(LISTS)) event.respondWith(list(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request, pathname));
});
