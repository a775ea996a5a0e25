"""Where a Quechua meeple may go (p. 4; solo p. 8, cooperative p. 11).

Covers steps, entry from the reserve, own, opposing and partners' meeples, Otoma's pawns, what a
cooperative move does otherwise, and every move that a player may make.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from theodolite.grid import Grid, Space, Spaces, each
from theodolite.tiwanaku.board import Land
from theodolite.tiwanaku.snapshot import Direction, Mode, Player, Rulings, Snapshot
from theodolite.verdict import Check, Status

__all__ = [
    "MEEPLES",
    "Ground",
    "Move",
    "Step",
    "bare_meeples",
    "beyond",
    "bits",
    "first_steps",
    "move_checks",
    "moves",
    "reserve",
]

MEEPLES = {2: 5, 3: 4, 4: 3}
"""The meeples of each player, by the number of players (p. 3)."""
SOLO_MEEPLES = 5
_COOPERATIVE = {"easy": {2: 4, 3: 3, 4: 4}, "expert": {2: 3, 3: 2, 4: 3}}
"""The meeples of each player, of a pair with four (p. 10)."""

Step = Literal["barred", "ends", "goes_on", "free"]
"""What entering a space does to a move: it may not, ends there, must go on, or may do either."""


class Move(NamedTuple):
    """A legal move: where from (None: the reserve), and a shortest way."""

    start: Space | None
    path: tuple[Space, ...]

    @property
    def end(self) -> Space:
        """Where it ends."""
        return self.path[-1]


class Ground(NamedTuple):
    """What a move of one player's meeple depends on.

    `own` are the player's meeples, `others` those of opponents, `partners` those of other colours
    of a cooperative group, `otoma` Otoma's pawns. `start` is where the meeple comes from.
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
        own, strangers = 0, 0
        for player in snapshot.players:
            if player.colour == snapshot.players[seat].colour:
                own |= bits(player.meeples)
            else:
                strangers |= bits(player.meeples)
        is_group = snapshot.mode == Mode.COOPERATIVE
        return cls(
            snapshot.land,
            snapshot.mode,
            snapshot.rulings,
            own,
            0 if is_group else strangers,
            strangers if is_group else 0,
            bits([pawn.space for pawn in snapshot.otoma.pawns]) if snapshot.otoma else 0,
            start,
            snapshot.players[seat].recalled_from,
        )

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return self.land.grid

    @property
    def standing(self) -> Spaces:
        """The player's other meeples: once left, the start counts without the one that moves."""
        return self.own & ~(0 if self.start is None else 1 << self.start)

    @property
    def blocked(self) -> Spaces:
        """The spaces that nobody else's meeple or pawn lets through."""
        blocked = self.others
        # p. 4 names opponents; that Otoma's pawns block is not said.
        pawns = self.rulings.otoma_blocks == "yes"
        blocked |= self.otoma if pawns else self.otoma & ~self.land.planted
        if self.rulings.partner_meeples == "block":
            return blocked | self.partners
        if self.rulings.partner_meeples == "pass_planted":
            return blocked | self.partners & ~self.land.planted
        return blocked

    @property
    def no_stop(self) -> Spaces:
        """The spaces on which a move may pass but not end."""
        no_stop = self.standing | self.partners | self.otoma
        if self.mode == Mode.COOPERATIVE:
            no_stop |= self.land.planted
        return no_stop | (0 if self.start is None else 1 << self.start)

    def step(self, space: Space) -> Step:
        """What entering a space does to the move."""
        bit = 1 << space
        if self.blocked & bit:
            return "barred"
        passed = bool((self.land.planted | self.standing | self.partners) & bit)
        stays = not self.no_stop & bit
        if passed:
            return "free" if stays else "goes_on"
        # The start, bare, is left for good (p. 4).
        return "ends" if stays else "barred"


def bits(spaces: Sequence[Space]) -> Spaces:
    """Several spaces as a set."""
    together = 0
    for space in spaces:
        together |= 1 << space
    return together


def beyond(grid: Grid, space: Space, way: Direction) -> Space | None:
    """The space beside another; None outside the board."""
    bit = 1 << space
    match way:
        case Direction.UP:
            return None if bit & grid.row_lines[0] else space - grid.columns
        case Direction.DOWN:
            return None if bit & grid.row_lines[-1] else space + grid.columns
        case Direction.LEFT:
            return None if bit & grid.column_lines[0] else space - 1
        case _:
            return None if bit & grid.column_lines[-1] else space + 1


def entries(grid: Grid, way: Direction) -> Spaces:
    """The edge spaces onto which a step from outside in this direction leads."""
    match way:
        case Direction.UP:
            return grid.row_lines[-1]
        case Direction.DOWN:
            return grid.row_lines[0]
        case Direction.LEFT:
            return grid.column_lines[-1]
        case _:
            return grid.column_lines[0]


