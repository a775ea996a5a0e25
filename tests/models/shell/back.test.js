/** The browser's Back closes what is open, then walks the stations. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, watchBack } from "../../../service/theodolite/web/page/shell/back.js";

/** A browser's history of entries. */
const entries = /** @type {any[]} */ ([null]);
let shown = 0;
let popped = (/** @type {any} */ _event) => {};
Object.assign(globalThis, {
  history: {
    pushState: (/** @type {any} */ state) => {
      entries.splice(shown + 1, entries.length, state);
      shown += 1;
    },
    replaceState: (/** @type {any} */ state) => {
      entries[shown] = state;
    },
    back: () => goBack(),
  },
  addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) => {
    popped = listener;
  },
});
function goBack() {
  shown -= 1;
  popped({ state: entries[shown] });
}

let view = { tab: "sheet", station: "one", dialog: null, choice: null };
const show = (/** @type {any} */ change) => {
  view = { ...view, ...change };
  follow(view);
};
const stations = () => entries.map(({ station, open }) => (open ? `${station}!` : station));

test("stations and dialogs are entries; what closes by itself takes its entry along", () => {
  watchBack(() => view, show);
  show({ station: "two" });
  show({ lit: "nothing that is an entry" });
  show({ dialog: { kind: "menu" } });
  assert.deepEqual([stations(), shown], [["one", "two", "two!"], 2]);
  goBack();
  assert.deepEqual([view.dialog, view.station, shown], [null, "two", 1]);
  show({ choice: "A1" });
  show({ choice: null });
  assert.deepEqual([shown, view.station], [1, "two"]);
  // An open dialog whose button leads elsewhere leaves no entry behind.
  show({ dialog: { kind: "menu" } });
  show({ dialog: null, station: "three" });
  assert.deepEqual(stations(), ["one", "two", "three"]);
  goBack();
  goBack();
  assert.deepEqual([view.station, shown], ["one", 0]);
  // A link that is opened here has no state.
  popped({ state: null });
  assert.equal(view.station, "one");
});
