/** Whether a photograph can be read: what is measured is the board, not what lies around it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lightOn } from "../../../service/theodolite/web/page/shell/photo/sight.js";

const SIDE = 60;
/** @type {[number, number][]} */
const CORNERS = [
  [30, 6],
  [54, 30],
  [30, 54],
  [6, 30],
];

/** A picture whose pixels follow from whether they lie on the board, which stands on its corner. @type {(board: Light, around: Light) => any} */
const picture = (board, around) => ({
  width: SIDE,
  height: SIDE,
  grey: Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    return (Math.abs(x - 30) + Math.abs(y - 30) <= 26 ? board : around)(x, y);
  }),
});
/** @typedef {(x: number, y: number) => number} Light */
/** @type {(light: number) => Light} */
const flat = (light) => () => light;
/** @type {(light: number) => Light} */
const chequered = (light) => (x, y) => light + ((x + y) % 2 === 0 ? 20 : -20);

test("a bright board is bright whatever is around it", () => {
  for (const around of [0, 120, 255]) {
    const { brightness } = lightOn(picture(chequered(150), flat(around)), CORNERS);
    assert.ok(Math.abs(brightness - 150) < 2, `${brightness}`);
  }
});

test("a dark board is dark on a bright table", () => {
  assert.ok(lightOn(picture(flat(20), flat(250)), CORNERS).brightness < 40);
});

test("a blurred board is blurred on a sharp table, and a sharp one sharp on black", () => {
  assert.ok(lightOn(picture(flat(150), chequered(150)), CORNERS).sharpness < 14);
  assert.ok(lightOn(picture(chequered(150), flat(0)), CORNERS).sharpness > 14);
});

test("without corners the brightest part tells whether anything can be seen", () => {
  /** @type {(light: number) => Light} */
  const corner = (light) => (x, y) => (x < 30 && y < 30 ? light : 0);
  assert.equal(lightOn(picture(corner(180), corner(180)), null).brightness, 180);
  assert.equal(lightOn(picture(corner(30), corner(30)), null).brightness, 30);
});
