/** The sheet of four seasons as on paper, the lines of the season under way, and who is ahead. */

import { listed, t, written } from "../../shell/i18n.js";
import { Icon, Seal } from "../../shell/parts.js";
import { difference, headline, Moment } from "../../shell/result.js";
import { PlayerChoice } from "../../shell/seats.js";
import { ScoreLine, SheetTable, Total } from "../../shell/sheet.js";
import { isReadOnly, show, viewed } from "../../shell/store.js";
import { Law } from "../../shell/verdict.js";
import { html } from "../../vendor/htm-preact.js";
import { cardName } from "../answers.js";
import { dispatch } from "../commands.js";
import { added, boxesIn, boxesOf, PARTS, withPart } from "../model/boxes.js";
import { isBlankSeason } from "../model/record.js";
import { DECREES, SCORED, SEASONS } from "../model/table.js";
import { endSeason } from "../season.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/table.js").Box} Box */
/** @typedef {import("../model/record.js").State} State */
/** @typedef {import("../answers.js").Answer} Answer */
/** @typedef {import("../answers.js").Item} Item */
/** @typedef {import("../../shell/live.js").Live} Live */

/** The winners, or the leaders as long as seasons are to come. @type {(answer: Answer) => string} */
export function leader(answer) {
  const { players, winners, decided_by: decidedBy, final, solo } = answer;
  const first = players.find(({ name }) => winners.includes(name)) ?? players[0];
  if (solo && final && solo.title !== null) {
    return t("leader.solo", { n: first.total, rating: solo.rating ?? 0, title: solo.title });
  }
  if (players.length === 1) return t("leader.alone", { name: first.name, n: first.total });
  const n = first.total;
  if (decidedBy === "undecided") return t("leader.undecided", { names: listed(winners), n });
  if (decidedBy === "shared") {
    return t(final ? "result.shared" : "leader.shared", { names: listed(winners), n });
  }
  if (decidedBy === "monsters") {
    return t(final ? "result.monsters" : "leader.monsters", { name: first.name, n });
  }
  const second = Math.max(...players.filter((one) => one !== first).map(({ total }) => total));
  const values = { name: first.name, n: n - second };
  return t(final ? "result.ahead" : "leader.ahead", values);
}

/** The box of the season under way, as it would be written on the sheet. @type {(items: Item[], season: string) => Box} */
export function boxOf(items, season) {
  /** @param {string} category */
  const points = (category) => items.find((item) => item.category === category)?.points ?? 0;
  const decrees = SCORED[season].map(
    (decree) => items.find((item) => item.decree === decree)?.points ?? 0,
  );
  return {
    season,
    decrees: [decrees[0], decrees[1]],
    coins: points("coins"),
    monsters: points("monsters"),
  };
}

/** @param {Item} item */
export const itemTitle = (item) =>
  item.category === "decree"
    ? `${item.decree} · ${cardName(item.card)}`
    : t(`category.${item.category}`);

/** @type {(answer: Answer | null, player: number) => Item[] | undefined} */
export const itemsNow = (answer, player) =>
  answer?.players[player]?.seasons.find(({ recorded }) => !recorded)?.items;

/** A number written into a box of an earlier season; a tap selects what is there. @param {{label: string, value: number | null | undefined, onChange: (value: number | null) => void}} props */
const Written = ({ label, value, onChange }) => html`
  <input
    type="number"
    inputmode="numeric"
    class="written"
    aria-label=${label}
    value=${value ?? ""}
    readonly=${viewed().shared !== null}
    onClick=${(/** @type {any} */ { target }) => target.select()}
    onInput=${(/** @type {any} */ { target }) =>
      onChange(target.value === "" ? null : Math.trunc(Number(target.value)))}
  />
`;

/** The sum of an earlier season, which is enough of it. @param {{state: State, player: number, season: string}} props */
function Sum({ state, player, season }) {
  const boxes = boxesIn(state, player, season);
  return html`<${Written}
    label=${`${t(`season.${season}`)}: ${state.table.players[player].name}`}
    value=${added(boxes) ?? boxes.sum}
    onChange=${(/** @type {number | null} */ value) =>
      dispatch(
        // A sum that is typed over its boxes takes their place.
        {
          type: "boxes",
          player,
          season,
          boxes: withPart(added(boxes) === null ? boxes : {}, "sum", value),
        },
        `${player} ${season} sum`,
      )}
  />`;
}

