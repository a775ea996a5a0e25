/**
 * Asks the engine of a built site, as its worker does: node ask_engine.mjs <engine folder> <empty folder>. Reads questions from
 * standard input, a line of JSON each: [method, path, headers, body]; writes [status, body] for each.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, scratch] = process.argv.slice(2);
const list = readdirSync(folder).find((name) => name.endsWith(".json"));
const files = JSON.parse(readFileSync(join(folder, list), "utf-8"));
for (const [name, stored] of Object.entries(files)) {
  writeFileSync(join(scratch, name), gunzipSync(readFileSync(join(folder, stored))));
}
// Pyodide imports it under Node, and uses it for sockets alone.
mkdirSync(join(scratch, "node_modules", "ws"), { recursive: true });
writeFileSync(join(scratch, "node_modules", "ws", "index.js"), "");
const { loadPyodide } = await import(pathToFileURL(join(scratch, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: scratch, packageBaseUrl: scratch });
const bytes = (name) => new Uint8Array(readFileSync(join(scratch, name)));
python.FS.writeFile("/application.zip", bytes("application.zip"));
python.unpackArchive(bytes("native.zip"), "zip", { extractDir: "/application" });
python.runPython(`import sys; sys.path[:0] = ["/application.zip", "/application"]`);
const ask = python.pyimport("theodolite.offline.wsgi").ask;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
for await (const line of createInterface({ input: process.stdin })) {
  const [method, path, headers, body] = JSON.parse(line);
  const reply = ask(method, path, python.toPy(headers), python.toPy(encoder.encode(body)).tobytes());
  const [status, , content] = reply.toJs();
  reply.destroy();
  process.stdout.write(`${JSON.stringify([status, decoder.decode(content)])}\n`);
}
