"""Why no legal turn led from one table to another: the likeliest one, and what is wrong with it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import islice, product
from typing import Any, NamedTuple, cast

from theodolite.grid import Space, each
from theodolite.tiwanaku.board import EMPTY, TERRAIN_NAMES, Level, Terrain
from theodolite.tiwanaku.deeds import (
    Explore,
    OtomaMove,
    Recall,
    Turn,
    Verdict,
)
from theodolite.tiwanaku.gains import Gain, purse_of, side_of
from theodolite.tiwanaku.movement import Ground, first_steps
from theodolite.tiwanaku.plays import cooperative, divined, final_turns, solo, spends
from theodolite.tiwanaku.snapshot import (
    GROUP,
    OTOMA,
    Direction,
    Mode,
    Pawn,
    Snapshot,
)
from theodolite.tiwanaku.table_facts import facts_of, unlike
from theodolite.tiwanaku.turn import as_if
from theodolite.verdict import Check, Path, Values

__all__ = ["Difference", "Likely", "broken_turns", "explained", "offered"]

_TRIED = 2_000
"""The most turns that break rules and are tried."""


class Difference(NamedTuple):
    """Something of the later table that no legal turn explains, and why it does not.

    `gains` are what the likeliest turn brings where points differ.
    """

    path: Path
    rule: str
    says: str
    values: Values
    gains: Sequence[Gain] = ()


class Likely(NamedTuple):
    """A turn that may have been meant: what it breaks, and what it leaves unexplained."""

    verdict: Verdict
    broken: Sequence[Check]
    unlike: Sequence[Path]

    @property
    def rank(self) -> tuple[int, int, int]:
        """The less is wrong the likelier; then the less is unexplained, and the less happens."""
        wrong = len(self.broken) + len(self.unlike)
        return wrong, len(self.unlike), len(self.verdict.items)


def offered(before: Snapshot, after: Snapshot, acted: Snapshot, seat: int) -> tuple[Level, ...]:
    """The tokens that a side had after its action and has no more on the later table."""
    side = side_of(before, seat)
    held, left = purse_of(acted, side).offerings, purse_of(after, side).offerings
    return tuple(level for level in held if level not in left)


def broken_turns(
    before: Snapshot, after: Snapshot, seat: int, wanted: Mapping[Path, object]
) -> Iterator[Likely]:
    """What the two tables suggest that the player did, with the rules that it breaks."""
    for turn in islice(_suggested(before, after, seat), _TRIED):
        verdict = as_if(before, seat, turn, after.land)
        if verdict.after is None:
            continue
        yield _likely(verdict, wanted)
        if tokens := offered(before, after, verdict.after, seat):
            offering = turn._replace(offering=tokens)
            yield _likely(as_if(before, seat, offering, after.land), wanted)


def _likely(verdict: Verdict, wanted: Mapping[Path, object]) -> Likely:
    broken = [check for check in verdict.checks if check.status == "failed"]
    table = cast("Snapshot", verdict.after)
    return Likely(verdict, broken, unlike(facts_of(table), wanted))


def _suggested(before: Snapshot, after: Snapshot, seat: int) -> Iterator[Turn]:
    planted = list(each(before.land.bare & after.land.planted))
    if before.final is not None:
        yield from final_turns(after, planted)
        return
    was, now = (Ground.of(table, seat, None).own for table in (before, after))
    for spend in spends(before, after, seat) or [None]:
        starts: list[Space | None] = [*each(was & ~now)]
        for end, start in product(each(now & ~was), starts or [None]):
            path = _way(before, seat, start, end, spend.arrow if spend else None)
            explored = Turn(Explore(start, path), spend=spend)
            yield from _answered_by_otoma(before, after, seat, explored)
        for start in each(was & ~now):
            yield Turn(Recall(start), spend=spend)
        if planted:
            for right in product((True, False), repeat=len(planted)):
                yield Turn(divined(after, planted, right), spend=spend)


def _way(
    before: Snapshot, seat: int, start: Space | None, end: Space, arrow: Direction | None
) -> tuple[Space, ...]:
    """The way of a meeple that crosses the fewest spaces it must not, and of those a shortest."""
    ground = Ground.of(before, seat, start)
    led = {*first_steps(ground, arrow)}
    starts = each(ground.grid.edge if start is None else ground.grid.neighbours(1 << start))
    waiting: list[tuple[int, int, tuple[Space, ...]]]
    waiting = [(int(space not in led), 1, (space,)) for space in starts]
    heapify(waiting)
    seen: set[Space] = set()
    while True:
        wrong, length, path = heappop(waiting)
        if path[-1] == end:
            return path
        if path[-1] not in seen:
            seen.add(path[-1])
            wrong += ground.step(path[-1]) not in ("goes_on", "free")
            for onward in each(ground.grid.neighbours(1 << path[-1])):
                heappush(waiting, (wrong, length + 1, (*path, onward)))


def _answered_by_otoma(before: Snapshot, after: Snapshot, seat: int, turn: Turn) -> Iterator[Turn]:
    """An exploration with what Otoma's pawns did after it, or should have done."""
    action = turn.action
    if before.mode == Mode.COMPETITIVE or not isinstance(action, Explore):
        yield turn
    elif before.mode == Mode.SOLO:
        for played in solo(before, after, seat, turn, action):
            yield played
            yield played._replace(otoma=())
            for pawn in _moved_pawns(before, after):
                yield played._replace(otoma=(OtomaMove(pawn.colour),))
    else:
        yield from cooperative(before, after, seat, turn, action)
        yield turn._replace(reaction=())


