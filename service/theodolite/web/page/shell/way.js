/**
 * The way from the box to the result: its stations in order, what is missing at each, and the next step.
 *
 * On a phone one station is open at a time; at a desk all are in sight and a tap brings one forward.
 */

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { t, written } from "./i18n.js";
import { Icon, Seal } from "./parts.js";
import { show, viewed } from "./store.js";

const AT_A_DESK = matchMedia("(min-width: 60rem)");

/**
 * @typedef {object} Station
 * @property {string} key
 * @property {string} title
 * @property {number} [seat] the player whose station it is
 * @property {number | null} [total] of that player
 * @property {string[]} missing what still has to be entered there, in words
 * @property {string[]} [troubles] what is impossible there, in sentences
 * @property {string[]} [assumed] what counts as it stands there though more may be to come, in words
 * @property {{text: string, onAct: () => void, disabled?: boolean} | null} [action] the one thing to do there now
 * @property {any} [tool] in hand there from the start
 * @property {any} [dialog] opened there
 * @property {boolean} [stays] whether something is under way there that the way on would leave
 * @property {{text: string, bad?: boolean} | null} [says] what is to be known of it meanwhile
 */

/** On a phone, where one station is seen at a time, back to where it begins. */
export const toTop = () => !AT_A_DESK.matches && scrollTo({ top: 0 });

/** On a phone, a part of the station that is open to the top, below the stations. @param {string} selector */
export const bringUp = (selector) =>
  !AT_A_DESK.matches && document.querySelector(selector)?.scrollIntoView();

/** The views of these stations of the sheet. @param {string[]} stations */
export const onSheet = (...stations) => stations.map((station) => ({ tab: "sheet", station }));

/** The view of a turn that is asked about. */
export const REFEREE = { tab: "referee" };

/** @param {Pick<Station, "key" | "seat" | "tool" | "dialog">} station */
export const goTo = ({ key, seat, tool, dialog = null }) => {
  const also = { ...(seat !== undefined && { player: seat }), ...(tool !== undefined && { tool }) };
  show({ station: key, lit: null, choice: null, dialog, ...also });
  toTop();
};

/** @type {(stations: Station[]) => Station} */
export const stationNow = (stations) =>
  stations.find(({ key }) => key === viewed().station) ?? stations[0];

/** @param {{stations: Station[]}} props */
export function Way({ stations }) {
  const now = stationNow(stations).key;
  const last = useRef(now);
  useEffect(() => {
    const chip = document.querySelector(".way [aria-current=step]");
    chip?.scrollIntoView({ block: "nearest", inline: "center" });
    if (AT_A_DESK.matches && last.current !== now) {
      document.querySelector(`[data-station~="${now}"]`)?.scrollIntoView({ block: "nearest" });
    }
    last.current = now;
  }, [now]);
  return html`
    <nav class="way" aria-label=${t("way")}>
      ${stations.map((station) => {
        const { key, title, seat, total, missing, troubles = [] } = station;
        return html`
        <button
          key=${key}
          type="button"
          class=${missing.length + troubles.length > 0 ? "stop lacks" : "stop"}
          aria-current=${key === now ? "step" : null}
          onClick=${() => goTo(station)}
        >
          ${seat !== undefined && html`<${Seal} player=${seat} />`}
          <span class="name">${title}</span>
          ${total !== undefined && html`<b data-total=${title}>${written(total ?? "–")}</b>`}
          ${missing.length > 0 && html`<span class="sr">${missing.join(", ")}</span>`}
          ${troubles.length > 0 && html`<span class="sr">${troubles.join(" ")}</span>`}
        </button>
      `;
      })}
    </nav>
  `;
}

/** The text of the bar: of the turn under way, of what is impossible, or of what is missing. @param {{stations: Station[]}} props */
function Said({ stations }) {
  const now = stationNow(stations);
  const order = [now, ...stations];
  const [trouble] = order.flatMap((station) =>
    (station.troubles ?? []).map((text) => ({ station, text })),
  );
  const [lack] = order.flatMap((station) => station.missing.map((what) => ({ station, what })));
  const [taken] = order.flatMap((station) =>
    (station.assumed ?? []).map((what) => ({ station, what })),
  );
  if (now.says) {
    const { text, bad = false } = now.says;
    return html`<p class=${bad ? "missing bad" : "missing"} role="status">
      ${bad && html`<${Icon} name="close" />`}<span>${text}</span>
    </p>`;
  }
  if (trouble) {
    return html`<button type="button" class="quiet missing bad" onClick=${() => goTo(trouble.station)}>
      <${Icon} name="warning" /><span>${trouble.text}</span>
    </button>`;
  }
  if (lack) {
    return html`<button type="button" class="quiet missing" onClick=${() => goTo(lack.station)}>
      <${Icon} name="unknown" /><span>${t("way.missing", { what: lack.what })}</span>
    </button>`;
  }
  if (taken) {
    return html`<button type="button" class="quiet missing" onClick=${() => goTo(taken.station)}>
      <${Icon} name="check" /><span>${t("way.assumed", { what: taken.what })}</span>
    </button>`;
  }
  return html`<p class="missing"><${Icon} name="check" /><span>${t("way.whole")}</span></p>`;
}

/**
 * The bar: what is to be known, and the one thing to do now, or else the way on.
 *
 * @param {{stations: Station[]}} props
 */
export function NextStep({ stations }) {
  const now = stationNow(stations);
  const next = stations[stations.indexOf(now) + 1];
  const { action } = now;
  return html`
    <div class="next-step">
      <${Said} stations=${stations} />
      ${
        action
          ? html`<button type="button" class="main act" disabled=${action.disabled} onClick=${action.onAct}>${action.text}</button>`
          : next &&
            !now.stays &&
            html`<button type="button" class="main next" onClick=${() => goTo(next)}>
          <span class="sr">${t("way.next")} </span><span class="name">${next.title}</span> ›
        </button>`
      }
    </div>
  `;
}
