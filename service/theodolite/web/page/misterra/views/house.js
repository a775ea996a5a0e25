/** How this table plays: the variant, solo, and every ruling with a sentence for each value. */

import { RULINGS, isSolo } from "../model/table.js";
import { dispatch } from "../../shell/store.js";
import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { Icon } from "../../shell/parts.js";

const Switch = ({ label, hint, on, onChange }) => html`
  <label class="switch">
    <input type="checkbox" role="switch" checked=${on} onChange=${(event) => onChange(event.target.checked)} />
    <span><b>${label}</b><small>${hint}</small></span>
  </label>
`;

const Ruling = ({ name, values, chosen }) => html`
  <fieldset class="ruling">
    <legend>${t(`ruling.${name}`)}</legend>
    ${values.map(
      (value) => html`
      <label>
        <input
          type="radio"
          name=${name}
          checked=${value === chosen}
          onChange=${() => dispatch({ type: "ruling", name, value })}
        />
        <span>${t(`ruling.${name}.${value}`)}</span>
      </label>
    `,
    )}
  </fieldset>
`;

export function House({ table }) {
  const solo = isSolo(table);
  const rulings = Object.entries(RULINGS).filter(([name]) => solo || name !== "otoma_region");
  return html`
    <section class="house panel" aria-labelledby="house-title">
      <header><h2 id="house-title"><${Icon} name="rule" />${t("house")}</h2></header>
      <${Switch}
        label=${t("variant.master_cartographers")}
        hint=${t("variant.master_cartographers.hint")}
        on=${table.variants.master_cartographers === true}
        onChange=${(value) => dispatch({ type: "variant", name: "master_cartographers", value })}
      />
      ${
        table.players.length === 1 &&
        html`<${Switch}
        label=${t("solo")}
        hint=${t("solo.hint")}
        on=${solo}
        onChange=${(on) => dispatch({ type: "solo", on })}
      />`
      }
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
