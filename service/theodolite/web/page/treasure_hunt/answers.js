/** The API's answers about the table, a turn, a place and a way, kept up to date while they are shown. */

import { t } from "../shell/i18n.js";
import { answerOn, liveAnswer } from "../shell/live.js";
import { winnersIn } from "../shell/outcome.js";
import { state, tell, viewed } from "../shell/store.js";
import { actionsOf, isBetween, midway, skipsForShoe } from "./model/actions.js";
import { lackOfDrawn, logNow } from "./model/logging.js";
import { isBlank, snapshotOf } from "./model/table.js";
import { wayToAskAbout } from "./model/trail.js";

/**
 * @typedef {import("../types/openapi.js").TreasureHuntEntry} End
 * @typedef {{mover: string, of?: string, die: string, pips: number, ends: End[]}} Position a piece and a value of its die
 * @typedef {import("../types/openapi.js").TreasureHuntTurnCheck} Check
 * @typedef {import("../types/openapi.js").TreasureHuntDemand} Demand
 * @typedef {import("../types/openapi.js").TreasureHuntMissionSheet} Sheet
 * @typedef {import("../types/openapi.js").TreasureHuntWay} Way
 * @typedef {import("./model/table.js").Table} Table
 * @typedef {{legal: boolean | null, checks: Check[], after: any, rulings: any[]}} Judged
 */

export const missions = liveAnswer("treasure-hunt/scores", tell, { kept: true });
export const reach = liveAnswer("treasure-hunt/legal-actions", tell);
export const verdict = liveAnswer("treasure-hunt/legality-checks", tell);
const carriedOut = liveAnswer("treasure-hunt/updates", tell);
export const placement = liveAnswer("treasure-hunt/legality-checks", tell);
export const way = liveAnswer("treasure-hunt/routes", tell);

/** The results of the table's missions; null while they are not known. */
export const missionsNow = () => answerOn(missions.current());

/** @param {Table} table */
const seatNow = (table) => Math.min(viewed().player, table.players.length - 1);
/** @param {Table} table */
const nameNow = (table) => table.players[seatNow(table)].name;

/** The turn under way. @returns {import("./model/turn.js").Turn} */
export const turnHere = () => state().turn;

/** @param {Table} table */
function carriedOutBody(table) {
  const actions = midway(turnHere());
  return actions.some((one) => one.do !== "roll")
    ? { snapshot: snapshotOf(table), player: nameNow(table), move: { actions } }
    : null;
}

/** @type {WeakMap<object, Table>} */
const adopted = new WeakMap();
/** Tables that the API refuses: cards were laid where none may lie. @type {WeakSet<Table>} */
const impossible = new WeakSet();
/** The table whose moves were asked about last. @type {Table | null} */
let asked = null;

/** The table as the move finds it, after the cards that are played before or open its way; null while it is not known. @param {Table} table @returns {Table | null} */
export function tableAtMove(table) {
  if (carriedOutBody(table) === null) return table;
  const { status, answer } = carriedOut.current();
  // A turn that cannot be carried out leaves the table as it was; the verdict says why.
  if (status === "refused") return table;
  if (status !== "current") return null;
  const known = adopted.get(answer) ?? { ...table, ...answer.after, rulings: table.rulings };
  adopted.set(answer, known);
  return impossible.has(known) ? table : known;
}

/** Where every piece may end, with every value of every die; null while it is not known. @returns {Position[] | null} */
export function positionsNow() {
  const live = reach.current();
  if (live.status === "asking" || !live.isAbout) return null;
  /** @type {Map<string, Position>} */
  const positions = new Map();
  for (const end of /** @type {End[]} */ (live.answer.moves)) {
    const { mover, of, die, pips } = end;
    const key = `${moverKey(end)} ${die} ${pips}`;
    const position = positions.get(key) ?? { mover, of, die, pips, ends: [] };
    position.ends.push(end);
    positions.set(key, position);
  }
  return [...positions.values()];
}

/** @param {Table} table */
function reachBody(table) {
  asked = isBlank(table) ? null : tableAtMove(table);
  if (asked === null) return null;
  const player = nameNow(table);
  const moved = asked.walkers
    .filter(({ moved_by: by }) => asked !== table && by === player)
    .map(({ at }) => `walker:${at}`);
  return { snapshot: snapshotOf(asked), player, ...(moved.length > 0 && { given: { moved } }) };
}

