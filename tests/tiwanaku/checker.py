"""An independent checker of the steps of an explanation, which uses nothing but their laws.

Written from docs/explanation/deductions.md, for answers as callers get them: names, letters, dicts.
A step is checked with what lies, the counts, the conclusions it names, and its own law.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

TERRAINS = ("mud", "sand", "grass", "rock")
Spot = tuple[int, int]
Shape = frozenset[Spot]


class Claims:
    """The premises of a step: the tiles on the board, and the conclusions of the steps it names."""

    def __init__(self, size: Spot, lying: Mapping[Spot, Mapping[str, Any]]) -> None:
        self.columns, self.rows = size
        self.spots = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        self.struck: set[tuple[Spot, object]] = set()
        self.value: dict[tuple[Spot, str], Any] = {}
        self.joined: list[set[Spot]] = []
        self.least: dict[Spot, int] = {}
        self.most: dict[Spot, int] = {}
        self._regions: dict[Spot, set[Spot]] = {}
        self._fitting: dict[tuple[str, str], Sequence[Shape]] = {}
        for spot, what in lying.items():
            for kind, value in what.items():
                self.resolve(spot, kind, value)

    def resolve(self, spot: Spot, kind: str, value: object) -> None:
        self.value[spot, kind] = value
        values: Sequence[object] = TERRAINS if kind == "terrain" else range(1, 6)
        self.struck |= {(spot, other) for other in values if other != value}

    def hear(self, said: Mapping[str, Any]) -> None:
        self._regions.clear()
        self._fitting.clear()
        for one in singly(said):
            self._hear(one)

    def _hear(self, said: Mapping[str, Any]) -> None:
        match said:
            case {"space": name, "terrain": [value]}:
                self.resolve(spot(name), "terrain", value)
            case {"space": name, "crops": [value]}:
                self.resolve(spot(name), "level", value)
            case {"space": name, "crops": left}:
                self.struck |= {(spot(name), level) for level in range(1, 6) if level not in left}
            case {"space": name, "not": {"terrain": value}} | {
                "space": name,
                "not": {"crop": value},
            }:
                self.struck.add((spot(name), value))
            case {"same_region": names}:
                self.joined.append({spot(name) for name in names})
            case {"region_of": name, "size": value}:
                self.least[spot(name)] = self.most[spot(name)] = value
            case {"region_of": name, "min_size": value}:
                self.least[spot(name)] = value
            case {"region_of": name, "max_size": value}:
                self.most[spot(name)] = value
            case _:
                raise AssertionError(said)

    def terrain(self, at: Spot) -> str | None:
        return self.value.get((at, "terrain"))

    def level(self, at: Spot) -> int | None:
        return self.value.get((at, "level"))

    def beside(self, at: Spot) -> list[Spot]:
        return [near for near in self.touching(at) if near[0] == at[0] or near[1] == at[1]]

    def touching(self, at: Spot) -> Sequence[Spot]:
        return touching(self.columns, self.rows, at)

    def region(self, at: Spot) -> set[Spot]:
        """The spots known to be in one region with a spot."""
        if at not in self._regions:
            found, rim = {at}, [at]
            while rim:
                here = rim.pop()
                own = self.terrain(here)
                near = {s for s in self.beside(here) if self.terrain(s) == own is not None}
                near |= {s for joined in self.joined if here in joined for s in joined}
                rim += near - found
                found |= near
            self._regions |= dict.fromkeys(found, found)
        return self._regions[at]

    def size(self, at: Spot) -> tuple[int, int]:
        region = self.region(at)
        least = max(len(region), *(self.least.get(s, 1) for s in region))
        return least, min(5, *(self.most.get(s, 5) for s in region), 5)

    def area(self, at: Spot, terrain: str) -> set[Spot]:
        found, rim = {at}, [at]
        while rim:
            for near in self.beside(rim.pop()):
                if near not in found and (near, terrain) not in self.struck:
                    found.add(near)
                    rim.append(near)
        return found

    def complete(self, at: Spot) -> bool:
        return len(self.region(at)) >= self.size(at)[1]

    def fitting(self, law: str, terrain: str) -> Sequence[Shape]:
        """The shapes that a region of a terrain can have by a law."""
        key = law, terrain
        if key not in self._fitting:
            shut = {at for at, value in self.struck if value == terrain}
            self._fitting[key] = [
                shape
                for shape in possible(law, self.columns, self.rows)
                if shape.isdisjoint(shut) and self.fits(shape, terrain)
            ]
        return self._fitting[key]

    def fits(self, shape: Shape, terrain: str) -> bool:
        around = {near for s in shape for near in self.touching(s)} - shape
        if any(self.terrain(s) == terrain for s in around):
            return False
        return all(
            self.region(s) <= shape and self.size(s)[0] <= len(shape) <= self.size(s)[1]
            for s in shape
        )


@cache
def touching(columns: int, rows: int, at: Spot) -> Sequence[Spot]:
    """The spots beside a spot of a board and at its corners."""
    x, y = at
    around = [(a, b) for a in (x - 1, x, x + 1) for b in (y - 1, y, y + 1) if (a, b) != at]
    return [(a, b) for a, b in around if 0 <= a < columns and 0 <= b < rows]


def singly(said: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The conclusion of a step, for each of its spaces."""
    if "spaces" not in said:
        return [said]
    what = {key: value for key, value in said.items() if key != "spaces"}
    return [{"space": name, **what} for name in said["spaces"]]


