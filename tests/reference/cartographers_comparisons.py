"""The operations on which the service and the reference of Cartographers are compared."""

from collections.abc import Iterable, Mapping

from reference.cartographers import Json, score
from reference.cartographers_play import (
    Change,
    check_legality,
    end_season,
    legal_actions,
    replay,
    resolve,
    update_map,
)
from reference.cartographers_refusals import (
    random_refused,
    random_refused_end,
    refuse,
    refuse_end,
)
from reference.cartographers_tables import (
    random_ambush,
    random_check,
    random_dispute,
    random_legal_actions,
    random_record,
    random_scoring,
    random_season_end,
    random_update,
    random_valued_actions,
)
from reference.frame import Comparison


def comparable_scores(answer: Json) -> Json:
    """The compared part of a score: every line and part with its spaces."""
    solo = answer.get("solo")
    return {
        "players": [
            {
                **{name: player[name] for name in ("name", "rank", "total", "monster_loss")},
                "seasons": [_season(season) for season in player["seasons"]],
            }
            for player in answer["players"]
        ],
        **{name: answer[name] for name in ("final", "winners", "decided_by", "missing")},
        "solo": solo and {name: solo[name] for name in ("numbers", "rating", "title")},
        "remarks": sorted(
            one[:2] if isinstance(one, list) else [one["player"], one["rule"]]
            for one in answer["remarks"]
        ),
        "rulings": _rulings(answer),
    }


def _season(season: Json) -> Json:
    chosen_fields = {name: season[name] for name in ("season", "recorded", "total")}
    if season["recorded"]:
        return {**chosen_fields, "adds_up": season["adds_up"]}
    return {**chosen_fields, "items": [_line(item) for item in season["items"]]}


def _line(item: Json) -> Json:
    """A line of a score sheet or a part of one; parts in no order."""
    chosen_fields = {name: item.get(name) for name in ("rule", "decree", "card", "line", "points")}
    parts = [_line(part) for part in item.get("parts", ())]
    parts.sort(key=lambda part: (part["spaces"], part["line"] or ""))
    return {**chosen_fields, "spaces": sorted(item["spaces"]), "parts": parts}


def _rulings(answer: Json) -> Json:
    """The rulings that bear on an answer, and whether another value would change it."""
    rulings = answer["rulings"]
    if isinstance(rulings, dict):
        return rulings
    return {ruling["name"]: ruling["could_matter"] for ruling in rulings}


def comparable_verdict(answer: Json) -> Json:
    """The compared part of a draw; only of a legal one the shape."""
    return {
        **_verdict(answer),
        "after": _players(answer["after"]),
        "came": _came(answer) if answer["legal"] else [],
        "rulings": _rulings(answer),
    }


def _came(answer: Json) -> list[str]:
    """The ambushes that have come after a draw."""
    came = answer["came"] if "came" in answer else answer["after"]["ambushes"]
    return [card if isinstance(card, str) else card["card"] for card in came]


def _verdict(answer: Json) -> Json:
    chosen_fields: Json = {name: answer[name] for name in ("legal", "player") if name in answer}
    if answer["legal"]:
        chosen_fields |= {name: answer[name] for name in ("shape", "fallback")}
    return {**chosen_fields, "checks": _checks(answer), "changes": _changes(answer["changes"])}


def _checks(answer: Json) -> Json:
    """The status of every check, each of which comes once."""
    checks = answer["checks"]
    if isinstance(checks, dict):
        return dict(sorted(checks.items()))
    chosen_fields = {check["rule"]: check["status"] for check in checks}
    assert len(chosen_fields) == len(checks)
    return dict(sorted(chosen_fields.items()))


def _changes(changes: Iterable[Json | Change]) -> list[tuple[str, str, int]]:
    chosen_fields = (change if isinstance(change, dict) else change._asdict() for change in changes)
    return sorted((one["space"] or "", one["effect"], one["coins"]) for one in chosen_fields)


def _players(after: Json | list[Json] | None) -> list[Json] | None:
    players = after["players"] if isinstance(after, dict) else after
    return players and [_sheet(player) for player in players]


def _sheet(player: Json) -> Json:
    return {
        "drawn": player["drawn"],
        "stars": sorted(player.get("stars") or []),
        "coins": player.get("coins", 0),
        "dragon_paid": player.get("dragon_paid", False),
    }


MOST = 1000
"""The greatest number of placements in an answer."""


def comparable_actions(answer: Json) -> Json:
    """The compared part of legal actions; of more than the limit, their number."""
    chosen_fields = {
        **{name: answer[name] for name in ("fallback", "total")},
        "rulings": _rulings(answer),
    }
    if answer["total"] > MOST:
        return chosen_fields
    placements = [_placement(one) for one in answer["moves"]]
    placements.sort(key=lambda one: (one["spaces"], one["stars"]))
    return {**chosen_fields, "moves": placements}


def _placement(one: Json) -> Json:
    return {
        **{name: one[name] for name in ("shape", "coin")},
        **{name: sorted(one[name]) for name in ("spaces", "stars")},
        "destroys": one.get("destroys") and sorted(one["destroys"]),
        "terrains": sorted(one["terrains"]),
        "values": sorted(map(_value, one["values"])),
    }


def _value(value: Json) -> tuple[str, int, list[tuple[str, int]], str]:
    items = [item if isinstance(item, tuple) else _gain(item) for item in value["items"]]
    return value["terrain"], value["change"], items, value.get("destroys") or ""


