"""The ends of a roll, each with a shortest path, by a search in layers of steps (Explorers).

A state is a place and the direction of the last step; the terrain is that of the start until the
move ends. Each state also has the place where the piece would stand if it stopped behind another
piece, and the first space of the bridge that a boat is under. `reach` finds the same ends faster,
without paths.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.treasure_hunt.board import HOME
from theodolite.treasure_hunt.move_area import MoveArea, StopReason
from theodolite.treasure_hunt.steps import OPPOSITE, START, STEPS, steps_from


class End(NamedTuple):
    """An end of a move.

    Attributes:
        at: The place.
        path: A shortest path, the first in order of its spaces.
        stopped_by: The reason why the move may end there.
        passed: The watched spaces on the path, the end included.
    """

    at: Space
    path: tuple[Space, ...]
    stopped_by: StopReason
    passed: Spaces = NOWHERE


_State = tuple[Space, int, Space, Space, Spaces]
"""A place, the direction of the last step, the place of a piece that stops behind another one, the
first space of the bridge that it is under, or _NO_BRIDGE, and the watched spaces entered."""
_NO_BRIDGE = Space(-1)
_ON, _OFF, _LAST, _LAST_OFF, _UNDER, _BEHIND, _NEVER, _GOAL = (1 << bit for bit in range(8))

_AHEAD, _AHEAD_UNDER = _ON | _OFF | _UNDER | _LAST_OFF, _ON | _UNDER


class Search:
    """Every move of a piece, in layers of steps.

    Args:
        area: The area of the move.
        most: The greatest number of steps.
        watched: Spaces that `End.passed` lists. Ends that differ in them are different ends.
    """

    def __init__(self, area: MoveArea, most: int, watched: Spaces = NOWHERE) -> None:
        self._area = area
        self._flags = self._flagged()
        self._watched = {*each(watched)}
        start = (area.start, START, area.start, _NO_BRIDGE, NOWHERE)
        self._layers: list[dict[_State, _State]] = [{start: start}]
        # For each layer the states that stop there: always, or before a covered coordinate.
        self._stops: list[list[tuple[_State, StopReason]]] = [[]]
        self._cornered: list[list[_State]] = [[]]
        for _ in range(most):
            self._expand()

    @property
    def states(self) -> int:
        """The number of states searched."""
        return sum(map(len, self._layers))

    def _flagged(self) -> bytearray:
        area = self._area
        flags = bytearray(HOME + 1)
        for flag, spaces in (
            (_ON, area.on),
            (_OFF, area.off),
            (_LAST, area.last),
            (_LAST_OFF, area.last_off),
            (_UNDER, area.under),
            (_BEHIND, area.behind),
            (_NEVER, area.never),
            (_GOAL, area.goals),
        ):
            for space in each(spaces):
                flags[space] |= flag
        return flags

    def _expand(self) -> None:
        """Add a layer: one more step from every state of the last one that can continue."""
        flags, corner, may_turn = self._flags, self._area.corner, self._area.may_turn
        first_layer, watched = len(self._layers) == 1, self._watched
        layer: dict[_State, _State] = {}
        blocked: list[_State] = []
        cornered: list[_State] = []
        for state in self._layers[-1]:
            place, direction, _, first, _ = state
            if first == _NO_BRIDGE and not first_layer and not flags[place] & _ON:
                continue
            back = -1 if may_turn else OPPOSITE[direction]
            found = covered = False
            ahead = _AHEAD if first == _NO_BRIDGE else _AHEAD_UNDER
            for step, to in STEPS[place] if corner is None else steps_from(place, corner):
                if step == back:
                    continue
                flag = flags[to]
                if flag == _ON and not watched:
                    # By far the most steps are of this kind.
                    layer.setdefault((to, step, to, _NO_BRIDGE, NOWHERE), state)
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
        """The states after a step onto a place, each without its place and direction."""
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
        """Add states that cannot continue to those that stop in the last layer, in its order."""
        rank = {state: i for i, state in enumerate(self._layers[-1])}
        stops: dict[_State, StopReason] = dict.fromkeys(blocked, "blocked")
        stops.update(self._stops[-1])
        self._stops[-1] = sorted(stops.items(), key=lambda stop: rank[stop[0]])

    def _early(self, state: _State) -> StopReason | None:
        """The reason why a move may end in a state with any number of steps left; None if not."""
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
        return "choice" if self._area.may_stop else None

    def _stands(self, state: _State) -> tuple[Space | None, bool]:
        """The place of a piece that ends in a state, None if it may not; and whether behind."""
        place, _, stand, first, _ = state
        end = place if first == _NO_BRIDGE else first
        flag = self._flags[end]
        if flag & _BEHIND:
            return stand, True
        return (None if flag & _NEVER else end), False

    def ends(self, count: int) -> list[End]:
        """The ends of a move of at most `count` steps, `home` first, then in order of space."""
        found: dict[tuple[Space, Spaces], tuple[int, _State, StopReason]] = {}
        for steps in range(1, count + 1):
            for state, why in self._stopping(steps, count):
                at, behind = self._stands(state)
                if at is not None:
                    found.setdefault((at, state[4]), (steps, state, "behind" if behind else why))
        ends = sorted(found, key=lambda end: (end[0] != HOME, *end))
        return [
            End(at, self._path(*found[at, passed][:2]), found[at, passed][2], passed)
            for at, passed in ends
        ]

    def _stopping(self, steps: int, count: int) -> Iterator[tuple[_State, StopReason]]:
        """The states after `steps` steps in which a move of `count` steps can end."""
        if steps == count:
            for state in self._layers[steps]:
                yield state, "terrain" if self._early(state) == "terrain" else "count"
            return
        yield from self._stops[steps]
        # A covered coordinate, entered only as the last step, does not continue a move.
        may_enter = self._area.may_stop or self._area.goals
        if steps < count - 1 and not may_enter:
            for state in self._cornered[steps]:
                yield state, "blocked"

    def _path(self, steps: int, state: _State) -> tuple[Space, ...]:
        path = []
        for layer in self._layers[steps:0:-1]:
            path.append(state[0])
            state = layer[state]
        return tuple(reversed(path))
