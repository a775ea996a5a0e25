"""Moves of Quechua meeples (p. 4; solo p. 8, cooperative p. 11): checks of one, and all legal ones.

Covers steps, entry from the reserve, own, opposing and partners' meeples, Otoma's pawns, and what
differs in cooperative games.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Grid, Space, Spaces, each, set_of
from theodolite.tiwanaku.board import Land
from theodolite.tiwanaku.snapshot import Direction, Mode, Player, Rulings, Snapshot
from theodolite.verdict import Check, Status

MEEPLES = {2: 5, 3: 4, 4: 3}
"""The meeples of each player, by the number of players (p. 3)."""
SOLO_MEEPLES = 5
"""The meeples of the player of a solo game (p. 8)."""
_COOPERATIVE = {"easy": {2: 4, 3: 3, 4: 4}, "expert": {2: 3, 3: 2, 4: 3}}
"""The meeples of each player of a cooperative game, of a pair among four (p. 10)."""

Step = Literal["barred", "ends", "goes_on", "free"]
"""Entering a space is barred, ends the move, lets it only go on, or leaves both free."""


class Move(NamedTuple):
    """A legal move, by a shortest path.

    Attributes:
        start: The space that the meeple leaves; None for the reserve.
        path: Every space stepped onto, in order.
    """

    start: Space | None
    path: tuple[Space, ...]

    @property
    def end(self) -> Space:
        """The space where it ends."""
        return self.path[-1]


class Ground(NamedTuple):
    """The facts on which the moves of a player's meeple depend.

    Attributes:
        land: The tiles on the board.
        mode: How the game is played.
        rulings: The rulings in force.
        own: The spaces of the player's meeples, of a pair's together.
        others: The spaces of opponents' meeples.
        partners: The spaces of meeples of other colours in a cooperative group.
        otoma: The spaces of Otoma's pawns.
        start: The space that the meeple leaves; None for the reserve.
        recalled_from: The space from which the player's last turn recalled a meeple, if it did.
    """

    land: Land
    mode: Mode
    rulings: Rulings
    own: Spaces
    others: Spaces
    partners: Spaces
    otoma: Spaces
    start: Space | None
    recalled_from: Space | None

    @classmethod
    def of(cls, snapshot: Snapshot, seat: int, start: Space | None) -> "Ground":
        """The ground of a move."""
        own = others = NOWHERE
        for player in snapshot.players:
            if player.colour == snapshot.players[seat].colour:
                own |= set_of(player.meeples)
            else:
                others |= set_of(player.meeples)
        is_group = snapshot.mode == Mode.COOPERATIVE
        return cls(
            snapshot.land,
            snapshot.mode,
            snapshot.rulings,
            own,
            NOWHERE if is_group else others,
            others if is_group else NOWHERE,
            set_of([pawn.space for pawn in snapshot.pawns]),
            start,
            snapshot.players[seat].recalled_from,
        )

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return self.land.grid

    @property
    def own_others(self) -> Spaces:
        """The player's other meeples: once left, the start counts as without a meeple (p. 4)."""
        return self.own & ~(0 if self.start is None else 1 << self.start)

    @property
    def blocked(self) -> Spaces:
        """The spaces that others' meeples or pawns block."""
        blocked = self.others
        # p. 4 names opponents only, not Otoma's pawns.
        pawns = self.rulings.otoma_blocks == "yes"
        blocked |= self.otoma if pawns else self.otoma & ~self.land.planted
        if self.rulings.partner_meeples == "block":
            return blocked | self.partners
        if self.rulings.partner_meeples == "pass_planted":
            return blocked | self.partners & ~self.land.planted
        return blocked

    @property
    def no_stop(self) -> Spaces:
        """The spaces on which a move may not end."""
        no_stop = self.own_others | self.partners | self.otoma
        if self.mode == Mode.COOPERATIVE:
            no_stop |= self.land.planted
        return no_stop | (0 if self.start is None else 1 << self.start)

    def step(self, space: Space) -> Step:
        """The effect of entering a space (p. 4)."""
        bit = 1 << space
        if self.blocked & bit:
            return "barred"
        passed = bool((self.land.planted | self.own_others | self.partners) & bit)
        stays = not self.no_stop & bit
        if passed:
            return "free" if stays else "goes_on"
        # The start, bare, is left for good (p. 4).
        return "ends" if stays else "barred"


def beyond(grid: Grid, space: Space, direction: Direction) -> Space | None:
    """The space beside another in a direction; None outside the board."""
    match direction:
        case Direction.UP:
            off, step = grid.row_lines[0], -grid.columns
        case Direction.DOWN:
            off, step = grid.row_lines[-1], grid.columns
        case Direction.LEFT:
            off, step = grid.column_lines[0], -1
        case _:
            off, step = grid.column_lines[-1], 1
    return None if off >> space & 1 else Space(space + step)


