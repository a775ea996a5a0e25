/** The page's statements are about the table that it shows, or it makes none. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers";

Object.assign(globalThis, {
  document: { documentElement: { dataset: { service: "https://referee.test/" } } },
  addEventListener() {},
});
const { answerOn, liveAnswer } = await import("../../../service/theodolite/web/page/shell/live.js");
mock.timers.enable({ apis: ["setTimeout"] });

/** How the referee answers: with what it is asked about, with a refusal, not at all, or never. */
let referee = "here";
globalThis.fetch = async (/** @type {any} */ _, /** @type {any} */ { body, signal }) => {
  if (referee === "gone") throw new TypeError("Failed to fetch");
  if (referee === "slow") {
    return new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason)),
    );
  }
  const status = referee === "refuses" ? 422 : 200;
  return Response.json({ about: JSON.parse(body), title: "impossible", status }, { status });
};

/** Lets time pass, and what waits for it happen. @param {number} milliseconds */
async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  await new Promise((done) => setImmediate(done));
}

/** A question whose answer on a table is there. */
async function answered() {
  referee = "here";
  const live = liveAnswer("game/scores", () => {}, {});
  const table = { island: "J" };
  live.want(table);
  await pass(0);
  assert.deepEqual(live.current().answer.about, table);
  return { live, table };
}

const OTHER = { island: "L" };

test("an answer stays without a connection while its table stays", async () => {
  const { live, table } = await answered();
  referee = "gone";
  live.again();
  await pass(0);
  assert.equal(live.current().status, "offline");
  assert.deepEqual(answerOn(live.current()).about, table);
});

for (const [what, status] of [
  ["gone", "offline"],
  ["refuses", "refused"],
]) {
  test(`no answer on another table is left where the referee ${what}`, async () => {
    const { live } = await answered();
    referee = what;
    live.want(OTHER);
    await pass(60);
    assert.equal(live.current().status, status);
    assert.equal(live.current().answer, null);
  });
}

test("an answer is not shown for longer than a second while the next one is awaited", async () => {
  const { live, table } = await answered();
  referee = "slow";
  live.want(OTHER);
  await pass(60);
  assert.deepEqual(live.current().answer.about, table);
  assert.equal(answerOn(live.current()), null);
  await pass(1000);
  assert.deepEqual([live.current().status, live.current().answer], ["asking", null]);
});

test("changes that follow each other without a connection are asked about together", async () => {
  const { live } = await answered();
  referee = "gone";
  live.want(OTHER);
  await pass(60);
  const asked = mock.method(globalThis, "fetch");
  for (const island of ["M", "S", "J"]) live.want({ island });
  await pass(60);
  assert.equal(asked.mock.callCount(), 1);
});
