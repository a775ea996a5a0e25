/**
 * From a photograph to the board: choose it, hear what is wrong with it, say how it lies where that must be
 * asked, name what is asked about until nothing is. Naming a kind and settling a doubt are one and the same: a
 * space is asked about, one tap answers, and the next space is asked about by itself. The service says what to
 * ask: what no name explains yet, then what is in doubt; of a copy that is known, only the latter.
 * The game says which contents a space may have.
 */

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "./i18n.js";
import { Dialog, Icon, Segments } from "./parts.js";
import { AROUND, Boards, Corners, guessed, ShoreQuestion } from "./photo/corners.js";
import { Faults, FileChoice, Instead } from "./photo/faults.js";
import { Copy, keepLooks, knownLooks } from "./photo/looks.js";
import { isSquare, turnedCorners, turnedSpace } from "./photo/quad.js";
import {
  boardsBeside,
  isOfTiles,
  meantBy,
  PLAIN,
  prepared,
  read,
  readIfFound,
  wordsFor,
} from "./photo/reading.js";
import { faultsOf } from "./photo/sight.js";
import { Spaces, unnamed } from "./photo/spaces.js";
import { opened, show, startGame, stepBack, viewed } from "./store.js";

/** @typedef {import("./photo/looks.js").Looks} Looks */
/** @typedef {import("./photo/quad.js").Point} Point */
/** @typedef {import("./photo/reading.js").FoundBoard} FoundBoard */
/** @typedef {import("./photo/reading.js").Photo} Photo */
/** @typedef {{photo: Photo, boards: FoundBoard[]}} Left a photograph, and the boards in it that nobody has read */
/** @typedef {import("./photo/reading.js").Letters} Letters */
/** @typedef {import("./photo/reading.js").Reading} Reading */
/** @typedef {import("./photo/reading.js").Side} Side */
/** @typedef {import("./photo/reading.js").Subject} Subject */

/** @typedef {{letters: Letters, doubtful: Set<string>, likely: Record<string, string[]>, isWhole: boolean, looks: Looks | null, fit: Reading["looks_fit"], known: Letters}} Result what was read or named, what is in doubt, what it most likely is, and what was named before */

/** @type {(subject: Subject, known: Letters, reading: Reading) => Result} */
function resultOf({ layers, spaces }, known, { spaces: read, looks, looks_fit: fit }) {
  /** @type {Letters} */
  const letters = { ...known };
  /** @type {Record<string, string[]>} */
  const likely = {};
  for (const one of read) {
    const named = layers.map(({ name }) => one[name]);
    if (named.includes(null)) continue;
    letters[one.space] ??= named.join("");
    likely[one.space] = [named.join(""), one.runner_up].filter(Boolean);
  }
  const doubtful = new Set(read.filter(({ review }) => review).map(({ space }) => space));
  const isWhole = Object.keys(letters).length === spaces.length;
  return { letters, doubtful, likely, isWhole, looks, fit, known };
}

/** Remembers what was named: what it teaches of this copy or hand. @type {(subject: Subject, known: Letters, found: Pick<Reading, "looks" | "looks_fit">) => void} */
function learn(subject, known, { looks, looks_fit: fit }) {
  const isTaught = looks !== null && fit !== "poor" && Object.keys(known).length > 0;
  if (subject.copy && isTaught) keepLooks(subject, looks);
}

/**
 * The subject of a photograph that is taken before a game is begun: laid in the open game where the board is bare there,
 * else in a new one for the same players.
 *
 * @type {(table: any, offer: import("./store.js").Offered, choose: (board: any) => void) => Subject}
 */
function subjectFirst(table, { board, station }, choose) {
  const { photographs, newTable, names } = opened();
  const { of } = /** @type {NonNullable<typeof photographs>} */ (photographs);
  const { bare } = of(table, board);
  const base = bare ? table : newTable(names(table), table);
  const subject = of(base, board, choose);
  return {
    ...subject,
    bare: true,
    lay: (rows) => {
      if (!bare) startGame(base);
      subject.lay(rows);
      show({ tab: "sheet", station, notice: bare ? null : { key: "notice.new_game" } });
    },
  };
}

