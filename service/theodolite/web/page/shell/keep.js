/**
 * What this browser keeps: every game with all its steps, and the habits of the person using it.
 *
 * Each step is an entry of its own, so a change writes a few hundred bytes, at once and synchronously:
 * a tab that is killed in the next moment has lost nothing. The keys begin with the name of the game
 * on the table; those of the page's first game are older than the others and have none.
 *
 * What another program or a broken disk left there is read as far as it can be: an index that is lost is
 * made again from the games themselves, and what says nothing is set aside under a key of its own.
 */

/** @typedef {{id: string, began: string, names: string[], totals: number[] | null}} Kept */
/** @typedef {{from: number, at: number, last: number}} Head where a game's steps begin, stand and end */

const HABITS = "theodolite.habits";

let root = "theodolite";
/** @type {(state: unknown) => any} */
let readState = () => null;

const indexKey = () => `${root}.games`;
const viewKey = () => `${root}.view`;
/** @param {string} id */
const headKey = (id) => `${root}.game.${id}`;
/** @type {(id: string, step: number) => string} */
const stepKey = (id, step) => `${root}.game.${id}.${step}`;

/** False once the browser has refused to keep something even after room was made. */
export let keeping = true;

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {string} key @returns {unknown} what is kept there; undefined if it cannot be read */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "");
  } catch {
    return undefined;
  }
}

/** @type {(key: string, value: unknown) => void} */
function write(key, value) {
  const text = JSON.stringify(value);
  for (;;) {
    try {
      localStorage.setItem(key, text);
      return;
    } catch {
      if (!makeRoom()) {
        keeping = false;
        return;
      }
    }
  }
}

/** Forgets the undo steps of the oldest game that still has any; its last state stays. */
function makeRoom() {
  for (const { id } of games().slice(0, -1)) {
    const { from, at, last } = headOf(id) ?? { from: 0, at: 0, last: 0 };
    if (from < last) {
      for (let step = from; step <= last; step += 1) {
        if (step !== at) localStorage.removeItem(stepKey(id, step));
      }
      localStorage.setItem(headKey(id), JSON.stringify({ from: at, at, last: at }));
      return true;
    }
  }
  return false;
}

/** @param {unknown} value @returns {value is Kept} */
const isKept = (value) =>
  isObject(value) &&
  typeof value.id === "string" &&
  !Number.isNaN(Date.parse(String(value.began))) &&
  Array.isArray(value.names) &&
  value.names.every((name) => typeof name === "string") &&
  (value.totals === null ||
    (Array.isArray(value.totals) && value.totals.every((total) => typeof total === "number")));

/** @param {string} id @returns {Head | null} */
function headOf(id) {
  const head = read(headKey(id));
  if (!isObject(head)) return null;
  const { from, at, last } = head;
  const sound = [from, at, last].every(Number.isInteger) && Number(from) <= Number(last);
  return sound ? /** @type {Head} */ (/** @type {unknown} */ ({ from, at, last })) : null;
}

/** Every game, oldest first; the last one played is the last. @returns {Kept[]} */
export function games() {
  const kept = read(indexKey());
  return Array.isArray(kept) ? kept.filter(isKept) : [];
}

/** @param {Kept} game */
export function noteGame(game) {
  const others = games().filter(({ id }) => id !== game.id);
  write(indexKey(), [...others, game]);
}

/** @param {string} id @returns {[string, string][]} all that was kept of it, as `bringBack` takes it */
export function forgetGame(id) {
  const mine = Object.keys(localStorage).filter(
    (key) => key === headKey(id) || key.startsWith(`${headKey(id)}.`),
  );
  const all = [indexKey(), ...mine].map((key) => /** @type {[string, string]} */ ([key, localStorage.getItem(key) ?? ""]));
  for (const key of mine) localStorage.removeItem(key);
  write(
    indexKey(),
    games().filter((game) => game.id !== id),
  );
  return all;
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
  for (let step = newest + 1; step <= last; step += 1) localStorage.removeItem(stepKey(id, step));
  write(stepKey(id, from + history.at), history.steps[history.at]);
  write(headKey(id), { from, at: from + history.at, last: newest });
}

/**
 * The history of a game, or null where nothing readable is left of it.
 *
 * @param {string} id
 * @returns {import("./history.js").History<any> | null}
 */
export function recall(id) {
  const head = headOf(id);
  if (head === null) return null;
  const steps = [];
  let shown = 0;
  for (let step = head.from; step <= head.last; step += 1) {
    const state = readState(read(stepKey(id, step)));
    if (state === null) continue;
    if (step <= head.at) shown = steps.length;
    steps.push(state);
  }
  return steps.length > 0 ? { steps, at: shown } : null;
}

/**
 * Opens one game's shelf.
 *
 * @param {string} shelf how its keys begin
 * @param {(state: unknown) => any} reader from a kept state to one that can be shown, or null
 * @returns {boolean} whether something unreadable had to be set aside
 */
export function openShelf(shelf, reader) {
  root = shelf;
  readState = reader;
  return false;
}

/** What is the person's in every game: the language, and the game last played. */
export const habits = () => {
  const kept = read(HABITS);
  return isObject(kept) ? kept : {};
};
/** @param {{language?: string, game?: string}} change */
export const keepHabits = (change) => write(HABITS, { ...habits(), ...change });

/** What was shown of the open game. */
export const viewed = () => {
  const kept = read(viewKey());
  return isObject(kept) ? kept : {};
};
/** @param {object} view */
export const keepView = (view) => write(viewKey(), view);

/**
 * Calls back with the id of a game that another tab of this browser has written to.
 *
 * @param {(id: string) => void} callback
 */
export function whenChangedElsewhere(callback) {
  addEventListener("storage", ({ key, newValue }) => {
    const [id, step] = key?.startsWith(`${root}.game.`)
      ? key.slice(`${root}.game.`.length).split(".")
      : [];
    if (id && step === undefined && newValue) callback(id);
  });
}
