/** The commands of Cartographers, each with what it takes. */

import * as store from "../shell/store.js";

/**
 * @typedef {import("./model/table.js").Table} Table
 * @typedef {import("./model/table.js").Player} Player
 * @typedef {Pick<Player, "drawn" | "stars">} Drawn
 * @typedef {import("./season.js").Choices} Choices
 */
/**
 * @typedef {object} Commands
 * @property {{player: number, spaces: string[], letter: string}} draw
 * @property {{player: number, rows: string[]}} rows
 * @property {{player: number, before: string[], spaces: string[], letter: string, ambush: string | null}} shape
 * @property {{spaces: string[], letter: string}} print on a map whose print is entered by hand
 * @property {{player: number, space: string}} star
 * @property {{player: number, before: Drawn, space: string, stars: string[]}} hero
 * @property {{player: number, before: Drawn}} take_up a hero that was drawn
 * @property {{player: number, seat: number, card: string, before: Partial<Player>, draw: import("./model/record.js").Draw, coin: boolean, afterRuins: boolean}} turn
 * @property {{player: number, coins: number}} gain
 * @property {{player: number}} clear
 * @property {{player: number, coins: number}} coins
 * @property {{player: number, coins: number}} spent on skill cards
 * @property {{player: number, season: string, boxes: import("./model/boxes.js").Boxes}} boxes
 * @property {{choices: Choices}} choices of trolls after winter
 * @property {{}} forget_record
 * @property {{game: string, map: Table["map"]}} game
 * @property {{map: Table["map"]}} map
 * @property {{season: string}} season
 * @property {{card: string}} ambush
 * @property {{after: Pick<Table, "season" | "players">, choices: Choices}} end_season
 * @property {{decree: string, card: string | null}} decree
 * @property {{name: string, value: string}} ruling
 * @property {{player: number, name: string}} rename
 * @property {{name: string}} add_player
 * @property {{player: number}} remove_player
 */
/** @typedef {store.OneOf<Commands>} Command */

/** @type {store.Dispatch<Command>} */
export const dispatch = store.dispatch;
