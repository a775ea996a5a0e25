"""What goes to the referee of Maps of Misterra.

Spaces are named `A1` to `E5`, beach spaces `beach:E3`; boards are five rows of five letters, `.`
for an empty space.
"""

from collections.abc import Sequence
from typing import TypedDict

from msgspec import Struct

__all__ = [
    "Action",
    "Exchange",
    "HalfDay",
    "MappedSpace",
    "Otoma",
    "OtomaAction",
    "OtomaHalfDay",
    "Player",
    "Presumption",
    "Rulings",
    "Snapshot",
    "Turn",
    "Variants",
]


class Presumption(Struct, frozen=True, omit_defaults=True):
    """A presumption card, with what of its face the service does not know.

    Attributes:
        card: 1 to 31.
        terrain: Cards 1-8 and 13-16.
        avoid: Cards 13-16, the terrain that is crossed out.
        pattern: Cards 24-31: rows of `JLMS` and `.` for any space.
    """

    card: int
    terrain: str | None = None
    avoid: str | None = None
    pattern: Sequence[str] | None = None


class Player(Struct, frozen=True, omit_defaults=True):
    """A player at the table.

    Attributes:
        name: 1 to 40 characters.
        parchment: Five rows, capitals only.
        meeple: Where the cartographer stands; None before the first placement.
        claims: The spaces of the player's markers, at most 3.
        presumptions: At most 2 cards.
    """

    name: str
    parchment: Sequence[str]
    meeple: str | None = None
    claims: Sequence[str] = ()
    presumptions: Sequence[Presumption] = ()


class Otoma(Struct, frozen=True, omit_defaults=True):
    """The automatic opponent of a solo game: the spaces of its markers."""

    claims: Sequence[str]


class Variants(TypedDict, total=False):
    """Variants of the game in play."""

    master_cartographers: bool


class Rulings(TypedDict, total=False):
    """How open points of the rules are decided; `Misterra.rulings` lists the values and why."""

    disputed_regions: str
    removal_order: str
    pattern_orientation: str
    claim_region: str
    empty_supply: str
    otoma_region: str


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """The whole table at one moment.

    Attributes:
        beach: `left`, `right`, `top` or `bottom` of the rows as given.
        island: Five rows; a capital is a confirmed tile, a small letter a hazy one.
        players: 1 to 4, in turn order.
        otoma: Makes it a solo game.
        variants: Variants in play.
        rulings: Where the table departs from the defaults.
        display: The open sketch cards, each a pair of terrains; None for one that is not known.
        deck: How many sketch cards are left to draw.
    """

    beach: str
    island: Sequence[str]
    players: Sequence[Player]
    otoma: Otoma | None = None
    variants: Variants = {}
    rulings: Rulings = {}
    display: Sequence[Sequence[str] | None] | None = None
    deck: int | None = None


class MappedSpace(Struct, frozen=True, omit_defaults=True):
    """A terrain on a space."""

    space: str
    terrain: str


class Exchange(Struct, frozen=True, omit_defaults=True):
    """On a lagoon: a sketch card tucked under the deck, and the one revealed in its place."""

    discard: Sequence[str]
    reveal: Sequence[str]


class Action(Struct, frozen=True, omit_defaults=True):
    """What a half day ends with.

    Attributes:
        type: `map`, `claim` or `discard`.
        spaces: Where the card is laid; the first space gets the card's first terrain.
    """

    type: str
    spaces: Sequence[str] | None = None


class HalfDay(Struct, frozen=True, omit_defaults=True):
    """Half a turn.

    Attributes:
        action: What it ends with.
        move: The spaces stepped onto, in order; none for staying.
        lagoon: The exchange of a sketch card on a lagoon.
        sketch: The card chosen, a pair of terrains.
    """

    action: Action | None = None
    move: Sequence[str] = ()
    lagoon: Exchange | None = None
    sketch: Sequence[str] | None = None


class OtomaAction(Struct, frozen=True, omit_defaults=True):
    """One action of an Otoma card.

    Attributes:
        space: Where.
        do: `confirm` or `map`.
        otherwise: With `confirm`, the terrain in brackets.
        terrain: With `map`, the terrain.
    """

    space: str
    do: str
    otherwise: str | None = None
    terrain: str | None = None


class OtomaHalfDay(Struct, frozen=True, omit_defaults=True):
    """Half a turn of Otoma: two actions, perhaps a claim, and where it goes on a tie."""

    actions: Sequence[OtomaAction]
    claim: bool = False
    claim_at: str | None = None


class Turn(Struct, frozen=True, omit_defaults=True):
    """A turn in a record.

    Attributes:
        player: Whose.
        half_days: What the player did; none in a turn of Otoma.
        otoma_half_days: What Otoma's cards said, in a turn of Otoma.
        revealed: The sketch cards then revealed to refill the display, each a pair of terrains;
            None if not told.
    """

    player: str
    half_days: Sequence[HalfDay] = ()
    otoma_half_days: Sequence[OtomaHalfDay] = ()
    revealed: Sequence[Sequence[str]] | None = None
