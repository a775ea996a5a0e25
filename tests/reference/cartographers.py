"""The law of Cartographers and Heroes, told a second time: plainly, from the rulebook alone.

It works on the JSON of the contract (dictionaries in, dictionaries out), with spaces as strings
such as "C7" and groups of spaces as sets of such strings, and it knows nothing of the service. It
expects possible snapshots: refusing the others is not its business. Of what an answer says it tells
what can be counted: points, maps, coins, placements; the words are the service's own.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cache
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


def could_matter(
    names: Iterable[str], rulings: Rulings, outcome: Callable[[Rulings], Any]
) -> dict[str, bool]:
    """For each of these rulings whether another value of it changes the outcome."""
    given = outcome(rulings)
    return {
        name: any(outcome(rulings | {name: value}) != given for value in RULINGS[name])
        for name in names
    }


# What is printed: the maps and the cards


def _print(mountains: str, ruins: str, wasteland: str = "") -> dict[str, str]:
    kinds = (("^", mountains), ("R", ruins), ("#", wasteland))
    return {space: mark for mark, spaces in kinds for space in spaces.split()}


MAPS = {
    "A": _print("B4 C9 F6 I3 J8", "B6 C2 C10 I2 I10 J6"),
    "B": _print("B9 C4 H6 I10 J3", "B7 C3 E7 G2 H9 J4", "D6 E5 E6 F5 F6 F7 G6"),
    "C": _print("B2 D9 F4 I10 J6", ""),
}
"""The ruins of C are told by one source only, and of D all: neither is shipped."""


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
    # The corners of these are told by one source only, so a request says them.
    "dragon_inferno": _ambush("D", "..X/XXX/X..", "right", "", ""),
    "zombie_plague": _ambush("Z", "X", "right", "", ""),
    "giant_troll_ravage": _ambush("T", "XXX/.X.", "left", "", ""),
    "gorgon_gaze": _ambush("G", "X.X/.X.", "left", "", ""),
}
HERO_CARDS = ("dobrik_of_lorkheim", "wren_the_lioness", "freyla_the_true", "dal_of_jolev")
"""Which pattern is whose is told by one source only, so a request says it."""
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
        """What is drawn, as the contract writes it."""
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
        """Destroy a space; what has no terrain to lose stays as it is."""
        if space not in self.wasteland and self.drawn.get(space) not in ("X", "d"):
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


def sentinel_wood(sheet: Sheet, _: Rulings) -> int:
    return len(sheet.of("forest") & EDGE)


def greenbough(sheet: Sheet, _: Rulings) -> int:
    forest = sheet.of("forest")
    return sum(bool(forest & set(line)) for line in LINES)


def treetower(sheet: Sheet, _: Rulings) -> int:
    filled = sheet.filled
    return sum(set(NEIGHBOURS[space]) <= filled for space in sheet.of("forest"))


def stoneside_forest(sheet: Sheet, _: Rulings) -> int:
    touched = [around(area) & sheet.mountains for area in groups(sheet.of("forest"))]
    return 3 * len(set().union(*(mountains for mountains in touched if len(mountains) > 1)))


def canal_lake(sheet: Sheet, _: Rulings) -> int:
    water, farm = sheet.of("water"), sheet.of("farm")
    return sum(beside(space, farm) for space in water) + sum(beside(space, water) for space in farm)


def mages_valley(sheet: Sheet, _: Rulings) -> int:
    return sum(
        worth * sum(beside(space, sheet.mountains) for space in sheet.of(kind))
        for kind, worth in (("water", 2), ("farm", 1))
    )


def the_golden_granary(sheet: Sheet, rulings: Rulings) -> int:
    ruins = sheet.ruins
    if rulings["destroyed_ruins"] == "gone":
        ruins = ruins - sheet.letter("Xd")
    return sum(beside(space, ruins) for space in sheet.of("water")) + 3 * len(
        sheet.of("farm") & ruins
    )


def shoreside_expanse(sheet: Sheet, _: Rulings) -> int:
    farm, water = sheet.of("farm"), sheet.of("water")
    return 3 * sum(
        not area & EDGE and not around(area) & other
        for own, other in ((farm, water), (water, farm))
        for area in groups(own)
    )


def wildholds(sheet: Sheet, _: Rulings) -> int:
    return 8 * sum(len(area) >= 6 for area in groups(sheet.of("village")))


def great_city(sheet: Sheet, rulings: Rulings) -> int:
    areas = groups(sheet.of("village"))
    if rulings["great_city"] == "only_largest":
        largest = max(map(len, areas), default=0)
        areas = [area for area in areas if len(area) == largest]
    return max((len(area) for area in areas if not around(area) & sheet.mountains), default=0)


def greengold_plains(sheet: Sheet, _: Rulings) -> int:
    kinds = [sheet.of(k) for k in ("forest", "farm", "water", "monster", "hero", "mountain")]
    return 3 * sum(
        sum(bool(around(area) & kind) for kind in kinds) >= 3
        for area in groups(sheet.of("village"))
    )


def shieldgate(sheet: Sheet, _: Rulings) -> int:
    sizes = sorted(map(len, groups(sheet.of("village"))), reverse=True)
    return 2 * sizes[1] if len(sizes) > 1 else 0


def borderlands(sheet: Sheet, _: Rulings) -> int:
    filled = sheet.filled
    return 6 * sum(set(line) <= filled for line in LINES)


def lost_barony(sheet: Sheet, _: Rulings) -> int:
    filled = sheet.filled
    largest = 0
    for space in filled:
        row, column = place(space)
        side = 1
        while all(
            at(row + down, column + right) in filled
            for down in range(side)
            for right in range(side)
        ):
            largest = max(largest, side)
            side += 1
    return 3 * largest


def the_broken_road(sheet: Sheet, _: Rulings) -> int:
    filled = sheet.filled
    diagonals = ([at(start + i, i) for i in range(11 - start)] for start in range(11))
    return 3 * sum(all(space in filled for space in diagonal) for diagonal in diagonals)


def the_cauldrons(sheet: Sheet, _: Rulings) -> int:
    filled = sheet.filled
    return sum(set(NEIGHBOURS[space]) <= filled for space in sheet.empty)


def faunlost_thicket(sheet: Sheet, _: Rulings) -> int:
    forest = sheet.of("forest")
    longest = 0
    for column in COLUMN:
        run = 0
        for space in column:
            run = run + 1 if space in forest else 0
            longest = max(longest, run)
    return 2 * longest


def deepwood(sheet: Sheet, _: Rulings) -> int:
    village = sheet.of("village")
    areas = groups(sheet.of("forest"))
    return 6 * sum(len(area) >= 5 and not around(area) & village for area in areas)


def heart_of_the_forest(sheet: Sheet, _: Rulings) -> int:
    forest = sheet.of("forest")
    return 2 * sum(set(NEIGHBOURS[space]) <= forest for space in forest)


def sleepy_valley(sheet: Sheet, _: Rulings) -> int:
    forest = sheet.of("forest")
    return 4 * sum(len(forest & set(row)) >= 3 for row in ROW)


def craylund(sheet: Sheet, _: Rulings) -> int:
    water = sheet.of("water")
    return 7 * sum(len(around(area) & water) >= 3 for area in groups(sheet.of("farm")))


def ulems_wallow(sheet: Sheet, _: Rulings) -> int:
    farm = sheet.of("farm")
    return 4 * sum(len(set(NEIGHBOURS[space]) & farm) >= 2 for space in sheet.of("water"))


def clawsgrave_peaks(sheet: Sheet, _: Rulings) -> int:
    farm = sheet.of("farm")
    areas = [area for area in groups(sheet.of("water")) if around(area) & farm]
    return 5 * len(set().union(*(around(area) & sheet.mountains for area in areas)))


def jorekburg(sheet: Sheet, _: Rulings) -> int:
    farm, water = sheet.of("farm"), sheet.of("water")
    return 4 * sum(0 < len(farm & set(c)) == len(water & set(c)) for c in COLUMN)


def traylo_monastery(sheet: Sheet, _: Rulings) -> int:
    fours = [line[i : i + 4] for line in LINES for i in range(8)]
    return 7 * sum(any(set(four) <= area for four in fours) for area in groups(sheet.of("village")))


def outer_enclave(sheet: Sheet, _: Rulings) -> int:
    empty = sheet.empty
    return max((len(around(area) & empty) for area in groups(sheet.of("village"))), default=0)


def gnomish_colony(sheet: Sheet, _: Rulings) -> int:
    squares = [
        {a, b, c, d}
        for upper, lower in pairwise(ROW)
        for (a, b), (c, d) in zip(pairwise(upper), pairwise(lower), strict=True)
    ]
    return 6 * sum(any(two <= area for two in squares) for area in groups(sheet.of("village")))


def caravansary(sheet: Sheet, _: Rulings) -> int:
    areas = groups(sheet.of("village"))
    return max((sum(bool(area & set(line)) for line in LINES) for area in areas), default=0)


def dwarvenholds(sheet: Sheet, _: Rulings) -> int:
    filled = sheet.filled
    return 7 * sum(set(line) <= filled and bool(sheet.mountains & set(line)) for line in LINES)


def silos(sheet: Sheet, _: Rulings) -> int:
    filled = sheet.filled
    return 10 * sum(set(column) <= filled for column in COLUMN[::2])


def banded_hills(sheet: Sheet, _: Rulings) -> int:
    kinds = [
        sheet.of(kind)
        for kind in ("forest", "village", "farm", "water", "monster", "hero", "mountain")
    ]
    return 4 * sum(sum(bool(kind & set(row)) for kind in kinds) >= 5 for row in ROW)


def starlit_sigil(sheet: Sheet, _: Rulings) -> int:
    return 4 * sum(len(group) == 3 for group in groups(sheet.empty))


Scorer = Callable[[Sheet, Rulings], int]
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


def season_of(snapshot: Json, player: Json, sheet: Sheet, rulings: Rulings) -> Json:
    """The season that is scored: each decree's points, coins and monsters."""
    coins = player.get("coins", 0)
    if rulings["coin_limit"] == "fourteen":
        coins = min(coins, 14)
    return {
        "decrees": [
            SCORERS[snapshot["decrees"][decree]](sheet, rulings)
            for decree in DECREES[snapshot["season"]]
        ],
        "coins": coins,
        "monsters": -len(around(sheet.of("monster")) & sheet.empty),
    }


