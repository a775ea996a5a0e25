/** How a puzzle is played, in four pictures with a sentence each. */

import { t } from "../../shell/i18n.js";
import { Dialog } from "../../shell/parts.js";
import { html } from "../../vendor/htm-preact.js";

/** Terrain in capitals, crops by their numbers; `wrong` are pairs that touch. */
const PICTURES = [
  { key: "regions", terrain: ["GGSR", "GSSR", "MMSR"], crops: ["....", "....", "...."], wrong: [] },
  { key: "numbers", terrain: ["GGSR", "GSSR", "MMSR"], crops: ["123.", "3..1", "1243"], wrong: [] },
  {
    key: "apart",
    terrain: ["GGSR", "GSSR", "MMSR"],
    crops: ["....", ".2..", "2..."],
    wrong: [[1, 1, 0, 2]],
  },
  {
    key: "corners",
    terrain: ["SSGR", "SGRR", "GMMR"],
    crops: ["....", "....", "...."],
    wrong: [[1, 1, 0, 2]],
  },
];

/** @param {typeof PICTURES[number]} props */
const Picture = ({ terrain, crops, wrong }) => html`
  <svg class="how-picture" viewBox="0 0 160 120" aria-hidden="true">
    ${terrain.flatMap((row, y) =>
      [...row].map(
        (letter, x) => html`
        <g data-tile=${letter}>
          <rect x=${x * 40 + 1} y=${y * 40 + 1} width="38" height="38" />
          ${x > 0 && row[x - 1] !== letter && html`<path class="end" d=${`M${x * 40} ${y * 40}v40`} />`}
          ${y > 0 && terrain[y - 1][x] !== letter && html`<path class="end" d=${`M${x * 40} ${y * 40}h40`} />`}
          ${crops[y][x] !== "." && html`<circle cx=${x * 40 + 20} cy=${y * 40 + 20} r="13" /><text x=${x * 40 + 20} y=${y * 40 + 26}>${crops[y][x]}</text>`}
        </g>
      `,
      ),
    )}
    ${wrong.map(([x, y, u, v]) => html`<path class="wrong" d=${`M${x * 40 + 20} ${y * 40 + 20}L${u * 40 + 20} ${v * 40 + 20}`} />`)}
  </svg>
`;

/** The crops that the numbers stand for. */
const crops = () =>
  t("how.crops", {
    crops: [1, 2, 3, 4, 5].map((level) => `${level} ${t(`crop.${level}`)}`).join(", "),
  });

/** @param {{onClose: () => void}} props */
export const HowDialog = ({ onClose }) => html`
  <${Dialog} title=${t("how")} onClose=${onClose}>
    ${PICTURES.map(
      (picture) => html`
      <figure class="how" key=${picture.key}>
        <${Picture} ...${picture} />
        <figcaption>${t(`how.${picture.key}`)}${picture.key === "numbers" && html`<small>${crops()}</small>`}</figcaption>
      </figure>
    `,
    )}
    <div class="dialog-actions"><button type="button" class="main" onClick=${onClose}>${t("how.done")}</button></div>
  </>
`;
