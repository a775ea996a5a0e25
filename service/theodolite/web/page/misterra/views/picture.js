/** The whole sheet as one drawing (SVG): what is printed, and what is saved as a picture. */

import { LETTERS, TERRAINS, isHazy } from "../model/board.js";
import { dated, listed, t, written } from "../../shell/i18n.js";
import { itemTitle, leader, shownCategories } from "./sheet.js";
import { numeral } from "../../shell/parts.js";

const WIDTH = 840;
const MARGIN = 30;
const SPACE = 44;
const BOARD = 5 * SPACE;
const INK = "#2b2218";
const SOFT = "#6a5a44";
const FILLS = { J: "#8fb275", L: "#a9d0dc", M: "#a89080", S: "#efd78c" };
const SERIF = "Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, serif";

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function words(x, y, text, { size = 13, anchor = "start", weight = "normal", fill = INK } = {}) {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" font-weight="${weight}" fill="${fill}">${escaped(text)}</text>`;
}

function tile(x, y, letter) {
  if (letter === ".") {
    return `<rect x="${x}" y="${y}" width="${SPACE}" height="${SPACE}" fill="#fffaf0" stroke="#cbb994"/>`;
  }
  const sure = letter.toUpperCase();
  const veil = isHazy(letter) ? 'fill-opacity=".45" stroke-dasharray="4 3"' : "";
  return [
    `<rect x="${x}" y="${y}" width="${SPACE}" height="${SPACE}" fill="${FILLS[sure]}" stroke="${INK}" ${veil}/>`,
    `<use href="#print-${TERRAINS[sure]}" x="${x}" y="${y}" width="${SPACE}" height="${SPACE}" color="${INK}" opacity="${isHazy(letter) ? 0.25 : 0.5}"/>`,
    `<circle cx="${x + SPACE / 2}" cy="${y + SPACE / 2}" r="11" fill="#fffaf0" fill-opacity=".85"/>`,
    words(x + SPACE / 2, y + SPACE / 2 + 6, letter, { size: 17, anchor: "middle", weight: "bold" }),
  ].join("");
}

/** A strip of sand along the side of the beach. */
function shore(x, y, side) {
  const depth = 9;
  const [left, top, width, height] = {
    left: [x - depth - 2, y, depth, BOARD],
    right: [x + BOARD + 2, y, depth, BOARD],
    top: [x, y - depth - 2, BOARD, depth],
    bottom: [x, y + BOARD + 2, BOARD, depth],
  }[side];
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#e7cf9a" stroke="${SOFT}" stroke-dasharray="1 3"/>`;
}

function seal(x, y, player) {
  return [
    `<circle cx="${x}" cy="${y}" r="9" fill="#fffaf0" stroke="${INK}" stroke-width="1.5"/>`,
    words(x, y + 4, numeral(player), { size: 11, anchor: "middle", weight: "bold" }),
  ].join("");
}

function board(x, y, title, rows, beach, pieces = []) {
  const at = (space) => ["ABCDE".indexOf(space[0]) * SPACE + x, (Number(space[1]) - 1) * SPACE + y];
  return [
    words(x, y - 16, title, { size: 15, weight: "bold" }),
    shore(x, y, beach),
    ...rows.flatMap((row, down) =>
      [...row].map((letter, right) => tile(x + right * SPACE, y + down * SPACE, letter)),
    ),
    `<rect x="${x}" y="${y}" width="${BOARD}" height="${BOARD}" fill="none" stroke="${INK}" stroke-width="2"/>`,
    ...pieces.map(({ space, player }) => {
      const [left, top] = at(space);
      return seal(left + SPACE - 10, top + 10, player);
    }),
  ].join("");
}

function markers(table) {
  const all = table.players.flatMap(({ claims }, player) =>
    claims.map((space) => ({ space, player })),
  );
  return [...all, ...(table.otoma?.claims ?? []).map((space) => ({ space, player: "otoma" }))];
}

