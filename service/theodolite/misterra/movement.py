"""Moving: places, the places beside them, and the places that a meeple reaches in one move (p. 4).

Covers the first placement, single steps and the chains that steppe allows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from theodolite.grid import Spaces, each, set_of
from theodolite.misterra.board import GRID, Board
from theodolite.misterra.snapshot import Place, Snapshot
from theodolite.verdict import Check, Status

Places = int
"""A set of places: a bit for each island space, then a bit for each beach space by the edge space
behind it."""

_SHORE = len(GRID.names)
_PLACES = tuple(Place(space, beach) for beach in (False, True) for space in each(GRID.everywhere))


def place_bit(place: Place) -> Places:
    """The set of this place alone."""
    return 1 << place.space + _SHORE * place.on_beach


def on_beach(spaces: Spaces) -> Places:
    """The beach spaces in front of these edge spaces."""
    return spaces << _SHORE


def places_of(places: Places) -> Iterator[Place]:
    """The places of a set, the island's in reading order and then the beach's."""
    while places:
        bit = places & -places
        yield _PLACES[bit.bit_length() - 1]
        places ^= bit


def union(sets: Iterable[Places]) -> Places:
    """The places in any of these sets."""
    places = 0
    for one in sets:
        places |= one
    return places


class Ground(NamedTuple):
    """The ground on which meeples walk.

    Attributes:
        tiles: The tiles of the island.
        shore: The edge spaces along the beach.
    """

    tiles: Board
    shore: Spaces

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Ground":
        """The ground of a table."""
        return cls(snapshot.island.tiles, snapshot.beach.spaces)

    @property
    def beach(self) -> Places:
        """Every beach space."""
        return on_beach(self.shore)

    @property
    def enterable(self) -> Places:
        """The places that a step may enter: tiles, either side up, and the beach."""
        return self.tiles.covered | self.beach

    def beside(self, places: Places) -> Places:
        """The places orthogonally adjacent to any of these, along the beach too."""
        inland, shore = places & GRID.everywhere, Spaces(places >> _SHORE)
        seaward = (inland | GRID.neighbours(shore)) & self.shore
        return GRID.neighbours(inland) | shore | on_beach(seaward)

    def layers(self, start: Place | None) -> list[Places]:
        """Find the places where a meeple can end its move.

        Args:
            start: The meeple's place; None before it is placed.

        Returns:
            Sets of places; the index of each is the least number of steps there.
        """
        # The first placement goes onto a beach space, and is the whole move.
        return [0, self.beach] if start is None else self.spread(place_bit(start))

    def spread(self, starts: Places) -> list[Places]:
        """Find the places where a meeple on any of these places can end its move.

        Steps can be walked back, so these are also the places from which it can reach one of them.

        Returns:
            Sets of places; the index of each is the least number of steps there.
        """
        enterable = self.enterable
        layers = [starts]
        reached = springboards = starts
        # Each steppe entered allows one more step; the first step needs none.
        while springboards and (layer := self.beside(springboards) & enterable & ~reached):
            layers.append(layer)
            reached |= layer
            springboards = layer & self.tiles.steppe
        return layers

    def paths(self, start: Place | None) -> Mapping[Place, tuple[Place, ...]]:
        """Find a shortest path, the places entered, to every place where a move can end."""
        paths: dict[Place, tuple[Place, ...]] = {}
        layers = self.layers(start)
        for i, layer in enumerate(layers):
            for place in places_of(layer):
                if i < 2:
                    paths[place] = (place,) * i
                else:
                    springboards = layers[i - 1] & self.tiles.steppe
                    before = next(places_of(self.beside(place_bit(place)) & springboards))
                    paths[place] = (*paths[before], place)
        return paths

    def within_reach_ever(self, starts: Iterable[Place | None]) -> Places:
        """Find the places that meeples reach in any number of moves on an unchanged island.

        Args:
            starts: The places of the meeples; None for one that is not placed.
        """
        enterable = self.enterable
        reached = union(self.beach if start is None else place_bit(start) for start in starts)
        while (grown := reached | self.beside(reached) & enterable) != reached:
            reached = grown
        return reached


def move_checks(ground: Ground, start: Place | None, move: Sequence[Place]) -> Iterator[Check]:
    """Check a move against every rule on moving.

    Args:
        ground: The tiles and the beach.
        start: The meeple's place; None before it is placed.
        move: The places entered, in order.
    """
    if start is None:
        yield _first_placement(ground, move)
        return
    if not move:
        return
    steps = list(pairwise((start, *move)))
    # A step goes to an orthogonally adjacent space.
    jumps = [(a, b) for a, b in steps if not ground.beside(place_bit(a)) & place_bit(b)]
    yield _steps("orthogonal", "failed" if jumps else "passed", jumps or steps)
    # A step lands on the beach or on a tile.
    voids = [(a, b) for a, b in steps if not ground.enterable & place_bit(b)]
    yield _steps("onto_tile", "failed" if voids else "passed", voids or steps)
    # Only entering a steppe allows another step; starting on one does not.
    further = [(a, b) for a, b in steps[1:] if not ground.tiles.steppe & place_bit(a)]
    key = "failed" if further else "passed" if len(steps) == 1 else "chain"
    if further and ground.tiles.steppe & place_bit(start):
        key = "started"
    yield _steps("one_step", key, further or steps[1:] or steps)


def _first_placement(ground: Ground, move: Sequence[Place]) -> Check:
    if not move:
        key = "absent"
    elif len(move) > 1:
        key = "longer"
    elif not ground.beach & place_bit(move[0]):
        key = "inland"
    else:
        key = "passed"
    status: Status = "passed" if key == "passed" else "failed"
    values = {"place": move[0].word if move else "", "beach": GRID.name_all(ground.shore)}
    return Check("misterra.move.first_placement", status, key, values, _inland(move))


def _steps(rule: str, key: str, steps: Sequence[tuple[Place, Place]]) -> Check:
    status: Status = "failed" if key in ("failed", "started") else "passed"
    values = {
        "steps": [(start.in_path, end.in_path) for start, end in steps],
        "from": [start.word for start in dict.fromkeys(start for start, _ in steps)],
        "to": [end.word for end in dict.fromkeys(end for _, end in steps)],
    }
    ends = _inland([end for _, end in steps])
    return Check(f"misterra.move.{rule}", status, key, values, ends)


def _inland(places: Sequence[Place]) -> Spaces:
    return set_of(place.space for place in places if not place.on_beach)