def _moved_pawns(before: Snapshot, after: Snapshot) -> Sequence[Pawn]:
    pawns = before.otoma.pawns if before.otoma else ()
    return [pawn for pawn in pawns if after.otoma and pawn not in after.otoma.pawns]


# Why what differs does.


def explained(
    before: Snapshot, seat: int, likely: Likely, wanted: Mapping[Path, object]
) -> Sequence[Difference]:
    """The rules that the likeliest turn breaks, and what it leaves unexplained."""
    broken = [
        Difference(_place(before, seat, check), check.rule, check.says, check.values)
        for check in likely.broken
    ]
    found = facts_of(likely.verdict.after or before)
    left = [
        _Left(before, seat, likely.verdict, path, found[path], wanted[path])
        for path in likely.unlike
    ]
    return broken + [_why(one) for one in left]


def _place(before: Snapshot, seat: int, check: Check) -> Path:
    """Where on the table a broken rule shows."""
    area, rule = check.rule.split(".")[1:]
    if area == "divine" and check.spaces:
        return "crops", next(each(check.spaces)) // before.land.grid.columns
    if area == "final":
        return "final", "passed" if rule == "passed_is_out" else "offered"
    if area == "offering":
        return *_SIDES.get(side_of(before, seat), ("players", seat)), "offerings"
    if area == "otoma":
        return "otoma", "pawns"
    if area == "spend":
        return "players", seat, "stacks"
    # Of a pair, the meeples stand with the first.
    colours = [player.colour for player in before.players]
    return "players", colours.index(colours[seat]), "meeples"


_SIDES: Mapping[str, Path] = {GROUP: ("group",), OTOMA: ("otoma",)}


class _Left(NamedTuple):
    """What a turn of a player leaves unexplained in one place of the later table."""

    before: Snapshot
    seat: int
    verdict: Verdict
    path: Path
    expected: Any
    found: Any

    def because(self, rule: str, says: str, **values: object) -> Difference:
        """A sentence about it, with what was expected and what was found."""
        told = {"expected": self.expected, "found": self.found, **values}
        return Difference(self.path, f"tiwanaku.{rule}", says, told)

    @property
    def extra(self) -> list[Any]:
        """Of two lists, what was found and not expected."""
        return [one for one in self.found if one not in self.expected]

    @property
    def missing(self) -> list[Any]:
        """Of two lists, what was expected and not found."""
        return [one for one in self.expected if one not in self.found]

    @property
    def terrain(self) -> Terrain:
        """The terrain that a place ends with."""
        return Terrain(TERRAIN_NAMES.index(str(self.path[-1])))

    def name(self, at: int | str) -> str:
        """The name of a player."""
        return self.before.players[int(at)].name


