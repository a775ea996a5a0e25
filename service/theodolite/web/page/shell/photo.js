/**
 * From a photograph to the board: choose it, hear what is wrong with it, say how it lies where that must be
 * asked, name what is asked about until nothing is. Naming a kind and settling a doubt are one and the same: a
 * space is asked about, one tap answers, and the next space is asked about by itself. The service says what to
 * ask: what no name explains yet, then what is in doubt. What may lie on a space is the game's to say.
 */

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { askWithForm, Refused, Unreachable } from "./api.js";
import { has, t } from "./i18n.js";
import { Dialog, Icon, Segments } from "./parts.js";
import { isSquare, sideOf, spacesWithin, turnedCorners, turnedSpace } from "./quad.js";
import { faultsOf } from "./sight.js";
import { opened, show, viewed } from "./store.js";

/** @typedef {import("./quad.js").Point} Point */
/** @typedef {"left" | "right" | "top" | "bottom"} Side */
/** @typedef {Record<string, string>} Letters what lies on each space: a letter of each layer */
/** @typedef {{blob: Blob, canvas: HTMLCanvasElement, url: string, width: number, height: number}} Photo */
/** @typedef {{spaces: ({space: string, review: boolean} & Record<string, any>)[], corners: Point[], review_corners: boolean, ask: string[], groups?: string[][]}} Reading */
/** @typedef {{letter: string, name: string, face: any}} Kind what may lie on a space */
/** @typedef {{name: string, title: string, kinds: Kind[]}} Layer what lies upon what, as samples name it */
/** @typedef {{side: Side, question: string, sides: Record<Side, string>}} Shore on which side of the rows something lies, and how it is asked where it lies in the picture */
/**
 * Another thing that it may be of, how that is asked, and both answers; `greater` if what is meant is found in it, too.
 *
 * @typedef {{words: string, accept: string, keep: string, greater?: boolean, subject: Subject, choose: () => void}} Other
 */
/**
 * What a photograph is of, as a game tells it.
 *
 * @typedef {object} Subject
 * @property {string} question such as "game/photos"
 * @property {Record<string, string>} parts of the form that say what is on it
 * @property {number} columns
 * @property {string[]} spaces row by row
 * @property {Layer[]} layers of what lies on a space, the lowest first; "." is nothing
 * @property {string} [how] to take it
 * @property {string} [samples] what to name
 * @property {string} [accept] what the last button says
 * @property {ReadonlySet<string>} [printed] spaces on which nothing can lie
 * @property {Shore} [shore]
 * @property {Other[]} [others] of which one may have been meant
 * @property {(groups: string[][]) => Letters} [likely] what need not be named
 * @property {(rows: string[][]) => void} lay takes over the rows of each layer
 */

const LONGEST_SIDE = 2000;
const QUALITY = 0.9;
/** Clockwise, as corners are told. @type {Side[]} */
const AROUND = ["top", "right", "bottom", "left"];

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
 * @param {{photo: Photo, subject: Subject, corners?: Point[] | null, samples?: Letters}} question
 * @returns {Promise<Reading>}
 */
function read({ photo, subject, corners, samples = {} }) {
  const form = new FormData();
  const named = Object.entries(samples).map(([space, letters]) => ({
    space,
    ...Object.fromEntries(subject.layers.map(({ name }, layer) => [name, letters[layer]])),
  }));
  form.append("photo", photo.blob, "board.jpg");
  for (const [part, words] of Object.entries(subject.parts)) form.append(part, words);
  if (corners) form.append("corners", JSON.stringify(corners));
  if (named.length > 0) form.append("samples", JSON.stringify(named));
  return askWithForm(subject.question, form);
}

/** What is read where a board was found; null if none was in sight: the person shows where it is. @param {Parameters<typeof read>[0]} question */
const readIfFound = (question) =>
  read(question).catch((refusal) => {
    const unseen =
      refusal instanceof Refused && refusal.errors.some(({ pointer }) => pointer === "/corners");
    if (unseen) return null;
    throw refusal;
  });

/** What a photograph rather is of, as a board lies in it without a doubt, and how it is read then. @type {(photo: Photo, found: Reading | null, others: Other[]) => Promise<{other: Other, reading: Reading} | null>} */
async function meantBy(photo, found, others) {
  const doubtful = found?.review_corners ?? true;
  for (const other of others.filter(({ greater }) => doubtful || greater)) {
    const reading = await readIfFound({ photo, subject: other.subject });
    if (reading?.review_corners === false) return { other, reading };
  }
  return null;
}

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
    const key = `photo.status.${trouble.problem.status}`;
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

