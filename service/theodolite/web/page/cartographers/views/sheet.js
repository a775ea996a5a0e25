/** The sheet of four seasons as on paper, the lines of the season under way, and who is ahead. */

import { listed, t, written } from "../../shell/i18n.js";
import { Icon, Seal } from "../../shell/parts.js";
import { difference, headline, Moment } from "../../shell/result.js";
import { PlayerChoice } from "../../shell/seats.js";
import { ScoreLine, SheetTable, Total } from "../../shell/sheet.js";
import { dispatch, isReadOnly, show, viewed } from "../../shell/store.js";
import { Law } from "../../shell/verdict.js";
import { html } from "../../vendor/htm-preact.js";
import { cardName } from "../answers.js";
import { DECREES, SCORED, SEASONS } from "../model/table.js";
import { endSeason } from "../season.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/table.js").Box} Box */
/** @typedef {import("../answers.js").Answer} Answer */
/** @typedef {import("../answers.js").Item} Item */
/** @typedef {import("../../shell/live.js").Live} Live */

/** Who wins, or who is ahead as long as seasons are to come. @type {(answer: Answer) => string} */
export function leader(answer) {
  const { players, winners, decided_by: decidedBy, complete, solo } = answer;
  const [first] = players.filter(({ name }) => winners.includes(name));
  if (solo && complete && solo.title !== null) {
    return t("leader.solo", { n: first.total, rating: solo.rating ?? 0, title: solo.title });
  }
  if (players.length === 1) return t("leader.alone", { name: first.name, n: first.total });
  const n = first.total;
  if (decidedBy === "shared") {
    return t(complete ? "result.shared" : "leader.shared", { names: listed(winners), n });
  }
  if (decidedBy === "monsters") {
    return t(complete ? "result.monsters" : "leader.monsters", { name: first.name, n });
  }
  const second = Math.max(...players.filter((one) => one !== first).map(({ total }) => total));
  const values = { name: first.name, n: n - second };
  return t(complete ? "result.ahead" : "leader.ahead", values);
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

const ROWS = [
  /** @param {Box} box */
  ({ decrees }) => decrees[0],
  /** @param {Box} box */
  ({ decrees }) => decrees[1],
  /** @param {Box} box */
  ({ coins }) => coins,
  /** @param {Box} box */
  ({ monsters }) => monsters,
];

/** A number written into a box of an earlier season. @param {{label: string, value: number | undefined, most?: number, onChange: (value: number) => void}} props */
const Written = ({ label, value, most, onChange }) => html`
  <input
    type="number"
    inputmode="numeric"
    class="written"
    aria-label=${label}
    max=${most}
    value=${value ?? ""}
    readonly=${viewed().shared !== null}
    onInput=${(/** @type {any} */ { target }) =>
      target.value !== "" && onChange(Math.trunc(Number(target.value)))}
  />
`;

/** @type {(table: Table, player: number, season: string, row: number, value: number) => void} */
function write(table, player, season, row, value) {
  const old = table.players[player].seasons.find((box) => box.season === season);
  const { decrees, coins, monsters } = old ?? { decrees: [0, 0], coins: 0, monsters: 0 };
  const box = {
    season,
    decrees: row < 2 ? decrees.map((one, at) => (at === row ? value : one)) : decrees,
    coins: row === 2 ? Math.max(0, value) : coins,
    monsters: row === 3 ? -Math.abs(value) : monsters,
  };
  dispatch({ type: "box", player, box }, `${player} ${season} ${row}`);
}

/** Four seasons of one player, as on the paper. @param {{table: Table, answer: Answer | null, player: number}} props */
function Paper({ table, answer, player }) {
  const now = SEASONS.indexOf(table.season);
  const items = itemsNow(answer, player);
  const live = items && boxOf(items, table.season);
  const { seasons } = table.players[player];
  const boxes = SEASONS.map((season, at) =>
    at === now ? live : seasons.find((box) => box.season === season),
  );
  /** @type {(row: number, at: number) => any} */
  const cell = (row, at) => {
    const box = boxes[at];
    if (at > now) return "";
    if (at === now) return box ? written(ROWS[row](box)) : "–";
    return html`<${Written}
      label=${`${t(`season.${SEASONS[at]}`)}: ${titles[row]}`}
      value=${box && ROWS[row](box)}
      onChange=${(/** @type {number} */ value) => write(table, player, SEASONS[at], row, value)}
    />`;
  };
  const titles = [t("sheet.first"), t("sheet.second"), t("category.coins"), t("category.monsters")];
  return html`
    <div class="paper">
      <${SheetTable}
        heads=${SEASONS.map(
          (season) =>
            html`<span class="name">${t(`season.${season}`)}</span><small>${SCORED[season].join(" ")}</small>`,
        )}
        rows=${titles.map((title, row) => ({ title, cells: SEASONS.map((_, at) => cell(row, at)) }))}
        foot=${{
          title: t("sheet.sum"),
          cells: boxes.map((box, at) =>
            box && at <= now
              ? html`<b>${written(ROWS.reduce((sum, part) => sum + part(box), 0))}</b>`
              : "",
          ),
        }}
      />
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

/** Whether the season can be written down, and the next one begun. @type {(table: Table, current: boolean) => boolean} */
export const maySettle = ({ season }, current) => current && !isReadOnly() && season !== "winter";

/** Whose lines are open: those that somebody chose, else the winner's at the end of the game. @type {(answer: Answer | null, table: Table) => number} */
function readerOf(answer, { players }) {
  const { reader, player } = viewed();
  const first = answer?.complete
    ? answer.players.findIndex(({ name }) => answer.winners.includes(name))
    : player;
  return Math.min(reader ?? Math.max(first, 0), players.length - 1);
}

/** What made the difference: a decree, the coins or the monsters, over all seasons. @type {(answer: Answer, table: Table) => string | null} */
function decided(answer, table) {
  const boxes = answer.players.map((_, seat) => {
    const items = itemsNow(answer, seat);
    const written = table.players[seat].seasons.filter(({ season }) => season !== table.season);
    return items ? [...written, boxOf(items, table.season)] : written;
  });
  /** @param {(box: Box) => number} points */
  const each = (points) => boxes.map((all) => all.reduce((sum, box) => sum + points(box), 0));
  const parts = [
    ...DECREES.map((decree) => ({
      title: cardName(table.decrees[decree]),
      points: each(({ season, decrees }) => decrees[SCORED[season].indexOf(decree)] ?? 0),
    })),
    { title: t("category.coins"), points: each(({ coins }) => coins) },
    { title: t("category.monsters"), points: each(({ monsters }) => monsters) },
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
    whole: answer?.complete === true,
    current,
  };
}

/** @param {{live: Live, table: Table, current: boolean, early: boolean, outcome: import("../../shell/result.js").Outcome, look: string}} props */
export function Sheet({ live, table, current, early, outcome, look }) {
  /** @type {Answer | null} */
  const answer = live.answer;
  const player = readerOf(answer, table);
  const items = itemsNow(answer, player);
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
        table.players.length > 1 &&
        html`<${SheetTable}
        heads=${answer.players.map(({ name }, seat) => html`<${Seal} player=${seat} /><span class="name">${name}</span>`)}
        rows=${SEASONS.flatMap((season) => {
          const sums = answer.players.map(({ seasons }) =>
            seasons.find((one) => one.season === season),
          );
          return sums.some(Boolean)
            ? [
                {
                  title: t(`season.${season}`),
                  cells: sums.map((sum) => written(sum?.total ?? "–")),
                },
              ]
            : [];
        })}
        foot=${{
          title: t("total"),
          cells: answer.players.map(
            ({ name, total }) =>
              html`<${Total} points=${total} first=${answer.winners.includes(name)} />`,
          ),
        }}
      />
      <${PlayerChoice}
        names=${table.players.map(({ name }) => name)}
        value=${player}
        onChoose=${(/** @type {number} */ value) => show({ player: value, reader: value, lit: null })}
      />`
      }
      <${Paper} table=${table} answer=${current ? answer : null} player=${player} />
      ${
        items &&
        html`<h3>${t("lines.of", { season: t(`season.${table.season}`) })}</h3>
        <ul class="lines">${items.map((item, place) => html`<${Line} key=${place} item=${item} player=${player} place=${place} />`)}</ul>`
      }
      ${
        maySettle(table, current) &&
        html`<button type="button" class=${early ? "quiet wide" : "main wide at-desk"} onClick=${() => endSeason(table)}>${t("season.close", { season: t(`season.${table.season}`) })}</button>`
      }
    </section>
  `;
}
