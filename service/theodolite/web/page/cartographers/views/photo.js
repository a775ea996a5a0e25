/** What photographs of Cartographers are of: the maps, in the signs of those who drew them. */

import { t } from "../../shell/i18n.js";
import { isDefault } from "../../shell/seats.js";
import { dispatch } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { printOf, sidesOf } from "../answers.js";
import { letterAt, newTable, SIZE, SPACES } from "../model/table.js";
import { lettersOf } from "./map.js";
import { Ink, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../shell/photo.js").Subject} Subject */

/** The spaces on which nothing can be drawn. @param {Table["map"]} map */
function printedOn(map) {
  const rows = printOf(map);
  return rows ? SPACES.filter((space) => "^#".includes(letterAt(rows, space))) : [];
}

/** @type {(table: Table, player: number) => Subject} */
function subjectOf(table, player) {
  const { map, players } = table;
  const names = players.map(({ name }) => name);
  const { [player]: name } = names;
  const kinds = [...lettersOf(table), "."].map((letter) => ({
    letter,
    name: letter === "." ? t("board.empty") : letterName(letter),
    face: html`<${Ink} letter=${letter} />`,
  }));
  return {
    question: "cartographers/photos",
    parts: { map: typeof map === "string" ? map : JSON.stringify(map) },
    title: t("map.of", { name }),
    next: player + 1 < names.length ? player + 1 : undefined,
    // Nobody is known by a name that nobody has typed.
    ...(isDefault(name, names) ? {} : { copy: "cartographers", hand: name }),
    columns: SIZE,
    spaces: SPACES,
    layers: [{ name: "symbol", title: "", kinds }],
    how: t("photo.map.how"),
    samples: t("photo.map.samples"),
    accept: t("photo.map.accept"),
    printed: new Set(printedOn(map)),
    lay: ([rows]) => dispatch({ type: "rows", player, rows }),
  };
}

/** A subject, and what else it may be: the same map with another side's mountains on it. @type {(table: Table, player: number, sides: string[], choose: (map: string) => void) => Subject} */
function orAnother(table, player, sides, choose) {
  const subject = subjectOf(table, player);
  const chosen = table.map;
  if (typeof chosen !== "string") return subject;
  const others = sides.filter((side) => side !== chosen);
  return {
    ...subject,
    others: others.map((side) => ({
      words: t("photo.map.elsewhere", { side, chosen }),
      accept: t("map.side", { side }),
      keep: t("map.side", { side: chosen }),
      subject: subjectOf({ ...table, map: side }, player),
      choose: () => choose(side),
    })),
  };
}

export const photographs = {
  /** The map of a player, or one that a dispute is about. @type {(table: Table, of: number | {player: number, when: string, lay: Subject["lay"]}) => Subject} */
  of: (table, of) => {
    if (typeof of === "object") {
      return { ...subjectOf(table, of.player), next: undefined, lay: of.lay };
    }
    return orAnother(table, of, sidesOf(table.game), (map) => dispatch({ type: "map", map }));
  },
  /** @type {(choose: (at: number) => void) => {title: string, subject: Subject}[]} */
  trials: (choose) => {
    // A photograph needs no ruins, as Heroes does not.
    const sides = sidesOf("heroes").sort();
    return sides.map((map) => {
      const table = { ...newTable([t("player.default", { n: 1 })]), game: "combined", map };
      return {
        title: t("map.side", { side: map }),
        subject: orAnother(table, 0, sides, (side) => choose(sides.indexOf(side))),
      };
    });
  },
};
