"""The ends of a roll by sets of spaces: faster than `paths`, from many starts, without paths."""

from collections.abc import Iterator, Sequence
from typing import cast

from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, union
from theodolite.treasure_hunt.board import GRID, HOME
from theodolite.treasure_hunt.move_area import MoveArea, Mover, move_area, step_counts, step_factor
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.treasure_hunt.steps import COLUMNS, DOWN, HOMEWARD, LEFT, OPPOSITE, RIGHT, UP

_NO_BRIDGE = Space(-1)
_ALL = ~NOWHERE
_NOT_FIRST = GRID.everywhere & ~GRID.column_lines[0]
_NOT_LAST = GRID.everywhere & ~GRID.column_lines[-1]

_Group = list[Spaces]
"""Places by the direction of the last step that led there; the last entry is the start."""
_Held = dict[tuple[Space, Space], _Group]
"""Groups of states by where the piece would stand, and the bridge's first space or _NO_BRIDGE."""


class Reach:
    """The ends of `paths.Search` from any start, without paths.

    The states of Search are grouped in sets: those where a piece may end by the direction of the
    last step alone, the few others also by the place where it would stand and the bridge above it.

    Args:
        area: The area of the move; its start is not looked at.
    """

    def __init__(self, area: MoveArea) -> None:
        self._area = area
        self._stays = ~(area.behind | area.never)
        self._directions = range(4 if area.corner is None else 6)
        self._covered = area.last & ~area.last_off
        # For each direction of a last step, the places from which a move can continue.
        self._ahead = self._beside(area.on | area.off | area.under | area.last_off)
        self._ahead_under = self._beside(area.on | area.under)
        self._ahead_covered = self._beside(self._covered)

    def ends(self, start: Space, steps: Sequence[int]) -> dict[int, Spaces]:
        """The places where a move from a start can end, for each number of steps.

        Args:
            start: The place where the move begins.
            steps: The numbers of steps.
        """
        return dict(self._reached(start, steps))

    def leads_on(self, start: Space, steps: Sequence[int]) -> bool:
        """Whether a move from a start can end anywhere, by any of the numbers of steps."""
        lines = (self._ends_straight_on(start, d, min(steps)) for d in (UP, LEFT, RIGHT, DOWN))
        return any(lines) or any(ends for _, ends in self._reached(start, steps))

    def _ends_straight_on(self, start: Space, direction: int, count: int) -> bool:
        """Whether a straight line is a legal move: most pieces have one, and it is found fast."""
        on, off = self._area.on & self._stays, self._area.off & self._stays
        there = 1 << start
        for _ in range(count):
            there = self._step(there, direction)
            if there & off:
                return True
            there &= on
        return bool(there)

    def _reached(self, start: Space, steps: Sequence[int]) -> Iterator[tuple[int, Spaces]]:
        area = self._area
        exact = not (area.goals or area.may_stop)
        layer = _Layer([NOWHERE] * 6 + [1 << start], {})
        early = cornered = NOWHERE
        for count in range(1, max(steps) + 1):
            blocked, covered = self._blocked(layer)
            layer = self._next(layer)
            early |= blocked | layer.ended
            if count in steps:
                yield count, early | cornered | layer.covered | self._places(layer)
            # A covered coordinate, entered only as the last step, does not continue a move.
            if exact:
                cornered |= covered
            else:
                early |= layer.covered
                early |= self._places(layer, _ALL if area.may_stop else area.goals)

    def _step(self, spaces: Spaces, direction: int) -> Spaces:
        if direction == UP:
            return (spaces & GRID.everywhere) >> COLUMNS
        if direction == LEFT:
            return (spaces & _NOT_FIRST) >> 1
        if direction == RIGHT:
            return (spaces & _NOT_LAST) << 1
        if direction == DOWN:
            return (spaces << COLUMNS) & GRID.everywhere
        # The other directions exist only with a corner.
        corner = cast("Space", self._area.corner)
        return _homeward(spaces, corner) if direction == HOMEWARD else _outward(spaces, corner)

    def _beside(self, spaces: Spaces) -> _Group:
        """For each direction of a last step, the places from which a step leads to these."""
        beside = [self._step(spaces, OPPOSITE[d]) for d in self._directions]
        return [
            union(
                side for d, side in enumerate(beside) if self._area.may_turn or d != OPPOSITE[last]
            )
            for last in range(6)
        ]

    def _sources(self, group: _Group, direction: int) -> Spaces:
        """The places from which a step in a direction does not undo the last one."""
        back = -1 if self._area.may_turn else OPPOSITE[direction]
        spaces = NOWHERE
        for last, part in enumerate(group):
            if last != back:
                spaces |= part
        return spaces

    def _next(self, layer: "_Layer") -> "_Layer":
        found = _Layer([NOWHERE] * 7, {})
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
        """Add the states after a step onto these places.

        `stand` is the place where the piece would stand, None if that is where it is.
        """
        area, stays = self._area, self._stays
        back = OPPOSITE[direction]
        on = to & area.on
        found.alone[direction] |= on & stays
        for space in each(on & ~stays):
            held = self._source(space, back) if stand is None else stand
            found.hold(held, _NO_BRIDGE, direction, 1 << space)
        if first != _NO_BRIDGE:
            if under := to & area.under & ~on:
                found.hold(cast("Space", stand), first, direction, under)
            found.covered |= self._ended(to & self._covered & ~area.under, back, stand)
            return
        found.ended |= self._ended(to & (area.off | area.last_off), back, stand)
        found.covered |= self._ended(to & self._covered, back, stand)
        for space in each(to & area.under):
            held = self._source(space, back) if stand is None else stand
            found.hold(space if stays >> space & 1 else held, space, direction, 1 << space)

    def _source(self, space: Space, back: int) -> Space:
        return first_of(self._step(1 << space, back))

    def _ended(self, ends: Spaces, back: int, stand: Space | None) -> Spaces:
        """The places of pieces after a last step onto these places."""
        if not (behind := ends & self._area.behind):
            return ends & self._stays
        stood = self._step(behind, back) if stand is None else 1 << stand
        return ends & self._stays | stood

    def _places(self, layer: "_Layer", within: Spaces = _ALL) -> Spaces:
        """The places of pieces that end in states of a layer, in those within some places."""
        spaces = union(layer.alone) & within
        for (stand, first), group in layer.held.items():
            if (there := union(group)) & within:
                spaces |= self._held(there & within, stand, first, within)
        return spaces

    def _held(self, there: Spaces, stand: Space, first: Space, within: Spaces = _ALL) -> Spaces:
        area = self._area
        if first != _NO_BRIDGE:
            # A bridge above a boat is no goal.
            if within != _ALL:
                return NOWHERE
            there = 1 << first
        if there & area.behind:
            return 1 << stand
        return there & self._stays

    def _blocked(self, layer: "_Layer") -> tuple[Spaces, Spaces]:
        """The places of pieces that cannot continue, and of those that can only enter a coordinate.

        The coordinate is a covered one, which is entered only as the last step.
        """
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
            return NOWHERE, NOWHERE
        but_one = [spaces & self._ahead_covered[d] for d, spaces in enumerate(stuck)]
        for_good = [spaces & ~self._ahead_covered[d] for d, spaces in enumerate(stuck)]
        return union(for_good), union(but_one)


