/** Everybody's two presumption cards, and the dialog in which one is picked and its face copied. */

import { t } from "../../shell/i18n.js";
import { Dialog, Icon, Seal } from "../../shell/parts.js";
import { show, table as tableNow, viewed } from "../../shell/store.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { printedFace } from "../faces.js";
import { EMPTY, letterOf, TERRAINS, terrainOf } from "../model/board.js";
import { lacking } from "../model/missing.js";
import { CARDS, cardKind, isWhole, MOST_PRESUMPTIONS, trimPattern } from "../model/table.js";
import { CardDrawn, CardFace, cardText, Scale } from "./card.js";
import { Troubles } from "./entry.js";
import { TerrainChoice, Tile, terrainName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/table.js").Presumption} Presumption */
/** @typedef {Presumption & {drawn?: string[]}} Draft a card being copied, with its pattern as it is drawn */

/** @param {{table: Table, player: number, troubles: import("./marks.js").Trouble[]}} props */
function Hand({ table, player, troubles }) {
  const { name, presumptions } = table.players[player];
  const slots = Array.from({ length: MOST_PRESUMPTIONS }, (_, slot) => slot);
  const readOnly = viewed().shared !== null;
  return html`
    <h3><${Seal} player=${player} />${name}</h3>
    <div class="presumptions" role="group" aria-label=${t("presumptions.of", { name })}>
      ${slots.map((slot) => {
        const presumption = presumptions[slot];
        if (slot > presumptions.length || (readOnly && !presumption)) return null;
        return html`
          <button
            type="button"
            class=${presumption ? "card" : "card blank"}
            disabled=${readOnly}
            onClick=${() => show({ dialog: { kind: "card", player, slot } })}
          >
            ${
              presumption
                ? html`<${CardFace} presumption=${presumption} beach=${table.beach} />`
                : html`<${Icon} name="plus" /><span>${t(slot === 0 ? "presumption.first" : "presumption.second")}</span>`
            }
          </button>
          <${Troubles} all=${troubles.filter((one) => one.player === player && one.slot === slot)} />
        `;
      })}
    </div>
  `;
}

/** @param {{table: Table, troubles: import("./marks.js").Trouble[], look: string}} props */
export const Cards = ({ table, troubles, look }) => html`
  <section class=${`panel ${look}`} data-station="cards" aria-labelledby="cards-title">
    <header><h2 id="cards-title"><${Icon} name="card" />${t("presumptions")}</h2></header>
    ${table.players.map((_, player) => html`<${Hand} key=${player} table=${table} player=${player} troubles=${troubles} />`)}
  </section>
`;

/** @param {{rows: string[], onChange: (rows: string[]) => void}} props */
function PatternEditor({ rows, onChange }) {
  const [brush, setBrush] = useState("J");
  /** @type {(row: number, column: number) => void} */
  const paint = (row, column) =>
    onChange(
      rows.map((old, y) =>
        y === row
          ? [...old]
              .map((letter, x) => (x === column ? (letter === brush ? "." : brush) : letter))
              .join("")
          : old,
      ),
    );
  return html`
    <p>${t("pattern.how")}</p>
    <${TerrainChoice}
      label=${t("pattern.brush")}
      value=${terrainOf(brush)}
      onChoose=${(/** @type {string | null} */ terrain) => terrain && setBrush(letterOf(terrain))}
    />
    <div class="pattern-editor" role="group" aria-label=${t("pattern")}>
      ${rows.flatMap((row, y) =>
        [...row].map(
          (letter, x) => html`
          <button
            type="button"
            aria-label=${`${"ABCDE"[x]}${y + 1}: ${letter === "." ? t("pattern.any") : terrainName(TERRAINS[letter])}`}
            onClick=${() => paint(y, x)}
          ><${Tile} letter=${letter} /></button>
        `,
        ),
      )}
    </div>
  `;
}

/** Spreads a trimmed pattern on the editor's five by five again. @param {string[] | undefined} pattern */
const spread = (pattern) => EMPTY.map((row, y) => ((pattern?.[y] ?? "") + row).slice(0, 5));

/** @param {{draft: Draft, onChange: (draft: Draft) => void}} props */
function FaceEditor({ draft, onChange }) {
  const { face } = cardKind(draft.card);
  if (face.includes("pattern")) {
    return html`
      <${PatternEditor}
        rows=${draft.drawn ?? spread(draft.pattern)}
        onChange=${(/** @type {string[]} */ drawn) => {
          const pattern = trimPattern(drawn);
          const letters = pattern.join("").replaceAll(".", "").length;
          onChange({ ...draft, drawn, pattern: letters >= 2 ? pattern : undefined });
        }}
      />
    `;
  }
  return face.map(
    (part) => html`
    <h3>${t(`face.${part}`)}</h3>
    <${TerrainChoice}
      label=${t(`face.${part}`)}
      value=${/** @type {any} */ (draft)[part]}
      except=${part === "avoid" ? draft.terrain : draft.avoid}
      onChoose=${(/** @type {string | null} */ terrain) =>
        onChange({ ...draft, [part]: terrain ?? undefined })}
    />
  `,
  );
}

/** @param {{table: Table, player: number, slot: number, onClose: () => void}} props */
export function CardDialog({ table, player, slot, onClose }) {
  const [draft, setDraft] = useState(
    /** @type {Draft | null} */ (table.players[player].presumptions[slot] ?? null),
  );
  const { name } = table.players[player];
  const held = new Set(
    table.players.flatMap(({ presumptions }, holder) =>
      presumptions.filter((_, at) => holder !== player || at !== slot).map(({ card }) => card),
    ),
  );
  /** @param {number} card */
  const needsFace = (card) => cardKind(card).face.length > 0 && !printedFace(card);
  /** @param {Draft} chosen */
  const take = ({ drawn, ...presumption }) => {
    const isNew = slot >= table.players[player].presumptions.length;
    dispatch({ type: "presumption", player, slot, presumption });
    const next =
      isNew && lacking({ table: tableNow(), claimless: true }).find(({ what }) => what === "card");
    if (next) show({ dialog: { ...next, kind: "card" } });
    else onClose();
  };
  const remove = () => {
    const { card } = table.players[player].presumptions[slot];
    dispatch({ type: "presumption", player, slot, presumption: null }, null, {
      key: "notice.card_removed",
      values: { name, card },
    });
    onClose();
  };
  /** @param {number} card */
  const choose = (card) => (needsFace(card) ? setDraft({ card }) : take({ card }));
  // Each terrain takes one tap; a pattern may always grow.
  /** @param {Draft} next */
  const change = (next) =>
    isWhole(next) && !cardKind(next.card).face.includes("pattern") ? take(next) : setDraft(next);

  if (draft && needsFace(draft.card)) {
    return html`
      <${Dialog} title=${t("card.title", { card: draft.card })} onClose=${onClose}>
        <p>${cardText({ card: draft.card })} <${Scale} card=${draft.card} /></p>
        <${FaceEditor} draft=${draft} onChange=${change} />
        <div class="dialog-actions">
          <button type="button" onClick=${() => setDraft(null)}>${t("card.other")}</button>
          <button type="button" class="main" disabled=${!isWhole(draft)} onClick=${() => take(draft)}>
            ${t("done")}
          </button>
        </div>
      </>
    `;
  }
  return html`
    <${Dialog} title=${t("presumption.of", { name })} onClose=${onClose} wide>
      ${CARDS.map(({ first, last, criterion }) => {
        const cards = Array.from({ length: last - first + 1 }, (_, at) => first + at);
        /** @type {(card: number, content: any) => any} */
        const target = (card, content) => html`
          <button
            key=${card}
            type="button"
            class="card"
            aria-pressed=${draft?.card === card}
            aria-label=${`${t("card.title", { card })}: ${cardText({ card })}`}
            disabled=${held.has(card)}
            onClick=${() => choose(card)}
          >${content}</button>
        `;
        if (cards.length === 1) {
          return target(
            first,
            html`<${CardFace} presumption=${{ card: first }} beach=${table.beach} />`,
          );
        }
        return html`
          <div class="card-kind">
            <p>${t(`criterion.${criterion}`)} <${Scale} card=${first} /></p>
            <div>
              ${cards.map((card) => target(card, html`<${CardDrawn} presumption=${{ card }} beach=${table.beach} />`))}
            </div>
          </div>
        `;
      })}
      ${
        slot < table.players[player].presumptions.length &&
        html`<div class="dialog-actions">
          <button type="button" onClick=${remove}>${t("presumption.remove")}</button>
        </div>`
      }
    </>
  `;
}
