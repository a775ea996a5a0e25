/**
 * The referee: a half day is entered in the order in which one thinks of it (who, from where, which card,
 * where to, what then), and every rule that bears on it answers.
 */

import { t } from "../../shell/i18n.js";
import { Icon, Seal, Segments } from "../../shell/parts.js";
import { notDue } from "../../shell/replay.js";
import { PlayerChoice } from "../../shell/seats.js";
import { show } from "../../shell/store.js";
import { Brief, Verdict } from "../../shell/verdict.js";
import { toTop } from "../../shell/way.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { isBeach, letterOf, withTiles } from "../model/board.js";
import { isWholeCard, lacksMeeple } from "../model/question.js";
import { dueNow } from "../model/record.js";
import { NO_QUESTION } from "../model/reducer.js";
import { MapBoard, placeName, said } from "./board.js";
import { islandPieces, lighting } from "./marks.js";
import { Waiting } from "./record.js";
import { Standing } from "./sheet.js";
import { CardChoice, SketchCard, Tile } from "./tiles.js";

/** @typedef {import("../model/reducer.js").State} State */
/** @typedef {import("../model/reducer.js").Question} Question */
/** @typedef {import("../../shell/live.js").Live} Live */

/** @type {Question["action"][]} */
const ACTIONS = ["map", "claim", "discard"];

/** The effect of the half day on the island, tile by tile. @param {{changes: {terrain: string, space: string, explanation: string}[]}} props */
const Changes = ({ changes }) => html`
  <h3>${t("verdict.changes")}</h3>
  <ul class="changes">
    ${changes.map(
      (change) => html`
      <li>
        <${Tile} letter=${letterOf(change.terrain)} /><b>${change.space}</b>
        <span>${said(change.explanation)}</span>
      </li>
    `,
    )}
  </ul>
`;

/** Whether something of the half day is entered yet. @param {Question} question */
const isAsked = ({ path, lagoon, sketch, action, spaces }) =>
  path.length + spaces.length > 0 || lagoon !== null || sketch.some(Boolean) || action !== "map";

/** @param {{answer: any, lacks: boolean, chosen: number | null, onChoose: (at: number | null) => void}} props */
function Answered({ answer, lacks, chosen, onChoose }) {
  if (lacks) return html`<p class="hint">${t("referee.where_first")}</p>`;
  if (answer === null) return html`<p class="hint">${t("referee.hint")}</p>`;
  return html`
    <${Verdict} answer=${answer} chosen=${chosen} onChoose=${onChoose} said=${said} />
    ${answer.changes.length > 0 && html`<${Changes} changes=${answer.changes} />`}
  `;
}

/** @param {{lagoon: Question["lagoon"]}} props */
function Lagoon({ lagoon }) {
  const blank = { discard: [null, null], reveal: [null, null] };
  /** @param {object} part */
  const change = (part) =>
    dispatch({ type: "ask", question: { lagoon: { ...blank, ...lagoon, ...part } } });
  return html`
    <details open=${lagoon !== null}>
      <summary>${t("referee.lagoon")}</summary>
      <h4>${t("referee.discard")}</h4>
      <${CardChoice}
        label=${t("referee.discard")}
        value=${lagoon?.discard ?? blank.discard}
        onChoose=${(/** @type {any} */ discard) => change({ discard })}
      />
      <h4>${t("referee.reveal")}</h4>
      <${CardChoice}
        label=${t("referee.reveal")}
        value=${lagoon?.reveal ?? blank.reveal}
        onChoose=${(/** @type {any} */ reveal) => change({ reveal })}
      />
      ${
        lagoon &&
        html`<button type="button" class="quiet" onClick=${() => dispatch({ type: "ask", question: { lagoon: null } })}>
        <${Icon} name="clear" />${t("referee.no_lagoon")}
      </button>`
      }
    </details>
  `;
}

