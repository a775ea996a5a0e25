/** The page's lines about the engine on this device: its progress, whether it is kept, and who judged. */

import { html } from "../vendor/htm-preact.js";
import { current, offered, SIZE, start, watch } from "./device.js";
import { t, written } from "./i18n.js";
import { hasService, judge } from "./referee.js";

const megabytes = written(Math.round(SIZE / 1e5) / 10);

/** Shows the progress beside the page, until the engine is ready. */
export function showProgress() {
  const place = /** @type {HTMLElement} */ (document.getElementById("engine"));
  const draw = () => {
    const { state, read } = current();
    const percent = Math.min(99, Math.round((100 * read) / SIZE));
    place.hidden = state === "idle" || state === "ready";
    if (!place.hidden) place.textContent = t(`device.${state}`, { percent });
  };
  watch(draw);
  draw();
}

/** The part of the menu about use without a connection. */
export function Offline() {
  const { kept, state } = current();
  if (!offered) return null;
  return html`
    ${
      hasService &&
      !kept &&
      (isSecureContext
        ? html`<button type="button" class="menu-entry" disabled=${state === "loading"} onClick=${start}>
            ${t("device.keep", { size: megabytes })}
          </button>`
        : html`<p class="keys">${t("device.insecure")}</p>`)
    }
    ${kept && html`<p class="keys">${t("device.kept")}</p>`}
    ${judge === "device" && html`<p class="keys">${t("device.judged")}</p>`}
  `;
}