/** What lies under a point, enlarged, no further than so many pixels away. @param {{photo: Photo, at: Point, aside?: boolean, most?: number}} props */
const Lens = ({ photo, at: [x, y], aside = false, most = Number.POSITIVE_INFINITY }) => {
  const reach = Math.min(Math.max(photo.width, photo.height) / 16, most);
  return html`
    <svg class=${aside ? "lens right" : "lens"} viewBox=${`${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      <${Image} photo=${photo} />
      <path d=${`M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`} />
    </svg>
  `;
};

/** The corners, to be dragged or found right; where they are in doubt, another photograph may do. @param {{photo: Photo, corners: Point[], doubtful: boolean, onMove: (corners: Point[]) => void, onDone: () => void, onRetake: (event: any) => void}} props */
function Corners({ photo, corners, doubtful, onMove, onDone, onRetake }) {
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

/** What lies on a space in words. @type {(subject: Subject, letters: string | undefined) => string[]} */
const wordsOn = ({ layers }, letters) =>
  layers.flatMap(({ kinds }, layer) => {
    const kind = kinds.find(({ letter }) => letter === letters?.[layer]);
    return kind && (layer === 0 || kind.letter !== ".") ? [kind.name] : [];
  });

/** The same as it is written on the photograph. @param {string} letters */
const writtenOn = (letters) => letters.replace(/\.+$/, "") || "·";

/** The kinds that nobody has named, of all layers. @type {(subject: Subject, samples: Letters) => Kind[]} */
const unnamed = ({ layers }, samples) =>
  layers.flatMap(({ kinds }, layer) => {
    const named = new Set(Object.values(samples).map((letters) => letters[layer]));
    return kinds.filter(({ letter }) => !named.has(letter));
  });

/**
 * What may lie on the space asked about. It is answered with the uppermost layer, what lies below being chosen
 * or read already; where nothing lies below there is nothing above.
 *
 * @param {{subject: Subject, current: string | null, letters: Letters, onName: (letters: string) => void}} props
 */
function Kinds({ subject: { layers }, current, letters, onName }) {
  const [half, setHalf] = useState(/** @type {Record<number, string>} */ ({}));
  const known = current === null ? undefined : letters[current];
  /** @type {(layer: number, letter: string) => void} */
  const choose = (layer, letter) => {
    const chosen = { ...half, [layer]: letter };
    const top = layers.length - 1;
    const whole = layers.map((_, at) =>
      chosen[0] === "." ? "." : (chosen[at] ?? (top in chosen ? known?.[at] : undefined)),
    );
    if (whole.some((one) => one === undefined)) setHalf(chosen);
    else onName(whole.join(""));
  };
  return html`
    <div class="layers">
      ${layers.map(
        ({ title, kinds }, layer) => html`
        <div class="kinds" role="toolbar" aria-label=${[current, title].filter(Boolean).join(", ")}>
          ${kinds.map(
            ({ letter, name, face }) => html`
            <button
              key=${letter}
              type="button"
              class="tool"
              aria-label=${name}
              title=${name}
              aria-pressed=${current !== null && (half[layer] ?? known?.[layer]) === letter}
              disabled=${current === null}
              onClick=${() => choose(layer, letter)}
            >${face}</button>
          `,
          )}
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
 * @param {string | null} props.current
 * @param {(space: string) => void} props.onCurrent
 * @param {(letters: string) => void} props.onName
 */
function Spaces({ photo, subject, corners, letters, doubtful, current, onCurrent, onName }) {
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
    <div class="answer">
      ${asked && html`<${Lens} photo=${photo} at=${asked.middle} most=${across / 2} />`}
      <${Kinds} key=${current} subject=${subject} current=${current} letters=${letters} onName=${onName} />
    </div>
  `;
}

/** What is wrong with a photograph, in words. @param {{faults: string[]}} props */
const Troubles = ({ faults }) => html`
  <ul class="troubles">
    ${faults.map((fault) => html`<li data-fault=${fault}><${Icon} name="warning" />${t(`photo.fault.${fault}`)}</li>`)}
  </ul>
`;

/** What is wrong with a photograph, and another try. @param {{photo: Photo, faults: string[], onRetake: (event: any) => void, onGoOn: () => void}} props */
const Faults = ({ photo, faults, onRetake, onGoOn }) => html`
  <${Troubles} faults=${faults} />
  <img class="photo" src=${photo.url} alt="" />
  <div class="dialog-actions">
    <button type="button" onClick=${onGoOn}>${t(faults.includes("no_board") ? "photo.show_board" : "photo.go_on")}</button>
    <${FileChoice} text=${t("photo.retake")} onChoose=${onRetake} />
  </div>
`;

/** Whether a photograph is of something else than what was meant. @param {{photo: Photo, other: Other, onAccept: () => void, onKeep: () => void}} props */
const Instead = ({ photo, other, onAccept, onKeep }) => html`
  <p>${other.words}</p>
  <img class="photo" src=${photo.url} alt="" />
  <div class="dialog-actions">
    <button type="button" onClick=${onKeep}>${other.keep}</button>
    <button type="button" class="main" onClick=${onAccept}>${other.accept}</button>
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

/** What was read, of which nothing is kept. @param {{rows: string[][]}} props */
const ReadOnly = ({ rows }) => html`
  <p class="hint">${t("photo.read_only")}</p>
  <pre class="read-rows">${rows.map((layer) => layer.join("\n")).join("\n\n")}</pre>
`;

/** On which side of the picture the shore lies. @param {{photo: Photo, corners: Point[], shore: Shore, onChoose: (side: Side) => void}} props */
const ShoreQuestion = ({ photo, corners, shore, onChoose }) => html`
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

/** A photograph of what the open game says, or one that is only looked at. @param {{table: any, board?: any, trial?: boolean, onClose: () => void}} props */
export function PhotoDialog({ table, board, trial = false, onClose }) {
  const [at, setAt] = useState(0);
  const { photographs } = opened();
  if (!photographs) return null;
  if (!trial) {
    return html`<${Photograph} subject=${photographs.of(table, board)} onClose=${onClose} />`;
  }
  const trials = photographs.trials(setAt);
  const choice = html`<${Segments}
    label=${t("photo.what")}
    options=${trials.map(({ title }, value) => ({ value, text: title }))}
    value=${at}
    onChoose=${setAt}
  />`;
  return html`<${Photograph} subject=${trials[at].subject} choice=${choice} onClose=${onClose} />`;
}

/** @param {{subject: Subject, choice?: any, onClose: () => void}} props where there is a choice of what it is of, nothing is taken over */
function Photograph({ subject, choice, onClose }) {
  const [photo, setPhoto] = useState(/** @type {Photo | null} */ (null));
  const [faults, setFaults] = useState(/** @type {string[]} */ ([]));
  const [instead, setInstead] = useState(/** @type {Awaited<ReturnType<typeof meantBy>>} */ (null));
  const [corners, setCorners] = useState(/** @type {Point[] | null} */ (null));
  const [sure, setSure] = useState(false);
  const [side, setSide] = useState(/** @type {Side | null} */ (viewed().photoSide ?? null));
  const { shore } = subject;
  const latest = useRef(0);
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
    for (const one of spaces) {
      const told = subject.layers.map(({ name }) => one[name]);
      if (!told.includes(null)) letters[one.space] ??= told.join("");
    }
    const doubtful = new Set(spaces.filter(({ review }) => review).map(({ space }) => space));
    setSamples(known);
    setAsking(ask);
    setResult(Object.keys(known).length > 0 ? { letters, doubtful } : null);
    setCurrent(ask[0] ?? null);
  };

  /** @type {(taken: Photo, at: Point[], known: Letters, guess?: Subject["likely"]) => Promise<void>} */
  const readWith = async (taken, at, known, guess) => {
    latest.current += 1;
    const mine = latest.current;
    const reading = await read({ photo: taken, subject, corners: at, samples: known });
    // Whoever has turned the board or named more since is not shown what was read before.
    if (mine !== latest.current) return;
    const likely = guess?.(reading.groups ?? []) ?? {};
    if (Object.keys(likely).length > 0) await readWith(taken, at, likely);
    else showReading(known, reading);
  };

  /** Reads the board from the side on which its shore lies in the picture. @type {(taken: Photo, found: Point[], lies: Side | null) => Promise<void>} */
  const readTowards = async (taken, found, lies) => {
    const turns = shore && lies ? (AROUND.indexOf(lies) - AROUND.indexOf(shore.side) + 4) % 4 : 0;
    let corners = found;
    for (let turn = 0; turn < turns; turn += 1) corners = turnedCorners(corners);
    setCorners(corners);
    await readWith(taken, corners, {}, subject.likely);
  };

  /** @type {(taken: Photo, found: Point[]) => Promise<void>} */
  const goOn = async (taken, found) => {
    setSure(true);
    if (side || !shore) await readTowards(taken, found, side);
  };

  /** @param {any} event */
  const choose = (event) =>
    busily(async () => {
      const [file] = event.target.files;
      if (!file) return;
      const taken = await prepared(file);
      const found = await readIfFound({ photo: taken, subject });
      const seen = found?.corners ?? guessed(taken);
      const meant = await meantBy(taken, found, subject.others ?? []);
      const wrong = faultsOf(taken.canvas, found?.review_corners === false ? found.corners : null);
      setPhoto(taken);
      setCorners(seen);
      setFaults(wrong);
      setInstead(meant);
      setSure(false);
      if (!meant && found && wrong.length === 0) await goOn(taken, seen);
    });

  /** @type {(meant: NonNullable<typeof instead>) => void} */
  const acceptInstead = ({ other, reading }) => {
    other.choose();
    setInstead(null);
    setFaults(faults.filter((fault) => fault !== "no_board"));
    setCorners(reading.corners);
    setSure(true);
    showReading({}, reading);
  };

  /** @param {Side} lies */
  const answerSide = (lies) => {
    setSide(lies);
    show({ photoSide: lies });
    busily(async () => {
      if (photo && corners) await readTowards(photo, corners, lies);
    });
  };

  /** The board as it lies in the photograph, read from the next side that may be its upper one. */
  const turn = () => {
    if (!photo || !corners) return;
    const turned = isSquare(subject)
      ? turnedCorners(corners)
      : turnedCorners(turnedCorners(corners));
    const known = Object.fromEntries(
      Object.entries(samples)
        .map(([space, letters]) => [turnedSpace(subject, space), letters])
        .filter(([space]) => !subject.printed?.has(space)),
    );
    setCorners(turned);
    busily(() => readWith(photo, turned, known));
  };

  /** @param {string} letters */
  const name = (letters) => {
    if (!photo || !corners || !asking || !current) return;
    const known = { ...samples, [current]: letters };
    const rest = asking.filter((space) => space !== current);
    setSamples(known);
    setAsking(rest);
    if (result) {
      const doubtful = new Set(result.doubtful);
      doubtful.delete(current);
      setResult({ letters: { ...result.letters, [current]: letters }, doubtful });
    }
    setCurrent(rest[0] ?? null);
    const isNew = unnamed(subject, known).length < unnamed(subject, samples).length;
    // What was asked about is read with, and a kind not named before; what else is put right is put right.
    if (rest.length === 0 && (asking.includes(current) || isNew)) {
      busily(() => readWith(photo, corners, known));
    }
  };

  /** The rows of each layer, as they were read and put right. @param {Letters} letters */
  const rowsOf = (letters) =>
    subject.layers.map((_, layer) =>
      Array.from({ length: subject.spaces.length / subject.columns }, (_, row) =>
        subject.spaces
          .slice(row * subject.columns, (row + 1) * subject.columns)
          .map((space) => letters[space]?.[layer] ?? ".")
          .join(""),
      ),
    );

  const accept = () => {
    if (!result) return;
    subject.lay(rowsOf(result.letters));
    onClose();
  };

  const again = () => {
    setPhoto(null);
    setCorners(null);
    setAsking(null);
    setSamples({});
    setResult(null);
    setTrouble(null);
  };

  const turner = html`
    <button type="button" onClick=${turn}><${Icon} name="again" />${t("photo.turn")}</button>
  `;
  const stage = () => {
    if (!photo || !corners) {
      return html`
        ${choice}
        <p>${subject.how ?? t("photo.how")}</p>
        <${FileChoice} text=${t("photo.choose")} atOnce onChoose=${choose} />
      `;
    }
    const shown = { photo, subject, corners, current, onCurrent: setCurrent, onName: name };
    if (result) {
      const n = result.doubtful.size;
      const left = unnamed(subject, samples).map(({ name }) => name);
      return html`
        <p>${n === 0 ? t("photo.review.none") : t("photo.review", { n })}</p>
        ${asking?.length === 0 && left.length > 0 && html`<p class="unnamed">${t("photo.unnamed", { kinds: left.join(" · ") })}</p>`}
        <${Spaces} ...${shown} letters=${result.letters} doubtful=${result.doubtful} />
        ${choice && html`<${ReadOnly} rows=${rowsOf(result.letters)} />`}
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
          ${
            choice
              ? html`<button type="button" class="main" onClick=${again}>${t("photo.another")}</button>`
              : html`<button type="button" class="main" onClick=${accept}>${subject.accept ?? t("photo.accept")}</button>`
          }
        </div>
      `;
    }
    if (instead) {
      return html`<${Instead}
        photo=${photo}
        other=${instead.other}
        onAccept=${() => acceptInstead(instead)}
        onKeep=${() => {
          setInstead(null);
          if (faults.length === 0) busily(() => goOn(photo, corners));
        }}
      />`;
    }
    if (faults.some((fault) => fault !== "no_board")) {
      return html`<${Faults} photo=${photo} faults=${faults} onRetake=${choose} onGoOn=${() => setFaults([])} />`;
    }
    if (asking) {
      const named = Object.keys(samples).length > 0;
      return html`
        <p>${subject.samples ?? t("photo.samples")}</p>
        <${Spaces} ...${shown} letters=${samples} doubtful=${new Set()} />
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
      return side || !shore
        ? null
        : html`<${ShoreQuestion} photo=${photo} corners=${corners} shore=${shore} onChoose=${answerSide} />`;
    }
    return html`<${Corners}
      photo=${photo}
      corners=${corners}
      doubtful=${faults.length > 0}
      onMove=${setCorners}
      onDone=${() => {
        setFaults([]);
        busily(() => goOn(photo, corners));
      }}
      onRetake=${choose}
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
