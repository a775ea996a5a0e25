/** A photograph is chosen, and what is wrong with it is said. */

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { currentLanguage, listed, t } from "../i18n.js";
import { Icon } from "../parts.js";

/** @typedef {import("./reading.js").Photo} Photo */
/** @typedef {import("./reading.js").Other} Other */
/** @typedef {import("./reading.js").Warning} Warning */

/** The faults of a photograph, in words. @param {{faults: string[]}} props */
export const Troubles = ({ faults }) => html`
  <ul class="troubles">
    ${faults.map((fault) => html`<li data-fault=${fault}><${Icon} name="warning" />${t(`photo.fault.${fault}`)}</li>`)}
  </ul>
`;

/** @param {Warning} warning */
const measured = ({ value, limit, spaces }) => {
  /** @type {(number: number, style?: "percent") => string} */
  const written = (number, style) =>
    number.toLocaleString(currentLanguage(), { style, maximumSignificantDigits: 3 });
  return {
    value: written(value),
    limit: written(limit),
    share: written(value, "percent"),
    spaces: listed(spaces),
  };
};

/** The flaws that the service finds in a photograph that it has read, in numbers. @param {{warnings: Warning[]}} props */
export const Warnings = ({ warnings }) => html`
  <ul class="troubles">
    ${warnings.map((warning) => html`<li data-warning=${warning.code}><${Icon} name="warning" />${t(`photo.warning.${warning.code}`, measured(warning))}</li>`)}
  </ul>
`;

/** The faults of a photograph, and another try. @param {{photo: Photo, faults: string[], onRetake: (file: File) => void, onGoOn: () => void}} props */
export const Faults = ({ photo, faults, onRetake, onGoOn }) => html`
  <${Troubles} faults=${faults} />
  <img class="photo" src=${photo.url} alt="" />
  <div class="dialog-actions">
    <button type="button" onClick=${onGoOn}>${t(faults.includes("no_board") ? "photo.show_board" : "photo.go_on")}</button>
    <${FileChoice} text=${t("photo.retake")} onChoose=${onRetake} />
  </div>
`;

/** Whether a photograph is of something else than what was meant. @param {{photo: Photo, other: Other, onAccept: () => void, onKeep: () => void}} props */
export const Instead = ({ photo, other, onAccept, onKeep }) => html`
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
 * @param {{text: string, atOnce?: boolean, onChoose: (file: File) => void}} props
 */
export function FileChoice({ text, atOnce = false, onChoose }) {
  const input = useRef(/** @type {any} */ (null));
  useEffect(() => {
    if (atOnce && navigator.userActivation?.isActive) input.current.click();
  }, []);
  /** @param {any} event */
  const choose = ({ target }) => target.files[0] && onChoose(target.files[0]);
  return html`
    <label class="choose-photo">
      <${Icon} name="camera" />${text}
      <input ref=${input} type="file" accept="image/jpeg,image/png,image/webp,image/*" onChange=${choose} />
    </label>
  `;
}
