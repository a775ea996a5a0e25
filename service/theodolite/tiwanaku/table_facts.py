"""What of a table a turn can change, and what it cannot, by its place in a snapshot."""

from collections.abc import Mapping, Sequence

from theodolite.tiwanaku.board import TERRAIN_NAMES
from theodolite.tiwanaku.snapshot import Final, Player, Snapshot
from theodolite.verdict import Path

__all__ = ["facts_of", "unlike"]


def facts_of(table: Snapshot) -> Mapping[Path, object]:
    """What a table shows, by where it stands in a snapshot."""
    facts: dict[Path, object] = {}
    for row, letters in enumerate(table.land.terrain_rows()):
        facts["terrain", row] = letters
    for row, letters in enumerate(table.land.crop_rows()):
        facts["crops", row] = letters
    for seat, player in enumerate(table.players):
        facts |= _of_player(table, seat, player)
    if table.otoma is not None:
        pawns = sorted((pawn.colour, pawn.space) for pawn in table.otoma.pawns)
        names = table.land.grid.names
        facts["otoma", "pawns"] = [(colour, names[space]) for colour, space in pawns]
        facts["otoma", "score"] = table.otoma.score
        facts["otoma", "offerings"] = sorted(table.otoma.offerings)
        facts |= _steps(("otoma",), table.otoma.diversity)
    if table.group is not None:
        facts["group", "score"] = table.group.score
        facts["group", "offerings"] = sorted(table.group.offerings)
        facts |= _steps(("group",), table.group.diversity)
    for terrain, name in enumerate(TERRAIN_NAMES):
        if table.pool is not None:
            facts["pool", name] = table.pool[terrain]
    final = table.final or Final()
    facts["final",] = table.final is not None
    facts["final", "passed"] = sorted(final.passed)
    facts["final", "offered"] = sorted(final.offered)
    return {**facts, **_constants(table)}


def _constants(table: Snapshot) -> Mapping[Path, object]:
    """What no turn changes, as far as it has been entered."""
    names = table.land.grid.names
    facts: dict[Path, object] = {
        ("difficulty",): table.difficulty,
        ("start",): table.start and sorted(table.start),
        ("diversity_top",): table.diversity_top,
        ("paths",): table.paths and sorted(map(sorted, table.paths)),
    }
    for terrain, name in enumerate(TERRAIN_NAMES):
        facts["tiles", name] = table.tiles[terrain]
    for seat, player in enumerate(table.players):
        facts["players", seat, "colour"] = player.colour
    for space, arrow in table.arrows or ():
        facts["arrows", names[space]] = arrow
    return facts


def _of_player(table: Snapshot, seat: int, player: Player) -> Mapping[Path, object]:
    names = table.land.grid.names
    facts: dict[Path, object] = {}
    facts["players", seat, "meeples"] = [names[space] for space in sorted(player.meeples)]
    if table.group is None:
        facts["players", seat, "score"] = player.score
        facts["players", seat, "offerings"] = sorted(player.offerings)
        facts |= _steps(("players", seat), player.diversity)
    for terrain, name in enumerate(TERRAIN_NAMES):
        if player.stacks is not None:
            facts["players", seat, "stacks", name] = player.stacks[terrain]
    return facts


def _steps(path: Path, diversity: Sequence[int]) -> Mapping[Path, object]:
    return {
        (*path, "diversity", name): steps
        for name, steps in zip(TERRAIN_NAMES, diversity, strict=True)
    }


def unlike(found: Mapping[Path, object], wanted: Mapping[Path, object]) -> Sequence[Path]:
    """Where two tables differ, in the order of a snapshot, as far as both tell."""
    return [
        path
        for path, value in wanted.items()
        if None not in (value, found.get(path)) and found[path] != value
    ]
