"""The operations of Treasure Hunt that are compared, and the parts that both sides state."""

from collections.abc import Mapping
from random import Random
from typing import Any

from reference.frame import Comparison
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
    placement_breaks,
    read,
)
from reference.treasure_hunt_plays import (
    random_dispute,
    random_play,
    random_played_turn,
    random_record,
    resolve,
)
from reference.treasure_hunt_rulings import comparable_rulings, weighed
from reference.treasure_hunt_tables import (
    random_placement,
    random_roll,
    random_table,
    random_turn,
)
from reference.treasure_hunt_turns import Referee, completed, judge, replay, winners_of
from reference.treasure_hunt_ways import divided_way, nearest_way, random_joint_way, random_way


def where_rolls_lead(body: Json) -> Json:
    """The ends of a roll for every piece that may move with it."""
    snapshot, roll = body["snapshot"], body["given"]["roll"]
    if body["player"] in winners_of(snapshot):
        return {"moves": [], "logs_now": []}
    table = Table(snapshot)
    acting = table.names.index(body["player"])
    movers = [Mover(mate, i) for mate in table.mates(acting) for i in range(2)]
    hand = table.players[acting].get("hand") or []
    if table.ruling("walker_instead", "always") == "always" or "walker" not in hand:
        movers += [Mover(None, i) for i in range(len(table.walkers))]
    moves: list[Json] = []
    for mover in movers:
        walk = Walk(table, mover, acting)
        if DICE[str(walk.terrain)][0] != roll["die"]:
            continue
        name = f"explorer:{mover.which + 1}"
        if mover.player is None:
            name = f"walker:{snapshot['walkers'][mover.which]['at']}"
        moves += [
            {
                "mover": name,
                **roll,
                "at": at,
                "terrain": terrain,
                "steps": len(path),
                "path": path,
                "stopped_by": why,
                "logs": _logs(table, mover, at, path),
            }
            for at, terrain, path, why in legal_ends(snapshot, mover, acting, roll["pips"])
        ]
    return {"moves": moves, "logs_now": _logs_now(table, acting)}


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
    """The parts of the ends of a roll that service and reference state."""
    new = ("move", "of")
    logs = ("owner", "route", "at", "must", "legal")
    return {
        "moves": [{key: one[key] for key in one if key not in new} for one in answer["moves"]],
        "logs_now": [{key: one[key] for key in logs} for one in answer["logs_now"]],
    }


def weigh_rolls(body: Json) -> Json:
    """The rulings of which another value changes where a roll leads or what can be logged."""
    return weighed(where_rolls_lead, body)


def judge_turn(body: Json) -> Json:
    """Whether a roll and a move make a legal turn."""
    table = Table(body["snapshot"])
    player = table.names.index(body["player"])
    roll, move = body["move"]["actions"]
    mover = Mover(player, int(move["mover"][-1]) - 1)
    path = tuple(read(place) for place in move["path"])
    there = [one for one in legal_moves(table, mover, player, roll["pips"]) if one.path == path]
    if not there or _has_won(body):
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
    (action,) = body["move"]["actions"]
    piece = str(action.get("piece", action.get("card"))).replace("fallen_", "")
    broken = placement_breaks(body["snapshot"], piece, action["spaces"], action["do"] == "place")
    broken |= {"turn.order"} if _has_won(body) else set()
    return {"legal": not broken, "broken": sorted(broken)}


def comparable_verdict(answer: Json) -> Json:
    """The parts of a turn that service and reference state."""
    return {"legal": answer["legal"]}


def comparable_placement(answer: Json) -> Json:
    """The parts of a placement that service and reference state."""
    if "checks" not in answer:
        return answer
    failed = [one["rule"] for one in answer["checks"] if one["status"] == "failed"]
    return {"legal": answer["legal"], "broken": sorted(rule.partition(".")[2] for rule in failed)}


def play_turn(body: Json) -> Json:
    """The first rules that a turn breaks, the rules not checked, and the table after it."""
    verdict = judge(body["snapshot"], body)
    if _has_won(body) and verdict.at is None:
        # A fault of the turn as a whole comes after those of its actions.
        broken = sorted({*verdict.broken, "turn.order"})
        verdict = verdict._replace(broken=broken, unknown=[], after=None)
    return {
        "legal": verdict.legal,
        "broken": verdict.broken,
        "at": verdict.at,
        "unknown": verdict.unknown,
        "after": verdict.after and comparable_table(verdict.after),
        "changed": True,
    }


