"""The reference of faults of impossible tables, and random tables that have some.

A fault is the JSON Pointer to it and its code, as the contract has them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from reference.cartographers import (
    CARDS,
    CARDS_OF,
    CATEGORIES,
    DECREES,
    HERO_CARDS,
    MAPS,
    RULINGS,
    SEASONS,
    SPACES,
    Json,
    card_of,
    rulings_of,
)
from reference.cartographers_play import threshold
from reference.cartographers_tables import random_scoring, random_season_end

Fault = tuple[str, str]

GAMES_OF = {
    card.__name__: ("cartographers" if i < 4 else "heroes", category)
    for category, cards in CATEGORIES.items()
    for i, (card, _) in enumerate(cards)
}
"""The game and the category of each scoring card."""
HEROES_ALONE = "HDZTGd"
MONSTERS = "MDZTG"


def refuse(body: Json) -> Json:
    """The faults of a body that asks for scores; none of one that can be scored.

    Round one has those that a field shows alone, round two, only if there are none, the others.
    """
    table = body["snapshot"]
    faults = _field_faults(table) or [*_cross_faults(table), *_missing(**body)]
    return {"errors": [(f"/snapshot{at}", code) for at, code in faults]}


def _field_faults(body: Json) -> list[Fault]:
    faults = [*_map_faults(body["map"]), *_ruling_faults(body)]
    for letter, card in body["decrees"].items():
        if card not in GAMES_OF:
            faults.append((f"/decrees/{letter}", "unknown_card"))
    for i, name in enumerate(body.get("ambushes") or []):
        if name not in CARDS or CARDS[name].kind != "ambush":
            faults.append((f"/ambushes/{i}", "unknown_card"))
    for i, player in enumerate(body["players"]):
        at = f"/players/{i}"
        faults += _row_faults(player["drawn"], f"{at}/drawn", ".FVAWHMDZTGXd^R#")
        stars = player.get("stars") or []
        for j, space in enumerate(stars):
            if space not in SPACES or space in stars[:j]:
                code = "duplicate_space" if space in SPACES else "unknown_space"
                faults.append((f"{at}/stars/{j}", code))
        if player.get("coins", 0) < 0:
            faults.append((f"{at}/coins", "negative_coins"))
        for j, box in enumerate(player.get("seasons") or []):
            if (box.get("coins") or 0) < 0:
                faults.append((f"{at}/seasons/{j}/coins", "negative_coins"))
            if (box.get("monsters") or 0) > 0:
                faults.append((f"{at}/seasons/{j}/monsters", "positive_monsters"))
    return faults


def _cross_faults(body: Json) -> list[Fault]:
    faults = [*_decree_faults(body), *_ambush_faults(body)]
    for i in range(len(body["players"])):
        faults += [*_drawn_faults(body, i), *_star_faults(body, i), *_sheet_faults(body, i)]
    if body.get("solo") is True and len(body["players"]) != 1:
        faults.append(("/solo", "not_solo"))
    return faults


def _map_faults(given: str | list[str]) -> Iterator[Fault]:
    if isinstance(given, list):
        yield from _row_faults(given, "/map", ".^R#")
    elif given not in MAPS:
        yield "/map", "map_not_known" if given == "D" else "unknown_map"


def _row_faults(rows: list[str], at: str, letters: str) -> Iterator[Fault]:
    if len(rows) != 11:
        yield at, "row_count"
    for i, row in enumerate(rows[:11]):
        if len(row) != 11:
            yield f"{at}/{i}", "row_length"
        if set(row) - set(letters):
            yield f"{at}/{i}", "unknown_letter"


def _drawn_faults(body: Json, player: int) -> list[Fault]:
    """The letters on a sheet that cannot stand on its print, or in this game."""
    at = f"/players/{player}/drawn"
    rows = body["players"][player]["drawn"]
    given = body["map"]
    printed = (
        MAPS[given] if isinstance(given, str) else dict(zip(SPACES, "".join(given), strict=True))
    )
    faults = set()
    for space, letter in zip(SPACES, "".join(rows), strict=True):
        mark = printed.get(space, ".")
        row = f"{at}/{'ABCDEFGHIJK'.index(space[0])}"
        # Which plain spaces of side C have ruins is not known.
        hidden = letter == "R" and given == "C" and mark == "."
        if letter in "^R#" and letter != mark and not hidden:
            faults.add((row, "printed_mismatch"))
        if letter not in ".^R#" and (mark == "^" or (mark == "#" and letter != "X")):
            faults.add((row, "drawn_on_print"))
    found = list(faults)
    if body["game"] == "cartographers":
        here = set("".join(rows))
        found += [(at, "hero_in_base_game") for letter in HEROES_ALONE if letter in here]
    return found


def _star_faults(body: Json, player: int) -> Iterator[Fault]:
    at = f"/players/{player}/stars"
    sheet = body["players"][player]
    stars = sheet.get("stars") or []
    if stars and body["game"] == "cartographers":
        yield at, "hero_in_base_game"
    letters = dict(zip(SPACES, "".join(sheet["drawn"]), strict=True))
    if any(letters[space] in MONSTERS for space in stars):
        yield at, "monster_on_star"


def _sheet_faults(body: Json, player: int) -> Iterator[Fault]:
    """The faults of a name and of earlier seasons."""
    at, sheet = f"/players/{player}", body["players"][player]
    if sheet["name"] in [other["name"] for other in body["players"][:player]]:
        yield f"{at}/name", "duplicate_name"
    boxes = sheet.get("seasons") or []
    for i, box in enumerate(boxes):
        if box["season"] in [other["season"] for other in boxes[:i]]:
            yield f"{at}/seasons/{i}/season", "duplicate_season"
        if SEASONS.index(box["season"]) >= SEASONS.index(body["season"]):
            yield f"{at}/seasons/{i}/season", "season_not_earlier"
        if box.get("written") is None:
            unknown = [one for one in ("decrees", "coins", "monsters") if one not in box]
            yield from ((f"{at}/seasons/{i}/{one}", "required") for one in unknown)


def _decree_faults(body: Json) -> Iterator[Fault]:
    seen = set()
    for letter, card in body["decrees"].items():
        game, category = GAMES_OF[card]
        if body["game"] not in (game, "combined"):
            yield f"/decrees/{letter}", "card_not_in_game"
        elif category in seen:
            yield f"/decrees/{letter}", "category_twice"
        else:
            seen.add(category)


def _missing(snapshot: Json, only: Sequence[str] = ()) -> Iterator[Fault]:
    """The faults of a table that lacks what its score needs."""
    needed = only or DECREES[snapshot["season"]]
    cards = [snapshot["decrees"].get(letter) for letter in needed]
    for letter, card in zip(needed, cards, strict=True):
        if card is None:
            yield f"/decrees/{letter}" if snapshot["decrees"] else "/decrees", "decree_missing"
    if "the_golden_granary" in cards and snapshot["map"] == "C":
        yield "/map", "ruins_not_known"


def _ambush_faults(body: Json) -> Iterator[Fault]:
    revealed = body.get("ambushes") or []
    for i, name in enumerate(revealed):
        if name not in CARDS_OF[body["game"]]:
            yield f"/ambushes/{i}", "card_not_in_game"
        if name in revealed[:i]:
            yield f"/ambushes/{i}", "duplicate_ambush"
    if len(revealed) > 1 + SEASONS.index(body["season"]):
        yield "/ambushes", "too_many_ambushes"


def _ruling_faults(body: Json) -> Iterator[Fault]:
    for name, value in body["rulings"].items():
        if name not in RULINGS:
            yield f"/rulings/{name}", "unknown_ruling"
        elif value not in RULINGS[name]:
            yield f"/rulings/{name}", "unknown_ruling_value"


def refuse_end(body: Json) -> Json:
    """The faults of the cards of a season that is asked to end, of a table that can be."""
    snapshot, revealed = body["snapshot"], body["given"]["revealed"]
    came = snapshot.get("ambushes") or []
    needed = threshold(snapshot, rulings_of(snapshot))
    names = [card_of(card)[0] for card in revealed]
    faces = [card_of(card)[1] for card in revealed]
    faults: list[Fault] = []
    for i, (name, face) in enumerate(zip(names, faces, strict=True)):
        at = f"/given/revealed/{i}"
        if name in names[:i]:
            faults.append((at, "duplicate_card"))
        if sum(one.time for one in faces[:i]) >= needed:
            faults.append((at, "card_after_season"))
        if face.kind == "ambush" and name not in came:
            faults.append((at, "ambush_missing"))
    now = [name for name, face in zip(names, faces, strict=True) if face.kind == "ambush"]
    if all(name in came for name in now) and now and came[-len(now) :] != now:
        faults.append(("/given/revealed", "ambush_order"))
    heroes = sum(face.kind == "hero" for face in faces)
    if snapshot["game"] == "heroes" and heroes > 1 + SEASONS.index(snapshot["season"]):
        faults.append(("/given/revealed", "too_many_heroes"))
    return {"errors": faults}


def random_refused_end(rng: Random) -> Json:
    """The end of a season, whose cards may not be those of one."""
    body = random_season_end(rng)
    cards = body["given"].setdefault("revealed", [])
    game = body["snapshot"]["game"]
    likely = [*CARDS_OF[game]]
    ambushes = [name for name in likely if CARDS[name].kind == "ambush"]
    heroes: list[Any] = [{"card": name, "pattern": ["H*"]} for name in HERO_CARDS]
    heroes = likely if game == "cartographers" else heroes
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        name = rng.choice(rng.choice([likely, ambushes, cards or likely, heroes]))
        cards.insert(rng.randint(0, len(cards)), name)
    if rng.random() < 0.2:
        rng.shuffle(cards)
    return body


def random_refused(rng: Random) -> Json:
    """A table to score with a few things wrong, or none."""
    body = random_scoring(rng)
    for spoil in rng.sample(_SPOILS, rng.choice([0, 1, 1, 2, 4])):
        spoil(rng, body["snapshot"])
    return body


def _letter(rng: Random, rows: list[str], letters: str) -> None:
    """Put another letter somewhere on a map."""
    row, column = rng.randrange(len(rows)), rng.randrange(11)
    rows[row] = rows[row][:column] + rng.choice(letters) + rows[row][column + 1 :]


def _one(rng: Random, body: Json) -> Json:
    sheet: Json = rng.choice(body["players"])
    sheet["drawn"] = [*sheet["drawn"]]
    return sheet


def _spoil_drawn(rng: Random, body: Json) -> None:
    _letter(rng, _one(rng, body)["drawn"], "FXDdHMR#^^Q")


def _spoil_rows(rng: Random, body: Json) -> None:
    rows = _one(rng, body)["drawn"]
    if rng.random() < 0.5:
        rows[rng.randrange(11)] = "." * rng.choice([0, 10, 12])
    else:
        rows[:] = rows[:10] if rng.random() < 0.5 else [*rows, "." * 11]


def _spoil_map(rng: Random, body: Json) -> None:
    if isinstance(body["map"], list) and rng.random() < 0.7:
        body["map"] = [*body["map"]]
        _letter(rng, body["map"], "^R#FQ")
    else:
        body["map"] = rng.choice(["C", "D", "E", ["." * 11] * 10, ["." * 10] * 11])


def _spoil_stars(rng: Random, body: Json) -> None:
    stars = _one(rng, body).setdefault("stars", [])
    stars += rng.sample([*SPACES, "L1", "A0"], 2) if rng.random() < 0.7 else stars[:1]


def _spoil_sheet(rng: Random, body: Json) -> None:
    sheet = _one(rng, body)
    match rng.randrange(3):
        case 0:
            sheet["name"] = body["players"][0]["name"]
        case 1:
            sheet["coins"] = -1
        case 2:
            body["solo"] = True


def _spoil_boxes(rng: Random, body: Json) -> None:
    boxes = _one(rng, body)["seasons"]
    box = {"season": rng.choice(SEASONS), "decrees": [0, 0], "coins": 0, "monsters": 0}
    box |= rng.choice([{}, {"coins": -1}, {"monsters": 1}])
    if rng.random() < 0.2:
        del box[rng.choice(["decrees", "coins", "monsters"])]
    boxes[:] = [*boxes, box][-4:]


def _spoil_decrees(rng: Random, body: Json) -> None:
    letter = rng.choice("ABCD")
    if rng.random() < 0.4:
        body["decrees"].pop(letter, None)
    else:
        body["decrees"][letter] = rng.choice([*GAMES_OF, "the_golden_granary", "no_such_card"])


def _spoil_ambushes(rng: Random, body: Json) -> None:
    names: Iterable[str] = [*CARDS, "no_such_card"]
    likely = [name for name, card in CARDS_OF[body["game"]].items() if card.kind == "ambush"]
    body["ambushes"] = rng.choices([*names, *likely * 5], k=rng.randint(1, 4))


def _spoil_rulings(rng: Random, body: Json) -> None:
    name = rng.choice([*RULINGS, "no_such_ruling"])
    body["rulings"][name] = rng.choice(["none", "gone", "no_such_value"])


_SPOILS: list[Callable[[Random, Json], None]] = [
    _spoil_drawn,
    _spoil_rows,
    _spoil_map,
    _spoil_stars,
    _spoil_sheet,
    _spoil_boxes,
    _spoil_decrees,
    _spoil_ambushes,
    _spoil_rulings,
]