/** A photograph of a board of the open game; before one is begun, `first`, it is asked of which. @param {{table: any, board?: any, first?: boolean, onClose: () => void}} props */
export function PhotoDialog({ table, board, first = false, onClose }) {
  const [at, setAt] = useState(0);
  const [now, setNow] = useState(/** @type {{board: any, left?: Left}} */ ({ board }));
  const { photographs } = opened();
  if (!photographs) return null;
  const offers = first && !now.left ? photographs.boards(table) : [];
  const choice =
    offers.length > 0 &&
    html`<${Segments}
      label=${t("photo.what")}
      options=${offers.map(({ title }, value) => ({ value, text: title }))}
      value=${at}
      onChoose=${setAt}
    />`;
  /** @param {any} board */
  const choose = (board) =>
    setAt(offers.findIndex((one) => JSON.stringify(one.board) === JSON.stringify(board)));
  const subject = choice
    ? subjectFirst(table, offers[at], choose)
    : photographs.of(table, now.board);
  return html`
    <${Dialog} title=${t("photo.title")} onClose=${onClose} wide>
      <${Photograph}
        key=${JSON.stringify(now.board)}
        subject=${subject}
        choice=${choice}
        left=${now.left}
        onNext=${(/** @type {any} */ board, /** @type {Left} */ left) => setNow({ board, left })}
        onClose=${onClose}
      />
    </>
  `;
}

/**
 * @param {object} props
 * @param {Subject} props.subject
 * @param {Left} [props.left] of a photograph that another board has been read from
 * @param {any} props.choice of what it is of, where that is asked
 * @param {(board: any, left: Left) => void} props.onNext
 * @param {() => void} props.onClose
 */
