"""The adapter of Cartographers for the properties: random tables and records."""

from collections.abc import Iterator
from random import Random
from typing import Any

from properties.frame import Adapter, Judged, Request, Service
from reference.cartographers import CARDS_OF, SEASONS, card_of, is_solo, rulings_of
from reference.cartographers_play import draw_in_turn, drawn_on
from reference.cartographers_tables import (
    random_ambush,
    random_dispute,
    random_legal_actions,
    random_legality_check,
    random_record,
    random_scoring,
    random_season_end,
    random_update,
)

Json = dict[str, Any]

BLANK = ["." * 11] * 11


def emptied(body: Json) -> Json:
    """A question with nothing drawn on any map of it."""
    for player in body["snapshot"]["players"]:
        player |= {"drawn": BLANK, "stars": []}
    return body


def of_blank_map(random: Random) -> Json:
    """A draw on a blank map, made for the same map with much drawn on it."""
    return emptied(random_legality_check(random))


def of_random_map(random: Random) -> Json:
    """A draw on a map at random, on a table that names the zombies and trolls that stand."""
    body = random_legality_check(random)
    table = body["snapshot"]
    drawn = "".join(row for player in table["players"] for row in player["drawn"])
    came = [*(table.get("ambushes") or [])]
    for letter, name in (("Z", "zombie_plague"), ("T", "giant_troll_ravage")):
        if letter in drawn and name not in came and name != card_of(body["card"])[0]:
            came.append(name)
    return {**body, "snapshot": {**table, "ambushes": came}}


def of_play(random: Random) -> Json:
    """A draw of a record on the table on which it was made; the card may not be noted yet."""
    record = random_record(random)
    table, rulings = record["snapshot"], rulings_of(record["snapshot"])
    asked: list[Json] = []
    ruins = False
    for turn in record["seasons"][0]["turns"]:
        name, card, _ = card_of(turn["card"])
        came = table.get("ambushes") or []
        is_new = card.kind == "ambush" and name not in came
        if is_new:
            table = {**table, "ambushes": [*came, name]}
        for player, draw in (turn.get("draws") or {}).items():
            about = {"snapshot": table, "player": player, "on": drawn_on(table, player, card)}
            about |= {"card": turn["card"], "after_ruins": ruins, "draw": draw}
            asked.append(about)
            if is_new and random.random() < 0.3:
                asked[-1] = {**about, "snapshot": {**table, "ambushes": came}}
            table = draw_in_turn(about, rulings) or table
        ruins = card.kind == "ruins" or (ruins and card.kind != "explore")
    return random.choice(asked)


def actions_on_blank_map(random: Random) -> Json:
    """Legal actions on a blank map."""
    return {**emptied(random_legal_actions(random)), "limit": 20}


def end_of_blank_map(random: Random) -> Json:
    """The end of a season in which nothing was drawn."""
    return emptied(random_season_end(random))


def random_part_of_record(random: Random) -> Json:
    """A record, its first turns alone now and then."""
    body = random_record(random)
    if random.random() < 0.3:
        turns = body["seasons"][0]["turns"]
        return {**body, "seasons": [{"turns": turns[: random.randint(0, len(turns))]}]}
    return body


def asks(snapshot: Json) -> Iterator[Request]:
    """Every request about a table that needs no more than the table."""
    me = snapshot["players"][0]
    about = {"snapshot": snapshot, "player": me["name"]}
    cards = CARDS_OF[snapshot["game"]].items()
    card = next(name for name, card in cards if card.kind == "explore" and card.shapes)
    ambush = next(name for name, card in cards if card.kind == "ambush" and card.shapes)
    corner = {"card": ambush, "corner": "A1", "turns": "clockwise"}
    board: Json = {name: snapshot[name] for name in ("game", "map", "rulings") if name in snapshot}
    sheet: Json = {"drawn": me["drawn"], "stars": me.get("stars") or []}
    yield Request("legality-checks", {**about, "card": card, "draw": {"spaces": []}})
    yield Request("legal-actions", {**about, "card": card, "limit": 1})
    draw = {"spaces": [], "terrain": "forest"}
    yield Request("map-updates", {**board, **sheet, "coins": me.get("coins", 0), "draw": draw})
    yield Request("ambush-placements", {**board, **sheet, "card": corner})
    yield Request("replays", {"snapshot": snapshot, "seasons": []})
    yield Request("pictures", {"snapshot": snapshot})
    yield Request("disputes", {**board, "before": sheet, "after": sheet, "cards": []})
    # Scoring cards that no season asked about needed may be absent.
    if len(snapshot.get("decrees") or ()) == 4:
        yield Request("scores", snapshot)
        yield Request("season-ends", {"snapshot": snapshot})


