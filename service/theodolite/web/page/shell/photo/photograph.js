/**
 * From a photograph to the board: choose it, hear what is wrong with it, say how it lies where that must be
 * asked, name what is asked about until nothing is. Naming a kind and settling a doubt are one and the same: a
 * space is asked about, one tap answers, and the next space is asked about by itself. The service says what to
 * ask: what no name explains yet, then what is in doubt; of a copy that is known, only the latter.
 * The game says which contents a space may have.
 */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { t } from "../i18n.js";
import { Icon } from "../parts.js";
import { show, stepBack, viewed } from "../store.js";
import { guessed } from "./corners.js";
import { keepLooks, knownLooks, learn } from "./looks.js";
import {
  AROUND,
  isSquare,
  mirroredCorners,
  mirroredSide,
  turnedCorners,
  turnedSpace,
  turnedTowards,
} from "./quad.js";
import {
  boardsBeside,
  isOfTiles,
  meantBy,
  mirrored,
  PLAIN,
  prepared,
  read,
  readIfFound,
  resultOf,
  rowsOf,
  wordsFor,
} from "./reading.js";
import { faultsOf } from "./sight.js";
import { unnamed } from "./spaces.js";
import { Step } from "./steps.js";

/** @typedef {import("./looks.js").Looks} Looks */
/** @typedef {import("./quad.js").Point} Point */
/** @typedef {import("./quad.js").Side} Side */
/** @typedef {import("./reading.js").FoundBoard} FoundBoard */
/** @typedef {import("./reading.js").Photo} Photo */
/** @typedef {import("./reading.js").Letters} Letters */
/** @typedef {import("./reading.js").Result} Result */
/** @typedef {import("./reading.js").Subject} Subject */
/** @typedef {import("./reading.js").Warning} Warning */
/** @typedef {{photo: Photo, boards: FoundBoard[]}} Left a photograph, and the boards in it that nobody has read */
/**
 * @typedef {object} Seen what is known of the photograph, and what somebody has said about it
 * @property {Photo | null} photo
 * @property {FoundBoard[]} boards in it that nobody has read
 * @property {boolean} choosing whether it is asked which of them is meant
 * @property {string[]} faults
 * @property {Warning[]} warnings of the service
 * @property {Awaited<ReturnType<typeof meantBy>>} instead what else it seems to be of
 * @property {Point[] | null} corners as the rows are read
 * @property {boolean} sure whether the corners are right
 * @property {Side | null} side of the picture on which the shore lies
 * @property {Letters} samples what was named
 * @property {string[]} asking about which spaces
 * @property {string | null} current the space asked about
 * @property {Result | null} result
 * @property {Looks | null} looks of this copy or hand
 */

/** The subject where the shore may be on the side of the picture on which it lies. @type {(subject: Subject, side: Side | null) => Subject} */
const lyingAs = (subject, side) =>
  subject.shore?.isFree && side ? { ...subject, shore: { ...subject.shore, side } } : subject;

/**
 * @param {object} props
 * @param {Subject} props.subject
 * @param {Left} [props.left] of a photograph that another board has been read from
 * @param {any} props.choice of what it is of, where that is asked
 * @param {(board: any, left: Left) => void} props.onNext
 * @param {() => void} props.onClose
 */