def reserve(snapshot: Snapshot, player: Player) -> int:
    """How many of a player's meeples stand beside the board; of a pair together."""
    count = len(snapshot.players)
    if snapshot.mode == Mode.COMPETITIVE:
        each_has = MEEPLES[count]
    elif snapshot.mode == Mode.SOLO:
        each_has = SOLO_MEEPLES
    else:
        level = snapshot.difficulty
        if level == "normal":
            fewer = snapshot.rulings.coop_normal == "fewer_meeples"
            level = "expert" if fewer else "easy"
        each_has = _COOPERATIVE["easy" if level == "easy" else "expert"][count]
    own = [one for one in snapshot.players if one.colour == player.colour]
    return each_has - sum(len(one.meeples) for one in own)


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
    """Every rule that bears on a move.

    Args:
        snapshot: the table before it.
        seat: the index of whose meeple moves.
        start: where from; None for the reserve.
        path: the spaces stepped onto, in order.
        arrow: in a cooperative game the arrow of the tile spent; None if it is not told.
    """
    ground = Ground.of(snapshot, seat, start)
    grid, land = ground.grid, ground.land
    entered = bits(path)
    through, last = bits(path[:-1]), bits(path[-1:])

    if start is None:
        left = reserve(snapshot, snapshot.players[seat])
        yield _check("from_reserve", left > 0, 0, grid, count=left)
        off = bits(path[:1]) & ~grid.edge
        yield _check("entry_edge", not off, off, grid)
    else:
        missing = (1 << start) & ~ground.own
        yield _check("on_board", not missing, 1 << start, grid)

    way = path if start is None else [start, *path]
    jumps = [(a, b) for a, b in pairwise(way) if not grid.neighbours(1 << a) >> b & 1]
    names = [(grid.names[a], grid.names[b]) for a, b in jumps]
    says = "none" if not path else "failed" if jumps else "passed"
    yield Check(
        "tiwanaku.move.orthogonal",
        "passed" if says == "passed" else "failed",
        says,
        {"steps": names},
        bits([b for _, b in jumps]),
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
    rushed = through & ~land.planted & ~ground.standing & ~ground.others & ~ground.partners
    yield _check("stops_on_bare", not rushed, rushed, grid)
    shared = last & ground.standing
    yield _check("own_meeple_goes_on", not shared, shared, grid)
    if start is not None:
        back = last & 1 << start
        yield _check("not_back_to_start", not back, back, grid)
    elif ground.recalled_from is not None:
        back = last & 1 << ground.recalled_from
        allowed = ground.rulings.return_after_recall == "allowed"
        values = {"spaces": grid.name_all(back)}
        says = "passed" if not back else "allowed" if allowed else "failed"
        rule = "tiwanaku.move.not_back_after_recall"
        yield Check(rule, "failed" if says == "failed" else "passed", says, values, back)


def _cooperative(
    ground: Ground, start: Space | None, path: Sequence[Space], arrow: Direction | None
) -> Iterator[Check]:
    grid, planted = ground.grid, ground.land.planted
    entered, last = bits(path), bits(path[-1:])
    # The first step goes the way of the arrow of the tile spent (p. 10).
    if arrow is None:
        yield Check("tiwanaku.move.first_step_arrow", "not_checked", "not_checked", {})
    else:
        wrong = _misled(ground, path, arrow)
        status: Status = "failed" if wrong else "passed"
        values = {"arrow": arrow, "spaces": grid.name_all(wrong)}
        yield Check("tiwanaku.move.first_step_arrow", status, status, values, wrong)
    again = bits([space for at, space in enumerate(path) if space in path[:at]])
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


def _misled(ground: Ground, path: Sequence[Space], arrow: Direction) -> Spaces:
    """The step that should go the arrow's way and does not."""
    grid, start = ground.grid, ground.start
    if start is not None:
        return bits(path[:1]) & ~_there(beyond(grid, start, arrow))
    if ground.rulings.coop_entry == "with_arrow":
        return bits(path[:1]) & ~entries(grid, arrow)
    # Entering anywhere, it is the second step that goes the arrow's way.
    return bits(path[1:2]) & ~_there(beyond(grid, path[0], arrow)) if path[1:] else 0


def _there(space: Space | None) -> Spaces:
    return 0 if space is None else 1 << space


def _check(rule: str, passed: bool, spaces: Spaces, grid: Grid, **values: object) -> Check:
    status: Status = "passed" if passed else "failed"
    told = {"spaces": grid.name_all(spaces), **values}
    return Check(f"tiwanaku.move.{rule}", status, status, told, spaces)


def moves(snapshot: Snapshot, seat: int, arrow: Direction | None = None) -> Iterator[Move]:
    """Every place where a move may end, from each meeple and the reserve, with a shortest way.

    Of several the one whose spaces come first in reading order. In a cooperative game `arrow` is
    that of the tile spent.
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
        # The second step goes the arrow's way, so that what follows depends on the first.
        ways = [way for first in firsts for way in _ways(ground, [first], arrow)]
        ways.sort(key=lambda way: (len(way), way))
    else:
        ways = list(_ways(ground, firsts))
    ends: dict[Space, Move] = {}
    for way in ways:
        ends.setdefault(way[-1], Move(start, way))
    if start is None and ground.rulings.return_after_recall == "not_next_turn":
        ends.pop(-1 if ground.recalled_from is None else ground.recalled_from, None)
    yield from (ends[space] for space in sorted(ends))


def _ways(
    ground: Ground, firsts: Sequence[tuple[Space, ...]], arrow: Direction | None = None
) -> Iterator[tuple[Space, ...]]:
    """A shortest way to every place where a move may end that begins with one of these steps.

    `arrow` is the way that the second step goes; None for any.
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
            onwards = _there(beyond(ground.grid, space, arrow))
        waiting.extend((*path, onward) for onward in each(onwards))


def first_steps(ground: Ground, arrow: Direction | None) -> Iterator[Space]:
    """The spaces onto which a move may step first, by the arrow of the tile spent."""
    grid, start = ground.grid, ground.start
    if start is None:
        if arrow is None or ground.rulings.coop_entry == "any_edge":
            return each(grid.edge)
        return each(entries(grid, arrow))
    if arrow is None:
        return each(grid.neighbours(1 << start))
    first = beyond(grid, start, arrow)
    return iter(() if first is None else (first,))
