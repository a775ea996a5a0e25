/**
 * A turn checked: it is entered in the order in which one thinks of it (who, what, from where, where to, what
 * the wheel showed, which tokens), and every rule that bears on it answers.
 */

import { lighting } from "../../shell/board.js";
import { t, written } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { notDue } from "../../shell/replay.js";
import { PlayerChoice, Seats } from "../../shell/seats.js";
import { Brief, Verdict } from "../../shell/verdict.js";
import { bringUp, toTop } from "../../shell/way.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { dueNow } from "../model/record.js";
import { LETTERS, LEVELS, letterAt, MEEPLES, spacesOf, TERRAINS } from "../model/table.js";
import { actionsOf, discovers, hasPlayers, newQuestion, RESERVE, wheelOf } from "../model/turn.js";
import { Crop, cropName, Disc, Ground, terrainName } from "./board.js";
import { Waiting } from "./record.js";

/** @typedef {import("../model/turn.js").State} State */
/** @typedef {import("../model/turn.js").Prediction} Prediction */
/** @typedef {import("../../shell/live.js").Live} Live */
/** @typedef {import("../../types/openapi.js").TiwanakuGain} Gain */

const ROWS = ["explore", "recall", "divine", "final_prediction"];

/** @param {object} question */
const ask = (question) => dispatch({ type: "ask", question });

/** Levels of crops to choose from. @param {{label: string, value: number | null, onChoose: (level: number) => void}} props */
const Levels = ({ label, value, onChoose }) => html`
  <div class="levels">
    <span>${label}</span>
    <${Segments}
      label=${label}
      options=${LEVELS.map((level) => ({
        value: Number(level),
        text: cropName(level),
        content: html`<${Crop} level=${level} />`,
      }))}
      value=${value}
      onChoose=${onChoose}
    />
  </div>
`;

/** Tokens, held or offered. @param {{label: string, on: number[], onChoose: (level: number) => void}} props */
const Tokens = ({ label, on, onChoose }) => html`
  <div class="tokens" role="group" aria-label=${label}>
    ${LEVELS.map(
      (level) => html`
      <button
        type="button"
        aria-pressed=${on.includes(Number(level))}
        aria-label=${cropName(level)}
        onClick=${() => onChoose(Number(level))}
      ><${Crop} level=${level} /></button>
    `,
    )}
  </div>
`;

/** @param {{label: string, value: number, onChange: (value: number) => void}} props */
const Count = ({ label, value, onChange }) => html`
  <label>
    <span>${label}</span>
    <input
      type="number"
      inputmode="numeric"
      min="0"
      value=${value}
      onInput=${(/** @type {any} */ { target }) =>
        target.value !== "" && onChange(Math.max(0, Math.trunc(Number(target.value))))}
    />
  </label>
`;

/** How a player stands before the turn: points, tokens and steps. @param {{table: import("../model/table.js").Table, player: number}} props */
function Standing({ table, player }) {
  const { name, score, offerings, diversity } = table.players[player];
  return html`
    <details class="standing-of">
      <summary>${t("stand", { name, n: score })}</summary>
      <p class="hint">${t("stand.why")}</p>
      <div class="counts">
        <${Count}
          label=${t("stand.score")}
          value=${score}
          onChange=${(/** @type {number} */ value) => dispatch({ type: "score", player, score: value }, `score-${player}`)}
        />
      </div>
      <h4>${t("stand.tokens")}</h4>
      <${Tokens}
        label=${t("stand.tokens")}
        on=${offerings}
        onChoose=${(/** @type {number} */ level) => dispatch({ type: "token", player, level })}
      />
      <h4>${t("stand.steps")}</h4>
      <div class="counts">
        ${Object.values(TERRAINS).map(
          (terrain) => html`
          <${Count}
            key=${terrain}
            label=${t(`terrain.${terrain}`)}
            value=${diversity[terrain]}
            onChange=${(/** @type {number} */ count) =>
              dispatch({ type: "steps", player, terrain, count }, `steps-${player}-${terrain}`)}
          />
        `,
        )}
      </div>
    </details>
  `;
}

