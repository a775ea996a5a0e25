/** Prepares a photograph, and asks the service what it shows. */

import { askWithForm, Refused, Unreachable } from "../api.js";
import { has, t } from "../i18n.js";

/** @typedef {import("./looks.js").Looks} Looks */
/** @typedef {import("./quad.js").Point} Point */
/** @typedef {import("./quad.js").Side} Side */
/** @typedef {Record<string, string>} Letters what lies on each space: a letter of each layer */
/** @typedef {{spaces: ({space: string, review: boolean} & Record<string, any>)[], corners: Point[], boards: FoundBoard[], review_corners: boolean, ask: string[], groups?: string[][], looks: Looks | null, looks_fit: "none" | "poor" | "good" | null, descriptors: object | null, warnings: Warning[]}} Reading */
/** @typedef {{code: string, value: number, limit: number, spaces: string[]}} Warning a flaw, its measure, what is just good enough, and where it is */
/** @typedef {{corners: Point[], confidence: number}} FoundBoard */
/** @typedef {{letter: string, name: string, face: any}} Kind what may lie on a space */
/** @typedef {{name: string, title: string, kinds: Kind[]}} Layer what lies upon what, as samples name it */
/** @typedef {{side: Side, isFree: boolean, question: string, sides: Record<Side, string>}} Shore on which side of the rows something lies; whether it may be the side on which it lies in the picture; and how that is asked */
/** @typedef {{blob: Blob, canvas: HTMLCanvasElement, url: string, width: number, height: number}} Photo */
/**
 * Another thing that it may be of, how that is asked, and both answers; `greater` if what is meant is found in it, too.
 *
 * @typedef {{words: string, accept: string, keep: string, greater?: boolean, subject: Subject, choose: () => void}} Other
 */
/**
 * The subject of a photograph, as a game describes it.
 *
 * @typedef {object} Subject
 * @property {string} operation such as "game/photos"
 * @property {Record<string, string>} parts of the form that say what is on it
 * @property {number} columns
 * @property {string[]} spaces row by row
 * @property {Layer[]} layers of what lies on a space, the lowest first; "." is nothing
 * @property {string} [copy] the kind of board as looks name it, if photographs teach how this copy looks
 * @property {string} [hand] who drew on it: photographs teach how this person's signs look
 * @property {boolean} [bare] whether nothing lies on it yet
 * @property {string} [title] of the board, if others may lie beside it in the picture
 * @property {any} [next] the board that is read from the same picture after it
 * @property {string} [how] to take it
 * @property {string} [samples] what to name
 * @property {string} [accept] what the last button says
 * @property {ReadonlySet<string>} [printed] spaces on which nothing can lie
 * @property {Shore} [shore]
 * @property {Other[]} [others] of which one may have been meant
 * @property {(groups: string[][]) => Letters} [likely] what need not be named
 * @property {(rows: string[][], side?: Side) => void} lay takes over the rows of each layer, and the side of the shore
 */
/** @typedef {{letters: Letters, doubtful: Set<string>, likely: Letters, isWhole: boolean, looks: Looks | null, fit: Reading["looks_fit"], known: Letters, descriptors: object | null}} Result what was read or named, what is in doubt, what it most likely is, what was named before, and what spares the service time */

const LONGEST_SIDE = 2000;
const QUALITY = 0.9;
/** The confidence below which the corners of a board are to be reviewed. */
export const PLAIN = 0.5;

/** Pixels of a source, and a file that is sent quickly: nothing but the pixels is left. @type {(source: CanvasImageSource, width: number, height: number, isMirrored?: boolean) => Promise<Photo>} */
async function pictured(source, width, height, isMirrored = false) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (isMirrored) context?.setTransform(-1, 0, 0, 1, width, 0);
  context?.drawImage(source, 0, 0, width, height);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (blob === null) throw new Error("no picture");
  return { blob, canvas, url: URL.createObjectURL(blob), width, height };
}

/** A photograph in the format of iPhones, which most browsers do not open. */
class Heic extends Error {}

