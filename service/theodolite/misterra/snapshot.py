"""The table of Maps of Misterra at one moment, and the faults of tables that cannot be.

Covers players, presumption cards, the display, the deck and the rulings. Boards are in `board`.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.misterra.board import GRID, TILES_PER_TERRAIN, Board, Island, Terrain
from theodolite.verdict import Fault, Path, Values, Word

MARKERS = 3
"""The claim markers of each player, and of Otoma (p. 2)."""
SKETCH_CARDS = 104
"""The sketch cards in the box (p. 2)."""
SOLO_SKETCH_CARDS = SKETCH_CARDS - 2
"""Two sketch cards go back to the box before a solo game (p. 10)."""
DISPLAY_SIZE = 5
"""The open sketch cards when the display is full (p. 3)."""
TURN_HALF_DAYS = 2
"""The half days of a turn (p. 4)."""
OTOMA_HALF_DAYS = 20
"""The half days for which Otoma's cards last (p. 10).

There are 21 cards after the set-up. Each half day flips the top card and follows the next one, so
that the last one is never flipped.
"""
OTOMA = "Otoma"
"""The name of the opponent in a solo game."""

ONE_OF_EACH_TERRAIN = (range(1, 5), range(5, 9))
"""Presumption cards of which each shows a terrain of its own (p. 8)."""

Sketch = tuple[Terrain, Terrain]
Display = tuple[Sketch | None, ...]
"""The open sketch cards; None for an unknown one."""


class Side(StrEnum):
    """The side of the island along which the beach lies."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"

    __hash__ = str.__hash__

    @property
    def spaces(self) -> Spaces:
        """The edge spaces that have a beach space in front of them."""
        match self:
            case Side.LEFT:
                return GRID.column_lines[0]
            case Side.RIGHT:
                return GRID.column_lines[-1]
            case Side.TOP:
                return GRID.row_lines[0]
            case Side.BOTTOM:
                return GRID.row_lines[-1]

    @property
    def perpendicular(self) -> tuple[Spaces, ...]:
        """The lines of spaces perpendicular to the beach (p. 8)."""
        return GRID.row_lines if self in (Side.LEFT, Side.RIGHT) else GRID.column_lines

    @property
    def parallel(self) -> tuple[Spaces, ...]:
        """The lines of spaces parallel to the beach (p. 8)."""
        return GRID.column_lines if self in (Side.LEFT, Side.RIGHT) else GRID.row_lines


class Place(NamedTuple):
    """A place where a meeple can stand.

    Attributes:
        space: An island space.
        on_beach: Whether the place is the beach space in front of it.
    """

    space: Space
    on_beach: bool = False

    @property
    def name(self) -> str:
        """`C3`, or `beach:E3` for the beach space in front of E3."""
        name = GRID.names[self.space]
        return f"beach:{name}" if self.on_beach else name

    @property
    def word(self) -> str | Word:
        """The place in a sentence: `C3`, or the beach space beside E3."""
        return place_word(self.name)

    @property
    def in_path(self) -> str | Word:
        """The place between arrows: `C3`, or *beach beside E3*."""
        return place_word(self.name, "BEACH_IN_PATH")


def place_word(name: str, word: str = "BEACH") -> str | Word:
    """A place in a sentence by its name, on the board or over its edge."""
    beach, _, space = name.rpartition(":")
    return Word("terms", word, {"space": space}) if beach else space


class Presumption(NamedTuple):
    """A presumption card with the part of its printed face that its criterion needs (p. 8-9).

    Attributes:
        card: Its number, 1 to 31.
        terrain: Cards 1-8 and 13-16: the terrain that scores.
        avoid: Cards 13-16: the crossed-out terrain.
        pattern: Cards 24-31: rows of `JLMS`, and `.` for any space.
    """

    card: int
    terrain: Terrain | None = None
    avoid: Terrain | None = None
    pattern: tuple[str, ...] | None = None


