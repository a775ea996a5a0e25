"""Resolves disputes about Otoma: could its cards have led from one table to another (p. 10-11)?

Each space of the island that differs was acted on, and each new marker is a claim. A card of which
nothing is seen has confirmed a tile that was confirmed.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from theodolite.disputes import Difference, Explanation, Finding, likeliest
from theodolite.grid import Space, set_of
from theodolite.misterra.board import GRID, LETTERS, Terrain
from theodolite.misterra.dispute_reasons import COSTS
from theodolite.misterra.dispute_search import differing_islands
from theodolite.misterra.disputes import MAX_ACCOUNTS, outside_changes
from theodolite.misterra.otoma import OtomaAction, OtomaHalfDay, OtomaTurn, play
from theodolite.misterra.snapshot import DISPLAY_SIZE, OTOMA, TURN_HALF_DAYS, Snapshot

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
    if found := accounts(before, after):
        return Finding(found[:MAX_ACCOUNTS], len(found) > MAX_ACCOUNTS, ())
    differences = list(outside_changes(before, after, len(before.players)))
    # Otoma may also have done nothing of what is seen.
    best = likeliest(_explanation(before, one, after) for one in (*_plays(before, after), ()))
    return Finding((), False, [*differences, *best.departures], mended=best.mended)


def accounts(before: Snapshot, after: Snapshot) -> Sequence[Account]:
    """The legal half days of Otoma that lead from one table of a solo game to another."""
    if any(outside_changes(before, after, len(before.players))):
        return ()
    found: dict[object, Account] = {}
    for half_days in _plays(before, after):
        turn = play(before, half_days)
        if turn.legal and not _left(before, turn, after):
            # Another order of the same actions is no other account.
            done = tuple((frozenset(each.actions), each[1:]) for each in half_days)
            found.setdefault(done, half_days)
    return [*found.values()]


def _broken(turn: OtomaTurn) -> list[Difference]:
    """The rules that a turn breaks."""
    checks = [*turn.checks, *(check for each in turn.half_days for check in each.checks)]
    return [
        Difference(("otoma", "claims"), check.rule, check.says, check.values, kind="action")
        for check in checks
        if check.status == "failed"
    ]


def _explanation(before: Snapshot, half_days: Account, after: Snapshot) -> Explanation[Difference]:
    """The explanation by half days: the differences that they leave, and the rules they break."""
    turn = play(before, half_days)
    broken = _broken(turn)
    if broken and any(one.claim for one in half_days):
        # The claim breaks the rule, and the rest of the turn is judged without it.
        turn = play(before, [one._replace(claim=False, claim_at=None) for one in half_days])
        reason, *_ = broken
        broken = _broken(turn)
        left = [
            one._replace(rule=reason.rule, key=reason.key, values=reason.values)
            if one.kind == "claim"
            else one
            for one in _left(before, turn, after)
        ]
    else:
        left = _left(before, turn, after)
    departures = [*broken, *left]
    if not departures and not turn.half_days:
        path = ("otoma", "half_days_played")
        values = {"count": 0}
        departures = [Difference(path, "misterra.turn.half_days", "otoma", values, kind="action")]
    mended = turn.after if turn.half_days and not broken else None
    return Explanation(sum(COSTS[one.kind] for one in departures), departures, mended)


def _left(before: Snapshot, turn: OtomaTurn, after: Snapshot) -> list[Difference]:
    """The differences of a table that a turn leaves unexplained."""
    found, values = turn.after, {"player": OTOMA}
    left: list[Difference] = []
    spaces = differing_islands(found.island, after.island)
    for row, line in enumerate(GRID.row_lines):
        left += [
            Difference(
                ("island", row),
                "misterra.turn.order",
                "others",
                values,
                kind="island",
                spaces=[name],
            )
            for name in GRID.name_all(spaces & line)
        ]
    if wrong := {*(found.otoma or ())} ^ {*(after.otoma or ())}:
        path, names = ("otoma", "claims"), GRID.name_all(set_of(wrong))
        rule = "misterra.turn.order"
        left.append(Difference(path, rule, "others", values, kind="claim", spaces=names))
    played = found.otoma_half_days, after.otoma_half_days
    if None not in played and played[0] != played[1]:
        path = ("otoma", "half_days_played")
        left.append(Difference(path, "misterra.turn.order", "others", values, kind="others"))
    return [*left, *_cards_left(before, turn, after)]


def _cards_left(before: Snapshot, turn: OtomaTurn, after: Snapshot) -> Iterator[Difference]:
    """The display, discarded and refilled by five cards after the whole turn, and the deck."""
    played, deck = len(turn.half_days), before.deck
    counts = {0}
    if before.otoma_half_days is None or before.otoma_half_days % TURN_HALF_DAYS + played > 1:
        # A deck that is not given may run out.
        counts |= {*range(DISPLAY_SIZE + 1)} if deck is None else {min(DISPLAY_SIZE, deck)}
    if after.display is not None and len(after.display) not in counts:
        wrong, count = "display", len(after.display)
    else:
        if deck is None or after.deck is None:
            return
        wrong, count = "deck", deck - after.deck
        if count in (counts if after.display is None else {len(after.display)}):
            return
    values = {"count": count, "expected": max(counts)}
    yield Difference((wrong,), "misterra.turn.refill", "failed", values, kind=wrong)


def _plays(before: Snapshot, after: Snapshot) -> Iterator[Account]:
    """The half days with which Otoma acts on each space that differs, or on all but one."""
    laid = "".join(after.island.rows())
    changes = enumerate(zip("".join(before.island.rows()), laid, strict=True))
    by_space = [[*_actions(Space(at), one, other)] for at, (one, other) in changes]
    acted = [actions for actions in by_space if actions]
    unseen = [
        OtomaAction(Space(at), "confirm", _terrain(one))
        for at, one in enumerate(laid)
        if one.isupper()
    ]
    claims = sorted({*(after.otoma or ())} - {*(before.otoma or ())})
    for some in (acted, *combinations(acted, max(0, len(acted) - 1))):
        actions = [action for actions in some for action in actions]
        for count in range(1, TURN_HALF_DAYS + 1):
            missing = ACTIONS * count - len(actions)
            if missing == 0 or (missing > 0 and unseen):
                yield from _half_days([*actions, *unseen[:1] * missing], count, claims)


def _half_days(
    actions: Sequence[OtomaAction], count: int, claims: Sequence[Space]
) -> Iterator[Account]:
    """One or two half days with some actions, in each order, and with a claim in each of them."""
    for first in combinations(range(len(actions)), ACTIONS):
        rest = [at for at in range(len(actions)) if at not in first]
        # A tile that the first action returns to the supply is there for the second.
        orders = [[*permutations(actions[at] for at in share)] for share in (first, rest)]
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
