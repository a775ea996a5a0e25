/** The players: a name at each seat, one more or fewer; and the choice of one of them. */

import { html } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Icon, Seal, Segments } from "./parts.js";
import { allGames } from "./shelves.js";
import { knownNames } from "./statistics.js";
import { dispatch, isReadOnly } from "./store.js";

/** How many known names are offered. */
const MOST_KNOWN = 6;

/** The default name of a seat, or the first one that nobody has. @type {(names: string[], seat: number) => string | undefined} */
const freeName = (names, seat) =>
  [seat, ...names.keys(), names.length]
    .map((at) => t("player.default", { n: at + 1 }))
    .find((name) => !names.includes(name));

/** Whether nobody has typed this name. @type {(name: string, names: string[]) => boolean} */
export const isDefault = (name, names) =>
  names.some((_, at) => name === t("player.default", { n: at + 1 }));

/** The name as typed; a second one of the same name gets a number. @type {(typed: string, others: string[], seat: number) => string | undefined} */
function finalName(typed, others, seat) {
  const name = typed.trim();
  if (name === "") return freeName(others, seat);
  let [alone, n] = [name, 2];
  while (others.includes(alone)) {
    alone = `${name} ${n}`;
    n += 1;
  }
  return alone;
}

/** @type {(names: string[], player: number, event: any) => void} */
function rename(names, player, { type, target }) {
  const others = names.filter((_, at) => at !== player);
  const isDone = type === "change" || target.value.trim() === "";
  const name = isDone ? finalName(target.value, others, player) : target.value;
  dispatch({ type: "rename", player, name }, `rename-${player}`);
}

/** @param {string[]} names */
const add = (names) => dispatch({ type: "add_player", name: freeName(names, names.length) });

/** The names of earlier games, for the first seat that has none. @param {{names: string[]}} props */
function KnownNames({ names }) {
  const player = names.findIndex((name) => isDefault(name, names));
  if (player < 0 || isReadOnly()) return null;
  const known = knownNames(allGames()).filter((name) => !names.includes(name));
  return (
    known.length > 0 &&
    html`
    <div class="begin-board" role="group" aria-label=${t("players.known")}>
      ${known.slice(0, MOST_KNOWN).map((name) => html`<button type="button" key=${name} onClick=${() => dispatch({ type: "rename", player, name })}>${name}</button>`)}
    </div>
  `
  );
}

/** @type {(player: number, name: string) => void} */
const remove = (player, name) =>
  dispatch({ type: "remove_player", player }, null, {
    key: "notice.player_removed",
    values: { name },
  });

/**
 * The names at the table; the game's reducer knows `rename`, `add_player` and `remove_player`, and its texts
 * say what went with a player.
 *
 * @param {object} props
 * @param {string[]} props.names
 * @param {number} props.most how many may play
 * @param {number} [props.least]
 * @param {any} [props.children] between the seats and the button for one more
 */
export const Seats = ({ names, most, least = 1, children }) => html`
  <ul class="seats" aria-label=${t("players.who")}>
    ${names.map(
      (name, player) => html`
      <li>
        <${Seal} player=${player} />
        <label class="player-name">
          <span class="sr">${t("player.name")}</span>
          <input
            type="text"
            maxlength="40"
            autocomplete="off"
            readonly=${isReadOnly()}
            placeholder=${name}
            value=${isDefault(name, names) ? "" : name}
            onInput=${(/** @type {Event} */ event) => rename(names, player, event)}
            onChange=${(/** @type {Event} */ event) => rename(names, player, event)}
          />
        </label>
        ${
          names.length > least &&
          !isReadOnly() &&
          html`<button
            type="button"
            class="quiet"
            aria-label=${t("player.remove", { name })}
            title=${t("player.remove", { name })}
            onClick=${() => remove(player, name)}
          ><${Icon} name="close" /></button>`
        }
      </li>
    `,
    )}
  </ul>
  <${KnownNames} names=${names} />
  ${children}
  ${
    !isReadOnly() &&
    names.length < most &&
    html`<button type="button" class="quiet" onClick=${() => add(names)}><${Icon} name="plus" />${t("player.add")}</button>`
  }
`;

/**
 * One of those at the table.
 *
 * @param {{label?: string, names: string[], value: number, onChoose: (player: number) => void}} props
 */
export const PlayerChoice = ({ label = t("player.whose"), names, value, onChoose }) => html`
  <${Segments}
    label=${label}
    options=${names.map((name, player) => ({
      value: player,
      text: name,
      content: html`<${Seal} player=${player} /><span>${name}</span>`,
    }))}
    value=${value}
    onChoose=${onChoose}
  />
`;
