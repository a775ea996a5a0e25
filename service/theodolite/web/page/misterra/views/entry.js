/** The boards as they are entered: the island with its beach, and each player's parchment. */

import { Choice } from "../../shell/choice.js";
import { t } from "../../shell/i18n.js";
import { Icon, PhotoButton, Seal, Segments } from "../../shell/parts.js";
import { isReadOnly, show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { isBare, isBeach, isHazy, LETTERS, SIDES, TERRAINS, tileAt } from "../model/board.js";
import { rowsOf, typed } from "../model/reducer.js";
import { MapBoard, placeName, tileName } from "./board.js";
import { islandPieces, lighting, troubledSpaces } from "./marks.js";
import { Tile, terrainName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/reducer.js").BoardName} BoardName */
/** @typedef {import("../model/reducer.js").Which} Which */
/** @typedef {import("../commands.js").Command} Command */

/** The effect of touching a space. @type {(table: Table, of: Which, board: BoardName) => (place: string, gesture: symbol, first: boolean) => void} */
const toucher = (table, of, board) => (place, gesture, first) => {
  const { tool, hazy } = viewed();
  const onIsland = board === "island";
  if (isReadOnly()) return;
  if (typeof board === "number" && viewed().player !== board) show({ player: board });
  if (tool === null) {
    if (first) show({ choice: { of, board, place } });
  } else if (tool.kind === "claim") {
    if (onIsland && !isBeach(place))
      dispatch({ type: "claim", of, player: tool.player, space: place });
  } else if (tool.kind === "meeple") {
    if (onIsland) dispatch({ type: "meeple", of, player: tool.player, space: place });
  } else if (!isBeach(place)) {
    const letter = tool.kind === "erase" ? "." : tool.letter;
    const laid = onIsland && hazy ? letter.toLowerCase() : letter;
    if (tileAt(rowsOf(table, board), place) !== laid) {
      dispatch({ type: "lay", of, board, spaces: [place], letter: laid }, gesture);
    }
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
        piece(player, name, "meeple", meeple === place),
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
      drawing=${!isReadOnly() && ["tile", "erase"].includes(tool?.kind)}
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

/** The terrain in hand on all spaces that are still empty. @type {(table: Table, board: BoardName) => any} */
function fillAction(table, board) {
  const { tool, hazy } = viewed();
  const isBlank = rowsOf(table, board).some((row) => row.includes("."));
  if (tool?.kind !== "tile" || !isBlank || (board === "island" && hazy)) return null;
  const { letter } = tool;
  return html`<${Action}
    icon="fill"
    text=${t("board.fill", { terrain: terrainName(TERRAINS[letter]) })}
    onClick=${() => dispatch({ type: "fill", board, letter })}
  />`;
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
  const bare = isBare(rowsOf(table, board));
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
          html`<button type="button" onClick=${() => dispatch({ type: "copy_island", board })}>
            <${Icon} name="island" />${t("parchment.copy")}
          </button>`
        }
      </div>`
    }
    <div class="board-actions">
      ${fillAction(table, board)}
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
