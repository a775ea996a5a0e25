/** The review of the turns that were played through the referee, each moment with the boards of then. */

import { t } from "../../shell/i18n.js";
import { placeInRecord, Review } from "../../shell/review.js";
import { show } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { isBeach, letterOf, withTiles } from "../model/board.js";
import { recordBody } from "../model/record.js";
import { Stamp } from "./board.js";

/**
 * @typedef {import("../../types/openapi.js").MisterraGameReview} Answer
 * @typedef {import("../../types/openapi.js").MisterraJudgedReplay} Replayed
 * @typedef {import("../model/record.js").Move} Move
 * @typedef {import("../model/record.js").GameRecord} GameRecord
 * @typedef {import("../model/table.js").Table} Table
 */

/** A reviewed half day, and the table before it. @type {(record: GameRecord, answer: Answer, at: number, replayed: Replayed) => {before: Table, player: number, half: Move}} */
function moment({ snapshot, turns }, answer, at, replayed) {
  const [turn, half] = placeInRecord(answer.turns[at]);
  const earlier = replayed.turns.flatMap(({ moves }) => moves)[at - 1]?.after;
  return {
    before: /** @type {Table} */ (earlier ?? snapshot),
    player: turns[turn].player,
    half: turns[turn].moves[half],
  };
}

/** The spaces that a half day marks or maps. @type {(half: Move, meeple: string | null) => string[]} */
function touched({ action, path }, meeple) {
  if (action?.type === "map") return action.spaces ?? [];
  const place = path?.at(-1) ?? meeple;
  return action?.type === "claim" && place && !isBeach(place) ? [place] : [];
}

/** Where a half day marked or mapped. @param {{before: Table, player: number, half: Move}} props */
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
      operation="misterra/reviews"
      record=${record}
      request=${recordBody}
      replays="misterra/replays"
      names=${record.snapshot.players.map(({ name }) => name)}
      station="result"
      look=${look}
      title=${(/** @type {Answer} */ { turns }, /** @type {number} */ at) =>
        t("review.half_day", { n: at + 1, name: turns[at].player })}
      boards=${(
        /** @type {Answer} */ answer,
        /** @type {number} */ at,
        /** @type {Replayed} */ replayed,
      ) => {
        const { half, ...then } = moment(record, answer, at, replayed);
        const best = answer.turns[at].best?.move ?? half;
        return {
          played: html`<${Drawn} ...${then} half=${half} />`,
          best: html`<${Drawn} ...${then} half=${best} />`,
        };
      }}
      onChoose=${(
        /** @type {Answer} */ answer,
        /** @type {number | null} */ at,
        /** @type {Replayed | undefined} */ replayed,
      ) => {
        if (at === null || !replayed) return show({ lit: null });
        const { before, player, half } = moment(record, answer, at, replayed);
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
