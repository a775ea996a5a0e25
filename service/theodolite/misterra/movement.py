"""Walking: places, what lies beside them, and how far a meeple gets in one move (p. 4).

Covers the first placement, single steps and the chains that steppe allows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from theodolite.grid import Spaces
from theodolite.misterra.board import GRID, Board
from theodolite.misterra.snapshot import Place, Snapshot
from theodolite.verdict import Check, Status

__all__ = ["Ground", "Places", "move_checks", "on_beach", "place_bit", "places_of", "union"]

Places = int
"""A set of places: a bit for each island space, and above those a bit for each beach space, by the
edge space that it lies in front of."""

_SHORE = len(GRID.names)
_PLACES = tuple(Place(space, beach) for beach in (False, True) for space in range(_SHORE))


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
    """What meeples walk on: the tiles of the island, and the edge spaces along the beach."""

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
        """Where a step may land: on a tile, either side up, or on the beach."""
        return self.tiles.covered | self.beach

    def beside(self, places: Places) -> Places:
        """The places orthogonally adjacent to any of these; beach spaces are so to each other."""
        inland, shore = places & GRID.everywhere, places >> _SHORE
        seaward = (inland | GRID.neighbours(shore)) & self.shore
        return GRID.neighbours(inland) | shore | on_beach(seaward)

    def layers(self, start: Place | None) -> list[Places]:
        """Where a meeple can end its move, by the least number of steps that takes it there."""
        # A meeple not yet placed goes onto a beach space, and that is its whole move.
        return [0, self.beach] if start is None else self.spread(place_bit(start))

    def spread(self, starts: Places) -> list[Places]:
        """Where a meeple on any of these places can end its move, by the least number of steps.

        Steps can be walked back, so these are also the places from which it can get to one of them.
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
        """A shortest path to every place where a meeple can end its move: the places entered."""
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
        """Where meeples can get in any number of moves while the island stays as it is.

        Args:
            starts: where each of them stands; None if it was not placed.
        """
        enterable = self.enterable
        reached = union(self.beach if start is None else place_bit(start) for start in starts)
        while (grown := reached | self.beside(reached) & enterable) != reached:
            reached = grown
        return reached


def move_checks(ground: Ground, start: Place | None, move: Sequence[Place]) -> Iterator[Check]:
    """Hold a move, the places entered in order, against every rule on moving."""
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
    says = "failed" if further else "passed" if len(steps) == 1 else "chain"
    yield _steps("one_step", says, further or steps[1:] or steps)


def _first_placement(ground: Ground, move: Sequence[Place]) -> Check:
    if not move:
        says = "absent"
    elif len(move) > 1:
        says = "longer"
    elif not ground.beach & place_bit(move[0]):
        says = "inland"
    else:
        says = "passed"
    status: Status = "passed" if says == "passed" else "failed"
    values = {
        "place": move[0].word if move else "",
        "beach": GRID.name_all(ground.shore),
    }
    return Check("misterra.move.first_placement", status, says, values, _inland(move))


def _steps(rule: str, says: str, steps: Sequence[tuple[Place, Place]]) -> Check:
    status: Status = "failed" if says == "failed" else "passed"
    values = {
        "steps": [(start.word, end.word) for start, end in steps],
        "from": [start.word for start in dict.fromkeys(start for start, _ in steps)],
        "to": [end.word for end in dict.fromkeys(end for _, end in steps)],
    }
    ends = _inland([end for _, end in steps])
    return Check(f"misterra.move.{rule}", status, says, values, ends)


def _inland(places: Sequence[Place]) -> Spaces:
    spaces = 0
    for place in places:
        if not place.on_beach:
            spaces |= 1 << place.space
    return spaces
