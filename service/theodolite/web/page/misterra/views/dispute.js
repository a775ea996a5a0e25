/** A dispute: the table before, the table after, and whether the rules lead from one to the other. */

import { Refused } from "../../shell/api.js";
import { Trouble, useAsked } from "../../shell/asked.js";
import { AskDispute, Finding } from "../../shell/dispute.js";
import { listed, t } from "../../shell/i18n.js";
import { Icon, PhotoButton, Seal, Segments } from "../../shell/parts.js";
import { PlayerChoice } from "../../shell/seats.js";
import { isReadOnly, show, state as stored, viewed } from "../../shell/store.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { dispatch } from "../commands.js";
import { SPACES, tileAt } from "../model/board.js";
import { disputeOf } from "../model/reducer.js";
import { placeName, said } from "./board.js";
import { EntryBoard, Troubles } from "./entry.js";
import { lighting, troubles } from "./marks.js";
import { Tools } from "./palette.js";
import { SketchCard, terrainName } from "./tiles.js";

/** @typedef {import("../model/reducer.js").Dispute} DisputeState */
/** @typedef {import("../../types/openapi.js").MisterraMove} Move */

/** Spaces on which two boards lie differently. @type {(one: string[], other: string[]) => Set<string>} */
const differing = (one, other) =>
  new Set(SPACES.filter((space) => tileAt(one, space) !== tileAt(other, space)));

/** One half day as a person would tell it. @param {Move} move */
export function moveText({ path = [], sketch, action = { type: "discard" }, lagoon }) {
  const parts = [
    path.length > 0
      ? t("account.move", { places: path.map(placeName).join(" → ") })
      : t("account.stay"),
    lagoon && t("account.lagoon"),
    action.type === "map"
      ? t("account.map", {
          tiles: listed(
            (action.spaces ?? []).map(
              (space, half) => `${terrainName(sketch?.[half] ?? "")} ${space}`,
            ),
          ),
        })
      : t(`account.${action.type}`),
  ];
  return parts.filter(Boolean).join("; ");
}

/** @typedef {{moves: Move[]}} Account of a player's half days */

/** @param {Account} account */
const steps = ({ moves }) =>
  moves.map(
    (move) => html`${moveText(move)} ${move.sketch && html`<${SketchCard} card=${move.sketch} />`}`,
  );

/** Takes a board of a dispute from a photograph. @param {{of: "before" | "after", board: import("../model/reducer.js").BoardName}} props */
const FromPhoto = ({ of, board }) =>
  !isReadOnly() &&
  html`<div class="board-actions">
    <${PhotoButton} bare=${false} onOpen=${() => show({ dialog: { kind: "photo", board: { of, board } } })} />
  </div>`;

/** @param {{state: import("../model/reducer.js").State}} props */
export function Dispute({ state }) {
  const { table } = state;
  const dispute = disputeOf(state);
  /** @type {"before" | "after"} */
  const when = viewed().when;
  const { answer, offline, refusal, put } = useAsked("misterra/disputes", state.dispute);
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const player = Math.min(dispute.player, dispute.before.players.length - 1);
  const { name } = dispute.before.players[player];
  const shown = dispute[when];
  const seat = Math.max(
    0,
    shown.players.findIndex((one) => one.name === name),
  );

  const take = () => dispatch({ type: "dispute", dispute: { [when]: table } });
  const resolve = async () => {
    setChosen(null);
    if (state.dispute === null) dispatch({ type: "dispute", dispute });
    /** @type {DisputeState} */
    const about = stored().dispute;
    const { before, after } = about;
    await put({ before, after, player: name }, about);
  };

  const impossible = refusal ? disputeTroubles(refusal, dispute) : [];
  /** @type {Account | undefined} */
  const account = chosen === null ? undefined : answer?.accounts[chosen];
  const touched = account?.moves.flatMap(({ path, action }) => [
    ...(path ?? []).filter((place) => SPACES.includes(place)),
    ...(action?.spaces ?? []),
  ]);
  const other = dispute[when === "before" ? "after" : "before"];
  const otherSeat = other.players[Math.min(seat, other.players.length - 1)];
  const light = lighting(touched);

  return html`
    <div class="columns">
      <div class="boards">
        <section class="panel question" aria-labelledby="dispute-title">
          <header><h2 id="dispute-title"><${Icon} name="dispute" />${t("dispute")}</h2></header>
          <p class="hint">${t("dispute.how")}</p>
          <h3>${t("dispute.who")}</h3>
          <${PlayerChoice}
            label=${t("dispute.who")}
            names=${dispute.before.players.map(({ name }) => name)}
            value=${player}
            onChoose=${(/** @type {number} */ value) => {
              show({ player: value });
              dispatch({ type: "dispute", dispute: { player: value } });
            }}
          />
          <h3>${t("dispute.when")}</h3>
          <div class="dispute-head">
            <${Segments}
              label=${t("dispute.when")}
              options=${["before", "after"].map((value) => ({ value, text: t(`dispute.${value}`) }))}
              value=${when}
              onChoose=${(/** @type {string} */ value) => show({ when: value })}
            />
            <button type="button" class="quiet" onClick=${take}>
              <${Icon} name="paste" />${t(`dispute.take_${when}`)}
            </button>
          </div>
        </section>
        <section class="panel island-panel" aria-label=${`${t("island")}: ${t(`dispute.${when}`)}`}>
          <header><h2><${Icon} name="island" />${t("island")} · ${t(`dispute.${when}`)}</h2></header>
          <${EntryBoard}
            name=${`${t("island")}: ${t(`dispute.${when}`)}`}
            table=${shown}
            of=${when}
            board="island"
            marks=${{ ...light, different: differing(shown.island, other.island) }}
          />
          <${FromPhoto} of=${when} board="island" />
        </section>
        <section class="panel parchment-panel chosen" aria-label=${t("parchment.of", { name })}>
          <header><h2><${Seal} player=${seat} />${name} · ${t(`dispute.${when}`)}</h2></header>
          <${EntryBoard}
            name=${`${t("parchment.of", { name })}: ${t(`dispute.${when}`)}`}
            table=${shown}
            of=${when}
            board=${seat}
            marks=${{ ...light, different: differing(shown.players[seat].parchment, otherSeat.parchment) }}
          />
          <${FromPhoto} of=${when} board=${seat} />
        </section>
      </div>
      <div class="side">
        <section class="panel" aria-label=${t("verdict")}>
          <${AskDispute} onAsk=${resolve} />
          <${Trouble} offline=${offline} />
          <${Troubles} all=${impossible} />
          ${answer && html`<${Finding} answer=${answer} steps=${steps} said=${said} chosen=${chosen} onChoose=${setChosen} />`}
        </section>
      </div>
    </div>
    <div class="dock at-dispute"><${Tools} table=${shown} meeples /></div>
  `;
}

/** The errors of both snapshots, each with the one it belongs to. @type {(refusal: Refused, dispute: DisputeState) => import("./marks.js").Trouble[]} */
function disputeTroubles(refusal, dispute) {
  return refusal.errors.flatMap((error) => {
    const [, which, ...rest] = error.pointer.split("/");
    const isOfTable = which === "before" || which === "after";
    const single = new Refused({
      ...refusal.problem,
      errors: [{ ...error, pointer: `/${rest.join("/")}` }],
    });
    return troubles(single, isOfTable ? dispute[which] : dispute.before).map((one) => ({
      ...one,
      text: isOfTable ? `${t(`dispute.${which}`)}: ${one.text}` : one.text,
    }));
  });
}
