/** How this table plays: the variant, and every ruling with a sentence for each value. */

import { t } from "../../shell/i18n.js";
import { Icon, Switch } from "../../shell/parts.js";
import { Ruling } from "../../shell/rulings.js";
import { dispatch } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { isSolo, RULINGS } from "../model/table.js";

/** @param {{table: import("../model/table.js").Table, look: string}} props */
export function House({ table, look }) {
  const rulings = Object.entries(RULINGS).filter(
    ([name]) => isSolo(table) || name !== "otoma_region",
  );
  return html`
    <section class=${`house panel ${look}`} data-station="claims" aria-labelledby="house-title">
      <header><h2 id="house-title"><${Icon} name="rule" />${t("house")}</h2></header>
      <${Switch}
        label=${t("variant.master_cartographers")}
        hint=${t("variant.master_cartographers.hint")}
        on=${table.variants.master_cartographers === true}
        onChange=${(/** @type {boolean} */ value) =>
          dispatch({ type: "variant", name: "master_cartographers", value })}
      />
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
