/** The players, in which colour, from which corner, with which mission; and how this table plays. */

import { t } from "../../shell/i18n.js";
import { ExampleButton, Icon, LanguageChoice, Switch } from "../../shell/parts.js";
import { Ruling } from "../../shell/rulings.js";
import { Seats } from "../../shell/seats.js";
import { isReadOnly, show, startGame } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { packsNow, rulingsNow } from "../lists.js";
import { exampleTable } from "../model/example.js";
import { CORNERS } from "../model/frame.js";
import {
  CARDS,
  COLOURS,
  FEWEST_PLAYERS,
  isBlank,
  MOST_CARDS,
  MOST_PLAYERS,
  TREASURES,
} from "../model/table.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/table.js").Player} Player */

/** @type {(player: number, change: Partial<Player>, gesture?: unknown) => void} */
const change = (player, part, gesture = null) =>
  dispatch({ type: "player", player, change: part }, gesture);

/** @param {{label: string, value: number, least?: number, most: number, onChange: (value: number) => void}} props */
const Count = ({ label, value, least = 0, most, onChange }) => html`
  <div class="count" role="group" aria-label=${label}>
    <span>${label}</span>
    <button type="button" class="quiet" aria-label=${t("count.fewer", { what: label })} disabled=${value <= least || isReadOnly()} onClick=${() => onChange(value - 1)}>−</button>
    <output>${value}</output>
    <button type="button" class="quiet" aria-label=${t("count.more", { what: label })} disabled=${value >= most || isReadOnly()} onClick=${() => onChange(value + 1)}>+</button>
  </div>
`;

/** How many there are of each in a list. @param {{label: string, all: string[], held: (string | null)[], stem: string, most: number, onChange: (held: string[]) => void}} props */
function Heap({ label, all, held, stem, most, onChange }) {
  const known = /** @type {string[]} */ (held.filter((one) => one !== null));
  return html`
    <fieldset class="heap">
      <legend>${label}</legend>
      <div class="chips">
        ${known.map(
          (one, at) => html`
          <button key=${at} type="button" class="chip" disabled=${isReadOnly()} aria-label=${t("heap.remove", { what: t(`${stem}.${one}`) })} onClick=${() => onChange(known.toSpliced(at, 1))}>
            ${t(`${stem}.${one}`)} <${Icon} name="close" />
          </button>
        `,
        )}
        ${
          known.length < most &&
          !isReadOnly() &&
          html`<select aria-label=${t("heap.add", { what: label })} onChange=${(
            /** @type {any} */ { target },
          ) => {
            if (target.value) onChange([...known, target.value]);
            target.value = "";
          }}>
            <option value="">+</option>
            ${all.map((one) => html`<option value=${one}>${t(`${stem}.${one}`)}</option>`)}
          </select>`
        }
      </div>
    </fieldset>
  `;
}

/** @param {{table: Table, player: number}} props */
function Mission({ table, player }) {
  const { mission } = table.players[player];
  const begin = () => {
    const others = table.players.find((one) => one.mission !== null)?.mission;
    const difficulty = others?.difficulty ?? 1;
    dispatch({
      type: "mission",
      player,
      mission: { difficulty, treasures: ["gold"], coordinates: 5 },
    });
  };
  if (mission === null) {
    return isReadOnly()
      ? null
      : html`<button type="button" onClick=${begin}><${Icon} name="plus" />${t("mission.enter")}</button>`;
  }
  /** @type {(part: Partial<typeof mission>) => void} */
  const set = (part) => dispatch({ type: "mission", player, mission: { ...mission, ...part } });
  return html`
    <h4>${t("mission")}</h4>
    <${Count} label=${t("mission.difficulty")} value=${mission.difficulty} least=${1} most=${3} onChange=${(/** @type {number} */ difficulty) => dispatch({ type: "difficulty", difficulty })} />
    <${Heap} label=${t("mission.treasures")} all=${TREASURES.filter((one) => one !== "choice")} held=${mission.treasures} stem="treasure" most=${10} onChange=${(/** @type {string[]} */ treasures) => set({ treasures })} />
    <${Count} label=${t("mission.coordinates")} value=${mission.coordinates} most=${60} onChange=${(/** @type {number} */ coordinates) => set({ coordinates })} />
    ${!isReadOnly() && html`<button type="button" class="quiet" onClick=${() => dispatch({ type: "mission", player, mission: null })}><${Icon} name="clear" />${t("mission.forget")}</button>`}
  `;
}

