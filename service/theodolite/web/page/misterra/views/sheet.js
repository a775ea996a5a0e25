/** The score: who is ahead in words, the sheet by category, and the lines that light up the boards. */

import { listed, t, written } from "../../shell/i18n.js";
import { Icon, Seal } from "../../shell/parts.js";
import { PlayerChoice } from "../../shell/seats.js";
import { ScoreLine, SheetTable, Total } from "../../shell/sheet.js";
import { isReadOnly, show, state, viewed } from "../../shell/store.js";
import { Law } from "../../shell/verdict.js";
import { html } from "../../vendor/htm-preact.js";
import { lacking } from "../model/missing.js";
import { totalsOf } from "../model/result.js";
import { cardKind } from "../model/table.js";
import { inWords, Stamp, said } from "./board.js";
import { CardDrawn } from "./card.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/result.js").Answer} Answer */
/** @typedef {import("../model/result.js").Item} Item */
/** @typedef {import("../../shell/live.js").Live} Live */

/** @type {(keyof import("../model/result.js").Scored["subtotals"])[]} */
const CATEGORIES = ["fidelity", "completeness", "presumptions", "claims", "master_cartographers"];
const ON_ISLAND = ["fidelity", "claims", "master_cartographers"];
const ON_PARCHMENT = ["fidelity", "completeness", "presumptions", "master_cartographers"];

/** @param {Item} item */
const spacesOf = (item) => [
  ...new Set([...(item.spaces ?? []), ...(item.parts ?? []).flatMap(({ spaces }) => spaces ?? [])]),
];

/** The parts that a table still lacks; nobody is asked about somebody else's game. @param {Table} table */
export const lacksNow = (table) => lacking({ table, claimless: isReadOnly() || state().claimless });

/**
 * The winners, or the leaders as long as something is missing, in a sentence.
 *
 * @type {(answer: Answer, table: Table) => string}
 */
export function leader(answer, table) {
  const { players, winners, decided_by: decidedBy, solo } = answer;
  if (solo) return t("leader.solo", { n: solo.total, title: solo.titles.total });
  const [first] = players.filter(({ name }) => winners.includes(name));
  const { name, total: n } = first;
  if (players.length === 1) return t("leader.alone", { name, n });
  const isResult = lacksNow(table).length === 0;
  if (decidedBy === "shared") {
    return t(isResult ? "result.shared" : "leader.shared", { names: listed(winners), n });
  }
  if (decidedBy === "fidelity") {
    return t(isResult ? "result.fidelity" : "leader.fidelity", { name, n });
  }
  const second = Math.max(...players.filter((one) => one !== first).map(({ total }) => total));
  return t(isResult ? "result.ahead" : "leader.ahead", { name, n: n - second });
}

/** The reason of a line, in a few words. @param {Item} item */
export function itemTitle(item) {
  if (item.category === "presumptions") {
    const card = item.card ?? 0;
    return `${t("card.title", { card })} · ${t(`criterion.${cardKind(card).criterion}`)}`;
  }
  if (item.category === "claims") {
    return t("line.claim", { space: item.claim ?? "", terrain: t(`terrain.${item.terrain}`) });
  }
  if (item.category === "master_cartographers") {
    const [kind, which] = (item.line ?? "").split(" ");
    return t(`line.${kind}`, { which });
  }
  return t(`category.${item.category}`);
}

/** @type {(key: string, player: number, item: Item, spaces: string[]) => void} */
function light(key, player, item, spaces) {
  const lit = {
    key,
    player,
    island: ON_ISLAND.includes(item.category) ? spaces : null,
    parchment: ON_PARCHMENT.includes(item.category) ? spaces : null,
  };
  const again = viewed().lit?.key === key;
  show({ lit: again ? null : lit, player });
}

/** @param {{item: Item, player: number, place: number, table: Table}} props */
function Line({ item, player, place, table }) {
  const key = `${player}.${item.category}.${place}`;
  const { lit } = viewed();
  const open = lit?.key === key || lit?.key.startsWith(`${key}/`);
  const parts = item.parts ?? [];
  const card = table.players[player].presumptions.find((one) => one.card === item.card);
  return html`
    <${ScoreLine}
      title=${itemTitle(item)}
      points=${item.points}
      reason=${said(item.explanation)}
      open=${open}
      onOpen=${() => light(key, player, item, spacesOf(item))}
    >
      <div class="stamps">
        ${card && html`<${CardDrawn} presumption=${card} beach=${table.beach} />`}
        ${lit?.island && html`<${Stamp} kind="island" beach=${table.beach} rows=${table.island} lit=${new Set(lit.island)} />`}
        ${
          lit?.parchment &&
          html`<${Stamp}
          kind="parchment"
          beach=${table.beach}
          rows=${table.players[player].parchment}
          lit=${new Set(lit.parchment)}
        />`
        }
      </div>
      <${Law} of=${item} />
      ${
        parts.length > 1 &&
        html`<div class="parts">
          ${parts.map(
            ({ spaces = [], points }, at) => html`
            <button
              type="button"
              aria-pressed=${lit?.key === `${key}/${at}`}
              onClick=${() => light(`${key}/${at}`, player, item, spaces)}
            >${t("reason.part", { spaces: inWords(spaces), points })}</button>
          `,
          )}
        </div>`
      }
    </>
  `;
}

