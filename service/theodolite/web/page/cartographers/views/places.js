/** The parts that undo can change, and where each is seen. */

import { t } from "../../shell/i18n.js";
import { onSheet } from "../../shell/way.js";

/** @type {(state: import("../model/record.js").State) => import("../../shell/store.js").Place[]} */
export function places({ table, record, boxes }) {
  const { game, map, season, decrees, ambushes, players, rulings } = table;
  return [
    {
      title: t("way.game"),
      seen: onSheet("game"),
      holds: [game, map, rulings, players.map(({ name }) => name)],
    },
    {
      title: t("sheet"),
      seen: onSheet("result"),
      holds: [season, players.map(({ seasons }) => seasons), boxes],
    },
    ...players.map(({ name, drawn, stars, coins }, player) => ({
      title: t("map.of", { name }),
      seen: onSheet(`map-${player}`),
      // The card in hand is for another map.
      view: { player, card: null, missed: null },
      holds: [name, drawn, stars, coins, map, season],
    })),
    { title: t("decrees"), seen: onSheet("decrees"), holds: [decrees, ambushes] },
    { title: t("replay.title"), seen: onSheet("result"), holds: record, along: true },
  ];
}
