/** One player's map: drawn by strokes of terrain, by the shapes of a card, or a space at a time. */

import { Board, lighting } from "../../shell/board.js";
import { Choice } from "../../shell/choice.js";
import { t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Icon, PhotoButton, Seal } from "../../shell/parts.js";
import { isReadOnly, show, table as tableNow, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { drawingCardName, printOf } from "../answers.js";
import { dispatch } from "../commands.js";
import { allowed, finish, inHandFor, placeHero, placeShape } from "../hand.js";
import { areaOf, spacesOf } from "../model/shape.js";
import { EMPTY, letterAt, OF_HEROES, PRINTED, SIZE, SPACES, TERRAINS } from "../model/table.js";
import { chooseSpace } from "../season.js";
import { StampButton, StampInHand } from "./stamps.js";
import { face, Ink, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */

export const LINES = Array.from({ length: SIZE }, (_, row) =>
  SPACES.slice(row * SIZE, (row + 1) * SIZE),
);
export const COLUMNS = Array.from({ length: SIZE }, (_, column) => `${column + 1}`);
export const ROWS = [..."ABCDEFGHIJK"];

/** The terrains that may be drawn in this edition. @param {Table} table */
export const lettersOf = ({ game }) =>
  game === "cartographers" ? TERRAINS : [...TERRAINS, ...OF_HEROES];

/** The pencil in hand where nothing is drawn yet. */
export const BRUSH = { kind: "terrain", letter: TERRAINS[0] };

/** The letter that the stroke under way draws: its first space decides. */
let ink = ".";

/** @type {(player: number) => (place: string, gesture: symbol, first: boolean) => void} */
const toucher = (player) => (place, gesture, first) => {
  const tool = inHandFor(player);
  /** @type {Table} */
  const table = tableNow();
  const { drawn } = table.players[player];
  const { ending } = viewed();
  if (isReadOnly()) return;
  if (ending) {
    const asked = ending.waiting.player === table.players[player].name;
    if (first && asked && ending.waiting.may.includes(place)) chooseSpace(table, ending, place);
    return;
  }
  if (viewed().player !== player) show({ player, station: `map-${player}` });
  if (tool === null) {
    if (first) show({ choice: { player, place } });
  } else if (tool.kind === "star") {
    if (first) dispatch({ type: "star", player, space: place });
  } else if (tool.kind === "print") {
    dispatch({ type: "print", spaces: [place], letter: tool.letter }, gesture);
  } else if (tool.kind === "fill" || tool.kind === "stamp") {
    const print = printOf(table.map) ?? EMPTY;
    const spaces = tool.kind === "fill" ? areaOf(drawn, print, place) : spacesOf(tool.rows, place);
    if (first && spaces) dispatch({ type: "draw", player, spaces, letter: tool.letter });
  } else if (tool.kind === "hero") {
    if (first) placeHero(player, place);
  } else if (tool.kind === "shape" && tool.aims) {
    if (first && tool.aims.includes(place)) finish(player, place);
  } else if (tool.kind === "shape") {
    if (first) legal = allowed(tool);
    placeShape(player, place, legal.get(place), first);
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
  const { choice, lit, ending } = viewed();
  const tool = inHandFor(player);
  const { letter } = tool && "letter" in tool ? tool : BRUSH;
  const { name, drawn, stars, coins } = table.players[player];
  const print = printOf(table.map);
  const waiting = ending?.waiting.player === name ? ending.waiting : null;
  const inReach = tool?.kind === "shape" ? (tool.aims ?? [...allowed(tool).keys()]) : waiting?.may;
  const bare = drawn.join("").replaceAll(".", "") === "";
  const clear = () =>
    dispatch({ type: "clear", player }, null, { key: "notice.board_cleared", values: { name } });
  return html`
    <section class=${`panel map-panel ${look}`} data-station=${`map-${player}`} aria-label=${t("map.of", { name })}>
      <header>
        <h2><${Seal} player=${player} />${name}</h2>
        <div class="coins" role="group" aria-label=${t("coins.of", { name })}>
          <button type="button" class="quiet" aria-label=${t("coins.fewer")} disabled=${coins === 0 || isReadOnly()} onClick=${() => dispatch({ type: "coins", player, coins: coins - 1 })}>−</button>
          <span aria-hidden="true">●</span>
          <input type="number" inputmode="numeric" min="0" class="written" aria-label=${t("coins.of", { name })} value=${coins} readonly=${isReadOnly()} onClick=${(/** @type {any} */ { target }) => target.select()} onInput=${(/** @type {any} */ { target }) => dispatch({ type: "coins", player, coins: Math.trunc(Number(target.value)) }, `coins ${player}`)} />
          <button type="button" class="quiet" aria-label=${t("coins.more")} disabled=${isReadOnly()} onClick=${() => dispatch({ type: "coins", player, coins: coins + 1 })}>+</button>
        </div>
      </header>
      ${
        waiting &&
        html`<p class="waiting" role="status">${t("ending.choose", { card: drawingCardName(waiting.ambush) })}
          <button type="button" class="quiet" onClick=${() => show({ ending: null })}>${t("ending.cancel")}</button></p>`
      }
      <${Board}
        name=${t("map.of", { name })}
        board=${player}
        kind="chart"
        lines=${LINES}
        above=${COLUMNS}
        beside=${ROWS}
        face=${(/** @type {string} */ place) => face(place, print, drawn, stars)}
        marks=${{ ...lighting(lit?.player === player ? lit.spaces : null, SPACES), reach: inReach && new Set(inReach) }}
        drawing=${!isReadOnly() && tool !== null && !["star", "hero", "fill", "stamp"].includes(tool.kind)}
        onTouch=${toucher(player)}
        onType=${typer(player, lettersOf(table))}
      />
      ${choice?.player === player && html`<${SpaceChoice} table=${table} ...${choice} />`}
      ${
        !isReadOnly() &&
        html`<div class="board-actions">
          <button type="button" class="quiet" aria-pressed=${tool?.kind === "fill"} onClick=${() => show({ tool: { kind: "fill", letter } })}><${Icon} name="fill" />${t("palette.fill")}</button>
          <${StampButton} letter=${letter} />
          <${PhotoButton} bare=${bare} onOpen=${() => show({ dialog: { kind: "photo", board: player } })} />
          ${!bare && html`<button type="button" class="quiet" onClick=${clear}><${Icon} name="clear" />${t("board.clear")}</button>`}
        </div>`
      }
    </section>
  `;
}

/** @param {{table: Table}} props */
export function MapTools({ table }) {
  const letters = lettersOf(table).map((letter) => ({
    tool: { kind: "terrain", letter },
    key: letter,
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
  const { tool } = viewed();
  return html`
    ${tool?.kind === "stamp" && html`<${StampInHand} tool=${tool} />`}
    <${Palette}
      groups=${[
        { key: "terrains", tools: [...letters, eraser()] },
        { key: "stars", tools: table.game === "cartographers" ? [] : [star] },
        { key: "print", tools: typeof table.map === "string" ? [] : [...print, blank] },
      ]}
    />
  `;
}