def sum_of(season: Json) -> int:
    """What a season comes to."""
    total: int = sum(season["decrees"]) + season["coins"] + season["monsters"]
    return total


def is_solo(snapshot: Json) -> bool:
    """Whether the solo rules are played."""
    solo: bool = snapshot.get("solo", len(snapshot["players"]) == 1)
    return solo


def standings(snapshot: Json, maps: list[Sheet], rulings: Rulings) -> Json:
    """The score without what the rulings could change of it."""
    players = snapshot["players"]
    sheets = []
    for player, sheet in zip(players, maps, strict=True):
        boxes = {box["season"]: box for box in player.get("seasons") or []}
        scored = season_of(snapshot, player, sheet, rulings)
        seasons = []
        for season in SEASONS:
            if season == snapshot["season"]:
                seasons.append({"season": season, "recorded": False, **_told(scored)})
            elif season in boxes:
                box = boxes[season]
                written = box.get("written", sum_of(box))
                seasons.append(
                    {
                        "season": season,
                        "recorded": True,
                        "total": sum_of(box),
                        "adds_up": written == sum_of(box),
                    }
                )
        lost = sum(box["monsters"] for box in (*boxes.values(), scored))
        sheets.append(
            {
                "name": player["name"],
                "total": sum(season["total"] for season in seasons),
                "monster_loss": -lost,
                "seasons": seasons,
            }
        )
    keys = [(told["total"], -told["monster_loss"]) for told in sheets]
    for told, key in zip(sheets, keys, strict=True):
        told["rank"] = 1 + sum(other > key for other in keys)
    best = max(keys)
    if sum(total == best[0] for total, _ in keys) == 1:
        decided_by = "total"
    else:
        decided_by = "monsters" if keys.count(best) == 1 else "shared"
    missing = [
        season
        for season in SEASONS
        if season != snapshot["season"]
        and any(
            season not in [box["season"] for box in player.get("seasons") or []]
            for player in players
        )
    ]
    answer = {
        "players": sheets,
        "complete": snapshot["season"] == "winter" and not missing,
        "winners": [told["name"] for told in sheets if told["rank"] == 1],
        "decided_by": decided_by,
        "missing": missing,
    }
    if is_solo(snapshot):
        answer["solo"] = _rating(snapshot, sheets[0]["total"], answer["complete"], rulings)
    return answer


