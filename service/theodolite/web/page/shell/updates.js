/** Keeps the page usable without a connection, and takes a new edition at the next start. */

import { at } from "./root.js";
import { show } from "./store.js";

const UPDATED = "theodolite.updated";

/** Takes the edition that was fetched during the last visit; the page begins again with it. @param {ServiceWorkerRegistration} registration */
function takeOver({ waiting }) {
  if (waiting === null || navigator.serviceWorker.controller === null) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    sessionStorage.setItem(UPDATED, "yes");
    location.reload();
  });
  waiting.postMessage("take over");
}

/** Registers the service workers of this page and of the first page, from which an installed page starts. */
export async function keepUp() {
  const { game } = document.documentElement.dataset;
  if (game && sessionStorage.getItem(UPDATED) !== null) {
    sessionStorage.removeItem(UPDATED);
    show({ notice: { key: "notice.updated" } });
  }
  const here = new URL(".", location.href).href;
  for (const place of new Set([here, at("")])) {
    const registration = await navigator.serviceWorker?.register(`${place}service-worker.js`);
    if (registration && place === here) takeOver(registration);
  }
}
