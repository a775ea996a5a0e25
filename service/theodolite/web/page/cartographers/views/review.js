/** The review of what was drawn, each moment with the map of then. */

import { t } from "../../shell/i18n.js";
import { placeInRecord, Review } from "../../shell/review.js";
import { html } from "../../vendor/htm-preact.js";
import { drawingCardName, drawingCardsNow, printOf, requestOf } from "../answers.js";
import { drawerOf } from "../cards.js";
import { drawOf, placesOf } from "../model/record.js";
import { EMPTY, letterAt, SEASONS, SPACES, withLetter } from "../model/table.js";
import { LETTER_OF } from "./tiles.js";

/**
 * @typedef {import("../../types/openapi.js").CartographersGameReview} Answer
 * @typedef {import("../../types/openapi.js").CartographersJudgedReplay} Replayed
 * @typedef {import("../model/record.js").GameRecord} GameRecord
 * @typedef {import("../model/record.js").State} State
 * @typedef {import("../model/table.js").Table} Table
 */

/** Where in the record a reviewed move stands, and whose it is. @type {(table: Table, record: GameRecord, reviewed: Answer["turns"][number]) => {season: number, turn: number, seat: number}} */
function placeOf({ players }, { seasons }, reviewed) {
  const { season, turn } = placesOf(seasons)[placeInRecord(reviewed)[0]];
  const seat = players.findIndex(({ name }) => name === reviewed.player);
  return { season, turn: turn ?? 0, seat };
}

/** On whose map somebody draws a card. @type {(table: Table, card: string, seat: number) => number} */
export function mapOf(table, card, seat) {
  const face = drawingCardsNow().find((one) => one.card === card);
  if (face?.kind !== "ambush") return seat;
  return table.players.findIndex((_, player) => drawerOf(table, player, face) === seat);
}

/** The map as it lay before a move. @type {(table: Table, record: GameRecord, replayed: Replayed, place: {season: number, turn: number}, player: number) => string[]} */
function rowsBefore(table, { start, seasons }, replayed, place, player) {
  const ends = replayed.turns.flatMap(({ effects }) => (effects ? [effects] : []));
  let rows = start.players[player].drawn;
  seasons.slice(0, place.season + 1).forEach(({ turns }, season) => {
    const earlier = season === place.season ? turns.slice(0, place.turn) : turns;
    for (const { card, draws } of earlier) {
      for (const [seat, draw] of Object.entries(draws)) {
        const { spaces, destroys } = drawOf(draw);
        if (mapOf(table, card, Number(seat)) !== player) continue;
        rows = withLetter(rows, spaces, draw[0]);
        if (destroys) rows = withLetter(rows, [destroys], "X");
      }
    }
    // At the end of a season zombies spread and trolls destroy.
    for (const { player: name, changes } of ends[season] ?? []) {
      if (season === place.season || name !== table.players[player].name) continue;
      for (const { space, effect } of changes) {
        if (space) rows = withLetter(rows, [space], effect === "destroyed" ? "X" : "Z");
      }
    }
  });
  return rows;
}

/** A map drawn small, some spaces in full ink. @param {{map: Table["map"], rows: string[], spaces: string[], letter?: string}} props `letter`: what is drawn there, if it is not in the rows */
export function SmallMap({ map, rows, spaces, letter }) {
  const print = printOf(map) ?? EMPTY;
  const drawn = letter ? withLetter(rows, spaces, letter) : rows;
  return html`
    <svg class="card-sketch small-map" viewBox="0 0 110 110" role="img" aria-label=${spaces.join(" ") || t("record.nothing")}>
      ${SPACES.map((space, at) => {
        const inked = letterAt(drawn, space);
        const shown = inked === "." ? letterAt(print, space) : inked;
        return html`<g key=${space} class=${spaces.includes(space) ? "pays" : ""} data-tile=${shown}>
          <rect x=${(at % 11) * 10 + 0.5} y=${Math.floor(at / 11) * 10 + 0.5} width="9" height="9" />
        </g>`;
      })}
    </svg>
  `;
}

/** @param {{state: State, look: string}} props */
export function GameReview({ state, look }) {
  const { table, record } = state;
  if (record === null) return null;
  return html`
    <${Review}
      operation="cartographers/reviews"
      record=${record}
      request=${() => requestOf(state, record)}
      replays="cartographers/replays"
      names=${table.players.map(({ name }) => name)}
      station="result"
      look=${look}
      title=${(/** @type {Answer} */ answer, /** @type {number} */ at) => {
        const { season, turn } = placeOf(table, record, answer.turns[at]);
        const name = SEASONS[SEASONS.indexOf(record.start.season) + season];
        const card = drawingCardName(record.seasons[season].turns[turn].card);
        return [t(`season.${name}`), card, answer.turns[at].player].join(" · ");
      }}
      boards=${(
        /** @type {Answer} */ answer,
        /** @type {number} */ at,
        /** @type {Replayed} */ replayed,
      ) => {
        const place = placeOf(table, record, answer.turns[at]);
        const { card, draws } = record.seasons[place.season].turns[place.turn];
        const player = mapOf(table, card, place.seat);
        const rows = rowsBefore(table, record, replayed, place, player);
        const played = draws[place.seat];
        const best = answer.turns[at].best?.move;
        return {
          played: html`<${SmallMap} map=${table.map} rows=${rows} spaces=${drawOf(played).spaces} letter=${played[0]} />`,
          best: html`<${SmallMap} map=${table.map} rows=${rows} spaces=${best?.spaces ?? []} letter=${LETTER_OF[best?.terrain ?? ""] ?? played[0]} />`,
        };
      }}
    />
  `;
}
