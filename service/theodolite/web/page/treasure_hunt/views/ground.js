/** The board itself: the segments of a pack and how they lie, a pack from a file, or painted by hand. */

import { t } from "../../shell/i18n.js";
import { habits, keepHabits } from "../../shell/keep.js";
import { Icon, PhotoButton, Segments } from "../../shell/parts.js";
import { at } from "../../shell/root.js";
import { save } from "../../shell/share.js";
import { isReadOnly, show, startGame, table as tableNow, viewed } from "../../shell/store.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { missions } from "../answers.js";
import { dispatch } from "../commands.js";
import { packsNow } from "../lists.js";
import { letterAt } from "../model/frame.js";
import {
  asTheyCome,
  faultOf,
  faultOfRows,
  linesOfQuarter,
  parsed,
  QUARTERS,
  readPack,
  tomlOf,
  UNNAMED,
  withSegment,
} from "../model/pack.js";
import { isBlank, readTable } from "../model/table.js";
import { Standing } from "./checks.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/pack.js").Pack} Pack */

/** @type {(pack: Pack, was: Table) => void} */
const lay = (pack, was) =>
  dispatch(
    { type: "lay", pack, laid: asTheyCome(pack) },
    null,
    isBlank(was) ? undefined : { key: "notice.new_board" },
  );

/** A board pack, or a whole game as the API takes it. @type {(file: File, table: Table) => Promise<void>} */
async function take(file, table) {
  /** @type {any} */
  let content;
  try {
    content = parsed(await file.text());
  } catch (trouble) {
    const line = trouble instanceof SyntaxError ? Number(trouble.message) : Number.NaN;
    const values = { file: file.name, line };
    show({ notice: { key: line > 0 ? "notice.bad_line" : "notice.bad_file", values } });
    return;
  }
  const pack = readPack(content);
  const game = readTable(content?.snapshot ?? content);
  if (pack) lay(pack, table);
  else if (game) {
    startGame(game);
    show({ station: "pieces" });
  } else {
    show({ notice: faultOf(content) ?? { key: "notice.bad_file", values: { file: file.name } } });
  }
}

/** The four quarters as they are seen. @param {Table} table */
export const quartersSeen = ({ north }) =>
  north === "up" ? [...QUARTERS.slice(2), ...QUARTERS.slice(0, 2)] : QUARTERS;

/** The title of a pack; the one that comes along says in every language what it is. @param {Pack} pack */
const titleOf = ({ title }) =>
  title === packsNow().invented?.title ? t("pack.invented") : title || t("pack.untitled");

/** The name of the segment on a quarter. @type {(table: Table, quarter: string) => string} */
export const segmentOn = ({ laid }, quarter) => (laid ?? UNNAMED)[quarter].segment;

/** The pack that was saved on this device. */
const keptPack = () => readPack(habits().pack);

/** Keeps the board as a pack: on this device, and as a file. @param {Table} table */
function savePack({ pack }) {
  const { served, invented } = packsNow();
  const isOwn = pack && ![served?.title, invented?.title, ""].includes(pack.title);
  dispatch({ type: "pack", title: isOwn ? pack.title : t("pack.own") });
  const made = tableNow().pack;
  keepHabits({ pack: made });
  save(new Blob([tomlOf(made)], { type: "application/toml" }), "board-pack.toml");
}

