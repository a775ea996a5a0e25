/** The tab of the score: the game, the decrees, each map, and the sheet of four seasons. */

import { t } from "../../shell/i18n.js";
import { viewed } from "../../shell/store.js";
import { NextStep, stationNow, Way } from "../../shell/way.js";
import { html } from "../../vendor/htm-preact.js";
import { lacking } from "../model/table.js";
import { Decrees } from "./decrees.js";
import { MapPanel, MapTools } from "./map.js";
import { GamePanel } from "./setup.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("../model/table.js").Table} Table */

/** @type {(table: Table, answer: import("../answers.js").Answer | null) => import("../../shell/way.js").Station[]} */
function stations(table, answer) {
  const lacks = lacking(table);
  return [
    { key: "game", title: t("way.game"), missing: [] },
    {
      key: "decrees",
      title: t("decrees"),
      missing: lacks.decrees.map((decree) => t("missing.decree", { decree })),
    },
    ...table.players.map(({ name }, seat) => ({
      key: `map-${seat}`,
      title: name,
      seat,
      total: answer?.players[seat]?.total ?? null,
      missing: lacks.maps.includes(seat) ? [t("missing.map", { name })] : [],
    })),
    {
      key: "result",
      title: t("sheet"),
      missing: lacks.boxes.map(({ seat, season }) =>
        t("missing.box", { name: table.players[seat].name, season: t(`season.${season}`) }),
      ),
    },
  ];
}

/** @param {{table: Table, live: import("../../shell/live.js").Live, onLanguage: (language: string) => void}} props */
export function ScoreView({ table, live, onLanguage }) {
  const current = live.status === "current" && live.body === table;
  const all = stations(table, live.answer);
  const now = stationNow(all).key;
  /** @param {string} key */
  const look = (key) => `station ${key === now ? "now" : ""}`;
  return html`
    <${Way} stations=${all} />
    <div class="columns">
      <div class="boards">
        ${table.players.map(
          (_, player) =>
            html`<${MapPanel} key=${player} table=${table} player=${player} look=${look(`map-${player}`)} />`,
        )}
      </div>
      <div class="side">
        <${Sheet} live=${live} table=${table} current=${current} look=${look("result")} />
        <${Decrees} table=${table} look=${look("decrees")} />
        <${GamePanel} table=${table} look=${look("game")} onLanguage=${onLanguage} />
      </div>
    </div>
    <div class=${`dock at-${now.replace(/-\d+$/, "")}`}>
      ${viewed().shared === null && html`<${NextStep} stations=${all} />`}
      ${viewed().shared === null && html`<${MapTools} table=${table} />`}
    </div>
  `;
}
