/** The parts of a whole sheet as one drawing (SVG), which is printed, saved and sent. */

export const WIDTH = 840;
export const MARGIN = 30;
export const INK = "#2b2218";
export const SOFT = "#6a5a44";

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll("\u00ad", "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @type {(x: number, y: number, text: string, looks?: {size?: number, anchor?: string, weight?: string, fill?: string}) => string} */
export const words = (
  x,
  y,
  text,
  { size = 13, anchor = "start", weight = "normal", fill = INK } = {},
) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" font-weight="${weight}" fill="${fill}">${escaped(text)}</text>`;

/** A motif of the page's sprite. @type {(name: string, x: number, y: number, size: number, opacity?: number) => string} */
export const motif = (name, x, y, size, opacity = 0.7) =>
  `<svg viewBox="0 0 48 48" x="${x}" y="${y}" width="${size}" height="${size}" color="${INK}" opacity="${opacity}">${document.getElementById(name)?.innerHTML ?? ""}</svg>`;

/**
 * A table: a title in front of each row, its cells below their headings, and the last row apart.
 *
 * @param {object} table
 * @param {number} table.x
 * @param {number} table.y where its headings stand
 * @param {number} table.title how wide the titles are
 * @param {number} table.column how wide a column is
 * @param {string[]} table.heads
 * @param {{title: string, cells: string[]}[]} table.rows
 * @param {number} [table.line] from row to row
 * @param {number} [table.size] of its letters
 */
export function grid({ x, y, title, column, heads, rows, line = 24, size = 13 }) {
  /** @type {(cells: string[], y: number, looks?: object) => string[]} */
  const across = (cells, y, looks) =>
    cells.map((cell, at) =>
      words(x + title + column * (at + 0.5), y, cell, { size, anchor: "middle", ...looks }),
    );
  const weight = "bold";
  return [
    ...across(heads, y, { weight }),
    ...rows.flatMap((row, at) => {
      const looks = at === rows.length - 1 ? { size: size * 1.3, weight } : {};
      const here = y + (at + 1) * line + (looks.size ? 6 : 0);
      return [words(x, here, row.title, { size, ...looks }), ...across(row.cells, here, looks)];
    }),
    `<path d="M${x} ${y + (rows.length - 1) * line + 7}h${title + column * heads.length}" stroke="${INK}"/>`,
  ].join("");
}

/**
 * A complete document.
 *
 * @param {object} sheet
 * @param {string} sheet.title the game
 * @param {string} sheet.label what is drawn
 * @param {number} sheet.height
 * @param {string[]} sheet.parts
 */
export const sheet = ({ title, label, height, parts }) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, serif" role="img" aria-label="${escaped(label)}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fdf6e6"/>`,
    `<rect x="10" y="10" width="${WIDTH - 20}" height="${height - 20}" fill="none" stroke="${INK}" stroke-width="1.5"/>`,
    words(MARGIN, 54, title, { size: 28, weight: "bold" }),
    ...parts,
    "</svg>",
  ].join("");
