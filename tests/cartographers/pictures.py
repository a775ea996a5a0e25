"""Maps in compact notation: the top left of one, rows parted by `/`, print and pencil in one."""

from typing import Any

from theodolite.cartographers.board import GRID, Drawn, Map, Print, read_drawn
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.grid import Spaces

ON_RUINS = "fvawhmx"
"""What is drawn on ruins, in small letters."""


def spaces(names: str) -> Spaces:
    """The spaces of these names."""
    return sum(1 << GRID.spaces[name] for name in names.split())


def names(found: Spaces) -> str:
    """The names of these spaces."""
    return " ".join(GRID.name_all(found))


def rows(picture: str) -> list[str]:
    """Eleven rows of eleven letters."""
    given = picture.split("/")
    return [(given[i] if i < len(given) else "").ljust(11, ".") for i in range(GRID.rows)]


def printed(picture: str, ruins: str = "") -> Print:
    """The print in a picture: `^` mountain, `R` ruins, `#` wasteland, and ruins under a drawing."""
    text = "".join(rows(picture))
    under = sum(1 << i for i, letter in enumerate(text) if letter in ON_RUINS)
    layers = [sum(1 << i for i, letter in enumerate(text) if letter == mark) for mark in "^R#"]
    return Print(layers[0], layers[1] | under | spaces(ruins), layers[2])


def land(picture: str, stars: str = "", ruins: str = "") -> Map:
    """The map in a picture."""
    print_ = printed(picture, ruins)
    pencil = picture.translate({ord(letter): letter.upper() for letter in ON_RUINS})
    return Map(print_, read_drawn(rows(pencil), print_), spaces(stars))


def table(
    picture: str, *, stars: str = "", ruins: str = "", coins: int = 0, **told: Any
) -> Snapshot:
    """A table of Ann alone, solo, or of her and others whose maps are empty, in `players`."""
    shown = land(picture, stars, ruins)
    others = str(told.pop("players", "")).split()
    ann = Player("Ann", shown.drawn, shown.stars, coins)
    players = (ann, *[Player(name) for name in others])
    start = Snapshot("heroes", shown.printed, Season.SPRING, not others, players)
    return start._replace(**told)


def drawn(picture: str) -> Drawn:
    """What the pencil drew in a picture."""
    return land(picture).drawn
