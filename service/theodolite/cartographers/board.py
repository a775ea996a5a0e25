"""The map of a sheet: its print, the letters drawn on it, and the layers that scoring looks at.

There are seven kinds of terrain: forest, village, farm, water, monster, hero, mountain. Dragon,
zombie, troll and gorgon are of one kind, monster, and differ only in their effects (Geländearten).
"""

from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from theodolite.grid import NOWHERE, Grid, Space, Spaces, row_letters
from theodolite.rows import Lettering, written
from theodolite.verdict import Fault, Word

GRID = Grid(11, 11, row_letters)


class Mark(Enum):
    """The letters that are drawn, in the order of the layers of `Drawn`."""

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

    @property
    def shown(self) -> Word:
        """The noun for the letter, with the article that its language needs."""
        return Word("marks", self.name)


DRAWN_LETTERS = "".join(mark.value for mark in Mark)
EMPTY = "."
PRINT_LETTERS = "^R#"
"""The letters of a print: mountains, ruins, wasteland."""
MONSTERS = "MDZTG"
"""A monster without an effect, dragon, zombie, troll and gorgon."""


class Terrain(IntEnum):
    """A terrain that can be drawn, in the order of the layers of `Drawn`."""

    FOREST = 0
    VILLAGE = 1
    FARM = 2
    WATER = 3
    HERO = 4
    MONSTER = 5

    # The hash of an enumeration is slow, and terrains are looked up for every placement.
    __hash__ = int.__hash__


TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)


class Print(NamedTuple):
    """The print of a side of the sheets.

    Attributes:
        mountains: The spaces with a mountain.
        ruins: The spaces with ruins; None if they are not known.
        wasteland: The spaces of wasteland.
    """

    mountains: Spaces = NOWHERE
    ruins: Spaces | None = NOWHERE
    wasteland: Spaces = NOWHERE

    @property
    def plain(self) -> Spaces:
        """The spaces that can be drawn on."""
        return GRID.everywhere & ~(self.mountains | self.wasteland)


class Drawn(NamedTuple):
    """The spaces of each letter that is drawn. A space has one letter at most.

    The order is that of `Mark`; an index by `Terrain` is its layer, for monsters that of `M` alone.
    """

    forest: Spaces = NOWHERE
    village: Spaces = NOWHERE
    farm: Spaces = NOWHERE
    water: Spaces = NOWHERE
    hero: Spaces = NOWHERE
    monster: Spaces = NOWHERE
    dragon: Spaces = NOWHERE
    zombie: Spaces = NOWHERE
    troll: Spaces = NOWHERE
    gorgon: Spaces = NOWHERE
    destroyed: Spaces = NOWHERE
    destroyed_dragon: Spaces = NOWHERE

    @property
    def monsters(self) -> Spaces:
        """The spaces of all monsters that are not destroyed."""
        return self.monster | self.dragon | self.zombie | self.troll | self.gorgon

    @property
    def ruined(self) -> Spaces:
        """The destroyed spaces."""
        return self.destroyed | self.destroyed_dragon

    @property
    def covered(self) -> Spaces:
        """The spaces with any letter."""
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
        """The spaces with a letter."""
        return self[DRAWN_LETTERS.index(letter)]

    def with_letter(self, spaces: Spaces, letter: str) -> "Drawn":
        """A copy with a letter on more spaces."""
        layers = list(self)
        layers[DRAWN_LETTERS.index(letter)] |= spaces
        return Drawn(*layers)

    def without(self, spaces: Spaces) -> "Drawn":
        """A copy without a letter on some spaces."""
        return Drawn(*[layer & ~spaces for layer in self])

    def with_destroyed(self, spaces: Spaces) -> "Drawn":
        """A copy with some spaces destroyed, which leaves no terrain there (Zerstörte Felder)."""
        layers = list(self.without(spaces))
        dragons = spaces & (self.dragon | self.destroyed_dragon)
        layers[-2] |= self.destroyed | spaces & ~dragons
        layers[-1] |= self.destroyed_dragon | dragons
        return Drawn(*layers)

    def letter(self, space: Space) -> str:
        """The letter of a space; EMPTY if there is none."""
        for letter, layer in zip(DRAWN_LETTERS, self, strict=True):
            if layer >> space & 1:
                return letter
        return EMPTY

    def rows(self) -> list[str]:
        """The map as rows of letters, row A first."""
        return written(GRID, zip(DRAWN_LETTERS, self, strict=True))


