/** The parts that undo can change, and where each is seen. */

import { t } from "../../shell/i18n.js";
import { onSheet, REFEREE } from "../../shell/way.js";

/** @type {(state: import("../model/reducer.js").State) => import("../../shell/store.js").Place[]} */
export function places({ table, question, dispute, record, claimless }) {
  const { beach, island, players, otoma, variants, rulings, display } = table;
  return [
    {
      title: t("island"),
      seen: [...onSheet("island", "claims"), REFEREE],
      holds: [beach, island, otoma?.claims, players.map(({ meeple, claims }) => [meeple, claims])],
    },
    ...players.map(({ name, parchment }, player) => ({
      title: t("parchment.of", { name }),
      seen: [...onSheet(`parchment-${player}`), ...(question.player === player ? [REFEREE] : [])],
      view: { player },
      holds: parchment,
    })),
    {
      title: t("way.cards"),
      seen: onSheet("cards"),
      holds: players.map(({ presumptions }) => presumptions),
    },
    { title: t("way.claims"), seen: onSheet("claims"), holds: claimless },
    { title: t("way.players"), seen: onSheet("players"), holds: variants },
    { title: t("rulings"), seen: onSheet("players", "result"), holds: rulings },
    {
      title: t("way.players"),
      seen: onSheet("players"),
      holds: [otoma === undefined, players.map(({ name }) => name)],
    },
    { title: t("tab.referee"), seen: [REFEREE], holds: [question, display] },
    { title: t("tab.dispute"), seen: [{ tab: "dispute" }], holds: dispute },
    { title: t("replay.title"), seen: onSheet("result"), holds: record, along: true },
  ];
}
