/** The record of the game: replayed, reviewed, and asked whether one map can have become another. */

import { Trouble, useAsked } from "../../shell/asked.js";
import { AskDispute, Finding } from "../../shell/dispute.js";
import { listed, t } from "../../shell/i18n.js";
import { Icon, PhotoButton } from "../../shell/parts.js";
import { RecordPanel, Replay, Replays } from "../../shell/replay.js";
import { PlayerChoice } from "../../shell/seats.js";
import { isReadOnly, pastAndFuture, show } from "../../shell/store.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { comesIn, drawingCardName, drawingCardsNow, requestOf, waitingNow } from "../answers.js";
import { cardToDraw } from "../cards.js";
import { dispatch } from "../commands.js";
import { cardOf, turnsNow } from "../model/record.js";
import { letterAt, SEASONS, SPACES, withLetter } from "../model/table.js";
import { endSeason } from "../season.js";
import { Redraw } from "./redraw.js";
import { mapOf, SmallMap } from "./review.js";
import { LETTER_OF, letterName } from "./tiles.js";

/** @typedef {import("../model/table.js").Table} Table */
/** @typedef {import("../model/table.js").Player} Player */
/** @typedef {import("../model/record.js").State} State */
/** @typedef {import("../model/record.js").GameRecord} GameRecord */
/** @typedef {import("../../types/openapi.js").CartographersJudgedReplay} Judged */
/** @typedef {string | {card: string}} Card */

/** A drawing in words. @type {(draw: {spaces?: string[], terrain?: string | null, stars?: string[], destroys?: string | null}) => string} */
function drawnWords({ spaces = [], terrain, stars = [], destroys }) {
  if (spaces.length === 0 || !terrain) return t("record.nothing");
  const parts = [`${letterName(LETTER_OF[terrain])} ${spaces.join(" ")}`];
  if (stars.length > 0) parts.push(`★ ${stars.join(" ")}`);
  if (destroys) parts.push(`${letterName("X")} ${destroys}`);
  return parts.join(", ");
}

/** The maps after each turn of a record, as far as it was judged. @type {(table: Table, body: import("../model/record.js").Body, answer: Judged) => string[][][]} */
function mapsAfter(table, { snapshot, turns }, answer) {
  const names = snapshot.players.map((/** @type {Player} */ { name }) => name);
  let maps = snapshot.players.map((/** @type {Player} */ { drawn }) => drawn);
  /** @type {(seat: number, spaces: string[], letter: string) => void} */
  const lay = (seat, spaces, letter) => {
    maps = maps.map((/** @type {string[]} */ rows, /** @type {number} */ at) =>
      at === seat ? withLetter(rows, spaces, letter) : rows,
    );
  };
  return answer.turns.map(({ effects = [] }, at) => {
    const { card, moves = {} } = turns[at] ?? {};
    for (const [name, move] of Object.entries(/** @type {Record<string, any>} */ (moves))) {
      const seat = mapOf(table, idOf(card), names.indexOf(name));
      lay(seat, move.spaces ?? [], LETTER_OF[move.terrain] ?? ".");
      if (move.destroys) lay(seat, [move.destroys], "X");
    }
    for (const { player, changes } of effects) {
      for (const { space, effect } of changes) {
        if (space) lay(names.indexOf(player), [space], effect === "destroyed" ? "X" : "Z");
      }
    }
    return maps;
  });
}

/** @type {(table: Table, body: import("../model/record.js").Body, answer: Judged) => import("../../shell/replay.js").Part[]} */
function partsOf(table, body, answer) {
  const maps = mapsAfter(table, body, answer);
  return SEASONS.flatMap((season) => {
    const steps = answer.turns.flatMap((turn, at) =>
      turn.season === season && (turn.card || turn.legal === false)
        ? [
            {
              words: wordsOf(turn),
              legal: turn.legal !== false,
              board: () =>
                html`<div class="disputed">${maps[at].map((rows, seat) => html`<figure key=${seat}><figcaption>${body.snapshot.players[seat].name}</figcaption><${SmallMap} map=${body.snapshot.map} rows=${rows} spaces=${SPACES} /></figure>`)}</div>`,
            },
          ]
        : [],
    );
    return steps.length > 0 ? [{ title: t(`season.${season}`), steps }] : [];
  });
}

/** A card, or the end of a season, which is said only where it breaks a rule. @param {Judged["turns"][number]} turn */
const wordsOf = ({ card, season }) =>
  card ? drawingCardName(card) : t("season.over", { season: t(`season.${season}`) });

