"""The first table of a game, with what Otoma gains in the set-up (p. 3, 8, 10)."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from theodolite.tiwanaku.board import Land, Terrain
from theodolite.tiwanaku.gains import Gain, discovery, otomas_crop
from theodolite.tiwanaku.snapshot import OTOMA, START_SCORE, ByTerrain, Snapshot

__all__ = ["Setup", "deal", "set_up"]


class Setup(NamedTuple):
    """The first table and Otoma's gains, in order."""

    snapshot: Snapshot
    items: Sequence[Gain]


def set_up(snapshot: Snapshot) -> Setup:
    """Otoma first gains the levels of the crops below its pawns, then a step for each terrain.

    Args:
        snapshot: the table as it is laid out: nobody has a point, a step or a token yet.
    """
    if snapshot.otoma is None:
        return Setup(snapshot, ())
    start = START_SCORE if snapshot.rulings.otoma_start_score == "ten" else 0
    table = snapshot._replace(otoma=snapshot.otoma._replace(score=start))
    items: list[Gain] = []
    spaces = [pawn.space for pawn in snapshot.otoma.pawns]
    columns = snapshot.land.grid.columns
    # From left to right and top to bottom: along the rows, or down the columns.
    by_rows = snapshot.rulings.otoma_setup_order == "rows"
    spaces.sort(key=lambda at: divmod(at, columns)[:: 1 if by_rows else -1])
    for space in spaces:
        level = table.land.level_at(space)
        if level is not None:
            table, gain = otomas_crop(table, space, level, token=False)
            items.append(gain)
    for space in spaces:
        # Pawns stand on terrain, if not always on a crop.
        terrain = cast("Terrain", table.land.terrain_at(space))
        table, gain, _ = discovery(table, OTOMA, space, terrain)
        items.append(gain)
    return Setup(table, items)


def deal(land: Land, tiles: ByTerrain, players: int) -> Sequence[ByTerrain] | None:
    """The tiles left after the start tiles, dealt by type as far as possible (p. 10).

    None if not everyone can have the same number; what happens then is not told.
    """
    left = [terrain for terrain in Terrain for _ in range(tiles[terrain] - land.count(terrain))]
    if len(left) % players:
        return None
    stacks = [left[seat::players] for seat in range(players)]
    dealt = [[own.count(terrain) for terrain in Terrain] for own in stacks]
    return [(mud, sand, grass, rock) for mud, sand, grass, rock in dealt]
