"""Reviews of records: each turn against the discoveries and predictions that were possible.

The value of a turn is its `expected_points`, by the worlds that were possible before it. The
options are what `advice` weighs: each space that the player could discover and each prediction by
itself, and doing neither. The last offerings are left out: to offer every token is always best.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from theodolite import reviews as frame
from theodolite.reviews import DECIMALS, Decision, Option, Review, Weighed
from theodolite.tiwanaku.actions import (
    Divine,
    Explore,
    FinalOffering,
    FinalPrediction,
    Prediction,
    Turn,
)
from theodolite.tiwanaku.advice import Chances, expected_points
from theodolite.tiwanaku.board import Level
from theodolite.tiwanaku.legal_actions import legal_actions
from theodolite.tiwanaku.odds import Odds
from theodolite.tiwanaku.replays import Record, Replay
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.verdict import Path, Word


class Scoring(NamedTuple):
    """The parts of a turn that can score.

    Attributes:
        discovers: The name of the space discovered, if any.
        predicts: The predictions in order.
        offers: The levels of the tokens offered.
    """

    discovers: str | None
    predicts: Sequence[tuple[str, Level | None]]
    offers: Sequence[Level]


def review(records: Sequence[Record], replayed: Replay) -> Review:
    """Weigh the legal turns of a record, the last one first: later boards have fewer worlds.

    Turns that the time does not suffice for have no value.

    Args:
        records: The turns.
        replayed: The record as `replays.replay` judged it.
    """
    played = [
        (table, record, ("turns", i))
        for i, (table, record) in enumerate(zip(replayed.tables[:-1], records, strict=False))
        if not record.left and not isinstance(record.turn.action, FinalOffering)
    ]
    chances = Chances(replayed.after)
    decisions: list[Decision] = [partial(weigh, *one, chances) for one in played]
    late, truncated = frame.review(reversed(decisions))
    early = [_without_value("TOO_EARLY", *one) for one in played[: len(played) - len(late)]]
    return Review([*early, *reversed(late)], truncated)


def weigh(
    table: Snapshot, record: Record, path: Path = (), chances: Chances | None = None
) -> Weighed:
    """Weigh a legal turn.

    Args:
        table: The table before it.
        record: The turn and its player.
        path: The way to it in the request.
        chances: The odds of this game's boards, to share them between calls.
    """
    chances = chances or Chances(table)
    odds = chances.of(table.land)
    if odds is None:
        return _without_value("NO_WORLD", table, record, path)
    done, *others = [
        Option(turn, round(expected_points(table, record.seat, turn, chances), DECIMALS))
        for turn in (record.turn, *_alternatives(table, record, odds))
    ]
    best = max((done, *others), key=lambda option: option.value)
    best = best._replace(action=_scoring(table, best.action))
    says = _sentence(table, record, done.value, best)
    return Weighed(path, record.seat, says, done.value, best)


def _alternatives(table: Snapshot, record: Record, odds: Odds) -> Iterator[Turn]:
    """The discoveries, the single predictions, and a turn with neither, as far as possible."""
    actions = legal_actions(table, record.seat)
    moves = actions.moves
    if actions.moves_by_arrow is not None:
        # The tile spent decides, and is the same for every option.
        spend = record.turn.spend
        tops = dict(table.players[record.seat].tops or ())
        arrow = spend and (spend.arrow or tops.get(spend.terrain))
        moves = actions.moves_by_arrow[arrow] if arrow else ()
    for end in sorted({move.end for move in moves}):
        if table.land.empty >> end & 1:
            yield Turn(Explore(None, (end,)))
    if not actions.must_divine_all or len(actions.divinable) == 1:
        for space in actions.divinable:
            for level in odds.crops(space):
                one = Prediction(space, level)
                yield Turn(Divine((one,)) if table.final is None else FinalPrediction(one))
    if moves or actions.recalls or actions.may_pass:
        yield Turn()


def _scoring(table: Snapshot, turn: Turn) -> Scoring:
    names = table.land.grid.names
    space: str | None = None
    made: Sequence[Prediction] = ()
    match turn.action:
        case Explore(path=path) if table.land.empty >> path[-1] & 1:
            space = names[path[-1]]
        case Divine(predictions=predictions):
            made = predictions
        case FinalPrediction(prediction=one):
            made = [one]
    return Scoring(space, [(names[at], says) for at, says, _ in made], turn.offering)


def _without_value(why: str, table: Snapshot, record: Record, path: Path) -> Weighed:
    done = _clause("DONE", table, record, _scoring(table, record.turn))
    return Weighed(path, record.seat, Word("reviews", why, {"done": done}))


def _sentence(table: Snapshot, record: Record, value: float, best: Option) -> Word:
    changed = "GAINED" if value > 0 else "LOST" if value < 0 else "KEPT"
    done = _clause("DONE", table, record, _scoring(table, record.turn))
    result = Word("reviews", changed, {"done": done, "points": abs(value)})
    if best.value <= value:
        return Word("reviews", "BEST", {"result": result})
    instead = _clause("INSTEAD", table, record, best.action)
    values = {"result": result, "instead": instead, "points": best.value - value}
    return Word("reviews", "BETTER", values)


def _clause(mood: str, table: Snapshot, record: Record, scoring: Scoring) -> Word:
    """The clause that says what a player did, or could have done instead."""
    space, predicts, offers = scoring
    values = {
        "player": table.players[record.seat].name,
        "space": space,
        "crops": [Word("reviews", "CROP", {"space": at, "level": says}) for at, says in predicts],
    }
    kind = "PREDICTION" if predicts else "NOTHING" if space is None else "DISCOVERY"
    clause = Word("reviews", f"{mood}_{kind}", values)
    if not offers:
        return clause
    return Word("reviews", "OFFERED", {"done": clause, "count": len(offers)})
