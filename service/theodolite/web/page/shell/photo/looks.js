/** The samples that photographs gave of this copy of the game, or of a person's signs: kept on the device, and in a file if one wants it. */

import { html, useState } from "../../vendor/htm-preact.js";
import { t } from "../i18n.js";
import * as keep from "../keep.js";
import { isObject } from "../read.js";
import { save } from "../share.js";
import { opened } from "../store.js";

/** @typedef {import("./reading.js").Subject} Subject */
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

/** Under which looks are kept: one copy of the game, and as many hands as draw. @param {Subject} subject */
const keyOf = ({ copy, hand }) => (hand === undefined ? copy : `${copy}/${hand}`) ?? "";

/** @param {Subject} subject @returns {Looks | null} */
export function knownLooks(subject) {
  const kept = keep.looks()[keyOf(subject)];
  return subject.copy && areLooks(kept, subject.copy) ? kept : null;
}

/** @type {(subject: Subject, looks: Looks | null) => void} */
export const keepLooks = (subject, looks) => keep.keepLooks(keyOf(subject), looks);

/** Remembers what was named: what it teaches of this copy or hand. @type {(subject: Subject, known: import("./reading.js").Letters, found: Pick<import("./reading.js").Reading, "looks" | "looks_fit">) => void} */
export function learn(subject, known, { looks, looks_fit: fit }) {
  const isTaught = looks !== null && fit !== "poor" && Object.keys(known).length > 0;
  if (subject.copy && isTaught) keepLooks(subject, looks);
}

/** @param {Subject} subject @param {File} file @returns {Promise<Looks | null>} null if it holds no looks of this kind */
async function looksIn({ copy = "" }, file) {
  try {
    const held = file.size <= LARGEST && JSON.parse(await file.text());
    return areLooks(held, copy) ? held : null;
  } catch {
    return null;
  }
}

const COPY = {
  known: "copy.known",
  none: "copy.older",
  poor: "copy.poor",
  unknown: "copy.unknown",
};
const HAND = {
  known: "hand.known",
  none: "copy.older",
  poor: "hand.poor",
  unknown: "hand.unknown",
};

/**
 * How well the copy or the hand is known, and what can be done about that.
 *
 * @param {{subject: Subject, looks: Looks | null, fit: import("./reading.js").Reading["looks_fit"], onChange: (looks: Looks | null) => void}} props
 */
export function Copy({ subject, looks, fit, onChange }) {
  const { hand: name = "" } = subject;
  const says = name ? HAND : COPY;
  const [forgotten, setForgotten] = useState(/** @type {Looks | null} */ (null));
  const [refused, setRefused] = useState(false);
  const n = new Set(looks?.samples.map(({ photograph }) => photograph)).size;
  /** @param {Looks | null} next */
  const change = (next) => {
    setForgotten(next ? null : looks);
    setRefused(false);
    keepLooks(subject, next);
    onChange(next);
  };
  const toFile = () => {
    const file = `${opened().name}-${keyOf(subject).split("/").at(-1)}-looks.json`;
    save(new Blob([JSON.stringify(looks)], { type: "application/json" }), file);
  };
  /** @param {any} event */
  const fromFile = async ({ target }) => {
    const [file] = target.files;
    const held = file && (await looksIn(subject, file));
    target.value = "";
    if (held) change(held);
    else setRefused(file !== undefined);
  };
  return html`
    <div class="copy">
      <p role="status">
        ${refused ? t("copy.refused") : fit === "poor" || fit === "none" ? t(says[fit], { name }) : looks ? t(says.known, { n, name }) : t(forgotten ? "copy.forgotten" : says.unknown, { name })}
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
