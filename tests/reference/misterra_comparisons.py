"""The requests of Maps of Misterra on which service and reference are compared, and how."""

from collections.abc import Mapping
from typing import Any

from reference.frame import Comparison
from reference.misterra import (
    Json,
    cards_possible,
    check_end,
    check_legality,
    judge_record,
    legal_actions,
    rulings_of,
    score,
    update_island,
)
from reference.misterra_tables import (
    random_card_dispute,
    random_end,
    random_legality_check,
    random_otoma_check,
    random_player_request,
    random_record,
    random_table,
    random_update,
)

RULE_OF = {
    "first placement on one beach space": "misterra.move.first_placement",
    "orthogonal steps": "misterra.move.orthogonal",
    "no empty space entered": "misterra.move.onto_tile",
    "further steps only from an entered steppe": "misterra.move.one_step",
    "lagoon under the meeple": "misterra.lagoon.standing",
    "tucked card from the display": "misterra.lagoon.from_display",
    "revealed card from the deck": "misterra.lagoon.deck",
    "a card to take": "misterra.sketch.chosen",
    "sketch from the display": "misterra.sketch.from_display",
    "no mapping from jungle": "misterra.map.jungle",
    "card on two adjacent spaces": "misterra.map.adjacent",
    "half of the card on a seen space": "misterra.map.sight",
    "a marker left": "misterra.claim.marker_left",
    "claim on a confirmed tile": "misterra.claim.confirmed_tile",
    "each claim of another terrain": "misterra.claim.other_terrain",
    "nobody has claimed the region": "misterra.claim.unclaimed_region",
    "island confirmed": "misterra.end.island_confirmed",
    "no sketch cards": "misterra.end.no_sketch_cards",
    "parchment covered": "misterra.end.parchment_covered",
    "Otoma's cards played": "misterra.solo.end",
    "jungles of the start": "misterra.setup.jungle",
    "display refilled": "misterra.turn.refill",
    "turn order": "misterra.turn.order",
    "game over": "misterra.turn.game_over",
    "two half days": "misterra.turn.half_days",
    "Otoma's claiming cards": "misterra.solo.cards",
    "Otoma's largest region": "misterra.solo.claim",
    "three cards for Otoma to discard": "misterra.solo.discard",
    "nobody to play against": "misterra.setup.players",
    "cards of the start": "misterra.setup.cards",
    "tiles laid by cards": "misterra.map.placed",
    "places on the board": "misterra.setup.board",
}
"""The ids of the rules by their names in the reference."""


def _rules(found: list[Any]) -> list[str]:
    """The ids of the rules of remarks."""
    return sorted(RULE_OF[one] if isinstance(one, str) else one["rule"] for one in found)


def _failed(answer: Json) -> list[str]:
    """The rules that failed, by their names or in checks."""
    if "failed" in answer:
        return sorted(RULE_OF[name] for name in answer["failed"])
    return sorted(check["rule"] for check in answer["checks"] if check["status"] == "failed")


def scores_of(body: Json) -> Json:
    """The scores of a table, and whether the game is over as far as the table tells."""
    snapshot = body["snapshot"]
    return {**score(snapshot), "final": judge_record({"snapshot": snapshot, "turns": []})["over"]}


def comparable_scores(answer: Json) -> Json:
    """The comparable part of a score."""
    return {
        "players": [
            {
                **{name: player[name] for name in ("name", "rank", "total", "subtotals")},
                "items": [_line(item) for item in player["items"]],
            }
            for player in answer["players"]
        ],
        **{name: answer[name] for name in _OF_SCORES},
        "remarks": _rules(answer["remarks"]),
        "solo": {
            name: answer.get("solo", {}).get(name) for name in ("otoma_claims", "total", "titles")
        },
    }


_OF_SCORES = ("winners", "decided_by", "final", "island", "removed", "rulings")


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
    """The comparable part of an update of the island."""
    after = {"island": answer["after"]["island"]}
    return {**answer, "changes": _changes(answer["changes"]), "after": after}


def _changes(changes: list[Json]) -> list[Json]:
    """Changes of the island without the words about them."""
    names = ("space", "terrain", "effect", "returned")
    return [{name: change[name] for name in names} for change in changes]