def _why(left: _Left) -> Difference:
    kind = next((part for part in reversed(left.path) if part in _WHY), None)
    if kind is None:
        return left.because("turn.one_action", "constant")
    return _WHY[kind](left)


def _row(left: _Left) -> Difference:
    """A tile or a crop where none is laid, or one that has changed."""
    grid, row = left.before.land.grid, int(left.path[1])
    columns = [at for at, letter in enumerate(left.found) if letter != left.expected[at]]
    changed = [at for at in columns if left.expected[at] != EMPTY]
    spaces = [grid.names[row * grid.columns + at] for at in changed or columns]
    rule = "discover.terrain" if left.path[0] == "terrain" else "divine.crop"
    return left.because(rule, "stays" if changed else "laid", spaces=spaces)


def _meeples(left: _Left) -> Difference:
    at = int(left.path[1])
    player, owner = left.before.players[left.seat], left.before.players[at]
    if player.colour != owner.colour:
        return left.because("turn.one_action", "others", player=player.name, owner=owner.name)
    says, spaces = ("comes", left.extra) if left.extra else ("leaves", left.missing)
    return left.because("turn.one_action", says, player=player.name, spaces=spaces)


def _points(left: _Left) -> Difference:
    at = left.path[1]
    side = next((side for side, path in _SIDES.items() if path == left.path[:1]), None)
    side = side or left.name(at)
    gains = [gain for gain in left.verdict.items if gain.side == side]
    why = left.because("score.recorded", "unlike" if gains else "nothing")
    return why._replace(gains=gains)


def _tokens(left: _Left) -> Difference:
    if not left.extra:
        return left.because("offering.held", "missing", tokens=left.missing)
    rule = "score.otoma_crop" if left.path[0] == "otoma" else "score.prediction_right"
    return left.because(rule, "extra", tokens=left.extra)


def _passes(left: _Left) -> Difference:
    says, players = ("others", left.extra) if left.extra else ("passes", left.missing)
    return left.because("final.passed_is_out", says, players=players)


def _pawns(left: _Left) -> Difference:
    rule = "otoma.arrow" if left.before.mode == Mode.SOLO else "otoma.away"
    return left.because(rule, "pawns", spaces=sorted(space for _, space in left.extra))


def _end(left: _Left) -> Difference:
    table = left.verdict.after or left.before
    if table.mode == Mode.COOPERATIVE:
        rule, count = "end.stacks_empty", sum(sum(one.stacks or ()) for one in table.players)
    else:
        rule, count = "end.last_terrain", table.land.empty.bit_count()
    return left.because(rule, "met" if left.expected else "unmet", count=count)


_WHY: Mapping[str | int, Callable[[_Left], Difference]] = {
    "terrain": _row,
    "crops": _row,
    "meeples": _meeples,
    "score": _points,
    "offerings": _tokens,
    "diversity": lambda left: left.because("score.discovery", "steps", terrain=left.terrain),
    "stacks": lambda left: left.because(
        "spend.own_stack", "stacks", terrain=left.terrain, owner=left.name(left.path[1])
    ),
    "pool": lambda left: left.because("spend.giver", "pool", terrain=left.terrain),
    "pawns": _pawns,
    "passed": _passes,
    "offered": lambda left: left.because(
        "final.one_offering", "others" if left.extra else "made", player=left.name(left.seat)
    ),
    "final": _end,
}
"""What is said of a difference, by the last part of its place that is named here."""
