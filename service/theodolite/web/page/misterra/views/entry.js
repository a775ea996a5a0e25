/** The boards as they are entered: the island with its beach, and each player's parchment. */

import { Choice } from "../../shell/choice.js";
import { t } from "../../shell/i18n.js";
import { Icon, PhotoButton, Seal, Segments } from "../../shell/parts.js";
import { isReadOnly, show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { isBare, isBeach, isHazy, LETTERS, SIDES, TERRAINS, tileAt } from "../model/board.js";
import { emptyOf } from "../model/missing.js";
import { rowsOf, typed } from "../model/reducer.js";
import { MapBoard, placeName, tileName } from "./board.js";
import { islandPieces, lighting, troubledSpaces } from "./marks.js";
import { PULL } from "./palette.js";
import { Tile, terrainName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/reducer.js").BoardName} BoardName */
/** @typedef {import("../model/reducer.js").Which} Which */
/** @typedef {import("../commands.js").Command} Command */

/** The letter that the stroke under way lays: its first space decides. */
let ink = ".";

/** The letter that a tool begins to lay on a space: a second tap turns a tile of the island to its misty side, or back. @type {(tool: any, here: string, turns: boolean) => string} */
function inkOf({ kind, letter }, here, turns) {
  if (kind === "pull") return here;
  if (kind === "erase") return ".";
  return turns && here === letter ? letter.toLowerCase() : letter;
}

/** The effect of touching a space. @type {(table: Table, of: Which, board: BoardName) => (place: string, gesture: symbol, first: boolean, tapped: boolean) => void} */
const toucher = (table, of, board) => (place, gesture, first, tapped) => {
  const { tool } = viewed();
  const onIsland = board === "island";
  if (isReadOnly()) return;
  if (typeof board === "number" && viewed().player !== board) show({ player: board });
  if (tool === null || (tool.kind === "pull" && tapped)) {
    if (first) show({ choice: { of, board, place } });
  } else if (tool.kind === "claim") {
    if (onIsland && !isBeach(place))
      dispatch({ type: "claim", of, player: tool.player, space: place });
  } else if (tool.kind === "meeple") {
    if (onIsland) dispatch({ type: "meeple", of, player: tool.player, space: place });
  } else if (!isBeach(place)) {
    const here = tileAt(rowsOf(table, board), place);
    if (first) ink = inkOf(tool, here, onIsland && tapped);
    if (here !== ink) dispatch({ type: "lay", of, board, spaces: [place], letter: ink }, gesture);
  }
};

/** Letters typed on a space: as on a row, small letters are hazy on the island. @type {(table: Table, of: Which, board: BoardName) => (space: string, key: string) => boolean} */
const typer = (table, of, board) => (space, key) => {
  const letter = key.length === 1 ? key.toUpperCase() : "";
  if (!/^[JLMS.]$/.test(letter) || isReadOnly()) return false;
  const rows = rowsOf(table, board);
  const isSmall = key !== letter;
  const laid = board === "island" && isSmall ? typed(rows, space, letter) : letter;
  if (tileAt(rows, space) !== laid) {
    dispatch({ type: "lay", of, board, spaces: [space], letter: laid });
  }
  return true;
};

/** The possible contents of a space, offered there. @param {{table: Table, of: Which, board: BoardName, place: string}} props */
function SpaceChoice({ table, of, board, place }) {
  const onIsland = board === "island";
  const here = isBeach(place) ? null : tileAt(rowsOf(table, board), place);
  const letters =
    here === null
      ? []
      : [...LETTERS, ...(onIsland ? LETTERS.map((letter) => letter.toLowerCase()) : []), "."];
  const tiles = letters.map((letter) => ({
    key: letter,
    label: tileName(letter),
    content: html`<${Tile} letter=${letter} />`,
    chosen: letter === here,
    onChoose: () => dispatch({ type: "lay", of, board, spaces: [place], letter }),
  }));
  /** @type {(player: number | "otoma", name: string, kind: "claim" | "meeple", there: boolean) => any} */
  const piece = (player, name, kind, there) => ({
    key: `${kind}-${player}`,
    label: t(`palette.${kind}`, { name }),
    content: html`<span class=${`tool-piece seal-${player}`}><${Icon} name=${kind} /></span>`,
    chosen: there,
    onChoose: () => dispatch(/** @type {Command} */ ({ type: kind, of, player, space: place })),
  });
  const pieces = !onIsland
    ? []
    : table.players.flatMap(({ name, claims, meeple }, player) => [
        ...(here === null ? [] : [piece(player, name, "claim", claims.includes(place))]),
        // No score needs a meeple; for the referee it is placed there.
        ...(of === "table" ? [] : [piece(player, name, "meeple", meeple === place)]),
      ]);
  const otoma =
    onIsland && here !== null && table.otoma
      ? [piece("otoma", t("otoma"), "claim", table.otoma.claims.includes(place))]
      : [];
  return html`
    <${Choice}
      key=${place}
      title=${placeName(place)}
      at=${`[data-board="${board}"] [data-space="${place}"]`}
      options=${[...tiles, ...pieces, ...otoma]}
      onClose=${() => viewed().choice?.place === place && show({ choice: null })}
    />
  `;
}

/**
 * @param {object} props
 * @param {string} props.name
 * @param {Table} props.table
 * @param {Which} [props.of]
 * @param {BoardName} props.board
 * @param {import("../../shell/board.js").Marks} props.marks
 */
export function EntryBoard({ name, table, of = "table", board, marks }) {
  const { tool, choice } = viewed();
  return html`
    <${MapBoard}
      name=${name}
      board=${board}
      beach=${table.beach}
      rows=${rowsOf(table, board)}
      pieces=${board === "island" ? islandPieces(table) : []}
      marks=${marks}
      drawing=${!isReadOnly() && ["tile", "erase", "pull"].includes(tool?.kind)}
      onTouch=${toucher(table, of, board)}
      onType=${typer(table, of, board)}
    />
    ${choice?.board === board && choice.of === of && html`<${SpaceChoice} table=${table} ...${choice} />`}
  `;
}

/** @param {{icon: string, text: string, onClick: () => void}} props */
const Action = ({ icon, text, onClick }) => html`
  <button type="button" class="quiet" onClick=${onClick}><${Icon} name=${icon} />${text}</button>
`;

/** One terrain for all spaces that are still empty. @param {{board: BoardName}} props */
const Rest = ({ board }) => html`
  <div class="board-rest" role="group" aria-label=${t("board.rest")}>
    <span aria-hidden="true">${t("board.rest")}</span>
    ${LETTERS.map((letter) => {
      const label = t("board.fill", { terrain: terrainName(TERRAINS[letter]) });
      return html`<button type="button" class="swatch" aria-label=${label} title=${label} onClick=${() => dispatch({ type: "fill", board, letter })}>
        <${Tile} letter=${letter} />
      </button>`;
    })}
  </div>
`;

/** A parchment as the island, to be corrected. @param {number} board */
export function copyIsland(board) {
  dispatch({ type: "copy_island", board });
  show({ tool: PULL });
}

/** @type {(board: BoardName, name: string) => void} */
const clear = (board, name) =>
  dispatch({ type: "clear", board }, null, {
    key: board === "island" ? "notice.island_cleared" : "notice.board_cleared",
    values: { name },
  });

/** @param {{table: Table, board: BoardName, children?: any}} props */
function BoardActions({ table, board, children }) {
  if (isReadOnly()) return null;
  const rows = rowsOf(table, board);
  const bare = isBare(rows);
  const name = typeof board === "number" ? table.players[board].name : "";
  const photograph = () => show({ dialog: { kind: "photo", board } });
  return html`
    ${
      bare &&
      html`<div class="begin-board">
        <${PhotoButton} bare onOpen=${photograph} />
        ${
          board !== "island" &&
          !isBare(table.island) &&
          html`<button type="button" class="at-desk" onClick=${() => copyIsland(board)}>
            <${Icon} name="island" />${t("parchment.copy")}
          </button>`
        }
      </div>`
    }
    ${!bare && emptyOf(rows) > 0 && html`<${Rest} board=${board} />`}
    <div class="board-actions">
      <${Action} icon="paste" text=${t("paste.open")} onClick=${() => show({ dialog: { kind: "paste", board } })} />
      ${!bare && html`<${PhotoButton} bare=${false} onOpen=${photograph} />`}
      ${children}
      ${!bare && html`<${Action} icon="clear" text=${t("board.clear")} onClick=${() => clear(board, name)} />`}
    </div>
  `;
}

/** @param {{all: import("./marks.js").Trouble[]}} props */
export const Troubles = ({ all }) =>
  all.length > 0 &&
  html`
    <ul class="troubles">
      ${all.map(
        ({ space, text }) => html`
        <li><${Icon} name="warning" />${space && html`<b>${space.replace("beach:", "")}</b> `}${text}</li>
      `,
      )}
    </ul>
  `;

/** @param {{table: Table, lit: any, troubles: import("./marks.js").Trouble[], look: string}} props */
export function Island({ table, lit, troubles, look }) {
  const marks = { ...lighting(lit?.island), trouble: troubledSpaces(troubles, "island") };
  const hasHazy = table.island.some((row) => [...row].some(isHazy));
  return html`
    <section class=${`panel island-panel ${look}`} data-station="island claims" aria-labelledby="island-title">
      <header>
        <h2 id="island-title"><${Icon} name="island" />${t("island")}</h2>
        ${
          !isReadOnly() &&
          html`<${Segments}
          label=${t("beach.side")}
          options=${SIDES.map((value) => ({
            value,
            text: t(`beach.${value}`),
            content: html`<span class=${`shore-mark ${value}`}></span>`,
          }))}
          value=${table.beach}
          onChoose=${(/** @type {Table["beach"]} */ side) =>
            side !== table.beach && dispatch({ type: "beach", side })}
        />`
        }
      </header>
      <${EntryBoard} name=${t("island")} table=${table} board="island" marks=${marks} />
      <${Troubles} all=${troubles.filter(({ board }) => board === "island")} />
      ${viewed().tool?.kind === "tile" && html`<p class="hint">${t("palette.hazy.how")}</p>`}
      <${BoardActions} table=${table} board="island">
        ${hasHazy && html`<${Action} icon="check" text=${t("island.confirm_all")} onClick=${() => dispatch({ type: "confirm" })} />`}
      </>
    </section>
  `;
}

/**
 * @param {object} props
 * @param {Table} props.table
 * @param {number} props.player
 * @param {any} props.lit
 * @param {Set<string>} props.matches
 * @param {import("./marks.js").Trouble[]} props.troubles
 * @param {string} props.look
 */
export function Parchment({ table, player, lit, matches, troubles, look }) {
  const { name } = table.players[player];
  const marks = {
    ...lighting(lit?.player === player ? lit.parchment : null),
    match: matches,
    trouble: troubledSpaces(troubles, player),
  };
  const own = troubles.filter((one) => one.player === player && one.board !== "island");
  return html`
    <section
      class=${`panel parchment-panel ${look} ${viewed().player === player ? "chosen" : ""}`}
      data-station=${`parchment-${player}`}
      aria-label=${t("parchment.of", { name })}
    >
      <header><h2><${Seal} player=${player} />${name}</h2></header>
      <${EntryBoard} name=${t("parchment.of", { name })} table=${table} board=${player} marks=${marks} />
      <${Troubles} all=${own.filter(({ slot }) => slot === null)} />
      <${BoardActions} table=${table} board=${player} />
    </section>
  `;
}
