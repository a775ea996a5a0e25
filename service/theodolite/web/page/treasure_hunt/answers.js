/** What the API says of the table, a turn, a place and a way, kept up to date while it is shown. */

import { lookUp } from "../shell/api.js";
import { t } from "../shell/i18n.js";
import { answerOn, liveAnswer } from "../shell/live.js";
import { at } from "../shell/root.js";
import { loadRules } from "../shell/rulebook.js";
import { state, tell, viewed } from "../shell/store.js";
import { spaceWritten } from "./model/frame.js";
import { parsed, readPack } from "./model/pack.js";
import { CARDS, isBlank, MOST_CARDS, snapshotOf } from "./model/table.js";
import { wayToAskAbout } from "./model/trail.js";

/**
 * @typedef {import("../types/openapi.js").TreasureHuntEnd} End
 * @typedef {import("../types/openapi.js").TreasureHuntPosition} Position
 * @typedef {import("../types/openapi.js").TreasureHuntTurnCheck} Check
 * @typedef {import("../types/openapi.js").TreasureHuntDemand} Demand
 * @typedef {import("../types/openapi.js").TreasureHuntMissionSheet} Sheet
 * @typedef {import("../types/openapi.js").TreasureHuntWay} Way
 * @typedef {import("./model/table.js").Table} Table
 */

export const missions = liveAnswer("treasure-hunt/mission-checks", tell, { kept: true });
export const reach = liveAnswer("treasure-hunt/legal-actions", tell);
export const verdict = liveAnswer("treasure-hunt/legality-checks", tell);
const midway = liveAnswer("treasure-hunt/board-updates", tell);
export const placement = liveAnswer("treasure-hunt/placement-checks", tell);
export const way = liveAnswer("treasure-hunt/routes", tell);

/** Makes the same body, the very same object, as long as what it is made of is. */
function remembered() {
  /** @type {{about: object | null, key: string, body: object | null}} */
  let last = { about: null, key: "", body: null };
  /** @type {(about: Table, told: object | null) => object | null} */
  return (about, told) => {
    const key = JSON.stringify(told);
    if (last.about !== about || last.key !== key) {
      last = { about, key, body: told && { snapshot: snapshotOf(about), ...told } };
    }
    return last.body;
  };
}

const bodies = {
  missions: remembered(),
  midway: remembered(),
  reach: remembered(),
  verdict: remembered(),
  placement: remembered(),
  way: remembered(),
};

/** What the missions of this very table come to; null while it is not known. @param {Table} table */
export const missionsOf = (table) => answerOn(missions.current(), bodies.missions(table, {}));

/** @param {Table} table */
const seatNow = (table) => Math.min(viewed().player, table.players.length - 1);
/** @param {Table} table */
const nameNow = (table) => table.players[seatNow(table)].name;

/** The turn under way. @returns {import("./model/turn.js").Turn} */
export const turnHere = () => state().turn;

/** @typedef {import("./model/turn.js").Play} Play */

/** Whether a card is played between two steps. @param {Play} play */
const isBetween = ({ when }) => typeof when === "number";

/** Such plays, as the API takes them. @param {(play: Play) => boolean} isSuch */
const played = (isSuch) =>
  turnHere()
    .plays.filter(isSuch)
    .map(({ when: _when, ...action }) => action);

/** The turn until a piece begins to move: cards, the roll, more cards. @returns {{do: string}[]} */
const beforeMove = () => {
  const { roll } = turnHere();
  return [
    ...played(({ when }) => when === "first"),
    ...(roll ? [{ do: "roll", ...roll }] : []),
    ...played(({ when }) => when === "rolled"),
  ];
};

/** The cards that open a way. */
const OPENING = ["remove_obstacle", "creep_through"];

/** What opens the way of the move while it is made: its ends are sought as if it had been played before. */
const opened = () => played((play) => isBetween(play) && OPENING.includes(play.card ?? ""));

/** @param {Table} table */
function midwayQuestion(table) {
  const actions = [...beforeMove(), ...opened()];
  return actions.some((one) => one.do !== "roll")
    ? { turn: { player: nameNow(table), actions } }
    : null;
}

/** @type {WeakMap<object, Table>} */
const adopted = new WeakMap();

/** The table as the move finds it, after the cards that are played before or open its way; null while it is not known. @param {Table} table @returns {Table | null} */
export function tableAtMove(table) {
  const body = bodies.midway(table, midwayQuestion(table));
  if (body === null) return table;
  const { status, answer, body: about } = midway.current();
  // What cannot be carried out leaves the table as it was; the verdict says why.
  if (status === "refused") return table;
  if (status !== "current" || about !== body) return null;
  const known = adopted.get(answer) ?? { ...table, ...answer.after, rulings: table.rulings };
  adopted.set(answer, known);
  return impossible.has(snapshotOf(known)) ? table : known;
}

