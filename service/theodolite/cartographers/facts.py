"""The printed facts: scoring cards, explore cards, ambushes, heroes and maps (`facts.toml`).

What two independent sources confirm. A face that is withheld is None here until a request or a card
pack brings it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from theodolite.cartographers.board import GRID, MONSTERS, Print, Terrain
from theodolite.grid import Space, Spaces
from theodolite.verdict import Fault, Path, Word

__all__ = [
    "CARDS",
    "CATEGORIES",
    "GAMES",
    "MAPS",
    "SCORING_CARDS",
    "Card",
    "Game",
    "Kind",
    "ScoringCard",
    "Shape",
    "belongs",
    "face_faults",
    "missing",
]

Game = Literal["cartographers", "heroes", "combined"]
GAMES: tuple[Game, ...] = ("cartographers", "heroes", "combined")
Kind = Literal["explore", "ruins", "ambush", "hero"]
Category = Literal["forest", "farm_water", "village", "general"]
CATEGORIES: tuple[Category, ...] = ("forest", "farm_water", "village", "general")
MOST_TIME = 9
"""No season lasts longer than 8, so no card's time is above one more."""


class ScoringCard(NamedTuple):
    """A scoring card: its category, the game it belongs to, and its number for solo play."""

    id: str
    category: Category
    game: Game
    solo: int
    number: int | None = None


class Shape(NamedTuple):
    """A shape on a card, `X` a square and `.` none, and whether it carries a coin."""

    rows: tuple[str, ...]
    coin: bool = False

    @property
    def size(self) -> int:
        """How many squares it has."""
        return "".join(self.rows).count("X")


class Card(NamedTuple):
    """A card of the explore deck. What is None is not known.

    An explore card has `time`, `terrains` and `shapes`; an ambush its one shape, the `letter` of
    its monster, the side to which maps are `passed`, and for solo play its `corner` and which way
    it `turns` round the edge; a hero the `pattern` of stars around its `H`; a ruins card nothing.
    """

    id: str
    kind: Kind
    game: Game
    time: int | None = 0
    terrains: tuple[Terrain, ...] = ()
    shapes: tuple[Shape, ...] | None = ()
    letter: str = MONSTERS[0]
    passed: Literal["left", "right"] | None = None
    corner: Space | None = None
    turns: Literal["clockwise", "counterclockwise"] | None = None
    pattern: tuple[str, ...] | None = None
    number: int | None = None
    withheld: tuple[str, ...] = ()


def _bits(names: list[str]) -> Spaces:
    return sum(1 << GRID.spaces[name] for name in names)


def _explore(name: str, entry: Mapping[str, Any]) -> Card:
    return Card(
        name,
        "explore",
        entry["game"],
        time=entry["time"],
        terrains=tuple(Terrain[terrain.upper()] for terrain in entry["terrains"]),
        shapes=tuple(
            Shape(tuple(shape.split("/")), entry.get("coin") == i)
            for i, shape in enumerate(entry["shapes"])
        ),
        number=entry.get("number"),
    )


def _ambush(name: str, entry: Mapping[str, Any]) -> Card:
    return Card(
        name,
        "ambush",
        entry["game"],
        terrains=(Terrain.MONSTER,),
        shapes=(Shape(tuple(entry["shape"].split("/"))),),
        letter=entry.get("letter", MONSTERS[0]),
        passed=entry["passed"],
        corner=GRID.spaces.get(entry.get("corner", "")),
        turns=entry.get("turns"),
        number=entry.get("number"),
        withheld=tuple(entry.get("withheld", ())),
    )


def _map(entry: Mapping[str, Any]) -> Print | None:
    withheld = entry.get("withheld", ())
    if "mountains" in withheld:
        return None
    ruins = None if "ruins" in withheld else _bits(entry["ruins"])
    return Print(_bits(entry["mountains"]), ruins, _bits(entry["wasteland"]))


_FACTS = tomllib.loads(files(__package__).joinpath("facts.toml").read_text("utf-8"))

SCORING_CARDS: Mapping[str, ScoringCard] = {
    name: ScoringCard(name, **entry) for name, entry in _FACTS["scoring_cards"].items()
}
"""Every scoring card by its id, in the order of the table."""

CARDS: Mapping[str, Card] = {
    **{
        name: Card(name, "ruins", entry["game"], number=entry["number"])
        for name, entry in _FACTS["ruins"].items()
    },
    **{name: _explore(name, entry) for name, entry in _FACTS["explore"].items()},
    **{name: _ambush(name, entry) for name, entry in _FACTS["ambushes"].items()},
    **{
        name: Card(
            name,
            "hero",
            entry["game"],
            terrains=(Terrain.HERO,),
            shapes=(Shape(("X",)),),
            withheld=tuple(entry["withheld"]),
        )
        for name, entry in _FACTS["heroes"].items()
    },
}
"""Every card of the explore decks by its id."""

MAPS: Mapping[str, Print | None] = {name: _map(entry) for name, entry in _FACTS["maps"].items()}
"""What is printed on each side of the sheets; None where no two sources tell it."""


def belongs(card: Card | ScoringCard, game: Game) -> bool:
    """Whether a card can come in a game: combined, that of either."""
    return game in ("combined", card.game)


def missing(card: Card, *fields: str) -> Iterator[Fault]:
    """The fields of a card's face that are not known."""
    for field in fields:
        if getattr(card, field) is None:
            values = {"card": Word("cards", card.id), "field": Word("faces", field)}
            yield Fault("face_missing", (), values)


def face_faults(card: Card) -> Iterator[Fault]:
    """What no printed face of a card's kind can show, each with the field where it stands."""
    for field in _impossible(card):
        yield Fault("impossible_face", field)


def _impossible(card: Card) -> Iterator[Path]:
    if card.kind == "explore":
        if not card.terrains or len({*card.terrains}) < len(card.terrains):
            yield ("terrains",)
        if card.time is not None and not 0 <= card.time <= MOST_TIME:
            yield ("time",)
    for i, shape in enumerate(card.shapes or ()):
        if not _is_drawing(shape.rows, ".X", "X"):
            yield "shapes", i, "rows"
    # One shape in several terrains, or several in one (Zeichnen).
    if card.kind == "explore" and card.shapes == ():
        yield ("shapes",)
    if card.pattern is not None and (
        not _is_drawing(card.pattern, ".*H", "*") or "".join(card.pattern).count("H") != 1
    ):
        yield ("pattern",)
    # Solo, a shape starts in a corner of the map (Solo-Hinterhalte).
    if card.corner is not None and card.corner not in _CORNERS:
        yield ("corner",)


_CORNERS = [GRID.spaces[name] for name in ("A1", "A11", "K1", "K11")]


def _is_drawing(rows: tuple[str, ...], letters: str, needed: str) -> bool:
    """Whether rows are a rectangle of known letters that fits the map and holds a needed one."""
    return (
        len({len(row) for row in rows}) == 1
        and len(rows) <= GRID.rows
        and len(rows[0]) <= GRID.columns
        and {*"".join(rows)} <= {*letters}
        and needed in "".join(rows)
    )
