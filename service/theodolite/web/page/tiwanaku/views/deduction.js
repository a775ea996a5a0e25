/** The disc and what can be known of it: pencil marks, what is certain, each reason step by step, a hint. */

import { t, written } from "../../shell/i18n.js";
import { Icon, LanguageChoice, PhotoButton, Segments } from "../../shell/parts.js";
import { resultInBar } from "../../shell/result.js";
import { at } from "../../shell/root.js";
import { Seats } from "../../shell/seats.js";
import { Stage } from "../../shell/stage.js";
import { show, viewed } from "../../shell/store.js";
import { stationNow } from "../../shell/way.js";
import { html } from "../../vendor/htm-preact.js";
import { hints, known, knownNow } from "../answers.js";
import { dispatch } from "../commands.js";
import { isSolved, leftOf } from "../model/puzzle.js";
import {
  addsUp,
  emptyOf,
  isBare,
  isRanked,
  MOST_PLAYERS,
  TERRAINS,
  untoldOf,
} from "../model/table.js";
import { hasPlayers } from "../model/turn.js";
import { DiscTools, EntryDisc, WheelButton } from "./board.js";
import { AllKnown, chain, groupsOf, tell } from "./certain.js";
import { drawnProof, HintPanel, hintAction, hintedAt, openHint } from "./hint.js";
import { boardInWords, whenFull } from "./puzzle.js";
import { GameRecordPanel } from "./record.js";
import { outcomeNow, Result } from "./result.js";

/** @typedef {import("../model/table.js").Table} Table */

/** @param {{table: Table, look: string, onLanguage: (language: string) => void}} props */
function Setup({ table, look, onLanguage }) {
  return html`
    <section class=${`panel ${look}`} data-station="game" aria-labelledby="setup-title">
      <header><h2 id="setup-title"><${Icon} name="box" />${t("setup")}</h2></header>
      <${Segments}
        label=${t("setup.board")}
        options=${["short", "long"].map((value) => ({ value, text: t(`setup.${value}`) }))}
        value=${table.board}
        onChoose=${(/** @type {string} */ board) =>
          board !== table.board &&
          dispatch(
            { type: "board", board },
            null,
            isBare(table) ? undefined : { key: "notice.new_board" },
          )}
      />
      <div class="begin-board"><a class="button" href=${at("puzzle/")}><${Icon} name="unknown" />${t("puzzle.page")}</a></div>
      <h3>${t("tiles")}</h3>
      <div class="counts">
        ${Object.values(TERRAINS).map(
          (terrain) => html`
          <label key=${terrain}>
            <span>${t(`terrain.${terrain}`)}</span>
            <input
              type="number"
              inputmode="numeric"
              min="0"
              value=${table.tiles[terrain]}
              readonly=${viewed().shared !== null}
              onInput=${(/** @type {any} */ { target }) =>
                target.value !== "" &&
                dispatch(
                  { type: "tiles", terrain, count: Math.trunc(Number(target.value)) },
                  terrain,
                )}
            />
          </label>
        `,
        )}
      </div>
      ${!addsUp(table) && html`<ul class="troubles"><li><${Icon} name="warning" />${t("tiles.sum", { n: table.board === "short" ? 25 : 45 })}</li></ul>`}
      <h3>${t("players.who")}</h3>
      <p class="hint">${t("players.why")}</p>
      <${Seats} names=${table.players.map(({ name }) => name)} most=${MOST_PLAYERS} least=${2} />
      <${LanguageChoice} onLanguage=${onLanguage} />
    </section>
  `;
}

