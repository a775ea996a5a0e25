"""Disputes of Treasure Hunt in which one thing is spoilt."""

from collections.abc import Mapping
from random import Random

from properties.frame import Json, Service
from reference.treasure_hunt_plays import CARDS, random_played_turn, random_record
from spoilt.frame import Spoil, Thing, named, turn_of_record


def lawful(service: Service, random: Random) -> Json | None:
    """A turn with anything in it, or one of a record."""
    if random.random() < 0.5:
        return random_played_turn(random)
    record = random_record(random)["record"]
    found = turn_of_record(service, random, record)
    if found is None:
        return None
    return {"before": found["before"], "after": found["after"], "player": found["turn"]["player"]}


def _beside(random: Random, at: str) -> str:
    north, east = int(at[1:3]), int(at[5:7])
    step = random.choice([-2, -1, 1, 2])
    if random.random() < 0.5:
        north = min(30, max(1, north + step))
    else:
        east = min(30, max(1, east + step))
    return f"N{north:02}/E{east:02}"


def explorer_elsewhere(random: Random, body: Json, seat: int) -> Thing | None:
    """An explorer stands elsewhere."""
    other = random.randrange(len(body["after"]["players"])) if random.random() < 0.2 else seat
    explorers = body["after"]["players"][other]["explorers"]
    i = random.randrange(len(explorers))
    if explorers[i]["at"] == "home":
        return None
    explorers[i]["at"] = _beside(random, explorers[i]["at"])
    return Thing([f"/players/{other}/explorers/{i}"])


def explorer_stays(random: Random, body: Json, seat: int) -> Thing | None:
    """An explorer stands where it stood."""
    before, after = (body[side]["players"][seat]["explorers"] for side in ("before", "after"))
    moved = [i for i, one in enumerate(after) if one["at"] != before[i]["at"]]
    if not moved:
        return None
    i = random.choice(moved)
    after[i] = {**before[i]}
    return Thing([f"/players/{seat}/explorers/{i}"])


def _counted(field: str) -> Spoil:
    def spoil(random: Random, body: Json, seat: int) -> Thing | None:
        me = body["after"]["players"][seat]
        if me.get(field) is None:
            return None
        me[field] = max(0, me[field] + random.choice([-1, 1]))
        return Thing([f"/players/{seat}/{field}"])

    return spoil


def card_missing(random: Random, body: Json, seat: int) -> Thing | None:
    """A card of the hand is missing."""
    hand = body["after"]["players"][seat].get("hand")
    if not hand:
        return None
    hand.pop(random.randrange(len(hand)))
    return Thing([f"/players/{seat}/hand"])


def card_added(random: Random, body: Json, seat: int) -> Thing | None:
    """The hand holds a card more."""
    hand = body["after"]["players"][seat].get("hand")
    if hand is None or len(hand) > 2:
        return None
    hand.append(random.choice(CARDS))
    return Thing([f"/players/{seat}/hand"])


def card_other(random: Random, body: Json, seat: int) -> Thing | None:
    """A card of the hand is another one."""
    hand = body["after"]["players"][seat].get("hand")
    if not hand:
        return None
    hand[random.randrange(len(hand))] = random.choice(CARDS)
    return Thing([f"/players/{seat}/hand"])


def _piece(field: str, *, missing: bool) -> Spoil:
    def spoil(random: Random, body: Json, seat: int) -> Thing | None:
        pieces = body["after"].get(field)
        if not pieces:
            return None
        i = random.randrange(len(pieces))
        if missing:
            pieces.pop(i)
        elif field == "walkers":
            pieces[i] = {**pieces[i], "at": _beside(random, pieces[i]["at"])}
        else:
            return None
        return Thing([f"/{field}"])

    return spoil


def marker_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """A route has not got its new card."""
    before, after = (body[side]["players"][seat]["routes"] for side in ("before", "after"))
    grown = [name for name in after if len(after[name]["cards"]) > len(before[name]["cards"])]
    if not grown:
        return None
    name = random.choice(grown)
    after[name]["cards"] = [*before[name]["cards"]]
    return Thing([f"/players/{seat}/routes/{name}"])


def marker_on_other_route(random: Random, body: Json, seat: int) -> Thing | None:
    """The new card of a route lies on another one."""
    before, after = (body[side]["players"][seat]["routes"] for side in ("before", "after"))
    grown = [name for name in after if after[name]["cards"][:-1] == before[name]["cards"] != []]
    others = [name for name in after if after[name] == before[name]]
    if not grown or not others:
        return None
    name, other = random.choice(grown), random.choice(others)
    after[other]["cards"] = [*after[other]["cards"], after[name]["cards"][-1]]
    after[name]["cards"] = [*before[name]["cards"]]
    return Thing([f"/players/{seat}/routes/{one}" for one in (name, other)])


def card_not_drawn(random: Random, body: Json, seat: int) -> Thing | None:
    """The action card drawn for a new marker is missing."""
    before, after = (body[side]["players"][seat] for side in ("before", "after"))
    new = [card for card in after.get("hand") or () if card not in (before.get("hand") or ())]
    if not new or before.get("hand") is None:
        return None
    after["hand"].remove(random.choice(new))
    return Thing([f"/players/{seat}/hand"])


def mission_other(random: Random, body: Json, seat: int) -> Thing | None:
    """The mission is another one."""
    me = body["after"]["players"][seat]
    if me.get("mission") is None or body["after"].get("variants", {}).get("teams"):
        return None
    me["mission"] = {**me["mission"], "coordinates": me["mission"]["coordinates"] + 1}
    return Thing([f"/players/{seat}/mission"])


def treasure_missing(random: Random, body: Json, seat: int) -> Thing | None:
    """A treasure is missing."""
    treasures = body["after"]["players"][seat].get("treasures")
    if not treasures:
        return None
    treasures.pop()
    return Thing([f"/players/{seat}/treasures"])


def other_hand(random: Random, body: Json, seat: int) -> Thing | None:
    """Another player's coordinates changed."""
    others = [i for i in range(len(body["after"]["players"])) if i != seat]
    other = random.choice(others)
    body["after"]["players"][other]["coordinates"] += 1
    return Thing([f"/players/{other}/coordinates"])


SPOILS: Mapping[str, Spoil] = {
    "coordinates": _counted("coordinates"),
    "boats": _counted("boats"),
    "shoes": _counted("shoes"),
    "tree_missing": _piece("trees", missing=True),
    "walker_missing": _piece("walkers", missing=True),
    "walker_elsewhere": _piece("walkers", missing=False),
    "bridge_whole": _piece("broken_bridges", missing=True),
    "creep_missing": _piece("creep_throughs", missing=True),
    **named(
        explorer_elsewhere,
        explorer_stays,
        card_missing,
        card_added,
        card_other,
        marker_forgotten,
        marker_on_other_route,
        card_not_drawn,
        mission_other,
        treasure_missing,
        other_hand,
    ),
}
