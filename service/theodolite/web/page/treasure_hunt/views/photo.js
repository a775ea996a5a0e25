/** The subjects of photographs of Treasure Hunt: a segment of the board, as it lies. */

import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { named } from "../model/frame.js";
import { QUARTERS } from "../model/pack.js";
import { isBlankIn, LETTERS } from "../model/table.js";
import { segmentOn } from "./ground.js";
import { Ground, terrainName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */

const SIDE = 15;
const SPACES = Array.from({ length: SIDE * SIDE }, (_, at) =>
  named(Math.floor(at / SIDE), at % SIDE),
);

/** @type {(table: Table, quarter: string) => import("../../shell/photo.js").Subject} */
const subjectOf = (table, quarter) => ({
  operation: "treasure-hunt/photos",
  parts: {},
  copy: "treasure-hunt",
  bare: isBlankIn(table, quarter),
  columns: SIDE,
  spaces: SPACES,
  layers: [
    {
      name: "symbol",
      title: "",
      kinds: LETTERS.map((letter) => ({
        letter,
        name: terrainName(letter),
        face: html`<${Ground} letter=${letter} />`,
      })),
    },
  ],
  how: t("photo.segment", { segment: segmentOn(table, quarter) }),
  lay: ([rows]) =>
    dispatch({ type: "rows", quarter, rows: rows.map((row) => row.replaceAll(".", "?")) }),
});

export const photographs = {
  of: subjectOf,
  /** @param {Table} table */
  boards: (table) =>
    QUARTERS.map((board) => ({
      title: t("segment.of", { segment: segmentOn(table, board) }),
      board,
      station: "board",
    })),
};
