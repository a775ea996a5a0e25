/** Cards and free pieces played in a turn: what is in hand, where it goes, and when it is played. */

import { t } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { isReadOnly, show, viewed } from "../../shell/store.js";
import { html } from "../../vendor/htm-preact.js";
import { pathTo, positionsNow, tableAtMove, trailNow, turnHere, verdictNow } from "../answers.js";
import { dispatch } from "../commands.js";
import { neighbours } from "../model/frame.js";
import { CARDS, DICE } from "../model/table.js";
import { Verdicts } from "./checks.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/turn.js").Play} Play */

/** The pieces that a card lays; others lay none. @type {Record<string, string>} */
const LAYS = {
  fallen_tree: "tree",
  broken_bridge: "broken_bridge",
  creep_through: "creep_through",
};
/** The icon of each card. @type {Record<string, string>} */
const ICONS = { ...LAYS, walker: "walker", remove_obstacle: "erase" };
/** A shovel is played with the logging that it serves. */
const PLAYED = CARDS.filter((card) => card !== "shovel");

/** The spaces of pieces that are laid once the move is under way. @returns {string[]} */
export const laidLater = () =>
  turnHere().plays.flatMap(({ when, spaces = [] }) =>
    when === "first" || when === "rolled" ? [] : spaces,
  );

/** The card in hand, not yet played. @returns {Play | null} */
export const draftNow = () => (isReadOnly() ? null : (viewed().draft ?? null));

/** @param {Play} draft */
const pieceOfDraft = ({ card = "", piece }) => piece ?? LAYS[card] ?? card;

/** The positions that a piece moved with a walker card may reach. @type {(draft: Play) => import("../answers.js").Position[]} */
const walks = ({ mover, pips }) =>
  (positionsNow() ?? []).filter(
    (one) => one.mover === mover && (pips === undefined || one.pips === pips),
  );

/** The places that a finger near them means. @param {Table} table @returns {string[]} */
export function draftAims(table) {
  const draft = draftNow();
  const { trees, walkers, broken_bridges: broken, board } = tableAtMove(table) ?? table;
  const standing = walkers.map(({ at }) => at);
  if (draft === null) return [];
  if (draft.mover !== undefined) return draftEnds();
  switch (pieceOfDraft(draft)) {
    case "tree":
      return (draft.spaces ?? []).flatMap(neighbours);
    case "broken_bridge":
      return board.bridges.flat();
    case "walker":
      return draft.do === "play" ? standing : [];
    case "remove_obstacle":
      return [...trees.flat(), ...broken, ...standing];
    default:
      return [];
  }
}

/** Where a walker that is moved by its card may end. @returns {string[]} */
export function draftEnds() {
  const draft = draftNow();
  if (draft?.pips === undefined) return [];
  return walks(draft).flatMap(({ ends }) => ends.map(({ at }) => at));
}

/** When a card that is taken up now is played. @param {Table} table @returns {Play["when"]} */
export function timeNow(table) {
  const { roll, goal } = turnHere();
  const { step } = viewed();
  if (roll === null) return "first";
  if (goal === null) return "rolled";
  const { path } = trailNow(table) ?? { path: [] };
  return step !== null && step < path.length ? step : "moved";
}

/** @param {Play[]} plays */
const setPlays = (plays) => dispatch({ type: "turn", change: { plays } });

/** @param {Play} play */
function playNow(play) {
  setPlays([...turnHere().plays, play]);
  show({ draft: null, lit: null });
}

/** Takes a card or a free piece in hand; one that needs nothing more is played at once. @type {(table: Table, begun: Pick<Play, "do"> & Partial<Play>) => void} */
function take(table, begun) {
  const { player } = viewed();
  const draft = /** @type {Play} */ ({ ...begun, when: timeNow(table) });
  const others = table.players.filter((_, seat) => seat !== player);
  if (draft.card === "boat") playNow(draft);
  else if (draft.card === "lost_shoe" && others.length === 1) {
    playNow({ ...draft, to: others[0].name });
  } else show({ draft, picking: null, lit: null });
}

