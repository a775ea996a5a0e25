/** The players with their totals, always in sight. */

import { t, written } from "./i18n.js";
import { html } from "../vendor/htm-preact.js";
import { Icon, Seal } from "./parts.js";

/**
 * @param {object} props
 * @param {string[]} props.names
 * @param {(number | null)[]} props.totals null where none is known yet
 * @param {boolean} props.current whether the totals are those of this very moment
 * @param {number} props.chosen
 * @param {(player: number) => void} props.onChoose
 * @param {(() => void) | null} [props.onAdd] where one more may sit down
 */
export const Players = ({ names, totals, current, chosen, onChoose, onAdd = null }) => html`
  <div class=${current ? "players" : "players stale"} role="group" aria-label=${t("players")}>
    ${names.map(
      (name, player) => html`
      <button
        type="button"
        class="player"
        aria-pressed=${chosen === player}
        onClick=${() => onChoose(player)}
      >
        <${Seal} player=${player} /><span class="name">${name}</span>
        <b data-total=${name}>${written(totals[player] ?? "–")}</b>
      </button>
    `,
    )}
    ${
      onAdd &&
      html`<button type="button" class="quiet" aria-label=${t("player.add")} title=${t("player.add")} onClick=${onAdd}>
      <${Icon} name="plus" />
    </button>`
    }
  </div>
`;
