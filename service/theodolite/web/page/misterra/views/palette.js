/** What a finger lays on the boards: a terrain, nothing, a claim marker or a meeple. */

import { LETTERS, TERRAINS } from "../model/board.js";
import { isSolo } from "../model/table.js";
import { show, viewed } from "../../shell/store.js";
import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { Icon } from "../../shell/parts.js";
import { Tile, terrainName } from "./tiles.js";

function Tool({ tool, label, children }) {
  const same = JSON.stringify(viewed().tool) === JSON.stringify(tool);
  return html`
    <button
      type="button"
      class="tool"
      aria-pressed=${same}
      aria-label=${label}
      title=${label}
      onClick=${() => show({ tool: same ? { kind: "hand" } : tool })}
    >${children}</button>
  `;
}

/** @param {{table: object}} props the table whose active player's pieces are laid */
export function Palette({ table }) {
  const { player } = viewed();
  const { name } = table.players[player];
  return html`
    <div class="palette" role="toolbar" aria-label=${t("palette")}>
      ${LETTERS.map(
        (letter) => html`
        <${Tool} tool=${{ kind: "tile", letter }} label=${terrainName(TERRAINS[letter])}>
          <${Tile} letter=${letter} />
        </>
      `,
      )}
      <${Tool} tool=${{ kind: "erase" }} label=${t("palette.erase")}><${Icon} name="erase" /></>
      <${Tool} tool=${{ kind: "claim" }} label=${t("palette.claim", { name })}>
        <span class=${`tool-piece seal-${player}`}><${Icon} name="claim" /></span>
      </>
      <${Tool} tool=${{ kind: "meeple" }} label=${t("palette.meeple", { name })}>
        <span class=${`tool-piece seal-${player}`}><${Icon} name="meeple" /></span>
      </>
      ${
        isSolo(table) &&
        html`
        <${Tool} tool=${{ kind: "claim", otoma: true }} label=${t("palette.claim", { name: t("otoma") })}>
          <span class="tool-piece seal-otoma"><${Icon} name="claim" /></span>
        </>
      `
      }
    </div>
  `;
}
