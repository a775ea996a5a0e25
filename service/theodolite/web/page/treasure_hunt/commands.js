/** The commands of Treasure Hunt, each with what it takes. */

import * as store from "../shell/store.js";

/**
 * @typedef {import("./model/table.js").Table} Table
 * @typedef {import("./model/table.js").Player} Player
 * @typedef {import("./model/pack.js").Pack} Pack
 */
/**
 * @typedef {object} Commands
 * @property {{spaces: string[], letter: string}} paint
 * @property {{quarter: string, rows: string[]}} rows
 * @property {{title: string}} pack
 * @property {{space: string}} bridge
 * @property {{space: string}} no_bridge
 * @property {{pack: Pack, laid: NonNullable<Table["laid"]>}} lay
 * @property {{north: Table["north"]}} north
 * @property {{player: number, explorer: number, at: string}} explorer
 * @property {{player: number, explorer: number, terrain: string}} terrain
 * @property {{at: string, terrain: string}} walker_terrain
 * @property {{player: number, route: string, space: string}} marker
 * @property {{player: number, route: string, cards: string[]}} cards
 * @property {{player: number, route: string, info: string[], treasures: (string | null)[]}} info
 * @property {{piece: string, spaces: string[], free?: string, by?: number}} place
 * @property {{space: string}} remove
 * @property {{player: number, change: Partial<Player>}} player
 * @property {{player: number, value: string}} colour
 * @property {{player: number, value: string}} home
 * @property {{player: number, mission: Player["mission"]}} mission
 * @property {{difficulty: number}} difficulty
 * @property {{name: string}} add_player
 * @property {{player: number}} remove_player
 * @property {{player: number, name: string}} rename
 * @property {{on: boolean}} young
 * @property {{on: boolean}} teams
 * @property {{name: string, value: string}} ruling
 * @property {{after: Partial<Table>, turn: import("./model/record.js").Played}} adopt
 * @property {import("../shell/replay.js").Correction} correct
 * @property {{table: Table}} open
 * @property {{change: Partial<import("./model/turn.js").Turn>}} turn
 */
/** @typedef {store.OneOf<Commands>} Command */

/** @type {store.Dispatch<Command>} */
export const dispatch = store.dispatch;
