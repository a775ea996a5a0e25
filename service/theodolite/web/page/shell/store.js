/**
 * The one place that holds what the page shows: the open game's history (kept at once) and the view.
 *
 * The view is what undo leaves alone: the open tab, the chosen tool, the lit line, the open dialog.
 *
 * @typedef {any} State whatever the game says; `table` is the part of it that is shared and scored
 *
 * The parts that a game hands the shell:
 *
 * @typedef {object} Game
 * @property {string} name as its folder is called, such as "treasure_hunt"
 * @property {string} title as printed on its box
 * @property {string} shelf how its keys in the browser's store begin
 * @property {Record<string, any>} view what is shown at first: a `tab`, and whatever the game needs
 * @property {Record<string, any>} result of the view: where the result of a whole game is seen
 * @property {(view: any, table: any) => any} fitting the view, as far as it still suits the table
 * @property {string[]} remembered which parts of the view are taken up again at the next visit
 * @property {Record<string, import("./frame.js").Component>} tabs its views by the name of their tab
 * @property {Record<string, import("./frame.js").Component>} dialogs
 * @property {(names: string[], last?: any) => any} newTable with the habits of the last table
 * @property {(table: any) => State} newState
 * @property {(state: State, action: any) => State} reduce the very same state where nothing changes
 * @property {(state: State) => boolean} [hasLeft] whether the table follows no longer from the record of the game
 * @property {(state: State) => Place[]} places all that undo can change; of those that changed, the first is gone to
 * @property {(state: unknown) => State | null} read a state from outside, if it can be shown
 * @property {(table: any) => object} spare the shortest form of a table
 * @property {(table: any) => string[]} names of those who play
 * @property {(table: any) => string | null} [called] what a game is called in the list, where not by its players
 * @property {(state: State) => void} ask asks the API about all that is shown
 * @property {(state: State) => import("./outcome.js").Outcome | null} [outcome] how the game stands; null while it is not known
 * @property {() => void} again asks the same once more, in another language
 * @property {() => Promise<void>} load what the API tells once
 * @property {(table: any) => string} picture the whole sheet as SVG
 * @property {(text: string, place: Element) => boolean} [onPaste]
 * @property {() => void} [showExample] opens a game to look at before one's own
 * @property {(table: any, laid: {space: string, letter: string}) => void} [onPut] called before a value is laid
 * @property {() => void} [playToday] opens the puzzle of the day
 * @property {{of: (table: any, board: any, choose?: (board: any) => void) => Subject, boards: (table: any) => Offered[]}} [photographs] what they are of: a board of the table, and which there are before a game is begun; `choose` says that it is another one
 *
 * @typedef {import("./photo.js").Subject} Subject
 * @typedef {{title: string, board: any, station: string}} Offered a board, and where it is seen
 *
 * A part of the game that is seen in one place:
 *
 * @typedef {object} Place
 * @property {string} title as a person calls it
 * @property {{tab: string, station?: string}[]} seen the views that show it, the first its own
 * @property {object} [view] what else is shown with it
 * @property {any} holds
 * @property {boolean} [along] whether it changes along with others, which are then looked at instead
 */

/**
 * A command of several, each with its name as the `type` and with what it takes.
 *
 * @template Commands
 * @typedef {{[Name in keyof Commands]: {type: Name} & Commands[Name]}[keyof Commands]} OneOf
 */
/**
 * How each of several commands is carried out.
 *
 * @template Subject
 * @template Commands
 * @typedef {{[Name in keyof Commands]: (subject: Subject, command: Commands[Name]) => Subject}} Carrying
 */
/**
 * @template Command
 * @typedef {(command: Command, gesture?: unknown, notice?: Notice) => void} Dispatch
 */

import { amend, begin, present, record, redo, undo } from "./history.js";
import { listed } from "./i18n.js";
import * as keep from "./keep.js";
import { holdsTable, readLink } from "./link.js";

/** The gesture of a change that is part of the last one: undo takes both back. */
export const ALONG = Symbol("along");
/** How long a tool stays in hand that nobody uses. */
const REST = 120_000;

/** @type {Game} */
let game;
/** @type {import("./keep.js").Kept} */
let kept;
/** @type {import("./history.js").History<State>} */
let history;
/** @type {unknown} */
let stroke = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
/** @type {Record<string, any>} */
let view = { lit: null, dialog: null, notice: null, choice: null, tool: null, shared: null };

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
/** Whether what is shown is somebody else's game, which nothing changes. */
export const isReadOnly = () => view.shared !== null;

