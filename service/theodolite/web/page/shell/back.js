/**
 * The browser's Back: it closes what is open, then walks back through the stations, then leaves the game.
 *
 * Each station that is opened, and each dialog, is an entry of the browser's history. A dialog that closes
 * by itself takes its entry along.
 */

/** @typedef {{tab?: string, station?: string, open: boolean}} Place what an entry of the history shows */

/** @type {Place} */
let here = { open: false };
/** Whether the entry of a closed dialog is being left. */
let leaving = false;

/** @param {Record<string, any>} view @returns {Place} */
const placeOf = ({ tab, station, dialog, choice }) => ({
  tab,
  station,
  open: dialog !== null || choice !== null,
});

/** @type {(one: Place, other: Place) => boolean} */
const isSameStation = (one, other) => one.tab === other.tab && one.station === other.station;

/** Notes in the history where the view has come to. @param {Record<string, any>} view */
export function follow(view) {
  const next = placeOf(view);
  if (leaving || (isSameStation(here, next) && here.open === next.open)) return;
  if (here.open && !next.open && isSameStation(here, next)) {
    leaving = true;
    history.back();
    return;
  }
  // An open dialog is gone with its station: its entry becomes that of the next one.
  if (here.open) history.replaceState(next, "");
  else history.pushState(next, "");
  here = next;
}

/**
 * @param {() => Record<string, any>} viewed
 * @param {(change: {tab?: string, station?: string, dialog: null, choice: null, lit: null}) => void} show
 */
export function watchBack(viewed, show) {
  here = { ...placeOf(viewed()), open: false };
  history.replaceState(here, "");
  addEventListener("popstate", ({ state }) => {
    // A link to a game that is opened here has no state; it is shown when its address changes.
    if (state === null) return;
    here = { ...state, open: false };
    history.replaceState(here, "");
    if (leaving) {
      leaving = false;
      follow(viewed());
    } else {
      show({ tab: here.tab, station: here.station, dialog: null, choice: null, lit: null });
    }
  });
}
