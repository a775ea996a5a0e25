"""The effects of a draw on a map (Zeichnen, Helden, Zerstörte Felder, Sondereffekte).

They happen in this order: the shape is filled; stars destroy monsters; the player who drew a gorgon
destroys a space; mountains and the dragon bring coins. Whether a draw is legal is judged in
`legality`; zombies and trolls act in `season_ends`.
"""

from collections.abc import Iterable, Iterator, Sequence
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
from theodolite.cartographers.snapshot import Snapshot
from theodolite.grid import NOWHERE, Space, Spaces, each, orientations
from theodolite.verdict import Values

COINS_ON_THE_SHEET = 14
"""The places for coins on a sheet."""
DRAGON_COINS = 3
"""The coins for a defeated dragon (Sondereffekte)."""

Skill = Literal["free_drawing", "extra_squares", "other"]
"""The effect of a skill card on a draw: squares of any kind, squares beyond the card's shape, or
none. How many there may be, and where, is printed on the skill card and not known."""
Effect = Literal[
    "coins_spent",
    "drawn",
    "starred",
    "destroyed",
    "coin_of_shape",
    "mountain_closed",
    "dragon_defeated",
    "refused",
]


class Impossible(NamedTuple):
    """The parts of a draw that no map has room for. Such a draw is illegal.

    Attributes:
        spaces: Squares over the edge of the map, named as if the rows and columns went on.
        stars: Stars over the edge.
        destroys: The gorgon's target, if it is over the edge.
        mountain: Whether the terrain is mountain, which is printed and never drawn.
    """

    spaces: Sequence[str] = ()
    stars: Sequence[str] = ()
    destroys: str | None = None
    mountain: bool = False

    @property
    def over_edge(self) -> Sequence[str]:
        """All spaces over the edge, each once."""
        target = () if self.destroys is None else (self.destroys,)
        return tuple(dict.fromkeys((*self.spaces, *self.stars, *target)))


class Draw(NamedTuple):
    """A draw for a card.

    Attributes:
        spaces: The spaces that are filled; none to claim that nothing can be drawn.
        terrain: Their terrain; None without spaces.
        stars: A hero's attack pattern inside the map, spaces that have a star included.
        destroys: The space that the gorgon destroys.
        impossible: Squares, stars and a target over the edge of the map, mountain as terrain.
        skill: The effect of the skill card that is used for it; None without one.
        coins_spent: The coins that the skill card costs.
    """

    spaces: Spaces = NOWHERE
    terrain: Terrain | None = None
    stars: Spaces = NOWHERE
    destroys: Space | None = None
    impossible: Impossible = Impossible()
    skill: Skill | None = None
    coins_spent: int = 0

    @property
    def squares(self) -> Sequence[str]:
        """The names of the squares drawn, those over the edge of the map last."""
        return [*GRID.name_all(self.spaces), *self.impossible.spaces]

    @property
    def starred(self) -> Sequence[str]:
        """The names of the spaces with a star, those over the edge of the map last."""
        return [*GRID.name_all(self.stars), *self.impossible.stars]

    @property
    def target(self) -> str | None:
        """The name of the space that the gorgon destroys."""
        return self.impossible.destroys if self.destroys is None else GRID.names[self.destroys]


class Sheet(NamedTuple):
    """A map with its coins.

    Attributes:
        map: The map.
        coins: The coins marked so far.
        dragon_paid: Whether the coins for the dragon are among them.
    """

    map: Map
    coins: int = 0
    dragon_paid: bool = False

    @classmethod
    def of(cls, table: Snapshot, player: int) -> "Sheet":
        """That of a player, by index."""
        one = table.players[player]
        return cls(table.map(player), one.coins, one.dragon_paid)

    def onto(self, table: Snapshot, player: int) -> Snapshot:
        """A copy of a table in which it is that of a player."""
        drawn, stars = self.map.drawn, self.map.stars
        sheet = table.players[player]._replace(
            drawn=drawn, stars=stars, coins=self.coins, dragon_paid=self.dragon_paid
        )
        return table.with_sheet(player, sheet)


class Change(NamedTuple):
    """A change of one space of a map, or a reason for coins.

    Attributes:
        space: The space; None of a change that is not about one space.
        effect: What happened.
        coins: The coins marked for it, below 0 if they are spent.
        letter: The letter that was drawn or destroyed there.
        spaces: The spaces of a defeated dragon.
        is_limited: Whether the sheet has no place for more coins, or too few to spend.
        impossible: Why nothing is drawn, if not because a space is filled: the name of a space over
            the edge of the map, or "" for mountain as terrain.
    """

    space: Space | None
    effect: Effect
    coins: int = 0
    letter: str = ""
    spaces: Spaces = NOWHERE
    impossible: str | None = None
    is_limited: bool = False

    @property
    def rule(self) -> str:
        """The id of the rule that decides."""
        return f"cartographers.change.{self.effect}"

    @property
    def key(self) -> str:
        """The key of the rule's sentence."""
        if self.impossible is not None:
            return "outside" if self.impossible else "mountain"
        if self.is_limited:
            return "limit"
        return "empty" if self.effect == "destroyed" and self.letter == EMPTY else "says"

    @property
    def values(self) -> Values:
        """The values that fill the blanks of the sentence."""
        return {
            "space": self.impossible if self.space is None else GRID.names[self.space],
            "coins": abs(self.coins),
            "mark": Mark(self.letter).shown if self.letter not in ("", EMPTY) else None,
        }


