"""Disputes of Tiwanaku in which one thing is spoilt."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from properties import tiwanaku as adapter
from properties.frame import Json, Request, Service
from spoilt.frame import Spoil, Thing, cells, named, relettered

NAMES = ("mud", "sand", "grass", "rock")


def lawful(service: Service, random: Random) -> Json | None:
    """A turn of a game."""
    played = random.choice([adapter.of_play, adapter.of_reference, adapter.of_first_table])
    request = Request("legality-checks", played(random))
    answer = service.ask(request)
    found = adapter.disputed(request, answer.document) if answer.ok else None
    return found and found.body


def _name(row: int, column: int) -> str:
    return f"{'ABCDEFGHI'[column]}{row + 1}"


def _purses(body: Json, side: str) -> Mapping[str, Any]:
    table = body[side]
    found = {f"/players/{i}": one for i, one in enumerate(table["players"])}
    if table.get("group"):
        found["/group"] = table["group"]
    if table.get("otoma"):
        found["/otoma"] = table["otoma"]
    return found


def _relettered(
    random: Random, body: Json, field: str, among: Iterable[tuple[int, int, str]]
) -> Thing | None:
    cell = relettered(random, body["after"][field], among)
    return cell and Thing([f"/{field}/{cell[0]}"], _name(*cell))


def _rows(field: str, *, forgotten: bool) -> Spoil:
    def spoil(random: Random, body: Json, seat: int) -> Thing | None:
        before, after = body["before"][field], body["after"][field]
        others = "MSGR" if field == "terrain" else "12345"
        laid = [(r, c, before[r][c] if forgotten else others) for r, c in cells(before, after)]
        return _relettered(random, body, field, laid)

    return spoil


def crop_added(random: Random, body: Json, seat: int) -> Thing | None:
    """A crop lies that nobody divined."""
    terrain, crops = body["after"]["terrain"], body["after"]["crops"]
    bare = [
        (r, c, "12345")
        for r, row in enumerate(crops)
        for c, letter in enumerate(row)
        if letter == "." and terrain[r][c] != "."
    ]
    return _relettered(random, body, "crops", bare)


def both_crops_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """Neither crop of two predictions was planted."""
    before, after = body["before"]["crops"], body["after"]["crops"]
    planted = cells(before, after)
    if len(planted) != 2 or body["after"].get("mode", "competitive") != "competitive":
        return None
    after[:] = before
    return Thing([f"/crops/{row}" for row, _ in planted])


def tile_added(random: Random, body: Json, seat: int) -> Thing | None:
    """A tile lies that nobody discovered."""
    rows = enumerate(body["after"]["terrain"])
    bare = [(r, c, "MSGR") for r, row in rows for c, at in enumerate(row) if at == "."]
    return _relettered(random, body, "terrain", bare)


def score_forgotten(random: Random, body: Json, seat: int) -> Thing | None:
    """A score was not moved."""
    before, after = _purses(body, "before"), _purses(body, "after")
    moved = [at for at in after if after[at].get("score") != before[at].get("score")]
    if not moved:
        return None
    at = random.choice(moved)
    after[at]["score"] = before[at]["score"]
    return Thing([f"{at}/score"])


def score_off(random: Random, body: Json, seat: int) -> Thing | None:
    """A score is off by a point or two."""
    after = _purses(body, "after")
    scored = [at for at in after if after[at].get("score") is not None]
    at = random.choice(scored)
    after[at]["score"] = max(0, after[at]["score"] + random.choice([-2, -1, 1, 2]))
    return Thing([f"{at}/score"])


def diversity_off(random: Random, body: Json, seat: int) -> Thing | None:
    """A marker of the diversity track is off by one."""
    after = _purses(body, "after")
    having = [at for at in after if after[at].get("diversity")]
    if not having:
        return None
    at, terrain = random.choice(having), random.choice(NAMES)
    steps = after[at]["diversity"][terrain]
    after[at]["diversity"][terrain] = max(0, steps + random.choice([-1, 1]))
    return Thing([f"{at}/diversity/{terrain}"])


def meeple_stays(random: Random, body: Json, seat: int) -> Thing | None:
    """A meeple stands where it stood."""
    before, after = body["before"]["players"], body["after"]["players"]
    moved = [i for i, one in enumerate(after) if {*one["meeples"]} != {*before[i]["meeples"]}]
    if not moved:
        return None
    at = random.choice(moved)
    after[at]["meeples"] = [*before[at]["meeples"]]
    return Thing([f"/players/{at}/meeples"])


def meeple_elsewhere(random: Random, body: Json, seat: int) -> Thing | None:
    """The meeple that moved stands elsewhere."""
    before, after = body["before"]["players"], body["after"]["players"]
    at = seat
    new = [one for one in after[at]["meeples"] if one not in before[at]["meeples"]]
    terrain = body["after"]["terrain"]
    taken = {one for player in after for one in player["meeples"]}
    pawns = (body["after"].get("otoma") or {}).get("pawns") or ()
    taken |= {pawn["space"] for pawn in pawns}
    free = [
        _name(r, c)
        for r, row in enumerate(terrain)
        for c, letter in enumerate(row)
        if letter != "." and _name(r, c) not in taken
    ]
    if not new or not free:
        return None
    after[at]["meeples"] = [
        random.choice(free) if one == new[0] else one for one in after[at]["meeples"]
    ]
    return Thing([f"/players/{at}/meeples"])


def offering_off(random: Random, body: Json, seat: int) -> Thing | None:
    """A token of an offering is missing, or one too many."""
    after = _purses(body, "after")
    having = [at for at in after if after[at].get("offerings") is not None]
    if not having:
        return None
    at = random.choice(having)
    tokens = after[at]["offerings"]
    if tokens and random.random() < 0.5:
        tokens.remove(random.choice(tokens))
    else:
        rest = [level for level in range(1, 6) if level not in tokens]
        if not rest:
            return None
        tokens.append(random.choice(rest))
    return Thing([f"{at}/offerings"])


def stack_off(random: Random, body: Json, seat: int) -> Thing | None:
    """A stack of a player is off by one."""
    having = [i for i, one in enumerate(body["after"]["players"]) if one.get("stacks")]
    if not having:
        return None
    at, terrain = random.choice(having), random.choice(NAMES)
    stacks = body["after"]["players"][at]["stacks"]
    stacks[terrain] = max(0, stacks[terrain] + random.choice([-1, 1]))
    return Thing([f"/players/{at}/stacks/{terrain}"])


def pawn_stays(random: Random, body: Json, seat: int) -> Thing | None:
    """A pawn of Otoma's stands where it stood."""
    if not body["before"].get("otoma"):
        return None
    before, after = body["before"]["otoma"]["pawns"], body["after"]["otoma"]["pawns"]
    moved = [i for i, one in enumerate(after) if one != before[i]]
    if not moved:
        return None
    at = random.choice(moved)
    taken = {one["space"] for one in after} | {
        space for one in body["after"]["players"] for space in one["meeples"]
    }
    if before[at]["space"] in taken:
        return None
    after[at] = {**before[at]}
    return Thing(["/otoma/pawns"])


SPOILS: Mapping[str, Spoil] = {
    "tile_forgotten": _rows("terrain", forgotten=True),
    "tile_other": _rows("terrain", forgotten=False),
    "crop_forgotten": _rows("crops", forgotten=True),
    "crop_other": _rows("crops", forgotten=False),
    **named(
        crop_added,
        both_crops_forgotten,
        tile_added,
        score_forgotten,
        score_off,
        diversity_off,
        meeple_stays,
        meeple_elsewhere,
        offering_off,
        stack_off,
        pawn_stays,
    ),
}
