/**
 * A whole table in the fragment of a link: JSON, deflated (zlib, whose checksum tells a link that was
 * edited by hand), in base64url. Nothing after `#` ever reaches a server; the path says which game it is.
 */

const KEY = "#table=";

/** Where a game that is kept on this device is opened: after the address of its game, before its id. */
export const KEPT = "#kept=";

/** Bytes of the largest table: what the service takes, and far more than any game has. */
const MOST = 1 << 20;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @throws {RangeError} if there are more bytes than the largest table has
 */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new RangeError(`more than ${MOST} bytes`);
    }
    pieces.push(value);
  }
}

/**
 * @param {object} table as small as the game can spell it
 * @param {string} page address of the page, without a fragment
 * @returns {Promise<string>} the link
 */
export async function writeLink(table, page) {
  const json = new TextEncoder().encode(JSON.stringify(table));
  const bytes = await through(json, new CompressionStream("deflate"));
  const text = btoa(String.fromCharCode(...bytes));
  return page + KEY + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} fragment */
export const holdsTable = (fragment) => fragment.startsWith(KEY);

/**
 * @param {string} fragment from `#` on
 * @returns {Promise<unknown>} what the link holds; undefined where it is cut short or was changed
 */
export async function readLink(fragment) {
  try {
    const text = fragment.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const json = await through(bytes, new DecompressionStream("deflate"));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch {
    return undefined;
  }
}
