/** Theodolite's page: takes up the last game, keeps its score live, and draws what the store holds. */

import { habits, keepHabits } from "./keep.js";
import { preferred, speak, t, written } from "./i18n.js";
import { liveAnswer } from "./live.js";
import { canRedo, canUndo } from "./model/history.js";
import { loadRules } from "./rules.js";
import * as store from "./store.js";
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Dispute } from "./views/dispute.js";
import { Island, Parchment, addPlayer, mayAddPlayer } from "./views/entry.js";
import { House } from "./views/house.js";
import { troubles } from "./views/marks.js";
import { GamesDialog, MenuDialog } from "./views/menu.js";
import { Palette } from "./views/palette.js";
import { Icon, Seal } from "./views/parts.js";
import { PasteDialog } from "./views/paste.js";
import { picture } from "./views/picture.js";
import { CardDialog, Presumptions } from "./views/presumptions.js";
import { Referee, actionsBody, refereeBody } from "./views/referee.js";
import { ShareDialog } from "./views/share.js";
import { Sheet, leader } from "./views/sheet.js";

const { show } = store;
const TABS = ["sheet", "referee", "dispute"];

const draw = () => render(html`<${Page} />`, document.getElementById("app"));

const score = liveAnswer("scores", scored);
const verdict = liveAnswer("legality-checks", draw);
const reach = liveAnswer("legal-actions", draw);

function scored() {
  const { status, answer, body } = score.current();
  if (status === "current" && body === store.table()) {
    store.noteTotals(answer.players.map(({ total }) => answer.solo?.total ?? total));
  }
  draw();
}

/** The bodies of the referee's two questions, the same object as long as nothing in them changes. */
const asked = { about: null, verdict: null, reach: null };

function askWhatIsShown() {
  const state = store.state();
  score.want(state.table);
  if (store.viewed().tab !== "referee" || asked.about === state) return;
  const { table, question } = asked.about ?? {};
  if (table !== state.table || question?.player !== state.question.player) {
    asked.reach = actionsBody(state);
  }
  asked.verdict = refereeBody(state);
  asked.about = state;
  verdict.want(asked.verdict);
  reach.want(asked.reach);
}

const Header = () => html`
  <header class="masthead">
    <h1><svg class="rose" viewBox="0 0 48 48" aria-hidden="true"><use href="#rose" /></svg>Theodolite</h1>
    <div class="masthead-actions">
      <button
        type="button"
        class="quiet"
        aria-label=${t("undo")}
        title=${t("undo")}
        disabled=${!canUndo(store.pastAndFuture())}
        onClick=${store.stepBack}
      ><${Icon} name="undo" /></button>
      <button
        type="button"
        class="quiet"
        aria-label=${t("redo")}
        title=${t("redo")}
        disabled=${!canRedo(store.pastAndFuture())}
        onClick=${store.stepForward}
      ><${Icon} name="redo" /></button>
      <button type="button" class="quiet" aria-label=${t("menu")} onClick=${() => show({ dialog: { kind: "menu" } })}>
        <${Icon} name="menu" />
      </button>
    </div>
  </header>
`;

function Tabs({ tab }) {
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

function Notice({ notice }) {
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

function Players({ table, live }) {
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
          aria-pressed=${store.viewed().player === player}
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

function ScoreSheet({ table }) {
  const live = score.current();
  const { lit } = store.viewed();
  const known = live.status === "refused" ? troubles(live.refusal, table) : [];
  const current = live.status === "current" && live.body === table;
  const matching = (player) =>
    current
      ? new Set(live.answer.players[player].items.find(({ category }) => category === "fidelity").spaces)
      : new Set();
  return html`
    <p class="leader" role="status">${leader(live.answer, table)}</p>
    <div class="columns">
      <div class="boards">
        <${Island} table=${table} lit=${lit} troubles=${known} />
        ${table.players.map(
          (_, player) => html`
          <${Parchment}
            key=${player}
            table=${table}
            player=${player}
            lit=${lit}
            matches=${matching(player)}
            troubles=${known}
          ><${Presumptions} table=${table} player=${player} troubles=${known} /></>
        `,
        )}
      </div>
      <div class="side">
        <${Sheet} live=${live} table=${table} troubles=${known} />
        <${House} table=${table} />
      </div>
    </div>
    <div class="dock"><${Players} table=${table} live=${live} /><${Palette} table=${table} /></div>
  `;
}

function PhotoDialog(props) {
  const [module, setModule] = useState(null);
  useEffect(() => {
    import("./views/photo.js").then(setModule);
  }, []);
  return module && html`<${module.PhotoDialog} ...${props} />`;
}

const DIALOGS = {
  menu: MenuDialog,
  games: GamesDialog,
  share: ShareDialog,
  paste: PasteDialog,
  card: CardDialog,
  photo: PhotoDialog,
};

function Page() {
  const { tab, dialog, notice } = store.viewed();
  const state = store.state();
  const opened = dialog && DIALOGS[dialog.kind];
  const view = {
    sheet: () => html`<${ScoreSheet} table=${state.table} />`,
    referee: () =>
      html`<${Referee} state=${state} live=${verdict.current()} reach=${reach.current()} />`,
    dispute: () => html`<${Dispute} state=${state} />`,
  }[tab];
  return html`
    <${Header} />
    <${Tabs} tab=${tab} />
    <${Notice} notice=${notice} />
    <main id="view" role="tabpanel" aria-labelledby=${`tab-${tab}`}>${view()}</main>
    ${
      opened &&
      html`<${opened}
      key=${dialog.kind}
      ...${dialog}
      table=${state.table}
      answer=${score.current().answer}
      onLanguage=${changeLanguage}
      onClose=${() => store.viewed().dialog === dialog && show({ dialog: null })}
    />`
    }
  `;
}

async function changeLanguage(language) {
  keepHabits({ language });
  await speak(language);
  await loadRules();
  score.again();
  verdict.again();
  reach.again();
  draw();
}

function onKey(event) {
  if (event.key === "Escape" && store.viewed().lit) show({ lit: null });
  if (!(event.ctrlKey || event.metaKey) || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) store.stepBack();
  else if (key === "y" || key === "z") store.stepForward();
  else return;
  event.preventDefault();
}

/** Rows pasted while a board is in use go to that board. */
function onPaste(event) {
  if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName) || store.viewed().tab !== "sheet") return;
  const used = event.target.closest?.("[data-board]")?.dataset.board;
  if (used === undefined) return;
  event.preventDefault();
  const board = used === "island" ? used : Number(used);
  show({ dialog: { kind: "paste", board, text: event.clipboardData.getData("text") } });
}

function printSheet() {
  const sheet = document.getElementById("print");
  sheet.innerHTML = picture(store.table(), score.current().answer);
}

async function start() {
  const wishes = [habits().language, ...navigator.languages].filter(Boolean);
  await speak(preferred(wishes));
  await store.takeUp([1, 2].map((n) => t("player.default", { n })));
  store.subscribe(() => {
    askWhatIsShown();
    draw();
  });
  askWhatIsShown();
  draw();
  addEventListener("keydown", onKey);
  addEventListener("paste", onPaste);
  addEventListener("beforeprint", printSheet);
  navigator.serviceWorker?.register("/service-worker.js");
  await loadRules();
  draw();
}

start();
