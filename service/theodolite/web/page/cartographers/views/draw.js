/** The panel in which a card is chosen and drawn on a map. */

import { has, t } from "../../shell/i18n.js";
import { Icon, Seal, Segments, Switch } from "../../shell/parts.js";
import { show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { ending, placements } from "../answers.js";
import { cardsLeft, drawerOf, drawingCards, KINDS, lackingCard, lettersOf } from "../cards.js";
import { dispatch } from "../commands.js";
import { choose, inHandFor, offer, putBack, reshape, shapeOf, take } from "../hand.js";
import { mirrored, turned } from "../model/shape.js";
import { drawing, isUnderWay, timeNow } from "./bar.js";
import { ShapeSketch } from "./stamps.js";
import { LETTER_OF, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/record.js").State} State */
/** @typedef {import("../answers.js").Card} DrawingCard */
/** @typedef {import("../hand.js").ShapeTool} ShapeTool */

/** @param {{table: Table}} props */
function Clock({ table }) {
  const { status, answer, refusal } = ending.current();
  if (status === "refused") return html`<p class="hint bad">${refusal?.errors[0]?.detail}</p>`;
  const { time, threshold } = answer ?? {};
  const words = timeNow(table);
  return html`<p class="clock">
    <span>${words}</span>
    ${typeof time === "number" && html`<progress max=${threshold} value=${time} aria-label=${words}></progress>`}
  </p>`;
}

/** All cards as drawings of what they hold. @param {{state: State, player: number}} props */
function Cards({ state, player }) {
  const cards = cardsLeft(state, player);
  return KINDS.map((kind) => {
    const own = cards.filter((one) => one.kind === kind);
    return (
      own.length > 0 &&
      html`
      <h3 key=${kind}>${t(`card.kind.${kind}`)}</h3>
      <div class="drawing-cards" role="group" aria-label=${t(`card.kind.${kind}`)}>
        ${own.map(
          (card) => html`
          <button key=${card.card} type="button" class="drawing-card" data-card=${card.card} onClick=${() => choose(state, player, card)}>
            <span aria-hidden="true">
              ${card.shapes.map(({ rows }, at) => html`<${ShapeSketch} rows=${rows} letter=${lettersOf(card)[at] ?? lettersOf(card)[0]} />`)}
              ${kind === "hero" && html`<svg class="shape" viewBox="0 0 48 48" width="34" height="34"><use href="#hero" /></svg>`}
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

/** The shapes of the card that was chosen, one of them in hand. @param {{table: Table, player: number, card: DrawingCard, inHand: ShapeTool | null}} props */
function Shapes({ table, player, card, inHand }) {
  const isAmbush = card.kind === "ambush";
  const isFallback = offer()?.fallback === true;
  /** @type {string[]} */
  const anyTerrain = isFallback ? (offer()?.moves[0]?.terrains ?? []) : [];
  const letters =
    isAmbush || !isFallback ? lettersOf(card) : anyTerrain.map((terrain) => LETTER_OF[terrain]);
  const { status, refusal } = placements.current();
  /** @param {Partial<ShapeTool>} change */
  const change = (change) => {
    if (inHand?.before) dispatch({ type: "rows", player, rows: inHand.before }, inHand.stroke);
    const fresh = { before: null, at: null, spaces: [], may: [], aims: null };
    show({ missed: null, tool: { ...inHand, ...fresh, ...change } });
  };
  const how = t(table.players.length > 1 ? "ambush.how" : "ambush.alone", {
    name: table.players[drawerOf(table, player, card)].name,
  });
  const mayBeRuins = card.kind === "explore" && table.game !== "heroes";
  return html`
    ${inHand && mayBeRuins && html`<${Switch} label=${t("card.ruins")} hint=${t("card.ruins.hint")} on=${inHand.ruins} onChange=${(/** @type {boolean} */ ruins) => change({ ruins })} />`}
    <div class="shapes">
      <span role="group" aria-label=${t("card.shapes")}>
        ${card.shapes.map(
          (shape, at) => html`
          <button
            type="button"
            aria-pressed=${inHand?.of === at}
            aria-label=${t(shape.coin ? "card.shape_coin" : "card.shape", { n: at + 1 })}
            onClick=${() => take(table, player, card, at)}
          ><${ShapeSketch} rows=${inHand?.of === at ? shapeOf(inHand) : shape.rows} letter=${inHand?.letter ?? letters[0]} />${shape.coin && html`<span aria-hidden="true">●</span>`}</button>
        `,
        )}
      </span>
      ${
        inHand &&
        html`
        <button type="button" onClick=${() => reshape(player, turned)}><${Icon} name="redo" />${t("card.turn")}</button>
        <button type="button" onClick=${() => reshape(player, mirrored)}>⇋ ${t("card.mirror")}</button>
        `
      }
    </div>
    ${
      inHand &&
      letters.length > 1 &&
      html`<${Segments}
        label=${t("card.terrain")}
        options=${letters.map((letter) => ({ value: letter, text: letterName(letter) }))}
        value=${inHand.letter}
        onChoose=${(/** @type {string} */ letter) => change({ letter })}
      />`
    }
    ${status === "offline" && html`<p class="hint" role="status">${t("offline")}</p>`}
    ${
      status === "refused" &&
      html`<p class="hint" role="status">${refusal?.errors[0]?.detail} ${t("ambush.by_hand")}</p>`
    }
    ${isFallback && html`<p class="hint">${t("card.fallback")}</p>`}
    ${
      isAmbush &&
      html`<p class="hint">${how} ${has(`ambush.${card.letter}`) && t(`ambush.${card.letter}`)}</p>`
    }
  `;
}

/** @param {{state: State, player: number, current: boolean, look: string}} props */
export function DrawPanel({ state, player, current, look }) {
  const { table } = state;
  const { card: open, holder, choosing } = viewed();
  const { action } = drawing(state, player, current);
  const card = holder === player && drawingCards(table).find((one) => one.card === open);
  // On a phone the bar has the button that chooses a card.
  const inBar = !open && isUnderWay(state.record) && lackingCard(state).length === 0;
  const tool = inHandFor(player);
  const inHand = tool?.kind === "shape" ? tool : null;
  const { name } = table.players[player];
  return html`
    <section class=${`panel draw-panel ${look}`} data-station=${`map-${player}`} aria-label=${t("card.draw_on", { name })}>
      ${
        card
          ? html`
            <header>
              <h2><${Seal} player=${player} />${card.name}</h2>
              <button type="button" class="quiet" onClick=${putBack}><${Icon} name="close" />${t("card.leave")}</button>
            </header>
            ${
              card.kind === "hero"
                ? html`<p class="hint">${t("hero.how")}</p>`
                : html`<${Shapes} table=${table} player=${player} card=${card} inHand=${inHand} />`
            }`
          : html`
            <${Clock} table=${table} />
            <button type="button" class=${inBar ? "wide at-desk" : "wide"} aria-expanded=${choosing === true} onClick=${() => show({ choosing: !choosing })}><${Icon} name="card" />${t("card.draw")}</button>
            ${choosing && html`<${Cards} state=${state} player=${player} />`}
          `
      }
      ${action && !inBar && html`<button type="button" class="main wide at-desk" disabled=${action.disabled} onClick=${action.onAct}>${action.text}</button>`}
    </section>
  `;
}