/** Snapshots that the API refuses: cards were laid where none may lie. @type {WeakSet<object>} */
const impossible = new WeakSet();

/** @param {Table} table */
function noteImpossible(table) {
  const { status, body } = reach.current();
  const about = /** @type {{snapshot: object} | null} */ (body)?.snapshot;
  if (status === "refused" && about && about !== snapshotOf(table)) impossible.add(about);
}

/** Where every piece may end, with every value of every die; null while it is not known. @param {Table} table @returns {Position[] | null} */
export function positionsOf(table) {
  const { status, answer, body } = reach.current();
  return status !== "asking" && answer && body === reachBody(table) ? answer.positions : null;
}

/** @param {Table} table */
function reachBody(table) {
  const then = isBlank(table) ? null : tableAtMove(table);
  if (then === null) return null;
  const player = nameNow(table);
  const moved = then.walkers
    .filter(({ moved_by: by }) => then !== table && by === player)
    .map(({ at }) => `walker:${at}`);
  return bodies.reach(then, { player, ...(moved.length > 0 && { moved }) });
}

/** The pieces that the roll may move, each with its ends. @param {Table} table @returns {Position[]} */
export function rolled(table) {
  const { roll } = turnHere();
  return (positionsOf(table) ?? []).filter(
    ({ die, pips }) => die === roll?.die && pips === roll.pips,
  );
}

/** @param {{mover: string, of?: string}} one */
export const moverKey = ({ mover, of }) => (of ? `${mover} ${of}` : mover);

/** The piece whose ends are shown. @param {Table} table @returns {Position | undefined} */
export function positionNow(table) {
  const all = rolled(table);
  return (
    all.find((one) => moverKey(one) === turnHere().mover) ??
    all.find(({ ends }) => ends.length > 0) ??
    all[0]
  );
}

/** Whether a place may be asked about: a piece can move with the roll, or it is not known yet. @param {Table} table */
export const mayAsk = (table) =>
  positionsOf(table) === null ? turnHere().roll !== null : positionNow(table) !== undefined;

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
  const position = positionNow(table);
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

/** What can be logged without a move. @param {Table} table @returns {End["logs"]} */
export const logsWithoutMove = (table) =>
  positionsOf(table) === null ? [] : reach.current().answer.logs_now;

/** @typedef {import("./model/turn.js").Told} Told */

/** What is logged at the end of the move: what must be, or what one chose. @param {End | null} end @returns {End["logs"][number] | null} */
export function logNow(end) {
  const { log } = turnHere();
  if (!end || log === false) return null;
  if (typeof log === "number") return end.logs[log] ?? null;
  return end.logs.find(({ must, legal }) => must && legal !== false) ?? null;
}

/** An owner's hand as a logging finds it: after what was drawn for the one without a move, if it is another one. @type {(table: Table, owner: string, told: Told) => string[]} */
function handAt(table, owner, told) {
  const hand = table.players.find(({ name }) => name === owner)?.hand ?? [];
  const { early } = turnHere();
  const action = early?.drawn?.action;
  if (early === told || early?.owner !== owner || !action || !CARDS.includes(action)) return hand;
  const held = [...hand, action];
  return early.discard ? held.toSpliced(held.indexOf(early.discard), 1) : held;
}

/** The cards of which an owner must discard one: a hand that the drawn card makes too large; none if it is not. @type {(table: Table, owner: string, told: Told) => string[]} */
export function tooMany(table, owner, told) {
  const action = told.drawn?.action;
  const hand = handAt(table, owner, told);
  return action && CARDS.includes(action) && hand.length >= MOST_CARDS
    ? [...new Set([...hand, action])]
    : [];
}

/** Whether a fourth card still has to go: its owner discards one, or plays one in their own turn. @type {(table: Table, owner: string, told: Told) => boolean} */
const isOverfull = (table, owner, told) => {
  const { plays } = turnHere();
  const playsOne = owner === nameNow(table) && plays.some(({ when }) => when === "moved");
  return tooMany(table, owner, told).length > 0 && !told.discard && !playsOne;
};

/** What was drawn, once all of it is told: before that nothing is held against anybody. @type {(table: Table, owner: string, told: Told) => object | null | undefined} */
function drawnNow(table, owner, told) {
  const { drawn } = told;
  if (!drawn) return drawn;
  const coordinate = spaceWritten(drawn.coordinate);
  const isWhole = coordinate && drawn.action && !isOverfull(table, owner, told);
  return isWhole ? { ...drawn, coordinate } : undefined;
}

