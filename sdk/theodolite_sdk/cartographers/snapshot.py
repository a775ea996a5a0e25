"""What goes to the referee of Cartographers and Heroes.

Spaces are named `A1` to `K11`, row letter first. A map is eleven rows of eleven letters, row A
first: what the pencil drew is `FVAWH` (forest, village, farm, water, hero), `MDZTG` (monsters), `X`
and `d` (destroyed), `.` for nothing; what is printed `^` (mountain), `R` (ruins), `#` (wasteland).
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from msgspec import Struct

__all__ = [
    "Box",
    "Card",
    "Choices",
    "Draw",
    "DrawnMap",
    "Player",
    "Rulings",
    "Season",
    "Shape",
    "Snapshot",
    "Turn",
]

Choices = Mapping[str, Mapping[str, str]]
"""What trolls destroy at the end of a season: by player, and by ambush, a space."""


class Rulings(TypedDict, total=False):
    """How open points of the rules are decided; `Cartographers.rulings` lists values and why."""

    summer_threshold: str
    fallback_terrain: str
    fallback_monster: str
    coins_by_others: str
    coin_limit: str
    hero_after_ruins: str
    destroyed_ruins: str
    great_city: str
    dragon_defeated: str
    gorgon_source: str
    gorgon_target: str
    solo_turning: str
    solo_ambush: str
    below_lowest_title: str


class Shape(Struct, frozen=True, omit_defaults=True):
    """A shape on a card, `X` a square and `.` none, and whether it carries a coin."""

    rows: Sequence[str]
    coin: bool = False


class Card(Struct, frozen=True, omit_defaults=True):
    """A card with what of its face the service does not know.

    Attributes:
        card: Its id.
        time: Explore cards.
        terrains: Explore cards.
        shapes: Explore cards; ambushes have one.
        passed: Ambushes: to which side maps are passed, `left` or `right`.
        corner: Ambushes, solo: the corner that is tried first.
        turns: Ambushes, solo: on round the edge `clockwise` or `counterclockwise`.
        pattern: Heroes: `*` for stars around an `H`.
    """

    card: str
    time: int | None = None
    terrains: Sequence[str] | None = None
    shapes: Sequence[Shape] | None = None
    passed: str | None = None
    corner: str | None = None
    turns: str | None = None
    pattern: Sequence[str] | None = None


class Box(Struct, frozen=True, omit_defaults=True):
    """A season as written on a sheet.

    Attributes:
        season: `spring`, `summer` or `autumn`.
        decrees: The points of its two decrees, in the order of the season.
        coins: The points of the coins.
        monsters: What monsters cost, 0 or below.
        written: The sum as it was written down.
    """

    season: str
    decrees: Sequence[int]
    coins: int
    monsters: int
    written: int | None = None


class Player(Struct, frozen=True, omit_defaults=True):
    """A player's sheet.

    Attributes:
        name: 1 to 40 characters.
        drawn: Eleven rows.
        coins: How many are marked.
        stars: The spaces with a star.
        seasons: The seasons written down so far.
    """

    name: str
    drawn: Sequence[str]
    coins: int = 0
    stars: Sequence[str] = ()
    seasons: Sequence[Box] = ()


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """The whole table at one moment.

    Attributes:
        game: `cartographers`, `heroes` or `combined`.
        map: `A` to `D`, or the rows of the print.
        season: The one being played or scored.
        players: Clockwise, so that the left neighbour is the next.
        solo: By default true with exactly one player.
        decrees: The scoring cards by the letters of their decrees.
        ambushes: Those revealed so far, in order.
        rulings: How open points are decided.
    """

    game: str
    map: str | Sequence[str]
    season: str
    players: Sequence[Player]
    solo: bool | None = None
    decrees: Mapping[str, str] = {}
    ambushes: Sequence[str] = ()
    rulings: Rulings = {}


class Draw(Struct, frozen=True, omit_defaults=True):
    """What is drawn for a card; no spaces claim that nothing can be.

    Attributes:
        spaces: Where.
        terrain: `forest`, `village`, `farm`, `water`, `hero` or `monster`.
        stars: A hero's.
        destroys: What a gorgon destroys.
    """

    spaces: Sequence[str]
    terrain: str | None = None
    stars: Sequence[str] = ()
    destroys: str | None = None


class Turn(Struct, frozen=True, omit_defaults=True):
    """A card of a record and what each player drew for it; a ruins card has no draws."""

    card: str | Card
    draws: Mapping[str, Draw] = {}


class Season(Struct, frozen=True, omit_defaults=True):
    """A season of a record: its cards in order, and what trolls destroyed at its end."""

    turns: Sequence[Turn]
    choices: Choices = {}


class DrawnMap(Struct, frozen=True, omit_defaults=True):
    """What is drawn on a map, and its stars."""

    drawn: Sequence[str]
    stars: Sequence[str] = ()
