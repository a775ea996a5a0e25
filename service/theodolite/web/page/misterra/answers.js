/** What the API says of the table and of the half day in question, kept up to date. */

import { liveAnswer } from "../shell/live.js";
import { noteTotals, table, tell, viewed } from "../shell/store.js";
import { actionsBody, refereeBody } from "./model/question.js";

function scored() {
  const { status, answer, body } = score.current();
  if (status === "current" && body === table()) {
    noteTotals(answer.players.map(({ total }) => answer.solo?.total ?? total));
  }
  tell();
}

export const score = liveAnswer("misterra/scores", scored);
export const verdict = liveAnswer("misterra/legality-checks", tell);
export const reach = liveAnswer("misterra/legal-actions", tell);

/** The bodies of the referee's two questions, the same object as long as nothing in them changes. */
const asked = { about: null, verdict: null, reach: null };

/** Asks about all that is shown. */
export function ask(state) {
  score.want(state.table);
  if (viewed().tab !== "referee" || asked.about === state) return;
  const { table: before, question } = asked.about ?? {};
  if (before !== state.table || question?.player !== state.question.player) {
    asked.reach = actionsBody(state);
  }
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