/** @param {{table: Table, player: number}} props */
function Seat({ table, player }) {
  const entered = table.players[player];
  const { name, colour, home, hand, coordinates, treasures, free, boats, shoes } = entered;
  /** @type {(piece: string, on: boolean) => void} */
  const setFree = (piece, on) =>
    change(player, {
      free: ["tree", "walker"].filter((one) => (one === piece ? on : free.includes(one))),
    });
  return html`
      <details>
        <summary>${t("seat.more", { name })}</summary>
        <div class="pair">
          <label>
            <span>${t("seat.colour")}</span>
            <select disabled=${isReadOnly()} onChange=${(/** @type {any} */ { target }) => dispatch({ type: "colour", player, value: target.value })}>
              ${COLOURS.map((one) => html`<option value=${one} selected=${one === colour}>${t(`colour.${one}`)}</option>`)}
            </select>
          </label>
          <label>
            <span>${t("seat.home")}</span>
            <select disabled=${isReadOnly()} onChange=${(/** @type {any} */ { target }) => dispatch({ type: "home", player, value: target.value })}>
              ${CORNERS.map((one) => html`<option value=${one} selected=${one === home}>${one}</option>`)}
            </select>
          </label>
        </div>
        <${Mission} table=${table} player=${player} />
        <h4>${t("seat.has")}</h4>
        <${Count} label=${t("seat.coordinates")} value=${coordinates} most=${99} onChange=${(/** @type {number} */ value) => change(player, { coordinates: value })} />
        <${Heap} label=${t("seat.treasures")} all=${TREASURES} held=${treasures} stem="treasure" most=${26} onChange=${(/** @type {string[]} */ value) => change(player, { treasures: value })} />
        ${
          hand === null
            ? html`<p class="hint">${t("seat.hand_unknown")}</p>
              ${!isReadOnly() && html`<button type="button" onClick=${() => change(player, { hand: [] })}><${Icon} name="card" />${t("seat.hand_enter")}</button>`}`
            : html`<${Heap} label=${t("seat.hand")} all=${CARDS} held=${hand} stem="card" most=${MOST_CARDS} onChange=${(/** @type {string[]} */ value) => change(player, { hand: value })} />
              ${!isReadOnly() && html`<button type="button" class="quiet" onClick=${() => change(player, { hand: null })}><${Icon} name="clear" />${t("seat.hand_forget")}</button>`}`
        }
        <${Count} label=${t("seat.boats")} value=${boats} most=${3} onChange=${(/** @type {number} */ value) => change(player, { boats: value })} />
        <${Count} label=${t("seat.shoes")} value=${shoes} most=${9} onChange=${(/** @type {number} */ value) => change(player, { shoes: value })} />
        ${["tree", "walker"].map(
          (piece) => html`
          <label class="switch" key=${piece}>
            <input type="checkbox" role="switch" checked=${free.includes(piece)} disabled=${isReadOnly()} onChange=${(/** @type {any} */ { target }) => setFree(piece, target.checked)} />
            <span><b>${t(`seat.free.${piece}`)}</b></span>
          </label>
        `,
        )}
      </details>
  `;
}

function openExample() {
  const { invented } = packsNow();
  if (invented === null) return;
  const roll = { type: "turn", change: { roll: { die: "brown", pips: 9 } } };
  startGame(exampleTable(invented), { example: true }, roll);
  show({ station: "roll" });
}

/** @param {{table: Table, look: string, onLanguage: (language: string) => void}} props */
export function PlayersPanel({ table, look, onLanguage }) {
  const { young, teams } = table.variants;
  return html`
    <section class=${`panel ${look}`} data-station="game" aria-labelledby="players-title">
      <header><h2 id="players-title"><${Icon} name="meeple" />${t("players.who")}</h2></header>
      ${
        isBlank(table) &&
        !isReadOnly() &&
        html`<p>${t("game.how")}</p>
        <${ExampleButton} onOpen=${openExample} disabled=${packsNow().invented === null} />`
      }
      <${Seats} names=${table.players.map(({ name }) => name)} most=${MOST_PLAYERS} least=${FEWEST_PLAYERS}>
        ${table.players.map((_, player) => html`<${Seat} key=${player} table=${table} player=${player} />`)}
      </>
      <${Switch} label=${t("variant.young")} hint=${t("variant.young.hint")} on=${young} onChange=${(/** @type {boolean} */ on) => dispatch({ type: "young", on })} />
      ${
        table.players.length === MOST_PLAYERS &&
        !young &&
        html`<${Switch} label=${t("variant.teams")} hint=${t("variant.teams.hint")} on=${teams} onChange=${(/** @type {boolean} */ on) => dispatch({ type: "teams", on })} />`
      }
      <details>
        <summary>${t("rulings")}</summary>
        <p>${t("rulings.why")}</p>
        ${rulingsNow().map(
          ({ name, values, default: usual }) => html`
          <${Ruling} key=${name} name=${name} values=${values} chosen=${table.rulings[name] ?? usual} />
        `,
        )}
      </details>
      <${LanguageChoice} onLanguage=${onLanguage} />
    </section>
  `;
}
