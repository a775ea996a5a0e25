"""The reference of Cartographers and Heroes: a second implementation, from the rulebook alone.

It takes and returns the JSON of the contract, with spaces as strings such as "C7" and groups of
spaces as sets of such strings, and imports nothing of the service. It expects possible snapshots;
their faults are in `cartographers_refusals`. An answer has everything but texts. Here are the map,
the cards and the score; draws are in `cartographers_play`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple

Json = dict[str, Any]
Spaces = frozenset[str]
Rulings = dict[str, str]

ROWS = "ABCDEFGHIJK"
COLUMNS = [str(number) for number in range(1, 12)]
SPACES = [row + column for row in ROWS for column in COLUMNS]
LINES = [
    *([row + column for column in COLUMNS] for row in ROWS),
    *([row + column for row in ROWS] for column in COLUMNS),
]
ROW, COLUMN = LINES[:11], LINES[11:]
EDGE = {space for space in SPACES if space[0] in "AK" or space[1:] in ("1", "11")}


def at(row: int, column: int) -> str | None:
    """The space in a row and a column, both from 0; None outside the map."""
    if 0 <= row < 11 and 0 <= column < 11:
        return ROWS[row] + COLUMNS[column]
    return None


def place(space: str) -> tuple[int, int]:
    """The row and the column of a space, both from 0."""
    return ROWS.index(space[0]), int(space[1:]) - 1


def _beside(space: str) -> list[str]:
    row, column = place(space)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [found for found in (at(*spot) for spot in around) if found]


NEIGHBOURS = {space: _beside(space) for space in SPACES}

KINDS = {
    "F": "forest",
    "V": "village",
    "A": "farm",
    "W": "water",
    "H": "hero",
    **dict.fromkeys("MDZTG", "monster"),
}
LETTERS = {"forest": "F", "village": "V", "farm": "A", "water": "W", "hero": "H", "monster": "M"}
SEASONS = ["spring", "summer", "autumn", "winter"]
DECREES = {"spring": "AB", "summer": "BC", "autumn": "CD", "winter": "DA"}

RULINGS = {
    "summer_threshold": ["by_game", "eight", "seven"],
    "fallback_terrain": ["any_but_mountain", "from_card"],
    "fallback_monster": ["generic", "named"],
    "coins_by_others": ["map_owner", "nobody"],
    "coin_limit": ["none", "fourteen"],
    "hero_after_ruins": ["unaffected", "must_cover"],
    "destroyed_ruins": ["still_ruins", "gone"],
    "great_city": ["largest_clear", "only_largest"],
    "dragon_defeated": ["surrounded_or_destroyed", "standing", "as_drawn"],
    "gorgon_source": ["surviving", "as_drawn"],
    "gorgon_target": ["any_but_mountain", "must_change"],
    "solo_turning": ["as_printed", "any_orientation"],
    "solo_ambush": ["cover_space", "slide_frame"],
    "below_lowest_title": ["lowest", "none"],
}


def rulings_of(asked: Json) -> Rulings:
    """Every ruling with the value asked for, or its default."""
    chosen = asked.get("rulings") or {}
    return {name: chosen.get(name, values[0]) for name, values in RULINGS.items()}


def judged(
    names: Iterable[str],
    rulings: Rulings,
    judge: Callable[[Rulings], Json],
    compared: Callable[[Json], object] = lambda answer: answer,
) -> Json:
    """An answer, and for each of these rulings whether another value of it would change it."""
    answer = judge(rulings)
    given = compared(answer)
    others = {
        name: [rulings | {name: value} for value in RULINGS[name] if value != rulings[name]]
        for name in names
    }
    matters = {
        name: any(compared(judge(other)) != given for other in values)
        for name, values in others.items()
    }
    return {**answer, "rulings": matters}


# The printed facts: maps and cards


def _print(mountains: str, ruins: str, wasteland: str = "") -> dict[str, str]:
    kinds = (("^", mountains), ("R", ruins), ("#", wasteland))
    return {space: mark for mark, spaces in kinds for space in spaces.split()}


MAPS = {
    "A": _print("B4 C9 F6 I3 J8", "B6 C2 C10 I2 I10 J6"),
    "B": _print("B9 C4 H6 I10 J3", "B7 C3 E7 G2 H9 J4", "D6 E5 E6 F5 F6 F7 G6"),
    "C": _print("B2 D9 F4 I10 J6", ""),
}
"""Only one source has the ruins of C and the print of D: neither is shipped."""


class Card(NamedTuple):
    """A card: what it is, its terrains and shapes with their coins, and what an ambush has more."""

    kind: str
    time: int = 0
    terrains: tuple[str, ...] = ()
    shapes: tuple[tuple[str, bool], ...] = ()
    letter: str = "M"
    passed: str = ""
    corner: str = ""
    clockwise: bool = False


def _explore(time: int, terrains: str, shapes: str) -> Card:
    drawn = tuple((shape.rstrip("*"), shape.endswith("*")) for shape in shapes.split())
    return Card("explore", time, tuple(terrains.split("|")), drawn)


def _ambush(letter: str, shape: str, passed: str, corner: str, turns: str) -> Card:
    return Card(
        "ambush",
        terrains=("monster",),
        shapes=((shape, False),),
        letter=letter,
        passed=passed,
        corner=corner,
        clockwise=turns == "clockwise",
    )


BASE = {
    "great_river": _explore(1, "water", "XXX* ..X/.XX/XX."),
    "farmland": _explore(1, "farm", "X/X* .X./XXX/.X."),
    "hamlet": _explore(1, "village", "X./XX* XXX/XX."),
    "forgotten_forest": _explore(1, "forest", "X./.X* X./XX/.X"),
    "hinterland_stream": _explore(2, "farm|water", "XXX/X../X.."),
    "homestead": _explore(2, "village|farm", "X./XX/X."),
    "orchard": _explore(2, "forest|farm", "XXX/..X"),
    "treetop_village": _explore(2, "forest|village", "..XX/XXX."),
    "marshlands": _explore(2, "forest|water", "X../XXX/X.."),
    "fishing_village": _explore(2, "village|water", "XXXX"),
    "rift_lands": _explore(0, "forest|village|farm|water|monster", "X"),
    "temple_ruins": Card("ruins"),
    "outpost_ruins": Card("ruins"),
    "goblin_attack": _ambush("M", "X../.X./..X", "right", "K11", "counterclockwise"),
    "bugbear_assault": _ambush("M", "X.X/X.X", "left", "A11", "clockwise"),
    "kobold_onslaught": _ambush("M", "X./XX/X.", "left", "K1", "clockwise"),
    "gnoll_raid": _ambush("M", "XX/X./XX", "right", "A1", "counterclockwise"),
}
HEROES = {
    "lagoon": _explore(1, "water", ".X/X.* XXX/.X."),
    "pasture": _explore(1, "farm", "X.X* .XX/XX."),
    "settlement": _explore(1, "village", "X/X* ..X/.XX/XX."),
    "timber_grove": _explore(1, "forest", "X./XX* X.X/X.X"),
    "hillside_terrace": _explore(2, "farm|water", "XX/XX"),
    "frontier_dwelling": _explore(2, "village|farm", "XXX/.X./.X."),
    "wildwood_garden": _explore(2, "forest|farm", ".XX/X.."),
    "woodland_crossroads": _explore(2, "forest|village", ".X./XXX/.X."),
    "coastal_encampment": _explore(2, "village|water", "XXX/X.."),
    "mangrove_swamp": _explore(2, "forest|water", "XXX/X.X"),
    "kethras_gates": _explore(0, "forest|village|farm|water|monster", "X"),
    # Only one source has the corners of these, so a request gives them.
    "dragon_inferno": _ambush("D", "..X/XXX/X..", "right", "", ""),
    "zombie_plague": _ambush("Z", "X", "right", "", ""),
    "giant_troll_ravage": _ambush("T", "XXX/.X.", "left", "", ""),
    "gorgon_gaze": _ambush("G", "X.X/.X.", "left", "", ""),
}
HERO_CARDS = ("dobrik_of_lorkheim", "wren_the_lioness", "freyla_the_true", "dal_of_jolev")
"""Only one source says which pattern is on which card, so a request gives it."""
CARDS = BASE | HEROES
CARDS_OF = {"cartographers": BASE, "heroes": HEROES, "combined": CARDS}


def card_of(given: str | Json) -> tuple[str, Card, tuple[str, ...]]:
    """A card's id, its face, and the pattern of a hero."""
    if isinstance(given, str):
        return given, CARDS[given], ()
    name = given["card"]
    if "pattern" in given:
        return name, Card("hero"), tuple(given["pattern"])
    face = CARDS.get(name, Card("explore"))
    if "terrains" in given:
        face = face._replace(terrains=tuple(given["terrains"]))
    if "time" in given:
        face = face._replace(time=given["time"])
    if "shapes" in given:
        shapes = (("/".join(one["rows"]), one.get("coin", False)) for one in given["shapes"])
        face = face._replace(shapes=tuple(shapes))
    if "corner" in given:
        face = face._replace(
            passed=given.get("passed", face.passed),
            corner=given["corner"],
            clockwise=given["turns"] == "clockwise",
        )
    return name, face, ()