def entries(grid: Grid, direction: Direction) -> Spaces:
    """The edge spaces onto which a step from outside in this direction leads."""
    match direction:
        case Direction.UP:
            return grid.row_lines[-1]
        case Direction.DOWN:
            return grid.row_lines[0]
        case Direction.LEFT:
            return grid.column_lines[-1]
        case _:
            return grid.column_lines[0]


def reserve(snapshot: Snapshot, player: Player) -> int:
    """The number of a player's meeples in the reserve, of a pair's together.

    Negative if too many are on the board.
    """
    count = len(snapshot.players)
    if snapshot.mode == Mode.COMPETITIVE:
        meeples = MEEPLES[count]
    elif snapshot.mode == Mode.SOLO:
        meeples = SOLO_MEEPLES
    else:
        level = snapshot.difficulty
        if level == "normal":
            fewer = snapshot.rulings.coop_normal == "fewer_meeples"
            level = "expert" if fewer else "easy"
        meeples = _COOPERATIVE["easy" if level == "easy" else "expert"][count]
    own = [one for one in snapshot.players if one.colour == player.colour]
    return meeples - sum(len(one.meeples) for one in own)


def bare_meeples(snapshot: Snapshot, seat: int) -> Spaces:
    """The player's meeples, or the pair's, that stand on a bare space."""
    return Ground.of(snapshot, seat, None).own & snapshot.land.bare


def move_checks(
    snapshot: Snapshot,
    seat: int,
    start: Space | None,
    path: Sequence[Space],
    arrow: Direction | None = None,
) -> Iterator[Check]:
    """Check every rule that bears on a move.

    Args:
        snapshot: The table before it.
        seat: The index of the player.
        start: The space that the meeple leaves; None for the reserve.
        path: Every space stepped onto, in order.
        arrow: In a cooperative game the arrow of the tile spent; None if unknown.
    """
    ground = Ground.of(snapshot, seat, start)
    grid, land = ground.grid, ground.land
    entered = set_of(path)
    through, last = set_of(path[:-1]), set_of(path[-1:])

    if start is None:
        left = reserve(snapshot, snapshot.players[seat])
        yield _check("from_reserve", left > 0, NOWHERE, grid, count=left)
        off = set_of(path[:1]) & ~grid.edge
        yield _check("entry_edge", not off, off, grid)
    else:
        missing = (1 << start) & ~ground.own
        yield _check("on_board", not missing, 1 << start, grid)

    stages = path if start is None else [start, *path]
    jumps = [(a, b) for a, b in pairwise(stages) if not grid.neighbours(1 << a) >> b & 1]
    names = [(grid.names[a], grid.names[b]) for a, b in jumps]
    key = "none" if not path else "failed" if jumps else "passed"
    yield Check(
        "tiwanaku.move.orthogonal",
        "passed" if key == "passed" else "failed",
        key,
        {"steps": names},
        set_of([b for _, b in jumps]),
    )
    met = entered & ground.others
    yield _check("opponent_blocks", not met, met, grid)
    if snapshot.otoma is not None:
        met = entered & ground.otoma
        if ground.rulings.otoma_blocks == "no":
            met &= last | ~land.planted
        yield _check("otoma_blocks", not met, met, grid)
    if snapshot.mode == Mode.COOPERATIVE:
        yield from _cooperative(ground, start, path, arrow)
    rushed = through & ~land.planted & ~ground.own_others & ~ground.others & ~ground.partners
    yield _check("stops_on_bare", not rushed, rushed, grid)
    shared = last & ground.own_others
    yield _check("own_meeple_goes_on", not shared, shared, grid)
    if start is not None:
        back = last & 1 << start
        yield _check("not_back_to_start", not back, back, grid)
    elif ground.recalled_from is not None:
        back = last & 1 << ground.recalled_from
        allowed = ground.rulings.return_after_recall == "allowed"
        values = {"spaces": grid.name_all(back)}
        key = "passed" if not back else "allowed" if allowed else "failed"
        rule = "tiwanaku.move.not_back_after_recall"
        yield Check(rule, "failed" if key == "failed" else "passed", key, values, back)


