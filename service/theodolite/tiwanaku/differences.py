"""Explains why no legal turn led from one table to another, for disputes.

Of the turns that break rules the likeliest one is taken: the rules that it breaks, and what it
leaves unexplained, are the differences.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import islice, permutations, product
from typing import Any, NamedTuple, cast

from theodolite.disputes import Difference, Explanation, Nearest, costs_of, kind_at
from theodolite.grid import Space, each, first_of, set_of
from theodolite.tiwanaku.actions import Explore, OtomaMove, Recall, Turn, Verdict
from theodolite.tiwanaku.board import EMPTY, LEVELS, TERRAIN_NAMES, Land, Level, Terrain
from theodolite.tiwanaku.candidate_turns import cooperative, divined, final_turns, solo, spends
from theodolite.tiwanaku.comparison import differing, values_of
from theodolite.tiwanaku.gains import purse_of, side_of
from theodolite.tiwanaku.movement import Ground, first_steps
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, Direction, Mode, Pawn, Snapshot
from theodolite.tiwanaku.turns import judge_leniently
from theodolite.verdict import Check, Path

_TRIED = 2_000
"""The most turns that are tried although they break rules."""


COSTS = costs_of(__package__)


class Candidate(NamedTuple):
    """A turn that may have been meant.

    Attributes:
        verdict: The verdict on it.
        differing: The places of the later table that it leaves unexplained.
    """

    verdict: Verdict
    differing: Sequence[Path]

    @property
    def broken(self) -> Sequence[Check]:
        """The rules that it breaks."""
        return [check for check in self.verdict.checks if check.status == "failed"]

    @property
    def cost(self) -> int:
        """The cost of the rules that it breaks, and of what it leaves unexplained."""
        rules = sum(COSTS[_kind_of_rule(check)] for check in self.broken)
        return rules + sum(COSTS[kind_of(path)] for path in self.differing)

    @property
    def key(self) -> Hashable:
        """The places that it leaves unexplained, and the rules that it breaks."""
        return *self.differing, *(check.rule for check in self.broken)

    @property
    def length(self) -> int:
        """The number of its gains."""
        return len(self.verdict.items)


def explanations(
    nearest: Nearest[Candidate], before: Snapshot, seat: int, wanted: Mapping[Path, object]
) -> list[Explanation[Difference]]:
    """The explanations by the nearest turns, those with the fewest unexplained places first.

    Args:
        nearest: The turns.
        before: The earlier table.
        seat: The index of the player.
        wanted: The values of the later table.
    """
    return [
        Explanation(
            nearest.cost,
            explain(before, seat, one, wanted),
            None if one.broken else one.verdict.after,
        )
        for one in sorted(nearest.candidates, key=lambda one: len(one.differing))
    ]


def without_action(before: Snapshot, name: str, wanted: Mapping[Path, object]) -> Candidate:
    """The turn of which no action is seen, which breaks a rule as well.

    Args:
        before: The earlier table.
        name: The name of the side whose turn it was.
        wanted: The values of the later table.
    """
    idle = Check("tiwanaku.turn.action", "failed", "unseen", {"player": name})
    return Candidate(Verdict([idle], after=before), differing(values_of(before), wanted))


def mends(
    before: Snapshot, after: Snapshot, seat: int
) -> Iterator[tuple[Snapshot, Sequence[Difference]]]:
    """The later table with a tile or crop as it may have been, each with what it mends.

    Two crops are missing together where the side has gained tokens of both.

    Args:
        before: The earlier table.
        after: The later table.
        seat: The index of the player.
    """
    was, land = before.land, after.land
    for space, terrain in product(each(was.empty & ~land.empty), Terrain):
        if terrain != land.terrain_at(space):
            mended, difference = _mend(after, space, terrain=terrain)
            yield mended, [difference]
    planted = land.planted & ~was.planted
    standing = Ground.of(after, seat, None).own | set_of(pawn.space for pawn in after.pawns)
    for space, level in product(each(planted | standing & ~land.planted), LEVELS):
        if level != land.level_at(space):
            mended, difference = _mend(after, space, level=level)
            yield mended, [difference]
    side = side_of(before, seat)
    held = purse_of(before, side).offerings
    gained = [level for level in purse_of(after, side).offerings if level not in held]
    if len(gained) == 2:
        for one, other in permutations(each(standing & ~land.planted), 2):
            mended, first = _mend(after, one, level=gained[0])
            mended, second = _mend(mended, other, level=gained[1])
            yield mended, [first, second]


def _mend(
    after: Snapshot, space: Space, terrain: Terrain | None = None, level: Level | None = None
) -> tuple[Snapshot, Difference]:
    """A table with another tile, or another crop, on a space, and what differs from it."""
    land = after.land
    row, column = divmod(space, land.grid.columns)
    is_tile = terrain is not None
    rows = {"terrain": [*land.terrain_rows()], "crops": [*land.crop_rows()]}
    field = "terrain" if is_tile else "crops"
    letter = str(level) if terrain is None else TERRAIN_NAMES[terrain][0].upper()
    rows[field][row] = f"{rows[field][row][:column]}{letter}{rows[field][row][column + 1 :]}"
    mended = after._replace(land=Land.from_rows(land.board, rows["terrain"], rows["crops"]))
    names = [land.grid.names[space]]
    key = "misread" if is_tile or land.planted >> space & 1 else "missing"
    rule, kind = ("discover.terrain", "tile") if is_tile else ("divine.crop", "crop")
    values = {"spaces": names, "terrain": terrain, "level": level}
    path: Path = (field, row)
    return mended, Difference(path, f"tiwanaku.{rule}", key, values, kind=kind, spaces=names)


def _kind_of_rule(check: Check) -> str:
    """The kind of a departure by which a rule is broken."""
    return "no_action" if check.rule == "tiwanaku.turn.action" else "rule"


def kind_of(path: Path) -> str:
    """The kind of a departure at a place."""
    return kind_at(path, _KINDS, "constant")


_KINDS: Mapping[str | int, str] = {
    "terrain": "tile",
    "crops": "crop",
    "meeples": "meeple",
    "pawns": "pawn",
    "score": "score",
    "offerings": "offering",
    "diversity": "diversity",
    "stacks": "tiles_left",
    "pool": "tiles_left",
    "passed": "final",
    "offered": "final",
    "final": "final",
}


def offered(before: Snapshot, after: Snapshot, acted: Snapshot, seat: int) -> tuple[Level, ...]:
    """The tokens that a side has after its action and lacks on the later table."""
    side = side_of(before, seat)
    held, left = purse_of(acted, side).offerings, purse_of(after, side).offerings
    return tuple(level for level in held if level not in left)


def broken_turns(
    before: Snapshot, after: Snapshot, seat: int, wanted: Mapping[Path, object]
) -> Iterator[Candidate]:
    """The turns that the two tables suggest, with the rules that they break."""
    for turn in islice(_suggested(before, after, seat), _TRIED):
        verdict = judge_leniently(before, seat, turn, after.land)
        if verdict.after is None:
            continue
        yield _candidate(verdict, wanted)
        if tokens := offered(before, after, verdict.after, seat):
            offering = turn._replace(offering=tokens)
            yield _candidate(judge_leniently(before, seat, offering, after.land), wanted)


def _candidate(verdict: Verdict, wanted: Mapping[Path, object]) -> Candidate:
    return Candidate(verdict, differing(values_of(cast("Snapshot", verdict.after)), wanted))


def _suggested(before: Snapshot, after: Snapshot, seat: int) -> Iterator[Turn]:
    planted = list(each(before.land.bare & after.land.planted))
    if before.final is not None:
        yield from final_turns(after, planted)
        return
    was, now = (Ground.of(table, seat, None).own for table in (before, after))
    for spend in spends(before, after, seat) or [None]:
        starts: list[Space | None] = [*each(was & ~now)]
        for end, start in product(each(now & ~was), starts or [None]):
            path = _path(before, seat, start, end, spend.arrow if spend else None)
            explored = Turn(Explore(start, path), spend=spend)
            yield from _with_otoma(before, after, seat, explored)
        for start in each(was & ~now):
            yield Turn(Recall(start), spend=spend)
        if planted:
            for right in product((True, False), repeat=len(planted)):
                yield Turn(divined(after, planted, right), spend=spend)


def _path(
    before: Snapshot, seat: int, start: Space | None, end: Space, arrow: Direction | None
) -> tuple[Space, ...]:
    """A path that crosses the fewest forbidden spaces, and of those a shortest."""
    ground = Ground.of(before, seat, start)
    allowed = {*first_steps(ground, arrow)}
    starts = each(ground.grid.edge if start is None else ground.grid.neighbours(1 << start))
    waiting: list[tuple[int, int, tuple[Space, ...]]]
    waiting = [(int(space not in allowed), 1, (space,)) for space in starts]
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


def _with_otoma(before: Snapshot, after: Snapshot, seat: int, turn: Turn) -> Iterator[Turn]:
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
    return [pawn for pawn in before.pawns if after.otoma and pawn not in after.otoma.pawns]


def explain(
    before: Snapshot, seat: int, likeliest: Candidate, wanted: Mapping[Path, object]
) -> Sequence[Difference]:
    """The rules that the likeliest turn breaks, and what it leaves unexplained.

    Args:
        before: The earlier table.
        seat: The index of the player.
        likeliest: The likeliest turn.
        wanted: The values of the later table.
    """
    broken = [
        Difference(
            _place(before, seat, check),
            check.rule,
            check.says,
            check.values,
            kind=_kind_of_rule(check),
        )
        for check in likeliest.broken
    ]
    found = values_of(likeliest.verdict.after or before)
    left = [
        _Unexplained(before, seat, likeliest.verdict, path, found[path], wanted[path])
        for path in likeliest.differing
    ]
    return broken + [_difference(place)._replace(kind=kind_of(place.path)) for place in left]


def _place(before: Snapshot, seat: int, check: Check) -> Path:
    """The place in a snapshot to which a broken rule belongs."""
    area, rule = check.rule.split(".")[1:]
    if area == "divine" and check.spaces:
        return "crops", first_of(check.spaces) // before.land.grid.columns
    if area == "final":
        return "final", "passed" if rule == "passed_is_out" else "offered"
    if area == "offering":
        return *_SIDES.get(side_of(before, seat), ("players", seat)), "offerings"
    if area == "otoma":
        return "otoma", "pawns"
    if area == "spend":
        return "players", seat, "stacks"
    # The meeples of a pair are the first player's.
    colours = [player.colour for player in before.players]
    return "players", colours.index(colours[seat]), "meeples"


_SIDES: Mapping[str, Path] = {GROUP: ("group",), OTOMA: ("otoma",)}


class _Unexplained(NamedTuple):
    """A place of the later table that a turn leaves unexplained."""

    before: Snapshot
    seat: int
    verdict: Verdict
    path: Path
    expected: Any
    found: Any

    def because(self, rule: str, key: str, **values: object) -> Difference:
        """The difference, with the sentence of a rule about what was expected and found."""
        values |= {"expected": self.expected, "found": self.found}
        return Difference(self.path, f"tiwanaku.{rule}", key, values)

    @property
    def extra(self) -> list[Any]:
        """The items of a list found and not expected."""
        return [one for one in self.found if one not in self.expected]

    @property
    def missing(self) -> list[Any]:
        """The items of a list expected and not found."""
        return [one for one in self.expected if one not in self.found]

    @property
    def terrain(self) -> Terrain:
        """The terrain that a place ends with."""
        return Terrain(TERRAIN_NAMES.index(str(self.path[-1])))

    def name(self, at: int | str) -> str:
        """The name of a player."""
        return self.before.players[int(at)].name


def _difference(place: _Unexplained) -> Difference:
    kind = next((part for part in reversed(place.path) if part in _DIFFERENCES), None)
    if kind is None:
        return place.because("turn.one_action", "constant")
    return _DIFFERENCES[kind](place)


def _row(place: _Unexplained) -> Difference:
    """A tile or a crop that is too many, missing or changed."""
    grid, row = place.before.land.grid, int(place.path[1])
    columns = [at for at, letter in enumerate(place.found) if letter != place.expected[at]]
    changed = [at for at in columns if place.expected[at] != EMPTY]
    spaces = [grid.names[row * grid.columns + at] for at in changed or columns]
    rule = "discover.terrain" if place.path[0] == "terrain" else "divine.crop"
    key = "stays" if changed else "laid"
    return place.because(rule, key, spaces=spaces)._replace(spaces=spaces)


def _meeples(place: _Unexplained) -> Difference:
    at = int(place.path[1])
    player, owner = place.before.players[place.seat], place.before.players[at]
    if player.colour != owner.colour:
        return place.because("turn.one_action", "others", player=player.name, owner=owner.name)
    left = place.extra or place.missing
    stood = [one for one in left if place.before.land.grid.spaces[one] in owner.meeples]
    # One action moves one meeple: others that came or went say more than one that stayed.
    spaces = [one for one in left if one not in stood] if place.extra else stood
    if spaces:
        key = "comes" if place.extra else "leaves"
    else:
        spaces, key = left, "stays" if place.extra else "lacking"
    found = place.because("turn.one_action", key, player=player.name, spaces=spaces)
    return found._replace(spaces=spaces)


def _points(place: _Unexplained) -> Difference:
    at = place.path[1]
    side = next((side for side, path in _SIDES.items() if path == place.path[:1]), None)
    side = side or place.name(at)
    gains = [gain for gain in place.verdict.items if gain.side == side]
    predicted = [gain for gain in gains if gain.category.startswith("prediction")]
    others = [gain for gain in gains if gain not in predicted]
    levels = [cast("Level", gain.about["level"]) for gain in predicted]
    rest = sum(gain.points for gain in others)
    solo = place.before.mode == Mode.SOLO
    totals = _totals(purse_of(place.before, side).score, levels, rest, solo=solo)
    # The prediction is not known: the board shows crops, and not whether they were foreseen.
    if predicted and place.found not in totals:
        spaces = [gain.values["space"] for gain in predicted]
        either = place.because("score.recorded", "either", spaces=spaces, totals=totals)
        return either._replace(gains=others)
    difference = place.because("score.recorded", "unlike" if gains else "nothing")
    return difference._replace(gains=gains)


def _totals(start: int, levels: Sequence[Level], rest: int, *, solo: bool) -> Sequence[int]:
    """Where the marker may stand after predictions, right or wrong, and further points."""
    totals: set[int] = set()
    for order, right in product(permutations(levels), product((True, False), repeat=len(levels))):
        # A mistake ends the turn, save in a solo game.
        if solo or all(right[:-1]):
            score = start
            for level, is_right in zip(order, right, strict=True):
                score = max(0, score + level if is_right else score - level)
            totals.add(score + rest)
    return sorted(totals)


def _tokens(place: _Unexplained) -> Difference:
    if not place.extra:
        return place.because("offering.held", "missing", tokens=place.missing)
    rule = "score.otoma_crop" if place.path[0] == "otoma" else "score.prediction_right"
    return place.because(rule, "extra", tokens=place.extra)


def _passes(place: _Unexplained) -> Difference:
    key, players = ("others", place.extra) if place.extra else ("passes", place.missing)
    return place.because("final.passed_is_out", key, players=players)


def _pawns(place: _Unexplained) -> Difference:
    rule = "otoma.arrow" if place.before.mode == Mode.SOLO else "otoma.away"
    spaces = sorted(space for _, space in place.extra or place.missing)
    return place.because(rule, "pawns", spaces=spaces)._replace(spaces=spaces)


def _end(place: _Unexplained) -> Difference:
    table = place.verdict.after or place.before
    if table.mode == Mode.COOPERATIVE:
        rule, count = "end.stacks_empty", table.stacked
    else:
        rule, count = "end.last_terrain", table.land.empty.bit_count()
    return place.because(rule, "met" if place.expected else "unmet", count=count)


_DIFFERENCES: Mapping[str | int, Callable[[_Unexplained], Difference]] = {
    "terrain": _row,
    "crops": _row,
    "meeples": _meeples,
    "score": _points,
    "offerings": _tokens,
    "diversity": lambda place: place.because("score.discovery", "steps", terrain=place.terrain),
    "stacks": lambda place: place.because(
        "spend.own_stack", "stacks", terrain=place.terrain, owner=place.name(place.path[1])
    ),
    "pool": lambda place: place.because("spend.giver", "pool", terrain=place.terrain),
    "pawns": _pawns,
    "passed": _passes,
    "offered": lambda place: place.because(
        "final.one_offering", "others" if place.extra else "made", player=place.name(place.seat)
    ),
    "final": _end,
}
"""The difference of a place, by the last part of its path that is a key here."""
