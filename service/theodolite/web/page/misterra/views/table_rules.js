/** Otoma's claims, and every ruling of this table with a sentence for each value. */

import { listed, t } from "../../shell/i18n.js";
import { Icon, Switch } from "../../shell/parts.js";
import { Ruling } from "../../shell/rulings.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { withoutClaims } from "../model/missing.js";
import { isSolo, RULINGS } from "../model/table.js";

/** That players without a marker have no claim is said, and not guessed. @param {{state: import("../model/reducer.js").State, look: string}} props */
export function Claims({ state: { table, claimless }, look }) {
  const names = withoutClaims(table).map((one) =>
    one === "otoma" ? t("otoma") : table.players[one].name,
  );
  return html`
    <section class=${`panel ${look}`} data-station="claims" aria-labelledby="claims-title">
      <header><h2 id="claims-title"><${Icon} name="claim" />${t("way.claims")}</h2></header>
      <p class="hint">${t("claims.how")}</p>
      ${
        names.length > 0 &&
        html`<${Switch}
        label=${t("claims.none", { names: listed(names) })}
        on=${claimless}
        onChange=${(/** @type {boolean} */ value) => dispatch({ type: "claimless", claimless: value })}
      />`
      }
    </section>
  `;
}

/** @param {{table: import("../model/table.js").Table, look: string}} props */
export function TableRules({ table, look }) {
  const rulings = Object.entries(RULINGS).filter(
    ([name]) => isSolo(table) || name !== "otoma_region",
  );
  return html`
    <section class=${`panel ${look}`} data-station="players" aria-label=${t("rulings")}>
      <details>
        <summary>${t("rulings")}</summary>
        <p>${t("rulings.why")}</p>
        ${rulings.map(
          ([name, values]) => html`
          <${Ruling} key=${name} name=${name} values=${values} chosen=${table.rulings[name] ?? values[0]} />
        `,
        )}
      </details>
    </section>
  `;
}
