/** Where the rule book is open a group decides: a ruling, with a sentence for each of its values. */

import { html } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { dispatch, isReadOnly } from "./store.js";

/**
 * One ruling; the game's reducer knows `ruling`, and its texts say what each value means.
 *
 * @param {{name: string, values: string[], chosen: string}} props
 */
export const Ruling = ({ name, values, chosen }) => html`
  <fieldset class="ruling">
    <legend>${t(`ruling.${name}`)}</legend>
    ${values.map(
      (value) => html`
      <label>
        <input
          type="radio"
          name=${name}
          checked=${value === chosen}
          disabled=${isReadOnly()}
          onChange=${() => dispatch({ type: "ruling", name, value })}
        />
        <span>${t(`ruling.${name}.${value}`)}</span>
      </label>
    `,
    )}
  </fieldset>
`;
