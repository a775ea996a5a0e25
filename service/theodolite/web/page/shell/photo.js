/** A photograph of a board of the open game, or of one that is asked for before a game is begun. */

import { html, useState } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Dialog, Segments } from "./parts.js";
import { Photograph } from "./photo/photograph.js";
import { opened, show, startGame } from "./store.js";

/** @typedef {import("./photo/photograph.js").Left} Left */
/** @typedef {import("./photo/reading.js").Subject} Subject */

/**
 * The subject of a photograph that is taken before a game is begun: laid in the open game where the board is bare there,
 * else in a new one for the same players.
 *
 * @type {(table: any, offer: import("./store.js").Offered, choose: (board: any) => void) => Subject}
 */
function subjectFirst(table, { board, station }, choose) {
  const { photographs, newTable, names } = opened();
  const { of } = /** @type {NonNullable<typeof photographs>} */ (photographs);
  const { bare } = of(table, board);
  const base = bare ? table : newTable(names(table), table);
  const subject = of(base, board, choose);
  return {
    ...subject,
    bare: true,
    lay: (rows, side) => {
      if (!bare) startGame(base);
      subject.lay(rows, side);
      show({ tab: "sheet", station, notice: bare ? null : { key: "notice.new_game" } });
    },
  };
}

/** A photograph of a board of the open game; before one is begun, `first`, it is asked of which. @param {{table: any, board?: any, first?: boolean, onClose: () => void}} props */
export function PhotoDialog({ table, board, first = false, onClose }) {
  const [at, setAt] = useState(0);
  const [now, setNow] = useState(/** @type {{board: any, left?: Left}} */ ({ board }));
  const { photographs } = opened();
  if (!photographs) return null;
  const offers = first && !now.left ? photographs.boards(table) : [];
  const choice =
    offers.length > 0 &&
    html`<${Segments}
      label=${t("photo.what")}
      options=${offers.map(({ title }, value) => ({ value, text: title }))}
      value=${at}
      onChoose=${setAt}
    />`;
  /** @param {any} board */
  const choose = (board) =>
    setAt(offers.findIndex((one) => JSON.stringify(one.board) === JSON.stringify(board)));
  const subject = choice
    ? subjectFirst(table, offers[at], choose)
    : photographs.of(table, now.board);
  return html`
    <${Dialog} title=${t("photo.title")} onClose=${onClose} wide>
      <${Photograph}
        key=${JSON.stringify(now.board)}
        subject=${subject}
        choice=${choice}
        left=${now.left}
        onNext=${(/** @type {any} */ board, /** @type {Left} */ left) => setNow({ board, left })}
        onClose=${onClose}
      />
    </>
  `;
}
