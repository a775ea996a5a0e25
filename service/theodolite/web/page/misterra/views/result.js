/** The result as a moment, and what it would have been if something were otherwise. */

import { ask, Refused, Unreachable } from "../../shell/api.js";
import { Choice } from "../../shell/choice.js";
import { listed, t, written } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { difference, headline } from "../../shell/result.js";
import { viewed } from "../../shell/store.js";
import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { LETTERS, SPACES, tileAt } from "../model/board.js";
import { newState, reduce, rowsOf } from "../model/reducer.js";
import { differences, totalsOf } from "../model/result.js";
import { isUntouched, RULINGS } from "../model/table.js";
import { MapBoard, tileName } from "./board.js";
import { islandPieces } from "./marks.js";
import { lacksNow, leader, shownCategories } from "./sheet.js";
import { Tile } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/result.js").Answer} Answer */

/** The winners and the reason, once everything is there. @type {(table: Table, live: import("../../shell/live.js").Live, current: boolean) => import("../../shell/result.js").Outcome} */
export function outcomeOf(table, live, current) {
  /** @type {Answer | null} */
  const answer = live.answer;
  const shown = answer === null || isUntouched(table) ? null : answer;
  const totals = shown ? totalsOf(shown) : [];
  const alone = table.players.length === 1;
  return {
    leader: isUntouched(table)
      ? t("leader.waiting")
      : headline(live, (/** @type {Answer} */ one) => leader(one, table)),
    places: (shown?.players ?? []).map(({ name }, seat) => ({
      name,
      total: totals[seat],
      first: !alone && shown?.winners.includes(name) === true,
    })),
    why: shown && decided(shown, table),
    whole: answer !== null && lacksNow(table).length === 0,
    current,
  };
}

/** @type {(answer: Answer, table: Table) => string | null} */
const decided = (answer, table) =>
  difference(
    shownCategories(answer, table).map((category) => ({
      title: t(`category.${category}`).replaceAll("\u00ad", ""),
      points: answer.players.map(({ subtotals }) => subtotals[category] ?? 0),
    })),
    totalsOf(answer),
    answer.players.flatMap(({ name }, seat) => (answer.winners.includes(name) ? [seat] : [])),
  );

/** @typedef {Answer | null | "impossible" | "offline"} Trial null until it is known */

/** The score of another table. @param {Table | null} table @returns {Trial} */
function useScore(table) {
  const [known, setKnown] = useState(
    /** @type {{about: Table | null, answer: Trial}} */ ({
      about: null,
      answer: null,
    }),
  );
  useEffect(() => {
    if (table === null) return;
    const flight = new AbortController();
    ask("misterra/scores", { snapshot: table }, flight.signal)
      .then((answer) => setKnown({ about: table, answer }))
      .catch((trouble) => {
        if (trouble instanceof Refused) setKnown({ about: table, answer: "impossible" });
        else if (trouble instanceof Unreachable) setKnown({ about: table, answer: "offline" });
        else if (!flight.signal.aborted) throw trouble;
      });
    return () => flight.abort();
  }, [table]);
  return known.about === table ? known.answer : null;
}

/** "Anna +5, Bert −2" @type {(from: Answer, to: Trial) => string} */
function differenceText(from, to) {
  if (to === null) return "…";
  if (to === "offline") return t("offline");
  if (to === "impossible") return t("what_if.impossible");
  const changes = differences(from, to).map(
    ({ name, points }) => `${name} ${points > 0 ? "+" : ""}${written(points)}`,
  );
  if (changes.length === 0) return t("what_if.same");
  const turned = to.winners.join() !== from.winners.join();
  return [changes.join(", "), ...(turned ? [leaderIn(to)] : [])].join(" · ");
}

/** @param {Answer} answer */
const leaderIn = ({ winners }) =>
  winners.length === 1
    ? t("what_if.winner", { name: winners[0] })
    : t("what_if.winners", { names: listed(winners) });

