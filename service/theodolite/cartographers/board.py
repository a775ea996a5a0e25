"""The map: what the print shows, what the pencil drew, and what of it scoring looks at.

Seven kinds of terrain: forest, village, farm, water, monster, hero, mountain. Dragon, zombie, troll
and gorgon are one kind, monster, and differ in their effects alone (Geländearten).
"""

from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from theodolite.grid import Grid, Space, Spaces, row_letters
from theodolite.rows import Lettering, written
from theodolite.verdict import Fault

__all__ = [
    "DRAWN_LETTERS",
    "DRAWN_ROWS",
    "EMPTY",
    "GRID",
    "MONSTERS",
    "PRINT_LETTERS",
    "PRINT_ROWS",
    "TERRAIN_NAMES",
    "Drawn",
    "Land",
    "Map",
    "Mark",
    "Print",
    "Terrain",
    "drawn_on",
    "misprints",
    "read_drawn",
    "read_print",
]

GRID = Grid(11, 11, row_letters)


class Mark(Enum):
    """What the pencil draws, by its letter, in the order in which `Drawn` holds it."""

    FOREST = "F"
    VILLAGE = "V"
    FARM = "A"
    WATER = "W"
    HERO = "H"
    MONSTER = "M"
    DRAGON = "D"
    ZOMBIE = "Z"
    TROLL = "T"
    GORGON = "G"
    DESTROYED = "X"
    DESTROYED_DRAGON = "d"


DRAWN_LETTERS = "".join(mark.value for mark in Mark)
EMPTY = "."
PRINT_LETTERS = "^R#"
"""What the print shows: mountains, ruins, wasteland."""
MONSTERS = "MDZTG"
"""A monster without an effect, dragon, zombie, troll and gorgon."""


class Terrain(IntEnum):
    """What can be drawn, in the order in which `Drawn` holds it."""

    FOREST = 0
    VILLAGE = 1
    FARM = 2
    WATER = 3
    HERO = 4
    MONSTER = 5

    # An enumeration hashes by name, in Python; a terrain is looked up for every placement.
    __hash__ = int.__hash__


TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)


class Print(NamedTuple):
    """What is printed on a side of the sheet; `ruins` is None where no source tells them."""

    mountains: Spaces = 0
    ruins: Spaces | None = 0
    wasteland: Spaces = 0

    @property
    def plain(self) -> Spaces:
        """The spaces on which the pencil can draw."""
        return GRID.everywhere & ~(self.mountains | self.wasteland)


class Drawn(NamedTuple):
    """The spaces of each letter that the pencil drew; index it by terrain, monsters by letter."""

    forest: Spaces = 0
    village: Spaces = 0
    farm: Spaces = 0
    water: Spaces = 0
    hero: Spaces = 0
    monster: Spaces = 0
    dragon: Spaces = 0
    zombie: Spaces = 0
    troll: Spaces = 0
    gorgon: Spaces = 0
    destroyed: Spaces = 0
    destroyed_dragon: Spaces = 0

    @property
    def monsters(self) -> Spaces:
        """The spaces of all monsters that stand."""
        return self.monster | self.dragon | self.zombie | self.troll | self.gorgon

    @property
    def ruined(self) -> Spaces:
        """The destroyed spaces."""
        return self.destroyed | self.destroyed_dragon

    @property
    def covered(self) -> Spaces:
        """The spaces that hold anything."""
        return (
            self.forest
            | self.village
            | self.farm
            | self.water
            | self.hero
            | self.monsters
            | self.ruined
        )

    def layer(self, letter: str) -> Spaces:
        """The spaces that hold a letter."""
        return self[DRAWN_LETTERS.index(letter)]

    def with_letter(self, spaces: Spaces, letter: str) -> "Drawn":
        """This with a letter on more spaces."""
        layers = list(self)
        layers[DRAWN_LETTERS.index(letter)] |= spaces
        return Drawn(*layers)

    def with_destroyed(self, spaces: Spaces) -> "Drawn":
        """This with some spaces destroyed, of which no terrain is left (Zerstörte Felder)."""
        layers = [layer & ~spaces for layer in self]
        dragons = spaces & (self.dragon | self.destroyed_dragon)
        layers[-2] |= self.destroyed | spaces & ~dragons
        layers[-1] |= self.destroyed_dragon | dragons
        return Drawn(*layers)

    def letter(self, space: Space) -> str:
        """The letter of a space, EMPTY where there is none."""
        for letter, layer in zip(DRAWN_LETTERS, self, strict=True):
            if layer >> space & 1:
                return letter
        return EMPTY

    def rows(self) -> list[str]:
        """The map as rows of letters, row A first."""
        return written(GRID, zip(DRAWN_LETTERS, self, strict=True))


