/** The API's answers about the table and the possible drawings, kept up to date, and its lists of cards. */

import { lookUp } from "../shell/api.js";
import { currentLanguage } from "../shell/i18n.js";
import { answerOn, liveAnswer } from "../shell/live.js";
import { outcomeOf } from "../shell/outcome.js";
import { loadRules } from "../shell/rulebook.js";
import { table as tableNow, tell, viewed } from "../shell/store.js";
import { linesOf } from "./model/lines.js";
import { choicesNow, isBlankSeason, recordBody, turnsNow } from "./model/record.js";
import { EMPTY, lacking, SCORED, withLetter } from "./model/table.js";

/**
 * @typedef {import("../types/openapi.js").CartographersItem} Item
 * @typedef {import("../types/openapi.js").CartographersScores} Answer
 * @typedef {Required<import("../types/openapi.js").CartographersKnownCard>} Card
 * @typedef {import("../types/openapi.js").CartographersPrintedMap} PrintedMap
 */

export const score = liveAnswer("cartographers/scores", tell, { kept: true });
export const placements = liveAnswer("cartographers/legal-actions", tell);
/** Why the shape in hand may not be drawn where it was tapped. */
export const refusal = liveAnswer("cartographers/legality-checks", tell);
/** Whether the season is over, by the cards that were drawn. */
export const ending = liveAnswer("cartographers/end-checks", tell);

/** The choice that the end of winter still needs for the record to be whole. @param {import("./model/record.js").State} state @returns {import("./season.js").Waiting | null} */
export function waitingNow({ table: { season }, record }) {
  const { answer } = ending.current();
  return (record && season === "winter" && answer?.waiting[0]) || null;
}

/** The question whether the season is over. @param {import("./model/record.js").State} state */
function endingBody({ table: snapshot, record }) {
  // Only explore cards take time.
  const revealed = turnsNow(record)
    .map(({ card }) => card)
    .filter((card) => drawingCards.get(card)?.kind === "explore");
  return record && { snapshot, given: { revealed, choices: choicesNow(record) } };
}

/** The question where a card may be drawn. @param {import("./model/table.js").Table} snapshot */
function placementBody(snapshot) {
  const { tool, holder } = viewed();
  if (tool?.kind !== "shape" || !snapshot.players[holder]) return null;
  // A shape that is drawn can still be moved: what counts is how the map lay before.
  const { card, before, ruins } = tool;
  const players = snapshot.players.map((one, seat) =>
    seat === holder && before ? { ...one, drawn: before } : one,
  );
  return {
    snapshot: { ...snapshot, players },
    player: players[holder].name,
    given: { card, after_ruins: ruins },
    limit: 1000,
  };
}

/** Asks about all that is shown. @param {import("./model/record.js").State} state */
export function ask(state) {
  const { table: snapshot } = state;
  const ready = SCORED[snapshot.season].every((decree) => snapshot.decrees[decree]);
  score.want(ready ? { snapshot } : null);
  placements.want(placementBody(snapshot));
  ending.want(ready ? endingBody(state) : null);
}

/** The score without a season in which nobody has drawn yet. @type {(answer: Answer) => Answer} */
function beforeSeason(answer) {
  const players = answer.players.map((player) => {
    const [now] = player.seasons.filter(({ recorded }) => !recorded);
    const seasons = player.seasons.filter(({ recorded }) => recorded);
    return { ...player, seasons, total: player.total - (now?.total ?? 0) };
  });
  const most = Math.max(...players.map(({ total }) => total));
  const winners = players.filter(({ total }) => total === most).map(({ name }) => name);
  const decided = winners.length > 1 ? "shared" : "total";
  return { ...answer, players, winners, final: false, decided_by: decided };
}

/** The score as far as seasons are played. @param {import("./model/record.js").State} state */
export function scoreNow(state) {
  const live = score.current();
  return live.answer && isBlankSeason(state)
    ? { ...live, answer: beforeSeason(live.answer) }
    : live;
}

/** @param {import("./model/record.js").State} state */
export function outcome(state) {
  const { table } = state;
  const { decrees, players } = table;
  /** @type {Answer | null} */
  const answer = answerOn(scoreNow(state));
  if (answer === null) return null;
  const kindOf = (/** @type {string} */ decree) =>
    scoringCards.get(decrees[decree])?.category ?? "decree";
  const lines = answer.players.map(({ items }, seat) =>
    linesOf(players[seat].seasons, items, kindOf),
  );
  return outcomeOf(
    answer,
    answer.final && answer.decided_by !== "undecided" && lacking(table).maps.length === 0,
    answer.players.map(({ total }) => total),
    lines.every((own) => own !== null) ? lines : null,
  );
}

