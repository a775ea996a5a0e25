"""Treasure Hunt as the properties meet it: random tables, turns and records of the reference."""

from collections.abc import Iterator
from random import Random
from typing import Any

from properties.frame import Adapter, Judged, Request, Service
from reference.treasure_hunt_comparisons import random_missions, random_update
from reference.treasure_hunt_plays import (
    random_actions,
    random_dispute,
    random_play,
    random_position,
    random_record,
)
from reference.treasure_hunt_tables import random_placement, random_roll, random_turn
from reference.treasure_hunt_turns import completed, handed_on
from reference.treasure_hunt_ways import random_way

Json = dict[str, Any]


def empty_position(random: Random) -> Json:
    """A table at its start: no pieces on the board, everybody at home, no coordinates."""
    table = random_position(random)
    table |= {"trees": [], "walkers": [], "broken_bridges": [], "creep_throughs": []}
    if random.random() < 0.5:
        table["board"] = {"rows": ["F" * 30] * 30, "bridges": []}
    table["rulings"].pop("home_place", None)
    for player in table["players"]:
        north, east = int(player["home"][1:3]), int(player["home"][5:7])
        at: Json = {"at": player["home"]}
        if table["board"]["rows"][north - 1][east - 1] == "?":
            at["terrain"] = "path"
        player["explorers"] = [{**at} for _ in player["explorers"]]
        player["routes"] = {name: {"cards": []} for name in player["routes"]}
        player |= {"coordinates": 0, "treasures": [], "boats": 0, "shoes": 0}
    return table


def of_empty_table(random: Random) -> Json:
    """A turn at the start of a game."""
    table = empty_position(random)
    player = random.choice(table["players"])["name"]
    actions = random_actions(random, table, player)
    return {"snapshot": table, "player": player, "move": {"actions": actions}}


def over_the_edge(random: Random) -> Json:
    """A turn with a space that is not on the board."""
    body = random_play(random)
    path = [random.choice(["N31/E05", "N05/E00", "N99/E99"])]
    actions = body["move"]["actions"]
    actions.insert(
        random.randint(0, len(actions)), {"do": "move", "mover": "explorer:1", "path": path}
    )
    return body


def asks(snapshot: Json) -> Iterator[Request]:
    """Every question about a table but the slow `disputes`, which legal turns are asked anyway."""
    me = snapshot["players"][0]
    about = {"snapshot": snapshot, "player": me["name"]}
    yield Request("legality-checks", {**about, "move": {}})
    yield Request("updates", {**about, "move": {"actions": []}})
    yield Request("legal-actions", {**about, "given": {"roll": {"die": "blue", "pips": 1}}})
    yield Request("scores", {"snapshot": snapshot})
    yield Request("end-checks", about)
    yield Request("replays", {"record": {"snapshot": snapshot, "turns": []}})
    yield Request("pictures", {"snapshot": snapshot})


def disputed(request: Request, answer: Json) -> Request | None:
    """The dispute of a legal turn."""
    if answer["after"] is None:
        return None
    before, player = request.body["snapshot"], request.body["player"]
    return Request("disputes", {"before": before, "after": answer["after"], "player": player})


def alone(body: Json, answer: Json, service: Service) -> Iterator[Judged]:
    """The turns of a record, each on the table on which it was played."""
    table, last = body["record"]["snapshot"], None
    names = [player["name"] for player in table["players"]]
    turns = body["record"]["turns"]
    for turn, verdict in zip(turns, answer["turns"], strict=False):
        checks = [(check["rule"], check["status"]) for check in verdict["checks"]]
        if last is not None and ("treasure_hunt.turn.order", "failed") not in checks:
            # The seats between are passed over, where walkers rest no longer.
            between = [name for name in names if name != turn["player"]]
            table, _ = handed_on(completed(table), last, between)
        if turn is not turns[-1] and ("treasure_hunt.turn.must", "failed") in checks:
            # Alone it could go on.
            return
        last = turn["player"]
        request = Request("legality-checks", {"snapshot": table, **turn})
        yield Judged(request, checks, verdict["after"])
        table = verdict["after"] or table


def stays(body: Json, ruling: str) -> bool:
    """Whether no explorer is at home, or the ruling says nothing of where that is."""
    body = body.get("record", body)
    tables = [body[key] for key in ("snapshot", "before", "after") if key in body]
    return ruling != "home_place" or not any(
        one["at"] in ("home", player["home"])
        for table in tables or [body]
        for player in table["players"]
        for one in player["explorers"]
    )


def _first(body: Json, do: str) -> Json:
    """The first action of a kind; one that is not in the move if there is none."""
    return next((one for one in body["move"]["actions"] if one["do"] == do), {})


def lost_shoe(random: Random, body: Json) -> None:
    """The player has lost a shoe."""
    if _first(body, "move"):
        (me,) = [one for one in body["snapshot"]["players"] if one["name"] == body["player"]]
        me["shoes"] = 1


def not_rolled(random: Random, body: Json) -> None:
    """A piece is moved without a roll."""
    if _first(body, "move"):
        actions = [one for one in body["move"]["actions"] if one["do"] != "roll"]
        body["move"]["actions"] = actions


def other_die(random: Random, body: Json) -> None:
    """Another die is rolled."""
    roll = _first(body, "roll")
    if roll:
        roll |= {"die": "blue", "pips": 1} if roll["die"] != "blue" else {"die": "green", "pips": 4}


def card_not_held(random: Random, body: Json) -> None:
    """The hand has no card at all."""
    if _first(body, "play"):
        (me,) = [one for one in body["snapshot"]["players"] if one["name"] == body["player"]]
        me["hand"] = [] if me.get("hand") else me.get("hand")


def step_left_out(random: Random, body: Json) -> None:
    """A step within a move is left out."""
    path = _first(body, "move").get("path", [])
    if len(path) > 2:
        path.pop(1)


def needless_shovel(random: Random, body: Json) -> None:
    """A shovel is named where nothing is buried."""
    log = _first(body, "log")
    if log and not log.get("shovel"):
        log["shovel"] = True


def tree_apart(random: Random, body: Json) -> None:
    """The two spaces of a tree lie apart."""
    for one in body["move"]["actions"]:
        if len(one.get("spaces", ())) == 2:
            one["spaces"][1] = "N15/E15"


ADAPTER = Adapter(
    game="treasure_hunt",
    draws={
        "legality-checks": [
            of_empty_table,
            random_play,
            random_turn,
            random_placement,
            over_the_edge,
        ],
        "replays": [random_record],
        "updates": [random_update],
        "legal-actions": [random_roll],
        "scores": [random_missions],
        "end-checks": [random_missions],
        "disputes": [random_dispute],
        "routes": [random_way],
    },
    asks=asks,
    turns=["legality-checks"],
    disputed=disputed,
    alone=alone,
    only_in_records=["treasure_hunt.turn.order"],
    judged={
        "legality-checks": ["move"],
        "replays": ["record"],
    },
    facts=["player", "snapshot", "treasure"],
    stays=stays,
    slips={
        "turn.shoe": [lost_shoe],
        "turn.one": [not_rolled, other_die],
        "card.hand": [card_not_held],
        "move.orthogonal": [step_left_out],
        "log.shovel": [needless_shovel],
        "tree.place": [tree_apart],
    },
)
