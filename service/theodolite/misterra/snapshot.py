"""The table at one moment, and what makes it impossible."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.misterra.board import GRID, TILES_PER_TERRAIN, Board, Island, Terrain
from theodolite.verdict import Fault, Path, Values, Word

__all__ = [
    "MARKERS",
    "OTOMA",
    "SKETCH_CARDS",
    "UNREADABLE",
    "Display",
    "Place",
    "Player",
    "Presumption",
    "Rulings",
    "Side",
    "Sketch",
    "Snapshot",
    "impossibilities",
]

MARKERS = 3
SKETCH_CARDS = 104
SOLO_SKETCH_CARDS = SKETCH_CARDS - 2
"""Two sketch cards go back to the box before a solo game (p. 10)."""
OTOMA = "Otoma"
UNREADABLE = -1
"""Stands in a half-read table for a space or a card that could not be read."""

ONE_OF_EACH_TERRAIN = (range(1, 5), range(5, 9))
"""Presumption cards of which each shows a terrain of its own (p. 8)."""

Sketch = tuple[Terrain, Terrain]
Display = tuple[Sketch | None, ...]
"""The open sketch cards; None for one that lies there and is not known."""


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
    """Where a meeple can stand: an island space, or the beach space in front of it."""

    space: Space
    on_beach: bool = False

    @property
    def name(self) -> str:
        """`C3`, or `beach:E3` for the beach space in front of E3."""
        name = GRID.names[self.space]
        return f"beach:{name}" if self.on_beach else name

    @property
    def word(self) -> str | Word:
        """As a sentence says it: `C3`, or the beach space beside E3."""
        name = GRID.names[self.space]
        return Word("terms", "BEACH", {"space": name}) if self.on_beach else name


class Presumption(NamedTuple):
    """A presumption card with what of its printed face its criterion needs (p. 8-9)."""

    card: int
    terrain: Terrain | None = None
    avoid: Terrain | None = None
    pattern: tuple[str, ...] | None = None


class Player(NamedTuple):
    """A player: parchment, meeple (None until placed), claim markers and presumption cards."""

    name: str
    parchment: Board
    meeple: Place | None = None
    claims: tuple[Space, ...] = ()
    presumptions: tuple[Presumption, ...] = ()


class Rulings(NamedTuple):
    """How the open points of the rules are decided; the defaults follow the rulebook's letter."""

    disputed_regions: Literal["nobody_scores", "everyone_scores"] = "nobody_scores"
    removal_order: Literal["hazy_first", "together"] = "hazy_first"
    pattern_orientation: Literal["as_printed", "any_rotation", "any_rotation_or_mirror"] = (
        "as_printed"
    )
    claim_region: Literal["with_hazy", "confirmed_only"] = "with_hazy"
    empty_supply: Literal["no_effect", "may_confirm"] = "no_effect"
    otoma_region: Literal["confirmed_only", "with_hazy"] = "confirmed_only"


class Snapshot(NamedTuple):
    """The whole table. `otoma` holds Otoma's markers in a solo game and is None in any other."""

    beach: Side
    island: Island
    players: tuple[Player, ...]
    otoma: tuple[Space, ...] | None = None
    display: Display | None = None
    deck: int | None = None
    master_cartographers: bool = False
    rulings: Rulings = Rulings()

    def under(self, rulings: Rulings) -> "Snapshot":
        """This table with its open points decided so."""
        return self._replace(rulings=rulings)


