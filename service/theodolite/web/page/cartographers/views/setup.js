/** What is played and by whom. */

import { t } from "../../shell/i18n.js";
import { ExampleButton, Icon, LanguageChoice, Segments } from "../../shell/parts.js";
import { Seats } from "../../shell/seats.js";
import { dispatch, isReadOnly, show, startGame } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { printOf, printsNow } from "../answers.js";
import { exampleTable } from "../model/example.js";
import { EMPTY, GAMES, isUntouched, MOST_PLAYERS, SEASONS, withLetter } from "../model/table.js";

/** @typedef {import("../model/table.js").Table} Table */

function openExample() {
  startGame(exampleTable(["Anna", "Bert"]));
  show({ station: "result" });
}

/** @param {{table: Table, look: string, onLanguage: (language: string) => void}} props */
export function GamePanel({ table, look, onLanguage }) {
  const own = typeof table.map !== "string";
  const whole = printsNow().flatMap(({ map, rows }) => (rows ? [map] : []));
  // Of some prints the mountains are known and nothing else.
  const begun = printsNow().filter(({ rows, mountains }) => !rows && mountains);
  return html`
    <section class=${`panel ${look}`} data-station="game" aria-labelledby="game-title">
      <header><h2 id="game-title"><${Icon} name="box" />${t("game.which")}</h2></header>
      ${isUntouched(table) && !isReadOnly() && html`<${ExampleButton} onOpen=${openExample} />`}
      <${Segments}
        label=${t("game.which")}
        options=${GAMES.map((value) => ({ value, text: t(`game.${value}`) }))}
        value=${table.game}
        onChoose=${(/** @type {string} */ game) => dispatch({ type: "game", game })}
      />
      <h3>${t("map.which")}</h3>
      <${Segments}
        label=${t("map.which")}
        options=${[
          ...whole.map((value) => ({ value, text: t("map.side", { side: value }) })),
          { value: "own", text: t("map.own") },
        ]}
        value=${own ? "own" : table.map}
        onChoose=${(/** @type {string} */ map) =>
          dispatch({ type: "map", map: map === "own" ? (printOf(table.map) ?? EMPTY) : map })}
      />
      ${
        own &&
        html`<p class="hint">${t("map.own.how")}</p>
        ${begun.map(
          ({ map, mountains }) => html`
          <button type="button" key=${map} onClick=${() => dispatch({ type: "map", map: withLetter(EMPTY, mountains ?? [], "^") })}>
            ${t("map.begun", { side: map })}
          </button>
        `,
        )}`
      }
      <h3>${t("season.which")}</h3>
      <${Segments}
        label=${t("season.which")}
        options=${SEASONS.map((value) => ({ value, text: t(`season.${value}`) }))}
        value=${table.season}
        onChoose=${(/** @type {string} */ season) => dispatch({ type: "season", season })}
      />
      <h3>${t("players.who")}</h3>
      <${Seats} names=${table.players.map(({ name }) => name)} most=${MOST_PLAYERS} />
      <${LanguageChoice} onLanguage=${onLanguage} />
    </section>
  `;
}
