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
/** A game under way on it. */
export const TABLE = exampleTable(PACK);