class Land(NamedTuple):
    """What scoring looks at: the spaces of each kind of terrain, and those that are filled.

    `ruins` are the printed ones whatever lies on them, `destroyed` the destroyed spaces.
    """

    forest: Spaces
    village: Spaces
    farm: Spaces
    water: Spaces
    hero: Spaces
    monster: Spaces
    mountain: Spaces
    ruins: Spaces
    destroyed: Spaces
    filled: Spaces

    @property
    def empty(self) -> Spaces:
        """The spaces on which nothing is printed or drawn but ruins and stars."""
        return GRID.everywhere & ~self.filled

    @property
    def kinds(self) -> tuple[Spaces, ...]:
        """The spaces of each of the seven kinds of terrain (Geländearten)."""
        return self[:7]


class Map(NamedTuple):
    """A player's map: the print, what is drawn on it, and the stars, which lie on anything."""

    printed: Print
    drawn: Drawn = Drawn()
    stars: Spaces = 0

    @property
    def filled(self) -> Spaces:
        """Mountains, wasteland, terrain and destroyed spaces; ruins and stars fill nothing."""
        return self.printed.mountains | self.printed.wasteland | self.drawn.covered

    @property
    def empty(self) -> Spaces:
        """The spaces that are not filled."""
        return GRID.everywhere & ~self.filled

    @property
    def ruins(self) -> Spaces:
        """The ruins as far as they are known."""
        return self.printed.ruins or 0

    @property
    def land(self) -> Land:
        """The map as scoring looks at it."""
        drawn = self.drawn
        return Land(
            drawn.forest,
            drawn.village,
            drawn.farm,
            drawn.water,
            drawn.hero,
            drawn.monsters,
            self.printed.mountains,
            self.ruins,
            drawn.ruined,
            self.filled,
        )


PRINT_ROWS = Lettering(GRID, tuple(PRINT_LETTERS))
"""The letters of a print."""
DRAWN_ROWS = Lettering(GRID, (*DRAWN_LETTERS, *PRINT_LETTERS))
"""The letters of a drawn map, which may repeat those of its print."""


def read_print(rows: Sequence[str]) -> Print:
    """Read eleven rows of `^ R #` and `.`; ValueError if they are anything else."""
    return Print(*PRINT_ROWS.read(rows))


def read_drawn(rows: Sequence[str], printed: Print) -> Drawn:
    """Read eleven rows of drawn letters, `.`, and `^ R #` where the print has them.

    Raises:
        ValueError: the rows have another form. What `misprints` says of others is not looked at.
    """
    return drawn_on(DRAWN_ROWS.read(rows), printed)


def drawn_on(layers: Sequence[Spaces], printed: Print) -> Drawn:
    """What is drawn on a print, of the layers that DRAWN_ROWS reads."""
    *drawn, _, _, _ = layers
    # A wasteland space is crossed out in vain.
    drawn[-2] &= ~printed.wasteland
    return Drawn(*drawn)


def misprints(layers: Sequence[Spaces], printed: Print) -> Iterator[Fault]:
    """What of the layers that DRAWN_ROWS reads cannot be on a print, by row."""
    *drawn, mountains, ruins, wasteland = layers
    *terrains, _, dragon = drawn
    covered = Drawn(*drawn).covered
    # Most sheets repeat nothing of the print, and have nothing drawn over it.
    if not mountains | ruins | wasteland | covered & ~printed.plain:
        return
    # Where a side's ruins are not known, they may be anywhere on plain ground.
    where_ruins = printed.plain if printed.ruins is None else printed.ruins
    unprinted = mountains & ~printed.mountains | wasteland & ~printed.wasteland
    unprinted |= ruins & ~where_ruins
    # Mountains and wasteland are filled from the start (Zeichnen); crossing out wasteland is idle.
    drawn_over = covered & printed.mountains
    drawn_over |= (Drawn(*terrains).covered | dragon) & printed.wasteland
    for code, spaces in (("printed_mismatch", unprinted), ("drawn_on_print", drawn_over)):
        for i, row in enumerate(GRID.row_lines):
            if spaces & row:
                yield Fault(code, (i,), {"spaces": GRID.name_all(spaces & row)})