def spot(name: str) -> Spot:
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


@cache
def shapes(columns: int, rows: int) -> tuple[Shape, ...]:
    """Every contiguous set of one to five spots."""
    layer = {frozenset({(x, y)}) for x in range(columns) for y in range(rows)}
    found: list[Shape] = []
    for _ in range(5):
        found += layer
        layer = {
            shape | {near}
            for shape in layer
            for x, y in shape
            for near in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
            if near not in shape and 0 <= near[0] < columns and 0 <= near[1] < rows
        }
    return tuple(found)


def overlooked(shape: Shape) -> bool:
    """Whether some spot touches five spots of a shape without being one of them."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return len(shape) == 5 and any(
        all(max(abs(x - a), abs(y - b)) == 1 for x, y in shape)
        for a in range(min(xs) - 1, max(xs) + 2)
        for b in range(min(ys) - 1, max(ys) + 2)
    )


Strikes = Iterator[tuple[Spot, object]]


def separation(known: Claims, _: Mapping[str, int]) -> Strikes:
    for at in known.spots:
        if known.level(at):
            yield from ((near, known.level(at)) for near in known.touching(at))


def one_each(known: Claims, tiles: Mapping[str, int]) -> Strikes:
    for at in known.spots:
        for other in known.region(at) - {at}:
            if known.level(other):
                yield at, known.level(other)
    yield from too_high(known, tiles)


def too_high(known: Claims, _: Mapping[str, int]) -> Strikes:
    for at in known.spots:
        yield from ((at, level) for level in range(known.size(at)[1] + 1, 6))


def no_touch(known: Claims, _: Mapping[str, int]) -> Strikes:
    for at in known.spots:
        terrain = known.terrain(at)
        if terrain and known.complete(at):
            region = known.region(at)
            for near in {n for s in region for n in known.touching(s)} - region:
                yield near, terrain


def last_tiles(known: Claims, tiles: Mapping[str, int]) -> Strikes:
    for terrain in TERRAINS:
        placed = {s for s in known.spots if known.terrain(s) == terrain}
        if len(placed) == tiles[terrain]:
            yield from ((s, terrain) for s in known.spots if s not in placed)
        rest = [s for s in known.spots if (s, terrain) not in known.struck]
        if len(rest) == tiles[terrain]:
            yield from ((s, other) for s in rest for other in TERRAINS if other != terrain)


def last_place(known: Claims, _: Mapping[str, int]) -> Strikes:
    for terrain, level, places in places_left(known).values():
        if len(places) == 1:
            (place,) = places
            yield from ((place, k) for k in range(1, 6) if k != level)
            yield from ((place, other) for other in TERRAINS if other != terrain)


def two_by_two(known: Claims, _: Mapping[str, int]) -> Strikes:
    for x in range(known.columns - 1):
        for y in range(known.rows - 1):
            yield from in_block(known, [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)])


STRIKES: Mapping[str, Callable[[Claims, Mapping[str, int]], Strikes]] = {
    "separation": separation,
    "one_each": one_each,
    "region_size": too_high,
    "no_touch": no_touch,
    "last_tiles": last_tiles,
    "last_place": last_place,
    "reach": lambda known, _: by_shapes("reach", known),
    "all_five_seen": lambda known, _: by_shapes("all_five_seen", known),
    "two_by_two": two_by_two,
}


def places_left(known: Claims) -> dict[tuple[Spot, int], tuple[str, int, set[Spot]]]:
    """Where each level that a spot's region must hold can be."""
    left = {}
    for at in known.spots:
        terrain = known.terrain(at)
        if terrain:
            area = known.region(at)
            if not known.complete(at):
                # Cutting off a part of a region is the argument of `reach`.
                area = area.union(*(known.area(one, terrain) for one in area))
            for level in range(1, known.size(at)[0] + 1):
                places = {s for s in area if (s, level) not in known.struck}
                left[at, level] = (terrain, level, places)
    return left


