/**
 * From a photograph to the board: choose it, hear what is wrong with it, say how it lies where that must be
 * asked, name what is asked about until nothing is. Naming a kind and settling a doubt are one and the same: a
 * space is asked about, one tap answers, and the next space is asked about by itself. The service says what to
 * ask: what no name explains yet, then what is in doubt. What may lie on a space is the game's to say.
 */

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Dialog, Icon, Segments } from "./parts.js";
import { AROUND, Corners, guessed, ShoreQuestion } from "./photo/corners.js";
import { Faults, FileChoice, Instead, ReadOnly } from "./photo/faults.js";
import { isSquare, turnedCorners, turnedSpace } from "./photo/quad.js";
import { meantBy, prepared, read, readIfFound, wordsFor } from "./photo/reading.js";
import { faultsOf } from "./photo/sight.js";
import { Spaces, unnamed } from "./photo/spaces.js";
import { opened, show, viewed } from "./store.js";

/** @typedef {import("./photo/quad.js").Point} Point */
/** @typedef {import("./photo/reading.js").Photo} Photo */
/** @typedef {import("./photo/reading.js").Letters} Letters */
/** @typedef {import("./photo/reading.js").Reading} Reading */
/** @typedef {import("./photo/reading.js").Side} Side */
/** @typedef {import("./photo/reading.js").Subject} Subject */

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
  /** @type {Blob | undefined} */
  const shared = viewed().photo;
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

  /** @param {Blob | undefined} file */
  const take = (file) =>
    busily(async () => {
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
  /** @param {any} event */
  const choose = (event) => take(event.target.files[0]);
  const chooseShared = () => {
    take(shared);
    show({ photo: undefined });
  };

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
        ${shared && html`<button type="button" class="main" onClick=${chooseShared}>${t("photo.shared")}</button>`}
        <${FileChoice} text=${t("photo.choose")} atOnce=${!shared} onChoose=${choose} />
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
