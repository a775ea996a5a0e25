"""On what Maps of Misterra is compared, and what the service and the reference both tell of it."""

from collections.abc import Mapping

from reference.frame import Question
from reference.misterra import Json, check_legality, rulings_of, score, update_island
from reference.misterra_tables import random_legality_check, random_table, random_update

__all__ = ["QUESTIONS"]


def comparable_scores(answer: Json) -> Json:
    """What both tell of a score, in the form in which it can be compared."""
    return {
        "players": [
            {
                **{name: player[name] for name in ("name", "rank", "total", "subtotals")},
                "items": [_line(item) for item in player["items"]],
            }
            for player in answer["players"]
        ],
        **{
            name: answer[name] for name in ("winners", "decided_by", "island", "removed", "rulings")
        },
        "solo": {
            name: answer.get("solo", {}).get(name) for name in ("otoma_claims", "total", "titles")
        },
    }


def _line(item: Json) -> Json:
    names = ("category", "card", "claim", "terrain", "disputed_with", "line", "points")
    line = {name: item[name] for name in names if name in item}
    if item["points"] or item["category"] == "claims":
        line["spaces"] = item["spaces"]
    if "parts" in item:
        line["parts"] = sorted(
            (part["points"], part["spaces"]) for part in item["parts"] if part["points"]
        )
    return line


def comparable_update(answer: Json) -> Json:
    """What both tell of an update of the island."""
    return {**answer, "changes": _changes(answer["changes"])}


def _changes(changes: list[Json]) -> list[Json]:
    """Changes of the island without the words about them."""
    names = ("space", "terrain", "effect", "returned")
    return [{name: change[name] for name in names} for change in changes]


def comparable_verdict(answer: Json) -> Json:
    """What both tell of a half day."""
    return {
        "legal": answer["legal"],
        "changes": _changes(answer["changes"]),
        "after": answer["after"] and _spelled_out(answer["after"]),
        "rulings": answer["rulings"],
    }


def _spelled_out(snapshot: Json) -> Json:
    """A snapshot with its defaults."""
    player: Json = {"meeple": None, "claims": [], "presumptions": []}
    return {
        "variants": {"master_cartographers": False},
        **snapshot,
        "players": [player | given for given in snapshot["players"]],
        "rulings": rulings_of(snapshot),
    }


QUESTIONS: Mapping[str, Question] = {
    "scores": Question("scores", random_table, score, comparable_scores),
    "island updates": Question("island-updates", random_update, update_island, comparable_update),
    "half days": Question(
        "legality-checks", random_legality_check, check_legality, comparable_verdict
    ),
}