/** What is still to be told of the cards that were drawn, for the bar. @param {Table} table @returns {string | null} */
export function saidOfDrawn(table) {
  const { early } = turnHere();
  const log = logNow(trailNow(table)?.end ?? null);
  const all = [...(early ? [{ told: early, log: early }] : []), { told: turnHere(), log }];
  const says = all.map(({ told, log }) => log && lackOfDrawn(table, log.owner, told));
  return says.find((one) => one !== null) ?? null;
}

/** @type {(table: Table, owner: string, told: Told) => string | null} */
function lackOfDrawn(table, owner, told) {
  const { drawn } = told;
  if (!drawn) return null;
  if (!spaceWritten(drawn.coordinate)) return t("drawn.needs.coordinate");
  if (!drawn.action) return t("drawn.needs.action");
  return isOverfull(table, owner, told) ? t("drawn.needs.discard", { name: owner }) : null;
}

/** Whether a shovel is played: as it was said, or where a buried treasure of the route needs one that is in hand. @type {(table: Table, log: End["logs"][number], told: Told) => boolean} */
export function shovelNow(table, log, { shovel }) {
  if (shovel !== null) return shovel;
  const owner = table.players.find(({ name }) => name === log.owner);
  const info = owner?.routes[log.route].info ?? [];
  const isDug = info.includes("buried") && info.some((one) => one !== "buried");
  return isDug && table.players[seatNow(table)].hand?.includes("shovel") === true;
}

/** Whether a lost shoe takes the turn. @param {Table} table */
export const skipsForShoe = (table) => table.players[seatNow(table)].shoes > 0;

/** The move, cut where cards are played between its steps, and those cards. @type {(move: object, path: string[]) => object[]} */
function moveOf(move, path) {
  const cuts = turnHere().plays.flatMap(({ when }) =>
    typeof when === "number" && when < path.length ? [when] : [],
  );
  const ends = [...new Set([...cuts, path.length])].sort((one, other) => one - other);
  return ends.flatMap((end, at) => [
    { ...move, path: path.slice(ends[at - 1] ?? 0, end) },
    ...(end < path.length ? played(({ when }) => when === end) : []),
  ]);
}

/** What a piece logs where it stands, and what its owner discards then. @type {(table: Table, log: End["logs"][number], told: Told, by: {explorer?: number, of?: string}) => ({do: string} & Record<string, unknown>)[]} */
function logged(table, log, told, { explorer, of }) {
  const player = nameNow(table);
  const { discard } = told;
  const drawn = drawnNow(table, log.owner, told);
  const action = {
    do: "log",
    explorer,
    ...(of && of !== player && { of }),
    owner: log.owner,
    route: log.route,
    at: log.at,
    shovel: shovelNow(table, log, told),
    ...(drawn !== undefined && { drawn }),
  };
  const owner = log.owner === player ? {} : { by: log.owner };
  return discard ? [action, { do: "discard", card: discard, ...owner }] : [action];
}

/** The turn that is judged: cards, the roll, the move, and what is logged at its end. @param {Table} table */
function turnNow(table) {
  const { skipping, plays, early } = turnHere();
  const player = nameNow(table);
  if (skipsForShoe(table)) return { turn: { player, actions: [{ do: "skip" }] } };
  const loggedFirst = early ? logged(table, early, early, early) : [];
  const before = [...beforeMove(), ...loggedFirst];
  if (skipping) {
    // A roll with which nobody can move was a roll all the same; one of a die that nobody may choose was none.
    const made = before.filter((one) => one.do !== "roll" || rolled(table).length > 0);
    return { turn: { player, actions: [...made, { do: "skip" }] } };
  }
  const trail = trailNow(table);
  if (trail === null) {
    return plays.length > 0 || early ? { turn: { player, actions: before } } : null;
  }
  const { position, end, path } = trail;
  const { mover, of } = position;
  const log = logNow(end);
  const explorer = Number(mover.split(":")[1]);
  return {
    turn: {
      player,
      actions: [
        ...before,
        ...moveOf({ do: "move", mover, ...(of && of !== player && { of }) }, path),
        ...(log ? logged(table, log, turnHere(), { explorer, of }) : []),
        ...played(({ when }) =>
          typeof when === "number" ? when >= path.length : when === "moved",
        ),
      ],
    },
  };
}

/** The turn that was judged last, as the API takes it. */
export const turnJudged = () => /** @type {any} */ (verdict.current().body)?.turn;

