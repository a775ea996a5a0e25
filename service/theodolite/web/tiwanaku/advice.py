"""The operation `advice`: what a player may discover and predict, and what it brings on average."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct

from theodolite.notation.tiwanaku import TABLE
from theodolite.tiwanaku import advice as rules
from theodolite.tiwanaku.board import BoardName
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.web import fields
from theodolite.web.asked import DESCRIPTIONS, TableField, body
from theodolite.web.responses import Localizer, Reference, description, rulings_weighed
from theodolite.web.schemas import unknown_player
from theodolite.web.tiwanaku.moves import seat_of
from theodolite.web.tiwanaku.responses import (
    Explanation,
    Weighed,
    judge_table,
    localizer,
)
from theodolite.web.tiwanaku.schemas import SnapshotSchema

WORK = 120_000
"""The budget of a search, in units of `Clock`: some seconds of a processor."""


class WeighedDiscovery(Struct, kw_only=True):
    """A space that the player can reach and discover."""

    space: Annotated[str, description("The space.")]
    points: Annotated[float, description("The expected points.")]
    worlds: Annotated[float, description("The expected number of possible worlds left.")]
    certain: Annotated[
        float,
        description("The expected number of spaces of which something else becomes certain."),
    ]
    rule: Annotated[str, description("The rule that gives the points.")]
    reference: Reference
    explanation: Explanation


class WeighedPrediction(Struct, kw_only=True):
    """A prediction that the player may make and that may be right."""

    space: Annotated[str, description("The space.")]
    level: Annotated[int, description("The level predicted, 1 to 5.")]
    chance: Annotated[
        float, description("The share of the possible worlds in which it is right, from 0 to 1.")
    ]
    right: Annotated[
        int,
        description(
            "The points if it is right: the level, and what a new token adds to an offering of all."
        ),
    ]
    wrong: Annotated[
        float | None,
        description("The expected points if it is wrong; null if it cannot be."),
    ]
    value: Annotated[float, description("The expected points.")]
    rule: Annotated[str, description("The rule that gives the points.")]
    reference: Reference
    explanation: Explanation


class PredictedCrop(Struct):
    """A prediction."""

    space: Annotated[str, description("The space.")]
    level: Annotated[int, description("The level predicted, 1 to 5.")]


class PredictionPlan(Struct):
    """The predictions that bring most in one turn."""

    predictions: Annotated[
        list[PredictedCrop], description("In order, if all before are right; empty for none.")
    ]
    chance: Annotated[float, description("The share of the worlds in which all are right.")]
    value: Annotated[float, description("The expected points.")]


class WeighedActions(Struct, kw_only=True):
    """The discoveries and predictions of a player, best first."""

    exact: Annotated[
        bool, description("Whether all worlds were counted; if not, nothing is listed.")
    ]
    worlds: Annotated[int, description("The number of possible worlds; 0 if not counted.")]
    discoveries: Annotated[
        list[WeighedDiscovery],
        description(
            "By expected points; ties by `certain`, by fewer worlds left, in reading order."
        ),
    ]
    predictions: Annotated[
        list[WeighedPrediction],
        description("By expected points; ties by chance, in reading order, and by level."),
    ]
    together: Annotated[
        PredictionPlan | None,
        description("The best predictions of one turn; null if not weighed in time."),
    ]
    rulings: Weighed


ASKED = body(
    "AdviceRequest",
    "A table, and one of its players.",
    {
        "snapshot": TableField(SnapshotSchema(), TABLE, description=DESCRIPTIONS["snapshot"]),
        "player": fields.Name(required=True, description="The name of one of its players."),
    },
    lambda made: unknown_player(made["snapshot"].player_names, made["player"], ("player",)),
)
"""The schema of a request."""


def advice(request: Mapping[str, Any], locale: str) -> WeighedActions:
    """Weigh what a player may discover and predict, by the worlds that are possible now.

    All possible worlds weigh the same. Opponents, later turns and Otoma's moves are not considered.
    """
    snapshot = request["snapshot"]
    seat = seat_of(snapshot, request["player"])
    _, matters = judge_table(snapshot, lambda table: rules.candidates(table, seat))
    short = snapshot.land.board is BoardName.SHORT
    weighed = rulings_weighed(snapshot.rulings, {**matters, "crop_limit": False if short else None})
    try:
        found = rules.advise(snapshot, seat, Clock(work=WORK))
    except TimeIsUp:
        return WeighedActions(
            exact=False, worlds=0, discoveries=[], predictions=[], together=None, rulings=weighed
        )
    texts = localizer(snapshot, locale)
    return WeighedActions(
        exact=True,
        worlds=found.worlds,
        discoveries=_discoveries(found.discoveries, found.worlds, texts),
        predictions=_predictions(found.predictions, texts),
        together=found.together and _plan(found.together, texts.grid.names),
        rulings=weighed,
    )


def _discoveries(
    found: Sequence[rules.Discovery], worlds: int, texts: Localizer
) -> list[WeighedDiscovery]:
    rule, names = "tiwanaku.score.discovery", texts.grid.names
    return [
        WeighedDiscovery(
            space=names[one.space],
            points=one.points,
            worlds=one.worlds,
            certain=one.certain,
            explanation=texts.sentence(
                rule,
                "expected",
                {
                    "space": names[one.space],
                    "points": _tenths(one.points),
                    "left": _tenths(one.worlds),
                    "count": worlds,
                    "certain": _tenths(one.certain),
                },
            ),
            **texts.cite(rule),
        )
        for one in found
    ]


def _predictions(found: Sequence[rules.Forecast], texts: Localizer) -> list[WeighedPrediction]:
    rule, names = "tiwanaku.score.prediction_right", texts.grid.names
    return [
        WeighedPrediction(
            space=names[one.space],
            level=one.level,
            chance=one.chance,
            right=one.right,
            wrong=one.wrong,
            value=one.value,
            explanation=texts.sentence(
                rule,
                "sure" if one.wrong is None else "expected",
                {
                    "space": names[one.space],
                    "level": one.level,
                    "chance": _tenths(100 * one.chance),
                    "right": one.right,
                    "wrong": _tenths(-(one.wrong or 0)),
                    "value": _tenths(one.value),
                },
            ),
            **texts.cite(rule),
        )
        for one in found
    ]


def _plan(found: rules.Plan, names: Sequence[str]) -> PredictionPlan:
    made = [PredictedCrop(names[space], level) for space, level in found.predictions]
    return PredictionPlan(made, found.chance, found.value)


def _tenths(number: float) -> float:
    """A number with at most one decimal; whole ones are integers, to be written without."""
    tenths = round(number, 1)
    return int(tenths) if tenths == int(tenths) else tenths
