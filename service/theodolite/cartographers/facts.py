"""The printed facts of `facts.toml`: scoring cards, explore cards, ambushes, heroes and maps.

Two independent sources confirm each of them. A field of a face that only one source tells is
withheld: it is None here, until a request or a card pack gives it.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from theodolite.cartographers.board import GRID, MONSTERS, Print, Terrain
from theodolite.cartographers.terms import Beside, Term
from theodolite.grid import Space, Spaces, set_of
from theodolite.rows import misdrawn
from theodolite.verdict import Fault, Name, Word

Game = Literal["cartographers", "heroes", "combined"]
GAMES: tuple[Game, ...] = ("cartographers", "heroes", "combined")
Kind = Literal["explore", "ruins", "ambush", "hero"]
Category = Literal["forest", "farm_water", "village", "general"]
CATEGORIES: tuple[Category, ...] = ("forest", "farm_water", "village", "general")
CORNERS = {name: GRID.spaces[name] for name in ("A1", "A11", "K1", "K11")}
"""The corners of the map, one of which solo play begins with (Solo-Hinterhalte)."""


class ScoringCard(NamedTuple):
    """A scoring card.

    Attributes:
        id: Its id.
        category: Its category.
        game: The game it belongs to.
        solo: Its number for solo play.
        number: The number printed on it; None if it is not known.
        pays: The terms of its points; none of a card whose points `scoring_cards` states in code.
        names: Its name in each language, in the order of LANGUAGES; none if `words.toml` has it.
    """

    id: str
    category: Category
    game: Game
    solo: int
    number: int | None = None
    pays: tuple[Term, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def name(self) -> Name | Word:
        """Its name."""
        return Name(self.names) if self.names else Word("cards", self.id)

    @property
    def rule(self) -> str:
        """The id of its rule; cards of packs have one in common."""
        return f"cartographers.card.{'of_pack' if self.names else self.id}"


class Shape(NamedTuple):
    """A shape on a card.

    Attributes:
        rows: Its rows of one length: `X` a square, `.` none.
        coin: Whether it carries a coin.
    """

    rows: tuple[str, ...]
    coin: bool = False

    @property
    def size(self) -> int:
        """The number of its squares."""
        return "".join(self.rows).count("X")


class Card(NamedTuple):
    """A card of the explore deck, with what is known of its face.

    Attributes:
        id: Its id.
        kind: Its kind.
        game: The game it belongs to; the combined one if it belongs to every game.
        time: Explore cards: the time printed on it.
        terrains: The terrains to choose from.
        shapes: The shapes to choose from; an ambush has one. None if they are not known.
        letter: Ambushes: the letter that is drawn.
        passed: Ambushes: the side to which maps are passed; None if it is not known.
        corner: Ambushes: the corner that solo play begins with; None if it is not known.
        turns: Ambushes: the direction in which solo play goes round the map; None if not known.
        pattern: Heroes: the rows of the attack pattern, `H` the hero and `*` a star; None if they
            are not known.
        number: The number printed on it; None if it is not known.
        withheld: The fields of its face that only one source tells.
        names: Its name in each language, in the order of LANGUAGES; none if `words.toml` has it.
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
    names: tuple[str, ...] = ()

    @property
    def name(self) -> Name | Word:
        """Its name."""
        return Name(self.names) if self.names else Word("cards", self.id)


def _bits(names: list[str]) -> Spaces:
    return set_of(GRID.spaces[name] for name in names)


def _term(entry: Mapping[str, Any]) -> Term:
    beside = {"beside": Beside(**_frozen(entry["beside"]))} if "beside" in entry else {}
    return Term(**{**_frozen(entry), **beside})


def _frozen(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry with tuples in the place of lists."""
    return {name: tuple(one) if type(one) is list else one for name, one in entry.items()}


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
    name: ScoringCard(name, **{**entry, "pays": tuple(map(_term, entry.get("pays", ())))})
    for name, entry in _FACTS["scoring_cards"].items()
}
"""Every scoring card by its id, in the order of `facts.toml`."""

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
"""The print of each side of the sheets; None if it is not known."""


MAP_GAMES: Mapping[str, Game] = {name: entry["game"] for name, entry in _FACTS["maps"].items()}
"""The game to whose sheets each side belongs; any map may be played with any game."""


class Facts(NamedTuple):
    """The facts printed on the cards and maps of a table.

    Attributes:
        cards: The cards of the explore decks by their ids.
        maps: The prints by the names of the maps; None if a print is not known.
        scoring: The scoring cards by their ids.
        lengths: The time at which a season ends, by its number from 0, where a table plays another
            one than the printed.
    """

    cards: Mapping[str, Card] = CARDS
    maps: Mapping[str, Print | None] = MAPS
    scoring: Mapping[str, ScoringCard] = SCORING_CARDS
    lengths: Mapping[int, int] = MappingProxyType({})

    def under(self, other: "Facts") -> "Facts":
        """These facts, outranked by others."""
        return Facts(
            {**self.cards, **other.cards},
            {**self.maps, **other.maps},
            {**self.scoring, **other.scoring},
            {**self.lengths, **other.lengths},
        )


FACTS = Facts()
"""The printed facts of `facts.toml` alone."""


def belongs(card: Card | ScoringCard, game: Game) -> bool:
    """Whether a card belongs to a game; every card belongs to the combined one."""
    return "combined" in (game, card.game) or game == card.game


def missing(card: Card, *fields: str) -> Iterator[Fault]:
    """A fault for each of these fields of a card's face that is not known."""
    for field in fields:
        if getattr(card, field) is None:
            values = {"card": card.name, "field": Word("faces", field)}
            yield Fault("face_missing", (), values)


def face_faults(card: Card) -> Iterator[Fault]:
    """A fault for each field of a card's face that no card of its kind shows."""
    for field, why in _impossible(card):
        yield Fault("impossible_face", (field,), {"why": Word("impossible", why)})


def _impossible(card: Card) -> Iterator[tuple[str, str]]:
    # One shape in several terrains, or several shapes in one (Zeichnen).
    if card.kind == "explore":
        if not card.terrains or len({*card.terrains}) < len(card.terrains):
            yield "terrains", "TERRAINS"
        if not card.shapes:
            yield "shapes", "SHAPES"
    if card.kind == "ambush" and len(card.shapes or ()) != 1:
        yield "shapes", "AMBUSH"


def no_shape(rows: Sequence[str]) -> Word | None:
    """Why rows are no shape that fits on the map: `X` a square, `.` none. None if they are one."""
    is_one = "X" in "".join(rows)
    return misdrawn(GRID, rows, ".X") or (None if is_one else Word("impossible", "SHAPE"))


def no_pattern(rows: Sequence[str]) -> Word | None:
    """Why rows are no attack pattern that fits on the map: one `H`, `*` a star, `.` none."""
    drawn = "".join(rows)
    is_one = "*" in drawn and drawn.count("H") == 1
    return misdrawn(GRID, rows, ".*H") or (None if is_one else Word("impossible", "PATTERN"))
