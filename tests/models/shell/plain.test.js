/** Links, texts, history, geometry and Back, without a browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import * as steps from "../../../service/theodolite/web/page/shell/history.js";
import * as i18n from "../../../service/theodolite/web/page/shell/i18n.js";
import {
  holdsTable,
  readLink,
  writeLink,
} from "../../../service/theodolite/web/page/shell/link.js";
import * as quad from "../../../service/theodolite/web/page/shell/photo/quad.js";
import { isName, isObject, isRows } from "../../../service/theodolite/web/page/shell/read.js";
import { at, ROOT } from "../../../service/theodolite/web/page/shell/root.js";

test("every step can be undone and redone, until another change", () => {
  let history = [1, 2, 3].reduce((so, one) => steps.record(so, one), steps.begin(0));
  assert.deepEqual(
    [steps.present(history), steps.canUndo(history), steps.canRedo(history)],
    [3, true, false],
  );
  history = steps.undo(steps.undo(history));
  assert.deepEqual([steps.present(history), steps.canRedo(history)], [1, true]);
  assert.equal(steps.present(steps.redo(history)), 2);
  assert.deepEqual(steps.record(history, 7), { steps: [0, 1, 7], at: 2 });
  assert.deepEqual(steps.amend(history, 7), { steps: [0, 7], at: 1 });
  const first = steps.undo(history);
  assert.equal(steps.undo(first), first);
  const last = steps.record(history, 7);
  assert.equal(steps.redo(last), last);
});

const TABLE = { names: ["Zoë", "–"], rows: Array(30).fill("?".repeat(30)) };
const fragmentOf = (/** @type {string} */ link) => link.slice(link.indexOf("#"));
const packed = (/** @type {string} */ json) => `#table=${deflateSync(json).toString("base64url")}`;

