/** What photographs of Tiwanaku are of: the board, terrain and what is planted on it. */

import { t } from "../../shell/i18n.js";
import { dispatch } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { columnsOf, LETTERS, LEVELS, newTable, spacesOf } from "../model/table.js";
import { Crop, Ground, terrainName } from "./board.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../../shell/photo.js").Subject} Subject */

/** @param {Table} table @returns {Subject} */
const subjectOf = ({ board }) => ({
  question: "tiwanaku/photos",
  parts: { board },
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
        name: letter === "." ? t("board.no_crop") : t("board.level", { level: letter }),
        face: html`<${Crop} level=${letter === "." ? "–" : letter} />`,
      })),
    },
  ],
  samples: t("photo.land.samples"),
  lay: ([terrain, crops]) => dispatch({ type: "rows", terrain, crops }),
});

export const photographs = {
  of: subjectOf,
  trials: () =>
    ["short", "long"].map((board) => ({
      title: t(`setup.${board}`),
      subject: subjectOf(newTable([], { board })),
    })),
};
