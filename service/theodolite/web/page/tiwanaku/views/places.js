/** The parts that undo can change, and where each is seen. */

import { t } from "../../shell/i18n.js";
import { onSheet, REFEREE } from "../../shell/way.js";

/** @type {(state: import("../model/turn.js").State) => import("../../shell/store.js").Place[]} */
export function places({ table, question, record }) {
  const { board, terrain, crops, tiles, start, players, final, puzzle } = table;
  return [
    {
      title: t("board"),
      seen: [...onSheet("board", "known"), REFEREE],
      holds: [board, terrain, crops, players.map(({ meeples }) => meeples)],
    },
    {
      title: t("way.game"),
      seen: onSheet("game"),
      holds: [board, tiles, start, puzzle?.seed, players.map(({ name }) => name)],
    },
    {
      title: t("tab.referee"),
      seen: [REFEREE],
      holds: [
        question,
        final,
        players.map(({ score, offerings, diversity }) => [score, offerings, diversity]),
      ],
    },
    { title: t("replay.title"), seen: onSheet("result"), holds: record, along: true },
  ];
}