/** From where a move is made; the reserve if there is no choice. @param {State} state */
const startOf = ({ table, question: { player, from } }) =>
  from ?? (table.players[player].meeples.length === 0 ? RESERVE : null);

/** @param {string} start */
const startName = (start) => (start === RESERVE ? t("where.reserve") : start);

/** The prompt at the board now. @type {(state: State, wanted: boolean) => string} */
function prompt(state, wanted) {
  const { player, action, from } = state.question;
  if (wanted) return t("where.placing", { name: state.table.players[player].name });
  if (action !== "explore") return t(`where.${action}`);
  if (from !== null) return t("where.to", { place: startName(from) });
  return t(startOf(state) === RESERVE ? "where.enter" : "where.from");
}

/** The space for which the wheel's reading must be entered; null if it is entered, or if the move is illegal anyway. @type {(state: State, live: Live) => string | null} */
const unshown = (state, { answer }) =>
  state.question.wheel === null && answer?.legal !== false ? discovers(state) : null;

/** The prediction of which something is still to be entered. @param {State} state */
const unsaid = ({ question: { predictions } }) =>
  predictions.find(({ says, wheel }) => says === null || wheel === null) ?? null;

/** The part of a prediction still to be entered, in words. @type {(one: Prediction, name: string) => string} */
const unsaidWords = ({ space, says }, name) =>
  says === null ? t("then.said", { space, name }) : t("then.wheel", { space });

/** The part that must be entered before the turn can be judged; null if nothing. @type {(state: State, live: Live, wanted: boolean) => string | null} */
function lacking(state, live, wanted) {
  const { answer, refusal } = live;
  if (wanted) return prompt(state, wanted);
  if (refusal) return refusal.errors[0]?.detail ?? refusal.message;
  const space = unshown(state, live);
  if (space !== null) return t("then.wheel", { space });
  const one = unsaid(state);
  if (one && answer?.legal !== false)
    return unsaidWords(one, state.table.players[state.question.player].name);
  if (answer === null) return prompt(state, wanted);
  const isWhole = !answer.legal || answer.after !== null;
  return isWhole ? null : answer.checks.findLast(isOpen).explanation;
}

/** @param {import("../../shell/verdict.js").CheckMade} check */
const isOpen = ({ status }) => status === "not_checked";

/** Where a move may end and which meeples may be meant, of what the API says is allowed. @type {(state: State, reach: Live) => Set<string>} */
function reachable(state, { answer }) {
  const { action, path } = state.question;
  if (answer === null || path.length > 0) return new Set();
  if (action === "recall") return new Set(answer.recalls);
  if (action !== "explore") return new Set(answer.divinable);
  const from = startOf(state);
  const start = from === RESERVE ? null : from;
  /** @type {{from: string | null, to: string}[]} */
  const moves = answer.moves;
  return new Set(
    from === null
      ? moves.flatMap((move) => move.from ?? [])
      : moves.filter((move) => move.from === start).map(({ to }) => to),
  );
}

/** The way to a space that was touched: a step, or the shortest way there is to it. @type {(state: State, reach: Live, space: string) => string[]} */
function wayTo({ table, question: { from, path } }, { answer }, space) {
  const stand = path.at(-1) ?? from;
  const isStep = stand !== null && stand !== RESERVE && isBeside(table.board, stand, space);
  if (isStep || path.length > 0) return [space];
  const start = from === RESERVE ? null : from;
  /** @type {{from: string | null, to: string, path: string[]}[]} */
  const moves = answer?.moves ?? [];
  return moves.find((move) => move.from === start && move.to === space)?.path ?? [space];
}

/** @type {(board: string, one: string, other: string) => boolean} */
const isBeside = (board, one, other) =>
  spacesOf(board).includes(other) &&
  Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) +
    Math.abs(Number(one[1]) - Number(other[1])) ===
    1;

/** From the reserve instead of with a meeple on the board. @param {State} state */
function entering({ table, question: { player, action, from } }) {
  const standing = table.players[player].meeples.length;
  const left = MEEPLES[table.players.length] - standing;
  if (action !== "explore" || from !== null || standing === 0 || left === 0) return null;
  const onAct = () => {
    ask({ from: RESERVE });
    bringUp(".inquiry .where");
  };
  return { text: t("where.from_reserve", { n: left }), onAct };
}

