"""The adapter of Cartographers for the properties: random tables and records."""

from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import Any

from properties.frame import Adapter, Judged, Request, Service
from reference.cartographers import CARDS_OF, SEASONS, card_of, rulings_of
from reference.cartographers_play import draw_in_turn, drawn_on
from reference.cartographers_tables import (
    random_ambush,
    random_check,
    random_dispute,
    random_legal_actions,
    random_legality_check,
    random_record,
    random_scoring,
    random_season_end,
    random_update,
)
from spoilt.frame import put_letter

Json = dict[str, Any]

BLANK = ["." * 11] * 11


def emptied(body: Json) -> Json:
    """A request with nothing drawn on any map of it."""
    for player in body["snapshot"]["players"]:
        player |= {"drawn": BLANK, "stars": []}
    return body


def of_blank_map(random: Random) -> Json:
    """A draw on a blank map, made for the same map with much drawn on it."""
    return emptied(random_legality_check(random))


def of_random_map(random: Random) -> Json:
    """A draw on a map at random, on a table that names the zombies and trolls that stand."""
    body = random_check(random)
    table, card = body["snapshot"], body["move"].get("card")
    drawn = "".join(row for player in table["players"] for row in player["drawn"])
    came = [*(table.get("ambushes") or [])]
    for letter, name in (("Z", "zombie_plague"), ("T", "giant_troll_ravage")):
        if letter in drawn and name not in came and card and name != card_of(card)[0]:
            came.append(name)
    return {**body, "snapshot": {**table, "ambushes": came}}


def of_play(random: Random) -> Json:
    """A draw of a record on the table on which it was made; the card may not be noted yet."""
    record = random_record(random)["record"]
    table, rulings = record["snapshot"], rulings_of(record["snapshot"])
    asked: list[Json] = []
    ruins = False
    for turn in takewhile(lambda turn: "card" in turn, record["turns"]):
        name, card, _ = card_of(turn["card"])
        came = table.get("ambushes") or []
        is_new = card.kind == "ambush" and name not in came
        if is_new:
            table = {**table, "ambushes": [*came, name]}
        for about in draws_of(turn, table, ruins=ruins):
            asked.append(about)
            if is_new and random.random() < 0.3:
                asked[-1] = {**about, "snapshot": {**table, "ambushes": came}}
            if "spaces" in about["move"]:
                table = draw_in_turn({**about, "snapshot": table}, rulings) or table
        ruins = card.kind == "ruins" or (ruins and card.kind != "explore")
    return random.choice(asked)


def of_skill(random: Random) -> Json:
    """A draw for which a skill card is used, perhaps one that cannot be paid."""
    body = of_play(random)
    skill = random.choice(["free_drawing", "extra_squares", "other"])
    drawn = body["move"].get("spaces") or []
    if card_of(body["move"].get("card", "hamlet"))[1].kind != "explore":
        skill = "other"
    if drawn and skill != "other":
        more = [f"{random.choice('ABCDEFGHIJK')}{random.randint(1, 11)}" for _ in range(2)]
        drawn = [*dict.fromkeys([*drawn, *more])]
    spent = {"skill": skill, "coins_spent": random.randint(0, 3)}
    move = {**body["move"], **spent, **({"spaces": drawn} if drawn else {})}
    players = [{**one, "coins": random.randint(0, 5)} for one in body["snapshot"]["players"]]
    return {**body, "snapshot": {**body["snapshot"], "players": players}, "move": move}


def of_pack(random: Random) -> Json:
    """A draw for a card that a pack of the table names."""
    body = of_play(random)
    name = card_of(body["move"]["card"])[0] if "card" in body["move"] else "hamlet"
    pack = {"cards": {name: {"name": random.choice(["Assart", "Ödland"])}}}
    return {**body, "snapshot": {**body["snapshot"], "pack": pack}}


def draws_of(turn: Json, table: Json, *, ruins: bool) -> Iterator[Json]:
    """The draws of a turn of a record, each as judged on a table."""
    _, card, _ = card_of(turn["card"])
    for player, draw in (turn.get("moves") or {}).items():
        move = {"card": turn["card"], "on": drawn_on(table, player, card), "after_ruins": ruins}
        yield {"snapshot": table, "player": player, "move": {**move, **draw}}


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
        turns = body["record"]["turns"]
        body["record"]["turns"] = turns[: random.randint(0, len(turns))]
    return body


