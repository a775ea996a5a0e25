/** Tiwanaku, as the shell takes it: what can be known, and scenarios to play. */

import { html } from "../vendor/htm-preact.js";
import { ask, known } from "./answers.js";
import { newState, newTable, readState, reduce } from "./model/table.js";
import { Deduction } from "./views/deduction.js";
import { picture } from "./views/picture.js";

/** @type {import("../shell/store.js").Game} */
export const game = {
  name: "tiwanaku",
  title: "Tiwanaku",
  shelf: "theodolite.tiwanaku",
  view: { tab: "sheet", station: "game", known: null, reason: null, step: 0 },
  result: { tab: "sheet", station: "board" },
  fitting: (view) => ({ ...view, reason: null, step: 0 }),
  remembered: ["tab", "station"],
  tabs: {
    sheet: ({ state, onLanguage }) =>
      html`<${Deduction} table=${state.table} live=${known.current()} onLanguage=${onLanguage} />`,
  },
  dialogs: {},
  newTable,
  newState,
  reduce,
  read: readState,
  spare: (table) => table,
  names: () => [],
  ask,
  again: known.again,
  load: async () => {},
  picture,
};
