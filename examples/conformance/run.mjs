// Holds a server to exported test cases: node run.mjs FOLDER [URL]
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Yield where an answer does not contain what is expected, as JSON Pointers. */
function* mismatches(expected, answer, lists, pointer = "", name = "") {
  if (isObject(expected) && isObject(answer)) {
    for (const [key, value] of Object.entries(expected)) {
      if (key in answer) yield* mismatches(value, answer[key], lists, `${pointer}/${key}`, key);
      else yield `${pointer}/${key}`;
    }
  } else if (Array.isArray(expected) && Array.isArray(answer)) {
    yield* listMismatches(expected, answer, lists, pointer, name);
  } else if (expected !== answer) {
    yield pointer;
  }
}

function* listMismatches(expected, answer, lists, pointer, name) {
  const fits = (wanted) => (found) => mismatches(wanted, found, lists, pointer, name).next().done;
  if (name in lists.identified) {
    for (const wanted of expected) {
      const keys = lists.identified[name].filter((key) => key in wanted);
      const same = answer.filter((found) => keys.every((key) => isSame(found?.[key], wanted[key])));
      if (!same.some(fits(wanted))) yield pointer;
    }
  } else if (answer.length !== expected.length) {
    yield pointer;
  } else if (lists.in_any_order.includes(name)) {
    const left = [...answer];
    for (const wanted of expected) {
      const at = left.findIndex(fits(wanted));
      if (at < 0) yield pointer;
      else left.splice(at, 1);
    }
  } else {
    for (const [at, wanted] of expected.entries())
      yield* mismatches(wanted, answer[at], lists, `${pointer}/${at}`, name);
  }
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Ask a case, and return what is wrong with the response. */
async function ask({ request, answer }, lists, url) {
  const body = request.text ?? ("body" in request ? JSON.stringify(request.body) : undefined);
  const headers = {
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...request.headers,
  };
  const response = await fetch(url + request.path, { method: request.method, headers, body });
  const wrong = response.status === answer.status ? [] : [`status ${response.status}`];
  for (const [name, beginning] of Object.entries(answer.headers ?? {}))
    if (!response.headers.get(name)?.startsWith(beginning)) wrong.push(name);
  const json = await response.json().catch(() => null);
  if (answer.body) wrong.push(...mismatches(answer.body, json, lists));
  return wrong;
}

const [folder, url = "http://127.0.0.1:8000"] = process.argv.slice(2);
const load = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const suite = load("suite.json");
const cases = suite.chapters.flatMap((name) => load(name).cases);
const failed = [];
for (const each of cases.filter(({ skip }) => !skip)) {
  const wrong = await ask(each, suite.lists, url);
  if (wrong.length) failed.push(`${each.id} ${each.title}: ${wrong.join(", ")}`);
}
for (const line of failed) console.log(line);
console.log(
  `${suite.abbreviation} ${suite.version}: ${cases.length} cases, ${failed.length} failed`,
);
process.exitCode = failed.length ? 1 : 0;
