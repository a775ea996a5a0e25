"""Random requests about Maps of Misterra for the properties that all games share."""

from collections.abc import Iterator
from random import Random
from typing import Any

from properties.frame import Adapter, Judged, Request, Service
from reference.misterra import SPACES, check_legality
from reference.misterra_tables import (
    chance,
    random_card,
    random_dispute,
    random_end,
    random_half_day,
    random_legality_check,
    random_otoma_check,
    random_player,
    random_table,
    random_update,
)
from spoilt.frame import put_letter

Json = dict[str, Any]

EMPTY = ["....."] * 5
QUIET: Json = {"space": "A1", "do": "confirm", "otherwise": "jungle"}


def empty_table(random: Random, *, solo: bool | None = None) -> Json:
    """A table with empty boards, sometimes with cards."""
    table = random_table(random, solo=solo)
    table["island"] = EMPTY
    for player in table["players"]:
        player |= {"parchment": EMPTY, "claims": [], "meeple": None}
    if "otoma" in table:
        table["otoma"] = {"claims": []}
    if "display" in table:
        table["display"] = [random_card(random) for _ in range(5)]
    return table


def of_empty_island(random: Random) -> Json:
    """A half day on an empty island."""
    table = empty_table(random)
    name = random_player(random, table)
    return {
        "snapshot": table,
        "player": name,
        "move": random_half_day(random, table, name),
    }


def legal_half_day(random: Random, table: Json, name: str) -> Json | None:
    """A random half day that is legal by the reference; None if none is found."""
    for _ in range(30):
        half_day = random_half_day(random, table, name)
        body = {"snapshot": table, "player": name, "move": half_day}
        if check_legality(body)["legal"]:
            return half_day
    return None


def of_play(random: Random) -> Json:
    """A half day later in a record that was played."""
    record = record_of(random, random.randint(1, 3), spoilt=False)
    table = played(record)
    name = random_player(random, table)
    half_day = random_half_day(random, table, name)
    return {"snapshot": table, "player": name, "move": half_day}


def played(record: Json) -> Json:
    """The table that a record of players alone leads to, without the cards then revealed."""
    table: Json = record["snapshot"]
    for turn in record["turns"]:
        for half_day in turn["moves"] if turn["player"] != "Otoma" else ():
            body = {"snapshot": table, "player": turn["player"], "move": half_day}
            table = check_legality(body)["after"] or table
    return {**table, "display": [random_card(Random(0)) for _ in range(5)]}


def record_of(random: Random, turns: int, *, spoilt: bool, start: Json | None = None) -> Json:
    """A record of legal half days; or with one of its turns changed."""
    if start is None:
        start = empty_table(random) if chance(random, 0.5) else random_table(random)
    start = {**start, "display": [random_card(random) for _ in range(5)], "deck": 90}
    table: Json = start
    record: list[Json] = []
    names = [player["name"] for player in start["players"]]
    unplaced = [p["name"] for p in start["players"] if p.get("meeple") is None]
    seat = names.index(unplaced[0]) if unplaced else random.randrange(len(names))
    for _ in range(turns):
        name = names[seat % len(names)]
        turn: Json = {"player": name, "moves": []}
        for _ in range(2):
            half_day = legal_half_day(random, table, name)
            if half_day is None or "sketch" not in half_day:
                half_day = {"sketch": random.choice(table["display"])}
                half_day |= {"action": {"type": "discard"}}
            turn["moves"].append(half_day)
            body = {"snapshot": table, "player": name, "move": half_day}
            table = check_legality(body)["after"] or table
        if "otoma" not in start:
            room = 5 - len(table["display"])
            turn["revealed"] = [random_card(random) for _ in range(room)]
            table = {
                **table,
                "display": [*table["display"], *turn["revealed"]],
                "deck": table["deck"] - room,
            }
        record.append(turn)
        if "otoma" in start:
            quiet = {"actions": [QUIET, {**QUIET, "space": "E5"}]}
            record.append(
                {
                    "player": "Otoma",
                    "moves": [quiet, quiet],
                    "revealed": [random_card(random), random_card(random)],
                }
            )
            break
        seat += 1
    if spoilt and record:
        spoil(random, record)
    return {"snapshot": start, "turns": record}


def spoil(random: Random, turns: list[Json]) -> None:
    """Change a turn of a record so that it may no longer be legal."""
    turn = random.choice(turns)
    half_days = turn["moves"]
    match random.randrange(6):
        case 0:
            half_days.pop()
        case 1:
            half_days.append(half_days[0])
        case 2:
            turn.pop("revealed", None)
        case 3:
            turn["revealed"] = [random_card(random) for _ in range(random.randint(0, 5))]
        case 4:
            turns.append(turn)
        case 5 if turn["player"] != "Otoma":
            half_days[0] = {**half_days[0], "path": random.sample(SPACES, 2)}


def random_record(random: Random) -> Json:
    """The body of a replay of a record that was played, or of one that was spoilt."""
    return {"record": record_of(random, random.randint(1, 4), spoilt=chance(random, 0.4))}


def of_empty_record(random: Random) -> Json:
    """The same from the start of a game."""
    return {"record": record_of(random, 3, spoilt=False, start=empty_table(random))}


