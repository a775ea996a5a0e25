/** One player's map: drawn by strokes of terrain, by the shapes of a card, or a space at a time. */

import { Board, lighting } from "../../shell/board.js";
import { Choice } from "../../shell/choice.js";
import { t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Icon, Seal, Segments } from "../../shell/parts.js";
import { dispatch, isReadOnly, show, table as tableNow, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { drawingCardsNow, placements, printOf } from "../answers.js";
import { mirrored, spacesOf, turned } from "../model/shape.js";
import { letterAt, OF_HEROES, PRINTED, SIZE, SPACES, TERRAINS } from "../model/table.js";
import { face, Ink, LETTER_OF, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */

const LINES = Array.from({ length: SIZE }, (_, row) => SPACES.slice(row * SIZE, (row + 1) * SIZE));
const COLUMNS = Array.from({ length: SIZE }, (_, column) => `${column + 1}`);
const ROWS = [..."ABCDEFGHIJK"];

/** @param {Table} table */
const lettersOf = ({ game }) => (game === "cartographers" ? TERRAINS : [...TERRAINS, ...OF_HEROES]);

/** What lay there before the shape that is being dragged. */
let before = /** @type {string[]} */ ([]);
/** The letter that the stroke under way draws: its first space decides. */
let ink = ".";

/** The sets of spaces on which the shape in hand, as it is turned, may be drawn. @param {any} tool @returns {Map<string, string[]>} by the first of their spaces */
function allowed(tool) {
  const answer = placements.current().answer;
  const mine = new Map(
    SPACES.map((anchor) => [anchor, spacesOf(tool.rows, anchor)?.join(" ") ?? ""]),
  );
  const legal = new Map(
    (answer?.placements ?? []).map((/** @type {{spaces: string[]}} */ { spaces }) => [
      spaces.join(" "),
      spaces,
    ]),
  );
  return new Map(
    SPACES.flatMap((anchor) => {
      const spaces = legal.get(mine.get(anchor) ?? "");
      return spaces ? [[anchor, spaces]] : [];
    }),
  );
}

/** @type {(player: number) => (place: string, gesture: symbol, first: boolean) => void} */
const toucher = (player) => (place, gesture, first) => {
  const { tool } = viewed();
  /** @type {Table} */
  const table = tableNow();
  const { drawn } = table.players[player];
  if (isReadOnly()) return;
  if (viewed().player !== player) show({ player });
  if (tool === null) {
    if (first) show({ choice: { player, place } });
  } else if (tool.kind === "star") {
    if (first) dispatch({ type: "star", player, space: place });
  } else if (tool.kind === "print") {
    dispatch({ type: "print", spaces: [place], letter: tool.letter }, gesture);
  } else if (tool.kind === "shape") {
    if (first) {
      before = drawn;
      legal = allowed(tool);
    }
    const spaces = legal.get(place);
    if (spaces) {
      dispatch({ type: "shape", player, before, spaces, letter: tool.letter }, gesture);
    }
  } else {
    if (first) ink = tool.kind === "erase" ? "." : tool.letter;
    if (letterAt(drawn, place) !== ink) {
      dispatch({ type: "draw", player, spaces: [place], letter: ink }, gesture);
    }
  }
};
/** Where the shape in hand may go, as of when it was put down. @type {Map<string, string[]>} */
let legal = new Map();

/** @type {(player: number, letters: string[]) => (space: string, key: string) => boolean} */
const typer = (player, letters) => (space, key) => {
  const letter = key.length === 1 ? key.toUpperCase() : "";
  if (![...letters, "."].includes(letter) || isReadOnly()) return false;
  dispatch({ type: "draw", player, spaces: [space], letter });
  return true;
};

/** @param {{table: Table, player: number, place: string}} props */
function SpaceChoice({ table, player, place }) {
  const { drawn, stars } = table.players[player];
  const here = letterAt(drawn, place);
  const options = [...lettersOf(table), "."].map((letter) => ({
    key: letter,
    label: letter === "." ? t("board.empty") : letterName(letter),
    content: html`<${Ink} letter=${letter} />`,
    chosen: letter === here,
    onChoose: () => dispatch({ type: "draw", player, spaces: [place], letter }),
  }));
  const star = {
    key: "star",
    label: t("board.star"),
    content: html`<span class="star">★</span>`,
    chosen: stars.includes(place),
    onChoose: () => dispatch({ type: "star", player, space: place }),
  };
  return html`
    <${Choice}
      key=${place}
      title=${place}
      at=${`[data-board="${player}"] [data-space="${place}"]`}
      options=${table.game === "cartographers" ? options : [...options, star]}
      onClose=${() => viewed().choice?.place === place && show({ choice: null })}
    />
  `;
}

/** @param {{table: Table, player: number, look: string}} props */
export function MapPanel({ table, player, look }) {
  const { tool, choice, lit, player: chosen } = viewed();
  const { name, drawn, stars, coins } = table.players[player];
  const print = printOf(table.map);
  const reach = tool?.kind === "shape" && chosen === player ? new Set(allowed(tool).keys()) : null;
  const clear = () =>
    dispatch({ type: "clear", player }, null, { key: "notice.board_cleared", values: { name } });
  return html`
    <section class=${`panel map-panel ${look}`} data-station=${`map-${player}`} aria-label=${t("map.of", { name })}>
      <header>
        <h2><${Seal} player=${player} />${name}</h2>
        <div class="coins" role="group" aria-label=${t("coins.of", { name })}>
          <button type="button" class="quiet" aria-label=${t("coins.fewer")} disabled=${coins === 0 || isReadOnly()} onClick=${() => dispatch({ type: "coins", player, coins: coins - 1 })}>−</button>
          <output>● ${coins}</output>
          <button type="button" class="quiet" aria-label=${t("coins.more")} disabled=${isReadOnly()} onClick=${() => dispatch({ type: "coins", player, coins: coins + 1 })}>+</button>
        </div>
      </header>
      <${Board}
        name=${t("map.of", { name })}
        board=${player}
        kind="chart"
        lines=${LINES}
        above=${COLUMNS}
        beside=${ROWS}
        face=${(/** @type {string} */ place) => face(place, print, drawn, stars)}
        marks=${{ ...lighting(lit?.player === player ? lit.spaces : null, SPACES), reach: reach ?? undefined }}
        drawing=${!isReadOnly() && tool !== null && tool.kind !== "star"}
        onTouch=${toucher(player)}
        onType=${typer(player, lettersOf(table))}
      />
      ${choice?.player === player && html`<${SpaceChoice} table=${table} ...${choice} />`}
      ${
        !isReadOnly() &&
        drawn.join("").replaceAll(".", "") !== "" &&
        html`<div class="board-actions">
          <button type="button" class="quiet" onClick=${clear}><${Icon} name="clear" />${t("board.clear")}</button>
        </div>`
      }
      ${!isReadOnly() && html`<${CardTools} table=${table} player=${player} />`}
    </section>
  `;
}

/** A shape drawn small. @param {{rows: string[], letter: string}} props */
const ShapeSketch = ({ rows, letter }) => html`
  <svg class="shape" viewBox=${`0 0 ${rows[0].length * 10} ${rows.length * 10}`} width=${rows[0].length * 10} height=${rows.length * 10} aria-hidden="true" data-tile=${letter}>
    ${rows.flatMap((row, y) =>
      [...row].map(
        (square, x) =>
          square !== "." && html`<rect x=${x * 10 + 0.5} y=${y * 10 + 0.5} width="9" height="9" />`,
      ),
    )}
  </svg>
`;

/** A card's shapes, one of them in hand: turned, mirrored, and put where the dots allow it. @param {{table: Table, player: number}} props */
function CardTools({ table, player }) {
  const { tool, card: open } = viewed();
  const cards = drawingCardsNow().filter(
    ({ kind, game, shapes }) =>
      (kind === "explore" || kind === "ambush") &&
      shapes.length > 0 &&
      (table.game === "combined" || game === table.game || table.game === "heroes"),
  );
  const card = cards.find((one) => one.card === open);
  const inHand = tool?.kind === "shape" && tool.card === open ? tool : null;
  const letters = card
    ? card.kind === "ambush"
      ? [card.letter ?? "M"]
      : card.terrains.map((terrain) => LETTER_OF[terrain])
    : [];
  /** @param {object} change */
  const take = (change) =>
    show({ player, tool: { kind: "shape", card: open, letter: letters[0], ...inHand, ...change } });
  const waiting = inHand && placements.current().status !== "current";
  return html`
    <details class="card-tools" open=${inHand !== null}>
      <summary>${t("card.draw")}</summary>
      <label class="card-select">
        <span class="sr">${t("card.which")}</span>
        <select onChange=${(/** @type {any} */ event) => show({ card: event.target.value, tool: null, player })}>
          <option value="">${t("card.which")}</option>
          ${cards.map(({ card: id, name }) => html`<option value=${id} selected=${id === open}>${name}</option>`)}
        </select>
      </label>
      ${
        card &&
        html`<div class="shapes" role="group" aria-label=${t("card.shapes")}>
          ${card.shapes.map(
            ({ rows, coin }, at) => html`
            <button
              type="button"
              aria-pressed=${inHand?.of === at}
              aria-label=${t(coin ? "card.shape_coin" : "card.shape", { n: at + 1 })}
              onClick=${() => take({ of: at, rows })}
            ><${ShapeSketch} rows=${rows} letter=${letters[0]} />${coin && html`<span aria-hidden="true">●</span>`}</button>
          `,
          )}
        </div>`
      }
      ${
        inHand &&
        html`
        ${
          letters.length > 1 &&
          html`<${Segments}
          label=${t("card.terrain")}
          options=${letters.map((letter) => ({ value: letter, text: letterName(letter) }))}
          value=${inHand.letter}
          onChoose=${(/** @type {string} */ letter) => take({ letter })}
        />`
        }
        <div class="begin-board">
          <${ShapeSketch} rows=${inHand.rows} letter=${inHand.letter} />
          <button type="button" onClick=${() => take({ rows: turned(inHand.rows) })}><${Icon} name="redo" />${t("card.turn")}</button>
          <button type="button" onClick=${() => take({ rows: mirrored(inHand.rows) })}>⇋ ${t("card.mirror")}</button>
        </div>
        <p class="hint" role="status">${waiting ? "…" : placements.current().answer?.fallback ? t("card.fallback") : t("card.how")}</p>
      `
      }
    </details>
  `;
}

/** @param {{table: Table}} props */
export function MapTools({ table }) {
  const letters = lettersOf(table).map((letter) => ({
    tool: { kind: "terrain", letter },
    label: letterName(letter),
    content: html`<${Ink} letter=${letter} />`,
  }));
  const star = {
    tool: { kind: "star" },
    label: t("board.star"),
    content: html`<span class="star">★</span>`,
  };
  const print = PRINTED.map((letter) => ({
    tool: { kind: "print", letter },
    label: t("palette.print", { what: letterName(letter) }),
    content: html`<${Ink} letter=${letter} />`,
  }));
  const blank = {
    tool: { kind: "print", letter: "." },
    label: t("palette.print", { what: t("board.empty") }),
    content: html`<${Ink} letter="." />`,
  };
  return html`
    <${Palette}
      groups=${[
        { key: "terrains", tools: [...letters, eraser()] },
        { key: "stars", tools: table.game === "cartographers" ? [] : [star] },
        { key: "print", tools: typeof table.map === "string" ? [] : [...print, blank] },
      ]}
    />
  `;
}
