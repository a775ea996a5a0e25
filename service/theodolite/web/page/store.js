/**
 * The one place that holds what the page shows: the game's history (kept at once) and the view.
 *
 * The view is what undo leaves alone: the open tab, the chosen tool, the lit line, the open dialog.
 */

import * as keep from "./keep.js";
import { amend, begin, present, record, redo, undo } from "./model/history.js";
import { holdsTable, readLink } from "./model/link.js";
import { newState, reduce } from "./model/reducer.js";
import { newTable } from "./model/table.js";

let game = null;
let history = null;
let stroke = null;
let view = {
  tab: "sheet",
  player: 0,
  tool: { kind: "tile", letter: "J" },
  when: "before",
  lit: null,
  dialog: null,
  notice: null,
};

const listeners = new Set();
const tell = () => listeners.forEach((listener) => listener());

export const subscribe = (listener) => listeners.add(listener);
export const state = () => present(history);
export const table = () => state().table;
export const pastAndFuture = () => history;
export const viewed = () => view;
export const gameId = () => game.id;

/** Changes the view only; tab, player and tool are remembered for the next visit. */
export function show(change) {
  view = { ...view, ...change };
  const { tab, player, tool } = view;
  if ("tab" in change || "player" in change || "tool" in change) {
    keep.keepHabits({ view: { tab, player, tool } });
  }
  tell();
}

function settle(next) {
  history = next;
  keep.keepStep(game.id, history);
  const names = table().players.map(({ name }) => name);
  if (names.join("\n") !== game.names.join("\n")) note({ names });
  const player = Math.min(view.player, names.length - 1);
  view = { ...view, player, lit: null, notice: keep.keeping ? null : { key: "notice.not_kept" } };
  tell();
}

function note(change) {
  game = { ...game, ...change };
  keep.noteGame(game);
}

/**
 * Carries out one change and keeps it.
 *
 * @param {object} action see `model/reducer.js`
 * @param {unknown} [gesture] changes of one and the same gesture are one step of undo
 */
export function dispatch(action, gesture = null) {
  const next = reduce(state(), action);
  if (next === state()) return;
  const carriedOn = gesture !== null && gesture === stroke;
  stroke = gesture;
  settle(carriedOn ? amend(history, next) : record(history, next));
}

export function stepBack() {
  stroke = null;
  settle(undo(history));
}

export function stepForward() {
  stroke = null;
  settle(redo(history));
}

/** Starts a game beside the ones there are. */
export function startGame(first) {
  game = {
    id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
    began: new Date().toISOString(),
    names: [],
    totals: null,
  };
  note({ names: first.players.map(({ name }) => name) });
  stroke = null;
  settle(begin(newState(first)));
}

export function openGame(id) {
  const past = keep.recall(id);
  const known = keep.games().find((one) => one.id === id);
  if (past === null || known === undefined) return false;
  game = known;
  history = {
    ...past,
    steps: past.steps.map((step) => ({ ...newState(step.table), ...step })),
  };
  keep.noteGame(game);
  stroke = null;
  view = { ...view, player: Math.min(view.player, table().players.length - 1), lit: null };
  tell();
  return true;
}

/** Remembers the totals beside the game's name in the list of games. */
export function noteTotals(totals) {
  if (JSON.stringify(totals) !== JSON.stringify(game.totals)) note({ totals });
}

/** Opens the table of a shared link as a game of its own; the game played until now stays kept. */
async function openLink(fragment) {
  window.history.replaceState(null, "", location.pathname);
  const shared = await readLink(fragment);
  if (shared === null) {
    show({ notice: { key: "notice.bad_link" } });
    return;
  }
  startGame(shared);
  show({ notice: { key: "notice.copy" }, tab: "sheet", player: 0, dialog: null });
}

/**
 * Takes up the last game, or starts one for these names.
 *
 * @param {string[]} names of the players of a first game
 */
export async function takeUp(names) {
  const { tab, player, tool } = { ...view, ...keep.habits().view };
  view = { ...view, tab, player, tool };
  const last = keep.games().at(-1);
  if (!last || !openGame(last.id)) startGame(newTable(names));
  if (holdsTable(location.hash)) await openLink(location.hash);
  addEventListener("hashchange", () => holdsTable(location.hash) && openLink(location.hash));
  keep.whenChangedElsewhere((id) => id === game.id && openGame(id));
}
