/** The photograph as it is shown: whole, the part with the board, or one place enlarged. */

import { html } from "../../vendor/htm-preact.js";

/** @typedef {import("./quad.js").Point} Point */
/** @typedef {import("./reading.js").Photo} Photo */

/** @param {Point[]} outline */
export const points = (outline) => outline.map((point) => point.join(",")).join(" ");

/** @param {{photo: Photo}} props */
export const Image = ({ photo }) =>
  html`<image href=${photo.url} width=${photo.width} height=${photo.height} />`;
/** @param {Photo} photo */
export const frame = (photo) => `0 0 ${photo.width} ${photo.height}`;

/** The part of the photograph in which the board lies, with some table around it. @param {Point[]} corners */
export function closeUp(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const room = Math.max(width, height) / 12;
  return `${left - room} ${top - room} ${width + 2 * room} ${height + 2 * room}`;
}

/** The surroundings of a point, enlarged, no further than so many pixels away. @param {{photo: Photo, at: Point, aside?: boolean, most?: number}} props */
export const Lens = ({ photo, at: [x, y], aside = false, most = Number.POSITIVE_INFINITY }) => {
  const reach = Math.min(Math.max(photo.width, photo.height) / 16, most);
  return html`
    <svg class=${aside ? "lens right" : "lens"} viewBox=${`${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      <${Image} photo=${photo} />
      <path d=${`M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`} />
    </svg>
  `;
};
