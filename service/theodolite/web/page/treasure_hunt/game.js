/** Treasure Hunt, as the shell takes it. */

import { html } from "../vendor/htm-preact.js";
import { again, ask, load, missions } from "./answers.js";
import { reduce } from "./model/reducer.js";
import { newState, newTable, readState, spare } from "./model/table.js";
import { NO_GOAL } from "./views/board.js";
import { picture } from "./views/picture.js";
import { Quest } from "./views/quest.js";

/** @type {import("../shell/store.js").Game} */
export const game = {
  name: "treasure_hunt",
  title: "Treasure Hunt",
  shelf: "theodolite.treasure_hunt",
  view: {
    ...NO_GOAL,
    tab: "sheet",
    station: "game",
    player: 0,
    roll: null,
    thrown: 0,
    mover: null,
    placing: null,
    placingFree: true,
    targets: [],
    explorer: 0,
    homeward: false,
    boat: false,
    best: null,
  },
  result: { tab: "sheet", station: "missions" },
  fitting: (view, { players }) => {
    const player = Math.min(view.player, players.length - 1);
    const { explorers } = players[player];
    const explorer = Math.min(view.explorer, explorers.length - 1);
    return { ...view, ...NO_GOAL, player, explorer, placing: null, best: null };
  },
  remembered: ["tab", "station", "player"],
  tabs: {
    sheet: ({ state, onLanguage }) =>
      html`<${Quest} table=${state.table} onLanguage=${onLanguage} />`,
  },
  dialogs: {},
  newTable,
  newState,
  reduce,
  read: readState,
  spare,
  names: (/** @type {import("./model/table.js").Table} */ { players }) =>
    players.map(({ name }) => name),
  ask,
  again,
  load,
  picture: (table) => picture(table, missions.current().answer),
};
