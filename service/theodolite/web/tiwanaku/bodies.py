"""What requests about Tiwanaku may contain: the table and its parts.

Which spaces there are depends on the board, which is a field like the others. So spaces and rows
are read as text, and the whole table makes of them what the rules take.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from theodolite.grid import Grid, Space
from theodolite.rulebook import Rulebook
from theodolite.tiwanaku.board import (
    GRIDS,
    LEVELS,
    TERRAIN_NAMES,
    BoardName,
    Land,
    Terrain,
    row_faults,
)
from theodolite.tiwanaku.impossibilities import Draft, field_faults, impossibilities
from theodolite.tiwanaku.movement import beyond
from theodolite.tiwanaku.snapshot import (
    START_SCORE,
    Arrow,
    ByTerrain,
    Colour,
    Direction,
    Final,
    Group,
    Mode,
    Otoma,
    PathEnd,
    Pawn,
    Player,
    Rulings,
    Snapshot,
)
from theodolite.verdict import Fault, Path
from theodolite.web.reading import (
    Body,
    Choice,
    Items,
    Keyed,
    Leaf,
    Nested,
    Number,
    Text,
    refusal,
    refusals,
    rulings_body,
    shown,
)

__all__ = [
    "RULEBOOK",
    "TERRAINS",
    "ByTerrainBody",
    "PairField",
    "RowsField",
    "SnapshotBody",
    "arrow_field",
    "board_field",
    "by_terrain",
    "colour_field",
    "direction_field",
    "grid_of",
    "level_field",
    "name_field",
    "rows_of",
    "rulings_of",
    "space_field",
    "terrain_field",
    "unknown_spaces",
]

RULEBOOK = Rulebook("theodolite.tiwanaku")

TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
_LONG = GRIDS[BoardName.LONG]
_SPACES = {name: name for name in _LONG.names}
_MOST_SCORE = 9_999
_MOST_STEPS = 60
_MOST_PATHS = 14
"""The sides of the long board have 28 ends."""


def space_field(**kwargs: Any) -> Choice:
    """The name of a space; whether this board has it is not known here."""
    return Choice(_SPACES, "unknown_space", **kwargs)


def terrain_field(**kwargs: Any) -> Choice:
    """A terrain by its name."""
    return Choice(TERRAINS, "unknown_terrain", **kwargs)


def level_field(**kwargs: Any) -> Number:
    """The level of a crop."""
    return Number(LEVELS[0], LEVELS[-1], "level_range", **kwargs)


def colour_field(**kwargs: Any) -> Choice:
    """A colour of meeples, pawns and arrows."""
    return Choice({colour.value: colour for colour in Colour}, "unknown_value", **kwargs)


def direction_field(**kwargs: Any) -> Choice:
    """A side of a space."""
    return Choice({way.value: way for way in Direction}, "unknown_value", **kwargs)


def name_field(**kwargs: Any) -> Text:
    """The name of a player."""
    return Text(1, 40, "name", **kwargs)


def board_field() -> Choice:
    """The side of the board."""
    return Choice({board.value: board for board in BoardName}, "unknown_value", required=True)


class RowsField(Leaf):
    """Rows of letters; how many and how long depends on the board."""

    def __init__(self, letters: str, **kwargs: Any) -> None:
        row = {"type": "string", "pattern": f"^[{letters}.]{{5}}([{letters}.]{{4}})?$"}
        super().__init__({"type": "array", "items": row, "minItems": 5, "maxItems": 5}, **kwargs)

    def read(self, value: Any) -> tuple[str, ...]:
        """The rows as they stand."""
        if type(value) is not list:
            raise refusal("wrong_type", {"expected": "array"})
        strange = [i for i, row in enumerate(value[:_MOST_ROWS]) if type(row) is not str]
        if strange:
            raise refusals([Fault("wrong_type", (i,), {"expected": "string"}) for i in strange])
        return tuple(value[:_MOST_ROWS])


_MOST_ROWS = 6
"""One more than there are: enough to tell that there are too many."""


class PairField(Leaf):
    """The two ends of a path, each an edge space and the side left by: `A3:left`."""

    def __init__(self, **kwargs: Any) -> None:
        end = {"type": "string", "pattern": "^[A-I][1-5]:(up|right|down|left)$"}
        super().__init__({"type": "array", "items": end, "minItems": 2, "maxItems": 2}, **kwargs)

    def read(self, value: Any) -> tuple[PathEnd, PathEnd]:
        """The ends, on the long board."""
        if type(value) is not list:
            raise refusal("wrong_type", {"expected": "array"})
        if len(value) != 2:
            raise refusal("item_count", {"count": len(value), "least": 2, "most": 2})
        ends = [_path_end(name) for name in value]
        wrong = [i for i, end in enumerate(ends) if end is None]
        if wrong:
            raise refusals(
                [Fault("unknown_path_end", (i,), {"value": shown(value[i])}) for i in wrong]
            )
        one, other = (end for end in ends if end is not None)
        return one, other


def _path_end(name: object) -> PathEnd | None:
    if type(name) is not str:
        return None
    space, _, side = name.partition(":")
    if space not in _LONG.spaces or side not in set(Direction):
        return None
    end = PathEnd(_LONG.spaces[space], Direction(side))
    return end if beyond(_LONG, *end) is None else None


def by_terrain(data: Mapping[str, int] | None) -> ByTerrain | None:
    """A number for each terrain; None if one could not be read."""
    if data is None or not data.keys() >= {*TERRAIN_NAMES}:
        return None
    mud, sand, grass, rock = (data[name] for name in TERRAIN_NAMES)
    return mud, sand, grass, rock


class ByTerrainBody(Body):
    """A number for each terrain."""

    mud = Number(0, _MOST_STEPS, required=True)
    sand = Number(0, _MOST_STEPS, required=True)
    grass = Number(0, _MOST_STEPS, required=True)
    rock = Number(0, _MOST_STEPS, required=True)


class ArrowBody(Body):
    """The arrow of a terrain tile."""

    colour = colour_field(required=True)
    direction = direction_field(required=True)


def arrow_field(**kwargs: Any) -> Nested:
    """The arrow of a terrain tile."""
    return Nested(ArrowBody(), **kwargs)


class TopsBody(Body):
    """The arrows on top of the stacks as far as known; null for a stack that is empty."""

    mud = direction_field(allow_none=True)
    sand = direction_field(allow_none=True)
    grass = direction_field(allow_none=True)
    rock = direction_field(allow_none=True)


def _score_field(**kwargs: Any) -> Number:
    return Number(0, _MOST_SCORE, "score_negative", **kwargs)


def _offerings_field(**kwargs: Any) -> Items:
    return Items(level_field(), len(LEVELS), code="too_many", **kwargs)


class PlayerBody(Body):
    """A player; what belongs to the cooperative group is not given here."""

    name = name_field(required=True)
    colour = colour_field(required=True)
    meeples = Items(space_field(), len(_LONG.names), code="too_many")
    score = _score_field()
    offerings = _offerings_field()
    diversity = Nested(ByTerrainBody())
    stacks = Nested(ByTerrainBody())
    tops = Nested(TopsBody(), allow_none=True)
    recalled_from = space_field(allow_none=True)


class PawnBody(Body):
    """One of Otoma's pawns."""

    colour = colour_field(required=True)
    space = space_field(required=True)


