/** The steps of reading a photograph, and the answers to it. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../i18n.js";
import { Icon } from "../parts.js";
import { show, viewed } from "../store.js";
import { Boards, Corners, ShoreQuestion } from "./corners.js";
import { Faults, FileChoice, Instead, Warnings } from "./faults.js";
import { Copy } from "./looks.js";
import { isOfTiles } from "./reading.js";
import { Spaces, unnamed } from "./spaces.js";

/** @typedef {import("./photograph.js").Seen} Seen */
/** @typedef {import("./quad.js").Point} Point */
/** @typedef {import("./reading.js").FoundBoard} FoundBoard */
/** @typedef {import("./reading.js").Photo} Photo */
/** @typedef {import("./reading.js").Subject} Subject */
/**
 * @typedef {object} StepProps
 * @property {Seen} seen
 * @property {Subject} subject
 * @property {any} choice of what it is of, where that is asked
 * @property {boolean} reading
 * @property {(part: Partial<Seen>) => void} onChange
 * @property {(file: Blob) => void} onTake
 * @property {(photo: Photo, meant: NonNullable<Seen["instead"]>) => void} onMeant
 * @property {(photo: Photo, board: FoundBoard) => void} onPick
 * @property {(photo: Photo, corners: Point[]) => void} onGoOn
 * @property {(photo: Photo, corners: Point[], lies: import("./quad.js").Side) => void} onSide
 * @property {(letters: string) => void} onName
 * @property {() => void} onTurn
 * @property {(photo: Photo, corners: Point[]) => void} onFlip
 * @property {() => void} onStartOver
 * @property {(looks: Seen["looks"]) => void} onRelearn
 * @property {() => void} onAccept
 */

/** The board as it has been read so far: what is asked about it, and what can be done with it. @param {StepProps & {photo: Photo, corners: Point[], result: NonNullable<Seen["result"]>}} props */
function Review({ seen, subject, reading, photo, corners, result, ...on }) {
  const { samples, asking, current, looks } = seen;
  const { letters, doubtful, likely, isWhole, fit } = result;
  const isOne = isOfTiles(subject);
  const isDone = asking.length === 0;
  const n = doubtful.size;
  const learnt = fit === "good" ? (looks?.samples ?? []).map(({ symbol }) => symbol) : [];
  const left = unnamed(subject, [...Object.values(samples), ...learnt]).map(({ name }) => name);
  const kinds = left.join(" · ");
  // Until all is answered, what is in doubt is not yet worth a look where one question settles more than one space.
  const certain = Object.entries(letters).filter(
    ([space]) => isDone || !isOne || !doubtful.has(space),
  );
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
      photo=${photo}
      subject=${subject}
      corners=${corners}
      letters=${Object.fromEntries(certain)}
      doubtful=${isDone || !isOne ? doubtful : new Set()}
      likely=${likely[current ?? ""]}
      current=${current}
      onCurrent=${(/** @type {string} */ space) => on.onChange({ current: space })}
      onName=${on.onName}
    />
    <div class="dialog-actions">
      <button type="button" onClick=${on.onTurn}><${Icon} name="again" />${t("photo.turn")}</button>
      <button type="button" onClick=${() => on.onFlip(photo, corners)}>${t("photo.flip")}</button>
      ${
        Object.keys(samples).length > 0
          ? html`<button type="button" onClick=${on.onStartOver}>${t("photo.back")}</button>`
          : html`<button type="button" onClick=${() => on.onChange({ result: null, sure: false })}>${t("photo.edges")}</button>`
      }
      ${isWhole && html`<button type="button" class=${isDone ? "main" : ""} disabled=${reading} onClick=${on.onAccept}>${subject.accept ?? t("photo.accept")}</button>`}
    </div>
  `;
}

/** @param {StepProps} props */
export function Step(props) {
  const { seen, subject, choice, onChange, onTake } = props;
  const { photo, corners, faults, instead, choosing, result, sure, side } = seen;
  const known =
    subject.copy &&
    html`<${Copy}
      subject=${subject}
      looks=${seen.looks}
      fit=${result?.fit ?? null}
      onChange=${props.onRelearn}
    />`;
  if (!photo || !corners) {
    /** @type {Blob | undefined} */
    const shared = viewed().photo;
    const useShared = () => {
      if (shared) onTake(shared);
      show({ photo: undefined });
    };
    return html`
      ${choice}
      <p>${subject.how ?? t("photo.how")}</p>
      ${shared && html`<button type="button" class="main" onClick=${useShared}>${t("photo.shared")}</button>`}
      <${FileChoice} text=${t("photo.choose")} atOnce=${!shared} onChoose=${onTake} />
      ${known}
    `;
  }
  if (instead) {
    return html`<${Instead}
      photo=${photo}
      other=${instead.other}
      onAccept=${() => props.onMeant(photo, instead)}
      onKeep=${() => {
        onChange({ instead: null });
        if (faults.length === 0 && !choosing) props.onGoOn(photo, corners);
      }}
    />`;
  }
  if (faults.some((fault) => fault !== "no_board")) {
    return html`<${Faults} photo=${photo} faults=${faults} onRetake=${onTake} onGoOn=${() => onChange({ faults: [] })} />`;
  }
  if (choosing) {
    return html`<${Boards}
      photo=${photo}
      boards=${seen.boards}
      title=${subject.title}
      onChoose=${(/** @type {FoundBoard} */ board) => props.onPick(photo, board)}
      onNone=${() => onChange({ choosing: false })}
    />`;
  }
  // Until it is known how the board lies, its spaces have no names.
  const shown = seen.warnings.filter(({ spaces }) => result || spaces.length === 0);
  const flaws = shown.length > 0 && html`<${Warnings} warnings=${shown} />`;
  if (result) {
    return html`${flaws}<${Review} ...${props} photo=${photo} corners=${corners} result=${result} />${known}`;
  }
  if (sure) {
    return side || !subject.shore
      ? null
      : html`${flaws}<${ShoreQuestion}
          photo=${photo}
          corners=${corners}
          shore=${subject.shore}
          onChoose=${(/** @type {import("./quad.js").Side} */ lies) => props.onSide(photo, corners, lies)}
        />`;
  }
  return html`${flaws}<${Corners}
    photo=${photo}
    corners=${corners}
    doubtful=${faults.length > 0}
    onMove=${(/** @type {Point[]} */ moved) => onChange({ corners: moved })}
    onFlip=${() => props.onFlip(photo, corners)}
    onDone=${() => {
      onChange({ faults: [] });
      props.onGoOn(photo, corners);
    }}
    onRetake=${onTake}
  />`;
}
