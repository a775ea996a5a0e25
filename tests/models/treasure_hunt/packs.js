/** The invented board pack that the page offers, for the tests of Treasure Hunt. */

import { readFileSync } from "node:fs";
import { exampleTable } from "../../../service/theodolite/web/page/treasure_hunt/model/example.js";
import { parsed, readPack } from "../../../service/theodolite/web/page/treasure_hunt/model/pack.js";

const FILE = new URL(
  "../../../service/theodolite/web/page/treasure_hunt/invented.toml",
  import.meta.url,
);

/** As it is written. */
export const TEXT = readFileSync(FILE, "utf-8");
export const PACK =
  /** @type {import("../../../service/theodolite/web/page/treasure_hunt/model/pack.js").Pack} */ (
    readPack(parsed(TEXT))
  );
/** It with what a pack may tell beside its segments: faces of dice, coordinates and cards. */
export const RICH = {
  ...PACK,
  dice: { brown: [7, 8] },
  coordinates: ["N01/E02"],
  cards: { missions: [1], three_plus: ["N01/E02"] },
};
/** A game under way on the pack as it is written. */
export const TABLE = exampleTable(PACK);
