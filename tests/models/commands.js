/** Promises of every game's reducer, tried on each of its commands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";

/**
 * Freezes data as deep as it goes, so that a reducer that changes its input fails.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function frozen(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/**
 * Declares the tests of a reducer: it changes no state that it is handed, and returns the very same one where
 * nothing changes. A command that sets something changes nothing the second time.
 *
 * @param {object} game
 * @param {(state: any, action: any) => any} game.reduce
 * @param {string[]} game.commands the names of all of them
 * @param {[any, any][]} game.examples states, each with a command that changes it
 * @param {string[]} [game.repeatable] commands that change something each time: toggles, additions, turns
 * @param {[any, any][]} [game.idle] states, each with a command that changes nothing
 */
export function keepsItsPromises({ reduce, commands, examples, repeatable = [], idle = [] }) {
  test("each command has an example", () => {
    assert.deepEqual([...new Set(examples.map(([, { type }]) => type))].sort(), commands.sort());
  });
  for (const [at, [state, action]] of examples.entries()) {
    test(`the command ${action.type} changes the state once (example ${at + 1})`, () => {
      const next = reduce(frozen(state), frozen(action));
      assert.notDeepEqual(next, state);
      const again = reduce(frozen(next), action);
      if (!repeatable.includes(action.type)) assert.equal(again, next);
      else assert.equal(isDeepStrictEqual(again, next), again === next);
    });
  }
  for (const [at, [state, action]] of idle.entries()) {
    test(`the command ${action.type} that changes nothing returns the very same state (${at + 1})`, () => {
      assert.equal(reduce(frozen(state), frozen(action)), state);
    });
  }
}