# A map


class Sheet:
    """A map: what is printed, what is drawn on it, its stars; and what follows from these."""

    def __init__(self, printed: str | list[str], drawn: list[str], stars: Iterable[str]) -> None:
        if isinstance(printed, str):
            marks = MAPS[printed]
        else:
            marks = {space: mark for space, mark in _letters(printed) if mark != "."}
        self.mountains = {space for space, mark in marks.items() if mark == "^"}
        self.ruins = {space for space, mark in marks.items() if mark == "R"}
        self.wasteland = {space for space, mark in marks.items() if mark == "#"}
        self.drawn = {
            space: letter
            for space, letter in _letters(drawn)
            if letter not in ".^#R" and not (letter == "X" and space in self.wasteland)
        }
        self.stars = set(stars)

    def copy(self) -> "Sheet":
        """The same map, to be drawn on."""
        other = copy(self)
        other.drawn, other.stars = dict(self.drawn), set(self.stars)
        return other

    def rows(self) -> list[str]:
        """The rows of the drawing, as in the contract."""
        return ["".join(self.drawn.get(space, ".") for space in row) for row in ROW]

    @property
    def filled(self) -> set[str]:
        """The spaces with a terrain, of wasteland, or destroyed."""
        return self.mountains | self.wasteland | set(self.drawn)

    @property
    def empty(self) -> set[str]:
        """All the other spaces."""
        return set(SPACES) - self.filled

    def of(self, kind: str) -> set[str]:
        """The spaces of a kind of terrain."""
        if kind == "mountain":
            return self.mountains
        return {space for space, letter in self.drawn.items() if KINDS.get(letter) == kind}

    def letter(self, letters: str) -> set[str]:
        """The spaces with one of these letters."""
        return {space for space, drawn in self.drawn.items() if drawn in letters}

    def destroy(self, space: str) -> None:
        """Destroy a space; what is printed there, or destroyed already, stays as it is."""
        printed = self.mountains | self.wasteland
        if space not in printed and self.drawn.get(space) not in ("X", "d"):
            self.drawn[space] = "d" if self.drawn.get(space) == "D" else "X"

    def strike(self) -> None:
        """A monster space with a star is destroyed at once."""
        for space in self.stars & self.of("monster"):
            self.destroy(space)

    def closed(self) -> set[str]:
        """The mountains whose neighbours are all filled."""
        filled = self.filled
        return {space for space in self.mountains if set(NEIGHBOURS[space]) <= filled}

    def dragon_defeated(self, rulings: Rulings) -> bool:
        """Whether every dragon space is destroyed or has no empty neighbour."""
        standing, destroyed = self.letter("D"), self.letter("d")
        how = rulings["dragon_defeated"]
        if not (standing or (destroyed and how != "standing")):
            return False
        watched = standing | destroyed if how == "as_drawn" else standing
        filled = self.filled
        return all(set(NEIGHBOURS[space]) <= filled for space in watched)


