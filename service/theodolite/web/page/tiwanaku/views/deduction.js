/** The disc and what can be known of it: pencil marks, what is certain, each reason step by step, a hint. */

import { ask } from "../../shell/api.js";
import { t, written } from "../../shell/i18n.js";
import { Icon, LanguageChoice, PhotoButton, Segments, Switch } from "../../shell/parts.js";
import { Seats } from "../../shell/seats.js";
import { Stage } from "../../shell/stage.js";
import { dispatch, show, table as tableNow, viewed } from "../../shell/store.js";
import { stationNow } from "../../shell/way.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { easiest, knownOf } from "../answers.js";
import { addsUp, isBare, MOST_PLAYERS, TERRAINS, wrongOf } from "../model/table.js";
import { hasPlayers } from "../model/turn.js";
import { DiscTools, EntryDisc } from "./board.js";
import { Result } from "./result.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Known} Known */
/** @typedef {import("../answers.js").Certain} Certain */

/** "C4: rock", "B1: level 2" @param {Certain} certain */
const told = ({ space, terrain, crop }) =>
  `${space}: ${terrain ? t(`terrain.${terrain}`) : t("board.level", { level: crop ?? "" })}`;

/** The steps that prove something, in their order. @type {(answer: Known, certain: Certain) => import("../answers.js").Step[]} */
const chain = ({ steps }, certain) => steps.filter(({ id }) => certain.steps?.includes(id));