export function Photograph({ subject: given, left, choice, onNext, onClose }) {
  const [now, setNow] = useState(
    /** @type {Seen} */ ({
      photo: left?.photo ?? null,
      boards: left?.boards ?? [],
      choosing: left !== undefined,
      faults: [],
      warnings: [],
      instead: null,
      corners: left?.boards[0].corners ?? null,
      sure: false,
      side: viewed().photoSide ?? null,
      samples: {},
      asking: [],
      current: null,
      result: null,
      looks: null,
    }),
  );
  const [reading, setReading] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {string | null} */ (null));
  const { photo, boards, corners, faults, side, samples, asking, current, result, looks } = now;
  const subject = lyingAs(given, side);
  const { copy, hand, shore } = subject;
  const isOne = isOfTiles(subject);
  const latest = useRef(0);
  /** @param {Partial<Seen>} part */
  const change = (part) => setNow((last) => ({ ...last, ...part }));
  useEffect(() => change({ looks: knownLooks(subject) }), [copy, hand]);
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
    const about = { photo: taken, subject: of, corners: at, samples: known, looks: by };
    const found = await read({ ...about, descriptors: result?.descriptors });
    // Once the board was turned or more is named, the earlier reading is not shown.
    if (mine !== latest.current) return;
    const isKnown = found.looks_fit === "good";
    const likely = isKnown ? {} : (guess?.(found.groups ?? []) ?? {});
    if (Object.keys(likely).length > 0) {
      await readWith(taken, at, likely, { of, by });
      return;
    }
    const [first = null] = found.ask;
    change({
      samples: known,
      asking: found.ask,
      current: first,
      warnings: found.warnings,
      result: resultOf(of, known, found),
    });
    if (named.current) learn(of, known, found);
  };

  /** Reads the board so that its shore, which lies on this side of the corners, is on its own. @type {(taken: Photo, at: Point[], lies: Side | null) => Promise<void>} */
  const readTowards = async (taken, at, lies) => {
    const own = lies && lyingAs(subject, lies).shore?.side;
    const corners = lies && own ? turnedTowards(at, lies, own) : at;
    change({ corners });
    await readWith(taken, corners, {}, { guess: subject.likely });
  };

  /** @type {(taken: Photo, found: Point[]) => Promise<void>} */
  const goOn = async (taken, found) => {
    change({ sure: true });
    if (side || !shore) await readTowards(taken, found, side);
  };

  /** @param {Blob} file */
  const take = (file) =>
    busily(async () => {
      const taken = await prepared(file);
      const found = await readIfFound({ photo: taken, subject });
      const seen = found?.corners ?? guessed(taken);
      const meant = await meantBy(taken, found, subject.others ?? []);
      const several = boardsBeside(subject, found);
      const isSeen = several.length > 0 || found?.review_corners === false;
      const wrong = faultsOf(taken.canvas, isSeen ? seen : null, isOne);
      change({
        photo: taken,
        corners: seen,
        faults: wrong,
        warnings: found?.warnings ?? [],
        instead: meant,
        sure: false,
        boards: several,
        choosing: several.length > 0,
      });
      if (!meant && found && wrong.length === 0 && several.length === 0) await goOn(taken, seen);
    });
  /** @type {(taken: Photo, board: FoundBoard) => void} */
  const pick = (taken, board) => {
    change({
      boards: boards.filter((one) => one !== board),
      choosing: false,
      corners: board.corners,
    });
    if (board.confidence >= PLAIN) busily(() => goOn(taken, board.corners));
  };

  /** @type {(taken: Photo, meant: NonNullable<Seen["instead"]>) => void} */
  const acceptInstead = (taken, { other, reading }) => {
    other.choose();
    change({
      instead: null,
      choosing: false,
      faults: faults.filter((fault) => fault !== "no_board"),
      corners: reading.corners,
      sure: true,
    });
    busily(() => readWith(taken, reading.corners, {}, { of: other.subject }));
  };

  /** The side is remembered for the next photograph. @param {Side} lies */
  const say = (lies) => {
    change({ side: lies });
    show({ photoSide: lies });
  };

  /** The board as it lies in the photograph, read from the next side that may be its upper one. */
  const turn = () => {
    if (!photo || !corners) return;
    if (shore && side) say(AROUND[(AROUND.indexOf(side) + 1) % 4]);
    if (shore?.isFree) return;
    const turned = isSquare(subject)
      ? turnedCorners(corners)
      : turnedCorners(turnedCorners(corners));
    const known = Object.fromEntries(
      Object.entries(samples)
        .map(([space, letters]) => [turnedSpace(subject, space), letters])
        .filter(([space]) => !subject.printed?.has(space)),
    );
    change({ corners: turned });
    busily(() => readWith(photo, turned, known));
  };

  /** The board as a mirrored picture shows it: what was named in it lies elsewhere. @type {(taken: Photo, at: Point[]) => void} */
  const flip = (taken, at) => {
    busily(async () => {
      const photo = await mirrored(taken);
      /** @param {Point[]} some */
      const across = (some) => mirroredCorners(some, taken.width);
      const corners = across(at);
      const others = boards.map((board) => ({ ...board, corners: across(board.corners) }));
      const lies = side && mirroredSide(side);
      change({ photo, corners, boards: others, side: lies, warnings: [] });
      if (result) await readTowards(photo, corners, shore ? mirroredSide(shore.side) : null);
    });
  };

  /** @param {string} letters */
  const name = (letters) => {
    if (!photo || !corners || !result || !current) return;
    const known = { ...samples, [current]: letters };
    named.current = true;
    const rest = asking.filter((space) => space !== current);
    const doubtful = new Set(result.doubtful);
    doubtful.delete(current);
    change({
      samples: known,
      asking: rest,
      result: { ...result, letters: { ...result.letters, [current]: letters }, doubtful },
      current: rest[0] ?? null,
    });
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
    change({ looks: next });
    if (photo && corners && result) busily(() => readWith(photo, corners, samples, { by: next }));
  };

  /** @param {Letters} letters */
  const lay = (letters) => subject.lay(rowsOf(subject, letters), shore?.side);

  const accept = () => {
    if (!result) return;
    laid.current = true;
    if (copy && result.looks && result.fit !== "poor") keepLooks(subject, result.looks);
    lay(result.letters);
    if (photo && boards.length > 0 && subject.next !== undefined) {
      handed.current = true;
      onNext(subject.next, { photo, boards });
    } else onClose();
  };

  /** Keeps what is read without a doubt where nothing lies yet, and what was named, if somebody goes without using it. */
  leave.current = () => {
    if (laid.current || !result || !photo || !corners) return;
    if (named.current && result.known !== samples) {
      read({ photo, subject, corners, samples, looks, descriptors: result.descriptors })
        .then((found) => learn(subject, samples, found))
        .catch(() => {});
    }
    const sure = Object.entries(result.letters).filter(([space]) => !result.doubtful.has(space));
    if (!subject.bare || sure.length === 0) return;
    const { station } = viewed();
    lay(Object.fromEntries(sure));
    const n = subject.spaces.filter((space) => !subject.printed?.has(space)).length - sure.length;
    const notice = {
      key: n > 0 ? "notice.photo_partly" : "notice.photo_kept",
      values: { n },
      undo: stepBack,
    };
    show({ ...(!choice && { station }), notice });
  };

  return html`
    <div aria-busy=${reading} class=${reading ? "busy" : ""}>
      <${Step}
        seen=${now}
        subject=${subject}
        choice=${choice}
        reading=${reading}
        onChange=${change}
        onTake=${take}
        onMeant=${acceptInstead}
        onPick=${pick}
        onGoOn=${(/** @type {Photo} */ taken, /** @type {Point[]} */ at) => busily(() => goOn(taken, at))}
        onSide=${(
          /** @type {Photo} */ taken,
          /** @type {Point[]} */ at,
          /** @type {Side} */ lies,
        ) => {
          say(lies);
          busily(() => readTowards(taken, at, lies));
        }}
        onName=${name}
        onTurn=${turn}
        onFlip=${flip}
        onStartOver=${startOver}
        onRelearn=${relearn}
        onAccept=${accept}
      />
    </div>
    <p class="refusal" role="status">
      ${reading && t("photo.reading")}${trouble && html`<${Icon} name="warning" />${trouble}`}
    </p>
  `;
}
