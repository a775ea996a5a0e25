/** What stays around every view: the masthead, the tabs, notices, and the players with their totals. */

import { canRedo, canUndo } from "../model/history.js";
import { pastAndFuture, show, stepBack, stepForward, viewed } from "../store.js";
import { t, written } from "../i18n.js";
import { html } from "../vendor/htm-preact.js";
import { addPlayer, mayAddPlayer } from "./entry.js";
import { Icon, Seal } from "./parts.js";

const TABS = ["sheet", "referee", "dispute"];

export const Header = () => html`
  <header class="masthead">
    <h1><svg class="rose" viewBox="0 0 48 48" aria-hidden="true"><use href="#rose" /></svg>Theodolite</h1>
    <div class="masthead-actions">
      <button
        type="button"
        class="quiet"
        aria-label=${t("undo")}
        title=${t("undo")}
        disabled=${!canUndo(pastAndFuture())}
        onClick=${stepBack}
      ><${Icon} name="undo" /></button>
      <button
        type="button"
        class="quiet"
        aria-label=${t("redo")}
        title=${t("redo")}
        disabled=${!canRedo(pastAndFuture())}
        onClick=${stepForward}
      ><${Icon} name="redo" /></button>
      <button type="button" class="quiet" aria-label=${t("menu")} onClick=${() => show({ dialog: { kind: "menu" } })}>
        <${Icon} name="menu" />
      </button>
    </div>
  </header>
`;

export function Tabs({ tab }) {
  const onKeyDown = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
    show({ tab: next });
    document.getElementById(`tab-${next}`).focus();
  };
  return html`
    <div class="tabs" role="tablist" aria-label=${t("tabs")} onKeyDown=${onKeyDown}>
      ${TABS.map(
        (name) => html`
        <button
          type="button"
          role="tab"
          id=${`tab-${name}`}
          aria-selected=${name === tab}
          aria-controls="view"
          tabindex=${name === tab ? 0 : -1}
          onClick=${() => show({ tab: name, lit: null })}
        ><${Icon} name=${name} />${t(`tab.${name}`)}</button>
      `,
      )}
    </div>
  `;
}

export function Notice({ notice }) {
  return html`
    <div class="notice" role="status">
      ${
        notice &&
        html`<p>${t(notice.key)}</p>
        <button type="button" class="quiet" aria-label=${t("close")} onClick=${() => show({ notice: null })}>
          <${Icon} name="close" />
        </button>`
      }
    </div>
  `;
}

export function Players({ table, live }) {
  const { answer } = live;
  const total = (player) =>
    answer?.players[player] ? written(answer.solo?.total ?? answer.players[player].total) : "–";
  return html`
    <div class=${live.status === "current" ? "players" : "players stale"} role="group" aria-label=${t("players")}>
      ${table.players.map(
        ({ name }, player) => html`
        <button
          type="button"
          class="player"
          aria-pressed=${viewed().player === player}
          onClick=${() => show({ player, lit: null })}
        >
          <${Seal} player=${player} /><span class="name">${name}</span>
          <b data-total=${name}>${total(player)}</b>
        </button>
      `,
      )}
      ${
        mayAddPlayer(table) &&
        html`<button type="button" class="quiet" aria-label=${t("player.add")} title=${t("player.add")} onClick=${addPlayer}>
        <${Icon} name="plus" />
      </button>`
      }
    </div>
  `;
}
