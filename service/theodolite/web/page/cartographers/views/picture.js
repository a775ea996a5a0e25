/** The whole sheet as one drawing (SVG): what is printed, and what is saved as a picture. */

import { grid, MARGIN, motif, SOFT, sheet, WIDTH, words } from "../../shell/drawing.js";
import { dated, listed, t, written } from "../../shell/i18n.js";
import { cardName, printOf } from "../answers.js";
import { boxesOf, totalOf } from "../model/boxes.js";
import { DECREES, letterAt, SCORED, SEASONS, SIZE, SPACES } from "../model/table.js";
import { boxOf, itemsNow, leader } from "./sheet.js";
import { MOTIFS, marked } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Answer} Answer */

const SPACE = 30;
const MAP = SIZE * SPACE;
/** @type {Record<string, string>} */
const FILLS = {
  F: "#8fb275",
  V: "#d99a7d",
  A: "#efd78c",
  W: "#a9d0dc",
  H: "#d9c7e8",
  X: "#8d8374",
};

/** One map as it is drawn. @type {(table: Table, seat: number, x: number, y: number) => string} */
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
    const shown = inked === "." ? printed : inked;
    const star = stars.includes(space) ? "★" : "";
    return [
      `<rect x="${left}" y="${top}" width="${SPACE}" height="${SPACE}" fill="${fill}" stroke="${SOFT}" stroke-width=".7"/>`,
      MOTIFS[shown] ? motif(MOTIFS[shown], left, top, SPACE, marked(shown) ? 0.3 : 0.7) : "",
      words(left + SPACE / 2, top + 20, marked(shown) + star, { anchor: "middle" }),
    ].join("");
  });
  return words(x, y - 10, `${name} · ● ${coins}`, { size: 15, weight: "bold" }) + spaces.join("");
}

/** The four seasons of one player, each in its row. @type {(table: Table, answer: Answer | null, seat: number, x: number, y: number) => string} */
function paper(table, answer, seat, x, y) {
  const items = itemsNow(answer, seat);
  const rows = SEASONS.flatMap((season) => {
    const box =
      season === table.season && items
        ? boxOf(items, season)
        : table.players[seat].seasons.find((one) => one.season === season);
    if (!box) return [];
    const { first, second, coins, monsters } = boxesOf(box);
    const decrees = [first, second].map((points, at) =>
      points === undefined ? "" : `${SCORED[season][at]} ${written(points)}`,
    );
    const others = [coins, monsters].map((points) => (points === undefined ? "" : written(points)));
    return [
      { title: t(`season.${season}`), cells: [...decrees, ...others, written(totalOf(box))] },
    ];
  });
  const total = answer?.players[seat]?.total;
  if (total === undefined) return "";
  const sums = ["", "", "", "", written(total)];
  const heads = ["", "", t("category.coins"), t("category.monsters"), t("sheet.sum")];
  rows.push({ title: t("total"), cells: sums });
  return grid({ x, y, title: 70, column: (MAP - 70) / 5, heads, rows, line: 18, size: 10.5 });
}

/** @type {(table: Table, answer: Answer | null) => string} a complete SVG document */
export function picture(table, answer) {
  const step = WIDTH - 2 * MARGIN - MAP;
  const deep = MAP + 190;
  const maps = table.players.map((_, seat) => {
    const [x, y] = [MARGIN + (seat % 2) * step, 160 + Math.floor(seat / 2) * deep];
    return map(table, seat, x, y) + paper(table, answer, seat, x, y + MAP + 22);
  });
  const height = 150 + Math.ceil(table.players.length / 2) * deep;
  const who = listed(table.players.map(({ name }) => name));
  const decrees = DECREES.filter((decree) => table.decrees[decree]).map(
    (decree) => `${decree} ${cardName(table.decrees[decree])}`,
  );
  return sheet({
    title: "Cartographers",
    label: t("picture.of", { names: who }),
    height,
    parts: [
      words(WIDTH - MARGIN, 54, dated(new Date().toISOString()), { anchor: "end" }),
      words(MARGIN, 84, answer ? leader(answer) : "", { size: 17 }),
      words(MARGIN, 112, decrees.join(" · "), { size: 12 }),
      ...maps,
    ],
  });
}
