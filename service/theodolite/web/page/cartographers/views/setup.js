/** What is played and by whom, and the four decrees. */

import { t } from "../../shell/i18n.js";
import { Icon, LanguageChoice, Segments } from "../../shell/parts.js";
import { Seats } from "../../shell/seats.js";
import { dispatch, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { printOf, scoringCardsNow } from "../answers.js";
import { DECREES, EMPTY, GAMES, MOST_PLAYERS, SCORED, SEASONS } from "../model/table.js";

/** @typedef {import("../model/table.js").Table} Table */

/** Which categories of cards a decree may be of: any one, but each once. @type {(cards: import("../answers.js").ScoringCard[], table: Table) => import("../answers.js").ScoringCard[]} */
const offered = (cards, { game }) =>
  cards.filter((card) => game !== "cartographers" || card.game === "cartographers");

/** @param {{table: Table, look: string, onLanguage: (language: string) => void}} props */
export function GamePanel({ table, look, onLanguage }) {
  const own = typeof table.map !== "string";
  return html`
    <section class=${`panel ${look}`} data-station="game" aria-labelledby="game-title">
      <header><h2 id="game-title"><${Icon} name="box" />${t("game.which")}</h2></header>
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
          { value: "A", text: t("map.a") },
          { value: "B", text: t("map.b") },
          { value: "own", text: t("map.own") },
        ]}
        value=${own ? "own" : table.map}
        onChoose=${(/** @type {string} */ map) =>
          dispatch({ type: "map", map: map === "own" ? (printOf(table.map) ?? EMPTY) : map })}
      />
      ${own && html`<p class="hint">${t("map.own.how")}</p>`}
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

/** @param {{table: Table, look: string}} props */
export function Decrees({ table, look }) {
  const cards = offered(scoringCardsNow(), table);
  const categories = [...new Set(cards.map(({ category }) => category))];
  const readOnly = viewed().shared !== null;
  return html`
    <section class=${`panel ${look}`} data-station="decrees" aria-labelledby="decrees-title">
      <header><h2 id="decrees-title"><${Icon} name="rule" />${t("decrees")}</h2></header>
      ${DECREES.map((decree) => {
        const chosen = cards.find(({ card }) => card === table.decrees[decree]);
        const taken = DECREES.filter((other) => other !== decree).map(
          (other) => cards.find(({ card }) => card === table.decrees[other])?.category,
        );
        const seasons = SEASONS.filter((season) => SCORED[season].includes(decree));
        return html`
          <div class="decree" key=${decree}>
            <label>
              <b class="card-number">${decree}</b>
              <small>${seasons.map((season) => t(`season.${season}`)).join(" · ")}</small>
              <select
                aria-label=${t("decree.of", { decree })}
                disabled=${readOnly}
                onChange=${(/** @type {any} */ event) =>
                  dispatch({ type: "decree", decree, card: event.target.value || null })}
              >
                <option value="">${t("decree.none")}</option>
                ${categories
                  .filter((category) => !taken.includes(category))
                  .map(
                    (category) => html`
                    <optgroup label=${t(`category.${category}`)}>
                      ${cards
                        .filter((card) => card.category === category)
                        .map(
                          ({ card, name }) =>
                            html`<option value=${card} selected=${card === table.decrees[decree]}>${name}</option>`,
                        )}
                    </optgroup>
                  `,
                  )}
              </select>
            </label>
            ${chosen && html`<p class="hint">${chosen.text}</p>`}
          </div>
        `;
      })}
    </section>
  `;
}
