/** The whole sheet as one drawing (SVG): what is printed, and what is saved as a picture. */

import { dated, listed, t, written } from "../../shell/i18n.js";
import { cardName, printOf } from "../answers.js";
import { DECREES, letterAt, SCORED, SEASONS, SIZE, SPACES } from "../model/table.js";
import { boxOf, itemsNow, leader } from "./sheet.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Answer} Answer */

const WIDTH = 840;
const MARGIN = 30;
const SPACE = 30;
const MAP = SIZE * SPACE;
const INK = "#2b2218";
/** @type {Record<string, string>} */
const FILLS = {
  F: "#8fb275",
  V: "#d99a7d",
  A: "#efd78c",
  W: "#a9d0dc",
  H: "#d9c7e8",
  X: "#8d8374",
};

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll("\u00ad", "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @type {(x: number, y: number, text: string, size?: number, anchor?: string, weight?: string) => string} */
const words = (x, y, text, size = 13, anchor = "start", weight = "normal") =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" font-weight="${weight}" fill="${INK}">${escaped(text)}</text>`;

/** One map with its letters. @type {(table: Table, seat: number, x: number, y: number) => string} */
function map(table, seat, x, y) {
  const print = printOf(table.map);
  const { name, drawn, stars, coins } = table.players[seat];
  const spaces = SPACES.map((space, at) => {
    const [left, top] = [x + (at % SIZE) * SPACE, y + Math.floor(at / SIZE) * SPACE];
    const inked = letterAt(drawn, space);
    const printed = print ? letterAt(print, space) : ".";
    const fill = "MDZTGd".includes(inked)
      ? "#c9a3b5"
      : (FILLS[inked] ?? (printed === "^" ? "#a89080" : printed === "#" ? "#cbbf9f" : "#fffaf0"));
    const letter = inked === "." ? printed.replace(".", "") : inked;
    const shown = letter === "^" ? "▲" : letter === "#" ? "" : letter === "R" ? "⌂" : letter;
    const star = stars.includes(space) ? "★" : "";
    return `<rect x="${left}" y="${top}" width="${SPACE}" height="${SPACE}" fill="${fill}" stroke="#6a5a44" stroke-width=".7"/>${words(left + SPACE / 2, top + 20, shown + star, 13, "middle")}`;
  });
  return words(x, y - 10, `${name} · ● ${coins}`, 15, "start", "bold") + spaces.join("");
}

/** The four seasons of one player. @type {(table: Table, answer: Answer | null, seat: number, x: number, y: number) => string} */
function paper(table, answer, seat, x, y) {
  const items = itemsNow(answer, seat);
  const rows = SEASONS.flatMap((season) => {
    const box =
      season === table.season && items
        ? boxOf(items, season)
        : table.players[seat].seasons.find((one) => one.season === season);
    if (!box) return [];
    const { decrees, coins, monsters } = box;
    const parts = [...decrees, coins, monsters];
    const sum = parts.reduce((all, part) => all + part, 0);
    return [
      `${t(`season.${season}`)} (${SCORED[season].join(" ")}): ${parts.map(written).join(" · ")} = ${written(sum)}`,
    ];
  });
  const total = answer?.players[seat]?.total;
  const lines = [...rows, ...(total === undefined ? [] : [`${t("total")}: ${written(total)}`])];
  return lines.map((line, at) => words(x, y + at * 18, line, 12)).join("");
}

/** @type {(table: Table, answer: Answer | null) => string} a complete SVG document */
export function picture(table, answer) {
  const step = (WIDTH - 2 * MARGIN - MAP) / 1;
  const deep = MAP + 150;
  const maps = table.players.map((_, seat) => {
    const [x, y] = [MARGIN + (seat % 2) * step, 190 + Math.floor(seat / 2) * deep];
    return map(table, seat, x, y) + paper(table, answer, seat, x, y + MAP + 22);
  });
  const height = 190 + Math.ceil(table.players.length / 2) * deep;
  const who = listed(table.players.map(({ name }) => name));
  const decrees = DECREES.filter((decree) => table.decrees[decree]).map(
    (decree) => `${decree} ${cardName(table.decrees[decree])}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Palatino, Georgia, serif" role="img" aria-label="${escaped(t("picture.of", { names: who }))}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fdf6e6"/>`,
    words(MARGIN, 54, "Cartographers", 28, "start", "bold"),
    words(WIDTH - MARGIN, 54, dated(new Date().toISOString()), 13, "end"),
    words(MARGIN, 84, answer ? leader(answer) : "", 17),
    words(MARGIN, 112, decrees.join(" · "), 12),
    ...maps,
    "</svg>",
  ].join("");
}
