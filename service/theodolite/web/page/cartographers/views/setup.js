/** The edition and the players. */

import { t } from "../../shell/i18n.js";
import { ExampleButton, Icon, LanguageChoice, Segments } from "../../shell/parts.js";
import { Seats } from "../../shell/seats.js";
import { isReadOnly, show, startGame } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { printOf, printsNow, sidesOf } from "../answers.js";
import { dispatch } from "../commands.js";
import { exampleTable } from "../model/example.js";
import { EMPTY, GAMES, isUntouched, MOST_PLAYERS, SEASONS, withLetter } from "../model/table.js";

/** @typedef {import("../model/table.js").Table} Table */

function openExample() {
  startGame(exampleTable(["Anna", "Bert"]), { example: true });
  show({ station: "result" });
}

/** Plays another edition; as long as nothing is drawn, on a side of its own box. @type {(table: Table, game: string) => void} */
function playEdition({ map, players }, game) {
  const sides = sidesOf(game);
  const isBare = players.every(({ drawn }) => drawn.join("") === EMPTY.join(""));
  const kept = typeof map !== "string" || sides.includes(map) ? map : (printOf(map) ?? EMPTY);
  dispatch({ type: "game", game, map: typeof map === "string" && isBare ? sides[0] : kept });
}

/** Scores another season; one that is written down is changed on the sheet instead. @type {(table: Table, season: string) => void} */
function chooseSeason({ players }, season) {
  const isWritten = players.some(({ seasons }) => seasons.some((box) => box.season === season));
  if (!isWritten) dispatch({ type: "season", season });
  else
    show({ notice: { key: "notice.season_written", values: { season: t(`season.${season}`) } } });
}

/** @param {{table: Table, look: string, onLanguage: (language: string) => void}} props */
export function GamePanel({ table, look, onLanguage }) {
  const own = typeof table.map !== "string";
  const sides = sidesOf(table.game);
  const others = table.game === "cartographers" ? [] : printsNow();
  // Of some prints the mountains are known and nothing else, of others nothing.
  const begun = others.filter(({ map, mountains }) => mountains && !sides.includes(map));
  const unknown = others.filter(({ rows, mountains }) => !rows && !mountains);
  return html`
    <section class=${`panel ${look}`} data-station="game" aria-labelledby="game-title">
      <header><h2 id="game-title"><${Icon} name="box" />${t("game.which")}</h2></header>
      ${isUntouched(table) && !isReadOnly() && html`<${ExampleButton} onOpen=${openExample} />`}
      <${Segments}
        label=${t("game.which")}
        options=${GAMES.map((value) => ({ value, text: t(`game.${value}`) }))}
        value=${table.game}
        onChoose=${(/** @type {string} */ game) => playEdition(table, game)}
      />
      <h3>${t("map.which")}</h3>
      <${Segments}
        label=${t("map.which")}
        options=${[
          // The maps of packs have names.
          ...sides.map((value) => ({
            value,
            text: value.length > 1 ? value : t("map.side", { side: value }),
          })),
          { value: "own", text: t("map.own") },
        ]}
        value=${own ? "own" : table.map}
        onChoose=${(/** @type {string} */ map) =>
          dispatch({ type: "map", map: map === "own" ? (printOf(table.map) ?? EMPTY) : map })}
      />
      ${unknown.map(({ map }) => html`<p class="hint" key=${map}>${t("map.unknown", { side: map })}</p>`)}
      ${begun.map(({ map }) => html`<p class="hint" key=${map}>${t("map.no_ruins", { side: map })}</p>`)}
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
        onChoose=${(/** @type {string} */ season) => chooseSeason(table, season)}
      />
      <h3>${t("players.who")}</h3>
      <${Seats} names=${table.players.map(({ name }) => name)} most=${MOST_PLAYERS} />
      <${LanguageChoice} onLanguage=${onLanguage} />
    </section>
  `;
}
