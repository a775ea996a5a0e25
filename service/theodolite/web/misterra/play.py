"""The questions about the play of Maps of Misterra: legality, ends, Otoma, records, disputes."""

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint

from theodolite.misterra import disputes, ending, otoma, replays, turn
from theodolite.misterra.board import GRID, TERRAIN_NAMES
from theodolite.misterra.ending import Condition
from theodolite.misterra.mapping import Change
from theodolite.misterra.otoma import OtomaHalfDay, OtomaOutcome
from theodolite.misterra.snapshot import Player, Presumption, Sketch, Snapshot
from theodolite.misterra.turn import HalfDay, Verdict
from theodolite.rulings import judged
from theodolite.verdict import Check, Path, legal
from theodolite.web.misterra.bodies import RULEBOOK
from theodolite.web.misterra.play_answers import (
    EndAnswer,
    JudgedReplayAnswer,
    LegalActionsAnswer,
    LegalityAnswer,
    PlayedOtomaTurnAnswer,
    SettledDisputeAnswer,
)
from theodolite.web.misterra.play_bodies import (
    Dispute,
    DisputeBody,
    LegalityCheckBody,
    OtomaTurnBody,
    PlayerQuestion,
    PlayerQuestionBody,
    ReplayBody,
)
from theodolite.web.misterra.play_examples import (
    DISPUTE,
    LEGALITY_CHECK,
    OTOMA_TURN,
    PLAYER_QUESTION,
    REPLAY,
)
from theodolite.web.misterra.scores import change_answer, rulings_answer, score
from theodolite.web.operations import question
from theodolite.web.problems import Problem

__all__ = ["blueprint"]

blueprint = Blueprint("misterra_play", __name__, url_prefix="/v1/misterra")


@question(
    blueprint,
    "/legality-checks",
    rulebook=RULEBOOK,
    body=LegalityCheckBody(),
    answer=LegalityAnswer(),
    example=LEGALITY_CHECK,
)
def check_legality(asked: PlayerQuestion, language: str) -> dict[str, Any]:
    """Judge one half day.

    Answers with every rule that bears on it, passed, failed or not checked, and if none failed with
    what changed and the table after it. A card or an exchange that is not told is passed over.
    """
    snapshot, player, half_day = asked
    verdict, matters = judged(
        lambda rulings: turn.judge(snapshot.under(rulings), player, half_day),
        snapshot.rulings,
        turn.rulings_used(half_day),
        turn.told,
    )
    return {
        **_verdict(verdict, language),
        "rulings": rulings_answer(snapshot.rulings, matters),
    }


@question(
    blueprint,
    "/legal-actions",
    rulebook=RULEBOOK,
    body=PlayerQuestionBody(),
    answer=LegalActionsAnswer(),
    example=PLAYER_QUESTION,
)
def legal_actions(asked: PlayerQuestion, language: str) -> dict[str, Any]:
    """List what a player can do in a half day.

    For every place where the meeple can end its move: a shortest path, what it sees, where a card
    can be laid, and whether it may claim.
    """
    snapshot, player, _ = asked
    positions, matters = judged(
        lambda rulings: turn.legal_actions(snapshot.under(rulings), player),
        snapshot.rulings,
        turn.ACTIONS_RULINGS,
        turn.actions_told,
    )
    return {
        "positions": [
            {
                "meeple": position.meeple.name,
                "path": [place.name for place in position.path],
                "sees": GRID.name_all(position.sees),
                "may_map": position.may_map,
                "placements": [
                    [GRID.names[pair.first], GRID.names[pair.second]]
                    for pair in position.placements
                ],
                "claim": {
                    "legal": legal(position.claim),
                    "checks": _checks(position.claim, language),
                },
            }
            for position in positions
        ],
        "rulings": rulings_answer(snapshot.rulings, matters),
    }


@question(
    blueprint,
    "/end-checks",
    rulebook=RULEBOOK,
    body=PlayerQuestionBody(),
    answer=EndAnswer(),
    example=PLAYER_QUESTION,
)
def check_end(asked: PlayerQuestion, language: str) -> dict[str, Any]:
    """Check whether the end of the game is triggered by a player who has finished a whole turn.

    The round is then finished, so that everyone has had as many turns. A solo game is looked at
    after Otoma's turn.
    """
    return _end(ending.conditions(asked.snapshot, asked.player), language)


