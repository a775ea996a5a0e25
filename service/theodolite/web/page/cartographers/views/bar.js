/** The text and action of the bar about the cards: which is drawn next, where, and how far the season is. */

import { t } from "../../shell/i18n.js";
import { isReadOnly, show, viewed } from "../../shell/store.js";
import { deciding } from "../../shell/verdict.js";
import { bringUp, goTo } from "../../shell/way.js";
import { drawingCardName, ending, refusal, waitingNow } from "../answers.js";
import { cardToDraw, lackingCard } from "../cards.js";
import { choose, finish, lies, offer, shapeOf } from "../hand.js";
import { spacesOf } from "../model/shape.js";
import { endSeason } from "../season.js";
import { mayEndSeason } from "./sheet.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/record.js").State} State */

/** How far the season is, by the time of the cards that were drawn. @param {Table} table */
export function timeNow({ season }) {
  const { time, threshold } = ending.current().answer ?? {};
  const values = { season: t(`season.${season}`), time, threshold };
  return typeof time === "number" ? t("season.time", values) : values.season;
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
  return record !== null && (answer ? !answer.triggered : status !== "refused");
}

/** The text and action of the bar about the season: it ends, unless cards of it are still to be drawn here. @type {(state: State, current: boolean, player?: number) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
export function seasonInBar(state, current, player = viewed().player) {
  const { table, record } = state;
  const season = t(`season.${table.season}`);
  if (isReadOnly()) return {};
  if (isUnderWay(record)) {
    return {
      says: { text: timeNow(table) },
      action: { text: t("card.draw"), onAct: () => chooseCard(player) },
    };
  }
  if (!mayEndSeason(state, current)) return {};
  const action = { text: t("season.close", { season }), onAct: () => endSeason(table) };
  return record ? { says: { text: t("season.over", { season }) }, action } : { action };
}

/** The text and action of the bar where a card is to be drawn on another map. @type {(card: string, name: string, seat: number) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
const onOtherMap = (card, name, seat) => ({
  says: { text: t("card.out", { card }) },
  action: { text: name, onAct: () => goTo({ key: `map-${seat}`, seat }) },
});

/** The text and action of the bar beside the maps while a card is in hand: it is drawn first. @type {(table: Table) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
export function drawnFirst({ players }) {
  const { card, holder } = viewed();
  return card && players[holder] && !isReadOnly()
    ? onOtherMap(drawingCardName(card), players[holder].name, holder)
    : {};
}

/** The text and action of the bar on this map when no card is in hand: the card that is out, or the end of the season. @type {(state: State, player: number, current: boolean) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
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

/** The reason why a shape may not begin on a space. @type {(tool: any, space: string) => string} */
function whyNot(tool, space) {
  if (tool.kind === "shape" && spacesOf(shapeOf(tool), space) === null) {
    return t("card.off_map", { space });
  }
  const { answer } = refusal.current();
  return (answer && deciding(answer)) ?? t("card.missed", { space });
}

/** The text and action of the bar while a card is drawn on this map. @type {(state: State, player: number, current: boolean) => Pick<import("../../shell/way.js").Station, "says" | "action">} */
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
  if (missed && tool) return waiting(whyNot(tool, missed), true);
  if (tool?.kind !== "shape") return waiting(t("card.step.shape"));
  if (tool.aims) return waiting(t("gorgon.aim"));
  if (offer()?.total === 0) return { says: { text: t("card.nowhere") }, action: done };
  if (!lies(tool, state.table.players[player].drawn)) return waiting(t("card.how"));
  const aim = { ...done, onAct: () => show({ tool: { ...tool, aims: tool.may } }) };
  return { says: { text: t("card.move") }, action: tool.may.length > 0 ? aim : done };
}
