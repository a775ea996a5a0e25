/** Keeps the page usable without a connection, and takes a new edition at the next start. */

import { habits, keepHabits } from "./keep.js";
import { at } from "./root.js";
import { isOffered } from "./storage.js";
import { show, viewed } from "./store.js";

const HERE = new URL(".", location.href).href;
/** Browsers that block site data refuse service workers too. */
const workers = isOffered ? navigator.serviceWorker : undefined;

/** Takes the edition that was fetched during the last visit; the page begins again with it. */
export async function takeOver() {
  const registration = await workers?.getRegistration(HERE);
  if (!registration?.waiting || workers?.controller === null) return;
  workers?.addEventListener("controllerchange", () => location.reload());
  registration.waiting.postMessage("take over");
}

/** Says that this is another edition of a game's page than at the last visit. */
export function sayUpdate() {
  const { game, edition } = document.documentElement.dataset;
  if (!game) return;
  const { editions = {} } = habits();
  const isOther = (editions[game] ?? edition) !== edition;
  // Games that could not be read matter more.
  if (isOther && !viewed().notice) show({ notice: { key: "notice.updated" } });
  keepHabits({ editions: { ...editions, [game]: edition } });
}

/** Registers the service workers of this page and of the first page, from which an installed page starts. */
export async function keepUp() {
  for (const place of new Set([HERE, at("")])) {
    // Without a connection the next visit registers it.
    await workers?.register(`${place}service-worker.js`).catch(() => {});
  }
}