/** Whose lines are open: those that somebody chose, else the winner's. @param {Answer} answer */
function readerOf({ players, winners }) {
  const first = players.findIndex(({ name }) => winners.includes(name));
  return Math.min(viewed().reader ?? Math.max(first, 0), players.length - 1);
}

/** @param {{answer: Answer, table: Table}} props */
function Lines({ answer, table }) {
  const player = readerOf(answer);
  const score = answer.players[player];
  if (!score) return null;
  return html`
    <section class="lines" aria-label=${t("lines.of", { name: score.name })}>
      ${
        answer.players.length > 1 &&
        html`<${PlayerChoice}
        names=${answer.players.map(({ name }) => name)}
        value=${player}
        onChoose=${(/** @type {number} */ value) => show({ player: value, reader: value, lit: null })}
      />`
      }
      <h3>${t("lines.of", { name: score.name })}</h3>
      <ul>
        ${score.items.map(
          (item, place) =>
            // Ten rows and columns that earned nothing would bury the lines that did.
            (item.category !== "master_cartographers" || item.points > 0) &&
            html`<${Line} key=${place} item=${item} place=${place} player=${player} table=${table} />`,
        )}
      </ul>
    </section>
  `;
}

/** The lines that are played: a variant that is off has none. @type {(answer: Answer, table: Table) => typeof CATEGORIES} */
export const shownCategories = ({ players }, { variants }) =>
  CATEGORIES.filter(
    (category) =>
      (category !== "master_cartographers" || variants.master_cartographers === true) &&
      players.some(({ subtotals }) => subtotals[category] !== undefined),
  );

/** @param {{answer: Answer, table: Table}} props */
function Totals({ answer, table }) {
  const { players, solo, winners } = answer;
  const rows = shownCategories(answer, table).map((category) => ({
    title: t(`category.${category}`),
    cells: players.map(({ subtotals }) => written(subtotals[category] ?? 0)),
  }));
  const otoma = solo && [{ title: t("solo.otoma"), cells: [written(-solo.otoma_claims)] }];
  return html`
    <${SheetTable}
      heads=${players.map(
        ({ name }, player) => html`<${Seal} player=${player} /><span class="name">${name}</span>`,
      )}
      rows=${[...rows, ...(otoma ?? [])]}
      foot=${{
        title: t("total"),
        cells: totalsOf(answer).map(
          (total, player) =>
            html`<${Total} points=${total} first=${winners.includes(players[player].name)} />`,
        ),
      }}
    />
  `;
}

/** @type {(keyof NonNullable<Answer["solo"]>["titles"])[]} */
const TITLES = ["total", "presumptions", "fidelity", "claims"];

/** @param {{solo: NonNullable<Answer["solo"]>}} props */
const Titles = ({ solo }) => html`
  <dl class="titles">
    ${TITLES.map(
      (part) => html`<div><dt>${t(`titles.${part}`)}</dt><dd>${solo.titles[part]}</dd></div>`,
    )}
  </dl>
`;

/** Says how fresh the score is, where it is not of this very moment. @param {{live: Live}} props */
export function Standing({ live }) {
  if (live.status === "offline") {
    return html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`;
  }
  if (live.status === "refused") {
    return html`<p class="standing"><${Icon} name="warning" />${t("standing.refused")}</p>`;
  }
  return null;
}

/** @param {{live: Live, table: Table, troubles: import("./marks.js").Trouble[], look: string}} props */
export function Sheet({ live, table, troubles, look }) {
  /** @type {Answer | null} */
  const answer = live.answer;
  const elsewhere = troubles.filter(({ board, player }) => board === null && player === null);
  return html`
    <section class=${`sheet panel ${look}`} data-station="result" aria-labelledby="sheet-title">
      <header><h2 id="sheet-title"><${Icon} name="sheet" />${t("sheet")}</h2></header>
      <${Standing} live=${live} />
      ${
        elsewhere.length > 0 &&
        html`<ul class="troubles">${elsewhere.map(({ text }) => html`<li><${Icon} name="warning" />${text}</li>`)}</ul>`
      }
      ${
        answer &&
        html`
        <${Totals} answer=${answer} table=${table} />
        ${answer.solo && html`<${Titles} solo=${answer.solo} />`}
        <${Lines} answer=${answer} table=${table} />
      `
      }
    </section>
  `;
}