class OtomaBody(Body):
    """Otoma's side; tokens in cooperative games only."""

    pawns = Items(Nested(PawnBody()), 5, required=True)
    score = _score_field(required=True)
    diversity = Nested(ByTerrainBody(), required=True)
    offerings = _offerings_field()


class GroupBody(Body):
    """What the players of a cooperative game share."""

    score = _score_field(required=True)
    offerings = _offerings_field(required=True)
    diversity = Nested(ByTerrainBody(), required=True)


class FinalBody(Body):
    """The end of a game: who laid the last tile, who has passed, who made the last offering."""

    starter = name_field(allow_none=True)
    passed = Items(name_field(), 4, code="too_many")
    offered = Items(name_field(), 4, code="too_many")

    def make(self, data: Mapping[str, Any]) -> Final:
        """The end of the game."""
        return Final(data.get("starter"), data.get("passed", ()), data.get("offered", ()))


class SnapshotBody(Body):
    """The whole table at one moment."""

    board = board_field()
    mode = Choice({mode.value: mode for mode in Mode}, "unknown_value", required=True)
    terrain = RowsField("MSGR", required=True)
    crops = RowsField("1-5", required=True)
    tiles = Nested(ByTerrainBody(), required=True)
    start = Items(space_field(), 45, code="too_many", allow_none=True)
    diversity_top = Number(1, _MOST_STEPS, allow_none=True)
    players = Items(Nested(PlayerBody()), 4, least=1, code="player_count", required=True)
    final = Nested(FinalBody(), allow_none=True)
    difficulty = Choice(
        {name: name for name in ("easy", "normal", "hard", "expert")}, "unknown_value"
    )
    otoma = Nested(OtomaBody())
    arrows = Keyed(space_field(), arrow_field(), 45, allow_none=True)
    paths = Items(PairField(), _MOST_PATHS, code="too_many", allow_none=True)
    pool = Nested(ByTerrainBody())
    group = Nested(GroupBody())
    rulings = Nested(rulings_body(Rulings, code="ruling_value"))

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot; ValueError if the rows are none of this board."""
        draft = _draft(data)
        if None in (draft.land, draft.tiles, draft.players) or None in (draft.players or ()):
            raise ValueError(data)
        return Snapshot(**draft._asdict())

    def doubts(self, made: Snapshot, data: Mapping[str, Any]) -> Iterable[object]:
        """What makes the table impossible."""
        return self._between(Draft(*made), data)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """What makes the table impossible, as far as it could be read."""
        if "board" in data:
            for name, crops in (("terrain", False), ("crops", True)):
                for fault in row_faults(data["board"], data.get(name, ()), crops=crops):
                    if name in data:
                        yield fault._replace(path=(name, *fault.path))
        yield from self._between(_draft(data), data)

    @staticmethod
    def _between(table: Draft, data: Mapping[str, Any]) -> Iterator[Fault]:
        grid = grid_of(data)
        if grid is not None:
            yield from unknown_spaces(grid, _told_spaces(data))
        if table.mode is not None:
            given = [name for name, value in data.items() if value is not None]
            told = [[*player] if player else None for player in data.get("players") or ()]
            yield from field_faults(table.mode, given, told)
        yield from impossibilities(table)


def grid_of(data: Mapping[str, Any]) -> Grid | None:
    """The grid of the board that a table names; None if that could not be read."""
    board = data.get("board")
    return None if board is None else GRIDS[board]


def unknown_spaces(grid: Grid, told: Iterable[tuple[Path, str | None]]) -> Iterator[Fault]:
    """The spaces that this board does not have."""
    for path, name in told:
        if name is not None and name not in grid.spaces:
            yield Fault("unknown_space", path, {"value": name})


def _told_spaces(data: Mapping[str, Any]) -> Iterator[tuple[Path, str | None]]:
    for i, name in enumerate(data.get("start") or ()):
        yield ("start", i), name
    for i, player in enumerate(data.get("players", ())):
        for j, name in enumerate((player or {}).get("meeples", ())):
            yield ("players", i, "meeples", j), name
        yield ("players", i, "recalled_from"), (player or {}).get("recalled_from")
    for i, pawn in enumerate((data.get("otoma") or {}).get("pawns", ())):
        yield ("otoma", "pawns", i, "space"), (pawn or {}).get("space")
    for name in data.get("arrows") or ():
        yield ("arrows", name), name


def rows_of(data: Mapping[str, Any]) -> Land | None:
    """What lies on the board; None where the rows are none of this board."""
    if not data.keys() >= {"board", "terrain", "crops"}:
        return None
    try:
        return Land.from_rows(data["board"], data["terrain"], data["crops"])
    except ValueError:
        return None


def _draft(data: Mapping[str, Any]) -> Draft:
    """The table as far as it could be read."""
    grid = grid_of(data)
    at = {} if grid is None else grid.spaces
    players = None
    if "players" in data:
        players = tuple(_player(player, at) for player in data["players"])
    start = data.get("start")
    arrows, paths = data.get("arrows"), data.get("paths")
    return Draft(
        data.get("mode"),
        rows_of(data),
        by_terrain(data.get("tiles")),
        players,
        None if start is None else tuple(at.get(name) for name in start),
        data.get("diversity_top"),
        _final(data.get("final")),
        data.get("difficulty"),
        _otoma(data.get("otoma"), at),
        None
        if arrows is None
        else tuple((at[name], _arrow(arrow)) for name, arrow in arrows.items() if name in at),
        None if paths is None else tuple(pair for pair in paths if pair is not None),
        by_terrain(data.get("pool")),
        _group(data.get("group")),
        rulings_of(data.get("rulings")),
    )


def rulings_of(data: Any) -> Rulings:
    """The rulings of a table, made or not."""
    if isinstance(data, Rulings):
        return data
    return Rulings(**(data or {}))


def _arrow(data: Mapping[str, Any]) -> Arrow:
    return Arrow(data["colour"], data["direction"])


def _final(data: Any) -> Final | None:
    if data is None or isinstance(data, Final):
        return data
    passed, offered = data.get("passed", ()), data.get("offered", ())
    return Final(data.get("starter"), tuple(filter(None, passed)), tuple(filter(None, offered)))


def _player(data: Mapping[str, Any] | None, at: Mapping[str, Space]) -> Player | None:
    if data is None or "name" not in data or "colour" not in data:
        return None
    tops = data.get("tops")
    return Player(
        data["name"],
        data["colour"],
        tuple(at[name] for name in data.get("meeples", ()) if name in at),
        data.get("score", START_SCORE),
        _levels(data.get("offerings")),
        by_terrain(data.get("diversity")) or (0, 0, 0, 0),
        by_terrain(data.get("stacks")),
        None if tops is None else tuple((TERRAINS[name], way) for name, way in tops.items()),
        at.get(data.get("recalled_from") or ""),
    )


def _levels(levels: Sequence[int | None] | None) -> tuple[int, ...]:
    return tuple(level for level in levels or () if level is not None)


def _otoma(data: Mapping[str, Any] | None, at: Mapping[str, Space]) -> Otoma | None:
    if data is None or "pawns" not in data:
        return None
    told = [pawn for pawn in data["pawns"] if pawn and pawn.keys() >= {"colour", "space"}]
    # A pawn that could not be read says nothing about the others.
    if len(told) < len(data["pawns"]) or any(pawn["space"] not in at for pawn in told):
        return None
    return Otoma(
        tuple(Pawn(pawn["colour"], at[pawn["space"]]) for pawn in told),
        data.get("score", 0),
        by_terrain(data.get("diversity")) or (0, 0, 0, 0),
        _levels(data.get("offerings")),
    )


def _group(data: Mapping[str, Any] | None) -> Group | None:
    if data is None:
        return None
    return Group(
        data.get("score", START_SCORE),
        _levels(data.get("offerings")),
        by_terrain(data.get("diversity")) or (0, 0, 0, 0),
    )