def asks(snapshot: Json) -> Iterator[Request]:
    """Every request about a table that needs no more than the table."""
    me = snapshot["players"][0]
    about = {"snapshot": snapshot, "player": me["name"]}
    cards = CARDS_OF[snapshot["game"]].items()
    card = next(name for name, card in cards if card.kind == "explore" and card.shapes)
    yield Request("updates", {**about, "move": {"spaces": ["A1"], "terrain": "forest"}})
    yield Request("pictures", {"snapshot": snapshot})
    if "season" not in snapshot:
        return
    yield Request("legality-checks", {**about, "move": {}})
    yield Request("legality-checks", {**about, "move": {"card": card, "spaces": []}})
    yield Request("legal-actions", {**about, "given": {"card": card}, "limit": 1})
    yield Request("replays", {"record": {"snapshot": snapshot, "turns": []}})
    sides = {"before": snapshot, "after": snapshot}
    yield Request("disputes", {**sides, "player": me["name"], "given": {"cards": []}})
    # Scoring cards that no season asked about needed may be absent.
    if len(snapshot.get("decrees") or ()) == 4:
        yield Request("scores", {"snapshot": snapshot})
        yield Request("end-checks", {"snapshot": snapshot})


def disputed(request: Request, answer: Json) -> Request | None:
    """The dispute of a legal draw, or of one map at the end of a season."""
    body = request.body
    if answer["after"] is None:
        return None
    table = body["snapshot"]
    given: Json = {"cards": ["season_end"]}
    owner = table["players"][0]["name"]
    if request.operation == "legality-checks":
        move = body["move"]
        # Nobody sees a skill card that cost nothing.
        if move.get("coins_spent") == 0:
            return None
        owner = move.get("on") or body["player"]
        given["cards"] = [*["temple_ruins"] * move.get("after_ruins", False), move["card"]]
        given["ambushes"] = []
    if table["game"] == "heroes" and "temple_ruins" in given["cards"]:
        return None
    return Request(
        "disputes", {"before": table, "after": answer["after"], "player": owner, "given": given}
    )


def alone(body: Json, answer: Json, service: Service) -> Iterator[Judged]:
    """The draws of a record, each on the table on which it was made, and its season ends."""
    record = body["record"]
    table, ruins, revealed = record["snapshot"], False, list[Any]()
    for turn, verdict in zip(record["turns"], answer["turns"], strict=False):
        if "card" in turn:
            _, card, _ = card_of(turn["card"])
            revealed.append(turn["card"])
            if card.kind == "ambush":
                came = [*(table.get("ambushes") or []), card_of(turn["card"])[0]]
                table = {**table, "ambushes": came}
            for drawn, asked in zip(
                verdict["moves"], draws_in_order(turn, table, ruins=ruins), strict=False
            ):
                if drawn["player"] != asked["player"] or "spaces" not in asked["move"]:
                    return
                request = Request("legality-checks", {**asked, "snapshot": table})
                checks = [(check["rule"], check["status"]) for check in drawn["checks"]]
                yield Judged(request, checks, None)
                table = service.ask(request).document["after"] or table
            ruins = card.kind == "ruins" or (ruins and card.kind != "explore")
            continue
        if not verdict.get("scores"):
            return
        given = {"revealed": revealed, "choices": turn["season_end"].get("choices") or {}}
        request = Request("end-checks", {"snapshot": table, "given": given})
        checks = [(check["rule"], check["status"]) for check in verdict["checks"]]
        yield Judged(request, checks, None)
        table = service.ask(request).document["after"] or table
        ruins, revealed = False, []


def draws_in_order(turn: Json, table: Json, *, ruins: bool) -> list[Json]:
    """The draws of a turn, in the order of the players."""
    names = [player["name"] for player in table["players"]]
    found = draws_of(turn, table, ruins=ruins)
    return sorted(found, key=lambda asked: names.index(asked["player"]))


