"""The points of the 31 presumption cards on a player's own parchment (p. 8-9).

Covers every card: one function a criterion, named as in `presumptions.toml`, which holds the
numbers of the cards. The rulebook does not tell the terrains of cards 1-8 and 13-16 and the
patterns of cards 24-31; these come with each presumption.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Literal, NamedTuple, cast

from theodolite.grid import NOWHERE, Spaces, orientations, union
from theodolite.misterra.board import GRID, LETTERS, Board, Terrain
from theodolite.misterra.snapshot import Presumption, Rulings, Side
from theodolite.scoresheet import Part
from theodolite.verdict import NOTHING, Fault, Values, Word, amount

FACE_FIELDS = ("terrain", "avoid", "pattern")


@dataclass(frozen=True, slots=True)
class Card:
    """A presumption card: its criterion, and the numbers printed on it.

    Attributes:
        number: Its number, 1 to 31.
        criterion: The criterion, the last part of its rule's id.
        once: Whether it scores one time only.
        face: The fields of the printed face that a presumption must have.
        table: Thresholds with their points; the highest one reached pays.
        beyond: The points for each one above the last threshold.
        each: The points for each time it scores, without a table.
        direction: Cards 9-12: the direction of the lines, seen from the beach.
        size: Cards 19 and 20: the size of the zones.
    """

    number: int
    criterion: str
    once: bool
    face: frozenset[str] = frozenset()
    table: tuple[tuple[int, int], ...] = ()
    beyond: int = 0
    each: int = 0
    direction: Literal["perpendicular", "parallel"] | None = None
    size: int = 0

    @property
    def rule(self) -> str:
        """The id of the card's rule."""
        return f"misterra.presumption.{self.criterion}"

    def pays(self, count: int) -> int:
        """The points for a count: the highest threshold of the table that it reaches."""
        points = 0
        for threshold, reward in self.table:
            if count >= threshold:
                points = reward
        return points + self.beyond * max(0, count - self.table[-1][0])

    def step(self, count: int) -> Word:
        """The step of the table that a count has reached, as words of a sentence."""
        reached = [step for step in self.table if count >= step[0]]
        least, points = reached[-1]
        values = {"least": least, "points": points, "beyond": count - least}
        if len(reached) < len(self.table):
            most = self.table[len(reached)][0] - 1
            name = "ONE" if most == least else "TWO" if most == least + 1 else "RANGE"
            return Word("clauses", f"STEP_{name}", {**values, "most": most})
        if not self.beyond or count == least:
            return Word("clauses", "STEP_ONE" if self.beyond else "STEP_LAST", values)
        return Word("clauses", "STEP_BEYOND", values)


class Outcome(NamedTuple):
    """The points of a card.

    Attributes:
        counted: The spaces that count.
        parts: The points, and the spaces that earn them.
        key: The key of the rule's sentence that explains them.
        values: The values of the sentence's blanks.
    """

    counted: Spaces
    parts: Sequence[Part]
    key: str
    values: Values


def _cards() -> Iterator[Card]:
    text = files("theodolite.misterra").joinpath("presumptions.toml").read_text("utf-8")
    for entry in tomllib.loads(text)["criterion"]:
        criterion, numbers = entry.pop("name"), entry.pop("cards")
        table = tuple((threshold, reward) for threshold, reward in entry.pop("table", ()))
        face = frozenset(entry.pop("face", ()))
        for number in numbers:
            yield Card(number, criterion, face=face, table=table, **entry)


CARDS: Mapping[int, Card] = {card.number: card for card in _cards()}


def face_faults(presumption: Presumption) -> Iterator[Fault]:
    """Find fields of a card's printed face that are missing or superfluous.

    Args:
        presumption: A card with a number from 1 to 31.

    Yields:
        Faults with the path of a field of the face: `missing_face`, `superfluous_face`,
        `same_terrain`.
    """
    needed = CARDS[presumption.card].face
    for field, shown in zip(FACE_FIELDS, presumption[1:], strict=True):
        if (shown is None) == (field in needed):
            code = "missing_face" if shown is None else "superfluous_face"
            yield _face_fault(code, presumption, field)
    if presumption.avoid is not None and presumption.avoid == presumption.terrain:
        yield _face_fault("same_terrain", presumption, "avoid")


