/** An answer that somebody asks for, which holds as long as what it is about stays the same. */

import { html, useState } from "../vendor/htm-preact.js";
import { ask, Refused, Unreachable } from "./api.js";
import { t } from "./i18n.js";
import { Icon } from "./parts.js";

/** @typedef {{about?: any, answer?: any, offline?: boolean, refusal?: Refused}} Asked */

/**
 * @param {string} operation such as "game/replays"
 * @param {any} about the very same object as long as it does not change
 * @returns {Asked & {isAsking: boolean, put: (body: object, of?: any) => Promise<any>}} `put` gives the answer, if there is one
 */
export function useAsked(operation, about) {
  const [known, setKnown] = useState(/** @type {Asked} */ ({}));
  const [isAsking, setAsking] = useState(false);
  /** @type {(body: object, of?: any) => Promise<any>} */
  const put = async (body, of = about) => {
    setAsking(true);
    try {
      const answer = await ask(operation, body);
      setKnown({ about: of, answer });
      return answer;
    } catch (trouble) {
      if (trouble instanceof Unreachable) setKnown({ about: of, offline: true });
      else if (trouble instanceof Refused) setKnown({ about: of, refusal: trouble });
      else throw trouble;
    } finally {
      setAsking(false);
    }
  };
  return { ...(known.about === about ? known : {}), isAsking, put };
}

/** Why there is no answer. @param {Asked} props */
export const Trouble = ({ offline, refusal }) => html`
  ${offline && html`<p class="standing offline" role="alert"><${Icon} name="offline" />${t("offline")}</p>`}
  ${refusal && html`<p class="standing" role="alert"><${Icon} name="warning" />${refusal.errors[0]?.detail ?? refusal.message}</p>`}
`;
