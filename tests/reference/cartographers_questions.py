"""On what Cartographers is compared, and what the service and the reference both tell of it."""

from collections.abc import Mapping

from reference.cartographers import (
    Json,
    check_legality,
    end_season,
    legal_actions,
    place_ambush,
    replay,
    score,
    settle,
    update_map,
    value_actions,
)
from reference.cartographers_tables import (
    random_ambush,
    random_dispute,
    random_legal_actions,
    random_legality_check,
    random_record,
    random_season_end,
    random_snapshot,
    random_update,
    random_valued_actions,
)
from reference.frame import Question

__all__ = ["QUESTIONS"]


def comparable_scores(answer: Json) -> Json:
    """What both tell of a score."""
    solo = answer.get("solo")
    return {
        "players": [
            {
                **{name: player[name] for name in ("name", "rank", "total", "monster_loss")},
                "seasons": [_season(season) for season in player["seasons"]],
            }
            for player in answer["players"]
        ],
        **{name: answer[name] for name in ("complete", "winners", "decided_by", "missing")},
        "solo": solo and {name: solo[name] for name in ("numbers", "rating", "title")},
        "matter": _matter(answer),
    }


def _season(season: Json) -> Json:
    told = {name: season[name] for name in ("season", "recorded", "total")}
    if season["recorded"]:
        return {**told, "adds_up": season["adds_up"]}
    if "items" not in season:
        points = [*season["decrees"], season["coins"], season["monsters"]]
        return {**told, "points": points, "sums": True}
    items = season["items"]
    sums = [sum(part["points"] for part in item["parts"]) for item in items[:2]]
    points = [item["points"] for item in items]
    return {**told, "points": points, "sums": sums == points[:2]}


def _matter(answer: Json) -> list[str]:
    """The rulings of which another value would change the answer."""
    rulings = answer["rulings"]
    if isinstance(rulings, dict):
        return sorted(name for name, matters in rulings.items() if matters)
    return sorted(ruling["name"] for ruling in rulings if ruling["could_matter"])


def comparable_verdict(answer: Json) -> Json:
    """What both tell of a draw; only of a legal one which shape it is."""
    told = {"legal": answer["legal"], "matter": _matter(answer), "after": _players(answer["after"])}
    if answer["legal"]:
        told |= {name: answer[name] for name in ("shape", "fallback")}
    return told


def _players(after: Json | list[Json] | None) -> list[Json] | None:
    players = after["players"] if isinstance(after, dict) else after
    return players and [_sheet(player) for player in players]


def _sheet(player: Json) -> Json:
    return {
        "drawn": player["drawn"],
        "stars": sorted(player.get("stars") or []),
        "coins": player["coins"],
    }


def comparable_actions(answer: Json) -> Json:
    """What both tell of legal actions; of more than there is room for, their number."""
    placements = [
        {
            "spaces": sorted(one["spaces"]),
            "stars": sorted(one.get("stars") or []),
            "terrains": sorted(one["terrains"]),
            "destroys": sorted(one.get("destroys") or []),
            "shape": one["shape"],
            "coin": one["coin"],
        }
        for one in answer["placements"]
    ]
    placements.sort(key=lambda one: (one["spaces"], one["stars"]))
    told = {name: answer[name] for name in ("fallback", "total")}
    return told if answer["total"] > MOST else {**told, "placements": placements}


def comparable_values(answer: Json) -> Json:
    """What both tell of the worth of placements."""
    placements = [
        {
            "spaces": sorted(one["spaces"]),
            "stars": sorted(one.get("stars") or []),
            "values": sorted(_value(value) for value in one["values"]),
        }
        for one in answer["placements"]
    ]
    return {"placements": sorted(placements, key=lambda one: (one["spaces"], one["stars"]))}


def _value(value: Json | tuple[str, int]) -> tuple[str, int]:
    return (value["terrain"], value["change"]) if isinstance(value, dict) else value


MOST = 1000
"""The most placements that one answer tells."""


def comparable_update(answer: Json) -> Json:
    """What both tell of an update."""
    return {**_sheet(answer), "matter": _matter(answer)}


def comparable_ambush(answer: Json) -> Json:
    """What both tell of a solo ambush."""
    return {
        **{name: answer[name] for name in ("at", "ring", "tried", "discarded")},
        "placements": sorted(sorted(spaces) for spaces in answer["placements"]),
        "matter": _matter(answer),
    }


def comparable_end(answer: Json) -> Json:
    """What both tell of the end of a season."""
    after = answer["after"]
    return {
        **{name: answer[name] for name in ("over", "time", "threshold")},
        "waiting": [{**waiting, "may": sorted(waiting["may"])} for waiting in answer["waiting"]],
        "after": after
        and {
            "season": after["season"],
            "players": [
                {**_sheet(player), "seasons": [_box(box) for box in player["seasons"]]}
                for player in after["players"]
            ],
        },
        "matter": _matter(answer),
    }


def comparable_replay(answer: Json) -> Json:
    """What both tell of a record: where it stops, the table then, the last score."""
    after, scores = answer["after"], answer["scores"]
    return {
        "stopped_at": answer["stopped_at"],
        "season": after["season"],
        "players": [
            {**_sheet(player), "seasons": [_box(box) for box in player["seasons"]]}
            for player in after["players"]
        ],
        "scores": scores and comparable_scores({**scores, "rulings": []}),
    }


def comparable_dispute(answer: Json) -> Json:
    """What both tell of a dispute."""
    return {"possible": answer["possible"]}


def _box(box: Json) -> Json:
    return {name: box.get(name) for name in ("season", "decrees", "coins", "monsters", "written")}


QUESTIONS: Mapping[str, Question] = {
    "scores": Question("scores", random_snapshot, score, comparable_scores),
    "draws": Question("legality-checks", random_legality_check, check_legality, comparable_verdict),
    "legal actions": Question(
        "legal-actions", random_legal_actions, legal_actions, comparable_actions
    ),
    "worth of actions": Question(
        "legal-actions", random_valued_actions, value_actions, comparable_values, share=0.1
    ),
    "map updates": Question("map-updates", random_update, update_map, comparable_update),
    "ends of seasons": Question("season-ends", random_season_end, end_season, comparable_end),
    "records": Question("replays", random_record, replay, comparable_replay, share=0.02),
    "disputes": Question("disputes", random_dispute, settle, comparable_dispute, share=0.1),
    "solo ambushes": Question("ambush-placements", random_ambush, place_ambush, comparable_ambush),
}
