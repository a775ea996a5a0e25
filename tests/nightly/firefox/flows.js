/**
 * A whole game of each in Firefox over WebDriver BiDi, which needs no driver.
 *
 *     node flows.js GAME ADDRESS FIREFOX [kept]
 *
 * With `kept` it first waits until the page works without its host, says so in a line, waits for a line, and reloads.
 * Ends with 0 if the game could be played to its end and no script complained.
 */

import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const [game, address, executablePath, mode] = process.argv.slice(2);
const PATIENCE = 60_000;
/** How long the page takes no second tap, in milliseconds, and a little more. */
const DOUBLE_TAP = 750;

/** @typedef {import("puppeteer-core").Page} Page */

/** @type {(page: Page, selector: string) => Promise<void>} */
const click = (page, selector) => page.locator(selector).setTimeout(PATIENCE).click();

/** @type {(page: Page, name: string, role?: string) => Promise<void>} */
const press = (page, name, role = "button") =>
  click(page, `::-p-aria([name="${name}"][role="${role}"])`);

/** Waits until a script on the page says so. @type {(page: Page, script: string) => Promise<unknown>} */
const until = (page, script) => page.waitForFunction(script, { timeout: PATIENCE });

/** Types on a board from a space on. @type {(page: Page, board: string, space: string, keys: string) => Promise<void>} */
async function type(page, board, space, keys) {
  await page.focus(`${board} [data-space="${space}"]`);
  await page.keyboard.type(keys);
}

/** The table that the browser keeps. @type {(page: Page, shelf: string) => Promise<any>} */
const kept = (page, shelf) =>
  page.evaluate((key) => {
    const { id } = JSON.parse(localStorage.getItem(`${key}.games`) ?? "").at(-1);
    const { at } = JSON.parse(localStorage.getItem(`${key}.game.${id}`) ?? "");
    return JSON.parse(localStorage.getItem(`${key}.game.${id}.${at}`) ?? "").table;
  }, shelf);

