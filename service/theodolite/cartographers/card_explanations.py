"""Explanations of the lines of scoring cards: what earned points, or what came nearest to it.

The sentences are those of each card's rule in `rules.toml`. The part about what came nearest is a
word of the table `near` in `words.toml`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from theodolite.cartographers.board import GRID, Land, Terrain
from theodolite.cartographers.scoring_cards import (
    COLUMNS,
    DIAGONALS,
    LINES,
    ROWS,
    Line,
    areas,
    crossing,
    downwards,
    largest,
    near,
    rightwards,
    size,
)
from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, set_of, union
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
_KINDS = (*(terrain.name for terrain in (*Terrain,)), "MOUNTAIN")


def explanation_of(card: str, land: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    """The sentence that explains the line of a scoring card.

    Args:
        card: The card's id.
        land: The map.
        parts: The parts of the line's points.

    Returns:
        The key of the sentence in the card's rule, and the values that fill its blanks.
    """
    spaces = union(part.spaces for part in parts)
    values: dict[str, object] = {
        "count": len(parts),
        "size": size(spaces),
        "lines": [part.about["line"] for part in parts if "line" in part.about],
        "near": NOTHING_NEAR,
    }
    if not parts:
        nearest = NEAR.get(card)
        return "none", values | ({"near": nearest(land)} if nearest else {})
    paid = PAID.get(card)
    key, more = paid(land, parts) if paid else ("some", {})
    return key, values | dict(more)


def _near(name: str, spaces: Spaces = NOWHERE, **values: object) -> Word:
    names = GRID.name_all(spaces)
    return Word("near", name, {"spaces": names, "count": size(spaces), **values})


def _no(terrain: Terrain) -> Word:
    return _near("no_terrain", terrain=terrain)


# Areas


def _largest_of(terrain: Terrain) -> Near:
    """The largest area of a terrain."""

    def nearest(land: Land) -> Word | str:
        area = largest(areas(land[terrain]))
        return _near("largest", area) if area else _no(terrain)

    return nearest


def _spoilt(land: Land) -> Word | None:
    """The first forest area that is large enough but touches a village."""
    for area in areas(land.forest):
        if size(area) >= 5 and (village := near(area) & land.village):
            return _near("spoilt", area, village=GRID.name_all(village))
    return None


def _forest_spoilt(land: Land) -> Word | str:
    """A large forest area that touches a village, or else the largest area."""
    return _spoilt(land) or _largest_of(Terrain.FOREST)(land)


def _city(land: Land) -> Word:
    """Why no city is scored: each touches a mountain, or the largest does."""
    cities = areas(land.village)
    if not cities:
        return _no(Terrain.VILLAGE)
    clear = any(not near(city) & land.mountain for city in cities)
    return _near("largest_touches", largest(cities)) if clear else _near("each_touches")


def _kinds_beside(land: Land) -> Word:
    """The village area that touches most kinds of terrain."""
    if not land.village:
        return _no(Terrain.VILLAGE)
    area = max(areas(land.village), key=lambda one: len(_kinds(land, near(one) & ~land.village)))
    kinds = _kinds(land, near(area) & ~land.village)
    return _near("beside_kinds", area, kinds=kinds) if kinds else _near("beside_none", area)


def _kinds(land: Land, spaces: Spaces) -> list[Word]:
    """The kinds of terrain on some spaces."""
    return [
        Word("terms", name) for name, kind in zip(_KINDS, land.kinds, strict=True) if kind & spaces
    ]


def _lone_village(land: Land) -> Word:
    return _near("lone", land.village) if land.village else _no(Terrain.VILLAGE)


def _longest_street(land: Land) -> Word:
    """The longest straight line of village."""
    best = NOWHERE
    for step, length in ((1, GRID.columns), (GRID.columns, GRID.rows)):
        along = rightwards if step == 1 else downwards
        starts = land.village
        for count in range(1, length + 1):
            if starts and count > size(best):
                first = first_of(starts)
                best = set_of(Space(first + step * i) for i in range(count))
            starts = along(starts)
    return _near("longest", best) if best else _no(Terrain.VILLAGE)


def _enclave(land: Land) -> Word:
    return _near("walled_in") if land.village else _no(Terrain.VILLAGE)


def _group_of_three(land: Land) -> Word | str:
    """The group of empty spaces nearest to three."""
    groups = areas(land.empty)
    if not groups:
        return _near("no_empty")
    group = min(groups, key=lambda one: abs(size(one) - 3))
    return _near("nearest_group", group) if size(group) <= _FEW else NOTHING_NEAR


# Farm and water


def _shore(land: Land) -> Word | str:
    """The first area of farm or water, with what it touches that it must not."""
    for terrain, ground, other in (
        (Terrain.FARM, land.farm, land.water),
        (Terrain.WATER, land.water, land.farm),
    ):
        for area in areas(ground):
            if beside := near(area) & other:
                return _near("shore", area, terrain=terrain, other=GRID.name_all(beside))
            return _near("edge", area, terrain=terrain)
    return NOTHING_NEAR


def _watered(land: Land) -> Word:
    """The farm area that touches most water spaces."""
    if not land.farm:
        return _no(Terrain.FARM)
    area = max(areas(land.farm), key=lambda one: size(near(one) & land.water))
    return _near("watered", area, water=size(near(area) & land.water))


def _wallow(land: Land) -> Word:
    """The water space that touches most farm spaces."""
    if not land.water:
        return _no(Terrain.WATER)
    space = max(each(land.water), key=lambda one: size(near(1 << one) & land.farm))
    return _near("wallow", 1 << space, farm=size(near(1 << space) & land.farm))


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


# Spaces


def _inside(land: Land) -> Word:
    return _near("inside", land.forest) if land.forest else _no(Terrain.FOREST)


def _least_open(spaces: Spaces, beside: Spaces, key: str) -> Word:
    """The space with the fewest neighbours among `beside`."""
    space = min(each(spaces), key=lambda one: size(near(1 << one) & beside))
    return _near(key, near(1 << space) & beside, space=GRID.names[space])


def _open_tree(land: Land) -> Word:
    if not land.forest:
        return _no(Terrain.FOREST)
    return _least_open(land.forest, land.empty, "open_sides")


def _tree_amid_others(land: Land) -> Word:
    if not land.forest:
        return _no(Terrain.FOREST)
    return _least_open(land.forest, GRID.everywhere & ~land.forest, "other_sides")


def _open_cauldron(land: Land) -> Word:
    if not land.empty:
        return _near("no_empty")
    return _least_open(land.empty, land.empty, "open_sides")


def _lone_mountain(land: Land) -> Word:
    """A forest area that touches only one mountain."""
    for area in areas(land.forest):
        if mountain := near(area) & land.mountain:
            return _near("one_mountain", area, mountain=GRID.name_all(mountain))
    return _near("no_mountain")


# Lines


def _fullest(lines: Iterable[Line]) -> Near:
    """The line that lacks fewest spaces."""
    known = list(lines)

    def nearest(land: Land) -> Word | str:
        return _lacking(known, land)

    return nearest


def _lacking(lines: Sequence[Line], land: Land) -> Word | str:
    name, line = min(lines, key=lambda one: size(one[1] & land.empty))
    lacking = line & land.empty
    return _near("lacks", lacking, line=name["line"]) if size(lacking) <= _FEW else NOTHING_NEAR


def _fullest_with_mountain(land: Land) -> Word | str:
    lines = [line for line in LINES if line[1] & land.mountain]
    return _lacking(lines, land) if lines else NOTHING_NEAR


def _forest_row(land: Land) -> Word:
    """The row with most forest."""
    if not land.forest:
        return _no(Terrain.FOREST)
    name, row = max(crossing(ROWS, land.forest), key=lambda one: size(one[1]))
    return _near("row_has", row, line=name["line"])


def _row_of_kinds(land: Land) -> Word | str:
    """The row with most kinds of terrain."""
    name, row = max(ROWS, key=lambda one: len(_kinds(land, one[1])))
    kinds = _kinds(land, row)
    return _near("row_kinds", line=name["line"], kinds=kinds) if kinds else NOTHING_NEAR


NEAR: Mapping[str, Near] = {
    "sentinel_wood": _inside,
    "treetower": _open_tree,
    "stoneside_forest": _lone_mountain,
    "deepwood": _forest_spoilt,
    "heart_of_the_forest": _tree_amid_others,
    "sleepy_valley": _forest_row,
    "shoreside_expanse": _shore,
    "craylund": _watered,
    "ulems_wallow": _wallow,
    "jorekburg": _balance,
    "wildholds": _largest_of(Terrain.VILLAGE),
    "great_city": _city,
    "greengold_plains": _kinds_beside,
    "shieldgate": _lone_village,
    "traylo_monastery": _longest_street,
    "outer_enclave": _enclave,
    "borderlands": _fullest(LINES),
    "the_broken_road": _fullest(DIAGONALS),
    "the_cauldrons": _open_cauldron,
    "dwarvenholds": _fullest_with_mountain,
    "silos": _fullest(COLUMNS[::2]),
    "banded_hills": _row_of_kinds,
    "starlit_sigil": _group_of_three,
}
"""By card, what came nearest. The rules of other cards need no such part."""


def _two_rates(keys: Mapping[int, str]) -> Paid:
    """The explanation of a card with two rates, each of which has a part.

    Args:
        keys: By the points of a space, the key of the sentence if only spaces of this rate score.
    """

    def explained(_: Land, parts: Sequence[Part]) -> tuple[str, Values]:
        values: dict[str, object] = {}
        for part in parts:
            name = keys[part.points // size(part.spaces)]
            values |= {name: GRID.name_all(part.spaces), f"{name}_points": part.points}
        return name if len(parts) == 1 else "some", values

    return explained


def _tie(land: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    """Whether the second largest village is one of several."""
    scored = size(parts[0].spaces)
    sizes = [size(area) for area in areas(land.village)]
    tied = sizes.count(scored)
    if scored == max(sizes):
        return "some", {"near": _near("tied_largest", areas=tied, size=scored)}
    return "some", {"near": _near("tied_second", areas=tied, size=scored)} if tied > 1 else {}


def _also_spoilt(land: Land, _: Sequence[Part]) -> tuple[str, Values]:
    """A forest area that a village keeps from scoring, beside those that score."""
    word = _spoilt(land)
    return "some", {"near": word} if word else {}


def _side(_: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    return "some", {"side": parts[0].points // 3}


def _enclave_of(land: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    """The village area that was chosen."""
    area = next(one for one in areas(land.village) if near(one) & land.empty == parts[0].spaces)
    return "some", {"area": GRID.name_all(area)}


def _caravans(_: Land, parts: Sequence[Part]) -> tuple[str, Values]:
    return "some", {"area": GRID.name_all(union(part.spaces for part in parts))}


PAID: Mapping[str, Paid] = {
    "deepwood": _also_spoilt,
    "mages_valley": _two_rates({2: "water", 1: "farm"}),
    "the_golden_granary": _two_rates({1: "water", 3: "farm"}),
    "shieldgate": _tie,
    "outer_enclave": _enclave_of,
    "caravansary": _caravans,
    "lost_barony": _side,
}
"""By card, what earned points. The sentences of other cards need no further values."""
