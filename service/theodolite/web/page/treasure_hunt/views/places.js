/** The parts that undo can change, and where each is seen. */

import { t } from "../../shell/i18n.js";
import { onSheet } from "../../shell/way.js";

/** @type {(state: import("../model/table.js").State) => import("../../shell/store.js").Place[]} */
export function places({ table, turn, record }) {
  const { players, variants, rulings, ...board } = table;
  return [
    {
      title: t("board"),
      seen: onSheet("board", "pieces", "roll", "way", "missions"),
      holds: [board, players.map(({ explorers, routes }) => [explorers, routes])],
    },
    {
      title: t("way.game"),
      seen: onSheet("game"),
      holds: [variants, players.map(({ explorers: _, routes: __, ...player }) => player)],
    },
    { title: t("rulings"), seen: onSheet("game", "roll"), holds: rulings },
    { title: t("roll"), seen: onSheet("roll"), holds: turn },
    { title: t("replay.title"), seen: onSheet("missions"), holds: record, along: true },
  ];
}
