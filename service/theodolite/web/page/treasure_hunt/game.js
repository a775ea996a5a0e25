/** Treasure Hunt, as the shell takes it. */

import { hasLeft } from "../shell/record.js";
import { html } from "../vendor/htm-preact.js";
import { again, ask, missionsNow, outcome } from "./answers.js";
import { load, packsNow } from "./lists.js";
import { positionOf } from "./model/record.js";
import { reduce } from "./model/reducer.js";
import { newTable, spare } from "./model/table.js";
import { newState, readState } from "./model/turn.js";
import { photographs } from "./views/photo.js";
import { picture } from "./views/picture.js";
import { places } from "./views/places.js";
import { Quest } from "./views/quest.js";

/** @type {import("../shell/store.js").Game} */
export const game = {
  name: "treasure_hunt",
  title: "Treasure Hunt",
  shelf: "theodolite.treasure_hunt",
  view: {
    tab: "sheet",
    station: "game",
    player: 0,
    rolls: 0,
    step: null,
    picking: null,
    draft: null,
    placing: null,
    placingFree: true,
    quarter: null,
    shape: "stroke",
    corner: null,
    targets: [],
    explorer: 0,
    homeward: false,
    boat: false,
    best: null,
    mission: null,
  },
  result: { tab: "sheet", station: "missions" },
  fitting: (view, { players }) => {
    const player = Math.min(view.player, players.length - 1);
    const { explorers } = players[player];
    const explorer = Math.min(view.explorer, explorers.length - 1);
    return {
      ...view,
      player,
      explorer,
      step: null,
      placing: null,
      best: null,
      draft: null,
      corner: null,
    };
  },
  remembered: ["tab", "station", "player"],
  tabs: {
    sheet: ({ state, onLanguage }) =>
      html`<${Quest} table=${state.table} onLanguage=${onLanguage} />`,
  },
  dialogs: {},
  // The invented board is there to be looked at; a game of one's own begins without it.
  newTable: (names, last) =>
    newTable(
      names,
      last?.pack && last.pack.title === packsNow().invented?.title
        ? { ...last, board: undefined, pack: null, laid: null }
        : last,
    ),
  newState,
  reduce,
  hasLeft: (state) => hasLeft(state, positionOf(state.table)),
  places,
  read: readState,
  spare,
  names: (/** @type {import("./model/table.js").Table} */ { players }) =>
    players.map(({ name }) => name),
  ask,
  outcome,
  again,
  load,
  photographs,
  picture: (table) => picture(table, missionsNow()),
};