def disputed(request: Request, answer: Json) -> Request | None:
    """The dispute of a legal draw, or of one map at the end of a season."""
    body = request.body
    if answer["after"] is None:
        return None
    table, after = body["snapshot"], answer["after"]
    names = [player["name"] for player in table["players"]]
    if request.operation == "season-ends":
        seat, cards = 0, ["season_end"]
    else:
        seat = names.index(body.get("on") or body["player"])
        cards = [*(["temple_ruins"] if body.get("after_ruins") else []), body["card"]]
    if table["game"] == "heroes" and "temple_ruins" in cards:
        return None
    sheets = [
        {"drawn": one["players"][seat]["drawn"], "stars": one["players"][seat].get("stars") or []}
        for one in (table, after)
    ]
    dispute: Json = {name: table[name] for name in ("game", "map", "rulings") if name in table}
    if request.operation == "season-ends" and table.get("ambushes"):
        dispute["ambushes"] = [card_of(card)[0] for card in table["ambushes"]]
    dispute |= {"before": sheets[0], "after": sheets[1], "cards": cards, "solo": is_solo(table)}
    return Request("disputes", dispute)


def alone(body: Json, answer: Json, service: Service) -> Iterator[Judged]:
    """The draws of a record, each on the table on which it was made, and its season ends."""
    table = body["snapshot"]
    for record, season in zip(body["seasons"], answer["seasons"], strict=False):
        ruins = False
        for turn, verdict in zip(record["turns"], season["turns"], strict=False):
            _, card, _ = card_of(turn["card"])
            if card.kind == "ambush":
                came = [*(table.get("ambushes") or []), card_of(turn["card"])[0]]
                table = {**table, "ambushes": came}
            for drawn in verdict["draws"]:
                name = drawn["player"]
                if name not in (turn.get("draws") or {}):
                    continue
                asked = {"snapshot": table, "player": name, "on": drawn_on(table, name, card)}
                asked |= {"card": turn["card"], "after_ruins": ruins, "draw": turn["draws"][name]}
                request = Request("legality-checks", asked)
                checks = [(check["rule"], check["status"]) for check in drawn["checks"]]
                yield Judged(request, checks, None)
                table = service.ask(request).document["after"] or table
            ruins = card.kind == "ruins" or (ruins and card.kind != "explore")
        if season["scores"] is None:
            return
        revealed = [turn["card"] for turn in record["turns"]]
        asked = {"snapshot": table, "revealed": revealed, "choices": record.get("choices") or {}}
        request = Request("season-ends", asked)
        checks = [(check["rule"], check["status"]) for check in season["checks"]]
        yield Judged(request, checks, None)
        table = service.ask(request).document["after"] or table


def illegal(request: Request, answer: Json) -> bool | None:
    """Whether a choice at the end of a season was wrong; None where that cannot be seen."""
    if request.operation != "season-ends":
        return None
    goes_on = answer["over"] is False or answer["waiting"]
    if goes_on or request.body["snapshot"]["season"] == SEASONS[-1]:
        return None
    return answer["after"] is None


ADAPTER = Adapter(
    game="cartographers",
    draws={
        "legality-checks": [of_blank_map, of_play, of_random_map],
        "season-ends": [end_of_blank_map, random_season_end],
        "replays": [random_part_of_record],
        "legal-actions": [
            actions_on_blank_map,
            lambda random: {**random_legal_actions(random), "limit": 20},
        ],
        "map-updates": [random_update],
        "ambush-placements": [random_ambush],
        "disputes": [random_dispute],
        "scores": [random_scoring],
    },
    asks=asks,
    turns=["legality-checks", "season-ends"],
    disputed=disputed,
    alone=alone,
    # At the end of a season a choice can wait, in a record it is missing.
    only_in_records=["cartographers.effect.troll"],
    illegal=illegal,
    judged={
        "legality-checks": ["draw"],
        "season-ends": ["choices"],
        "replays": ["seasons"],
    },
    facts=["card"],
)