/** Puts down what is in hand, so that no tap after a pause changes a board. */
const restHand = () => view.tool !== null && show({ tool: null });

function stayAwake() {
  clearTimeout(resting);
  if (view.tool !== null) resting = setTimeout(restHand, REST);
}

/**
 * Changes the view only; what the game wants remembered is kept for the next visit.
 *
 * @param {Record<string, any>} change
 */
export function show(change) {
  view = { ...view, ...change };
  if (game.remembered.some((part) => part in change) && view.shared === null) {
    keep.keepView(Object.fromEntries(game.remembered.map((part) => [part, view[part]])));
  }
  stayAwake();
  tell();
}

/**
 * A word about what has just happened; with `undo` one tap takes it back.
 *
 * @typedef {{key: string, values?: import("./i18n.js").Values, undo?: () => void}} Notice
 */

const calledNow = () => game.called?.(table()) ?? undefined;

/** The notice where the browser keeps nothing. @returns {Notice | null} */
const lost = () => (keep.keeping ? null : { key: "notice.not_kept" });

const isKept = () => keep.games().some(({ id }) => id === kept.id);

/** @type {(next: import("./history.js").History<State>, notice?: Notice | null) => void} */
function adopt(next, notice = null) {
  // A game is kept from its first change on, and with it what was there before that.
  if (!isKept()) {
    note({});
    keep.keepStep(kept.id, history);
  }
  history = next;
  const names = game.names(table());
  const called = calledNow();
  if (names.join("\n") !== kept.names.join("\n") || called !== kept.called) note({ names, called });
  keep.keepStep(kept.id, history);
  view = {
    ...game.fitting(view, table()),
    lit: null,
    notice: notice ?? lost(),
  };
  stayAwake();
  tell();
}

/** @param {Partial<import("./keep.js").Kept>} change */
function note(change) {
  kept = { ...kept, ...change };
  keep.noteGame(kept);
}

/**
 * Carries out one change and keeps it; somebody else's game, opened by a link, does not change.
 *
 * @param {any} action as the game's own `reduce` takes it
 * @param {unknown} [gesture] changes of one and the same gesture are one step of undo
 * @param {Notice} [notice] says what went, where something goes that nobody sees going
 */
export function dispatch(action, gesture = null, notice) {
  if (view.shared !== null) return;
  catchUp();
  const next = game.reduce(state(), action);
  if (next === state()) return;
  const carriedOn = gesture === ALONG || (gesture !== null && gesture === stroke);
  stroke = gesture;
  // A record that the table leaves is worth more words than what else goes.
  const leaves = game.hasLeft?.(next) && !game.hasLeft(state());
  const message = leaves ? { key: "notice.record_left" } : notice;
  const said = message ? { ...message, undo: stepBack } : carriedOn ? view.notice : null;
  adopt(carriedOn ? amend(history, next) : record(history, next), said);
}

/** Takes over what another tab has written, before anything is changed here. */
function catchUp() {
  if (!keep.keeping || keep.isAsKept(kept.id, history)) return;
  history = keep.recall(kept.id) ?? history;
  stroke = null;
}

/** The differences of two states. @type {(before: State, after: State) => Place[]} */
function changed(before, after) {
  /** @param {Place} place */
  const placeText = ({ seen, holds }) => JSON.stringify([seen[0], holds]);
  const known = new Set(game.places(before).map(placeText));
  const places = game.places(after).filter((place) => !known.has(placeText(place)));
  const apart = places.filter(({ along }) => !along);
  return apart.length > 0 ? apart : places;
}

/** @param {Place} place */
const isInSight = ({ seen }) =>
  seen.some(({ tab, station }) => tab === view.tab && (station ?? view.station) === view.station);

/** Goes to what changed where nobody would see it change, and says so. @type {(places: Place[], key: string) => void} */
function goToChanged(places, key) {
  if (places.length === 0 || places.some(isInSight)) return;
  const [{ seen, view: also }] = places;
  const where = listed([...new Set(places.map(({ title }) => title))]);
  const notice = { key, values: { where } };
  show({ ...seen[0], ...also, tool: null, choice: null, notice });
  // At a desk the station itself is brought into sight.
  scrollTo({ top: 0 });
}

/** Each space of the boards with what is drawn there. */
const spaces = () =>
  new Map([...document.querySelectorAll("[data-space]")].map((space) => [space, space.innerHTML]));

