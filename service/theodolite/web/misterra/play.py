"""The questions about the play of Maps of Misterra: legality, ends, Otoma, records, disputes."""

from collections.abc import Sequence
from typing import Any

from theodolite.misterra import disputes as settling
from theodolite.misterra import ending, mapping, otoma, turn
from theodolite.misterra import replays as replaying
from theodolite.misterra.board import GRID, TERRAIN_NAMES
from theodolite.misterra.otoma import OtomaHalfDay
from theodolite.misterra.snapshot import Player, Presumption, Sketch, Snapshot
from theodolite.misterra.turn import HalfDay
from theodolite.rulings import judged
from theodolite.verdict import Path, legal
from theodolite.web.answers import Condition, Difference, Voice, used
from theodolite.web.misterra.bodies import RULEBOOK
from theodolite.web.misterra.play_answers import (
    Account,
    Claim,
    End,
    JudgedReplay,
    LegalActions,
    Legality,
    OtomaClaim,
    OtomaOutcome,
    PlayedOtomaAction,
    PlayedOtomaTurn,
    Position,
    SettledDispute,
    Stop,
    TurnVerdict,
    Verdict,
)
from theodolite.web.misterra.play_bodies import Dispute, PlayerQuestion
from theodolite.web.misterra.scores import change_answer, scores
from theodolite.web.problems import Problem

__all__ = [
    "disputes",
    "end_checks",
    "legal_actions",
    "legality_checks",
    "otoma_turns",
    "replays",
]


def legality_checks(asked: PlayerQuestion, language: str) -> Legality:
    """Judge one half day.

    Answers with every rule that bears on it, passed, failed or not checked, and if none failed with
    what changed and the table after it. An exchange that is not told was not made; of a card that
    is not told it is known that one of the display is gone.
    """
    snapshot, player, half_day = asked
    judgement, matters = judged(
        lambda rulings: turn.judge(snapshot.under(rulings), player, half_day),
        snapshot.rulings,
        turn.rulings_used(half_day),
        turn.told,
    )
    verdict = _verdict(judgement, _voice(language))
    return Legality(
        verdict.legal,
        verdict.checks,
        verdict.changes,
        verdict.after,
        used(snapshot.rulings, matters),
    )


def legal_actions(asked: PlayerQuestion, language: str) -> LegalActions:
    """List what a player can do in a half day.

    For every place where the meeple can end its move: a shortest path, what it sees, where a card
    can be laid, and whether it may claim.
    """
    snapshot, player, _ = asked
    positions, matters = judged(
        lambda rulings: turn.legal_actions(snapshot.under(rulings), player),
        snapshot.rulings,
        turn.ACTIONS_RULINGS,
    )
    voice = _voice(language)
    return LegalActions(
        [
            Position(
                position.meeple.name,
                [place.name for place in position.path],
                voice.names(position.sees),
                position.may_map,
                [[GRID.names[pair.first], GRID.names[pair.second]] for pair in position.placements],
                Claim(legal(position.claim), voice.checks(position.claim)),
            )
            for position in positions
        ],
        used(snapshot.rulings, matters),
    )


def end_checks(asked: PlayerQuestion, language: str) -> End:
    """Check whether the end of the game is triggered by a player who has finished a whole turn.

    The round is then finished, so that everyone has had as many turns. A solo game is looked at
    after Otoma's turn.
    """
    return _end(ending.conditions(asked.snapshot, asked.player), _voice(language))


def otoma_turns(asked: dict[str, Any], language: str) -> PlayedOtomaTurn:
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
        raise Problem("invalid-snapshot", faults=played.faults)
    return PlayedOtomaTurn(
        _otoma(half_days, played.half_days, _voice(language)),
        _snapshot(played.after),
        used(snapshot.rulings, matters),
    )


