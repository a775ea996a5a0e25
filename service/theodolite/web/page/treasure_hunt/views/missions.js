/** The mission sheet: what everybody has of all that winning takes, and who has won. */

import { listed, t } from "../../shell/i18n.js";
import { Icon, Seal } from "../../shell/parts.js";
import { headline, Moment } from "../../shell/result.js";
import { ruleText } from "../../shell/rulebook.js";
import { show, viewed } from "../../shell/store.js";
import { Cited } from "../../shell/verdict.js";
import { toTop } from "../../shell/way.js";
import { html } from "../../vendor/htm-preact.js";
import { missions } from "../answers.js";
import { Standing } from "./checks.js";
import { GameRecordPanel } from "./record.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Sheet} Sheet */
/** @typedef {import("../answers.js").Demand} Demand */

/** @type {(met: boolean | null) => string} */
const status = (met) => (met === null ? "not_checked" : met ? "passed" : "failed");
/** @type {Record<string, string>} */
const SIGNS = { passed: "check", failed: "close", not_checked: "unknown" };

/** @param {{winners: string[], players: Sheet[]}} answer */
export function leader({ winners, players: sheets }) {
  if (winners.length > 0) return t("missions.won", { n: winners.length, names: listed(winners) });
  const whole = sheets.filter(({ complete }) => complete).map(({ name }) => name);
  if (whole.length > 0) return t("missions.whole", { n: whole.length, names: listed(whole) });
  return t(
    sheets.every(({ complete }) => complete === null) ? "missions.unknown" : "missions.open",
  );
}

/** A demand that is met, in words. @param {Demand} item */
function metInWords({ category, treasure, by, have }) {
  if (category === "coordinates") return t("missions.coordinates", { n: have ?? 0 });
  const words = t(`treasure.${treasure}`);
  return by === "choice" ? t("missions.by_choice", { treasure: words }) : words;
}

/** Why the first winner has won: all that the mission demands. @param {{winners: string[], players: Sheet[]}} answer @returns {string | null} */
export function whyWon({ winners, players }) {
  const sheet = players.find(({ name }) => winners.includes(name));
  if (!sheet) return null;
  const asked = sheet.items.filter(({ category }) => category !== "home").map(metInWords);
  return t("missions.why", { what: listed([...asked, t("missions.home")]) });
}

/** @returns {{winners: string[], players: Sheet[]} | null} */
const answerNow = () => missions.current().answer;

/** The players whose treasures are not entered, though their mission is known. @param {Table} table */
export const untoldNow = ({ players }) =>
  players.flatMap(({ name, mission }) => {
    const sheet = answerNow()?.players.find((one) => one.name === name);
    return mission !== null && sheet?.items.some(({ met }) => met === null) ? [name] : [];
  });

/** Once somebody has won the bar leads to the result. @returns {{text: string, onAct: () => void, says: string} | null} */
export function wonNow() {
  const answer = answerNow();
  if (!answer || answer.winners.length === 0) return null;
  return {
    text: t("missions.see"),
    says: leader(answer),
    onAct: () => {
      show({ station: "missions", lit: null });
      toTop();
    },
  };
}

/** @param {{item: Demand, place: string}} props */
function Item({ item, place }) {
  const { lit } = viewed();
  const open = lit?.key === place;
  const is = status(item.met);
  return html`
    <li class=${`check ${is}`}>
      <button type="button" aria-pressed=${open} onClick=${() => show({ lit: open ? null : { key: place, spaces: item.spaces ?? [] } })}>
        <span class="sign"><${Icon} name=${SIGNS[is]} /><span class="sr">${t(`demand.${is}`)}</span></span>
        <span class="line-title">${item.explanation}</span>
        ${open && html`<span class="law">${ruleText(item.rule)} <${Cited} check=${item} /></span>`}
      </button>
    </li>
  `;
}

/** How much of it is met, as a bar. @param {{items: Demand[]}} props */
const Progress = ({ items }) => html`
  <span class="progress" aria-hidden="true">${items.map(({ met }, at) => html`<i key=${at} class=${status(met)}></i>`)}</span>
`;

/** @returns {import("../../shell/result.js").Outcome} */
export function outcomeNow() {
  const answer = answerNow();
  const { players: sheets = [], winners = [] } = answer ?? {};
  const known = sheets.some(({ complete }) => complete !== null) ? sheets : [];
  return {
    leader: headline(missions.current(), leader),
    places: known.map(({ name, items }) => ({
      name,
      total: `${items.filter(({ met }) => met).length}/${items.length}`,
      first: winners.includes(name),
    })),
    why: answer && whyWon(answer),
    whole: winners.length > 0,
    current: missions.current().status === "current",
  };
}

/** @param {Sheet} sheet */
const isKnown = ({ complete }) => complete !== null;

/** @param {{table: Table, look: string}} props */
export function MissionsPanel({ table, look }) {
  const live = missions.current();
  const answer = answerNow();
  const sheets = answer?.players ?? [];
  const isGoing = answer?.winners.length === 0 && sheets.filter(isKnown).length > 1;
  // The winner's lines stand first.
  const seats = [...sheets.keys()].sort(
    (one, other) => Number(sheets[other].won) - Number(sheets[one].won),
  );
  return html`
    <${Moment} station="missions" outcome=${outcomeNow()} look=${look} />
    <section class=${`panel missions ${look}`} data-station="missions" aria-labelledby="missions-title">
      <header><h2 id="missions-title"><${Icon} name="sheet" />${t("missions")}</h2></header>
      <${Standing} live=${live} />
      ${seats
        .filter((seat) => table.players[seat])
        .map((seat) => {
          const { name, items, won } = sheets[seat];
          // A mission is its owner's secret until somebody has won.
          const isSecret = isGoing && isKnown(sheets[seat]) && viewed().mission !== seat;
          return html`
            <div class="mission-of" key=${seat}>
              <h3><${Seal} player=${seat} />${name}${won && html` <${Icon} name="gem" />`}<${Progress} items=${items} /></h3>
              ${
                isSecret
                  ? html`<button type="button" onClick=${() => show({ mission: seat })}><${Icon} name="card" />${t("missions.show", { name })}</button>`
                  : html`<ul class="checks">${items.map((item, at) => html`<${Item} key=${at} item=${item} place=${`mission ${seat} ${at}`} />`)}</ul>`
              }
            </div>
          `;
        })}
    </section>
    <${GameRecordPanel} table=${table} look=${look} />
  `;
}