/** From where and where to, on the board. @param {{state: State, reach: Live, marks: object, wanted: boolean, enter: ReturnType<typeof entering>, onPlace: (placing: boolean) => void, onTouch: () => void}} props `wanted`: whether a touch says where a meeple stands */
function Where({ state, reach, marks, wanted, enter, onPlace, onTouch }) {
  const { table, question } = state;
  const { player, action, from, path, predictions } = question;
  const asks = ROWS.includes(action);
  const placing = wanted || !asks;
  /** @type {Map<string, string>} */
  const steps = new Map();
  for (const [at, space] of path.entries()) {
    steps.set(space, [steps.get(space), at + 1].filter(Boolean).join("·"));
  }
  const way =
    wanted || from === null || path.length === 0 ? null : [startName(from), ...path].join(" → ");
  const aim =
    action === "explore" || action === "recall" ? [from] : predictions.map(({ space }) => space);
  /** @type {(space: string, gesture: symbol, first: boolean) => void} */
  const touch = (space, _, first) => {
    if (!first) return;
    onTouch();
    if (wanted) {
      if (letterAt(table.terrain, space) !== ".") dispatch({ type: "meeple", player, space });
    } else if (asks) dispatch({ type: "touch", space, way: wayTo(state, reach, space) });
  };
  return html`
    <section class="panel where" aria-labelledby="where-title">
      <header>
        <h2 id="where-title"><${Icon} name="island" />${wanted ? t("where.meeples") : t(`where.${action}.title`)}</h2>
      </header>
      <p class=${way ? "path-words" : "path-words at-desk"} role="status">${way ?? prompt(state, wanted)}</p>
      <${Disc}
        table=${table}
        steps=${placing ? undefined : steps}
        marks=${{
          ...marks,
          reach: placing ? undefined : reachable(state, reach),
          aim: new Set(placing ? [] : aim.filter(Boolean)),
        }}
        onTouch=${touch}
      />
      <div class="begin-board">
        ${enter && html`<button type="button" class="at-desk" onClick=${enter.onAct}>${enter.text}</button>`}
        ${
          (from !== null || predictions.length > 0) &&
          !wanted &&
          html`<button type="button" class="quiet" onClick=${() => ask(newQuestion(player, action))}><${Icon} name="undo" />${t("where.again")}</button>`
        }
        <button type="button" aria-pressed=${wanted} onClick=${() => onPlace(!wanted)}>
          <${Icon} name="meeple" />${t(wanted ? "where.placed" : "where.place")}
        </button>
      </div>
      ${!placing && html`<p class="legend">${t("where.legend")}</p>`}
    </section>
  `;
}

/** One crop predicted and the true one. @param {{table: import("../model/table.js").Table, one: Prediction}} props */
function Predicted({ table, one }) {
  const { space, says, wheel } = one;
  const shown = wheelOf(table, space);
  /** @param {Partial<Prediction>} change */
  const change = (change) => dispatch({ type: "predict", space, change });
  return html`
    <div class="predicted">
      <h3>${space}</h3>
      <${Levels} label=${t("then.says")} value=${says} onChoose=${(/** @type {number} */ level) => change({ says: level })} />
      <${Levels} label=${t("then.true")} value=${wheel} onChoose=${(/** @type {number} */ level) => change({ wheel: level })} />
      ${
        shown &&
        says !== null &&
        html`<button type="button" onClick=${() => change({ wheel: shown.level })}><${Icon} name="again" />${t("palette.reveal")}</button>`
      }
    </div>
  `;
}

/** The wheel's reading for the discovered space, entered by hand. @param {{space: string, wheel: string | null}} props */
const WheelEntry = ({ space, wheel }) => html`
  <div class="grounds">
    <${Segments}
      label=${t("then.wheel", { space })}
      options=${LETTERS.map((letter) => ({
        value: TERRAINS[letter],
        text: terrainName(letter),
        content: html`<span class="ground-choice"><${Ground} letter=${letter} />${terrainName(letter)}</span>`,
      }))}
      value=${wheel}
      onChoose=${(/** @type {string} */ terrain) => ask({ wheel: terrain })}
    />
  </div>
`;

