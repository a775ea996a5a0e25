"""The laws by which facts follow from the shapes that a region can have (see `laws`).

Sets of shapes are held as integers, a bit for each shape of the board, so that a law looks at all
of them at once.
"""

from collections.abc import Iterator
from functools import cache, partial
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each, union
from theodolite.tiwanaku.board import GRIDS, LARGEST_REGION, BoardName, Terrain, regions, shapes
from theodolite.tiwanaku.knowledge import (
    CONTRADICTION,
    Fact,
    Knowledge,
    Proposal,
    Reason,
    Sized,
)

Law = Literal["reach", "all_five_seen"]
Shapes = Spaces
"""A set of shapes of a board, a bit for each."""


class _Placed(NamedTuple):
    """The shapes of a board.

    Attributes:
        covering: For each space, the shapes that cover it.
        beside: For each space, those that touch it without covering it.
        up_to: For each size from 0, those of at most so many spaces.
        straight: Those that a region can have: neither a U nor a V of five spaces.
        window: For each space, all spaces of the shapes that cover it.
    """

    covering: tuple[Shapes, ...]
    beside: tuple[Shapes, ...]
    up_to: tuple[Shapes, ...]
    straight: Shapes
    window: tuple[Spaces, ...]


@cache
def _placed(board: BoardName) -> _Placed:
    grid, every, possible = GRIDS[board], shapes(board), frozenset(regions(board))
    covering, beside, window = [[NOWHERE] * len(grid.names) for _ in range(3)]
    bits = [Spaces(1 << i) for i in range(len(every))]
    for one, shape in zip(bits, every, strict=True):
        for space in each(shape):
            covering[space] |= one
            window[space] |= shape
        for space in each(grid.touching(shape) & ~shape):
            beside[space] |= one
    return _Placed(
        tuple(covering),
        tuple(beside),
        tuple(
            union(one for one, shape in zip(bits, every, strict=True) if shape.bit_count() <= size)
            for size in range(LARGEST_REGION + 1)
        ),
        union(one for one, shape in zip(bits, every, strict=True) if shape in possible),
        tuple(window),
    )


def reach(known: Knowledge) -> Iterator[Proposal]:
    """A region reaches its size or spaces only through these spaces, or not at all."""
    return _by_shapes(known, "reach")


def all_five_seen(known: Knowledge) -> Iterator[Proposal]:
    """No space touches all five levels, so no region is a U or a V of five spaces."""
    return _by_shapes(known, "all_five_seen")


def _by_shapes(known: Knowledge, law: Law) -> Iterator[Proposal]:
    placed = _placed(known.board)
    allowed = placed.straight if law == "all_five_seen" else placed.up_to[-1]
    for terrain in Terrain:
        known.clock.look()
        key = (known.can[terrain], known.is_[terrain], (*known.sized[terrain], *known.loose))
        if known.fitting.get((law, terrain)) == key:
            continue
        known.fitting[law, terrain] = key
        fitting = _fitting(known, terrain)
        for group in known.sized[terrain]:
            covering = placed.covering[known.first(group.spaces)]
            own = fitting & covering
            # Without a U and a V among them, `reach` concludes as much.
            if law == "reach" or own & ~allowed:
                region = _Region(group, terrain, own & allowed, covering & allowed)
                yield from _of_region(known, law, region)
        for space in each(known.can[terrain] & ~known.is_[terrain]):
            own = fitting & placed.covering[space]
            if not own & allowed and bool(own) == (law == "all_five_seen"):
                why = partial(_shut_out, known, law, terrain, space)
                yield Fact("not_terrain", space, terrain), why


def _fitting(known: Knowledge, terrain: Terrain) -> Shapes:
    """The shapes that a region of this terrain can have, as far as is known."""
    covering, beside, up_to, _, _ = _placed(known.board)
    shut = 0
    for space in each(known.grid.everywhere & ~known.can[terrain]):
        shut |= covering[space]
    for space in each(known.is_[terrain]):
        shut |= beside[space]
    for spaces, least, most in (*known.sized[terrain], *known.loose):
        some, every = 0, up_to[-1]
        for space in each(spaces):
            some |= covering[space]
            every &= covering[space]
        shut |= some & ~(every & up_to[most] & ~up_to[min(least - 1, LARGEST_REGION)])
    return up_to[-1] & ~shut


