/** The subjects of photographs of Tiwanaku: the board, terrain and what is planted on it. */

import { t } from "../../shell/i18n.js";
import { ALONG } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { columnsOf, isBare, LETTERS, LEVELS, newTable, spacesOf } from "../model/table.js";
import { Crop, cropName, Ground, terrainName } from "./board.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../shell/photo.js").Subject} Subject */

const BOARDS = ["short", "long"];

/** The board of a table; another one than lies there, `now`, is laid with it. @type {(table: Table, now?: string) => Subject} */
const subjectOf = (table, now = table.board) => ({
  operation: "tiwanaku/photos",
  parts: { board: table.board },
  copy: "tiwanaku",
  bare: isBare(table),
  columns: columnsOf(table.board),
  spaces: spacesOf(table.board),
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
  lay: ([terrain, crops]) => {
    const isOther = table.board !== now;
    if (isOther) dispatch({ type: "board", board: table.board });
    dispatch({ type: "rows", terrain, crops }, isOther ? ALONG : null);
  },
});

/** A subject, and that it may be the other board: a short one is found in a long one, too. @type {(table: Table, now: string, choose: (board: string) => void) => Subject} */
function orOther(table, now, choose) {
  const board = table.board === "short" ? "long" : "short";
  const other = {
    words: t(`photo.rather.${board}`),
    accept: t(`setup.${board}`),
    keep: t(`setup.${table.board}`),
    greater: board === "long",
    subject: subjectOf(newTable([], { board })),
    choose: () => choose(board),
  };
  return { ...subjectOf(table, now), others: [other] };
}

export const photographs = {
  /** The board, or one of which the photograph alone tells how long it is. @type {(table: Table, board?: string, choose?: (board: string) => void) => Subject} */
  of: (table, board, choose = (other) => dispatch({ type: "board", board: other })) =>
    orOther({ ...table, board: board ?? table.board }, table.board, choose),
  boards: () => BOARDS.map((board) => ({ title: t(`setup.${board}`), board, station: "board" })),
};
