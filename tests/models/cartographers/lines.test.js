/** The sources of points in all seasons: written boxes and the lines of the map, by the kind of decree. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../../service/theodolite/web/page/cartographers/model/lines.js";
import { byCategory } from "../../../service/theodolite/web/page/shell/outcome.js";

/** @type {Record<string, string>} */
const KINDS = { A: "forest", B: "village", C: "general", D: "farm_water" };
const kindOf = (/** @type {string} */ decree) => KINDS[decree];
const SPRING = /** @type {any} */ ({ season: "spring", decrees: [6, 9], coins: 2, monsters: -2 });
const NOW = [
  { category: "decree", decree: "B", points: 5 },
  { category: "coins", points: 1 },
  { category: "monsters", points: -3 },
];

test("boxes and lines are added by kind", () => {
  assert.deepEqual(byCategory([linesOf([SPRING], NOW, kindOf) ?? []]), {
    forest: [6],
    village: [14],
    coins: [3],
    monsters: [-5],
  });
});

test("a season of which only the sum is written has no parts", () => {
  assert.equal(linesOf([{ season: "spring", written: 15 }], NOW, kindOf), null);
});
