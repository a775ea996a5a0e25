"""Resolves disputes: could one turn have led from one table to another (p. 4-6, 8-11)?

Every turn that a player can take is tried: each space where a move can end (by one shortest path),
each set of predictions right or wrong, and the tokens that the later table lacks. The
later table has what the wheel showed; the level of a wrong prediction stays open.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from theodolite.checkpoints import checkpoint
from theodolite.disputes import Difference, Explanation, Finding, Nearest, likeliest
from theodolite.grid import Space
from theodolite.tiwanaku.actions import (
    Divine,
    Explore,
    FinalPrediction,
    OtomaMove,
    Prediction,
    Turn,
    Verdict,
)
from theodolite.tiwanaku.board import Level, Terrain
from theodolite.tiwanaku.candidate_turns import turns
from theodolite.tiwanaku.comparison import differing, values_of
from theodolite.tiwanaku.differences import (
    COSTS,
    Candidate,
    broken_turns,
    explanations,
    mends,
    offered,
    without_action,
)
from theodolite.tiwanaku.snapshot import Mode, Snapshot
from theodolite.tiwanaku.turns import judge
from theodolite.verdict import Path

ACCOUNTS = 20
"""The most accounts of a finding."""
TRIED = 20_000
"""The most turns tried: seconds of work."""


class Account(NamedTuple):
    """A turn that explains the later table, and the verdict on it."""

    turn: Turn
    verdict: Verdict


def resolve(before: Snapshot, after: Snapshot, seat: int) -> Finding[Account, Difference]:
    """Find every account of what a player may have done between two tables.

    Args:
        before: The table before the turn.
        after: The table after it, of the same game.
        seat: The index of the player whose turn it was.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot
        >>> players = (Player("Ana", Colour.BLUE, offerings=(5,)), Player("Bo", Colour.GREEN))
        >>> before = Snapshot(Mode.COMPETITIVE, Land(BoardName.SHORT), (7, 9, 4, 5), players)
        >>> finding = resolve(before, before, 0)
        >>> finding.accounts, finding.differences[0].rule
        ((), 'tiwanaku.turn.action')
    """
    wanted = values_of(after)
    found: list[Account] = []
    nearest: Nearest[Candidate] = Nearest()
    nearest.add(_without_action(before, after, seat, wanted))
    tried = 0
    # Turns that leave the meeples elsewhere explain nothing, but may come near.
    for likely in (True, False):
        for turn in islice(turns(before, after, seat, likely=likely), TRIED - tried):
            checkpoint()
            tried += 1
            for account in _accounts(before, after, seat, turn):
                left = differing(values_of(account.verdict.after or before), wanted)
                if left:
                    nearest.add(Candidate(account.verdict, left))
                else:
                    found.append(account)
        if found:
            break
    is_cut = tried == TRIED
    found.sort(key=_length)
    if found:
        return Finding(found[:ACCOUNTS], is_cut or len(found) > ACCOUNTS, (), is_cut)
    for candidate in broken_turns(before, after, seat, wanted):
        nearest.add(candidate)
    explained = explanations(nearest, before, seat, wanted)
    if nearest.cost >= COSTS["crop"]:
        explained += [*_mended(before, after, seat), *_both_actions(before, after, seat)]
    best = likeliest(explained)
    return Finding((), is_cut, best.departures, is_cut, best.mended)


def accounts(before: Snapshot, after: Snapshot, seat: int) -> Iterator[Account]:
    """The legal turns of a player that lead from one table to another."""
    wanted = values_of(after)
    for account in _all_accounts(before, after, seat, likely=True):
        if not differing(values_of(account.verdict.after or before), wanted):
            yield account


def turns_to_land(before: Snapshot, after: Snapshot, seat: int) -> Iterator[Turn]:
    """The legal turns of a player after which the land is that of a later table."""
    for likely in (True, False):
        for account in _all_accounts(before, after, seat, likely=likely):
            if account.verdict.after is not None and account.verdict.after.land == after.land:
                yield account.turn


def _all_accounts(
    before: Snapshot, after: Snapshot, seat: int, *, likely: bool
) -> Iterator[Account]:
    for turn in islice(turns(before, after, seat, likely=likely), TRIED):
        checkpoint()
        yield from _accounts(before, after, seat, turn)


def _without_action(
    before: Snapshot, after: Snapshot, seat: int, wanted: Mapping[Path, object]
) -> Candidate:
    """The turn of which no action is seen; an offering that is seen is part of it."""
    idle = without_action(before, before.players[seat].name, wanted)
    # An offering is made after an action: alone it is a turn of which the action is missing.
    is_offered = before.final is None and bool(offered(before, after, before, seat))
    if is_offered and all(path[-1] in {"offerings", "score"} for path in idle.differing):
        return idle._replace(differing=())
    return idle


def _mended(before: Snapshot, after: Snapshot, seat: int) -> Iterator[Explanation[Difference]]:
    """The tiles and crops of the later table that, mended, leave it to a legal turn."""
    for mended, found in mends(before, after, seat):
        if any(accounts(before, mended, seat)):
            yield Explanation(sum(COSTS[one.kind] for one in found), found, mended)


def _both_actions(
    before: Snapshot, after: Snapshot, seat: int
) -> Iterator[Explanation[Difference]]:
    """An exploration and a divination in one turn, which is one of the two (p. 4)."""
    grid = before.land.grid
    planted = after.land.planted & ~before.land.planted
    if before.mode != Mode.COMPETITIVE or not planted:
        return
    for first in turns(before, after, seat, likely=True):
        explored = judge(before, seat, first, after.land).after
        if explored is None or not isinstance(first.action, Explore):
            continue
        if any(accounts(explored, after, seat)):
            names = grid.name_all(planted)
            values = {"player": before.players[seat].name, "spaces": names}
            path = ("crops", grid.spaces[names[0]] // grid.columns)
            rule, kind = "tiwanaku.turn.one_action", "second_action"
            difference = Difference(path, rule, "both", values, kind=kind, spaces=names)
            yield Explanation(COSTS[kind], [difference])
            return


def without_rulings(finding: Finding[Account, Difference]) -> object:
    """A finding without the rulings of its tables, for comparing findings under two rulings."""
    accounts = [(account.turn, account.verdict.items) for account in finding.accounts]
    return accounts, finding.more, finding.differences, finding.truncated


def _accounts(before: Snapshot, after: Snapshot, seat: int, turn: Turn) -> Iterator[Account]:
    """A turn if it is legal, and the same turn with the offering that the later table shows."""
    verdict = judge(before, seat, turn, after.land)
    if verdict.after is None or verdict.superfluous:
        return
    yield Account(_with_wheel(turn, verdict), verdict)
    if tokens := offered(before, after, verdict.after, seat):
        turn = turn._replace(offering=tokens)
        verdict = judge(before, seat, turn, after.land)
        if verdict.after is not None:
            yield Account(_with_wheel(turn, verdict), verdict)


def _with_wheel(turn: Turn, verdict: Verdict) -> Turn:
    """A turn with what the wheel showed entered."""
    terrains, levels = dict(verdict.discovered), dict(verdict.planted)
    action = turn.action
    match action:
        case Explore():
            action = action._replace(wheel=terrains.get(action.path[-1]))
        case Divine():
            action = Divine(tuple(_with_level(one, levels) for one in action.predictions))
        case FinalPrediction():
            action = FinalPrediction(_with_level(action.prediction, levels))
        case _:
            pass
    revealed = [(terrains[at], level) for at, level in verdict.planted if at in terrains]
    return turn._replace(
        action=action,
        otoma=_with_reveals(turn.otoma, revealed),
        reaction=_with_reveals(turn.reaction, revealed),
    )


def _with_reveals(
    moves: tuple[OtomaMove, ...] | None, revealed: Sequence[tuple[Terrain, Level]]
) -> tuple[OtomaMove, ...] | None:
    """Otoma's moves with what they revealed, if each of them revealed something."""
    if moves is None or len(moves) != len(revealed):
        return moves
    return tuple(
        move._replace(terrain=terrain, crop=level)
        for move, (terrain, level) in zip(moves, revealed, strict=True)
    )


def _with_level(one: Prediction, levels: Mapping[Space, int]) -> Prediction:
    return one._replace(wheel=levels[one.space])


def _length(account: Account) -> int:
    # All accounts have as many predictions, and offer as many tokens.
    action = account.turn.action
    return len(action.path) if isinstance(action, Explore) else 0
