/** The score: who leads in words, the sheet by category, and the lines that light up the boards. */

import { apiSpeaksIt, has, listed, t, written } from "../../shell/i18n.js";
import { cardKind } from "../model/table.js";
import { ruleText } from "../rules.js";
import { show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { Stamp, inWords } from "./board.js";
import { Icon, Seal } from "../../shell/parts.js";

const CATEGORIES = ["fidelity", "completeness", "presumptions", "claims", "master_cartographers"];
const ON_ISLAND = ["fidelity", "claims", "master_cartographers"];
const ON_PARCHMENT = ["fidelity", "completeness", "presumptions", "master_cartographers"];

const spacesOf = (item) => [
  ...new Set([...(item.spaces ?? []), ...(item.parts ?? []).flatMap(({ spaces }) => spaces)]),
];

const isBare = ({ island, players }) =>
  [island, ...players.map(({ parchment }) => parchment)].flat().every((row) => row === ".....");

/** Who is ahead, in a sentence; how to begin, while nothing lies on any board. */
export function leader(answer, table) {
  if (answer === null || isBare(table)) return t("leader.waiting");
  const { players, winners, decided_by: decidedBy, solo } = answer;
  const [first] = players.filter(({ name }) => winners.includes(name));
  if (solo) return t("leader.solo", { n: solo.total, title: title(solo, "total") });
  if (players.length === 1) return t("leader.alone", { name: first.name, n: first.total });
  if (decidedBy === "shared") return t("leader.shared", { names: listed(winners), n: first.total });
  if (decidedBy === "fidelity") return t("leader.fidelity", { name: first.name, n: first.total });
  const second = Math.max(...players.filter((one) => one !== first).map(({ total }) => total));
  return t("leader.ahead", { name: first.name, n: first.total - second });
}

/** A solo title: the API's own word where it speaks the language. */
function title(solo, part) {
  if (apiSpeaksIt()) return solo.titles[part];
  const key = `title.${solo.titles[part].toLowerCase()}`;
  return has(key) ? t(key) : solo.titles[part];
}

/** What a line is for, in a few words. */
export function itemTitle(item) {
  if (item.category === "presumptions") {
    return `${t("card.title", { card: item.card })} · ${t(`criterion.${cardKind(item.card).criterion}`)}`;
  }
  if (item.category === "claims") {
    return t("line.claim", { space: item.claim, terrain: t(`terrain.${item.terrain}`) });
  }
  if (item.category === "master_cartographers") {
    const [kind, which] = item.line.split(" ");
    return t(`line.${kind}`, { which });
  }
  return t(`category.${item.category}`);
}

/** Why a line is worth what it is: the API's sentence, or the page's own from the same numbers. */
function reason(item) {
  if (apiSpeaksIt()) return item.explanation;
  const spaces = spacesOf(item);
  if (item.disputed_with?.length > 0) {
    return t("reason.disputed", { names: listed(item.disputed_with) });
  }
  if (item.parts?.length > 0) {
    return item.parts
      .map((part) => t("reason.part", { spaces: inWords(part.spaces), points: part.points }))
      .join("; ");
  }
  if (spaces.length === 0)
    return t(item.category === "completeness" ? "reason.full" : "reason.none");
  return t(`reason.${item.category}`, { n: spaces.length, spaces: inWords(spaces) });
}

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

function Line({ item, player, place, table }) {
  const key = `${player}.${item.category}.${place}`;
  const { lit } = viewed();
  const open = lit?.key?.startsWith(key);
  const spaces = spacesOf(item);
  return html`
    <li class=${open ? "score-line is-open" : "score-line"}>
      <button type="button" aria-pressed=${open} onClick=${() => light(key, player, item, spaces)}>
        <span class="line-title">${itemTitle(item)}</span>
        <span class=${item.points === 0 ? "line-points none" : "line-points"}>${written(item.points)}</span>
        <span class="line-reason">${reason(item)}</span>
      </button>
      ${
        open &&
        html`
        <div class="line-more">
          <div class="stamps">
            ${lit.island && html`<${Stamp} kind="island" beach=${table.beach} rows=${table.island} lit=${new Set(lit.island)} />`}
            ${
              lit.parchment &&
              html`<${Stamp}
              kind="parchment"
              beach=${table.beach}
              rows=${table.players[player].parchment}
              lit=${new Set(lit.parchment)}
            />`
            }
          </div>
          <p class="law">${ruleText(item.rule)} <span class="page">${t("page", { page: item.page })}</span></p>
          ${
            (item.parts?.length ?? 0) > 1 &&
            html`<div class="parts">
              ${item.parts.map(
                (part, at) => html`
                <button
                  type="button"
                  aria-pressed=${lit.key === `${key}/${at}`}
                  onClick=${() => light(`${key}/${at}`, player, item, part.spaces)}
                >${t("reason.part", { spaces: inWords(part.spaces), points: part.points })}</button>
              `,
              )}
            </div>`
          }
        </div>
      `
      }
    </li>
  `;
}

function Lines({ score, player, table }) {
  return html`
    <section class="lines" aria-label=${t("lines.of", { name: score.name })}>
      <h3><${Seal} player=${player} />${t("lines.of", { name: score.name })}</h3>
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

export const shownCategories = ({ players }) =>
  CATEGORIES.filter((category) =>
    players.some(({ subtotals }) => subtotals[category] !== undefined),
  );

function Totals({ answer }) {
  const { players, solo } = answer;
  const shown = shownCategories(answer);
  return html`
    <table class="sheet-table">
      <caption class="sr">${t("sheet")}</caption>
      <thead>
        <tr>
          <td></td>
          ${players.map(
            ({ name }, player) => html`
            <th scope="col"><button type="button" onClick=${() => show({ player })}>
              <${Seal} player=${player} /><span>${name}</span>
            </button></th>
          `,
          )}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (category) => html`
          <tr>
            <th scope="row">${t(`category.${category}`)}</th>
            ${players.map(({ subtotals }) => html`<td>${written(subtotals[category] ?? 0)}</td>`)}
          </tr>
        `,
        )}
        ${
          solo &&
          html`<tr>
            <th scope="row">${t("solo.otoma")}</th>
            <td>${written(-solo.otoma_claims)}</td>
          </tr>`
        }
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${t("total")}</th>
          ${players.map(
            ({ name, total }) => html`<td data-total=${name}>
              <span class=${answer.winners.includes(name) ? "total first" : "total"}>${written(solo ? solo.total : total)}</span>
            </td>`,
          )}
        </tr>
      </tfoot>
    </table>
  `;
}

const Titles = ({ solo }) => html`
  <dl class="titles">
    ${["total", "presumptions", "fidelity", "claims"].map(
      (part) => html`<div><dt>${t(`titles.${part}`)}</dt><dd>${title(solo, part)}</dd></div>`,
    )}
  </dl>
