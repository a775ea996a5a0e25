/** A map of a dispute, drawn by hand. */

import { Board } from "../../shell/board.js";
import { t } from "../../shell/i18n.js";
import { Dialog, Segments } from "../../shell/parts.js";
import { html, useRef, useState } from "../../vendor/htm-preact.js";
import { printOf } from "../answers.js";
import { letterAt, withLetter } from "../model/table.js";
import { COLUMNS, LINES, lettersOf, ROWS } from "./map.js";
import { face, Ink, letterName } from "./tiles.js";

/** @param {{title: string, table: import("../model/table.js").Table, rows: string[], onLay: (rows: string[]) => void, onClose: () => void}} props */
export function Redraw({ title, table, rows, onLay, onClose }) {
  const [pencil, setPencil] = useState(".");
  const print = printOf(table.map);
  // A stroke is faster than the page is drawn.
  const now = useRef(rows);
  now.current = rows;
  return html`
    <${Dialog} title=${title} onClose=${onClose} wide>
      <${Segments}
        label=${t("card.terrain")}
        options=${[...lettersOf(table), "."].map((value) => ({
          value,
          text: value === "." ? t("board.empty") : letterName(value),
          content: html`<${Ink} letter=${value} />`,
        }))}
        value=${pencil}
        onChoose=${setPencil}
      />
      <${Board}
        name=${title}
        board="redrawn"
        kind="chart"
        lines=${LINES}
        above=${COLUMNS}
        beside=${ROWS}
        face=${(/** @type {string} */ place) => face(place, print, rows, [])}
        drawing
        onTouch=${(/** @type {string} */ space) => {
          if (letterAt(now.current, space) === pencil) return;
          now.current = withLetter(now.current, [space], pencil);
          onLay(now.current);
        }}
      />
      <div class="dialog-actions"><button type="button" class="main" onClick=${onClose}>${t("card.done")}</button></div>
    </>
  `;
}
