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
 */

/** @param {Station} station */
const goTo = ({ key, seat }) => {
  show({ station: key, lit: null, choice: null, ...(seat !== undefined && { player: seat }) });
  if (!AT_A_DESK.matches) scrollTo({ top: 0 });
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
        const { key, title, seat, total, missing } = station;
        return html`
        <button
          key=${key}
          type="button"
          class=${missing.length > 0 ? "stop lacks" : "stop"}
          aria-current=${key === now ? "step" : null}
          onClick=${() => goTo(station)}
        >
          ${seat !== undefined && html`<${Seal} player=${seat} />`}
          <span class="name">${title}</span>
          ${total !== undefined && html`<b data-total=${title}>${written(total ?? "–")}</b>`}
          ${missing.length > 0 && html`<span class="sr">${missing.join(", ")}</span>`}
        </button>
      `;
      })}
    </nav>
  `;
}

/**
 * What is still missing, always in sight, and the way on.
 *
 * @param {{stations: Station[]}} props
 */
export function NextStep({ stations }) {
  const now = stationNow(stations);
  const next = stations[stations.indexOf(now) + 1];
  const [lack] = [now, ...stations].flatMap((station) =>
    station.missing.map((words) => ({ station, words })),
  );
  return html`
    <div class="next-step">
      ${
        lack
          ? html`<button type="button" class="quiet missing" onClick=${() => goTo(lack.station)}>
              <${Icon} name="unknown" /><span>${t("way.missing", { what: lack.words })}</span>
            </button>`
          : html`<p class="missing"><${Icon} name="check" /><span>${t("way.whole")}</span></p>`
      }
      ${
        next &&
        html`<button type="button" class="main next" onClick=${() => goTo(next)}>
          <span class="sr">${t("way.next")} </span><span class="name">${next.title}</span> ›
        </button>`
      }
    </div>
  `;
}
