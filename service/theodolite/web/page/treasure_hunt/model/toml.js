/**
 * As much of TOML as board packs are written in: tables and lists of tables, texts, whole numbers, booleans,
 * lists, and tables in a line.
 */

/** @typedef {Record<string, any>} Table */

const SPACE = /(?:\s|#[^\n]*)*/y;
const PIECE = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[[\]{}=,.]|[\w+-]+/y;

/** A table, in which no name means anything but what a file says. @type {() => Table} */
const newTable = () => Object.create(null);

/** @param {any} value */
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The statements of a file, each with its line. @param {string} text */
function piecesOf(text) {
  const found = [];
  let [at, line] = [0, 1];
  for (;;) {
    SPACE.lastIndex = at;
    const space = SPACE.exec(text)?.[0] ?? "";
    line += space.split("\n").length - 1;
    at += space.length;
    if (at === text.length) return found;
    PIECE.lastIndex = at;
    const match = PIECE.exec(text);
    if (match === null) throw new SyntaxError(`${line}`);
    at = PIECE.lastIndex;
    found.push({ word: match[0], line });
  }
}

/** @param {string} word @returns {any} undefined if it is no value */
function plain(word) {
  if (word.startsWith('"')) return JSON.parse(word);
  if (word.startsWith("'")) return word.slice(1, -1);
  if (word === "true" || word === "false") return word === "true";
  return /^[+-]?\d[\d_]*$/.test(word) ? Number(word.replaceAll("_", "")) : undefined;
}

/**
 * @param {string} text
 * @returns {Table}
 * @throws {SyntaxError} whose message is the number of the line that is none of it
 */
export function parseToml(text) {
  const pieces = piecesOf(text);
  let at = 0;
  const lost = () => new SyntaxError(`${pieces[Math.min(at, pieces.length - 1)].line}`);
  /** @param {string} word */
  const take = (word) => {
    const taken = pieces[at]?.word === word;
    if (taken) at += 1;
    return taken;
  };
  /** @param {string} word */
  const expect = (word) => {
    if (!take(word)) throw lost();
  };

  /** @returns {string[]} */
  function path() {
    const names = [];
    do {
      const word = pieces[at]?.word ?? "";
      if (!/^["'\w-]/.test(word)) throw lost();
      names.push(/^["']/.test(word) ? plain(word) : word);
      at += 1;
    } while (take("."));
    return names;
  }

  /** The table at the end of a path. @type {(table: Table, names: string[]) => Table} */
  const within = (table, names) =>
    names.reduce((here, name) => {
      here[name] ??= newTable();
      const inner = Array.isArray(here[name]) ? here[name].at(-1) : here[name];
      if (!isTable(inner)) throw lost();
      return inner;
    }, table);

  /** @returns {any} */
  function value() {
    if (take("[")) {
      const items = [];
      while (!take("]")) {
        items.push(value());
        if (pieces[at]?.word !== "]") expect(",");
      }
      return items;
    }
    if (take("{")) {
      /** @type {Table} */
      const table = newTable();
      while (!take("}")) {
        assign(table);
        if (pieces[at]?.word !== "}") expect(",");
      }
      return table;
    }
    const read = plain(pieces[at]?.word ?? "");
    if (read === undefined) throw lost();
    at += 1;
    return read;
  }

  /** @param {Table} table */
  function assign(table) {
    const names = path();
    expect("=");
    within(table, names.slice(0, -1))[names[names.length - 1]] = value();
  }

  /** @type {Table} */
  const whole = newTable();
  let here = whole;
  while (at < pieces.length) {
    if (!take("[")) {
      assign(here);
      continue;
    }
    const isList = take("[");
    const names = path();
    expect("]");
    if (isList) expect("]");
    const last = names[names.length - 1];
    const outer = within(whole, names.slice(0, -1));
    if (isList) {
      here = newTable();
      outer[last] ??= [];
      if (!Array.isArray(outer[last])) throw lost();
      outer[last].push(here);
    } else here = within(outer, [last]);
  }
  return whole;
}
