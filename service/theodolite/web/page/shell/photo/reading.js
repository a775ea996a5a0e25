/** Prepares a photograph, and asks the service what it shows. */

import { askWithForm, Refused, Unreachable } from "../api.js";
import { has, t } from "../i18n.js";

/** @typedef {import("./looks.js").Looks} Looks */
/** @typedef {import("./quad.js").Point} Point */
/** @typedef {"left" | "right" | "top" | "bottom"} Side */
/** @typedef {Record<string, string>} Letters what lies on each space: a letter of each layer */
/** @typedef {{spaces: ({space: string, review: boolean} & Record<string, any>)[], corners: Point[], boards: FoundBoard[], review_corners: boolean, ask: string[], groups?: string[][], looks: Looks | null, looks_fit: "none" | "poor" | "good" | null}} Reading */
/** @typedef {{corners: Point[], confidence: number}} FoundBoard */
/** @typedef {{letter: string, name: string, face: any}} Kind what may lie on a space */
/** @typedef {{name: string, title: string, kinds: Kind[]}} Layer what lies upon what, as samples name it */
/** @typedef {{side: Side, question: string, sides: Record<Side, string>}} Shore on which side of the rows something lies, and how it is asked where it lies in the picture */
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
 * @property {(rows: string[][]) => void} lay takes over the rows of each layer
 */

const LONGEST_SIDE = 2000;
const QUALITY = 0.9;
/** The confidence below which the corners of a board are to be reviewed. */
export const PLAIN = 0.5;

/** Turns a file upright and down to a size that is sent quickly; nothing but pixels is left of it. @param {Blob} file @returns {Promise<Photo>} */
export async function prepared(file) {
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

/** Whether of tiles that photographs teach: one question at a time settles the most. @param {Subject} subject */
export const isOfTiles = ({ copy, hand }) => copy !== undefined && hand === undefined;

/**
 * The service's reading with these corners and samples.
 *
 * @param {{photo: Photo, subject: Subject, corners?: Point[] | null, samples?: Letters, looks?: Looks | null}} question
 * @returns {Promise<Reading>}
 */
export function read({ photo, subject, corners, samples = {}, looks }) {
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
  if (corners) form.append("corners", JSON.stringify(corners));
  if (named.length > 0) form.append("samples", JSON.stringify(named));
  return askWithForm(subject.operation, form);
}

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
  if (trouble instanceof Refused) {
    const key = `photo.status.${trouble.problem.status}`;
    return has(key) ? t(key) : t("photo.failed");
  }
  return t("photo.failed");
}