def _cooperative(
    ground: Ground, start: Space | None, path: Sequence[Space], arrow: Direction | None
) -> Iterator[Check]:
    grid, planted = ground.grid, ground.land.planted
    entered, last = set_of(path), set_of(path[-1:])
    # The first step follows the arrow of the tile spent (p. 10).
    if arrow is None:
        yield Check("tiwanaku.move.first_step_arrow", "not_checked", "not_checked", {})
    else:
        wrong = _off_arrow(ground, path, arrow)
        status: Status = "failed" if wrong else "passed"
        values = {"arrow": arrow, "spaces": grid.name_all(wrong)}
        yield Check("tiwanaku.move.first_step_arrow", status, status, values, wrong)
    again = set_of([space for at, space in enumerate(path) if space in path[:at]])
    if start is not None and ground.rulings.coop_start_counts == "yes":
        again |= entered & 1 << start
    yield _check("no_space_twice", not again, again, grid)
    met = entered & ground.partners
    if ground.rulings.partner_meeples == "pass_planted":
        met &= last | ~planted
    elif ground.rulings.partner_meeples == "as_own":
        met &= last
    yield _check("partner_meeples", not met, met, grid)
    stopped = last & planted
    yield _check("not_on_planted", not stopped, stopped, grid)


def _off_arrow(ground: Ground, path: Sequence[Space], arrow: Direction) -> Spaces:
    """The step that should follow the arrow and does not."""
    grid, start = ground.grid, ground.start
    if start is not None:
        return set_of(path[:1]) & ~_bit(beyond(grid, start, arrow))
    if ground.rulings.coop_entry == "with_arrow":
        return set_of(path[:1]) & ~entries(grid, arrow)
    # After entering anywhere, the second step follows the arrow.
    return set_of(path[1:2]) & ~_bit(beyond(grid, path[0], arrow)) if path[1:] else NOWHERE


def _bit(space: Space | None) -> Spaces:
    return NOWHERE if space is None else 1 << space


def _check(rule: str, passed: bool, spaces: Spaces, grid: Grid, **values: object) -> Check:
    status: Status = "passed" if passed else "failed"
    values["spaces"] = grid.name_all(spaces)
    return Check(f"tiwanaku.move.{rule}", status, status, values, spaces)


def moves(snapshot: Snapshot, seat: int, arrow: Direction | None = None) -> Iterator[Move]:
    """Every legal move by start and end, each with a shortest path.

    Of several shortest paths the one whose spaces come first in reading order is taken.

    Args:
        snapshot: The table.
        seat: The index of the player.
        arrow: In a cooperative game the arrow of the tile spent; None for any.
    """
    player = snapshot.players[seat]
    starts: list[Space | None] = list(each(Ground.of(snapshot, seat, None).own))
    if reserve(snapshot, player) > 0:
        starts.insert(0, None)
    for start in starts:
        yield from _from(Ground.of(snapshot, seat, start), arrow)


def _from(ground: Ground, arrow: Direction | None) -> Iterator[Move]:
    start, firsts = ground.start, [(first,) for first in first_steps(ground, arrow)]
    if start is None and arrow is not None and ground.rulings.coop_entry == "any_edge":
        # The second step follows the arrow, so what follows depends on the first.
        paths = [path for first in firsts for path in _paths(ground, [first], arrow)]
        paths.sort(key=lambda path: (len(path), path))
    else:
        paths = list(_paths(ground, firsts))
    ends: dict[Space, Move] = {}
    for path in paths:
        ends.setdefault(path[-1], Move(start, path))
    late = ground.rulings.return_after_recall == "not_next_turn"
    if start is None and late and ground.recalled_from is not None:
        ends.pop(ground.recalled_from, None)
    yield from (ends[space] for space in sorted(ends))


def _paths(
    ground: Ground, firsts: Sequence[tuple[Space, ...]], arrow: Direction | None = None
) -> Iterator[tuple[Space, ...]]:
    """A shortest path to every space where a move may end that begins with one of these steps.

    Args:
        ground: What the move depends on.
        firsts: The paths of one step each.
        arrow: The direction of the second step; None for any.
    """
    seen: set[Space | None] = set()
    if ground.mode == Mode.COOPERATIVE and ground.rulings.coop_start_counts == "yes":
        seen.add(ground.start)
    waiting = deque(firsts)
    while waiting:
        path = waiting.popleft()
        space = path[-1]
        step = ground.step(space)
        if step == "barred" or space in seen:
            continue
        seen.add(space)
        if step != "goes_on":
            yield path
        if step == "ends":
            continue
        onwards = ground.grid.neighbours(1 << space)
        if arrow is not None and len(path) == 1:
            onwards = _bit(beyond(ground.grid, space, arrow))
        waiting.extend((*path, onward) for onward in each(onwards))


def first_steps(ground: Ground, arrow: Direction | None) -> Iterator[Space]:
    """The spaces onto which a move may step first, given the arrow of the tile spent."""
    grid, start = ground.grid, ground.start
    if start is None:
        if arrow is None or ground.rulings.coop_entry == "any_edge":
            return each(grid.edge)
        return each(entries(grid, arrow))
    if arrow is None:
        return each(grid.neighbours(1 << start))
    first = beyond(grid, start, arrow)
    return iter(() if first is None else (first,))
