/** Guesses are named, right or wrong, for those who want to lay only what can be known. */

import { ask } from "../../shell/api.js";
import { show, stepBack, viewed } from "../../shell/store.js";
import { isGiven } from "../../tiwanaku/model/puzzle.js";
import { LETTERS, letterAt, TERRAINS } from "../../tiwanaku/model/table.js";
import { valueName } from "../../tiwanaku/views/board.js";

/** @typedef {import("../../tiwanaku/model/table.js").Table} Table */

/** Finds out whether the board as it lies proves what is about to be laid. @type {(table: Table, laid: {space: string, letter: string}) => Promise<void>} */
export async function weigh(table, { space, letter }) {
  const isGround = LETTERS.includes(letter);
  const layer = isGround ? "terrain" : "crops";
  const { board, terrain, crops, tiles } = table;
  if (!viewed().proven || letter === "." || isGiven(table, layer, space)) return;
  if (letterAt(table[layer], space) !== ".") return;
  const snapshot = { board, terrain, crops, tiles };
  const value = isGround ? { space, terrain: TERRAINS[letter] } : { space, crop: Number(letter) };
  try {
    const body = { snapshot, focus: [space], explain: false, count_to: 1 };
    const { certain } = await ask("tiwanaku/deductions", body);
    const isProven = certain.some(
      (/** @type {any} */ one) =>
        one.space === space && (one.terrain ?? one.crop) === (value.terrain ?? value.crop),
    );
    if (isProven) return;
    show({ notice: { key: "notice.guess", values: { what: valueName(value) }, undo: stepBack } });
  } catch {
    // Without an answer nothing is held against anybody.
  }
}
