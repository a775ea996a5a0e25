/** Which cards may be drawn on a map, and who draws them. */

import { comesIn, drawingCardsNow } from "./answers.js";
import { turnsNow } from "./model/record.js";
import { LETTER_OF } from "./views/tiles.js";

/** @typedef {import("./model/table.js").Table} Table */
/** @typedef {import("./model/record.js").State} State */
/** @typedef {import("./answers.js").Card} DrawingCard */

export const KINDS = ["explore", "ambush", "hero"];

/** The cards that draw on a map of this edition. @type {(table: Table) => DrawingCard[]} */
export const drawingCards = ({ game }) =>
  drawingCardsNow().filter(
    (card) =>
      KINDS.includes(card.kind) &&
      (card.kind === "hero" || card.shapes.length > 0) &&
      comesIn(game)(card),
  );

/** The letters that a card draws. @param {DrawingCard} card */
export const lettersOf = ({ kind, letter, terrains }) =>
  kind === "ambush" ? [letter ?? "M"] : terrains.map((terrain) => LETTER_OF[terrain]);

/** The player who draws an ambush on a map: it was passed on to a neighbour, or one plays alone. @type {(table: Table, player: number, card: DrawingCard) => number} the seat */
export function drawerOf({ players }, player, { passed }) {
  const by = passed === "left" ? 1 : -1;
  const count = players.length;
  return (player + by + count) % count;
}

/** The cards that may still come this season: ambushes and heroes leave the game. @type {(state: State, player: number) => DrawingCard[]} */
export function cardsLeft(state, player) {
  const { table, record } = state;
  const out = cardToDraw(state, player)?.card;
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
export const lackingCard = (state) =>
  state.table.players.flatMap(({ name }, seat) => {
    const card = cardToDraw(state, seat);
    return card ? [{ card, name, seat }] : [];
  });
