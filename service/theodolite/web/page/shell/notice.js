/** A word about what has just happened, and the way back from it. */

import { html, useEffect } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";
import { show, viewed } from "./store.js";

/** Milliseconds: long enough to read it and to take it back. */
const LASTS = 12_000;
/** Notices of the device, which stand above the page until somebody closes them. */
const STANDING = ["notice.not_kept", "notice.set_aside"];
/** Notices that stay until somebody closes them. */
const LASTING = [...STANDING, "notice.record_left"];

/** Nobody points at it or is about to press its buttons. */
const isIdle = () => document.querySelector(".notice:is(:hover, :focus-within)") === null;

export function Notice() {
  /** @type {import("./store.js").Notice | null} */
  const notice = viewed().notice;
  useEffect(() => {
    if (notice === null || LASTING.includes(notice.key)) return;
    const timer = setInterval(() => isIdle() && show({ notice: null }), LASTS);
    return () => clearInterval(timer);
  }, [notice]);
  const takeBack = () => {
    const undo = notice?.undo;
    show({ notice: null });
    undo?.();
  };
  const passes = notice && !STANDING.includes(notice.key);
  return html`
    <div class=${passes ? "notice passing" : "notice"} role="status">
      ${
        notice &&
        html`
        <div class="said">
          <p>${t(notice.key, notice.values)}</p>
          ${notice.undo && html`<button type="button" class="undo" onClick=${takeBack}><${Icon} name="undo" />${t("notice.undo")}</button>`}
          <button type="button" class="quiet" aria-label=${t("close")} onClick=${() => show({ notice: null })}>
            <${Icon} name="close" />
          </button>
        </div>`
      }
    </div>
  `;
}
