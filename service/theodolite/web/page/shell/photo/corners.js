/** How the board lies in the photograph: which one it is, its corners, and on which side its shore is. */

import { html, useRef, useState } from "../../vendor/htm-preact.js";
import { t } from "../i18n.js";
import { Icon } from "../parts.js";
import { FileChoice, Troubles } from "./faults.js";
import { closeUp, frame, Image, Lens, points } from "./picture.js";
import { AROUND } from "./quad.js";

/** @typedef {import("./quad.js").Point} Point */
/** @typedef {import("./reading.js").Photo} Photo */
/** @typedef {import("./reading.js").FoundBoard} FoundBoard */
/** @typedef {import("./reading.js").Shore} Shore */
/** @typedef {import("./quad.js").Side} Side */

/** Corners to begin with where the board was not found, or those of the whole picture. @type {(photo: Photo, rim?: number) => Point[]} */
export function guessed({ width, height }, rim = 0.15) {
  const [left, top] = [rim * width, rim * height];
  const [right, bottom] = [width - left, height - top];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** The corners, to be dragged or found right; where they are in doubt, another photograph may do. @param {{photo: Photo, corners: Point[], doubtful: boolean, onMove: (corners: Point[]) => void, onFlip: () => void, onDone: () => void, onRetake: (file: File) => void}} props */
export function Corners({ photo, corners, doubtful, onMove, onFlip, onDone, onRetake }) {
  const picture = useRef(/** @type {any} */ (null));
  const [held, setHeld] = useState(/** @type {number | null} */ (null));
  const radius = Math.max(photo.width, photo.height) / 18;
  /** @type {(at: number, point: Point) => void} */
  const moved = (at, [x, y]) => {
    /** @type {Point} */
    const kept = [Math.min(Math.max(x, 0), photo.width), Math.min(Math.max(y, 0), photo.height)];
    onMove(corners.map((corner, other) => (other === at ? kept : corner)));
  };
  /** @param {PointerEvent} event */
  const drag = (event) => {
    if (held === null || event.buttons === 0) return;
    const there = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = there.matrixTransform(picture.current.getScreenCTM().inverse());
    moved(held, [x, y]);
  };
  /** @param {number} at */
  const nudge = (at) => (/** @type {KeyboardEvent} */ event) => {
    const step = Math.max(photo.width, photo.height) / (event.shiftKey ? 50 : 400);
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    const [x, y] = by;
    moved(at, [corners[at][0] + x * step, corners[at][1] + y * step]);
  };
  return html`
    ${doubtful && html`<${Troubles} faults=${["no_board"]} />`}
    <p>${t("photo.corners")}</p>
    <div class="photo-frame corners">
      <svg
        ref=${picture}
        class="photo"
        viewBox=${frame(photo)}
        onPointerMove=${drag}
        onPointerUp=${() => setHeld(null)}
      >
        <${Image} photo=${photo} />
        <polygon class="quad" points=${points(corners)} />
        ${corners.map(
          ([x, y], at) => html`
          <circle
            class="corner"
            cx=${x}
            cy=${y}
            r=${radius}
            role="button"
            tabindex="0"
            aria-label=${t(`photo.corner.${at}`)}
            onPointerDown=${(/** @type {any} */ event) => {
              event.target.setPointerCapture(event.pointerId);
              setHeld(at);
            }}
            onFocus=${() => setHeld(at)}
            onBlur=${() => setHeld(null)}
            onKeyDown=${nudge(at)}
          />
        `,
        )}
      </svg>
      ${held !== null && html`<${Lens} photo=${photo} at=${corners[held]} aside=${corners[held][0] < photo.width / 2} />`}
    </div>
    <div class="dialog-actions">
      ${doubtful && html`<button type="button" onClick=${() => onMove(guessed(photo, 0))}><${Icon} name="whole" />${t("photo.whole")}</button>`}
      <button type="button" onClick=${onFlip}>${t("photo.flip")}</button>
      ${doubtful && html`<${FileChoice} text=${t("photo.retake")} onChoose=${onRetake} />`}
      <button type="button" class="main" onClick=${onDone}>${t("photo.next")}</button>
    </div>
  `;
}

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Which of several boards is meant. @param {{photo: Photo, boards: FoundBoard[], title: string, onChoose: (board: FoundBoard) => void, onNone: () => void}} props */
export const Boards = ({ photo, boards, title, onChoose, onNone }) => html`
  <p>${t("photo.boards", { board: title })}</p>
  <div class="photo-frame">
    <svg class="photo" viewBox=${closeUp(boards.flatMap(({ corners }) => corners))}>
      <${Image} photo=${photo} />
      ${boards.map(
        (board, at) => html`
        <polygon
          class="quad board-found"
          points=${points(board.corners)}
          role="button"
          tabindex="0"
          aria-label=${t("photo.board", { n: at + 1 })}
          onClick=${() => onChoose(board)}
          onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            onChoose(board);
          }}
        />
      `,
      )}
    </svg>
  </div>
  <div class="dialog-actions">
    <button type="button" onClick=${onNone}>${t("photo.show_board")}</button>
  </div>
`;

/** On which side of the picture the shore lies. @param {{photo: Photo, corners: Point[], shore: Shore, onChoose: (side: Side) => void}} props */
export const ShoreQuestion = ({ photo, corners, shore, onChoose }) => html`
  <p>${shore.question}</p>
  <div class="photo-frame sides">
    <svg class="photo" viewBox=${closeUp(corners)}>
      <${Image} photo=${photo} />
      <polygon class="quad" points=${points(corners)} />
    </svg>
    ${AROUND.map(
      (side) => html`
      <button type="button" class=${`side-${side}`} aria-label=${shore.sides[side]} onClick=${() => onChoose(side)}>
        <span class=${`shore-mark ${side}`}></span>
      </button>
    `,
    )}
  </div>
`;
