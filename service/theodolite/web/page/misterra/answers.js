/** The API's answers about the table and the half day in question, kept up to date. */

import { liveAnswer } from "../shell/live.js";
import { noteTotals, tell, viewed } from "../shell/store.js";
import { actionsBody, refereeBody } from "./model/question.js";
import { totalsOf } from "./model/result.js";

function scored() {
  const { status, answer } = score.current();
  if (status === "current") noteTotals(totalsOf(answer));
  tell();
}

export const score = liveAnswer("misterra/scores", scored, { kept: true });
export const verdict = liveAnswer("misterra/legality-checks", tell);
export const reach = liveAnswer("misterra/legal-actions", tell);

/** Asks about all that is shown. @param {import("./model/reducer.js").State} state */
export function ask(state) {
  score.want({ snapshot: state.table });
  if (viewed().tab !== "referee") return;
  verdict.want(refereeBody(state));
  reach.want(actionsBody(state));
}

/** Asks the same once more, in another language. */
export function again() {
  for (const live of [score, verdict, reach]) live.again();
}
