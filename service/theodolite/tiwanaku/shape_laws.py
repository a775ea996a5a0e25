"""The laws by which facts follow from the shapes that a region can have (see `laws`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Spaces, each, first_of, union
from theodolite.tiwanaku.board import GRIDS, BoardName, Terrain, regions, shapes
from theodolite.tiwanaku.knowledge import CONTRADICTION, Fact, Knowledge, Proposal, Reason


class _Placed(NamedTuple):
    """A shape on the board.

    Attributes:
        spaces: Its spaces.
        border: The spaces that touch it.
        size: The number of its spaces.
        seen: Whether a space outside touches five of it: a U or a V, which no region is.
    """

    spaces: Spaces
    border: Spaces
    size: int
    seen: bool


@cache
def _placed(board: BoardName) -> tuple[tuple[_Placed, ...], ...]:
    """For each space, the shapes that cover it."""
    grid, possible = GRIDS[board], frozenset(regions(board))
    placed = [
        _Placed(shape, grid.touching(shape) & ~shape, shape.bit_count(), shape not in possible)
        for shape in shapes(board)
    ]
    return tuple(
        tuple(one for one in placed if one.spaces >> space & 1) for space in range(len(grid.names))
    )


@cache
def _in_reach(board: BoardName) -> tuple[Spaces, ...]:
    """For each space, all spaces of the shapes that cover it."""
    return tuple(union(shape.spaces for shape in shapes_there) for shapes_there in _placed(board))


def reach(known: Knowledge) -> Iterator[Proposal]:
    """A region reaches its size or spaces only through these spaces, or not at all."""
    return _by_shapes(known, "reach")


def all_five_seen(known: Knowledge) -> Iterator[Proposal]:
    """No space touches all five levels, so no region is a U or a V of five spaces."""
    return _by_shapes(known, "all_five_seen")


def _by_shapes(known: Knowledge, law: Literal["reach", "all_five_seen"]) -> Iterator[Proposal]:
    placed = _placed(known.board)
    for terrain in Terrain:
        if not known.can[terrain] & known.focus:
            continue
        regions, struck = _fitting(known, terrain)
        for group, fitting in regions:
            left = [shape for shape in fitting if law == "reach" or not shape.seen]
            # Without a U and a V among them, `reach` concludes as much.
            if law == "reach" or len(left) < len(fitting):
                first = known.first(group)
                possible = [p for p in placed[first] if law == "reach" or not p.seen]
                yield from _of_region(known, law, group, terrain, left, possible)
        for space in each(struck[law]):
            possible = [p for p in placed[space] if law == "reach" or not p.seen]
            because = _excluding(known, terrain, possible)
            yield Fact("not_terrain", space, terrain), Reason(law, because, 1 << space)


_Regions = list[tuple[Spaces, list["_Placed"]]]


def _fitting(known: Knowledge, terrain: Terrain) -> tuple[_Regions, Mapping[str, Spaces]]:
    """The shapes left to each region of a terrain, and the spaces that no region of it can cover.

    Cached while nothing about the terrain changes: most new facts concern levels.
    """
    sized = (*known.sized[terrain], *known.loose)
    key = (terrain, known.can[terrain], known.is_[terrain], sized)
    found: tuple[_Regions, Mapping[str, Spaces]] | None = known.fitting.get(key)
    if found is None:
        found = known.fitting[key] = _fit(known, terrain)
    return found


def _fit(known: Knowledge, terrain: Terrain) -> tuple[_Regions, Mapping[str, Spaces]]:
    placed = _placed(known.board)
    regions = []
    for group in known.sized[terrain]:
        known.clock.look()
        first = known.first(group.spaces)
        if not _in_reach(known.board)[first] & known.focus:
            continue
        shapes_there = placed[first]
        regions.append((group.spaces, [p for p in shapes_there if _fits(known, p, terrain)]))
    struck = {"reach": NOWHERE, "all_five_seen": NOWHERE}
    for space in each(known.can[terrain] & ~known.is_[terrain] & known.focus):
        known.clock.look()
        # One shape that is no U and no V is enough.
        if not any(_fits(known, p, terrain) for p in placed[space] if not p.seen):
            seen = any(_fits(known, p, terrain) for p in placed[space] if p.seen)
            struck["all_five_seen" if seen else "reach"] |= 1 << space
    return regions, struck


def _fits(known: Knowledge, shape: _Placed, terrain: Terrain) -> bool:
    """Whether a region of this terrain can have this shape, as far as is known."""
    spaces, border, size, _ = shape
    if spaces & ~known.can[terrain] or border & known.is_[terrain]:
        return False
    for group in (*known.sized[terrain], *known.loose):
        if group.spaces & spaces and (
            group.spaces & ~spaces or not group.least <= size <= group.most
        ):
            return False
    return True


def _of_region(  # noqa: PLR0917 - what is known of a region
    known: Knowledge,
    law: str,
    group: Spaces,
    terrain: Terrain,
    fitting: Sequence[_Placed],
    possible: Sequence[_Placed],
) -> Iterator[Proposal]:
    space = known.first(group)
    own = known.premises([Fact("terrain", space, terrain)])

    def reason(others: Iterable[_Placed], added: Spaces = NOWHERE) -> Reason:
        premises = own | _excluding(known, terrain, others)
        return Reason(law, premises, group | added, region=space)

    if not fitting:
        yield CONTRADICTION, reason(possible)
        return
    always = known.grid.everywhere
    for shape in fitting:
        always &= shape.spaces
    for other in each(always & ~group & known.focus):
        taken_in = reason((p for p in possible if not p.spaces >> other & 1), 1 << other)
        yield Fact("terrain", other, terrain), taken_in
        yield Fact("same", 1 << space | 1 << other), taken_in
    least, most = min(p.size for p in fitting), max(p.size for p in fitting)
    if least > known.least(space):
        yield Fact("min", space, least), reason(p for p in possible if p.size < least)
    if most < known.most(space):
        yield Fact("max", space, most), reason(p for p in possible if p.size > most)


def _excluding(known: Knowledge, terrain: Terrain, shapes: Iterable[_Placed]) -> frozenset[Fact]:
    """Facts that leave none of these shapes to a region: few, by a greedy choice."""
    lies, lies_not = known.laid & known.is_[terrain], known.laid & ~known.is_[terrain]
    pending = [
        [*dict.fromkeys(_objections(known, shape, terrain))]
        for shape in shapes
        if not shape.spaces & lies_not and not shape.border & lies
    ]
    pending = [objections for objections in pending if frozenset() not in objections]
    chosen: list[frozenset[Fact]] = []
    while pending:
        known.clock.look()
        counts: dict[frozenset[Fact], int] = {}
        for objections in pending:
            for objection in objections:
                counts[objection] = counts.get(objection, 0) + 1
        best = min(counts, key=lambda facts: (known.weight(facts) / counts[facts], sorted(facts)))
        chosen.append(best)
        pending = [objections for objections in pending if best not in objections]
    return frozenset().union(*chosen)


def _objections(known: Knowledge, shape: _Placed, terrain: Terrain) -> Iterator[frozenset[Fact]]:
    """Sets of facts that each exclude a shape."""
    for space in each(shape.spaces & ~known.can[terrain]):
        yield known.premises([Fact("not_terrain", space, terrain)])
    for space in each(shape.border & known.is_[terrain]):
        yield known.premises([Fact("terrain", space, terrain)])
    for group in (*known.sized[terrain], *known.loose):
        inside = group.spaces & shape.spaces
        if not inside:
            continue
        space = first_of(inside)
        for other in each(group.spaces & ~shape.spaces):
            yield known.link(space, other)
        if shape.size < group.least:
            yield known.at_least(space, shape.size + 1)
        if shape.size > group.most:
            yield known.size_facts(space, "max", group.most)
