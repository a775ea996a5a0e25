"""The points of each of the 32 scoring cards for a map (Glossar, Wertungskarten).

One function a card; it returns the parts of its points, and `pays` states what they can come to.
Names, categories and solo numbers are in `facts.toml`. Of areas to choose from the best is scored,
the first in reading order if there are several.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from theodolite.cartographers.board import GRID, Land, Print
from theodolite.cartographers.rulings import Rulings
from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, set_of
from theodolite.scoresheet import Part
from theodolite.verdict import Values, Word

Judge = Callable[[Land, Rulings], Sequence[Part]]
Count = Callable[[Print], int]
"""The greatest number of something on a map with this print."""
Line = tuple[Values, Spaces]
"""A row, column or diagonal: the name of the line as a part has it, and its spaces."""

near, areas = GRID.neighbours, GRID.groups


def size(spaces: Spaces) -> int:
    """The number of spaces."""
    return spaces.bit_count()


def paid(points: int, spaces: Spaces) -> list[Part]:
    """Points for each of these spaces."""
    return [Part(points * size(spaces), spaces)] if spaces else []


def each_paid(points: int, groups: Iterable[Spaces]) -> list[Part]:
    """Points for each group of spaces."""
    return [Part(points, group) for group in groups]


def largest(groups: Iterable[Spaces]) -> Spaces:
    """The largest group, the first of several; nothing if there is none."""
    return max(groups, key=size, default=NOWHERE)


def _line(kind: str, name: str) -> Values:
    return MappingProxyType({"line": Word("lines", kind, {"name": name})})


class Pay(NamedTuple):
    """The bounds of a card's points.

    Attributes:
        points: The points each time; every score is a multiple of them.
        times: How many times at most on a map with a print.
    """

    points: int
    times: Count

    def most(self, printed: Print) -> int:
        """A number of points that it never exceeds."""
        return self.points * self.times(printed)


PAY: dict[str, Pay] = {}
"""The bounds of each card's points, by its id."""
AnyJudge = TypeVar("AnyJudge", bound=Judge)


def pays(points: int, times: Count) -> Callable[[AnyJudge], AnyJudge]:
    """State the bounds of a card's points beside the card."""

    def stated(card: AnyJudge) -> AnyJudge:
        PAY[card.__name__] = Pay(points, times)
        return card

    return stated


def drawable(printed: Print) -> int:
    """The spaces that can be drawn on."""
    return size(printed.plain)


def areas_of(least: int) -> Count:
    """The areas of so many spaces or more."""
    return lambda printed: drawable(printed) // least


def mountains(printed: Print) -> int:
    """The mountains."""
    return size(printed.mountains)


def lines_of(lines: Sequence[Line]) -> Count:
    """The lines among some."""
    return lambda _: len(lines)


ROWS: Sequence[Line] = [
    (_line("row", name[0]), line)
    for name, line in zip(GRID.names[:: GRID.columns], GRID.row_lines, strict=True)
]
COLUMNS: Sequence[Line] = [
    (_line("column", str(number)), line) for number, line in enumerate(GRID.column_lines, 1)
]
LINES = (*ROWS, *COLUMNS)
DIAGONALS: Sequence[Line] = [
    (
        _line("diagonal", GRID.names[row * GRID.columns]),
        set_of(Space((row + step) * GRID.columns + step) for step in range(GRID.rows - row)),
    )
    for row in range(GRID.rows)
]
_NOT_LAST_COLUMN = GRID.everywhere & ~GRID.column_lines[-1]
_AROUND = [near(1 << space) for space in each(GRID.everywhere)]


def full(lines: Iterable[Line], filled: Spaces) -> Iterator[Line]:
    """The lines of which every space is filled."""
    return ((name, line) for name, line in lines if not line & ~filled)


def crossing(lines: Iterable[Line], spaces: Spaces) -> Iterator[Line]:
    """The lines with one of these spaces, each with those it has."""
    return ((name, line & spaces) for name, line in lines if line & spaces)


