/**
 * Where questions are answered: by a service, by the engine on this device, or by both. With both the service
 * answers while it can be reached.
 */

import { askDevice, current, offered, start } from "./device.js";
import { ROOT } from "./root.js";

const { service, game } = document.documentElement.dataset;
const SERVICE = service === undefined ? null : new URL(service, ROOT).href;
/** Milliseconds until a service that was lost is asked again. */
const PAUSE = 30_000;

/** Which of them answered last. @type {"service" | "device" | null} */
export let judge = null;
export const hasService = SERVICE !== null;
let lostUntil = 0;

// Without a service the engine loads while the first names are typed.
if (!hasService && game) start();
addEventListener("online", () => {
  lostUntil = 0;
});

/**
 * Sends a request.
 *
 * @param {string} path such as "v3/game/scores"
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function send(path, options) {
  const { kept, state } = current();
  const hasEngine = offered && (!hasService || kept || state === "ready");
  if (SERVICE !== null && !(hasEngine && Date.now() < lostUntil)) {
    try {
      const response = await fetch(new URL(path, SERVICE), options);
      judge = "service";
      return response;
    } catch (lost) {
      if (options.signal?.aborted || !hasEngine) throw lost;
      lostUntil = Date.now() + PAUSE;
    }
  }
  const response = await askDevice(path, options);
  judge = "device";
  return response;
}
