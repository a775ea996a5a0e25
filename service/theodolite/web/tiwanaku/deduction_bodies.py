"""What requests about the secret world of Tiwanaku may contain."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal, NamedTuple

from theodolite.grid import Spaces
from theodolite.tiwanaku.board import (
    EMPTY,
    GRIDS,
    LEVELS,
    BoardName,
    Land,
    Level,
    Terrain,
    row_faults,
)
from theodolite.tiwanaku.deductions import COUNT_TO, LAST_TIER
from theodolite.tiwanaku.impossibilities import land_faults
from theodolite.tiwanaku.scenarios import OTOMA_STARTS, Disc
from theodolite.tiwanaku.snapshot import ByTerrain, Rulings, Snapshot
from theodolite.verdict import Fault, Path
from theodolite.web.reading import Body, Choice, Flag, Items, Keyed, Nested, Number, rulings_body
from theodolite.web.tiwanaku.bodies import (
    ByTerrainBody,
    RowsField,
    SnapshotBody,
    board_field,
    by_terrain,
    grid_of,
    level_field,
    rows_of,
    rulings_of,
    space_field,
    terrain_field,
    unknown_spaces,
)

__all__ = [
    "DeductionBody",
    "DeductionQuestion",
    "Marks",
    "PictureBody",
    "PictureQuestion",
    "ScenarioBody",
    "ScenarioCheckBody",
    "ScenarioQuestion",
]

MOST_COUNTED, MOST_MILLISECONDS, MILLISECONDS = 1_000_000, 10_000, 1_000
_MOST_SEED = 2**63 - 1
_BOARD = ("board", "terrain", "crops", "tiles")


class DeductionQuestion(NamedTuple):
    """What lies, the disc's counts and the rulings, and how much is asked."""

    land: Land
    tiles: ByTerrain
    rulings: Rulings
    focus: Spaces | None
    explain: bool
    count_to: int
    seconds: float


def _optional_board() -> Choice:
    return Choice({board.value: board for board in BoardName}, "unknown_value")


class _LandBody(Body):
    """What lies: by itself, or as part of a table."""

    snapshot = Nested(SnapshotBody())
    board = _optional_board()
    terrain = RowsField("MSGR")
    crops = RowsField("1-5")

    parts: tuple[str, ...] = _BOARD[:3]

    def doubts(self, made: Any, data: Mapping[str, Any]) -> Iterable[object]:
        """What makes the board impossible."""
        return self.faults(data)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """What makes the board impossible, as far as it could be read."""
        given = [name for name in (*_BOARD, "rulings") if name in data]
        if "snapshot" in data:
            yield from (Fault("unknown_field", (name,)) for name in given)
            return
        yield from (Fault("required", (name,)) for name in self.parts if name not in data)
        if "board" in data:
            for name, crops in (("terrain", False), ("crops", True)):
                for fault in row_faults(data["board"], data.get(name, ()), crops=crops):
                    if name in data:
                        yield fault._replace(path=(name, *fault.path))
        land = rows_of(data)
        if land is not None:
            tiles = by_terrain(data.get("tiles"))
            yield from land_faults(land, tiles, rulings_of(data.get("rulings")))


class DeductionBody(_LandBody):
    """What lies and the disc's counts, or a whole table; and how much is asked of it.

    `focus` are the spaces that are asked about, all by default. Worlds are counted up to
    `count_to`, 10 000 by default; the answer comes within `time_limit_ms`, 1000 by default.
    """

    tiles = Nested(ByTerrainBody())
    rulings = Nested(rulings_body(Rulings, code="ruling_value"))
    focus = Items(space_field(), 45, code="too_many", allow_none=True)
    count_to = Number(1, MOST_COUNTED, "limit_range")
    time_limit_ms = Number(1, MOST_MILLISECONDS, "limit_range")

    parts = _BOARD

    class Meta(Body.Meta):
        """A field whose name a body uses itself."""

        include: ClassVar = {"explain": Flag()}

    def make(self, data: Mapping[str, Any]) -> DeductionQuestion:
        """The question; ValueError if there is no such board."""
        snapshot: Snapshot | None = data.get("snapshot")
        if snapshot is not None:
            land, tiles, rulings = snapshot.land, snapshot.tiles, snapshot.rulings
        else:
            read, counts = rows_of(data), by_terrain(data.get("tiles"))
            if read is None or counts is None:
                raise ValueError(data)
            land, tiles, rulings = read, counts, rulings_of(data.get("rulings"))
        focus = data.get("focus")
        return DeductionQuestion(
            land,
            tiles,
            rulings,
            None if focus is None else _bits(land, focus),
            data.get("explain", True),
            data.get("count_to", COUNT_TO),
            data.get("time_limit_ms", MILLISECONDS) / 1000,
        )

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """What makes the board impossible; spaces that it does not have."""
        yield from super().faults(data)
        told = [(("focus", i), name) for i, name in enumerate(data.get("focus") or ())]
        yield from _strangers(data, told)


def _bits(land: Land, names: Iterable[str]) -> Spaces:
    """Spaces by their names; ValueError if this board does not have one."""
    try:
        return sum({1 << land.grid.spaces[name] for name in names})
    except KeyError:
        raise ValueError(names) from None


def _strangers(data: Mapping[str, Any], told: Iterable[tuple[Path, str | None]]) -> Iterator[Fault]:
    snapshot = data.get("snapshot")
    grid = snapshot.land.grid if isinstance(snapshot, Snapshot) else grid_of(snapshot or data)
    if grid is not None:
        yield from unknown_spaces(grid, told)


