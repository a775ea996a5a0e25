/** The score sheet: a table as on paper, and lines that open to say where their points come from. */

import { html } from "../vendor/htm-preact.js";
import { t, written } from "./i18n.js";

/**
 * @param {object} props
 * @param {any[]} props.heads of the columns
 * @param {{title: string, cells: any[]}[]} props.rows
 * @param {{title: string, cells: any[]}} props.foot
 * @param {string} [props.caption]
 */
export const SheetTable = ({ heads, rows, foot, caption = t("sheet") }) => html`
  <table class="sheet-table" data-players=${heads.length}>
    <caption class="sr">${caption}</caption>
    <thead>
      <tr>
        <td></td>
        ${heads.map((head) => html`<th scope="col"><span class="column-head">${head}</span></th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ title, cells }) => html`
        <tr>
          <th scope="row">${title}</th>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>
      `,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${foot.title}</th>
        ${foot.cells.map((cell) => html`<td>${cell}</td>`)}
      </tr>
    </tfoot>
  </table>
`;

/** A total, ringed where it is the first. @param {{points: number, first: boolean}} props */
export const Total = ({ points, first }) => html`
  <span class=${first ? "total first" : "total"}>${written(points)}</span>
`;

/**
 * @param {object} props
 * @param {string} props.title
 * @param {number} props.points
 * @param {string} props.reason
 * @param {boolean} props.open
 * @param {() => void} props.onOpen
 * @param {any} [props.children] what is seen of it when it is open
 */
export const ScoreLine = ({ title, points, reason, open, onOpen, children }) => html`
  <li class=${open ? "score-line is-open" : "score-line"}>
    <button type="button" aria-pressed=${open} onClick=${onOpen}>
      <span class="line-title">${title}</span>
      <span class=${points === 0 ? "line-points none" : "line-points"}>${written(points)}</span>
      <span class="line-reason">${reason}</span>
    </button>
    ${open && html`<div class="line-more">${children}</div>`}
  </li>
`;
