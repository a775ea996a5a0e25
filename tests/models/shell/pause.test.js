/** Taps that are taken for nothing: after much has changed, and the second one of a double tap. */

import assert from "node:assert/strict";
import { test } from "node:test";

let guard = (/** @type {any} */ _event) => {};
let now = 0;
Object.assign(globalThis, {
  Element: class {},
  addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) => {
    guard = listener;
  },
});
performance.now = () => now;
const { pauseTaps } = await import("../../../service/theodolite/web/page/shell/pause.js");

/** A button that says these words, in the notice or elsewhere. @type {(words: string, place?: string) => any} */
const button = (words, place = "") =>
  Object.assign(new Element(), {
    closest: (/** @type {string} */ what) =>
      what === "button" ? { textContent: words } : what === place || null,
  });

/** Whether a tap reaches what it meets. @type {(target: any, timeStamp: number, at?: number) => boolean} */
function reaches(target, timeStamp, at = 0) {
  let reached = true;
  const stop = () => {
    reached = false;
  };
  const event = { target, timeStamp, clientX: at, clientY: 0, detail: 1 };
  guard({ ...event, stopImmediatePropagation: stop, preventDefault: () => {} });
  return reached;
}

test("after much has changed the page takes no taps for a moment, but on the notice", () => {
  now = 10_000;
  pauseTaps();
  assert.ok(!reaches(button("Draw"), 10_100));
  assert.ok(reaches(button("Undo", ".notice"), 10_200));
  assert.ok(!reaches(button("Draw"), 10_699, 90));
  assert.ok(reaches(button("Draw"), 10_701, 90));
});

test("the second tap of a double tap meets the same button or nothing", () => {
  assert.ok(reaches(button("More"), 20_000));
  assert.ok(reaches(button("More"), 20_100));
  assert.ok(!reaches(button("Delete"), 20_200));
  assert.ok(reaches(button("Delete"), 20_300, 90));
  assert.ok(reaches(button("Draw"), 20_800, 90));
});