def lines_paid(points: int, lines: Iterable[Line]) -> list[Part]:
    """Points for each line."""
    return [Part(points, line, name) for name, line in lines]


def rightwards(spaces: Spaces) -> Spaces:
    """Those of these spaces that have one of them on their right."""
    return spaces & _NOT_LAST_COLUMN & spaces >> 1


def downwards(spaces: Spaces) -> Spaces:
    """Those of these spaces that have one of them below."""
    return spaces & spaces >> GRID.columns


# Forest


@pays(1, lambda printed: size(printed.plain & GRID.edge))
def sentinel_wood(land: Land, _: Rulings) -> list[Part]:
    """1 per forest space at the edge, a corner once."""
    return paid(1, land.forest & GRID.edge)


@pays(1, lines_of(LINES))
def greenbough(land: Land, _: Rulings) -> list[Part]:
    """1 per row and 1 per column with a forest space."""
    return lines_paid(1, crossing(LINES, land.forest))


@pays(1, drawable)
def treetower(land: Land, _: Rulings) -> list[Part]:
    """1 per forest space with only filled spaces or the edge on its four sides."""
    return paid(1, land.forest & ~near(land.empty))


@pays(3, mountains)
def stoneside_forest(land: Land, _: Rulings) -> list[Part]:
    """3 per mountain adjacent to a forest area that touches another mountain, once each."""
    joining = [area for area in areas(land.forest) if size(near(area) & land.mountain) > 1]
    return each_paid(3, _with_mountain(land.mountain, joining))


def _with_mountain(mountain: Spaces, adjoining: Sequence[Spaces]) -> Iterator[Spaces]:
    """Each mountain that adjoins one of the areas, with all that it adjoins."""
    for peak in each(mountain):
        if own := sum(area for area in adjoining if area & _AROUND[peak]):
            yield own | 1 << peak


@pays(2, lines_of(ROWS))
def faunlost_thicket(land: Land, _: Rulings) -> list[Part]:
    """2 per space of the longest unbroken run of forest in one column."""
    length = 0
    starts = longer = land.forest
    while longer:
        length, starts = length + 1, longer
        longer = land.forest & longer >> GRID.columns
    column = GRID.column_lines[0] & (1 << length * GRID.columns) - 1
    run = column << first_of(starts) if starts else NOWHERE
    return paid(2, run)


@pays(6, areas_of(5))
def deepwood(land: Land, _: Rulings) -> list[Part]:
    """6 per forest area of 5 or more that touches no village."""
    return each_paid(
        6,
        (area for area in areas(land.forest) if size(area) >= 5 and not near(area) & land.village),
    )


@pays(2, drawable)
def heart_of_the_forest(land: Land, _: Rulings) -> list[Part]:
    """2 per forest space with only forest or the edge on its four sides."""
    return paid(2, land.forest & ~near(GRID.everywhere & ~land.forest))


@pays(4, lines_of(ROWS))
def sleepy_valley(land: Land, _: Rulings) -> list[Part]:
    """4 per row with 3 or more forest spaces."""
    return lines_paid(4, (row for row in crossing(ROWS, land.forest) if size(row[1]) >= 3))


# Farm and water


@pays(1, drawable)
def canal_lake(land: Land, _: Rulings) -> list[Part]:
    """1 per water space adjacent to farm, 1 per farm space adjacent to water."""
    return paid(1, land.water & near(land.farm)) + paid(1, land.farm & near(land.water))


@pays(1, lambda printed: 2 * size(printed.plain & near(printed.mountains)))
def mages_valley(land: Land, _: Rulings) -> list[Part]:
    """2 per water space, 1 per farm space adjacent to a mountain, each once."""
    beside = near(land.mountain)
    return paid(2, land.water & beside) + paid(1, land.farm & beside)


@pays(1, lambda printed: 3 * drawable(printed))
def the_golden_granary(land: Land, rulings: Rulings) -> list[Part]:
    """1 per water space adjacent to a ruins space, filled or not; 3 per farm space on ruins."""
    ruins = land.ruins
    # Destroyed ruins count as ruins, or not (destroyed_ruins).
    if ruins & land.destroyed and rulings.destroyed_ruins == "gone":
        ruins &= ~land.destroyed
    return paid(1, land.water & near(ruins)) + paid(3, land.farm & ruins)


