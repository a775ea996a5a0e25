/**
 * The store of this browser: every game with all its steps, and the habits of the person using it.
 *
 * Each step is an entry of its own, so a change writes a few hundred bytes, at once and synchronously:
 * a tab that is killed in the next moment has lost nothing. Records, which grow with every turn, are written only
 * in the steps that change them. The keys begin with the name of the game
 * on the table; those of the page's first game are older than the others and have none.
 *
 * Data damaged by another program or a broken disk is read as far as it can be: an index that is lost is
 * made again from the games themselves, and what says nothing is set aside under a key of its own.
 */

import { isObject } from "./read.js";
import { allKeys, getText, isOffered, persist, removeText, setText } from "./storage.js";

/**
 * @typedef {object} Kept a game in the list of games
 * @property {string} id
 * @property {string} began in ISO 8601
 * @property {string[]} names
 * @property {number[] | null} totals
 * @property {number[] | null} [won] the seats of the winners, once it is over
 * @property {Record<string, number[]>} [parts] what made the totals, by category, once it is over
 * @property {string} [called] where it is not known by its players
 * @property {string} [link] where it is a copy of a shared one
 * @property {boolean} [example] whether it began as an example
 */
/** @typedef {{from: number, at: number, last: number}} Head where a game's steps begin, stand and end */

export const HABITS = "theodolite.habits";
const MOST_STEPS = 100_000;
/** Parts of a state that most steps leave alone. */
const LASTING = ["record", "earlier"];
export const ASIDE = "theodolite.aside";

let root = "theodolite";
/** @type {(state: unknown) => any} */
let readState = () => null;

const indexKey = (shelf = root) => `${shelf}.games`;
const viewKey = () => `${root}.view`;
const looksKey = () => `${root}.looks`;
/** @param {string} operation */
const answerKey = (operation) => `${root}.answer.${operation}`;
/** @param {string} id */
export const headKey = (id, shelf = root) => `${shelf}.game.${id}`;
/** @type {(id: string, step: number) => string} */
const stepKey = (id, step) => `${root}.game.${id}.${step}`;

/** False where the browser keeps nothing, or has refused to keep something even after room was made. */
export let keeping = isOffered;

/** @param {string} key @returns {unknown} what is kept there; undefined if it cannot be read */
function read(key) {
  try {
    return JSON.parse(getText(key) ?? "");
  } catch {
    return undefined;
  }
}

/** @type {(key: string, value: unknown) => void} */
function write(key, value) {
  const text = JSON.stringify(value);
  while (!setText(key, text)) {
    keeping = keeping && makeRoom();
    if (!keeping) return;
  }
}

/** Forgets the undo steps of the oldest game that still has any; its last state stays. */
function makeRoom() {
  for (const { id } of games().slice(0, -1)) {
    const { from, at, last } = headOf(id) ?? { from: 0, at: 0, last: 0 };
    const whole = from < last && recall(id);
    if (whole) {
      for (let step = from; step <= last; step += 1) removeText(stepKey(id, step));
      setText(stepKey(id, at), JSON.stringify(whole.steps[whole.at]));
      setText(headKey(id), JSON.stringify({ from: at, at, last: at }));
      return true;
    }
  }
  return false;
}

/** @param {unknown} value */
const areNumbers = (value) => Array.isArray(value) && value.every((one) => typeof one === "number");

/** @param {unknown} value @returns {value is Kept} */
const isKept = (value) =>
  isObject(value) &&
  typeof value.id === "string" &&
  !Number.isNaN(Date.parse(String(value.began))) &&
  Array.isArray(value.names) &&
  value.names.every((name) => typeof name === "string") &&
  ["string", "undefined"].includes(typeof value.called) &&
  [value.totals, value.won ?? null].every((seats) => seats === null || areNumbers(seats)) &&
  Object.values(value.parts ?? {}).every(areNumbers);

/** @param {string} id @returns {Head | null} */
function headOf(id) {
  const head = read(headKey(id));
  if (!isObject(head)) return null;
  const { from, at, last } = head;
  const sound =
    [from, at, last].every(Number.isInteger) && Number(last) - Number(from) < MOST_STEPS;
  return sound ? /** @type {Head} */ (/** @type {unknown} */ ({ from, at, last })) : null;
}