class Land(NamedTuple):
    """The layers of a map that scoring looks at.

    Attributes:
        forest: The spaces of forest; so for each of the seven kinds of terrain.
        ruins: The printed ruins, whatever is drawn on them.
        destroyed: The destroyed spaces.
        filled: Terrain, wasteland and destroyed spaces.
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
        """The spaces without print or drawing; ruins and stars do not fill a space."""
        return GRID.everywhere & ~self.filled

    @property
    def kinds(self) -> tuple[Spaces, ...]:
        """The spaces of each of the seven kinds of terrain (Geländearten)."""
        return self[:7]


class Map(NamedTuple):
    """A player's map.

    Attributes:
        printed: The print.
        drawn: The letters drawn on it.
        stars: The spaces with a star; any space can have one.
    """

    printed: Print
    drawn: Drawn = Drawn()
    stars: Spaces = NOWHERE

    @property
    def filled(self) -> Spaces:
        """Mountains, wasteland, terrain and destroyed spaces; ruins and stars do not fill."""
        return self.printed.mountains | self.printed.wasteland | self.drawn.covered

    @property
    def empty(self) -> Spaces:
        """The spaces that are not filled."""
        return GRID.everywhere & ~self.filled

    @property
    def ruins(self) -> Spaces:
        """The printed ruins; none if they are not known."""
        return self.printed.ruins or NOWHERE

    @property
    def land(self) -> Land:
        """The layers that scoring looks at."""
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
    """Read the print of a map.

    Args:
        rows: Eleven rows of eleven letters, row A first: `^` mountain, `R` ruins, `#` wasteland,
            `.` plain.

    Raises:
        ValueError: The rows have another form.

    >>> GRID.name_all(read_print(["^.........R", *["..........."] * 10]).mountains)
    ['A1']
    """
    return Print(*PRINT_ROWS.read(rows))


def read_drawn(rows: Sequence[str], printed: Print) -> Drawn:
    """Read the letters drawn on a map.

    Args:
        rows: Eleven rows of eleven letters, row A first: the letters of `Mark`, `.` for nothing;
            `^`, `R` and `#` may repeat the print.
        printed: The print.

    Raises:
        ValueError: The rows have another form. Whether the letters agree with the print is checked
            by `misprints`.

    >>> GRID.name_all(read_drawn(["FF.........", *["..........."] * 10], Print()).forest)
    ['A1', 'A2']
    """
    return drawn_on(DRAWN_ROWS.read(rows), printed)


def drawn_on(layers: Sequence[Spaces], printed: Print) -> Drawn:
    """The letters drawn on a print.

    Args:
        layers: The layers of the rows, as DRAWN_ROWS reads them.
        printed: The print.
    """
    *drawn, _, _, _ = layers
    # Crossing out a wasteland space changes nothing.
    drawn[-2] &= ~printed.wasteland
    return Drawn(*drawn)


def misprints(layers: Sequence[Spaces], printed: Print) -> Iterator[Fault]:
    """The letters of a drawn map that cannot be on a print, one fault for each row.

    Args:
        layers: The layers of the rows, as DRAWN_ROWS reads them.
        printed: The print.
    """
    *drawn, mountains, ruins, wasteland = layers
    # A space has one letter, so layers do not overlap.
    covered = sum(drawn)
    # Most sheets repeat nothing of the print, and have nothing drawn over it.
    if not mountains | ruins | wasteland | covered & ~printed.plain:
        return
    # Where a side's ruins are not known, they may be on any plain space.
    where_ruins = printed.plain if printed.ruins is None else printed.ruins
    unprinted = mountains & ~printed.mountains | wasteland & ~printed.wasteland
    unprinted |= ruins & ~where_ruins
    # Mountains and wasteland are filled from the start (Zeichnen). Crossing out wasteland is idle.
    crossed_out = drawn[-2]
    drawn_over = covered & (printed.mountains | printed.wasteland & ~crossed_out)
    for code, spaces in (("printed_mismatch", unprinted), ("drawn_on_print", drawn_over)):
        for i, row in enumerate(GRID.row_lines):
            if spaces & row:
                yield Fault(code, (i,), {"spaces": GRID.name_all(spaces & row)})