/** @param {{table: Table, look: string}} props */
export function KnownPanel({ table, look }) {
  const { known: wanted } = viewed();
  const live = wanted === "all" ? known.current() : hints.current();
  const answer = knownNow();
  return html`
    <section class=${`panel ${look}`} data-station="known" aria-labelledby="known-title">
      <header><h2 id="known-title"><${Icon} name="unknown" />${t("known")}</h2></header>
      ${!isSolved(table) && html`<${HintPanel} table=${table} />`}
      ${wanted === null && !isSolved(table) && html`<p class="hint">${t("known.how")}</p>`}
      ${wanted !== null && live.status === "offline" && html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`}
      ${
        wanted !== null &&
        live.refusal &&
        html`<ul class="troubles">${live.refusal.errors.map(({ detail }) => html`<li><${Icon} name="warning" />${detail}</li>`)}</ul>`
      }
      ${wanted !== null && live.status === "asking" && html`<p role="status">…</p>`}
      ${wanted === "all" && answer && html`<${AllKnown} table=${table} answer=${answer} />`}
    </section>
  `;
}

/** The marks on the board for the deductions. @type {() => {lit: string[] | null, aim?: Set<string>, certain?: Set<string>, steps?: Map<string, string>}} */
export function pointedOut() {
  const { known: wanted, reason, group, place } = viewed();
  const answer = knownNow();
  if (wanted !== "all" || !answer) return hintedAt();
  if (reason) return drawnProof(chain(answer, reason), reason.space);
  const certain = new Set(answer.certain.map(({ space }) => space));
  const grouped = group === null ? null : groupsOf(answer).get(group);
  const lit = grouped?.map(({ space }) => space) ?? null;
  return { lit, certain, aim: place ? new Set([place]) : undefined };
}

/** The next action, as the bar has it. @type {(table: Table, station: string) => {text: string, onAct: () => void, disabled?: boolean} | null} */
export function actionAt(table, station) {
  const full = whenFull(table);
  if (full) return full;
  if (station === "known") return hintAction(table);
  return table.puzzle && leftOf(table) > 0
    ? { text: t("hint"), onAct: () => openHint("where") }
    : null;
}

const photograph = () => show({ dialog: { kind: "photo" } });

/** @param {{state: import("../model/turn.js").State, onLanguage: (language: string) => void}} props */
export function Deduction({ state, onLanguage }) {
  const { table } = state;
  const { known: wanted, pencil, shared } = viewed();
  const ranked = isRanked(table);
  const outcome = outcomeNow(table);
  const empty = emptyOf(table);
  const [what, n] = empty.tiles > 0 ? ["tiles_left", empty.tiles] : ["crops_left", empty.crops];
  const left = n > 0 ? [t(`missing.${what}`, { n })] : [];
  const all = [
    {
      key: "game",
      title: t("way.game"),
      missing: addsUp(table) ? [] : [t("missing.tiles")],
    },
    ...["board", "known"].map((key) => ({
      key,
      title: t(`way.${key}`),
      missing: key === "board" ? left : [],
      says: boardInWords(table),
      action: actionAt(table, key),
    })),
    ...(ranked && hasPlayers(table)
      ? [
          {
            key: "result",
            title: t("result"),
            missing: [],
            assumed: untoldOf(table).map(({ name, score }) =>
              t("assumed.score", { name, n: score }),
            ),
            ...resultInBar(outcome),
          },
        ]
      : []),
  ];
  const now = stationNow(all).key;
  /** @param {string[]} keys */
  const look = (...keys) => `station ${keys.includes(now) ? "now" : ""}`;
  const bare = isBare(table);
  return html`
    <${Stage}
      stations=${all}
      look="wide"
      over=${now === "known"}
      boards=${html`
        <section class=${`panel ${look("board", "known")}`} data-station="board known" aria-labelledby="disc-title">
          <header>
            <h2 id="disc-title"><${Icon} name="island" />${t("board")}</h2>
            <span>${written((table.board === "short" ? 25 : 45) - empty.tiles)} / ${table.board === "short" ? 25 : 45}</span>
          </header>
          <${EntryDisc} table=${table} ...${pointedOut()} pencil=${wanted === "all" && pencil} onTell=${(/** @type {string} */ place) => now === "known" && tell(place)} />
          ${
            shared === null &&
            bare &&
            html`<div class="begin-board"><${PhotoButton} bare onOpen=${photograph} /></div>`
          }
          ${
            !bare &&
            shared === null &&
            html`<div class="board-actions">
              <${PhotoButton} bare=${false} onOpen=${photograph} />
              ${table.disc && html`<${WheelButton} />`}
              <button type="button" class="quiet" onClick=${() => dispatch({ type: "clear" }, null, { key: table.puzzle ? "notice.restarted" : "notice.cleared" })}><${Icon} name="clear" />${t(table.puzzle ? "puzzle.restart" : "board.clear")}</button>
              <button type="button" class="quiet" onClick=${() => print()}><${Icon} name="print" />${t("share.print")}</button>
            </div>`
          }
        </section>
      `}
      side=${html`
        ${
          ranked &&
          html`<${Result} table=${table} outcome=${outcome} look=${look("result")} />
          <${GameRecordPanel} state=${state} look=${look("result")} />`
        }
        <${KnownPanel} table=${table} look=${look("known")} />
        <${Setup} table=${table} look=${look("game")} onLanguage=${onLanguage} />
      `}
      tools=${html`<${DiscTools} table=${table} />`}
    />
  `;
}
