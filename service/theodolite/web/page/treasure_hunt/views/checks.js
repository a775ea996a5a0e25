/** The API's answer about a move or a place, and the state of a request. */

import { t } from "../../shell/i18n.js";
import { Icon } from "../../shell/parts.js";
import { show, viewed } from "../../shell/store.js";
import { Verdict } from "../../shell/verdict.js";
import { html } from "../../vendor/htm-preact.js";

/** @typedef {import("../../shell/verdict.js").Judged} Judged */

/** @param {any} check */
const withoutAction = ({ action: _action, ...check }) => check;

/** The verdict; a rule that is touched lights its spaces. @param {{answer: Judged, name: string}} props */
export function Verdicts({ answer, name }) {
  const { lit } = viewed();
  // The same may be said of several actions of a turn.
  const once = new Map(answer.checks.map((check) => [JSON.stringify(withoutAction(check)), check]));
  const checks = [...once.values()];
  const chosen = checks.findIndex((_, at) => lit?.key === `${name} ${at}`);
  return html`
    <${Verdict}
      answer=${{ ...answer, checks }}
      chosen=${chosen === -1 ? null : chosen}
      onChoose=${(/** @type {number | null} */ at) =>
        show({
          lit: at === null ? null : { key: `${name} ${at}`, spaces: checks[at].spaces ?? [] },
        })}
    />
  `;
}

/** @param {{live: import("../../shell/live.js").Live}} props */
export function Standing({ live: { status, refusal } }) {
  if (status === "offline") {
    return html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`;
  }
  if (status !== "refused" || refusal === null) return null;
  const said = refusal.errors.map(({ detail }) => detail).filter(Boolean);
  const { detail, title } = refusal.problem;
  return html`
    <ul class="troubles">
      ${(said.length > 0 ? said : [detail ?? title]).map((words) => html`<li><${Icon} name="warning" />${words}</li>`)}
    </ul>
  `;
}
