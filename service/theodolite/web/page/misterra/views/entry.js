/** The boards as they are entered: the island with its beach, and each player's parchment. */

import { SIDES, tileAt } from "../model/board.js";
import { laid } from "../model/reducer.js";
import { MOST_PLAYERS } from "../model/table.js";
import { dispatch, show, table as shownTable, viewed } from "../../shell/store.js";
import { t } from "../../shell/i18n.js";
import { html } from "../../vendor/htm-preact.js";
import { Board } from "./board.js";
import { islandPieces, lighting, troubledSpaces } from "./marks.js";
import { Icon, Seal, Segments } from "../../shell/parts.js";

/** The letter that the stroke under way lays: its first space decides for all that follow. */
let strokeLetter = ".";

/**
 * What touching a space with the chosen tool does to a table.
 *
 * @param {"table" | "before" | "after"} of which table
 * @param {"island" | number} board
 */
function useTool(table, of, board) {
  const { tool, player } = viewed();
  const onIsland = board === "island";
  const rows = onIsland ? table.island : table.players[board].parchment;
  return (place, gesture, first) => {
    if (tool.kind === "claim") {
      if (onIsland && !place.startsWith("beach:")) {
        dispatch({ type: "claim", of, player: tool.otoma ? "otoma" : player, space: place });
      }
    } else if (tool.kind === "meeple") {
      if (onIsland) dispatch({ type: "meeple", of, player, space: place });
    } else if (!place.startsWith("beach:") && tool.kind !== "hand") {
      const letter = tool.kind === "erase" ? "." : tool.letter;
      if (first) strokeLetter = laid(rows, place, letter, onIsland);
      if (tileAt(rows, place) !== strokeLetter) {
        dispatch({ type: "lay", of, board, spaces: [place], letter: strokeLetter }, gesture);
      }
      if (!onIsland && viewed().player !== board) show({ player: board });
    }
  };
}

/** Letters typed on a space: as on a row, small letters are hazy on the island. */
function useKeys(table, of, board) {
  const onIsland = board === "island";
  const rows = onIsland ? table.island : table.players[board].parchment;
  return (space, key) => {
    const letter = key.length === 1 ? key.toUpperCase() : "";
    if (!/^[JLMS.]$/.test(letter)) return false;
    const sure = key === letter;
    const typed = onIsland && !sure ? laid(rows, space, letter, onIsland) : letter;
    if (tileAt(rows, space) !== typed) {
      dispatch({ type: "lay", of, board, spaces: [space], letter: typed });
    }
    return true;
  };
}

const draws = () => ["tile", "erase"].includes(viewed().tool.kind);

export const EntryBoard = ({ name, table, of = "table", board, marks }) => html`
  <${Board}
    name=${name}
    board=${board}
    beach=${table.beach}
    rows=${board === "island" ? table.island : table.players[board].parchment}
    pieces=${board === "island" ? islandPieces(table) : []}
    marks=${marks}
    drawing=${draws()}
    onTouch=${useTool(table, of, board)}
    onType=${useKeys(table, of, board)}
  />
`;

const BoardActions = ({ board, children }) => html`
  <div class="board-actions">
    <button type="button" class="quiet" onClick=${() => show({ dialog: { kind: "paste", board } })}>
      <${Icon} name="paste" />${t("paste.open")}
    </button>
    <button type="button" class="quiet" onClick=${() => show({ dialog: { kind: "photo", board } })}>
      <${Icon} name="camera" />${t("photo.open")}
    </button>
    ${children}
  </div>
`;

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

export function Island({ table, lit, troubles }) {
  const marks = { ...lighting(lit?.island), trouble: troubledSpaces(troubles, "island") };
  return html`
    <section class="panel island-panel" aria-labelledby="island-title">
      <header>
        <h2 id="island-title"><${Icon} name="island" />${t("island")}</h2>
        <${Segments}
          label=${t("beach.side")}
          options=${SIDES.map((value) => ({
            value,
            text: t(`beach.${value}`),
            content: html`<span class=${`shore-mark ${value}`}></span>`,
          }))}
          value=${table.beach}
          onChoose=${(side) => side !== table.beach && dispatch({ type: "beach", side })}
        />
      </header>
      <${EntryBoard} name=${t("island")} table=${table} board="island" marks=${marks} />
      <${Troubles} all=${troubles.filter(({ board }) => board === "island")} />
      <${BoardActions} board="island">
        <button type="button" class="quiet" onClick=${() => dispatch({ type: "confirm" })}>
          <${Icon} name="check" />${t("island.confirm_all")}
        </button>
        <button type="button" class="quiet" onClick=${() => dispatch({ type: "clear", board: "island" })}>
          <${Icon} name="clear" />${t("board.clear")}
        </button>
      </>
    </section>
  `;
}

function PlayerName({ table, player }) {
  const { name } = table.players[player];
  return html`
    <label class="player-name">
      <span class="sr">${t("player.name")}</span>
      <input
        type="text"
        maxlength="40"
        autocomplete="off"
        value=${name}
        onFocus=${() => show({ player })}
        onInput=${(event) =>
          dispatch({ type: "rename", player, name: event.target.value }, `rename-${player}`)}
      />
    </label>
  `;
}

export function Parchment({ table, player, lit, matches, troubles, children }) {
  const { name } = table.players[player];
  const { tool } = viewed();
  const marks = {
    ...lighting(lit?.player === player ? lit.parchment : null),
    match: matches,
    trouble: troubledSpaces(troubles, player),
  };
  const own = troubles.filter((one) => one.player === player && one.board !== "island");
  const letter = tool.kind === "tile" ? tool.letter : null;
  const fillable = letter && table.players[player].parchment.some((row) => row.includes("."));
  return html`
    <section
      class=${`panel parchment-panel ${viewed().player === player ? "chosen" : ""}`}
      aria-label=${t("parchment.of", { name })}
    >
      <header>
        <h2><${Seal} player=${player} /><${PlayerName} table=${table} player=${player} /></h2>
        ${
          table.players.length > 1 &&
          html`<button
            type="button"
            class="quiet"
            aria-label=${t("player.remove", { name })}
            title=${t("player.remove", { name })}
            onClick=${() => dispatch({ type: "remove_player", player })}
          ><${Icon} name="close" /></button>`
        }
      </header>
      <${EntryBoard} name=${t("parchment.of", { name })} table=${table} board=${player} marks=${marks} />
      <${Troubles} all=${own.filter(({ slot }) => slot === null)} />
      <${BoardActions} board=${player}>
        ${
          fillable &&
          html`<button
            type="button"
            class="quiet"
            onClick=${() => dispatch({ type: "fill", board: player, letter })}
          ><${Icon} name="fill" />${t("parchment.fill", { letter })}</button>`
        }
        <button type="button" class="quiet" onClick=${() => dispatch({ type: "clear", board: player })}>
          <${Icon} name="clear" />${t("board.clear")}
        </button>
      </>
      ${children}
    </section>
  `;
}

/** Seats one more, under the first default name that nobody has. */
export function addPlayer() {
  const { players } = shownTable();
  const taken = players.map(({ name }) => name);
  const free = [1, 2, 3, 4]
    .map((n) => t("player.default", { n }))
    .find((name) => !taken.includes(name));
  dispatch({ type: "add_player", name: free });
  show({ player: players.length });
}

export const mayAddPlayer = (table) => table.players.length < MOST_PLAYERS;