/** The board is touched with a card in hand. @type {(table: Table, place: string) => void} */
export function touchDraft(table, place) {
  const draft = draftNow();
  if (draft === null || draft.card === "lost_shoe") return;
  if (draft.mover !== undefined) {
    const [position] = draft.pips === undefined ? [] : walks(draft);
    if (position) playNow({ ...draft, path: pathTo(table, position, place) });
    return;
  }
  if (draft.card === "remove_obstacle") {
    playNow({ ...draft, obstacle: place });
    return;
  }
  const { walkers } = tableAtMove(table) ?? table;
  if (draft.card === "walker" && walkers.some(({ at }) => at === place)) {
    show({ draft: { ...draft, mover: `walker:${place}` } });
    return;
  }
  const spaces = [...(draft.spaces ?? []), place];
  if (spaces.length < (pieceOfDraft(draft) === "tree" ? 2 : 1)) {
    show({ draft: { ...draft, spaces } });
  } else playNow({ ...draft, spaces });
}

/** The use of the card in hand, for the bar. */
export function saidOfDraft() {
  const draft = draftNow();
  if (draft === null) return null;
  const { card, mover, pips, spaces } = draft;
  if (mover !== undefined) {
    const none = positionsNow() !== null && walks(draft).length === 0;
    return t(none ? "play.how.stays" : pips === undefined ? "play.how.rolls" : "play.how.goes");
  }
  if (card === "walker" || card === "lost_shoe" || card === "remove_obstacle") {
    return t(`play.how.${card}`);
  }
  return t(spaces?.length ? "pieces.other_end" : `pieces.how.${pieceOfDraft(draft)}`);
}

/** A card as it is played, in words. @type {(play: Play, player: string) => string} */
export function playInWords(
  { card, piece, by, to, mover, obstacle, spaces = [], path = [] },
  player,
) {
  const what =
    piece === undefined
      ? t(`card.${card}`)
      : by === undefined || by === player
        ? t(`play.free.${piece}`)
        : t(`play.free_of.${piece}`, { name: by });
  const end = mover === undefined ? obstacle : `${mover.slice(7)} → ${path.at(-1)}`;
  const where = to ?? end ?? spaces.join(", ");
  return where ? `${what}: ${where}` : what;
}

/** @type {(value: Play["when"], text: string) => {value: Play["when"], text: string}} */
const timed = (value, text) => ({ value, text });

/** A play that may be put at another time, or taken back. @param {{table: Table, play: Play, at: number}} props */
function Played({ table, play, at }) {
  const { plays, roll, goal } = turnHere();
  const { player } = viewed();
  const { path } = trailNow(table) ?? { path: [] };
  const steps = goal === null ? [] : path.slice(0, -1).map((_, step) => step + 1);
  const times = [
    timed("first", t("play.when.first")),
    ...(roll ? [timed("rolled", t("play.when.rolled"))] : []),
    ...steps.map((n) => timed(n, t("play.when.step", { n, at: path[n - 1] }))),
    ...(goal ? [timed("moved", t("play.when.moved"))] : []),
  ];
  const words = playInWords(play, table.players[player].name);
  return html`
    <li>
      <span>${words}</span>
      <select aria-label=${t("play.when", { what: words })} disabled=${isReadOnly()} onChange=${(
        /** @type {any} */ { target },
      ) => setPlays(plays.with(at, { ...play, when: times[target.selectedIndex].value }))}>
        ${times.map(({ value, text }) => html`<option selected=${value === play.when}>${text}</option>`)}
      </select>
      ${!isReadOnly() && html`<button type="button" class="quiet" aria-label=${t("heap.remove", { what: words })} onClick=${() => setPlays(plays.toSpliced(at, 1))}><${Icon} name="close" /></button>`}
    </li>
  `;
}