@question(
    blueprint,
    "/otoma-turns",
    rulebook=RULEBOOK,
    body=OtomaTurnBody(),
    answer=PlayedOtomaTurnAnswer(),
    example=OTOMA_TURN,
)
def otoma_turn(asked: dict[str, Any], language: str) -> dict[str, Any]:
    """Play Otoma's turn in a solo game.

    Its cards say what it does where. A claim goes to the largest region that it may claim; on a tie
    `claim_at` decides, and without it the first region in reading order is taken.
    """
    snapshot, half_days = asked["snapshot"], asked["half_days"]
    played, matters = judged(
        lambda rulings: otoma.play(snapshot.under(rulings), half_days),
        snapshot.rulings,
        otoma.RULINGS,
        otoma.told,
    )
    if played.faults:
        raise Problem("invalid-snapshot", faults=played.faults, rulebook=RULEBOOK)
    return {
        "half_days": _otoma(half_days, played.half_days, language),
        "after": _snapshot(played.after),
        "rulings": rulings_answer(snapshot.rulings, matters),
    }


@question(
    blueprint,
    "/replays",
    rulebook=RULEBOOK,
    body=ReplayBody(),
    answer=JudgedReplayAnswer(),
    example=REPLAY,
)
def replay(asked: dict[str, Any], language: str) -> dict[str, Any]:
    """Judge a record of turns from a table on.

    Stops at the first illegal half day and says why. With `scores` true, a record with which the
    game is over is scored. In a solo game Otoma's turns are given as `otoma_half_days`.
    """
    snapshot, turns = asked["snapshot"], asked["turns"]
    replayed, matters = judged(
        lambda rulings: replays.replay(snapshot.under(rulings), turns),
        snapshot.rulings,
        replays.RULINGS,
        replays.told,
    )
    if replayed.faults:
        raise Problem("invalid-snapshot", faults=replayed.faults, rulebook=RULEBOOK)
    names = replays.seats(snapshot)
    stop = replayed.stopped_at
    return {
        "legal": stop is None,
        "turns": [
            {
                "player": names[record.seat],
                "legal": verdict.legal,
                "checks": _checks(verdict.checks, language),
                "half_days": [_verdict(half_day, language) for half_day in verdict.half_days],
                "otoma_half_days": _otoma(record.otoma, verdict.otoma, language),
                "end": _end(verdict.conditions, language) if verdict.conditions else None,
            }
            for record, verdict in zip(turns, replayed.turns, strict=False)
        ],
        "stopped_at": stop and stop._asdict(),
        "after": _snapshot(replayed.after),
        "finished": replayed.finished,
        "scores": (
            score(replayed.after, language) if asked.get("scores") and replayed.finished else None
        ),
        "rulings": rulings_answer(snapshot.rulings, matters),
    }


@question(
    blueprint,
    "/disputes",
    rulebook=RULEBOOK,
    body=DisputeBody(),
    answer=SettledDisputeAnswer(),
    example=DISPUTE,
)
def dispute(asked: Dispute, language: str) -> dict[str, Any]:
    """Settle whether a player's half day or whole turn can have led from one table to another.

    Answers with every legal account of it, the shortest first and 20 at most, or with what no legal
    play explains.
    """
    finding, matters = judged(
        lambda rulings: disputes.settle(
            *disputes.under(rulings, asked.before, asked.after), asked.player
        ),
        asked.before.rulings,
        disputes.RULINGS,
        disputes.told,
    )
    before, after = _snapshot(asked.before), _snapshot(asked.after)
    return {
        "possible": bool(finding.accounts),
        "accounts": [
            {"half_days": [_half_day(half_day) for half_day in account]}
            for account in finding.accounts
        ],
        "more": finding.more,
        "differences": [
            {
                "pointer": "".join(f"/{part}" for part in difference.path),
                "before": _at(before, difference.path),
                "after": _at(after, difference.path),
                "explanation": RULEBOOK.sentence(
                    language, difference.rule, difference.says, difference.values
                ),
            }
            for difference in finding.differences
        ],
        "rulings": rulings_answer(asked.before.rulings, matters),
    }