def _told(scored: Json) -> Json:
    return {"total": sum_of(scored), **scored}


def _rating(snapshot: Json, total: int, complete: object, rulings: Rulings) -> Json:
    if len(snapshot["decrees"]) < 4:
        return {"numbers": None, "rating": None, "title": None}
    numbers = sum(SOLO_NUMBERS[card] for card in snapshot["decrees"].values())
    title: str | None = None
    if complete:
        reached = [title for least, title in TITLES if total - numbers >= least]
        if reached:
            title = reached[0]
        elif rulings["below_lowest_title"] == "lowest":
            title = TITLES[-1][1]
    return {"numbers": numbers, "rating": total - numbers, "title": title}


def score(snapshot: Json) -> Json:
    """The answer to `scores`."""
    rulings = rulings_of(snapshot)
    maps = [sheet_of(snapshot, player) for player in snapshot["players"]]
    names = scoring_rulings(snapshot)
    answer = standings(snapshot, maps, rulings)
    if is_solo(snapshot) and answer["complete"]:
        names.append("below_lowest_title")
    matters = could_matter(names, rulings, lambda other: standings(snapshot, maps, other))
    return {**answer, "rulings": matters}


def scoring_rulings(snapshot: Json) -> list[str]:
    """The rulings that bear on a season's score."""
    of_cards = {"great_city": "great_city", "the_golden_granary": "destroyed_ruins"}
    cards = [snapshot["decrees"][decree] for decree in DECREES[snapshot["season"]]]
    names = [of_cards[card] for card in cards if card in of_cards]
    return [*names, "coin_limit"]


# Where a shape can lie


@cache
def orientations(shape: str) -> list[tuple[tuple[int, int], ...]]:
    """The squares of a shape, turned and mirrored in every way that differs."""
    rows = shape.split("/")
    squares = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "."]
    found = []
    for mirrored in (False, True):
        turned = [(r, -c) for r, c in squares] if mirrored else squares
        for _ in range(4):
            turned = [(c, -r) for r, c in turned]
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            normal = tuple(sorted((r - top, c - left) for r, c in turned))
            if normal not in found:
                found.append(normal)
    return found


