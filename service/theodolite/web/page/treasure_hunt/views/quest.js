/** The whole sheet: the board beside what one does with it, station by station. */

import { t } from "../../shell/i18n.js";
import { resultInBar } from "../../shell/result.js";
import { Stage } from "../../shell/stage.js";
import { stationNow } from "../../shell/way.js";
import { html } from "../../vendor/htm-preact.js";
import { ROUTES, unclearOf } from "../model/table.js";
import { BoardPanel, BoardTools } from "./board.js";
import { GroundPanel } from "./ground.js";
import { MissionsPanel, outcomeNow, untoldNow, wonNow } from "./missions.js";
import { PiecesPanel, placingInBar } from "./pieces.js";
import { isBegun, isJudged, RollPanel, saidOfTurn, turnAction } from "./roll.js";
import { PlayersPanel } from "./setup.js";
import { WaysPanel, wayInBar } from "./ways.js";
import { routeName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */

/** @param {Table} table @returns {import("../../shell/way.js").Station[]} */
function stations(table) {
  const unmarked = table.players.filter(({ routes }) =>
    ROUTES.every((route) => routes[route].cards.length === 0),
  );
  const unrouted = table.players.flatMap(({ name, routes }) =>
    ROUTES.filter((route) => routes[route].cards.length === 0).map((route) =>
      t("assumed.route", { name, route: routeName(route) }),
    ),
  );
  const unclear = unclearOf(table);
  const won = isBegun() ? null : wonNow();
  const unknown = table.players.filter(({ mission }) => mission === null);
  return [
    {
      key: "game",
      title: t("way.game"),
      missing: [],
      assumed: unknown.map(({ name }) => t("assumed.mission", { name })),
    },
    {
      key: "board",
      title: t("board"),
      missing: unclear.segments > 0 ? [t("missing.segments", { n: unclear.segments })] : [],
      assumed: unclear.spaces > 0 ? [t("assumed.unclear", { n: unclear.spaces })] : [],
    },
    {
      key: "pieces",
      title: t("pieces"),
      missing: unmarked.map(({ name }) => t("missing.coordinates", { name })),
      assumed: unrouted,
      ...placingInBar(table),
    },
    {
      key: "roll",
      title: t("roll"),
      missing: [],
      action: won ?? turnAction(table),
      says: won ? { text: won.says } : saidOfTurn(table),
      stays: isJudged(),
    },
    { key: "way", title: t("ways"), missing: [], says: wayInBar() },
    {
      key: "missions",
      title: t("missions"),
      missing: untoldNow(table).map((name) => t("missing.treasures", { name })),
      ...resultInBar(outcomeNow()),
    },
  ];
}

/** The panels of each station beside the board. @type {[string, import("../../shell/frame.js").Component][]} */
const PANELS = [
  ["roll", RollPanel],
  ["way", WaysPanel],
  ["missions", MissionsPanel],
  ["board", GroundPanel],
  ["pieces", PiecesPanel],
  ["game", PlayersPanel],
];

/** Where what is said speaks of the board. */
const OVER = ["pieces", "roll", "way"];

/** @param {{table: Table, onLanguage: (language: string) => void}} props */
export function Quest({ table, onLanguage }) {
  const all = stations(table);
  const now = stationNow(all).key;
  /** @param {string[]} keys */
  const look = (...keys) => `station ${keys.includes(now) ? "now" : ""}`;
  // The station under way stands first, where all of them are in sight.
  const panels = [...PANELS].sort(([one], [other]) => Number(other === now) - Number(one === now));
  const wax = Object.fromEntries(
    table.players.map(({ colour }, seat) => [`--wax-${seat}`, `var(--${colour})`]),
  );
  return html`
    <div class="sheet-of" style=${wax}>
      <${Stage}
        stations=${all}
        look="wide"
        over=${OVER.includes(now)}
        boards=${html`<${BoardPanel} table=${table} look=${look("board", "pieces", "roll", "way", "missions")} />`}
        side=${panels.map(
          ([key, Panel]) =>
            html`<${Panel} key=${key} table=${table} look=${look(key)} onLanguage=${onLanguage} />`,
        )}
        tools=${html`<${BoardTools} table=${table} />`}
      />
    </div>
  `;
}