class Player(NamedTuple):
    """A player.

    Attributes:
        name: Unique at the table.
        parchment: The player's own map.
        meeple: The meeple's place; None before it is placed.
        claims: The spaces of the claim markers, 3 at most, in the order in which they were laid.
        presumptions: The presumption cards, 2 at most.
    """

    name: str
    parchment: Board
    meeple: Place | None = None
    claims: tuple[Space, ...] = ()
    presumptions: tuple[Presumption, ...] = ()

    @property
    def has_played(self) -> bool:
        """Whether a half day was played, which places the meeple: its place may be unknown."""
        return self.meeple is not None or bool(self.parchment.covered or self.claims)


class Rulings(NamedTuple):
    """How the open points of the rules are decided; the defaults follow the rulebook's letter.

    Attributes:
        disputed_regions: Whether regions with markers of several players score (p. 6).
        removal_order: Whether hazy tiles are removed before disputed claims or with them (p. 6).
        pattern_orientation: How the patterns of cards 24-31 may be turned (p. 9).
        claim_region: Whether hazy tiles belong to a region that is claimed (p. 5).
        empty_supply: Whether a hazy tile is confirmed without a tile in the supply (p. 5).
        otoma_region: The tiles by which Otoma compares regions (p. 11).
    """

    disputed_regions: Literal["nobody_scores", "everyone_scores"] = "nobody_scores"
    removal_order: Literal["hazy_first", "together"] = "hazy_first"
    pattern_orientation: Literal["as_printed", "any_rotation", "any_rotation_or_mirror"] = (
        "as_printed"
    )
    claim_region: Literal["with_hazy", "confirmed_only"] = "with_hazy"
    empty_supply: Literal["no_effect", "may_confirm"] = "no_effect"
    otoma_region: Literal["confirmed_only", "with_hazy"] = "confirmed_only"


