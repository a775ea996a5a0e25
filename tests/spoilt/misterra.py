"""Disputes of Maps of Misterra in which one thing is spoilt."""

from collections.abc import Iterable
from itertools import product
from random import Random

from properties import misterra as adapter
from properties.frame import Json, Request, Service
from reference.misterra_tables import random_card, random_record
from spoilt.frame import Thing, cells, named, put_letter, relettered, turn_of_record

LETTERS = "JLMS"
EVERYWHERE = [*product(range(5), repeat=2)]


def lawful(service: Service, random: Random) -> Json | None:
    """A half day, or a turn of a record."""
    if random.random() < 0.4:
        request = Request("legality-checks", adapter.of_play(random))
        answer = service.ask(request)
        dispute = adapter.disputed(request, answer.document) if answer.ok else None
        return dispute and dispute.body
    record = adapter.record_of(random, random.randint(1, 4), spoilt=False)
    if random.random() < 0.3:
        record = random_record(random)
    found = turn_of_record(service, random, record)
    if found is None:
        return None
    return {"before": found["before"], "after": found["after"], "player": found["turn"]["player"]}


def _name(row: int, column: int) -> str:
    return f"{'ABCDE'[column]}{row + 1}"


def _me(body: Json, side: str, seat: int) -> Json:
    player: Json = body[side]["players"][seat]
    return player


def _relettered(
    random: Random, body: Json, seat: int, among: Iterable[tuple[int, int, str]]
) -> Thing | None:
    cell = relettered(random, _me(body, "after", seat)["parchment"], among)
    return cell and Thing([f"/players/{seat}/parchment/{cell[0]}"], _name(*cell))


def _relaid(random: Random, body: Json, among: Iterable[tuple[int, int, str]]) -> Thing | None:
    cell = relettered(random, body["after"]["island"], among)
    return cell and Thing([f"/island/{cell[0]}"], _name(*cell))


def _laid(body: Json, seat: int) -> list[tuple[int, int]]:
    return cells(*[_me(body, side, seat)["parchment"] for side in ("before", "after")])


def parchment_erased(random: Random, body: Json, seat: int) -> Thing | None:
    """A space of a card is missing on the parchment."""
    return _relettered(random, body, seat, [(*cell, ".") for cell in _laid(body, seat)])


def parchment_letter(random: Random, body: Json, seat: int) -> Thing | None:
    """A space of a card shows another terrain on the parchment."""
    return _relettered(random, body, seat, [(*cell, LETTERS) for cell in _laid(body, seat)])


def parchment_extra(random: Random, body: Json, seat: int) -> Thing | None:
    """A space on which no card was laid shows another terrain."""
    laid = _laid(body, seat)
    return _relettered(
        random, body, seat, [(r, c, LETTERS) for r, c in EVERYWHERE if (r, c) not in laid]
    )


def island_space(random: Random, body: Json, seat: int) -> Thing | None:
    """A space of the island was not updated."""
    before, after = body["before"]["island"], body["after"]["island"]
    return _relaid(random, body, [(r, c, before[r][c]) for r, c in cells(before, after)])


def island_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """The whole island was not updated."""
    changed = cells(body["before"]["island"], body["after"]["island"])
    if len(changed) < 2:
        return None
    body["after"]["island"] = [*body["before"]["island"]]
    return Thing(["/island"])


def island_flipped(random: Random, body: Json, seat: int) -> Thing | None:
    """A tile lies on its other side."""
    after = body["after"]["island"]
    marked = {claim for one in body["after"]["players"] for claim in one.get("claims", ())}
    marked |= {*(body["after"].get("otoma") or {}).get("claims", ())}
    lying = [(r, c, after[r][c].swapcase()) for r, c in EVERYWHERE if _name(r, c) not in marked]
    return _relaid(random, body, lying)


def meeple_elsewhere(random: Random, body: Json, seat: int) -> Thing | None:
    """The meeple stands elsewhere."""
    island, me = body["after"]["island"], _me(body, "after", seat)
    places = [_name(r, c) for r, c in EVERYWHERE if island[r][c] != "."]
    places += ["beach:A1"] * (body["after"]["beach"] == "top")
    places = [place for place in places if place != me.get("meeple")]
    if not places or body["player"] == "Otoma":
        return None
    me["meeple"] = random.choice(places)
    return Thing([f"/players/{seat}/meeple"])