/** The rules of the step at which the record stops being legal. @param {Judged} answer */
function checksOf({ turns, stopped_at: stop }) {
  const turn = turns[stop?.turn ?? -1];
  return [...(turn?.checks ?? []), ...(turn?.moves?.flatMap(({ checks }) => checks) ?? [])];
}

/** The changes by zombies and trolls on a map after winter, which nobody draws: they are scored no more. @type {(answer: Judged, name: string) => import("../../types/openapi.js").CartographersChange[]} */
const afterWinter = ({ turns }, name) =>
  turns
    .filter(({ season }) => season === "winter")
    .flatMap(({ effects = [] }) => effects)
    .filter(({ player }) => player === name)
    .flatMap(({ changes }) => changes);

/** Where the sheets hold something else than the record comes to. @type {(table: Table, answer: Judged) => string[]} */
const remarksOn = ({ players }, answer) =>
  players.flatMap(({ name, drawn, stars, coins, coins_spent = 0 }, seat) => {
    const { drawn: recorded, stars: starred = [], coins: all = 0 } = answer.after.players[seat];
    const late = afterWinter(answer, name);
    // The record knows of no skill cards.
    const counted = late.reduce((sum, change) => sum - change.coins, all - coins_spent);
    const spaces = SPACES.filter(
      (space) =>
        late.every((change) => change.space !== space) &&
        (letterAt(drawn, space) !== letterAt(recorded, space) ||
          stars.includes(space) !== starred.includes(space)),
    );
    return [
      ...(spaces.length > 0 ? [t("record.differs", { name, spaces: listed(spaces) })] : []),
      ...(coins !== counted ? [t("record.coins", { name, n: coins, other: counted })] : []),
    ];
  });

/** The map as it lay when the season began, as far as the steps of undo go back. @type {(season: string, player: number) => Player | undefined} */
const atStart = (season, player) =>
  pastAndFuture().steps.find(({ table }) => table.season === season)?.table.players[player];

/** The cards that came this season for one map. @type {(state: State, player: number) => Card[]} */
function cardsOn(state, player) {
  const turns = turnsNow(state.record);
  return (cardToDraw(state, player) ? turns.slice(0, -1) : turns).map(cardOf);
}

/** The subject of a dispute at first: a map by the cards of the season, and no photograph. @type {(state: State, player: number) => {cards: Card[], before: string[] | null, after: string[] | null}} */
const aboutMap = (state, player) => ({ cards: cardsOn(state, player), before: null, after: null });

/** @param {Card} card */
const idOf = (card) => (typeof card === "string" ? card : card.card);

