/** The record of the turns that were played: replayed, reviewed, and whether a turn can have happened. */

import { Trouble, useAsked } from "../../shell/asked.js";
import { AskDispute, Finding, TakeBefore } from "../../shell/dispute.js";
import { t } from "../../shell/i18n.js";
import { hasLeft, tableLeft, waitingIn } from "../../shell/record.js";
import { CORRECTED, Later, RecordPanel, Replay, Replays } from "../../shell/replay.js";
import { placeInRecord, Review } from "../../shell/review.js";
import { PlayerChoice } from "../../shell/seats.js";
import { isReadOnly, pastAndFuture, show, viewed } from "../../shell/store.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { positionOf, recordBody } from "../model/record.js";
import { hasPlayers, snapshotOf } from "../model/turn.js";
import { Disc } from "./board.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/turn.js").State} State */
/** @typedef {import("../model/record.js").GameRecord} GameRecord */
/** @typedef {import("../model/record.js").Move} Move */
/** @typedef {import("../../types/openapi.js").TiwanakuJudgedReplay} Judged */
/** @typedef {import("../../types/openapi.js").TiwanakuGameReview} Reviewed */

/** The discovery, the predictions and the offering. @type {(wheel: string | null | undefined, predictions: {space: string, says: number | null}[], offering: number[]) => string[]} */
const partsIn = (wheel, predictions, offering) => [
  ...(wheel ? [t(`terrain.${wheel}`)] : []),
  ...predictions.map(({ space, says }) => `${space}: ${says ?? "?"}`),
  ...(offering.length > 0 ? [`${t("then.offering")}: ${offering.join(" ")}`] : []),
];

/** A turn in words. @param {Move} move */
function turnWords({ action, offering }) {
  const { type, from, path, wheel, predictions, space, says } = action ?? {};
  const way = path ? [[from ?? t("where.reserve"), ...path].join(" → ")] : [from].filter(Boolean);
  const said = predictions ?? (space ? [{ space, says }] : []);
  return [t(`action.${type}`), ...way, ...partsIn(wheel, said, offering ?? [])].join(", ");
}

/** The table after the last turn that was recorded, or the oldest one there is. @returns {Table} */
const lastPlayed = () => tableLeft(pastAndFuture(), positionOf) ?? pastAndFuture().steps[0].table;

/** Whether one turn leads from the board of then to the board as it is. @param {{state: State}} props */
function Dispute({ state }) {
  const { table } = state;
  const [player, setPlayer] = useState(state.question.player);
  const seat = Math.min(player, table.players.length - 1);
  const { name } = table.players[seat];
  const { answer, isAsking, put, ...trouble } = useAsked("tiwanaku/disputes", table);
  const { before } = viewed();
  const resolve = () =>
    put({
      before: snapshotOf(before ?? lastPlayed(), seat),
      after: snapshotOf(table, seat),
      player: name,
    });
  return html`
    <h3>${t("record.dispute")}</h3>
    <p class="hint">${t("record.dispute.how")}</p>
    <${PlayerChoice} label=${t("turn.who")} names=${table.players.map((one) => one.name)} value=${seat} onChoose=${setPlayer} />
    <${TakeBefore} isTaken=${Boolean(before)} onTake=${(/** @type {boolean} */ taken) => show({ before: taken ? table : null })} />
    <${AskDispute} disabled=${isAsking} onAsk=${resolve} />
    <${Trouble} ...${trouble} />
    ${answer && html`<${Finding} answer=${answer} steps=${(/** @type {{moves: Move[]}} */ { moves }) => moves.map(turnWords)} />`}
  `;
}

/** @param {import("../../shell/replay.js").Correction} correction */
function correct(correction) {
  dispatch({ type: "correct", ...correction }, null, CORRECTED);
  if (correction.player !== undefined) show({ tab: "referee" });
}

const REPLAYS = {
  operation: "tiwanaku/replays",
  request: recordBody,
  checks: (/** @type {Judged} */ { turns }) => turns.at(-1)?.checks ?? [],
};

/** The turns that wait, where the one before them is entered. @param {{state: State}} props */
export const Waiting = ({ state }) => {
  const { table, question } = state;
  const record = waitingIn(state, positionOf(table), snapshotOf(table, question.player));
  return html`<${Later} ...${REPLAYS} record=${record} onCorrect=${isReadOnly() ? null : correct} />`;
};

/** @param {{state: State, look: string}} props */
export function GameRecordPanel({ state, look }) {
  const { record, table } = state;
  if (isReadOnly() || !hasPlayers(table)) return null;
  return html`
    <${RecordPanel} station="result" look=${look}>
      <p class="hint">${t(record ? "record.how" : "record.none")}</p>
      <${Replays}
        records=${state}
        left=${hasLeft(state, positionOf(table))}
        replay=${(/** @type {GameRecord} */ one, goesOn = false) => html`<${Replay}
          ...${REPLAYS}
          record=${one}
          onCorrect=${goesOn ? correct : null}
          parts=${(/** @type {Judged} */ { turns }) => [
            {
              title: t("turn"),
              steps: turns.map(({ legal, changes, after }, at) => ({
                words: `${one.turns[at].player}: ${turnWords(one.turns[at].move)}`,
                legal,
                turn: at,
                gains: /** @type {any} */ (changes),
                board: () =>
                  after && html`<${Disc} table=${{ ...table, ...after }} onTouch=${() => {}} />`,
              })),
            },
          ]}
        />`}
      />
      <${Dispute} state=${state} />
    </>
    ${
      record &&
      html`<${Review}
        operation="tiwanaku/reviews"
        record=${record}
        request=${recordBody}
        names=${table.players.map(({ name }) => name)}
        station="result"
        look=${look}
        boards=${(/** @type {Reviewed} */ { turns }, /** @type {number} */ at) => {
          const { best } = turns[at];
          return {
            played: html`<p>${turnWords(record.turns[placeInRecord(turns[at])[0]].move)}</p>`,
            best:
              best &&
              html`<p>${partsIn(best.discovers, /** @type {any} */ (best.predicts), /** @type {any} */ (best.offers)).join(", ")}</p>`,
          };
        }}
      />`
    }
  `;
}