/** @type {(change: (history: import("./history.js").History<State>) => import("./history.js").History<State>, key: string) => void} */
function step(change, key) {
  if (view.shared !== null) return;
  stroke = null;
  catchUp();
  const [before, drawn] = [state(), spaces()];
  adopt(change(history));
  goToChanged(changed(before, state()), key);
  const space = [...drawn.keys()].find((one) => one.innerHTML !== drawn.get(one));
  space?.scrollIntoView({ block: "nearest" });
}

export const stepBack = () => step(undo, "notice.undone");
export const stepForward = () => step(redo, "notice.redone");

/** @type {(first: any, id: string) => void} */
function lay(first, id) {
  kept = { id, began: new Date().toISOString(), names: game.names(first), totals: null };
  stroke = null;
  history = begin(game.newState(first));
}

const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.replace(".", "");

/**
 * Starts a game beside the ones there are.
 *
 * @param {any} first its table
 * @param {{link?: string, example?: boolean}} [of] a shared game that it is a copy of, or an example, which is kept once somebody changes it
 * @param {any} [action] what is done at its beginning
 */
export function startGame(first, of = {}, action = null) {
  lay(first, newId());
  kept = { ...kept, ...of };
  if (action !== null) history = begin(game.reduce(state(), action));
  view = { ...view, ...game.view, shared: null, tool: null };
  if (of.example) return;
  note({});
  adopt(history);
}

/** @param {string} id */
export function openGame(id) {
  const past = keep.recall(id);
  const known = keep.games().find((one) => one.id === id);
  if (past === null || known === undefined) return false;
  kept = known;
  history = past;
  note({ called: calledNow() });
  stroke = null;
  view = { ...game.fitting(view, table()), lit: null, choice: null, tool: null, shared: null };
  tell();
  return true;
}

/** Keeps how the game stands beside its name in the list of games. @param {import("./outcome.js").Outcome | null} outcome */
export function noteOutcome(outcome) {
  const next = { ...kept, ...outcome };
  if (JSON.stringify(next) !== JSON.stringify(kept) && isKept()) note(next);
}

/** The last game played, or an empty table that is kept as soon as something lies on it. */
function takeUpLast() {
  const latest = keep.games().at(-1);
  if (!latest || !openGame(latest.id)) {
    lay(game.newTable(game.names(table())), newId());
    view = { ...view, ...game.view, shared: null };
    tell();
  }
}

const forgetLink = () => window.history.replaceState(window.history.state, "", location.pathname);

/**
 * Shows the table of a shared link, which stays as it is until somebody makes a copy of it.
 *
 * @param {string} fragment
 */
async function openLink(fragment) {
  const shared = game.read({ table: await readLink(fragment) });
  if (shared === null) {
    forgetLink();
    show({ notice: { key: "notice.bad_link" } });
    return;
  }
  lay(shared.table, "shared");
  show({ ...game.view, ...game.result, shared: fragment, notice: null, dialog: null, tool: null });
}

/** One's own copy of the shared game: the one there is, or a new one. */
export function copyShared() {
  const link = view.shared;
  const copy = keep.games().find((one) => one.link === link);
  forgetLink();
  if (copy && openGame(copy.id)) return;
  startGame(table(), { link });
}

export function leaveShared() {
  forgetLink();
  takeUpLast();
}

/**
 * Takes up the last game of this kind, or begins one for these names.
 *
 * @param {Game} played
 * @param {string[]} names of the players of a first game
 */
export async function takeUp(played, names) {
  game = played;
  const isWhole = keep.openShelf(game.shelf, game.read, game.names);
  const last = keep.viewed();
  const again = game.remembered.filter((part) => typeof last[part] === typeof game.view[part]);
  view = {
    ...view,
    ...game.view,
    ...Object.fromEntries(again.map((part) => [part, last[part]])),
    notice: isWhole ? lost() : { key: "notice.set_aside" },
  };
  if (!(view.tab in game.tabs)) view = { ...view, tab: game.view.tab };
  lay(game.newTable(names), newId());
  takeUpLast();
  if (holdsTable(location.hash)) await openLink(location.hash);
  addEventListener("hashchange", () => holdsTable(location.hash) && openLink(location.hash));
  addEventListener("visibilitychange", () => document.hidden && restHand());
  keep.whenChangedElsewhere((id) => id === kept.id && openGame(id));
}
