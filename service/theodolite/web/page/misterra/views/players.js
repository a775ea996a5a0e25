/** The players: names, one more or fewer, and Otoma for one alone. */

import { t } from "../../shell/i18n.js";
import { ExampleButton, Icon, LanguageChoice, Switch } from "../../shell/parts.js";
import { Seats } from "../../shell/seats.js";
import { show, startGame } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { exampleTable } from "../model/example.js";
import { isSolo, isUntouched, MOST_PLAYERS } from "../model/table.js";
import { Troubles } from "./entry.js";

/** Opens a finished game. */
export function openExample() {
  startGame(exampleTable(["Anna", "Bert"]), { example: true });
  show({ station: "result" });
}

/** @param {{table: import("../model/table.js").Table, troubles: import("./marks.js").Trouble[], look: string, onLanguage: (language: string) => void}} props */
export function PlayersPanel({ table, troubles, look, onLanguage }) {
  const own = troubles.filter(
    ({ board, player, slot }) => board === null && player !== null && slot === null,
  );
  return html`
    <section class=${`panel ${look}`} data-station="players" aria-labelledby="players-title">
      <header><h2 id="players-title"><${Icon} name="meeple" />${t("players.who")}</h2></header>
      ${
        isUntouched(table) &&
        html`<p>${t("way.how")}</p>
        <${ExampleButton} onOpen=${openExample} />
        <${LanguageChoice} onLanguage=${onLanguage} />`
      }
      <${Seats} names=${table.players.map(({ name }) => name)} most=${MOST_PLAYERS}>
        <${Troubles} all=${own} />
      </>
      <${Switch}
        label=${t("variant.master_cartographers")}
        hint=${t("variant.master_cartographers.hint")}
        on=${table.variants.master_cartographers === true}
        onChange=${(/** @type {boolean} */ value) =>
          dispatch({ type: "variant", name: "master_cartographers", value })}
      />
      ${
        table.players.length === 1 &&
        html`<${Switch}
          label=${t("solo")}
          hint=${t("solo.hint")}
          on=${isSolo(table)}
          onChange=${(/** @type {boolean} */ on) => dispatch({ type: "solo", on })}
        />`
      }
    </section>
  `;
}
