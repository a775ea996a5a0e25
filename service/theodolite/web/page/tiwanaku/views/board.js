/** The board: terrain, what grows on it, and in pencil what still may. */

import { Board, lighting } from "../../shell/board.js";
import { Choice } from "../../shell/choice.js";
import { t } from "../../shell/i18n.js";
import { eraser, Palette } from "../../shell/palette.js";
import { Icon, numeral } from "../../shell/parts.js";
import { isReadOnly, show, table as tableNow, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { knownNow } from "../answers.js";
import { dispatch } from "../commands.js";
import { isGiven, showsTerrain, wrongOf } from "../model/puzzle.js";
import {
  columnsOf,
  LETTERS,
  LEVELS,
  letterAt,
  spacesOf,
  TERRAINS,
  touchingOf,
} from "../model/table.js";
import { marksWrong } from "./puzzle.js";

/** @typedef {import("../model/table.js").Table} Table */

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

/** @type {(table: Table, place: string, pencil?: boolean, step?: string) => import("../../shell/board.js").Face} */
function face(table, place, pencil = false, step = undefined) {
  const [letter, level] = [letterAt(table.terrain, place), letterAt(table.crops, place)];
  const marks = pencil ? marksOf(table, place) : null;
  const may = [
    ...(marks?.terrain ?? []).map((name) => t(`terrain.${name}`)),
    ...(marks?.crops ?? []),
  ];
  const standing = table.players.flatMap(({ name, meeples }, player) =>
    meeples.includes(place) ? [{ name, player }] : [],
  );
  const words = [
    place,
    letter === "." ? t("board.empty") : terrainName(letter),
    level !== "." && cropName(level),
    ...standing.map(({ name }) => t("board.meeple_of", { name })),
    marks && t("board.may", { what: may.join(", ") }),
  ];
  return {
    tile: letter,
    look: table.puzzle && level !== "." && !isGiven(table, "crops", place) ? "own" : undefined,
    words: words.filter(Boolean).join(", "),
    content: html`
      <${Ground} letter=${letter} />
      ${level !== "." && html`<${Crop} level=${level} />`}
      ${marks && html`<${Pencil} marks=${marks} />`}
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

/** @type {(place: string, gesture: symbol, first: boolean) => void} */
function lay(place, gesture, first) {
  const { tool } = viewed();
  if (isReadOnly()) return;
  if (tool === null) {
    const table = tableNow();
    const given = isGiven(table, "terrain", place) && isGiven(table, "crops", place);
    if (first && !given) show({ choice: { place } });
  } else if (tool.kind === "reveal") {
    if (first) dispatch({ type: "reveal", space: place });
  } else if (tool.kind === "erase")
    dispatch({ type: "terrain", spaces: [place], letter: "." }, gesture);
  else dispatch({ type: tool.kind, spaces: [place], letter: tool.letter }, gesture);
}

/** @type {(space: string, key: string) => boolean} */
function onType(space, key) {
  const letter = key.toUpperCase();
  if (isReadOnly() || ![...LETTERS, ...LEVELS, "."].includes(letter)) return false;
  const isCrop = LEVELS.includes(letter);
  /** @type {Table} */
  const table = tableNow();
  if (isCrop && letterAt(table.terrain, space) === ".") return false;
  dispatch({ type: isCrop ? "crop" : "terrain", spaces: [space], letter });
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
    onChoose: () => dispatch({ type: "terrain", spaces: [place], letter: one }),
  }));
  const crops =
    letter === "." || isGiven(table, "crops", place)
      ? []
      : [...LEVELS, "."].map((one) => ({
          key: `crop ${one}`,
          label: one === "." ? t("board.no_crop") : cropName(one),
          content: html`<${Crop} level=${one} />`,
          chosen: one === level,
          onChoose: () => dispatch({ type: "crop", spaces: [place], letter: one }),
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

/** The board with all that lies and stands on it. @param {{table: Table, pencil?: boolean, steps?: Map<string, string>, [rest: string]: any}} props */
export function Disc({ table, pencil, steps, ...rest }) {
  const all = spacesOf(table.board);
  const columns = columnsOf(table.board);
  const lines = [0, 1, 2, 3, 4].map((row) => all.slice(row * columns, (row + 1) * columns));
  return html`
    <${Board}
      name=${t("board")}
      board="disc"
      kind=${`disc ${table.board}`}
      lines=${lines}
      above=${[..."ABCDEFGHI"].slice(0, columns)}
      beside=${["1", "2", "3", "4", "5"]}
      face=${(/** @type {string} */ place) => face(table, place, pencil, steps?.get(place))}
      ...${rest}
    />
  `;
}

/** The board as it is entered. @param {{table: Table, lit: string[] | null, aim?: Set<string>, certain?: Set<string>, steps?: Map<string, string>, pencil: boolean, onTell: (place: string) => boolean}} props `onTell`: whether an explanation of a touched space was shown, so that nothing is laid there */
export function EntryDisc({ table, lit, aim, certain, steps, pencil, onTell }) {
  const { tool, choice } = viewed();
  return html`
    <${Disc}
      table=${table}
      pencil=${pencil}
      steps=${steps}
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
    label: terrainName(letter),
    content: html`<${Ground} letter=${letter} />`,
  }));
  const crops = LEVELS.map((letter) => ({
    tool: { kind: "crop", letter },
    label: cropName(letter),
    content: html`<${Crop} level=${letter} />`,
  }));
  const reveal = {
    tool: { kind: "reveal" },
    label: t("palette.reveal"),
    content: html`<${Icon} name="again" />`,
  };
  return html`
    <${Palette}
      groups=${[
        ...(table.disc ? [{ key: "wheel", tools: [reveal] }] : []),
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
