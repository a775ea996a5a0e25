/** A card drawn on a map, step by step: which card, after ruins or not, its shape, its place, and done. */

import { has, t } from "../../shell/i18n.js";
import { Icon, Seal, Segments, Switch } from "../../shell/parts.js";
import { dispatch, isReadOnly, show, table as tableNow, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { drawingCardsNow, placements } from "../answers.js";
import { mirrored, spacesOf, turned } from "../model/shape.js";
import { SPACES } from "../model/table.js";
import { LETTER_OF, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").DrawingCard} DrawingCard */
/**
 * A shape in hand. `before` is how the map lay before it was drawn, which is null until then.
 *
 * @typedef {{kind: "shape", card: string, of: number, rows: string[], letter: string, ruins: boolean, coin: boolean, ambush: string | null, before: string[] | null, at: string | null, stroke: symbol}} ShapeTool
 */

/** The sets of spaces on which the shape in hand, as it is turned, may be drawn. @param {ShapeTool} tool @returns {Map<string, string[]>} by the first of their spaces */
export function allowed(tool) {
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

/** Whether the shape in hand lies on the map. @type {(tool: ShapeTool, drawn: string[]) => boolean} */
const lies = ({ before }, drawn) => before !== null && before.join() !== drawn.join();

/**
 * Draws the shape in hand where it was tapped or dragged to; it moves there if it lies elsewhere.
 *
 * @type {(player: number, place: string, spaces: string[] | undefined, first: boolean) => void}
 */
export function placeShape(player, place, spaces, first) {
  /** @type {ShapeTool} */
  const tool = viewed().tool;
  const { letter, ambush, stroke } = tool;
  if (!spaces) {
    if (first) show({ missed: place });
    return;
  }
  const before = tool.before ?? tableNow().players[player].drawn;
  dispatch({ type: "shape", player, before, spaces, letter, ambush }, stroke);
  show({ tool: { ...tool, before, at: place }, missed: null });
}

/** Turns or mirrors the shape in hand; one that lies on the map turns there, or is taken up. @type {(player: number, change: (rows: string[]) => string[]) => void} */
function reshape(player, change) {
  /** @type {ShapeTool} */
  const tool = viewed().tool;
  const next = { ...tool, rows: change(tool.rows) };
  show({ tool: next, missed: null });
  if (!next.before || next.at === null) return;
  const spaces = allowed(next).get(next.at);
  if (spaces) placeShape(player, next.at, spaces, false);
  else dispatch({ type: "rows", player, rows: next.before }, next.stroke);
}

/** The card is drawn: a coin of its shape is earned, and the hand is empty again. @param {number} player */
function finish(player) {
  /** @type {ShapeTool} */
  const { coin, stroke } = viewed().tool;
  const { coins } = tableNow().players[player];
  if (coin) dispatch({ type: "coins", player, coins: coins + 1 }, stroke);
  show({ tool: null, card: null, missed: null });
}

/** What the bar says and does while a card is drawn on this map. @type {(table: Table, player: number) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
export function drawing(table, player) {
  const { tool, player: chosen, missed, card } = viewed();
  if (chosen !== player || isReadOnly()) return {};
  if (tool?.kind !== "shape") return card ? { says: { text: t("card.step.shape") } } : {};
  if (missed) return { says: { text: t("card.missed", { space: missed }), bad: true } };
  if (!lies(tool, table.players[player].drawn)) return { says: { text: t("card.how") } };
  return {
    says: { text: t("card.move") },
    action: { text: t("card.done"), onAct: () => finish(player) },
  };
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

const KINDS = ["explore", "ambush", "hero"];

/** The cards that draw on a map of this edition. @type {(table: Table) => DrawingCard[]} */
const drawingCards = ({ game }) =>
  drawingCardsNow().filter(
    (card) =>
      KINDS.includes(card.kind) &&
      card.shapes.length > 0 &&
      (game === "combined" || card.game === game),
  );

/** The letters that a card draws. @param {DrawingCard} card */
const lettersOf = ({ kind, letter, terrains }) =>
  kind === "ambush" ? [letter ?? "M"] : terrains.map((terrain) => LETTER_OF[terrain]);

/** Who draws an ambush on a map: it was passed on to a neighbour, or one plays alone. @type {(table: Table, player: number, card: DrawingCard) => string} */
function drawerOf({ players }, player, { passed }) {
  const by = passed === "left" ? 1 : -1;
  const count = players.length;
  return players[(player + by + count) % count].name;
}

/** All cards as drawings of what they hold. @param {{table: Table, player: number}} props */
function Cards({ table, player }) {
  const cards = drawingCards(table);
  /** @param {DrawingCard} card */
  const choose = (card) => {
    const [only, another] = card.shapes;
    show({ card: card.card, player, missed: null, tool: null });
    if (card.kind !== "hero" && !another) take(table, player, card, 0, only);
  };
  return KINDS.map((kind) => {
    const own = cards.filter((one) => one.kind === kind);
    return (
      own.length > 0 &&
      html`
      <h3 key=${kind}>${t(`card.kind.${kind}`)}</h3>
      <div class="drawing-cards" role="group" aria-label=${t(`card.kind.${kind}`)}>
        ${own.map(
          (card) => html`
          <button key=${card.card} type="button" class="drawing-card" data-card=${card.card} onClick=${() => choose(card)}>
            <span aria-hidden="true">
              ${card.shapes.map(({ rows }, at) => html`<${ShapeSketch} rows=${rows} letter=${lettersOf(card)[at] ?? lettersOf(card)[0]} />`)}
            </span>
            <small>${card.name}</small>
          </button>
        `,
        )}
      </div>
    `
    );
  });
}

/** Takes a shape of a card in hand. @type {(table: Table, player: number, card: DrawingCard, of: number, shape: DrawingCard["shapes"][number]) => void} */
function take(table, player, card, of, { rows, coin }) {
  const isAmbush = card.kind === "ambush";
  const last = viewed().tool;
  if (last?.before) dispatch({ type: "rows", player, rows: last.before }, last.stroke);
  show({
    player,
    missed: null,
    tool: {
      kind: "shape",
      card: card.card,
      of,
      rows,
      coin: coin === true,
      letter: last?.letter ?? lettersOf(card)[0],
      ruins: last?.ruins ?? false,
      // In the base game nobody needs to know which ambushes have come.
      ambush: isAmbush && table.game !== "cartographers" ? card.card : null,
      before: null,
      at: null,
      stroke: Symbol(card.card),
    },
  });
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

/** The shapes of the card that was chosen, one of them in hand. @param {{table: Table, player: number, card: DrawingCard, inHand: ShapeTool | null}} props */
function Shapes({ table, player, card, inHand }) {
  const isAmbush = card.kind === "ambush";
  const letters = lettersOf(card);
  const { status, answer, refusal } = placements.current();
  /** @param {Partial<ShapeTool>} change */
  const change = (change) => {
    if (inHand?.before) dispatch({ type: "rows", player, rows: inHand.before }, inHand.stroke);
    show({ missed: null, tool: { ...inHand, before: null, at: null, ...change } });
  };
  const how = isAmbush
    ? t(table.players.length > 1 ? "ambush.how" : "ambush.alone", {
        name: drawerOf(table, player, card),
      })
    : t("card.how");
  return html`
    <div class="shapes" role="group" aria-label=${t("card.shapes")}>
      ${card.shapes.map(
        (shape, at) => html`
        <button
          type="button"
          aria-pressed=${inHand?.of === at}
          aria-label=${t(shape.coin ? "card.shape_coin" : "card.shape", { n: at + 1 })}
          onClick=${() => take(table, player, card, at, shape)}
        ><${ShapeSketch} rows=${shape.rows} letter=${inHand?.letter ?? letters[0]} />${shape.coin && html`<span aria-hidden="true">●</span>`}</button>
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
        onChoose=${(/** @type {string} */ letter) => change({ letter })}
      />`
      }
      <div class="begin-board">
        <${ShapeSketch} rows=${inHand.rows} letter=${inHand.letter} />
        <button type="button" onClick=${() => reshape(player, turned)}><${Icon} name="redo" />${t("card.turn")}</button>
        <button type="button" onClick=${() => reshape(player, mirrored)}>⇋ ${t("card.mirror")}</button>
      </div>
      ${!isAmbush && html`<${Switch} label=${t("card.ruins")} hint=${t("card.ruins.hint")} on=${inHand.ruins} onChange=${(/** @type {boolean} */ ruins) => change({ ruins })} />`}
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

/** @param {{table: Table, look: string}} props */
export function DrawPanel({ table, look }) {
  const { tool, card: open, player, choosing } = viewed();
  const card = drawingCards(table).find((one) => one.card === open);
  const inHand = tool?.kind === "shape" ? tool : null;
  const { name, drawn } = table.players[player];
  const leave = () => {
    if (inHand && lies(inHand, drawn)) {
      dispatch({ type: "rows", player, rows: inHand.before }, inHand.stroke);
    }
    show({ card: null, tool: null, missed: null });
  };
  return html`
    <section class=${`panel draw-panel ${look}`} data-station=${`map-${player}`} aria-label=${t("card.draw_on", { name })}>
      ${
        card
          ? html`
            <header>
              <h2><${Seal} player=${player} />${card.name}</h2>
              <button type="button" class="quiet" onClick=${leave}><${Icon} name="close" />${t("card.leave")}</button>
            </header>
            ${
              card.kind === "hero"
                ? html`<${HeroSteps} player=${player} />`
                : html`<${Shapes} table=${table} player=${player} card=${card} inHand=${inHand} />`
            }`
          : html`
            <button type="button" class="wide" aria-expanded=${choosing === true} onClick=${() => show({ choosing: !choosing })}><${Icon} name="card" />${t("card.draw")}</button>
            ${choosing && html`<${Cards} table=${table} player=${player} />`}
          `
      }
    </section>
  `;
}
