/** The subjects of photographs of Misterra: the island and the parchments. */

import { t } from "../../shell/i18n.js";
import { ALONG, show, state, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { isBare, LETTERS, SIDES, SPACES } from "../model/board.js";
import { likelySamples } from "../model/likely.js";
import { disputeOf, rowsOf } from "../model/reducer.js";
import { isUntouched } from "../model/table.js";
import { tileName } from "./board.js";
import { Tile } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/reducer.js").BoardName} BoardName */
/** @typedef {import("../model/reducer.js").Which} Which */
/** @typedef {import("../../shell/photo.js").Subject} Subject */

/** @param {BoardName} board */
const stationOf = (board) => (board === "island" ? "island" : `parchment-${board}`);

/** @type {(table: Table, board: BoardName) => string} */
function stationAfter({ players }, board) {
  const next = board === "island" ? 0 : board + 1;
  return next < players.length ? stationOf(next) : "cards";
}

/**
 * The board that is read after one from the same photograph: of a dispute only the parchment of the player in question.
 *
 * @type {(table: Table, board: BoardName, of: Which) => any}
 */
function nextBoard({ players }, board, of) {
  const next = board === "island" ? 0 : board + 1;
  if (of === "table") return next < players.length ? next : undefined;
  const { before, player } = disputeOf(state());
  const seat = players.findIndex(({ name }) => name === before.players[player].name);
  return board === "island" && seat >= 0 ? { of, board: seat } : undefined;
}

/** @type {(table: Table, board: BoardName, of?: Which) => Subject} */
function subjectOf(table, board, of = "table") {
  const kind = board === "island" ? "island" : "parchment";
  const hazy = board === "island" ? LETTERS.map((letter) => letter.toLowerCase()) : [];
  const kinds = [...LETTERS, ...hazy, "."].map((letter) => ({
    letter,
    name: tileName(letter),
    face: html`<${Tile} letter=${letter} />`,
  }));
  const sides = Object.fromEntries(SIDES.map((side) => [side, t(`beach.${side}`)]));
  return {
    operation: "misterra/photos",
    parts: { board: kind },
    copy: `misterra/${kind}`,
    bare: of === "table" && isBare(rowsOf(table, board)),
    title:
      board === "island" ? t("island") : t("parchment.of", { name: table.players[board].name }),
    next: nextBoard(table, board, of),
    columns: 5,
    spaces: SPACES,
    layers: [{ name: "symbol", title: "", kinds }],
    samples: `${t("photo.samples")} ${t("photo.sand")}`,
    shore: {
      side: table.beach,
      // The first board decides how all of them lie.
      isFree: of === "table" && isUntouched(table),
      question: t("photo.beach"),
      sides: /** @type {any} */ (sides),
    },
    // A parchment is meant to be like the island: what that tells need not be named.
    likely: board === "island" ? undefined : (groups) => likelySamples(groups, table.island),
    lay: ([rows], side = table.beach) => {
      const isOther = side !== table.beach;
      if (isOther) dispatch({ type: "beach", side });
      dispatch({ type: "rows", of, board, rows }, isOther ? ALONG : null);
      // The way goes on by itself from a board that has been read.
      if (of === "table" && viewed().station === stationOf(board))
        show({ station: stationAfter(table, board) });
    },
  };
}

export const photographs = {
  /** @type {(table: Table, board: BoardName | {of: "before" | "after", board: BoardName}) => Subject} */
  of: (table, board) =>
    typeof board === "object"
      ? subjectOf(disputeOf(state())[board.of], board.board, board.of)
      : subjectOf(table, board),
  /** @param {Table} table */
  boards: ({ players }) => {
    const board = Math.max(
      0,
      players.findIndex(({ parchment }) => isBare(parchment)),
    );
    const { name } = players[board];
    return [
      { title: t("island"), board: "island", station: stationOf("island") },
      { title: t("parchment.of", { name }), board, station: stationOf(board) },
    ];
  },
};
