"""Moving: what a piece walks on, and where a roll of the die can take it (Explorers, Obstacles).

Covers explorers and walkers, reversals, closed spaces, unclear and creep-through spaces, boats
under bridges, ends behind somebody, foreign and covered coordinates. A move is searched for in
layers of steps over (space, last direction); its terrain is that of its start until it ends. Each
state also carries where the piece would stand if it had to stay behind, and the first space of
the bridge that a boat is under.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, cast

from theodolite.grid import Space, Spaces, each
from theodolite.treasure_hunt.board import DICE, GRID, HOME, SEGMENTS, Terrain, segment_of
from theodolite.treasure_hunt.logs import finds, foreign
from theodolite.treasure_hunt.snapshot import Explorer, Snapshot, Walker

__all__ = [
    "BOAT",
    "End",
    "Ground",
    "Mover",
    "Reach",
    "Search",
    "Stop",
    "counts",
    "ground",
    "may_go_on",
    "moves_from",
    "piece_of",
]

BOAT = 4
"""How many times the blue die a boat goes (Help)."""

Stop = Literal["count", "terrain", "blocked", "behind", "goal", "choice"]


class Mover(NamedTuple):
    """A piece that can be moved: a player's explorer by its index, or a walker by its space.

    A walker has no player.
    """

    player: int | None
    which: int


def piece_of(snapshot: Snapshot, mover: Mover) -> Explorer | Walker:
    """The piece that a mover is."""
    if mover.player is None:
        return next(walker for walker in snapshot.walkers if walker.at == mover.which)
    return snapshot.players[mover.player].explorers[mover.which]


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

    def terrain_at(self, snapshot: Snapshot, place: Space) -> Terrain:
        """The terrain of the piece where a move takes it."""
        if place == self.start or (self.on | self.last & ~self.last_off) >> place & 1:
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
    piece = piece_of(snapshot, mover)
    home = None if mover.player is None else snapshot.players[mover.player].home
    start, terrain = begun or (piece.at, snapshot.terrain(piece, home))
    layers, closed = snapshot.layers, snapshot.closed
    # Unclear spaces and creep-throughs have the terrain that one comes from (`creep`).
    lent = layers.unclear | _creeps_for(snapshot, acting)
    same = layers[terrain] | lent
    bridges = 0
    if _has_boat(snapshot, mover, terrain):
        spanned = sum(snapshot.board.bridges) & layers.path
        bridges = spanned & ~lent & ~snapshot.tree_spaces
    corner = None
    if home is not None and rulings.home_place == "frame":
        corner = home
        # The corner space lends its terrain to what lies before it.
        same |= (same >> home & 1) << HOME
    everywhere = GRID.everywhere | (0 if corner is None else 1 << HOME)
    last = goals = 0
    if mover.player is not None:
        last, goals = _coordinates(snapshot, mover.player, closed, played)
        goals |= 1 << snapshot.home_of(mover.player)
    behind, never = _bars(snapshot, mover, start, played)
    stops = rulings.die_count
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
        goals if stops == "stop_at_goal" else 0,
        corner,
        stops == "at_most",
        rulings.turning_back == "free",
    )


def _has_boat(snapshot: Snapshot, mover: Mover, terrain: Terrain) -> bool:
    """Whether an explorer goes by boat."""
    afloat = mover.player is not None and terrain == Terrain.WATER
    return afloat and bool(snapshot.players[cast("int", mover.player)].boats)


def _creeps_for(snapshot: Snapshot, acting: int) -> Spaces:
    """The creep-throughs that serve a player's move; one of no known placer serves everyone."""
    if not snapshot.creeps or snapshot.rulings.creep_for == "everyone":
        return snapshot.creep_spaces
    return sum(1 << creep.at for creep in snapshot.creeps if creep.by in (None, acting))


def _coordinates(
    snapshot: Snapshot, player: int, closed: Spaces, played: int
) -> tuple[Spaces, Spaces]:
    """The covered coordinates that a player's explorer may enter to log, and all it may log."""
    last = goals = 0
    for one in snapshot.players:
        for route in one.routes:
            if not route.cards:
                continue
            at = route.cards[-1]
            if any(find.legal is not False for find in finds(snapshot, player, at, played)):
                goals |= 1 << at
                if closed >> at & 1 and snapshot.rulings.covered_coordinate == "enter_to_log":
                    last |= 1 << at
    return last, goals


