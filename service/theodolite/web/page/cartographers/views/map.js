/** One player's map: drawn by strokes of terrain, by the shapes of a card, or a space at a time. */

import { Board, lighting } from "../../shell/board.js";
import { Choice } from "../../shell/choice.js";
import { has, t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Icon, PhotoButton, Seal, Segments } from "../../shell/parts.js";
import { dispatch, isReadOnly, show, table as tableNow, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { drawingCardName, drawingCardsNow, placements, printOf } from "../answers.js";
import { mirrored, spacesOf, turned } from "../model/shape.js";
import { letterAt, OF_HEROES, PRINTED, SIZE, SPACES, TERRAINS } from "../model/table.js";
import { chooseSpace } from "../season.js";
import { face, Ink, LETTER_OF, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */

const LINES = Array.from({ length: SIZE }, (_, row) => SPACES.slice(row * SIZE, (row + 1) * SIZE));
const COLUMNS = Array.from({ length: SIZE }, (_, column) => `${column + 1}`);
const ROWS = [..."ABCDEFGHIJK"];

/** What may be drawn in this edition. @param {Table} table */
export const lettersOf = ({ game }) =>
  game === "cartographers" ? TERRAINS : [...TERRAINS, ...OF_HEROES];

/** What lay there before the shape that is being dragged. */
let before = /** @type {string[]} */ ([]);
/** The letter that the stroke under way draws: its first space decides. */
let ink = ".";

/** The sets of spaces on which the shape in hand, as it is turned, may be drawn. @param {any} tool @returns {Map<string, string[]>} by the first of their spaces */
function allowed(tool) {
  const { status, answer } = placements.current();
  if (status !== "current") return new Map();
  const mine = new Map(
    SPACES.map((anchor) => [anchor, spacesOf(tool.rows, anchor)?.join(" ") ?? ""]),
  );
  const legal = new Map(
    answer.placements.map((/** @type {{spaces: string[]}} */ { spaces }) => [
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
  const { ending } = viewed();
  if (isReadOnly()) return;
  if (ending) {
    const asked = ending.waiting.player === table.players[player].name;
    if (first && asked && ending.waiting.may.includes(place)) chooseSpace(table, ending, place);
    return;
  }
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
      const { letter, ambush } = tool;
      dispatch({ type: "shape", player, before, spaces, letter, ambush }, gesture);
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
  const { tool, choice, lit, player: chosen, ending } = viewed();
  const { name, drawn, stars, coins } = table.players[player];
  const print = printOf(table.map);
  const waiting = ending?.waiting.player === name ? ending.waiting : null;
  const inReach =
    tool?.kind === "shape" && chosen === player ? [...allowed(tool).keys()] : waiting?.may;
  const bare = drawn.join("").replaceAll(".", "") === "";
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
        drawing=${!isReadOnly() && tool !== null && tool.kind !== "star"}
        onTouch=${toucher(player)}
        onType=${typer(player, lettersOf(table))}
      />
      ${choice?.player === player && html`<${SpaceChoice} table=${table} ...${choice} />`}
      ${
        !isReadOnly() &&
        html`<div class=${bare ? "begin-board" : "board-actions"}>
          <${PhotoButton} bare=${bare} onOpen=${() => show({ dialog: { kind: "photo", board: player } })} />
          ${!bare && html`<button type="button" class="quiet" onClick=${clear}><${Icon} name="clear" />${t("board.clear")}</button>`}
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

/** @typedef {import("../answers.js").DrawingCard} DrawingCard */

const KINDS = ["explore", "ambush", "hero"];

/** The cards that draw on a map of this edition. @type {(table: Table) => DrawingCard[]} */
const drawingCards = ({ game }) =>
  drawingCardsNow().filter(
    (card) =>
      KINDS.includes(card.kind) &&
      card.shapes.length > 0 &&
      (game === "combined" || card.game === game),
  );

/** Who draws an ambush on a map: it was passed on to a neighbour, or one plays alone. @type {(table: Table, player: number, card: DrawingCard) => string} */
function drawerOf({ players }, player, { passed }) {
  const by = passed === "left" ? 1 : -1;
  const count = players.length;
  return players[(player + by + count) % count].name;
}

/** A hero is drawn, then the stars of its attack pattern, which only the printed card shows. @param {{player: number}} props */
function HeroSteps({ player }) {
  const { tool } = viewed();
  const steps = [
    { tool: { kind: "terrain", letter: "H" }, text: t("hero.draw") },
    { tool: { kind: "star" }, text: t("hero.stars") },
  ];
  return html`
    <ol class="hero-steps">
      ${steps.map(
        (step) => html`
        <li>
          <button type="button" aria-pressed=${JSON.stringify(step.tool) === JSON.stringify(tool)} onClick=${() => show({ player, tool: step.tool })}>${step.text}</button>
        </li>
      `,
      )}
    </ol>
    <p class="hint">${t("hero.how")}</p>
  `;
}

/** A card's shapes, one of them in hand: turned, mirrored, and put where the dots allow it. @param {{table: Table, player: number}} props */
function CardTools({ table, player }) {
  const { tool, card: open, player: chosen } = viewed();
  const cards = drawingCards(table);
  const card = cards.find((one) => one.card === open);
  const inHand = tool?.kind === "shape" && chosen === player ? tool : null;
  return html`
    <details class="card-tools" open=${inHand !== null}>
      <summary>${t("card.draw")}</summary>
      <label class="card-select">
        <span class="sr">${t("card.which")}</span>
        <select onChange=${(/** @type {any} */ event) => show({ card: event.target.value, tool: null, player })}>
          <option value="">${t("card.which")}</option>
          ${KINDS.map((kind) => {
            const own = cards.filter((one) => one.kind === kind);
            return (
              own.length > 0 &&
              html`<optgroup key=${kind} label=${t(`card.kind.${kind}`)}>
                ${own.map(({ card: id, name }) => html`<option value=${id} selected=${id === open}>${name}</option>`)}
              </optgroup>`
            );
          })}
        </select>
      </label>
      ${
        card &&
        (card.kind === "hero"
          ? html`<${HeroSteps} player=${player} />`
          : html`<${Shapes} table=${table} player=${player} card=${card} inHand=${inHand} />`)
      }
    </details>
  `;
}

/** @param {{table: Table, player: number, card: DrawingCard, inHand: any}} props */
function Shapes({ table, player, card, inHand }) {
  const isAmbush = card.kind === "ambush";
  const letters = isAmbush
    ? [card.letter ?? "M"]
    : card.terrains.map((terrain) => LETTER_OF[terrain]);
  /** @param {object} change */
  const take = (change) =>
    show({
      player,
      tool: {
        kind: "shape",
        card: card.card,
        letter: letters[0],
        // In the base game nobody needs to know which ambushes have come.
        ambush: isAmbush && table.game !== "cartographers" ? card.card : null,
        ...inHand,
        ...change,
      },
    });
  const { status, answer, refusal } = placements.current();
  const how = isAmbush
    ? t(table.players.length > 1 ? "ambush.how" : "ambush.alone", {
        name: drawerOf(table, player, card),
      })
    : t("card.how");
  return html`
    <div class="shapes" role="group" aria-label=${t("card.shapes")}>
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
    </div>
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
      ${
        status === "refused"
          ? html`<p class="hint" role="status">${refusal?.errors[0]?.detail} ${t("ambush.by_hand")}</p>`
          : html`<p class="hint" role="status">${status !== "current" ? "…" : answer?.fallback ? t("card.fallback") : how}</p>`
      }
      ${has(`ambush.${card.letter}`) && html`<p class="hint">${t(`ambush.${card.letter}`)}</p>`}
    `
    }
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
