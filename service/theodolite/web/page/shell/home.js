/** The first page: which game is it? */

import { html } from "../vendor/htm-preact.js";
import { Masthead } from "./frame.js";
import { spoken, t } from "./i18n.js";
import { habits } from "./keep.js";
import { holdsTable } from "./link.js";
import { LanguageChoice } from "./parts.js";

/**
 * A game as the service offers it; `says` what one does with it, by language.
 *
 * @typedef {{name: string, address: string, title: string, says: Record<string, string>, photographs?: boolean}} Offer
 */

/** Where a photograph is read that is only looked at: after the address of its game. */
export const TRIAL = "#photograph";
/** Where it is asked of which game it is. */
const TRIALS = "#photographs";

/**
 * Where to go at once: the game last played, unless somebody asks for the others.
 *
 * What was kept or linked before the page knew several games is of the first of them.
 *
 * @param {Offer[]} games
 * @returns {string | null} an address
 */
export function lastPlayed(games) {
  if (["#games", TRIALS].includes(location.hash)) return null;
  const earlier = holdsTable(location.hash) || localStorage.getItem("theodolite.games") !== null;
  const last = games.find(({ name }) => name === habits().game && !holdsTable(location.hash));
  return (last ?? (earlier ? games[0] : undefined))?.address ?? null;
}

/** @param {{games: Offer[], onLanguage: (language: string) => void}} props */
export function Home({ games, onLanguage }) {
  const trial = location.hash === TRIALS;
  const offered = trial ? games.filter(({ photographs }) => photographs) : games;
  return html`
    <${Masthead}><${LanguageChoice} onLanguage=${onLanguage} /></>
    <main class="home">
      <h2>${t(trial ? "home.photographs.which" : "home.which")}</h2>
      <ul class="offers">
        ${offered.map(
          ({ name, address, title, says }) => html`
          <li key=${name}>
            <a class="offer panel" href=${trial ? address + TRIAL : address}>
              <img src=${`/page/${name}/cover.svg`} alt="" width="96" height="96" />
              <span><b lang="en">${title}</b><span>${says[spoken()] ?? says.en}</span></span>
            </a>
          </li>
        `,
        )}
      </ul>
      <p class="keys">
        ${
          trial
            ? html`<a href="#games">${t("home.others")}</a>`
            : html`<a href=${TRIALS}>${t("home.photographs")}</a>`
        }
      </p>
      <p class="keys">${t("about")}</p>
    </main>
  `;
}
