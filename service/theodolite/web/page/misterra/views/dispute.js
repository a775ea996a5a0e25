/** A dispute: the table before, the table after, and whether the rules lead from one to the other. */

import { Refused, Unreachable, ask } from "../../shell/api.js";
import { SPACES, tileAt } from "../model/board.js";
import { disputeOf } from "../model/reducer.js";
import { dispatch, show, state as stored, viewed } from "../../shell/store.js";
import { apiSpeaksIt, listed, t } from "../../shell/i18n.js";
import { html, useState } from "../../vendor/htm-preact.js";
import { placeName } from "./board.js";
import { EntryBoard, Troubles } from "./entry.js";
import { lighting, troubles } from "./marks.js";
import { Palette } from "./palette.js";
import { Icon, Seal, Segments } from "../../shell/parts.js";
import { SketchCard, terrainName } from "./tiles.js";

/** Spaces on which two boards lie differently. */
const differing = (one, other) =>
  new Set(SPACES.filter((space) => tileAt(one, space) !== tileAt(other, space)));

/** One half day as a person would tell it. */
function told({ move, sketch, action = { type: "discard" }, lagoon }) {
  const parts = [
    move?.length > 0
      ? t("account.move", { places: move.map(placeName).join(" → ") })
      : t("account.stay"),
    lagoon && t("account.lagoon"),
    action.type === "map"
      ? t("account.map", {
          tiles: listed(
            action.spaces.map((space, half) => `${terrainName(sketch[half])} ${space}`),
          ),
        })
      : t(`account.${action.type}`),
  ];
  return parts.filter(Boolean).join("; ");
}

/** One difference: the API's sentence, or where it is and what lies there. */
function different({ pointer, before, after, explanation }, dispute) {
  if (apiSpeaksIt()) return explanation;
  const [root, index, field, row] = pointer.split("/").slice(1);
  const change = `${before ?? "–"} → ${after ?? "–"}`;
  if (root === "island") return t("difference.island", { row: Number(index) + 1, change });
  const name = dispute.before.players[index]?.name ?? "";
  if (field === "parchment") {
    return t("difference.parchment", { name, row: Number(row) + 1, change });
  }
  return root === "players" ? `${name}: ${change}` : change;
}

function Account({ account, at, chosen, onChoose }) {
  return html`
    <li>
      <button type="button" aria-pressed=${chosen} onClick=${() => onChoose(chosen ? null : at)}>
        <ol>
          ${account.half_days.map(
            (half) => html`<li>
            ${told(half)} ${half.sketch && html`<${SketchCard} card=${half.sketch} />`}
          </li>`,
          )}
        </ol>
      </button>
    </li>
  `;
}

function Outcome({ answer, about, chosen, onChoose }) {
  return html`
    <div class=${answer.possible ? "verdict legal" : "verdict illegal"} role="status">
      <p class="stamp-word"><${Icon} name=${answer.possible ? "check" : "close"} />
        ${t(answer.possible ? "dispute.possible" : "dispute.impossible")}</p>
    </div>
    ${
      answer.accounts.length > 0 &&
      html`<h3>${t("dispute.accounts", { n: answer.accounts.length })}</h3>
      <ul class="accounts">
        ${answer.accounts.map(
          (account, at) => html`
          <${Account} key=${at} account=${account} at=${at} chosen=${chosen === at} onChoose=${onChoose} />
        `,
        )}
      </ul>
      ${answer.more && html`<p class="hint">${t("dispute.more")}</p>`}`
    }
    ${
      answer.differences?.length > 0 &&
      html`<h3>${t("dispute.differences")}</h3>
      <ul class="troubles">
        ${answer.differences.map(
          (one) => html`<li><${Icon} name="warning" />${different(one, about)}</li>`,
        )}
      </ul>`
    }
  `;
}