/** @param {{table: import("../model/table.js").Table}} props */
function Display({ table }) {
  const cards = table.display ?? [];
  const [draft, setDraft] = useState(/** @type {(string | null)[]} */ ([null, null]));
  /** @param {(string | null)[]} card */
  const add = (card) => {
    if (!isWholeCard(card)) return setDraft(card);
    setDraft([null, null]);
    dispatch({ type: "display", cards: [...cards, card] });
  };
  return html`
    <details>
      <summary>${t("referee.display")}</summary>
      <p>${t("referee.display.why")}</p>
      <div class="display">
        ${cards.map(
          (card, at) => html`
          <button
            type="button"
            class="quiet"
            title=${t("referee.display.remove")}
            onClick=${() =>
              dispatch({ type: "display", cards: cards.filter((_, other) => other !== at) }, null, {
                key: "notice.open_card_removed",
              })}
          ><${SketchCard} card=${card} /></button>
        `,
        )}
      </div>
      ${cards.length < 5 && html`<${CardChoice} label=${t("referee.display.add")} value=${draft} onChoose=${add} />`}
    </details>
  `;
}

/** From where: the meeple's place, which a table in mid-game must tell. @param {{state: State, placing: boolean, onPlace: (placing: boolean) => void}} props */
function FromWhere({ state, placing, onPlace }) {
  const { table, question } = state;
  const { name, meeple } = table.players[question.player];
  const isFirst = meeple === null && !lacksMeeple(state);
  const words = meeple
    ? t(isBeach(meeple) ? "referee.stands_beach" : "referee.stands", {
        name,
        place: meeple.replace("beach:", ""),
      })
    : t(isFirst ? "referee.is_first" : "referee.unplaced", { name });
  return html`
    <h3>${t("referee.from")}</h3>
    <p class=${meeple || isFirst ? "from" : "from lacks"}>${placing ? t("referee.tap_meeple", { name }) : words}</p>
    <div class="begin-board">
      <button type="button" aria-pressed=${placing} onClick=${() => onPlace(!placing)}>
        <${Icon} name="meeple" />${t(meeple ? "referee.elsewhere" : "referee.place")}
      </button>
      ${
        lacksMeeple(state) &&
        html`<button type="button" onClick=${() => dispatch({ type: "ask", question: { first: true } })}>${t("referee.first")}</button>`
      }
    </div>
  `;
}

/** The part to be entered next. @type {(state: State, asked: boolean, isWhole: boolean) => string | null} */
function hintFor(state, asked, isWhole) {
  const { players } = state.table;
  const { player, path } = state.question;
  const { name, meeple } = players[player];
  const due = dueNow(state);
  if (due && due.player !== player) return notDue(players[due.player].name);
  if (lacksMeeple(state)) return t("referee.tap_meeple", { name });
  const isPlaced = meeple !== null || path.length > 0;
  if (asked && isPlaced) return isWhole ? null : t("referee.map_next");
  const how = t(isPlaced ? "referee.move_first" : "referee.onto_beach");
  return due ? `${t(`referee.due.${due.half}`, { name })} ${how}` : how;
}

