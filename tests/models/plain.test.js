/** The models and the shell's plain modules need no browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAIN } from "./plain.js";

test("each plain module is imported without a document", async () => {
  assert.equal(typeof globalThis.document, "undefined");
  assert.ok(PLAIN.length > 30);
  for (const module of PLAIN) {
    assert.ok(Object.keys(await import(module.href)).length > 0, module.pathname);
  }
});
