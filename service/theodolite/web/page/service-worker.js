/**
 * Keeps the page working without a connection.
 *
 * All files of one edition are fetched together when the worker is installed, so that no page is ever
 * made of two editions. EDITION is a digest of the files (a test computes it): a changed file changes
 * this one, which is what makes browsers fetch the new edition.
 */

const EDITION = "7f279f64d8ef5ba1";
const LISTS = /^\/v1\/misterra\/(rules|presumptions)$/;
const FILES = [
  "/",
  "/page/api.js",
  "/page/app.js",
  "/page/i18n.js",
  "/page/icon.svg",
  "/page/keep.js",
  "/page/live.js",
  "/page/manifest.webmanifest",
  "/page/model/board.js",
  "/page/model/history.js",
  "/page/model/link.js",
  "/page/model/quad.js",
  "/page/model/reducer.js",
  "/page/model/rows.js",
  "/page/model/table.js",
  "/page/page.css",
  "/page/rules.js",
  "/page/store.js",
  "/page/texts/de.json",
  "/page/texts/en.json",
  "/page/texts/fr.json",
  "/page/texts/nl.json",
  "/page/texts/rules.de.json",
  "/page/texts/rules.fr.json",
  "/page/vendor/htm-preact.js",
  "/page/vendor/lean-qr.js",
  "/page/views/board.js",
  "/page/views/dispute.js",
  "/page/views/entry.js",
  "/page/views/frame.js",
  "/page/views/house.js",
  "/page/views/marks.js",
  "/page/views/menu.js",
  "/page/views/palette.js",
  "/page/views/parts.js",
  "/page/views/paste.js",
  "/page/views/photo.js",
  "/page/views/picture.js",
  "/page/views/presumptions.js",
  "/page/views/referee.js",
  "/page/views/score.js",
  "/page/views/share.js",
  "/page/views/sheet.js",
];

const fresh = (path) => new Request(path, { cache: "reload" });

addEventListener("install", (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(EDITION);
    await cache.addAll(FILES.map(fresh));
    await self.skipWaiting();
  };
  event.waitUntil(fetchAll());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== EDITION).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

/** A list of the referee: of today if there is a connection, else as it was last seen. */
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

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (LISTS.test(pathname)) event.respondWith(list(request));
  else if (FILES.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});
