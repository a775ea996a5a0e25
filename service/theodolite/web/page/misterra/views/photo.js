/**
 * From a photograph to the board: choose it, hear what is wrong with it, say where the beach is, name what is
 * asked about until nothing is. Naming a kind and settling a doubt are one and the same: a space is asked about,
 * one tap answers, and the next space is asked about by itself. The service says what to ask: what no name
 * explains yet, then what is in doubt.
 */

import { askWithForm, Refused, Unreachable } from "../../shell/api.js";
import { has, t } from "../../shell/i18n.js";
import { Dialog, Icon } from "../../shell/parts.js";
import { faultsOf } from "../../shell/sight.js";
import { dispatch, show, viewed } from "../../shell/store.js";
import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { LETTERS, SIDES } from "../model/board.js";
import { likelySamples } from "../model/likely.js";
import { sideOf, spacesWithin, turnedCorners, turnedSpace } from "../model/quad.js";
import { tileName } from "./board.js";
import { Tile } from "./tiles.js";

/** @typedef {import("../model/quad.js").Point} Point */
/** @typedef {import("../model/board.js").Side} Side */
/** @typedef {import("../model/reducer.js").BoardName} BoardName */
/** @typedef {Record<string, string>} Letters what lies on each space */
/** @typedef {{blob: Blob, canvas: HTMLCanvasElement, url: string, width: number, height: number}} Photo */
/** @typedef {{spaces: {space: string, symbol: string | null, review: boolean}[], corners: Point[], review_corners: boolean, ask: string[], groups: string[][]}} Reading */

const LONGEST_SIDE = 2000;
const QUALITY = 0.9;
/** Clockwise, as corners are told. @type {Side[]} */
const AROUND = ["top", "right", "bottom", "left"];

/** @param {BoardName} board */
const kinds = (board) =>
  board === "island"
    ? [...LETTERS, ...LETTERS.map((letter) => letter.toLowerCase()), "."]
    : [...LETTERS, "."];

/** Turns a file upright and down to a size that is sent quickly; nothing but pixels is left of it. @param {File} file @returns {Promise<Photo>} */
async function prepared(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (blob === null) throw new Error("no picture");
  const url = URL.createObjectURL(blob);
  return { blob, canvas, url, width: canvas.width, height: canvas.height };
}

/**
 * What the service reads with these corners and samples.
 *
 * @param {{photo: Photo, board: BoardName, corners?: Point[] | null, samples?: Letters}} question
 * @returns {Promise<Reading>}
 */
function read({ photo, board, corners, samples = {} }) {
  const form = new FormData();
  const named = Object.entries(samples).map(([space, symbol]) => ({ space, symbol }));
  form.append("photo", photo.blob, "board.jpg");
  form.append("board", board === "island" ? "island" : "parchment");
  if (corners) form.append("corners", JSON.stringify(corners));
  if (named.length > 0) form.append("samples", JSON.stringify(named));
  return askWithForm("misterra/photos", form);
}

/** No board in sight: the person shows where it is. @param {unknown} refusal */
const findsNoBoard = (refusal) =>
  refusal instanceof Refused && refusal.errors.some(({ pointer }) => pointer === "/corners");