def _bars(snapshot: Snapshot, mover: Mover, start: Space, played: int) -> tuple[Spaces, Spaces]:
    """Where a piece stays behind somebody, and where it must not end."""
    rulings = snapshot.rulings
    behind = never = 0
    for i, one in enumerate(snapshot.players):
        for j, explorer in enumerate(one.explorers):
            # One's own are passed over at home (`move.behind`).
            own_home = i == mover.player and explorer.at == snapshot.home_of(i)
            if mover != (i, j) and explorer.at != HOME and not own_home:
                behind |= 1 << explorer.at
    if snapshot.walkers and rulings.occupied_by == "explorers_and_walkers":
        for walker in snapshot.walkers:
            if mover != (None, walker.at):
                behind |= 1 << walker.at
    if mover.player is None:
        return behind, _segments_barred(snapshot, mover.which, start)
    if barred := foreign(snapshot, mover.player, played):
        if rulings.foreign_end == "stay_behind":
            behind |= barred
        else:
            never |= barred
    return behind, never


def _segments_barred(snapshot: Snapshot, at: Space, start: Space) -> Spaces:
    """The segments in which a walker may not end that began its move elsewhere (`walker.move`)."""
    own = segment_of(start)
    taken = {segment_of(walker.at) for walker in snapshot.walkers if walker.at != at}
    # Segments are numbered NORTH first, so that the one across the corner is 3 less its number.
    return sum(
        spaces
        for segment, spaces in enumerate(SEGMENTS)
        if segment != own and (segment in taken or segment == 3 - own)
    )


def counts(snapshot: Snapshot, mover: Mover) -> tuple[int, ...]:
    """The number of steps for each value of a piece's die, in the order of the values."""
    piece = piece_of(snapshot, mover)
    if mover.player is None:
        return DICE[snapshot.terrain(piece)]
    terrain = snapshot.terrain(piece, snapshot.players[mover.player].home)
    # In water a boat goes four times the blue die (`boat`).
    times = BOAT if _has_boat(snapshot, mover, terrain) else 1
    return tuple(times * pips for pips in DICE[terrain])


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
    return any(ahead >> to & 1 for _, to in moves_from(path[-1], where.corner) if to != back)


_UP, _LEFT, _RIGHT, _DOWN, _HOMEWARD, _OUTWARD, _START = range(7)
_OPPOSITE = (_DOWN, _RIGHT, _LEFT, _UP, _OUTWARD, _HOMEWARD, _START)
_COLUMNS = GRID.columns
_NOT_FIRST = GRID.everywhere & ~GRID.column_lines[0]
_NOT_LAST = GRID.everywhere & ~GRID.column_lines[-1]

Step = tuple[int, Space]


def _steps(space: Space) -> tuple[Step, ...]:
    row, column = divmod(space, _COLUMNS)
    steps = []
    if row > 0:
        steps.append((_UP, space - _COLUMNS))
    if column > 0:
        steps.append((_LEFT, space - 1))
    if column < _COLUMNS - 1:
        steps.append((_RIGHT, space + 1))
    if row < GRID.rows - 1:
        steps.append((_DOWN, space + _COLUMNS))
    return tuple(steps)


_STEPS = tuple(_steps(space) for space in range(len(GRID.names)))


def moves_from(place: Space, corner: Space | None) -> tuple[Step, ...]:
    """The steps to the neighbours of a place, `home` first and then in order of space."""
    if corner is not None:
        if place == HOME:
            return ((_OUTWARD, corner),)
        if place == corner:
            return ((_HOMEWARD, HOME), *_STEPS[place])
    return _STEPS[place] if place != HOME else ()


class End(NamedTuple):
    """Where a roll can take a piece, by a shortest path (the first in order of its spaces).

    `passed` are the watched spaces that it enters on the way, the end included.
    """

    at: Space
    path: tuple[Space, ...]
    stopped_by: Stop
    passed: Spaces = 0


_State = tuple[Space, int, Space, Space, Spaces]
"""A place, the direction of the last step, where a piece staying behind would stand, the first
space of the bridge that it is under, or _NO_BRIDGE, and the watched spaces entered."""
_NO_BRIDGE = -1
_ON, _OFF, _LAST, _LAST_OFF, _UNDER, _BEHIND, _NEVER, _GOAL = (1 << bit for bit in range(8))

_AHEAD, _AHEAD_UNDER = _ON | _OFF | _UNDER | _LAST_OFF, _ON | _UNDER


