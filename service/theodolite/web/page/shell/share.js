/** Sharing: a link that holds the whole table, its QR code, the printed sheet, and a picture. */

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { generate } from "../vendor/lean-qr.js";
import { t } from "./i18n.js";
import { writeLink } from "./link.js";
import { Dialog, Icon } from "./parts.js";
import { opened, table } from "./store.js";

/** @param {{text: string}} props */
function QrCode({ text }) {
  const code = generate(text);
  const { size } = code;
  const dots = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) if (code.get(x, y)) dots.push(`M${x} ${y}h1v1h-1z`);
  }
  return html`
    <svg class="qr" viewBox=${`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label=${t("share.qr")}>
      <rect x="-4" y="-4" width=${size + 8} height=${size + 8} fill="#fff" />
      <path d=${dots.join("")} fill="#000" />
    </svg>
  `;
}

/** Copies a text, if the browser lets us. @type {(text: string) => Promise<boolean>} */
export const copied = (text) =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false);

/** Saves a file. @type {(blob: Blob, name: string) => void} */
export function save(blob, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

/**
 * A drawing as a PNG, twice as fine as the screen needs.
 *
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function asPng(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** The whole sheet as a picture to send, or to save where nothing can be sent. */
export function SharePicture() {
  const give = async () => {
    const { name, picture, title } = opened();
    const blob = await asPng(picture(table()));
    const files = [new File([blob], `${name}.png`, { type: "image/png" })];
    if (navigator.canShare?.({ files })) await navigator.share({ files, title }).catch(() => {});
    else save(blob, `${name}.png`);
  };
  return html`
    <button type="button" class="main" onClick=${give}><${Icon} name="picture" />${t("share.picture")}</button>
  `;
}

/** @param {{table: any, onClose: () => void}} props */
export function ShareDialog({ table: shown, onClose }) {
  const { name, picture, spare, title } = opened();
  const [link, setLink] = useState("");
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    writeLink(spare(shown), location.origin + location.pathname).then(setLink);
  }, [shown]);

  const copy = async () => setCopied(await copied(link));
  const svg = () => picture(shown);
  const saveSvg = () => save(new Blob([svg()], { type: "image/svg+xml" }), `${name}.svg`);
  const savePng = async () => save(await asPng(svg()), `${name}.png`);
  const pass = () => navigator.share({ title, url: link }).catch(() => {});

  return html`
    <${Dialog} title=${t("share")} onClose=${onClose}>
      <p>${t("share.how")}</p>
      <input class="link" type="text" readonly aria-label=${t("share.link")} value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <div class="dialog-actions">
        ${navigator.clipboard && html`<button type="button" class="main" onClick=${copy}><${Icon} name="paste" />${t(isCopied ? "share.copied" : "share.copy")}</button>`}
        ${"share" in navigator && html`<button type="button" onClick=${pass}><${Icon} name="share" />${t("share.pass")}</button>`}
      </div>
      ${link && html`<${QrCode} text=${link} />`}
      <div class="dialog-actions">
        <button type="button" onClick=${() => print()}><${Icon} name="print" />${t("share.print")}</button>
        <button type="button" onClick=${savePng}><${Icon} name="picture" />PNG</button>
        <button type="button" onClick=${saveSvg}><${Icon} name="picture" />SVG</button>
      </div>
    </>
  `;
}