class ScenarioCheckBody(Body):
    """A disc: its whole map, the start spaces on its back, and those of Otoma's pawns."""

    board = board_field()
    terrain = RowsField("MSGR", required=True)
    crops = RowsField("1-5", required=True)
    start = Items(space_field(), 45, code="too_many", required=True)
    otoma = Items(space_field(), OTOMA_STARTS, code="too_many", allow_none=True)

    def make(self, data: Mapping[str, Any]) -> Disc:
        """The disc; ValueError if its map is not whole."""
        land = rows_of(data)
        if land is None or land.empty or land.planted != land.grid.everywhere:
            raise ValueError(data)
        at = land.grid.spaces
        if any(name not in at for name in (*data["start"], *(data.get("otoma") or ()))):
            raise ValueError(data)
        start = sorted({at[name] for name in data["start"]})
        otoma = data.get("otoma")
        return Disc(land, tuple(start), None if otoma is None else tuple(at[n] for n in otoma))

    def doubts(self, made: Any, data: Mapping[str, Any]) -> Iterable[object]:
        """What is no whole map."""
        return self.faults(data)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Rows that are no whole map of this board; spaces that it does not have."""
        grid = grid_of(data)
        if grid is None:
            return
        for name, crops in (("terrain", False), ("crops", True)):
            rows = data.get(name, ())
            for fault in row_faults(data["board"], rows, crops=crops):
                if name in data:
                    yield fault._replace(path=(name, *fault.path))
            known = "1 2 3 4 5" if crops else "M S G R"
            for i, row in enumerate(rows[: grid.rows]):
                if EMPTY in row:
                    values = {"letters": [EMPTY], "known": known}
                    yield Fault("unknown_letter", (name, i), values)
        told: list[tuple[Path, str | None]] = [
            ((field, i), name)
            for field in ("start", "otoma")
            for i, name in enumerate(data.get(field) or ())
        ]
        yield from unknown_spaces(grid, told)


class ScenarioQuestion(NamedTuple):
    """The disc that is asked for."""

    board: BoardName
    seed: int
    unique: Literal["from_start", "from_terrain"]
    start_tiles: int | None
    max_tier: int


class ScenarioBody(Body):
    """The disc that is asked for: the same seed gives the same disc.

    `unique` says what leaves one world: start tiles and counts, or all terrain with the start
    crops. `start_tiles` is their number, as few as can be by default; `max_tier` the hardest tier
    that a proof may need.
    """

    board = board_field()
    seed = Number(0, _MOST_SEED, "limit_range", required=True)
    unique = Choice(
        {"from_start": "from_start", "from_terrain": "from_terrain"},
        "unknown_value",
        required=True,
    )
    start_tiles = Number(1, len(GRIDS[BoardName.LONG].names), "limit_range", allow_none=True)
    max_tier = Number(1, LAST_TIER, "limit_range")

    def make(self, data: Mapping[str, Any]) -> ScenarioQuestion:
        """The disc that is asked for."""
        return ScenarioQuestion(
            data["board"],
            data["seed"],
            data["unique"],
            data.get("start_tiles"),
            data.get("max_tier", LAST_TIER),
        )

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """More start tiles than the board has spaces."""
        grid, count = grid_of(data), data.get("start_tiles")
        if grid is not None and count is not None and count > len(grid.names):
            values = {"value": count, "least": 1, "most": len(grid.names)}
            yield Fault("limit_range", ("start_tiles",), values)


class Marks(NamedTuple):
    """What is pencilled into a space: the terrains and the levels that it may have."""

    terrain: tuple[Terrain, ...] = ()
    crops: tuple[Level, ...] = ()


class MarksBody(Body):
    """The terrains and the levels that a space may have."""

    terrain = Items(terrain_field(), len(Terrain), code="too_many")
    crops = Items(level_field(), len(LEVELS), code="too_many")

    def make(self, data: Mapping[str, Any]) -> Marks:
        """The marks."""
        return Marks(data.get("terrain", ()), data.get("crops", ()))


class PictureQuestion(NamedTuple):
    """What is drawn: a board, who stands on it, pencil marks, and spaces to light up."""

    land: Land
    snapshot: Snapshot | None
    marks: Mapping[int, Marks]
    lit: Spaces


class PictureBody(_LandBody):
    """A board or a whole table to draw.

    `possible` pencils into spaces what they may have, as `spaces` of `deductions` tells it;
    `spaces` are lit up, say those of a step.
    """

    possible = Keyed(space_field(), Nested(MarksBody()), 45)
    spaces = Items(space_field(), 45, code="too_many")

    def make(self, data: Mapping[str, Any]) -> PictureQuestion:
        """What is drawn; ValueError if there is no such board."""
        snapshot: Snapshot | None = data.get("snapshot")
        land = rows_of(data) if snapshot is None else snapshot.land
        if land is None or _bits(land, data.get("possible", ())) < 0:
            raise ValueError(data)
        at = land.grid.spaces
        marks = {at[name]: made for name, made in data.get("possible", {}).items()}
        return PictureQuestion(land, snapshot, marks, _bits(land, data.get("spaces", ())))

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """What makes the board impossible; spaces that it does not have."""
        yield from super().faults(data)
        told: list[tuple[Path, str | None]] = [
            (("spaces", i), name) for i, name in enumerate(data.get("spaces", ()))
        ]
        told += [(("possible", name), name) for name in data.get("possible", ())]
        yield from _strangers(data, told)
