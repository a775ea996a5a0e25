/** A player's two presumption cards, and the dialog in which one is picked and its face copied. */

import { LETTERS, TERRAINS, terrainOf } from "../model/board.js";
import { CARDS, MOST_PRESUMPTIONS, cardKind, isWhole, trimPattern } from "../model/table.js";
import { dispatch, show } from "../../shell/store.js";
import { printedFace } from "../rules.js";
import { t } from "../../shell/i18n.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { Troubles } from "./entry.js";
import { Dialog, Icon } from "../../shell/parts.js";
import { TerrainChoice, Tile, terrainName } from "./tiles.js";

const BLANK_PATTERN = [".....", ".....", ".....", ".....", "....."];

/** What is on the face of a card, drawn small. */
function Face({ presumption }) {
  const { terrain, avoid, pattern } = presumption;
  if (pattern) {
    return html`
      <span class="pattern" role="img" aria-label=${pattern.join(" / ")} data-columns=${pattern[0].length}>
        ${pattern.flatMap((row) => [...row].map((letter) => html`<${Tile} letter=${letter} />`))}
      </span>
    `;
  }
  const letter = (name) => LETTERS.find((one) => TERRAINS[one] === name);
  return html`
    ${terrain && html`<${Tile} letter=${letter(terrain)} />`}
    ${avoid && html`<span class="avoid"><${Tile} letter=${letter(avoid)} /></span>`}
  `;
}

/** What a card asks for in words, with the terrains of its face. */
function cardText({ card, terrain, avoid }) {
  const words = t(`criterion.${cardKind(card).criterion}`);
  const face = [
    terrain && terrainName(terrain),
    avoid && t("card.not", { terrain: terrainName(avoid) }),
  ];
  return [words, ...face].filter(Boolean).join(" · ");
}

export function Presumptions({ table, player, troubles }) {
  const { presumptions } = table.players[player];
  const slots = Array.from({ length: MOST_PRESUMPTIONS }, (_, slot) => slot);
  const open = (slot) => show({ dialog: { kind: "card", player, slot } });
  return html`
    <div class="presumptions" role="group" aria-label=${t("presumptions")}>
      ${slots.map((slot) => {
        const presumption = presumptions[slot];
        if (slot > presumptions.length) return null;
        return html`
          <button type="button" class=${presumption ? "card" : "card blank"} onClick=${() => open(slot)}>
            ${
              presumption
                ? html`<b class="card-number">${presumption.card}</b>
                  <span class="card-text">${cardText(presumption)}</span>
                  <${Face} presumption=${presumption} />`
                : html`<${Icon} name="plus" /><span>${t("presumption.add")}</span>`
            }
          </button>
          <${Troubles} all=${troubles.filter((one) => one.player === player && one.slot === slot)} />
        `;
      })}
    </div>
  `;
}

function PatternEditor({ rows, onChange }) {
  const [brush, setBrush] = useState("J");
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
      onChoose=${(terrain) =>
        terrain && setBrush(LETTERS.find((letter) => TERRAINS[letter] === terrain))}
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

/** Spreads a trimmed pattern on the editor's five by five again. */
const spread = (pattern) => BLANK_PATTERN.map((row, y) => ((pattern?.[y] ?? "") + row).slice(0, 5));

function FaceEditor({ draft, onChange }) {
  const { face } = cardKind(draft.card);
  if (face.includes("pattern")) {
    return html`
      <${PatternEditor}
        rows=${draft.drawn ?? spread(draft.pattern)}
        onChange=${(drawn) => {
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
      value=${draft[part]}
      except=${part === "avoid" ? draft.terrain : draft.avoid}
      onChoose=${(terrain) => onChange({ ...draft, [part]: terrain ?? undefined })}
    />
  `,
  );
}

export function CardDialog({ table, player, slot, onClose }) {
  const [draft, setDraft] = useState(table.players[player].presumptions[slot] ?? null);
  const held = new Set(
    table.players.flatMap(({ presumptions }, holder) =>
      presumptions.filter((_, at) => holder !== player || at !== slot).map(({ card }) => card),
    ),
  );
  const needsFace = (card) => cardKind(card).face.length > 0 && !printedFace(card);
  const settle = (presumption) => {
    const { drawn, ...plain } = presumption ?? {};
    dispatch({ type: "presumption", player, slot, presumption: presumption && plain });
    onClose();
  };
  const choose = (card) => (needsFace(card) ? setDraft({ card }) : settle({ card }));
  const title = t("presumption.of", { name: table.players[player].name });

  if (draft && needsFace(draft.card)) {
    return html`
      <${Dialog} title=${t("card.title", { card: draft.card })} onClose=${onClose}>
        <p>${t(`criterion.${cardKind(draft.card).criterion}`)}</p>
        <${FaceEditor} draft=${draft} onChange=${setDraft} />
        <div class="dialog-actions">
          <button type="button" onClick=${() => setDraft(null)}>${t("card.other")}</button>
          <button type="button" class="main" disabled=${!isWhole(draft)} onClick=${() => settle(draft)}>
            ${t("done")}
          </button>
        </div>
      </>
    `;
  }
  return html`
    <${Dialog} title=${title} onClose=${onClose} wide>
      <div class="card-list">
        ${CARDS.map(
          ({ first, last, criterion }) => html`
          <div class="card-kind">
            <p>${t(`criterion.${criterion}`)}</p>
            <div>
              ${Array.from({ length: last - first + 1 }, (_, index) => first + index).map(
                (card) => html`
                <button
                  type="button"
                  class="number"
                  aria-pressed=${draft?.card === card}
                  aria-label=${t("card.title", { card })}
                  disabled=${held.has(card)}
                  onClick=${() => choose(card)}
                >${card}</button>
              `,
              )}
            </div>
          </div>
        `,
        )}
      </div>
      ${
        slot < table.players[player].presumptions.length &&
        html`<div class="dialog-actions">
          <button type="button" onClick=${() => settle(null)}>${t("presumption.remove")}</button>
        </div>`
      }
    </>
  `;
}