def replays(asked: dict[str, Any], language: str) -> JudgedReplay:
    """Judge a record of turns from a table on.

    Stops at the first illegal half day and says why. With `scores` true, a record with which the
    game is over is scored. In a solo game Otoma's turns are given as `otoma_half_days`.
    """
    snapshot, turns = asked["snapshot"], asked["turns"]
    replayed, matters = judged(
        lambda rulings: replaying.replay(snapshot.under(rulings), turns),
        snapshot.rulings,
        replaying.RULINGS,
        replaying.told,
    )
    if replayed.faults:
        raise Problem("invalid-snapshot", faults=replayed.faults)
    names = replaying.seats(snapshot)
    stop = replayed.stopped_at
    voice = _voice(language)
    return JudgedReplay(
        legal=stop is None,
        turns=[
            TurnVerdict(
                names[record.seat],
                verdict.legal,
                voice.checks(verdict.checks),
                [_verdict(half_day, voice) for half_day in verdict.half_days],
                _otoma(record.otoma, verdict.otoma, voice),
                _end(verdict.conditions, voice) if verdict.conditions else None,
            )
            for record, verdict in zip(turns, replayed.turns, strict=False)
        ],
        stopped_at=None if stop is None else Stop(stop.turn, stop.half_day),
        after=_snapshot(replayed.after),
        finished=replayed.finished,
        scores=(
            scores(replayed.after, language) if asked.get("scores") and replayed.finished else None
        ),
        rulings=used(snapshot.rulings, matters),
    )


def disputes(asked: Dispute, language: str) -> SettledDispute:
    """Settle whether a player's half day or whole turn can have led from one table to another.

    Answers with every legal account of it, the shortest first and 20 at most, or with what no legal
    play explains.
    """
    finding, matters = judged(
        lambda rulings: settling.settle(
            *settling.under(rulings, asked.before, asked.after), asked.player
        ),
        asked.before.rulings,
        settling.RULINGS,
    )
    before, after = _snapshot(asked.before), _snapshot(asked.after)
    voice = _voice(language)
    return SettledDispute(
        possible=bool(finding.accounts),
        accounts=[
            Account([_half_day(half_day) for half_day in account]) for account in finding.accounts
        ],
        more=finding.more,
        differences=[
            Difference(
                "".join(f"/{part}" for part in difference.path),
                _at(before, difference.path),
                _at(after, difference.path),
                voice.say(difference.rule, difference.says, difference.values),
            )
            for difference in finding.differences
        ],
        rulings=used(asked.before.rulings, matters),
    )


def _voice(language: str) -> Voice:
    return Voice(RULEBOOK, GRID, language)


def _verdict(verdict: turn.Verdict, voice: Voice) -> Verdict:
    return Verdict(
        verdict.legal,
        voice.checks(verdict.checks),
        [change_answer(change, voice) for change in verdict.changes],
        None if verdict.after is None else _snapshot(verdict.after),
    )


def _end(conditions: Sequence[ending.Condition], voice: Voice) -> End:
    return End(
        ending.triggered(conditions),
        [
            Condition(
                met=met,
                explanation=voice.say(rule, says, values),
                spaces=voice.names(spaces),
                **voice.cite(rule),
            )
            for rule, met, says, values, spaces in conditions
        ],
    )


def _otoma(
    half_days: Sequence[OtomaHalfDay], outcomes: Sequence[otoma.OtomaOutcome], voice: Voice
) -> list[OtomaOutcome]:
    return [
        OtomaOutcome(
            [
                PlayedOtomaAction(
                    GRID.names[action.space],
                    change_answer(done, voice) if isinstance(done, mapping.Change) else done,
                )
                for action, done in zip(half_day.actions, outcome.actions, strict=True)
            ],
            outcome.claim
            and OtomaClaim(
                GRID.names[outcome.claim.space],
                TERRAIN_NAMES[outcome.claim.terrain],
                voice.names(outcome.claim.spaces),
                [GRID.names[space] for space in outcome.claim.tied_with],
            ),
            voice.checks(outcome.checks),
        )
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
        answer["display"] = [sketch and _sketch(sketch) for sketch in snapshot.display]
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
