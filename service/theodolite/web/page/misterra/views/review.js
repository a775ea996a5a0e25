/** The review of the turns that were played through the referee, each moment with the boards of then. */

import { t } from "../../shell/i18n.js";
import { Review } from "../../shell/review.js";
import { show } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { isBeach, letterOf, withTiles } from "../model/board.js";
import { recordBody } from "../model/record.js";
import { Stamp } from "./board.js";

/**
 * @typedef {import("../../types/openapi.js").MisterraGameReview} Answer
 * @typedef {import("../model/record.js").HalfDay} HalfDay
 * @typedef {import("../model/record.js").GameRecord} GameRecord
 * @typedef {import("../model/table.js").Table} Table
 */

/** What was played in a reviewed half day, and the table before it. @type {(record: GameRecord, answer: Answer, at: number) => {before: Table, player: number, half: HalfDay}} */
function moment({ snapshot, turns }, answer, at) {
  const [, , turn, , half] = answer.turns[at].pointer.split("/").map(Number);
  const earlier = answer.replay.turns.flatMap(({ half_days }) => half_days)[at - 1]?.after;
  return {
    before: /** @type {Table} */ (earlier ?? snapshot),
    player: turns[turn].player,
    half: turns[turn].half_days[half],
  };
}

/** The spaces that a half day marks or maps. @type {(half: HalfDay, meeple: string | null) => string[]} */
function touched({ action, move }, meeple) {
  if (action?.type === "map") return action.spaces ?? [];
  const place = move?.at(-1) ?? meeple;
  return action?.type === "claim" && place && !isBeach(place) ? [place] : [];
}

/** Where a half day marked or mapped. @param {{before: Table, player: number, half: HalfDay}} props */
function Drawn({ before, player, half }) {
  const { parchment, meeple } = before.players[player];
  const spaces = touched(half, meeple);
  const isMapped = half.action?.type === "map";
  const rows = isMapped
    ? spaces.reduce(
        (laid, space, at) => withTiles(laid, [space], letterOf(half.sketch?.[at])),
        parchment,
      )
    : before.island;
  if (spaces.length === 0) return html`<p>${t("review.nothing")}</p>`;
  return html`<${Stamp}
    kind=${isMapped ? "parchment" : "island"}
    beach=${before.beach}
    rows=${rows}
    lit=${new Set(spaces)}
  />`;
}

/** @param {{record: GameRecord | null, look: string}} props */
export function GameReview({ record, look }) {
  if (record === null) return null;
  return html`
    <${Review}
      question="misterra/reviews"
      record=${record}
      request=${recordBody}
      names=${record.snapshot.players.map(({ name }) => name)}
      station="result"
      look=${look}
      title=${(/** @type {Answer} */ { turns }, /** @type {number} */ at) =>
        t("review.half_day", { n: at + 1, name: turns[at].player })}
      boards=${(/** @type {Answer} */ answer, /** @type {number} */ at) => {
        const { half, ...then } = moment(record, answer, at);
        const best = answer.turns[at].best?.half_day ?? half;
        return {
          played: html`<${Drawn} ...${then} half=${half} />`,
          best: html`<${Drawn} ...${then} half=${best} />`,
        };
      }}
      onChoose=${(/** @type {Answer} */ answer, /** @type {number | null} */ at) => {
        if (at === null) return show({ lit: null });
        const { before, player, half } = moment(record, answer, at);
        const spaces = touched(half, before.players[player].meeple);
        show({
          player,
          lit: {
            key: `review.${at}`,
            player,
            island: spaces,
            parchment: half.action?.type === "map" ? spaces : null,
          },
        });
      }}
    />
  `;
}
