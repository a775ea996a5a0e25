"""Exploring (p. 4-5, cooperative p. 11): moves, recalls, and the tiles discovered."""

from theodolite.grid import Space, set_of
from theodolite.tiwanaku.actions import Explore, Recall
from theodolite.tiwanaku.board import Terrain
from theodolite.tiwanaku.gains import discovery
from theodolite.tiwanaku.movement import move_checks
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import ByTerrain, Mode, Snapshot
from theodolite.verdict import Path


def explore(progress: Progress, action: Explore) -> None:
    """Move a meeple, and discover the space where it ends if that is empty."""
    table = progress.table
    progress.record_all(
        move_checks(table, progress.seat, action.start, action.path, progress.arrow)
    )
    if not action.path:
        progress.note_superfluous(("action",), ("wheel", action.wheel), ("giver", action.giver))
        return
    end = action.path[-1]
    is_new = bool(progress.empty >> end & 1)
    progress.table = _moved(table, progress.seat, action.start, end)
    if is_new:
        discover(progress, progress.side, end, action.wheel, giver=action.giver, part=("action",))
    else:
        progress.note_superfluous(("action",), ("wheel", action.wheel), ("giver", action.giver))
    progress.stopped_at = end


def discover(
    progress: Progress,
    side: str,
    space: Space,
    entered: Terrain | None,
    *,
    giver: str | None,
    part: Path,
) -> None:
    """Lay the tile that the wheel shows, and raise the pawn of the side that discovers it.

    Args:
        progress: The turn so far.
        side: The side that discovers.
        space: An empty space.
        entered: The terrain that the wheel showed; None if it has not been entered.
        giver: The player who gives the tile where the pool has none; None if not entered.
        part: The part of the turn that enters it.
    """
    values: dict[str, object] = {"space": progress.table.land.grid.names[space]}
    if progress.table.pool is None:
        # Only a group gives tiles.
        progress.note_superfluous(part, ("giver", giver))
    terrain = progress.terrain(entered, space)
    if terrain is None:
        progress.leave_open("discover.terrain", values, 1 << space)
        if progress.table.pool is not None and giver is not None:
            progress.leave_open("spend.giver", {}, key="open")
        progress.covered |= 1 << space
        progress.unentered += 1
        return
    values["terrain"] = terrain
    left = progress.table.tiles[terrain] - progress.table.land.count(terrain)
    if 0 < left <= progress.covered.bit_count():
        progress.leave_open("discover.terrain", values, 1 << space, "open")
    else:
        values["count"] = progress.table.tiles[terrain]
        progress.check("discover.terrain", holds=left > 0, values=values, spaces=1 << space)
    progress.stop_if_broken()
    if progress.table.pool is not None:
        _take_tile(progress, progress.table.pool, terrain, giver, part)
    progress.lay(progress.table.land.discovered(space, terrain), space)
    progress.discovered.append((space, terrain))
    if progress.known:
        table, gain, check = discovery(progress.table, side, space, terrain)
        progress.checks.append(check)
        progress.add_gain(table, gain)


def _take_tile(
    progress: Progress, pool: ByTerrain, terrain: Terrain, giver: str | None, part: Path
) -> None:
    """Take the tile from the pool; if that has none, from a stack of the giver (p. 11)."""
    table, values = progress.table, {"terrain": terrain, "player": giver}
    if pool[terrain] > progress.unentered:
        progress.note_superfluous(part, ("giver", giver))
        progress.table = table._replace(pool=changed(pool, terrain, -1))
        return
    if pool[terrain] or giver is None or progress.unentered:
        # The giver is not entered, or it is not known what the pool has left.
        progress.leave_open("spend.giver", values, key="not_checked" if giver is None else "open")
        progress.unentered += 1
        return
    seat = next(at for at, player in enumerate(table.players) if player.name == giver)
    stacks = table.players[seat].stacks or (0, 0, 0, 0)
    progress.require("spend.giver", holds=stacks[terrain] > 0, values=values)
    progress.table = without_top(table, seat, terrain)


def recall(progress: Progress, action: Recall) -> None:
    """Take a meeple back to the reserve."""
    table = progress.table
    # Neither the solo nor the cooperative game knows recalls (p. 8, 11).
    if table.mode != Mode.COMPETITIVE:
        progress.record("recall.not_in_this_mode", "failed", {})
    here = 1 << action.start
    own = set_of(table.players[progress.seat].meeples)
    values = {"space": table.land.grid.names[action.start]}
    progress.check("recall.on_board", holds=bool(own & here), values=values, spaces=here)
    progress.stop_if_broken()
    progress.table = _moved(table, progress.seat, action.start, None)


def _moved(table: Snapshot, seat: int, start: Space | None, end: Space | None) -> Snapshot:
    """Move a meeple. Those of a pair are the first player's; None stands for the reserve."""
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
    """Take the top tile off a stack. The arrow of the next one is unknown."""
    player = table.players[seat]
    stacks = changed(player.stacks or (0, 0, 0, 0), terrain, -1)
    tops = [(kind, top) for kind, top in player.tops or () if kind != terrain]
    if not stacks[terrain]:
        tops.append((terrain, None))
    players = list(table.players)
    players[seat] = player._replace(
        stacks=stacks,
        tops=None if player.tops is None else tuple(sorted(tops, key=lambda top: top[0])),
    )
    return table._replace(players=tuple(players))


def changed(counts: ByTerrain, terrain: Terrain, by: int) -> ByTerrain:
    """Change the number of one terrain by some tiles."""
    mud, sand, grass, rock = [
        count + by if kind == terrain else count for kind, count in enumerate(counts)
    ]
    return mud, sand, grass, rock
