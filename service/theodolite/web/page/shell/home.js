/** The first page: which game is it? */

import { html } from "../vendor/htm-preact.js";
import { Masthead } from "./frame.js";
import { currentLanguage, t } from "./i18n.js";
import { habits, keeping } from "./keep.js";
import { holdsTable } from "./link.js";
import { Memory } from "./memory.js";
import { Icon, LanguageChoice } from "./parts.js";
import { at } from "./root.js";
import { getText } from "./storage.js";

/**
 * A game as the service offers it; `says` what one does with it, by language, and `shelf` how its keys begin where it is not by its name.
 *
 * @typedef {{name: string, address: string, title: string, says: Record<string, string>, shelf?: string, photographs?: boolean, example?: boolean, daily?: boolean}} Offer
 */

/** Where a photograph is read before a game is begun: after the address of its game. */
export const PHOTOGRAPH = "#photograph";
/** Where a finished game is shown to look at, likewise. */
export const EXAMPLE = "#example";
/** Where the puzzle of the day is played, likewise. */
export const TODAY = "#today";
/** Where it is asked of which game it is. */
const TRIALS = "#photographs";
/** Where the games are that this device keeps. */
const MEMORY = "#memory";

/**
 * Where to go at once: the game last played, unless somebody asks for the others.
 *
 * Games kept or linked before the page knew several are of the first of them.
 *
 * @param {Offer[]} games
 * @returns {string | null} an address
 */
export function lastPlayed(games) {
  if (["#games", TRIALS, MEMORY].includes(location.hash)) return null;
  const earlier = holdsTable(location.hash) || getText("theodolite.games") !== null;
  const last = games.find(({ name }) => name === habits().game && !holdsTable(location.hash));
  return (last ?? (earlier ? games[0] : undefined))?.address ?? null;
}

/** An introduction of ten seconds. @param {{games: Offer[]}} props */
function Intro({ games }) {
  const example = games.find((game) => game.example);
  const daily = games.find((game) => game.daily);
  return html`
    <section class="intro panel">
      <p class="pitch">${t("home.pitch")}</p>
      <img src=${at("page/shell/home.svg")} alt=${t("home.picture")} width="320" height="120" />
      <div class="begin-board">
        ${example && html`<a class="button main" href=${example.address + EXAMPLE}>${t("home.example")}</a>`}
        ${daily && html`<a class="button" href=${daily.address + TODAY}>${t("home.daily")}</a>`}
        ${games.some(({ photographs }) => photographs) && html`<a class="button" href=${TRIALS}>${t("home.photographs")}</a>`}
        <a class="button" href=${MEMORY}><${Icon} name="games" />${t("games")}</a>
      </div>
    </section>
  `;
}

/** @param {{games: Offer[], onLanguage: (language: string) => void}} props */
export function Home({ games, onLanguage }) {
  if (location.hash === MEMORY) {
    return html`
      <${Masthead}><${LanguageChoice} onLanguage=${onLanguage} /></>
      <main class="home">
        <h2>${t("games")}</h2>
        <${Memory} offers=${games} />
        <p class="keys"><a href="#games">${t("home.others")}</a></p>
      </main>
    `;
  }
  const trial = location.hash === TRIALS;
  const offered = trial ? games.filter(({ photographs }) => photographs) : games;
  return html`
    <${Masthead}><${LanguageChoice} onLanguage=${onLanguage} /></>
    <main class="home">
      ${!trial && html`<${Intro} games=${games} />`}
      <h2>${t(trial ? "home.photographs.which" : "home.which")}</h2>
      <ul class="offers">
        ${offered.map(
          ({ name, address, title, says }) => html`
          <li key=${name}>
            <a class="offer panel" href=${trial ? address + PHOTOGRAPH : address}>
              <img src=${at(`page/${name}/cover.svg`)} alt="" width="96" height="96" />
              <span><b lang="en">${title}</b><span>${says[currentLanguage()] ?? says.en}</span></span>
            </a>
          </li>
        `,
        )}
      </ul>
      ${trial && html`<p class="keys"><a href="#games">${t("home.others")}</a></p>`}
      <p class="keys">${t(keeping ? "about" : "notice.not_kept")}</p>
    </main>
  `;
}