/** The pieces that the roll may move, each with its ends. @returns {Position[]} */
export function rolled() {
  const { roll } = turnHere();
  return (positionsNow() ?? []).filter(({ die, pips }) => die === roll?.die && pips === roll.pips);
}

/** @param {{mover: string, of?: string}} one */
export const moverKey = ({ mover, of }) => (of ? `${mover} ${of}` : mover);

/** The piece whose ends are shown. @returns {Position | undefined} */
export function positionNow() {
  const all = rolled();
  return all.find((one) => moverKey(one) === turnHere().mover) ?? all[0];
}

/** Whether a place may be asked about: a piece can move with the roll, or it is not known yet. */
export const mayAsk = () =>
  positionsNow() === null ? turnHere().roll !== null : positionNow() !== undefined;

/** Where a piece stands, and its terrain where it tells one. @type {(table: Table, mover: string, of: string | undefined) => {at: string, terrain?: string}} */
export function pieceOf(table, mover, of) {
  const [kind, which] = mover.split(":");
  if (kind === "walker") return table.walkers.find(({ at }) => at === which) ?? { at: which };
  const name = of ?? nameNow(table);
  const player = table.players.find((one) => one.name === name) ?? table.players[0];
  const explorer = player.explorers[Number(which) - 1];
  return explorer.at === "home" ? { at: player.home } : explorer;
}

/** The way under discussion: to an end, or to a place that is none. @param {Table} table @returns {{position: Position, end: End | null, path: string[]} | null} */
export function trailNow(table) {
  const { goal } = turnHere();
  const position = positionNow();
  if (!goal || !position) return null;
  const end = position.ends.find(({ at }) => at === goal) ?? null;
  return { position, end, path: pathTo(table, position, goal) };
}

/** The way of a piece to a place: that of its end there, or one to ask about. @type {(table: Table, position: Position, goal: string) => string[]} */
export function pathTo(table, position, goal) {
  const end = position.ends.find(({ at }) => at === goal);
  if (end) return end.path;
  const then = tableAtMove(table) ?? table;
  const piece = pieceOf(then, position.mover, position.of);
  const terrain = piece.terrain ?? TERRAIN_OF[position.die];
  return wayToAskAbout(then, piece.at, terrain, goal);
}

/** @type {Record<string, string>} */
const TERRAIN_OF = { blue: "water", green: "forest", white: "sand", brown: "path" };

/** The routes that can be logged without a move. @returns {End["logs"]} */
export const logsWithoutMove = () =>
  positionsNow() === null ? [] : reach.current().answer.logs_now;

/** The part still to be entered of the drawn cards, for the bar. @param {Table} table @returns {string | null} */
export function saidOfDrawn(table) {
  const turn = turnHere();
  const log = logNow(turn, trailNow(table)?.end?.logs ?? []);
  const all = [
    ...(turn.early ? [{ entered: turn.early, log: turn.early }] : []),
    { entered: turn, log },
  ];
  for (const { entered, log } of all) {
    const lack = log && lackOfDrawn(table, turn, seatNow(table), log.owner, entered);
    if (lack) return t(`drawn.needs.${lack}`, { name: log.owner });
  }
  return null;
}

/** @param {Table} table */
function verdictBody(table) {
  const turn = turnHere();
  const trail = trailNow(table);
  const actions = actionsOf({
    table,
    turn,
    seat: seatNow(table),
    rolls: positionsNow()?.some(({ die }) => die === turn.roll?.die) === true,
    trail: trail && { ...trail.position, path: trail.path, logs: trail.end?.logs ?? [] },
  });
  return actions && { snapshot: snapshotOf(table), player: nameNow(table), move: { actions } };
}

/** The turn that was judged last, as a record takes it. @returns {import("./model/record.js").Played} */
export function turnJudged() {
  const { player, move } = verdict.current().body;
  return { player, move };
}

/** The verdict on the turn as far as it has come; until its move is chosen, only on what is played. @param {Table} table @returns {Judged | null} */
export function verdictNow(table) {
  const answer = currentAnswer(verdict);
  const isChosen = turnHere().skipping || skipsNow(table) || trailNow(table);
  return answer === null || isChosen ? answer : only(answer, ({ action }) => action !== null);
}

