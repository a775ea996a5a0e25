/** Everybody's two presumption cards, and the dialog in which one is picked and its face copied. */

import { t } from "../../shell/i18n.js";
import { Dialog, Icon, Seal } from "../../shell/parts.js";
import { show, table as tableNow, viewed } from "../../shell/store.js";
import { goTo } from "../../shell/way.js";
import { html, useRef, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { printedFace } from "../faces.js";
import { EMPTY, LETTERS, letterOf, terrainOf, tileAt, withTiles } from "../model/board.js";
import { lacking, withoutClaims } from "../model/missing.js";
import { CARDS, cardKind, isWhole, MOST_PRESUMPTIONS, trimPattern } from "../model/table.js";
import { MapBoard } from "./board.js";
import { CardDrawn, CardFace, cardText, Scale } from "./card.js";
import { Troubles } from "./entry.js";
import { TerrainChoice } from "./tiles.js";

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
            onClick=${() => show({ dialog: { kind: "card", player } })}
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
  const [brush, setBrush] = useState(LETTERS[0]);
  const ink = useRef(brush);
  // A stroke is faster than the page is drawn.
  const now = useRef(rows);
  now.current = rows;
  return html`
    <p>${t("pattern.how")}</p>
    <${TerrainChoice}
      label=${t("pattern.brush")}
      value=${terrainOf(brush)}
      onChoose=${(/** @type {string | null} */ terrain) => terrain && setBrush(letterOf(terrain))}
    />
    <${MapBoard}
      name=${t("pattern")}
      board="pattern"
      beach="right"
      rows=${rows}
      drawing
      onTouch=${(
        /** @type {string} */ space,
        /** @type {symbol} */ _,
        /** @type {boolean} */ first,
      ) => {
        if (first) ink.current = tileAt(now.current, space) === brush ? "." : brush;
        now.current = withTiles(now.current, [space], ink.current);
        onChange(now.current);
      }}
    />
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

/** The dialog of the first player who lacks a card. @param {Table} table */
export function nextHand(table) {
  const lack = lacking({ table, claimless: true }).find(({ what }) => what === "card");
  return lack && { kind: "card", player: /** @type {any} */ (lack).player };
}

/** Where the claims are entered, with the marker in hand of the first player without one. @param {Table} table */
export function claimsStation(table) {
  const [player] = withoutClaims(table);
  return { key: "claims", tool: player === undefined ? null : { kind: "claim", player } };
}

/** A card of which something is printed that has to be entered. @param {number} card */
const needsFace = (card) => cardKind(card).face.length > 0 && !printedFace(card);

/** Both cards of a player; once they are there, those of the next. @param {{table: Table, player: number, onClose: () => void}} props */
export function CardDialog({ table, player, onClose }) {
  const [draft, setDraft] = useState(/** @type {Draft | null} */ (null));
  const { name, presumptions } = table.players[player];
  const elsewhere = new Set(
    table.players.flatMap((one, seat) =>
      seat === player ? [] : one.presumptions.map(({ card }) => card),
    ),
  );
  /** @param {number} card */
  const slotOf = (card) => presumptions.findIndex((one) => one.card === card);
  /** @param {Draft} chosen */
  const take = ({ drawn, ...presumption }) => {
    const held = slotOf(presumption.card);
    const slot = held < 0 ? presumptions.length : held;
    dispatch({ type: "presumption", player, slot, presumption });
    setDraft(null);
    const now = tableNow();
    if (now.players[player].presumptions.length < MOST_PRESUMPTIONS) return;
    const next = nextHand(now);
    if (held >= 0) onClose();
    else if (next) show({ dialog: next });
    else goTo(claimsStation(now));
  };
  /** @param {number} card */
  const putBack = (card) => {
    dispatch({ type: "presumption", player, slot: slotOf(card), presumption: null });
    setDraft(null);
  };
  /** @param {number} card */
  const choose = (card) => {
    const held = presumptions.find((one) => one.card === card);
    if (needsFace(card)) setDraft(held ?? { card });
    else if (held) putBack(card);
    else take({ card });
  };
  // Each terrain takes one tap; a pattern may always grow.
  /** @param {Draft} next */
  const change = (next) =>
    isWhole(next) && !cardKind(next.card).face.includes("pattern") ? take(next) : setDraft(next);

  if (draft) {
    return html`
      <${Dialog} title=${`${name} · ${t("card.title", { card: draft.card })}`} onClose=${onClose}>
        <p>${cardText({ card: draft.card })} <${Scale} card=${draft.card} /></p>
        <${FaceEditor} draft=${draft} onChange=${change} />
        <div class="dialog-actions">
          ${
            slotOf(draft.card) < 0
              ? html`<button type="button" onClick=${() => setDraft(null)}>${t("card.other")}</button>`
              : html`<button type="button" onClick=${() => putBack(draft.card)}>${t("presumption.remove")}</button>`
          }
          <button type="button" class="main" disabled=${!isWhole(draft)} onClick=${() => take(draft)}>
            ${t("done")}
          </button>
        </div>
      </>
    `;
  }
  const isFull = presumptions.length === MOST_PRESUMPTIONS;
  return html`
    <${Dialog} title=${t("presumption.of", { name })} onClose=${onClose} wide>
      <p class="hint">${t(isFull ? "presumption.full" : "presumption.which")}</p>
      ${CARDS.map(({ first, last, criterion }) => {
        const cards = Array.from({ length: last - first + 1 }, (_, at) => first + at);
        /** @type {(card: number, content: any) => any} */
        const target = (card, content) => html`
          <button
            key=${card}
            type="button"
            class="card"
            aria-pressed=${slotOf(card) >= 0}
            aria-label=${`${t("card.title", { card })}: ${cardText({ card })}`}
            disabled=${elsewhere.has(card) || (isFull && slotOf(card) < 0)}
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
              ${cards.map(
                (card) =>
                  html`${target(card, html`<${CardDrawn} presumption=${presumptions[slotOf(card)] ?? { card }} beach=${table.beach} />`)}`,
              )}
            </div>
          </div>
        `;
      })}
    </>
  `;
}