def impossibilities(
    beach: Side | None,
    island: Island | None,
    players: Sequence[Player],
    otoma: Sequence[Space] | None,
    cards: int = 0,
) -> Iterator[Fault]:
    """What cannot be true of a table, each with its place in the snapshot.

    `cards` are the sketch cards told of, those of the deck and those of the display.

    A table that was read only in part can be asked too: a beach or an island of None, an empty
    name, and a space or card that is UNREADABLE are passed over.
    """
    holders: list[tuple[Path, Sequence[Space]]] = [
        (("players", i, "claims"), player.claims) for i, player in enumerate(players)
    ]
    names = [player.name for player in players]
    if otoma is not None:
        holders.append((("otoma", "claims"), otoma))
        # Solo is one player against Otoma (p. 10).
        if len(players) != 1:
            yield Fault("otoma_players", ("otoma",), {"count": len(players)})
        names.insert(0, OTOMA)
    if len({*names}) < len(names):
        yield from _names(names, first=len(players) - len(names))
    if island is not None:
        yield from _tiles(island)
    yield from _markers(island, holders)
    yield from _meeples(beach, island, players)
    most = SKETCH_CARDS if otoma is None else SOLO_SKETCH_CARDS
    if cards > most:
        yield Fault("too_many_sketch_cards", ("deck",), {"count": cards, "most": most})
    numbers = [presumption.card for player in players for presumption in player.presumptions]
    if len({*numbers}) < len(numbers):
        yield from _cards(players)
    yield from _faces(players)


def _names(names: Sequence[str], first: int) -> Iterator[Fault]:
    for i, name in enumerate(names):
        if name and name in names[:i]:
            yield Fault("duplicate_name", ("players", first + i, "name"), {"name": name})


def _tiles(island: Island) -> Iterator[Fault]:
    for terrain, spaces in enumerate(island.tiles):
        # 12 tiles of each terrain exist (p. 2).
        if (count := spaces.bit_count()) > TILES_PER_TERRAIN:
            values = {"terrain": Terrain(terrain), "count": count}
            yield Fault("too_many_tiles", ("island",), values)


def _markers(
    island: Island | None, holders: Sequence[tuple[Path, Sequence[Space]]]
) -> Iterator[Fault]:
    taken = 0
    for path, claims in holders:
        terrains: list[Terrain | None] = []
        for j, space in enumerate(claims):
            if space == UNREADABLE:
                continue
            bit = 1 << space
            terrain = island and island.tiles.at(space)
            if taken & bit:
                yield Fault("markers_on_one_space", (*path, j), {"space": GRID.names[space]})
            # A marker is laid on a confirmed tile, which nothing can remove (p. 5).
            elif island and not island.confirmed & bit:
                values: Values = {"space": GRID.names[space]}
                yield Fault("marker_without_confirmed_tile", (*path, j), values)
            # Each region a player claims is of a different terrain (p. 5).
            elif island and terrain in terrains:
                values = {"space": GRID.names[space], "terrain": terrain}
                yield Fault("markers_on_one_terrain", (*path, j), values)
            else:
                terrains.append(terrain)
            taken |= bit


def _meeples(
    beach: Side | None, island: Island | None, players: Sequence[Player]
) -> Iterator[Fault]:
    shore = GRID.edge if beach is None else beach.spaces
    ground = GRID.everywhere if island is None else island.tiles.covered
    for i, player in enumerate(players):
        if player.meeple is None:
            continue
        space, on_beach = player.meeple
        path = ("players", i, "meeple")
        # Beach spaces lie along one side of the island only.
        if on_beach and not shore >> space & 1:
            yield Fault("unknown_space", path, {"value": player.meeple.word})
        # Empty spaces of the island cannot be entered (p. 4), and tiles never leave it.
        if not on_beach and not ground >> space & 1:
            yield Fault("meeple_on_empty_space", path, {"space": player.meeple.name})


def _cards(players: Sequence[Player]) -> Iterator[Fault]:
    seen = set()
    for i, player in enumerate(players):
        for j, presumption in enumerate(player.presumptions):
            card = presumption.card
            if card in seen:
                path = ("players", i, "presumptions", j, "card")
                yield Fault("duplicate_presumption", path, {"card": card})
            elif card != UNREADABLE:
                seen.add(card)


def _faces(players: Sequence[Player]) -> Iterator[Fault]:
    """Cards of which each shows a terrain of its own, and two are said to show the same."""
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
