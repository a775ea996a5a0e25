/** A word about what has just happened, and the way back from it. */

import { html } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";
import { show, viewed } from "./store.js";

export function Notice() {
  /** @type {import("./store.js").Notice | null} */
  const notice = viewed().notice;
  const takeBack = () => {
    const undo = notice?.undo;
    show({ notice: null });
    undo?.();
  };
  return html`
    <div class="notice" role="status">
      ${
        notice &&
        html`<p>${t(notice.key, notice.values)}</p>
        ${notice.undo && html`<button type="button" class="undo" onClick=${takeBack}><${Icon} name="undo" />${t("notice.undo")}</button>`}
        <button type="button" class="quiet" aria-label=${t("close")} onClick=${() => show({ notice: null })}>
          <${Icon} name="close" />
        </button>`
      }
    </div>
  `;
}
