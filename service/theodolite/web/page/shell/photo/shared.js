/** The photograph that another app has shared with this page; the service worker keeps it until a game is open. */

import { at, ROOT } from "../root.js";
import { isOffered } from "../storage.js";

const CACHE = `theodolite shared ${new URL(ROOT).pathname}`;

/** Takes it, so that it is kept no longer. @returns {Promise<Blob | undefined>} */
export async function takeShared() {
  if (typeof caches === "undefined" || !isOffered) return undefined;
  const photo = await caches.match(at("photo"), { cacheName: CACHE });
  if (photo) await caches.delete(CACHE);
  return photo?.blob();
}
