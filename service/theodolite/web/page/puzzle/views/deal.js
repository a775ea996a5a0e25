/** How a puzzle is dealt: a new one, or the one under that number as it was left. */

import { ask } from "../../shell/api.js";
import { games } from "../../shell/keep.js";
import { openGame, show, startGame, viewed } from "../../shell/store.js";
import { toTop } from "../../shell/way.js";
import { DAILY, dayOf, showsTerrain } from "../../tiwanaku/model/puzzle.js";
import { newTable } from "../../tiwanaku/model/table.js";
import { keyOf, newState, reduce, seedOf } from "../model/play.js";

/** How many numbers are tried, from the one wanted on, until one has a puzzle. */
const TRIES = 5;

/** The request under way. @type {AbortController | null} */
let flight = null;

export const isDealing = () => viewed().dealing?.startsWith("dealing") === true;

const atTheBoard = () => {
  show({ dealing: null, station: "board", known: null, tool: null });
  toTop();
};

/** @type {(board: string, difficulty: string, number: number) => Promise<void>} */
export async function deal(board, difficulty, number) {
  const kept = games().find(({ link }) => link === keyOf(board, difficulty, number));
  if (kept && openGame(kept.id)) {
    atTheBoard();
    return;
  }
  const unique = showsTerrain(difficulty) ? "from_terrain" : "from_start";
  // A hard one of the long board takes several seconds.
  show({ dealing: board === "long" && difficulty === "hard" ? "dealing.long" : "dealing" });
  flight = new AbortController();
  const { signal } = flight;
  try {
    for (let at = number; at < number + TRIES; at += 1) {
      const wanted = { board, seed: seedOf(difficulty, at), difficulty, unique };
      const { disc } = await ask("tiwanaku/scenarios", { draw: wanted }, signal);
      // The engine on the device answers though nobody waits any more.
      if (signal.aborted) return;
      if (!disc) continue;
      const action = { type: "puzzle", board, difficulty, seed: number, disc };
      startGame(reduce(newState(newTable([], { board })), action).table, {
        link: keyOf(board, difficulty, number),
      });
      atTheBoard();
      return;
    }
    show({ dealing: "none" });
  } catch {
    if (!signal.aborted) show({ dealing: "offline" });
  }
}

export function cancel() {
  flight?.abort();
  show({ dealing: null });
}

/** @param {number} [day] such as 20261127; today if it is left out */
export const dealToday = (day = dayOf(new Date())) => deal("short", DAILY, day);
