/** The games of all shelves of this browser: each kind of game has one. */

import { games } from "./keep.js";
import { allKeys } from "./storage.js";

/** @typedef {import("./keep.js").Kept & {shelf: string}} Shelved */

const INDEX = /^(theodolite(?:\.\w+)?)\.games$/;

/** The shelves that keys are of. @param {string[]} keys */
export const shelvesOf = (keys) => keys.flatMap((key) => INDEX.exec(key)?.[1] ?? []);

/** The shelf of a game, unless it has another one. @type {(game: {name: string, shelf?: string}) => string} */
export const shelfOf = ({ name, shelf = `theodolite.${name}` }) => shelf;

/** Every game, the newest first; those of one shelf are in its order. @returns {Shelved[]} */
export function allGames() {
  const all = shelvesOf(allKeys()).flatMap((shelf) => {
    let since = "";
    return games(shelf).map((game) => {
      since = game.began > since ? game.began : since;
      return { game: { ...game, shelf }, since };
    });
  });
  return all
    .sort((one, other) => (one.since < other.since ? -1 : Number(one.since > other.since)))
    .map(({ game }) => game)
    .reverse();
}
