/** A backup: all that this browser keeps of the page, as one text, and what becomes of it where it is restored. */

import { ASIDE, gamesIn, HABITS, headKey } from "./keep.js";
import { isObject } from "./read.js";
import { shelvesOf } from "./shelves.js";
import { allKeys, getText, persist, removeText, setText } from "./storage.js";

/** @typedef {Record<string, string>} Storage texts by their keys */
/** @typedef {{made: string, storage: Storage}} Backup */
/** @typedef {{shelf: string, game: import("./keep.js").Kept, is: "missing" | "same" | "other"}} Found a game of a backup, and what is here of it */

const KIND = "theodolite backup 1";
/** Keys of this device alone, and of what the service can be asked again. */
const LEFT_OUT = /^theodolite(\.engine |(\.\w+)?\.answer\.)/;

/** @param {string} key */
const isCopied = (key) => key.startsWith("theodolite.") && !LEFT_OUT.test(key);

/** A number that differs where a letter does (FNV-1a). @param {string} text */
function checksum(text) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum;
}

/** @returns {Storage} */
const storageNow = () =>
  Object.fromEntries(
    allKeys()
      .filter(isCopied)
      .map((key) => [key, getText(key) ?? ""]),
  );

/** The text of the file. @param {Date} made */
export function backup(made) {
  const storage = storageNow();
  const sum = checksum(JSON.stringify(storage));
  return JSON.stringify({ kind: KIND, made: made.toISOString(), sum, storage });
}

/** @param {string} text of a file @returns {Backup | null} null where it is damaged, or of something else */
export function readBackup(text) {
  const held = parsed(text);
  if (!isObject(held) || held.kind !== KIND || !isObject(held.storage)) return null;
  const { made, sum, storage } = held;
  const isSound =
    checksum(JSON.stringify(storage)) === sum &&
    !Number.isNaN(Date.parse(made)) &&
    Object.entries(storage).every(([key, one]) => isCopied(key) && typeof one === "string");
  return isSound ? { made, storage } : null;
}

/** @param {string | undefined} text @returns {any} undefined where it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** @type {(storage: Storage, shelf: string) => import("./keep.js").Kept[]} */
const listed = (storage, shelf) => gamesIn(parsed(storage[`${shelf}.games`]));

/** The part of a storage that is one game. @type {(storage: Storage, shelf: string, id: string) => Storage} */
function gameIn(storage, shelf, id) {
  const head = headKey(id, shelf);
  return Object.fromEntries(
    Object.entries(storage).filter(([key]) => key === head || key.startsWith(`${head}.`)),
  );
}

/** @type {(one: Storage, other: Storage) => boolean} */
const areAlike = (one, other) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.keys(one).every((key) => one[key] === other[key]);

/** The games of a backup. @type {(there: Storage, here?: Storage) => Found[]} */
export const gamesOf = (there, here = storageNow()) =>
  shelvesOf(Object.keys(there)).flatMap((shelf) =>
    listed(there, shelf).map((game) => {
      const { id } = game;
      const isHere = listed(here, shelf).some((one) => one.id === id);
      const isAlike = areAlike(gameIn(there, shelf, id), gameIn(here, shelf, id));
      return { shelf, game, is: isHere ? (isAlike ? "same" : "other") : "missing" };
    }),
  );

/** @type {(storage: Storage, key: string) => Record<string, any>} */
function objectIn(storage, key) {
  const held = parsed(storage[key]);
  return isObject(held) ? held : {};
}

/** @param {unknown} value */
const isCounts = (value) =>
  isObject(value) && Object.values(value).every((one) => typeof one === "number");

/** A text that is the same for entries of which one is enough. @param {any} entry */
const signOf = (entry) => JSON.stringify(entry?.key ?? entry);

/** One habit of both: lists are joined, the higher of two counts stays, and else the one here. @type {(own: any, other: any) => any} */
function joined(own, other) {
  if (Array.isArray(own) && Array.isArray(other)) {
    const signs = new Set(own.map(signOf));
    return [...own, ...other.filter((one) => !signs.has(signOf(one)))];
  }
  if (!isCounts(own) || !isCounts(other)) return own ?? other;
  const keys = Object.keys({ ...other, ...own });
  return Object.fromEntries(keys.map((key) => [key, Math.max(own[key] ?? 0, other[key] ?? 0)]));
}

/** The habits of both: what was solved or learnt on either is. @type {(here: Storage, there: Storage) => object} */
function habitsOf(here, there) {
  const own = objectIn(here, HABITS);
  // The editions seen are those of another device.
  const { editions: _, ...others } = objectIn(there, HABITS);
  const keys = Object.keys({ ...others, ...own });
  return Object.fromEntries(keys.map((key) => [key, joined(own[key], others[key])]));
}

/**
 * Restores a backup: nothing that is kept here goes, but the games that are replaced.
 *
 * @type {(here: Storage, there: Storage, replacing: boolean) => Storage}
 */
export function merged(here, there, replacing) {
  /** @type {Storage} */
  const after = { ...here, [HABITS]: JSON.stringify(habitsOf(here, there)) };
  const all = gamesOf(there, here);
  const isTaken = (/** @type {Found} */ { is }) =>
    is === "missing" || (replacing && is === "other");
  for (const { shelf, game } of all.filter(isTaken)) {
    for (const key of Object.keys(gameIn(here, shelf, game.id))) delete after[key];
    Object.assign(after, gameIn(there, shelf, game.id));
  }
  for (const shelf of shelvesOf(Object.keys(there))) {
    const taken = all.filter((one) => one.shelf === shelf && isTaken(one)).map(({ game }) => game);
    const own = listed(here, shelf);
    const missing = taken.filter(({ id }) => own.every((one) => one.id !== id));
    const kept = own.map((one) => taken.find(({ id }) => id === one.id) ?? one);
    after[`${shelf}.games`] = JSON.stringify([...missing, ...kept]);
  }
  const ofGames = all.flatMap(({ shelf, game }) => Object.keys(gameIn(there, shelf, game.id)));
  return { ...after, ...othersOf(here, there, new Set(ofGames)) };
}

/** The other entries of a backup, as far as it is not here. @type {(here: Storage, there: Storage, ofGames: Set<string>) => Storage} */
function othersOf(here, there, ofGames) {
  /** @type {Storage} */
  const others = {};
  const isAside = (/** @type {string} */ key) => key.startsWith(ASIDE);
  let asides = Object.keys(here).filter(isAside).length;
  for (const [key, text] of Object.entries(there)) {
    if (isAside(key)) {
      if (Object.values(here).includes(text)) continue;
      others[`${ASIDE}.${asides}`] = text;
      asides += 1;
    } else if (key.endsWith(".looks")) {
      others[key] = JSON.stringify({ ...objectIn(there, key), ...objectIn(here, key) });
    } else if (!(key in here || ofGames.has(key) || key === HABITS || key.endsWith(".games"))) {
      others[key] = text;
    }
  }
  return others;
}

/** Whether the browser has taken all of it. @param {Storage} storage */
function put(storage) {
  for (const key of Object.keys(storageNow())) if (!(key in storage)) removeText(key);
  return Object.entries(storage)
    .filter(([key, text]) => getText(key) !== text)
    .every(([key, text]) => setText(key, text));
}

/** Restores a backup, or nothing of it where there is no room for all. @type {(there: Storage, replacing: boolean) => boolean} */
export function restore(there, replacing) {
  const before = storageNow();
  const isWhole = put(merged(before, there, replacing));
  if (isWhole) persist();
  else put(before);
  return isWhole;
}