def shape_drawn(card: Card, spaces: Spaces, over_edge: Sequence[str] = ()) -> int | None:
    """The number of the card's first shape that covers these spaces, turned or mirrored.

    Args:
        card: The card.
        spaces: The spaces.
        over_edge: Further squares over the edge of the map.
    """
    for i, shape in enumerate(card.shapes or ()):
        if over_edge:
            faces = orientations(shape.rows, rotated=True, mirrored=True)
            covers = is_one_of(faces, [*GRID.name_all(spaces), *over_edge])
        else:
            covers = spaces in GRID.placements(shape.rows)
        if covers:
            return i
    return None


def without_extra(card: Card, drawn: Draw) -> Draw:
    """A draw without the squares that a skill card adds: the first shape of the card within it."""
    if drawn.skill != "extra_squares":
        return drawn
    within = (
        placed
        for shape in card.shapes or ()
        for placed in GRID.placements(shape.rows)
        if not placed & ~drawn.spaces
    )
    return drawn._replace(spaces=next(within, drawn.spaces))


def is_one_of(faces: Iterable[Sequence[str]], squares: Sequence[str]) -> bool:
    """Whether squares, by name and in any place on or off the map, form one of these shapes."""
    cells = [(ord(name[0]), int(name[1:])) for name in squares]
    top, left = (min(places) for places in zip(*cells, strict=True))
    drawn = {(row - top, column - left) for row, column in cells}
    return any(
        drawn
        == {(r, c) for r, row in enumerate(face) for c, letter in enumerate(row) if letter == "X"}
        for face in faces
    )


def drawn_letter(
    terrain: Terrain,
    card: Card | None,
    spaces: Spaces,
    rulings: Rulings,
    over_edge: Sequence[str] = (),
) -> str:
    """The letter that is drawn; that of a monster is on its card.

    Args:
        terrain: The terrain.
        card: The card; None if it is not known.
        spaces: The spaces.
        rulings: The rulings in force.
        over_edge: Further squares over the edge of the map.
    """
    if terrain != Terrain.MONSTER:
        return DRAWN_LETTERS[terrain]
    if card is None:
        return MONSTERS[0]
    # A 1x1 instead of the shape is no dragon, troll or gorgon (fallback_monster).
    if (
        card.letter != MONSTERS[0]
        and shape_drawn(card, spaces, over_edge) is None
        and rulings.fallback_monster == "generic"
    ):
        return MONSTERS[0]
    return card.letter


def superfluous_fields(drawn: Draw, card: Card | None, rulings: Rulings) -> Iterator[str]:
    """The fields of a draw that have no effect: stars without a hero, a target without a gorgon."""
    letter, over_edge = "", drawn.impossible.spaces
    drawn = drawn if card is None else without_extra(card, drawn)
    if drawn.squares and drawn.terrain is not None:
        letter = drawn_letter(drawn.terrain, card, drawn.spaces, rulings, over_edge)
    if drawn.starred and letter != DRAWN_LETTERS[Terrain.HERO]:
        yield "stars"
    if drawn.target is not None and letter != "G":
        yield "destroys"


def closed_mountains(map_: Map) -> Spaces:
    """The mountains with only filled spaces or the edge on their four sides."""
    return map_.printed.mountains & ~GRID.neighbours(map_.empty)


def dragon_defeated(drawn: Drawn, empty: Spaces, rulings: Rulings) -> bool:
    """Whether a dragon was drawn and is defeated (Sondereffekte; the editions differ)."""
    standing, destroyed = drawn.dragon, drawn.destroyed_dragon
    if not standing | destroyed:
        return False
    open_spaces = GRID.neighbours(empty)
    match rulings.dragon_defeated:
        # Every dragon space is destroyed or has no empty neighbour.
        case "surrounded_or_destroyed":
            return not standing & open_spaces
        # So too, and at least one is not destroyed.
        case "standing":
            return standing != 0 and not standing & open_spaces
        # Destroyed ones must be surrounded too.
        case "as_drawn":
            return not (standing | destroyed) & open_spaces


