/** The page begins here: it finds out which game is asked for, opens that one, and draws it. */

import { html, render } from "../vendor/htm-preact.js";
import { follow, watchBack } from "./back.js";
import { Page } from "./frame.js";
import { EXAMPLE, Home, lastPlayed, PHOTOGRAPH, TODAY } from "./home.js";
import { LANGUAGES, preferred, speak, t } from "./i18n.js";
import { habits, keepHabits } from "./keep.js";
import { KEPT } from "./link.js";
import { showProgress } from "./offline.js";
import "./pause.js";
import { takeShared } from "./photo/shared.js";
import { at, CHOICE } from "./root.js";
import * as store from "./store.js";
import { keepUp, sayUpdate, takeOver } from "./updates.js";

const { game: name, texts = "" } = document.documentElement.dataset;
const folders = ["shell", ...texts.split(" ").filter(Boolean)];
const place = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {() => void} */
let draw = () => {};

/** @param {string} language */
async function changeLanguage(language) {
  try {
    await speak(language, folders);
  } catch {
    if (name) store.show({ notice: { key: "offline" } });
    return;
  }
  keepHabits({ language });
  if (name) {
    // The notice was in the other language.
    store.show({ notice: null });
    await store.opened().load();
    store.opened().again();
  }
  draw();
}

/** @param {EventTarget | null} target */
const isTypedIn = (target) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === "Escape" && store.viewed().lit) store.show({ lit: null });
  if (!(event.ctrlKey || event.metaKey) || isTypedIn(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) store.stepBack();
  else if (key === "y" || key === "z") store.stepForward();
  else return;
  event.preventDefault();
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  const text = event.clipboardData?.getData("text") ?? "";
  if (isTypedIn(event.target) || !(event.target instanceof Element)) return;
  if (store.opened().onPaste?.(text, event.target)) event.preventDefault();
}

function printSheet() {
  const sheet = /** @type {HTMLElement} */ (document.getElementById("print"));
  sheet.innerHTML = store.opened().picture(store.table());
}

/** @param {string} folder */
async function openGame(folder) {
  /** @type {{game: store.Game}} */
  const { game } = await import(at(`page/${folder}/game.js`));
  const isPhotograph = location.hash === PHOTOGRAPH;
  const isExample = location.hash === EXAMPLE;
  const isToday = location.hash === TODAY;
  const kept = location.hash.startsWith(KEPT) ? location.hash.slice(KEPT.length) : null;
  if (isExample || isPhotograph || isToday || kept) {
    history.replaceState(null, "", location.pathname);
  }
  keepHabits({ game: folder });
  await store.takeUp(
    game,
    [1, 2].map((n) => t("player.default", { n })),
  );
  if (kept && store.openGame(kept)) store.show(game.view);
  draw = () => render(html`<${Page} onLanguage=${changeLanguage} />`, place);
  const ask = () => {
    game.ask(store.state());
    store.noteOutcome(game.outcome?.(store.state()) ?? null);
  };
  watchBack(store.viewed, store.show);
  store.subscribe(() => {
    follow(store.viewed());
    ask();
    draw();
  });
  ask();
  draw();
  addEventListener("keydown", onKey);
  addEventListener("paste", onPaste);
  addEventListener("beforeprint", printSheet);
  await game.load();
  draw();
  if (isExample) game.showExample?.();
  if (isToday) game.playToday?.();
  if (isPhotograph) store.show({ dialog: { kind: "photo", first: true } });
  else sayUpdate();
  const photo = await takeShared();
  if (photo) store.show({ photo, notice: { key: "notice.shared" } });
}

async function offerGames() {
  const games = await (await fetch(at("page/games.json"))).json();
  const last = lastPlayed(games);
  if (last) {
    // Back leads from the game to the others, and not into the same game again.
    const { hash } = location;
    history.replaceState(null, "", CHOICE);
    location.assign(last + hash);
    return;
  }
  draw = () => render(html`<${Home} games=${games} onLanguage=${changeLanguage} />`, place);
  addEventListener("hashchange", draw);
  draw();
}

async function start() {
  await takeOver();
  const wished = habits().language;
  const language = typeof wished === "string" && wished in LANGUAGES ? [wished] : [];
  await speak(preferred([...language, ...navigator.languages]), folders);
  showProgress();
  await (name ? openGame(name) : offerGames());
  await keepUp();
}

start();
