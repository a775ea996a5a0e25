"""Explanations of the lines of scoring cards: what earned points, or what came nearest to it.

The sentences are those of each card's rule in `rules.toml`. The part about what came nearest is a
word of the table `near` in `words.toml`. It follows from the terms of a card, if it has any.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from theodolite.cartographers.board import GRID, Land, Terrain
from theodolite.cartographers.facts import ScoringCard
from theodolite.cartographers.scoring_cards import PaidTerm, areas, largest, near, size
from theodolite.cartographers.term_words import area_word, kind_word, paid_words, phrase
from theodolite.cartographers.terms import (
    COLUMNS,
    LINES,
    ROWS,
    TERRAINS,
    Beside,
    Conditions,
    Term,
    groups,
    kinds_on,
    of_kinds,
)
from theodolite.grid import NOWHERE, Spaces, first_of, union
from theodolite.scoresheet import Part
from theodolite.verdict import Values, Word

Near = Callable[[Land], Word | str]
"""The word for what came nearest to points where a card scores 0; NOTHING_NEAR if nothing did."""
Paid = Callable[[Land, Sequence[Part]], tuple[str, Values]]
"""The key of the sentence about what earned points, and further values that fill it."""

_FEW = 8
"""Spaces: lines that lack more, and groups that have more, are not near."""
NOTHING_NEAR = ""
"""In the place of a word if nothing came near: the sentence then has no such part."""


def explanation_of(
    card: ScoringCard, land: Land, by_term: Sequence[PaidTerm]
) -> tuple[str, Values]:
    """The sentence that explains the line of a scoring card.

    Args:
        card: The card.
        land: The map.
        by_term: The parts of the line's points.

    Returns:
        The key of the sentence in the card's rule, and the values that fill its blanks.
    """
    parts = [part for _, found in by_term for part in found]
    spaces = union(part.spaces for part in parts)
    values: dict[str, object] = {
        "count": len(parts),
        "size": size(spaces),
        "lines": [part.about["line"] for part in parts if "line" in part.about],
    }
    # The sentences of printed cards are their own.
    if card.names:
        values["paid"] = [paid_words(term, found) for term, found in by_term if term and found]
        values["groups"] = [phrase(term, 0) for term in card.pays]
    if not parts:
        nearest = NEAR.get(card.id)
        return "none", values | {"near": nearest(land) if nearest else nearest_of(card.pays, land)}
    paid = PAID.get(card.id)
    key, more = paid(land, parts) if paid else ("some", {"near": _spoilt(card.pays, land)})
    return key, {**values, "near": NOTHING_NEAR, **more}


def _near(name: str, spaces: Spaces = NOWHERE, **values: object) -> Word:
    names = GRID.name_all(spaces)
    return Word("near", name, {"spaces": names, "count": size(spaces), **values})


# Terms


def nearest_of(terms: Sequence[Term], land: Land) -> Word | str:
    """The word for the group that came nearest to terms that pay nothing."""
    for term in terms:
        if found := [*groups(term, land)]:
            name, group = min(found, key=lambda one: _distance(term, land, one[1]))
            if word := _word(term, land, name, group):
                return word
    of = [term.of for term in terms]
    if len(of) != 1 or of_kinds(land, of):
        return NOTHING_NEAR
    if of == ["empty"]:
        return _near("no_empty")
    return _near("no_terrain", terrain=kind_word(of[0])) if of[0] in TERRAINS else NOTHING_NEAR


def _distance(term: Term, land: Land, group: Spaces) -> tuple[bool, int, int]:
    """A measure of how far a group is from the conditions of a term."""
    faults, around = [*Conditions(term, land).unmet(group)], near(group) & ~group
    lacking = max(term.least - size(group), size(group) - term.most, 0)
    if term.whole:
        lacking += size(group & ~of_kinds(land, [term.of]))
    if term.amid:
        lacking += size(around & ~of_kinds(land, term.amid))
    if beside := term.beside:
        lacking -= size(around & of_kinds(land, beside.of)) if beside.spaces > 1 else 0
        lacking -= len(kinds_on(land, beside.of, around)) if beside.kinds > 1 else 0
    # The kinds of the spaces of a group are the hardest to change.
    return "has" in faults, len(faults), lacking


def _word(term: Term, land: Land, name: Values, group: Spaces) -> Word | str:
    """The word for the first condition that the nearest group does not meet."""
    around, beside = near(group) & ~group, term.beside
    word: Word | str = NOTHING_NEAR
    match next(Conditions(term, land).unmet(group), None):
        case "least" | "most":
            word = _size_word(term, land, name, group)
        case "whole" if size(lacking := group & ~of_kinds(land, [term.of])) <= _FEW:
            word = _near("lacks", lacking, line=name["line"])
        case "contains" if len(term.contains) == 1:
            word = _longest(of_kinds(land, [term.of]), len(term.contains[0]))
        case "edge" if not term.edge:
            word = _near("edge", group, area=area_word(term.of))
        case "edge" if not (own := of_kinds(land, [term.of])) & GRID.edge:
            word = _near("inside", own)
        case "not_beside":
            word = _touching(term, land, group)
        case "amid" if term.each == "space":
            other, space = around & ~of_kinds(land, term.amid), GRID.names[first_of(group)]
            key = "open_sides" if term.amid == ("filled",) else "other_sides"
            word = _near(key, other, space=space, kinds=[kind_word(one) for one in term.amid])
        case "beside" if beside and term.each not in LINES:
            word = _beside(term, beside, land, group)
        case None if term.each == "second_area":
            word = _near("lone", group)
    return word


def _beside(term: Term, beside: Beside, land: Land, group: Spaces) -> Word | str:
    """How much of what it must be adjacent to a group is adjacent to."""
    around = near(group) & ~group
    if beside.kinds > 1 and term.each != "space":
        kinds = [kind_word(one) for one in kinds_on(land, beside.of, around)]
        key = "beside_kinds" if kinds else "beside_none"
        return _near(key, group, area=area_word(term.of), kinds=kinds)
    key = "wallow" if term.each == "space" else "watered"
    count = size(around & of_kinds(land, beside.of))
    return _near(key, group, beside=count) if beside.spaces > 1 else NOTHING_NEAR


def _size_word(term: Term, land: Land, name: Values, group: Spaces) -> Word | str:
    if term.each in LINES:
        return _near("row_has", group, line=name["line"])
    if term.most == len(GRID.names) and group == largest(areas(of_kinds(land, [term.of]))):
        return _near("largest", group)
    return _near("nearest_group", group) if size(group) <= _FEW else NOTHING_NEAR


def _longest(spaces: Spaces, most: int) -> Word:
    """The longest straight line within some spaces that is shorter than another one."""
    return next(
        _near("longest", lines[0])
        for length in reversed(range(1, most))
        for face in (("X" * length,), ("X",) * length)
        if (lines := GRID.occurrences(face, {"X": spaces}))
    )


def _touching(term: Term, land: Land, group: Spaces) -> Word:
    """The word for the spaces that a group touches and must not."""
    around = near(group) & ~group
    return _near(
        "touches",
        group,
        area=area_word(term.of),
        kinds=[Word("beside", kind) for kind in kinds_on(land, term.not_beside, around)],
        other=GRID.name_all(around & of_kinds(land, term.not_beside)),
    )


def _spoilt(terms: Sequence[Term], land: Land) -> Word | str:
    """The word for an area that lacks nothing, but touches spaces that it must not."""
    for term in terms:
        for _, group in groups(term, land) if term.each == "area" and term.not_beside else ():
            if [*Conditions(term, land).unmet(group)] == ["not_beside"]:
                return _touching(term, land, group)
    return NOTHING_NEAR


# Cards that are functions, and what the terms of a card do not tell


def _no(terrain: Terrain) -> Word:
    return _near("no_terrain", terrain=terrain)


def _city(land: Land) -> Word:
    """Why no city is scored: each touches a mountain, or the largest does."""
    cities = areas(land.village)
    if not cities:
        return _no(Terrain.VILLAGE)
    clear = any(not near(city) & land.mountain for city in cities)
    return _near("largest_touches", largest(cities)) if clear else _near("each_touches")


def _enclave(land: Land) -> Word:
    return _near("walled_in") if land.village else _no(Terrain.VILLAGE)


def _balance(land: Land) -> Word | str:
    """The column with both farm and water in which their numbers differ least."""
    both = [
        (abs(size(farm) - size(water)), i, name["line"], size(farm), size(water))
        for i, (name, column) in enumerate(COLUMNS)
        if (farm := column & land.farm) and (water := column & land.water)
    ]
    if not both:
        return NOTHING_NEAR
    _, _, line, farm_spaces, water_spaces = min(both, key=lambda one: one[:2])
    return _near("balance", line=line, farm=farm_spaces, water=water_spaces)


def _lone_mountain(land: Land) -> Word:
    """A forest area that touches only one mountain."""
    for area in areas(land.forest):
        if mountain := near(area) & land.mountain:
            return _near("one_mountain", area, mountain=GRID.name_all(mountain))
    return _near("no_mountain")


def _row_of_kinds(land: Land) -> Word | str:
    """The row with most kinds of terrain."""
    name, row = max(ROWS, key=lambda one: len(kinds_on(land, TERRAINS, one[1])))
    kinds = [kind_word(kind) for kind in kinds_on(land, TERRAINS, row)]
    return _near("row_kinds", line=name["line"], kinds=kinds) if kinds else NOTHING_NEAR


NEAR: Mapping[str, Near] = {
    "stoneside_forest": _lone_mountain,
    "ulems_wallow": partial(nearest_of, [Term(4, "space", "water", beside=Beside(("farm",), 2))]),
    "jorekburg": _balance,
    "great_city": _city,
    "outer_enclave": _enclave,
    "banded_hills": _row_of_kinds,
}
"""By card, what came nearest. The rules of other cards need no such part."""


def _by_kind(land: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    """The spaces of each terrain of a card with a rate for each; the key if one alone scores."""
    values: dict[str, object] = {}
    for part in parts:
        (kind,) = kinds_on(land, ("water", "farm"), part.spaces)
        values |= {kind: GRID.name_all(part.spaces), f"{kind}_points": part.points}
    return next(iter(values)) if len(parts) == 1 else "some", values


def _tie(land: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    """Whether the second largest village is one of several."""
    scored = size(parts[0].spaces)
    sizes = [size(area) for area in areas(land.village)]
    tied = sizes.count(scored)
    if scored == max(sizes):
        return "some", {"near": _near("tied_largest", areas=tied, size=scored)}
    return "some", {"near": _near("tied_second", areas=tied, size=scored)} if tied > 1 else {}


def _side(_: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    return "some", {"side": parts[0].points // 3}


def _enclave_of(land: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    """The village area that was chosen."""
    area = next(one for one in areas(land.village) if near(one) & land.empty == parts[0].spaces)
    return "some", {"area": GRID.name_all(area)}


def _caravans(_: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    return "some", {"area": GRID.name_all(union(part.spaces for part in parts))}


PAID: Mapping[str, Paid] = {
    "mages_valley": _by_kind,
    "the_golden_granary": _by_kind,
    "shieldgate": _tie,
    "outer_enclave": _enclave_of,
    "caravansary": _caravans,
    "lost_barony": _side,
}
"""By card, what earned points. The sentences of other cards need no further values."""
