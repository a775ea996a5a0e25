/** What photographs taught about this copy of the game: kept on the device, and in a file if one wants it. */

import { html, useState } from "../../vendor/htm-preact.js";
import { t } from "../i18n.js";
import * as keep from "../keep.js";
import { isObject } from "../read.js";
import { save } from "../share.js";
import { opened } from "../store.js";

/** @typedef {{version: number, kind: string, samples: {photograph: string, space: string, symbol: string, descriptor: string}[]}} Looks as the service returns them */

/** Bytes: the service takes no more. */
const LARGEST = 256 << 10;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @type {(value: unknown, kind: string) => value is Looks} */
const areLooks = (value, kind) =>
  isObject(value) &&
  Number.isInteger(value.version) &&
  value.kind === kind &&
  Array.isArray(value.samples) &&
  value.samples.every(
    (one) =>
      isObject(one) &&
      [one.photograph, one.space, one.symbol].every(
        (text) => typeof text === "string" && text.length <= 100,
      ) &&
      typeof one.descriptor === "string" &&
      BASE64.test(one.descriptor),
  );

/** @param {string | undefined} kind of board, as looks name it @returns {Looks | null} */
export function knownLooks(kind) {
  const kept = kind && keep.looks()[kind];
  return kind && areLooks(kept, kind) ? kept : null;
}

export const keepLooks = keep.keepLooks;

/** @param {string} kind @param {File} file @returns {Promise<Looks | null>} null if it holds no looks of this kind */
async function looksIn(kind, file) {
  try {
    const held = file.size <= LARGEST && JSON.parse(await file.text());
    return areLooks(held, kind) ? held : null;
  } catch {
    return null;
  }
}

/**
 * How well the copy is known, and what can be done about that.
 *
 * @param {{kind: string, looks: Looks | null, poor: boolean, onChange: (looks: Looks | null) => void}} props
 */
export function Copy({ kind, looks, poor, onChange }) {
  const [forgotten, setForgotten] = useState(/** @type {Looks | null} */ (null));
  const [refused, setRefused] = useState(false);
  const n = new Set(looks?.samples.map(({ photograph }) => photograph)).size;
  /** @param {Looks | null} next */
  const change = (next) => {
    setForgotten(next ? null : looks);
    setRefused(false);
    keep.keepLooks(kind, next);
    onChange(next);
  };
  const toFile = () => {
    const name = `${opened().name}-${kind.split("/").at(-1)}-looks.json`;
    save(new Blob([JSON.stringify(looks)], { type: "application/json" }), name);
  };
  /** @param {any} event */
  const fromFile = async ({ target }) => {
    const [file] = target.files;
    const held = file && (await looksIn(kind, file));
    target.value = "";
    if (held) change(held);
    else setRefused(file !== undefined);
  };
  return html`
    <div class="copy">
      <p role="status">
        ${refused ? t("copy.refused") : poor ? t("copy.poor") : looks ? t("copy.known", { n }) : t(forgotten ? "copy.forgotten" : "copy.unknown")}
      </p>
      ${looks && html`<button type="button" class="quiet" onClick=${() => change(null)}>${t("copy.forget")}</button>`}
      ${forgotten && html`<button type="button" class="quiet" onClick=${() => change(forgotten)}>${t("undo")}</button>`}
      ${looks && html`<button type="button" class="quiet" onClick=${toFile}>${t("copy.save")}</button>`}
      <label class="button quiet">
        ${t("copy.open")}
        <input type="file" accept="application/json,.json" onChange=${fromFile} />
      </label>
    </div>
  `;
}
