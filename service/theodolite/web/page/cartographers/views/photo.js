/** What photographs of Cartographers are of: the maps, in the signs of those who drew them. */

import { t } from "../../shell/i18n.js";
import { dispatch } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { printOf, printsNow } from "../answers.js";
import { letterAt, newTable, SIZE, SPACES } from "../model/table.js";
import { lettersOf } from "./map.js";
import { Ink, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../shell/photo.js").Subject} Subject */

/** The spaces on which nothing can be drawn. @param {Table["map"]} map */
function printedOn(map) {
  const rows = printOf(map);
  if (rows) return SPACES.filter((space) => "^#".includes(letterAt(rows, space)));
  // Of some prints the mountains are known and nothing else.
  return printsNow().find((print) => print.map === map)?.mountains ?? [];
}

/** @type {(table: Table, player: number) => Subject} */
function subjectOf(table, player) {
  const { map } = table;
  const kinds = [...lettersOf(table), "."].map((letter) => ({
    letter,
    name: letter === "." ? t("board.empty") : letterName(letter),
    face: html`<${Ink} letter=${letter} />`,
  }));
  return {
    question: "cartographers/photos",
    parts: { map: typeof map === "string" ? map : JSON.stringify(map) },
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
const orAnother = (table, player, sides, choose) => ({
  ...subjectOf(table, player),
  others: sides
    .filter((side) => typeof table.map === "string" && side !== table.map)
    .map((side) => ({
      words: t("photo.map.elsewhere", { side, chosen: String(table.map) }),
      accept: t("map.side", { side }),
      keep: t("map.side", { side: String(table.map) }),
      subject: subjectOf({ ...table, map: side }, player),
      choose: () => choose(side),
    })),
});

export const photographs = {
  /** @type {(table: Table, player: number) => Subject} */
  of: (table, player) => {
    const sides = printsNow().flatMap(({ map, rows }) => (rows ? [map] : []));
    return orAnother(table, player, sides, (map) => dispatch({ type: "map", map }));
  },
  /** @type {(choose: (at: number) => void) => {title: string, subject: Subject}[]} */
  trials: (choose) => {
    const sides = printsNow().flatMap(({ map, rows, mountains }) =>
      rows || mountains ? [map] : [],
    );
    return sides.map((map) => {
      const table = { ...newTable([t("player.default", { n: 1 })]), game: "combined", map };
      return {
        title: t("map.side", { side: map }),
        subject: orAnother(table, 0, sides, (side) => choose(sides.indexOf(side))),
      };
    });
  },
};