class Search:
    """Every move of a piece, in layers of steps.

    Args:
        where: what it walks on.
        most: the number of steps to look ahead.
        watched: spaces of which an end tells whether they were entered; ends that differ in them
            are told apart.
    """

    def __init__(self, where: Ground, most: int, watched: Spaces = 0) -> None:
        self._ground = where
        self._flags = self._flagged()
        self._watched = {*each(watched)}
        start = (where.start, _START, where.start, _NO_BRIDGE, 0)
        self._layers: list[dict[_State, _State]] = [{start: start}]
        # For each layer what stops there: always, and where only a covered coordinate is left.
        self._stops: list[list[tuple[_State, Stop]]] = [[]]
        self._cornered: list[list[_State]] = [[]]
        for _ in range(most):
            self._expand()

    @property
    def states(self) -> int:
        """How many states were searched."""
        return sum(map(len, self._layers))

    def _flagged(self) -> bytearray:
        where = self._ground
        flags = bytearray(HOME + 1)
        for flag, spaces in (
            (_ON, where.on),
            (_OFF, where.off),
            (_LAST, where.last),
            (_LAST_OFF, where.last_off),
            (_UNDER, where.under),
            (_BEHIND, where.behind),
            (_NEVER, where.never),
            (_GOAL, where.goals),
        ):
            for space in each(spaces):
                flags[space] |= flag
        return flags

    def _expand(self) -> None:
        """One step more from every state of the last layer that does not end there."""
        flags, corner, may_turn = self._flags, self._ground.corner, self._ground.may_turn
        first_layer, watched = len(self._layers) == 1, self._watched
        layer: dict[_State, _State] = {}
        blocked: list[_State] = []
        cornered: list[_State] = []
        for state in self._layers[-1]:
            place, direction, _, first, _ = state
            if first == _NO_BRIDGE and not first_layer and not flags[place] & _ON:
                continue
            back = -1 if may_turn else _OPPOSITE[direction]
            found = covered = False
            ahead = _AHEAD if first == _NO_BRIDGE else _AHEAD_UNDER
            for step, to in _STEPS[place] if corner is None else moves_from(place, corner):
                if step == back:
                    continue
                flag = flags[to]
                if flag == _ON and not watched:
                    # By far the most steps are of this kind.
                    layer.setdefault((to, step, to, _NO_BRIDGE, 0), state)
                    found = True
                    continue
                found = found or bool(flag & ahead)
                covered = covered or flag & (_LAST | _LAST_OFF) == _LAST
                for entered in self._entered(state, to, flag):
                    layer.setdefault((to, step, *entered), state)
            if not found and not first_layer:
                (cornered if covered else blocked).append(state)
        self._cornered[-1] = cornered
        if blocked:
            self._stop_at(blocked)
        self._layers.append(layer)
        early = [(state, self._early(state)) for state in layer]
        self._stops.append([(state, why) for state, why in early if why])
        self._cornered.append([])

    def _entered(
        self, state: _State, to: Space, flag: int
    ) -> Iterator[tuple[Space, Space, Spaces]]:
        """What becomes of a state with a step onto a place: the rest of each state it leads to."""
        _, _, stand, first, passed = state
        if to in self._watched:
            passed |= 1 << to
        held = stand if flag & (_BEHIND | _NEVER) else to
        if flag & _ON:
            yield held, _NO_BRIDGE, passed
        elif first != _NO_BRIDGE:
            if flag & _UNDER:
                yield stand, first, passed
            elif flag & (_LAST | _LAST_OFF) == _LAST:
                yield stand, _NO_BRIDGE, passed
        else:
            if flag & _UNDER:
                yield held, to, passed
            elif flag & _OFF:
                yield stand, _NO_BRIDGE, passed
            if flag & _LAST:
                yield stand, _NO_BRIDGE, passed

    def _stop_at(self, blocked: Sequence[_State]) -> None:
        """Note where one cannot go on among what stops in the last layer, in its order."""
        rank = {state: i for i, state in enumerate(self._layers[-1])}
        stops: dict[_State, Stop] = dict.fromkeys(blocked, "blocked")
        stops.update(self._stops[-1])
        self._stops[-1] = sorted(stops.items(), key=lambda stop: rank[stop[0]])

    def _early(self, state: _State) -> Stop | None:
        """What ends a move in a state, however many steps are left."""
        place, _, _, first, _ = state
        flag = self._flags[place]
        if first == _NO_BRIDGE:
            if flag & (_OFF | _LAST_OFF):
                return "terrain"
        # A move that ends on a bridge ends on its first space, as path (`boat`).
        elif place == first and flag & (_OFF | _LAST_OFF):
            return "terrain"
        if flag & _GOAL and first == _NO_BRIDGE:
            return "goal"
        return "choice" if self._ground.may_stop else None

    def _stands(self, state: _State) -> tuple[Space | None, bool]:
        """Where a piece stands that ends in a state, None if it must not; and whether behind."""
        place, _, stand, first, _ = state
        end = place if first == _NO_BRIDGE else first
        flag = self._flags[end]
        if flag & _BEHIND:
            return stand, True
        return (None if flag & _NEVER else end), False

    def ends(self, count: int) -> list[End]:
        """Every place where a move of a number of steps can end, in order of space, home first."""
        found: dict[tuple[Space, Spaces], tuple[int, _State, Stop]] = {}
        for steps in range(1, count + 1):
            for state, why in self._stopping(steps, count):
                at, behind = self._stands(state)
                # What one does not get to for somebody there is not passed.
                passed = state[4] & ~(1 << state[0]) if behind else state[4]
                if at is not None:
                    found.setdefault((at, passed), (steps, state, "behind" if behind else why))
        ends = sorted(found, key=lambda end: (end[0] != HOME, *end))
        return [
            End(at, self._path(*found[at, passed][:2]), found[at, passed][2], passed)
            for at, passed in ends
        ]

    def _stopping(self, steps: int, count: int) -> Iterator[tuple[_State, Stop]]:
        """The states of a layer in which a move of a number of steps can end."""
        if steps == count:
            for state in self._layers[steps]:
                yield state, "terrain" if self._early(state) == "terrain" else "count"
            return
        yield from self._stops[steps]
        # Only a covered coordinate lies ahead, which is entered as the last step alone.
        may_enter = self._ground.may_stop or self._ground.goals
        if steps < count - 1 and not may_enter:
            for state in self._cornered[steps]:
                yield state, "blocked"

    def _path(self, steps: int, state: _State) -> tuple[Space, ...]:
        path = []
        for layer in self._layers[steps:0:-1]:
            path.append(state[0])
            state = layer[state]
        return tuple(reversed(path))