/** @param {{table: Table, answer: Answer, name: string, value: string}} props */
function OtherRuling({ table, answer, name, value }) {
  const [other, setOther] = useState(/** @type {Table | null} */ (null));
  useEffect(() => {
    setOther({ ...table, rulings: { ...table.rulings, [name]: value } });
  }, [table]);
  const scored = useScore(other);
  return html`
    <li>
      <span>${t(`ruling.${name}.${value}`)}</span>
      <b data-difference=${value}>${differenceText(answer, scored)}</b>
      ${
        viewed().shared === null &&
        html`<button type="button" class="quiet" onClick=${() => dispatch({ type: "ruling", name, value })}>${t("what_if.adopt")}</button>`
      }
    </li>
  `;
}

/** One space changed on a copy of the table. @param {{table: Table, answer: Answer, onClose: () => void}} props */
function OtherSpace({ table, answer, onClose }) {
  const [trial, setTrial] = useState(table);
  const [board, setBoard] = useState(
    /** @type {import("../model/reducer.js").BoardName} */ ("island"),
  );
  const [place, setPlace] = useState(/** @type {string | null} */ (null));
  const scored = useScore(trial === table ? null : trial);
  const rows = rowsOf(trial, board);
  const changed = new Set(
    SPACES.filter((space) => tileAt(rows, space) !== tileAt(rowsOf(table, board), space)),
  );
  /** @param {string} letter */
  const lay = (letter) =>
    place &&
    setTrial(reduce(newState(trial), { type: "lay", board, spaces: [place], letter }).table);
  const name = board === "island" ? t("island") : table.players[board].name;
  return html`
    <div class="other-space">
      <p>${t("what_if.space.how")}</p>
      <${Segments}
        label=${t("what_if.board")}
        options=${[
          { value: "island", text: t("island") },
          ...table.players.map((one, value) => ({ value, text: one.name })),
        ]}
        value=${board}
        onChoose=${setBoard}
      />
      <${MapBoard}
        name=${t("what_if.trial", { name })}
        board=${board}
        beach=${table.beach}
        rows=${rows}
        pieces=${board === "island" ? islandPieces(table) : []}
        marks=${{ different: changed }}
        onTouch=${(/** @type {string} */ space) => SPACES.includes(space) && setPlace(space)}
      />
      ${
        place &&
        html`<${Choice}
        key=${place}
        title=${place}
        at=${`.other-space [data-space="${place}"]`}
        options=${[...LETTERS, "."].map((letter) => ({
          key: letter,
          label: tileName(letter),
          content: html`<${Tile} letter=${letter} />`,
          chosen: tileAt(rows, place) === letter,
          onChoose: () => lay(letter),
        }))}
        onClose=${() => setPlace(null)}
      />`
      }
      <p class="difference" role="status">${trial === table ? t("what_if.same") : differenceText(answer, scored)}</p>
      <div class="dialog-actions">
        <button type="button" onClick=${onClose}>${t("what_if.leave")}</button>
        ${
          viewed().shared === null &&
          trial !== table &&
          html`<button
          type="button"
          onClick=${() => {
            dispatch({ type: "adopt", table: trial });
            onClose();
          }}
        >${t("what_if.keep")}</button>`
        }
      </div>
    </div>
  `;
}

/** @param {{table: Table, answer: Answer, look: string}} props */
export function WhatIf({ table, answer, look }) {
  const [trying, setTrying] = useState(false);
  const others = answer.rulings
    .filter((one) => one.could_matter)
    .flatMap(({ name, value }) =>
      RULINGS[name].filter((other) => other !== value).map((other) => ({ name, value: other })),
    );
  return html`
    <section class=${`panel what-if ${look}`} data-station="result" aria-labelledby="what-if-title">
      <header><h2 id="what-if-title"><${Icon} name="unknown" />${t("what_if")}</h2></header>
      ${
        others.length > 0 &&
        html`<h3>${t("what_if.rulings")}</h3>
        <ul class="other-rulings">
          ${others.map(
            ({ name, value }) => html`
            <${OtherRuling} key=${`${name} ${value}`} table=${table} answer=${answer} name=${name} value=${value} />
          `,
          )}
        </ul>`
      }
      ${
        trying
          ? html`<${OtherSpace} table=${table} answer=${answer} onClose=${() => setTrying(false)} />`
          : html`<button type="button" onClick=${() => setTrying(true)}>${t("what_if.space")}</button>`
      }
    </section>
  `;
}
