/** The content of a board and the marks on it, read from a table and an answer. */

import * as shell from "../../shell/board.js";
import { has, t } from "../../shell/i18n.js";
import { isSpace, LETTERS, SPACES, TERRAINS, TILES_PER_TERRAIN } from "../model/board.js";

/** @typedef {import("../model/table.js").Table} Table */

/** Markers and meeples of everyone, as pieces of the island. @param {Table} table @returns {import("./board.js").Piece[]} */
export function islandPieces(table) {
  const pieces = table.players.flatMap(({ name, claims, meeple }, player) => [
    ...claims.map((place) => ({ kind: /** @type {const} */ ("claim"), player, name, place })),
    ...(meeple ? [{ kind: /** @type {const} */ ("meeple"), player, name, place: meeple }] : []),
  ]);
  const otoma = (table.otoma?.claims ?? []).map((place) => ({
    kind: /** @type {const} */ ("claim"),
    player: /** @type {const} */ ("otoma"),
    name: t("otoma"),
    place,
  }));
  return [...pieces, ...otoma];
}

/** @param {readonly string[] | null | undefined} spaces */
export const lighting = (spaces) => shell.lighting(spaces, SPACES);

/** @type {(value: any, path: string[]) => any} */
const at = (value, path) => path.reduce((part, key) => part?.[key], value);

/**
 * Where an error of the API belongs.
 *
 * @typedef {{board: "island" | number | null, space: string | null, player: number | null, slot: number | null}} Place
 * @typedef {Place & {text: string}} Trouble
 */

/** @type {Place} */
const NOWHERE = { board: null, space: null, player: null, slot: null };

/** Read from its JSON Pointer. @type {(pointer: string, table: Table) => Place} */
function placeOf(pointer, table) {
  const path = pointer.split("/").slice(1);
  const [root, index, field, item] = path;
  const value = at(table, path);
  const space = isSpace(value) ? value : null;
  if (root === "island") return { ...NOWHERE, board: "island" };
  if (root === "otoma") return { ...NOWHERE, board: "island", space };
  if (root !== "players" || index === undefined) return NOWHERE;
  const player = Number(index);
  if (field === "parchment") return { ...NOWHERE, board: player, player };
  if (field === "claims") return { ...NOWHERE, board: "island", space, player };
  if (field === "meeple") return { ...NOWHERE, board: "island", space: space ?? value, player };
  return { ...NOWHERE, player, slot: field === "presumptions" ? Number(item) : null };
}

/** The terrain of which more tiles lie on the island than there are. @param {Table} table */
function outnumbered({ island }) {
  const all = island.join("").toUpperCase();
  const letter = LETTERS.find((one) => all.split(one).length - 1 > TILES_PER_TERRAIN);
  return letter ? t(`terrain.${TERRAINS[letter]}`) : "";
}

/**
 * The errors of a refusal in the page's words, each with the place it belongs to.
 *
 * @param {import("../../shell/api.js").Refused | null} refusal
 * @param {Table} table
 * @returns {Trouble[]}
 */
export function troubles(refusal, table) {
  if (!refusal) return [];
  const errors =
    refusal.errors.length > 0
      ? refusal.errors
      : [{ pointer: "", code: `status_${refusal.problem.status}`, detail: refusal.problem.detail }];
  return errors.map(({ pointer, code, detail }) => {
    const place = placeOf(pointer, table);
    const name = table.players[place.player ?? -1]?.name ?? t("otoma");
    const key = `problem.${code}`;
    const words = has(key) ? t(key, { name, terrain: outnumbered(table) }) : detail;
    return { ...place, text: words ?? t("problem.unknown") };
  });
}

/** The spaces of one board that a problem concerns. @type {(all: Trouble[], board: "island" | number) => Set<string>} */
export const troubledSpaces = (all, board) =>
  new Set(all.flatMap((one) => (one.board === board && one.space ? [one.space] : [])));
