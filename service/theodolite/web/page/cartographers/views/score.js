/** The tab of the score: the game, the decrees, each map, and the sheet of four seasons. */

import { t } from "../../shell/i18n.js";
import { resultInBar } from "../../shell/result.js";
import { Stage } from "../../shell/stage.js";
import { isReadOnly, viewed } from "../../shell/store.js";
import { stationNow } from "../../shell/way.js";
import { html } from "../../vendor/htm-preact.js";
import { totalOf } from "../model/boxes.js";
import { isBlank, lacking } from "../model/table.js";
import { drawing, drawnFirst, isUnderWay, seasonInBar } from "./bar.js";
import { Decrees } from "./decrees.js";
import { DrawPanel } from "./draw.js";
import { BRUSH, MapPanel, MapTools } from "./map.js";
import { GameRecordPanel } from "./record.js";
import { GameReview } from "./review.js";
import { GamePanel } from "./setup.js";
import { outcomeOf, Sheet } from "./sheet.js";

/** @typedef {import("../model/record.js").State} State */
/** @typedef {import("../../shell/live.js").Live} Live */

/** @type {(state: State, live: Live, current: boolean, outcome: import("../../shell/result.js").Outcome) => import("../../shell/way.js").Station[]} */
function stations(state, { answer, refusal }, current, outcome) {
  const { table } = state;
  const tied =
    answer?.decided_by === "undecided"
      ? answer.players.flatMap((/** @type {any} */ { rank }, /** @type {number} */ seat) =>
          rank === 1 ? [seat] : [],
        )
      : [];
  const lacks = lacking(table, tied);
  /** @param {RegExp} place */
  const troubles = (place) =>
    (refusal?.errors ?? [])
      .filter(({ pointer }) => place.test(pointer))
      .map(({ detail = "" }) => detail);
  return [
    {
      key: "game",
      title: t("way.game"),
      missing: [],
      troubles: troubles(/^\/(?!decrees|players)/),
      ...drawnFirst(table),
    },
    {
      key: "decrees",
      dialog: lacks.decrees[0] && { kind: "decree", decree: lacks.decrees[0] },
      troubles: troubles(/^\/decrees/),
      title: t("decrees"),
      missing: lacks.decrees.map((decree) => t("missing.decree", { decree })),
      ...drawnFirst(table),
    },
    ...table.players.map(({ name, coins }, seat) => ({
      key: `map-${seat}`,
      title: name,
      seat,
      total: answer?.players[seat]?.total ?? sumOf(table.players[seat]),
      // A card that is being drawn stays in hand.
      ...(!viewed().card && { tool: isBlank(table.players[seat]) ? BRUSH : null }),
      missing: lacks.maps.includes(seat) ? [t("missing.map", { name })] : [],
      assumed: coins === 0 ? [t("assumed.coins", { name })] : [],
      troubles: troubles(RegExp(`^/players/${seat}\\b`)),
      ...drawing(state, seat, current),
    })),
    {
      key: "result",
      title: t("sheet"),
      missing: /** @type {const} */ (["boxes", "monsters"]).flatMap((what) =>
        lacks[what].map(({ seat, season }) =>
          t(`missing.${what}`, { name: table.players[seat].name, season: t(`season.${season}`) }),
        ),
      ),
      ...resultInBar(outcome),
      ...seasonInBar(state, current),
      ...drawnFirst(table),
    },
  ];
}

/** The seasons that are written down; null before the first. @param {import("../model/table.js").Player} player */
const sumOf = ({ seasons }) =>
  seasons.length > 0 ? seasons.reduce((sum, box) => sum + totalOf(box), 0) : null;

/** @param {{state: State, live: Live, onLanguage: (language: string) => void}} props */
export function ScoreView({ state, live, onLanguage }) {
  const { table, record } = state;
  const current = live.isAbout;
  const outcome = outcomeOf(table, live, current);
  const all = stations(state, live, current, outcome);
  const { key: now, seat = viewed().player } = stationNow(all);
  /** @param {string} key */
  const look = (key) => `station ${key === now ? "now" : ""}`;
  return html`
    <${Stage}
      stations=${all}
      boards=${table.players.map(
        (_, player) =>
          html`<${MapPanel} key=${player} table=${table} player=${player} look=${look(`map-${player}`)} />`,
      )}
      over=${now.startsWith("map-") && (viewed().card || viewed().choosing || record !== null)}
      side=${html`
        ${!isReadOnly() && html`<${DrawPanel} state=${state} player=${seat} current=${current} look=${`station ${now.startsWith("map-") ? "now" : ""}`} />`}
        <${Sheet} live=${live} state=${state} current=${current} early=${isUnderWay(state.record)} outcome=${outcome} look=${look("result")} />
        <${GameRecordPanel} state=${state} look=${look("result")} />
        <${GameReview} state=${state} look=${look("result")} />
        <${Decrees} table=${table} look=${look("decrees")} />
        <${GamePanel} table=${table} look=${look("game")} onLanguage=${onLanguage} />
      `}
      tools=${!["shape", "hero"].includes(viewed().tool?.kind) && html`<${MapTools} table=${table} />`}
    />
  `;
}
