/**
 * Undo and redo without end: every state there was, and which of them is shown.
 *
 * @template State
 * @typedef {{steps: State[], at: number}} History
 */

/**
 * @template State
 * @param {State} state
 * @returns {History<State>}
 */
export const begin = (state) => ({ steps: [state], at: 0 });

/**
 * @template State
 * @param {History<State>} history
 */
export const present = ({ steps, at }) => /** @type {State} */ (steps[at]);

/**
 * One step further; what had been undone is forgotten.
 *
 * @template State
 * @param {History<State>} history
 * @param {State} state
 * @returns {History<State>}
 */
export const record = ({ steps, at }, state) => ({
  steps: [...steps.slice(0, at + 1), state],
  at: at + 1,
});

/**
 * The same step, carried on: one stroke of the finger is one step however long it is.
 *
 * @template State
 * @param {History<State>} history
 * @param {State} state
 * @returns {History<State>}
 */
export const amend = ({ steps, at }, state) => ({ steps: [...steps.slice(0, at), state], at });

/** @param {History<unknown>} history */
export const canUndo = ({ at }) => at > 0;

/** @param {History<unknown>} history */
export const canRedo = ({ steps, at }) => at < steps.length - 1;

/**
 * @template State
 * @param {History<State>} history
 */
export const undo = (history) => (canUndo(history) ? { ...history, at: history.at - 1 } : history);

/**
 * @template State
 * @param {History<State>} history
 */
export const redo = (history) => (canRedo(history) ? { ...history, at: history.at + 1 } : history);