class _Region(NamedTuple):
    """A region of a terrain: its spaces, the shapes left to it, and those at its first space."""

    group: Sized
    terrain: Terrain
    fitting: Shapes
    possible: Shapes


def _of_region(known: Knowledge, law: Law, region: _Region) -> Iterator[Proposal]:
    covering, _, up_to, _, window = _placed(known.board)
    (spaces, least, most), terrain, fitting, possible = region
    space = known.first(spaces)
    why = partial(_reason, known, law, region)
    if not fitting:
        yield CONTRADICTION, partial(why, possible)
        return
    for other in each(window[space] & known.can[terrain] & ~spaces):
        if not fitting & ~covering[other]:
            taken_in = partial(why, possible & ~covering[other], 1 << other)
            yield Fact("terrain", other, terrain), taken_in
            yield Fact("same", 1 << space | 1 << other), taken_in
    sizes = [k for k in range(1, LARGEST_REGION + 1) if fitting & up_to[k] & ~up_to[k - 1]]
    if sizes[0] > least:
        yield Fact("min", space, sizes[0]), partial(why, possible & up_to[sizes[0] - 1])
    if sizes[-1] < most:
        yield Fact("max", space, sizes[-1]), partial(why, possible & ~up_to[sizes[-1]])


def _reason(
    known: Knowledge, law: Law, region: _Region, others: Shapes, added: Spaces = NOWHERE
) -> Reason:
    """The reason of what a region cannot be: why it has none of these shapes."""
    space = known.first(region.group.spaces)
    own = known.premises([Fact("terrain", space, region.terrain)])
    because = own | _excluding(known, region.terrain, others)
    return Reason(law, because, region.group.spaces | added, region=space)


def _shut_out(known: Knowledge, law: Law, terrain: Terrain, space: Space) -> Reason:
    """The reason why no region of a terrain covers a space."""
    placed = _placed(known.board)
    allowed = placed.straight if law == "all_five_seen" else placed.up_to[-1]
    because = _excluding(known, terrain, placed.covering[space] & allowed)
    return Reason(law, because, 1 << space)


def _excluding(known: Knowledge, terrain: Terrain, shapes: Shapes) -> frozenset[Fact]:
    """Facts that leave none of these shapes to a region: few, by a greedy choice."""
    objections: dict[frozenset[Fact], Shapes] = {}
    for facts, excluded in _objections(known, terrain):
        objections[facts] = objections.get(facts, 0) | excluded
    pending = shapes & ~objections.pop(frozenset(), 0)
    chosen: dict[frozenset[Fact], Shapes] = {}
    left, weights = pending, {facts: known.weight(facts) for facts in objections}
    while left:
        counts = {facts: (left & excluded).bit_count() for facts, excluded in objections.items()}
        best = min(
            (facts for facts, count in counts.items() if count),
            key=lambda facts: (weights[facts] / counts[facts], sorted(facts)),
        )
        chosen[best] = objections[best]
        left &= ~chosen[best]
    because = frozenset[Fact]().union(*chosen)
    for fact in sorted(because, key=lambda fact: (known.weight([fact]), fact), reverse=True):
        fewer = because - {fact}
        if not pending & ~union(bits for facts, bits in objections.items() if facts <= fewer):
            because = fewer
    return because


def _objections(known: Knowledge, terrain: Terrain) -> Iterator[tuple[frozenset[Fact], Shapes]]:
    """Sets of facts, each with the shapes that it excludes; tiles on the board need no facts."""
    covering, beside, up_to, _, _ = _placed(known.board)
    for space in each(known.grid.everywhere & ~known.can[terrain]):
        yield known.premises([Fact("not_terrain", space, terrain)]), covering[space]
    for space in each(known.is_[terrain]):
        yield known.premises([Fact("terrain", space, terrain)]), beside[space]
    for spaces, least, most in (*known.sized[terrain], *known.loose):
        for space in each(spaces):
            for other in each(spaces & ~(1 << space)):
                yield known.link(space, other), covering[space] & ~covering[other]
            for size in range(1, min(least, LARGEST_REGION + 1)):
                yield known.at_least(space, size + 1), covering[space] & up_to[size]
            if most < LARGEST_REGION:
                yield known.size_facts(space, "max", most), covering[space] & ~up_to[most]
