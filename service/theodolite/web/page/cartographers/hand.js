/** A card in hand: which card, after ruins or not, its shape, its place, and done. */

import { ask, Refused, Unreachable } from "../shell/api.js";
import { gameId, show, table as tableNow, viewed } from "../shell/store.js";
import { bringUp } from "../shell/way.js";
import { drawingCardsNow, placements, printOf, refusal } from "./answers.js";
import { drawerOf, lettersOf } from "./cards.js";
import { dispatch } from "./commands.js";
import { isAfterRuins, turnsNow } from "./model/record.js";
import { spacesOf } from "./model/shape.js";
import { EMPTY, letterAt, SPACES, TERRAIN_OF } from "./model/table.js";

/** @typedef {import("./model/table.js").Table} Table */
/** @typedef {import("./model/table.js").Player} Player */
/** @typedef {import("./model/record.js").State} State */
/** @typedef {import("./answers.js").Card} DrawingCard */
/**
 * A shape in hand. `before` is how the map lay before it was drawn, which is null until then; `may` are
 * the spaces of which a gorgon that lies there destroys one, `aims` the same once one of them is to be tapped.
 *
 * @typedef {{kind: "shape", card: string, of: number, rows: string[], letter: string, ruins: boolean, coin: boolean, ambush: string | null, before: string[] | null, at: string | null, spaces: string[], may: string[], aims: string[] | null, stroke: symbol}} ShapeTool
 */
/**
 * A hero in hand: its space, then the stars around it.
 *
 * @typedef {{kind: "hero", card: string, before: {drawn: string[], stars: string[]}, at: string | null, stars: string[], stroke: symbol}} HeroTool
 */

/** The card in hand for this map: a shape or a hero stays in hand for the map that its card was taken for. @param {number} player */
export function inHandFor(player) {
  const { tool, holder } = viewed();
  return ["shape", "hero"].includes(tool?.kind) && holder !== player ? null : tool;
}

/** The API's answer about the card in hand, as long as it is about this moment. */
export function offer() {
  const { status, answer } = placements.current();
  return status === "current" ? answer : null;
}

/** The shape that is drawn: a single square where none of the card fits. @param {ShapeTool} tool */
export const shapeOf = ({ rows }) => (offer()?.fallback ? ["X"] : rows);

/** The sets of spaces on which the shape in hand, as it is turned, may be drawn. @param {ShapeTool} tool @returns {Map<string, string[]>} by the first of their spaces */
export function allowed(tool) {
  const answer = offer();
  if (!answer) return new Map();
  const rows = shapeOf(tool);
  const mine = new Map(SPACES.map((anchor) => [anchor, spacesOf(rows, anchor)?.join(" ") ?? ""]));
  const legal = new Map(
    answer.moves.map((/** @type {{spaces: string[]}} */ { spaces }) => [spaces.join(" "), spaces]),
  );
  return new Map(
    SPACES.flatMap((anchor) => {
      const spaces = legal.get(mine.get(anchor) ?? "");
      return spaces ? [[anchor, spaces]] : [];
    }),
  );
}

/** Of a gorgon on these spaces, the spaces of which it destroys one. @param {string[]} spaces @returns {string[]} */
function aimsOf(spaces) {
  const placed = offer()?.moves.find(
    (/** @type {{spaces: string[]}} */ one) => one.spaces.join() === spaces.join(),
  );
  return placed?.destroys ?? [];
}

/** The question why the shape in hand may not lie on these spaces. @type {(table: Table, player: number, tool: ShapeTool, drawn: string[], spaces: string[]) => object} */
function refusedBody(table, player, { card, letter, ruins }, drawn, spaces) {
  const face = drawingCardsNow().find((one) => one.card === card);
  const isAmbush = face?.kind === "ambush";
  const { name } = table.players[player];
  const drawer = isAmbush ? table.players[drawerOf(table, player, face)].name : name;
  const players = table.players.map((one, seat) => (seat === player ? { ...one, drawn } : one));
  return {
    snapshot: { ...table, players },
    player: drawer,
    move: {
      card,
      after_ruins: ruins,
      spaces,
      terrain: TERRAIN_OF[letter],
      ...(isAmbush && players.length > 1 && { on: name }),
    },
  };
}

