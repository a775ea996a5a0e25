/** What undo can change, and where it is seen. */

import { t } from "../../shell/i18n.js";

/** @param {string[]} stations */
const sheet = (...stations) => stations.map((station) => ({ tab: "sheet", station }));

/** @type {(state: import("../model/table.js").State) => import("../../shell/store.js").Place[]} */
export function places({ table, turn, count, played }) {
  const { players, variants, rulings, ...board } = table;
  return [
    {
      title: t("board"),
      seen: sheet("board", "pieces", "roll", "way", "missions"),
      holds: [board, players.map(({ explorers, routes }) => [explorers, routes])],
    },
    {
      title: t("way.game"),
      seen: sheet("game"),
      holds: [variants, players.map(({ explorers: _, routes: __, ...player }) => player)],
    },
    { title: t("rulings"), seen: sheet("game", "roll"), holds: rulings },
    { title: t("roll"), seen: sheet("roll"), holds: turn },
    { title: t("replay.title"), seen: sheet("missions"), holds: [count, played], along: true },
  ];
}