def _letters(rows: list[str]) -> Iterator[tuple[str, str]]:
    return zip(SPACES, "".join(rows), strict=True)


def sheet_of(snapshot: Json, player: Json) -> Sheet:
    """A player's map."""
    return Sheet(snapshot["map"], player["drawn"], player.get("stars") or ())


def groups(spaces: set[str]) -> list[set[str]]:
    """The maximal adjacent groups, in reading order."""
    left = set(spaces)
    found = []
    for start in SPACES:
        if start in left:
            left.discard(start)
            group, edge = {start}, [start]
            while edge:
                new = [n for n in NEIGHBOURS[edge.pop()] if n in left]
                left.difference_update(new)
                group.update(new)
                edge += new
            found.append(group)
    return found


def around(spaces: Iterable[str]) -> set[str]:
    """The spaces beside some of these, without these."""
    spaces = set(spaces)
    return {n for space in spaces for n in NEIGHBOURS[space]} - spaces


def beside(space: str, spaces: set[str]) -> bool:
    """Whether a space has a neighbour among these."""
    return any(n in spaces for n in NEIGHBOURS[space])


# The scoring cards

Part = tuple[int, str | None, Spaces]
"""A part of a card's points: how many, the row, column or diagonal it is for, its spaces."""
Named = tuple[str, list[str]]

