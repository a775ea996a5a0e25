/**
 * The main flow of each game in Firefox over WebDriver BiDi, which needs no driver.
 *
 *     node flows.js GAME ADDRESS FIREFOX [kept]
 *
 * With `kept` it first waits until the page works without its host, says so in a line, waits for a line, and reloads.
 * Ends with 0 if the game could be played through and no script complained.
 */

import assert from "node:assert/strict";
import { once } from "node:events";
import puppeteer from "puppeteer-core";

const [game, address, executablePath, mode] = process.argv.slice(2);
const PATIENCE = 60_000;

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

/** What the API says, asked from the page. @type {(page: Page, question: string, body: object) => Promise<any>} */
const asked = (page, question, body) =>
  page.evaluate(
    async (path, json) =>
      (
        await fetch(`/v1/${path}`, {
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
  const { players } = await asked(page, question, await kept(page, shelf));
  for (const { name, total } of players) {
    const words = String(total).replace("-", "−");
    await until(
      page,
      `document.querySelector('.way [data-total="${name}"]')?.textContent === ${JSON.stringify(words)}`,
    );
  }
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
    const { complete, winners } = await asked(page, "cartographers/scores", table);
    assert.ok(complete);
    await until(page, `document.querySelector(".leader").textContent.includes("${winners[0]}")`);
  },

  async tiwanaku(page) {
    await press(page, "Hard");
    await press(page, "Play");
    await until(page, `document.querySelectorAll(".disc .crop").length > 0`);
    const laid = await page.$$eval(".disc :is(.motif, .crop)", (tiles) => tiles.length);
    await press(page, "What to lay");
    await page.locator(".proof").setTimeout(PATIENCE).wait();
    await click(page, ".reason .main");
    await until(page, `document.querySelectorAll(".disc :is(.motif, .crop)").length > ${laid}`);
    await press(page, "All of it");
    await page.locator(".certain li").setTimeout(PATIENCE).wait();
    await click(page, ".certain button");
    await page.locator(".proof").wait();
    await press(page, "A turn", "tab");
    await press(page, "From the reserve (5)");
    await click(page, ".inquiry .is-reach");
    await page.locator(".verdict").setTimeout(PATIENCE).wait();
  },

  async "treasure-hunt"(page) {
    // By selectors: Firefox takes its time over the names of nine hundred spaces.
    await click(page, '[data-station="game"] .begin-board button');
    await page.locator(".board.quest .is-reach").setTimeout(PATIENCE).wait();
    await click(page, ".board.quest .is-reach");
    await page.locator(".discussed .verdict").setTimeout(PATIENCE).wait();
    await click(page, ".zoom-tools button");
    await until(page, `Number(document.querySelector(".zoom").dataset.scale) > 1`);
    await click(page, ".stop:last-child");
    await page.locator(".missions .check").setTimeout(PATIENCE).wait();
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
  const before = await page.$eval("body", () => JSON.stringify({ ...localStorage }));
  await page.reload();
  await page.locator("#view").setTimeout(PATIENCE).wait();
  assert.equal(await page.$eval("body", () => JSON.stringify({ ...localStorage })), before);
  assert.deepEqual(complaints, []);
} finally {
  await browser.close();
}
