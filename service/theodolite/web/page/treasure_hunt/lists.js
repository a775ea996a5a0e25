/** The lists that the API is asked for once: cards, rulings, the pack that the service has; and the invented one. */

import { lookUp } from "../shell/api.js";
import { at } from "../shell/root.js";
import { loadRules } from "../shell/rulebook.js";
import { parsed, readPack } from "./model/pack.js";

/** @typedef {{name: string, values: string[], default: string}} Open */
/** @type {Open[]} */
let rulings = [];
/** @type {import("./model/pack.js").Pack | null} */
let served = null;
/** @type {import("./model/pack.js").Pack | null} */
let invented = null;

/** Loads what the API tells once; without a connection texts are missing, entry works. */
export async function load() {
  const [cards, pack, listed] = await Promise.allSettled([
    lookUp("treasure-hunt/cards"),
    inventedPack(),
    lookUp("treasure-hunt/rulings"),
    loadRules("treasure-hunt"),
  ]);
  if (listed.status === "fulfilled") rulings = listed.value.rulings;
  if (cards.status === "fulfilled") served = packOf(cards.value);
  if (pack.status === "fulfilled") invented = pack.value;
}

/** The pack that the service was given, if it was. @param {any} cards */
const packOf = ({ title, north, segments, dice, coordinates }) =>
  readPack({
    title,
    north,
    segments: Object.fromEntries(
      segments.map((/** @type {any} */ { name, ...segment }) => [name, segment]),
    ),
    dice,
    coordinates,
  });

async function inventedPack() {
  return readPack(parsed(await (await fetch(at("page/treasure_hunt/invented.toml"))).text()));
}

export const rulingsNow = () => rulings;
export const packsNow = () => ({ served, invented });
/** The coordinate cards that there are, where a pack tells them. @param {import("./model/table.js").Table} table */
export const coordinatesOf = ({ pack }) => pack?.coordinates ?? [];