def comparable_verdict(answer: Json) -> Json:
    """The comparable part of a half day."""
    return {
        "legal": answer["legal"],
        "failed": _failed(answer),
        "changes": _changes(answer["changes"]),
        "after": answer["after"] and _spelled_out(answer["after"]),
        "remarks": _rules(answer["remarks"]),
        "rulings": sorted(answer["rulings"], key=lambda ruling: str(ruling["name"])),
        "actions": [
            _changes([action["done"]]) if isinstance(action["done"], dict) else action
            for action in answer.get("actions", ())
        ],
        "claim": answer.get("claim"),
    }


def _spelled_out(snapshot: Json) -> Json:
    """A snapshot with its defaults, and its cards whichever way round they lie and in any order."""
    player: Json = {"meeple": None, "claims": [], "presumptions": []}
    display = snapshot.get("display")
    cards = {} if display is None else {"display": sorted(sorted(card or []) for card in display)}
    otoma = {"otoma": {"claims": []} | snapshot["otoma"]} if "otoma" in snapshot else {}
    return {
        "variants": {"master_cartographers": False},
        **snapshot,
        **cards,
        **otoma,
        "players": [player | given for given in snapshot["players"]],
        "rulings": rulings_of(snapshot),
    }


def comparable_actions(answer: Json) -> Json:
    """The comparable part of what a player can do."""
    names = ("meeple", "sees", "may_map")
    return {
        "moves": sorted(
            (
                *(position[name] for name in names),
                len(position["move"]["path"]),
                sorted(map(sorted, position["placements"])),
                position["claim"]["legal"],
                _failed(position["claim"]),
            )
            for position in answer["moves"]
        ),
        "failed": _failed(answer),
        "remarks": _rules(answer["remarks"]),
        "rulings": answer["rulings"],
    }


def comparable_end(answer: Json) -> Json:
    """The comparable part of the end of the game."""
    conditions = answer["conditions"]
    if isinstance(conditions, dict):
        conditions = [{"rule": RULE_OF[name], "met": met} for name, met in conditions.items()]
    met = sorted((condition["rule"], str(condition["met"])) for condition in conditions)
    remarks = _rules(answer["remarks"])
    names = ("triggered", "over")
    return {**{name: answer[name] for name in names}, "conditions": met, "remarks": remarks}


def comparable_replay(answer: Json) -> Json:
    """The comparable part of a record."""
    failed, ends = answer.get("failed"), answer.get("ends")
    if failed is None:
        turns = answer["turns"]
        failed = []
        ends = [turn["end"]["triggered"] for turn in turns if turn["end"] and turn["legal"]]
        if answer["legal"] is False:
            failed = [rule for one in (turns[-1], *turns[-1]["moves"]) for rule in _failed(one)]
    else:
        failed = [RULE_OF[name] for name in failed]
    names = ("legal", "stopped_at", "over")
    return {
        **{name: answer[name] for name in names},
        "failed": sorted(failed),
        "ends": ends,
        "after": _spelled_out(answer["after"]),
        "remarks": _rules(answer["remarks"]),
    }


def comparable_dispute(answer: Json) -> Json:
    """The comparable part of a dispute."""
    return {"possible": answer["possible"]}


COMPARISONS: Mapping[str, Comparison] = {
    "scores": Comparison(
        "scores",
        lambda rng: {"snapshot": random_table(rng)},
        scores_of,
        comparable_scores,
    ),
    "updates": Comparison("updates", random_update, update_island, comparable_update),
    "half days": Comparison(
        "legality-checks", random_legality_check, check_legality, comparable_verdict
    ),
    "legal actions": Comparison(
        "legal-actions", random_player_request, legal_actions, comparable_actions, share=0.2
    ),
    "ends": Comparison("end-checks", random_end, check_end, comparable_end, share=0.5),
    "half days of Otoma": Comparison(
        "legality-checks", random_otoma_check, check_legality, comparable_verdict, share=0.5
    ),
    "records": Comparison(
        "replays",
        lambda rng: {"record": random_record(rng)},
        lambda body: judge_record(body["record"]),
        comparable_replay,
        share=0.3,
    ),
    "disputes about cards": Comparison(
        "disputes", random_card_dispute, cards_possible, comparable_dispute, share=0.05
    ),
}