/** @param {{table: Table, look: string, onLanguage: (language: string) => void}} props */
function Setup({ table, look, onLanguage }) {
  const [seed, setSeed] = useState(1);
  const [waiting, setWaiting] = useState(/** @type {string | null} */ (null));
  const deal = async () => {
    setWaiting("…");
    try {
      const { disc } = await ask("tiwanaku/scenarios", {
        board: table.board,
        seed,
        unique: "from_start",
      });
      setWaiting(disc ? null : t("scenario.none"));
      // What was laid meanwhile is not swept away by an answer that comes late.
      if (!disc || tableNow() !== table) return;
      dispatch({ type: "scenario", board: table.board, disc });
      show({ station: "board", known: null });
    } catch {
      setWaiting(t("offline"));
    }
  };
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
      ${!addsUp(table) && html`<p class="troubles"><${Icon} name="warning" />${t("tiles.sum", { n: table.board === "short" ? 25 : 45 })}</p>`}
      <h3>${t("scenario")}</h3>
      <p>${t("scenario.how")}</p>
      <div class="begin-board">
        <label class="seed">
          <span>${t("scenario.number")}</span>
          <input type="number" inputmode="numeric" min="0" value=${seed} onInput=${(/** @type {any} */ event) => setSeed(Math.max(0, Math.trunc(Number(event.target.value)) || 0))} />
        </label>
        <button type="button" class="main" onClick=${deal}>${t("scenario.play")}</button>
      </div>
      <p role="status">${waiting}</p>
      <h3>${t("players.who")}</h3>
      <p class="hint">${t("players.why")}</p>
      <${Seats} names=${table.players.map(({ name }) => name)} most=${MOST_PLAYERS} least=${2} />
      <${LanguageChoice} onLanguage=${onLanguage} />
    </section>
  `;
}

/** One reason, a step at a time. @param {{answer: Known, certain: Certain, hint: boolean}} props */
function Reason({ answer, certain, hint }) {
  const steps = chain(answer, certain);
  const at = Math.min(viewed().step, steps.length - 1);
  const step = steps[at];
  const last = at === steps.length - 1;
  return html`
    <div class="reason">
      ${!hint && html`<h3>${told(certain)}</h3>`}
      ${
        step
          ? html`<p class="step" role="status">
              ${!hint && html`<span class="page">${t("reason.step", { at: at + 1, n: steps.length })}</span> `}
              ${step.explanation}
            </p>
            <div class="dialog-actions">
              ${at > 0 && html`<button type="button" onClick=${() => show({ step: at - 1 })}>${t("reason.back")}</button>`}
              ${!last && html`<button type="button" class="main" onClick=${() => show({ step: at + 1 })}>${t(hint ? "hint.more" : "reason.next")}</button>`}
              ${last && hint && html`<p class="hint">${t("hint.last")}</p>`}
            </div>`
          : html`<p>${t("reason.unexplained")}</p>`
      }
    </div>
  `;
}

/** @param {{table: Table, live: import("../../shell/live.js").Live, look: string}} props */
function KnownPanel({ table, live, look }) {
  const { known, reason } = viewed();
  const answer = knownOf(table);
  const chosen = known === "hint" && answer ? easiest(answer) : reason;
  /** @param {"all" | "hint"} what */
  const want = (what) =>
    show({ known: known === what ? null : what, reason: null, step: 0, tool: null });
  return html`
    <section class=${`panel ${look}`} data-station="known" aria-labelledby="known-title">
      <header><h2 id="known-title"><${Icon} name="unknown" />${t("known")}</h2></header>
      <div class="begin-board">
        <button type="button" aria-pressed=${known === "hint"} onClick=${() => want("hint")}>${t("hint")}</button>
        <button type="button" aria-pressed=${known === "all"} onClick=${() => want("all")}>${t("known.all")}</button>
      </div>
      ${known === null && html`<p class="hint">${t("known.how")}</p>`}
      ${known !== null && live.status === "offline" && html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`}
      ${
        known !== null &&
        live.refusal &&
        html`<ul class="troubles">${live.refusal.errors.map(({ detail }) => html`<li><${Icon} name="warning" />${detail}</li>`)}</ul>`
      }
      ${known !== null && !answer && live.status === "asking" && html`<p role="status">…</p>`}
      ${answer?.consistent === false && html`<p class="troubles"><${Icon} name="warning" />${t("known.impossible", { spaces: answer.conflict?.tiles.join(", ") ?? "" })}</p>`}
      ${answer && chosen && html`<${Reason} answer=${answer} certain=${chosen} hint=${known === "hint"} />`}
      ${
        answer &&
        known === "all" &&
        answer.consistent !== false &&
        html`
        <p>${t(answer.worlds.exact ? "known.worlds" : "known.many", { n: answer.worlds.count })}
          ${answer.truncated && html` ${t("known.truncated")}`}</p>
        ${answer.certain.length === 0 && html`<p>${t("known.nothing")}</p>`}
        <ul class="certain">
          ${answer.certain.map(
            (one) => html`
            <li key=${told(one)}>
              <button type="button" aria-pressed=${reason === one} onClick=${() => show({ reason: reason === one ? null : one, step: 0 })}>${told(one)}</button>
            </li>
          `,
          )}
        </ul>
      `
      }
      ${answer && known === "hint" && !chosen && answer.consistent !== false && html`<p>${t("hint.none")}</p>`}
      ${
        known === "all" &&
        html`<${Switch}
        label=${t("pencil")}
        hint=${t("pencil.hint")}
        on=${viewed().pencil !== false}
        onChange=${(/** @type {boolean} */ pencil) => show({ pencil })}
      />`
      }
    </section>
  `;
}

/** What is to be seen on the board of what is known. @type {(table: Table) => {lit: string[] | null, certain: Set<string>}} */
function pointedOut(table) {
  const { known, reason, step } = viewed();
  const answer = knownOf(table);
  if (!answer || known === null) return { lit: null, certain: new Set() };
  const chosen = known === "hint" ? easiest(answer) : reason;
  const steps = chosen ? chain(answer, chosen) : [];
  const shown = steps[Math.min(step, steps.length - 1)];
  const certain = known === "all" ? answer.certain.map(({ space }) => space) : [];
  return { lit: shown?.spaces ?? (chosen ? [chosen.space] : null), certain: new Set(certain) };
}

/** Whether the scenario is solved, once every space is filled. @param {Table} table */
function puzzleInWords(table) {
  const wrong = wrongOf(table);
  if (wrong === null) return null;
  return wrong.length === 0
    ? { text: t("puzzle.solved") }
    : { text: t("puzzle.wrong", { n: wrong.length }), bad: true };
}

const photograph = () => show({ dialog: { kind: "photo" } });

/** @param {{table: Table, live: import("../../shell/live.js").Live, onLanguage: (language: string) => void}} props */
export function Deduction({ table, live, onLanguage }) {
  const { known, pencil, shared } = viewed();
  const all = [
    {
      key: "game",
      title: t("way.game"),
      missing: addsUp(table) ? [] : [t("missing.tiles")],
    },
    { key: "board", title: t("board"), missing: [], says: puzzleInWords(table) },
    { key: "known", title: t("way.known"), missing: [] },
    ...(hasPlayers(table) ? [{ key: "result", title: t("result"), missing: [] }] : []),
  ];
  const now = stationNow(all).key;
  /** @param {string[]} keys */
  const look = (...keys) => `station ${keys.includes(now) ? "now" : ""}`;
  const bare = isBare(table);
  const laid = table.terrain.join("").replaceAll(".", "").length;
  return html`
    <${Stage}
      stations=${all}
      look="wide"
      over=${now === "known"}
      boards=${html`
        <section class=${`panel ${look("board", "known")}`} data-station="board known" aria-labelledby="disc-title">
          <header>
            <h2 id="disc-title"><${Icon} name="island" />${t("board")}</h2>
            <span>${written(laid)} / ${table.board === "short" ? 25 : 45}</span>
          </header>
          <${EntryDisc} table=${table} ...${pointedOut(table)} pencil=${known === "all" && pencil !== false} />
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
              <button type="button" class="quiet" onClick=${() => dispatch({ type: "clear" }, null, { key: "notice.cleared" })}><${Icon} name="clear" />${t("board.clear")}</button>
              <button type="button" class="quiet" onClick=${() => print()}><${Icon} name="print" />${t("share.print")}</button>
            </div>`
          }
        </section>
      `}
      side=${html`
        <${Result} table=${table} look=${look("result")} />
        <${KnownPanel} table=${table} live=${live} look=${look("known")} />
        <${Setup} table=${table} look=${look("game")} onLanguage=${onLanguage} />
      `}
      tools=${html`<${DiscTools} table=${table} />`}
    />
  `;
}