def _face_fault(code: str, presumption: Presumption, field: str) -> Fault:
    word = Word("terms", f"FACE_{field.upper()}")
    return Fault(code, (field,), {"card": presumption.card, "field": word})


def judge(presumption: Presumption, parchment: Board, beach: Side, rulings: Rulings) -> Outcome:
    """Score a card on a parchment.

    Args:
        presumption: The card with its complete face.
        parchment: The player's parchment.
        beach: The side of the beach, for cards 9-12.
        rulings: The rulings in force; `pattern_orientation` bears on cards 24-31.
    """
    card = CARDS[presumption.card]
    return _CRITERIA[card.criterion](card, presumption, parchment, beach, rulings)


def _once(card: Card, count: int, spaces: Spaces) -> tuple[Part, ...]:
    points = card.pays(count)
    return (Part(points, spaces),) if points else ()


def _all_zones(parchment: Board) -> list[Spaces]:
    """Find all zones in reading order, so that the first of several equal ones counts."""
    zones = [zone for terrain in parchment for zone in GRID.groups(terrain)]
    return sorted(zones, key=lambda zone: zone & -zone)


def _zones(card: Card, face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Cards 1-4: each zone of the terrain, by its size."""
    terrain = cast("Terrain", face.terrain)
    zones = GRID.groups(parchment[terrain])
    parts = [Part(points, zone) for zone in zones if (points := card.pays(zone.bit_count()))]
    largest = max(zones, key=int.bit_count, default=NOWHERE)
    values = {
        "terrain": terrain,
        "least": card.table[0][0],
        "count": len(parts),
        "size": largest.bit_count(),
        "largest": GRID.name_all(largest),
    }
    key = amount(len(parts)) if zones else "absent"
    return Outcome(union([part.spaces for part in parts]), parts, key, values)


def _edge(card: Card, face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Cards 5-8: spaces of the terrain on the edge of the parchment, a corner counting once."""
    terrain = cast("Terrain", face.terrain)
    spaces = parchment[terrain] & GRID.edge
    return _counted(card, spaces, {"terrain": terrain})


def _apart(card: Card, face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Cards 13-16: spaces of one terrain that are not adjacent to the crossed-out terrain."""
    terrain, avoid = cast("Terrain", face.terrain), cast("Terrain", face.avoid)
    spaces = parchment[terrain] & ~GRID.neighbours(parchment[avoid])
    outcome = _counted(card, spaces, {"terrain": terrain, "avoid": avoid})
    return outcome if parchment[terrain] else outcome._replace(key="absent")


def _counted(card: Card, spaces: Spaces, values: Values) -> Outcome:
    count = spaces.bit_count()
    parts = _once(card, count, spaces)
    key = "some" if parts else "few" if count else "none"
    return Outcome(spaces, parts, key, {**values, **_paid(card, count)})


def _paid(card: Card, count: int) -> dict[str, object]:
    """The values of a sentence on a table: the step that pays, or the least count that would."""
    step = card.step(count) if card.pays(count) else ""
    return {"count": count, "least": card.table[0][0], "step": step}


def _lines_of_all(
    card: Card, _face: Presumption, parchment: Board, beach: Side, _rulings: Rulings
) -> Outcome:
    """Cards 9 and 10: each full line that holds all four terrains."""
    covered = parchment.covered

    def lacking(line: Spaces) -> tuple[int, Sequence[Terrain]]:
        lacks = [terrain for terrain in Terrain if not parchment[terrain] & line]
        return (line & ~covered).bit_count(), lacks

    lines = _lines_of(card, beach)
    earn = [line for line in lines if lacking(line) == (0, [])]
    # Full lines are nearer than others, whatever terrains they have.
    nearest = min(lines, key=lambda line: (lacking(line)[0], len(lacking(line)[1])))
    key = "lacking" if not nearest & ~covered else "empty" if covered else "none"
    values = {
        "nearest": _line_name(nearest),
        "empty": GRID.name_all(nearest & ~covered),
        "lacks": lacking(nearest)[1],
    }
    return _lines(card, earn, key, values)


def _lines_of_one(
    card: Card, _face: Presumption, parchment: Board, beach: Side, _rulings: Rulings
) -> Outcome:
    """Cards 11 and 12: each full line of a single terrain."""
    lines = _lines_of(card, beach)
    earn = [line for line in lines if any(not line & ~terrain for terrain in parchment)]
    nearest, terrain = max(
        product(lines, Terrain),
        key=lambda candidate: (parchment[candidate[1]] & candidate[0]).bit_count(),
    )
    most = (parchment[terrain] & nearest).bit_count()
    values = {
        "nearest": _line_name(nearest),
        "terrain": terrain,
        "most": most,
        "others": GRID.name_all(nearest & ~parchment[terrain]),
    }
    return _lines(card, earn, "nearest" if most else "none", values)


def _lines_of(card: Card, beach: Side) -> Sequence[Spaces]:
    return beach.perpendicular if card.direction == "perpendicular" else beach.parallel


def _lines(card: Card, lines: Sequence[Spaces], otherwise: str, values: Values) -> Outcome:
    """Score lines.

    Args:
        card: The card.
        lines: The lines that earn points.
        otherwise: The end of the key of the sentence if there are none.
        values: The values of the sentence's blanks.
    """
    return Outcome(
        union(lines),
        [Part(card.each, line) for line in lines],
        f"{card.direction}_{amount(len(lines)) if lines else otherwise}",
        {**values, "count": len(lines), "lines": [_line_name(line) for line in lines]},
    )


def _line_name(line: Spaces) -> str:
    names = GRID.name_all(line)
    return f"{names[0]}-{names[-1]}"


def _largest_zone(card: Card, _face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Card 17: the largest zone of any terrain, once."""
    zones = _all_zones(parchment)
    return _one_zone(card, max(zones, key=int.bit_count, default=NOWHERE), zones)


def _smallest_zone(card: Card, _face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Card 18: the smallest zone of any terrain, once."""
    zones = _all_zones(parchment)
    return _one_zone(card, min(zones, key=int.bit_count, default=NOWHERE), zones)


def _one_zone(card: Card, zone: Spaces, zones: Sequence[Spaces]) -> Outcome:
    size = zone.bit_count()
    ties = sum(other.bit_count() == size for other in zones) - 1
    tie = Word("clauses", "TIED_ZONES", {"count": ties}) if ties > 0 else ""
    return _counted(card, zone, {"tie": tie})


def _zones_of_size(card: Card, _face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Cards 19 and 20: how many zones have exactly one space, or exactly two."""
    zones = [zone for zone in _all_zones(parchment) if zone.bit_count() == card.size]
    spaces = union(zones)
    parts = _once(card, len(zones), spaces)
    key = "some" if parts else "few" if zones else "none"
    return Outcome(
        spaces,
        parts,
        f"{key}_of_{card.size}",
        {**_paid(card, len(zones)), "zones": [GRID.name_all(zone) for zone in zones]},
    )


def _tied_terrains(parchment: Board, terrain: Terrain) -> Word | str:
    """The clause that names other terrains with as many spaces."""
    count = parchment[terrain].bit_count()
    tied = [other for other in Terrain if parchment[other].bit_count() == count]
    tied.remove(terrain)
    return Word("clauses", "TIED_TERRAINS", {"tied": tied}) if tied else ""


def _most_common(card: Card, _face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Card 21: the spaces of the most common terrain, of one terrain if several are."""
    terrain = max(Terrain, key=lambda terrain: parchment[terrain].bit_count())
    tie = _tied_terrains(parchment, terrain)
    return _counted(card, parchment[terrain], {"terrain": terrain, "tie": tie})


def _least_common(card: Card, _face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Card 22: each space of the least common terrain on the parchment, of one if several are."""
    present = [terrain for terrain in Terrain if parchment[terrain]]
    if not present:
        return Outcome(NOWHERE, (), "none", NOTHING)
    terrain = min(present, key=lambda terrain: parchment[terrain].bit_count())
    spaces = parchment[terrain]
    count = spaces.bit_count()
    return Outcome(
        spaces,
        (Part(card.each * count, spaces),),
        "some",
        {
            "terrain": terrain,
            "count": count,
            "each": card.each,
            "tie": _tied_terrains(parchment, terrain),
        },
    )


def _sets(card: Card, _face: Presumption, parchment: Board, *_: object) -> Outcome:
    """Card 23: sets of all four terrains, wherever they lie; the first of each count as spaces."""
    rarest = min(Terrain, key=lambda terrain: parchment[terrain].bit_count())
    count = parchment[rarest].bit_count()
    spaces = union([_first(terrain, count) for terrain in parchment])
    parts = _once(card, count, spaces)
    key = "some" if parts else "few" if count else "none"
    return Outcome(spaces, parts, key, {**_paid(card, count), "terrain": rarest})


def _first(spaces: Spaces, count: int) -> Spaces:
    rest = spaces
    for _ in range(count):
        rest &= rest - 1
    return spaces ^ rest


def _pattern(
    card: Card, face: Presumption, parchment: Board, _beach: Side, rulings: Rulings
) -> Outcome:
    """Cards 24-31: each occurrence of the pattern; a space may serve in several."""
    found = occurrences(face, parchment, rulings.pattern_orientation)
    return Outcome(
        union(found),
        [Part(card.each, spaces) for spaces in found],
        amount(len(found)),
        {"count": len(found), "each": card.each},
    )


def occurrences(face: Presumption, parchment: Board, orientation: str) -> list[Spaces]:
    """Find the occurrences of a card's pattern.

    Args:
        face: A card 24-31 with its pattern.
        parchment: The player's parchment.
        orientation: A value of the ruling `pattern_orientation`.

    Returns:
        The spaces of each occurrence. Orientations that cover the same spaces are one occurrence.
    """
    layers = dict(zip(LETTERS, parchment, strict=True))
    faces = _faces(cast("tuple[str, ...]", face.pattern), orientation)
    if len(faces) == 1:
        return GRID.occurrences(faces[0], layers)
    found = {spaces for face in faces for spaces in GRID.occurrences(face, layers)}
    return sorted(found, key=lambda spaces: spaces & -spaces)


def turning_matters(face: Presumption, parchment: Board) -> bool:
    """Whether another value of `pattern_orientation` would find other occurrences of a pattern."""
    # Each value allows all that the one before it does: only the first and the last count.
    layers = dict(zip(LETTERS, parchment, strict=True))
    pattern = cast("tuple[str, ...]", face.pattern)
    printed = GRID.occurrences(pattern, layers)
    return any(
        spaces not in printed
        for turned in _faces(pattern, "any_rotation_or_mirror")
        for spaces in GRID.occurrences(turned, layers)
    )


def turned(pattern: Sequence[str], drawn: Side, beach: Side) -> tuple[str, ...]:
    """Turn a pattern with the beach.

    Args:
        pattern: Its rows.
        drawn: The side of the beach when it was drawn.
        beach: The side of the beach now.

    >>> turned(["JL"], Side.RIGHT, Side.TOP)
    ('L', 'J')
    """
    sides = (Side.RIGHT, Side.BOTTOM, Side.LEFT, Side.TOP)
    rows = tuple(pattern)
    for _ in range((sides.index(beach) - sides.index(drawn)) % len(sides)):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


# The few patterns of a game are looked for on every parchment.
@lru_cache(maxsize=256)
def _faces(pattern: tuple[str, ...], orientation: str) -> Sequence[tuple[str, ...]]:
    if orientation == "as_printed":
        return (pattern,)
    mirrored = orientation == "any_rotation_or_mirror"
    return orientations(pattern, rotated=True, mirrored=mirrored)


_CRITERIA: Mapping[str, Callable[[Card, Presumption, Board, Side, Rulings], Outcome]] = {
    "zones": _zones,
    "edge": _edge,
    "lines_of_all": _lines_of_all,
    "lines_of_one": _lines_of_one,
    "apart": _apart,
    "largest_zone": _largest_zone,
    "smallest_zone": _smallest_zone,
    "zones_of_size": _zones_of_size,
    "most_common": _most_common,
    "least_common": _least_common,
    "sets": _sets,
    "pattern": _pattern,
}
