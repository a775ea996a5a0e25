"""The points of each scoring card for a map (Glossar, Wertungskarten).

Most cards are data: terms, which `facts.toml` or a card pack states. Each of the other shipped
cards is a function here, which returns the parts of the card's points. Of areas to choose from the
best is scored, the first in reading order if several tie.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import gcd

from theodolite.cartographers import terms
from theodolite.cartographers.board import GRID, Land, Print
from theodolite.cartographers.facts import ScoringCard
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.terms import AROUND, COLUMNS, LINES, ROWS, Line, paid
from theodolite.grid import NOWHERE, Spaces, each, first_of
from theodolite.scoresheet import Part

Judge = Callable[[Land, Rulings], Sequence[Part]]
PaidTerm = tuple[terms.Term | None, Sequence[Part]]

near, areas = GRID.neighbours, GRID.groups


def size(spaces: Spaces) -> int:
    """The number of spaces."""
    return spaces.bit_count()


def each_paid(points: int, groups: Iterable[Spaces]) -> list[Part]:
    """Points for each group of spaces."""
    return [Part(points, group) for group in groups]


def largest(groups: Iterable[Spaces]) -> Spaces:
    """The largest group, the first of several; nothing if there is none."""
    return max(groups, key=size, default=NOWHERE)


_NOT_LAST_COLUMN = GRID.everywhere & ~GRID.column_lines[-1]


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


def stoneside_forest(land: Land, _: Rulings) -> list[Part]:
    """3 per mountain adjacent to a forest area that touches another mountain, once each."""
    joining = [area for area in areas(land.forest) if size(near(area) & land.mountain) > 1]
    return each_paid(3, _with_mountain(land.mountain, joining))


def _with_mountain(mountain: Spaces, adjoining: Sequence[Spaces]) -> Iterator[Spaces]:
    """Each mountain that adjoins one of the areas, with all that it adjoins."""
    for peak in each(mountain):
        if own := sum(area for area in adjoining if area & AROUND[peak]):
            yield own | 1 << peak


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


# Farm and water


def ulems_wallow(land: Land, _: Rulings) -> list[Part]:
    """4 per water space adjacent to 2 or more farm spaces."""
    shore = each(land.water & near(land.farm))
    return each_paid(4, (1 << space for space in shore if size(AROUND[space] & land.farm) >= 2))


def clawsgrave_peaks(land: Land, _: Rulings) -> list[Part]:
    """5 per mountain adjacent to a water area that touches farm, once each."""
    farmed = [area for area in areas(land.water) if near(area) & land.farm]
    return each_paid(5, _with_mountain(land.mountain, farmed))


def jorekburg(land: Land, _: Rulings) -> list[Part]:
    """4 per column with as many farm as water spaces, at least 1."""
    farmed = crossing(COLUMNS, land.farm | land.water)
    return lines_paid(
        4, (column for column in farmed if size(column[1]) == 2 * size(column[1] & land.farm))
    )


# Village


def great_city(land: Land, rulings: Rulings) -> list[Part]:
    """1 per space of the largest village area that touches no mountain."""
    cities = areas(land.village)
    city = largest(area for area in cities if not near(area) & land.mountain)
    # Or nothing, if every larger one touches a mountain (great_city).
    if size(city) < size(largest(cities)) and rulings.great_city == "only_largest":
        return []
    return paid(1, city)


def outer_enclave(land: Land, _: Rulings) -> list[Part]:
    """1 per empty space adjacent to one village area of your choice."""
    return paid(1, largest(near(area) & land.empty for area in areas(land.village)))


def caravansary(land: Land, _: Rulings) -> list[Part]:
    """1 per row and 1 per column with a space of one village area of your choice."""
    reach = [lines_paid(1, crossing(LINES["line"], area)) for area in areas(land.village)]
    return max(reach, key=len, default=[])


# The rest of the map


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


_BOUNDS: Mapping[Judge, tuple[int, Callable[[Print], int]]] = {
    stoneside_forest: (3, lambda printed: size(printed.mountains)),
    great_city: (1, lambda printed: size(printed.plain)),
    lost_barony: (3, lambda _: GRID.rows),
    faunlost_thicket: (2, lambda _: GRID.rows),
    ulems_wallow: (4, lambda printed: size(printed.plain)),
    clawsgrave_peaks: (5, lambda printed: size(printed.mountains)),
    jorekburg: (4, lambda _: GRID.rows),
    outer_enclave: (1, lambda printed: size(printed.plain)),
    caravansary: (1, lambda _: GRID.rows + GRID.columns),
    banded_hills: (4, lambda _: GRID.rows),
}
"""The points of each card that is a function, and how many times it pays them at most."""
CARDS: Mapping[str, Judge] = {card.__name__: card for card in _BOUNDS}
"""The cards that are functions, by their ids."""


def ruling_of(card: ScoringCard) -> str | None:
    """The ruling that governs a card; None if there is none."""
    if any("ruins" in term.kinds for term in card.pays):
        return "destroyed_ruins"
    return "great_city" if card.id == "great_city" else None


def parts_of(card: ScoringCard, land: Land, rulings: Rulings) -> Sequence[Part]:
    """The points of a card on a map, with the spaces that earn them.

    >>> from theodolite.cartographers.board import Map, Drawn
    >>> from theodolite.cartographers.facts import SCORING_CARDS
    >>> land = Map(Print(), Drawn(forest=0b11)).land
    >>> [part.points for part in parts_of(SCORING_CARDS["sentinel_wood"], land, Rulings())]
    [2]
    """
    return [part for _, parts in parts_by_term(card, land, rulings) for part in parts]


def parts_by_term(card: ScoringCard, land: Land, rulings: Rulings) -> list[PaidTerm]:
    """The parts of the points of a card by its terms; of a function, by None."""
    if not card.pays:
        return [(None, CARDS[card.id](land, rulings))]
    # Destroyed ruins count as ruins, or not (destroyed_ruins).
    if land.ruins & land.destroyed and rulings.destroyed_ruins == "gone":
        land = land._replace(ruins=land.ruins & ~land.destroyed)
    return [(term, terms.parts(term, land)) for term in card.pays]


def bounds_of(card: ScoringCard, printed: Print) -> tuple[int, int]:
    """The points that a card pays at a time, and a number that its points never exceed.

    Args:
        card: The card.
        printed: The print of the map.
    """
    if card.pays:
        return gcd(*[term.points for term in card.pays]), terms.most_points(card.pays, printed)
    step, most = _BOUNDS[CARDS[card.id]]
    return step, step * most(printed)
