/** The end of a season: what it came to is written down, zombies and trolls act, and the next one begins. */

import { ask, Refused, Unreachable } from "../shell/api.js";
import { t } from "../shell/i18n.js";
import { pauseTaps } from "../shell/pause.js";
import { show, table as tableNow } from "../shell/store.js";
import { goTo } from "../shell/way.js";
import { dispatch } from "./commands.js";

/**
 * @typedef {import("./model/table.js").Table} Table
 * @typedef {{player: string, ambush: string, may: string[]}} Waiting a choice that a card leaves to a player
 * @typedef {Record<string, Record<string, string>>} Choices spaces, by player and card
 */

/**
 * Ends the season; where a card leaves a choice, its map asks for it and this goes on from there.
 * After winter only what was chosen is noted.
 *
 * @param {Table} table
 * @param {Choices} [choices]
 */
export async function endSeason(table, choices = {}) {
  try {
    const answer = await ask("cartographers/end-checks", {
      snapshot: table,
      given: { choices },
    });
    // Later drawings and taps are not undone by an answer on what was there before.
    if (tableNow() !== table) return;
    /** @type {Waiting | undefined} */
    const waiting = answer.waiting[0];
    if (waiting) {
      const seat = table.players.findIndex(({ name }) => name === waiting.player);
      show({ ending: { choices, waiting }, station: `map-${seat}`, player: seat, tool: null });
      return;
    }
    const acted = answer.effects.some(
      (/** @type {{changes: unknown[]}} */ one) => one.changes.length > 0,
    );
    const key = acted ? "notice.season_acted" : "notice.season_closed";
    const season = t(`season.${table.season}`);
    if (answer.after === null) {
      dispatch({ type: "choices", choices }, null, { key: "notice.chosen", values: { season } });
      return;
    }
    dispatch({ type: "end_season", after: answer.after, choices }, null, {
      key,
      values: { season },
    });
    pauseTaps();
    goTo({ key: "map-0", seat: 0 });
  } catch (trouble) {
    if (trouble instanceof Unreachable) {
      show({ notice: { key: "offline" } });
      return;
    }
    if (!(trouble instanceof Refused)) throw trouble;
    const what = trouble.errors[0]?.detail ?? trouble.message;
    show({ notice: { key: "notice.season_refused", values: { what } } });
  }
}

/** Goes on with the end of the season, the space chosen. @type {(table: Table, ending: {choices: Choices, waiting: Waiting}, space: string) => Promise<void>} */
export const chooseSpace = (table, { choices, waiting: { player, ambush } }, space) =>
  endSeason(table, { ...choices, [player]: { ...choices[player], [ambush]: space } });
