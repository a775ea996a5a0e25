/** The API's answers about the table and the half day in question, kept up to date. */

import { answerOn, liveAnswer } from "../shell/live.js";
import { outcomeOf } from "../shell/outcome.js";
import { tell, viewed } from "../shell/store.js";
import { lacking } from "./model/missing.js";
import { actionsBody, refereeBody } from "./model/question.js";
import { totalsOf } from "./model/result.js";
import { isUntouched } from "./model/table.js";

/** @typedef {import("./model/result.js").Answer} Answer */

export const score = liveAnswer("misterra/scores", tell, { kept: true });
export const verdict = liveAnswer("misterra/legality-checks", tell);
export const reach = liveAnswer("misterra/legal-actions", tell);

/** Asks about all that is shown. @param {import("./model/reducer.js").State} state */
export function ask(state) {
  score.want({ snapshot: state.table });
  if (viewed().tab !== "referee") return;
  verdict.want(refereeBody(state));
  reach.want(actionsBody(state));
}

/** @param {import("./model/reducer.js").State} state */
export function outcome(state) {
  /** @type {Answer | null} */
  const answer = answerOn(score.current());
  if (answer === null || isUntouched(state.table)) return null;
  const lines = answer.players.map(({ items }) => items);
  return outcomeOf(answer, lacking(state).length === 0, totalsOf(answer), lines);
}

/** Asks the same once more, in another language. */
export function again() {
  for (const live of [score, verdict, reach]) live.again();
}