/** The rows of a segment as a text, typed or pasted; what is wrong is said and nothing is laid. @param {{table: Table, quarter: string}} props */
function Rows({ table, quarter }) {
  const segment = segmentOn(table, quarter);
  const lines = linesOfQuarter(quarter, table.north);
  const content = lines.map((line) =>
    line.map((space) => letterAt(table.board.rows, space)).join(""),
  );
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const rowsIn = (/** @type {string} */ words) =>
    words
      .trim()
      .toUpperCase()
      .replaceAll(".", "?")
      .split(/[\s,"']+/)
      .filter(Boolean);
  const fault = text === null ? null : faultOfRows(segment, rowsIn(text));
  /** @param {string} words */
  const take = (words) => {
    setText(words);
    const rows = rowsIn(words);
    if (faultOfRows(segment, rows) !== null) return;
    setText(null);
    dispatch({ type: "rows", quarter, rows });
  };
  return html`
    <details>
      <summary>${t("rows")}</summary>
      <label class="rows">
        <span>${t("rows.how")}</span>
        <textarea rows="15" cols="15" spellcheck="false" autocapitalize="characters" onInput=${(/** @type {any} */ { target }) => take(target.value)} value=${text ?? content.join("\n")}></textarea>
      </label>
      ${fault && html`<p class="troubles" role="status">${t(fault.key, fault.values)}</p>`}
    </details>
  `;
}

/** The tools that lay a whole segment at once. @param {{table: Table}} props */
function Segment({ table }) {
  const { quarter } = viewed();
  if (quarter === null) return html`<p class="hint">${t("segment.how")}</p>`;
  return html`
    <h3>${t("segment.of", { segment: segmentOn(table, quarter) })}</h3>
    <${PhotoButton} bare onOpen=${() => show({ dialog: { kind: "photo", board: quarter } })} />
    <${Rows} key=${quarter} table=${table} quarter=${quarter} />
  `;
}

/** How the segments of the pack lie. @param {{table: Table}} props */
function Laying({ table }) {
  const { pack, laid } = table;
  if (pack === null) return null;
  const lying = laid ?? asTheyCome(pack);
  /** @param {import("../model/pack.js").Laid} next */
  const relay = (next) => dispatch({ type: "lay", pack, laid: next });
  return html`
    <h3>${titleOf(pack)}</h3>
    <div class="quarters">
      ${quartersSeen(table).map((quarter) => {
        const { segment, turn } = lying[quarter];
        return html`
          <div class="quarter" key=${quarter}>
            <label>
              <span class="sr">${t("pack.quarter", { space: quarter })}</span>
              <select disabled=${isReadOnly()} onChange=${(/** @type {any} */ { target }) => relay(withSegment(lying, quarter, target.value))}>
                ${Object.keys(pack.segments).map((name) => html`<option value=${name} selected=${name === segment}>${name}</option>`)}
              </select>
            </label>
            <button type="button" disabled=${isReadOnly()} aria-label=${t("pack.turn", { segment })} onClick=${() =>
              relay({ ...lying, [quarter]: { segment, turn: (turn + 90) % 360 } })}>
              <${Icon} name="redo" />${turn}°
            </button>
          </div>
        `;
      })}
    </div>
  `;
}

/** @param {{table: Table, look: string}} props */
export function GroundPanel({ table, look }) {
  const { served, invented } = packsNow();
  const kept = keptPack();
  return html`
    <section class=${`panel ${look}`} data-station="board" aria-labelledby="ground-title">
      <header><h2 id="ground-title"><${Icon} name="fill" />${t("ground")}</h2></header>
      <${Standing} live=${missions.current()} />
      ${
        !isReadOnly() &&
        html`<p class="hint">${t("ground.how")}</p>
        <div class="begin-board">
          ${kept && html`<button type="button" onClick=${() => lay(kept, table)}><${Icon} name="island" />${titleOf(kept)}</button>`}
          ${served && html`<button type="button" onClick=${() => lay(served, table)}>${served.title || t("pack.served")}</button>`}
          <button type="button" disabled=${invented === null} onClick=${() => invented && lay(invented, table)}><${Icon} name="island" />${t("pack.invented")}</button>
          <label class="file">
            <input type="file" class="sr" accept=".toml,.json,text/plain,application/json" onChange=${(
              /** @type {any} */ { target },
            ) => {
              const [file] = target.files;
              if (file) take(file, table);
              target.value = "";
            }} />
            <span><${Icon} name="paste" />${t("pack.load")}</span>
          </label>
          <a class="file" href=${at("page/treasure_hunt/invented.toml")} download="board-pack.toml"><span>${t("pack.format")}</span></a>
        </div>
        <${Segment} table=${table} />
        ${!isBlank(table) && html`<button type="button" onClick=${() => savePack(table)}><${Icon} name="paste" />${t("pack.save")}</button>`}`
      }
      <${Laying} table=${table} />
      <h3>${t("ground.north")}</h3>
      <${Segments}
        label=${t("ground.north")}
        options=${["up", "down"].map((value) => ({ value, text: t(`ground.north.${value}`) }))}
        value=${table.north}
        onChoose=${(/** @type {Table["north"]} */ north) => dispatch({ type: "north", north })}
      />
    </section>
  `;
}
