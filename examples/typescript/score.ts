// Scores a table of Maps of Misterra with types generated from openapi.yaml: score.js FILE [URL].
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./referee.js";

// Answers as JSON, and problems: not as lines.
type Json = "application/json" | "application/problem+json";
type Request = components["schemas"]["MisterraScoreRequest"];

const [file, url = "http://127.0.0.1:8000"] = process.argv.slice(2);
if (!file) throw new Error("Name the file of a table.");
const body: Request = JSON.parse(await readFile(file, "utf-8"));

const referee = createClient<paths, Json>({ baseUrl: url, headers: { "Accept-Language": "en" } });
const { data, error } = await referee.POST("/v3/misterra/scores", { body });

if (data) {
  for (const { name, total, items } of data.players) {
    console.log(`${name}: ${total}`);
    for (const item of items) console.log(`  ${item.points}  ${item.explanation}`);
  }
} else {
  console.error(error.title);
  for (const { pointer, detail } of error.errors ?? []) console.error(`  ${pointer}: ${detail}`);
  process.exitCode = 1;
}
