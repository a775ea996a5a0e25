/**
 * Runs the tests of the models, and holds each plain module of the page to the share of lines that they run.
 *
 *     node tests/models/coverage.js
 *
 * Node.js tells the coverage of each file from version 20 on; with an older one the tests run without the bar.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { PLAIN } from "./plain.js";

/** Per cent of the lines of all plain modules together. */
const BAR = 90;
const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Versions of Node.js differ in how they look for tests in a folder. */
const TESTS = readdirSync(HERE, { recursive: true })
  .map((/** @type {any} */ path) => join(HERE, `${path}`))
  .filter((/** @type {string} */ path) => path.endsWith(".test.js"));
const isCounted = Number(process.versions.node.split(".")[0]) >= 20;

const folder = mkdtempSync(join(tmpdir(), "coverage-"));
const report = join(folder, "lcov");
const reporters = ["spec", "lcov"].map((name) => `--test-reporter=${name}`);
const counting = [
  "--experimental-test-coverage",
  ...reporters,
  "--test-reporter-destination=stdout",
  `--test-reporter-destination=${report}`,
];
const { status } = spawnSync(
  process.execPath,
  ["--test", ...(isCounted ? counting : []), ...TESTS],
  {
    stdio: "inherit",
  },
);
const lcov = isCounted ? readFileSync(report, "utf-8") : "";
rmSync(folder, { recursive: true });

/** Lines of each file: those there are, and those that were run. @type {Map<string, number[]>} */
const lines = new Map(
  lcov.split("end_of_record").flatMap((/** @type {string} */ record) => {
    const [file, found, hit] = ["SF", "LF", "LH"].map(
      (key) => record.match(`${key}:(.*)`)?.[1] ?? "",
    );
    return file ? [[join(process.cwd(), file), [Number(found), Number(hit)]]] : [];
  }),
);
let [all, run] = [0, 0];
for (const module of isCounted ? PLAIN : []) {
  const file = fileURLToPath(module);
  const [found, hit] = lines.get(file) ?? [readFileSync(file, "utf-8").split("\n").length, 0];
  all += found;
  run += hit;
  if (hit < found) console.log(`${((100 * hit) / found).toFixed(1).padStart(6)}  ${file}`);
}
if (isCounted)
  console.log(`${((100 * run) / all).toFixed(1)} per cent of ${all} lines; the bar is ${BAR}.`);
process.exitCode = status || (isCounted && 100 * run < BAR * all) ? 1 : 0;
