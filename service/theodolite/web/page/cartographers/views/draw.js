/** A card drawn on a map, step by step: which card, after ruins or not, its shape, its place, and done. */

import { ask, Refused, Unreachable } from "../../shell/api.js";
import { has, t } from "../../shell/i18n.js";
import { Icon, Seal, Segments, Switch } from "../../shell/parts.js";
import {
  dispatch,
  gameId,
  isReadOnly,
  show,
  table as tableNow,
  viewed,
} from "../../shell/store.js";
import { bringUp, goTo } from "../../shell/way.js";
import { html } from "../../vendor/htm-preact.js";
import {
  drawingCardName,
  drawingCardsNow,
  ending,
  placements,
  printOf,
  waitingNow,
} from "../answers.js";
import { isAfterRuins, turnsNow } from "../model/record.js";
import { mirrored, spacesOf, turned } from "../model/shape.js";
import { EMPTY, letterAt, SPACES, TERRAIN_OF } from "../model/table.js";
import { endSeason } from "../season.js";
import { maySettle } from "./sheet.js";
import { LETTER_OF, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/table.js").Player} Player */
/** @typedef {import("../model/record.js").State} State */
/** @typedef {import("../answers.js").DrawingCard} DrawingCard */
/**
 * A shape in hand. `before` is how the map lay before it was drawn, which is null until then; `may` are
 * the spaces of which a gorgon that lies there destroys one, `aims` the same once one of them is to be tapped.
 *
 * @typedef {{kind: "shape", card: string, of: number, rows: string[], letter: string, ruins: boolean, coin: boolean, ambush: string | null, before: string[] | null, at: string | null, spaces: string[], may: string[], aims: string[] | null, stroke: symbol}} ShapeTool
 */
/**
 * A hero in hand: its space, then the stars around it.
 *
 * @typedef {{kind: "hero", card: string, before: {drawn: string[], stars: string[]}, at: string | null, stars: string[], stroke: symbol}} HeroTool
 */

/** What is in hand for this map: a shape or a hero stays in hand for the map that its card was taken for. @param {number} player */
export function inHandFor(player) {
  const { tool, holder } = viewed();
  return ["shape", "hero"].includes(tool?.kind) && holder !== player ? null : tool;
}

/** What the API says of the card in hand, as long as it is about this moment. */
function offer() {
  const { status, answer } = placements.current();
  return status === "current" ? answer : null;
}

/** The shape that is drawn: a single square where none of the card fits. @param {ShapeTool} tool */
const shapeOf = ({ rows }) => (offer()?.fallback ? ["X"] : rows);

/** The sets of spaces on which the shape in hand, as it is turned, may be drawn. @param {ShapeTool} tool @returns {Map<string, string[]>} by the first of their spaces */
export function allowed(tool) {
  const answer = offer();
  if (!answer) return new Map();
  const rows = shapeOf(tool);
  const mine = new Map(SPACES.map((anchor) => [anchor, spacesOf(rows, anchor)?.join(" ") ?? ""]));
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

/** Of a gorgon on these spaces, the spaces of which it destroys one. @param {string[]} spaces @returns {string[]} */
function aimsOf(spaces) {
  const placed = offer()?.placements.find(
    (/** @type {{spaces: string[]}} */ one) => one.spaces.join() === spaces.join(),
  );
  return placed?.destroys ?? [];
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
  const may = aimsOf(spaces);
  dispatch({ type: "shape", player, before, spaces, letter, ambush }, stroke);
  show({ tool: { ...tool, before, at: place, spaces, may }, missed: null });
}

/** Turns or mirrors the shape in hand; one that lies on the map turns there, or is taken up. @type {(player: number, change: (rows: string[]) => string[]) => void} */
function reshape(player, change) {
  /** @type {ShapeTool} */
  const tool = viewed().tool;
  const next = { ...tool, rows: change(tool.rows), spaces: [], may: [], aims: null };
  show({ tool: next, missed: null });
  if (!next.before || next.at === null) return;
  const spaces = allowed(next).get(next.at);
  if (spaces) placeShape(player, next.at, spaces, false);
  else dispatch({ type: "rows", player, rows: next.before }, next.stroke);
}

/** A hero is drawn where nothing is, then a star with each tap. @type {(player: number, place: string) => void} */
export function placeHero(player, place) {
  /** @type {HeroTool} */
  const tool = viewed().tool;
  const { before, stroke } = tool;
  const { map } = tableNow();
  const isEmpty =
    letterAt(before.drawn, place) === "." && !"^#".includes(letterAt(printOf(map) ?? EMPTY, place));
  if (tool.at === null && !isEmpty) {
    show({ missed: place });
    return;
  }
  const space = tool.at ?? place;
  const { stars: old } = tool;
  const others = old.includes(place) ? old.filter((star) => star !== place) : [...old, place];
  const stars = place === space ? old : others;
  dispatch({ type: "hero", player, before, space, stars }, stroke);
  show({ tool: { ...tool, at: space, stars }, missed: null });
}

/**
 * The card is drawn: it is noted in the record, its coins are earned, and the hand is empty again.
 *
 * @type {(player: number, destroys?: string | null) => void}
 */
export function finish(player, destroys = null) {
  /** @type {ShapeTool | HeroTool} */
  const tool = viewed().tool;
  const { card, stroke } = tool;
  /** @type {Table} */
  const table = tableNow();
  const isHero = tool.kind === "hero";
  const before = isHero ? tool.before : { drawn: tool.before ?? table.players[player].drawn };
  const letter = isHero ? "H" : tool.letter;
  const spaces = isHero ? [tool.at ?? ""] : tool.spaces;
  const draw = { letter, spaces, stars: isHero ? tool.stars : [], destroys };
  const face = drawingCardsNow().find((one) => one.card === card);
  dispatch(
    {
      type: "turn",
      player,
      seat: face?.kind === "ambush" ? drawerOf(table, player, face) : player,
      card,
      before,
      draw,
      coin: !isHero && tool.coin && spaces.length === tool.rows.join("").replaceAll(".", "").length,
      afterRuins: !isHero && tool.ruins,
    },
    stroke,
  );
  show({ tool: null, card: null, missed: null });
  if (spaces.length > 0)
    earn(table, player, card, { ...table.players[player], ...before }, draw, stroke);
}

/**
 * Mountains that the drawing closed, and a dragon that it defeated, bring coins.
 *
 * @type {(table: Table, player: number, card: string, before: Player, draw: import("../model/record.js").Draw, stroke: symbol) => Promise<void>}
 */
async function earn({ game, map, rulings, players }, player, card, before, draw, stroke) {
  const { kind, pattern } = drawingCardsNow().find((one) => one.card === card) ?? {};
  const { drawn, stars, coins } = before;
  const { letter, spaces, destroys } = draw;
  const isNeighbours = kind === "ambush" && players.length > 1;
  const body = {
    game,
    map,
    rulings,
    drawn,
    stars,
    coins,
    // Of a hero whose pattern is not known the card says nothing.
    card: kind === "hero" && !pattern ? null : card,
    draw: {
      spaces,
      terrain: TERRAIN_OF[letter],
      ...(letter === "H" && { stars: draw.stars }),
      ...(destroys && { destroys }),
    },
    by: isNeighbours ? "neighbour" : "owner",
  };
  const id = gameId();
  try {
    const { changes } = await ask("cartographers/map-updates", body);
    if (gameId() !== id) return;
    /** @type {import("../../types/openapi.js").CartographersChange[]} */
    const earned = changes.filter(
      (/** @type {any} */ one) => one.coins > 0 && one.effect !== "coin_of_shape",
    );
    const more = earned.reduce((sum, one) => sum + one.coins, 0);
    if (more === 0) return;
    const what = earned.map(({ explanation }) => explanation).join(" ");
    dispatch({ type: "gain", player, coins: more }, stroke, {
      key: "notice.coins",
      values: { what },
    });
  } catch (trouble) {
    // The coins can be counted by hand.
    if (!(trouble instanceof Refused || trouble instanceof Unreachable)) throw trouble;
  }
}

/** How far the season is, by the time of the cards that were drawn. @param {Table} table */
function timeNow({ season }) {
  const { time, threshold } = ending.current().answer ?? {};
  const values = { season: t(`season.${season}`), time, threshold };
  return typeof time === "number" ? t("season.time", values) : values.season;
}

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

/** Takes a card for this map, in its panel. @param {number} player */
function chooseCard(player) {
  goTo({ key: `map-${player}`, seat: player });
  show({ choosing: true });
  bringUp(".draw-panel.now");
}

/** Whether cards are drawn on this page, and those of the season do not end it. @param {State["record"]} record */
export function isUnderWay(record) {
  const { status, answer } = ending.current();
  // Until the answer is there, cards are still to be drawn.
  return record !== null && (answer ? !answer.over : status !== "refused");
}

/** What the bar says and does about the season: it ends, unless cards of it are still to be drawn here. @type {(state: State, current: boolean, player?: number) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
export function seasonInBar({ table, record }, current, player = viewed().player) {
  const season = t(`season.${table.season}`);
  if (isReadOnly()) return {};
  if (isUnderWay(record)) {
    return {
      says: { text: timeNow(table) },
      action: { text: t("card.draw"), onAct: () => chooseCard(player) },
    };
  }
  if (!maySettle(table, current)) return {};
  const action = { text: t("season.close", { season }), onAct: () => endSeason(table) };
  return record ? { says: { text: t("season.over", { season }) }, action } : { action };
}

/** What the bar says and does where a card is to be drawn on another map. @type {(card: string, name: string, seat: number) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
const onOtherMap = (card, name, seat) => ({
  says: { text: t("card.out", { card }) },
  action: { text: name, onAct: () => goTo({ key: `map-${seat}`, seat }) },
});

/** What the bar says and does on this map when no card is in hand: the card that is out, or the end of the season. @type {(state: State, player: number, current: boolean) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
function nextTurn(state, player, current) {
  const out = cardToDraw(state, player);
  if (out) {
    return {
      says: { text: t("card.out", { card: out.name }) },
      action: { text: t("card.draw_it"), onAct: () => choose(state, player, out) },
    };
  }
  const [other] = lackingCard(state);
  if (other) return onOtherMap(other.card.name, other.name, other.seat);
  const waiting = waitingNow(state);
  if (waiting) {
    return {
      says: { text: t("season.over", { season: t("season.winter") }) },
      action: { text: drawingCardName(waiting.ambush), onAct: () => endSeason(state.table) },
    };
  }
  return state.record ? seasonInBar(state, current, player) : {};
}

/** What the bar says and does while a card is drawn on this map. @type {(state: State, player: number, current: boolean) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
export function drawing(state, player, current) {
  const { tool, holder, missed, card } = viewed();
  if (isReadOnly()) return {};
  if (!card) return nextTurn(state, player, current);
  if (holder !== player) {
    return onOtherMap(drawingCardName(card), state.table.players[holder].name, holder);
  }
  const done = { text: t("card.done"), onAct: () => finish(player) };
  /** @type {(text: string, bad?: boolean) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
  const waiting = (text, bad = false) => ({
    says: { text, bad },
    action: { ...done, disabled: true },
  });
  if (tool?.kind === "hero" && tool.at === null) return waiting(t("hero.draw"), missed !== null);
  if (tool?.kind === "hero") return { says: { text: t("hero.stars") }, action: done };
  if (missed && tool) return waiting(t("card.missed", { space: missed }), true);
  if (tool?.kind !== "shape") return waiting(t("card.step.shape"));
  if (tool.aims) return waiting(t("gorgon.aim"));
  if (offer()?.total === 0) return { says: { text: t("card.nowhere") }, action: done };
  if (!lies(tool, state.table.players[player].drawn)) return waiting(t("card.how"));
  const aim = { ...done, onAct: () => show({ tool: { ...tool, aims: tool.may } }) };
  return { says: { text: t("card.move") }, action: tool.may.length > 0 ? aim : done };
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
      (card.kind === "hero" || card.shapes.length > 0) &&
      (game === "combined" || card.game === game),
  );

/** The letters that a card draws. @param {DrawingCard} card */
const lettersOf = ({ kind, letter, terrains }) =>
  kind === "ambush" ? [letter ?? "M"] : terrains.map((terrain) => LETTER_OF[terrain]);

/** Who draws an ambush on a map: it was passed on to a neighbour, or one plays alone. @type {(table: Table, player: number, card: DrawingCard) => number} the seat */
export function drawerOf({ players }, player, { passed }) {
  const by = passed === "left" ? 1 : -1;
  const count = players.length;
  return (player + by + count) % count;
}

/** The cards that may still come this season: ambushes and heroes leave the game. @type {(state: State, player: number) => DrawingCard[]} */
function cardsLeft({ table, record }, player) {
  const out = cardToDraw({ table, record }, player)?.card;
  const now = turnsNow(record).map(({ card }) => card);
  const ever = (record?.seasons ?? []).flatMap(({ turns }) => turns.map(({ card }) => card));
  return drawingCards(table).filter(
    ({ card, kind }) => card === out || !(kind === "explore" ? now : ever).includes(card),
  );
}

/** The card that is out and that this map still lacks. @type {(state: State, player: number) => DrawingCard | null} */
export function cardToDraw({ table, record }, player) {
  const out = turnsNow(record).at(-1);
  const card = drawingCards(table).find((one) => one.card === out?.card);
  if (!out || !card) return null;
  const seat = card.kind === "ambush" ? drawerOf(table, player, card) : player;
  return seat in out.draws ? null : card;
}

/** The seats whose maps still lack the card that is out. @param {State} state */
const lackingCard = (state) =>
  state.table.players.flatMap(({ name }, seat) => {
    const card = cardToDraw(state, seat);
    return card ? [{ card, name, seat }] : [];
  });

/** Puts the card in hand back, and takes what it drew off its map. */
function putBack() {
  const { tool, holder: player } = viewed();
  if (tool?.kind === "shape" && lies(tool, tableNow().players[player].drawn)) {
    dispatch({ type: "rows", player, rows: tool.before }, tool.stroke);
  }
  if (tool?.kind === "hero" && tool.at) {
    dispatch({ type: "take_up", player, before: tool.before }, tool.stroke);
  }
  show({ card: null, tool: null, missed: null });
}

/** Takes a card, with its first shape in hand. @type {(state: State, player: number, card: DrawingCard) => void} */
function choose({ table, record }, player, card) {
  putBack();
  const isOut = turnsNow(record).at(-1)?.card === card.card;
  const { drawn, stars } = table.players[player];
  const ruins = isOut && isAfterRuins(turnsNow(record));
  const station = `map-${player}`;
  show({ card: card.card, holder: player, player, station, choosing: false });
  bringUp(".map-panel.now");
  if (card.kind === "hero") {
    const before = { drawn, stars };
    const stroke = Symbol(card.card);
    show({ tool: { kind: "hero", card: card.card, before, at: null, stars: [], stroke } });
  } else take(table, player, card, 0, ruins);
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

/** Takes a shape of a card in hand. @type {(table: Table, player: number, card: DrawingCard, of: number, ruins?: boolean) => void} */
function take(table, player, card, of, ruins = false) {
  const { rows, coin } = card.shapes[of];
  const isAmbush = card.kind === "ambush";
  const { tool } = viewed();
  const last = tool?.kind === "shape" && tool.card === card.card ? tool : null;
  if (last?.before) dispatch({ type: "rows", player, rows: last.before }, last.stroke);
  show({
    missed: null,
    tool: {
      kind: "shape",
      card: card.card,
      of,
      rows,
      coin: coin === true,
      letter: last?.letter ?? lettersOf(card)[0],
      ruins: last?.ruins ?? ruins,
      // In the base game nobody needs to know which ambushes have come.
      ambush: isAmbush && table.game !== "cartographers" ? card.card : null,
      before: null,
      at: null,
      spaces: [],
      may: [],
      aims: null,
      stroke: last?.stroke ?? Symbol(card.card),
    },
  });
}

/** The shapes of the card that was chosen, one of them in hand. @param {{table: Table, player: number, card: DrawingCard, inHand: ShapeTool | null}} props */
function Shapes({ table, player, card, inHand }) {
  const isAmbush = card.kind === "ambush";
  const isFallback = offer()?.fallback === true;
  /** @type {string[]} */
  const anyTerrain = isFallback ? (offer()?.placements[0]?.terrains ?? []) : [];
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
