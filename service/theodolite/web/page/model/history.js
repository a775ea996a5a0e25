/** Undo and redo without end: every state there was, and which of them is shown. */

export const begin = (state) => ({ steps: [state], at: 0 });

export const present = ({ steps, at }) => steps[at];

/** One step further; what had been undone is forgotten. */
export const record = ({ steps, at }, state) => ({
  steps: [...steps.slice(0, at + 1), state],
  at: at + 1,
});

/** The same step, carried on: one stroke of the finger is one step however long it is. */
export const amend = ({ steps, at }, state) => ({ steps: [...steps.slice(0, at), state], at });

export const canUndo = ({ at }) => at > 0;
export const canRedo = ({ steps, at }) => at < steps.length - 1;
export const undo = (history) => (canUndo(history) ? { ...history, at: history.at - 1 } : history);
export const redo = (history) => (canRedo(history) ? { ...history, at: history.at + 1 } : history);