def claim_added(random: Random, body: Json, seat: int) -> Thing | None:
    """A marker lies where the meeple stands although the half days were used otherwise."""
    me = _me(body, "after", seat)
    at = me.get("meeple")
    marked = {claim for one in body["after"]["players"] for claim in one.get("claims", ())}
    marked |= {*(body["after"].get("otoma") or {}).get("claims", ())}
    if at is None or ":" in at or at in marked or len(me.get("claims", [])) > 2:
        return None
    rows = body["after"]["island"]
    letter = rows[int(at[1]) - 1]["ABCDE".index(at[0])]
    mine = [rows[int(c[1]) - 1]["ABCDE".index(c[0])] for c in me.get("claims", [])]
    if not letter.isupper() or letter in mine:
        return None
    me["claims"] = [*me.get("claims", []), at]
    return Thing([f"/players/{seat}/claims"])


def claim_removed(random: Random, body: Json, seat: int) -> Thing | None:
    """A marker from before is gone."""
    me = _me(body, "after", seat)
    old = [
        one for one in me.get("claims", []) if one in _me(body, "before", seat).get("claims", [])
    ]
    if not old:
        return None
    me["claims"].remove(random.choice(old))
    return Thing([f"/players/{seat}/claims"])


def refill_short(random: Random, body: Json, seat: int) -> Thing | None:
    """The display was refilled by one card too few."""
    display = body["after"].get("display")
    if not display or len(display) <= len(body["before"].get("display") or ()) - 1:
        return None
    display.pop()
    return Thing(["/display"])


def display_card(random: Random, body: Json, seat: int) -> Thing | None:
    """A card of the display is another one."""
    display = body["after"].get("display")
    if not display:
        return None
    display[random.randrange(len(display))] = random_card(random)
    return Thing(["/display"])


def deck_off(random: Random, body: Json, seat: int) -> Thing | None:
    """The deck is off by one."""
    if body["after"].get("deck") is None:
        return None
    body["after"]["deck"] = max(0, body["after"]["deck"] + random.choice([-1, 1]))
    return Thing(["/deck"])


def halves_apart(random: Random, body: Json, seat: int) -> Thing | None:
    """One half of the only card lies apart from the other, and the island was updated there."""
    before, after = (_me(body, side, seat)["parchment"] for side in ("before", "after"))
    laid = cells(before, after)
    if len(laid) != 2 or cells(body["before"]["island"], body["after"]["island"]) != laid:
        return None
    (r, c), (r2, c2) = random.sample(laid, 2)
    island = body["after"]["island"]
    bare = [
        (i, j)
        for i, j in EVERYWHERE
        if island[i][j] == before[i][j] == "." and abs(i - r2) + abs(j - c2) > 1
    ]
    if not bare:
        return None
    i, j = random.choice(bare)
    letter = after[r][c]
    put_letter(after, r, c, before[r][c])
    put_letter(island, r, c, body["before"]["island"][r][c])
    put_letter(after, i, j, letter)
    put_letter(island, i, j, letter.lower())
    return Thing([f"/players/{seat}/parchment/{i}", f"/island/{i}"], _name(i, j))


def other_player(random: Random, body: Json, seat: int) -> Thing | None:
    """Another player's parchment changed."""
    others = [
        i for i in range(len(body["after"]["players"])) if i != seat or body["player"] == "Otoma"
    ]
    if not others:
        return None
    other = random.choice(others)
    after = body["after"]["players"][other]["parchment"]
    cell = relettered(random, after, [(r, c, LETTERS) for r, c in EVERYWHERE])
    return cell and Thing([f"/players/{other}/parchment/{cell[0]}"])


def otoma_claim(random: Random, body: Json, seat: int) -> Thing | None:
    """A marker of Otoma's is missing."""
    otoma = body["after"].get("otoma")
    if not otoma or not otoma.get("claims"):
        return None
    otoma["claims"].pop(random.randrange(len(otoma["claims"])))
    return Thing(["/otoma"])


SPOILS = named(
    parchment_erased,
    parchment_letter,
    parchment_extra,
    island_space,
    island_forgotten,
    island_flipped,
    meeple_elsewhere,
    claim_added,
    claim_removed,
    refill_short,
    display_card,
    deck_off,
    halves_apart,
    other_player,
    otoma_claim,
)
