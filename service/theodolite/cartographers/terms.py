"""The vocabulary in which scoring cards are data: terms, each of which pays for groups of spaces.

A group is a space, an area, or the spaces of a kind in a row or column. Every term has a value on
every map: its work is bounded by the spaces of the map, and nothing in it can fail.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from theodolite.cartographers.board import GRID, Land, Print
from theodolite.grid import NOWHERE, Space, Spaces, each, orientations, set_of, union
from theodolite.scoresheet import Part
from theodolite.verdict import NOTHING, Values, Word

Kind = Literal[
    "forest", "village", "farm", "water", "monster", "hero", "mountain", "ruins", "empty", "filled"
]
"""The kinds of spaces; a space can be of several, say farm, ruins and filled."""
TERRAINS: Sequence[Kind] = ("forest", "village", "farm", "water", "hero", "monster", "mountain")
"""The seven kinds of terrain."""
OVERLAPPING: Sequence[Kind] = ("ruins", "filled")
"""Kinds that a space with a terrain is as well."""
Payee = Literal[
    "space",
    "area",
    "largest_area",
    "second_area",
    "row",
    "column",
    "line",
    "odd_column",
    "diagonal",
]
"""The groups that a term pays for; a line is a row or a column, areas by size pay for each space.

A diagonal runs from a space of column 1 down and right to row K.
"""
Line = tuple[Values, Spaces]
"""A row, column or diagonal: the name of the line as a part has it, and its spaces."""


def line_name(kind: str, name: str) -> Values:
    """The name of a line as a part has it."""
    return MappingProxyType({"line": Word("lines", kind, {"name": name})})


ROWS: Sequence[Line] = [
    (line_name("row", name[0]), line)
    for name, line in zip(GRID.names[:: GRID.columns], GRID.row_lines, strict=True)
]
COLUMNS: Sequence[Line] = [
    (line_name("column", str(number)), line) for number, line in enumerate(GRID.column_lines, 1)
]
LINES: Mapping[str, Sequence[Line]] = {
    "row": ROWS,
    "column": COLUMNS,
    "line": [*ROWS, *COLUMNS],
    "odd_column": COLUMNS[::2],
    "diagonal": [
        (
            line_name("diagonal", GRID.names[row * GRID.columns]),
            set_of(Space((row + step) * GRID.columns + step) for step in range(GRID.rows - row)),
        )
        for row in range(GRID.rows)
    ],
}
BY_SIZE: Sequence[Payee] = ("largest_area", "second_area")
"""The areas that are paid for by their place in the order of size."""
AREAS: Sequence[Payee] = ("area", *BY_SIZE)
AROUND = [GRID.neighbours(1 << space) for space in each(GRID.everywhere)]
"""The neighbours of each space."""
MOST_AROUND = max(map(int.bit_count, AROUND))


class Beside(NamedTuple):
    """The spaces that a group must be adjacent to.

    Attributes:
        of: Kinds of spaces.
        spaces: The least number of different spaces of these kinds, outside the group.
        kinds: The least number of these kinds that are among them.
    """

    of: tuple[Kind, ...]
    spaces: int = 1
    kinds: int = 1


class Term(NamedTuple):
    """Points for each group that meets every condition.

    Attributes:
        points: The points for each group; of the largest or second largest area, for each of its
            spaces.
        each: The groups that it pays for. The largest and second largest area are those among the
            areas that meet the conditions, the first in reading order if several tie.
        of: The kind of the spaces of a group.
        least: The least number of spaces of an area, or of the kind in a row or column.
        most: The greatest number of them.
        whole: Lines: whether every space must be of the kind.
        edge: Whether the group touches the edge of the map; None if it does not matter.
        has: A kind that a space of the group must be as well, say ruins.
        beside: The spaces that it must be adjacent to.
        not_beside: Kinds that it must not be adjacent to.
        amid: The only kinds that it may be adjacent to, the edge aside.
        contains: A shape that lies in it, turned and mirrored at will: rows of `X` and `.`.
    """

    points: int
    each: Payee
    of: Kind
    least: int = 1
    most: int = len(GRID.names)
    whole: bool = False
    edge: bool | None = None
    has: Kind | None = None
    beside: Beside | None = None
    not_beside: tuple[Kind, ...] = ()
    amid: tuple[Kind, ...] = ()
    contains: tuple[str, ...] = ()

    @property
    def kinds(self) -> set[Kind | None]:
        """The kinds that the term names."""
        beside = self.beside.of if self.beside else ()
        return {self.of, self.has, *beside, *self.not_beside, *self.amid}

    @property
    def spaces_of_each(self) -> int:
        """The least number of spaces for which the points are paid once."""
        if self.each == "area":
            return max(self.least, "".join(self.contains).count("X"))
        return 2 if self.each == "second_area" else 1

    def places(self, printed: Print) -> Spaces:
        """The spaces that can be of an area or a space that is paid for."""
        places = printed.mountains if self.of == "mountain" else printed.plain
        if self.of == "filled":
            places = GRID.everywhere
        if self.edge is False:
            places &= ~GRID.edge
        if self.each == "space":
            if self.edge:
                places &= GRID.edge
            if self.beside and self.beside.of == ("mountain",):
                places &= GRID.neighbours(printed.mountains)
        return places


def most_points(terms: Sequence[Term], printed: Print) -> int:
    """A number of points that some terms never exceed on a map with a print."""
    most, rates = 0, Counter[Kind]()
    shared = [term for term in terms if term.each not in LINES and term.of not in OVERLAPPING]
    for term in terms:
        if term in shared:
            rates[term.of] += term.points
        elif term.each in LINES:
            needed = printed.mountains if term.has == "mountain" else GRID.everywhere
            most += term.points * sum(line & needed != 0 for _, line in LINES[term.each])
        else:
            most += term.points * (term.places(printed).bit_count() // term.spaces_of_each)
    if not shared:
        return most
    # A space has one terrain, so terms of several terrains share the spaces of the map.
    places = union(term.places(printed) for term in shared).bit_count()
    return most + max(rates.values()) * (places // min(term.spaces_of_each for term in shared))


def _apart(one: Kind, other: Kind) -> bool:
    """Whether no space can be of both kinds."""
    kinds = {one, other}
    return kinds == {"empty", "filled"} or (len(kinds) > 1 and kinds.isdisjoint(OVERLAPPING))


def never_met(term: Term) -> Iterator[str]:
    """The names of the conditions that no group can meet on any map.

    >>> [*never_met(Term(1, "space", "forest", has="village"))]
    ['has']
    """
    if term.each in LINES and term.least > GRID.rows:
        yield "least"
    if "".join(term.contains).count("X") > term.most:
        yield "contains"
    if term.has and _apart(term.of, term.has):
        yield "has"
    # Whole lines run from edge to edge.
    if term.whole and term.edge is False:
        yield "edge"
    if beside := term.beside:
        # Beside an area there is no other space of its kind: it would belong to it.
        never = {*term.not_beside, *([term.of] if term.each in AREAS else [])}
        kinds = [
            kind
            for kind in beside.of
            if kind not in never
            and (not term.amid or not all(_apart(kind, other) for other in term.amid))
        ]
        if len(kinds) < beside.kinds or (term.each == "space" and beside.spaces > MOST_AROUND):
            yield "beside"


def of_kinds(land: Land, kinds: Sequence[Kind]) -> Spaces:
    """The spaces of any of some kinds."""
    return union(getattr(land, kind) for kind in kinds)


def groups(term: Term, land: Land) -> Iterator[Line]:
    """The groups that a term looks at, before its conditions, with the names of lines."""
    spaces: Spaces = getattr(land, term.of)
    if term.each in LINES:
        if term.whole:
            return iter(LINES[term.each])
        return ((name, line & spaces) for name, line in LINES[term.each] if line & spaces)
    if term.each == "space":
        return ((NOTHING, 1 << space) for space in each(spaces))
    return ((NOTHING, area) for area in GRID.groups(spaces))


class Conditions:
    """The conditions of a term on a map."""

    def __init__(self, term: Term, land: Land) -> None:
        self.term, self.land = term, land
        self.of: Spaces = getattr(land, term.of)
        self.has: Spaces = getattr(land, term.has) if term.has else GRID.everywhere
        self.not_beside = of_kinds(land, term.not_beside)
        self.other = GRID.everywhere & ~of_kinds(land, term.amid) if term.amid else NOWHERE
        self.beside = of_kinds(land, term.beside.of) if term.beside else NOWHERE

    def unmet(self, group: Spaces) -> Iterator[str]:
        """The names of the conditions that a group does not meet."""
        term = self.term
        if group.bit_count() < term.least:
            yield "least"
        if group.bit_count() > term.most:
            yield "most"
        if term.whole and group & ~self.of:
            yield "whole"
        if term.contains and not lies_in(group, term.contains):
            yield "contains"
        if not group & self.has:
            yield "has"
        if term.edge is not None and (group & GRID.edge != 0) != term.edge:
            yield "edge"
        around = GRID.neighbours(group) & ~group
        if around & self.not_beside:
            yield "not_beside"
        if around & self.other:
            yield "amid"
        if term.beside and not self.enough(term.beside, around):
            yield "beside"

    def enough(self, beside: Beside, around: Spaces) -> bool:
        """Whether enough of some spaces are of the kinds, and of enough of the kinds."""
        return (around & self.beside).bit_count() >= beside.spaces and (
            beside.kinds == 1 or len(kinds_on(self.land, beside.of, around)) >= beside.kinds
        )

    def spaces(self) -> Spaces:
        """The spaces that each meet them all: as `unmet`, for all of them at once."""
        term, found = self.term, self.of & self.has
        if term.edge is not None:
            found &= GRID.edge if term.edge else ~GRID.edge
        found &= ~GRID.neighbours(self.not_beside | self.other)
        if beside := term.beside:
            found &= GRID.neighbours(self.beside)
            if beside.spaces > 1 or beside.kinds > 1:
                found = set_of(one for one in each(found) if self.enough(beside, AROUND[one]))
        return found


def kinds_on(land: Land, kinds: Sequence[Kind], spaces: Spaces) -> list[Kind]:
    """Those of some kinds that are on some spaces."""
    return [kind for kind in kinds if getattr(land, kind) & spaces]


# Cards have few shapes, and each is looked for in every area.
@lru_cache(maxsize=1024)
def _faces(shape: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
    return orientations(shape, rotated=True, mirrored=True)


def lies_in(spaces: Spaces, shape: tuple[str, ...]) -> bool:
    """Whether a shape lies somewhere in some spaces, turned and mirrored at will."""
    return any(GRID.occurrences(face, {"X": spaces}) for face in _faces(shape))


def parts(term: Term, land: Land) -> list[Part]:
    """The points of a term on a map: a part for each area or line, one for all spaces."""
    conditions = Conditions(term, land)
    if term.each == "space":
        return paid(term.points, conditions.spaces())
    found = [one for one in groups(term, land) if next(conditions.unmet(one[1]), None) is None]
    if term.each in BY_SIZE:
        sizes = sorted([area for _, area in found], key=int.bit_count, reverse=True)
        return paid(term.points, (*sizes, NOWHERE, NOWHERE)[BY_SIZE.index(term.each)])
    return [Part(term.points, group, name) for name, group in found]


def paid(points: int, spaces: Spaces) -> list[Part]:
    """Points for each of these spaces."""
    return [Part(points * spaces.bit_count(), spaces)] if spaces else []