_Group = list[Spaces]
"""Places by the direction of the last step that led there; the last entry is the start."""
_Held = dict[tuple[Space, Space], _Group]
"""Groups of states by where the piece would stand, and the bridge's first space or _NO_BRIDGE."""


class Reach:
    """Where a piece can end, as `Search.ends` but without the paths, and from many starts.

    The states of Search are taken together as sets: those where a piece may end by the direction
    of the last step alone, the few others also by where it would stand and what it is under.

    Args:
        where: what the piece walks on; its start is not looked at.
    """

    def __init__(self, where: Ground) -> None:
        self._ground = where
        self._stays = ~(where.behind | where.never)
        self._directions = range(4 if where.corner is None else 6)
        self._covered = where.last & ~where.last_off
        # What can be reached at all bounds a search, and much of a board cannot.
        self._ahead = self._beside(where.on | where.off | where.under | where.last_off)
        self._ahead_under = self._beside(where.on | where.under)
        self._ahead_covered = self._beside(self._covered)

    def ends(self, start: Space, steps: Sequence[int]) -> dict[int, Spaces]:
        """The places where a move from a start can end, for each number of steps."""
        where = self._ground
        exact = not (where.goals or where.may_stop)
        layer = _Layer([0] * 6 + [1 << start], {})
        reached: dict[int, Spaces] = {}
        early = cornered = 0
        for count in range(1, max(steps) + 1):
            blocked, covered = self._blocked(layer) if count > 1 else (0, 0)
            layer = self._next(layer)
            early |= blocked | layer.ended
            if count in steps:
                reached[count] = early | cornered | layer.covered | self._standing(layer)
            # Only a covered coordinate lies ahead, which is entered as the last step alone.
            if exact:
                cornered |= covered
            else:
                early |= layer.covered
                early |= self._standing(layer, -1 if where.may_stop else where.goals)
        return reached

    def _step(self, spaces: Spaces, direction: int) -> Spaces:
        match direction:
            case 0:
                return (spaces & GRID.everywhere) >> _COLUMNS
            case 1:
                return (spaces & _NOT_FIRST) >> 1
            case 2:
                return (spaces & _NOT_LAST) << 1
            case 3:
                return (spaces << _COLUMNS) & GRID.everywhere
        # Without the frame no other directions are looked into.
        corner = cast("Space", self._ground.corner)
        return _homeward(spaces, corner) if direction == _HOMEWARD else _outward(spaces, corner)

    def _beside(self, spaces: Spaces) -> _Group:
        """For each direction of a last step, the places from which one can go on to these."""
        beside = [self._step(spaces, _OPPOSITE[d]) for d in self._directions]
        return [
            _union(
                side
                for d, side in enumerate(beside)
                if self._ground.may_turn or d != _OPPOSITE[last]
            )
            for last in range(6)
        ]

    def _sources(self, group: _Group, direction: int) -> Spaces:
        """The places from which a step in a direction undoes none."""
        back = -1 if self._ground.may_turn else _OPPOSITE[direction]
        spaces = 0
        for last, part in enumerate(group):
            if last != back:
                spaces |= part
        return spaces

    def _next(self, layer: "_Layer") -> "_Layer":
        found = _Layer([0] * 7, {})
        for d in self._directions:
            if spaces := self._sources(layer.alone, d):
                self._go(found, self._step(spaces, d), d, None, _NO_BRIDGE)
            for (stand, first), group in layer.held.items():
                if spaces := self._sources(group, d):
                    self._go(found, self._step(spaces, d), d, stand, first)
        return found

    def _go(
        self, found: "_Layer", to: Spaces, direction: int, stand: Space | None, first: Space
    ) -> None:
        """Take a step onto these places; `stand` is None where one would stand where one is."""
        where, stays = self._ground, self._stays
        back = _OPPOSITE[direction]
        on = to & where.on
        found.alone[direction] |= on & stays
        for space in each(on & ~stays):
            held = self._source(space, back) if stand is None else stand
            found.hold(held, _NO_BRIDGE, direction, 1 << space)
        if first != _NO_BRIDGE:
            if under := to & where.under & ~on:
                found.hold(cast("Space", stand), first, direction, under)
            found.covered |= self._ended(to & self._covered & ~where.under, back, stand)
            return
        found.ended |= self._ended(to & (where.off | where.last_off), back, stand)
        found.covered |= self._ended(to & self._covered, back, stand)
        for space in each(to & where.under):
            held = self._source(space, back) if stand is None else stand
            found.hold(space if stays >> space & 1 else held, space, direction, 1 << space)

    def _source(self, space: Space, back: int) -> Space:
        return self._step(1 << space, back).bit_length() - 1

    def _ended(self, ends: Spaces, back: int, stand: Space | None) -> Spaces:
        """Where one stands after a last step onto these places."""
        if not (behind := ends & self._ground.behind):
            return ends & self._stays
        stood = self._step(behind, back) if stand is None else 1 << stand
        return ends & self._stays | stood

    def _standing(self, layer: "_Layer", within: Spaces = -1) -> Spaces:
        """Where one stands who ends in a state of a layer, as far as it is within some places."""
        spaces = _union(layer.alone) & within
        for (stand, first), group in layer.held.items():
            if (there := _union(group)) & within:
                spaces |= self._held(there & within, stand, first, within)
        return spaces

    def _held(self, there: Spaces, stand: Space, first: Space, within: Spaces = -1) -> Spaces:
        where = self._ground
        if first != _NO_BRIDGE:
            # A bridge that one is under is no goal.
            if within != -1:
                return 0
            there = 1 << first
        if there & where.behind:
            return 1 << stand
        return there & self._stays

    def _blocked(self, layer: "_Layer") -> tuple[Spaces, Spaces]:
        """Where one stands who cannot go on, and who can only onto a covered coordinate."""
        blocked, covered = self._split(layer.alone, self._ahead)
        for (stand, first), group in layer.held.items():
            ahead = self._ahead if first == _NO_BRIDGE else self._ahead_under
            for_good, but_one = self._split(group, ahead)
            if for_good:
                blocked |= self._held(for_good, stand, first)
            if but_one:
                covered |= self._held(but_one, stand, first)
        return blocked, covered

    def _split(self, group: _Group, ahead: _Group) -> tuple[Spaces, Spaces]:
        stuck = [group[d] & ~ahead[d] for d in self._directions]
        if not any(stuck):
            return 0, 0
        but_one = [spaces & self._ahead_covered[d] for d, spaces in enumerate(stuck)]
        for_good = [spaces & ~one for spaces, one in zip(stuck, but_one, strict=True)]
        return _union(for_good), _union(but_one)


def _homeward(spaces: Spaces, corner: Space) -> Spaces:
    return (spaces >> corner & 1) << HOME


def _outward(spaces: Spaces, corner: Space) -> Spaces:
    return (spaces >> HOME & 1) << corner


class _Layer:
    """The states after some steps, and where moves end there whatever is left of the roll."""

    def __init__(self, alone: _Group, held: _Held) -> None:
        self.alone = alone
        self.held = held
        self.ended = 0
        self.covered = 0

    def hold(self, stand: Space, first: Space, direction: int, spaces: Spaces) -> None:
        """Add states where the piece would not stand where it is."""
        self.held.setdefault((stand, first), [0] * 7)[direction] |= spaces


def _union(sets: Iterable[Spaces]) -> Spaces:
    spaces = 0
    for one in sets:
        spaces |= one
    return spaces
