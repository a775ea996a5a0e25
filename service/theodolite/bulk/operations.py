"""The operations of `theodolite bulk`, a line for each of a game."""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from theodolite.bulk import cartographers, misterra
from theodolite.bulk.frame import SCORED, BulkOperation, Scorer

MANY = 1 << 20
"""The most rows of a piece that is scored by columns: some seconds."""
SOME = 1 << 10
"""The most rows of a piece whose rows are judged as requests: some seconds to a minute."""
FEW = 1 << 5
"""The most rows of a piece of reviews, of which each may take ten seconds."""

_TEXT, _COUNT, _FLAG = pa.string(), pa.int64(), pa.bool_()
_FAILED = pa.list_(pa.struct({"rule": _TEXT, "explanation": _TEXT}))


def _scores(scorer: Scorer | None = None) -> BulkOperation:
    """The scores of tables; a player's subtotals stand beside their total."""

    def row(answer: Mapping[str, Any]) -> Mapping[str, Any]:
        players = [
            {**player, **(scorer.subtotals_of(player) if scorer else {})}
            for player in answer["players"]
        ]
        return {**answer, "players": players}

    points = dict.fromkeys(("rank", *(scorer.subtotals if scorer else ()), "total"), pa.int16())
    kinds = (pa.list_(pa.struct({"name": _TEXT, **points})), pa.list_(_TEXT), _TEXT)
    columns = pa.schema(dict(zip(SCORED, kinds, strict=True)))
    return BulkOperation(columns, MANY if scorer else SOME, scorer, row)


def _replays(stopped_at: pa.DataType, **columns: pa.DataType) -> BulkOperation:
    """The legality of records; `failed` has every check that failed."""
    kinds = {"legal": _FLAG, "stopped_at": stopped_at, "failed": _FAILED, **columns}
    return BulkOperation(
        pa.schema(kinds), SOME, row=lambda answer: {**answer, "failed": [*_failed(answer)]}
    )


def _reviews(stopped_at: pa.DataType) -> BulkOperation:
    """The reviews of records."""
    value = {"value": pa.float64(), "cost": pa.float64()}
    turn = {"pointer": _TEXT, "player": _TEXT, **value, "explanation": _TEXT}
    columns = {
        "replay": pa.struct({"legal": _FLAG, "stopped_at": stopped_at}),
        "turns": pa.list_(pa.struct(turn)),
        "moments": pa.list_(_COUNT),
        "reviewed": _COUNT,
        "truncated": _FLAG,
    }
    return BulkOperation(pa.schema(columns), FEW)


def _failed(answer: Any) -> Iterator[Mapping[str, Any]]:
    """The failed checks within an answer."""
    if isinstance(answer, dict):
        if answer.get("status") == "failed":
            yield answer
        answer = [*answer.values()]
    if isinstance(answer, list):
        for part in answer:
            yield from _failed(part)


_RANKING = pa.struct(
    {
        "players": pa.list_(pa.struct({"name": _TEXT, "rank": _COUNT, "total": _COUNT})),
        "winners": pa.list_(_TEXT),
        "decided_by": _TEXT,
    }
)
_SCORED_AFTER = pa.struct({"players": pa.list_(pa.struct({"name": _TEXT, "score": _COUNT}))})
_DEMAND = pa.struct({"demand": _TEXT, "met": _FLAG, "explanation": _TEXT})
_MISSION = pa.struct({"name": _TEXT, "complete": _FLAG, "won": _FLAG, "items": pa.list_(_DEMAND)})

_HALF_DAY = pa.struct({"turn": _COUNT, "half_day": _COUNT})
_DRAW = pa.struct({"season": _TEXT, "turn": _COUNT, "player": _TEXT})
_ACTION = pa.struct({"turn": _COUNT, "action": _COUNT})

OPERATIONS: Mapping[str, Mapping[str, BulkOperation]] = {
    "misterra": {
        "scores": _scores(misterra.SCORER),
        "replays": _replays(_HALF_DAY, finished=_FLAG, scores=_RANKING),
        "reviews": _reviews(_HALF_DAY),
    },
    "cartographers": {
        "scores": _scores(cartographers.SCORER),
        "replays": _replays(_DRAW, scores=_RANKING),
        "reviews": _reviews(_DRAW),
    },
    "tiwanaku": {
        "scores": _scores(),
        "replays": _replays(_COUNT, after=_SCORED_AFTER),
        "reviews": _reviews(_COUNT),
    },
    "treasure_hunt": {
        "mission_checks": BulkOperation(
            pa.schema({"players": pa.list_(_MISSION), "winners": pa.list_(_TEXT)}), SOME
        ),
        "replays": _replays(_ACTION, won=_TEXT),
        "reviews": _reviews(_ACTION),
    },
}
"""By game and operation."""
