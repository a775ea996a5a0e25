/** The names of things, and their small pictures. */

import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { ROUTES, TERRAINS } from "../model/table.js";

/** @param {string} letter */
export const terrainName = (letter) => t(`terrain.${TERRAINS[letter] ?? "unclear"}`);

/** Outlines of a route's markers about the middle of a space one wide. @type {Record<string, string>} */
export const MARKERS = {
  triangle: "M0 -.42L.44 .36H-.44Z",
  circle: "M0 -.4A.4 .4 0 1 1 0 .4A.4 .4 0 1 1 0 -.4Z",
  square: "M-.37 -.37H.37V.37H-.37Z",
};

/** @param {{route: string, colour: string}} props */
export const Marker = ({ route, colour }) => html`
  <svg class="marker" viewBox="-.6 -.6 1.2 1.2" data-colour=${colour} aria-hidden="true"><path d=${MARKERS[route]} /></svg>
`;

/** @param {{letter: string}} props */
export const Ground = ({ letter }) =>
  html`<span class="tile ground" data-tile=${letter} aria-hidden="true">${letter === "?" ? "?" : ""}</span>`;

/** @type {(mover: string, of?: string) => string} "explorer 1", "the walker on N10/E10" */
export function moverName(mover, of) {
  const [kind, which] = mover.split(":");
  const name = t(`mover.${kind}`, { n: which, at: which });
  return of ? t("mover.of", { piece: name, name: of }) : name;
}

/** @param {string} place */
export const placeName = (place) => (place === "home" ? t("home") : place);

/** @param {string} route */
export const routeName = (route) => t(`route.${route}`);

/** The content of a space, in words. @param {import("../model/table.js").Snapshot} table @returns {Map<string, string[]>} */
export function piecesOn(table) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  /** @type {(space: string | undefined, words: string) => void} */
  const note = (space, words) => {
    if (space !== undefined) found.set(space, [...(found.get(space) ?? []), words]);
  };
  for (const bridge of table.board.bridges)
    for (const space of bridge) note(space, t("piece.bridge"));
  for (const { name, home, explorers, routes } of table.players) {
    note(home, t("board.home_of", { name }));
    for (const [which, { at }] of explorers.entries()) {
      note(at === "home" ? home : at, t("board.explorer_of", { n: which + 1, name }));
    }
    for (const route of ROUTES) {
      note(routes[route].cards.at(-1), t("board.marker_of", { route: routeName(route), name }));
    }
  }
  for (const tree of table.trees) for (const space of tree) note(space, t("piece.tree"));
  for (const { at } of table.walkers) note(at, t("piece.walker"));
  for (const space of table.broken_bridges) note(space, t("piece.broken_bridge"));
  for (const creep of table.creep_throughs) {
    note(typeof creep === "string" ? creep : creep.at, t("piece.creep_through"));
  }
  return found;
}