export function Dispute({ state }) {
  const { table } = state;
  const dispute = disputeOf(state);
  const { when } = viewed();
  const [outcome, setOutcome] = useState({ about: null });
  const [chosen, setChosen] = useState(null);
  const player = Math.min(dispute.player, dispute.before.players.length - 1);
  const { name } = dispute.before.players[player];
  const shown = dispute[when];
  const seat = Math.max(
    0,
    shown.players.findIndex((one) => one.name === name),
  );
  const fresh = outcome.about !== null && outcome.about === state.dispute;

  const take = () => dispatch({ type: "dispute", dispute: { [when]: table } });
  const settle = async () => {
    setChosen(null);
    if (state.dispute === null) dispatch({ type: "dispute", dispute });
    const about = stored().dispute;
    const { before, after } = about;
    try {
      setOutcome({ about, answer: await ask("misterra/disputes", { before, after, player: name }) });
    } catch (trouble) {
      if (trouble instanceof Unreachable) setOutcome({ about, offline: true });
      else if (trouble instanceof Refused) setOutcome({ about, refusal: trouble });
      else throw trouble;
    }
  };

  const impossible = fresh ? disputeTroubles(outcome.refusal, dispute) : [];
  const account = chosen === null ? null : outcome.answer?.accounts[chosen];
  const touched = account?.half_days.flatMap(({ move, action }) => [
    ...(move ?? []).filter((place) => SPACES.includes(place)),
    ...(action?.spaces ?? []),
  ]);
  const other = dispute[when === "before" ? "after" : "before"];
  const otherSeat = other.players[Math.min(seat, other.players.length - 1)];
  const light = lighting(touched);

  return html`
    <div class="columns">
      <div class="boards">
        <div class="dispute-head">
          <${Segments}
            label=${t("dispute.when")}
            options=${["before", "after"].map((value) => ({ value, text: t(`dispute.${value}`) }))}
            value=${when}
            onChoose=${(value) => show({ when: value })}
          />
          <button type="button" class="quiet" onClick=${take}>
            <${Icon} name="paste" />${t(`dispute.take_${when}`)}
          </button>
        </div>
        <section class="panel island-panel" aria-label=${`${t("island")}: ${t(`dispute.${when}`)}`}>
          <header><h2><${Icon} name="island" />${t("island")} · ${t(`dispute.${when}`)}</h2></header>
          <${EntryBoard}
            name=${`${t("island")}: ${t(`dispute.${when}`)}`}
            table=${shown}
            of=${when}
            board="island"
            marks=${{ ...light, different: differing(shown.island, other.island) }}
          />
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
        </section>
      </div>
      <div class="side">
        <section class="panel question" aria-labelledby="dispute-title">
          <header><h2 id="dispute-title"><${Icon} name="dispute" />${t("dispute")}</h2></header>
          <p class="hint">${t("dispute.how")}</p>
          <h3>${t("dispute.who")}</h3>
          <${Segments}
            label=${t("dispute.who")}
            options=${dispute.before.players.map((one, value) => ({
              value,
              text: one.name,
              content: html`<${Seal} player=${value} /><span>${one.name}</span>`,
            }))}
            value=${player}
            onChoose=${(value) => {
              show({ player: value });
              dispatch({ type: "dispute", dispute: { player: value } });
            }}
          />
          <button type="button" class="main wide" onClick=${settle}>${t("dispute.ask")}</button>
          ${fresh && outcome.offline && html`<p class="standing offline"><${Icon} name="offline" />${t("offline")}</p>`}
          <${Troubles} all=${impossible} />
          ${fresh && outcome.answer && html`<${Outcome} answer=${outcome.answer} about=${dispute} chosen=${chosen} onChoose=${setChosen} />`}
        </section>
      </div>
    </div>
    <div class="dock"><${Palette} table=${shown} /></div>
  `;
}

/** The errors of both snapshots, each told with the one it belongs to. */
function disputeTroubles(refusal, dispute) {
  if (!refusal) return [];
  return refusal.errors.flatMap((error) => {
    const [, which, ...rest] = error.pointer.split("/");
    const snapshot = dispute[which];
    const single = { ...refusal, errors: [{ ...error, pointer: `/${rest.join("/")}` }] };
    return troubles(single, snapshot ?? dispute.before).map((one) => ({
      ...one,
      text: snapshot ? `${t(`dispute.${which}`)}: ${one.text}` : one.text,
    }));
  });
}
