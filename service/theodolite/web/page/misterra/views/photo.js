/**
 * From a photograph to the board: choose it, see to the corners, name one of each kind that lies
 * there, settle what is doubtful. Naming and settling are one and the same: a space is asked about,
 * one tap answers, and the next space is asked about by itself.
 */

import { Refused, Unreachable, askWithForm } from "../../shell/api.js";
import { LETTERS, isHazy, terrainOf } from "../model/board.js";
import { sideOf, spacesWithin, turnedCorners, turnedSpace } from "../model/quad.js";
import { dispatch } from "../../shell/store.js";
import { has, t } from "../../shell/i18n.js";
import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { Dialog, Icon } from "../../shell/parts.js";
import { Tile, terrainName } from "./tiles.js";

const LONGEST_SIDE = 2000;
const QUALITY = 0.9;

const kinds = (board) =>
  board === "island"
    ? [...LETTERS, ...LETTERS.map((letter) => letter.toLowerCase()), "."]
    : [...LETTERS, "."];

const kindName = (letter) => {
  if (letter === ".") return t("board.empty");
  const terrain = terrainName(terrainOf(letter));
  return isHazy(letter) ? t("board.hazy", { terrain }) : terrain;
};

/** Turns a file upright and down to a size that is sent quickly; nothing but pixels is left of it. */
async function prepared(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return { blob, url: URL.createObjectURL(blob), width: canvas.width, height: canvas.height };
}

/** @returns {Promise<object>} what the service reads with these corners and samples */
function read({ photo, board, corners, samples = {} }) {
  const form = new FormData();
  const named = Object.entries(samples).map(([space, symbol]) => ({ space, symbol }));
  form.append("photo", photo.blob, "board.jpg");
  form.append("board", board === "island" ? "island" : "parchment");
  if (corners) form.append("corners", JSON.stringify(corners));
  if (named.length > 0) form.append("samples", JSON.stringify(named));
  return askWithForm("misterra/photos", form);
}

/** No board in sight: the person shows where it is. */
const findsNoBoard = (refusal) =>
  refusal instanceof Refused && refusal.errors.some(({ pointer }) => pointer === "/corners");