class Snapshot(NamedTuple):
    """The whole table.

    Attributes:
        beach: The side of the beach.
        island: The island.
        players: 1 to 4 players in turn order.
        otoma: The spaces of Otoma's claim markers in a solo game; None in any other.
        display: The open sketch cards; None if they are not known.
        deck: The number of cards in the deck; None if it is not known.
        master_cartographers: Whether the variant Master Cartographers is played (p. 6).
        rulings: How the open points of the rules are decided.
        otoma_half_days: The half days that Otoma has played, 0 to 20; None if not known.
        tucked: The known cards at the bottom of the deck, the lowest last (p. 4).
        left: The names of the players who have left, in that order.
    """

    beach: Side
    island: Island
    players: tuple[Player, ...]
    otoma: tuple[Space, ...] | None = None
    display: Display | None = None
    deck: int | None = None
    master_cartographers: bool = False
    rulings: Rulings = Rulings()
    otoma_half_days: int | None = None
    tucked: tuple[Sketch, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of the players in turn order, Otoma aside."""
        return [player.name for player in self.players]

    def under(self, rulings: Rulings) -> "Snapshot":
        """This table with other rulings."""
        return self._replace(rulings=rulings)


def impossibilities(snapshot: Snapshot) -> Iterator[Fault]:
    """Find everything that cannot be true of a table.

    Args:
        snapshot: A table. Missing or superfluous faces of its presumption cards are left to
            `presumptions.face_faults`.

    Yields:
        Faults, each with its path in the snapshot.

    >>> from theodolite.misterra import Board, Island
    >>> island = Island.from_rows(["j....", ".....", ".....", ".....", "....."])
    >>> ada = Player("Ada", Board(), claims=(0,))
    >>> [(fault.code, fault.path) for fault in impossibilities(Snapshot(Side.TOP, island, (ada,)))]
    [('marker_without_confirmed_tile', ('players', 0, 'claims', 0))]
    """
    players, otoma = snapshot.players, snapshot.otoma
    holders: list[tuple[Path, Sequence[Space]]] = [
        (("players", i, "claims"), player.claims) for i, player in enumerate(players)
    ]
    names = snapshot.names
    if otoma is not None:
        holders.append((("otoma", "claims"), otoma))
        # Solo is one player against Otoma (p. 10).
        if len(players) != 1:
            yield Fault("otoma_players", ("otoma",), {"count": len(players)})
        names.insert(0, OTOMA)
    if len({*names}) < len(names):
        yield from _names(names, first=len(players) - len(names))
    yield from tile_faults(snapshot.island)
    yield from _markers(snapshot.island, holders)
    yield from _meeples(snapshot)
    most = SKETCH_CARDS if otoma is None else SOLO_SKETCH_CARDS
    cards = (snapshot.deck or 0) + len(snapshot.display or ())
    if cards > most:
        yield Fault("too_many_sketch_cards", ("deck",), {"count": cards, "most": most})
    numbers = [presumption.card for player in players for presumption in player.presumptions]
    if len({*numbers}) < len(numbers):
        yield from _cards(players)
    yield from _faces(players)


def _names(names: Sequence[str], first: int) -> Iterator[Fault]:
    for i, name in enumerate(names):
        if name in names[:i]:
            yield Fault("duplicate_name", ("players", first + i, "name"), {"name": name})


def tile_faults(island: Island) -> Iterator[Fault]:
    """Find the terrains of which an island has more than the 12 tiles there are (p. 2)."""
    for terrain, spaces in enumerate(island.tiles):
        if (count := spaces.bit_count()) > TILES_PER_TERRAIN:
            values = {"terrain": Terrain(terrain), "count": count}
            yield Fault("too_many_tiles", ("island",), values)


def _markers(island: Island, holders: Sequence[tuple[Path, Sequence[Space]]]) -> Iterator[Fault]:
    taken = 0
    for path, claims in holders:
        terrains: list[Terrain | None] = []
        for j, space in enumerate(claims):
            bit = 1 << space
            terrain = island.tiles.at(space)
            values: Values = {"space": GRID.names[space]}
            if taken & bit:
                yield Fault("markers_on_one_space", (*path, j), values)
            # A marker is laid on a confirmed tile, which nothing can remove (p. 5).
            elif not island.confirmed & bit:
                yield Fault("marker_without_confirmed_tile", (*path, j), values)
            # Each region a player claims is of a different terrain (p. 5).
            elif terrain in terrains:
                yield Fault("markers_on_one_terrain", (*path, j), {**values, "terrain": terrain})
            else:
                terrains.append(terrain)
            taken |= bit


def _meeples(snapshot: Snapshot) -> Iterator[Fault]:
    shore, covered = snapshot.beach.spaces, snapshot.island.tiles.covered
    for i, player in enumerate(snapshot.players):
        if player.meeple is None:
            continue
        space, on_beach = player.meeple
        path = ("players", i, "meeple")
        # Beach spaces lie along one side of the island only.
        if on_beach and not shore >> space & 1:
            yield Fault("unknown_space", path, {"value": player.meeple.word})
        # Empty spaces of the island cannot be entered (p. 4), and tiles never leave it.
        if not on_beach and not covered >> space & 1:
            yield Fault("meeple_on_empty_space", path, {"space": player.meeple.name})


def _cards(players: Sequence[Player]) -> Iterator[Fault]:
    seen = set()
    for i, player in enumerate(players):
        for j, (card, *_) in enumerate(player.presumptions):
            if card in seen:
                path = ("players", i, "presumptions", j, "card")
                yield Fault("duplicate_presumption", path, {"card": card})
            seen.add(card)


def _faces(players: Sequence[Player]) -> Iterator[Fault]:
    """Find terrains that are given for two cards of a group with a terrain each."""
    shown: dict[tuple[range, Terrain], int] = {}
    for i, player in enumerate(players):
        for j, (card, terrain, *_) in enumerate(player.presumptions):
            group = next((group for group in ONE_OF_EACH_TERRAIN if card in group), None)
            if group is None or terrain is None:
                continue
            other = shown.setdefault((group, terrain), card)
            if other != card:
                path = ("players", i, "presumptions", j, "terrain")
                values: Values = {"card": card, "other": other, "terrain": terrain}
                yield Fault("terrain_of_another_card", path, values)