/** Four seasons of one player, as on the paper. @param {{state: State, answer: Answer | null, player: number}} props */
function Paper({ state, answer, player }) {
  const { table } = state;
  const now = SEASONS.indexOf(table.season);
  const items = itemsNow(answer, player);
  const points = items?.map((item) => item.points) ?? [];
  const live = items && [...points, points.reduce((sum, one) => sum + one, 0)];
  const earlier = SEASONS.slice(0, now).map((season) => boxesIn(state, player, season));
  const titles = [
    t("sheet.first"),
    t("sheet.second"),
    t("category.coins"),
    t("category.monsters"),
    t("sheet.sum"),
  ];
  /** @type {(row: number, at: number) => any} */
  const cell = (row, at) => {
    if (at > now) return "";
    if (at === now) return live ? written(live[row]) : "–";
    const season = SEASONS[at];
    const part = PARTS[row];
    if (part === "sum") return written(earlier[at].sum ?? added(earlier[at]) ?? "–");
    return html`<${Written}
      label=${`${t(`season.${season}`)}: ${titles[row]}`}
      value=${earlier[at][part]}
      onChange=${(/** @type {number | null} */ value) =>
        dispatch(
          { type: "boxes", player, season, boxes: withPart(earlier[at], part, value) },
          `${player} ${season} ${part}`,
        )}
    />`;
  };
  const rows = titles.map((title, row) => ({
    title,
    cells: SEASONS.map((_, at) => cell(row, at)),
  }));
  const unlike = earlier.flatMap((boxes, at) => {
    const [n, { sum = n }] = [added(boxes), boxes];
    const season = t(`season.${SEASONS[at]}`);
    return n === null || sum === null || n === sum ? [] : [t("boxes.unlike", { season, n, sum })];
  });
  const { coins, coins_spent: spent = 0 } = table.players[player];
  const counts = [...earlier.map((boxes) => boxes.coins), coins || undefined];
  const falls = counts.flatMap((n, at) => {
    const before = counts[at - 1];
    const season = t(`season.${SEASONS[at]}`);
    return n === undefined || before === undefined || n >= before ? [] : [{ season, n, before }];
  });
  const fallen = falls.reduce((sum, { n, before }) => sum + before - n, 0);
  const fewer = fallen > spent ? falls.map((fall) => t("boxes.fewer_coins", fall)) : [];
  const doubts = [...unlike, ...fewer];
  /** @type {(coins: number, says: string) => unknown} */
  const spending = (coins, says) =>
    !isReadOnly() &&
    html`<button type="button" class="quiet" onClick=${() => dispatch({ type: "spent", player, coins })}>${says}</button>`;
  return html`
    <div class="paper">
      <${SheetTable}
        heads=${SEASONS.map(
          (season) =>
            html`<span class="name">${t(`season.${season}`)}</span><small>${SCORED[season].join(" ")}</small>`,
        )}
        rows=${rows.slice(0, 4)}
        foot=${rows[4]}
      />
      ${doubts.length > 0 && html`<ul class="troubles">${doubts.map((text) => html`<li><${Icon} name="warning" />${text}</li>`)}</ul>`}
      ${fewer.length > 0 && spending(fallen, t("boxes.spent"))}
      ${spent > 0 && html`<p class="hint">${t("boxes.spent_n", { n: spent })} ${spending(0, t("boxes.not_spent"))}</p>`}
    </div>
  `;
}

/** @param {{item: Item, player: number, place: number}} props */
function Line({ item, player, place }) {
  const key = `${player}.${place}`;
  const { lit } = viewed();
  const open = lit?.key === key || (lit?.key.startsWith(`${key}/`) ?? false);
  /** @type {(key: string, spaces: string[]) => void} */
  const light = (at, spaces) =>
    show({ lit: lit?.key === at ? null : { key: at, player, spaces }, player });
  const parts = item.parts ?? [];
  return html`
    <${ScoreLine}
      title=${itemTitle(item)}
      points=${item.points}
      reason=${item.explanation}
      open=${open}
      onOpen=${() => light(key, item.spaces)}
    >
      <${Law} of=${item} />
      ${
        parts.length > 1 &&
        html`<div class="parts">
          ${parts.map(
            ({ spaces, points }, at) => html`
            <button type="button" aria-pressed=${lit?.key === `${key}/${at}`} onClick=${() => light(`${key}/${at}`, spaces)}>
              ${spaces.join(" ")}: ${written(points)}
            </button>
          `,
          )}
        </div>`
      }
    </>
  `;
}

/** Whether the season can be written down, and the next one begun: something was drawn in it. @type {(state: State, current: boolean) => boolean} */
export const mayEndSeason = (state, current) =>
  current && !isReadOnly() && state.table.season !== "winter" && !isBlankSeason(state);

/** Whose lines are open: those that somebody chose, else the winner's at the end of the game. @type {(answer: Answer | null, table: Table) => number} */
function readerOf(answer, { players }) {
  const { reader, player } = viewed();
  const first = answer?.final
    ? answer.players.findIndex(({ name }) => answer.winners.includes(name))
    : player;
  return Math.min(reader ?? Math.max(first, 0), players.length - 1);
}

