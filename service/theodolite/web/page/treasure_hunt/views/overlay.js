/** The pieces on the board, drawn over its spaces: thirty by thirty, a space is one wide. */

import { html } from "../../vendor/htm-preact.js";
import { SIDE, seenAt } from "../model/frame.js";
import { creepAt, ROUTES } from "../model/table.js";
import { MARKERS } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */

/** The middle of a space as it is seen. @type {(space: string, north: import("../model/frame.js").North) => [number, number]} */
const middle = (space, north) => {
  const [down, right] = seenAt(space, north);
  return [right + 0.5, down + 0.5];
};

/** A piece at a space, larger where the board is small. @type {(at: [number, number], content: any, key: string, look?: string) => any} */
const pin = ([x, y], content, key, look = "") => html`
  <g key=${key} transform=${`translate(${x} ${y})`}><g class=${`pin ${look}`}>${content}</g></g>
`;

/** @param {number} at */
const onBoard = (at) => Math.min(Math.max(at, RIM), SIDE - RIM);
const RIM = 0.7;

/** @param {Table} table */
function bridges({ board, north }) {
  return board.bridges.map((bridge) => {
    const spots = bridge.map((space) => seenAt(space, north));
    const along = new Set(spots.map(([down]) => down)).size === 1;
    const rails = spots.map(([down, right]) =>
      along || (bridge.length === 1 && crossesSideways(board.rows, bridge[0]))
        ? `M${right} ${down + 0.12}h1M${right} ${down + 0.88}h1`
        : `M${right + 0.12} ${down}v1M${right + 0.88} ${down}v1`,
    );
    return html`<path key=${bridge[0]} class="rails" d=${rails.join("")} />`;
  });
}

/** Whether a bridge of one space has path on its left or right. @type {(rows: string[], space: string) => boolean} */
function crossesSideways(rows, space) {
  const row = rows[Number(space.slice(1, 3)) - 1];
  const column = Number(space.slice(5)) - 1;
  return row[column - 1] === "P" || row[column + 1] === "P";
}

/** @param {Table} table */
function obstacles({ trees, walkers, broken_bridges: broken, creep_throughs: creeps, north }) {
  return html`
    ${trees.map((tree) => {
      const [one, other] = tree.map((space) => middle(space, north));
      return html`<g key=${tree[0]} class="tree">
        <path class="bark" d=${`M${one.join(" ")}L${other.join(" ")}`} />
        <path class="grain" d=${`M${one.join(" ")}L${other.join(" ")}`} />
      </g>`;
    })}
    ${broken.map((space) =>
      pin(
        middle(space, north),
        html`<path class="gap" d="M-.55 .25L-.2 -.2L.05 .2L.3 -.25L.55 .2" />`,
        `broken ${space}`,
        "broken",
      ),
    )}
    ${creeps.map((creep) =>
      pin(
        middle(creepAt(creep), north),
        html`<path class="arch" d="M-.42 .4V-.02A.42 .42 0 0 1 .42 -.02V.4" /><path class="hollow" d="M-.2 .4V.05A.2 .2 0 0 1 .2 .05V.4Z" />`,
        `creep ${creepAt(creep)}`,
        "creep",
      ),
    )}
    ${walkers.map(({ at }) =>
      pin(
        middle(at, north),
        html`<circle class="body" r=".46" /><path class="walk" d="M-.02 -.2a.1 .1 0 1 0 .01 0M0 -.1L-.05 .12L.12 .34M-.05 .12L-.16 .34M-.2 .06L0 -.06L.18 .06" />`,
        `walker ${at}`,
        "walker",
      ),
    )}
  `;
}

/** @param {Table} table */
function markers({ players, north }) {
  return players.flatMap(({ colour, routes, name }) =>
    ROUTES.flatMap((route) => {
      const space = routes[route].cards.at(-1);
      if (!space) return [];
      const info = routes[route].info;
      const shut = info.includes("open") ? "open" : info.includes("closed") ? "closed" : "";
      return [
        pin(
          middle(space, north),
          html`<path d=${MARKERS[route]} />${shut && html`<circle class=${`gem ${shut}`} r=".15" cy=".04" />`}`,
          `${name} ${route}`,
          `token colour-${colour}`,
        ),
      ];
    }),
  );
}

/** @param {{table: Table, chosen: string | null}} props */
function explorers({ table, chosen }) {
  /** @type {Map<string, number>} */
  const crowd = new Map();
  return table.players.flatMap(({ name, colour, home, explorers: all }) =>
    all.map(({ at }, which) => {
      const space = at === "home" ? home : at;
      const before = crowd.get(space) ?? 0;
      crowd.set(space, before + 1);
      const [x, y] = middle(space, table.north);
      const [inwardX, inwardY] = [x < SIDE / 2 ? 1 : -1, y < SIDE / 2 ? 1 : -1];
      // The two of a colour share their home: they stand side by side, and wholly on the board.
      return pin(
        [onBoard(x + before * 1.2 * inwardX), onBoard(y + before * 0.2 * inwardY)],
        html`<circle class="body" r=".5" /><text dy=".21">${which + 1}</text>`,
        `${name} ${which}`,
        `explorer colour-${colour} ${chosen === `${name} ${which + 1}` ? "is-chosen" : ""}`,
      );
    }),
  );
}

/**
 * A way over the board with its steps.
 *
 * @typedef {{from: string, path: string[], step: number | null, legal: boolean | null}} Trail
 */

/** @param {{trail: Trail, north: import("../model/frame.js").North}} props */
function Way({ trail: { from, path, step, legal }, north }) {
  const spots = [from, ...path].map((space) => middle(space === "home" ? from : space, north));
  const look = legal === null ? "" : legal ? "is-legal" : "is-illegal";
  const line = spots.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
  return html`
    <g class=${`trail ${look}`}>
      <path class="under" d=${line} /><path class="over" d=${line} />
      ${spots
        .slice(1)
        .map((spot, at) =>
          pin(
            spot,
            html`<circle class="body" r=".4" /><text dy=".17">${at + 1}</text>`,
            `step ${at}`,
            `step ${at + 1 === step ? "is-now" : ""} ${at === path.length - 1 ? "is-last" : ""}`,
          ),
        )}
    </g>
  `;
}

/**
 * The drawing over the spaces in sight: `side` of them each way from `from`, the upper left one, on.
 *
 * @param {{table: Table, trail: Trail | null, chosen: string | null, from: string, side: number}} props
 */
export const Overlay = ({ table, trail, chosen, from, side }) => html`
  <svg class="overlay" viewBox=${`${seenAt(from, table.north).toReversed().join(" ")} ${side} ${side}`} aria-hidden="true">
    <path class="seams" d=${`M${SIDE / 2} 0v${SIDE}M0 ${SIDE / 2}h${SIDE}`} />
    ${bridges(table)}
    ${table.players.map(({ home, colour }) => {
      const [down, right] = seenAt(home, table.north);
      return html`<rect key=${home} class=${`home colour-${colour}`} x=${right + 0.08} y=${down + 0.08} width=".84" height=".84" rx=".15" />`;
    })}
    ${markers(table)}
    ${obstacles(table)}
    ${trail && html`<${Way} trail=${trail} north=${table.north} />`}
    ${explorers({ table, chosen })}
  </svg>
`;
