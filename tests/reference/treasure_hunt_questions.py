"""On what Treasure Hunt is compared, and what the service and the reference both tell of it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from reference.frame import Question
from reference.treasure_hunt import (
    DICE,
    Json,
    Mover,
    Table,
    Walk,
    can_move,
    legal_ends,
    legal_moves,
    logs_at,
    logs_of_move,
    missions,
    placement_is_legal,
    read,
)
from reference.treasure_hunt_tables import (
    random_placement,
    random_roll,
    random_table,
    random_turn,
)

__all__ = ["QUESTIONS"]


def where_rolls_lead(body: Json) -> Json:
    """The ends of a roll for every piece that may move with it."""
    snapshot, roll = body["snapshot"], body["roll"]
    table = Table(snapshot)
    acting = table.names.index(body["player"])
    movers = [Mover(mate, i) for mate in table.mates(acting) for i in range(2)]
    hand = table.players[acting].get("hand") or []
    if table.ruling("walker_instead", "always") == "always" or "walker" not in hand:
        movers += [Mover(None, i) for i in range(len(table.walkers))]
    positions = []
    for mover in movers:
        walk = Walk(table, mover, acting)
        if DICE[str(walk.terrain)][0] != roll["die"]:
            continue
        ends = [
            {
                "at": at,
                "terrain": terrain,
                "steps": len(path),
                "path": path,
                "stopped_by": why,
                "logs": _logs(table, mover, at, path),
            }
            for at, terrain, path, why in legal_ends(snapshot, mover, acting, roll["pips"])
        ]
        name = f"explorer:{mover.which + 1}"
        if mover.player is None:
            name = f"walker:{snapshot['walkers'][mover.which]['at']}"
        positions.append({"mover": name, **roll, "ends": ends})
    return {"positions": positions, "logs_now": _logs_now(table, acting)}


def _logs(table: Table, mover: Mover, at: str, path: list[str]) -> list[Json]:
    if mover.player is None:
        return []
    found = logs_of_move(table, mover.player, read(at), [read(place) for place in path])
    return [_log(one) for one in found]


def _log(one: tuple[str, str, str, bool, Any]) -> Json:
    return dict(zip(("owner", "route", "at", "must", "legal"), one, strict=True))


def _logs_now(table: Table, acting: int) -> list[Json]:
    if table.ruling("late_logging", "own_turn") == "arrival_only":
        return []
    found = []
    for mate in table.mates(acting):
        for explorer in table.players[mate]["explorers"]:
            at = read(explorer["at"])
            there = logs_of_move(table, mate, at, [])
            found += [_log(one) for one in there if one[3]]
    return found


def comparable_rolls(answer: Json) -> Json:
    """What both tell of where a roll leads."""
    keys = ("mover", "die", "pips", "ends")
    logs = ("owner", "route", "at", "must", "legal")
    return {
        "positions": [{key: one[key] for key in keys} for one in answer["positions"]],
        "logs_now": [{key: one[key] for key in logs} for one in answer["logs_now"]],
    }


def judge_turn(body: Json) -> Json:
    """Whether a roll and a move make a legal turn."""
    snapshot, turn = body["snapshot"], body["turn"]
    table = Table(snapshot)
    player = table.names.index(turn["player"])
    roll, move = turn["actions"]
    mover = Mover(player, int(move["mover"][-1]) - 1)
    path = tuple(read(place) for place in move["path"])
    there = [one for one in legal_moves(table, mover, player, roll["pips"]) if one.path == path]
    if not there:
        return {"legal": False}
    return {
        "legal": not _left_unlogged(table, player, there[0].at, path)
        and _die_may_be_chosen(table, player, roll["die"])
    }


def _left_unlogged(table: Table, player: int, at: Any, path: Any) -> bool:
    """Whether something own could be logged on the way or at the end, and was not."""
    places = {at}
    if table.ruling("logging", "at_end") == "in_passing":
        places |= {*path}
    return any(
        must and legal
        for place in places
        if place != (0, 0)
        for _, _, _, must, legal in logs_at(table, player, place)
    )


def _die_may_be_chosen(table: Table, player: int, die: str) -> bool:
    """Whether somebody can move with the die, or nobody with any other."""
    movers = [Mover(mate, i) for mate in table.mates(player) for i in range(2)]
    dice = [DICE[str(Walk(table, mover, player).terrain)][0] for mover in movers]
    able = [can_move(table, mover, player) for mover in movers]
    chosen = any(can for one, can in zip(dice, able, strict=True) if one == die)
    return chosen or not any(able)


def judge_placement(body: Json) -> Json:
    """Whether a piece may be placed."""
    told = next(one for one in body["snapshot"]["players"] if one["name"] == body["player"])
    free = body["piece"] in told.get("free", [])
    return {"legal": placement_is_legal(body["snapshot"], body["piece"], body["spaces"], free)}


def comparable_verdict(answer: Json) -> Json:
    """What both tell of a turn or a placement."""
    return {"legal": answer["legal"]}


def random_missions(random: Random) -> Json:
    """A table."""
    return {"snapshot": random_table(random)}


def check_missions(body: Json) -> Json:
    """What every player has of the mission."""
    sheets = missions(body["snapshot"])
    names = [player["name"] for player in body["snapshot"]["players"]]
    return {
        "players": [
            {"complete": complete, "won": won, "items": [{"met": one} for one in met]}
            for complete, won, met in sheets
        ],
        "winners": [name for name, sheet in zip(names, sheets, strict=True) if sheet[1]],
    }


def comparable_missions(answer: Json) -> Json:
    """What both tell of missions."""
    return {
        "players": [
            {
                "complete": player["complete"],
                "won": player["won"],
                "items": [{"met": item["met"]} for item in player["items"]],
            }
            for player in answer["players"]
        ],
        "winners": answer["winners"],
    }


QUESTIONS: Mapping[str, Question] = {
    "rolls": Question("legal-actions", random_roll, where_rolls_lead, comparable_rolls),
    "turns": Question("legality-checks", random_turn, judge_turn, comparable_verdict),
    "placements": Question(
        "placement-checks", random_placement, judge_placement, comparable_verdict
    ),
    "missions": Question("mission-checks", random_missions, check_missions, comparable_missions),
}
