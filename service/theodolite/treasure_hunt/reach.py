"""Where a roll can take a piece, by sets of spaces: fast, from many starts, without the paths."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from theodolite.grid import Space, Spaces, each
from theodolite.treasure_hunt.board import GRID, HOME
from theodolite.treasure_hunt.ground import Ground, Mover, counts, ground, times
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.treasure_hunt.steps import COLUMNS, DOWN, HOMEWARD, LEFT, OPPOSITE, RIGHT, UP

__all__ = ["Reach", "can_move"]

_NO_BRIDGE = -1
_NOT_FIRST = GRID.everywhere & ~GRID.column_lines[0]
_NOT_LAST = GRID.everywhere & ~GRID.column_lines[-1]

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
        return dict(self._reached(start, steps))

    def leads_on(self, start: Space, steps: Sequence[int]) -> bool:
        """Whether a move from a start can end anywhere, by any of the numbers of steps."""
        ways = (self._ends_straight_on(start, d, min(steps)) for d in (UP, LEFT, RIGHT, DOWN))
        return any(ways) or any(ends for _, ends in self._reached(start, steps))

    def _ends_straight_on(self, start: Space, direction: int, count: int) -> bool:
        """Whether a straight way is a move: most pieces have one, and it is quickly looked at."""
        on, off = self._ground.on & self._stays, self._ground.off & self._stays
        there = 1 << start
        for _ in range(count):
            there = self._step(there, direction)
            if there & off:
                return True
            there &= on
        return bool(there)

    def _reached(self, start: Space, steps: Sequence[int]) -> Iterator[tuple[int, Spaces]]:
        where = self._ground
        exact = not (where.goals or where.may_stop)
        layer = _Layer([0] * 6 + [1 << start], {})
        early = cornered = 0
        for count in range(1, max(steps) + 1):
            blocked, covered = self._blocked(layer)
            layer = self._next(layer)
            early |= blocked | layer.ended
            if count in steps:
                yield count, early | cornered | layer.covered | self._standing(layer)
            # Only a covered coordinate lies ahead, which is entered as the last step alone.
            if exact:
                cornered |= covered
            else:
                early |= layer.covered
                early |= self._standing(layer, -1 if where.may_stop else where.goals)

    def _step(self, spaces: Spaces, direction: int) -> Spaces:
        if direction == UP:
            return (spaces & GRID.everywhere) >> COLUMNS
        if direction == LEFT:
            return (spaces & _NOT_FIRST) >> 1
        if direction == RIGHT:
            return (spaces & _NOT_LAST) << 1
        if direction == DOWN:
            return (spaces << COLUMNS) & GRID.everywhere
        # Without the frame no other directions are looked into.
        corner = cast("Space", self._ground.corner)
        return _homeward(spaces, corner) if direction == HOMEWARD else _outward(spaces, corner)

    def _beside(self, spaces: Spaces) -> _Group:
        """For each direction of a last step, the places from which one can go on to these."""
        beside = [self._step(spaces, OPPOSITE[d]) for d in self._directions]
        return [
            _union(
                side
                for d, side in enumerate(beside)
                if self._ground.may_turn or d != OPPOSITE[last]
            )
            for last in range(6)
        ]

    def _sources(self, group: _Group, direction: int) -> Spaces:
        """The places from which a step in a direction undoes none."""
        back = -1 if self._ground.may_turn else OPPOSITE[direction]
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
        back = OPPOSITE[direction]
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
        for_good = [spaces & ~self._ahead_covered[d] for d, spaces in enumerate(stuck)]
        return _union(for_good), _union(but_one)


def can_move(
    snapshot: Snapshot, mover: Mover, acting: int, played: int = 0, pips: int | None = None
) -> bool:
    """Whether a piece has a legal move, with a value rolled or with any.

    Args:
        snapshot: the table.
        mover: the piece.
        acting: the player whose turn it is.
        played: how many cards have been played in the turn.
        pips: the value rolled, None for any of the die.
    """
    steps = counts(snapshot, mover) if pips is None else (pips * times(snapshot, mover),)
    where = ground(snapshot, mover, acting, played)
    return Reach(where).leads_on(where.start, steps)


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