def asks(snapshot: Json) -> Iterator[Request]:
    """A request to every operation about a table."""
    name = snapshot["players"][0]["name"]
    body = {"snapshot": snapshot, "player": name}
    yield Request("scores", {"snapshot": snapshot})
    yield Request("legality-checks", {**body, "move": {}})
    yield Request("updates", {**body, "move": {}})
    yield Request("legal-actions", body)
    yield Request("end-checks", body)
    yield Request("replays", {"record": {"snapshot": snapshot, "turns": []}})
    yield Request("disputes", {"before": snapshot, "after": snapshot, "player": name})
    yield Request("pictures", {"snapshot": snapshot})
    if snapshot.get("otoma") is not None:
        quiet = {"actions": [QUIET, {**QUIET, "space": "E5"}]}
        yield Request("legality-checks", {**body, "player": "Otoma", "move": quiet})


def disputed(request: Request, answer: Json) -> Request | None:
    """The dispute of a player's half day that is legal."""
    if answer["after"] is None or request.body["player"] == "Otoma":
        return None
    body = request.body
    before, after = body["snapshot"], answer["after"]
    return Request("disputes", {"before": before, "after": after, "player": body["player"]})


def alone(body: Json, answer: Json, service: Service) -> Iterator[Judged]:
    """The half days of a record, each on the table on which it was played, and its turns."""
    record = body["record"]
    table = record["snapshot"]
    for i, verdict in enumerate(answer["turns"]):
        turn = record["turns"][i]
        now = table
        moves = turn["moves"] if turn["player"] != "Otoma" else ()
        for half_day, judged in zip(moves, verdict["moves"], strict=False):
            body = {"snapshot": now, "player": turn["player"], "move": half_day}
            request = Request("legality-checks", body)
            checks = [(check["rule"], check["status"]) for check in judged["checks"]]
            yield Judged(request, checks, judged["after"])
            now = judged["after"] or now
        prefix = {**record, "turns": record["turns"][: i + 1]}
        table = service.ask(Request("replays", {"record": prefix})).document["after"]


def does(body: Json, action: str) -> bool:
    """Whether a half day maps, or claims."""
    return bool(body["move"].get("action", {}).get("type") == action)


def jump(random: Random, body: Json) -> None:
    """The first of several steps is left out."""
    path = body["move"].get("path", [])
    if len(path) > 1:
        body["move"]["path"] = path[1:]


def off_the_beach(random: Random, body: Json) -> None:
    """The meeple goes on to a space that no beach has."""
    body["move"]["path"] = [*body["move"].get("path", ()), "beach:C3"]


def other_display(random: Random, body: Json) -> None:
    """The card taken is not in the display."""
    sketch = body["move"].get("sketch")
    other = ["steppe", "steppe"] if sketch == ["jungle", "jungle"] else ["jungle", "jungle"]
    if sketch and body["snapshot"].get("display"):
        display = body["snapshot"]["display"]
        body["snapshot"]["display"] = [other for _ in display]


def far_apart(random: Random, body: Json) -> None:
    """One half of the card lies in a corner far from the other."""
    if does(body, "map"):
        one = body["move"]["action"]["spaces"][0]
        body["move"]["action"]["spaces"][1] = "E5" if one < "C4" else "A1"


def standing(body: Json, letter: str | None) -> None:
    """Another tile lies under the meeple; None for the same, hazy side up."""
    (me,) = [one for one in body["snapshot"]["players"] if one["name"] == body["player"]]
    at = [me["meeple"], *body["move"].get("path", ())][-1]
    if at in SPACES:
        row, column = int(at[1]) - 1, "ABCDE".index(at[0])
        island = [*body["snapshot"]["island"]]
        put_letter(island, row, column, letter or island[row][column].lower())
        body["snapshot"]["island"] = island


def from_jungle(random: Random, body: Json) -> None:
    """A card is laid from a jungle."""
    if does(body, "map") and "lagoon" not in body["move"]:
        standing(body, "J")


def on_a_hazy_tile(random: Random, body: Json) -> None:
    """A claim is made on a hazy tile."""
    if does(body, "claim"):
        standing(body, None)


ADAPTER = Adapter(
    game="misterra",
    draws={
        "legality-checks": [
            of_empty_island,
            of_play,
            random_legality_check,
            lambda random: {
                **random_otoma_check(random),
                "snapshot": empty_table(random, solo=True),
            },
            random_otoma_check,
        ],
        "replays": [of_empty_record, random_record, random_record],
        "legal-actions": [
            lambda random: {
                "snapshot": (table := empty_table(random)),
                "player": table["players"][0]["name"],
            },
            random_end,
        ],
        "scores": [
            lambda random: {"snapshot": empty_table(random)},
            lambda random: {"snapshot": random_table(random)},
        ],
        "end-checks": [random_end],
        "updates": [random_update],
        "disputes": [random_dispute],
    },
    asks=asks,
    turns=["legality-checks"],
    disputed=disputed,
    alone=alone,
    judged={
        "legality-checks": ["move"],
        "replays": ["record"],
    },
    # A record tells more of turns than the table before a half day.
    only_in_records=[f"misterra.turn.{rule}" for rule in ("order", "half_days", "game_over")],
    # Otoma's card prints what is mapped if there is nothing to confirm.
    facts=["otherwise", "player", "snapshot"],
    slips={
        "move.orthogonal": [jump],
        "setup.board": [off_the_beach],
        "sketch.from_display": [other_display],
        "map.adjacent": [far_apart],
        "map.jungle": [from_jungle],
        "claim.confirmed_tile": [on_a_hazy_tile],
    },
)
