"""Resolves disputes about Otoma: could its pawns have led from one table to another (p. 8-9, 11)?

Each pawn that stands elsewhere has moved once, straight to where the later table has it. The later
table has what the wheel showed.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.checkpoints import checkpoint
from theodolite.disputes import Difference, Finding, Nearest, likeliest
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.actions import OtomaMove, Turn, Verdict
from theodolite.tiwanaku.comparison import differing, values_of
from theodolite.tiwanaku.differences import Candidate, explanations, without_action
from theodolite.tiwanaku.disputes import ACCOUNTS
from theodolite.tiwanaku.gains import Gain
from theodolite.tiwanaku.otoma_moves import move_pawn
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import OTOMA, Direction, Pawn, Snapshot
from theodolite.verdict import Check, legal


class PawnTo(NamedTuple):
    """A move of one of Otoma's pawns, with what it revealed."""

    direction: Direction
    move: OtomaMove


class Account(NamedTuple):
    """Moves of Otoma's that explain the later table, and what they brought."""

    moves: tuple[PawnTo, ...]
    items: tuple[Gain, ...]
    checks: tuple[Check, ...]
    after: Snapshot


def resolve(before: Snapshot, after: Snapshot) -> Finding[Account, Difference]:
    """Find every account of the moves that Otoma may have made between two tables.

    Args:
        before: The table before them.
        after: The table after them, of the same game.
    """
    wanted = values_of(after)
    nearest: Nearest[Candidate] = Nearest()
    nearest.add(without_action(before, OTOMA, wanted))
    accounts: list[Account] = []
    moved = [pawn for pawn in before.pawns if pawn not in after.pawns]
    for account in _plays(after, Account((), (), (), before), moved):
        left = differing(values_of(account.after), wanted)
        if legal(account.checks) and account.moves and not left:
            accounts.append(account)
        elif account.moves:
            verdict = Verdict(account.checks, account.items, after=account.after)
            nearest.add(Candidate(verdict, left))
    if accounts:
        return Finding(accounts[:ACCOUNTS], len(accounts) > ACCOUNTS, ())
    best = likeliest(explanations(nearest, before, 0, wanted))
    return Finding((), False, best.departures, mended=best.mended)


def without_rulings(finding: Finding[Account, Difference]) -> object:
    """A finding without the rulings of its tables, for comparing findings under two rulings."""
    accounts = [(account.moves, account.items) for account in finding.accounts]
    return accounts, finding.more, finding.differences


def _plays(after: Snapshot, played: Account, moved: Sequence[Pawn]) -> Iterator[Account]:
    """The play with each way in which some of the pawns can go on; first as it stands."""
    yield played
    for pawn in moved:
        others = [other for other in moved if other != pawn]
        for direction in Direction:
            checkpoint()
            table = played.after
            stop = otoma.route(table, pawn.space, direction, table.land.empty).stops_at
            if stop is not None and pawn._replace(space=stop) in after.pawns:
                terrain, level = after.land.terrain_at(stop), after.land.level_at(stop)
                alike = [other for other in table.pawns if other.colour == pawn.colour]
                named = pawn.colour if len(alike) == 1 else pawn.space
                move = OtomaMove(named, terrain, level)
                progress = Progress(table, 0, Turn(), after.land, lenient=True)
                move_pawn(progress, pawn, direction, move, ("moves", len(played.moves)))
                further = Account(
                    (*played.moves, PawnTo(direction, move)),
                    (*played.items, *progress.items),
                    (*played.checks, *progress.checks),
                    progress.table,
                )
                yield from _plays(after, further, others)