/** The API's answer, requested from the page. @type {(page: Page, question: string, body: object) => Promise<any>} */
const asked = (page, question, body) =>
  page.evaluate(
    async (path, json) =>
      (
        await fetch(`/v3/${path}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: json,
        })
      ).json(),
    question,
    JSON.stringify(body),
  );

/** Every total on the way is the API's. @type {(page: Page, question: string, shelf: string) => Promise<void>} */
async function expectTotals(page, question, shelf) {
  const { players } = await asked(page, question, { snapshot: await kept(page, shelf) });
  for (const { name, total } of players) {
    const words = String(total).replace("-", "−");
    await until(
      page,
      `document.querySelector('.way [data-total="${name}"]')?.textContent === ${JSON.stringify(words)}`,
    );
  }
}

/** A round before the end: Cassandra's explorer has its last coordinate and its home in reach. */
const LAST_ROUND = {
  board: { rows: Array.from({ length: 30 }, (_, row) => (row === 1 ? "P" : "F").repeat(30)) },
  players: [
    {
      name: "Cassandra",
      colour: "red",
      home: "N01/E01",
      explorers: [{ at: "N02/E08" }, { at: "N01/E01" }],
      routes: {
        triangle: { cards: ["N02/E14", "N02/E01"], info: ["closed"], treasures: ["gold"] },
        circle: { cards: ["N20/E06"] },
        square: { cards: ["N22/E20"] },
      },
      hand: ["fallen_tree"],
      mission: { difficulty: 1, treasures: ["gold"], coordinates: 2 },
    },
    {
      name: "Elliott",
      colour: "blue",
      home: "N30/E30",
      explorers: [{ at: "N02/E30" }, { at: "N30/E30" }],
      routes: {
        triangle: { cards: ["N08/E20"] },
        circle: { cards: ["N12/E05"] },
        square: { cards: ["N25/E22"] },
      },
      hand: [],
      mission: { difficulty: 1, treasures: ["ruby"], coordinates: 2 },
    },
  ],
};

/** @param {string} place */
const spaceAt = (place) => `.board.quest [data-space="${place}"]`;

/** Rolls a 7 for path, and chooses the end. @type {(page: Page, end: string) => Promise<void>} */
async function move(page, end) {
  await click(page, `.die-button:has([data-die="brown"])`);
  await click(page, ".pips button");
  await click(page, `${spaceAt(end)}.is-reach`);
}

/** Plays the turn; the page takes no taps until the next player can be meant. @type {(page: Page, next: string) => Promise<void>} */
async function play(page, next) {
  await click(page, ".discussed > .main");
  await until(
    page,
    `document.querySelector('[data-station="roll"] [aria-pressed=true]').textContent.includes("${next}")`,
  );
  await new Promise((done) => setTimeout(done, DOUBLE_TAP));
}

/** @type {Record<string, (page: Page) => Promise<void>>} */
const FLOWS = {
  async misterra(page) {
    await type(page, ".board.island", "A1", "JJLLSJMLSSMMLSSJMMSJJJLLM");
    await type(page, '[data-board="0"]', "A1", "JJLLSJMLSSMMLMSJMMSJSJLLM");
    await type(page, '[data-board="1"]', "A1", "JJLSSJJMSSMMLSSJM.SJJJLLM");
    for (const card of ["9", "10", "17", "23"]) {
      if ((await page.$("dialog")) === null) await click(page, ".card.blank");
      await click(page, `dialog .card[aria-label^="Card ${card}:"]`);
    }
    await until(page, `document.querySelector("dialog") === null`);
    await press(page, "Claim marker of Player 1");
    await click(page, ".board.island [data-space=C2]");
    await click(page, '[data-station="claims"] [role="switch"]');
    await expectTotals(page, "misterra/scores", "theodolite");
    await until(page, `/wins by/.test(document.querySelector(".leader").textContent)`);
    await press(page, "Referee", "tab");
    await press(page, "This is the first half day");
    await click(page, ".board.island .is-reach");
    await page.locator(".verdict").setTimeout(PATIENCE).wait();
  },

  async cartographers(page) {
    for (const decree of "ABCD") {
      await click(page, `.decree[data-decree="${decree}"]`);
      await click(page, "dialog .scoring-card");
      await until(page, `document.querySelector("dialog") === null`);
    }
    await type(page, '[data-board="0"]', "A1", "FFFVVWWAAMF");
    await type(page, '[data-board="1"]', "E1", "FFVVVVVVWAA");
    await expectTotals(page, "cartographers/scores", "theodolite.cartographers");
    for (const season of ["Spring", "Summer", "Autumn"]) {
      await press(page, `Write down ${season}, go on`);
      await until(
        page,
        `/${season} is written/.test(document.querySelector(".notice").textContent)`,
      );
      await expectTotals(page, "cartographers/scores", "theodolite.cartographers");
    }
    const table = await kept(page, "theodolite.cartographers");
    assert.equal(table.season, "winter");
    assert.equal(table.players[0].seasons.length, 3);
    const { final, winners } = await asked(page, "cartographers/scores", { snapshot: table });
    assert.ok(final);
    await until(page, `document.querySelector(".leader").textContent.includes("${winners[0]}")`);
  },

  async tiwanaku(page) {
    await press(page, "A turn", "tab");
    await click(page, ".inquiry .is-reach");
    await press(page, "mud");
    await page.locator(".verdict").setTimeout(PATIENCE).wait();
    await press(page, "Board", "tab");
    await press(page, "Play");
    await until(page, `document.querySelectorAll(".disc .crop").length > 0`);
    await press(page, "All of it");
    await page.locator(".certain li").setTimeout(PATIENCE).wait();
    await click(page, ".certain button");
    await page.locator(".proof").setTimeout(PATIENCE).wait();
    const { disc, start } = await kept(page, "theodolite.tiwanaku");
    const hints = 25 - start.length;
    for (let left = hints; left > 0; left -= 1) {
      await until(page, `document.querySelector(".next-step").innerText.includes("${left} crop")`);
      await click(page, `[data-station="known"] .segments button:nth-child(3)`);
      await click(page, ".reason .main");
    }
    await page.locator(".solved").setTimeout(PATIENCE).wait();
    const solved = await page.$eval(".solved .leader", (leader) => leader.textContent ?? "");
    assert.match(solved, new RegExp(`Solved in \\d+:\\d\\d\\. ${hints} hints used\\.`));
    const { terrain, crops } = await kept(page, "theodolite.tiwanaku");
    assert.deepEqual({ terrain, crops }, { terrain: disc.terrain, crops: disc.crops });
  },

  // By selectors: Firefox takes its time over the names of nine hundred spaces.
  async "treasure-hunt"(page) {
    const file = new URL("last-round.json", import.meta.url);
    await writeFile(file, JSON.stringify({ snapshot: LAST_ROUND }));
    await click(page, ".stop:nth-child(2)");
    const [input] = await page.$$(`[data-station="board"] input[type="file"]`);
    await input.uploadFile(fileURLToPath(file));
    await click(page, ".stop:nth-child(4)");
    await move(page, "N02/E01");
    await click(page, ".discussed .segments button:nth-child(2)");
    await click(page, ".hand-of button");
    for (const place of ["N10/E10", "N10/E11"]) await click(page, spaceAt(place));
    await play(page, "Elliott");
    await move(page, "N02/E23");
    await play(page, "Cassandra");
    await move(page, "N01/E01");
    await play(page, "Elliott");
    await click(page, ".zoom-tools button");
    await until(page, `Number(document.querySelector(".zoom").dataset.scale) > 1`);
    await click(page, ".stop:last-child");
    const { pack, laid, north, ...snapshot } = await kept(page, "theodolite.treasure_hunt");
    assert.deepEqual(snapshot.trees, [["N10/E10", "N10/E11"]]);
    assert.deepEqual(snapshot.players[0].treasures, ["gold"]);
    const { winners, players } = await asked(page, "treasure-hunt/scores", { snapshot });
    assert.deepEqual(winners, ["Cassandra"]);
    await until(page, `document.querySelector(".leader").textContent === "Cassandra wins."`);
    const met = players.flatMap(({ items }) => items.map(({ explanation }) => explanation));
    const lines = await page.$$eval(".missions .line-title", (all) =>
      all.map((line) => line.textContent),
    );
    assert.deepEqual(lines, met);
  },
};

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  extraPrefsFirefox: { "intl.accept_languages": "en-GB" },
});
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${address}/${game}/`);
  await page.locator("#view").setTimeout(PATIENCE).wait();
  if (mode === "kept") {
    await until(
      page,
      `Object.keys(localStorage).some((key) => key.startsWith("theodolite.engine"))`,
    );
    await until(page, "navigator.serviceWorker.controller !== null");
    // The worker of the first page keeps the engine's script.
    await until(page, `navigator.serviceWorker.getRegistration("../").then((one) => one?.active)`);
    console.log("kept");
    await once(process.stdin, "data");
    process.stdin.unref();
    await page.reload();
    await page.locator("#view").setTimeout(PATIENCE).wait();
  }
  await FLOWS[game](page);
  // The order of the keys is the browser's.
  const before = await page.evaluate(() => ({ ...localStorage }));
  await page.reload();
  await page.locator("#view").setTimeout(PATIENCE).wait();
  assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), before);
  assert.deepEqual(complaints, []);
} finally {
  await browser.close();
}
