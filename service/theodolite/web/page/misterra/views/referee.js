/** The referee: a half day is tapped in, and every rule that bears on it answers. */

import { letterOf, withTiles } from "../model/board.js";
import { isWholeCard } from "../model/question.js";
import { NO_QUESTION } from "../model/reducer.js";
import { dispatch, show } from "../../shell/store.js";
import { apiSpeaksIt, t } from "../../shell/i18n.js";
import { ruleText } from "../rules.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { Board, inWords } from "./board.js";
import { islandPieces, lighting } from "./marks.js";
import { Icon, Seal, Segments } from "../../shell/parts.js";
import { CardChoice, SketchCard, Tile } from "./tiles.js";
import { Standing } from "./sheet.js";

const ACTIONS = ["map", "claim", "discard"];
const SIGNS = { passed: "check", failed: "close", not_checked: "unknown" };

function Check({ check, lit, onLight }) {
  return html`
    <li class=${`check ${check.status}`}>
      <button type="button" aria-pressed=${lit} onClick=${onLight}>
        <span class="sign"><${Icon} name=${SIGNS[check.status]} /><span class="sr">${t(`check.${check.status}`)}</span></span>
        <span class="line-title">${apiSpeaksIt() ? check.explanation : ruleText(check.rule)}</span>
        <span class="line-reason">
          ${!apiSpeaksIt() && check.spaces?.length > 0 && html`${inWords(check.spaces)} `}
          <span class="page">${t("page", { page: check.page })}</span>
        </span>
        ${lit && apiSpeaksIt() && html`<span class="law">${ruleText(check.rule)}</span>`}
      </button>
    </li>
  `;
}

/** What the half day does to the island, tile by tile. */
const Changes = ({ changes }) => html`
  <h3>${t("verdict.changes")}</h3>
  <ul class="changes">
    ${changes.map(
      (change) => html`
      <li>
        <${Tile} letter=${letterOf(change.terrain)} /><b>${change.space}</b>
        <span>${apiSpeaksIt() ? change.explanation : ruleText(change.rule)}</span>
      </li>
    `,
    )}
  </ul>
`;

function Verdict({ live, chosen, onChoose }) {
  const { answer } = live;
  if (answer === null) return html`<p class="hint">${t("referee.hint")}</p>`;
  return html`
    <div class=${answer.legal ? "verdict legal" : "verdict illegal"} role="status">
      <p class="stamp-word"><${Icon} name=${answer.legal ? "check" : "close"} />
        ${t(answer.legal ? "verdict.legal" : "verdict.illegal")}</p>
    </div>
    <ul class="checks">
      ${answer.checks.map(
        (check, at) => html`
        <${Check}
          key=${at}
          check=${check}
          lit=${chosen === at}
          onLight=${() => onChoose(chosen === at ? null : at)}
        />
      `,
      )}
    </ul>
    ${answer.changes.length > 0 && html`<${Changes} changes=${answer.changes} />`}
  `;
}

function Lagoon({ lagoon }) {
  const change = (part) => dispatch({ type: "ask", question: { lagoon: { ...lagoon, ...part } } });
  return html`
    <details open=${lagoon !== null}>
      <summary>${t("referee.lagoon")}</summary>
      <h4>${t("referee.discard")}</h4>
      <${CardChoice}
        label=${t("referee.discard")}
        value=${lagoon?.discard ?? [null, null]}
        onChoose=${(discard) => change({ reveal: lagoon?.reveal ?? [null, null], discard })}
      />
      <h4>${t("referee.reveal")}</h4>
      <${CardChoice}
        label=${t("referee.reveal")}
        value=${lagoon?.reveal ?? [null, null]}
        onChoose=${(reveal) => change({ discard: lagoon?.discard ?? [null, null], reveal })}
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

function Display({ table }) {
  const cards = table.display ?? [];
  const [draft, setDraft] = useState([null, null]);
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
            onClick=${() => dispatch({ type: "display", cards: cards.filter((_, other) => other !== at) })}
          ><${SketchCard} card=${card} /></button>
        `,
        )}
      </div>
      ${cards.length < 5 && html`<${CardChoice} label=${t("referee.display.add")} value=${draft} onChoose=${add} />`}
    </details>
  `;
}

/** The verdict in a word, always in sight on a phone, where the rules stand far below. */
const Brief = ({ answer }) => html`
  <div class="dock brief">
    <button
      type="button"
      class=${answer.legal ? "wide legal" : "wide illegal"}
      onClick=${() => document.getElementById("verdict-title").scrollIntoView()}
    ><${Icon} name=${answer.legal ? "check" : "close"} />${t(answer.legal ? "verdict.legal" : "verdict.illegal")}</button>
  </div>