/** @param {{state: State, live: Live, reach: Live}} props the answers on this move and on all moves */
export function Referee({ state, live, reach }) {
  const { table, question } = state;
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [wanted, setPlacing] = useState(false);
  const { player, path, spaces, sketch, action } = question;
  const { name, parchment, meeple } = table.players[player];
  const lacks = lacksMeeple(state);
  const placing = wanted || lacks;
  const stand = path.at(-1) ?? meeple;
  /** @type {{meeple: string, move: {path: string[]}, sees: string[]}[]} */
  const moves = reach.answer?.moves ?? [];
  const position = moves.find((one) => one.meeple === stand);
  const asked = isAsked(question) && !lacks;
  const answer = asked ? live.answer : null;
  // A card that is mapped nowhere yet would be played as a discard.
  const isWhole = action !== "map" || (isWholeCard(sketch) && spaces.length === 2);
  const isDue = (dueNow(state)?.player ?? player) === player;
  const play = answer?.legal &&
    isWhole &&
    answer.after && {
      text: t("referee.play"),
      disabled: live.status !== "current",
      onAct: () => {
        dispatch({ type: "play", table: answer.after });
        toTop();
      },
    };
  const check = chosen === null ? null : answer?.checks[chosen];
  const lit = check?.spaces?.length > 0 ? lighting(check.spaces) : {};
  /** @type {Map<string, string>} */
  const steps = new Map();
  for (const [at, place] of path.entries()) {
    steps.set(place, [steps.get(place), at + 1].filter(Boolean).join("·"));
  }

  const island = {
    ...lit,
    seen: new Set(position?.sees ?? []),
    reach: new Set(path.length === 0 && !placing ? moves.map((one) => one.meeple) : []),
    path: steps,
  };
  const laidOut = spaces.reduce(
    (rows, space, half) => (sketch[half] ? withTiles(rows, [space], letterOf(sketch[half])) : rows),
    parchment,
  );
  /** @param {Partial<Question>} change */
  const askThat = (change) => {
    setChosen(null);
    dispatch({ type: "ask", question: change });
  };
  /** @param {boolean} next whether a tap on the island says where the meeple stands */
  const place = (next) => {
    setPlacing(next);
    if (next) document.querySelector(".inquiry .where")?.scrollIntoView();
  };
  /** @param {string} space */
  const onIsland = (space) => {
    setChosen(null);
    if (!placing) {
      // The first tap on a dot goes there by a shortest path.
      const dot = path.length === 0 && moves.find((one) => one.meeple === space);
      dispatch({ type: "step", space, way: dot ? dot.move.path : [space] });
    } else {
      dispatch({ type: "meeple", player, space });
      setPlacing(false);
    }
  };

  return html`
    <div class="inquiry">
      <section class="panel question" aria-labelledby="question-title">
        <header><h2 id="question-title"><${Icon} name="referee" />${t("referee.question")}</h2></header>
        <${Waiting} state=${state} />
        <h3>${t("referee.player")}</h3>
        <${PlayerChoice}
          label=${t("referee.player")}
          names=${table.players.map(({ name }) => name)}
          value=${player}
          onChoose=${(/** @type {number} */ value) => {
            show({ player: value });
            setPlacing(false);
            askThat({ ...NO_QUESTION, player: value });
          }}
        />
        <${FromWhere} state=${state} placing=${placing} onPlace=${place} />
        <h3>${t("referee.card")}</h3>
        <${CardChoice} label=${t("referee.card")} value=${sketch} onChoose=${(/** @type {any} */ card) => askThat({ sketch: card })} />
        <${Lagoon} key=${`${player} ${meeple}`} lagoon=${question.lagoon} />
        <${Display} table=${table} />
      </section>
      <section class="panel island-panel where" aria-labelledby="referee-island">
        <header>
          <h2 id="referee-island"><${Icon} name="island" />${t(placing ? "referee.from" : "referee.path")}</h2>
          ${
            path.length > 0 &&
            html`<button type="button" class="quiet" onClick=${() => askThat({ path: [] })}>
            <${Icon} name="clear" />${t("referee.stay")}
          </button>`
          }
        </header>
        ${placing && html`<p class="hint">${t("referee.tap_meeple", { name })}</p>`}
        <${MapBoard}
          name=${t("island")}
          board="island"
          beach=${table.beach}
          rows=${table.island}
          pieces=${islandPieces(table)}
          marks=${island}
          onTouch=${onIsland}
        />
        ${path.length > 0 && html`<p class="path-words">${path.map(placeName).join(" → ")}</p>`}
        <p class="legend">${t("referee.legend")}</p>
      </section>
      <section class="panel parchment-panel chosen then" aria-label=${t("parchment.of", { name })}>
        <header><h2><${Seal} player=${player} />${t("referee.action")}</h2></header>
        <${Segments}
          label=${t("referee.action")}
          options=${ACTIONS.map((value) => ({ value, text: t(`action.${value}`) }))}
          value=${action}
          onChoose=${(/** @type {Question["action"]} */ value) => askThat({ action: value })}
        />
        <p class="hint">${t(`action.${action}.how`)}</p>
        <${MapBoard}
          name=${t("parchment.of", { name })}
          board=${player}
          beach=${table.beach}
          rows=${laidOut}
          marks=${{ ...lit, seen: island.seen, aim: new Set(action === "map" ? spaces : []) }}
          onTouch=${(/** @type {string} */ space) => {
            setChosen(null);
            dispatch({ type: "aim", space });
          }}
        />
      </section>
      <section class="panel verdict-panel" aria-labelledby="verdict-title">
        <header><h2 id="verdict-title"><${Icon} name="rule" />${t("verdict")}</h2></header>
        <${Standing} live=${live} />
        <${Answered} answer=${answer} lacks=${lacks} chosen=${chosen} onChoose=${setChosen} />
        ${
          play &&
          html`<button
          type="button"
          class="main wide at-desk"
          disabled=${play.disabled}
          onClick=${play.onAct}
        >${play.text}</button>`
        }
      </section>
    </div>
    <${Brief} answer=${isDue ? answer : null} said=${said} hint=${live.status === "offline" ? t("offline") : hintFor(state, asked, isWhole)} action=${play || null} />
  `;
}