/** The verdict on the turn as far as it has come; until its move is chosen, only on what is played. @param {Table} table @returns {{legal: boolean, checks: Check[], after: any, rulings: any[]} | null} */
export function verdictNow(table) {
  const answer = settledAnswer(verdict);
  if (answer === null || turnHere().skipping || skipsForShoe(table) || trailNow(table)) {
    return answer;
  }
  const checks = answer.checks.filter((/** @type {Check} */ { action }) => action !== null);
  const legal = checks.every((/** @type {Check} */ { status }) => status !== "failed");
  return { ...answer, checks, legal, after: null };
}

/** Whether the move may end where it was asked about: at a known end, or where cards between its steps let it. @param {Table} table */
export function mayEnd(table) {
  const trail = trailNow(table);
  const isLet = turnHere().plays.some(isBetween) && settledAnswer(verdict)?.legal === true;
  return trail !== null && (trail.end !== null || isLet);
}

/** How many spaces a piece lies on. @param {string} piece */
export const sizeOf = (piece) => (piece === "tree" ? 2 : 1);

/** The spaces that were touched for the piece in hand. @returns {string[]} */
export function placingNow() {
  const { tool, placing } = viewed();
  return tool?.kind === "piece" && placing?.piece === tool.piece ? placing.spaces : [];
}

/** @param {Table} table */
function placementQuestion(table) {
  const { tool } = viewed();
  const spaces = placingNow();
  return spaces.length > 0 && spaces.length === sizeOf(tool.piece)
    ? { player: nameNow(table), piece: tool.piece, spaces }
    : null;
}

/** @param {Table} table */
function wayQuestion(table) {
  const { targets, explorer, homeward, boat } = viewed();
  if (targets.length === 0 || isBlank(table)) return null;
  const { explorers } = table.players[seatNow(table)];
  const dice = table.pack?.dice ?? {};
  return {
    player: nameNow(table),
    explorer: Math.min(explorer, explorers.length - 1) + 1,
    targets,
    home: homeward,
    boat,
    ...(Object.keys(dice).length > 0 && { dice }),
  };
}

/** Asks about all that is shown. @param {import("./model/table.js").State} state */
export function ask({ table }) {
  missions.want(bodies.missions(table, {}));
  noteImpossible(table);
  midway.want(bodies.midway(table, midwayQuestion(table)));
  reach.want(reachBody(table));
  verdict.want(bodies.verdict(table, turnNow(table)));
  placement.want(bodies.placement(table, placementQuestion(table)));
  way.want(bodies.way(table, wayQuestion(table)));
}

/** The best way for one of the rolls, as it is drawn. @param {Table} table @returns {{from: string, path: string[], step: null, legal: null} | null} */
export function wayNow(table) {
  const { best, explorer } = viewed();
  const answer = settledAnswer(way);
  const first = answer?.first.find((/** @type {Way["first"][number]} */ { pips }) => pips === best);
  if (!first) return null;
  const { at } = pieceOf(table, `explorer:${explorer + 1}`, undefined);
  return { from: at, path: first.path, step: null, legal: null };
}

/** What is said of what is asked now; null while something else was asked last. @type {(live: {current: () => import("../shell/live.js").Live}) => any} */
export const settledAnswer = (live) =>
  live.current().status === "current" ? live.current().answer : null;

/** Asks the same once more, in another language. */
export function again() {
  for (const live of [missions, midway, reach, verdict, placement, way]) live.again();
}

/** @typedef {{name: string, values: string[], default: string}} Open */
/** @type {Open[]} */
let rulings = [];
/** @type {import("./model/pack.js").Pack | null} */
let served = null;
/** @type {import("./model/pack.js").Pack | null} */
let invented = null;

/** Loads what the API tells once; without a connection texts are missing, entry works. */
export async function load() {
  const [cards, pack, told] = await Promise.allSettled([
    lookUp("treasure-hunt/cards"),
    inventedPack(),
    lookUp("treasure-hunt/rulings"),
    loadRules("treasure-hunt"),
  ]);
  if (told.status === "fulfilled") rulings = told.value.rulings;
  if (cards.status === "fulfilled") served = packOf(cards.value);
  if (pack.status === "fulfilled") invented = pack.value;
}

/** The pack that the service was given, if it was. @param {any} cards */
const packOf = ({ title, north, segments, dice, coordinates }) =>
  readPack({
    title,
    north,
    segments: Object.fromEntries(
      segments.map((/** @type {any} */ { name, ...segment }) => [name, segment]),
    ),
    dice,
    coordinates,
  });

async function inventedPack() {
  return readPack(parsed(await (await fetch(at("page/treasure_hunt/invented.toml"))).text()));
}

export const rulingsNow = () => rulings;
export const packsNow = () => ({ served, invented });
/** The coordinate cards that there are, where a pack tells them. @param {Table} table */
export const coordinatesOf = ({ pack }) => pack?.coordinates ?? [];