/** Turns a file upright and down to a size that is sent quickly. @param {Blob} file @returns {Promise<Photo>} */
export async function prepared(file) {
  const bitmap = await createImageBitmap(file).catch(async (error) => {
    const isHeic = /^ftyp(?:he|mif|msf)/.test(await file.slice(4, 12).text());
    throw isHeic ? new Heic() : error;
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  return pictured(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
}

/** @param {Photo} photo */
export const mirrored = ({ canvas, width, height }) => pictured(canvas, width, height, true);

/** Whether of tiles that photographs teach: one question at a time settles the most. @param {Subject} subject */
export const isOfTiles = ({ copy, hand }) => copy !== undefined && hand === undefined;

/**
 * The service's reading with these corners and samples.
 *
 * @param {{photo: Photo, subject: Subject, corners?: Point[] | null, samples?: Letters, looks?: Looks | null, descriptors?: object | null}} question
 * @returns {Promise<Reading>}
 */
export function read({ photo, subject, corners, samples = {}, looks, descriptors }) {
  const form = new FormData();
  const named = Object.entries(samples).map(([space, letters]) => ({
    space,
    ...Object.fromEntries(subject.layers.map(({ name }, layer) => [name, letters[layer]])),
  }));
  form.append("photo", photo.blob, "board.jpg");
  for (const [part, words] of Object.entries(subject.parts)) form.append(part, words);
  // Each answer about tiles is used on the whole board before the next question.
  if (isOfTiles(subject)) form.append("ask", "one");
  if (looks) form.append("looks", JSON.stringify(looks));
  if (descriptors) form.append("descriptors", JSON.stringify(descriptors));
  if (corners) form.append("corners", JSON.stringify(corners));
  if (named.length > 0) form.append("samples", JSON.stringify(named));
  return askWithForm(subject.operation, form);
}

/** @type {(subject: Subject, known: Letters, reading: Reading) => Result} */
export function resultOf(
  { layers, spaces },
  known,
  { spaces: read, looks, looks_fit: fit, descriptors },
) {
  const likely = Object.fromEntries(
    read
      .filter((one) => layers.every(({ name }) => one[name] !== null))
      .map((one) => [one.space, layers.map(({ name }) => one[name]).join("")]),
  );
  const letters = { ...likely, ...known };
  const doubtful = new Set(read.filter(({ review }) => review).map(({ space }) => space));
  const isWhole = Object.keys(letters).length === spaces.length;
  return { letters, doubtful, likely, isWhole, looks, fit, known, descriptors };
}

/** The rows of each layer. @type {(subject: Subject, letters: Letters) => string[][]} */
export const rowsOf = ({ layers, spaces, columns }, letters) =>
  layers.map((_, layer) =>
    Array.from({ length: spaces.length / columns }, (_, row) =>
      spaces
        .slice(row * columns, (row + 1) * columns)
        .map((space) => letters[space]?.[layer] ?? ".")
        .join(""),
    ),
  );

/** The reading where a board was found; null if none was in sight: the person shows where it is. @param {Parameters<typeof read>[0]} question */
export const readIfFound = (question) =>
  read(question).catch((refusal) => {
    const unseen =
      refusal instanceof Refused && refusal.errors.some(({ pointer }) => pointer === "/corners");
    if (unseen) return null;
    throw refusal;
  });

/** The boards of which a person taps the one that is meant; none where there is only one. @type {(subject: Subject, found: Reading | null) => FoundBoard[]} */
export const boardsBeside = ({ title }, found) =>
  title && found && found.boards.length > 1 ? found.boards : [];

/** The other subject of a photograph, where a board lies in it without a doubt, and its reading. @type {(photo: Photo, found: Reading | null, others: Other[]) => Promise<{other: Other, reading: Reading} | null>} */
export async function meantBy(photo, found, others) {
  const doubtful = found?.review_corners ?? true;
  for (const other of others.filter(({ greater }) => doubtful || greater)) {
    const reading = await readIfFound({ photo, subject: other.subject });
    if (reading?.review_corners === false) return { other, reading };
  }
  return null;
}

/** @param {unknown} trouble */
export function wordsFor(trouble) {
  if (trouble instanceof Unreachable) return t("offline");
  const status =
    trouble instanceof Refused ? trouble.problem.status : trouble instanceof Heic && 415;
  const key = `photo.status.${status}`;
  return t(has(key) ? key : "photo.failed");
}