/** Whether the shape in hand lies on the map. @type {(tool: ShapeTool, drawn: string[]) => boolean} */
export const lies = ({ before }, drawn) => before !== null && before.join() !== drawn.join();

/**
 * Draws the shape in hand where it was tapped or dragged to; it moves there if it lies elsewhere.
 *
 * @type {(player: number, place: string, spaces: string[] | undefined, first: boolean) => void}
 */
export function placeShape(player, place, spaces, first) {
  /** @type {ShapeTool} */
  const tool = viewed().tool;
  const { letter, ambush, stroke } = tool;
  const table = tableNow();
  const before = tool.before ?? table.players[player].drawn;
  if (!spaces) {
    if (!first) return;
    const missed = spacesOf(shapeOf(tool), place);
    refusal.want(missed && refusedBody(table, player, tool, before, missed));
    show({ missed: place });
    return;
  }
  const may = aimsOf(spaces);
  dispatch({ type: "shape", player, before, spaces, letter, ambush }, stroke);
  show({ tool: { ...tool, before, at: place, spaces, may }, missed: null });
}

/** Turns or mirrors the shape in hand; one that lies on the map turns there, or is taken up. @type {(player: number, change: (rows: string[]) => string[]) => void} */
export function reshape(player, change) {
  /** @type {ShapeTool} */
  const tool = viewed().tool;
  const next = { ...tool, rows: change(tool.rows), spaces: [], may: [], aims: null };
  show({ tool: next, missed: null });
  if (!next.before || next.at === null) return;
  const spaces = allowed(next).get(next.at);
  if (spaces) placeShape(player, next.at, spaces, false);
  else dispatch({ type: "rows", player, rows: next.before }, next.stroke);
}

/** A hero is drawn where nothing is, then a star with each tap. @type {(player: number, place: string) => void} */
export function placeHero(player, place) {
  /** @type {HeroTool} */
  const tool = viewed().tool;
  const { before, stroke } = tool;
  const { map } = tableNow();
  const isEmpty =
    letterAt(before.drawn, place) === "." && !"^#".includes(letterAt(printOf(map) ?? EMPTY, place));
  if (tool.at === null && !isEmpty) {
    show({ missed: place });
    return;
  }
  const space = tool.at ?? place;
  const { stars: old } = tool;
  const others = old.includes(place) ? old.filter((star) => star !== place) : [...old, place];
  const stars = place === space ? old : others;
  dispatch({ type: "hero", player, before, space, stars }, stroke);
  show({ tool: { ...tool, at: space, stars }, missed: null });
}

/**
 * The card is drawn: it is noted in the record, its coins are earned, and the hand is empty again.
 *
 * @type {(player: number, destroys?: string | null) => void}
 */
export function finish(player, destroys = null) {
  /** @type {ShapeTool | HeroTool} */
  const tool = viewed().tool;
  const { card, stroke } = tool;
  /** @type {Table} */
  const table = tableNow();
  const isHero = tool.kind === "hero";
  const before = isHero ? tool.before : { drawn: tool.before ?? table.players[player].drawn };
  const letter = isHero ? "H" : tool.letter;
  const spaces = isHero ? [tool.at ?? ""] : tool.spaces;
  const draw = { letter, spaces, stars: isHero ? tool.stars : [], destroys };
  const face = drawingCardsNow().find((one) => one.card === card);
  dispatch(
    {
      type: "turn",
      player,
      seat: face?.kind === "ambush" ? drawerOf(table, player, face) : player,
      card,
      before,
      draw,
      coin: !isHero && tool.coin && spaces.length === tool.rows.join("").replaceAll(".", "").length,
      afterRuins: !isHero && tool.ruins,
    },
    stroke,
  );
  show({ tool: null, card: null, missed: null });
  if (spaces.length > 0)
    earn(table, player, card, { ...table.players[player], ...before }, draw, stroke);
}

/**
 * Mountains that the drawing closed, and a dragon that it defeated, bring coins.
 *
 * @type {(table: Table, player: number, card: string, before: Player, draw: import("./model/record.js").Draw, stroke: symbol) => Promise<void>}
 */
