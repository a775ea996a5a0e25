"""Oddities of a table that are not impossible: a token too many, a step that was not made."""

from collections.abc import Iterator
from typing import NamedTuple

from theodolite.grid import NOWHERE, Spaces, each, set_of
from theodolite.tiwanaku.board import LEVELS, Terrain
from theodolite.tiwanaku.snapshot import START_SCORE, ByTerrain, Mode, Snapshot
from theodolite.verdict import Values


class Remark(NamedTuple):
    """An oddity that is not impossible.

    Attributes:
        rule: The id of the rule concerned.
        key: The key of its sentence.
        values: What fills the sentence.
        spaces: The spaces concerned.
    """

    rule: str
    key: str
    values: Values
    spaces: Spaces = NOWHERE


def remarks(snapshot: Snapshot) -> Iterator[Remark]:
    """Find tokens without a crop, odd scores and steps, and Otoma's pawns without a crop."""
    yield from _tokens(snapshot)
    yield from _markers(snapshot)
    if snapshot.mode == Mode.COMPETITIVE:
        yield from _steps(snapshot)
    pawns = set_of([pawn.space for pawn in snapshot.pawns])
    if bare := pawns & ~snapshot.land.planted:
        values = {"spaces": [snapshot.land.grid.names[space] for space in each(bare)]}
        yield Remark("tiwanaku.otoma.first_empty", "remark", values, bare)


def _tokens(snapshot: Snapshot) -> Iterator[Remark]:
    """Tokens that no crop explains: start crops bring none (p. 5)."""
    start = set_of(snapshot.start or ())
    sides = [player.offerings for player in snapshot.players]
    sides += [side.offerings for side in (snapshot.otoma, snapshot.group) if side is not None]
    for level in LEVELS:
        held = sum(level in offerings for offerings in sides)
        grown = snapshot.land.crops[level - 1] & ~start
        if held > grown.bit_count():
            values = {"level": level, "count": held, "grown": grown.bit_count()}
            yield Remark("tiwanaku.score.prediction_right", "remark", values)


def _markers(snapshot: Snapshot) -> Iterator[Remark]:
    """Points of players before anybody has discovered or planted anything (p. 3)."""
    start, land = snapshot.start, snapshot.land
    if start is None or land.laid != set_of(start) or land.planted != land.laid:
        return
    for player in snapshot.players:
        if player.score != START_SCORE:
            values = {"player": player.name, "found": player.score, "expected": START_SCORE}
            yield Remark("tiwanaku.score.recorded", "start", values)


def _steps(snapshot: Snapshot) -> Iterator[Remark]:
    """Discoveries without a step, unless the pawn is on the last level (p. 5)."""
    if snapshot.start is None or snapshot.diversity_top is None:
        return
    found = snapshot.land.laid & ~set_of(snapshot.start)
    columns: list[ByTerrain] = [player.diversity for player in snapshot.players]
    for terrain in Terrain:
        steps = [column[terrain] for column in columns]
        count = (snapshot.land.terrain[terrain] & found).bit_count()
        if sum(steps) < count and snapshot.diversity_top not in steps:
            values = {"terrain": terrain, "count": count, "steps": sum(steps)}
            yield Remark("tiwanaku.score.discovery", "remark", values)