@cache
def possible(law: str, columns: int, rows: int) -> Sequence[Shape]:
    every = shapes(columns, rows)
    return [shape for shape in every if law == "reach" or not overlooked(shape)]


def by_shapes(law: str, known: Claims) -> Iterator[tuple[Spot, object]]:
    for terrain in TERRAINS:
        fitting = known.fitting(law, terrain)
        covered = frozenset[Spot]().union(*fitting)
        yield from ((s, terrain) for s in known.spots if s not in covered)
        for at in known.spots:
            if known.terrain(at) != terrain:
                continue
            own = [shape for shape in fitting if at in shape]
            for near in known.touching(at):
                if not any(near in shape for shape in own):
                    yield near, terrain
            if own:
                for always in frozenset.intersection(*own):
                    yield from ((always, other) for other in TERRAINS if other != terrain)


def in_block(known: Claims, block: Sequence[Spot]) -> Iterator[tuple[Spot, object]]:
    ways = [
        way
        for way in permutations(range(1, 6), 4)
        if all((s, level) not in known.struck for s, level in zip(block, way, strict=True))
    ]
    for i, at in enumerate(block):
        yield from ((at, k) for k in range(1, 6) if all(way[i] != k for way in ways))


def contradicts(law: str, known: Claims, tiles: Mapping[str, int]) -> bool:
    """Whether a law finds a contradiction of its own."""
    if law == "region_size":
        return any(known.size(s)[0] > known.size(s)[1] for s in known.spots)
    if law == "last_place":
        return any(not places for _, _, places in places_left(known).values())
    if law == "last_tiles":
        return any(
            sum(known.terrain(s) == t for s in known.spots) > tiles[t]
            or sum((s, t) not in known.struck for s in known.spots) < tiles[t]
            for t in TERRAINS
        )
    if law in ("reach", "all_five_seen"):
        return any(
            known.terrain(at) is not None
            and not any(at in shape for shape in known.fitting(law, str(known.terrain(at))))
            for at in known.spots
        )
    return False


def joins(law: str, known: Claims, tiles: Mapping[str, int], spots: set[Spot]) -> bool:
    """Whether a law puts spots in one region."""
    terrains = {known.terrain(s) for s in spots}
    if law == "must_join":
        one, other = spots
        return other in known.touching(one) and len(terrains) == 1 and None not in terrains
    if law == "last_tiles":
        terrain = terrains.pop()
        return (
            not terrains
            and terrain is not None
            and any(
                all(
                    other in known.region(at)
                    or known.size(at)[0] + known.size(other)[0] > tiles[terrain]
                    for other in spots
                )
                for at in spots
            )
        )
    if law == "last_place":
        return any(
            at in spots and spots <= {at} | places and len(places) == 1
            for (at, _), (_, _, places) in places_left(known).items()
        )
    at_least_one = [s for s in spots if known.terrain(s)]
    return any(
        bool(own) and all(spots <= shape for shape in own)
        for at in at_least_one
        for own in [[s for s in known.fitting(law, str(known.terrain(at))) if at in s]]
    )


