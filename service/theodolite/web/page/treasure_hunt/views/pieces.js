/** The pieces on the board: whose turn to place, what is in hand, and whether it may lie where one taps. */

import { t } from "../../shell/i18n.js";
import { Icon, Segments } from "../../shell/parts.js";
import { hasLeft } from "../../shell/record.js";
import { PlayerChoice } from "../../shell/seats.js";
import { isReadOnly, show, state, viewed } from "../../shell/store.js";
import { deciding } from "../../shell/verdict.js";
import { html } from "../../vendor/htm-preact.js";
import { missions, placement, placementNow, placingNow, sizeOf, turnHere } from "../answers.js";
import { dispatch } from "../commands.js";
import { coordinatesOf } from "../lists.js";
import { spaceMeant } from "../model/frame.js";
import { positionOf } from "../model/record.js";
import { INFO, isUnclear, ROUTES, TERRAINS, TREASURES } from "../model/table.js";
import { NO_GOAL } from "../model/turn.js";
import { toolNow } from "./board.js";
import { timeNow } from "./cards.js";
import { Standing, Verdicts } from "./checks.js";
import { Marker, placeName, routeName } from "./words.js";

/** @typedef {import("../model/table.js").Table} Table */

/** Whose pieces and whose turn. @param {{table: Table}} props */
export const WhoseTurn = ({ table }) => html`
  <${PlayerChoice}
    label=${t("whose")}
    names=${table.players.map(({ name }) => name)}
    value=${viewed().player}
    onChoose=${(/** @type {number} */ player) => {
      // Whose pieces are looked at changes nothing of the turn under way.
      const other = player !== viewed().player && viewed().station === "roll";
      if (other)
        dispatch({ type: "turn", change: { ...NO_GOAL, mover: null, plays: [], early: null } });
      show({ player, targets: [], best: null, lit: null, draft: null });
    }}
  />
`;

/** Whether the piece in hand is one that its owner has free. @param {Table} table */
const isOwn = (table) =>
  ["tree", "walker"].includes(toolNow()?.piece) &&
  table.players[viewed().player].free.includes(toolNow()?.piece);

/** Places the piece that was judged. One's free piece is part of one's turn, so where turns are noted it is played in it. @param {Table} table */
function place(table) {
  const { piece } = toolNow();
  const spaces = placingNow();
  const { player, placingFree } = viewed();
  const { name } = table.players[player];
  const free = isOwn(table) && placingFree;
  if (free && state().record && !hasLeft(state(), positionOf(table))) {
    const play = {
      do: /** @type {const} */ ("place"),
      piece,
      by: name,
      spaces,
      when: timeNow(table),
    };
    const change = { plays: [...turnHere().plays, play] };
    dispatch({ type: "turn", change }, null, { key: "notice.in_turn", values: { name } });
    show({ station: "roll", tool: null, placing: null });
    return;
  }
  dispatch({ type: "place", piece, spaces, free: free ? piece : undefined, by: player });
  show({ placing: null });
}

/** The text and action of the bar about the piece in hand. @param {Table} table @returns {Pick<import("../../shell/way.js").Station, "says" | "action">} */
export function placingInBar(table) {
  const tool = toolNow();
  const { routes, explorers } = table.players[viewed().player];
  if (tool?.kind === "marker") {
    const [space] = routes[tool.route].cards.slice(-1);
    return { says: { text: `${routeName(tool.route)}: ${space ?? t("pieces.how.marker")}` } };
  }
  if (tool?.kind === "explorer") {
    const piece = t("mover.explorer", { n: tool.explorer + 1 });
    return { says: { text: `${piece}: ${placeName(explorers[tool.explorer].at)}` } };
  }
  if (isReadOnly() || placingNow().length === 0) return {};
  if (placement.current().status === "offline") return { says: { text: t("offline"), bad: true } };
  const answer = placementNow();
  const onAct = () => place(table);
  if (answer === null) {
    const isWhole = placingNow().length === sizeOf(toolNow().piece);
    return {
      says: { text: isWhole ? "…" : t("pieces.other_end") },
      action: { text: t("place.do"), disabled: true, onAct },
    };
  }
  return {
    says: { text: deciding(answer) ?? t("verdict.legal"), bad: !answer.legal },
    action: { text: t(answer.legal ? "place.do" : "place.anyway"), onAct },
  };
}

/** Whether the piece in hand may lie on the spaces that were touched. @param {{table: Table}} props */
function Placing({ table }) {
  const tool = toolNow();
  const { player, placingFree } = viewed();
  const { name } = table.players[player];
  if (tool?.kind !== "piece") {
    const key = tool?.kind ?? "none";
    return html`<p class="hint">${t(`pieces.how.${key}`)}</p>`;
  }
  const spaces = placingNow();
  const answer = placementNow();
  return html`
    <h3><${Icon} name=${tool.piece} />${t(`piece.${tool.piece}`)}${spaces.length > 0 && `: ${spaces.join(", ")}`}</h3>
    ${spaces.length === 0 && html`<p class="hint">${t(`pieces.how.${tool.piece}`)}</p>`}
    ${tool.piece === "tree" && spaces.length === 1 && html`<p class="hint">${t("pieces.other_end")}</p>`}
    <${Standing} live=${placement.current()} />
    ${
      answer &&
      html`
      <${Verdicts} answer=${answer} name="place" />
      ${
        isOwn(table) &&
        html`<label class="switch">
          <input type="checkbox" role="switch" checked=${placingFree} onChange=${(/** @type {any} */ { target }) => show({ placingFree: target.checked })} />
          <span><b>${t(`place.free.${tool.piece}`, { name })}</b></span>
        </label>`
      }
      <button type="button" class=${answer.legal ? "main wide at-desk" : "wide at-desk"} onClick=${() => place(table)}>${t(answer.legal ? "place.do" : "place.anyway")}</button>
    `
    }
  `;
}

