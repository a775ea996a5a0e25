"""The set-up of a game: what Otoma gains in it, and how tiles are dealt (p. 3, 8, 10)."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from theodolite.tiwanaku.board import Land, Terrain
from theodolite.tiwanaku.gains import Gain, discovery, otoma_crop
from theodolite.tiwanaku.snapshot import OTOMA, START_SCORE, ByTerrain, Snapshot


class Setup(NamedTuple):
    """The first table, and Otoma's gains in order."""

    snapshot: Snapshot
    items: Sequence[Gain]


def set_up(snapshot: Snapshot) -> Setup:
    """Let Otoma gain what its pawns stand on: first the levels of the crops, then the terrains.

    Args:
        snapshot: The table as it is laid out: nobody has a point, a step or a token yet.

    Returns:
        The first table with Otoma's gains. Without Otoma it is the table itself.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot
        >>> from theodolite.tiwanaku.snapshot import Otoma, Pawn
        >>> rows = ["M........", *["........."] * 4]
        >>> land = Land.from_rows(BoardName.LONG, rows, [row.replace("M", "3") for row in rows])
        >>> table = Snapshot(
        ...     Mode.SOLO,
        ...     land,
        ...     (11, 12, 11, 11),
        ...     (Player("Ana", Colour.BLUE),),
        ...     otoma=Otoma((Pawn(Colour.GREEN, 0),), 0),
        ... )
        >>> [gain.points for gain in set_up(table).items]
        [3, 1]
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
    spaces.sort(key=lambda space: divmod(space, columns)[:: 1 if by_rows else -1])
    for space in spaces:
        level = table.land.level_at(space)
        if level is not None:
            table, gain = otoma_crop(table, space, level, token=False)
            items.append(gain)
    for space in spaces:
        # Pawns stand on terrain, if not always on a crop.
        terrain = cast("Terrain", table.land.terrain_at(space))
        table, gain, _ = discovery(table, OTOMA, space, terrain)
        items.append(gain)
    return Setup(table, items)


def deal(land: Land, tiles: ByTerrain, players: int) -> Sequence[ByTerrain] | None:
    """Deal the tiles left after the start tiles, by terrain as evenly as possible (p. 10).

    Args:
        land: The start tiles.
        tiles: The disc's counts.
        players: The number of players.

    Returns:
        The stacks of each player. None if not everyone can have the same number: the rulebook does
        not say what happens then.
    """
    left = [terrain for terrain in Terrain for _ in range(tiles[terrain] - land.count(terrain))]
    if len(left) % players:
        return None
    stacks = [left[seat::players] for seat in range(players)]
    dealt = [[own.count(terrain) for terrain in Terrain] for own in stacks]
    return [(mud, sand, grass, rock) for mud, sand, grass, rock in dealt]
