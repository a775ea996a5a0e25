"""Tables of tests from compact maps: rows from the top left, separated by `/`, print included."""

from typing import Any

from theodolite.cartographers.board import GRID, Drawn, Map, Print, read_drawn
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.grid import Spaces, set_of

ON_RUINS = "fvawhmx"
"""The letters that are drawn on ruins, in small letters."""


def spaces(names: str) -> Spaces:
    """The spaces of these names."""
    return set_of(GRID.spaces[name] for name in names.split())


def names(found: Spaces) -> str:
    """The names of these spaces."""
    return " ".join(GRID.name_all(found))


def rows(picture: str) -> list[str]:
    """Eleven rows of eleven letters."""
    given = picture.split("/")
    return [(given[i] if i < len(given) else "").ljust(11, ".") for i in range(GRID.rows)]


def printed(picture: str, ruins: str = "") -> Print:
    """The print in a picture: `^` mountain, `R` ruins, `#` wasteland, and ruins under a drawing."""
    lying = list(zip("".join(rows(picture)), GRID.spaces.values(), strict=True))
    mountains, under, wasteland = (
        set_of(space for letter, space in lying if letter in marks)
        for marks in ("^", f"R{ON_RUINS}", "#")
    )
    return Print(mountains, under | spaces(ruins), wasteland)


def land(picture: str, stars: str = "", ruins: str = "") -> Map:
    """The map in a picture."""
    print_ = printed(picture, ruins)
    pencil = picture.translate({ord(letter): letter.upper() for letter in ON_RUINS})
    return Map(print_, read_drawn(rows(pencil), print_), spaces(stars))


def table(
    picture: str, *, stars: str = "", ruins: str = "", coins: int = 0, **table_fields: Any
) -> Snapshot:
    """A table of Ann alone, solo, or of her and others whose maps are empty, in `players`."""
    shown = land(picture, stars, ruins)
    others = str(table_fields.pop("players", "")).split()
    ann = Player("Ann", shown.drawn, shown.stars, coins)
    players = (ann, *[Player(name) for name in others])
    start = Snapshot("heroes", shown.printed, Season.SPRING, not others, players)
    return start._replace(**table_fields)


def drawn(picture: str) -> Drawn:
    """The letters drawn in a picture."""
    return land(picture).drawn
