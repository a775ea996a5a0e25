/** Cartographers, as the shell takes it. */

import { answerOn } from "../shell/live.js";
import { state } from "../shell/store.js";
import { html } from "../vendor/htm-preact.js";
import { again, ask, load, outcome, scoreNow } from "./answers.js";
import { newState, readState } from "./model/record.js";
import { reduce } from "./model/reducer.js";
import { newTable } from "./model/table.js";
import { DecreeDialog } from "./views/decrees.js";
import { photographs } from "./views/photo.js";
import { picture } from "./views/picture.js";
import { places } from "./views/places.js";
import { ScoreView } from "./views/score.js";
import { StampDialog } from "./views/stamps.js";

/** @type {import("../shell/store.js").Game} */
export const game = {
  name: "cartographers",
  title: "Cartographers",
  shelf: "theodolite.cartographers",
  view: { tab: "sheet", station: "game", player: 0, reader: null, card: null },
  result: { tab: "sheet", station: "result" },
  fitting: (view, { players }) => ({
    ...view,
    player: Math.min(view.player, players.length - 1),
    ending: null,
    ...(view.holder >= players.length && { card: null, holder: null, tool: null }),
  }),
  remembered: ["tab", "station", "player"],
  tabs: {
    sheet: ({ state: shown, onLanguage }) =>
      html`<${ScoreView} state=${shown} live=${scoreNow(shown)} onLanguage=${onLanguage} />`,
  },
  dialogs: { decree: DecreeDialog, stamp: StampDialog },
  newTable,
  newState,
  reduce,
  hasLeft: ({ record, earlier }) => record === null && earlier.length > 0,
  places,
  read: readState,
  spare: (table) => table,
  names: (/** @type {import("./model/table.js").Table} */ { players }) =>
    players.map(({ name }) => name),
  ask,
  outcome,
  again,
  load,
  picture: (table) => picture(table, answerOn(scoreNow(state()))),
  photographs,
};
