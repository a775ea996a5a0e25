"""What a piece walks on in one move: its own terrain, what ends it, what is closed to it.

Covers explorers and walkers, closed spaces, unclear and creep-through spaces, boats under bridges,
ends behind somebody, foreign and covered coordinates. Where a roll leads is searched for in `paths`
and `reach`; a move that was made is judged in `walk`.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces, each
from theodolite.treasure_hunt.board import DICE, GRID, HOME, SEGMENTS, Terrain, segment_of
from theodolite.treasure_hunt.logs import finds, foreign, marked_spaces
from theodolite.treasure_hunt.snapshot import Explorer, Snapshot, Walker
from theodolite.treasure_hunt.steps import steps_from

__all__ = [
    "BOAT",
    "Ground",
    "Mover",
    "Stop",
    "counts",
    "ground",
    "may_go_on",
    "piece_of",
    "terrain_of",
    "times",
]

BOAT = 4
"""How many times the blue die a boat goes (Help)."""

Stop = Literal["count", "terrain", "blocked", "behind", "goal", "choice"]


class Mover(NamedTuple):
    """A piece that can be moved, by its index: a player's explorer, or a walker, of no player."""

    player: int | None
    which: int


def piece_of(snapshot: Snapshot, mover: Mover) -> Explorer | Walker:
    """The piece that a mover is."""
    if mover.player is None:
        return snapshot.walkers[mover.which]
    return snapshot.players[mover.player].explorers[mover.which]


def terrain_of(snapshot: Snapshot, mover: Mover) -> Terrain:
    """The terrain of a piece."""
    if mover.player is None:
        return snapshot.terrain(snapshot.walkers[mover.which])
    return snapshot.explorer_terrain(mover.player, mover.which)


class Ground(NamedTuple):
    """What a piece walks on in one move.

    Attributes:
        start: where it stands.
        terrain: its own terrain.
        on: the spaces it goes on from, their terrain being its own or lent by it.
        off: those of another terrain, which end the move.
        last: covered coordinates it may log, entered as the last step alone.
        last_off: those of them that are of another terrain.
        under: the bridge spaces that a boat passes under.
        behind: where it does not stay but before, somebody being there.
        never: where it must not end.
        goals: where it may stop short (`die_count`).
        corner: the neighbour of `home`, off the board, where that is its home.
        may_stop: whether it may stop anywhere.
        may_turn: whether it may undo its last step.
    """

    start: Space
    terrain: Terrain
    on: Spaces
    off: Spaces
    last: Spaces
    last_off: Spaces
    under: Spaces
    behind: Spaces
    never: Spaces
    goals: Spaces
    corner: Space | None
    may_stop: bool
    may_turn: bool

    @property
    def own(self) -> Spaces:
        """Where the piece keeps the terrain that it is on."""
        return self.on | self.last & ~self.last_off | 1 << self.start

    def terrain_at(self, snapshot: Snapshot, place: Space) -> Terrain:
        """The terrain of the piece where a move takes it."""
        if self.own >> place & 1:
            return self.terrain
        corner = self.corner if place == HOME and self.corner is not None else place
        layers = snapshot.layers
        return next((t for t in Terrain if layers[t] >> corner & 1), self.terrain)


def ground(
    snapshot: Snapshot,
    mover: Mover,
    acting: int,
    played: int = 0,
    begun: tuple[Space, Terrain] | None = None,
) -> Ground:
    """What a piece walks on.

    Args:
        snapshot: the table.
        mover: the piece.
        acting: the player whose turn it is.
        played: how many cards have been played in the turn.
        begun: where the piece began its move and on which terrain, if it has moved in part already.
    """
    rulings = snapshot.rulings
    home = None if mover.player is None else snapshot.players[mover.player].home
    start, terrain = begun or (piece_of(snapshot, mover).at, terrain_of(snapshot, mover))
    layers, closed = snapshot.layers, snapshot.closed
    # Unclear spaces and creep-throughs have the terrain that one comes from (`creep`).
    lent = layers.unclear | _creeps_for(snapshot, acting)
    same = layers[terrain] | lent
    bridges = 0
    if _has_boat(snapshot, mover, terrain):
        bridges = sum(snapshot.board.bridges) & layers.path & ~lent
        # A tree on a bridge may close the water below it too (`tree_on_bridge`).
        if bridges & snapshot.tree_spaces and rulings.tree_on_bridge == "closes_both":
            bridges &= ~snapshot.tree_spaces
    corner = None
    if home is not None and rulings.home_place == "frame":
        corner = home
        # The corner space lends its terrain to what lies before it.
        same |= (same >> home & 1) << HOME
    everywhere = GRID.everywhere | (0 if corner is None else 1 << HOME)
    last = goals = 0
    stops = rulings.die_count
    if mover.player is not None:
        covered = _to_log(snapshot, mover.player, closed, played)
        if covered and rulings.covered_coordinate == "enter_to_log":
            last = covered
        if stops == "stop_at_goal":
            goals = _to_log(snapshot, mover.player, GRID.everywhere, played)
            goals |= 1 << snapshot.home_of(mover.player)
    behind, never = _bars(snapshot, mover, start, played)
    return Ground(
        start,
        terrain,
        same & ~closed,
        everywhere & ~same & ~closed,
        last,
        last & ~same,
        bridges,
        behind,
        never | bridges & closed & ~last,
        goals,
        corner,
        stops == "at_most",
        rulings.turning_back == "free",
    )


