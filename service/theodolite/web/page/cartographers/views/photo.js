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

/** @type {(table: Table, player: number) => Subject} */
function subjectOf(table, player) {
  const { map } = table;
  const print = printOf(map);
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
    printed: new Set(print ? SPACES.filter((space) => "^#".includes(letterAt(print, space))) : []),
    lay: ([rows]) => dispatch({ type: "rows", player, rows }),
  };
}

export const photographs = {
  of: subjectOf,
  trials: () =>
    printsNow().map(({ map }) => {
      const table = { ...newTable([t("player.default", { n: 1 })]), game: "combined", map };
      return { title: t("map.side", { side: map }), subject: subjectOf(table, 0) };
    }),
};
