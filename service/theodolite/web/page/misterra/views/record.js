/** The record of the half days that were played through the referee, replayed. */

import { RecordPanel, Replay } from "../../shell/replay.js";
import { html } from "../../vendor/htm-preact.js";
import { recordBody, wholeTurns } from "../model/record.js";
import { told } from "./dispute.js";

/** @typedef {import("../../types/openapi.js").MisterraJudgedReplay} Judged */
/** @typedef {import("../model/record.js").GameRecord} GameRecord */

/** The rules of the turn at which the record stops being legal. @param {Judged} answer */
function checksOf({ turns }) {
  const last = turns.at(-1);
  return [
    ...(last?.checks ?? []),
    ...(last?.half_days.flatMap(({ checks }) => checks ?? []) ?? []),
  ];
}

/** @param {{record: GameRecord | null, look: string}} props */
export function GameRecordPanel({ record, look }) {
  if (record === null || wholeTurns(record).turns.length === 0) return null;
  return html`
    <${RecordPanel} station="result" look=${look}>
      <${Replay}
        question="misterra/replays"
        record=${record}
        request=${() => recordBody(wholeTurns(record))}
        checks=${checksOf}
        parts=${(/** @type {Judged} */ { turns }) =>
          turns.map(({ player, half_days }, turn) => ({
            title: `${turn + 1}. ${player}`,
            steps: half_days.map(({ legal }, half) => ({
              words: told(/** @type {any} */ (record.turns[turn].half_days[half])),
              legal,
            })),
          }))}
      />
    </>
  `;
}
