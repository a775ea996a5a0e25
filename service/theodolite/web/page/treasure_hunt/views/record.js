/** The record of the game: replayed, reviewed, saved, and asked whether one turn can have led to what lies there now. */

import { Trouble, useAsked } from "../../shell/asked.js";
import { AskDispute, Finding, TakeBefore } from "../../shell/dispute.js";
import { t } from "../../shell/i18n.js";
import { Icon } from "../../shell/parts.js";
import { hasLeft, seatIn, tableLeft, waitingIn } from "../../shell/record.js";
import { CORRECTED, Later, RecordPanel, Replay, Replays } from "../../shell/replay.js";
import { placeInRecord, Review } from "../../shell/review.js";
import { PlayerChoice } from "../../shell/seats.js";
import { save } from "../../shell/share.js";
import { isReadOnly, pastAndFuture, show, state, viewed } from "../../shell/store.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { positionOf, recordBody } from "../model/record.js";
import { snapshotOf } from "../model/table.js";
import { playInWords } from "./cards.js";
import { moverName, placeName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/record.js").GameRecord} GameRecord */
/** @typedef {import("../model/record.js").Played} Played */
/** @typedef {import("../../types/openapi.js").TreasureHuntGameReview} Reviewed */

/** @typedef {Played["move"]["actions"][number]} Action */

/** An action in words. @type {(action: Action, player: string) => string} */
function inWords(action, player) {
  switch (action.do) {
    case "roll":
      return t("record.roll", { die: t(`die.${action.die}`), n: action.pips });
    case "move":
      return t("goal.to", {
        piece: moverName(action.mover, action.of),
        space: placeName(action.path.at(-1) ?? ""),
      });
    case "log":
      return action.at ? t("record.log", { space: action.at }) : t("log");
    case "discard":
      return t("record.discard", { card: t(`card.${action.card}`) });
    case "skip":
      return t("skip");
    default:
      return playInWords(/** @type {any} */ (action), player);
  }
}

/** @param {Reviewed["turns"][number]["best"]} best */
const bestInWords = (best) =>
  best &&
  t("goal.to", { piece: moverName(`explorer:${best.explorer}`), space: placeName(best.at) });

/** @param {Played} turn */
const turnInWords = ({ player, move: { actions } }) =>
  `${player}: ${actions.map((action) => inWords(action, player)).join(" · ")}`;

/** Whether one turn explains what was changed by hand. @param {{table: Table, before: object}} props */
function Dispute({ table, before }) {
  const [player, setPlayer] = useState(0);
  const names = table.players.map(({ name }) => name);
  const { answer, isAsking, put, ...trouble } = useAsked("treasure-hunt/disputes", table);
  return html`
    <h3>${t("record.dispute")}</h3>
    <p class="hint">${t("record.dispute.how")}</p>
    <${PlayerChoice} label=${t("whose")} names=${names} value=${player} onChoose=${setPlayer} />
    <${TakeBefore} isTaken=${Boolean(viewed().before)} onTake=${(/** @type {boolean} */ taken) => show({ before: taken ? table : null })} />
    <${AskDispute} disabled=${isAsking} onAsk=${() => put({ before, after: snapshotOf(table), player: names[player] })} />
    <${Trouble} ...${trouble} />
    ${
      answer &&
      html`<${Finding}
      answer=${answer}
      steps=${(/** @type {{moves: Played["move"][]}} */ { moves }) =>
        moves.flatMap(({ actions }) => actions.map((action) => inWords(action, names[player])))}
    />`
    }
  `;
}

/** @param {GameRecord} record */
const keep = (record) =>
  save(
    new Blob([JSON.stringify(recordBody(record), null, 1)], { type: "application/json" }),
    "record.json",
  );

/** @param {import("../../shell/replay.js").Correction} correction */
function correct(correction) {
  const { player } = correction;
  const seat = seatIn(state().record, player);
  dispatch({ type: "correct", ...correction }, null, CORRECTED);
  if (player !== undefined) show({ station: "roll", player: Math.max(0, seat) });
}

const REPLAYS = {
  operation: "treasure-hunt/replays",
  request: recordBody,
  checks: (/** @type {any} */ { turns }) => turns.at(-1)?.checks ?? [],
};

/** The turns that wait, where the one before them is entered. @param {{table: Table}} props */
export const Waiting = ({ table }) => html`
  <${Later}
    ...${REPLAYS}
    record=${waitingIn(state(), positionOf(table), snapshotOf(table))}
    onCorrect=${isReadOnly() ? null : correct}
  />
`;

/** @param {{table: Table, look: string}} props */
export function GameRecordPanel({ table, look }) {
  const { record, earlier } = state();
  if (isReadOnly()) return null;
  const left = hasLeft(state(), positionOf(table));
  const before = viewed().before ?? tableLeft(pastAndFuture(), positionOf) ?? table;
  return html`
    <${RecordPanel} station="missions" look=${look}>
      ${record && html`<p class="hint">${t("record.how")}</p>`}
      <${Replays}
        records=${{ record, earlier }}
        left=${left}
        replay=${(/** @type {GameRecord} */ one, goesOn = false) => html`
          <${Replay}
            ...${REPLAYS}
            record=${one}
            onCorrect=${goesOn ? correct : null}
            parts=${(/** @type {{turns: {legal: boolean, changes: any[]}[]}} */ { turns }) => [
              {
                title: t("record.turns"),
                steps: turns.map(({ legal, changes }, at) => ({
                  words: turnInWords(one.turns[at]),
                  legal,
                  turn: at,
                  gains: changes,
                })),
              },
            ]}
          />
          <button type="button" onClick=${() => keep(one)}><${Icon} name="paste" />${t("record.save")}</button>
        `}
      />
      <${Dispute} table=${table} before=${snapshotOf(before)} />
    </>
    ${
      record &&
      html`<${Review}
        operation="treasure-hunt/reviews"
        record=${record}
        request=${recordBody}
        names=${table.players.map(({ name }) => name)}
        station="missions"
        look=${look}
        curve=${t("record.curve")}
        boards=${(/** @type {Reviewed} */ { turns }, /** @type {number} */ at) => ({
          played: html`<p>${turnInWords(record.turns[placeInRecord(turns[at])[0]])}</p>`,
          best: html`<p>${bestInWords(turns[at].best)}</p>`,
        })}
      />`
    }
  `;
}
