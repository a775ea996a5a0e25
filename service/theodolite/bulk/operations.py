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
_STOP = pa.struct({"turn": _COUNT, "move": _COUNT, "player": _TEXT})
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


def _replays(**columns: pa.DataType) -> BulkOperation:
    """The legality of records; `failed` has every check that failed."""
    kinds = {"legal": _FLAG, "stopped_at": _STOP, "failed": _FAILED, **columns}
    return BulkOperation(
        pa.schema(kinds), SOME, row=lambda answer: {**answer, "failed": [*_failed(answer)]}
    )


def _reviews() -> BulkOperation:
    """The reviews of records."""
    value = {"value": pa.float64(), "cost": pa.float64()}
    turn = {"pointer": _TEXT, "player": _TEXT, **value, "explanation": _TEXT}
    columns = {
        "legal": _FLAG,
        "stopped_at": _STOP,
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
_ITEM = pa.struct({"category": _TEXT, "points": _COUNT, "explanation": _TEXT})
_MISSION = pa.struct(
    {
        "name": _TEXT,
        **dict.fromkeys(("rank", "total", "possible"), _COUNT),
        **dict.fromkeys(("complete", "won"), _FLAG),
        "items": pa.list_(_ITEM),
    }
)

OPERATIONS: Mapping[str, Mapping[str, BulkOperation]] = {
    "misterra": {
        "scores": _scores(misterra.SCORER),
        "replays": _replays(over=_FLAG, scores=_RANKING),
        "reviews": _reviews(),
    },
    "cartographers": {
        "scores": _scores(cartographers.SCORER),
        "replays": _replays(scores=_RANKING),
        "reviews": _reviews(),
    },
    "tiwanaku": {
        "scores": _scores(),
        "replays": _replays(after=_SCORED_AFTER),
        "reviews": _reviews(),
    },
    "treasure_hunt": {
        "scores": BulkOperation(
            pa.schema({"players": pa.list_(_MISSION), "winners": pa.list_(_TEXT)}), SOME
        ),
        "replays": _replays(won=_TEXT),
        "reviews": _reviews(),
    },
}
"""By game and operation."""
