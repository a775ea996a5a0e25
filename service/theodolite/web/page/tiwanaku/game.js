/** Tiwanaku, as the shell takes it: what can be known, puzzles, and a turn checked. */

import { hasLeft } from "../shell/record.js";
import { loadRules } from "../shell/rulebook.js";
import { html } from "../vendor/htm-preact.js";
import { again, ask, outcome, reach, verdict } from "./answers.js";
import { attemptOf } from "./model/puzzle.js";
import { positionOf } from "./model/record.js";
import { newTable } from "./model/table.js";
import { newState, readState, reduce } from "./model/turn.js";
import { WheelDialog } from "./views/board.js";
import { Deduction } from "./views/deduction.js";
import { AllDialog } from "./views/hint.js";
import { photographs } from "./views/photo.js";
import { picture } from "./views/picture.js";
import { places } from "./views/places.js";
import { puzzleName } from "./views/puzzle.js";
import { TurnView } from "./views/turn.js";

/** @type {import("../shell/store.js").Game} */
export const game = {
  name: "tiwanaku",
  title: "Tiwanaku",
  shelf: "theodolite.tiwanaku",
  view: {
    tab: "sheet",
    station: "game",
    known: null,
    reason: null,
    place: null,
    group: null,
    step: null,
    pencil: true,
    which: null,
  },
  result: { tab: "sheet", station: "board" },
  // A hint is for the board as it lies, and so is all of it while a puzzle is played.
  fitting: (view, table) => ({
    ...view,
    known: view.known === "all" && table.puzzle === null ? view.known : null,
    which: view.which === attemptOf(table) ? view.which : null,
    reason: null,
    place: null,
    group: null,
    step: null,
  }),
  remembered: ["tab", "station", "pencil"],
  tabs: {
    sheet: ({ state, onLanguage }) =>
      html`<${Deduction} state=${state} onLanguage=${onLanguage} />`,
    referee: ({ state }) =>
      html`<${TurnView} state=${state} live=${verdict.current()} reach=${reach.current()} />`,
  },
  dialogs: { all: AllDialog, wheel: WheelDialog },
  newTable,
  newState,
  reduce,
  called: puzzleName,
  hasLeft: (state) => hasLeft(state, positionOf(state.table)),
  places,
  read: readState,
  spare: (table) => table,
  names: (/** @type {import("./model/table.js").Table} */ { players }) =>
    players.map(({ name }) => name),
  ask,
  outcome,
  again,
  load: () => loadRules("tiwanaku"),
  picture,
  photographs,
};
