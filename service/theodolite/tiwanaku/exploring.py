"""Exploring (p. 4-5, cooperative p. 11): a move or a recall, and the tile that is discovered."""

from theodolite.grid import Space
from theodolite.tiwanaku.board import Terrain
from theodolite.tiwanaku.deeds import Explore, Recall
from theodolite.tiwanaku.gains import (
    discovery,
)
from theodolite.tiwanaku.movement import bits, move_checks
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import (
    ByTerrain,
    Direction,
    Mode,
    Snapshot,
)
from theodolite.verdict import Path

__all__ = ["changed", "discover", "explore", "recall", "without_top"]


def explore(course: Progress, action: Explore) -> None:
    """Move a meeple, and discover the space if it was empty."""
    table = course.table
    course.hold_all(move_checks(table, course.seat, action.start, action.path, course.arrow))
    end = action.path[-1]
    is_new = bool(course.empty >> end & 1)
    course.table = _moved(table, course.seat, action.start, end)
    if is_new:
        discover(course, course.side, end, action.wheel, giver=action.giver, part=("action",))
    else:
        course.spare(("action",), ("wheel", action.wheel), ("giver", action.giver))
    course.stopped_at = end


def discover(
    course: Progress,
    side: str,
    space: Space,
    entered: Terrain | None,
    *,
    giver: str | None,
    part: Path,
) -> None:
    """Lay the tile that the wheel names, and raise the pawn of the side that discovers it.

    Args:
        course: the turn.
        side: who discovers.
        space: an empty space.
        entered: what the wheel shows, if that has been entered.
        giver: who gives the tile where the pool has none, if that has been entered.
        part: the part of the turn that tells of it.
    """
    values: dict[str, object] = {"space": course.table.land.grid.names[space]}
    if course.table.pool is None:
        # Only a group gives tiles.
        course.spare(part, ("giver", giver))
    terrain = course.terrain(entered, space)
    if terrain is None:
        course.miss("discover.terrain", values, 1 << space)
        if course.table.pool is not None and giver is not None:
            course.miss("spend.giver", {}, says="open")
        course.covered |= 1 << space
        course.unentered += 1
        return
    values["terrain"] = terrain
    left = course.table.tiles[terrain] - course.table.land.count(terrain)
    if 0 < left <= course.covered.bit_count():
        course.miss("discover.terrain", values, 1 << space, "open")
    else:
        values["count"] = course.table.tiles[terrain]
        course.hold("discover.terrain", holds=left > 0, values=values, spaces=1 << space)
    course.go_on()
    if course.table.pool is not None:
        _take_tile(course, course.table.pool, terrain, giver, part)
    course.answered(course.table.land.discovered(space, terrain), space)
    course.discovered.append((space, terrain))
    if course.known:
        table, gain, check = discovery(course.table, side, space, terrain)
        course.checks.append(check)
        course.gain(table, gain)


def _take_tile(
    course: Progress, pool: ByTerrain, terrain: Terrain, giver: str | None, part: Path
) -> None:
    """The tile comes from the pool; if that has none, from a stack of who gives one (p. 11)."""
    table, values = course.table, {"terrain": terrain, "player": giver}
    if pool[terrain] > course.unentered:
        course.spare(part, ("giver", giver))
        course.table = table._replace(pool=changed(pool, terrain, -1))
        return
    if pool[terrain] or giver is None or course.unentered:
        # The group has not said who gives it, or what the pool has left is not known.
        course.miss("spend.giver", values, says="not_checked" if giver is None else "open")
        course.unentered += 1
        return
    seat = next(at for at, player in enumerate(table.players) if player.name == giver)
    stacks = table.players[seat].stacks or (0, 0, 0, 0)
    course.must("spend.giver", holds=stacks[terrain] > 0, values=values)
    course.table = without_top(table, seat, terrain)


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
