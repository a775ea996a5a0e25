/** Rows as people paste them: five lines, a JSON list, or letters with spaces between them. */

/** A text that is no board; `key` and `values` say why in the page's languages. */
export class RowsError extends Error {
  /**
   * @param {string} key
   * @param {import("../../shell/i18n.js").Values} [values]
   */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/**
 * Reads five rows of five from pasted text.
 *
 * @param {string} text
 * @param {{hazy: boolean}} options whether small letters are hazy tiles (island) or mere handwriting
 * @returns {string[]} five strings of five letters
 * @throws {RowsError} naming the first letter, row or count that cannot be right
 */
export function readRows(text, { hazy }) {
  const lines = text
    .split(/[\n,;/]+/)
    .map((line) => line.replace(/[\s"'|[\]]/g, "").replace(/[-_·]/g, "."))
    .filter((line) => line !== "");
  const letters = lines.join("");
  const unknown = letters.match(/[^JLMSjlms.]/u);
  if (letters === "") throw new RowsError("paste.nothing");
  if (unknown) throw new RowsError("paste.letter", { letter: unknown[0] });
  if (lines.length === 5) {
    const odd = lines.findIndex((line) => line.length !== 5);
    if (odd >= 0) throw new RowsError("paste.length", { row: odd + 1, n: lines[odd].length });
  }
  if (letters.length !== 25) throw new RowsError("paste.count", { n: letters.length });
  const spelled = hazy ? letters : letters.toUpperCase();
  return spelled.match(/.{5}/g) ?? [];
}
