"""The fields of Tiwanaku's request schemas: spaces, rows, terrains, levels, colours, path ends.

Which spaces a board has, and how long its rows are, is known to no field: `schemas` finds the
spaces and rows that do not fit the board of a request.
"""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from theodolite.rows import Lettering
from theodolite.tiwanaku.board import (
    CROP_LETTERS,
    EMPTY,
    GRIDS,
    LETTERS,
    LEVELS,
    TERRAIN_NAMES,
    BoardName,
    Terrain,
)
from theodolite.tiwanaku.movement import beyond
from theodolite.tiwanaku.snapshot import Colour, Direction, Mode, PathEnd
from theodolite.verdict import NOTHING, Fault
from theodolite.web import fields
from theodolite.web.fields import refusal, refusals, shorten

_LONG = GRIDS[BoardName.LONG]
MOST_SPACES = len(_LONG.names)
TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
COLOURS = {colour.value: colour for colour in Colour}
SPACES = {name: name for name in _LONG.names}
_WRITTEN = {name: name for name in (f"{c}{r}" for c in ascii_uppercase for r in range(100))}


def space_field(**kwargs: Any) -> fields.Choice:
    """The name of a space of the long board; the short board may lack it."""
    kwargs = {"description": "A space, by column letter and row number: `A1` to `I5`."} | kwargs
    return fields.Choice(SPACES, "unknown_space", **kwargs)


class MoveSpaceField(fields.Choice):
    """A space named by a move. One beyond the edge is loaded too, for such a move is illegal.

    Args:
        others: Other strings that may stand there, with their values.
        code: The code of the refusal of further strings.
        kwargs: As for every field.
    """

    def __init__(
        self, others: Mapping[str, Any] = NOTHING, code: str = "unknown_space", **kwargs: Any
    ) -> None:
        kwargs = {"description": "A space, by column letter and row number: `A1`."} | kwargs
        super().__init__({**others, **_WRITTEN}, code, **kwargs)
        self.spec = {"type": "string", "pattern": f"^({'|'.join([*others, '[A-Z][0-9]{1,2}'])})$"}
        self._known = ", ".join([*others, *SPACES])


def spaces_field(**kwargs: Any) -> fields.List:
    """The names of any number of spaces."""
    return fields.List(space_field(), MOST_SPACES, code="too_many", **kwargs)


def terrain_field(**kwargs: Any) -> fields.Choice:
    """A terrain by its name."""
    kwargs = {"description": "A terrain."} | kwargs
    return fields.Choice(TERRAINS, "unknown_terrain", **kwargs)


def level_field(**kwargs: Any) -> fields.Integer:
    """The level of a crop."""
    kwargs = {"description": "The level of a crop, 1 (sweet potato) to 5 (quinoa)."} | kwargs
    return fields.Integer(LEVELS[0], LEVELS[-1], "level_range", **kwargs)


def levels_field(**kwargs: Any) -> fields.List:
    """The levels of offering tokens."""
    return fields.List(level_field(), len(LEVELS), code="too_many", **kwargs)


def colour_field(**kwargs: Any) -> fields.Choice:
    """A colour of meeples, pawns and arrows."""
    return fields.Choice(COLOURS, "unknown_value", **kwargs)


def direction_field(**kwargs: Any) -> fields.Choice:
    """A side of a space, or the way that an arrow points."""
    return fields.Choice({way.value: way for way in Direction}, "unknown_value", **kwargs)


def name_field(**kwargs: Any) -> fields.Name:
    """The name of a player."""
    return fields.Name(**{"description": "A player's name.", **kwargs})


def board_field(**kwargs: Any) -> fields.Choice:
    """The side of the board."""
    return fields.Choice(
        {board.value: board for board in BoardName},
        "unknown_value",
        description="The side of the board: `short` has 5 columns, `long` 9; both have 5 rows.",
        **kwargs,
    )


