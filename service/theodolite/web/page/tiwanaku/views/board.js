/** The board: terrain, what grows on it, and in pencil what still may. */

import { Board, lighting } from "../../shell/board.js";
import { Choice } from "../../shell/choice.js";
import { t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Dialog, Icon, numeral } from "../../shell/parts.js";
import * as store from "../../shell/store.js";
import { isReadOnly, opened, show, table as tableNow, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { knownNow } from "../answers.js";
import { dispatch } from "../commands.js";
import { isGiven, showsTerrain, wrongOf } from "../model/puzzle.js";
import {
  columnsOf,
  endsOf,
  LETTERS,
  LEVELS,
  letterAt,
  spacesOf,
  TERRAINS,
  touchingOf,
} from "../model/table.js";
import { marksWrong } from "./puzzle.js";

/** @typedef {import("../model/table.js").Table} Table */

/** A phone held upright, on which the long board stands on its short side. */
const UPRIGHT = matchMedia("(max-width: 40rem) and (orientation: portrait)");

/** @param {string} letter */
export const terrainName = (letter) => t(`terrain.${TERRAINS[letter]}`);

/** By name and number: "maize (4)". @param {string | number} level */
export const cropName = (level) => `${t(`crop.${level}`)} (${level})`;

/** "C4: rock", "B1: coca leaves (2)" @param {{space: string, terrain?: string, crop?: number}} value */
export const valueName = ({ space, terrain, crop }) =>
  `${space}: ${terrain ? t(`terrain.${terrain}`) : cropName(crop ?? "")}`;

/** @param {{letter: string}} props */
export const Ground = ({ letter }) => html`
  <span class="tile" data-tile=${letter} aria-hidden="true">
    ${letter !== "." && html`<svg class="motif" viewBox="0 0 48 48"><use href=${`#${TERRAINS[letter]}`} /></svg>`}
  </span>
`;

/** A crop by its number and its picture. @param {{level: string}} props */
export const Crop = ({ level }) => html`
  <span class="crop" data-level=${level} aria-hidden="true">
    ${level}${LEVELS.includes(level) && html`<svg viewBox="0 0 24 24"><use href=${`#crop-${level}`} /></svg>`}
  </span>
`;

/** @typedef {{terrain: string[], crops: number[], odds?: any}} Marks what may still lie on a space */

/** The possible contents of a space; null where all that lies there is known. @type {(table: Table, place: string) => Marks | null} */
function marksOf(table, place) {
  const possible = knownNow()?.spaces[place];
  if (!possible) return null;
  const terrain = letterAt(table.terrain, place) === "." ? possible.terrain : [];
  const crops = letterAt(table.crops, place) === "." ? possible.crops : [];
  return terrain.length + crops.length > 0 ? { terrain, crops, odds: possible.odds } : null;
}

/** In pencil, what is as likely as not or more in bold. @param {{marks: Marks}} props */
function Pencil({ marks: { terrain, crops, odds } }) {
  /** @param {number | undefined} share */
  const look = (share) => (share !== undefined && share >= 0.5 ? "likely" : "");
  return html`
    <span class="pencil" aria-hidden="true">
      <span>${terrain.map((name) => html`<i class=${look(odds?.terrain[name])}>${t(`terrain.${name}.short`)}</i>`)}</span>
      <span>${crops.map((level) => html`<i class=${look(odds?.crops[level])}>${level}</i>`)}</span>
    </span>
  `;
}

/** The marks that a solver noted, terrain above and crops below. @param {{notes: string}} props */
const Notes = ({ notes }) => html`
  <span class="pencil" aria-hidden="true">
    ${[LETTERS, LEVELS].map(
      (all) =>
        html`<span>${all.filter((one) => notes.includes(one)).map((one) => html`<i>${noteName(one)}</i>`)}</span>`,
    )}
  </span>
`;

/** A mark as it is written. @param {string} mark */
const noteName = (mark) => (mark in TERRAINS ? t(`terrain.${TERRAINS[mark]}.short`) : mark);

/** The notes that still say something of a space: what lies there is no question any more. @type {(notes: string, letter: string, level: string) => string} */
const openNotes = (notes, letter, level) =>
  [...notes].filter((mark) => (mark in TERRAINS ? letter : level) === ".").join("");

/**
 * @param {Table} table
 * @param {string} place
 * @param {{pencil?: boolean, step?: string, notes?: string, outlined?: boolean}} [options]
 * @returns {import("../../shell/board.js").Face}
 */
function face(table, place, { pencil = false, step, notes = "", outlined = false } = {}) {
  const [letter, level] = [letterAt(table.terrain, place), letterAt(table.crops, place)];
  const marks = pencil ? marksOf(table, place) : null;
  const may = [
    ...(marks?.terrain ?? []).map((name) => t(`terrain.${name}`)),
    ...(marks?.crops ?? []),
  ];
  const standing = table.players.flatMap(({ name, meeples }, player) =>
    meeples.includes(place) ? [{ name, player }] : [],
  );
  const noted = openNotes(notes, letter, level);
  const words = [
    place,
    letter === "." ? t("board.empty") : terrainName(letter),
    level !== "." && cropName(level),
    ...standing.map(({ name }) => t("board.meeple_of", { name })),
    marks && t("board.may", { what: may.join(", ") }),
    noted && t("board.noted", { what: [...noted].map(noteName).join(", ") }),
  ];
  const own = table.puzzle && level !== "." && !isGiven(table, "crops", place);
  const ends = outlined ? endsOf(table, place).map((side) => `ends-${side}`) : [];
  return {
    tile: letter,
    look: [...(own ? ["own"] : []), ...ends].join(" "),
    words: words.filter(Boolean).join(", "),
    content: html`
      <${Ground} letter=${letter} />
      ${level !== "." && html`<${Crop} level=${level} />`}
      ${marks && html`<${Pencil} marks=${marks} />`}
      ${noted && html`<${Notes} notes=${noted} />`}
      ${step && html`<span class="steps" aria-hidden="true">${step}</span>`}
      ${
        standing.length > 0 &&
        html`<span class="pieces" aria-hidden="true">
          ${standing.map(({ player }) => html`<span class=${`piece meeple seal-${player}`}>${numeral(player)}</span>`)}
        </span>`
      }
    `,
  };
}

/** Lays a value on a space; or notes that it may lie there, while notes are taken. @type {(type: "terrain" | "crop", space: string, letter: string, gesture?: symbol | null) => void} */
function put(type, space, letter, gesture = null) {
  if (viewed().noting && letter !== ".") store.dispatch({ type: "note", space, mark: letter });
  else {
    const { onPut = () => {} } = opened();
    onPut(tableNow(), { space, letter });
    dispatch({ type, spaces: [space], letter }, gesture);
  }
}

/** @type {(place: string, gesture: symbol, first: boolean) => void} */
function lay(place, gesture, first) {
  const { tool } = viewed();
  if (isReadOnly()) return;
  if (tool === null) {
    const table = tableNow();
    const given = isGiven(table, "terrain", place) && isGiven(table, "crops", place);
    if (first && !given) show({ choice: { place } });
  } else if (tool.kind === "reveal") {
    if (first) show({ dialog: { kind: "wheel", space: place } });
  } else if (tool.kind === "erase") put("terrain", place, ".", gesture);
  else if (first || !viewed().noting) put(tool.kind, place, tool.letter, gesture);
}

/** The wheel answers, and that counts: so it is asked first. @param {{space: string, onClose: () => void}} props */
export const WheelDialog = ({ space, onClose }) => html`
  <${Dialog} title=${t("palette.reveal")} onClose=${onClose}>
    <p>${t("wheel.sure", { space })}</p>
    <div class="dialog-actions">
      <button type="button" onClick=${onClose}>${t("close")}</button>
      <button type="button" class="main" onClick=${() => {
        onClose();
        dispatch({ type: "reveal", space });
      }}>${t("palette.reveal")}</button>
    </div>
  </>
`;

/** Takes the wheel in hand. */
/** @param {{label?: string}} props */
export const WheelButton = ({ label = t("palette.reveal") }) => html`
  <button type="button" class="quiet" aria-pressed=${viewed().tool?.kind === "reveal"} onClick=${() => show({ tool: { kind: "reveal" } })}>
    <${Icon} name="again" />${label}
  </button>
`;

/** @type {(space: string, key: string) => boolean} */
function onType(space, key) {
  const letter = key.toUpperCase();
  if (letter === "N" && "noting" in viewed()) show({ noting: !viewed().noting });
  if (isReadOnly() || ![...LETTERS, ...LEVELS, "."].includes(letter)) return false;
  const isCrop = LEVELS.includes(letter);
  /** @type {Table} */
  const table = tableNow();
  if (isCrop && letterAt(table.terrain, space) === ".") return false;
  put(isCrop ? "crop" : "terrain", space, letter);
  return true;
}

/** @param {{table: Table, place: string}} props */
function SpaceChoice({ table, place }) {
  const [letter, level] = [letterAt(table.terrain, place), letterAt(table.crops, place)];
  const grounds = (isGiven(table, "terrain", place) ? [] : [...LETTERS, "."]).map((one) => ({
    key: one,
    label: one === "." ? t("board.empty") : terrainName(one),
    content: html`<${Ground} letter=${one} />`,
    chosen: one === letter,
    onChoose: () => put("terrain", place, one),
  }));
  const crops =
    letter === "." || isGiven(table, "crops", place)
      ? []
      : [...LEVELS, "."].map((one) => ({
          key: `crop ${one}`,
          label: one === "." ? t("board.no_crop") : cropName(one),
          content: html`<${Crop} level=${one} />`,
          chosen: one === level,
          onChoose: () => put("crop", place, one),
        }));
  return html`
    <${Choice}
      key=${place}
      title=${place}
      at=${`.board [data-space="${place}"]`}
      options=${[...grounds, ...crops]}
      onClose=${() => viewed().choice?.place === place && show({ choice: null })}
    />
  `;
}

/** The board with all that lies and stands on it. @param {{table: Table, pencil?: boolean, steps?: Map<string, string>, notes?: Record<string, string>, outlined?: boolean, [rest: string]: any}} props */
export function Disc({ table, pencil, steps, notes = {}, outlined, ...rest }) {
  const all = spacesOf(table.board);
  const columns = columnsOf(table.board);
  const rows = [0, 1, 2, 3, 4].map((row) => all.slice(row * columns, (row + 1) * columns));
  const letters = [..."ABCDEFGHI"].slice(0, columns);
  const numbers = ["1", "2", "3", "4", "5"];
  const isTurned = table.board === "long" && UPRIGHT.matches;
  return html`
    <${Board}
      name=${t("board")}
      board="disc"
      kind=${`disc ${table.board} ${isTurned ? "turned" : ""}`}
      lines=${isTurned ? letters.map((_, column) => rows.map((row) => row[column])) : rows}
      above=${isTurned ? numbers : letters}
      beside=${isTurned ? letters : numbers}
      face=${(/** @type {string} */ place) =>
        face(table, place, { pencil, step: steps?.get(place), notes: notes[place], outlined })}
      ...${rest}
    />
  `;
}

/** The board as it is entered. @param {{table: Table, lit: string[] | null, aim?: Set<string>, certain?: Set<string>, steps?: Map<string, string>, pencil: boolean, notes?: Record<string, string>, outlined?: boolean, onTell: (place: string) => boolean}} props `onTell`: whether an explanation of a touched space was shown, so that nothing is laid there */
export function EntryDisc({ table, lit, aim, certain, steps, pencil, notes, outlined, onTell }) {
  const { tool, choice } = viewed();
  return html`
    <${Disc}
      table=${table}
      pencil=${pencil}
      steps=${steps}
      notes=${notes}
      outlined=${outlined}
      marks=${{
        ...lighting(lit, spacesOf(table.board)),
        aim,
        certain: lit ? undefined : certain,
        wrong: new Set([...touchingOf(table), ...(marksWrong(table) ? wrongOf(table) : [])]),
      }}
      drawing=${!isReadOnly() && tool !== null && tool.kind !== "reveal"}
      onTouch=${(
        /** @type {string} */ place,
        /** @type {symbol} */ gesture,
        /** @type {boolean} */ first,
      ) => (tool === null && first && onTell(place)) || lay(place, gesture, first)}
      onType=${onType}
    />
    ${choice && html`<${SpaceChoice} table=${table} place=${choice.place} />`}
  `;
}

/** @param {{table: Table}} props */
export function DiscTools({ table }) {
  const grounds = LETTERS.map((letter) => ({
    tool: { kind: "terrain", letter },
    key: letter,
    label: terrainName(letter),
    content: html`<${Ground} letter=${letter} />`,
  }));
  const crops = LEVELS.map((letter) => ({
    tool: { kind: "crop", letter },
    label: cropName(letter),
    content: html`<${Crop} level=${letter} />`,
  }));
  return html`
    <${Palette}
      groups=${[
        {
          key: "grounds",
          tools: [
            ...(table.puzzle && showsTerrain(table.puzzle.difficulty) ? [] : grounds),
            eraser(),
          ],
        },
        { key: "crops", tools: crops },
      ]}
    />
  `;
}