@pays(3, lambda printed: size(printed.plain & ~GRID.edge))
def shoreside_expanse(land: Land, _: Rulings) -> list[Part]:
    """3 per farm area touching neither water nor edge, 3 per water area neither farm nor edge."""
    return [
        part
        for ground, other in ((land.farm, land.water), (land.water, land.farm))
        for part in each_paid(
            3, (area for area in areas(ground) if not (area & GRID.edge or near(area) & other))
        )
    ]


@pays(7, drawable)
def craylund(land: Land, _: Rulings) -> list[Part]:
    """7 per farm area adjacent to 3 or more different water spaces."""
    return each_paid(7, (area for area in areas(land.farm) if size(near(area) & land.water) >= 3))


@pays(4, drawable)
def ulems_wallow(land: Land, _: Rulings) -> list[Part]:
    """4 per water space adjacent to 2 or more farm spaces."""
    shore = each(land.water & near(land.farm))
    return each_paid(4, (1 << space for space in shore if size(_AROUND[space] & land.farm) >= 2))


@pays(5, mountains)
def clawsgrave_peaks(land: Land, _: Rulings) -> list[Part]:
    """5 per mountain adjacent to a water area that touches farm, once each."""
    farmed = [area for area in areas(land.water) if near(area) & land.farm]
    return each_paid(5, _with_mountain(land.mountain, farmed))


@pays(4, lines_of(COLUMNS))
def jorekburg(land: Land, _: Rulings) -> list[Part]:
    """4 per column with as many farm as water spaces, at least 1."""
    farmed = crossing(COLUMNS, land.farm | land.water)
    return lines_paid(
        4, (column for column in farmed if size(column[1]) == 2 * size(column[1] & land.farm))
    )


# Village


@pays(8, areas_of(6))
def wildholds(land: Land, _: Rulings) -> list[Part]:
    """8 per village area of 6 or more."""
    return each_paid(8, (area for area in areas(land.village) if size(area) >= 6))


@pays(1, drawable)
def great_city(land: Land, rulings: Rulings) -> list[Part]:
    """1 per space of the largest village area that touches no mountain."""
    cities = areas(land.village)
    city = largest(area for area in cities if not near(area) & land.mountain)
    # Or nothing, if every larger one touches a mountain (great_city).
    if size(city) < size(largest(cities)) and rulings.great_city == "only_largest":
        return []
    return paid(1, city)


@pays(3, drawable)
def greengold_plains(land: Land, _: Rulings) -> list[Part]:
    """3 per village area adjacent to 3 or more other kinds of terrain."""
    others = (land.forest, land.farm, land.water, land.monster, land.hero, land.mountain)
    return each_paid(
        3,
        (
            area
            for area in areas(land.village)
            for around in [near(area)]
            if sum([around & other != 0 for other in others]) >= 3
        ),
    )


@pays(2, areas_of(2))
def shieldgate(land: Land, _: Rulings) -> list[Part]:
    """2 per space of the second largest village area; a lone area is no second."""
    return paid(2, (*sorted(areas(land.village), key=size, reverse=True), NOWHERE, NOWHERE)[1])


@pays(7, areas_of(4))
def traylo_monastery(land: Land, _: Rulings) -> list[Part]:
    """7 per village area with four spaces in a straight line, once an area."""
    village = land.village
    straight = rightwards(rightwards(rightwards(village)))
    straight |= downwards(downwards(downwards(village)))
    return each_paid(7, (area for area in areas(village) if area & straight))


@pays(1, drawable)
def outer_enclave(land: Land, _: Rulings) -> list[Part]:
    """1 per empty space adjacent to one village area of your choice."""
    return paid(1, largest(near(area) & land.empty for area in areas(land.village)))


