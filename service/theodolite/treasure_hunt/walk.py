"""A move in progress, step by step, and the faults in it (Explorers).

Each step is compared with the `MoveArea` of that moment, because cards played between the parts of
a move can change it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from theodolite.grid import NOWHERE, Space, Spaces
from theodolite.treasure_hunt.actions import NamedPiece
from theodolite.treasure_hunt.board import Terrain
from theodolite.treasure_hunt.move_area import MoveArea, Mover, can_continue
from theodolite.treasure_hunt.steps import steps_from

_Kind = Literal["on", "off", "last", "last_off", "under", "closed"]


@dataclass
class Walk:
    """A move in progress.

    Attributes:
        name: The piece as the turn names it when its move begins.
        mover: The piece; None for a walker that has been removed.
        start: The place where the move began.
        terrain: The terrain of the piece.
        step_factor: The number of steps for each pip rolled, from the first step on.
        last_action: The index of the action that was its last part so far.
        path: The places entered.
        kinds: For each of them its kind to the piece.
        ends: For each of them where a move that ends there ends: the place itself, or the first
            space of the bridge above it.
        no_neighbours: The places that are no neighbours of the place before.
        reversals: The places that undo a step.
        closed: The places that may not be entered, or only as the last step.
        closed_by_trees: Those of them that a tree closes; the others are on broken bridges.
        ended_early: The places that ended the move before its last step.
        passed: The places with another piece on them.
    """

    name: NamedPiece
    mover: Mover | None
    start: Space
    terrain: Terrain
    step_factor: int = 1
    last_action: int | None = None
    path: list[Space] = field(default_factory=list)
    kinds: list[_Kind] = field(default_factory=list)
    ends: list[Space] = field(default_factory=list)
    no_neighbours: Spaces = NOWHERE
    reversals: Spaces = NOWHERE
    closed: Spaces = NOWHERE
    closed_by_trees: Spaces = NOWHERE
    ended_early: Spaces = NOWHERE
    passed: Spaces = NOWHERE

    @property
    def is_walker(self) -> bool:
        """Whether the piece is a walker that is still on the board."""
        return self.mover is not None and self.mover.player is None

    @property
    def at(self) -> Space:
        """The place that the piece has reached."""
        return self.path[-1] if self.path else self.start

    def enter(self, area: MoveArea, place: Space) -> None:
        """Take a step, and record its faults."""
        bit = 1 << place
        if all(to != place for _, to in steps_from(self.at, area.corner)):
            self.no_neighbours |= bit
        if self.path and place == (self.start, *self.path)[-2] and not area.may_turn:
            self.reversals |= bit
        last = self.kinds[-1] if self.kinds else "on"
        kind = _kind(area, bit)
        if kind == "closed":
            self.closed |= bit
        # A covered coordinate is entered only to log it, as the last step.
        if last in ("last", "last_off"):
            self.closed |= 1 << self.at
        # Another terrain ends the move, and so does a bridge that a boat does not leave to water.
        if last == "off" or (last == "under" and kind in ("off", "last_off")):
            self.ended_early |= 1 << self.at
        self.ends.append(self.ends[-1] if kind == "under" == last else place)
        self.path.append(place)
        self.kinds.append(kind)

    def stop(self, area: MoveArea, count: int) -> str:
        """The reason why the move may end where it does, or the fault in its length.

        Args:
            area: The move area at the end of the move.
            count: The number of steps rolled.
        """
        kind, left = self.kinds[-1], count - len(self.path)
        if left < 0:
            return "many"
        if kind == "closed":
            return "closed"
        onto_bridge = kind == "under" and self.kinds[-2:-1] != ["under"]
        on_it = onto_bridge and (area.off | area.last_off) >> self.path[-1] & 1
        if on_it or kind in ("off", "last_off"):
            return "terrain"
        return self._short(area, left) if left else "count"

    def _short(self, area: MoveArea, left: int) -> str:
        """The reason why the move may end with some steps left, or the fault in that."""
        kind, path = self.kinds[-1], (self.start, *self.path)
        if kind != "last" and not can_continue(area, path, kind == "under", left):
            return "blocked"
        if area.may_stop:
            return "choice"
        if area.goals >> path[-1] & 1 and kind != "under":
            return "goal"
        return "taken" if _only_occupied(area, path, left) else "few"

    def final_place(self, area: MoveArea) -> tuple[Space, bool]:
        """The place of the piece after the move, and whether that is behind another piece."""
        end = self.ends[-1]
        if not area.behind >> end & 1:
            return end, False
        # A tree can have fallen in the meantime onto a space that was passed.
        open_to = (area.on | area.off | area.last | area.under) & ~(area.behind | area.never)
        for place in reversed(self.ends[:-1]):
            if open_to >> place & 1:
                return place, True
        return self.start, True


def _kind(area: MoveArea, bit: Spaces) -> _Kind:
    """The kind of a place to a piece that steps onto it."""
    if area.on & bit:
        return "on"
    if area.under & bit:
        return "under"
    if area.off & bit:
        return "off"
    if area.last & bit:
        return "last_off" if area.last_off & bit else "last"
    return "closed"


def _only_occupied(area: MoveArea, path: Sequence[Space], left: int) -> bool:
    """Whether the only steps that a path lacks lead onto occupied spaces."""
    back = None if area.may_turn else path[-2]
    ahead = [to for _, to in steps_from(path[-1], area.corner) if to != back]
    return any(
        area.off >> to & 1
        or (area.on >> to & 1 and (left == 1 or _only_occupied(area, (*path, to), left - 1)))
        for to in ahead
        if area.behind >> to & 1
    )
