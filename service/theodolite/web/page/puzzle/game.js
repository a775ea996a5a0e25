/** The puzzles of Tiwanaku, as the shell takes them: one to solve alone, with hints and lessons. */

import { t } from "../shell/i18n.js";
import { loadRules } from "../shell/rulebook.js";
import { viewed } from "../shell/store.js";
import { onSheet } from "../shell/way.js";
import { hints, known } from "../tiwanaku/answers.js";
import { attemptOf } from "../tiwanaku/model/puzzle.js";
import { newTable } from "../tiwanaku/model/table.js";
import { WheelDialog } from "../tiwanaku/views/board.js";
import { AllDialog } from "../tiwanaku/views/hint.js";
import { picture } from "../tiwanaku/views/picture.js";
import { puzzleName } from "../tiwanaku/views/puzzle.js";
import { html } from "../vendor/htm-preact.js";
import { newState, readState, reduce } from "./model/play.js";
import { dealToday } from "./views/deal.js";
import { weigh } from "./views/guess.js";
import { HowDialog } from "./views/how.js";
import { Play } from "./views/play.js";

const HOW = { odds: true, time_limit_ms: 3000 };

/** Asks for the hint, or for all that can be known, where it is wanted. @param {import("./model/play.js").State} state */
function ask({ table: { board, terrain, crops, tiles, puzzle } }) {
  const { known: wanted } = viewed();
  const snapshot = { board, terrain, crops, tiles };
  const isAsked = wanted !== null && puzzle !== null;
  known.want(isAsked && wanted === "all" ? { snapshot, ...HOW } : null);
  hints.want(isAsked && wanted !== "all" ? { snapshot, layable: true } : null);
}

/** @type {import("../shell/store.js").Game} */
export const game = {
  name: "puzzle",
  title: "Tiwanaku",
  shelf: "theodolite.puzzle",
  view: {
    tab: "sheet",
    station: "choose",
    known: null,
    reason: null,
    place: null,
    group: null,
    step: null,
    pencil: false,
    noting: false,
    proven: false,
    which: null,
    dealing: null,
    lesson: null,
  },
  result: { tab: "sheet", station: "board" },
  // A hint is for the board as it lies.
  fitting: (view, table) => ({
    ...view,
    known: null,
    which: view.which === attemptOf(table) ? view.which : null,
    reason: null,
    place: null,
    group: null,
    step: null,
  }),
  remembered: ["station", "proven"],
  tabs: {
    sheet: ({ state, onLanguage }) => html`<${Play} state=${state} onLanguage=${onLanguage} />`,
  },
  dialogs: { all: AllDialog, wheel: WheelDialog, how: HowDialog },
  newTable: () => newTable([]),
  newState,
  reduce,
  called: puzzleName,
  places: ({ table, notes }) => [
    {
      title: t("board"),
      seen: onSheet("board", "known"),
      holds: [table.terrain, table.crops, notes],
    },
  ],
  read: readState,
  spare: (table) => table,
  names: () => [],
  ask,
  again: () => {
    hints.again();
    known.again();
  },
  load: () => loadRules("tiwanaku"),
  picture,
  playToday: dealToday,
  onPut: weigh,
};