/** The reason of the difference: a decree, the coins or the monsters, over all seasons, as far as all of it is known. @type {(answer: Answer, table: Table) => string | null} */
function decided(answer, table) {
  const boxes = answer.players.map((_, seat) => {
    const items = itemsNow(answer, seat);
    const written = table.players[seat].seasons.filter(({ season }) => season !== table.season);
    return items ? [...written, boxOf(items, table.season)] : written;
  });
  if (boxes.flat().some((box) => added(boxesOf(box)) === null)) return null;
  /** @param {(box: Box) => number} points */
  const each = (points) => boxes.map((all) => all.reduce((sum, box) => sum + points(box), 0));
  const parts = [
    ...DECREES.map((decree) => ({
      title: cardName(table.decrees[decree]),
      points: each(({ season, decrees }) => decrees?.[SCORED[season].indexOf(decree)] ?? 0),
    })),
    { title: t("category.coins"), points: each(({ coins }) => coins ?? 0) },
    { title: t("category.monsters"), points: each(({ monsters }) => monsters ?? 0) },
  ];
  return difference(
    parts,
    answer.players.map(({ total }) => total),
    answer.players.flatMap(({ name }, seat) => (answer.winners.includes(name) ? [seat] : [])),
  );
}

/** @type {(table: Table, live: Live, current: boolean) => import("../../shell/result.js").Outcome} */
export function outcomeOf(table, live, current) {
  /** @type {Answer | null} */
  const answer = live.answer;
  return {
    leader: SCORED[table.season].some((decree) => !table.decrees[decree])
      ? t("leader.waiting")
      : headline(live, leader),
    places: (answer?.players ?? []).map(({ name, total }) => ({
      name,
      total,
      first: table.players.length > 1 && answer?.winners.includes(name) === true,
    })),
    why: answer && decided(answer, table),
    whole: answer?.final === true && answer.decided_by !== "undecided",
    current,
  };
}

/** @param {{live: Live, state: State, current: boolean, early: boolean, outcome: import("../../shell/result.js").Outcome, look: string}} props */
export function Sheet({ live, state, current, early, outcome, look }) {
  const { table } = state;
  /** @type {Answer | null} */
  const answer = live.answer;
  const player = readerOf(answer, table);
  const items = itemsNow(answer, player);
  const now = SEASONS.indexOf(table.season);
  return html`
    <${Moment} station="result" outcome=${outcome} look=${look} />
    <section class=${`sheet panel ${look}`} data-station="result" aria-labelledby="sheet-title">
      <header><h2 id="sheet-title"><${Icon} name="sheet" />${t("sheet")}</h2></header>
      ${
        live.status === "offline" &&
        html`<p class="standing offline"><${Icon} name="offline" />${t("standing.offline")}</p>`
      }
      ${
        live.refusal &&
        html`<ul class="troubles">${live.refusal.errors.map(({ detail }) => html`<li><${Icon} name="warning" />${detail}</li>`)}</ul>`
      }
      ${
        answer &&
        html`<${SheetTable}
        heads=${answer.players.map(({ name }, seat) => html`<${Seal} player=${seat} /><span class="name">${name}</span>`)}
        rows=${SEASONS.slice(0, now + 1).map((season, at) => ({
          title: t(`season.${season}`),
          cells: answer.players.map(({ seasons }, seat) =>
            at < now
              ? html`<${Sum} state=${state} player=${seat} season=${season} />`
              : written(seasons.find((one) => one.season === season)?.total ?? "–"),
          ),
        }))}
        foot=${{
          title: t("total"),
          cells: answer.players.map(
            ({ name, total }) =>
              html`<${Total} points=${total} first=${answer.winners.includes(name)} />`,
          ),
        }}
      />
      ${now > 0 && !isReadOnly() && html`<p class="hint">${t("boxes.how")}</p>`}
      ${
        table.players.length > 1 &&
        html`<${PlayerChoice}
        names=${table.players.map(({ name }) => name)}
        value=${player}
        onChoose=${(/** @type {number} */ value) => show({ player: value, reader: value, lit: null })}
      />`
      }`
      }
      <${Paper} state=${state} answer=${current ? answer : null} player=${player} />
      ${
        items &&
        html`<h3>${t("lines.of", { season: t(`season.${table.season}`) })}</h3>
        <ul class="lines">${items.map((item, place) => html`<${Line} key=${place} item=${item} player=${player} place=${place} />`)}</ul>`
      }
      ${
        mayEndSeason(state, current) &&
        html`<button type="button" class=${early ? "quiet wide" : "main wide at-desk"} onClick=${() => endSeason(table)}>${t("season.close", { season: t(`season.${table.season}`) })}</button>`
      }
    </section>
  `;
}