def can_move(
    snapshot: Snapshot, mover: Mover, acting: int, played: int = 0, pips: int | None = None
) -> bool:
    """Whether a piece has a legal move.

    Args:
        snapshot: The table.
        mover: The piece.
        acting: The player whose turn it is.
        played: The number of cards played in the turn.
        pips: The value rolled. Default: any value of the die.
    """
    steps = step_counts(snapshot, mover) if pips is None else (pips * step_factor(snapshot, mover),)
    area = move_area(snapshot, mover, acting, played)
    return Reach(area).leads_on(area.start, steps)


def _homeward(spaces: Spaces, corner: Space) -> Spaces:
    return (spaces >> corner & 1) << HOME


def _outward(spaces: Spaces, corner: Space) -> Spaces:
    return (spaces >> HOME & 1) << corner


class _Layer:
    """The states after some steps, and the places of moves that end there.

    Attributes:
        alone: The states in which the piece would stand where it is.
        held: The other states.
        ended: The places of pieces whose move ends there with any number of steps left.
        covered: The places of pieces that have entered a covered coordinate.
    """

    def __init__(self, alone: _Group, held: _Held) -> None:
        self.alone = alone
        self.held = held
        self.ended = NOWHERE
        self.covered = NOWHERE

    def hold(self, stand: Space, first: Space, direction: int, spaces: Spaces) -> None:
        """Add states in which the piece would not stand where it is."""
        self.held.setdefault((stand, first), [NOWHERE] * 7)[direction] |= spaces