/** A prediction, then the reading of the wheel, entered in the bar. @param {{one: Prediction}} props */
const PredictionEntry = ({ one: { space, says } }) => html`
  <${Levels}
    label=${t(says === null ? "then.says" : "then.true")}
    value=${null}
    onChoose=${(/** @type {number} */ level) => dispatch({ type: "predict", space, change: says === null ? { says: level } : { wheel: level } })}
  />
`;

/** Asks the wheel of a scenario; null where the wheel stands on the table. @param {State} state */
function wheelAction(state) {
  const found = discovers(state);
  const shown = found && wheelOf(state.table, found);
  return shown && { text: t("palette.reveal"), onAct: () => ask({ wheel: shown.terrain }) };
}

/** The wheel's reading, and the tokens offered. @param {{state: State, asked: boolean}} props `asked`: whether the bar of a phone asks for the wheel */
function Then({ state, asked }) {
  const { table, question } = state;
  const { action, wheel, predictions, offering, player } = question;
  const found = discovers(state);
  const reveal = wheelAction(state);
  const mayOffer = action !== "final_prediction" && action !== "pass";
  return html`
    <section class="panel then" aria-labelledby="then-title">
      <header><h2 id="then-title"><${Icon} name="again" />${t("then")}</h2></header>
      ${
        found !== null &&
        html`<div class=${asked ? "at-desk" : ""}>
          <h3>${t("then.wheel", { space: found })}</h3>
          <${WheelEntry} space=${found} wheel=${wheel} />
          ${reveal && html`<button type="button" onClick=${reveal.onAct}><${Icon} name="again" />${reveal.text}</button>`}
        </div>`
      }
      ${predictions.map((one) => html`<${Predicted} key=${one.space} table=${table} one=${one} />`)}
      ${
        mayOffer &&
        html`<h3>${t("then.offering")}</h3>
        <p class="hint">${t("then.held", {
          name: table.players[player].name,
          tokens: table.players[player].offerings.join(", ") || "–",
        })}</p>
        <${Tokens}
          label=${t("then.offering")}
          on=${offering}
          onChoose=${(/** @type {number} */ level) => dispatch({ type: "offer", level })}
        />`
      }
      ${!mayOffer && predictions.length === 0 && html`<p class="hint">${t("then.nothing")}</p>`}
    </section>
  `;
}

/** The effect of the turn, and the next player. @param {{answer: any}} props */
const Outcome = ({ answer }) => html`
  ${
    answer.changes.length > 0 &&
    html`<h3>${t("turn.brings")}</h3>
    <ul class="gains">
      ${answer.changes.map(
        (/** @type {Gain} */ { player, points, explanation }) => html`
        <li><b>${points > 0 ? `+${points}` : written(points)}</b><span>${player}: ${explanation}</span></li>
      `,
      )}
    </ul>`
  }
  ${answer.ends && html`<p>${t("turn.ends")}</p>`}
  ${answer.after && html`<p>${answer.next_player ? t("turn.next", { name: answer.next_player }) : t("turn.over")}</p>`}
`;

/** The turn played on the board, if the referee says how it lies then. @type {(state: State, live: Live) => {text: string, onAct: () => void, disabled: boolean} | null} */
function playing({ table: { players }, question }, { answer, status }) {
  if (!answer?.after) return null;
  const next = players.findIndex(({ name }) => name === answer.next_player);
  return {
    text: t("turn.play"),
    disabled: status !== "current",
    onAct: () => {
      dispatch({ type: "play", after: answer.after, next: next < 0 ? question.player : next });
      toTop();
    },
  };
}

