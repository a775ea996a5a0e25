/** The spaces of the board over its photograph, and what may lie on the one asked about. */

import { html, useState } from "../../vendor/htm-preact.js";
import { t } from "../i18n.js";
import { closeUp, Image, Lens, points } from "./picture.js";
import { sideOf, spacesWithin } from "./quad.js";

/** @typedef {import("./quad.js").Point} Point */
/** @typedef {import("./reading.js").Photo} Photo */
/** @typedef {import("./reading.js").Kind} Kind */
/** @typedef {import("./reading.js").Letters} Letters */
/** @typedef {import("./reading.js").Subject} Subject */

/** The content of a space in words. @type {(subject: Subject, letters: string | undefined) => string[]} */
const wordsOn = ({ layers }, letters) =>
  layers.flatMap(({ kinds }, layer) => {
    const kind = kinds.find(({ letter }) => letter === letters?.[layer]);
    return kind && (layer === 0 || kind.letter !== ".") ? [kind.name] : [];
  });

/** The same as it is written on the photograph. @param {string} letters */
const writtenOn = (letters) => letters.replace(/\.+$/, "") || "·";

/** The kinds that nobody has named, of all layers. @type {(subject: Subject, named: string[]) => Kind[]} */
export const unnamed = ({ layers }, all) =>
  layers.flatMap(({ kinds }, layer) => {
    const named = new Set(all.map((letters) => letters[layer]));
    return kinds.filter(({ letter }) => !named.has(letter));
  });

/**
 * The possible contents of the space asked about, each always in the same place; the likeliest is marked. It is answered
 * with the uppermost layer, what lies below being chosen or read already; where nothing lies below there is nothing above.
 *
 * @param {{subject: Subject, current: string, letters: string | undefined, likely: string | undefined, onName: (letters: string) => void}} props
 */
function Kinds({ subject: { layers }, current, letters, likely, onName }) {
  const [half, setHalf] = useState(/** @type {Record<number, string>} */ ({}));
  const known = letters ?? likely;
  /** @type {(layer: number, letter: string) => void} */
  const choose = (layer, letter) => {
    const chosen = { ...half, [layer]: letter };
    const top = layers.length - 1;
    const all = layers.map((_, at) =>
      chosen[0] === "." ? "." : (chosen[at] ?? (top in chosen ? known?.[at] : undefined)),
    );
    if (all.some((one) => one === undefined)) setHalf(chosen);
    else onName(all.join(""));
  };
  return html`
    <div class="layers">
      ${layers.map(
        ({ title, kinds }, layer) => html`
        <div class="kinds" role="toolbar" aria-label=${[current, title].filter(Boolean).join(", ")}>
          ${kinds.map(({ letter, name, face }) => {
            const isLikely = likely?.[layer] === letter;
            return html`
              <button
                key=${letter}
                type="button"
                class=${isLikely ? "tool likely" : "tool"}
                aria-label=${name}
                title=${isLikely ? `${name} (${t("photo.likely")})` : name}
                aria-pressed=${(half[layer] ?? letters?.[layer]) === letter}
                onClick=${() => choose(layer, letter)}
              >${face}</button>
            `;
          })}
        </div>
      `,
      )}
    </div>
  `;
}

/**
 * The board over its photograph, one space being asked about.
 *
 * @param {object} props
 * @param {Photo} props.photo
 * @param {Subject} props.subject
 * @param {Point[]} props.corners
 * @param {Letters} props.letters
 * @param {Set<string>} props.doubtful
 * @param {string} [props.likely] what the space asked about most likely holds
 * @param {string | null} props.current
 * @param {(space: string) => void} props.onCurrent
 * @param {(letters: string) => void} props.onName
 */
export function Spaces({
  photo,
  subject,
  corners,
  letters,
  doubtful,
  likely,
  current,
  onCurrent,
  onName,
}) {
  const { columns, spaces, shore, printed } = subject;
  const all = spacesWithin(subject, corners);
  const asked = all.find(({ space }) => space === current);
  const [[left, top], , [right, bottom]] = all[Math.floor(all.length / 2)].outline;
  const across = Math.hypot(right - left, bottom - top);
  const first = current ?? spaces[0];
  /** @type {(at: number) => (event: KeyboardEvent) => void} */
  const walk = (at) => (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = spaces[at + (by ?? 0)];
    if (event.key !== "Enter" && event.key !== " " && (!by || !next)) return;
    event.preventDefault();
    onCurrent(next);
    const shown = document.querySelector(`[data-photo-space="${next}"]`);
    if (shown instanceof SVGElement) shown.focus();
  };
  return html`
    <div class="photo-frame">
      <svg class="photo" viewBox=${closeUp(corners)}>
        <${Image} photo=${photo} />
        ${shore && html`<polyline class="shore-side" points=${points(sideOf(corners, shore.side))} />`}
        ${all.map(({ space, outline, middle: [x, y] }, at) => {
          const letter = letters[space];
          const doubt = doubtful.has(space);
          const state = [
            space === current && "current",
            doubt && "doubtful",
            printed?.has(space) && "printed",
          ];
          return html`
            <g
              key=${space}
              class=${["photo-space", ...state].filter(Boolean).join(" ")}
              role="button"
              tabindex=${space === first ? 0 : -1}
              aria-label=${[space, ...wordsOn(subject, letter), doubt && t("photo.doubtful")].filter(Boolean).join(", ")}
              aria-pressed=${space === current}
              data-photo-space=${space}
              data-letter=${letter}
              onClick=${() => onCurrent(space)}
              onKeyDown=${walk(at)}
            >
              <polygon points=${points(outline)} />
              ${letter && !printed?.has(space) && html`<text x=${x} y=${y} font-size=${across / 3}>${writtenOn(letter)}</text>`}
            </g>
          `;
        })}
      </svg>
    </div>
    ${
      asked &&
      html`<div class="answer">
        <${Lens} photo=${photo} at=${asked.middle} most=${across / 2} />
        <${Kinds} key=${current} subject=${subject} current=${current} letters=${letters[current ?? ""]} likely=${likely} onName=${onName} />
      </div>`
    }
  `;
}
