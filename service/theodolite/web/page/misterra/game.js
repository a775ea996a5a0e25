/** Maps of Misterra, as the shell takes it. */

import { answerOn } from "../shell/live.js";
import { hasLeft } from "../shell/record.js";
import { loadRules } from "../shell/rulebook.js";
import { show, viewed } from "../shell/store.js";
import { html } from "../vendor/htm-preact.js";
import { again, ask, outcome, reach, score, verdict } from "./answers.js";
import { loadFaces } from "./faces.js";
import { positionOf } from "./model/record.js";
import { newState, readState, reduce } from "./model/reducer.js";
import { newTable, spare } from "./model/table.js";
import { Dispute } from "./views/dispute.js";
import { PasteDialog } from "./views/paste.js";
import { photographs } from "./views/photo.js";
import { picture } from "./views/picture.js";
import { places } from "./views/places.js";
import { openExample } from "./views/players.js";
import { CardDialog } from "./views/presumptions.js";
import { Referee } from "./views/referee.js";
import { ScoreSheet } from "./views/score.js";

/** Rows pasted while a board is in use go to that board. @type {(text: string, place: Element) => boolean} */
function onPaste(text, place) {
  const used = place.closest("[data-board]")?.getAttribute("data-board");
  if (!used || viewed().tab !== "sheet") return false;
  const board = used === "island" ? used : Number(used);
  show({ dialog: { kind: "paste", board, text } });
  return true;
}

/** @type {import("../shell/store.js").Game} */
export const game = {
  name: "misterra",
  title: "Maps of Misterra",
  // The page knew only this game once, and its keys did not name it.
  shelf: "theodolite",
  view: { tab: "sheet", station: "players", player: 0, reader: null, when: "before" },
  result: { tab: "sheet", station: "result" },
  fitting: (view, { players }) => ({
    ...view,
    player: Math.min(view.player, players.length - 1),
    tool: players[view.tool?.player] || typeof view.tool?.player !== "number" ? view.tool : null,
  }),
  remembered: ["tab", "station", "player"],
  tabs: {
    sheet: ({ state, onLanguage }) =>
      html`<${ScoreSheet} state=${state} live=${score.current()} onLanguage=${onLanguage} />`,
    referee: ({ state }) =>
      html`<${Referee} state=${state} live=${verdict.current()} reach=${reach.current()} />`,
    dispute: Dispute,
  },
  dialogs: { paste: PasteDialog, card: CardDialog },
  newTable,
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
  load: async () => {
    await Promise.all([loadRules("misterra"), loadFaces()]);
  },
  picture: (table) => picture(table, answerOn(score.current())),
  onPaste,
  showExample: openExample,
  photographs,
};