/** The turn as judged, or what is missing for that. @param {{live: Live, answer: any, lacks: string | null, chosen: number | null, action: ReturnType<typeof playing>, onChoose: (at: number | null) => void}} props */
function Answered({ live, answer, lacks, chosen, action, onChoose }) {
  const { refusal, status } = live;
  if (status === "offline") {
    return html`<p class="standing offline"><${Icon} name="offline" />${t("offline")}</p>`;
  }
  if (refusal) {
    return html`<ul class="troubles">${refusal.errors.map(({ detail }) => html`<li><${Icon} name="warning" />${detail}</li>`)}</ul>`;
  }
  if (answer === null) {
    return html`<p class="hint">${live.answer === null ? t("turn.hint") : lacks}</p>`;
  }
  return html`
    <${Verdict} answer=${answer} chosen=${chosen} onChoose=${onChoose} />
    ${answer.legal && html`<${Outcome} answer=${answer} />`}
    ${
      action &&
      html`<button type="button" class="main wide at-desk" disabled=${action.disabled} onClick=${action.onAct}>${action.text}</button>`
    }
  `;
}

/** @param {{state: State, live: Live, reach: Live}} props the answers on this turn and on all that may be done */
export function TurnView({ state, live, reach }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [wanted, setPlacing] = useState(false);
  const { table, question } = state;
  const names = table.players.map(({ name }) => name);
  if (!hasPlayers(table)) {
    return html`
      <section class="panel" aria-labelledby="who-title">
        <header><h2 id="who-title"><${Icon} name="meeple" />${t("players.who")}</h2></header>
        <p>${t("turn.players")}</p>
        <${Seats} names=${names} most=${4} least=${2} />
      </section>
    `;
  }
  const { player, action: kind } = question;
  const lacks = lacking(state, live, wanted);
  const answer = lacks === null ? live.answer : null;
  const due = dueNow(state) ?? player;
  const isDue = due === player;
  const lit = chosen === null ? null : answer?.checks[chosen]?.spaces;
  const marks = lit?.length > 0 ? lighting(lit, spacesOf(table.board)) : {};
  const play = answer && playing(state, live);
  const asked = wanted ? null : unshown(state, live);
  const enter = wanted ? null : entering(state);
  const reveal = asked && wheelAction(state);
  const half = wanted || live.answer?.legal === false ? null : unsaid(state);
  return html`
    <div class="inquiry">
      <section class="panel question" aria-labelledby="question-title">
        <header><h2 id="question-title"><${Icon} name="referee" />${t("turn")}</h2></header>
        <${Waiting} state=${state} />
        <h3>${t("turn.who")}</h3>
        <${PlayerChoice}
          label=${t("turn.who")}
          names=${names}
          value=${player}
          onChoose=${(/** @type {number} */ value) => {
            setChosen(null);
            ask(newQuestion(value, kind));
          }}
        />
        <${Standing} table=${table} player=${player} />
        <h3>${t("turn.what")}</h3>
        <${Segments}
          label=${t("turn.what")}
          options=${actionsOf(table).map((value) => ({ value, text: t(`action.${value}`) }))}
          value=${kind}
          onChoose=${(/** @type {string} */ value) => {
            setChosen(null);
            ask(newQuestion(player, value));
          }}
        />
        <p class="hint">${t(`action.${kind}.how`)}</p>
      </section>
      <${Where}
        state=${state}
        reach=${reach}
        marks=${marks}
        wanted=${wanted}
        enter=${enter}
        onPlace=${setPlacing}
        onTouch=${() => setChosen(null)}
      />
      <${Then} state=${state} asked=${asked !== null} />
      <section class="panel verdict-panel" aria-labelledby="verdict-title">
        <header><h2 id="verdict-title"><${Icon} name="rule" />${t("turn.verdict")}</h2></header>
        <${Answered} live=${live} answer=${answer} lacks=${lacks} chosen=${chosen} action=${play} onChoose=${setChosen} />
      </section>
    </div>
    <${Brief}
      answer=${isDue ? answer : null}
      hint=${live.status === "offline" ? t("offline") : isDue ? lacks : notDue(names[due])}
      action=${play ?? reveal ?? enter}
    >
      ${
        asked
          ? !reveal && html`<${WheelEntry} space=${asked} wheel=${null} />`
          : half && html`<${PredictionEntry} one=${half} />`
      }
    </>
  `;
}