def _has_boat(snapshot: Snapshot, mover: Mover, terrain: Terrain) -> bool:
    """Whether an explorer goes by boat."""
    if mover.player is None or terrain != Terrain.WATER:
        return False
    return snapshot.players[mover.player].boats > 0


def _creeps_for(snapshot: Snapshot, acting: int) -> Spaces:
    """The creep-throughs that serve a player's move; one of no known placer serves everyone."""
    if not snapshot.creeps or snapshot.rulings.creep_for == "everyone":
        return snapshot.creep_spaces
    return sum(1 << creep.at for creep in snapshot.creeps if creep.by in (None, acting))


def _to_log(snapshot: Snapshot, player: int, among: Spaces, played: int) -> Spaces:
    """The coordinates among some spaces that a player's explorer may log."""
    return sum(
        1 << at
        for at in each(marked_spaces(snapshot) & among)
        if any(find.legal is not False for find in finds(snapshot, player, at, played))
    )


def _bars(snapshot: Snapshot, mover: Mover, start: Space, played: int) -> tuple[Spaces, Spaces]:
    """Where a piece stays behind somebody, and where it must not end."""
    rulings = snapshot.rulings
    behind = 0
    for i, one in enumerate(snapshot.players):
        for j, explorer in enumerate(one.explorers):
            # One's own are passed over at home (`move.behind`).
            own_home = i == mover.player and explorer.at == snapshot.home_of(i)
            if mover != (i, j) and explorer.at != HOME and not own_home:
                behind |= 1 << explorer.at
    if snapshot.walkers and rulings.occupied_by == "explorers_and_walkers":
        for i, walker in enumerate(snapshot.walkers):
            if mover != (None, i):
                behind |= 1 << walker.at
    if mover.player is None:
        return behind, _segments_barred(snapshot, mover.which, start)
    barred = foreign(snapshot, mover.player, played)
    if rulings.foreign_end == "stay_behind":
        return behind | barred, 0
    return behind, barred


def _segments_barred(snapshot: Snapshot, which: int, start: Space) -> Spaces:
    """The segments in which a walker may not end that began its move elsewhere (`walker.move`)."""
    own = segment_of(start)
    others = (walker.at for i, walker in enumerate(snapshot.walkers) if i != which)
    taken = {*map(segment_of, others)}
    # Segments are numbered NORTH first, so that the one across the corner is 3 less its number.
    return sum(
        spaces
        for segment, spaces in enumerate(SEGMENTS)
        if segment != own and (segment in taken or segment == 3 - own)
    )


def times(snapshot: Snapshot, mover: Mover) -> int:
    """How many times the value rolled a piece goes: in water a boat four times (`boat`)."""
    return BOAT if _has_boat(snapshot, mover, terrain_of(snapshot, mover)) else 1


def counts(snapshot: Snapshot, mover: Mover) -> tuple[int, ...]:
    """The number of steps for each value of a piece's die, in the order of the values."""
    of_each = times(snapshot, mover)
    return tuple(of_each * pips for pips in DICE[terrain_of(snapshot, mover)])


def may_go_on(where: Ground, path: Sequence[Space], under: bool, left: int) -> bool:
    """Whether a path can be continued by a step onto a space that may be entered.

    Args:
        where: what the piece walks on.
        path: the places entered, the start before them.
        under: whether it ends under a bridge.
        left: how many steps of the roll are left.
    """
    ahead = where.on | where.under | (0 if under else where.off | where.last_off)
    if left == 1 or where.may_stop or where.goals:
        ahead |= where.last & (~where.last_off if under else -1)
    back = None if where.may_turn else path[-2]
    return any(ahead >> to & 1 for _, to in steps_from(path[-1], where.corner) if to != back)
