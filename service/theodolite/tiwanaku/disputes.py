"""Could one turn have led from one table to another (p. 4-6, 8-11)?

Every turn that a player can take is tried: each place where a move can end (by one shortest way),
each set of predictions right or wrong, and the tokens that the later table lacks. What the wheel
showed is read from the later table; what was said for a wrong prediction stays open.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from theodolite.grid import Space
from theodolite.tiwanaku.board import Level, Terrain
from theodolite.tiwanaku.deeds import (
    Divine,
    Explore,
    FinalPrediction,
    OtomaMove,
    Prediction,
    Turn,
    Verdict,
)
from theodolite.tiwanaku.plays import turns
from theodolite.tiwanaku.reasons import Difference, Likely, broken_turns, explained, offered
from theodolite.tiwanaku.snapshot import Rulings, Snapshot
from theodolite.tiwanaku.table_facts import facts_of, unlike
from theodolite.tiwanaku.turn import judge
from theodolite.verdict import Check

__all__ = ["ACCOUNTS", "TRIED", "Account", "Difference", "Finding", "settle", "told", "under"]

ACCOUNTS = 20
"""The most accounts that are told."""
TRIED = 20_000
"""The most turns that are tried."""


class Account(NamedTuple):
    """A turn that explains the later table, and what it brought."""

    turn: Turn
    verdict: Verdict


class Finding(NamedTuple):
    """The accounts, the shortest first; whether there may be more; else what nothing explains.

    `truncated` is true if not every turn could be tried.
    """

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Difference]
    truncated: bool = False


def settle(before: Snapshot, after: Snapshot, seat: int) -> Finding:
    """Find every account of what a player may have done between two tables.

    Args:
        before: the table before the turn.
        after: the table after it, of the same players.
        seat: the index of who played.
    """
    wanted = facts_of(after)
    accounts: list[Account] = []
    # Who plays does something: to have done nothing breaks a rule as well.
    values = {"player": before.players[seat].name}
    idle = Check("tiwanaku.turn.action", "failed", "unseen", values)
    nearest = Likely(Verdict([idle], after=before), [idle], unlike(facts_of(before), wanted))
    tried = 0
    # Turns that leave the meeples otherwise explain nothing, but may come near.
    for likely in (True, False):
        for turn in islice(turns(before, after, seat, likely=likely), TRIED - tried):
            tried += 1
            for account in _accounts(before, after, seat, turn):
                left = unlike(facts_of(account.verdict.after or before), wanted)
                if left:
                    nearest = min(nearest, Likely(account.verdict, (), left), key=_rank)
                else:
                    accounts.append(account)
        if accounts:
            break
    is_cut = tried == TRIED
    accounts.sort(key=_length)
    if accounts:
        return Finding(accounts[:ACCOUNTS], is_cut or len(accounts) > ACCOUNTS, (), is_cut)
    nearest = min([nearest, *broken_turns(before, after, seat, wanted)], key=_rank)
    return Finding((), is_cut, explained(before, seat, nearest, wanted), is_cut)


def _rank(likely: Likely) -> tuple[int, int, int]:
    return likely.rank


def under(rulings: Rulings, before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Two tables with their open points decided so."""
    return before._replace(rulings=rulings), after._replace(rulings=rulings)


def told(finding: Finding) -> object:
    """What of a finding another value of a ruling could change: all of it but the rulings."""
    accounts = [(account.turn, account.verdict.items) for account in finding.accounts]
    return accounts, finding.more, finding.differences, finding.truncated


def _accounts(before: Snapshot, after: Snapshot, seat: int, turn: Turn) -> Iterator[Account]:
    """A turn as judged, if it is legal, and with the offering that the later table shows."""
    verdict = judge(before, seat, turn, after.land)
    if verdict.after is None or verdict.superfluous:
        return
    yield Account(_as_shown(turn, verdict), verdict)
    if tokens := offered(before, after, verdict.after, seat):
        turn = turn._replace(offering=tokens)
        verdict = judge(before, seat, turn, after.land)
        if verdict.after is not None:
            yield Account(_as_shown(turn, verdict), verdict)


def _as_shown(turn: Turn, verdict: Verdict) -> Turn:
    """A turn with what the wheel showed in it."""
    terrains, levels = dict(verdict.discovered), dict(verdict.planted)
    action = turn.action
    match action:
        case Explore():
            action = action._replace(wheel=terrains.get(action.path[-1]))
        case Divine():
            action = Divine(tuple(_answered(one, levels) for one in action.predictions))
        case FinalPrediction():
            action = FinalPrediction(_answered(action.prediction, levels))
        case _:
            pass
    revealed = [(terrains[at], level) for at, level in verdict.planted if at in terrains]
    return turn._replace(
        action=action,
        otoma=_revealing(turn.otoma, revealed),
        reaction=_revealing(turn.reaction, revealed),
    )


def _revealing(
    moves: tuple[OtomaMove, ...] | None, revealed: Sequence[tuple[Terrain, Level]]
) -> tuple[OtomaMove, ...] | None:
    """Otoma's moves with what they revealed, where each of them did."""
    if moves is None or len(moves) != len(revealed):
        return moves
    return tuple(
        move._replace(terrain=terrain, crop=level)
        for move, (terrain, level) in zip(moves, revealed, strict=True)
    )


def _answered(one: Prediction, levels: Mapping[Space, int]) -> Prediction:
    return one._replace(wheel=levels[one.space])


def _length(account: Account) -> int:
    # What one explains by predictions, all do, and by as many; so it is with the tokens offered.
    action = account.turn.action
    return len(action.path) if isinstance(action, Explore) else 0