test("a link holds the table after its fragment, and nothing that browsers escape", async () => {
  const link = await writeLink(TABLE, "https://host/toy/");
  assert.match(link, /^https:\/\/host\/toy\/#table=[\w-]+$/);
  assert.ok(holdsTable(fragmentOf(link)));
  assert.deepEqual(await readLink(fragmentOf(link)), TABLE);
  assert.deepEqual(await readLink(packed('"table"')), "table");
  assert.ok(!holdsTable("#photographs"));
});

test("a link that is cut or changed holds nothing", async () => {
  const link = fragmentOf(await writeLink(TABLE, ""));
  const changed = `${link.slice(0, 30)}${link[30] === "A" ? "B" : "A"}${link.slice(31)}`;
  for (const broken of [link.slice(0, -9), changed, "#table=", "#table=€<script>", packed("{")]) {
    assert.equal(await readLink(broken), undefined, broken);
  }
});

test("a link that unpacks to more than any table is stopped", async () => {
  assert.equal(await readLink(packed(`"${"x".repeat(1 << 19)}"`)), "x".repeat(1 << 19));
  // A table before endless white space could fill the memory of a phone.
  assert.equal(await readLink(packed(`"table"${" ".repeat(1 << 24)}`)), undefined);
});

/** Speaks the page's own texts. @type {(language: string) => Promise<void>} */
const speak = async (language) => {
  const documentElement = { lang: "" };
  Object.assign(globalThis, {
    document: { documentElement },
    fetch: async (/** @type {string} */ url) => ({
      json: async () =>
        JSON.parse(readFileSync(new URL(url.replace("/page/page/", "/page/")), "utf-8")),
    }),
  });
  await i18n.speak(language, ["shell", "misterra"]);
  assert.equal(documentElement.lang, language);
  Reflect.deleteProperty(globalThis, "document");
};

test("the first of a person's languages that the page has is spoken", () => {
  assert.equal(i18n.preferred(["es", "fr-BE", "de"]), "fr");
  assert.equal(i18n.preferred(["es", "NL"]), "nl");
  assert.equal(i18n.preferred([]), "en");
  assert.equal(i18n.preferred([undefined, 7]), "en");
});

test("texts take numbers and names as the language writes them", async () => {
  await speak("en");
  assert.equal(i18n.currentLanguage(), "en");
  assert.ok(i18n.has("close") && !i18n.has("closed.door"));
  assert.equal(i18n.t("closed.door"), "closed.door");
  assert.equal(i18n.listed(["A", "B", "C"]), "A, B, and C");
  assert.deepEqual([i18n.written(-3), i18n.written(3), i18n.written("-3")], ["−3", "3", "-3"]);
  assert.notEqual(
    i18n.t("result.won", { n: 1, names: "Ann" }),
    i18n.t("result.won", { n: 2, names: "Ann" }),
  );
  await speak("fr");
  // French elides before a vowel.
  for (const [name, said] of [
    ["Anna", "d’Anna"],
    ["Bert", "de Bert"],
    ["Élise", "d’Élise"],
  ]) {
    assert.ok(i18n.t("parchment.of", { name }).includes(said), i18n.t("parchment.of", { name }));
  }
});

test("a date is written as in the region that the browser tells", async () => {
  const dated = async (/** @type {string} */ language, /** @type {string[]} */ languages) => {
    await speak(language);
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    return i18n.dated("2026-11-21T12:00:00Z");
  };
  assert.match(await dated("en", ["en-GB", "en-US"]), /^21 Nov 2026/);
  assert.match(await dated("en", ["fr", "en-US"]), /^Nov 21, 2026/);
  assert.match(await dated("de", ["en-GB"]), /^21\.11\.2026/);
});

const LATTICE = {
  columns: 5,
  spaces: Array.from({ length: 25 }, (_, at) => `${"ABCDE"[at % 5]}${Math.floor(at / 5) + 1}`),
};
const LONG = { columns: 3, spaces: ["A1", "B1", "C1", "A2", "B2", "C2"] };
/** @type {import("../../../service/theodolite/web/page/shell/photo/quad.js").Point[]} */
const SQUARE = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

test("spaces lie in the perspective of the four corners", () => {
  const [first] = quad.spacesWithin(LATTICE, SQUARE);
  assert.deepEqual(first, {
    space: "A1",
    outline: [
      [0, 0],
      [20, 0],
      [20, 20],
      [0, 20],
    ],
    middle: [10, 10],
  });
  // A board seen at a slant: its far spaces are smaller, and its corners stay.
  const slanted = quad.spacesWithin(LATTICE, [
    [30, 0],
    [70, 0],
    [100, 100],
    [0, 100],
  ]);
  const round = (/** @type {number[]} */ point) => point.map(Math.round);
  assert.deepEqual(round(slanted[0].outline[0]), [30, 0]);
  assert.deepEqual(round(slanted[24].outline[2]), [100, 100]);
  const height = (/** @type {any} */ { outline }) => outline[3][1] - outline[0][1];
  assert.ok(height(slanted[0]) < height(slanted[20]));
});

test("a board that is turned is read from its next side, one that is not square from the other end", () => {
  assert.deepEqual(quad.turnedCorners(SQUARE), [
    [100, 0],
    [100, 100],
    [0, 100],
    [0, 0],
  ]);
  assert.deepEqual([LATTICE, LONG].map(quad.isSquare), [true, false]);
  assert.deepEqual(
    ["A1", "E1", "C3"].map((space) => quad.turnedSpace(LATTICE, space)),
    ["A5", "A1", "C3"],
  );
  const around = [1, 2, 3, 4].reduce((space) => quad.turnedSpace(LATTICE, space), "B1");
  assert.equal(around, "B1");
  assert.equal(quad.turnedSpace(LONG, "A1"), "C2");
  // A turned space shows what the corners show there.
  const there = (/** @type {any} */ corners, /** @type {string} */ space) =>
    quad.spacesWithin(LATTICE, corners).find((one) => one.space === space)?.middle;
  const [one, other] = [
    there(quad.turnedCorners(SQUARE), quad.turnedSpace(LATTICE, "B1")),
    there(SQUARE, "B1"),
  ];
  assert.deepEqual(one?.map(Math.round), other?.map(Math.round));
  assert.deepEqual(quad.sideOf(SQUARE, "bottom"), [
    [100, 100],
    [0, 100],
  ]);
  assert.deepEqual(quad.sideOf(SQUARE, "left"), [
    [0, 100],
    [0, 0],
  ]);
});

test("what is read from outside may be anything", () => {
  assert.deepEqual([{}, [], null, 1].map(isObject), [true, false, false, false]);
  assert.deepEqual(["x", "x".repeat(41), 1].map(isName), [true, false, false]);
  assert.deepEqual(
    [["a"], ["b"], ["a", "a"], [1], "a"].map((rows) => isRows(rows, 1, /^a$/)),
    [true, false, false, false, false],
  );
});

test("addresses are told from the page's own", () => {
  assert.ok(ROOT.endsWith("/web/"));
  assert.equal(at("page/x"), `${ROOT}page/x`);
});