/** Corners to begin with where the board was not found. @param {Photo} photo @returns {Point[]} */
function guessed({ width, height }) {
  const [left, top, right, bottom] = [0.15 * width, 0.15 * height, 0.85 * width, 0.85 * height];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** @param {Point[]} outline */
const points = (outline) => outline.map((point) => point.join(",")).join(" ");

/** @param {unknown} trouble */
function wordsFor(trouble) {
  if (trouble instanceof Unreachable) return t("offline");
  if (trouble instanceof Refused) {
    const key = `problem.status_${trouble.problem.status}`;
    return has(key) ? t(key) : t("photo.failed");
  }
  return t("photo.failed");
}

/** @param {{photo: Photo}} props */
const Image = ({ photo }) =>
  html`<image href=${photo.url} width=${photo.width} height=${photo.height} />`;
/** @param {Photo} photo */
const frame = (photo) => `0 0 ${photo.width} ${photo.height}`;

/** The part of the photograph in which the board lies, with some table around it. @param {Point[]} corners */
function closeUp(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const room = Math.max(width, height) / 12;
  return `${left - room} ${top - room} ${width + 2 * room} ${height + 2 * room}`;
}

/** What lies under a point, enlarged. @param {{photo: Photo, at: Point, aside?: boolean}} props */
const Lens = ({ photo, at: [x, y], aside = false }) => {
  const reach = Math.max(photo.width, photo.height) / 16;
  return html`
    <svg class=${aside ? "lens right" : "lens"} viewBox=${`${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      <${Image} photo=${photo} />
      <path d=${`M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`} />
    </svg>
  `;
};

/** The side that is taken for the beach, drawn as sand. @param {{corners: Point[], side: Side}} props */
const Beach = ({ corners, side }) =>
  html`<polyline class="beach-side" points=${points(sideOf(corners, side))} />`;

/** @param {{photo: Photo, corners: Point[], onMove: (corners: Point[]) => void, onDone: () => void}} props */
function Corners({ photo, corners, onMove, onDone }) {
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
    <div class="dialog-actions"><button type="button" class="main" onClick=${onDone}>${t("photo.next")}</button></div>
  `;
}

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The board over its photograph, one space being asked about.
 *
 * @param {object} props
 * @param {Photo} props.photo
 * @param {Point[]} props.corners
 * @param {Side} props.beach
 * @param {Letters} props.letters
 * @param {Set<string>} props.doubtful
 * @param {string | null} props.current
 * @param {BoardName} props.board
 * @param {(space: string) => void} props.onCurrent
 * @param {(letter: string) => void} props.onLetter
 */
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
              aria-label=${[space, letter && tileName(letter), doubtful.has(space) && t("mark.review")].filter(Boolean).join(", ")}
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
          aria-label=${tileName(letter)}
          title=${tileName(letter)}
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

/** @param {BoardName} board */
const stationOf = (board) => (board === "island" ? "island" : `parchment-${board}`);

/** @type {(table: import("../model/table.js").Table, board: BoardName) => string} */
function stationAfter({ players }, board) {
  const next = board === "island" ? 0 : board + 1;
  return next < players.length ? stationOf(next) : "cards";
}

/** What is wrong with a photograph, in words, and another try. @param {{photo: Photo, faults: string[], onRetake: (event: any) => void, onGoOn: () => void}} props */
const Faults = ({ photo, faults, onRetake, onGoOn }) => html`
  <ul class="troubles">
    ${faults.map((fault) => html`<li data-fault=${fault}><${Icon} name="warning" />${t(`photo.fault.${fault}`)}</li>`)}
  </ul>
  <img class="photo" src=${photo.url} alt="" />
  <div class="dialog-actions">
    <button type="button" onClick=${onGoOn}>${t(faults.includes("no_board") ? "photo.show_board" : "photo.go_on")}</button>
    <${FileChoice} text=${t("photo.retake")} onChoose=${onRetake} />
  </div>
`;

/**
 * A photograph is chosen or taken; at once, where the tap that led here still allows that.
 *
 * @param {{text: string, atOnce?: boolean, onChoose: (event: any) => void}} props
 */
function FileChoice({ text, atOnce = false, onChoose }) {
  const input = useRef(/** @type {any} */ (null));
  useEffect(() => {
    if (atOnce && navigator.userActivation?.isActive) input.current.click();
  }, []);
  return html`
    <label class="choose-photo">
      <${Icon} name="camera" />${text}
      <input ref=${input} type="file" accept="image/jpeg,image/png,image/webp,image/*" onChange=${onChoose} />
    </label>
  `;
}

/** On which side of the picture the beach lies. @param {{photo: Photo, corners: Point[], onChoose: (side: Side) => void}} props */
const BeachQuestion = ({ photo, corners, onChoose }) => html`
  <p>${t("photo.beach")}</p>
  <div class="photo-frame sides">
    <svg class="photo" viewBox=${closeUp(corners)}>
      <${Image} photo=${photo} />
      <polygon class="quad" points=${points(corners)} />
    </svg>
    ${SIDES.map(
      (side) => html`
      <button type="button" class=${`side-${side}`} aria-label=${t(`beach.${side}`)} onClick=${() => onChoose(side)}>
        <span class=${`shore-mark ${side}`}></span>
      </button>
    `,
    )}
  </div>
`;

/** @param {{table: import("../model/table.js").Table, board: BoardName, onClose: () => void}} props */
export function PhotoDialog({ table, board, onClose }) {
  const [photo, setPhoto] = useState(/** @type {Photo | null} */ (null));
  const [faults, setFaults] = useState(/** @type {string[]} */ ([]));
  const [corners, setCorners] = useState(/** @type {Point[] | null} */ (null));
  const [sure, setSure] = useState(false);
  const [side, setSide] = useState(/** @type {Side | null} */ (viewed().photoSide ?? null));
  const [asking, setAsking] = useState(/** @type {string[] | null} */ (null));
  const [samples, setSamples] = useState(/** @type {Letters} */ ({}));
  const [result, setResult] = useState(
    /** @type {{letters: Letters, doubtful: Set<string>} | null} */ (null),
  );
  const [current, setCurrent] = useState(/** @type {string | null} */ (null));
  const [reading, setReading] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {string | null} */ (null));
  useEffect(() => () => photo && URL.revokeObjectURL(photo.url), [photo]);

  /** @param {() => Promise<void>} work */
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

  /** @type {(known: Letters, read: Reading) => void} */
  const showReading = (known, { spaces, ask }) => {
    /** @type {Letters} */
    const letters = { ...known };
    for (const { space, symbol } of spaces) if (symbol) letters[space] ??= symbol;
    const doubtful = new Set(spaces.filter(({ review }) => review).map(({ space }) => space));
    setSamples(known);
    setAsking(ask);
    setResult(Object.keys(known).length > 0 ? { letters, doubtful } : null);
    setCurrent(ask[0] ?? null);
  };

  /** @type {(taken: Photo, at: Point[], known: Letters) => Promise<void>} */
  const readWith = async (taken, at, known) =>
    showReading(known, await read({ photo: taken, board, corners: at, samples: known }));

  /** Reads the board from the side on which its beach lies. @type {(taken: Photo, found: Point[], beach: Side) => Promise<void>} */
  const readTowards = async (taken, found, beach) => {
    const turns = (AROUND.indexOf(beach) - AROUND.indexOf(table.beach) + 4) % 4;
    let at = found;
    for (let turn = 0; turn < turns; turn += 1) at = turnedCorners(at);
    setCorners(at);
    const first = await read({ photo: taken, board, corners: at });
    // A parchment is meant to be like the island: what that tells need not be named.
    const likely = board === "island" ? {} : likelySamples(first.groups, table.island);
    if (Object.keys(likely).length > 0) await readWith(taken, at, likely);
    else showReading({}, first);
  };

  /** @type {(taken: Photo, found: Point[]) => Promise<void>} */
  const goOn = async (taken, found) => {
    setSure(true);
    if (side) await readTowards(taken, found, side);
  };

  /** @param {any} event */
  const choose = (event) =>
    busily(async () => {
      const [file] = event.target.files;
      if (!file) return;
      const taken = await prepared(file);
      const found = await read({ photo: taken, board }).catch((refusal) => {
        if (findsNoBoard(refusal)) return null;
        throw refusal;
      });
      const seen = found?.corners ?? guessed(taken);
      const wrong = faultsOf(taken.canvas, found?.review_corners === false ? found.corners : null);
      setPhoto(taken);
      setCorners(seen);
      setFaults(wrong);
      setSure(false);
      if (found && !found.review_corners && wrong.length === 0) await goOn(taken, seen);
    });

  /** @param {Side} beach */
  const answerSide = (beach) => {
    setSide(beach);
    show({ photoSide: beach });
    busily(async () => {
      if (photo && corners) await readTowards(photo, corners, beach);
    });
  };

  /** The board as it lies in the photograph, read from the next of its sides. */
  const turn = () => {
    /** @param {Letters} letters */
    const turnedKeys = (letters) =>
      Object.fromEntries(
        Object.entries(letters).map(([one, letter]) => [turnedSpace(one), letter]),
      );
    setCorners(corners && turnedCorners(corners));
    setCurrent(current && turnedSpace(current));
    setSamples(turnedKeys(samples));
    setAsking(asking?.map(turnedSpace) ?? null);
    if (result) {
      const doubtful = new Set([...result.doubtful].map(turnedSpace));
      setResult({ letters: turnedKeys(result.letters), doubtful });
    }
  };

  /** @param {string} letter */
  const name = (letter) => {
    if (!photo || !corners || !asking || !current) return;
    const known = { ...samples, [current]: letter };
    const rest = asking.filter((space) => space !== current);
    setSamples(known);
    setAsking(rest);
    if (result) {
      const doubtful = new Set(result.doubtful);
      doubtful.delete(current);
      setResult({ letters: { ...result.letters, [current]: letter }, doubtful });
    }
    setCurrent(rest[0] ?? null);
    // What was asked about is read with; what was put right afterwards is put right.
    if (asking.includes(current) && rest.length === 0) {
      busily(() => readWith(photo, corners, known));
    }
  };

  const accept = () => {
    if (!result || !corners) return;
    const { letters } = result;
    const rows =
      spacesWithin(corners)
        .map(({ space }) => letters[space])
        .join("")
        .match(/.{5}/g) ?? [];
    dispatch({ type: "rows", board, rows });
    // The way goes on by itself from a board that has been read.
    if (viewed().station === stationOf(board)) show({ station: stationAfter(table, board) });
    onClose();
  };

  const turner = html`
    <button type="button" onClick=${turn}><${Icon} name="again" />${t("photo.turn")}</button>
  `;
  const stage = () => {
    if (!photo || !corners) {
      return html`
        <p>${t("photo.how")}</p>
        <${FileChoice} text=${t("photo.choose")} atOnce onChoose=${choose} />
      `;
    }
    const shown = { photo, corners, beach: table.beach, board, current, onCurrent: setCurrent };
    if (result) {
      const n = result.doubtful.size;
      return html`
        <p>${n === 0 ? t("photo.review.none") : t("photo.review", { n })}</p>
        <${Spaces} ...${shown} letters=${result.letters} doubtful=${result.doubtful} onLetter=${name} />
        <div class="dialog-actions">
          ${turner}
          <button
            type="button"
            onClick=${() => {
              setResult(null);
              setSamples({});
              busily(() => readWith(photo, corners, {}));
            }}
          >${t("photo.back")}</button>
          <button type="button" class="main" onClick=${accept}>${t("photo.accept")}</button>
        </div>
      `;
    }
    if (faults.length > 0) {
      return html`<${Faults} photo=${photo} faults=${faults} onRetake=${choose} onGoOn=${() => setFaults([])} />`;
    }
    if (asking) {
      const named = Object.keys(samples).length > 0;
      return html`
        <p>${t("photo.samples")}</p>
        <${Spaces} ...${shown} letters=${samples} doubtful=${new Set()} onLetter=${name} />
        <div class="dialog-actions">
          ${turner}
          <button
            type="button"
            onClick=${() => {
              setAsking(null);
              setSure(false);
            }}
          >${t("photo.edges")}</button>
          <button
            type="button"
            class="main"
            disabled=${!named}
            onClick=${() => busily(() => readWith(photo, corners, samples))}
          >${t("photo.read")}</button>
        </div>
      `;
    }
    if (sure) {
      return side
        ? null
        : html`<${BeachQuestion} photo=${photo} corners=${corners} onChoose=${answerSide} />`;
    }
    return html`<${Corners}
      photo=${photo}
      corners=${corners}
      onMove=${setCorners}
      onDone=${() => busily(() => goOn(photo, corners))}
    />`;
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
