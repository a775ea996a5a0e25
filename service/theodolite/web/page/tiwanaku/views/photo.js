/** What photographs of Tiwanaku are of: the board, terrain and what is planted on it. */

import { t } from "../../shell/i18n.js";
import { dispatch } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { columnsOf, LETTERS, LEVELS, newTable, spacesOf } from "../model/table.js";
import { Crop, cropName, Ground, terrainName } from "./board.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../shell/photo.js").Subject} Subject */

const BOARDS = ["short", "long"];

/** @param {Table} table @returns {Subject} */
const subjectOf = ({ board }) => ({
  question: "tiwanaku/photos",
  parts: { board },
  copy: "tiwanaku",
  columns: columnsOf(board),
  spaces: spacesOf(board),
  layers: [
    {
      name: "terrain",
      title: t("photo.terrain"),
      kinds: [...LETTERS, "."].map((letter) => ({
        letter,
        name: letter === "." ? t("board.empty") : terrainName(letter),
        face: html`<${Ground} letter=${letter} />`,
      })),
    },
    {
      name: "crop",
      title: t("photo.crop"),
      kinds: [".", ...LEVELS].map((letter) => ({
        letter,
        name: letter === "." ? t("board.no_crop") : cropName(letter),
        face: html`<${Crop} level=${letter === "." ? "–" : letter} />`,
      })),
    },
  ],
  samples: t("photo.land.samples"),
  lay: ([terrain, crops]) => dispatch({ type: "rows", terrain, crops }),
});

/** A subject, and that it may be the other board: a short one is found in a long one, too. @type {(table: Table, choose: (board: string) => void) => Subject} */
function orOther(table, choose) {
  const board = table.board === "short" ? "long" : "short";
  const other = {
    words: t(`photo.rather.${board}`),
    accept: t(`setup.${board}`),
    keep: t(`setup.${table.board}`),
    greater: board === "long",
    subject: subjectOf(newTable([], { board })),
    choose: () => choose(board),
  };
  return { ...subjectOf(table), others: [other] };
}

export const photographs = {
  /** @type {(table: Table) => Subject} */
  of: (table) => orOther(table, (board) => dispatch({ type: "board", board })),
  /** @type {(choose: (at: number) => void) => {title: string, subject: Subject}[]} */
  trials: (choose) =>
    BOARDS.map((board) => ({
      title: t(`setup.${board}`),
      subject: orOther(newTable([], { board }), (other) => choose(BOARDS.indexOf(other))),
    })),
};