def _has_won(body: Json) -> bool:
    """Whether the player has won before the turn, and so takes none (`end.win`)."""
    before: Json = body["before"] if "before" in body else body["snapshot"]
    return body["player"] in winners_of(before)


def comparable_play(answer: Json) -> Json:
    """The parts of a whole turn that service and reference state."""
    if "checks" not in answer:
        return answer
    broken: dict[int | None, set[str]] = {}
    unknown = []
    for check in answer["checks"]:
        rule = check["rule"].partition(".")[2]
        if check["status"] == "failed":
            broken.setdefault(check["action"], set()).add(rule)
        elif check["status"] == "not_checked":
            unknown.append(rule)
    at = min(broken, key=lambda action: 999 if action is None else action) if broken else None
    return {
        "legal": answer["legal"],
        "broken": sorted(broken.get(at, [])),
        "at": at,
        "unknown": [] if broken else sorted(unknown),
        "after": answer["after"] and comparable_table(answer["after"]),
        "changed": all(_is_made(change, answer) for change in _last_changes(answer)),
    }


def _last_changes(answer: Json) -> list[Json]:
    """The last change of each place; nothing of a turn that leads to no table."""
    if answer["after"] is None:
        return []
    return [*{change["pointer"]: change for change in answer["changes"]}.values()]


def _is_made(change: Json, answer: Json) -> bool:
    """Whether the table after a turn holds what a change says; lists may have changed since."""
    found: Any = answer["after"]
    for part in change["pointer"].split("/")[1:]:
        if isinstance(found, list) and int(part) >= len(found):
            return True
        found = found[int(part)] if isinstance(found, list) else found.get(part)
    return bool(found == change["after"]) or change["pointer"].startswith("/walkers")


def comparable_table(table: Json) -> Json:
    """A table with all that is there by default, and without order where there is none."""
    table = completed(table)
    creeps = [one if isinstance(one, dict) else {"at": one} for one in table["creep_throughs"]]
    for player in table["players"]:
        player["hand"] = player["hand"] and sorted(player["hand"])
        player["free"] = sorted(player["free"])
    return {
        "players": table["players"],
        "trees": sorted(sorted(tree) for tree in table["trees"]),
        "walkers": sorted(table["walkers"], key=lambda walker: walker["at"]),
        "broken_bridges": sorted(table["broken_bridges"]),
        "creep_throughs": sorted((one["at"], one.get("by")) for one in creeps),
    }


CARRIED_OUT = {
    *("boat", "card.info", "card.two", "log.end", "log.next", "log.walker", "move.closed"),
    *("move.count", "move.foreign", "move.orthogonal", "move.reversal", "move.terrain", "shoe"),
    *("turn.end", "turn.must", "turn.one", "turn.shoe", "variant.teams"),
}
"""The rules that are judged only: a turn that breaks them can be carried out all the same."""


def random_update(random: Random) -> Json:
    """A table, and a turn on it, legal or not, of which the law says what it makes of the table."""
    while True:
        body = random_play(random)
        referee = Referee(body["snapshot"], body)
        referee.go()
        if {rule for rules in referee.broken.values() for rule in rules} <= CARRIED_OUT:
            return body


def carry_out(body: Json) -> Json:
    """The table after a turn."""
    referee = Referee(body["snapshot"], body)
    referee.go()
    return {"carried_out": comparable_table(referee.table)}


def comparable_update(answer: Json) -> Json:
    """The parts of a turn carried out that service and reference state."""
    if "carried_out" in answer:
        return answer
    return {"carried_out": comparable_table(answer["after"]) if "after" in answer else answer}


def judge_record(body: Json) -> Json:
    """Where a record stops, who wins first, and the table then."""
    judged = replay(body["record"]["snapshot"], body["record"]["turns"])
    return {**judged, "after": comparable_table(judged["after"])}