ROWS_NAMED: list[Named] = [(f"row {line[0][0]}", line) for line in ROW]
COLUMNS_NAMED: list[Named] = [(f"column {line[0][1:]}", line) for line in COLUMN]
LINES_NAMED = ROWS_NAMED + COLUMNS_NAMED


def per_space(worth: int, spaces: Iterable[str]) -> list[Part]:
    """So much for each space, all of them in one part."""
    found = frozenset(spaces)
    return [(worth * len(found), None, found)] if found else []


def per_group(worth: int, groups: Iterable[Iterable[str]]) -> list[Part]:
    """So much for each group."""
    return [(worth, None, frozenset(group)) for group in groups]


def per_line(worth: int, lines: Iterable[Named]) -> list[Part]:
    """So much for each line, of which every space counts."""
    return [(worth, name, frozenset(line)) for name, line in lines]


def across(lines: Iterable[Named], spaces: set[str]) -> list[Named]:
    """The lines with some of these spaces, each with those that it has."""
    parts = ((name, [space for space in line if space in spaces]) for name, line in lines)
    return [(name, part) for name, part in parts if part]


def whole(lines: Iterable[Named], filled: set[str]) -> list[Named]:
    """The lines that are filled from end to end."""
    return [(name, line) for name, line in lines if set(line) <= filled]


def enclosed(spaces: Iterable[str], within: set[str]) -> list[str]:
    """Those of these spaces whose neighbours are all of a set."""
    return [space for space in spaces if within.issuperset(NEIGHBOURS[space])]


def touching(spaces: Iterable[str], others: set[str]) -> list[str]:
    """Those of these spaces with a neighbour in a set."""
    return [space for space in spaces if beside(space, others)]


def first_largest(groups: Iterable[set[str]]) -> set[str]:
    """The largest of some groups, the first of several; none of none."""
    return max(groups, key=len, default=set())