/** The verdict by some of its rules. @type {(answer: Judged, isSuch: (check: Check) => boolean) => Judged} */
function only(answer, isSuch) {
  const checks = answer.checks.filter(isSuch);
  const legal = checks.every(({ status }) => status !== "failed");
  return { ...answer, checks, legal, after: null };
}

/** Whether the move may end where it was asked about: at a known end, or where cards between its steps let it. @param {Table} table */
export function mayEnd(table) {
  const trail = trailNow(table);
  const isLet = turnHere().plays.some(isBetween) && currentAnswer(verdict)?.legal === true;
  return trail !== null && (trail.end !== null || isLet);
}

/** How many spaces a piece lies on. @param {string} piece */
export const sizeOf = (piece) => (piece === "tree" ? 2 : 1);

/** The spaces that were touched for the piece in hand. @returns {string[]} */
export function placingNow() {
  const { tool, placing } = viewed();
  return tool?.kind === "piece" && placing?.piece === tool.piece ? placing.spaces : [];
}

/** A piece that is laid, as a turn at a table where no hand is known. @param {Table} table */
function placementBody(table) {
  const piece = viewed().tool?.piece;
  const spaces = placingNow();
  if (spaces.length === 0 || spaces.length !== sizeOf(piece)) return null;
  const { name, free } = table.players[seatNow(table)];
  const card = piece === "tree" ? "fallen_tree" : piece;
  const action = free.includes(piece) ? { do: "place", piece } : { do: "play", card };
  const snapshot = snapshotOf(table);
  const players = snapshot.players.map((one) => ({ ...one, hand: null, shoes: 0 }));
  const move = { actions: [{ ...action, spaces }] };
  return { snapshot: { ...snapshot, players }, player: name, move };
}

/** Rules of the turn, of hands and of free pieces: nobody asks whose piece it is that is laid. */
const OF_TURN = /^treasure_hunt\.(turn|card|free)\./;

/** Whether the piece in hand may lie where it was touched; null while it is not known. @returns {Judged | null} */
export function placementNow() {
  const answer = currentAnswer(placement);
  return answer && only(answer, ({ rule }) => !OF_TURN.test(rule));
}

/** @param {Table} table */
function wayBody(table) {
  const { targets, explorer, homeward, boat } = viewed();
  if (targets.length === 0 || isBlank(table)) return null;
  const { name, explorers } = table.players[seatNow(table)];
  const dice = table.pack?.dice ?? {};
  return {
    snapshot: snapshotOf(table),
    player: name,
    explorer: Math.min(explorer, explorers.length - 1) + 1,
    targets,
    home: homeward,
    boat,
    ...(Object.keys(dice).length > 0 && { dice }),
  };
}

/** Whether a lost shoe takes the turn. @param {Table} table */
export const skipsNow = (table) => skipsForShoe(table, seatNow(table));

/** Asks about all that is shown. @param {import("./model/table.js").State} state */
export function ask({ table }) {
  missions.want({ snapshot: snapshotOf(table) });
  if (reach.current().status === "refused" && asked && asked !== table) impossible.add(asked);
  carriedOut.want(carriedOutBody(table));
  reach.want(reachBody(table));
  verdict.want(verdictBody(table));
  placement.want(placementBody(table));
  way.want(wayBody(table));
}

/** The best way for one of the rolls, as it is drawn. @param {Table} table @returns {{from: string, path: string[], step: null, legal: null} | null} */
export function wayNow(table) {
  const { best, explorer } = viewed();
  const answer = currentAnswer(way);
  const first = answer?.first.find((/** @type {Way["first"][number]} */ { pips }) => pips === best);
  if (!first) return null;
  const { at } = pieceOf(table, `explorer:${explorer + 1}`, undefined);
  return { from: at, path: first.path, step: null, legal: null };
}

/** The answer to the present request; null while another one was sent last. @type {(live: {current: () => import("../shell/live.js").Live}) => any} */
export function currentAnswer(live) {
  const { status, answer } = live.current();
  return status === "current" ? answer : null;
}

export function outcome() {
  const answer = missionsNow();
  return answer && { totals: null, won: answer.winners.length > 0 ? winnersIn(answer) : null };
}

/** Asks the same once more, in another language. */
export function again() {
  for (const live of [missions, carriedOut, reach, verdict, placement, way]) live.again();
}