@cache
def as_printed(shape: str) -> list[tuple[tuple[int, int], ...]]:
    """The squares of a shape as it is printed."""
    rows = shape.split("/")
    return [tuple((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != ".")]


@cache
def everywhere(shape: str, *, turned: bool = True) -> list[Spaces]:
    """All the sets of spaces that a shape can cover on a map with nothing on it."""
    found = []
    for squares in orientations(shape) if turned else as_printed(shape):
        for row in range(11):
            for column in range(11):
                spaces = [at(row + r, column + c) for r, c in squares]
                if all(spaces):
                    found.append(frozenset(space for space in spaces if space))
    return list(dict.fromkeys(found))


def fits(shape: str, sheet: Sheet, *, turned: bool = True) -> list[Spaces]:
    """The sets of empty spaces that a shape can cover."""
    filled = sheet.filled
    return [spaces for spaces in everywhere(shape, turned=turned) if spaces.isdisjoint(filled)]


def ring(number: int, corner: str, height: int, width: int, *, clockwise: bool) -> list[str]:
    """A ring of the positions in a rectangle of them, from its corner and round in a direction.

    The rectangle lies at the top left; ring 0 is its border.
    """
    top, left, bottom, right = number, number, height - 1 - number, width - 1 - number
    if top > bottom or left > right:
        return []
    border = [
        *((top, column) for column in range(left, right + 1)),
        *((row, right) for row in range(top + 1, bottom + 1)),
        *((bottom, column) for column in range(right - 1, left - 1, -1) if bottom > top),
        *((row, left) for row in range(bottom - 1, top, -1) if right > left),
    ]
    start = border.index(
        (bottom if corner[0] == "K" else top, right if corner[1:] == "11" else left)
    )
    way = border[start:] + border[:start]
    if not clockwise:
        way = [way[0], *reversed(way[1:])]
    return [ROWS[row] + COLUMNS[column] for row, column in way]


def solo_placements(card: Card, sheet: Sheet, rulings: Rulings) -> Json:
    """Where a solo ambush may be drawn: the placements that its first possible space allows."""
    shape = card.shapes[0][0]
    turned = rulings["solo_turning"] == "any_orientation"
    if rulings["solo_ambush"] == "slide_frame":
        return _slid(card, shape, sheet, turned=turned)
    possible = fits(shape, sheet, turned=turned)
    tried = 0
    for number in range(6):
        for space in ring(number, card.corner, 11, 11, clockwise=card.clockwise):
            tried += 1
            covering = [spaces for spaces in possible if space in spaces]
            if covering:
                return {
                    "placements": covering,
                    "at": space,
                    "ring": number,
                    "tried": tried,
                    "discarded": False,
                }
    return {"placements": [], "at": None, "ring": None, "tried": tried, "discarded": True}


def _slid(card: Card, shape: str, sheet: Sheet, *, turned: bool) -> Json:
    filled = sheet.filled
    found: list[tuple[int, int, str, Spaces]] = []
    most = 0
    for squares in orientations(shape) if turned else as_printed(shape):
        height, width = max(r for r, _ in squares) + 1, max(c for _, c in squares) + 1
        tried = 0
        for number in range(6):
            # The corner of the frame that comes to lie in the card's corner first.
            corners = ring(number, card.corner, 12 - height, 12 - width, clockwise=card.clockwise)
            for corner in corners:
                tried += 1
                row, column = place(corner)
                spaces = frozenset(filter(None, (at(row + r, column + c) for r, c in squares)))
                if not spaces & filled:
                    down = height - 1 if card.corner[0] == "K" else 0
                    right = width - 1 if card.corner[1:] == "11" else 0
                    found.append((tried, number, at(row + down, column + right) or "", spaces))
        most = max(most, tried)
    if not found:
        return {"placements": [], "at": None, "ring": None, "tried": most, "discarded": True}
    tried, number, _, _ = min(found)
    first = [one for one in found if one[0] == tried]
    return {
        "placements": list(dict.fromkeys(one[3] for one in first)),
        "at": first[0][2],
        "ring": number,
        "tried": tried,
        "discarded": False,
    }


def patterns(rows: tuple[str, ...], hero: str) -> list[Spaces]:
    """The sets of spaces inside the map that a hero's pattern can mark."""
    marks = [(r, c, x) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "."]
    ((top, left),) = [(r, c) for r, c, x in marks if x == "H"]
    stars = [(r - top, c - left) for r, c, x in marks if x == "*"]
    row, column = place(hero)
    found = []
    for mirrored in (False, True):
        turned = [(r, -c) for r, c in stars] if mirrored else stars
        for _ in range(4):
            turned = [(c, -r) for r, c in turned]
            inside = (at(row + r, column + c) for r, c in turned)
            found.append(frozenset(space for space in inside if space))
    return list(dict.fromkeys(found))


# Drawing


class Play(NamedTuple):
    """A card that is to be drawn on a map, and all that decides how."""

    name: str
    card: Card
    pattern: tuple[str, ...]
    sheet: Sheet
    game: str
    after_ruins: bool
    solo: bool
    by_owner: bool
    rulings: Rulings


class Option(NamedTuple):
    """A way to draw: the shape (None for the fallback), spaces, terrains, stars, coin."""

    shape: int | None
    spaces: Spaces
    terrains: tuple[str, ...]
    stars: Spaces | None = None
    coin: bool = False


def options(play: Play) -> list[Option]:
    """Every legal way to draw a card; none where nothing can be drawn."""
    card, sheet, rulings = play.card, play.sheet, play.rulings
    if card.kind == "ruins":
        return []
    ruins_count = play.after_ruins and play.game != "heroes"
    if card.kind == "ambush" and play.solo:
        drawn = solo_placements(card, sheet, rulings)["placements"]
        return [Option(0, spaces, ("monster",)) for spaces in drawn]
    if card.kind == "hero":
        must_cover = ruins_count and rulings["hero_after_ruins"] == "must_cover"
        found = [
            Option(0, frozenset({space}), ("hero",), stars)
            for space in sheet.empty
            if not must_cover or space in sheet.ruins
            for stars in patterns(play.pattern, space)
        ]
        fits_elsewhere = bool(sheet.empty)
    else:
        must_cover = ruins_count and card.kind == "explore"
        lying = [
            Option(i, spaces, card.terrains, coin=coin)
            for i, (shape, coin) in enumerate(card.shapes)
            for spaces in fits(shape, sheet)
        ]
        found = [option for option in lying if not must_cover or option.spaces & sheet.ruins]
        fits_elsewhere = bool(lying)
    if found:
        return found
    terrains = _fallback_terrains(play, fits_elsewhere=must_cover and fits_elsewhere)
    return [Option(None, frozenset({space}), terrains) for space in sheet.empty]


def _fallback_terrains(play: Play, *, fits_elsewhere: bool) -> tuple[str, ...]:
    if play.card.kind == "ambush":
        return ("monster",)
    if play.rulings["fallback_terrain"] == "from_card" and not fits_elsewhere:
        return play.card.terrains or ("hero",)
    terrains = ("forest", "village", "farm", "water", "monster", "hero")
    return terrains[:5] if play.game == "cartographers" else terrains


def targets(play: Play, spaces: Spaces, letter: str) -> set[str]:
    """What a gorgon just drawn may destroy."""
    if letter != "G":
        return set()
    source = spaces
    if play.rulings["gorgon_source"] == "surviving":
        source = spaces - play.sheet.stars
    # What is drawn is there when it looks around.
    found = {n for space in source for n in NEIGHBOURS[space]} - play.sheet.mountains
    if play.rulings["gorgon_target"] == "must_change":
        drawn = play.sheet.copy()
        drawn.drawn |= dict.fromkeys(spaces, "G")
        drawn.strike()
        useless = drawn.wasteland | drawn.letter("Xd")
        found = found - useless or found
    return found


def letter_of(play: Play, option: Option, terrain: str) -> str:
    """The letter that a terrain is drawn with."""
    if terrain != "monster" or play.card.kind != "ambush":
        return LETTERS[terrain]
    if option.shape is None and play.rulings["fallback_monster"] == "generic":
        return "M"
    return play.card.letter


def legal_option(play: Play, draw: Json) -> Option | None:
    """The legal way of drawing that a draw is; None if it is none."""
    spaces, stars = frozenset(draw["spaces"]), frozenset(draw.get("stars") or ())
    for option in options(play):
        if option.spaces != spaces or draw["terrain"] not in option.terrains:
            continue
        if (option.stars or frozenset()) != stars:
            continue
        may = targets(play, spaces, letter_of(play, option, draw["terrain"]))
        if (draw.get("destroys") in may) if may else not draw.get("destroys"):
            return option
    return None


def draw_on(play: Play, draw: Json, letter: str, coin: object) -> tuple[Sheet, int]:
    """The map after a draw, and the coins it brings."""
    before, sheet = play.sheet, play.sheet.copy()
    sheet.drawn |= dict.fromkeys(draw["spaces"], letter)
    sheet.stars |= set(draw.get("stars") or ())
    sheet.strike()
    if draw.get("destroys") and letter == "G":
        sheet.destroy(draw["destroys"])
    return sheet, bool(coin) + earned(before, sheet, play.rulings, by_owner=play.by_owner)


def earned(before: Sheet, after: Sheet, rulings: Rulings, *, by_owner: bool) -> int:
    """The coins of mountains closed and of a dragon defeated in between."""
    coins = 0
    if by_owner or rulings["coins_by_others"] == "map_owner":
        coins += len(after.closed() - before.closed())
    return coins + 3 * defeats_dragon(before, after, rulings)


def defeats_dragon(before: Sheet, after: Sheet, rulings: Rulings) -> bool:
    """Whether the dragon is defeated in between."""
    return after.dragon_defeated(rulings) and not before.dragon_defeated(rulings)


def marked(coins: int, more: int, rulings: Rulings) -> int:
    """The coins marked when more are gained."""
    if rulings["coin_limit"] == "fourteen":
        return max(coins, min(14, coins + more))
    return coins + more


def play_of(asked: Json, rulings: Rulings) -> Play:
    """The card, the map and what decides, of a legality check or a question for legal actions."""
    snapshot = asked["snapshot"]
    owner = asked.get("on", asked["player"])
    (player,) = [one for one in snapshot["players"] if one["name"] == owner]
    name, card, pattern = card_of(asked["card"])
    return Play(
        name,
        card,
        pattern,
        sheet_of(snapshot, player),
        snapshot["game"],
        asked.get("after_ruins", False),
        is_solo(snapshot),
        card.kind != "ambush" or is_solo(snapshot),
        rulings,
    )


def owner_is_right(asked: Json) -> bool:
    """Whether the map is the one on which the card is drawn by this player."""
    snapshot = asked["snapshot"]
    names = [player["name"] for player in snapshot["players"]]
    drawer: str = asked["player"]
    owner: str = asked.get("on", drawer)
    _, card, _ = card_of(asked["card"])
    if card.kind != "ambush" or len(names) == 1:
        return drawer == owner
    return passed_from(asked, owner, card)


def passed_from(asked: Json, owner: str, card: Card) -> bool:
    """Whether an ambush passes this owner's map to the drawer."""
    names: list[str] = [player["name"] for player in asked["snapshot"]["players"]]
    # A map passed to the left is drawn on by the next player, clockwise.
    step = 1 if card.passed == "left" else -1
    drawer: str = asked["player"]
    return names[(names.index(owner) + step) % len(names)] == drawer


def _verdict(asked: Json, play: Play) -> Json:
    rulings, draw = play.rulings, asked["draw"]
    (owner,) = [
        player
        for player in asked["snapshot"]["players"]
        if player["name"] == asked.get("on", asked["player"])
    ]
    coins = owner.get("coins", 0)
    nothing = {"legal": False, "shape": None, "fallback": None, "after": None}
    if not owner_is_right(asked):
        return nothing
    if not draw["spaces"]:
        after = _after(asked, play.sheet, coins)
        unable = {"legal": True, "shape": None, "fallback": False, "after": after}
        idle = not (options(play) or draw.get("stars") or draw.get("destroys"))
        return unable if idle else nothing
    option = legal_option(play, draw)
    if option is None:
        return nothing
    sheet, more = draw_on(play, draw, letter_of(play, option, draw["terrain"]), option.coin)
    return {
        "legal": True,
        "shape": option.shape,
        "fallback": option.shape is None,
        "after": _after(asked, sheet, marked(coins, more, rulings)),
        "dragon": defeats_dragon(play.sheet, sheet, rulings),
    }


def _after(asked: Json, sheet: Sheet, coins: int) -> list[Json]:
    """Every player's map after a draw on one of them."""
    snapshot, owner = asked["snapshot"], asked.get("on", asked["player"])
    return [
        _sheet_told(sheet, coins)
        if player["name"] == owner
        else _sheet_told(sheet_of(snapshot, player), player.get("coins", 0))
        for player in snapshot["players"]
    ]


def _sheet_told(sheet: Sheet, coins: int) -> Json:
    return {"drawn": sheet.rows(), "stars": sorted(sheet.stars), "coins": coins}


def bearing(asked: Json) -> list[str]:
    """The rulings that bear on the draw of a card."""
    name, card, _ = card_of(asked["card"])
    drawn = "".join("".join(player["drawn"]) for player in asked["snapshot"]["players"])
    names = ["coin_limit"]
    if "d" in drawn or "D" in drawn or name == "dragon_inferno":
        names.append("dragon_defeated")
    if card.kind != "ambush":
        names.append("fallback_terrain")
    if card.kind == "hero":
        names.append("hero_after_ruins")
    if card.kind == "ambush" and is_solo(asked["snapshot"]):
        names += ["solo_turning", "solo_ambush"]
    elif card.kind == "ambush":
        names += ["fallback_monster", "coins_by_others"]
    if name == "gorgon_gaze":
        names += ["gorgon_source", "gorgon_target"]
    return names


def check_legality(asked: Json) -> Json:
    """The answer to `legality-checks`."""
    rulings = rulings_of(asked["snapshot"])
    play = play_of(asked, rulings)

    def judge(rulings: Rulings) -> Json:
        return _verdict(asked, play._replace(rulings=rulings))

    return {**judge(rulings), "rulings": could_matter(bearing(asked), rulings, judge)}


def legal_actions(asked: Json) -> Json:
    """The answer to `legal-actions`, without values."""
    rulings = rulings_of(asked["snapshot"])
    play = play_of(asked, rulings)
    found = options(play)
    placements = []
    for option in found:
        letter = letter_of(play, option, option.terrains[0])
        placements.append(
            {
                "shape": option.shape,
                "spaces": sorted(option.spaces),
                "coin": option.coin,
                "terrains": sorted(option.terrains),
                "stars": sorted(option.stars or ()),
                "destroys": sorted(targets(play, option.spaces, letter)),
            }
        )
    return {
        "fallback": any(option.shape is None for option in found),
        "total": len(found),
        "placements": sorted(placements, key=lambda one: (one["spaces"], one["stars"])),
    }


def value_actions(asked: Json) -> Json:
    """The answer to `legal-actions` with what each placement would bring this season."""
    snapshot, rulings = asked["snapshot"], rulings_of(asked["snapshot"])
    play = play_of(asked, rulings)
    owner = asked.get("on", asked["player"])
    (player,) = [one for one in snapshot["players"] if one["name"] == owner]
    before = sum_of(season_of(snapshot, player, play.sheet, rulings))

    def change(option: Option, terrain: str, destroys: str | None) -> int:
        draw = {"spaces": option.spaces, "stars": option.stars, "destroys": destroys}
        sheet, more = draw_on(play, draw, letter_of(play, option, terrain), option.coin)
        coins = marked(player.get("coins", 0), more, rulings)
        return sum_of(season_of(snapshot, {"coins": coins}, sheet, rulings)) - before

    def worth(option: Option, terrain: str) -> int:
        may = targets(play, option.spaces, letter_of(play, option, terrain))
        return max(change(option, terrain, target) for target in may or [None])

    placements = [
        {
            "spaces": sorted(option.spaces),
            "stars": sorted(option.stars or ()),
            "values": sorted((terrain, worth(option, terrain)) for terrain in option.terrains),
        }
        for option in options(play)
    ]
    return {"placements": sorted(placements, key=lambda one: (one["spaces"], one["stars"]))}


def place_ambush(asked: Json) -> Json:
    """The answer to `ambush-placements`."""
    rulings = rulings_of(asked)
    sheet = Sheet(asked["map"], asked["drawn"], asked.get("stars") or ())
    _, card, _ = card_of(asked["card"])

    def judge(rulings: Rulings) -> Json:
        found = solo_placements(card, sheet, rulings)
        return {**found, "placements": sorted(sorted(spaces) for spaces in found["placements"])}

    matters = could_matter(("solo_turning", "solo_ambush"), rulings, judge)
    return {**judge(rulings), "rulings": matters}


def update_map(asked: Json) -> Json:
    """The answer to `map-updates`: whether the draw is legal is not asked."""
    rulings = rulings_of(asked)
    sheet = Sheet(asked["map"], asked["drawn"], asked.get("stars") or ())
    draw, coins = asked["draw"], asked.get("coins", 0)

    def judge(rulings: Rulings) -> Json:
        if not draw["spaces"] or set(draw["spaces"]) & sheet.filled:
            return _sheet_told(sheet, coins)
        letter, coin = LETTERS[draw["terrain"]], False
        if asked.get("card"):
            _, card, _ = card_of(asked["card"])
            spaces = frozenset(draw["spaces"])
            shapes = [
                (i, coin)
                for i, (shape, coin) in enumerate(card.shapes)
                if spaces in everywhere(shape)
            ]
            if draw["terrain"] == "monster" and card.kind == "ambush":
                named = rulings["fallback_monster"] == "named"
                letter = card.letter if shapes or named else "M"
            coin = card.kind == "explore" and any(coin for _, coin in shapes)
        owner = asked.get("by", "owner") == "owner"
        play = Play("", Card(""), (), sheet, asked["game"], False, False, owner, rulings)
        after, more = draw_on(play, draw, letter, coin)
        dragon = defeats_dragon(sheet, after, rulings)
        if asked.get("dragon_paid") and dragon:
            more, dragon = more - 3, False
        return {**_sheet_told(after, marked(coins, more, rulings)), "dragon": dragon}

    names = ("fallback_monster", "coins_by_others", "coin_limit", "dragon_defeated")
    return {**judge(rulings), "rulings": could_matter(names, rulings, judge)}


# The end of a season

ZOMBIE, TROLL = "zombie_plague", "giant_troll_ravage"


def threshold(snapshot: Json, rulings: Rulings) -> int:
    """The time at which the season ends."""
    summer = {"eight": 8, "seven": 7}.get(
        rulings["summer_threshold"], 7 if snapshot["game"] == "heroes" else 8
    )
    return {"spring": 8, "summer": summer, "autumn": 7, "winter": 6}[snapshot["season"]]


def _effects(
    snapshot: Json, choices: Json, rulings: Rulings
) -> tuple[list[Json], list[Json], bool]:
    """Each player's map and coins after zombie and troll; what waits; whether a choice is wrong."""
    came = [name for name, _, _ in map(card_of, snapshot.get("ambushes") or [])]
    afters, waiting, wrong = [], [], False
    for player in snapshot["players"]:
        sheet, coins = sheet_of(snapshot, player), player.get("coins", 0)
        chosen = (choices.get(player["name"]) or {}).get(TROLL)
        standing = [name for name, letter in ((ZOMBIE, "Z"), (TROLL, "T")) if sheet.letter(letter)]
        wrong |= chosen is not None and TROLL not in standing
        for ambush in sorted(standing, key=[*came, ZOMBIE, TROLL].index):
            before = sheet.copy()
            if ambush == ZOMBIE:
                sheet.drawn |= dict.fromkeys(around(sheet.letter("Z")) & sheet.empty, "Z")
                sheet.strike()
            else:
                may = around(sheet.letter("T")) & sheet.empty
                if chosen is None and may:
                    waits = {"player": player["name"], "ambush": ambush, "may": sorted(may)}
                    waiting.append(waits)
                    break
                wrong |= chosen is not None and chosen not in may
                if chosen in may:
                    sheet.destroy(chosen)
            coins = marked(coins, earned(before, sheet, rulings, by_owner=True), rulings)
        afters.append(_sheet_told(sheet, coins))
    return afters, waiting, wrong


def end_season(asked: Json) -> Json:
    """The answer to `season-ends`."""
    snapshot = asked["snapshot"]
    rulings = rulings_of(snapshot)

    def judge(rulings: Rulings) -> Json:
        time = over = None
        needed = threshold(snapshot, rulings)
        if asked.get("revealed") is not None:
            time = sum(card_of(card)[1].time for card in asked["revealed"])
            over = time >= needed
        answer: Json = {
            "over": over,
            "time": time,
            "threshold": needed,
            "waiting": [],
            "after": None,
        }
        if over is False:
            return answer
        afters, waiting, wrong = _effects(snapshot, asked.get("choices") or {}, rulings)
        answer["waiting"] = waiting
        answer["coins"] = [after["coins"] for after in afters]
        if waiting or wrong or snapshot["season"] == "winter":
            return answer
        players = []
        for player, after in zip(snapshot["players"], afters, strict=True):
            box = season_of(snapshot, player, sheet_of(snapshot, player), rulings)
            box = {"season": snapshot["season"], **box, "written": sum_of(box)}
            seasons = [*(player.get("seasons") or []), box]
            players.append({"name": player["name"], **after, "seasons": seasons})
        later = SEASONS[SEASONS.index(snapshot["season"]) + 1]
        answer["after"] = {"season": later, "players": players}
        return answer

    names = scoring_rulings(snapshot)
    if snapshot["season"] == "summer":
        names.append("summer_threshold")
    if any({"D", "d"} & set("".join(player["drawn"])) for player in snapshot["players"]):
        names.append("dragon_defeated")
    return {**judge(rulings), "rulings": could_matter(names, rulings, judge)}


# A whole game


def drawn_on(snapshot: Json, drawer: str, card: Card) -> str:
    """The player on whose map this one draws a card."""
    names = [player["name"] for player in snapshot["players"]]
    asked = {"snapshot": snapshot, "player": drawer}
    if card.kind != "ambush":
        return drawer
    owner: str
    (owner,) = [name for name in names if passed_from(asked, name, card)]
    return owner


def draw_in_turn(snapshot: Json, asked: Json, rulings: Rulings) -> Json | None:
    """The table after a draw of one player; None if it is not legal."""
    verdict = _verdict(asked, play_of(asked, rulings))
    if not verdict["legal"]:
        return None
    players = zip(snapshot["players"], verdict["after"], strict=True)
    return {**snapshot, "players": [{**player, **after} for player, after in players]}


def finish_season(snapshot: Json, choices: Json, rulings: Rulings) -> tuple[Json, bool]:
    """The table after a season's end, and whether every choice that it needs was made."""
    afters, waiting, wrong = _effects(snapshot, choices, rulings)
    if waiting or wrong:
        return snapshot, False
    players = []
    for player, after in zip(snapshot["players"], afters, strict=True):
        told = {**player, **after}
        if snapshot["season"] != "winter":
            box = season_of(snapshot, player, sheet_of(snapshot, player), rulings)
            box |= {"season": snapshot["season"], "written": sum_of(box)}
            told["seasons"] = [*(player.get("seasons") or []), box]
        players.append(told)
    later = SEASONS[min(SEASONS.index(snapshot["season"]) + 1, 3)]
    return {**snapshot, "season": later, "players": players}, True


def replay(asked: Json) -> Json:
    """The answer to `replays`, of cards that come as they may."""
    snapshot = asked["snapshot"]
    rulings = rulings_of(snapshot)
    scores = stop = None
    for record in asked["seasons"]:
        after_ruins, time = False, 0
        for i, turn in enumerate(record["turns"]):
            _, card, _ = card_of(turn["card"])
            time += card.time
            if card.kind == "ambush":
                came = [*(snapshot.get("ambushes") or []), turn["card"]]
                snapshot = {**snapshot, "ambushes": came}
            for player in snapshot["players"] if card.kind != "ruins" else ():
                name = player["name"]
                draw = {
                    "player": name,
                    "on": drawn_on(snapshot, name, card),
                    "card": turn["card"],
                    "after_ruins": after_ruins,
                    "snapshot": snapshot,
                    "draw": turn["draws"][name],
                }
                after = draw_in_turn(snapshot, draw, rulings)
                if after is None:
                    stop = {"season": snapshot["season"], "turn": i, "player": name}
                    return {"stopped_at": stop, "after": snapshot, "scores": scores}
                snapshot = after
            after_ruins = card.kind == "ruins" or (after_ruins and card.kind != "explore")
        if time < threshold(snapshot, rulings):
            break
        maps = [sheet_of(snapshot, player) for player in snapshot["players"]]
        scores = standings(snapshot, maps, rulings)
        snapshot, _ = finish_season(snapshot, record.get("choices") or {}, rulings)
    return {"stopped_at": stop, "after": snapshot, "scores": scores}


# A dispute


def settle(asked: Json) -> Json:
    """The answer to `disputes`, of few cards: whether the one map can have become the other."""
    rulings = rulings_of(asked)
    before, after = (
        Sheet(asked["map"], asked[when]["drawn"], asked[when].get("stars") or ())
        for when in ("before", "after")
    )

    def leads_there(sheet: Sheet, cards: list[str | Json], came: list[str], ruins: object) -> bool:
        if not _on_the_way(sheet, after):
            return False
        if not cards:
            same = sheet.stars == after.stars and sheet.drawn.keys() == after.drawn.keys()
            return same and _on_the_way(sheet, after, at_last=True)
        told, *left = cards
        if told == "season_end":
            # Every card revealed goes back into the deck, the ruins too.
            return any(leads_there(one, left, came, False) for one in ends_of(sheet, came))
        name, card, pattern = card_of(told)
        if card.kind == "ruins":
            return leads_there(sheet, left, came, True)
        came = [*came, name] if card.kind == "ambush" else came
        solo = asked.get("solo", False)
        play = Play(name, card, pattern, sheet, asked["game"], bool(ruins), solo, True, rulings)
        ruins = ruins and card.kind != "explore"
        may = options(play)
        if not may:
            return leads_there(sheet, left, came, ruins)
        return any(
            leads_there(one, left, came, ruins)
            for option in may
            if option.spaces <= after.drawn.keys() and (option.stars or set()) <= after.stars
            for one in _drawn(play, option)
        )

    came = [card_of(card)[0] for card in asked.get("ambushes") or []]
    return {"possible": leads_there(before, asked["cards"], came, False)}


def _on_the_way(sheet: Sheet, after: Sheet, *, at_last: bool = False) -> bool:
    """Whether a map may yet become another; at last, whether it did."""
    if not (sheet.drawn.keys() <= after.drawn.keys() and sheet.stars <= after.stars):
        return False
    destroyed = after.letter("Xd")
    return all(
        space in destroyed
        if letter in "Xd" or (space in destroyed and not at_last)
        else after.drawn[space] == letter
        for space, letter in sheet.drawn.items()
    )


def _drawn(play: Play, option: Option) -> Iterator[Sheet]:
    for terrain in option.terrains:
        letter = letter_of(play, option, terrain)
        for target in targets(play, option.spaces, letter) or [None]:
            draw = {"spaces": option.spaces, "stars": option.stars, "destroys": target}
            yield draw_on(play, draw, letter, coin=False)[0]


def ends_of(sheet: Sheet, came: list[str]) -> list[Sheet]:
    """What a map may be after the end of a season."""
    standing = [name for name, letter in ((ZOMBIE, "Z"), (TROLL, "T")) if sheet.letter(letter)]
    maps = [sheet]
    for ambush in sorted(standing, key=[*came, ZOMBIE, TROLL].index):
        maps = [after for one in maps for after in _acted(one, ambush)]
    return maps


def _acted(sheet: Sheet, ambush: str) -> Iterator[Sheet]:
    if ambush == ZOMBIE:
        after = sheet.copy()
        after.drawn |= dict.fromkeys(around(sheet.letter("Z")) & sheet.empty, "Z")
        after.strike()
        yield after
        return
    may = around(sheet.letter("T")) & sheet.empty
    for target in may or [None]:
        after = sheet.copy()
        if target:
            after.destroy(target)
        yield after