/** Corners to begin with where the board was not found. */
function guessed({ width, height }) {
  const [left, top, right, bottom] = [0.15 * width, 0.15 * height, 0.85 * width, 0.85 * height];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

const points = (outline) => outline.map((point) => point.join(",")).join(" ");

function wordsFor(trouble) {
  if (trouble instanceof Unreachable) return t("offline");
  if (trouble instanceof Refused) {
    const key = `problem.status_${trouble.problem.status}`;
    return has(key) ? t(key) : t("photo.failed");
  }
  return t("photo.failed");
}

const Image = ({ photo }) =>
  html`<image href=${photo.url} width=${photo.width} height=${photo.height} />`;
const frame = (photo) => `0 0 ${photo.width} ${photo.height}`;

/** The part of the photograph in which the board lies, with some table around it. */
function closeUp(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const room = Math.max(width, height) / 12;
  return `${left - room} ${top - room} ${width + 2 * room} ${height + 2 * room}`;
}

/** What lies under a point, enlarged. */
const Lens = ({ photo, at: [x, y], aside }) => {
  const reach = Math.max(photo.width, photo.height) / 16;
  return html`
    <svg class=${aside ? "lens right" : "lens"} viewBox=${`${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      <${Image} photo=${photo} />
      <path d=${`M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`} />
    </svg>
  `;
};

/** The side that is taken for the beach, drawn as sand. */
const Beach = ({ corners, side }) =>
  html`<polyline class="beach-side" points=${points(sideOf(corners, side))} />`;

function Corners({ photo, corners, beach, onMove, onDone }) {
  const picture = useRef(null);
  const [held, setHeld] = useState(null);
  const radius = Math.max(photo.width, photo.height) / 18;
  const moved = (at, [x, y]) => {
    const kept = [Math.min(Math.max(x, 0), photo.width), Math.min(Math.max(y, 0), photo.height)];
    onMove(corners.map((corner, other) => (other === at ? kept : corner)));
  };
  const drag = (event) => {
    if (held === null || event.buttons === 0) return;
    const there = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = there.matrixTransform(picture.current.getScreenCTM().inverse());
    moved(held, [x, y]);
  };
  const nudge = (at) => (event) => {
    const step = Math.max(photo.width, photo.height) / (event.shiftKey ? 50 : 400);
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (!by[event.key]) return;
    event.preventDefault();
    const [x, y] = by[event.key];
    moved(at, [corners[at][0] + x * step, corners[at][1] + y * step]);
  };
  return html`
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
        <${Beach} corners=${corners} side=${beach} />
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
            onPointerDown=${(event) => {
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
    <div class="dialog-actions"><button type="button" class="main" onClick=${onDone}>${t("photo.next")}</button></div>
  `;
}

/** The board over its photograph, one space being asked about. */
function Spaces({ photo, corners, beach, letters, doubtful, current, board, onCurrent, onLetter }) {
  const spaces = spacesWithin(corners);
  const asked = spaces.find(({ space }) => space === current);
  const [[left, top], , [right, bottom]] = spaces[12].outline;
  const size = Math.hypot(right - left, bottom - top) / 3;
  return html`
    <div class="photo-frame">
      <svg class="photo" viewBox=${closeUp(corners)}>
        <${Image} photo=${photo} />
        <${Beach} corners=${corners} side=${beach} />
        ${spaces.map(({ space, outline, middle: [x, y] }) => {
          const letter = letters[space];
          const state = [space === current && "current", doubtful.has(space) && "doubtful"];
          return html`
            <g
              class=${["photo-space", ...state].filter(Boolean).join(" ")}
              role="button"
              aria-label=${[space, letter && kindName(letter), doubtful.has(space) && t("mark.review")].filter(Boolean).join(", ")}
              aria-pressed=${space === current}
              data-photo-space=${space}
              data-letter=${letter}
              onClick=${() => onCurrent(space)}
            >
              <polygon points=${points(outline)} />
              ${letter && html`<text x=${x} y=${y} font-size=${size}>${letter === "." ? "·" : letter}</text>`}
            </g>
          `;
        })}
      </svg>
    </div>
    <div class="answer">
      ${asked && html`<${Lens} photo=${photo} at=${asked.middle} />`}
      <div class="kinds" role="toolbar" aria-label=${current ?? ""}>
      ${kinds(board).map(
        (letter) => html`
        <button
          type="button"
          class="tool"
          aria-label=${kindName(letter)}
          title=${kindName(letter)}
          aria-pressed=${current !== null && letters[current] === letter}
          disabled=${current === null}
          onClick=${() => onLetter(letter)}
        ><${Tile} letter=${letter} /></button>
      `,
      )}
      </div>
    </div>
  `;
}

export function PhotoDialog({ table, board, onClose }) {
  const [photo, setPhoto] = useState(null);
  const [corners, setCorners] = useState(null);
  const [groups, setGroups] = useState(null);
  const [samples, setSamples] = useState({});
  const [result, setResult] = useState(null);
  const [current, setCurrent] = useState(null);
  const [reading, setReading] = useState(false);
  const [trouble, setTrouble] = useState(null);
  useEffect(() => () => photo && URL.revokeObjectURL(photo.url), [photo]);

  const busily = async (work) => {
    setReading(true);
    setTrouble(null);
    try {
      await work();
    } catch (refusal) {
      setTrouble(wordsFor(refusal));
    } finally {
      setReading(false);
    }
  };

  const nameSpaces = (alike) => {
    setGroups(alike);
    setSamples({});
    setCurrent(alike[0][0]);
  };

  const choose = (event) =>
    busily(async () => {
      const [file] = event.target.files;
      if (!file) return;
      const taken = await prepared(file);
      const found = await read({ photo: taken, board }).catch((refusal) => {
        if (findsNoBoard(refusal)) return null;
        throw refusal;
      });
      setPhoto(taken);
      setCorners(found?.corners ?? guessed(taken));
      if (found && !found.review_corners) nameSpaces(found.groups);
    });

  const settleCorners = () =>
    busily(async () => nameSpaces((await read({ photo, board, corners })).groups));

  /** The board as it lies in the photograph, read from the next of its sides. */
  const turn = () => {
    const turnedKeys = (letters) =>
      Object.fromEntries(
        Object.entries(letters).map(([one, letter]) => [turnedSpace(one), letter]),
      );
    setCorners(turnedCorners(corners));
    setCurrent(current && turnedSpace(current));
    setSamples(turnedKeys(samples));
    setGroups(groups?.map((group) => group.map(turnedSpace)) ?? null);
    if (result) {
      const doubtful = new Set([...result.doubtful].map(turnedSpace));
      setResult({ letters: turnedKeys(result.letters), doubtful });
    }
  };

  const readWith = (known) =>
    busily(async () => {
      const { spaces } = await read({ photo, board, corners, samples: known });
      const letters = Object.fromEntries(spaces.map(({ space, symbol }) => [space, symbol]));
      const doubtful = new Set(spaces.filter(({ review }) => review).map(({ space }) => space));
      setResult({ letters: { ...letters, ...known }, doubtful });
      setCurrent([...doubtful][0] ?? null);
    });

  const name = (letter) => {
    const known = { ...samples, [current]: letter };
    setSamples(known);
    const next = groups.find((group) => !group.some((space) => space in known));
    if (next) setCurrent(next[0]);
    else readWith(known);
  };

  const settle = (letter) => {
    const doubtful = new Set(result.doubtful);
    doubtful.delete(current);
    setResult({ letters: { ...result.letters, [current]: letter }, doubtful });
    setCurrent([...doubtful][0] ?? null);
  };

  const accept = () => {
    const { letters } = result;
    const rows = spacesWithin(corners)
      .map(({ space }) => letters[space])
      .join("")
      .match(/.{5}/g);
    dispatch({ type: "rows", board, rows });
    onClose();
  };

  const { beach } = table;
  const shown = { photo, corners, beach, board, current, onCurrent: setCurrent };
  const turner = html`
    <button type="button" onClick=${turn}><${Icon} name="again" />${t("photo.turn")}</button>
  `;
  const stage = () => {
    if (result) {
      const n = result.doubtful.size;
      return html`
        <p>${n === 0 ? t("photo.review.none") : t("photo.review", { n })}</p>
        <${Spaces} ...${shown} letters=${result.letters} doubtful=${result.doubtful} onLetter=${settle} />
        <div class="dialog-actions">
          ${turner}
          <button type="button" onClick=${() => setResult(null)}>${t("photo.back")}</button>
          <button type="button" class="main" onClick=${accept}>${t("photo.accept")}</button>
        </div>
      `;
    }
    if (groups) {
      const named = Object.keys(samples).length > 0;
      return html`
        <p>${t("photo.samples")}</p>
        <${Spaces} ...${shown} letters=${samples} doubtful=${new Set()} onLetter=${name} />
        <div class="dialog-actions">
          ${turner}
          <button type="button" onClick=${() => setGroups(null)}>${t("photo.edges")}</button>
          <button type="button" class="main" disabled=${!named} onClick=${() => readWith(samples)}>${t("photo.read")}</button>
        </div>
      `;
    }
    if (photo) {
      return html`<${Corners}
        photo=${photo}
        corners=${corners}
        beach=${beach}
        onMove=${setCorners}
        onDone=${settleCorners}
      />`;
    }
    return html`
      <p>${t("photo.how")}</p>
      <label class="choose-photo">
        <${Icon} name="camera" />${t("photo.choose")}
        <input type="file" accept="image/jpeg,image/png,image/webp,image/*" onChange=${choose} />
      </label>
    `;
  };

  return html`
    <${Dialog} title=${t("photo.title")} onClose=${onClose} wide>
      <div aria-busy=${reading} class=${reading ? "busy" : ""}>${stage()}</div>
      <p class="refusal" role="status">
        ${reading && t("photo.reading")}${trouble && html`<${Icon} name="warning" />${trouble}`}
      </p>
    </>
  `;
}
