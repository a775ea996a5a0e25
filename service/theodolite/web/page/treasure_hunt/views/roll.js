/** A turn: a die is thrown or its value typed; where every piece may end, how, and why not elsewhere. */

import { t } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { dispatch, isReadOnly, show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import {
  coordinatesOf,
  logNow,
  moverKey,
  positionNow,
  positionsOf,
  reach,
  rolled,
  rulingsNow,
  settledAnswer,
  trailNow,
  verdict,
} from "../answers.js";
import { isSpace, letterAt, spaceWritten } from "../model/frame.js";
import { CARDS, DICE, INFO, isBlank, ROUTES, TREASURES } from "../model/table.js";
import { NO_GOAL, positionName } from "./board.js";
import { Standing, Verdicts } from "./checks.js";
import { WhoseTurn } from "./pieces.js";
import { placeName, routeName, terrainName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").End} End */
/** @typedef {import("../answers.js").Position} Position */

/** The faces of a die as a pack tells them, else every value once. @type {(table: Table, die: string, pips: number[]) => number[]} */
const faces = ({ pack }, die, pips) => pack?.dice[die] ?? pips;

/** @type {(die: string, pips: number) => void} */
const take = (die, pips) =>
  show({
    ...NO_GOAL,
    station: "roll",
    roll: { die, pips },
    mover: null,
    thrown: viewed().thrown + 1,
  });

/** @type {(table: Table, die: string, pips: number[]) => void} */
function cast(table, die, pips) {
  const all = faces(table, die, pips);
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  take(die, all[random % all.length]);
}

/** @param {{table: Table}} props */
function Dice({ table }) {
  const { roll, thrown } = viewed();
  const positions = positionsOf(table);
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
            aria-label=${t("dice.throw", { die: t(`die.${die}`), terrain: t(`terrain.${terrain}`) })}
            onClick=${() => cast(table, die, pips)}
          >
            <span key=${inHand ? thrown : die} class=${`die ${inHand ? "is-thrown" : ""}`} data-die=${die}>${inHand ? roll.pips : "?"}</span>
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
          <button key=${pips} type="button" aria-pressed=${roll.pips === pips} onClick=${() => take(chosen[1].die, pips)}>${pips}</button>
        `,
        )}
      </div>`
    }
  `;
}

const Skip = () => html`
  <button type="button" onClick=${() => show({ ...NO_GOAL, skipping: true })}>${t("skip")}</button>
`;

/** The pieces that the roll may move. @param {{table: Table}} props */
function Movers({ table }) {
  const all = rolled(table);
  const now = positionNow(table);
  if (positionsOf(table) === null) return html`<p role="status">…</p>`;
  if (now === undefined) {
    return html`<p class="hint" role="status">${t("roll.nobody")}</p><${Skip} />`;
  }
  return html`
    ${
      all.length > 1 &&
      html`<${Segments}
      label=${t("roll.which")}
      options=${all.map((one) => ({ value: moverKey(one), text: positionName(one) }))}
      value=${moverKey(now)}
      onChoose=${(/** @type {string} */ mover) => show({ ...NO_GOAL, mover })}
    />`
    }
    <p role="status" class="reach-words">${
      now.ends.length > 0
        ? t("roll.ends", { n: now.ends.length, piece: positionName(now) })
        : t("roll.no_ends", { piece: positionName(now) })
    }</p>
    ${all.every(({ ends }) => ends.length === 0) && html`<${Skip} />`}
  `;
}

/** Every end in words, for those who do not see the board. @param {{position: Position}} props */
const Ends = ({ position }) => html`
  <details class="ends">
    <summary>${t("roll.list")}</summary>
    <div class="chips">
      ${position.ends.map(
        ({ at, logs }) => html`
        <button key=${at} type="button" class="chip" aria-pressed=${viewed().goal === at} onClick=${() => show({ ...NO_GOAL, goal: at })}>
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

/** What the owner of a logged route drew; nothing is known of it until somebody tells. @param {{table: Table}} props */
function Drawn({ table }) {
  const { drawn } = viewed();
  const known = coordinatesOf(table);
  const told = drawn === undefined ? "unknown" : drawn === null ? "nothing" : "cards";
  /** @type {Record<string, any>} */
  const as = { unknown: undefined, nothing: null, cards: { coordinate: "", action: null } };
  /** @param {object} part */
  const change = (part) => show({ drawn: { ...viewed().drawn, ...part } });
  const isInfo = INFO.includes(drawn?.action);
  return html`
    <h4>${t("drawn")}</h4>
    <${Segments}
      label=${t("drawn")}
      options=${["unknown", "nothing", "cards"].map((value) => ({ value, text: t(`drawn.${value}`) }))}
      value=${told}
      onChoose=${(/** @type {string} */ value) => show({ drawn: as[value] })}
    />
    ${
      told === "cards" &&
      html`
      ${known.length > 0 && html`<datalist id="drawable">${known.map((space) => html`<option value=${space} />`)}</datalist>`}
      <div class="pair">
        <label>
          <span>${t("drawn.coordinate")}</span>
          <input type="text" class="coordinate" list=${known.length > 0 ? "drawable" : null} placeholder="N01/E01" value=${drawn.coordinate} onInput=${(/** @type {any} */ { target }) => change({ coordinate: target.value })} onChange=${(/** @type {any} */ { target }) => change({ coordinate: spaceWritten(target.value) ?? "" })} />
        </label>
        <label>
          <span>${t("drawn.action")}</span>
          <select onChange=${(/** @type {any} */ { target }) => {
            const action = target.value || null;
            const info = INFO.includes(action ?? "");
            const { coordinate, info_route } = viewed().drawn;
            show({
              drawn: { coordinate, action, ...(info && { info_route: info_route ?? ROUTES[0] }) },
            });
          }}>
            <option value="">–</option>
            ${CARDS.map((one) => html`<option value=${one} selected=${one === drawn.action}>${t(`card.${one}`)}</option>`)}
            ${INFO.map((one) => html`<option value=${one} selected=${one === drawn.action}>${t(`info.${one}`)}</option>`)}
          </select>
        </label>
        ${
          isInfo &&
          html`<label>
            <span>${t("drawn.route")}</span>
            <select onChange=${(/** @type {any} */ { target }) => change({ info_route: target.value })}>
              ${ROUTES.map((one) => html`<option value=${one} selected=${one === drawn.info_route}>${routeName(one)}</option>`)}
            </select>
          </label>`
        }
        ${
          isInfo &&
          drawn.action !== "buried" &&
          html`<label>
            <span>${t("info.treasure")}</span>
            <select onChange=${(/** @type {any} */ { target }) => change({ treasure: target.value || null })}>
              <option value="">${t("info.unseen")}</option>
              ${TREASURES.map((one) => html`<option value=${one} selected=${one === drawn.treasure}>${t(`treasure.${one}`)}</option>`)}
            </select>
          </label>`
        }
      </div>
    `
    }
  `;
}

const LOGGING = new Map([
  [true, "log.may"],
  [false, "log.may_not"],
  [null, "log.depends"],
]);

/** What can be logged where the move ends. @param {{table: Table, end: End}} props */
function Logs({ table, end }) {
  const { shovel } = viewed();
  const chosen = logNow(end);
  if (end.logs.length === 0) return null;
  return html`
    <h4>${t("log")}</h4>
    ${end.logs.map(
      (log, at) => html`
      <label class="switch" key=${at}>
        <input type="checkbox" role="switch" checked=${chosen === log} onChange=${(/** @type {any} */ { target }) => show({ log: target.checked ? at : false, lit: null })} />
        <span><b>${t("log.of", { route: routeName(log.route), name: log.owner, space: log.at })}</b>
        <small>${t(LOGGING.get(log.legal) ?? "log.depends")}</small></span>
      </label>
    `,
    )}
    ${
      chosen &&
      html`<label class="switch">
        <input type="checkbox" role="switch" checked=${shovel} onChange=${(/** @type {any} */ { target }) => show({ shovel: target.checked })} />
        <span><b>${t("log.shovel")}</b></span>
      </label>
      <${Drawn} table=${table} />`
    }
  `;
}

/** @typedef {{name: string, value: string, could_matter: boolean}} Used */

/** The rulings without which it might be otherwise, and how else they could be. @param {{rulings: Used[]}} props */
function OtherRulings({ rulings }) {
  const open = rulings.filter((one) => one.could_matter);
  if (open.length === 0) return null;
  /** @type {(name: string, value: string) => void} */
  const play = (name, value) => {
    const { goal, mover, log, shovel, drawn } = viewed();
    dispatch({ type: "ruling", name, value });
    show({ goal, mover, log, shovel, drawn });
  };
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

/** All that the rules say of the turn, and the turn played on the board. @param {{table: Table, title: string, onward: string | null, children?: any}} props */
function Turn({ table, title, onward, children }) {
  const answer = settledAnswer(verdict);
  const play = () => {
    dispatch({ type: "adopt", after: answer.after });
    show({ roll: null, mover: null, player: (viewed().player + 1) % table.players.length });
  };
  return html`
    <div class="discussed">
      <header>
        <h3>${title}</h3>
        <button type="button" class="quiet" aria-label=${t("close")} onClick=${() => show(NO_GOAL)}><${Icon} name="close" /></button>
      </header>
      ${children}
      <${Standing} live=${verdict.current()} />
      ${
        answer &&
        html`
        ${
          onward &&
          answer.legal &&
          !isReadOnly() &&
          (answer.after
            ? html`<button type="button" class="main wide" onClick=${play}>${onward}</button>`
            : html`<p class="hint">${t("goal.drawn_first")}</p>`)
        }
        <${Verdicts} answer=${answer} name="goal" />
        <${OtherRulings} rulings=${answer.rulings} />
      `
      }
    </div>
  `;
}

/** What is asked about: a way to an end, a place that is none, or to skip the turn. @param {{table: Table}} props */
function Discussed({ table }) {
  const { goal, skipping } = viewed();
  const trail = trailNow(table);
  if (skipping) return html`<${Turn} table=${table} title=${t("skip")} onward=${t("skip.do")} />`;
  if (trail === null) return null;
  const { end, path, position } = trail;
  const piece = positionName(position);
  return html`
    <${Turn}
      table=${table}
      title=${t(end ? "goal.to" : "goal.why_not", { space: placeName(goal), piece })}
      onward=${end && t("goal.go")}
    >
      ${!end && html`<p class="hint">${t("goal.asked")}</p>`}
      <${Steps} table=${table} path=${path} end=${end} />
      ${end && html`<${Logs} table=${table} end=${end} />`}
    </>
  `;
}

/** @param {{table: Table, look: string}} props */
export function RollPanel({ table, look }) {
  const { roll, goal } = viewed();
  const position = roll && positionNow(table);
  return html`
    <section class=${`panel ${look}`} data-station="roll" aria-labelledby="roll-title">
      <header><h2 id="roll-title"><${Icon} name="dice" />${t("roll")}</h2></header>
      <${WhoseTurn} table=${table} />
      ${
        isBlank(table)
          ? html`<p class="hint">${t("roll.board_first")}</p>`
          : html`
            <${Discussed} table=${table} />
            <${Dice} table=${table} />
            <${Standing} live=${reach.current()} />
            ${
              roll
                ? reach.current().status !== "refused" && html`<${Movers} table=${table} />`
                : html`<p class="hint">${t("roll.how")}</p>`
            }
            ${position && position.ends.length > 0 && html`<${Ends} position=${position} />`}
            ${position && goal === null && html`<p class="hint">${t("roll.elsewhere")}</p>`}
          `
      }
    </section>
  `;
}
