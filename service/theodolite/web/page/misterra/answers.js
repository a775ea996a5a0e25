/** What the API says of the table and of the half day in question, kept up to date. */

import { liveAnswer } from "../shell/live.js";
import { noteTotals, table, tell, viewed } from "../shell/store.js";
import { actionsBody, refereeBody } from "./model/question.js";
import { totalsOf } from "./model/result.js";

function scored() {
  const { status, answer, body } = score.current();
  if (status === "current" && body === table()) {
    noteTotals(totalsOf(answer));
  }
  tell();
}

export const score = liveAnswer("misterra/scores", scored, { kept: true });
export const verdict = liveAnswer("misterra/legality-checks", tell);
export const reach = liveAnswer("misterra/legal-actions", tell);

/** The bodies of the referee's two questions, the same object as long as nothing in them changes. */
/** @type {{about: import("./model/reducer.js").State | null, verdict: object | null, reach: object | null}} */
const asked = { about: null, verdict: null, reach: null };

/** Asks about all that is shown. @param {import("./model/reducer.js").State} state */
export function ask(state) {
  score.want(state.table);
  if (viewed().tab !== "referee" || asked.about === state) return;
  const last = asked.about;
  const { player, first } = state.question;
  const same = last?.table === state.table && last.question.player === player;
  if (!same || last.question.first !== first) asked.reach = actionsBody(state);
  asked.verdict = refereeBody(state);
  asked.about = state;
  verdict.want(asked.verdict);
  reach.want(asked.reach);
}

/** Asks the same once more, in another language. */
export function again() {
  score.again();
  verdict.again();
  reach.again();
}