/** The same from the steps themselves, where the head is lost. @param {string} id @returns {Head | null} */
function headFound(id) {
  const numbers = keysOf(id)
    .filter((key) => key !== headKey(id))
    .map((key) => Number(key.slice(headKey(id).length + 1)))
    .filter((step) => Number.isInteger(step) && step >= 0);
  if (numbers.length === 0) return null;
  const last = Math.max(...numbers);
  return { from: Math.min(...numbers), at: last, last };
}

/** The games of an index. @param {unknown} index @returns {Kept[]} */
export const gamesIn = (index) => (Array.isArray(index) ? index.filter(isKept) : []);

/** Every game of a shelf, oldest first; the last one played is the last. */
export const games = (shelf = root) => gamesIn(read(indexKey(shelf)));

/** @param {Kept} game */
export function noteGame(game) {
  const others = games().filter(({ id }) => id !== game.id);
  if (others.length === games().length) persist();
  write(indexKey(), [...others, game]);
}

/** @param {string} id */
const keysOf = (id, shelf = root) => {
  const head = headKey(id, shelf);
  return allKeys().filter((key) => key === head || key.startsWith(`${head}.`));
};

/**
 * Forgets a game.
 *
 * @param {string} id
 * @returns {() => void} brings it back as it was
 */
export function forgetGame(id, shelf = root) {
  const place = games(shelf).findIndex((game) => game.id === id);
  const game = games(shelf)[place];
  const all = keysOf(id, shelf).map((key) => ({ key, text: getText(key) ?? "" }));
  for (const { key } of all) removeText(key);
  write(
    indexKey(shelf),
    games(shelf).filter((one) => one.id !== id),
  );
  return () => {
    for (const { key, text } of all) setText(key, text);
    const others = games(shelf);
    write(indexKey(shelf), [...others.slice(0, place), game, ...others.slice(place)]);
  };
}

/** The step that is shown, without the lasting parts that it has of the step before. @param {import("./history.js").History<any>} history */
function shortened({ steps, at }) {
  const { ...state } = steps[at];
  const same = LASTING.filter(
    (part) => at > 0 && part in state && state[part] === steps[at - 1][part],
  );
  for (const part of same) delete state[part];
  return same.length > 0 ? { ...state, same } : state;
}

/** A step as it was, by the one before. @type {(kept: any, before: any) => any} */
function lengthened(kept, before) {
  const state = readState(kept);
  if (state === null || before === undefined || !Array.isArray(kept.same)) return state;
  const same = LASTING.filter((part) => kept.same.includes(part) && part in before);
  return { ...state, ...Object.fromEntries(same.map((part) => [part, before[part]])) };
}

/**
 * Writes the step that is shown and where it stands; steps undone and then left are removed.
 *
 * @param {string} id
 * @param {import("./history.js").History<unknown>} history
 */
export function keepStep(id, history) {
  const { from, last } = headOf(id) ?? { from: 0, last: -1 };
  const newest = from + history.steps.length - 1;
  for (let step = newest + 1; step <= last; step += 1) removeText(stepKey(id, step));
  write(stepKey(id, from + history.at), shortened(history));
  write(headKey(id), { from, at: from + history.at, last: newest });
}

/**
 * The history of a game, or null where nothing readable is left of it.
 *
 * @param {string} id
 * @returns {import("./history.js").History<any> | null}
 */
export function recall(id) {
  const head = headOf(id) ?? headFound(id);
  if (head === null) return null;
  const steps = [];
  let shown = 0;
  for (let step = head.from; step <= head.last; step += 1) {
    const state = lengthened(read(stepKey(id, step)), steps.at(-1));
    if (state === null) continue;
    if (step <= head.at) shown = steps.length;
    steps.push(state);
  }
  return steps.length > 0 ? { steps, at: shown } : null;
}

/**
 * Whether the browser keeps a game as it is here; another tab may have written to it meanwhile.
 *
 * @param {string} id
 * @param {import("./history.js").History<unknown>} history
 */
export function isAsKept(id, history) {
  const head = headOf(id);
  return (
    head === null ||
    (head.at - head.from === history.at &&
      head.last - head.from === history.steps.length - 1 &&
      getText(stepKey(id, head.at)) === JSON.stringify(shortened(history)))
  );
}

