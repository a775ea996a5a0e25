/** The tab of the score: the way from who plays to the result, the boards, and what is laid with a tap. */

import { t } from "../../shell/i18n.js";
import { Moment, resultInBar } from "../../shell/result.js";
import { Stage } from "../../shell/stage.js";
import { viewed } from "../../shell/store.js";
import { stationNow } from "../../shell/way.js";
import { html } from "../../vendor/htm-preact.js";
import { isBare } from "../model/board.js";
import { emptyOf } from "../model/missing.js";
import { totalsOf } from "../model/result.js";
import { isUntouched } from "../model/table.js";
import { copyIsland, Island, Parchment } from "./entry.js";
import { troubles } from "./marks.js";
import { BRUSH, Tools } from "./palette.js";
import { PlayersPanel } from "./players.js";
import { Cards, claimsStation, nextHand } from "./presumptions.js";
import { GameRecordPanel } from "./record.js";
import { outcomeOf, WhatIf } from "./result.js";
import { GameReview } from "./review.js";
import { lacksNow, Sheet } from "./sheet.js";
import { Claims, TableRules } from "./table_rules.js";

/** @typedef {import("../model/table.js").Table} Table */

/** The parchment spaces that match the island, by the answer's own line for fidelity. @param {import("../model/result.js").Scored} scored */
const matching = ({ items }) =>
  new Set(items.find(({ category }) => category === "fidelity")?.spaces);

/** The missing part, in words. @type {(lack: import("../model/missing.js").Lack, table: Table) => string} */
function lackInWords(lack, table) {
  if (lack.what === "island") return t("missing.island");
  const name = lack.player === "otoma" ? t("otoma") : table.players[lack.player].name;
  if (lack.what === "claims") return t("missing.claims", { name });
  if (lack.what === "parchment") return t("missing.parchment", { name });
  return t(lack.slot === 0 ? "missing.first_card" : "missing.second_card", { name });
}

/** @type {(table: Table, answer: import("../model/result.js").Answer | null, known: import("./marks.js").Trouble[], outcome: import("../../shell/result.js").Outcome) => import("../../shell/way.js").Station[]} */
function stations(table, answer, known, outcome) {
  const lacks = lacksNow(table);
  const totals = answer ? totalsOf(answer) : [];
  /** @param {(lack: import("../model/missing.js").Lack) => boolean} here */
  const missing = (here) => lacks.filter(here).map((lack) => lackInWords(lack, table));
  /** @type {(rows: string[], board: string) => string[]} */
  const empty = (rows, board) =>
    emptyOf(rows) > 0 ? [t("assumed.empty", { n: emptyOf(rows), board })] : [];
  const shared = answer?.players
    .flatMap(({ items }) => items)
    .find(({ rule }) => rule === "misterra.score.disputed_region");
  /** @param {(trouble: import("./marks.js").Trouble) => boolean} here */
  const troubled = (here) => known.filter(here).map(({ text }) => text);
  return [
    {
      key: "players",
      title: t("way.players"),
      missing: [],
      troubles: troubled(({ board, slot }) => board === null && slot === null),
    },
    {
      key: "island",
      title: t("island"),
      tool: isBare(table.island) ? BRUSH : null,
      missing: missing(({ what }) => what === "island"),
      assumed: empty(table.island, t("island")),
      troubles: troubled(({ board }) => board === "island"),
    },
    ...table.players.map(({ name, parchment }, seat) => ({
      key: `parchment-${seat}`,
      title: name,
      seat,
      total: isBare(parchment) ? null : (totals[seat] ?? null),
      tool: isBare(parchment) ? BRUSH : null,
      missing: missing((lack) => lack.what === "parchment" && lack.player === seat),
      action:
        isBare(parchment) && !isBare(table.island)
          ? { text: t("parchment.copy"), onAct: () => copyIsland(seat) }
          : null,
      assumed: empty(parchment, t("parchment.of", { name })),
      troubles: troubled(({ board }) => board === seat),
    })),
    {
      key: "cards",
      title: t("way.cards"),
      dialog: nextHand(table),
      missing: missing(({ what }) => what === "card"),
      troubles: troubled(({ slot }) => slot !== null),
    },
    {
      ...claimsStation(table),
      title: t("way.claims"),
      missing: missing(({ what }) => what === "claims"),
      ...(shared && { says: { text: shared.explanation, bad: true } }),
    },
    { key: "result", title: t("result"), missing: [], ...resultInBar(outcome) },
  ];
}

/** @param {{state: import("../model/reducer.js").State, live: import("../../shell/live.js").Live, onLanguage: (language: string) => void}} props the game, and the answer on its score */
export function ScoreSheet({ state, live, onLanguage }) {
  const { table, record } = state;
  const { lit } = viewed();
  const known = live.status === "refused" ? troubles(live.refusal, table) : [];
  const current = live.isAbout;
  const outcome = outcomeOf(table, live, current);
  const all = stations(table, live.answer, known, outcome);
  const now = stationNow(all).key;
  /** @param {string[]} keys */
  const look = (...keys) => `station ${keys.includes(now) ? "now" : ""}`;
  return html`
    <${Stage}
      stations=${all}
      boards=${html`
        <${Island} table=${table} lit=${lit} troubles=${known} look=${look("island", "claims")} />
        ${table.players.map(
          (_, player) => html`
          <${Parchment}
            key=${player}
            table=${table}
            player=${player}
            lit=${lit}
            matches=${current ? matching(live.answer.players[player]) : new Set()}
            troubles=${known}
            look=${look(`parchment-${player}`)}
          />
        `,
        )}
      `}
      side=${html`
        <${Moment} station="result" outcome=${outcome} look=${look("result")} />
        <${PlayersPanel} table=${table} onLanguage=${onLanguage} troubles=${known} look=${look("players")} />
        <${Cards} table=${table} troubles=${known} look=${look("cards")} />
        <${Sheet} live=${live} table=${table} troubles=${known} look=${look("result")} />
        ${current && !isUntouched(table) && html`<${WhatIf} table=${table} answer=${live.answer} look=${look("result")} />`}
        <${GameRecordPanel} state=${state} look=${look("result")} />
        <${GameReview} record=${record} look=${look("result")} />
        <${Claims} state=${state} look=${look("claims")} />
        <${TableRules} table=${table} look=${look("players")} />
      `}
      tools=${html`<${Tools} table=${table} />`}
    />
  `;
}
