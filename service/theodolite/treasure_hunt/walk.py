"""A move as it is told, step by step, and what is wrong with it (Explorers).

What is ahead of a piece is worked out in `ground`; here each place is held against it as it is
entered, since cards played between the steps may change the ground.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from theodolite.grid import Space, Spaces
from theodolite.treasure_hunt.actions import Named
from theodolite.treasure_hunt.board import Terrain
from theodolite.treasure_hunt.ground import Ground, Mover, may_go_on
from theodolite.treasure_hunt.steps import steps_from

__all__ = ["Walk"]

_Kind = Literal["on", "off", "last", "last_off", "under", "closed"]


@dataclass
class Walk:
    """A move as far as it has been told.

    Attributes:
        name: how the turn names the piece as it sets out.
        mover: the piece; None of a walker that has been taken away.
        start: where it set out.
        terrain: its own terrain.
        times: how many times the value rolled it goes.
        path: the places entered.
        kinds: what each was to the piece.
        ends: where the piece would end: the place, or the first space of the bridge above it.
        jumps: the places that are no neighbours of the one before.
        turns: those that undo a step.
        shut: those that may not be entered, or not but as the last step.
        felled: those of them that a tree closes; the others are on broken bridges.
        ended: those that ended the move before its last step.
        passed: those with another piece on them.
    """

    name: Named
    mover: Mover | None
    start: Space
    terrain: Terrain
    times: int
    path: list[Space] = field(default_factory=list)
    kinds: list[_Kind] = field(default_factory=list)
    ends: list[Space] = field(default_factory=list)
    jumps: Spaces = 0
    turns: Spaces = 0
    shut: Spaces = 0
    felled: Spaces = 0
    ended: Spaces = 0
    passed: Spaces = 0

    @property
    def is_walker(self) -> bool:
        """Whether it is a walker that walks, and is there still."""
        return self.mover is not None and self.mover.player is None

    @property
    def at(self) -> Space:
        """Where it has come."""
        return self.path[-1] if self.path else self.start

    def enter(self, where: Ground, place: Space) -> None:
        """Take a step, and note what is wrong with it."""
        bit = 1 << place
        if all(to != place for _, to in steps_from(self.at, where.corner)):
            self.jumps |= bit
        if self.path and place == (self.start, *self.path)[-2] and not where.may_turn:
            self.turns |= bit
        last = self.kinds[-1] if self.kinds else "on"
        kind = _kind(where, bit)
        if kind == "closed":
            self.shut |= bit
        # A covered coordinate is entered to log it, and nobody goes on over what covers it.
        if last in ("last", "last_off"):
            self.shut |= 1 << self.at
        # A space of another terrain ends the move, and so does a bridge not left to water.
        if last == "off" or (last == "under" and kind in ("off", "last_off")):
            self.ended |= 1 << self.at
        self.ends.append(self.ends[-1] if kind == "under" == last else place)
        self.path.append(place)
        self.kinds.append(kind)

    def stop(self, where: Ground, count: int) -> str:
        """Why the move may end where it does, or what is wrong with its length."""
        kind, left = self.kinds[-1], count - len(self.path)
        if left < 0:
            return "many"
        if kind == "closed":
            return "closed"
        onto_bridge = kind == "under" and self.kinds[-2:-1] != ["under"]
        on_it = onto_bridge and (where.off | where.last_off) >> self.path[-1] & 1
        if on_it or kind in ("off", "last_off"):
            return "terrain"
        return self._short(where, left) if left else "count"

    def _short(self, where: Ground, left: int) -> str:
        """Why the move may end with some steps left, or what is wrong with that."""
        kind, path = self.kinds[-1], (self.start, *self.path)
        if kind != "last" and not may_go_on(where, path, kind == "under", left):
            return "blocked"
        if where.may_stop:
            return "choice"
        if where.goals >> path[-1] & 1 and kind != "under":
            return "goal"
        return "taken" if _only_taken(where, path, left) else "few"

    def stand(self, where: Ground) -> tuple[Space, bool]:
        """Where the piece stands after the move, and whether that is behind somebody."""
        end = self.ends[-1]
        if not where.behind >> end & 1:
            return end, False
        # A tree may have fallen since onto what was passed.
        open_to = (where.on | where.off | where.last | where.under) & ~(where.behind | where.never)
        for place in reversed(self.ends[:-1]):
            if open_to >> place & 1:
                return place, True
        return self.start, True


def _kind(where: Ground, bit: Spaces) -> _Kind:
    """What a place is to a piece that steps onto it."""
    if where.on & bit:
        return "on"
    if where.under & bit:
        return "under"
    if where.off & bit:
        return "off"
    if where.last & bit:
        return "last_off" if where.last_off & bit else "last"
    return "closed"


def _only_taken(where: Ground, path: Sequence[Space], left: int) -> bool:
    """Whether a path lacks nothing but the taken spaces behind which the piece stays."""
    back = None if where.may_turn else path[-2]
    ahead = [to for _, to in steps_from(path[-1], where.corner) if to != back]
    return any(
        where.off >> to & 1
        or (where.on >> to & 1 and (left == 1 or _only_taken(where, (*path, to), left - 1)))
        for to in ahead
        if where.behind >> to & 1
    )