/** Asks the same once more, in another language. */
export function again() {
  for (const live of [score, placements, refusal, ending]) live.again();
}

/** The body of `replays` and `reviews`; winter, which no season follows, is over by its cards. @type {(state: import("./model/record.js").State, record: import("./model/record.js").GameRecord) => {record: import("./model/record.js").Body}} */
export const requestOf = ({ table }, record) => ({
  record: recordBody(
    record,
    table,
    table.season === "winter" && ending.current().answer?.triggered === true,
  ),
});

/** @type {Map<string, Card>} */
let scoringCards = new Map();
/** @type {Map<string, Card>} */
let drawingCards = new Map();
/** @type {Map<string, PrintedMap>} */
let maps = new Map();

/** Loads what the API tells once; without a connection names and texts are missing, entry works. */
export async function load() {
  const [listed, printed] = await Promise.allSettled([
    lookUp("cartographers/cards"),
    lookUp("cartographers/maps"),
    loadRules("cartographers"),
  ]);
  if (listed.status === "fulfilled") {
    /** @type {Card[]} */
    const cards = listed.value.cards;
    /** @param {boolean} isScoring */
    const known = (isScoring) =>
      new Map(
        cards
          .filter(({ kind }) => (kind === "scoring") === isScoring)
          .map((one) => [one.card, one]),
      );
    scoringCards = known(true);
    drawingCards = known(false);
  }
  if (printed.status === "fulfilled") {
    maps = new Map(printed.value.maps.map((/** @type {any} */ one) => [one.map, one]));
  }
}

/** Whether a card comes in an edition; a pack's card of no one box comes in each. @type {(edition: string) => (card: Pick<Card, "game">) => boolean} */
export const comesIn =
  (edition) =>
  ({ game }) =>
    [edition, game].includes("combined") || game === edition;

export const scoringCardsNow = () => [...scoringCards.values()];
export const drawingCardsNow = () => [...drawingCards.values()];
/** The name of a card of the table’s own pack: one text, or one by language. @type {(kind: "cards" | "scoring", card: string) => string | undefined} */
function ownName(kind, card) {
  const name = tableNow().pack?.[kind]?.[card]?.name;
  return name?.[currentLanguage()] ?? name?.en ?? name;
}

/** @param {string} card */
export const drawingCardName = (card) =>
  drawingCards.get(card)?.name ?? ownName("cards", card) ?? card;
/** @param {string | undefined} card */
export const cardName = (card) =>
  (card && (scoringCards.get(card)?.name ?? ownName("scoring", card))) ?? card ?? "–";
/** The maps of the table's own pack, then the sides of the printed sheets; without a connection those that a table may name. @returns {Pick<PrintedMap, "map" | "rows" | "mountains">[]} */
export const printsNow = () => [
  ...Object.entries(tableNow().pack?.maps ?? {}).map(([map, rows]) => ({
    map,
    rows,
    mountains: [],
  })),
  ...(maps.size > 0
    ? maps.values()
    : ["A", "B"].map((map) => ({ map, rows: EMPTY, mountains: null }))),
];
/** The rows of a map's print, as far as they are known: without a connection, none. @param {string | string[]} map */
export function printOf(map) {
  if (typeof map !== "string") return map;
  const print = printsNow().find((one) => one.map === map);
  if (!print?.mountains) return null;
  return print.rows ?? withLetter(EMPTY, print.mountains, "^");
}

/** Whether enough is known of a side to play this edition on it: in Heroes alone ruins mean nothing. @type {(game: string) => (print: Pick<PrintedMap, "rows" | "mountains">) => boolean} */
const isWhole =
  (game) =>
  ({ rows, mountains }) =>
    rows !== null || (game === "heroes" && mountains !== null);

/** The sides that an edition can be played on, those of its own box first. @param {string} game */
export function sidesOf(game) {
  const whole = printsNow().filter(isWhole(game));
  const own = whole.filter((print) => /** @type {PrintedMap} */ (print).game === game);
  return [...new Set([...own, ...whole])].map(({ map }) => map);
}