def sized(law: str, known: Claims, said: Mapping[str, Any]) -> bool:
    """Whether a law says so of the size of a region."""
    at = spot(said["region_of"])
    terrain = known.terrain(at)
    if law == "level_needs_size":
        return bool((known.level(at) or 0) >= said["min_size"])
    if terrain is None:
        return False
    if law == "region_size":
        area = known.area(at, terrain)
        if "size" in said:
            return {known.terrain(s) for s in area} == {terrain} and len(area) == said["size"]
        return bool(len(area) <= said["max_size"])
    own = [shape for shape in known.fitting(law, terrain) if at in shape]
    return all(said.get("min_size", 1) <= len(s) <= said.get("max_size", 5) for s in own)


class Board(NamedTuple):
    """The board of an explanation: columns and rows, tiles, the disc's counts, and notes."""

    size: Spot
    lying: Mapping[Spot, Mapping[str, Any]]
    tiles: Mapping[str, int]
    notes: frozenset[tuple[Spot, object]] = frozenset()


def check_steps(
    board: Board,
    steps: Sequence[Mapping[str, Any]],
    outer: Mapping[int, Mapping[str, Any]] | None = None,
) -> dict[int, Mapping[str, Any]]:
    """Check every step; what each concludes, by id."""
    said: dict[int, Mapping[str, Any]] = dict(outer or {})
    for step in steps:
        if step["id"] in said:
            raise AssertionError(f"step {step['id']} is there twice")
        known = Claims(board.size, board.lying)
        for number in step["because"]:
            known.hear(said[number])
        ones = [{**step, "concludes": one} for one in singly(step["concludes"])]
        if not all(follows(one, known, board, said) for one in ones):
            raise AssertionError(step)
        said[step["id"]] = step["concludes"]
    return said


def follows(
    step: Mapping[str, Any], known: Claims, board: Board, said: Mapping[int, Mapping[str, Any]]
) -> bool:
    law = step["law"]
    if law == "search":
        return bool(step["laws"])
    if law == "suppose":
        struck = contradicted(step, board, said)
    elif law == "note":
        struck = {*board.notes}
    else:
        struck = set(STRIKES[law](known, board.tiles)) if law in STRIKES else set()
    everything = struck | known.struck
    match step["concludes"]:
        case {"space": name, "not": what}:
            (value,) = what.values()
            holds = (spot(name), value) in struck
        case {"space": name, "terrain": [value]} | {"space": name, "crops": [value]}:
            values: Sequence[object] = TERRAINS if value in TERRAINS else range(1, 6)
            others = {(spot(name), other) for other in values if other != value}
            holds = others <= everything and bool(others & struck)
        case {"space": name, "crops": left}:
            others = {(spot(name), level) for level in range(1, 6) if level not in left}
            holds = others <= everything and bool(others & struck)
        case {"same_region": names}:
            holds = joins(law, known, board.tiles, {spot(name) for name in names})
        case {"contradiction": True}:
            holds = contradicts(law, known, board.tiles) or any(
                not {(s, value) for value in values} - everything
                for s in known.spots
                for values in (TERRAINS, range(1, 6))
            )
        case said_of_size:
            holds = sized(law, known, said_of_size)
    return holds


def contradicted(
    step: Mapping[str, Any], board: Board, said: Mapping[int, Mapping[str, Any]]
) -> set[tuple[Spot, object]]:
    """The value that a step supposes, if its nested steps end in a contradiction."""
    supposed = step["supposes"]
    # Nested steps may use what this one names, and no other step outside.
    heard = {number: said[number] for number in step["because"]}
    inner = check_steps(supposing(board, supposed), step["steps"], heard)
    if inner[step["steps"][-1]["id"]] != {"contradiction": True}:
        return set()
    return {(spot(supposed["space"]), supposed.get("terrain", supposed.get("crop")))}


def supposing(board: Board, supposed: Mapping[str, Any]) -> Board:
    """The board with a value supposed as if it lay there."""
    at = spot(supposed["space"])
    kind = "terrain" if "terrain" in supposed else "level"
    value = supposed.get("terrain", supposed.get("crop"))
    return board._replace(lying={**board.lying, at: {**board.lying.get(at, {}), kind: value}})
