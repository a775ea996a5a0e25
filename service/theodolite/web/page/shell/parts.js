/** Small pieces that every view is made of. */

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { currentLanguage, LANGUAGES, t } from "./i18n.js";

const NUMERALS = ["I", "II", "III", "IV", "V", "VI"];

/** @typedef {number | string} Player by the order at the table; a word for one who is nobody's */

/** @param {Player} player */
export const numeral = (player) =>
  typeof player === "number"
    ? (NUMERALS[player] ?? `${player + 1}`)
    : player.slice(0, 1).toUpperCase();

/** @param {{name: string}} props */
export const Icon = ({ name }) => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=${`#icon-${name}`} /></svg>
`;

/** A player's seal: recognized by its numeral as well as by its colour. @param {{player: Player}} props */
export const Seal = ({ player }) => html`
  <span class=${`seal seal-${player}`} aria-hidden="true">${numeral(player)}</span>
`;

/**
 * A choice of one among a few, as a row of buttons.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {{value: any, text: string, content?: any}[]} props.options
 * @param {any} props.value
 * @param {(value: any) => void} props.onChoose
 */
export function Segments({ label, options, value, onChoose }) {
  return html`
    <div class="segments" role="group" aria-label=${label}>
      ${options.map(
        ({ value: option, text, content }) => html`
        <button
          type="button"
          aria-pressed=${option === value}
          aria-label=${text}
          onClick=${() => onChoose(option)}
        >${content ?? text}</button>
      `,
      )}
    </div>
  `;
}

/** @param {{onLanguage: (language: string) => void}} props */
export const LanguageChoice = ({ onLanguage }) => html`
  <label class="language">
    <span>${t("language")}</span>
    <select onChange=${(/** @type {any} */ event) => onLanguage(event.target.value)}>
      ${Object.entries(LANGUAGES).map(
        ([code, name]) =>
          html`<option value=${code} lang=${code} selected=${code === currentLanguage()}>${name}</option>`,
      )}
    </select>
  </label>
`;

/** Opens a game to look at before one's own. @param {{onOpen: () => void, disabled?: boolean}} props */
export const ExampleButton = ({ onOpen, disabled = false }) => html`
  <div class="begin-board">
    <button type="button" onClick=${onOpen} disabled=${disabled}><${Icon} name="sheet" />${t("example")}</button>
  </div>
`;

/** Opens the way from a photograph to a board; the board may be empty, or have something on it. @param {{onOpen: () => void, bare: boolean}} props */
export const PhotoButton = ({ onOpen, bare }) => html`
  <button type="button" class=${bare ? "" : "quiet"} onClick=${onOpen}><${Icon} name="camera" />${t(bare ? "photo.open" : "photo.again")}</button>
`;

/**
 * A modal dialog of the browser's own: focus, Escape and the backdrop are its business.
 *
 * @param {{title: string, onClose: () => void, wide?: boolean, children?: any}} props
 */
export function Dialog({ title, onClose, wide, children }) {
  const element = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const dialog = element.current;
    dialog.showModal();
    // One that goes because something was chosen in it gives the focus back as if it had been closed.
    return () => dialog.close();
  }, []);
  /** @param {Event} event */
  const onBackdrop = (event) => event.target === element.current && element.current.close();
  return html`
    <dialog
      ref=${element}
      class=${wide ? "dialog wide" : "dialog"}
      aria-labelledby="dialog-title"
      onClose=${onClose}
      onClick=${onBackdrop}
    >
      <div class="dialog-page">
        <header>
          <h2 id="dialog-title">${title}</h2>
          <button
            type="button"
            class="quiet"
            aria-label=${t("close")}
            onClick=${() => element.current.close()}
          ><${Icon} name="close" /></button>
        </header>
        ${children}
      </div>
    </dialog>
  `;
}

/** @param {{label: string, hint: string, on: boolean, onChange: (on: boolean) => void}} props */
export const Switch = ({ label, hint, on, onChange }) => html`
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      checked=${on}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked)}
    />
    <span><b>${label}</b><small>${hint}</small></span>
  </label>
`;
