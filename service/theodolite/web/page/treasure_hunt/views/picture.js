/** The board and the mission sheet as one drawing (SVG) that prints on one page. */

import { INK, MARGIN, sheet, WIDTH, words } from "../../shell/drawing.js";
import { t } from "../../shell/i18n.js";
import { EAST, letterAt, northOf, SIDE, SPACES, seenAt } from "../model/frame.js";
import { creepAt, ROUTES } from "../model/table.js";
import { leader, whyWon } from "./missions.js";
import { MARKERS, routeName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Sheet} Sheet */

const SIZE = 25;
const LEFT = MARGIN + 20;
const TOP = 110;
const LINE = 19;
/** @type {Record<string, string>} */
const FILLS = { W: "#a9d0dc", F: "#a9c48c", S: "#efdfa8", P: "#d3b083", "?": "#f1eadb" };
/** @type {Record<string, string>} */
const COLOURS = { red: "#b3352a", blue: "#2456a6", yellow: "#8f6a00", green: "#2e6b30" };

/** @param {Table} table */
function board(table) {
  const { north, players, trees, walkers, broken_bridges: broken, creep_throughs: creeps } = table;
  /** @type {(space: string) => [number, number]} */
  const corner = (space) => {
    const [down, right] = seenAt(space, north);
    return [LEFT + right * SIZE, TOP + down * SIZE];
  };
  /** @type {(space: string, content: string, size?: number) => string} */
  const pin = (space, content, size = SIZE) => {
    const [x, y] = corner(space);
    return `<g transform="translate(${x + SIZE / 2} ${y + SIZE / 2}) scale(${size})">${content}</g>`;
  };
  const grounds = SPACES.map((space) => {
    const [x, y] = corner(space);
    const letter = letterAt(table.board.rows, space);
    return `<rect x="${x}" y="${y}" width="${SIZE}" height="${SIZE}" fill="${FILLS[letter]}" stroke="#c3ac80" stroke-width=".5"/>`;
  });
  const bridges = table.board.bridges.flat().map((space) => {
    const [x, y] = corner(space);
    return `<rect x="${x + 2}" y="${y + 2}" width="${SIZE - 4}" height="${SIZE - 4}" fill="none" stroke="${INK}" stroke-dasharray="3 2"/>`;
  });
  const markers = players.flatMap(({ colour, routes }) =>
    ROUTES.flatMap((route) =>
      routes[route].cards
        .slice(-1)
        .map((space) =>
          pin(
            space,
            `<path d="${MARKERS[route]}" fill="${COLOURS[colour]}" stroke="${INK}" stroke-width=".06"/>`,
          ),
        ),
    ),
  );
  const trunks = trees.map((tree) => {
    const ends = tree.map((space) =>
      corner(space)
        .map((one) => one + SIZE / 2)
        .join(" "),
    );
    return `<path d="M${ends.join("L")}" stroke="#5d4023" stroke-width="9" stroke-linecap="round"/>`;
  });
  const others = [
    ...broken.map((space) =>
      pin(
        space,
        `<path d="M-.5 .25L-.2 -.2L.05 .2L.3 -.25L.5 .2" fill="none" stroke="#99231a" stroke-width=".16"/>`,
      ),
    ),
    ...creeps.map((creep) =>
      pin(
        creepAt(creep),
        `<path d="M-.38 .4V0A.38 .38 0 0 1 .38 0V.4" fill="none" stroke="${INK}" stroke-width=".14"/>`,
      ),
    ),
    ...walkers.map(({ at }) =>
      pin(
        at,
        `<circle r=".44" fill="${INK}"/><text y=".2" font-size=".6" text-anchor="middle" fill="#fff">W</text>`,
      ),
    ),
  ];
  /** @type {Map<string, number>} */
  const crowd = new Map();
  const explorers = players.flatMap(({ colour, home, explorers: all }) =>
    all.map(({ at }, which) => {
      const space = at === "home" ? home : at;
      const before = crowd.get(space) ?? 0;
      crowd.set(space, before + 1);
      const shift = before * (seenAt(space, north)[1] < SIDE / 2 ? 0.8 : -0.8);
      return pin(
        space,
        `<circle cx="${shift}" r=".46" fill="${COLOURS[colour]}" stroke="#fff" stroke-width=".08"/><text x="${shift}" y=".21" font-size=".62" text-anchor="middle" fill="#fff">${which + 1}</text>`,
      );
    }),
  );
  const numbers = EAST.map((number, at) =>
    [
      words(LEFT + (at + 0.5) * SIZE, TOP - 6, number, { size: 10, anchor: "middle" }),
      words(LEFT - 6, TOP + (at + 0.62) * SIZE, northOf(north)[at], { size: 10, anchor: "end" }),
    ].join(""),
  );
  const half = (SIDE / 2) * SIZE;
  const seams = `<path d="M${LEFT + half} ${TOP}v${2 * half}M${LEFT} ${TOP + half}h${2 * half}M${LEFT} ${TOP}h${2 * half}v${2 * half}h${-2 * half}z" fill="none" stroke="${INK}" stroke-width="1.5"/>`;
  return [grounds, bridges, [seams], markers, trunks, others, explorers, numbers].flat().join("");
}

/** @type {(table: Table, sheets: Sheet[] | null, top: number) => string} */
function missions({ players }, sheets, top) {
  const wide = (WIDTH - 2 * MARGIN) / players.length;
  return players
    .map(({ name, colour, routes }, seat) => {
      const x = MARGIN + seat * wide;
      const lines = (sheets?.[seat]?.items ?? []).map(
        ({ met, explanation }) => `${met === null ? "?" : met ? "✓" : "✗"} ${explanation}`,
      );
      const open = ROUTES.flatMap((route) =>
        routes[route].cards.slice(-1).map((space) => `${routeName(route)}: ${space}`),
      );
      return [
        `<circle cx="${x + 8}" cy="${top - 5}" r="8" fill="${COLOURS[colour]}"/>`,
        words(x + 22, top, name, { size: 17 }),
        ...[...lines, ...open].flatMap((line, at) => {
          const most = Math.floor(wide / 6.4);
          const shown = line.length > most ? `${line.slice(0, most - 1)}…` : line;
          return words(x, top + 24 + at * LINE, shown, { size: 12.5 });
        }),
      ].join("");
    })
    .join("");
}

/**
 * @param {Table} table
 * @param {{players: Sheet[], winners: string[]} | null} answer
 * @returns {string} a complete SVG document
 */
export function picture(table, answer) {
  const top = TOP + SIDE * SIZE + 44;
  const most = Math.max(0, ...(answer?.players ?? []).map(({ items }) => items.length)) + 3;
  const height = top + 40 + most * LINE;
  const result = answer ? [leader(answer), whyWon(answer)] : [];
  return sheet({
    title: "Treasure Hunt",
    label: t("picture.of"),
    height,
    parts: [
      words(MARGIN, 78, result.filter(Boolean).join(" "), { size: 15 }),
      board(table),
      missions(table, answer?.players ?? null, top),
    ],
  });
}
