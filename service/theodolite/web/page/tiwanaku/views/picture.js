/** The board as a drawing (SVG): the tiles, and below them, for the person who deals it, the whole disc of a scenario. */

import { t } from "../../shell/i18n.js";
import { columnsOf, letterAt, spacesOf, TERRAINS } from "../model/table.js";

const WIDTH = 840;
const MARGIN = 30;
const INK = "#2b2218";
/** @type {Record<string, string>} */
const FILLS = { M: "#b98b66", S: "#ead58f", G: "#a9bf7a", R: "#b0aca4", ".": "#fffaf0" };

/** @type {(x: number, y: number, text: string, size?: number, anchor?: string) => string} */
const words = (x, y, text, size = 14, anchor = "start") =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${INK}">${text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</text>`;

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
      words(x + 5, y + 14, name, 11),
      ...(level === "."
        ? []
        : [
            words(x + size / 2, y + size / 2 + 12, level, 24, "middle"),
            words(x + size / 2, y + size - 6, t(`crop.${level}`), 10, "middle"),
          ]),
    ].join("");
  });
  const letters = [..."ABCDEFGHI"]
    .slice(0, columns)
    .map((letter, at) => words(MARGIN + 20 + (at + 0.5) * size, top + 28, letter, 12, "middle"));
  const numbers = [1, 2, 3, 4, 5].map((row) =>
    words(MARGIN + 6, top + 40 + (row - 0.5) * size, `${row}`, 12),
  );
  return words(MARGIN, top + 6, title, 16) + letters.join("") + numbers.join("") + spaces.join("");
}

/** @param {import("../model/table.js").Table} table @returns {string} a complete SVG document */
export function picture(table) {
  const size = table.board === "short" ? 84 : 80;
  const deep = 5 * size + 70;
  const height = 110 + deep * (table.disc ? 2 : 1);
  const counts = Object.entries(table.tiles).map(
    ([terrain, count]) => `${t(`terrain.${terrain}`)} ${count}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Palatino, Georgia, serif" role="img" aria-label="${t("picture.of")}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fdf6e6"/>`,
    words(MARGIN, 50, "Tiwanaku", 28),
    words(MARGIN, 78, counts.join(" · "), 14),
    disc(table.board, table, 110, t("board"), size),
    ...(table.disc ? [disc(table.board, table.disc, 110 + deep, t("picture.disc"), size)] : []),
    "</svg>",
  ].join("");
}
