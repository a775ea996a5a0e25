/** The commands of Tiwanaku, each with what it takes. */

import * as store from "../shell/store.js";

/**
 * @typedef {import("./model/table.js").Table} Table
 * @typedef {import("./model/table.js").Layers} Layers
 * @typedef {import("./model/turn.js").Question} Question
 */
/**
 * On the table.
 *
 * @typedef {object} OnTable
 * @property {{spaces: string[], letter: string}} terrain
 * @property {{spaces: string[], letter: string}} crop
 * @property {Layers} rows
 * @property {{terrain: string, count: number}} tiles
 * @property {{}} clear
 * @property {{board: string}} board
 * @property {{board: string, difficulty: string, seed: number, disc: Layers & Pick<Table, "tiles" | "start">}} puzzle
 * @property {{}} hint
 * @property {{law: string}} met in a hint, with its tier before it
 * @property {{space: string}} reveal
 * @property {{player: number, name: string}} rename
 * @property {{name: string}} add_player
 * @property {{player: number}} remove_player
 * @property {{player: number, space: string}} meeple
 * @property {{player: number, score: number}} score
 * @property {{player: number, level: number}} token
 * @property {{player: number, terrain: string, count: number}} steps
 * @property {{after: any, next: number}} play the table as the API has it, and who is next
 */
/**
 * On the turn that is asked about.
 *
 * @typedef {object} OnTurn
 * @property {{question: Partial<Question>}} ask
 * @property {{space: string, way: string[]}} touch
 * @property {{level: number}} offer
 * @property {import("../shell/replay.js").Correction} correct
 * @property {{space: string, change: Partial<import("./model/turn.js").Prediction>}} predict
 */
/** @typedef {store.OneOf<OnTable> | store.OneOf<OnTurn>} Command */

/** @type {store.Dispatch<Command>} */
export const dispatch = store.dispatch;