function totals(answer, top) {
  const column = (WIDTH - 2 * MARGIN - 220) / 4;
  const at = (player) => MARGIN + 220 + column * (player + 0.5);
  const categories = shownCategories(answer);
  const line = (row) => top + 26 + row * 24;
  const out = answer.players.map(({ name }, player) =>
    words(at(player), top, name.slice(0, 16), { anchor: "middle", weight: "bold" }),
  );
  categories.forEach((category, row) => {
    out.push(words(MARGIN, line(row), t(`category.${category}`)));
    answer.players.forEach(({ subtotals }, player) =>
      out.push(
        words(at(player), line(row), written(subtotals[category] ?? 0), { anchor: "middle" }),
      ),
    );
  });
  if (answer.solo) {
    categories.push("otoma");
    out.push(words(MARGIN, line(categories.length - 1), t("solo.otoma")));
    out.push(
      words(at(0), line(categories.length - 1), written(-answer.solo.otoma_claims), {
        anchor: "middle",
      }),
    );
  }
  const last = line(categories.length) + 6;
  out.push(`<path d="M${MARGIN} ${last - 20}H${WIDTH - MARGIN}" stroke="${INK}"/>`);
  out.push(words(MARGIN, last, t("total"), { size: 16, weight: "bold" }));
  answer.players.forEach(({ total }, player) =>
    out.push(
      words(at(player), last, written(answer.solo?.total ?? total), {
        size: 18,
        anchor: "middle",
        weight: "bold",
      }),
    ),
  );
  return { drawn: out.join(""), bottom: last + 34 };
}

function lines(answer, top) {
  const column = (WIDTH - 2 * MARGIN) / Math.max(2, answer.players.length);
  const letters = Math.floor(column / 6.6) - 5;
  const shown = (title) => (title.length > letters ? `${title.slice(0, letters - 1)}…` : title);
  const drawn = answer.players.flatMap(({ name, items }, player) => {
    const x = MARGIN + column * player;
    const worth = items.filter(({ points: earned }) => earned !== 0);
    return [
      words(x, top, name, { weight: "bold" }),
      ...worth.flatMap((item, row) => [
        words(x, top + 20 + row * 17, shown(itemTitle(item)), { size: 11, fill: SOFT }),
        words(x + column - 24, top + 20 + row * 17, written(item.points), {
          size: 11,
          anchor: "end",
        }),
      ]),
    ];
  });
  const most = Math.max(...answer.players.map(({ items }) => items.length));
  return { drawn: drawn.join(""), bottom: top + 20 + most * 17 };
}

/**
 * @param {object} table
 * @param {object | null} answer the last score of this table
 * @returns {string} a complete SVG document
 */
export function picture(table, answer) {
  const boards = [
    [t("island"), table.island, markers(table)],
    ...table.players.map(({ name, parchment }, player) => [
      `${numeral(player)}  ${name}`,
      parchment,
      [],
    ]),
  ];
  const step = (WIDTH - 2 * MARGIN - BOARD) / 2;
  const drawnBoards = boards.map(([title, rows, pieces], at) =>
    board(
      MARGIN + (at % 3) * step,
      150 + Math.floor(at / 3) * (BOARD + 62),
      title,
      rows,
      table.beach,
      pieces,
    ),
  );
  const under = 150 + Math.ceil(boards.length / 3) * (BOARD + 62) - 16;
  const sheet = answer ? totals(answer, under) : { drawn: "", bottom: under };
  const detail = answer ? lines(answer, sheet.bottom) : { drawn: "", bottom: under };
  const height = detail.bottom + MARGIN;
  const motifs = LETTERS.map((letter) => {
    const name = TERRAINS[letter];
    return `<symbol id="print-${name}" viewBox="0 0 48 48">${document.getElementById(name).innerHTML}</symbol>`;
  });
  const who = listed(table.players.map(({ name }) => name));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="${SERIF}" role="img" aria-label="${escaped(t("picture.of", { names: who }))}">`,
    `<defs>${motifs.join("")}</defs>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fdf6e6"/>`,
    `<rect x="10" y="10" width="${WIDTH - 20}" height="${height - 20}" fill="none" stroke="${INK}" stroke-width="1.5"/>`,
    `<rect x="14" y="14" width="${WIDTH - 28}" height="${height - 28}" fill="none" stroke="${INK}" stroke-width=".5"/>`,
    words(MARGIN, 54, "Maps of Misterra", { size: 28, weight: "bold" }),
    words(WIDTH - MARGIN, 54, dated(new Date().toISOString()), { anchor: "end", fill: SOFT }),
    words(MARGIN, 84, answer ? leader(answer, table) : who, { size: 17 }),
    ...drawnBoards,
    sheet.drawn,
    detail.drawn,
    "</svg>",
  ].join("");
}