function Photograph({ subject, left, choice, onNext, onClose }) {
  const [photo, setPhoto] = useState(left?.photo ?? null);
  const [boards, setBoards] = useState(left?.boards ?? []);
  const [choosing, setChoosing] = useState(left !== undefined);
  const [faults, setFaults] = useState(/** @type {string[]} */ ([]));
  const [instead, setInstead] = useState(/** @type {Awaited<ReturnType<typeof meantBy>>} */ (null));
  const [corners, setCorners] = useState(left?.boards[0].corners ?? null);
  const [sure, setSure] = useState(false);
  const [side, setSide] = useState(/** @type {Side | null} */ (viewed().photoSide ?? null));
  const { copy, hand, shore } = subject;
  const isOne = isOfTiles(subject);
  const latest = useRef(0);
  const [samples, setSamples] = useState(/** @type {Letters} */ ({}));
  const [asking, setAsking] = useState(/** @type {string[]} */ ([]));
  const [result, setResult] = useState(/** @type {Result | null} */ (null));
  const [current, setCurrent] = useState(/** @type {string | null} */ (null));
  const [looks, setLooks] = useState(/** @type {Looks | null} */ (null));
  const [reading, setReading] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {string | null} */ (null));
  useEffect(() => setLooks(knownLooks(subject)), [copy, hand]);
  /** @type {Blob | undefined} */
  const shared = viewed().photo;
  const handed = useRef(false);
  useEffect(() => () => photo && !handed.current && URL.revokeObjectURL(photo.url), [photo]);
  const laid = useRef(false);
  const named = useRef(false);
  const leave = useRef(() => {});
  // The kept samples are shown once the dialog is gone.
  useEffect(() => () => queueMicrotask(() => leave.current()), []);

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

  /** @type {(taken: Photo, at: Point[], known: Letters, about?: {of?: Subject, guess?: Subject["likely"], by?: Looks | null}) => Promise<void>} */
  const readWith = async (taken, at, known, { of = subject, guess, by = looks } = {}) => {
    latest.current += 1;
    const mine = latest.current;
    const found = await read({ photo: taken, subject: of, corners: at, samples: known, looks: by });
    // Once the board was turned or more is named, the earlier reading is not shown.
    if (mine !== latest.current) return;
    const isKnown = found.looks_fit === "good";
    const likely = isKnown ? {} : (guess?.(found.groups ?? []) ?? {});
    if (Object.keys(likely).length > 0) {
      await readWith(taken, at, likely, { of, by });
      return;
    }
    setSamples(known);
    setAsking(found.ask);
    setResult(resultOf(of, known, found));
    setCurrent(found.ask[0] ?? null);
    if (named.current) learn(of, known, found);
  };

  /** Reads the board from the side on which its shore lies in the picture. @type {(taken: Photo, found: Point[], lies: Side | null) => Promise<void>} */
  const readTowards = async (taken, found, lies) => {
    const turns = shore && lies ? (AROUND.indexOf(lies) - AROUND.indexOf(shore.side) + 4) % 4 : 0;
    let corners = found;
    for (let turn = 0; turn < turns; turn += 1) corners = turnedCorners(corners);
    setCorners(corners);
    await readWith(taken, corners, {}, { guess: subject.likely });
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
      const several = boardsBeside(subject, found);
      const isSeen = several.length > 0 || found?.review_corners === false;
      const wrong = faultsOf(taken.canvas, isSeen ? seen : null);
      setPhoto(taken);
      setCorners(seen);
      setFaults(wrong);
      setInstead(meant);
      setSure(false);
      setBoards(several);
      setChoosing(several.length > 0);
      if (!meant && found && wrong.length === 0 && several.length === 0) await goOn(taken, seen);
    });
  /** @param {any} event */
  const choose = (event) => take(event.target.files[0]);
  const chooseShared = () => {
    take(shared);
    show({ photo: undefined });
  };

  /** @type {(taken: Photo, board: FoundBoard) => void} */
  const pick = (taken, board) => {
    setBoards(boards.filter((one) => one !== board));
    setChoosing(false);
    setCorners(board.corners);
    if (board.confidence >= PLAIN) busily(() => goOn(taken, board.corners));
  };

  /** @type {(taken: Photo, meant: NonNullable<typeof instead>) => void} */
  const acceptInstead = (taken, { other, reading }) => {
    other.choose();
    setInstead(null);
    setChoosing(false);
    setFaults(faults.filter((fault) => fault !== "no_board"));
    setCorners(reading.corners);
    setSure(true);
    busily(() => readWith(taken, reading.corners, {}, { of: other.subject }));
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
    if (!photo || !corners || !result || !current) return;
    const known = { ...samples, [current]: letters };
    named.current = true;
    const rest = asking.filter((space) => space !== current);
    const doubtful = new Set(result.doubtful);
    doubtful.delete(current);
    setSamples(known);
    setAsking(rest);
    setResult({ ...result, letters: { ...result.letters, [current]: letters }, doubtful });
    setCurrent(rest[0] ?? null);
    const [before, after] = [samples, known].map((all) => unnamed(subject, Object.values(all)));
    const isNew = after.length < before.length;
    // Of tiles every answer is read with. Of signs these are: what was asked about, and a kind not named before.
    if (isOne || (rest.length === 0 && (asking.includes(current) || isNew))) {
      busily(() => readWith(photo, corners, known));
    }
  };

  /** Forgets what was named in this photograph. */
  const startOver = () => {
    named.current = false;
    if (copy) keepLooks(subject, looks);
    busily(async () => {
      if (photo && corners) await readWith(photo, corners, {});
    });
  };

  /** Reads once more with what is known now. @param {Looks | null} next */
  const relearn = (next) => {
    setLooks(next);
    if (photo && corners && result) busily(() => readWith(photo, corners, samples, { by: next }));
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
    laid.current = true;
    if (copy && result.looks && result.fit !== "poor") keepLooks(subject, result.looks);
    subject.lay(rowsOf(result.letters));
    if (photo && boards.length > 0 && subject.next !== undefined) {
      handed.current = true;
      onNext(subject.next, { photo, boards });
    } else onClose();
  };

  /** Keeps what is read without a doubt where nothing lies yet, and what was named, if somebody goes without using it. */
  leave.current = () => {
    if (laid.current || !result || !photo || !corners) return;
    if (named.current && result.known !== samples) {
      read({ photo, subject, corners, samples, looks })
        .then((found) => learn(subject, samples, found))
        .catch(() => {});
    }
    const sure = Object.entries(result.letters).filter(([space]) => !result.doubtful.has(space));
    if (!subject.bare || sure.length === 0) return;
    const { station } = viewed();
    subject.lay(rowsOf(Object.fromEntries(sure)));
    const n = subject.spaces.filter((space) => !subject.printed?.has(space)).length - sure.length;
    const notice = {
      key: n > 0 ? "notice.photo_partly" : "notice.photo_kept",
      values: { n },
      undo: stepBack,
    };
    show({ ...(!choice && { station }), notice });
  };

  const known =
    copy &&
    html`<${Copy}
    subject=${subject}
    looks=${looks}
    poor=${result?.fit === "poor"}
    onChange=${relearn}
  />`;

  /** @type {(taken: Photo, at: Point[], result: Result) => any} */
  const board = (taken, at, { letters, doubtful, likely, isWhole, fit }) => {
    const isDone = asking.length === 0;
    const n = doubtful.size;
    const learnt = fit === "good" ? (looks?.samples ?? []).map(({ symbol }) => symbol) : [];
    const left = unnamed(subject, [...Object.values(samples), ...learnt]).map(({ name }) => name);
    // Until all is answered, what is in doubt is not yet worth a look where one question settles more than one space.
    const certain = Object.entries(letters).filter(
      ([space]) => isDone || !isOne || !doubtful.has(space),
    );
    const kinds = left.join(" · ");
    const words = n === 0 ? t("photo.review.none") : t("photo.review", { n });
    return html`
      ${
        // An unnamed board is read as something else.
        isDone && n === 0 && kinds
          ? html`<p class="unnamed">${t("photo.assumed", { kinds })}</p>`
          : html`<p>${isDone || (isWhole && !isOne) ? words : (subject.samples ?? t("photo.samples"))}</p>`
      }
      ${isDone && n > 0 && kinds && html`<p class="unnamed">${t("photo.unnamed", { kinds })}</p>`}
      <${Spaces}
        photo=${taken}
        subject=${subject}
        corners=${at}
        letters=${Object.fromEntries(certain)}
        doubtful=${isDone || !isOne ? doubtful : new Set()}
        likely=${likely[current ?? ""] ?? []}
        current=${current}
        onCurrent=${setCurrent}
        onName=${name}
      />
      <div class="dialog-actions">
        <button type="button" onClick=${turn}><${Icon} name="again" />${t("photo.turn")}</button>
        ${
          Object.keys(samples).length > 0
            ? html`<button type="button" onClick=${startOver}>${t("photo.back")}</button>`
            : html`<button
                type="button"
                onClick=${() => {
                  setResult(null);
                  setSure(false);
                }}
              >${t("photo.edges")}</button>`
        }
        ${isWhole && html`<button type="button" class=${isDone ? "main" : ""} disabled=${reading} onClick=${accept}>${subject.accept ?? t("photo.accept")}</button>`}
      </div>
      ${known}
    `;
  };

  const stage = () => {
    if (!photo || !corners) {
      return html`
        ${choice}
        <p>${subject.how ?? t("photo.how")}</p>
        ${shared && html`<button type="button" class="main" onClick=${chooseShared}>${t("photo.shared")}</button>`}
        <${FileChoice} text=${t("photo.choose")} atOnce=${!shared} onChoose=${choose} />
        ${known}
      `;
    }
    if (instead) {
      return html`<${Instead}
        photo=${photo}
        other=${instead.other}
        onAccept=${() => acceptInstead(photo, instead)}
        onKeep=${() => {
          setInstead(null);
          if (faults.length === 0 && !choosing) busily(() => goOn(photo, corners));
        }}
      />`;
    }
    if (faults.some((fault) => fault !== "no_board")) {
      return html`<${Faults} photo=${photo} faults=${faults} onRetake=${choose} onGoOn=${() => setFaults([])} />`;
    }
    if (choosing) {
      return html`<${Boards}
        photo=${photo}
        boards=${boards}
        title=${subject.title}
        onChoose=${(/** @type {FoundBoard} */ one) => pick(photo, one)}
        onNone=${() => setChoosing(false)}
      />`;
    }
    if (result) return board(photo, corners, result);
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
    <div aria-busy=${reading} class=${reading ? "busy" : ""}>${stage()}</div>
    <p class="refusal" role="status">
      ${reading && t("photo.reading")}${trouble && html`<${Icon} name="warning" />${trouble}`}
    </p>
  `;
}