def _gain(item: Json) -> tuple[str, int]:
    return item.get("decree") or item["category"], item["change"]


def comparable_values(answer: Json) -> Json:
    """The compared part of the values of placements, the best first."""
    best = [max([value["change"] for value in one["values"]], default=0) for one in answer["moves"]]
    return {**comparable_actions(answer), "best": sorted(best, reverse=True)}


def comparable_update(answer: Json) -> Json:
    """The compared part of an update."""
    return {
        "after": _players(answer["after"]),
        "changes": _changes(answer["changes"]),
        "rulings": _rulings(answer),
    }


def comparable_ambush(answer: Json) -> Json:
    """The compared part of a solo ambush."""
    return {
        **comparable_actions(answer),
        **{name: answer[name] for name in ("at", "ring", "tried", "discarded")},
    }


def comparable_end(answer: Json) -> Json:
    """The compared part of the end of a season."""
    return {
        **{name: answer[name] for name in ("triggered", "over", "time", "threshold")},
        "waiting": [{**waiting, "may": sorted(waiting["may"])} for waiting in answer["waiting"]],
        "effects": _effects(answer),
        "checks": _in_order(answer),
        "after": answer["after"] and _table(answer["after"]),
        "rulings": _rulings(answer),
    }


def _effects(answer: Json) -> list[Json]:
    return [{**effect, "changes": _changes(effect["changes"])} for effect in answer["effects"]]


def _in_order(answer: Json) -> list[list[str]]:
    """The checks of a season's end, of which one rule may be asked of every player."""
    checks = answer["checks"]
    return sorted(
        [check["rule"], check["status"]] if isinstance(check, dict) else [*check]
        for check in (checks.items() if isinstance(checks, dict) else checks)
    )


def _table(after: Json) -> Json:
    came = after.get("ambushes") or []
    return {
        "season": after["season"],
        "ambushes": [card if isinstance(card, str) else card["card"] for card in came],
        "players": [
            {**_sheet(player), "seasons": [_box(box) for box in player["seasons"]]}
            for player in after["players"]
        ],
    }


def _box(box: Json) -> Json:
    return {name: box.get(name) for name in ("season", "decrees", "coins", "monsters", "written")}


def comparable_replay(answer: Json) -> Json:
    """The compared part of a record: every verdict, score and effect, and the table in the end."""
    return {
        "stopped_at": answer["stopped_at"],
        "turns": [
            {
                "season": turn["season"],
                "checks": _checks(turn),
                "card": turn["card"],
                "moves": [_verdict(draw) for draw in turn["moves"]],
            }
            if "card" in turn
            else {
                "season": turn["season"],
                "checks": _in_order(turn),
                "scores": _scores_then(turn.get("scores")),
                "effects": _effects(turn) if turn.get("effects") else [],
            }
            for turn in answer["turns"]
        ],
        "after": _table(answer["after"]),
        "scores": _scores_then(answer["scores"]),
        "rulings": _rulings(answer),
    }


def _scores_then(scores: Json | None) -> Json | None:
    return scores and comparable_scores({**scores, "rulings": {}})


def comparable_dispute(answer: Json) -> Json:
    """The compared part of a dispute: every account, if they are not too many to list."""
    chosen_fields = {name: answer[name] for name in ("possible", "more")}
    if answer["more"]:
        return chosen_fields
    accounts = [
        [_step(step) for step in (account["moves"] if isinstance(account, dict) else account)]
        for account in answer["accounts"]
    ]
    return {**chosen_fields, "accounts": sorted(accounts, key=str)}


def _step(step: Json | None) -> Json | None:
    if step is None or "choices" in step:
        return step
    return {**step, "spaces": sorted(step["spaces"]), "stars": sorted(step.get("stars") or [])}


def comparable_refusal(answer: Json) -> Json:
    """The compared part of a refusal: the pointer and the code of each fault."""
    faults = [
        (fault["pointer"], fault["code"]) if isinstance(fault, dict) else fault
        for fault in answer.get("errors", ())
    ]
    return {"errors": sorted(faults)}


COMPARISONS: Mapping[str, Comparison] = {
    "scores": Comparison("scores", random_scoring, score, comparable_scores, share=2),
    "refusals": Comparison("scores", random_refused, refuse, comparable_refusal, share=0.5),
    "seasons refused": Comparison(
        "end-checks", random_refused_end, refuse_end, comparable_refusal, share=0.5
    ),
    "draws": Comparison(
        "legality-checks", random_check, check_legality, comparable_verdict, share=1.5
    ),
    "legal actions": Comparison(
        "legal-actions", random_legal_actions, legal_actions, comparable_actions, share=0.5
    ),
    "worth of actions": Comparison(
        "legal-actions", random_valued_actions, legal_actions, comparable_values, share=0.05
    ),
    "updates": Comparison("updates", random_update, update_map, comparable_update),
    "ends of seasons": Comparison(
        "end-checks", random_season_end, end_season, comparable_end, share=1.5
    ),
    "records": Comparison("replays", random_record, replay, comparable_replay, share=0.02),
    "disputes": Comparison("disputes", random_dispute, resolve, comparable_dispute, share=0.1),
    "solo ambushes": Comparison("legal-actions", random_ambush, legal_actions, comparable_ambush),
}
"""The shares make of 8,000 tables about 100,000 maps and drawings, whose judging costs alike."""
