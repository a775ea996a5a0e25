/** The cards that the owner of a logged route drew; nothing is known of them until somebody enters them. */

import { t } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { show, viewed } from "../../shell/store.js";
import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { turnHere } from "../answers.js";
import { dispatch } from "../commands.js";
import { coordinatesOf } from "../lists.js";
import { spaceMeant } from "../model/frame.js";
import { tooMany } from "../model/logging.js";
import { CARDS, INFO, ROUTES, TREASURES } from "../model/table.js";
import { routeName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/turn.js").Drawn} DrawnCards */

/** Tells something more of the turn. @type {(change: Partial<import("../model/turn.js").Turn>, gesture?: string) => void} */
export const tell = (change, gesture) => dispatch({ type: "turn", change }, gesture);

/** @type {DrawnCards} */
const NO_CARDS = { coordinate: "", action: null };

/** The logging that an entry belongs to. @typedef {"early" | "goal"} Which */

/** The entries of the logging without a move, or of the one where the move ends. @type {(which: Which) => import("../model/turn.js").Entered} */
export const enteredOf = (which) => (which === "early" && turnHere().early) || turnHere();

/** Tells something more of a logging. @type {(which: Which, change: Partial<import("../model/turn.js").Entered>, gesture?: string) => void} */
export function tellOf(which, change, gesture) {
  const { early } = turnHere();
  tell(which === "early" && early ? { early: { ...early, ...change } } : change, gesture);
}

/** The space that was tapped becomes the coordinate drawn. @type {(which: Which, coordinate: string) => void} */
export function drawCoordinate(which, coordinate) {
  tellOf(which, { drawn: { ...(enteredOf(which).drawn ?? NO_CARDS), coordinate } });
  show({ picking: null });
}

/** @param {{label: string, none: string, options: {value: string, text: string}[], value: string | null | undefined, onChoose: (value: string | null) => void}} props */
const Select = ({ label, none, options, value, onChoose }) => html`
  <label>
    <span>${label}</span>
    <select onChange=${(/** @type {any} */ { target }) => onChoose(target.value || null)}>
      ${none && html`<option value="">${none}</option>`}
      ${options.map((one) => html`<option value=${one.value} selected=${one.value === value}>${one.text}</option>`)}
    </select>
  </label>
`;

/** @param {{table: Table, which: Which, drawn: DrawnCards}} props */
function Cards({ table, which, drawn }) {
  const known = coordinatesOf(table);
  /** @param {Partial<DrawnCards>} part */
  const change = (part) => tellOf(which, { drawn: { ...drawn, ...part } }, `drawn ${which}`);
  const { coordinate, action, info_route: route, treasure } = drawn;
  const isInfo = INFO.includes(action ?? "");
  const picking = viewed().picking === which;
  return html`
    ${known.length > 0 && html`<datalist id=${`drawable-${which}`}>${known.map((space) => html`<option value=${space} />`)}</datalist>`}
    <div class="pair">
      <label>
        <span>${t("drawn.coordinate")}</span>
        <input type="text" class="coordinate" list=${known.length > 0 ? `drawable-${which}` : null} placeholder="N01/E01" value=${coordinate} onInput=${(/** @type {any} */ { target }) => change({ coordinate: target.value })} onChange=${(/** @type {any} */ { target }) => change({ coordinate: spaceMeant(target.value) ?? target.value })} />
      </label>
      <button type="button" class="pick" aria-pressed=${picking} onClick=${() => show({ picking: picking ? null : which })}><${Icon} name="hand" />${t("drawn.pick")}</button>
      <${Select}
        label=${t("drawn.action")}
        none="–"
        options=${[
          ...CARDS.map((value) => ({ value, text: t(`card.${value}`) })),
          ...INFO.map((value) => ({ value, text: t(`info.${value}`) })),
        ]}
        value=${action}
        onChoose=${(/** @type {string | null} */ value) =>
          tellOf(which, {
            drawn: {
              coordinate,
              action: value,
              ...(INFO.includes(value ?? "") && route && { info_route: route }),
            },
          })}
      />
      ${
        isInfo &&
        html`<${Select}
          label=${t("drawn.route")}
          none="–"
          options=${ROUTES.map((value) => ({ value, text: routeName(value) }))}
          value=${route}
          onChoose=${(/** @type {string | null} */ value) => change({ info_route: value ?? undefined })}
        />`
      }
      ${
        isInfo &&
        action !== "buried" &&
        html`<${Select}
          label=${t("info.treasure")}
          none=${t("info.unseen")}
          options=${TREASURES.map((value) => ({ value, text: t(`treasure.${value}`) }))}
          value=${treasure}
          onChoose=${(/** @type {string | null} */ value) => change({ treasure: value })}
        />`
      }
    </div>
    ${picking && html`<p class="hint" role="status">${t("drawn.pick.how")}</p>`}
  `;
}

/** @param {{table: Table, which: Which, owner: string}} props */
export function DrawnForm({ table, which, owner }) {
  const { drawn, discard } = enteredOf(which);
  const hand = tooMany(table, turnHere(), owner, enteredOf(which));
  const extent = drawn === undefined ? "unknown" : drawn === null ? "nothing" : "cards";
  const form = useRef(/** @type {any} */ (null));
  useEffect(() => form.current.scrollIntoView({ block: "nearest" }), [extent]);
  /** @type {Record<string, DrawnCards | null | undefined>} */
  const as = { unknown: undefined, nothing: null, cards: NO_CARDS };
  return html`
    <div ref=${form} class="drawing-of">
    <h4>${t("drawn")}</h4>
    <${Segments}
      label=${t("drawn")}
      options=${Object.keys(as).map((value) => ({ value, text: t(`drawn.${value}`) }))}
      value=${extent}
      onChoose=${(/** @type {string} */ value) => tellOf(which, { drawn: as[value] })}
    />
    ${drawn && html`<${Cards} table=${table} which=${which} drawn=${drawn} />`}
    ${
      hand.length > 0 &&
      html`<div class="pair"><${Select}
        label=${t("drawn.discard", { name: owner })}
        none="–"
        options=${hand.map((value) => ({ value, text: t(`card.${value}`) }))}
        value=${discard}
        onChoose=${(/** @type {string | null} */ value) => tellOf(which, { discard: value })}
      /></div>`
    }
    </div>
  `;
}