def mode_field(*, required: bool = True) -> fields.Choice:
    """How the game is played."""
    return fields.Choice(
        {mode.value: mode for mode in Mode},
        "unknown_value",
        required=required,
        description="How the game is played; solo and cooperative games take the long board.",
    )


def difficulty_field(**kwargs: Any) -> fields.Choice:
    """How hard the game against Otoma is."""
    return fields.Choice.of(
        ("easy", "normal", "hard", "expert"),
        "unknown_value",
        description="Solo games: `easy` or `hard`. Cooperative games, which need it: `easy`, "
        "`normal` or `expert`.",
        **kwargs,
    )


class RowsField(fields.Field):
    """Rows of letters, top row first, of any length.

    Args:
        letters: The letters of tiles.
        empty: The letter of spaces without a tile, if there may be any.
        kwargs: As for every field.
    """

    def __init__(self, letters: str, empty: str = EMPTY, **kwargs: Any) -> None:
        known = f"[{letters}{empty}]"
        pattern = f"^{known}{{5}}({known}{{4}})?$"
        example = (empty or letters[0]) * _LONG.columns
        row = {"type": "string", "pattern": pattern, "examples": [example]}
        size = {"minItems": _LONG.rows, "maxItems": _LONG.rows}
        super().__init__({"type": "array", "items": row, **size}, **kwargs)
        self._lettering = Lettering(_LONG, tuple(letters), empty)
        self._known = {*letters, *empty}

    def load(self, value: Any) -> tuple[str, ...]:
        """The rows as they stand."""
        if type(value) is not list:
            raise refusal("wrong_type", {"expected": "array"})
        no_text = [i for i, row in enumerate(value[: _LONG.rows]) if type(row) is not str]
        if no_text:
            raise refusals([Fault("wrong_type", (i,), {"expected": "string"}) for i in no_text])
        if len(value) != _LONG.rows or not self._known.issuperset("".join(value)):
            faults = self._lettering.faults(value)
            raise refusals([fault for fault in faults if fault.code != "row_length"])
        return tuple(value)

    def dump(self, value: Sequence[str]) -> list[str]:
        """The rows as they stand."""
        return [*value]


def terrain_rows_field(**kwargs: Any) -> RowsField:
    """The terrain of a board."""
    return RowsField(
        LETTERS,
        description="The terrain, top row first: 5 strings of 5 (short) or 9 (long) letters, `M` "
        "mud, `S` sand, `G` grass, `R` rock, `.` empty.",
        **kwargs,
    )


def crop_rows_field(**kwargs: Any) -> RowsField:
    """The crops of a board."""
    return RowsField(
        CROP_LETTERS,
        description="The crops, top row first: 5 strings of 5 (short) or 9 (long) levels `1` to "
        "`5`, `.` for a space without a crop.",
        **kwargs,
    )


class PathEndField(fields.Field):
    """An end of a path on the long board, an edge space and the side left by: `A3:left`."""

    def __init__(self, **kwargs: Any) -> None:
        spec = {
            "type": "string",
            "pattern": "^[A-I][1-5]:(up|right|down|left)$",
            "examples": ["A1:right"],
        }
        super().__init__(spec, **kwargs)

    def load(self, value: Any) -> PathEnd:
        """The end of the path."""
        space, _, side = value.partition(":") if type(value) is str else ("", "", "")
        if space in _LONG.spaces and side in set(Direction):
            end = PathEnd(_LONG.spaces[space], Direction(side))
            if beyond(_LONG, *end) is None:
                return end
        raise refusal("unknown_path_end", {"value": shorten(value)})

    def dump(self, value: PathEnd) -> str:
        """The space and the side."""
        space, side = value
        return f"{_LONG.names[space]}:{side}"


def path_field(**kwargs: Any) -> fields.List:
    """The two ends of a path."""
    return fields.List(PathEndField(), 2, least=2, **kwargs)
