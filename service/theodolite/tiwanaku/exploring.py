"""Exploring (p. 4-5, cooperative p. 11): a move or a recall, and the tile that is discovered."""

from theodolite.grid import Space
from theodolite.tiwanaku.board import Terrain
from theodolite.tiwanaku.deeds import Explore, Recall
from theodolite.tiwanaku.gains import (
    discovery,
)
from theodolite.tiwanaku.movement import bits, move_checks
from theodolite.tiwanaku.progress import Progress, Untold
from theodolite.tiwanaku.snapshot import (
    ByTerrain,
    Direction,
    Mode,
    Snapshot,
)

__all__ = ["changed", "explore", "lay", "recall", "score_discovery", "without_top"]


def explore(course: Progress, action: Explore) -> None:
    """Move a meeple, and discover the space if it was empty."""
    table, spend = course.table, course.turn.spend
    arrow = spend.arrow if spend else None
    course.hold_all(move_checks(table, course.seat, action.start, action.path, arrow))
    end = action.path[-1]
    course.table = _moved(table, course.seat, action.start, end)
    if table.land.empty >> end & 1:
        terrain = course.terrain(action.wheel, end)
        if terrain is None:
            course.check("discover.terrain", "not_checked", {"space": table.land.grid.names[end]})
            raise Untold
        lay(course, end, terrain, action.giver)
        score_discovery(course, course.side, end, terrain)
    course.stopped_at = end


def score_discovery(course: Progress, side: str, space: Space, terrain: Terrain) -> None:
    """Raise a side's pawn for a tile that was laid."""
    table, gain, check = discovery(course.table, side, space, terrain)
    course.checks.append(check)
    course.gain(table, gain)


def recall(course: Progress, action: Recall) -> None:
    """Take a meeple back to the reserve."""
    table = course.table
    # Neither the solo nor the cooperative game knows recalls (p. 8, 11).
    if table.mode != Mode.COMPETITIVE:
        course.check("recall.not_in_this_mode", "failed", {})
    here = 1 << action.start
    own = bits(table.players[course.seat].meeples)
    values = {"space": table.land.grid.names[action.start]}
    course.hold("recall.on_board", holds=bool(own & here), values=values, spaces=here)
    course.go_on()
    course.table = _moved(table, course.seat, action.start, None)


def _moved(table: Snapshot, seat: int, start: Space | None, end: Space | None) -> Snapshot:
    """A meeple goes from a space or the reserve to another; of a pair they stand with the first."""
    colour = table.players[seat].colour
    holder = next(at for at, player in enumerate(table.players) if player.colour == colour)
    players = list(table.players)
    meeples = [space for space in players[holder].meeples if space != start]
    if end is not None:
        meeples.append(end)
    players[holder] = players[holder]._replace(meeples=tuple(meeples))
    back = start if end is None else None
    players[seat] = players[seat]._replace(recalled_from=back)
    return table._replace(players=tuple(players))


def lay(course: Progress, space: Space, terrain: Terrain, giver: str | None) -> None:
    """The tile that the wheel names is laid; it comes from the supply, the pool, or a stack."""
    table = course.table
    values: dict[str, object] = {"space": table.land.grid.names[space], "terrain": terrain}
    left = table.tiles[terrain] - table.land.count(terrain)
    course.hold(
        "discover.terrain",
        holds=left > 0,
        values={**values, "count": table.tiles[terrain]},
        spaces=1 << space,
    )
    course.go_on()
    if table.pool is not None:
        course.table = _tile_given(course, table.pool, terrain, giver)
    course.table = course.table._replace(land=course.table.land.discovered(space, terrain))
    course.discovered.append((space, terrain))


def _tile_given(course: Progress, pool: ByTerrain, terrain: Terrain, giver: str | None) -> Snapshot:
    table = course.table
    if pool[terrain]:
        return table._replace(pool=changed(pool, terrain, -1))
    # The group agrees on who gives one from a stack (p. 11).
    if giver is None:
        course.check("spend.giver", "not_checked", {"terrain": terrain})
        raise Untold
    seat = next(at for at, player in enumerate(table.players) if player.name == giver)
    stacks = table.players[seat].stacks or (0, 0, 0, 0)
    values = {"terrain": terrain, "player": giver}
    course.hold("spend.giver", holds=stacks[terrain] > 0, values=values)
    course.go_on()
    return without_top(table, seat, terrain)


def without_top(table: Snapshot, seat: int, terrain: Terrain) -> Snapshot:
    """A tile leaves a stack; what lies beneath it is not known."""
    player = table.players[seat]
    stacks = changed(player.stacks or (0, 0, 0, 0), terrain, -1)
    tops = [(kind, top) for kind, top in player.tops or () if kind != terrain]
    if not stacks[terrain]:
        tops.append((terrain, None))
    players = list(table.players)
    players[seat] = player._replace(
        stacks=stacks, tops=None if player.tops is None else tuple(sorted(tops, key=_by_terrain))
    )
    return table._replace(players=tuple(players))


def _by_terrain(top: tuple[Terrain, Direction | None]) -> int:
    return top[0]


def changed(counts: ByTerrain, terrain: Terrain, by: int) -> ByTerrain:
    """A number for each terrain, one of them changed."""
    mud, sand, grass, rock = [
        count + by if kind == terrain else count for kind, count in enumerate(counts)
    ]
    return mud, sand, grass, rock
