"""The board pack of Treasure Hunt: four segments, and what else is known of a real copy."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from theodolite.grid import Grid, each
from theodolite.rows import Lettering
from theodolite.treasure_hunt.board import DIE_NAMES, GRID, LETTERS, Segment, Terrain, frame
from theodolite.treasure_hunt.snapshot import Card, Info, Mission, Treasure
from theodolite.verdict import Fault
from theodolite.web.boards import RowsField, SpacesField
from theodolite.web.reading import Body, Choice, Items, Keyed, Nested, Number, Text
from theodolite.web.treasure_hunt.bodies import MissionBody, Pack

__all__ = ["DiceBody", "PackBody"]

_SEGMENT = Grid(15, 15, frame)
_ROWS = Lettering(_SEGMENT, tuple(LETTERS), empty="")
_MANY = 60


def _as_read(rows: Sequence[str]) -> tuple[str, ...]:
    _ROWS.read(rows)
    return tuple(rows)


class SegmentBody(Body):
    """A segment: 15 rows of 15 letters, top row first, and its bridges.

    The spaces of a bridge are named by row and column from the top left: `N01/E01` is the first of
    the first row.
    """

    rows = RowsField(_ROWS, _as_read, required=True)
    bridges = Items(SpacesField(_SEGMENT, _MANY), _MANY, code="too_many")

    def make(self, data: Mapping[str, Any]) -> Segment:
        """The segment."""
        bridges = tuple(
            frozenset(divmod(space, _SEGMENT.columns) for space in each(bridge))
            for bridge in data.get("bridges", ())
        )
        return Segment(data["rows"], bridges)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Bridges that are not path, or in parts, or that overlap."""
        bridges = data.get("bridges", ())
        if "rows" not in data or None in bridges:
            return
        path = _ROWS.read(data["rows"])[Terrain.PATH]
        taken = 0
        for i, bridge in enumerate(bridges):
            for code, spaces in (
                ("bridge_not_path", bridge & ~path),
                ("bridge_gap", bridge if len(_SEGMENT.groups(bridge)) != 1 else 0),
                ("bridge_overlap", bridge & taken),
            ):
                if spaces or (code == "bridge_gap" and not bridge):
                    yield Fault(code, ("bridges", i), {"spaces": _SEGMENT.name_all(spaces)})
            taken |= bridge


class DiceBody(Body):
    """The faces of dice: each value as often as it is on the die."""

    blue = Items(Number(1, 4, "odds"), _MANY, least=1, code="odds")
    green = Items(Number(4, 6, "odds"), _MANY, least=1, code="odds")
    white = Items(Number(5, 8, "odds"), _MANY, least=1, code="odds")
    brown = Items(Number(7, 12, "odds"), _MANY, least=1, code="odds")

    def make(self, data: Mapping[str, Any]) -> Mapping[Terrain, tuple[int, ...]]:
        """The values of each die that is told, by its terrain."""
        return {Terrain(DIE_NAMES.index(die)): values for die, values in data.items()}


class PackBody(Body):
    """A board pack written from a real copy.

    `north` says whether NORTH grows up or down while EAST grows to the right.
    """

    title = Text(0, 1000, "title")
    north = Choice({"up": True, "down": False}, "unknown_value", required=True)
    segments = Keyed(Text(1, 40, "name"), Nested(SegmentBody()), 4, required=True)
    dice = Nested(DiceBody())
    coordinates = SpacesField(GRID, _MANY)
    three_plus = SpacesField(GRID, _MANY)
    missions = Items(Nested(MissionBody()), 14, code="too_many")
    treasures = Keyed(
        Choice({one.value: one for one in Treasure}, "unknown_treasure"), Number(0, 26), 5
    )
    actions = Keyed(
        Choice({one.value: one for kind in (Card, Info) for one in kind}, "unknown_card"),
        Number(0, 42),
        11,
    )

    def make(self, data: Mapping[str, Any]) -> Pack:
        """The pack."""
        missions = tuple(Mission(**mission) for mission in data.get("missions", ()))
        return Pack({**data, "missions": missions})
