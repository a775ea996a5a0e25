/** A game under way on an invented board, with invented cards: something of everything that the page shows. */

import { asTheyCome, boardOf } from "./pack.js";
import { newTable } from "./table.js";

/** @param {import("./pack.js").Pack} pack @returns {import("./table.js").Table} */
export function exampleTable(pack) {
  const laid = asTheyCome(pack);
  const begun = newTable(["Anna", "Bert"]);
  const [anna, bert] = begun.players;
  return {
    ...begun,
    pack,
    laid,
    north: pack.north,
    board: boardOf(pack, laid),
    players: [
      {
        ...anna,
        explorers: [{ at: "N08/E05" }, { at: "N21/E14" }],
        routes: {
          triangle: { cards: ["N03/E12", "N08/E14"], info: ["closed"], treasures: [null] },
          circle: { cards: ["N05/E07"], info: [], treasures: [] },
          square: { cards: ["N20/E21"], info: ["buried", "open"], treasures: ["ruby"] },
        },
        coordinates: 3,
        treasures: ["gold"],
        hand: ["boat", "shovel"],
        free: ["tree"],
        mission: { difficulty: 2, treasures: ["gold", "ruby"], coordinates: 6 },
      },
      {
        ...bert,
        explorers: [{ at: "N23/E24" }, { at: bert.home }],
        routes: {
          triangle: { cards: ["N22/E12"], info: [], treasures: [] },
          circle: { cards: ["N13/E20"], info: [], treasures: [] },
          square: { cards: ["N06/E17"], info: ["open"], treasures: ["diamond"] },
        },
        coordinates: 5,
        treasures: ["choice"],
        hand: null,
        mission: { difficulty: 2, treasures: ["diamond", "sapphire"], coordinates: 7 },
      },
    ],
    trees: [["N04/E07", "N04/E08"]],
    walkers: [{ at: "N19/E20", moved_by: null }],
    broken_bridges: [],
    creep_throughs: ["N10/E08"],
  };
}