/** The details of the card in hand that are not tapped on the board. @param {{table: Table, draft: Play}} props */
function Draft({ table, draft }) {
  const { player } = viewed();
  const all = walks({ ...draft, pips: undefined });
  const { pips } = Object.values(DICE).find(({ die }) => die === all[0]?.die) ?? { pips: [] };
  const rollFor = () => pips[crypto.getRandomValues(new Uint32Array(1))[0] % pips.length];
  return html`
    <div class="draft">
      <h4>${playInWords(draft, table.players[player].name)}</h4>
      <p class="hint">${saidOfDraft()}</p>
      ${
        draft.card === "lost_shoe" &&
        html`<${Segments}
          label=${t("play.how.lost_shoe")}
          options=${table.players.flatMap(({ name }, seat) => (seat === player ? [] : [{ value: name, text: name }]))}
          value=${null}
          onChoose=${(/** @type {string} */ to) => playNow({ ...draft, to })}
        />`
      }
      ${
        draft.mover !== undefined &&
        pips.length > 0 &&
        html`<div class="pips" role="group" aria-label=${t("play.how.rolls")}>
          ${pips.map((value) => html`<button key=${value} type="button" aria-pressed=${draft.pips === value} onClick=${() => show({ draft: { ...draft, pips: value } })}>${value}</button>`)}
          ${draft.pips === undefined && html`<button type="button" class="quiet" onClick=${() => show({ draft: { ...draft, pips: rollFor() } })}><${Icon} name="dice" />${t("roll")}</button>`}
        </div>`
      }
      <button type="button" onClick=${() => show({ draft: null })}><${Icon} name="close" />${t("play.back")}</button>
    </div>
  `;
}

/** The cards that may be played: those of the hand, or all where it is not known. @param {Table} table */
function cardsLeft(table) {
  const { hand } = table.players[viewed().player];
  if (hand === null) return PLAYED;
  const left = [...hand];
  for (const { card } of turnHere().plays) {
    if (card && left.includes(card)) left.splice(left.indexOf(card), 1);
  }
  return PLAYED.filter((card) => left.includes(card));
}

/** The free pieces that are left, one's own first. @param {Table} table @returns {(Pick<Play, "do" | "piece" | "by">)[]} */
function freeLeft({ players }) {
  const { player } = viewed();
  const { plays } = turnHere();
  const seats = [player, ...[...players.keys()].filter((seat) => seat !== player)];
  return seats.flatMap((seat) => {
    const { name, free } = players[seat];
    return free
      .filter((piece) => !plays.some((one) => one.piece === piece && one.by === name))
      .map((piece) => ({ do: /** @type {"place"} */ ("place"), piece, by: name }));
  });
}

/** The cards of the turn, and those that may be played in it. @param {{table: Table}} props */
export function CardsOfTurn({ table }) {
  const { plays, goal } = turnHere();
  const draft = draftNow();
  const cards = cardsLeft(table);
  const free = freeLeft(table);
  const answer = goal === null && plays.length > 0 ? verdictNow(table) : null;
  const own = table.players[viewed().player].name;
  if (isReadOnly() && plays.length === 0) return null;
  return html`
    <h3>${t("plays")}</h3>
    ${draft && html`<${Draft} table=${table} draft=${draft} />`}
    ${
      plays.length > 0 &&
      html`<ul class="plays">${plays.map((play, at) => html`<${Played} key=${at} table=${table} play=${play} at=${at} />`)}</ul>`
    }
    ${answer && html`<${Verdicts} answer=${answer} name="plays" />`}
    ${
      !draft &&
      !isReadOnly() &&
      html`<div class="chips hand-of">
        ${cards.map((card) => html`<button key=${card} type="button" class="chip" onClick=${() => take(table, { do: "play", card })}><${Icon} name=${ICONS[card] ?? "card"} />${t(`card.${card}`)}</button>`)}
        ${free.map((one) => html`<button key=${`${one.by} ${one.piece}`} type="button" class=${one.by === own ? "chip" : "chip foreign"} onClick=${() => take(table, one)}><${Icon} name=${one.piece} />${playInWords(/** @type {Play} */ (one), own)}</button>`)}
      </div>`
    }
  `;
}
