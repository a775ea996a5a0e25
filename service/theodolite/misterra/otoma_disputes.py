"""Resolves disputes about Otoma: could its cards have led from one table to another (p. 10-11)?

Each space of the island that differs was acted on, and each new marker is a claim. A card of which
nothing is seen has confirmed a tile that was confirmed.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from theodolite.disputes import Difference, Finding
from theodolite.grid import Space
from theodolite.misterra.board import LETTERS, Terrain
from theodolite.misterra.disputes import MAX_ACCOUNTS, outside_changes
from theodolite.misterra.otoma import OtomaAction, OtomaHalfDay, OtomaTurn, play
from theodolite.misterra.snapshot import OTOMA, TURN_HALF_DAYS, Snapshot

ACTIONS = 2
"""The actions of a half day."""

Account = tuple[OtomaHalfDay, ...]
"""One or two half days of Otoma."""


def resolve(before: Snapshot, after: Snapshot) -> Finding[Account, Difference]:
    """Find every account of what Otoma may have done between two tables of a solo game.

    Args:
        before: The table before its half day or turn.
        after: The table after it.
    """
    differences = list(outside_changes(before, after, len(before.players)))
    turns = ((half_days, play(before, half_days)) for half_days in _plays(before, after))
    plays = [(half_days, turn, _left(turn, after)) for half_days, turn in turns]
    accounts: dict[object, Account] = {}
    for half_days, turn, left in plays:
        if turn.legal and not left:
            # Another order of the same actions is no other account.
            done = tuple((frozenset(each.actions), each[1:]) for each in half_days)
            accounts.setdefault(done, half_days)
    explained = [*accounts.values()]
    if explained and not differences:
        return Finding(explained[:MAX_ACCOUNTS], len(explained) > MAX_ACCOUNTS, ())
    nothing = play(before, ())
    _, nearest, left = min(
        plays,
        key=lambda each: len(each[2]) + (not each[1].legal),
        default=((), nothing, _left(nothing, after)),
    )
    checks = [*nearest.checks, *(check for each in nearest.half_days for check in each.checks)]
    differences += [
        Difference(("otoma", "claims"), check.rule, check.says, check.values)
        for check in checks
        if check.status == "failed"
    ]
    return Finding((), False, [*differences, *left])


def _left(turn: OtomaTurn, after: Snapshot) -> list[Difference]:
    """The differences of a table that a turn leaves unexplained."""
    found = turn.after
    rows = zip(found.island.rows(), after.island.rows(), strict=True)
    places: list[tuple[str | int, ...]] = [
        ("island", row) for row, (one, other) in enumerate(rows) if one != other
    ]
    if {*(found.otoma or ())} != {*(after.otoma or ())}:
        places.append(("otoma", "claims"))
    played = found.otoma_half_days, after.otoma_half_days
    if None not in played and played[0] != played[1]:
        places.append(("otoma", "half_days_played"))
    values = {"player": OTOMA}
    return [Difference(place, "misterra.turn.order", "others", values) for place in places]


def _plays(before: Snapshot, after: Snapshot) -> Iterator[Account]:
    """The half days with which Otoma acts on each space that differs, one before two."""
    laid = "".join(after.island.rows())
    changes = enumerate(zip("".join(before.island.rows()), laid, strict=True))
    actions = [each for at, (one, other) in changes for each in _actions(Space(at), one, other)]
    unseen = [
        OtomaAction(Space(at), "confirm", _terrain(one))
        for at, one in enumerate(laid)
        if one.isupper()
    ]
    claims = sorted({*(after.otoma or ())} - {*(before.otoma or ())})
    for count in range(1, TURN_HALF_DAYS + 1):
        missing = ACTIONS * count - len(actions)
        if missing < 0 or (missing and not unseen):
            continue
        every = [*actions, *unseen[:1] * missing]
        for first in combinations(range(len(every)), ACTIONS):
            rest = [at for at in range(len(every)) if at not in first]
            # A tile that the first action returns to the supply is there for the second.
            orders = [[*permutations(every[at] for at in share)] for share in (first, rest)]
            for shares in product(*orders[:count]):
                for claiming in range(count) if claims else (None,):
                    yield tuple(
                        OtomaHalfDay(share, at == claiming, claims[0] if at == claiming else None)
                        for at, share in enumerate(shares)
                    )


def _actions(space: Space, before: str, after: str) -> Iterator[OtomaAction]:
    """The actions that make of a space what it is later; none if its tile is gone."""
    if after in {before, "."}:
        return
    terrain = _terrain(after)
    if before.upper() != after.upper():
        yield OtomaAction(space, "map", terrain)
    if after.isupper():
        yield OtomaAction(space, "confirm", terrain)


def _terrain(letter: str) -> Terrain:
    return Terrain(LETTERS.index(letter.upper()))
