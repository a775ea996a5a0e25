/** The tool that a finger lays on the boards: a terrain, nothing, a claim marker or a meeple. */

import { t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Icon, Seal } from "../../shell/parts.js";
import { viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { LETTERS, TERRAINS } from "../model/board.js";
import { Tile, terrainName } from "./tiles.js";

/** @type {(player: number | "otoma", icon: string) => any} */
const pieceOf = (player, icon) => html`
  <span class=${`tool-piece seal-${player}`}><${Icon} name=${icon} /></span>
`;

/** Lays a tile on its neighbours: a stroke spreads the terrain on which it begins. */
export const PULL = { kind: "pull" };
/** The brush in hand where nothing lies yet. */
export const BRUSH = { kind: "tile", letter: LETTERS[0] };

/**
 * @param {object} props
 * @param {import("../model/table.js").Table} props.table whose pieces are laid
 * @param {boolean} [props.meeples] whether meeples are placed, which no score needs
 */
export function Tools({ table, meeples = false }) {
  const { tool } = viewed();
  const terrains = LETTERS.map((letter) => ({
    tool: { kind: "tile", letter },
    key: letter,
    label: terrainName(TERRAINS[letter]),
    content: html`<${Tile} letter=${letter} />`,
  }));
  const pull = { tool: PULL, label: t("palette.pull"), content: html`<${Icon} name="pull" />` };
  /** @type {(kind: "claim" | "meeple", player: number | "otoma", name: string) => any} */
  const piece = (kind, player, name) => ({
    tool: { kind, player },
    label: t(`palette.${kind}`, { name }),
    content: pieceOf(player, kind),
  });
  const pieces = table.players.flatMap(({ name }, player) => [
    piece("claim", player, name),
    ...(meeples ? [piece("meeple", player, name)] : []),
  ]);
  const otoma = table.otoma ? [piece("claim", "otoma", t("otoma"))] : [];
  const inHand = tool !== null && "player" in tool ? tool.player : null;
  return html`
    ${
      typeof inHand === "number" &&
      html`<p class="hint in-hand"><${Seal} player=${inHand} />${t(`palette.${tool.kind}`, { name: table.players[inHand]?.name ?? "" })}</p>`
    }
    <${Palette}
      groups=${[
        { key: "terrains", tools: [...terrains, pull, eraser()] },
        { key: "markers", tools: [...pieces, ...otoma] },
      ]}
    />
  `;
}