def sentinel_wood(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_space(1, sheet.of("forest") & EDGE)


def greenbough(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_line(1, across(LINES_NAMED, sheet.of("forest")))


def treetower(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_space(1, enclosed(sheet.of("forest"), sheet.filled))


def stoneside_forest(sheet: Sheet, _: Rulings) -> list[Part]:
    areas = groups(sheet.of("forest"))
    return _mountains_with(
        3, sheet, [area for area in areas if len(around(area) & sheet.mountains) > 1]
    )


def _mountains_with(worth: int, sheet: Sheet, areas: list[set[str]]) -> list[Part]:
    """So much for each mountain beside one of some areas, which are shown with it."""
    found = []
    for mountain in sheet.mountains:
        own = [area for area in areas if beside(mountain, area)]
        if own:
            found.append({mountain}.union(*own))
    return per_group(worth, found)


def canal_lake(sheet: Sheet, _: Rulings) -> list[Part]:
    water, farm = sheet.of("water"), sheet.of("farm")
    return per_space(1, touching(water, farm)) + per_space(1, touching(farm, water))


def mages_valley(sheet: Sheet, _: Rulings) -> list[Part]:
    peaks = sheet.mountains
    water, farm = (touching(sheet.of(kind), peaks) for kind in ("water", "farm"))
    return per_space(2, water) + per_space(1, farm)


def the_golden_granary(sheet: Sheet, rulings: Rulings) -> list[Part]:
    ruins = sheet.ruins
    if rulings["destroyed_ruins"] == "gone":
        ruins = ruins - sheet.letter("Xd")
    return per_space(1, touching(sheet.of("water"), ruins)) + per_space(3, sheet.of("farm") & ruins)


def shoreside_expanse(sheet: Sheet, _: Rulings) -> list[Part]:
    farm, water = sheet.of("farm"), sheet.of("water")
    return [
        part
        for own, other in ((farm, water), (water, farm))
        for area in groups(own)
        if not area & EDGE and not around(area) & other
        for part in per_group(3, [area])
    ]


def wildholds(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_group(8, (area for area in groups(sheet.of("village")) if len(area) >= 6))


def great_city(sheet: Sheet, rulings: Rulings) -> list[Part]:
    areas = groups(sheet.of("village"))
    if rulings["great_city"] == "only_largest":
        largest = max(map(len, areas), default=0)
        areas = [area for area in areas if len(area) == largest]
    return per_space(1, first_largest(a for a in areas if not around(a) & sheet.mountains))


def greengold_plains(sheet: Sheet, _: Rulings) -> list[Part]:
    kinds = [sheet.of(k) for k in ("forest", "farm", "water", "monster", "hero", "mountain")]
    return per_group(
        3,
        (
            area
            for area in groups(sheet.of("village"))
            if sum(bool(around(area) & kind) for kind in kinds) >= 3
        ),
    )


def shieldgate(sheet: Sheet, _: Rulings) -> list[Part]:
    areas = sorted(groups(sheet.of("village")), key=len, reverse=True)
    return per_space(2, areas[1]) if len(areas) > 1 else []


def borderlands(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_line(6, whole(LINES_NAMED, sheet.filled))


def lost_barony(sheet: Sheet, _: Rulings) -> list[Part]:
    filled = sheet.filled
    largest: list[str | None] = []
    side = 0
    for space in SPACES:
        row, column = place(space)
        while True:
            ahead = range(side + 1)
            square = [at(row + down, column + right) for down in ahead for right in ahead]
            if not filled.issuperset(square):
                break
            largest, side = square, side + 1
    return [(3 * side, None, frozenset(filter(None, largest)))] if side else []


def the_broken_road(sheet: Sheet, _: Rulings) -> list[Part]:
    diagonals = [
        (f"diagonal {ROWS[start]}1", [ROWS[start + i] + COLUMNS[i] for i in range(11 - start)])
        for start in range(11)
    ]
    return per_line(3, whole(diagonals, sheet.filled))


def the_cauldrons(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_space(1, enclosed(sheet.empty, sheet.filled))


def faunlost_thicket(sheet: Sheet, _: Rulings) -> list[Part]:
    forest = sheet.of("forest")
    runs = []
    for column in COLUMN:
        run: list[str] = []
        for space in column:
            run = [*run, space] if space in forest else []
            runs.append(run)
    longest = max(map(len, runs))
    # Of several the one that begins first in reading order.
    found = [run for run in runs if run and len(run) == longest]
    best = min(found, key=lambda run: place(run[0]), default=[])
    return per_space(2, best)


def deepwood(sheet: Sheet, _: Rulings) -> list[Part]:
    village = sheet.of("village")
    areas = groups(sheet.of("forest"))
    return per_group(6, (area for area in areas if len(area) >= 5 and not around(area) & village))


def heart_of_the_forest(sheet: Sheet, _: Rulings) -> list[Part]:
    forest = sheet.of("forest")
    return per_space(2, enclosed(forest, forest))


def sleepy_valley(sheet: Sheet, _: Rulings) -> list[Part]:
    rows = across(ROWS_NAMED, sheet.of("forest"))
    return per_line(4, ((name, row) for name, row in rows if len(row) >= 3))


def craylund(sheet: Sheet, _: Rulings) -> list[Part]:
    water = sheet.of("water")
    areas = groups(sheet.of("farm"))
    return per_group(7, (area for area in areas if len(around(area) & water) >= 3))


def ulems_wallow(sheet: Sheet, _: Rulings) -> list[Part]:
    farm = sheet.of("farm")
    wet = [space for space in sheet.of("water") if len(farm.intersection(NEIGHBOURS[space])) >= 2]
    return per_group(4, ([space] for space in wet))


def clawsgrave_peaks(sheet: Sheet, _: Rulings) -> list[Part]:
    farm = sheet.of("farm")
    areas = [area for area in groups(sheet.of("water")) if around(area) & farm]
    return _mountains_with(5, sheet, areas)


def jorekburg(sheet: Sheet, _: Rulings) -> list[Part]:
    farm, water = sheet.of("farm"), sheet.of("water")
    return per_line(
        4,
        (
            (name, [*farm.intersection(column), *water.intersection(column)])
            for name, column in COLUMNS_NAMED
            if 0 < len(farm.intersection(column)) == len(water.intersection(column))
        ),
    )


def traylo_monastery(sheet: Sheet, _: Rulings) -> list[Part]:
    fours = [line[i : i + 4] for line in LINES for i in range(8)]
    areas = groups(sheet.of("village"))
    return per_group(7, (area for area in areas if any(area.issuperset(four) for four in fours)))


def outer_enclave(sheet: Sheet, _: Rulings) -> list[Part]:
    empty = sheet.empty
    return per_space(1, first_largest(around(area) & empty for area in groups(sheet.of("village"))))


def gnomish_colony(sheet: Sheet, _: Rulings) -> list[Part]:
    squares = [
        {a, b, c, d}
        for upper, lower in pairwise(ROW)
        for (a, b), (c, d) in zip(pairwise(upper), pairwise(lower), strict=True)
    ]
    areas = groups(sheet.of("village"))
    return per_group(6, (area for area in areas if any(square <= area for square in squares)))


def caravansary(sheet: Sheet, _: Rulings) -> list[Part]:
    areas = groups(sheet.of("village"))
    best = max([across(LINES_NAMED, area) for area in areas], key=len, default=[])
    return per_line(1, best)


def dwarvenholds(sheet: Sheet, _: Rulings) -> list[Part]:
    lines = whole(LINES_NAMED, sheet.filled)
    return per_line(7, ((name, line) for name, line in lines if sheet.mountains & set(line)))


def silos(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_line(10, whole(COLUMNS_NAMED[::2], sheet.filled))


def banded_hills(sheet: Sheet, _: Rulings) -> list[Part]:
    names = ("forest", "village", "farm", "water", "monster", "hero", "mountain")
    kinds = [sheet.of(kind) for kind in names]
    return per_line(
        4,
        (
            (name, row)
            for name, row in ROWS_NAMED
            if sum(not kind.isdisjoint(row) for kind in kinds) >= 5
        ),
    )


def starlit_sigil(sheet: Sheet, _: Rulings) -> list[Part]:
    return per_group(4, (group for group in groups(sheet.empty) if len(group) == 3))


Scorer = Callable[[Sheet, Rulings], list[Part]]
CATEGORIES: dict[str, list[tuple[Scorer, int]]] = {
    "F": [
        (sentinel_wood, 25),
        (greenbough, 22),
        (treetower, 17),
        (stoneside_forest, 18),
        (faunlost_thicket, 16),
        (deepwood, 18),
        (heart_of_the_forest, 22),
        (sleepy_valley, 24),
    ],
    "W": [
        (canal_lake, 24),
        (mages_valley, 22),
        (the_golden_granary, 20),
        (shoreside_expanse, 27),
        (craylund, 12),
        (ulems_wallow, 14),
        (clawsgrave_peaks, 15),
        (jorekburg, 18),
    ],
    "V": [
        (wildholds, 16),
        (great_city, 16),
        (greengold_plains, 21),
        (shieldgate, 20),
        (traylo_monastery, 14),
        (outer_enclave, 12),
        (gnomish_colony, 12),
        (caravansary, 16),
    ],
    "G": [
        (borderlands, 24),
        (lost_barony, 24),
        (the_broken_road, 24),
        (the_cauldrons, 20),
        (dwarvenholds, 28),
        (silos, 30),
        (banded_hills, 28),
        (starlit_sigil, 30),
    ],
}
"""Each category's cards with their solo numbers: four of the base game, then four of Heroes."""
SCORERS = {card.__name__: card for cards in CATEGORIES.values() for card, _ in cards}
SOLO_NUMBERS = {card.__name__: number for cards in CATEGORIES.values() for card, number in cards}
TITLES = [
    (30, "Legendary Cartographer"),
    (20, "Master Mapsmith"),
    (10, "Journeyman Topographer"),
    (0, "Apprentice Surveyor"),
    (-5, "Amateur Assessor"),
    (-10, "Inept Assistant"),
    (-20, "Dimwitted Doodler"),
    (-30, "Oblivious Inkdrinker"),
]


# A scoring


def items_of(snapshot: Json, sheet: Sheet, rulings: Rulings, decrees: Iterable[str]) -> list[Json]:
    """The points of the cards under some decrees for a map, in parts, with the spaces of each."""
    items = []
    for decree in decrees:
        card = snapshot["decrees"][decree]
        parts = SCORERS[card](sheet, rulings)
        items.append(
            {
                "rule": f"cartographers.card.{card}",
                "decree": decree,
                "card": card,
                "points": sum(points for points, _, _ in parts),
                "parts": [
                    {"points": points, "spaces": spaces, **({"line": line} if line else {})}
                    for points, line, spaces in parts
                ],
                "spaces": frozenset().union(*(spaces for _, _, spaces in parts)),
            }
        )
    return items


def lines_of(snapshot: Json, player: Json, sheet: Sheet, rulings: Rulings) -> list[Json]:
    """The lines of the season that is scored: its two decrees, coins and monsters."""
    coins = player.get("coins", 0)
    if rulings["coin_limit"] == "fourteen":
        coins = min(coins, 14)
    menaced = around(sheet.of("monster")) & sheet.empty
    return [
        *items_of(snapshot, sheet, rulings, DECREES[snapshot["season"]]),
        {"rule": "cartographers.season.coins", "points": coins, "spaces": ()},
        {"rule": "cartographers.season.monsters", "points": -len(menaced), "spaces": menaced},
    ]


def season_of(snapshot: Json, player: Json, sheet: Sheet, rulings: Rulings) -> Json:
    """The boxes of the season that is scored: each decree's points, coins and monsters."""
    first, second, coins, monsters = (
        line["points"] for line in lines_of(snapshot, player, sheet, rulings)
    )
    return {"decrees": [first, second], "coins": coins, "monsters": monsters}


def sum_of(season: Json) -> int:
    """The sum of a season: of its boxes, or as it was written if one of them is not known."""
    if None in [season.get(name) for name in ("decrees", "coins", "monsters")]:
        written: int = season["written"]
        return written
    total: int = sum(season["decrees"]) + season["coins"] + season["monsters"]
    return total


def is_solo(snapshot: Json) -> bool:
    """Whether the solo rules are played."""
    solo: bool = snapshot.get("solo", len(snapshot["players"]) == 1)
    return solo


def standings(
    snapshot: Json, maps: list[Sheet], rulings: Rulings, only: Sequence[str] = ()
) -> Json:
    """The score without what the rulings could change of it; by `only`, of these decrees alone."""
    players = snapshot["players"]
    scores = []
    for player, sheet in zip(players, maps, strict=True):
        boxes = {} if only else {box["season"]: box for box in player.get("seasons") or []}
        if only:
            items = items_of(snapshot, sheet, rulings, only)
        else:
            items = lines_of(snapshot, player, sheet, rulings)
        seasons = []
        for season in SEASONS:
            if season == snapshot["season"]:
                total = sum(item["points"] for item in items)
                entry = {"season": season, "recorded": False, "total": total, "items": items}
                seasons.append(entry)
            elif season in boxes:
                box = boxes[season]
                written = box.get("written", sum_of(box))
                seasons.append(
                    {
                        "season": season,
                        "recorded": True,
                        "total": sum_of(box),
                        "adds_up": written in (None, sum_of(box)),
                    }
                )
        lost = [box.get("monsters") for box in boxes.values()]
        loss = None if None in lost else -sum(lost) - items[-1]["points"]
        scores.append(
            {
                "name": player["name"],
                "total": sum(season["total"] for season in seasons),
                "monster_loss": 0 if only else loss,
                "seasons": seasons,
            }
        )
    # Nobody is ahead of somebody whose losses are not known.
    open_at = {one["total"] for one in scores if one["monster_loss"] is None}
    keys = [
        (one["total"], 0 if one["total"] in open_at else -one["monster_loss"]) for one in scores
    ]
    for player_score, key in zip(scores, keys, strict=True):
        player_score["rank"] = 1 + sum(other > key for other in keys)
    best = max(keys)
    if sum(total == best[0] for total, _ in keys) == 1:
        decided_by = "total"
    else:
        tied = "undecided" if best[0] in open_at else "shared"
        decided_by = "monsters" if keys.count(best) == 1 else tied
    missing = [
        season
        for season in SEASONS
        if any(
            season not in [one["season"] for one in player_score["seasons"]]
            for player_score in scores
        )
    ]
    answer = {
        "players": scores,
        "final": not missing,
        "winners": [player_score["name"] for player_score in scores if player_score["rank"] == 1],
        "decided_by": decided_by,
        "missing": missing,
        "remarks": [] if only else remarks_on(snapshot, maps, rulings),
    }
    if is_solo(snapshot):
        answer |= {"winners": [], "decided_by": None}
        answer["solo"] = _rating(snapshot, scores[0]["total"], answer["final"], rulings)
    return answer


def _rating(snapshot: Json, total: int, final: object, rulings: Rulings) -> Json:
    if len(snapshot["decrees"]) < 4:
        return {"numbers": None, "rating": None, "title": None}
    numbers = sum(SOLO_NUMBERS[card] for card in snapshot["decrees"].values())
    title: str | None = None
    if final:
        reached = [title for least, title in TITLES if total - numbers >= least]
        if reached:
            title = reached[0]
        elif rulings["below_lowest_title"] == "lowest":
            title = TITLES[-1][1]
    return {"numbers": numbers, "rating": total - numbers, "title": title}


def _free(sheet: Sheet) -> int:
    return len(SPACES) - len(sheet.mountains | sheet.wasteland)


MOST: dict[str, tuple[int, Callable[[Sheet], int]]] = {
    "sentinel_wood": (1, lambda sheet: len(EDGE - sheet.mountains - sheet.wasteland)),
    "greenbough": (1, lambda _: 22),
    "stoneside_forest": (3, lambda sheet: len(sheet.mountains)),
    "faunlost_thicket": (2, lambda _: 11),
    "deepwood": (6, lambda sheet: _free(sheet) // 5),
    "heart_of_the_forest": (2, _free),
    "sleepy_valley": (4, lambda _: 11),
    "mages_valley": (
        1,
        lambda sheet: 2 * len(around(sheet.mountains) - sheet.mountains - sheet.wasteland),
    ),
    "the_golden_granary": (1, lambda sheet: 3 * _free(sheet)),
    "shoreside_expanse": (
        3,
        lambda sheet: len({*SPACES} - EDGE - sheet.mountains - sheet.wasteland),
    ),
    "craylund": (7, _free),
    "ulems_wallow": (4, _free),
    "clawsgrave_peaks": (5, lambda sheet: len(sheet.mountains)),
    "jorekburg": (4, lambda _: 11),
    "wildholds": (8, lambda sheet: _free(sheet) // 6),
    "greengold_plains": (3, _free),
    "shieldgate": (2, lambda sheet: _free(sheet) // 2),
    "traylo_monastery": (7, lambda sheet: _free(sheet) // 4),
    "gnomish_colony": (6, lambda sheet: _free(sheet) // 4),
    "caravansary": (1, lambda _: 22),
    "borderlands": (6, lambda _: 22),
    "lost_barony": (3, lambda _: 11),
    "the_broken_road": (3, lambda _: 11),
    "dwarvenholds": (7, lambda sheet: sum(not sheet.mountains.isdisjoint(one) for one in LINES)),
    "silos": (10, lambda _: 6),
    "banded_hills": (4, lambda _: 11),
    "starlit_sigil": (4, lambda sheet: _free(sheet) // 3),
}
"""How many points a card pays at a time, and how often at most; the others 1 a space."""


def remarks_on(snapshot: Json, maps: list[Sheet], rulings: Rulings) -> list[list[str]]:
    """The remarks, each with its player and rule, and the coins that were brought.

    Coins beyond the sheet's last place, too few for the map, or fewer than were written down;
    destroyed spaces without Heroes; and points written down that a card never pays.
    """
    odd = []
    for player, sheet in zip(snapshot["players"], maps, strict=True):
        coins, name = player.get("coins", 0), player["name"]
        if coins > 14 and rulings["coin_limit"] == "fourteen":
            odd.append([name, "cartographers.season.coins"])
        own = is_solo(snapshot) or rulings["coins_by_others"] == "map_owner"
        brought = own * len(sheet.closed()) + 3 * sheet.dragon_defeated(rulings)
        if coins < brought:
            odd.append([name, "cartographers.season.coins", str(brought)])
        if snapshot.get("game", "cartographers") == "cartographers" and sheet.letter("X"):
            odd.append([name, "cartographers.change.destroyed"])
        boxes = {box["season"]: box for box in player.get("seasons") or []}
        counts = [
            boxes[one]["coins"] for one in SEASONS if boxes.get(one, {}).get("coins") is not None
        ]
        falls = [1 for earlier, later in pairwise([*counts, coins]) if later < earlier]
        odd += [[name, "cartographers.season.coins"] for _ in falls]
        for season, box in boxes.items():
            for decree, points in zip(DECREES[season], box.get("decrees") or [], strict=False):
                card = snapshot["decrees"].get(decree)
                step, times = MOST.get(card, (1, _free))
                if card and (points > step * times(sheet) or points % step):
                    odd.append([name, "cartographers.season.decrees"])
    return odd


def score(body: Json) -> Json:
    """The answer to `scores`."""
    snapshot, only = body["snapshot"], body.get("only") or ()
    rulings = rulings_of(snapshot)
    maps = [sheet_of(snapshot, player) for player in snapshot["players"]]
    names = scoring_rulings(snapshot, only or DECREES[snapshot["season"]])
    if not only:
        names.append("coin_limit")
        if not is_solo(snapshot) and any(sheet.closed() for sheet in maps):
            names.append("coins_by_others")
        if any(sheet.letter("Dd") for sheet in maps):
            names.append("dragon_defeated")
    if is_solo(snapshot):
        names.append("below_lowest_title")
    return judged(names, rulings, lambda rulings: standings(snapshot, maps, rulings, only))


def scoring_rulings(snapshot: Json, decrees: Iterable[str]) -> list[str]:
    """The rulings that bear on what cards under some decrees pay."""
    of_cards = {"great_city": "great_city", "the_golden_granary": "destroyed_ruins"}
    cards = [snapshot["decrees"][decree] for decree in decrees]
    return [of_cards[card] for card in cards if card in of_cards]
