/** The modules of the page that need no document: plain Node imports them, and the tests cover them. */

import { readdirSync } from "node:fs";

const PAGE = new URL("../../service/theodolite/web/page/", import.meta.url);
const GAMES = ["misterra", "cartographers", "puzzle", "tiwanaku", "treasure_hunt"];
const SHELL = [
  "back",
  "backup",
  "history",
  "i18n",
  "keep",
  "link",
  "outcome",
  "photo/quad",
  "read",
  "root",
  "same",
  "shelves",
  "statistics",
  "storage",
];

/** Their addresses: all models of the games, and these of the shell. @type {URL[]} */
export const PLAIN = [
  ...SHELL.map((name) => `shell/${name}.js`),
  ...GAMES.flatMap((game) =>
    readdirSync(new URL(`${game}/model/`, PAGE)).map(
      (/** @type {string} */ file) => `${game}/model/${file}`,
    ),
  ),
].map((path) => new URL(path, PAGE));
