"""Disputes of Cartographers in which one thing is spoilt."""

from collections.abc import Mapping
from random import Random

from properties.frame import Json, Request, Service
from reference.cartographers import Sheet, card_of
from reference.cartographers_tables import random_record
from spoilt.frame import Spoil, Thing, cells, put_letter

MOST_CARDS = 10
TERRAINS = "FVAW"


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


def _maps(body: Json, seat: int) -> tuple[list[str], list[str]]:
    return body["before"]["players"][seat]["drawn"], body["after"]["players"][seat]["drawn"]


def _thing(seat: int, row: int, column: int) -> Thing:
    pointers = [f"/players/{seat}/drawn/{row}", f"/players/{seat}/stars"]
    return Thing(pointers, _name(row, column))


def erased(random: Random, body: Json, seat: int) -> Thing | None:
    """A new space was erased."""
    before, after = _maps(body, seat)
    drawn = [
        (r, c) for r, c in cells(before, after) if before[r][c] == "." and after[r][c] not in "Xd"
    ]
    if not drawn:
        return None
    row, column = random.choice(drawn)
    put_letter(after, row, column, ".")
    return _thing(seat, row, column)


def erased_before(random: Random, body: Json, seat: int) -> Thing | None:
    """A space of an earlier drawing was erased."""
    before, after = _maps(body, seat)
    drawn = [(r, c) for r in range(11) for c in range(11) if before[r][c] == after[r][c] != "."]
    if not drawn:
        return None
    row, column = random.choice(drawn)
    put_letter(after, row, column, ".")
    return _thing(seat, row, column)


def added(random: Random, body: Json, seat: int) -> Thing | None:
    """A space was drawn that no card drew."""
    me, (_, after) = body["after"]["players"][seat], _maps(body, seat)
    bare = sorted(Sheet(body["after"]["map"], after, me.get("stars", [])).empty)
    if not bare:
        return None
    name = random.choice(bare)
    row, column = "ABCDEFGHIJK".index(name[0]), int(name[1:]) - 1
    put_letter(after, row, column, random.choice(TERRAINS))
    return _thing(seat, row, column)


def terrain(random: Random, body: Json, seat: int) -> Thing | None:
    """A new space shows another terrain."""
    before, after = _maps(body, seat)
    drawn = [(r, c) for r, c in cells(before, after) if after[r][c] in TERRAINS]
    if not drawn:
        return None
    row, column = random.choice(drawn)
    put_letter(after, row, column, random.choice(TERRAINS.replace(after[row][column], "")))
    return _thing(seat, row, column)


def monster(random: Random, body: Json, seat: int) -> Thing | None:
    """A monster has another letter."""
    before, after = _maps(body, seat)
    drawn = [(r, c) for r, c in cells(before, after) if after[r][c] in "MDZTG"]
    if not drawn:
        return None
    letters = "MDZTG" if body["before"]["game"] != "cartographers" else "MFVA"
    row, column = random.choice(drawn)
    put_letter(after, row, column, random.choice(letters.replace(after[row][column], "")))
    return _thing(seat, row, column)


def star_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """A star is missing."""
    stars = body["after"]["players"][seat].get("stars")
    if not stars:
        return None
    gone = random.choice(stars)
    stars.remove(gone)
    return _thing(seat, "ABCDEFGHIJK".index(gone[0]), int(gone[1:]) - 1)


def star_added(random: Random, body: Json, seat: int) -> Thing | None:
    """There is a star too many."""
    if body["before"]["game"] == "cartographers":
        return None
    stars = body["after"]["players"][seat].setdefault("stars", [])
    rows = body["after"]["players"][seat]["drawn"]
    spaces = [
        (r, c)
        for r in range(11)
        for c in range(11)
        if _name(r, c) not in stars and rows[r][c] not in "MDZTG"
    ]
    row, column = random.choice(spaces)
    stars.append(_name(row, column))
    return _thing(seat, row, column)


def destroyed_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """A destroyed space still shows what it showed."""
    before, after = _maps(body, seat)
    gone = [(r, c) for r, c in cells(before, after) if after[r][c] in "Xd" and before[r][c] != "."]
    if not gone:
        return None
    row, column = random.choice(gone)
    if _name(row, column) in body["after"]["players"][seat].get("stars", []):
        return None
    put_letter(after, row, column, before[row][column])
    return _thing(seat, row, column)


def destroyed_added(random: Random, body: Json, seat: int) -> Thing | None:
    """A space is crossed out that nothing destroyed."""
    if body["before"]["game"] == "cartographers":
        return None
    _, after = _maps(body, seat)
    lying = [(r, c) for r in range(11) for c in range(11) if after[r][c] in "FVAWH"]
    if not lying:
        return None
    row, column = random.choice(lying)
    put_letter(after, row, column, "X")
    return _thing(seat, row, column)


SPOILS: Mapping[str, Spoil] = {
    spoil.__name__: spoil
    for spoil in (
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
}
