/** What lies on a board and what is to be pointed out there, read from a table and an answer. */

import { LETTERS, SPACES, TERRAINS, TILES_PER_TERRAIN } from "../model/board.js";
import { has, t } from "../../shell/i18n.js";

/** Markers and meeples of everyone, as pieces of the island. */
export function islandPieces(table) {
  const pieces = table.players.flatMap(({ name, claims, meeple }, player) => [
    ...claims.map((place) => ({ kind: "claim", player, name, place })),
    ...(meeple ? [{ kind: "meeple", player, name, place: meeple }] : []),
  ]);
  const otoma = (table.otoma?.claims ?? []).map((place) => ({
    kind: "claim",
    player: "otoma",
    name: t("otoma"),
    place,
  }));
  return [...pieces, ...otoma];
}

/** Lit spaces, and the rest dimmed so that they stand out without colour too. */
export function lighting(spaces) {
  if (!spaces) return {};
  const lit = new Set(spaces);
  return { lit, dim: new Set(SPACES.filter((space) => !lit.has(space))) };
}

const at = (value, path) => path.reduce((part, key) => part?.[key], value);

/**
 * Where an error of the API belongs, read from its JSON Pointer.
 *
 * @returns {{board: "island" | number | null, space: string | null, player: number | null, slot: number | null}}
 */
function placeOf(pointer, table) {
  const path = pointer.split("/").slice(1);
  const [root, index, field, item] = path;
  const value = at(table, path);
  const space = SPACES.includes(value) ? value : null;
  if (root === "island") return { board: "island", space: null, player: null, slot: null };
  if (root === "otoma") return { board: "island", space, player: null, slot: null };
  if (root !== "players" || index === undefined) {
    return { board: null, space: null, player: null, slot: null };
  }
  const player = Number(index);
  if (field === "parchment") return { board: player, space: null, player, slot: null };
  if (field === "claims" || field === "meeple") {
    return {
      board: "island",
      space: space ?? (field === "meeple" ? value : null),
      player,
      slot: null,
    };
  }
  return { board: null, space: null, player, slot: field === "presumptions" ? Number(item) : null };
}

/** The terrain of which more tiles lie on the island than there are. */
function outnumbered({ island }) {
  const all = island.join("").toUpperCase();
  const letter = LETTERS.find((one) => all.split(one).length - 1 > TILES_PER_TERRAIN);
  return letter ? t(`terrain.${TERRAINS[letter]}`) : "";
}

/**
 * The errors of a refusal in the page's words, each with the place it belongs to.
 *
 * @param {import("../../shell/api.js").Refused | null} refusal
 * @param {object} table
 */
export function troubles(refusal, table) {
  if (!refusal) return [];
  const errors =
    refusal.errors.length > 0
      ? refusal.errors
      : [{ pointer: "", code: `status_${refusal.problem.status}`, detail: refusal.problem.detail }];
  return errors.map(({ pointer, code, detail }) => {
    const place = placeOf(pointer, table);
    const name = table.players[place.player]?.name ?? t("otoma");
    const key = `problem.${code}`;
    const words = has(key) ? t(key, { name, terrain: outnumbered(table) }) : detail;
    return { ...place, text: words ?? t("problem.unknown") };
  });
}

/** The spaces of one board that a problem concerns. */
export const troubledSpaces = (all, board) =>
  new Set(all.filter((one) => one.board === board && one.space).map(({ space }) => space));
