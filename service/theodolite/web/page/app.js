/** The page: takes up the last game, keeps its answers live, and draws what the store holds. */

import { habits, keepHabits } from "./keep.js";
import { preferred, speak, t } from "./i18n.js";
import { liveAnswer } from "./live.js";
import { loadRules } from "./rules.js";
import * as store from "./store.js";
import { html, render, useEffect, useState } from "./vendor/htm-preact.js";
import { Dispute } from "./views/dispute.js";
import { Header, Notice, Tabs } from "./views/frame.js";
import { GamesDialog, MenuDialog } from "./views/menu.js";
import { PasteDialog } from "./views/paste.js";
import { picture } from "./views/picture.js";
import { CardDialog } from "./views/presumptions.js";
import { Referee, actionsBody, refereeBody } from "./views/referee.js";
import { ScoreSheet } from "./views/score.js";
import { ShareDialog } from "./views/share.js";

const { show } = store;
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

/** The way from a photograph, fetched when somebody takes it. */
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
    sheet: () => html`<${ScoreSheet} table=${state.table} live=${score.current()} />`,
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
  try {
    await speak(language);
  } catch {
    show({ notice: { key: "offline" } });
    return;
  }
  keepHabits({ language });
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
