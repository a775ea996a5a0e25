"""What drawing does to a map (Zeichnen, Helden, Zerstörte Felder, Sondereffekte).

On a map things happen in this order: the shape is filled; stars destroy monsters; who drew the
gorgon destroys; then mountains and the dragon bring coins. Who may draw what is in `turn`, zombies
and trolls in `ending`.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from theodolite.cartographers.board import (
    DRAWN_LETTERS,
    EMPTY,
    GRID,
    MONSTERS,
    Drawn,
    Map,
    Mark,
    Terrain,
)
from theodolite.cartographers.facts import Card
from theodolite.cartographers.rulings import Rulings
from theodolite.grid import Space, Spaces, each
from theodolite.verdict import Values

__all__ = [
    "COINS_ON_THE_SHEET",
    "DRAGON_COINS",
    "Change",
    "Draw",
    "Effect",
    "Sheet",
    "closed_mountains",
    "coins_brought",
    "destroyed_by_gorgon",
    "destroyed_by_stars",
    "destroyed_in",
    "dragon_defeated",
    "draw",
    "drawn_letter",
    "filled_in",
    "gorgon_targets",
    "idle_fields",
    "shape_drawn",
    "with_coins",
]

COINS_ON_THE_SHEET = 14
DRAGON_COINS = 3

Effect = Literal[
    "drawn",
    "starred",
    "destroyed",
    "coin_of_shape",
    "mountain_closed",
    "dragon_defeated",
    "refused",
]


class Draw(NamedTuple):
    """What is drawn: spaces in a terrain, stars around a hero, what a gorgon destroys.

    Without spaces: that nothing can be drawn.
    """

    spaces: Spaces = 0
    terrain: Terrain | None = None
    stars: Spaces = 0
    destroys: Space | None = None


class Sheet(NamedTuple):
    """A map with its coins, and whether the dragon's have been marked already."""

    map: Map
    coins: int = 0
    dragon_paid: bool = False


class Change(NamedTuple):
    """What happened to a space, and the coins marked for it.

    `letter` is what was drawn or destroyed there. A change that is not about one space has None,
    that of the dragon its `spaces`.
    """

    space: Space | None
    effect: Effect
    coins: int = 0
    letter: str = ""
    spaces: Spaces = 0

    @property
    def rule(self) -> str:
        """The rule that decided."""
        return f"cartographers.change.{self.effect}"

    @property
    def says(self) -> str:
        """The key of the rule's sentence."""
        return "empty" if self.effect == "destroyed" and self.letter == EMPTY else "says"

    @property
    def values(self) -> Values:
        """What fills the sentence."""
        return {
            "space": None if self.space is None else GRID.names[self.space],
            "coins": self.coins,
            "mark": Mark(self.letter) if self.letter not in ("", EMPTY) else None,
        }


def shape_drawn(card: Card, spaces: Spaces) -> int | None:
    """The number of the first shape of a card that covers these spaces, turned and mirrored."""
    for i, shape in enumerate(card.shapes or ()):
        if spaces in GRID.placements(shape.rows):
            return i
    return None


def drawn_letter(terrain: Terrain, card: Card | None, spaces: Spaces, rulings: Rulings) -> str:
    """The letter of what is drawn; a monster's is that of its card."""
    if terrain != Terrain.MONSTER:
        return DRAWN_LETTERS[terrain]
    if card is None:
        return MONSTERS[0]
    # A 1x1 in place of its shape is no dragon, troll or gorgon (fallback_monster).
    if (
        card.letter != MONSTERS[0]
        and shape_drawn(card, spaces) is None
        and rulings.fallback_monster == "generic"
    ):
        return MONSTERS[0]
    return card.letter


def idle_fields(drawn: Draw, card: Card | None, rulings: Rulings) -> Iterator[str]:
    """What of a draw nothing comes of: stars without a hero, a target without a gorgon."""
    letter = ""
    if drawn.spaces and drawn.terrain is not None:
        letter = drawn_letter(drawn.terrain, card, drawn.spaces, rulings)
    if drawn.stars and letter != DRAWN_LETTERS[Terrain.HERO]:
        yield "stars"
    if drawn.destroys is not None and letter != "G":
        yield "destroys"


def closed_mountains(land: Map) -> Spaces:
    """The mountains of which every neighbour there is is filled."""
    return land.printed.mountains & ~GRID.neighbours(land.empty)


def dragon_defeated(drawn: Drawn, empty: Spaces, rulings: Rulings) -> bool:
    """Whether a dragon was drawn and is beaten (Sondereffekte; the editions differ)."""
    standing, fallen = drawn.dragon, drawn.destroyed_dragon
    if not standing | fallen:
        return False
    beside = GRID.neighbours(empty)
    match rulings.dragon_defeated:
        # Every dragon space is destroyed or has no empty neighbour.
        case "surrounded_or_destroyed":
            return not standing & beside
        # And one of them stands.
        case "standing":
            return standing != 0 and not standing & beside
        # Destroyed ones are to be surrounded too.
        case "as_drawn":
            return not (standing | fallen) & beside


