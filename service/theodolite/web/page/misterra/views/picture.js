/** The whole sheet as one drawing (SVG): what is printed, and what is saved as a picture. */

import { grid, INK, MARGIN, motif, SOFT, sheet, WIDTH, words } from "../../shell/drawing.js";
import { dated, listed, t, written } from "../../shell/i18n.js";
import { numeral } from "../../shell/parts.js";
import { isHazy, TERRAINS } from "../model/board.js";
import { totalsOf } from "../model/result.js";
import { isSolo, RULINGS } from "../model/table.js";
import { itemTitle, leader, shownCategories } from "./sheet.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/result.js").Answer} Answer */
/** @typedef {{drawn: string, bottom: number}} Drawn a part of the page, and where it ends */
/** @typedef {{space: string, player: number | "otoma"}} Marker */

const SPACE = 44;
const BOARD = 5 * SPACE;
/** @type {Record<string, string>} */
const FILLS = { J: "#8fb275", L: "#a9d0dc", M: "#a89080", S: "#efd78c" };

/** @type {(x: number, y: number, letter: string) => string} */
function tile(x, y, letter) {
  if (letter === ".") {
    return `<rect x="${x}" y="${y}" width="${SPACE}" height="${SPACE}" fill="#fffaf0" stroke="#cbb994"/>`;
  }
  const sure = letter.toUpperCase();
  const veil = isHazy(letter) ? 'fill-opacity=".45" stroke-dasharray="4 3"' : "";
  return [
    `<rect x="${x}" y="${y}" width="${SPACE}" height="${SPACE}" fill="${FILLS[sure]}" stroke="${INK}" ${veil}/>`,
    motif(TERRAINS[sure], x, y, SPACE, isHazy(letter) ? 0.3 : 0.7),
  ].join("");
}

/** A strip of sand along the side of the beach. @type {(x: number, y: number, side: import("../model/board.js").Side) => string} */
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

/** @type {(x: number, y: number, player: number | "otoma") => string} */
function seal(x, y, player) {
  return [
    `<circle cx="${x}" cy="${y}" r="9" fill="#fffaf0" stroke="${INK}" stroke-width="1.5"/>`,
    words(x, y + 4, numeral(player), { size: 11, anchor: "middle", weight: "bold" }),
  ].join("");
}