`;

/** Says how fresh the score is, where it is not of this very moment. */
export function Standing({ live }) {
  if (live.status === "offline") {
    return html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`;
  }
  if (live.status === "refused") {
    return html`<p class="standing"><${Icon} name="warning" />${t("standing.refused")}</p>`;
  }
  return null;
}

export function Sheet({ live, table, troubles }) {
  const { answer } = live;
  const elsewhere = troubles.filter(({ board, player }) => board === null && player === null);
  const stale = live.status === "offline" || live.status === "refused";
  const score = answer?.players[viewed().player];
  const mattering = answer?.rulings.filter((one) => one.could_matter) ?? [];
  return html`
    <section class=${stale ? "sheet panel stale" : "sheet panel"} aria-labelledby="sheet-title">
      <header><h2 id="sheet-title"><${Icon} name="sheet" />${t("sheet")}</h2></header>
      <${Standing} live=${live} />
      ${
        elsewhere.length > 0 &&
        html`<ul class="troubles">${elsewhere.map(({ text }) => html`<li><${Icon} name="warning" />${text}</li>`)}</ul>`
      }
      ${
        answer &&
        html`
        <${Totals} answer=${answer} />
        ${answer.solo && html`<${Titles} solo=${answer.solo} />`}
        ${score && html`<${Lines} score=${score} player=${viewed().player} table=${table} />`}
        ${
          mattering.length > 0 &&
          html`<p class="mattering">
            ${t("rulings.matter", { names: listed(mattering.map(({ name }) => t(`ruling.${name}`))) })}
          </p>`
        }
      `
      }
    </section>
  `;
}