def gorgon_targets(map_: Map, drawn_on: Spaces, rulings: Rulings) -> Spaces:
    """The spaces that a gorgon may destroy: those adjacent to it that are no mountain.

    Args:
        map_: The map after the gorgon was drawn and stars have destroyed monsters.
        drawn_on: The spaces that the gorgon was drawn on.
        rulings: The rulings in force.
    """
    # A space that a star destroyed at once is no gorgon any more (gorgon_source).
    source = drawn_on & map_.drawn.gorgon
    if source != drawn_on and rulings.gorgon_source == "as_drawn":
        source = drawn_on
    targets = GRID.neighbours(source) & ~map_.printed.mountains
    # Wasteland and destroyed spaces would not change (gorgon_target).
    changing = targets & ~(map_.printed.wasteland | map_.drawn.ruined)
    if 0 != changing != targets and rulings.gorgon_target == "must_change":
        return changing
    return targets


def destroyed_by_gorgon(map_: Map, target: Space) -> Map:
    """The map after a gorgon destroyed a space; mountains and wasteland stay."""
    destroyed = (1 << target) & map_.printed.plain
    return map_._replace(drawn=map_.drawn.with_destroyed(destroyed))


def destroyed_by_stars(map_: Map) -> Map:
    """The map after every monster with a star is destroyed."""
    struck = map_.drawn.monsters & map_.stars
    return map_._replace(drawn=map_.drawn.with_destroyed(struck)) if struck else map_


def filled_in(map_: Map, drawn: Draw, letter: str) -> Map:
    """The map after a shape is filled and stars have destroyed monsters; heroes alone add stars."""
    stars = map_.stars | drawn.stars if letter == DRAWN_LETTERS[Terrain.HERO] else map_.stars
    filled = Map(map_.printed, map_.drawn.with_letter(drawn.spaces, letter), stars)
    return destroyed_by_stars(filled)


def coins_brought(
    before: Sheet, after: Map, rulings: Rulings, *, shape_coin: bool = False, by_owner: bool = True
) -> list[Change]:
    """The coins that a change of a map brings: for the shape, for mountains, for the dragon.

    Args:
        before: The sheet before.
        after: The map after everything is drawn and destroyed.
        rulings: The rulings in force.
        shape_coin: Whether the shape drawn carries a coin.
        by_owner: Whether the map's owner drew, or a neighbour.
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
            coins = min(room, change.coins)
            brought[i] = change._replace(coins=coins, is_limited=coins < change.coins)
            room -= brought[i].coins
    return brought


def with_coins(before: Sheet, after: Map, brought: Sequence[Change]) -> Sheet:
    """The sheet with a new map and with the coins that it brought."""
    paid = any(change.effect == "dragon_defeated" for change in brought)
    coins = before.coins + sum([change.coins for change in brought])
    return Sheet(after, coins, before.dragon_paid or paid)


def destroyed_in(before: Map, after: Map) -> list[Change]:
    """The spaces destroyed from one map to another, each with its letter before."""
    return [
        Change(space, "destroyed", letter=before.drawn.letter(space))
        for space in each(after.drawn.ruined & ~before.drawn.ruined)
    ]


def draw(
    sheet: Sheet, drawn: Draw, card: Card | None, rulings: Rulings, *, by_owner: bool = True
) -> tuple[Sheet, list[Change]]:
    """Draw on a sheet, legally or not.

    Args:
        sheet: The sheet before.
        drawn: The draw. Stars count only with a hero, `destroys` only with a gorgon.
        card: The card that is drawn for; None if it is not known.
        rulings: The rulings in force.
        by_owner: Whether the map's owner draws, or a neighbour.

    Returns:
        The sheet after it, and every change in order. If a space is filled already or over the
        edge, or the terrain is mountain, nothing changes but by effects `refused`.

    >>> from theodolite.cartographers import Print
    >>> a1_and_a2 = 1 << GRID.spaces["A1"] | 1 << GRID.spaces["A2"]
    >>> forest = Draw(a1_and_a2, Terrain.FOREST)
    >>> after, changes = draw(Sheet(Map(Print())), forest, None, Rulings())
    >>> after.map.drawn.rows()[0], [change.effect for change in changes]
    ('FF.........', ['drawn', 'drawn'])
    """
    before = sheet.map
    # Nothing is drawn on a filled space, off the map, or as a mountain (Zeichnen).
    refused = [Change(space, "refused") for space in each(drawn.spaces & before.filled)]
    refused += [Change(None, "refused", impossible=name) for name in drawn.impossible.over_edge]
    refused += [Change(None, "refused", impossible="")] * drawn.impossible.mountain
    if refused:
        return sheet, refused
    if drawn.terrain is None or not drawn.spaces:
        return sheet, []
    plain = drawn if card is None else without_extra(card, drawn)
    letter = drawn_letter(drawn.terrain, card, plain.spaces, rulings)
    filled = filled_in(before, drawn, letter)
    after = filled
    if letter == "G" and drawn.destroys is not None:
        after = destroyed_by_gorgon(filled, drawn.destroys)
    shape = None if card is None else shape_drawn(card, plain.spaces)
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