async function earn(table, player, card, before, draw, stroke) {
  const { game, map, rulings, players, pack } = table;
  const face = drawingCardsNow().find((one) => one.card === card);
  const seat = face?.kind === "ambush" ? drawerOf(table, player, face) : player;
  const { name, drawn, stars, coins } = before;
  const { letter, spaces, destroys } = draw;
  // Nothing is asked of the map of a neighbour who draws.
  const drawers = seat === player ? [] : [{ name: players[seat].name, drawn: EMPTY }];
  const body = {
    snapshot: { game, map, rulings, pack, players: [{ name, drawn, stars, coins }, ...drawers] },
    player: players[seat].name,
    move: {
      // Of a hero whose pattern is not known the card says nothing.
      ...((face?.kind !== "hero" || face.pattern) && { card }),
      ...(drawers.length > 0 && { on: name }),
      spaces,
      terrain: TERRAIN_OF[letter],
      ...(letter === "H" && { stars: draw.stars }),
      ...(destroys && { destroys }),
    },
  };
  const id = gameId();
  try {
    const { changes } = await ask("cartographers/updates", body);
    if (gameId() !== id) return;
    /** @type {import("../types/openapi.js").CartographersChange[]} */
    const earned = changes.filter(
      (/** @type {any} */ one) => one.coins > 0 && one.effect !== "coin_of_shape",
    );
    const more = earned.reduce((sum, one) => sum + one.coins, 0);
    if (more === 0) return;
    const what = earned.map(({ explanation }) => explanation).join(" ");
    dispatch({ type: "gain", player, coins: more }, stroke, {
      key: "notice.coins",
      values: { what },
    });
  } catch (trouble) {
    // The coins can be counted by hand.
    if (!(trouble instanceof Refused || trouble instanceof Unreachable)) throw trouble;
  }
}

/** Puts the card in hand back, and takes what it drew off its map. */
export function putBack() {
  const { tool, holder: player } = viewed();
  if (tool?.kind === "shape" && lies(tool, tableNow().players[player].drawn)) {
    dispatch({ type: "rows", player, rows: tool.before }, tool.stroke);
  }
  if (tool?.kind === "hero" && tool.at) {
    dispatch({ type: "take_up", player, before: tool.before }, tool.stroke);
  }
  show({ card: null, tool: null, missed: null });
}

/** Takes a card, with its first shape in hand. @type {(state: State, player: number, card: DrawingCard) => void} */
export function choose({ table, record }, player, card) {
  putBack();
  const isOut = turnsNow(record).at(-1)?.card === card.card;
  const { drawn, stars } = table.players[player];
  const ruins = isOut && isAfterRuins(turnsNow(record));
  const station = `map-${player}`;
  show({ card: card.card, holder: player, player, station, choosing: false });
  bringUp(".map-panel.now");
  if (card.kind === "hero") {
    const before = { drawn, stars };
    const stroke = Symbol(card.card);
    show({ tool: { kind: "hero", card: card.card, before, at: null, stars: [], stroke } });
  } else take(table, player, card, 0, ruins);
}

/** Takes a shape of a card in hand. @type {(table: Table, player: number, card: DrawingCard, of: number, ruins?: boolean) => void} */
export function take(table, player, card, of, ruins = false) {
  const { rows, coin } = card.shapes[of];
  const isAmbush = card.kind === "ambush";
  const { tool } = viewed();
  const last = tool?.kind === "shape" && tool.card === card.card ? tool : null;
  if (last?.before) dispatch({ type: "rows", player, rows: last.before }, last.stroke);
  show({
    missed: null,
    tool: {
      kind: "shape",
      card: card.card,
      of,
      rows,
      coin: coin === true,
      letter: last?.letter ?? lettersOf(card)[0],
      ruins: last?.ruins ?? ruins,
      // In the base game nobody needs to know which ambushes have come.
      ambush: isAmbush && table.game !== "cartographers" ? card.card : null,
      before: null,
      at: null,
      spaces: [],
      may: [],
      aims: null,
      stroke: last?.stroke ?? Symbol(card.card),
    },
  });
}