/** @param {{table: Table}} props */
function ComesFrom({ table }) {
  const { player } = viewed();
  const terrains = Object.values(TERRAINS).map((value) => ({ value, text: t(`terrain.${value}`) }));
  const own = table.players[player].explorers.flatMap(({ at, terrain }, explorer) =>
    terrain && isUnclear(table, at)
      ? [
          {
            at,
            terrain,
            name: t("mover.explorer", { n: explorer + 1 }),
            change: { type: /** @type {const} */ ("terrain"), player, explorer },
          },
        ]
      : [],
  );
  const walkers = table.walkers.flatMap(({ at, terrain }) =>
    terrain && isUnclear(table, at)
      ? [
          {
            at,
            terrain,
            name: t("piece.walker"),
            change: { type: /** @type {const} */ ("walker_terrain"), at },
          },
        ]
      : [],
  );
  return [...own, ...walkers].map(
    ({ at, terrain, name, change }) => html`
    <h4>${t("pieces.comes_from", { piece: name, space: at })}</h4>
    <${Segments} label=${t("pieces.comes_from", { piece: name, space: at })} options=${terrains} value=${terrain} onChoose=${(/** @type {string} */ chosen) => dispatch({ ...change, terrain: chosen })} />
  `,
  );
}

/** A route: its coordinate cards, and the info cards with their treasures. @param {{table: Table, route: string}} props */
function Route({ table, route }) {
  const { player } = viewed();
  const { colour, routes } = table.players[player];
  const { cards, info, treasures } = routes[route];
  const known = coordinatesOf(table);
  /** @param {string | null} space */
  const add = (space) =>
    space && dispatch({ type: "cards", player, route, cards: [...cards, space] });
  /** @type {(info: string[], treasures: (string | null)[]) => void} */
  const setInfo = (kinds, held) =>
    dispatch({ type: "info", player, route, info: kinds, treasures: held });
  let place = -1;
  return html`
    <div class="route">
      <h4><${Marker} route=${route} colour=${colour} />${routeName(route)}</h4>
      <div class="chips">
        ${cards.map(
          (space, at) => html`
          <button key=${`${space} ${at}`} type="button" class="chip" disabled=${isReadOnly()} aria-label=${t("heap.remove", { what: space })} onClick=${() => dispatch({ type: "cards", player, route, cards: cards.toSpliced(at, 1) })}>${space} <${Icon} name="close" /></button>
        `,
        )}
        ${
          !isReadOnly() &&
          html`<input type="text" class="coordinate" list=${known.length > 0 ? "coordinates" : null} placeholder="N01/E01" aria-label=${t("route.add", { route: routeName(route) })} onChange=${(
            /** @type {any} */ { target },
          ) => {
            const space = spaceMeant(target.value);
            add(space);
            if (space) target.value = "";
            else if (target.value) show({ notice: { key: "notice.no_space" } });
          }} />`
        }
      </div>
      <div class="chips">
        ${info.map((kind, at) => {
          if (kind !== "buried") place += 1;
          const which = place;
          return html`
            <span class="info" key=${at}>
              <button type="button" class="chip" disabled=${isReadOnly()} aria-label=${t("heap.remove", { what: t(`info.${kind}`) })} onClick=${() =>
                setInfo(
                  info.toSpliced(at, 1),
                  kind === "buried" ? treasures : treasures.toSpliced(which, 1),
                )}>${t(`info.${kind}`)} <${Icon} name="close" /></button>
              ${
                kind !== "buried" &&
                html`<select aria-label=${t("info.treasure")} disabled=${isReadOnly()} onChange=${(/** @type {any} */ { target }) => setInfo(info, treasures.with(which, target.value || null))}>
                  <option value="">${t("info.unseen")}</option>
                  ${TREASURES.map((one) => html`<option value=${one} selected=${one === treasures[which]}>${t(`treasure.${one}`)}</option>`)}
                </select>`
              }
            </span>
          `;
        })}
        ${
          cards.length > 0 &&
          !isReadOnly() &&
          html`<select aria-label=${t("info.add", { route: routeName(route) })} onChange=${(
            /** @type {any} */ { target },
          ) => {
            if (target.value) {
              setInfo(
                [...info, target.value],
                target.value === "buried" ? treasures : [...treasures, null],
              );
            }
            target.value = "";
          }}>
            <option value="">+ ${t("info")}</option>
            ${INFO.map((kind) => html`<option value=${kind}>${t(`info.${kind}`)}</option>`)}
          </select>`
        }
      </div>
    </div>
  `;
}

/** @param {{table: Table, look: string}} props */
export function PiecesPanel({ table, look }) {
  const known = coordinatesOf(table);
  return html`
    <section class=${`panel ${look}`} data-station="pieces" aria-labelledby="pieces-title">
      <header><h2 id="pieces-title"><${Icon} name="meeple" />${t("pieces")}</h2></header>
      <${WhoseTurn} table=${table} />
      <${Standing} live=${missions.current()} />
      ${!isReadOnly() && html`<${Placing} table=${table} />`}
      <${ComesFrom} table=${table} />
      <details>
        <summary>${t("routes")}</summary>
        ${known.length > 0 && html`<datalist id="coordinates">${known.map((space) => html`<option value=${space} />`)}</datalist>`}
        ${ROUTES.map((route) => html`<${Route} key=${route} table=${table} route=${route} />`)}
      </details>
    </section>
  `;
}
