/** The tool that a finger lays on the boards: a terrain, nothing, a claim marker or a meeple. */

import { t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Icon, Seal } from "../../shell/parts.js";
import { show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { LETTERS, TERRAINS } from "../model/board.js";
import { Tile, terrainName } from "./tiles.js";

/** @type {(player: number | "otoma", icon: string) => any} */
const pieceOf = (player, icon) => html`
  <span class=${`tool-piece seal-${player}`}><${Icon} name=${icon} /></span>
`;

/** Whether what is laid on the island is hazy; to be chosen, since at the end of a game little is. */
function Hazy() {
  const { hazy } = viewed();
  return html`
    <button
      type="button"
      class="tool hazy"
      aria-pressed=${hazy}
      aria-label=${t("palette.hazy")}
      title=${t("palette.hazy")}
      onClick=${() => show({ hazy: !hazy })}
    ><${Tile} letter="j" /></button>
  `;
}

/**
 * @param {object} props
 * @param {import("../model/table.js").Table} props.table whose pieces are laid
 * @param {boolean} props.onIsland whether hazy tiles may be laid
 */
export function Tools({ table, onIsland }) {
  const { hazy, tool } = viewed();
  const terrains = LETTERS.map((letter) => ({
    tool: { kind: "tile", letter },
    label: terrainName(TERRAINS[letter]),
    content: html`<${Tile} letter=${onIsland && hazy ? letter.toLowerCase() : letter} />`,
  }));
  const pieces = table.players.flatMap(({ name }, player) => [
    {
      tool: { kind: "claim", player },
      label: t("palette.claim", { name }),
      content: pieceOf(player, "claim"),
    },
    {
      tool: { kind: "meeple", player },
      label: t("palette.meeple", { name }),
      content: pieceOf(player, "meeple"),
    },
  ]);
  const otoma = {
    tool: { kind: "claim", player: "otoma" },
    label: t("palette.claim", { name: t("otoma") }),
    content: pieceOf("otoma", "claim"),
  };
  const inHand = tool !== null && "player" in tool ? tool.player : null;
  return html`
    ${onIsland && hazy && html`<p class="hint hazy-how">${t("palette.hazy.how")}</p>`}
    ${
      typeof inHand === "number" &&
      html`<p class="hint in-hand"><${Seal} player=${inHand} />${t(`palette.${tool.kind}`, { name: table.players[inHand]?.name ?? "" })}</p>`
    }
    <${Palette}
      groups=${[
        { key: "terrains", tools: [...terrains, eraser()], more: onIsland && html`<${Hazy} />` },
        { key: "markers", tools: [...pieces, ...(table.otoma ? [otoma] : [])] },
      ]}
    />
  `;
}
