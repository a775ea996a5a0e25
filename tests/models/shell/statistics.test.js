/** Statistics: finished games of players with names, and nothing else. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { byCategory, outcomeOf } from "../../../service/theodolite/web/page/shell/outcome.js";
import { knownNames, statisticsOf } from "../../../service/theodolite/web/page/shell/statistics.js";

let id = 0;
/** @type {(names: string[], totals: number[] | null, won: number[] | null, more?: object) => any} */
function game(names, totals, won, more = {}) {
  id += 1;
  return { id: `${id}`, began: "2026-11-21T20:00:00Z", names, totals, won, ...more };
}

const GAMES = [
  game(["Ann", "Ben"], [50, 40], [0], { parts: { coins: [6, 4], claims: [0, -2] } }),
  game(["Ben", "Ann", "Cy"], [30, 25, 35], [2], { parts: { coins: [2, 3, 0] } }),
  game(["Ann", "Ben"], [20, 20], [1]),
];

test("games, wins, best, average and points by category are those of each player", () => {
  const { count, players, categories } = statisticsOf(GAMES, false);
  assert.deepEqual([count, categories], [3, ["coins", "claims"]]);
  assert.deepEqual(players, [
    {
      name: "Ann",
      games: 3,
      wins: 1,
      best: 50,
      average: 95 / 3,
      parts: { coins: 4.5, claims: 0 },
    },
    { name: "Ben", games: 3, wins: 1, best: 40, average: 30, parts: { coins: 3, claims: -2 } },
    { name: "Cy", games: 1, wins: 1, best: 35, average: 35, parts: { coins: 0 } },
  ]);
});

test("two are compared in the games that both played, and a tie-break counts", () => {
  assert.deepEqual(statisticsOf(GAMES, false).pairs, [
    { names: ["Ann", "Ben"], wins: [1, 2] },
    { names: ["Ann", "Cy"], wins: [0, 1] },
    { names: ["Ben", "Cy"], wins: [0, 1] },
  ]);
  const shared = game(["Ann", "Ben"], [9, 9], [0, 1]);
  assert.deepEqual(statisticsOf([shared], false).pairs[0].wins, [0, 0]);
});

test("games without points have winners, and no best", () => {
  const [one] = statisticsOf([game(["Ann", "Ben"], null, [0])], false).players;
  assert.deepEqual([one.wins, one.best, one.average], [1, null, null]);
});

test("games under way, examples and totals of other seats are not counted", () => {
  const games = [
    game(["Ann", "Ben"], [1, 2], null),
    game(["Ann", "Ben"], [1, 2], [1], { example: true }),
    game(["Ann", "Ben"], [1, 2, 3], [2]),
    { ...game(["Ann", "Ben"], [1, 2], null), won: undefined },
  ];
  assert.deepEqual(statisticsOf(games, false), {
    count: 0,
    players: [],
    pairs: [],
    categories: [],
  });
});

test("games alone are apart", () => {
  const games = [...GAMES, game(["Ann"], [99], [])];
  assert.equal(statisticsOf(games, false).count, 3);
  const { players, pairs } = statisticsOf(games, true);
  assert.deepEqual([players.map(({ name, best }) => [name, best]), pairs], [[["Ann", 99]], []]);
});

test("there is room for six players, those who played most", () => {
  const crowd = "ABCDEFGH".split("").map((name) => game([name, "Z"], [1, 2], [1]));
  const names = statisticsOf(crowd, false).players.map(({ name }) => name);
  assert.deepEqual(names, ["Z", "A", "B", "C", "D", "E"]);
});

test("names that nobody typed are nobody's, in every language", () => {
  const texts = ["en", "nl", "fr", "de"].map((language) =>
    JSON.parse(
      readFileSync(
        new URL(
          `../../../service/theodolite/web/page/shell/texts/${language}.json`,
          import.meta.url,
        ),
        "utf-8",
      ),
    ),
  );
  const seats = texts.map((text) => text["player.default"].replace("{n}", "12"));
  const games = [
    game([...seats, "Ann"], null, [0]),
    game(["Zoe"], null, null, { example: true }),
    game(["Player Ben", "Ann"], null, null),
  ];
  assert.deepEqual(knownNames(games), ["Ann", "Player Ben"]);
  assert.deepEqual(
    statisticsOf(games, false).players.map(({ name }) => name),
    ["Ann"],
  );
});

test("an outcome has winners and parts at the end, and nobody wins alone", () => {
  const lines = [
    [
      { category: "a", points: 2 },
      { category: "a", points: 3 },
    ],
    [{ category: "b", points: -1 }],
  ];
  assert.deepEqual(byCategory(lines), { a: [5, 0], b: [0, -1] });
  const answer = { players: [{ name: "Ann" }, { name: "Ben" }], winners: ["Ben"] };
  assert.deepEqual(outcomeOf(answer, true, [5, -1], lines), {
    totals: [5, -1],
    won: [1],
    parts: { a: [5, 0], b: [0, -1] },
  });
  const open = { totals: [5, -1], won: null, parts: undefined };
  assert.deepEqual(outcomeOf(answer, false, [5, -1], lines), open);
  const alone = { players: [{ name: "Ann" }], winners: ["Ann"] };
  assert.deepEqual(outcomeOf(alone, true, [5], null), { totals: [5], won: [], parts: undefined });
});
