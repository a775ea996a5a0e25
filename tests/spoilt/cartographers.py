"""Disputes of Cartographers in which one thing is spoilt."""

from collections.abc import Iterable
from itertools import product
from random import Random

from properties.frame import Json, Request, Service
from reference.cartographers import Sheet, card_of
from reference.cartographers_tables import random_record
from spoilt.frame import Thing, cells, named, relettered

MOST_CARDS = 10
TERRAINS = "FVAW"
EVERYWHERE = [*product(range(11), repeat=2)]


def lawful(service: Service, random: Random) -> Json | None:
    """The maps of a player before and after up to ten cards of a record."""
    record = random_record(random)["record"]
    answer = service.ask(Request("replays", {"record": record}))
    if not answer.ok:
        return None
    stop = answer.document["stopped_at"]
    count = len(record["turns"]) if stop is None else stop["turn"]
    if not count:
        return None
    first = random.randrange(count)
    last = min(count, first + random.randint(1, MOST_CARDS))
    tables = [
        service.ask(
            Request("replays", {"record": {**record, "turns": record["turns"][:number]}})
        ).document["after"]
        for number in (first, last)
    ]
    cards: list[str | Json] = []
    ambushes = [*(record["snapshot"].get("ambushes") or [])]
    for i, turn in enumerate(record["turns"][:last]):
        card = turn.get("card", "season_end")
        if i >= first:
            cards.append(card)
        elif "card" in turn and card_of(card)[1].kind == "ambush":
            ambushes.append(card_of(card)[0])
    player = random.choice(tables[0]["players"])["name"]
    given = {"cards": cards, "ambushes": ambushes}
    return {"before": tables[0], "after": tables[1], "player": player, "given": given}


def _name(row: int, column: int) -> str:
    return f"{'ABCDEFGHIJK'[row]}{column + 1}"


def _cell(name: str) -> tuple[int, int]:
    return "ABCDEFGHIJK".index(name[0]), int(name[1:]) - 1


def _maps(body: Json, seat: int) -> tuple[list[str], list[str]]:
    return body["before"]["players"][seat]["drawn"], body["after"]["players"][seat]["drawn"]


def _thing(seat: int, row: int, column: int) -> Thing:
    pointers = [f"/players/{seat}/drawn/{row}", f"/players/{seat}/stars"]
    return Thing(pointers, _name(row, column))


def _relettered(
    random: Random, body: Json, seat: int, among: Iterable[tuple[int, int, str]]
) -> Thing | None:
    cell = relettered(random, _maps(body, seat)[1], among)
    return cell and _thing(seat, *cell)


def erased(random: Random, body: Json, seat: int) -> Thing | None:
    """A new space was erased."""
    before, after = _maps(body, seat)
    drawn = [
        (r, c, ".")
        for r, c in cells(before, after)
        if before[r][c] == "." and after[r][c] not in "Xd"
    ]
    return _relettered(random, body, seat, drawn)


def erased_before(random: Random, body: Json, seat: int) -> Thing | None:
    """A space of an earlier drawing was erased."""
    before, after = _maps(body, seat)
    drawn = [(r, c, ".") for r, c in EVERYWHERE if before[r][c] == after[r][c]]
    return _relettered(random, body, seat, drawn)


def added(random: Random, body: Json, seat: int) -> Thing | None:
    """A space was drawn that no card drew."""
    me, (_, after) = body["after"]["players"][seat], _maps(body, seat)
    bare = sorted(Sheet(body["after"]["map"], after, me.get("stars", [])).empty)
    return _relettered(random, body, seat, [(*_cell(name), TERRAINS) for name in bare])


def terrain(random: Random, body: Json, seat: int) -> Thing | None:
    """A new space shows another terrain."""
    before, after = _maps(body, seat)
    drawn = [(r, c, TERRAINS) for r, c in cells(before, after) if after[r][c] in TERRAINS]
    return _relettered(random, body, seat, drawn)


def monster(random: Random, body: Json, seat: int) -> Thing | None:
    """A monster has another letter."""
    before, after = _maps(body, seat)
    letters = "MDZTG" if body["before"]["game"] != "cartographers" else "MFVA"
    drawn = [(r, c, letters) for r, c in cells(before, after) if after[r][c] in "MDZTG"]
    return _relettered(random, body, seat, drawn)


def star_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """A star is missing."""
    stars = body["after"]["players"][seat].get("stars")
    if not stars:
        return None
    gone = random.choice(stars)
    stars.remove(gone)
    return _thing(seat, *_cell(gone))


def star_added(random: Random, body: Json, seat: int) -> Thing | None:
    """There is a star too many."""
    if body["before"]["game"] == "cartographers":
        return None
    stars = body["after"]["players"][seat].setdefault("stars", [])
    rows = body["after"]["players"][seat]["drawn"]
    spaces = [
        (r, c) for r, c in EVERYWHERE if _name(r, c) not in stars and rows[r][c] not in "MDZTG"
    ]
    row, column = random.choice(spaces)
    stars.append(_name(row, column))
    return _thing(seat, row, column)


def destroyed_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """A destroyed space still shows what it showed."""
    before, after = _maps(body, seat)
    stars = body["after"]["players"][seat].get("stars", [])
    gone = [
        (r, c, before[r][c])
        for r, c in cells(before, after)
        if after[r][c] in "Xd" and before[r][c] != "." and _name(r, c) not in stars
    ]
    return _relettered(random, body, seat, gone)


def destroyed_added(random: Random, body: Json, seat: int) -> Thing | None:
    """A space is crossed out that nothing destroyed."""
    if body["before"]["game"] == "cartographers":
        return None
    _, after = _maps(body, seat)
    lying = [(r, c, "X") for r, c in EVERYWHERE if after[r][c] in "FVAWH"]
    return _relettered(random, body, seat, lying)


SPOILS = named(
    erased,
    erased_before,
    added,
    terrain,
    monster,
    star_forgotten,
    star_added,
    destroyed_forgotten,
    destroyed_added,
)