def illegal(request: Request, answer: Json) -> bool | None:
    """Whether a choice at the end of a season was wrong; None where that cannot be seen."""
    if request.operation != "end-checks":
        return None
    goes_on = answer["triggered"] is False or answer["waiting"]
    if goes_on or request.body["snapshot"]["season"] == SEASONS[-1]:
        return None
    return answer["after"] is None


def other_terrain(random: Random, body: Json) -> None:
    """The shape is drawn in a terrain of another card."""
    if body["move"]["spaces"]:
        body["move"]["terrain"] = "hero" if body["move"]["terrain"] != "hero" else "monster"


def stray_star(random: Random, body: Json) -> None:
    """A star is drawn, or a space destroyed, without a hero or a gorgon."""
    move = body["move"]
    if move["spaces"] and "stars" not in move and "destroys" not in move:
        move[random.choice(["stars", "destroys"])] = "A1"
        move |= {"stars": ["A1"]} if "stars" in move else {}


def filled_before(random: Random, body: Json) -> None:
    """A space of the shape was filled before."""
    move = body["move"]
    owner = move.get("on") or body["player"]
    if move["spaces"]:
        space = random.choice(move["spaces"])
        (sheet,) = [one for one in body["snapshot"]["players"] if one["name"] == owner]
        sheet["drawn"] = [*sheet["drawn"]]
        put_letter(sheet["drawn"], "ABCDEFGHIJK".index(space[0]), int(space[1:]) - 1, "F")


def outside(random: Random, body: Json) -> None:
    """A square of the shape lies outside the map."""
    if body["move"]["spaces"]:
        body["move"]["spaces"][-1] = "A12"


def square_less(random: Random, body: Json) -> None:
    """A shape of three squares or more has one less."""
    if len(body["move"]["spaces"]) > 2:
        body["move"]["spaces"].pop()


def nothing_drawn(random: Random, body: Json) -> None:
    """Nothing is drawn."""
    if body["move"]["spaces"]:
        kept = {
            name: body["move"][name]
            for name in ("card", "on", "after_ruins")
            if name in body["move"]
        }
        body["move"] = {**kept, "spaces": []}


def other_map(random: Random, body: Json) -> None:
    """It is drawn on the map of another player."""
    move = body["move"]
    owner = move.get("on") or body["player"]
    others = [one["name"] for one in body["snapshot"]["players"] if one["name"] != owner]
    if others:
        move["on"] = others[0]


def after_ruins(random: Random, body: Json) -> None:
    """A ruins card came before."""
    if body["move"]["spaces"]:
        body["move"]["after_ruins"] = True


def star_missing(random: Random, body: Json) -> None:
    """A star of the hero is missing."""
    if body["move"].get("stars"):
        body["move"]["stars"].pop()


def no_target(random: Random, body: Json) -> None:
    """The gorgon destroys nothing."""
    body["move"].pop("destroys", None)


ADAPTER = Adapter(
    game="cartographers",
    draws={
        "legality-checks": [of_blank_map, of_play, of_random_map, of_skill, of_pack],
        "end-checks": [end_of_blank_map, random_season_end],
        "replays": [random_part_of_record],
        "legal-actions": [
            actions_on_blank_map,
            random_ambush,
            lambda random: {**random_legal_actions(random), "limit": 20},
        ],
        "updates": [random_update],
        "disputes": [random_dispute],
        "scores": [random_scoring],
    },
    asks=asks,
    turns=["legality-checks", "end-checks"],
    disputed=disputed,
    alone=alone,
    # At the end of a season a choice can wait, in a record it is missing.
    only_in_records=["cartographers.effect.troll"],
    illegal=illegal,
    judged={
        "legality-checks": ["move"],
        "end-checks": ["given"],
        "replays": ["record"],
    },
    facts=["card", "on", "after_ruins", "snapshot"],
    slips={
        "draw.terrain": [other_terrain],
        "draw.terrain hero.pattern": [stray_star],
        "draw.empty": [filled_before, outside],
        "draw.shape": [square_less],
        "draw.fallback ambush.solo_place": [nothing_drawn],
        "draw.owner ambush.neighbour": [other_map],
        "draw.ruins": [after_ruins],
        "hero.pattern": [star_missing],
        "gorgon.target": [no_target],
    },
)
