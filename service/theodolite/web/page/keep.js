/**
 * What this browser keeps: every game with all its steps, and the habits of the person using it.
 *
 * Each step is an entry of its own, so a change writes a few hundred bytes, at once and synchronously:
 * a tab that is killed in the next moment has lost nothing.
 */

import { readTable } from "./model/table.js";

const GAMES = "theodolite.games";
const HABITS = "theodolite.habits";
const headKey = (id) => `theodolite.game.${id}`;
const stepKey = (id, step) => `theodolite.game.${id}.${step}`;

/** False once the browser has refused to keep something even after room was made. */
export let keeping = true;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  const text = JSON.stringify(value);
  for (;;) {
    try {
      localStorage.setItem(key, text);
      return;
    } catch {
      if (!makeRoom()) {
        keeping = false;
        return;
      }
    }
  }
}

/** Forgets the undo steps of the oldest game that still has any; its last state stays. */
function makeRoom() {
  for (const { id } of games().slice(0, -1)) {
    const { from, at, last } = read(headKey(id), {});
    if (from < last) {
      for (let step = from; step <= last; step += 1) {
        if (step !== at) localStorage.removeItem(stepKey(id, step));
      }
      localStorage.setItem(headKey(id), JSON.stringify({ from: at, at, last: at }));
      return true;
    }
  }
  return false;
}

/** Every game, oldest first: `{id, began, names, totals}`; the last one played is the last. */
export const games = () => read(GAMES, []);

export function noteGame(game) {
  const others = games().filter(({ id }) => id !== game.id);
  write(GAMES, [...others, game]);
}

export function forgetGame(id) {
  const { from = 0, last = -1 } = read(headKey(id), {});
  for (let step = from; step <= last; step += 1) localStorage.removeItem(stepKey(id, step));
  localStorage.removeItem(headKey(id));
  write(
    GAMES,
    games().filter((game) => game.id !== id),
  );
}

/** Writes the step that is shown and where it stands; steps undone and then left are removed. */
export function keepStep(id, history) {
  const { from = 0, last = -1 } = read(headKey(id), {});
  const newest = from + history.steps.length - 1;
  for (let step = newest + 1; step <= last; step += 1) localStorage.removeItem(stepKey(id, step));
  write(stepKey(id, from + history.at), history.steps[history.at]);
  write(headKey(id), { from, at: from + history.at, last: newest });
}

/** The history of a game, or null where nothing readable is left of it. */
export function recall(id) {
  const { from, at, last } = read(headKey(id), {});
  if (from === undefined) return null;
  const steps = [];
  let shown = 0;
  for (let step = from; step <= last; step += 1) {
    const state = read(stepKey(id, step), null);
    const table = readTable(state?.table);
    if (table === null) continue;
    if (step <= at) shown = steps.length;
    steps.push({ ...state, table });
  }
  return steps.length > 0 ? { steps, at: shown } : null;
}

export const habits = () => read(HABITS, {});
export const keepHabits = (change) => write(HABITS, { ...habits(), ...change });

/** Calls back with the id of a game that another tab of this browser has written to. */
export function whenChangedElsewhere(callback) {
  addEventListener("storage", ({ key, newValue }) => {
    const [, id, step] = key?.match(/^theodolite\.game\.([^.]+)(\.\d+)?$/) ?? [];
    if (id && !step && newValue) callback(id);
  });
}
