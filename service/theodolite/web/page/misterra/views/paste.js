/** Rows pasted or typed as text, as many people have them in a message. */

import { t } from "../../shell/i18n.js";
import { Dialog, Icon } from "../../shell/parts.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { rowsOf } from "../model/reducer.js";
import { RowsError, readRows } from "../model/rows.js";

/** @param {{table: import("../model/table.js").Table, board: import("../model/reducer.js").BoardName, text?: string, onClose: () => void}} props */
export function PasteDialog({ table, board, text: given, onClose }) {
  const onIsland = board === "island";
  const rows = rowsOf(table, board);
  const [text, setText] = useState(given ?? rows.join("\n"));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  /** @param {Event} event */
  const accept = (event) => {
    event.preventDefault();
    try {
      dispatch({ type: "rows", board, rows: readRows(text, { hazy: onIsland }) });
      onClose();
    } catch (refusal) {
      if (!(refusal instanceof RowsError)) throw refusal;
      setProblem(t(refusal.key, refusal.values));
    }
  };
  return html`
    <${Dialog} title=${t("paste.title")} onClose=${onClose}>
      <form onSubmit=${accept}>
        <p id="paste-how">${t(onIsland ? "paste.island" : "paste.parchment")}</p>
        <textarea
          rows="6"
          spellcheck="false"
          autocapitalize="off"
          aria-label=${t("paste.title")}
          aria-describedby="paste-how"
          value=${text}
          onFocus=${(/** @type {any} */ event) => event.target.select()}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)}
        ></textarea>
        <p class="refusal" role="alert">${problem && html`<${Icon} name="warning" />${problem}`}</p>
        <div class="dialog-actions"><button type="submit" class="main">${t("paste.accept")}</button></div>
      </form>
    </>
  `;
}
