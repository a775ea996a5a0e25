/** The way of the fewest expected turns to coordinates and treasures, and home if one likes. */

import { currentLanguage, t } from "../../shell/i18n.js";
import { Icon, Segments, Switch } from "../../shell/parts.js";
import { show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { currentAnswer, way } from "../answers.js";
import { isBlank, ROUTES } from "../model/table.js";
import { Standing } from "./checks.js";
import { WhoseTurn } from "./pieces.js";
import { Marker, placeName, routeName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Way} Way */

const MOST = 4;

/** All marked coordinates, those of the player first. @param {Table} table */
function marked({ players }) {
  const { player } = viewed();
  const seats = [player, ...[...players.keys()].filter((seat) => seat !== player)];
  return seats.flatMap((seat) =>
    ROUTES.flatMap((route) => {
      const { colour, name, routes } = players[seat];
      const space = routes[route].cards.at(-1);
      return space ? [{ space, route, colour, name, own: seat === player }] : [];
    }),
  );
}

/** To one decimal, as numbers are written in the page's language. @type {(key: string, turns: number) => string} */
function inTurns(key, turns) {
  const n = Number(turns.toFixed(1));
  return t(key, { n, turns: new Intl.NumberFormat(currentLanguage()).format(n) });
}

/** The answer for the bar: how many turns it takes. @returns {{text: string, bad?: boolean} | null} */
export function wayInBar() {
  const answer = viewed().targets.length > 0 && currentAnswer(way);
  if (!answer) return null;
  const { expected_turns: expected, fewest_turns: fewest } = answer;
  if (expected === null) return { text: t("way.never"), bad: true };
  return { text: `${inTurns("way.turns", expected)} ${t("way.fewest", { n: fewest ?? 0 })}` };
}

/** @param {{answer: Way}} props */
function Found({ answer }) {
  const { best } = viewed();
  const { expected_turns: expected, fewest_turns: fewest, order, first } = answer;
  if (expected === null) return html`<p class="troubles" role="status">${t("way.never")}</p>`;
  return html`
    <p class="expected" role="status"><b>${inTurns("way.turns", expected)}</b> ${fewest !== null && t("way.fewest", { n: fewest })}</p>
    ${order.length > 1 && html`<p>${t("way.order", { spaces: order.join(" → ") })}</p>`}
    <p class="hint">${t("way.first")}</p>
    <ul class="firsts">
      ${first.map(
        ({ pips, at, expected_after: after }) => html`
        <li key=${pips}>
          <button type="button" aria-pressed=${best === pips} onClick=${() => show({ best: best === pips ? null : pips, lit: null })}>
            <b class="pip">${pips}</b><span>${placeName(at)}</span>
            <small>${after === null ? "" : after === 0 ? t("way.done") : inTurns("way.then", after)}</small>
          </button>
        </li>
      `,
      )}
    </ul>
    <p class="hint">${t(Object.values(answer.odds).every((one) => one === "equal_values") ? "way.equal_values" : "way.odds_known")}</p>
  `;
}

/** @param {{table: Table, look: string}} props */
export function WaysPanel({ table, look }) {
  const { player, explorer, targets, homeward, boat } = viewed();
  const { explorers } = table.players[player];
  const all = marked(table);
  const answer = currentAnswer(way);
  /** @param {string} space */
  const toggle = (space) =>
    show({
      best: null,
      targets: targets.includes(space)
        ? targets.filter((/** @type {string} */ one) => one !== space)
        : [...targets, space].slice(-MOST),
    });
  return html`
    <section class=${`panel ${look}`} data-station="way" aria-labelledby="ways-title">
      <header><h2 id="ways-title"><${Icon} name="route" />${t("ways")}</h2></header>
      <${WhoseTurn} table=${table} />
      <p class="hint">${t(isBlank(table) ? "roll.board_first" : all.length > 0 ? "ways.how" : "ways.none")}</p>
      ${
        explorers.length > 1 &&
        html`<${Segments}
        label=${t("roll.which")}
        options=${explorers.map(({ at }, value) => ({ value, text: `${t("mover.explorer", { n: value + 1 })}, ${placeName(at)}`, content: html`<span class="pawn" data-colour=${table.players[player].colour} aria-hidden="true">${value + 1}</span><span>${placeName(at)}</span>` }))}
        value=${explorer}
        onChoose=${(/** @type {number} */ value) => show({ explorer: value, best: null })}
      />`
      }
      <div class="chips targets">
        ${all.map(
          ({ space, route, colour, name, own }) => html`
          <button key=${`${name} ${route}`} type="button" class=${own ? "chip" : "chip foreign"} aria-pressed=${targets.includes(space)} aria-label=${`${space}, ${t("board.marker_of", { route: routeName(route), name })}`} onClick=${() => toggle(space)}>
            <${Marker} route=${route} colour=${colour} />${space}
          </button>
        `,
        )}
      </div>
      <${Switch} label=${t("ways.home")} hint=${t("ways.home.hint")} on=${homeward} onChange=${(/** @type {boolean} */ on) => show({ homeward: on, best: null })} />
      <${Switch} label=${t("ways.boat")} hint=${t("ways.boat.hint")} on=${boat} onChange=${(/** @type {boolean} */ on) => show({ boat: on, best: null })} />
      ${targets.length > 0 && html`<${Standing} live=${way.current()} />`}
      ${targets.length > 0 && way.current().status === "asking" && html`<p role="status">${t("ways.asking")}</p>`}
      ${targets.length > 0 && answer && html`<${Found} answer=${answer} />`}
    </section>
  `;
}