/** Whether one map can have come about by these cards. @param {{state: State}} props */
function Dispute({ state }) {
  const { table } = state;
  const { season, players, ambushes, game, map, rulings } = table;
  const [player, setPlayer] = useState(0);
  const [about, setAbout] = useState(() => aboutMap(state, 0));
  const [redrawn, setDrawn] = useState(/** @type {"before" | "after" | null} */ (null));
  const { answer, isAsking, put, ...trouble } = useAsked("cartographers/disputes", about);
  const seat = Math.min(player, players.length - 1);
  const { cards } = about;
  /** @param {Card[]} cards */
  const setCards = (cards) => setAbout({ ...about, cards });
  const { name, drawn, stars } = players[seat];
  const start = atStart(season, seat) ?? players[seat];
  const before = { drawn: about.before ?? start.drawn, stars: start.stars };
  const after = { drawn: about.after ?? drawn, stars };
  const different = SPACES.filter(
    (space) => letterAt(before.drawn, space) !== letterAt(after.drawn, space),
  );
  /** @type {(when: "before" | "after", rows: string[]) => void} */
  const lay = (when, rows) => setAbout({ ...about, [when]: rows });
  /** @param {"before" | "after"} when */
  const photograph = (when) =>
    show({
      dialog: {
        kind: "photo",
        board: { player: seat, when, lay: (/** @type {string[][]} */ [rows]) => lay(when, rows) },
      },
    });
  const ids = cards.map(idOf);
  const others = drawingCardsNow().filter(
    (card) => !ids.includes(card.card) && comesIn(game)(card),
  );
  const resolve = () => {
    /** The table of this one map. @param {Pick<Player, "drawn" | "stars">} sheet */
    const only = (sheet) => {
      const solo = players.length === 1;
      return { game, map, season, solo, rulings, players: [{ name, ...sheet }] };
    };
    put({
      before: only(before),
      after: only(after),
      player: name,
      given: { cards, ambushes: ambushes.filter((card) => !ids.includes(card)) },
    });
  };
  /** @param {{moves: any[]}} account */
  const steps = ({ moves }) =>
    moves.map(
      (move, at) => `${drawingCardName(ids[at])}${move === null ? "" : `: ${drawnWords(move)}`}`,
    );
  return html`
    <h3>${t("record.dispute")}</h3>
    <p class="hint">${t("record.dispute.how", { season: t(`season.${season}`) })}</p>
    ${
      players.length > 1 &&
      html`<${PlayerChoice}
        names=${players.map(({ name }) => name)}
        value=${seat}
        onChoose=${(/** @type {number} */ value) => {
          setPlayer(value);
          setAbout(aboutMap(state, value));
        }}
      />`
    }
    <div class="disputed">
      ${Object.entries({ before: before.drawn, after: after.drawn }).map(
        ([when, rows]) => html`
        <figure key=${when} role="group" aria-label=${t(`record.${when}`)}>
          <figcaption>${t(`record.${when}`)}</figcaption>
          <${SmallMap} map=${map} rows=${rows} spaces=${different} />
          <button type="button" onClick=${() => setDrawn(/** @type {any} */ (when))}><${Icon} name="hand" />${t("record.redraw")}</button>
          <${PhotoButton} bare=${false} onOpen=${() => photograph(/** @type {any} */ (when))} />
        </figure>
      `,
      )}
    </div>
    ${
      redrawn &&
      html`<${Redraw}
        title=${`${name}: ${t(`record.${redrawn}`)}`}
        table=${table}
        rows=${redrawn === "before" ? before.drawn : after.drawn}
        onLay=${(/** @type {string[]} */ rows) => lay(redrawn, rows)}
        onClose=${() => setDrawn(null)}
      />`
    }
    <ol class="record-cards">
      ${ids.map(
        (id, at) => html`
        <li key=${id}>${drawingCardName(id)}
          <button type="button" class="quiet" aria-label=${t("record.take_away", { card: drawingCardName(id) })} onClick=${() => setCards(cards.toSpliced(at, 1))}><${Icon} name="close" /></button>
        </li>
      `,
      )}
    </ol>
    <div class="begin-board">
      <select aria-label=${t("record.add")} onChange=${(/** @type {any} */ { target }) => {
        setCards([...cards, target.value]);
        target.value = "";
      }}>
        <option value="" selected>${t("record.add")}</option>
        ${others.map(({ card, name }) => html`<option key=${card} value=${card}>${name}</option>`)}
      </select>
    </div>
    <${AskDispute} disabled=${isAsking || cards.length === 0} onAsk=${resolve} />
    <${Trouble} ...${trouble} />
    ${answer && html`<${Finding} answer=${answer} steps=${steps} />`}
  `;
}

/** @param {{state: State, look: string}} props */
export function GameRecordPanel({ state, look }) {
  const { table, record, earlier } = state;
  const [isDisputed, setDisputed] = useState(false);
  if (isReadOnly()) return null;
  const waiting = waitingNow(state);
  const forget = () =>
    dispatch({ type: "forget_record" }, null, { key: "notice.record_forgotten" });
  return html`
    <${RecordPanel} station="result" look=${look}>
      ${
        record
          ? html`
            <p class="hint">${t("record.how")}</p>
            ${
              waiting &&
              html`<p>${t("record.chooses", { name: waiting.player, card: drawingCardName(waiting.ambush) })}</p>
              <button type="button" onClick=${() => endSeason(table)}>${t("record.choose")}</button>`
            }
            <${Replay}
              operation="cartographers/replays"
              record=${record}
              request=${() => requestOf(state, record)}
              parts=${(/** @type {Judged} */ answer) => partsOf(table, requestOf(state, record).record, answer)}
              checks=${checksOf}
              remarks=${(/** @type {Judged} */ answer) => remarksOn(table, answer)}
            />`
          : html`<p class="hint">${t("record.none")}</p>`
      }
      <${Replays}
        records=${{ record: null, earlier }}
        replay=${(/** @type {import("../model/record.js").Body} */ body) =>
          html`<${Replay} operation="cartographers/replays" record=${body} request=${() => ({ record: body })} parts=${(/** @type {Judged} */ answer) => partsOf(table, body, answer)} checks=${checksOf} />`}
      />
      ${
        isDisputed
          ? html`<${Dispute} key=${table.season} state=${state} />`
          : html`<button type="button" onClick=${() => setDisputed(true)}><${Icon} name="dispute" />${t("record.dispute")}</button>`
      }
      ${record && html`<button type="button" class="quiet" onClick=${forget}><${Icon} name="clear" />${t("record.forget")}</button>`}
    </>
  `;
}