`;

/** @param {{state: object, live: object, reach: object}} props the answers on this move and on all moves */
export function Referee({ state, live, reach }) {
  const { table, question } = state;
  const [chosen, setChosen] = useState(null);
  const { player, path, spaces, sketch, action } = question;
  const { name, parchment, meeple } = table.players[player];
  const stand = path.at(-1) ?? meeple;
  const position = reach.answer?.positions.find((one) => one.meeple === stand);
  const check = chosen === null ? null : live.answer?.checks[chosen];
  const lit = check?.spaces?.length > 0 ? lighting(check.spaces) : {};
  const steps = new Map();
  path.forEach((place, at) =>
    steps.set(place, [steps.get(place), at + 1].filter(Boolean).join("·")),
  );

  const island = {
    ...lit,
    seen: new Set(position?.sees ?? []),
    reach: new Set(path.length === 0 ? reach.answer?.positions.map((one) => one.meeple) : []),
    path: steps,
  };
  const laidOut = spaces.reduce(
    (rows, space, half) => (sketch[half] ? withTiles(rows, [space], letterOf(sketch[half])) : rows),
    parchment,
  );
  const onParchment = {
    ...lit,
    seen: island.seen,
    aim: new Set(spaces),
  };
  const askThat = (change) => {
    setChosen(null);
    dispatch({ type: "ask", question: change });
  };

  return html`
    <div class="columns">
      <div class="boards">
        <section class="panel island-panel" aria-labelledby="referee-island">
          <header>
            <h2 id="referee-island"><${Icon} name="island" />${t("referee.path")}</h2>
            ${
              path.length > 0 &&
              html`<button type="button" class="quiet" onClick=${() => askThat({ path: [] })}>
              <${Icon} name="clear" />${t("referee.stay")}
            </button>`
            }
          </header>
          <${Board}
            name=${t("island")}
            board="island"
            beach=${table.beach}
            rows=${table.island}
            pieces=${islandPieces(table)}
            marks=${island}
            onTouch=${(space) => {
              setChosen(null);
              dispatch({ type: "step", space });
            }}
          />
          <p class="legend">${t("referee.legend")}</p>
        </section>
        <section class="panel parchment-panel chosen" aria-label=${t("parchment.of", { name })}>
          <header><h2><${Seal} player=${player} />${t("referee.aim", { name })}</h2></header>
          <${Board}
            name=${t("parchment.of", { name })}
            board=${player}
            beach=${table.beach}
            rows=${laidOut}
            marks=${onParchment}
            onTouch=${(space) => {
              setChosen(null);
              dispatch({ type: "aim", space });
            }}
          />
        </section>
      </div>
      <div class="side">
        <section class="panel question" aria-labelledby="question-title">
          <header><h2 id="question-title"><${Icon} name="referee" />${t("referee.question")}</h2></header>
          <${Segments}
            label=${t("referee.player")}
            options=${table.players.map((one, value) => ({
              value,
              text: one.name,
              content: html`<${Seal} player=${value} /><span>${one.name}</span>`,
            }))}
            value=${player}
            onChoose=${(value) => {
              show({ player: value });
              askThat({ ...NO_QUESTION, player: value });
            }}
          />
          <h3>${t("referee.card")}</h3>
          <${CardChoice} label=${t("referee.card")} value=${sketch} onChoose=${(card) => askThat({ sketch: card })} />
          <h3>${t("referee.action")}</h3>
          <${Segments}
            label=${t("referee.action")}
            options=${ACTIONS.map((value) => ({ value, text: t(`action.${value}`) }))}
            value=${action}
            onChoose=${(value) => askThat({ action: value })}
          />
          <p class="hint">${t(`action.${action}.how`)}</p>
          <${Lagoon} lagoon=${question.lagoon} />
          <${Display} table=${table} />
        </section>
        <section class="panel" aria-labelledby="verdict-title">
          <header><h2 id="verdict-title"><${Icon} name="rule" />${t("verdict")}</h2></header>
          <${Standing} live=${live} />
          <${Verdict} live=${live} chosen=${chosen} onChoose=${setChosen} />
          ${
            live.answer?.legal &&
            live.answer.after &&
            html`<button
            type="button"
            class="main wide"
            onClick=${() => dispatch({ type: "play", table: live.answer.after })}
          >${t("referee.play")}</button>`
          }
        </section>
      </div>
    </div>
    ${live.answer && html`<${Brief} answer=${live.answer} />`}
  `;
}
