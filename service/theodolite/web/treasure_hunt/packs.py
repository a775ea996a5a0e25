"""The card pack of Treasure Hunt, a board pack: four segments, and what is known of the cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from theodolite.grid import Grid, each
from theodolite.rows import Lettering
from theodolite.treasure_hunt.board import (
    DICE,
    DIE_NAMES,
    GRID,
    HALF,
    LETTERS,
    Segment,
    Terrain,
    bridge_faults,
    frame_name,
)
from theodolite.treasure_hunt.snapshot import Card, Info, Treasure
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.boards import RowsField, SpacesField
from theodolite.web.schemas import Schema
from theodolite.web.treasure_hunt.responses import KnownCards, KnownMission, KnownSegment
from theodolite.web.treasure_hunt.schemas import (
    MAX_ITEMS,
    MissionSchema,
    Pack,
    installed_pack,
    list_field,
)

SEGMENT = Grid(HALF, HALF, frame_name)
"""The spaces of a segment, by row and column from its top left."""
_ROWS = Lettering(SEGMENT, tuple(LETTERS), empty="")


def _letters(rows: Sequence[str]) -> tuple[str, ...]:
    _ROWS.read(rows)
    return tuple(rows)


class SegmentSchema(Schema):
    """A segment of the board.

    Its spaces are named by row and column from the top left: `N01/E01` begins the first row.
    """

    rows = RowsField(
        _ROWS,
        _letters,
        required=True,
        description="15 rows of 15 letters out of `WFSP?`, top row first.",
    )
    bridges = list_field(
        SpacesField(SEGMENT, MAX_ITEMS, description="The spaces of one bridge."),
        "The bridges. Default none.",
    )

    def make(self, data: Mapping[str, Any]) -> Segment:
        """The segment."""
        bridges = tuple(
            frozenset(divmod(space, SEGMENT.columns) for space in each(bridge))
            for bridge in data.get("bridges", ())
        )
        return Segment(data["rows"], bridges)

    def cross_faults(self, made: Segment, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Bridges that are not path, or in parts, or that overlap."""
        path = _ROWS.read(data["rows"])[Terrain.PATH]
        return bridge_faults(SEGMENT, path, data.get("bridges", ()))


def _die_field(terrain: Terrain) -> fields.List:
    least, *_, most = DICE[terrain]
    die = DIE_NAMES[terrain]
    value = fields.Integer(least, most, "odds", description=f"A value of the {die} die.")
    return fields.List(
        value,
        MAX_ITEMS,
        least=1,
        code="odds",
        description=f"The faces of the {die} die, that of {terrain.name.lower()}.",
    )


class DiceSchema(Schema):
    """The faces of dice: each value as often as it is on the die."""

    blue = _die_field(Terrain.WATER)
    green = _die_field(Terrain.FOREST)
    white = _die_field(Terrain.SAND)
    brown = _die_field(Terrain.PATH)

    def make(self, data: Mapping[str, Any]) -> Mapping[Terrain, tuple[int, ...]]:
        """The values of each die that is known, by its terrain."""
        return {Terrain(DIE_NAMES.index(die)): values for die, values in data.items()}


class PackSchema(Schema):
    """A board pack written down from a real copy."""

    title = fields.Text(0, 1000, "name", description="Its title. Default empty.")
    north = fields.Choice(
        {"up": True, "down": False},
        "unknown_value",
        required=True,
        description="Whether NORTH grows up or down while EAST grows to the right.",
    )
    segments = fields.Mapping(
        fields.Text(1, 40, "name"),
        fields.Nested(SegmentSchema()),
        4,
        required=True,
        description="The four segments by their names.",
    )
    dice = fields.Nested(DiceSchema(), description="The faces of the dice that are known.")
    coordinates = SpacesField(
        GRID, MAX_ITEMS, description="The spaces of the coordinate cards. Default: unknown."
    )
    three_plus = SpacesField(
        GRID, MAX_ITEMS, description="The spaces of the coordinate cards marked 3+."
    )
    missions = list_field(
        fields.Nested(MissionSchema()), "The mission cards. Default: unknown.", most=14
    )
    treasures = fields.Mapping(
        fields.Choice({one.value: one for one in Treasure}, "unknown_treasure"),
        fields.Integer(0, 26),
        5,
        description="The number of treasure cards of each kind.",
    )
    actions = fields.Mapping(
        fields.Choice({one.value: one for kind in (Card, Info) for one in kind}, "unknown_card"),
        fields.Integer(0, 42),
        11,
        description="The number of action and info cards of each kind.",
    )

    def make(self, data: Mapping[str, Any]) -> Pack:
        """The pack."""
        return Pack(data)


def cards(_locale: str) -> KnownCards:
    """List the contents of the installed board pack."""
    pack = installed_pack()
    if pack is None:
        return KnownCards("", None, [], {}, [], [], [], {}, {})
    deck = pack.deck
    return KnownCards(
        pack.title,
        "up" if pack.north_up else "down",
        [_known_segment(name, segment) for name, segment in pack.segments.items()],
        {DIE_NAMES[die]: [*values] for die, values in pack.odds.items()},
        GRID.name_all(deck.coordinates),
        GRID.name_all(deck.three_plus),
        [
            KnownMission(
                "mission", one.difficulty, [_name(each) for each in one.treasures], one.coordinates
            )
            for one in deck.missions
        ],
        {str(treasure): count for treasure, count in deck.treasures.items()},
        {str(card): count for card, count in deck.actions.items()},
    )


def _known_segment(name: str, segment: Segment) -> KnownSegment:
    bridges = [[frame_name(*place) for place in sorted(bridge)] for bridge in segment.bridges]
    return KnownSegment(name, [*segment.rows], bridges)


def _name(treasure: Treasure) -> Any:
    return treasure.value
