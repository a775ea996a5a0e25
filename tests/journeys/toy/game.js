/** The smallest game that the shell can open. */

import { t } from "/page/shell/i18n.js";
import { dispatch } from "/page/shell/store.js";
import { html } from "/page/vendor/htm-preact.js";

const Coins = ({ state }) =>
  state.table.coins.map(
    (coin, at) => html`
    <button type="button" aria-label=${t("turn", { n: at + 1 })} onClick=${() => dispatch({ at })}>${coin}</button>
  `,
  );

const turned = { heads: "tails", tails: "heads" };

export const game = {
  name: "toy",
  title: "Two coins",
  shelf: "theodolite.toy",
  view: { tab: "coins" },
  fitting: (view) => view,
  remembered: [],
  tabs: { coins: Coins },
  dialogs: {},
  newTable: () => ({ coins: ["heads", "heads"] }),
  newState: (table) => ({ table }),
  reduce: ({ table }, { at }) => ({
    table: { coins: table.coins.map((coin, other) => (other === at ? turned[coin] : coin)) },
  }),
  places: () => [],
  read: (state) => (Array.isArray(state?.table?.coins) ? state : null),
  spare: (table) => table,
  names: () => [],
  ask: () => {},
  again: () => {},
  load: async () => {},
  picture: () => "",
};
