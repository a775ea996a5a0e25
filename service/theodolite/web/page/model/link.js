/**
 * A whole table in the fragment of a link: JSON, deflated (zlib, whose checksum tells a link that was
 * edited by hand), in base64url. Nothing after `#` ever reaches a server.
 */

import { readTable } from "./table.js";

const KEY = "#table=";

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Drops what is as by default, so that links stay short and their codes easy to scan. */
function spare(table) {
  const players = table.players.map(({ meeple, claims, presumptions, ...rest }) => ({
    ...rest,
    ...(meeple && { meeple }),
    ...(claims.length > 0 && { claims }),
    ...(presumptions.length > 0 && { presumptions }),
  }));
  return { ...table, players };
}

/**
 * @param {object} table
 * @param {string} page address of the page, without a fragment
 * @returns {Promise<string>} the link
 */
export async function writeLink(table, page) {
  const json = new TextEncoder().encode(JSON.stringify(spare(table)));
  const bytes = await through(json, new CompressionStream("deflate"));
  const text = btoa(String.fromCharCode(...bytes));
  return page + KEY + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export const holdsTable = (fragment) => fragment.startsWith(KEY);

/**
 * @param {string} fragment from `#` on
 * @returns {Promise<object | null>} the table; null where the link is cut short or was changed
 */
export async function readLink(fragment) {
  try {
    const text = fragment.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const json = await through(bytes, new DecompressionStream("deflate"));
    return readTable(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json)));
  } catch {
    return null;
  }
}
