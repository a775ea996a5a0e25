/** The record of the half days that were played through the referee, replayed. */

import { hasLeft, waitingIn } from "../../shell/record.js";
import { CORRECTED, Later, RecordPanel, Replay, Replays } from "../../shell/replay.js";
import { isReadOnly, show } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { SPACES } from "../model/board.js";
import { positionOf, recordBody, wholeTurns } from "../model/record.js";
import { Stamp } from "./board.js";
import { moveText } from "./dispute.js";

/** @typedef {import("../../types/openapi.js").MisterraJudgedReplay} Judged */
/** @typedef {import("../model/record.js").GameRecord} GameRecord */

/** The rules of the turn at which the record stops being legal. @param {Judged} answer */
function checksOf({ turns }) {
  const last = turns.at(-1);
  return [...(last?.checks ?? []), ...(last?.moves.flatMap(({ checks }) => checks ?? []) ?? [])];
}

/** The island and a player's parchment, small. @param {{table: any, seat: number}} props */
const Lying = ({ table: { beach, island, players }, seat }) => html`
  <div class="stamps">
    <${Stamp} kind="island" beach=${beach} rows=${island} lit=${new Set(SPACES)} />
    <${Stamp} kind="parchment" beach=${beach} rows=${players[seat].parchment} lit=${new Set(SPACES)} />
  </div>
`;

/** The turns of a game are played again as far as they are whole. @param {import("../../shell/replay.js").Correction} correction */
function correct({ turns, ...correction }) {
  const whole = wholeTurns({ turns });
  const notice = whole.turns === turns ? CORRECTED : { key: "notice.corrects_half" };
  dispatch({ type: "correct", ...correction, ...whole }, null, notice);
  if (correction.player !== undefined) show({ tab: "referee" });
}

const REPLAYS = {
  operation: "misterra/replays",
  request: (/** @type {GameRecord} */ record) => recordBody(wholeTurns(record)),
  checks: checksOf,
};

/** The turns that wait, where the one before them is entered. @param {{state: import("../model/reducer.js").State}} props */
export const Waiting = ({ state }) => {
  const record = waitingIn(state, positionOf(state.table), state.table);
  return html`<${Later} ...${REPLAYS} record=${record} onCorrect=${isReadOnly() ? null : correct} />`;
};

/** @param {{state: import("../model/reducer.js").State, look: string}} props */
export function GameRecordPanel({ state, look }) {
  const { record, earlier, table } = state;
  const isBegun = record !== null && (wholeTurns(record).turns.length > 0 || record.later);
  if (!isBegun && earlier.length === 0) return null;
  return html`
    <${RecordPanel} station="result" look=${look}>
      <${Replays}
        records=${{ record: isBegun ? record : null, earlier }}
        left=${hasLeft(state, positionOf(table))}
        replay=${(/** @type {GameRecord} */ one, goesOn = false) => html`<${Replay}
          ...${REPLAYS}
          record=${one}
          onCorrect=${goesOn && !isReadOnly() ? correct : null}
          parts=${(/** @type {Judged} */ { turns }) =>
            turns.map(({ player, moves }, turn) => ({
              title: `${turn + 1}. ${player}`,
              steps: moves.map(({ legal, after }, half) => ({
                words: moveText(/** @type {any} */ (one.turns[turn].moves[half])),
                legal,
                turn,
                board: () =>
                  after && html`<${Lying} table=${after} seat=${one.turns[turn].player} />`,
              })),
            }))}
        />`}
      />
    </>
  `;
}
