/** The board: painted by strokes, laid from a pack, and everything that stands on it. */

import { Board, lighting } from "../../shell/board.js";
import { Choice } from "../../shell/choice.js";
import { t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Icon, Segments } from "../../shell/parts.js";
import { isReadOnly, show, table as tableNow, viewed } from "../../shell/store.js";
import { Zoom } from "../../shell/zoom.js";
import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import {
  currentAnswer,
  mayAsk,
  moverKey,
  pieceOf,
  placingNow,
  positionNow,
  positionsNow,
  rolled,
  sizeOf,
  tableAtMove,
  trailNow,
  turnHere,
  verdict,
  wayNow,
} from "../answers.js";
import { dispatch } from "../commands.js";
import {
  CORNERS,
  isSpace,
  letterAt,
  linesOf,
  neighbours,
  position,
  SPACES,
  seenAt,
} from "../model/frame.js";
import { linesOfQuarter, quarterOf } from "../model/pack.js";
import { LETTERS, ROUTES } from "../model/table.js";
import { NO_GOAL } from "../model/turn.js";
import { draftAims, draftEnds, draftNow, laidLater, touchDraft } from "./cards.js";
import { drawCoordinate } from "./drawn.js";
import { quartersSeen, segmentOn } from "./ground.js";
import { Overlay } from "./overlay.js";
import { Ground, Marker, moverName, piecesOn, routeName, terrainName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */

/** Pixels of a space below which a finger means the nearest place that it can. */
const FINGER = 26;
const PIECES = ["tree", "walker", "broken_bridge", "creep_through"];

/** The tool in hand, if it is one of the station that is shown. */
export function toolNow() {
  const { tool, station } = viewed();
  const own = station === "board" ? ["paint", "bridge"] : station === "pieces" ? PLACING : [];
  return tool !== null && own.includes(tool.kind) && !isReadOnly() ? tool : null;
}
const PLACING = ["explorer", "marker", "piece", "erase"];

/** @type {WeakMap<Table, Map<string, string[]>>} */
const cached = new WeakMap();
/** @param {Table} table */
function piecesNow(table) {
  const known = cached.get(table) ?? piecesOn(table);
  cached.set(table, known);
  return known;
}

/** @type {(table: Table, place: string) => import("../../shell/board.js").Face} */
const face = (table, place) => {
  const letter = letterAt(table.board.rows, place);
  return {
    tile: letter,
    words: [place, terrainName(letter), ...(piecesNow(table).get(place) ?? [])].join(", "),
  };
};

/** Of places on which something can be done, the one under the finger or nearest to it. @type {(place: string, places: Iterable<string>, north: import("../model/frame.js").North) => string} */
function meant(place, places, north) {
  const space = document.querySelector(`.quest [data-space="${place}"]`);
  const wide = space?.getBoundingClientRect().width ?? FINGER;
  if (wide >= FINGER) return place;
  const [down, right] = seenAt(place, north);
  let [nearest, least] = [place, FINGER / 2 / wide];
  for (const one of places) {
    const [y, x] = seenAt(one, north);
    const far = Math.hypot(y - down, x - right);
    if (far < least || one === place) [nearest, least] = [one, one === place ? 0 : far];
  }
  return nearest;
}

/** All spaces between two corners. @type {(one: string, other: string) => string[]} */
function between(one, other) {
  const [corners, opposite] = [position(one), position(other)];
  return SPACES.filter((space) =>
    position(space).every(
      (at, axis) =>
        at >= Math.min(corners[axis], opposite[axis]) &&
        at <= Math.max(corners[axis], opposite[axis]),
    ),
  );
}

/** The spaces of one terrain around a space, as far as they are shown. @type {(table: Table, space: string) => string[]} */
function areaAround({ board }, space) {
  const { quarter } = viewed();
  const letter = letterAt(board.rows, space);
  const found = new Set([space]);
  // A set hands out what is added to it on the way.
  for (const one of found) {
    for (const next of neighbours(one)) {
      const isShown = quarter === null || quarterOf(next) === quarter;
      if (isShown && letterAt(board.rows, next) === letter) found.add(next);
    }
  }
  return [...found];
}

/** Paints a whole area, or a rectangle from one corner to the other. @type {(table: Table, letter: string, place: string) => void} */
function paintShape(table, letter, place) {
  const { shape, corner } = viewed();
  if (shape === "area") {
    dispatch({ type: "paint", spaces: areaAround(table, place), letter });
  } else if (corner === null) show({ corner: place });
  else {
    dispatch({ type: "paint", spaces: between(corner, place), letter });
    show({ corner: null });
  }
}

/** The bridge under a stroke: its first space decides. */
let building = true;

/** @type {(tool: any, place: string, gesture: symbol, first: boolean) => void} */
function use(tool, place, gesture, first) {
  const { player } = viewed();
  /** @type {Table} */
  const table = tableNow();
  if (tool.kind === "paint" && viewed().shape !== "stroke") {
    if (first) paintShape(table, tool.letter, place);
  } else if (tool.kind === "paint") {
    if (letterAt(table.board.rows, place) !== tool.letter) {
      dispatch({ type: "paint", spaces: [place], letter: tool.letter }, gesture);
    }
  } else if (tool.kind === "bridge") {
    if (first) building = !table.board.bridges.some((bridge) => bridge.includes(place));
    dispatch({ type: building ? "bridge" : "no_bridge", space: place }, gesture);
  } else if (tool.kind === "explorer") {
    dispatch({ type: "explorer", player, explorer: tool.explorer, at: place });
  } else if (tool.kind === "marker") {
    dispatch({ type: "marker", player, route: tool.route, space: place });
  } else if (tool.kind === "erase") {
    dispatch({ type: "remove", space: place }, null, {
      key: "notice.removed",
      values: { space: place },
    });
  } else {
    const spaces = placingNow();
    const more = spaces.length < sizeOf(tool.piece) ? [...spaces, place] : [place];
    show({ placing: { piece: tool.piece, spaces: more } });
  }
}

/** @type {(place: string, gesture: symbol, first: boolean) => void} */
function onTouch(place, gesture, first) {
  const { station, targets } = viewed();
  /** @type {Table} */
  const table = tableNow();
  const tool = toolNow();
  if (tool) use(tool, place, gesture, first);
  else if (!first) return;
  else if (station === "roll" && draftNow()) {
    touchDraft(table, meant(place, draftAims(table), table.north));
  } else if (station === "roll" && viewed().picking) drawCoordinate(viewed().picking, place);
  else if (station === "roll") {
    const ends = positionNow()?.ends.map(({ at }) => at) ?? [];
    const other = rolled().find(
      (one) => !ends.includes(place) && pieceOf(table, one.mover, one.of).at === place,
    );
    if (other) askAbout({ mover: moverKey(other) });
    else if (mayAsk()) {
      const goal = meant(place, ends, table.north);
      askAbout({ goal: goal === turnHere().goal ? null : goal });
    }
  } else if (station === "way") {
    const marked = table.players.flatMap(({ routes }) =>
      ROUTES.flatMap((route) => routes[route].cards.slice(-1)),
    );
    const target = meant(place, marked, table.north);
    if (marked.includes(target)) {
      show({
        targets: targets.includes(target)
          ? targets.filter((/** @type {string} */ one) => one !== target)
          : [...targets, target],
        best: null,
      });
    }
  } else if (!isReadOnly() && ["board", "pieces"].includes(station)) show({ choice: { place } });
}

/** Asks about another place; what was said of the last one is forgotten. @param {Partial<import("../model/turn.js").Turn>} change */
export function askAbout(change) {
  dispatch({ type: "turn", change: { ...NO_GOAL, ...change } });
  show({ step: null, lit: null, picking: null, draft: null, isDown: "mover" in change });
}

/** @type {(space: string, key: string) => boolean} */
function onType(space, key) {
  const letter = key === "." ? "?" : key.toUpperCase();
  if (isReadOnly() || viewed().station !== "board") return false;
  if (letter === "B") dispatch({ type: "bridge", space });
  else if (LETTERS.includes(letter)) dispatch({ type: "paint", spaces: [space], letter });
  else return false;
  return true;
}

/** @param {{table: Table, place: string}} props */
function SpaceChoice({ table, place }) {
  const { station, player } = viewed();
  const here = letterAt(table.board.rows, place);
  const grounds = LETTERS.map((letter) => ({
    key: letter,
    label: terrainName(letter),
    content: html`<${Ground} letter=${letter} />`,
    chosen: letter === here,
    onChoose: () => dispatch({ type: "paint", spaces: [place], letter }),
  }));
  const pieces = pieceTools(table, player)
    .filter(({ tool }) => tool.piece !== "tree")
    .map(({ tool, label, content }) => ({
      key: label,
      label,
      content,
      onChoose: () => {
        if (tool.kind === "piece") show({ tool });
        use(tool, place, Symbol(place), true);
      },
    }));
  return html`
    <${Choice}
      key=${place}
      title=${[place, ...(piecesNow(table).get(place) ?? [])].join(", ")}
      at=${`.quest [data-space="${place}"]`}
      options=${station === "board" ? grounds : pieces}
      onClose=${() => viewed().choice?.place === place && show({ choice: null })}
    />
  `;
}

/** The way that is drawn: to the place asked about, or the best one for a roll. @param {Table} table @returns {import("./overlay.js").Trail | null} */
function trailDrawn(table) {
  const { station, step } = viewed();
  if (station === "way") return wayNow(table);
  const trail = station === "roll" ? trailNow(table) : null;
  if (trail === null) return null;
  const { position, end, path } = trail;
  const from = pieceOf(tableAtMove(table) ?? table, position.mover, position.of).at;
  const judged = currentAnswer(verdict);
  return { from, path, step, legal: end ? true : (judged?.legal ?? null) };
}

const SHAPES = ["stroke", "box", "area"];

/** Which part of the board is laid, and by which shape. @param {{table: Table}} props */
function Part({ table }) {
  const { quarter, shape, tool } = viewed();
  const parts = quartersSeen(table).map((value) => {
    const segment = segmentOn(table, value);
    return { value, text: t("segment.of", { segment }), content: segment.slice(0, 8) };
  });
  return html`
    <${Segments}
      label=${t("segment.which")}
      options=${[{ value: null, text: t("segment.all") }, ...parts]}
      value=${quarter}
      onChoose=${(/** @type {string | null} */ value) => show({ quarter: value, corner: null })}
    />
    ${
      tool?.kind === "paint" &&
      html`<${Segments}
        label=${t("shape")}
        options=${SHAPES.map((value) => ({ value, text: t(`shape.${value}`) }))}
        value=${shape}
        onChoose=${(/** @type {string} */ value) => show({ shape: value, corner: null })}
      />
      <p class="hint">${t(`shape.${shape}.how`)}</p>`
    }
  `;
}

/** Where one looks when a way is shown, the same list as long as it is. */
let looked = { key: "", spaces: /** @type {string[] | null} */ (null) };
/** @type {(spaces: string[] | null) => string[] | null} */
function lookAt(spaces) {
  const key = (spaces ?? []).join();
  if (key !== looked.key) looked = { key, spaces };
  return looked.spaces;
}

/** Brings the piece that moves into sight, or those that may; each time it is another, and only then. @param {string[] | null} spaces null as long as they are not known */
function useMovers(spaces) {
  const brought = useRef("");
  useEffect(() => {
    if (spaces === null || spaces.join() === brought.current) return;
    brought.current = spaces.join();
    for (const space of spaces) {
      document
        .querySelector(`.quest [data-space="${space}"]`)
        ?.scrollIntoView({ block: "nearest" });
    }
  });
}

/** Where the piece stands that moves, or those that may; null while that is not known. @type {(table: Table, from: string | undefined) => string[] | null} */
function moversAt(table, from) {
  const { explorers, home } = table.players[viewed().player];
  if (viewed().station !== "roll") return [];
  if (positionsNow() === null) return null;
  return from ? [from] : explorers.map(({ at }) => (at === "home" ? home : at));
}

/** @param {{table: Table, look: string}} props */
export function BoardPanel({ table, look }) {
  const { lit, choice, station, targets, player, step, shape, corner } = viewed();
  const quarter = station === "board" ? viewed().quarter : null;
  const lines = quarter === null ? linesOf(table.north) : linesOfQuarter(quarter, table.north);
  const draft = station === "roll" ? draftNow() : null;
  // A piece played before the move lies on the board while the turn is made.
  const shown = station === "roll" ? (tableAtMove(table) ?? table) : table;
  const { goal } = turnHere();
  const tool = toolNow();
  const position = station === "roll" ? positionNow() : undefined;
  const trail = trailDrawn(table);
  const from = position && pieceOf(shown, position.mover, position.of).at;
  const chosen = position?.mover.startsWith("explorer")
    ? `${position.of ?? table.players[player].name} ${position.mover.split(":")[1]}`
    : null;
  /** @type {Record<string, string[]>} */
  const aims = {
    board: corner ? [corner] : [],
    pieces: placingNow(),
    roll: draft ? (draft.spaces ?? []) : goal && mayAsk() ? [goal, ...laidLater()] : [],
    way: targets,
  };
  const marks = {
    ...lighting(lit?.spaces?.length ? lit.spaces : null, SPACES),
    reach: new Set(draft ? draftEnds() : position?.ends.map(({ at }) => at)),
    aim: new Set(aims[station]),
  };
  const now = trail && (step ? [trail.path[step - 1]] : [trail.from, ...trail.path]);
  const isDrawing = (tool?.kind === "paint" && shape === "stroke") || tool?.kind === "bridge";
  const reached = from ? [from, ...position.ends.map(({ at }) => at).filter(isSpace)] : null;
  const { picking } = viewed();
  const movers = moversAt(table, from);
  const waiting = station === "roll" ? movers?.filter(isSpace) : null;
  // Anything on the board may be meant while a piece is placed or a card is drawn.
  const isAnywhere = station === "pieces" || picking || draft;
  const seen = lookAt(isAnywhere ? CORNERS : (now ?? lit?.spaces ?? reached ?? waiting ?? null));
  useMovers(movers);
  return html`
    <section class=${`panel board-panel ${look}`} data-station="board pieces roll way missions" aria-labelledby="board-title">
      <header><h2 id="board-title"><${Icon} name="island" />${t("board")}</h2></header>
      <${Zoom}
        key=${quarter}
        name=${quarter ?? "board"}
        above=${lines[0].map((space) => space.slice(5))}
        beside=${lines.map(([space]) => space.slice(1, 3))}
        drawing=${isDrawing}
        look=${seen}
        least=${["pieces", "roll"].includes(station) ? FINGER : 0}
        precise=${picking !== null || (tool !== null && station === "pieces")}
      >
        <${Board}
          name=${t("board")}
          board="quest"
          kind="quest"
          data=${quarter === null ? {} : { part: quarter }}
          lines=${lines}
          face=${(/** @type {string} */ place) => face(shown, place)}
          marks=${marks}
          overlay=${html`<${Overlay} table=${shown} trail=${trail} chosen=${chosen} from=${lines[0][0]} side=${lines.length} />`}
          drawing=${isDrawing}
          onTouch=${onTouch}
          onType=${onType}
        />
      </>
      ${station === "board" && !isReadOnly() && html`<${Part} table=${table} />`}
      ${choice && html`<${SpaceChoice} table=${table} place=${choice.place} />`}
    </section>
  `;
}

/** @type {(table: Table, player: number) => import("../../shell/palette.js").Tool[]} */
function pieceTools(table, player) {
  const { name, colour, explorers } = table.players[player];
  return [
    ...explorers.map((_, explorer) => ({
      tool: { kind: "explorer", explorer },
      label: t("board.explorer_of", { n: explorer + 1, name }),
      content: html`<span class="pawn" data-colour=${colour} aria-hidden="true">${explorer + 1}</span>`,
    })),
    ...ROUTES.map((route) => ({
      tool: { kind: "marker", route },
      label: t("board.marker_of", { route: routeName(route), name }),
      content: html`<${Marker} route=${route} colour=${colour} />`,
    })),
    ...PIECES.filter((piece) => piece !== "walker" || !table.variants.young).map((piece) => ({
      tool: { kind: "piece", piece },
      label: t(`piece.${piece}`),
      content: html`<${Icon} name=${piece} />`,
    })),
    eraser(),
  ];
}

/** @param {{table: Table}} props */
export function BoardTools({ table }) {
  const { station, player } = viewed();
  const grounds = LETTERS.map((letter) => ({
    tool: { kind: "paint", letter },
    label: terrainName(letter),
    content: html`<${Ground} letter=${letter} />`,
  }));
  const bridge = {
    tool: { kind: "bridge" },
    label: t("piece.bridge"),
    content: html`<${Icon} name="bridge" />`,
  };
  if (station === "board") {
    return html`<${Palette} groups=${[{ key: "grounds", tools: [...grounds, bridge] }]} />`;
  }
  return station === "pieces"
    ? html`<${Palette} groups=${[{ key: "figures", tools: pieceTools(table, player) }]} />`
    : null;
}

/** Words for a piece that a position is of. @param {{mover: string, of?: string}} position */
export const positionName = ({ mover, of }) => moverName(mover, of);
