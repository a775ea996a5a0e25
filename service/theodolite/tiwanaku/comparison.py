"""Compares two tables: their values by place in a snapshot, for disputes."""

from collections.abc import Mapping, Sequence

from theodolite.tiwanaku.board import TERRAIN_NAMES
from theodolite.tiwanaku.snapshot import Final, Player, Snapshot
from theodolite.verdict import Path


def values_of(table: Snapshot) -> Mapping[Path, object]:
    """The values of a table, by their places in a snapshot."""
    values: dict[Path, object] = {}
    for row, letters in enumerate(table.land.terrain_rows()):
        values["terrain", row] = letters
    for row, letters in enumerate(table.land.crop_rows()):
        values["crops", row] = letters
    for seat, player in enumerate(table.players):
        values |= _of_player(table, seat, player)
    if table.otoma is not None:
        pawns = sorted((pawn.colour, pawn.space) for pawn in table.otoma.pawns)
        names = table.land.grid.names
        values["otoma", "pawns"] = [(colour, names[space]) for colour, space in pawns]
        values["otoma", "score"] = table.otoma.score
        values["otoma", "offerings"] = sorted(table.otoma.offerings)
        values |= _steps(("otoma",), table.otoma.diversity)
    if table.group is not None:
        values["group", "score"] = table.group.score
        values["group", "offerings"] = sorted(table.group.offerings)
        values |= _steps(("group",), table.group.diversity)
    for terrain, name in enumerate(TERRAIN_NAMES):
        if table.pool is not None:
            values["pool", name] = table.pool[terrain]
    final = table.final or Final()
    values["final",] = table.final is not None
    values["final", "passed"] = sorted(final.passed)
    values["final", "offered"] = sorted(final.offered)
    return {**values, **_constants(table)}


def _constants(table: Snapshot) -> Mapping[Path, object]:
    """The values that no turn changes, as far as they are known."""
    names = table.land.grid.names
    values: dict[Path, object] = {
        ("difficulty",): table.difficulty,
        ("start",): table.start and sorted(table.start),
        ("diversity_top",): table.diversity_top,
        ("paths",): table.paths and sorted(map(sorted, table.paths)),
    }
    for terrain, name in enumerate(TERRAIN_NAMES):
        values["tiles", name] = table.tiles[terrain]
    for seat, player in enumerate(table.players):
        values["players", seat, "colour"] = player.colour
    for space, arrow in table.arrows or ():
        values["arrows", names[space]] = arrow
    return values


def _of_player(table: Snapshot, seat: int, player: Player) -> Mapping[Path, object]:
    names = table.land.grid.names
    values: dict[Path, object] = {}
    values["players", seat, "meeples"] = [names[space] for space in sorted(player.meeples)]
    if table.group is None:
        values["players", seat, "score"] = player.score
        values["players", seat, "offerings"] = sorted(player.offerings)
        values |= _steps(("players", seat), player.diversity)
    for terrain, name in enumerate(TERRAIN_NAMES):
        if player.stacks is not None:
            values["players", seat, "stacks", name] = player.stacks[terrain]
    return values


def _steps(path: Path, diversity: Sequence[int]) -> Mapping[Path, object]:
    return {
        (*path, "diversity", name): steps
        for name, steps in zip(TERRAIN_NAMES, diversity, strict=True)
    }


def differing(found: Mapping[Path, object], wanted: Mapping[Path, object]) -> Sequence[Path]:
    """The places where two tables differ, in the order of a snapshot. None differs from nothing."""
    return [
        path
        for path, value in wanted.items()
        if None not in (value, found.get(path)) and found[path] != value
    ]
