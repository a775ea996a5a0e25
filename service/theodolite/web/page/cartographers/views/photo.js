/** The subjects of photographs of Cartographers: the maps, in the signs of those who drew them. */

import { t } from "../../shell/i18n.js";
import { isDefault } from "../../shell/seats.js";
import { ALONG } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { printOf, sidesOf } from "../answers.js";
import { dispatch } from "../commands.js";
import { isBlank, letterAt, SIZE, SPACES } from "../model/table.js";
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
    operation: "cartographers/photos",
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
    bare: isBlank(players[player]),
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

/** The first edition that has all of these: the one played, or one of Heroes' letters or sides. @type {(table: Table, side: string, rows: string[]) => string} */
const editionOf = (table, side, rows) =>
  [table.game, "heroes", "combined"].find(
    (one) =>
      sidesOf(one).includes(side) &&
      [...rows.join("").replaceAll(".", "")].every((letter) =>
        lettersOf({ ...table, game: one }).includes(letter),
      ),
  ) ?? "combined";

/** A map whose side only the photograph shows. @type {(table: Table, of: {player: number, side: string}, choose: (of: object) => void) => Subject} */
function firstOf(table, { player, side }, choose) {
  // The drawings show which edition it is of; a photograph needs no ruins, as Heroes does not.
  const wide = { ...table, game: "combined", map: side };
  const subject = orAnother(wide, player, sidesOf("heroes"), (other) =>
    choose({ player, side: other }),
  );
  return {
    ...subject,
    // All maps of a game are of one side.
    bare: side === table.map ? subject.bare : table.players.every(isBlank),
    lay: ([rows]) => {
      const game = editionOf(table, side, rows);
      const isOther = game !== table.game || side !== table.map;
      if (isOther) dispatch({ type: "game", game, map: side });
      dispatch({ type: "rows", player, rows }, isOther ? ALONG : null);
    },
  };
}

export const photographs = {
  /** The map of a player, also where its side is not known yet, or one that a dispute is about. @type {(table: Table, of: number | {player: number, side: string} | {player: number, when: string, lay: Subject["lay"]}, choose?: (of: object) => void) => Subject} */
  of: (table, of, choose = () => {}) => {
    if (typeof of === "number") {
      return orAnother(table, of, sidesOf(table.game), (map) => dispatch({ type: "map", map }));
    }
    if ("side" in of) return firstOf(table, of, choose);
    return { ...subjectOf(table, of.player), bare: false, next: undefined, lay: of.lay };
  },
  /** @param {Table} table */
  boards: ({ players }) => {
    const player = Math.max(0, players.findIndex(isBlank));
    return sidesOf("heroes")
      .sort()
      .map((side) => ({
        title: t("map.side", { side }),
        board: { player, side },
        station: `map-${player}`,
      }));
  },
};
