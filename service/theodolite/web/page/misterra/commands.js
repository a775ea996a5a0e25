/** The commands of Maps of Misterra, each with what it takes. */

import * as store from "../shell/store.js";

/**
 * @typedef {import("./model/table.js").Table} Table
 * @typedef {import("./model/reducer.js").BoardName} BoardName
 * @typedef {import("./model/reducer.js").Question} Question
 * @typedef {import("./model/reducer.js").Dispute} Dispute
 */
/**
 * On a table: the one that is played, or one of a dispute.
 *
 * @typedef {object} OnTable
 * @property {{board: BoardName, spaces: string[], letter: string}} lay
 * @property {{board: BoardName, rows: string[]}} rows
 * @property {{board: BoardName}} clear
 * @property {{board: BoardName, letter: string}} fill on every empty space
 * @property {{}} confirm every hazy tile
 * @property {{board: BoardName}} copy_island
 * @property {{player: number | "otoma", space: string}} claim
 * @property {{player: number, space: string}} meeple
 * @property {{side: import("./model/board.js").Side}} beach
 * @property {{name: string}} add_player
 * @property {{player: number}} remove_player
 * @property {{player: number, name: string}} rename
 * @property {{player: number, slot: number, presumption: import("./model/table.js").Presumption | null}} presumption
 * @property {{name: string, value: boolean}} variant
 * @property {{name: string, value: string}} ruling
 * @property {{on: boolean}} solo
 * @property {{cards: any[]}} display
 * @property {{table: Table}} adopt
 */
/**
 * On the question that is asked, the dispute, or the record.
 *
 * @typedef {object} OnState
 * @property {{space: string, way: string[]}} step
 * @property {{space: string}} aim
 * @property {{question: Partial<Question>}} ask
 * @property {{table: Table}} play
 * @property {import("../shell/replay.js").Correction} correct
 * @property {{claimless: boolean}} claimless
 * @property {{dispute: Partial<Dispute>}} dispute
 */
/** @typedef {store.OneOf<OnTable> & {of?: import("./model/reducer.js").Which}} TableCommand */
/** @typedef {TableCommand | store.OneOf<OnState>} Command */

/** @type {store.Dispatch<Command>} */
export const dispatch = store.dispatch;