def comparable_record(answer: Json) -> Json:
    """The parts of a record that service and reference state."""
    if "judged" in answer:
        return answer
    return {
        **{key: answer[key] for key in ("legal", "stopped_at", "won")},
        "judged": len(answer["turns"]),
        "after": comparable_table(answer["after"]),
    }


def random_missions(random: Random) -> Json:
    """A table."""
    return {"snapshot": random_table(random)}


def check_missions(body: Json) -> Json:
    """The demands on each player, and those that are met."""
    sheets = missions(body["snapshot"])
    names = [player["name"] for player in body["snapshot"]["players"]]
    return {
        "players": [
            {
                "complete": sheet.complete,
                "won": sheet.won,
                "items": [{"met": one} for one in sheet.met],
                "coordinates": sheet.coordinates,
            }
            for sheet in sheets
        ],
        "winners": [name for name, sheet in zip(names, sheets, strict=True) if sheet.won],
    }


def weigh_missions(body: Json) -> Json:
    """The rulings of which another value changes what is met or how many coordinates count."""
    return weighed(lambda asked: missions(asked["snapshot"]), body)


def comparable_missions(answer: Json) -> Json:
    """The parts of missions that service and reference state."""
    return {
        "players": [
            {
                "complete": player["complete"],
                "won": player["won"],
                "items": [{"met": item["met"]} for item in player["items"]],
                "coordinates": player.get("coordinates", _counted(player["items"])),
            }
            for player in answer["players"]
        ],
        "winners": answer["winners"],
    }


def _counted(items: list[Json]) -> int | None:
    return next((item["have"] for item in items if "have" in item), None)


def judge_dispute(body: Json) -> Json:
    """Whether a plain turn explains the later table."""
    possible = resolve(body["before"], body["after"], body["player"])
    return {"possible": possible and not _has_won(body)}


def comparable_dispute(answer: Json) -> Json:
    """The parts of a dispute that service and reference state."""
    return {"possible": answer["possible"]}


def explain_turn(body: Json) -> Json:
    """A table that a legal turn led to is never denied; a winner takes none."""
    return {"denied": _has_won(body)}


def comparable_account(answer: Json) -> Json:
    """Whether it is denied that a turn led to a table."""
    if "denied" in answer:
        return answer
    return {"denied": not (answer["possible"] or answer["more"])}


def comparable_way(answer: Json) -> Json:
    """The parts of a way that service and reference state: turns, and each roll's best end."""
    if "status" in answer:
        return answer
    first = [
        one if isinstance(one, tuple) else (one["pips"], one["expected_after"])
        for one in answer["first"]
    ]
    turns = answer["expected_turns"]
    return {
        "expected_turns": None if turns is None else round(turns, 4),
        "fewest_turns": answer["fewest_turns"],
        "first": [(pips, round(after, 4)) for pips, after in first],
    }


COMPARISONS: Mapping[str, Comparison] = {
    "rolls": Comparison("legal-actions", random_roll, where_rolls_lead, comparable_rolls),
    "rolls, otherwise": Comparison(
        "legal-actions", random_roll, weigh_rolls, comparable_rulings, share=0.01
    ),
    "turns": Comparison("legality-checks", random_turn, judge_turn, comparable_verdict, share=0.2),
    "plays": Comparison("legality-checks", random_play, play_turn, comparable_play),
    "updates": Comparison("updates", random_update, carry_out, comparable_update, share=0.2),
    "records": Comparison("replays", random_record, judge_record, comparable_record, share=0.1),
    "placements": Comparison(
        "legality-checks", random_placement, judge_placement, comparable_placement
    ),
    "disputes": Comparison(
        "disputes", random_dispute, judge_dispute, comparable_dispute, share=0.02
    ),
    "disputes of turns played": Comparison(
        "disputes", random_played_turn, explain_turn, comparable_account, share=0.1
    ),
    "ways": Comparison("routes", random_way, nearest_way, comparable_way, share=0.01),
    "joint ways": Comparison("routes", random_joint_way, divided_way, comparable_way, share=0.01),
    "missions": Comparison("scores", random_missions, check_missions, comparable_missions),
    "missions, otherwise": Comparison(
        "scores", random_missions, weigh_missions, comparable_rulings, share=0.1
    ),
}
