/** The board as a drawing (SVG): the tiles, and below them, for the person who deals it, the whole disc of a scenario. */

import { INK, MARGIN, sheet, words } from "../../shell/drawing.js";
import { t } from "../../shell/i18n.js";
import { columnsOf, letterAt, spacesOf, TERRAINS } from "../model/table.js";

/** @type {Record<string, string>} */
const FILLS = { M: "#b98b66", S: "#ead58f", G: "#a9bf7a", R: "#b0aca4", ".": "#fffaf0" };

/** @type {(board: string, layers: import("../model/table.js").Layers, top: number, title: string, size: number) => string} */
function disc(board, { terrain, crops }, top, title, size) {
  const columns = columnsOf(board);
  const spaces = spacesOf(board).map((space, at) => {
    const [x, y] = [
      MARGIN + 20 + (at % columns) * size,
      top + 34 + Math.floor(at / columns) * size,
    ];
    const [letter, level] = [letterAt(terrain, space), letterAt(crops, space)];
    const name = letter === "." ? "" : t(`terrain.${TERRAINS[letter]}`);
    return [
      `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${FILLS[letter]}" stroke="${INK}"/>`,
      words(x + 5, y + 14, name, { size: 11 }),
      ...(level === "."
        ? []
        : [
            words(x + size / 2, y + size / 2 + 12, level, { size: 24, anchor: "middle" }),
            words(x + size / 2, y + size - 6, t(`crop.${level}`), { size: 10, anchor: "middle" }),
          ]),
    ].join("");
  });
  const letters = [..."ABCDEFGHI"]
    .slice(0, columns)
    .map((letter, at) =>
      words(MARGIN + 20 + (at + 0.5) * size, top + 28, letter, { size: 12, anchor: "middle" }),
    );
  const numbers = [1, 2, 3, 4, 5].map((row) =>
    words(MARGIN + 6, top + 40 + (row - 0.5) * size, `${row}`, { size: 12 }),
  );
  return (
    words(MARGIN, top + 6, title, { size: 16 }) +
    letters.join("") +
    numbers.join("") +
    spaces.join("")
  );
}

/** @param {import("../model/table.js").Table} table @returns {string} a complete SVG document */
export function picture(table) {
  const size = table.board === "short" ? 84 : 80;
  const deep = 5 * size + 70;
  const height = 110 + deep * (table.disc ? 2 : 1);
  const counts = Object.entries(table.tiles).map(
    ([terrain, count]) => `${t(`terrain.${terrain}`)} ${count}`,
  );
  return sheet({
    title: "Tiwanaku",
    label: t("picture.of"),
    height,
    parts: [
      words(MARGIN, 78, counts.join(" · "), { size: 14 }),
      disc(table.board, table, 110, t("board"), size),
      ...(table.disc ? [disc(table.board, table.disc, 110 + deep, t("picture.disc"), size)] : []),
    ],
  });
}
