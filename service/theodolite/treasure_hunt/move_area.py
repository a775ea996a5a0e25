"""The area of a move: every space by what it is to the piece that moves (Explorers).

Covers explorers and walkers, closed spaces, unclear and creep-through spaces, boats under bridges,
ends behind another piece, foreign and covered coordinates. `paths` and `reach` search the ends of a
roll in it; `walk` compares a move with it.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each, set_of, union
from theodolite.treasure_hunt.board import DICE, GRID, HOME, SEGMENTS, Terrain, segment_of
from theodolite.treasure_hunt.markers import barred_coordinates, loggable_markers, marked_spaces
from theodolite.treasure_hunt.snapshot import Explorer, Snapshot, Walker
from theodolite.treasure_hunt.steps import steps_from

BOAT_FACTOR = 4
"""The steps of a boat for each pip of the blue die (Help)."""

StopReason = Literal["count", "terrain", "blocked", "behind", "goal", "choice"]


class Mover(NamedTuple):
    """A piece that can be moved.

    Attributes:
        player: The owner of the explorer; None for a walker.
        which: The index of the explorer or the walker.
    """

    player: int | None
    which: int


def piece_of(snapshot: Snapshot, mover: Mover) -> Explorer | Walker:
    """The explorer or the walker."""
    if mover.player is None:
        return snapshot.walkers[mover.which]
    return snapshot.players[mover.player].explorers[mover.which]


def terrain_of(snapshot: Snapshot, mover: Mover) -> Terrain:
    """The terrain of a piece."""
    if mover.player is None:
        return snapshot.terrain(snapshot.walkers[mover.which])
    return snapshot.explorer_terrain(mover.player, mover.which)


class MoveArea(NamedTuple):
    """The area of a move of one piece.

    Attributes:
        start: The place where the move begins.
        terrain: The terrain of the piece.
        on: The spaces of its terrain, or that take its terrain: the move can continue there.
        off: The spaces of another terrain, which end the move.
        last: The covered coordinates that it may log, entered only as the last step.
        last_off: Those of them that are of another terrain.
        under: The bridge spaces that a boat can pass under.
        behind: The occupied spaces: a move that ends there stops on a space before.
        never: The spaces on which it may not end.
        goals: The spaces on which it may stop with steps left (`die_count`).
        corner: The neighbour of HOME, if the piece's home is off the board; else None.
        may_stop: Whether it may stop anywhere with steps left.
        may_turn: Whether a step may undo the one before.
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
        """The spaces on which the piece keeps its terrain."""
        return self.on | self.last & ~self.last_off | 1 << self.start

    def terrain_at(self, snapshot: Snapshot, place: Space) -> Terrain:
        """The terrain of the piece after a move that ends on a place."""
        if self.own >> place & 1:
            return self.terrain
        corner = self.corner if place == HOME and self.corner is not None else place
        layers = snapshot.layers
        return next((t for t in Terrain if layers[t] >> corner & 1), self.terrain)


