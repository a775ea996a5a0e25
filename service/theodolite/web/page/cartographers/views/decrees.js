/** The four decrees: each a card, chosen from drawings of what the cards ask. */

import { t } from "../../shell/i18n.js";
import { Dialog, Icon } from "../../shell/parts.js";
import { isReadOnly, show, table as tableNow } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { comesIn, drawingCardsNow, scoringCardsNow } from "../answers.js";
import { dispatch } from "../commands.js";
import { DECREES, lacking, SCORED, SEASONS } from "../model/table.js";
import { CardSketch } from "./sketch.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../answers.js").Card} ScoringCard */

/** @type {(decree: string) => string} */
const seasonsOf = (decree) =>
  SEASONS.filter((season) => SCORED[season].includes(decree))
    .map((season) => t(`season.${season}`))
    .join(" · ");

/** The cards of this edition that may still be dealt to a decree: each category is dealt once. @type {(table: Table, decree: string) => ScoringCard[]} */
function offered({ game, decrees }, decree) {
  const cards = scoringCardsNow();
  const taken = DECREES.filter((other) => other !== decree).map(
    (other) => cards.find(({ card }) => card === decrees[other])?.category,
  );
  return cards.filter((card) => comesIn(game)(card) && !taken.includes(card.category));
}

/** @param {{card: ScoringCard}} props */
const Face = ({ card }) => html`
  <${CardSketch} card=${card.card} />
  <span class="face-words"><b>${card.name}</b><small>${card.text}</small></span>
`;

/** @param {{decree: string, table: Table, onClose: () => void}} props */
export function DecreeDialog({ decree, table, onClose }) {
  const cards = offered(table, decree);
  const categories = [...new Set(cards.map(({ category }) => category))];
  /** @param {string | null} card */
  const choose = (card) => {
    const isNew = !table.decrees[decree];
    dispatch({ type: "decree", decree, card });
    const [next] = lacking(tableNow()).decrees;
    show({ dialog: isNew && next ? { kind: "decree", decree: next } : null });
  };
  return html`
    <${Dialog} title=${`${t("decree.of", { decree })} · ${seasonsOf(decree)}`} onClose=${onClose} wide>
      ${categories.map(
        (category) => html`
        <h3>${t(`category.${category}`)}</h3>
        <div class="scoring-cards">
          ${cards
            .filter((card) => card.category === category)
            .map(
              (card) => html`
              <button
                key=${card.card}
                type="button"
                class="scoring-card"
                aria-label=${card.name}
                aria-pressed=${card.card === table.decrees[decree]}
                onClick=${() => choose(card.card)}
              ><${Face} card=${card} /></button>
            `,
            )}
        </div>
      `,
      )}
      ${table.decrees[decree] && html`<button type="button" class="quiet" onClick=${() => choose(null)}><${Icon} name="clear" />${t("decree.take_away")}</button>`}
    </>
  `;
}

/** @param {{table: Table, look: string}} props */
export const Decrees = ({ table, look }) => html`
  <section class=${`panel ${look}`} data-station="decrees" aria-labelledby="decrees-title">
    <header><h2 id="decrees-title"><${Icon} name="rule" />${t("decrees")}</h2></header>
    ${DECREES.map((decree) => {
      const chosen = scoringCardsNow().find(({ card }) => card === table.decrees[decree]);
      return html`
        <button
          key=${decree}
          type="button"
          class="scoring-card decree"
          data-decree=${decree}
          aria-label=${`${t("decree.of", { decree })}: ${chosen?.name ?? t("decree.none")}`}
          disabled=${isReadOnly()}
          onClick=${() => show({ dialog: { kind: "decree", decree } })}
        >
          <span class="decree-letter"><b>${decree}</b><small>${seasonsOf(decree)}</small></span>
          ${chosen ? html`<${Face} card=${chosen} />` : html`<span class="face-words none">${t("decree.none")}</span>`}
        </button>
      `;
    })}
    ${table.game !== "cartographers" && html`<${Ambushes} table=${table} />`}
  </section>
`;

/** Which ambushes have come, and in which order; zombies and trolls act in it. @param {{table: Table}} props */
const Ambushes = ({ table }) => html`
  <h3>${t("ambushes")}</h3>
  <p class="hint">${t("ambushes.why")}</p>
  <div class="begin-board">
    ${drawingCardsNow()
      .filter((card) => card.kind === "ambush" && comesIn(table.game)(card))
      .map(({ card, name }) => {
        const at = table.ambushes.indexOf(card);
        return html`
          <button type="button" key=${card} aria-pressed=${at >= 0} disabled=${isReadOnly()} onClick=${() => dispatch({ type: "ambush", card })}>
            ${at >= 0 ? `${at + 1}. ` : ""}${name}
          </button>
        `;
      })}
  </div>
`;
