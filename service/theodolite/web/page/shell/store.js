/**
 * The one place that holds what the page shows: the open game's history (kept at once) and the view.
 *
 * The view is what undo leaves alone: the open tab, the chosen tool, the lit line, the open dialog.
 *
 * @typedef {any} State whatever the game says; `table` is the part of it that is shared and scored
 *
 * What a game hands the shell:
 *
 * @typedef {object} Game
 * @property {string} name as its folder is called, such as "treasure_hunt"
 * @property {string} title as printed on its box
 * @property {string} shelf how its keys in the browser's store begin
 * @property {Record<string, any>} view what is shown at first: a `tab`, and whatever the game needs
 * @property {(view: any, table: any) => any} fitting the view, as far as it still suits the table
 * @property {string[]} remembered which parts of the view are taken up again at the next visit
 * @property {Record<string, import("./frame.js").Component>} tabs its views by the name of their tab
 * @property {Record<string, import("./frame.js").Component>} dialogs
 * @property {(names: string[], last?: any) => any} newTable with the habits of the last table
 * @property {(table: any) => State} newState
 * @property {(state: State, action: any) => State} reduce the very same state where nothing changes
 * @property {(state: unknown) => State | null} read a state from outside, if it can be shown
 * @property {(table: any) => object} spare a table as short as it can be told
 * @property {(table: any) => string[]} names of those who play
 * @property {(state: State) => void} ask asks the API about all that is shown
 * @property {() => void} again asks the same once more, in another language
 * @property {() => Promise<void>} load what the API tells once
 * @property {(table: any) => string} picture the whole sheet as SVG
 * @property {(text: string, place: Element) => boolean} [onPaste]
 */

import * as keep from "./keep.js";
import { amend, begin, present, record, redo, undo } from "./history.js";
import { holdsTable, readLink } from "./link.js";

/** @type {Game} */
let game;
/** @type {import("./keep.js").Kept} */
let kept;
/** @type {import("./history.js").History<State>} */
let history;
/** @type {unknown} */
let stroke = null;
/** @type {Record<string, any>} */
let view = { lit: null, dialog: null, notice: null };

/** @type {Set<() => void>} */
const listeners = new Set();
export const tell = () => {
  for (const listener of listeners) listener();
};

/** @param {() => void} listener called whenever anything that is shown may have changed */
export const subscribe = (listener) => listeners.add(listener);
export const opened = () => game;
export const state = () => present(history);
export const table = () => state().table;
export const pastAndFuture = () => history;
export const viewed = () => view;
export const gameId = () => kept.id;

/**
 * Changes the view only; what the game wants remembered is kept for the next visit.
 *
 * @param {Record<string, any>} change
 */
export function show(change) {
  view = { ...view, ...change };
  if (game.remembered.some((part) => part in change)) {
    keep.keepView(Object.fromEntries(game.remembered.map((part) => [part, view[part]])));
  }
  tell();
}

/** @param {import("./history.js").History<State>} next */
function settle(next) {
  history = next;
  keep.keepStep(kept.id, history);
  const names = game.names(table());
  if (names.join("\n") !== kept.names.join("\n")) note({ names });
  view = {
    ...game.fitting(view, table()),
    lit: null,
    notice: keep.keeping ? null : { key: "notice.not_kept" },
  };
  tell();
}

/** @param {Partial<import("./keep.js").Kept>} change */
function note(change) {
  kept = { ...kept, ...change };
  keep.noteGame(kept);
}

/**
 * Carries out one change and keeps it.
 *
 * @param {any} action as the game's own `reduce` takes it
 * @param {unknown} [gesture] changes of one and the same gesture are one step of undo
 */
export function dispatch(action, gesture = null) {
  const next = game.reduce(state(), action);
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

/**
 * Starts a game beside the ones there are.
 *
 * @param {any} first its table
 */
export function startGame(first) {
  kept = {
    id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.replace(".", ""),
    began: new Date().toISOString(),
    names: [],
    totals: null,
  };
  note({ names: game.names(first) });
  stroke = null;
  settle(begin(game.newState(first)));
}

/** @param {string} id */
export function openGame(id) {
  const past = keep.recall(id);
  const known = keep.games().find((one) => one.id === id);
  if (past === null || known === undefined) return false;
  kept = known;
  history = past;
  keep.noteGame(kept);
  stroke = null;
  view = { ...game.fitting(view, table()), lit: null };
  tell();
  return true;
}

/**
 * Remembers the totals beside the game's name in the list of games.
 *
 * @param {number[]} totals
 */
export function noteTotals(totals) {
  if (JSON.stringify(totals) !== JSON.stringify(kept.totals)) note({ totals });
}

/**
 * Opens the table of a shared link as a game of its own; the game played until now stays kept.
 *
 * @param {string} fragment
 */
async function openLink(fragment) {
  window.history.replaceState(null, "", location.pathname);
  const shared = game.read({ table: await readLink(fragment) });
  if (shared === null) {
    show({ notice: { key: "notice.bad_link" } });
    return;
  }
  startGame(shared.table);
  show({ ...game.view, notice: { key: "notice.copy" }, dialog: null });
}

/**
 * Takes up the last game of this kind, or starts one for these names.
 *
 * @param {Game} played
 * @param {string[]} names of the players of a first game
 */
export async function takeUp(played, names) {
  game = played;
  keep.openShelf(game.shelf, game.read);
  const last = keep.viewed();
  const again = game.remembered.filter((part) => typeof last[part] === typeof game.view[part]);
  view = {
    ...view,
    ...game.view,
    ...Object.fromEntries(again.map((part) => [part, last[part]])),
  };
  if (!(view.tab in game.tabs)) view = { ...view, tab: game.view.tab };
  const latest = keep.games().at(-1);
  if (!latest || !openGame(latest.id)) startGame(game.newTable(names));
  if (holdsTable(location.hash)) await openLink(location.hash);
  addEventListener("hashchange", () => holdsTable(location.hash) && openLink(location.hash));
  keep.whenChangedElsewhere((id) => id === kept.id && openGame(id));
}