/** @type {(x: number, y: number, title: string, rows: string[], beach: import("../model/board.js").Side, pieces: Marker[]) => string} */
function board(x, y, title, rows, beach, pieces) {
  /** @param {string} space */
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

/** @param {Table} table @returns {Marker[]} */
function markers(table) {
  const all = table.players.flatMap(({ claims }, player) =>
    claims.map((space) => ({ space, player })),
  );
  const otoma = table.otoma?.claims ?? [];
  return [...all, ...otoma.map((space) => ({ space, player: /** @type {const} */ ("otoma") }))];
}

/** @type {(answer: Answer, table: Table, top: number) => Drawn} */
function totals(answer, table, top) {
  const rows = shownCategories(answer, table).map((category) => ({
    title: t(`category.${category}`),
    cells: answer.players.map(({ subtotals }) => written(subtotals[category] ?? 0)),
  }));
  if (answer.solo) {
    rows.push({ title: t("solo.otoma"), cells: [written(-answer.solo.otoma_claims)] });
  }
  rows.push({ title: t("total"), cells: totalsOf(answer).map(written) });
  const drawn = grid({
    x: MARGIN,
    y: top,
    title: 220,
    column: (WIDTH - 2 * MARGIN - 220) / 4,
    heads: answer.players.map(({ name }) => name.slice(0, 16)),
    rows,
  });
  return { drawn, bottom: top + rows.length * 24 + 40 };
}

/** A card with what is on its face, since paper cannot be tapped. @type {(item: import("../model/result.js").Item, player: import("../model/table.js").Player) => string} */
function itemText(item, { presumptions }) {
  const card = presumptions.find((one) => one.card === item.card);
  const face = [
    card?.terrain && t(`terrain.${card.terrain}`),
    card?.avoid && t("card.not", { terrain: t(`terrain.${card.avoid}`) }),
    card?.pattern?.join(" / "),
  ];
  return [itemTitle(item), ...face].filter(Boolean).join(" · ");
}

/** A text in lines of at most so many letters. @type {(text: string, most: number) => string[]} */
function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Each player's lines, one below the other. @type {(table: Table, answer: Answer, top: number) => Drawn} */
function lines(table, answer, top) {
  const column = (WIDTH - 2 * MARGIN) / Math.max(2, answer.players.length);
  const letters = Math.floor(column / 6.2) - 7;
  const drawn = answer.players.map(({ name, items }, player) => {
    const x = MARGIN + column * player;
    // Ten rows and columns that earned nothing would bury the lines that did.
    const worth = items.filter(
      ({ category, points }) => category !== "master_cartographers" || points > 0,
    );
    const texts = worth.map((item) => wrapped(itemText(item, table.players[player]), letters));
    let y = top + 20;
    const parts = worth.map((item, at) => {
      const here = y;
      y += 14 * texts[at].length + 3;
      return [
        ...texts[at].map((text, row) => words(x, here + 14 * row, text, { size: 11, fill: SOFT })),
        words(x + column - 24, here, written(item.points), { size: 11, anchor: "end" }),
      ].join("");
    });
    return { drawn: words(x, top, name, { weight: "bold" }) + parts.join(""), bottom: y };
  });
  return {
    drawn: drawn.map((one) => one.drawn).join(""),
    bottom: Math.max(...drawn.map(({ bottom }) => bottom)) + 12,
  };
}

/** How this was played: the variant, and what was chosen where the rules leave a choice. @type {(table: Table, top: number) => Drawn} */
function chosenRules(table, top) {
  const variants = table.variants.master_cartographers ? [t("variant.master_cartographers")] : [];
  const rulings = Object.entries(RULINGS)
    .filter(([name]) => isSolo(table) || name !== "otoma_region")
    .map(([name, [usual]]) => t(`ruling.${name}.${table.rulings[name] ?? usual}`));
  const lines = [...variants, ...rulings];
  return {
    drawn: [
      words(MARGIN, top, t("house"), { weight: "bold" }),
      ...lines.map((text, row) =>
        words(MARGIN, top + 18 + row * 15, text, { size: 10, fill: SOFT }),
      ),
    ].join(""),
    bottom: top + 18 + lines.length * 15,
  };
}

/**
 * @param {Table} table
 * @param {Answer | null} answer the last score of this table
 * @returns {string} a complete SVG document
 */
export function picture(table, answer) {
  const boards = [
    { title: t("island"), rows: table.island, pieces: markers(table) },
    ...table.players.map(({ name, parchment }, player) => ({
      title: `${numeral(player)}  ${name}`,
      rows: parchment,
      pieces: [],
    })),
  ];
  const step = (WIDTH - 2 * MARGIN - BOARD) / 2;
  const drawnBoards = boards.map(({ title, rows, pieces }, at) =>
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
  const nothing = { drawn: "", bottom: under };
  const sums = answer ? totals(answer, table, under) : nothing;
  const detail = answer ? lines(table, answer, sums.bottom) : nothing;
  const choices = chosenRules(table, detail.bottom);
  const who = listed(table.players.map(({ name }) => name));
  return sheet({
    title: "Maps of Misterra",
    label: t("picture.of", { names: who }),
    height: choices.bottom + MARGIN,
    parts: [
      words(WIDTH - MARGIN, 54, dated(new Date().toISOString()), { anchor: "end", fill: SOFT }),
      words(MARGIN, 84, answer ? leader(answer, table) : who, { size: 17 }),
      ...drawnBoards,
      sums.drawn,
      detail.drawn,
      choices.drawn,
    ],
  });
}