/** @param {string} id */
function isReadable(id) {
  const head = headOf(id);
  return (head && readState(read(stepKey(id, head.at))) !== null) || recall(id) !== null;
}

/** Puts away under a key of its own what cannot be read, so that it is in nobody's way and not lost. */
function setAside(/** @type {string} */ key) {
  const text = getText(key);
  if (text === null) return;
  removeText(key);
  const at = allKeys().filter((one) => one.startsWith(ASIDE)).length;
  setText(`${ASIDE}.${at}`, JSON.stringify({ key, text }));
}

/** The list as it should be: games that can be read, those included that the list had lost. */
function mended(/** @type {(table: any) => string[]} */ namesOf) {
  const listed = games().filter(({ id }) => isReadable(id));
  const prefix = headKey("");
  const found = allKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length).split(".")[0]);
  const lost = [...new Set(found)].filter((id) => listed.every((game) => game.id !== id));
  const again = lost.flatMap((id) => {
    const history = recall(id);
    if (history === null) {
      keysOf(id).forEach(setAside);
      return [];
    }
    const names = namesOf(history.steps[history.at].table);
    return [{ id, began: new Date().toISOString(), names, totals: null }];
  });
  const whole = [...again, ...listed];
  for (const { id } of whole) if (headOf(id) === null) write(headKey(id), headFound(id));
  return whole;
}

/**
 * Opens one game's shelf, and sees to what is broken on it.
 *
 * @param {string} shelf how its keys begin
 * @param {(state: unknown) => any} reader from a kept state to one that can be shown, or null
 * @param {(table: any) => string[]} namesOf
 * @returns {boolean} false where something could not be read and was set aside
 */
export function openShelf(shelf, reader, namesOf) {
  root = shelf;
  readState = reader;
  const list = getText(indexKey());
  const asides = () => allKeys().filter((key) => key.startsWith(ASIDE)).length;
  const before = asides();
  const whole = mended(namesOf);
  if (list !== null && JSON.stringify(read(indexKey())) !== JSON.stringify(games())) {
    setAside(indexKey());
  }
  if (JSON.stringify(whole) !== JSON.stringify(games())) write(indexKey(), whole);
  return asides() === before;
}

/** The person's own entries in every game: the language, the game last played, the puzzles that were solved and the lessons learnt. */
export const habits = () => {
  const kept = read(HABITS);
  return isObject(kept) ? kept : {};
};
/** @param {{language?: string, game?: string, days?: number[], solved?: object[], lessons?: Record<string, number>, how?: boolean, pack?: object, editions?: Record<string, string>}} change */
export const keepHabits = (change) => write(HABITS, { ...habits(), ...change });

/** The view of the open game. */
export const viewed = () => {
  const kept = read(viewKey());
  return isObject(kept) ? kept : {};
};
/** @param {object} view */
export const keepView = (view) => write(viewKey(), view);

/** The samples that photographs gave of this copy of the game, by the kind of board. @returns {Record<string, unknown>} */
export const looks = () => {
  const kept = read(looksKey());
  return isObject(kept) ? kept : {};
};

/** @type {(kind: string, learnt: object | null) => void} */
export function keepLooks(kind, learnt) {
  const { [kind]: _, ...others } = looks();
  const all = learnt ? { ...others, [kind]: learnt } : others;
  // Photographs can teach it again: no game makes room for it.
  setText(looksKey(), JSON.stringify(all));
}

/** Keeps what the service said last of a whole game, for when it cannot be asked; `about` is what it was asked. @type {(operation: string, about: string, answer: any) => void} */
export function keepAnswer(operation, about, answer) {
  // Where no game is kept, nothing is.
  if (games().length === 0) return;
  // Nothing that was entered makes room for what can be asked again.
  setText(answerKey(operation), JSON.stringify({ about, answer }));
}

/** @type {(operation: string, about: string) => any} the answer to this very question, or null */
export function keptAnswer(operation, about) {
  const kept = read(answerKey(operation));
  return isObject(kept) && kept.about === about ? kept.answer : null;
}

/**
 * Calls back with the id of a game that another tab of this browser has written to.
 *
 * @param {(id: string) => void} callback
 */
export function whenChangedElsewhere(callback) {
  const prefix = headKey("");
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(prefix) && newValue) callback(key.slice(prefix.length).split(".")[0]);
  });
}
