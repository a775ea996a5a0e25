/** A turn: a die is rolled or its value entered; where every piece may end, how, and why not elsewhere. */

import { t } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { pauseTaps } from "../../shell/pause.js";
import { notDue } from "../../shell/replay.js";
import { isReadOnly, show, state, viewed } from "../../shell/store.js";
import { deciding } from "../../shell/verdict.js";
import { html } from "../../vendor/htm-preact.js";
import {
  logsWithoutMove,
  mayEnd,
  missionsNow,
  moverKey,
  positionNow,
  positionsNow,
  reach,
  rolled,
  saidOfDrawn,
  skipsNow,
  trailNow,
  turnHere,
  turnJudged,
  verdict,
  verdictNow,
} from "../answers.js";
import { dispatch } from "../commands.js";
import { rulingsNow } from "../lists.js";
import { isSpace, letterAt } from "../model/frame.js";
import { logNow, shovelNow } from "../model/logging.js";
import { lastSeat } from "../model/record.js";
import { DICE, isBlank, nextSeat } from "../model/table.js";
import { NOTHING_ENTERED } from "../model/turn.js";
import { askAbout, positionName } from "./board.js";
import { CardsOfTurn, saidOfDraft } from "./cards.js";
import { Standing, Verdicts } from "./checks.js";
import { DrawnForm, enteredOf, tell, tellOf } from "./drawn.js";
import { WhoseTurn } from "./pieces.js";
import { Waiting } from "./record.js";
import { placeName, routeName, terrainName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").End} End */
/** @typedef {import("../answers.js").Position} Position */

/** The faces of a die as a pack tells them, else every value once. @type {(table: Table, die: string, pips: number[]) => number[]} */
const faces = ({ pack }, die, pips) => pack?.dice[die] ?? pips;

/** @type {(die: string, pips: number) => void} */
function take(die, pips) {
  askAbout({ roll: { die, pips }, mover: null });
  show({ station: "roll", rolls: viewed().rolls + 1, isDown: false });
}

/** A roll made at the table; the board is looked at next. @type {(die: string, pips: number) => void} */
function enter(die, pips) {
  take(die, pips);
  show({ isDown: true });
}

/** @type {(table: Table, die: string, pips: number[]) => void} */
function rollDie(table, die, pips) {
  const all = faces(table, die, pips);
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  take(die, all[random % all.length]);
}

/** Whether somebody could move with another die: then one that moves nobody is not chosen. */
const hasOtherDie = () => positionNow() === undefined && (positionsNow() ?? []).length > 0;

const rollAgain = () => askAbout({ roll: null, mover: null });

/** @param {{table: Table}} props */
function Dice({ table }) {
  const { roll } = turnHere();
  const positions = positionsNow();
  const chosen = Object.entries(DICE).find(([, { die }]) => die === roll?.die);
  return html`
    <div class="dice" role="group" aria-label=${t("dice")}>
      ${Object.entries(DICE).map(([terrain, { die, pips }]) => {
        const inHand = roll?.die === die;
        const idle = positions?.every((one) => one.die !== die) === true;
        return html`
          <button
            key=${die}
            type="button"
            class=${`die-button ${idle ? "is-idle" : ""}`}
            aria-pressed=${inHand}
            aria-label=${t("dice.roll", { die: t(`die.${die}`), terrain: t(`terrain.${terrain}`) })}
            disabled=${isReadOnly() || (roll === null ? idle && positions.length > 0 : !inHand)}
            onClick=${() => roll === null && rollDie(table, die, pips)}
          >
            <span key=${inHand ? viewed().rolls : die} class=${`die ${inHand ? "is-rolled" : ""}`} data-die=${die}>${inHand ? roll.pips : "?"}</span>
            <small>${t(`terrain.${terrain}`)}</small>
          </button>
        `;
      })}
    </div>
    ${
      chosen &&
      html`<div class="pips" role="group" aria-label=${t("dice.type")}>
        <span>${t("dice.type")}</span>
        ${chosen[1].pips.map(
          (pips) => html`
          <button key=${pips} type="button" aria-pressed=${roll?.pips === pips} disabled=${isReadOnly()} onClick=${() => enter(chosen[1].die, pips)}>${pips}</button>
        `,
        )}
        ${!isReadOnly() && html`<button type="button" class="quiet" onClick=${rollAgain}><${Icon} name="again" />${t("dice.again")}</button>`}
      </div>`
    }
  `;
}

const Skip = () => html`
  <button type="button" onClick=${() => askAbout({ skipping: true })}>${t("skip")}</button>
`;

/** The pieces that the roll may move. */
function Movers() {
  const all = rolled();
  const now = positionNow();
  if (positionsNow() === null) return html`<p role="status">…</p>`;
  if (now === undefined) {
    return html`<p class="hint" role="status">${t("roll.nobody")}</p>${!hasOtherDie() && html`<${Skip} />`}`;
  }
  return html`
    ${
      all.length > 1 &&
      html`<${Segments}
      label=${t("roll.which")}
      options=${all.map((one) => ({ value: moverKey(one), text: positionName(one) }))}
      value=${moverKey(now)}
      onChoose=${(/** @type {string} */ mover) => askAbout({ mover })}
    />`
    }
    <p role="status" class="reach-words">${endsInWords(now)}</p>
  `;
}

/** Every end in words, for those who do not see the board. @param {{position: Position}} props */
const Ends = ({ position }) => html`
  <details class="ends">
    <summary>${t("roll.list")}</summary>
    <div class="chips">
      ${position.ends.map(
        ({ at, logs }) => html`
        <button key=${at} type="button" class="chip" aria-pressed=${turnHere().goal === at} onClick=${() => askAbout({ goal: at })}>
          ${placeName(at)}${logs.length > 0 && html` <${Icon} name="gem" /><span class="sr">${t("roll.logs")}</span>`}
        </button>
      `,
      )}
    </div>
  </details>
`;

/** The way, a step at a time. @param {{table: Table, path: string[], end: End | null}} props */
function Steps({ table, path, end }) {
  const { step } = viewed();
  const at = step ?? 0;
  const space = path[at - 1];
  /** @param {number} to */
  const go = (to) => show({ step: to === 0 ? null : to, lit: null });
  const ground = space && isSpace(space) ? terrainName(letterAt(table.board.rows, space)) : "";
  return html`
    <div class="steps-of">
      <button type="button" aria-label=${t("step.back")} disabled=${at === 0} onClick=${() => go(at - 1)}>‹</button>
      <p role="status">${
        at === 0
          ? t("step.all", { n: path.length })
          : html`<b>${t("step.at", { at, n: path.length })}</b> ${placeName(space)}${ground && `, ${ground}`}`
      }</p>
      <button type="button" aria-label=${t("step.next")} disabled=${at === path.length} onClick=${() => go(at + 1)}>›</button>
    </div>
    ${end && html`<p class="stopped"><${Icon} name="check" />${t(`stopped.${end.stopped_by}`)}</p>`}
  `;
}

const LOGGING = new Map([
  [true, "log.may"],
  [false, "log.may_not"],
  [null, "log.depends"],
]);

/** The routes that can be logged, each with a switch; and the cards drawn for the chosen one. @param {{table: Table, which: import("./drawn.js").Which, logs: End["logs"], chosen: End["logs"][number] | null, says: (log: End["logs"][number]) => string, onChoose: (at: number | null) => void}} props */
function Logs({ table, which, logs, chosen, says, onChoose }) {
  if (logs.length === 0) return null;
  return html`
    <h4>${t("log")}</h4>
    ${logs.map(
      (log, at) => html`
      <label class="switch" key=${at}>
        <input type="checkbox" role="switch" checked=${chosen === log} onChange=${(/** @type {any} */ { target }) => onChoose(target.checked ? at : null)} />
        <span><b>${t("log.of", { route: routeName(log.route), name: log.owner, space: log.at })}</b>
        <small>${says(log)}</small></span>
      </label>
    `,
    )}
    ${
      chosen &&
      html`<label class="switch">
        <input type="checkbox" role="switch" checked=${shovelNow(table, viewed().player, chosen, enteredOf(which))} onChange=${(/** @type {any} */ { target }) => tellOf(which, { shovel: target.checked })} />
        <span><b>${t("log.shovel")}</b></span>
      </label>
      <${DrawnForm} table=${table} which=${which} owner=${chosen.owner} />`
    }
  `;
}

/** The routes that can be logged where the move ends. @param {{table: Table, end: End}} props */
const LogsAtEnd = ({ table, end }) => html`
  <${Logs}
    table=${table}
    which="goal"
    logs=${end.logs}
    chosen=${logNow(turnHere(), end.logs)}
    says=${(/** @type {End["logs"][number]} */ { legal }) => t(LOGGING.get(legal) ?? "log.depends")}
    onChoose=${(/** @type {number | null} */ at) => tell({ log: at ?? false })}
  />
`;

/** The routes that can be logged without a move, because nothing hinders it any more. @param {{table: Table}} props */
function LogsWithoutMove({ table }) {
  const { early } = turnHere();
  const found = logsWithoutMove();
  const isEarly = (/** @type {End["logs"][number]} */ one) =>
    one.at === early?.at && one.route === early.route && one.owner === early.owner;
  return html`
    <${Logs}
      table=${table}
      which="early"
      logs=${found}
      chosen=${found.find(isEarly) ?? null}
      says=${() => t("log.first")}
      onChoose=${(/** @type {number | null} */ at) =>
        tell({ early: at === null ? null : { ...found[at], ...NOTHING_ENTERED } })}
    />
  `;
}

/** @typedef {{name: string, value: string, could_matter: boolean}} Used */

/** The rulings without which it might be otherwise, and how else they could be. @param {{rulings: Used[]}} props */
function OtherRulings({ rulings }) {
  const open = rulings.filter((one) => one.could_matter);
  if (open.length === 0) return null;
  /** @type {(name: string, value: string) => void} */
  const play = (name, value) => dispatch({ type: "ruling", name, value });
  return html`
    <h4>${t("rulings.matter")}</h4>
    <ul class="other-rulings">
      ${open.map(({ name, value }) =>
        rulingsNow()
          .filter((one) => one.name === name)
          .flatMap(({ values }) => values.filter((one) => one !== value))
          .map(
            (other) => html`
            <li key=${`${name} ${other}`}>
              <span><b>${t(`ruling.${name}`)}</b> ${t(`ruling.${name}.${other}`)}</span>
              ${!isReadOnly() && html`<button type="button" onClick=${() => play(name, other)}>${t("rulings.change")}</button>`}
            </li>
          `,
          ),
      )}
    </ul>
  `;
}

/** Whether anything of a turn is there: a roll, or a card. */
export const isBegun = () => {
  const { roll, plays, early } = turnHere();
  return roll !== null || plays.length > 0 || early !== null || viewed().draft !== null;
};

/** Whether something of the turn is judged, or in hand to be. */
export const isJudged = () => {
  const { goal, skipping, plays, early } = turnHere();
  const isChosen = goal !== null || skipping || viewed().draft !== null;
  return isChosen || plays.length > 0 || early !== null;
};

/** The action of the turn under way: it is played on the board, and the next player has it. @param {Table} table @returns {{text: string, onAct: () => void} | null} */
export function turnAction(table) {
  const skips = turnHere().skipping || skipsNow(table);
  const answer = verdictNow(table);
  if (isReadOnly() || viewed().draft) return null;
  if (!answer?.legal || !answer.after || (!skips && !mayEnd(table))) {
    const again = { text: t("dice.again"), onAct: rollAgain };
    return turnHere().roll && hasOtherDie() ? again : null;
  }
  const { player } = viewed();
  const onAct = () => {
    const values = { name: table.players[player].name };
    dispatch({ type: "adopt", after: answer.after, turn: turnJudged() }, null, {
      key: "notice.played",
      values,
    });
    show({ player: nextSeat(table, player, missionsNow()?.winners ?? []), isDown: false });
    pauseTaps();
  };
  return { text: t(skips ? "skip.do" : "goal.go"), onAct };
}

/** The player whose turn it is by the record, if it is another one. @param {Table} table */
function otherDue(table) {
  const last = lastSeat(state());
  if (last === null || last < 0) return null;
  const due = nextSeat(table, last, missionsNow()?.winners ?? []);
  return due === viewed().player ? null : table.players[due].name;
}

/** The sentence for the bar: what to tap, or why the turn cannot be so. @param {Table} table */
export function saidOfTurn(table) {
  if (isBlank(table)) return null;
  const due = otherDue(table);
  if (due !== null) return { text: notDue(due), bad: true };
  const { roll, goal, plays, early, skipping } = turnHere();
  const inHand = saidOfDraft();
  if (inHand !== null) return { text: inHand };
  const answer = verdictNow(table);
  const why = answer && deciding(answer);
  if (isBegun() && [reach, verdict].some((live) => live.current().status === "offline")) {
    return { text: t("offline"), bad: true };
  }
  const isChosen = goal !== null || skipping || skipsNow(table);
  if (why && (isChosen || plays.length > 0 || early)) return { text: why, bad: true };
  if (skipsNow(table)) return { text: shoeInWords(table) };
  if (roll === null) return { text: t("roll.first") };
  if (!isChosen) {
    const now = positionNow();
    if (now) return { text: endsInWords(now) };
    return positionsNow() && { text: t("roll.nobody") };
  }
  if (answer === null) return { text: "…" };
  const lacks = isChosen && !answer.after && saidOfDrawn(table);
  if (lacks) return { text: lacks };
  return { text: t(answer.after ? "verdict.legal" : "goal.drawn_first") };
}

/** @param {Table} table */
const shoeInWords = (table) => t("skip.shoe", { name: table.players[viewed().player].name });

/** @param {Position} position */
const endsInWords = (position) =>
  t("roll.ends", { n: position.ends.length, piece: positionName(position) });

/** All that the rules say of the turn, and the turn played on the board. @param {{table: Table, title: string, children?: any}} props */
function Turn({ table, title, children }) {
  const answer = verdictNow(table);
  const action = turnAction(table);
  return html`
    <div class="discussed">
      <header>
        <h3>${title}</h3>
        ${!skipsNow(table) && html`<button type="button" class="quiet" aria-label=${t("close")} onClick=${() => askAbout({})}><${Icon} name="close" /></button>`}
      </header>
      ${children}
      <${Standing} live=${verdict.current()} />
      ${
        answer &&
        html`
        ${action && html`<button type="button" class="main wide at-desk" onClick=${action.onAct}>${action.text}</button>`}
        <${Verdicts} answer=${answer} name="goal" />
        <${OtherRulings} rulings=${answer.rulings} />
      `
      }
    </div>
  `;
}

/** The subject of the request: a way to an end, a place that is none, or to skip the turn. @param {{table: Table}} props */
function Discussed({ table }) {
  const { goal, skipping } = turnHere();
  const trail = trailNow(table);
  if (skipsNow(table)) return html`<${Turn} table=${table} title=${shoeInWords(table)} />`;
  if (skipping) return html`<${Turn} table=${table} title=${t("skip")} />`;
  if (trail === null || goal === null) return null;
  const { end, path, position } = trail;
  const piece = positionName(position);
  const isEnd = mayEnd(table);
  return html`
    <${Turn}
      table=${table}
      title=${t(isEnd ? "goal.to" : "goal.why_not", { space: placeName(goal), piece })}
    >
      ${!isEnd && html`<p class="hint">${t("goal.asked")}</p>`}
      <${Steps} table=${table} path=${path} end=${end} />
      ${end && html`<${LogsAtEnd} table=${table} end=${end} />`}
    </>
  `;
}

/** The dice, what the roll allows, and the cards. @param {{table: Table}} props */
function Making({ table }) {
  const { roll, goal } = turnHere();
  const position = roll && positionNow();
  // Once the move is chosen only cards are left to think of.
  return html`
    <${LogsWithoutMove} table=${table} />
    ${goal !== null && html`<${CardsOfTurn} table=${table} />`}
    <${Dice} table=${table} />
    <${Standing} live=${reach.current()} />
    ${
      roll
        ? reach.current().status !== "refused" && html`<${Movers} />`
        : html`<p class="hint">${t("roll.how")}</p>`
    }
    ${goal === null && html`<${CardsOfTurn} table=${table} />`}
    ${position && html`<${Ends} position=${position} />`}
    ${position && goal === null && html`<p class="hint">${t("roll.elsewhere")}</p>`}
  `;
}

/** @param {{table: Table, look: string}} props */
export function RollPanel({ table, look }) {
  return html`
    <section class=${`panel ${look}`} data-station="roll" aria-labelledby="roll-title">
      <header><h2 id="roll-title"><${Icon} name="dice" />${t("roll")}</h2></header>
      <${Waiting} table=${table} />
      <${WhoseTurn} table=${table} />
      ${
        isBlank(table)
          ? html`<p class="hint">${t("roll.board_first")}</p>`
          : html`
            <${Discussed} table=${table} />
            ${!skipsNow(table) && html`<${Making} table=${table} />`}
          `
      }
    </section>
  `;
}