def move_area(
    snapshot: Snapshot,
    mover: Mover,
    acting: int,
    played: int = 0,
    begun: tuple[Space, Terrain] | None = None,
) -> MoveArea:
    """The area of a move.

    Args:
        snapshot: The table.
        mover: The piece.
        acting: The player whose turn it is.
        played: The number of cards played in the turn.
        begun: The place and the terrain from which the piece began its move. Default: where it
            stands.
    """
    rulings = snapshot.rulings
    home = None if mover.player is None else snapshot.players[mover.player].home
    start, terrain = begun or (piece_of(snapshot, mover).at, terrain_of(snapshot, mover))
    layers, closed = snapshot.layers, snapshot.closed
    # Unclear spaces and creep-throughs have the terrain of the piece that enters (`creep`).
    inherited = layers.unclear | _creeps_for(snapshot, acting)
    same = layers[terrain] | inherited
    bridges = NOWHERE
    if _has_boat(snapshot, mover, terrain):
        bridges = union(snapshot.board.bridges) & layers.path & ~inherited
        # A tree on a bridge can close the water below it too (`tree_on_bridge`).
        if bridges & snapshot.tree_spaces and rulings.tree_on_bridge == "closes_both":
            bridges &= ~snapshot.tree_spaces
    corner = None
    if home is not None and rulings.home_place == "frame":
        corner = home
        # HOME has the terrain of the corner beside it.
        same |= (same >> home & 1) << HOME
    everywhere = GRID.everywhere | (NOWHERE if corner is None else 1 << HOME)
    last = goals = NOWHERE
    stops = rulings.die_count
    if mover.player is not None:
        covered = _to_log(snapshot, mover.player, closed, played)
        if covered and rulings.covered_coordinate == "enter_to_log":
            last = covered
        if stops == "stop_at_goal":
            goals = _to_log(snapshot, mover.player, GRID.everywhere, played)
            goals |= 1 << snapshot.home_of(mover.player)
    behind, never = _barred_ends(snapshot, mover, start, played)
    return MoveArea(
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
    """The creep-throughs that serve a player's move; those of unknown origin serve all players."""
    if not snapshot.creep_throughs or snapshot.rulings.creep_for == "everyone":
        return snapshot.creep_spaces
    return set_of(creep.at for creep in snapshot.creep_throughs if creep.by in (None, acting))


def _to_log(snapshot: Snapshot, player: int, among: Spaces, played: int) -> Spaces:
    """The coordinates among some spaces that a player's explorers may log."""
    return set_of(
        at
        for at in each(marked_spaces(snapshot) & among)
        if any(
            marker.legal is not False for marker in loggable_markers(snapshot, player, at, played)
        )
    )


def _barred_ends(
    snapshot: Snapshot, mover: Mover, start: Space, played: int
) -> tuple[Spaces, Spaces]:
    """The occupied spaces that a piece stays behind, and the spaces where it may not end."""
    rulings = snapshot.rulings
    behind = NOWHERE
    for i, one in enumerate(snapshot.players):
        for j, explorer in enumerate(one.explorers):
            # Explorers do not stay behind those of their colour at home (`move.behind`).
            own_home = i == mover.player and explorer.at == snapshot.home_of(i)
            if mover != (i, j) and explorer.at != HOME and not own_home:
                behind |= 1 << explorer.at
    if snapshot.walkers and rulings.occupied_by == "explorers_and_walkers":
        for i, walker in enumerate(snapshot.walkers):
            if mover != (None, i):
                behind |= 1 << walker.at
    if mover.player is None:
        return behind, _segments_barred(snapshot, mover.which, start)
    barred = barred_coordinates(snapshot, mover.player, played)
    if rulings.foreign_end == "stay_behind":
        return behind | barred, NOWHERE
    return behind, barred


def _segments_barred(snapshot: Snapshot, which: int, start: Space) -> Spaces:
    """The segments in which a walker that began in another one may not end (`walker.move`)."""
    own = segment_of(start)
    others = (walker.at for i, walker in enumerate(snapshot.walkers) if i != which)
    taken = {*map(segment_of, others)}
    # Segments are numbered NORTH first: number n and number 3 - n touch only at a corner.
    return union(
        spaces
        for segment, spaces in enumerate(SEGMENTS)
        if segment != own and (segment in taken or segment == 3 - own)
    )


def step_factor(snapshot: Snapshot, mover: Mover) -> int:
    """The number of steps for each pip rolled: four for a boat in water (`boat`), else one."""
    return BOAT_FACTOR if _has_boat(snapshot, mover, terrain_of(snapshot, mover)) else 1


def step_counts(snapshot: Snapshot, mover: Mover) -> tuple[int, ...]:
    """The number of steps for each value of a piece's die, in order of value."""
    factor = step_factor(snapshot, mover)
    return tuple(factor * pips for pips in DICE[terrain_of(snapshot, mover)])


def can_continue(area: MoveArea, path: Sequence[Space], under: bool, left: int) -> bool:
    """Whether a path can be continued by a step onto a space that may be entered.

    Args:
        area: The area of the move.
        path: The start, and the places entered.
        under: Whether it ends under a bridge.
        left: The number of steps that are left of the roll.
    """
    ahead = area.on | area.under | (0 if under else area.off | area.last_off)
    if left == 1 or area.may_stop or area.goals:
        ahead |= area.last & (~area.last_off if under else -1)
    back = None if area.may_turn else path[-2]
    return any(ahead >> to & 1 for _, to in steps_from(path[-1], area.corner) if to != back)