def _verdict(verdict: Verdict, language: str) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "checks": _checks(verdict.checks, language),
        "changes": [change_answer(change, language) for change in verdict.changes],
        "after": verdict.after and _snapshot(verdict.after),
    }


def _checks(checks: Iterable[Check], language: str) -> list[dict[str, Any]]:
    return [
        {
            "rule": check.rule,
            "page": RULEBOOK.rules[check.rule].page,
            "status": check.status,
            "explanation": RULEBOOK.sentence(language, check.rule, check.says, check.values),
            "spaces": GRID.name_all(check.spaces),
        }
        for check in checks
    ]


def _end(conditions: Sequence[Condition], language: str) -> dict[str, Any]:
    return {
        "triggered": ending.triggered(conditions),
        "conditions": [
            {
                "rule": rule,
                "page": RULEBOOK.rules[rule].page,
                "met": met,
                "explanation": RULEBOOK.sentence(language, rule, says, values),
                "spaces": GRID.name_all(spaces),
            }
            for rule, met, says, values, spaces in conditions
        ],
    }


def _otoma(
    half_days: Sequence[OtomaHalfDay], outcomes: Sequence[OtomaOutcome], language: str
) -> list[dict[str, Any]]:
    return [
        {
            "actions": [
                {
                    "space": GRID.names[action.space],
                    "done": change_answer(done, language) if isinstance(done, Change) else done,
                }
                for action, done in zip(half_day.actions, outcome.actions, strict=True)
            ],
            "claim": outcome.claim
            and {
                "space": GRID.names[outcome.claim.space],
                "terrain": TERRAIN_NAMES[outcome.claim.terrain],
                "spaces": GRID.name_all(outcome.claim.spaces),
                "tied_with": [GRID.names[space] for space in outcome.claim.tied_with],
            },
        }
        for half_day, outcome in zip(half_days, outcomes, strict=False)
    ]


def _half_day(half_day: HalfDay) -> dict[str, Any]:
    action: dict[str, Any] = {"type": half_day.action}
    if half_day.spaces is not None:
        action["spaces"] = [GRID.names[space] for space in half_day.spaces]
    answer: dict[str, Any] = {"move": [place.name for place in half_day.move], "action": action}
    if half_day.lagoon is not None:
        answer["lagoon"] = {
            "discard": _sketch(half_day.lagoon.discard),
            "reveal": _sketch(half_day.lagoon.reveal),
        }
    if half_day.sketch is not None:
        answer["sketch"] = _sketch(half_day.sketch)
    return answer


def _sketch(sketch: Sketch) -> list[str]:
    return [TERRAIN_NAMES[terrain] for terrain in sketch]


def _snapshot(snapshot: Snapshot) -> dict[str, Any]:
    """A table as requests have it."""
    answer: dict[str, Any] = {
        "beach": snapshot.beach.value,
        "island": snapshot.island.rows(),
        "players": [_player(player) for player in snapshot.players],
        "variants": {"master_cartographers": snapshot.master_cartographers},
        "rulings": snapshot.rulings._asdict(),
    }
    if snapshot.otoma is not None:
        answer["otoma"] = {"claims": [GRID.names[space] for space in snapshot.otoma]}
    if snapshot.display is not None:
        answer["display"] = [_sketch(sketch) for sketch in snapshot.display]
    if snapshot.deck is not None:
        answer["deck"] = snapshot.deck
    return answer


def _player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "parchment": player.parchment.rows(),
        "meeple": player.meeple and player.meeple.name,
        "claims": [GRID.names[space] for space in player.claims],
        "presumptions": [_presumption(presumption) for presumption in player.presumptions],
    }


def _presumption(presumption: Presumption) -> dict[str, Any]:
    answer: dict[str, Any] = {"card": presumption.card}
    for face in ("terrain", "avoid"):
        if (terrain := getattr(presumption, face)) is not None:
            answer[face] = TERRAIN_NAMES[terrain]
    if presumption.pattern is not None:
        answer["pattern"] = list(presumption.pattern)
    return answer


def _at(document: Any, path: Path) -> Any:
    """What lies at a path of a document; None where it does not lead."""
    for part in path:
        try:
            document = document[part]
        except (LookupError, TypeError):
            return None
    return document