def gorgon_targets(land: Map, drawn_on: Spaces, rulings: Rulings) -> Spaces:
    """What the gorgon's drawer may destroy: a space adjacent to it that is no mountain.

    Args:
        land: the map after the gorgon was drawn and the stars have destroyed.
        drawn_on: the spaces it was drawn on.
        rulings: the rulings in force.
    """
    # What a star destroyed at once is a gorgon no more (gorgon_source).
    source = drawn_on & land.drawn.gorgon
    if source != drawn_on and rulings.gorgon_source == "as_drawn":
        source = drawn_on
    targets = GRID.neighbours(source) & ~land.printed.mountains
    # Wasteland and destroyed spaces would not change (gorgon_target).
    changing = targets & ~(land.printed.wasteland | land.drawn.ruined)
    if 0 != changing != targets and rulings.gorgon_target == "must_change":
        return changing
    return targets


def destroyed_by_gorgon(land: Map, target: Space) -> Map:
    """The map with what a gorgon's drawer aims at destroyed; nothing printed is."""
    destroyed = (1 << target) & land.printed.plain
    return land._replace(drawn=land.drawn.with_destroyed(destroyed))


def destroyed_by_stars(land: Map) -> Map:
    """The map with every monster that has a star destroyed."""
    struck = land.drawn.monsters & land.stars
    return land._replace(drawn=land.drawn.with_destroyed(struck)) if struck else land


def filled_in(land: Map, drawn: Draw, letter: str) -> Map:
    """The map after a shape is filled and stars have destroyed monsters.

    Only a hero has stars.
    """
    stars = land.stars | drawn.stars if letter == DRAWN_LETTERS[Terrain.HERO] else land.stars
    filled = Map(land.printed, land.drawn.with_letter(drawn.spaces, letter), stars)
    return destroyed_by_stars(filled)


def coins_brought(
    before: Sheet, after: Map, rulings: Rulings, *, shape_coin: bool = False, by_owner: bool = True
) -> list[Change]:
    """The coins that a new map brings: of a shape, of mountains, of the dragon.

    Args:
        before: the sheet before.
        after: the map after everything was drawn and destroyed.
        rulings: the rulings in force.
        shape_coin: whether the shape drawn carries a coin.
        by_owner: whether the map's owner drew, or a neighbour.
    """
    brought = [Change(None, "coin_of_shape", 1)] if shape_coin else []
    # Each mountain brings one coin, once, or none if a neighbour closed it (coins_by_others).
    closed = closed_mountains(after) & ~closed_mountains(before.map)
    for_mountain = 1 if by_owner or (closed and rulings.coins_by_others == "map_owner") else 0
    brought += [Change(mountain, "mountain_closed", for_mountain) for mountain in each(closed)]
    # The dragon's coins go to the map's owner, once.
    if (
        not before.dragon_paid
        and dragon_defeated(after.drawn, after.empty, rulings)
        and not dragon_defeated(before.map.drawn, before.map.empty, rulings)
    ):
        dragon = after.drawn.dragon | after.drawn.destroyed_dragon
        brought.append(Change(None, "dragon_defeated", DRAGON_COINS, spaces=dragon))
    # No coin is marked past the sheet's last place, if that is a limit (coin_limit).
    room = max(0, COINS_ON_THE_SHEET - before.coins)
    if sum([change.coins for change in brought]) > room and rulings.coin_limit == "fourteen":
        for i, change in enumerate(brought):
            brought[i] = change._replace(coins=min(room, change.coins))
            room -= brought[i].coins
    return brought


def with_coins(before: Sheet, after: Map, brought: Sequence[Change]) -> Sheet:
    """A sheet with a new map, and the coins that it brought marked."""
    paid = any(change.effect == "dragon_defeated" for change in brought)
    coins = before.coins + sum([change.coins for change in brought])
    return Sheet(after, coins, before.dragon_paid or paid)


def destroyed_in(before: Map, after: Map) -> list[Change]:
    """The spaces destroyed between one map and another, each with what stood there."""
    return [
        Change(space, "destroyed", letter=before.drawn.letter(space))
        for space in each(after.drawn.ruined & ~before.drawn.ruined)
    ]


def draw(
    sheet: Sheet, drawn: Draw, card: Card | None, rulings: Rulings, *, by_owner: bool = True
) -> tuple[Sheet, list[Change]]:
    """Draw on a sheet: the sheet after it, and what changed. Whether it is legal is not asked.

    Args:
        sheet: the sheet before.
        drawn: what is drawn. Stars count with a hero, what is destroyed with a gorgon.
        card: the card that it is drawn for, where that is known.
        rulings: the rulings in force.
        by_owner: whether the map's owner draws, or a neighbour.
    """
    before = sheet.map
    # Nothing is drawn on a filled space (Zeichnen).
    if taken := drawn.spaces & before.filled:
        return sheet, [Change(space, "refused") for space in each(taken)]
    if drawn.terrain is None or not drawn.spaces:
        return sheet, []
    letter = drawn_letter(drawn.terrain, card, drawn.spaces, rulings)
    filled = filled_in(before, drawn, letter)
    after = filled
    if letter == "G" and drawn.destroys is not None:
        after = destroyed_by_gorgon(filled, drawn.destroys)
    shape = None if card is None else shape_drawn(card, drawn.spaces)
    shape_coin = card is not None and shape is not None and (card.shapes or ())[shape].coin
    brought = coins_brought(sheet, after, rulings, shape_coin=shape_coin, by_owner=by_owner)
    as_drawn = before._replace(drawn=before.drawn.with_letter(drawn.spaces, letter))
    changed = [
        *[Change(space, "drawn", letter=letter) for space in each(drawn.spaces)],
        *[Change(space, "starred") for space in each(after.stars & ~before.stars)],
        *destroyed_in(as_drawn, after),
        *brought,
    ]
    return with_coins(sheet, after, brought), changed
