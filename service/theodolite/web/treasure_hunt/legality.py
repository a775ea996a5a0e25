"""Answers about turns: legality checks, updates, replays."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from theodolite.rulings import judged
from theodolite.treasure_hunt import turn as turn_rules
from theodolite.treasure_hunt.disputes import kind_of
from theodolite.treasure_hunt.replays import Replay, replay
from theodolite.treasure_hunt.snapshot import TURN_RULINGS, Rulings, Snapshot
from theodolite.web.problems import Problem
from theodolite.web.responses import Localizer, rulings_used, unchecked
from theodolite.web.seen import compare
from theodolite.web.treasure_hunt.changes import change_responses
from theodolite.web.treasure_hunt.records import records
from theodolite.web.treasure_hunt.responses import (
    JudgedReplay,
    Legality,
    Stop,
    Table,
    TurnCheck,
    TurnVerdict,
    Updated,
    Verdict,
    localizer_for,
)
from theodolite.web.treasure_hunt.schemas import PARTIAL, SNAPSHOT, names_of
from theodolite.web.treasure_hunt.turns import turn_of, turns_of


def legality_checks(request: Mapping[str, Any], locale: str) -> Legality:
    """Each check has the action that it judges.

    A turn that only places pieces may go on with a move. A turn without an action is not whole.
    """
    snapshot: Snapshot = request["snapshot"]
    turn = turn_of(snapshot, request["player"], request["move"])
    verdict, matters = judged(
        lambda rulings: replay(snapshot.under(rulings), [turn]).turns[0],
        snapshot.rulings,
        TURN_RULINGS,
        turn_rules.comparable,
    )
    response = _verdict(verdict, snapshot, localizer_for(locale))
    return Legality(**asdict(response), rulings=rulings_used(snapshot.rulings, matters))


def _verdict(verdict: turn_rules.Verdict, snapshot: Snapshot, localizer: Localizer) -> Verdict:
    after = verdict.after
    return Verdict(
        legal=verdict.legal,
        checks=[
            TurnCheck(action=action, **asdict(localizer.check(check)))
            for action, check in verdict.checks
        ],
        unchecked=unchecked(check for _, check in verdict.checks),
        changes=change_responses(verdict.changes, snapshot, localizer),
        after=None if after is None else _table(after, snapshot.rulings),
    )


def _table(after: Snapshot, rulings: Rulings) -> Table:
    return Table(SNAPSHOT.dump(after._replace(rulings=rulings)))


def updates(request: Mapping[str, Any], locale: str) -> Updated:
    """A turn with a card that is not held, or with a treasure that is not there, is refused."""
    snapshot: Snapshot = request["snapshot"]
    turn = turn_of(snapshot, request["player"], request["move"])
    update, matters = judged(
        lambda rulings: turn_rules.update(snapshot.under(rulings), turn),
        snapshot.rulings,
        TURN_RULINGS,
        turn_rules.comparable_update,
    )
    if update.faults:
        raise Problem("invalid-snapshot", faults=update.faults)
    return Updated(
        change_responses(update.changes, snapshot, localizer_for(locale)),
        Table(PARTIAL.dump(update.after._replace(rulings=snapshot.rulings))),
        rulings_used(snapshot.rulings, matters),
    )


def replays(request: Mapping[str, Any], locale: str) -> JudgedReplay:
    """Stops at the first turn that is illegal or has unknown draws.

    Turn order, shoes and resting walkers are judged too. A record may begin with any player.
    Winners take no more turns; each of the others plays on, or stops and is passed over.
    """
    snapshot: Snapshot = request["record"]["snapshot"]
    played = turns_of(request["record"])
    found, matters = judged(
        lambda rulings: replay(snapshot.under(rulings), played),
        snapshot.rulings,
        Rulings._fields,
        lambda found: (found.stopped_at, found.won, [*map(turn_rules.comparable, found.turns)]),
    )
    names, localizer = names_of(snapshot), localizer_for(locale)
    verdicts = [_verdict(verdict, snapshot, localizer) for verdict in found.turns]
    return JudgedReplay(
        found.legal,
        [
            TurnVerdict(**asdict(verdict), player=names[turn.player])
            for turn, verdict in zip(played, verdicts, strict=False)
        ],
        stop(found, names),
        None if found.won is None else names[found.won],
        _table(found.after, snapshot.rulings),
        rulings_used(snapshot.rulings, matters),
        compare(request, records(snapshot), played, localizer, kind_of),
    )


def stop(found: Replay, names: Sequence[str]) -> Stop | None:
    """The place where a record stops being legal, in the one move of a turn."""
    at = found.stopped_at
    return at and Stop(at.turn, 0, names[at.player], at.action)