@pays(6, areas_of(4))
def gnomish_colony(land: Land, _: Rulings) -> list[Part]:
    """6 per village area containing a 2x2, once an area."""
    squares = rightwards(downwards(land.village))
    return each_paid(6, (area for area in areas(land.village) if area & squares))


@pays(1, lines_of(LINES))
def caravansary(land: Land, _: Rulings) -> list[Part]:
    """1 per row and 1 per column with a space of one village area of your choice."""
    reach = [lines_paid(1, crossing(LINES, area)) for area in areas(land.village)]
    return max(reach, key=len, default=[])


# The rest of the map


@pays(6, lines_of(LINES))
def borderlands(land: Land, _: Rulings) -> list[Part]:
    """6 per filled row, 6 per filled column."""
    return lines_paid(6, full(LINES, land.filled))


@pays(3, lines_of(ROWS))
def lost_barony(land: Land, _: Rulings) -> list[Part]:
    """3 times the side of the largest square of filled spaces, 1x1 too."""
    side = 0
    corners = larger = land.filled
    while larger:
        side, corners = side + 1, larger
        larger = rightwards(downwards(larger))
    if not corners:
        return []
    row = (1 << side) - 1
    square = Spaces(sum(row << r * GRID.columns for r in range(side)))
    return [Part(3 * side, square << first_of(corners))]


@pays(3, lines_of(DIAGONALS))
def the_broken_road(land: Land, _: Rulings) -> list[Part]:
    """3 per filled diagonal from column 1 down and right to row K."""
    return lines_paid(3, full(DIAGONALS, land.filled))


@pays(1, drawable)
def the_cauldrons(land: Land, _: Rulings) -> list[Part]:
    """1 per empty space with only filled spaces or the edge on its four sides."""
    return paid(1, land.empty & ~near(land.empty))


@pays(7, lambda printed: sum(1 for _ in crossing(LINES, printed.mountains)))
def dwarvenholds(land: Land, _: Rulings) -> list[Part]:
    """7 per filled row, 7 per filled column, with a mountain in it."""
    with_mountain = (line for line in full(LINES, land.filled) if line[1] & land.mountain)
    return lines_paid(7, with_mountain)


@pays(10, lines_of(COLUMNS[::2]))
def silos(land: Land, _: Rulings) -> list[Part]:
    """10 per filled column of odd number."""
    return lines_paid(10, full(COLUMNS[::2], land.filled))


@pays(4, lines_of(ROWS))
def banded_hills(land: Land, _: Rulings) -> list[Part]:
    """4 per row with 5 or more of the seven terrain kinds."""
    return lines_paid(
        4,
        (
            (name, row)
            for name, row in ROWS
            if size(row & land.filled) >= 5 and sum([row & kind != 0 for kind in land.kinds]) >= 5
        ),
    )


@pays(4, areas_of(3))
def starlit_sigil(land: Land, _: Rulings) -> list[Part]:
    """4 per maximal adjacent group of exactly 3 empty spaces."""
    return each_paid(4, (group for group in areas(land.empty) if size(group) == 3))


CARDS: Mapping[str, Judge] = {
    card.__name__: card
    for card in (
        sentinel_wood,
        greenbough,
        treetower,
        stoneside_forest,
        canal_lake,
        mages_valley,
        the_golden_granary,
        shoreside_expanse,
        wildholds,
        great_city,
        greengold_plains,
        shieldgate,
        borderlands,
        lost_barony,
        the_broken_road,
        the_cauldrons,
        faunlost_thicket,
        deepwood,
        heart_of_the_forest,
        sleepy_valley,
        craylund,
        ulems_wallow,
        clawsgrave_peaks,
        jorekburg,
        traylo_monastery,
        outer_enclave,
        gnomish_colony,
        caravansary,
        dwarvenholds,
        silos,
        banded_hills,
        starlit_sigil,
    )
}
"""Every scoring card by its id, in the order of `facts.toml`."""

RULINGS: Mapping[str, str] = {"the_golden_granary": "destroyed_ruins", "great_city": "great_city"}
"""The ruling that governs a card, by its id."""
