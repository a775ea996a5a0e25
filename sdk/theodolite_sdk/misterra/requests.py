"""Requests about Misterra.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from theodolite_sdk.model import Model, Strings

ActionsRequestValue: TypeAlias = Literal["none", "now"]
Beach: TypeAlias = Literal["left", "right", "top", "bottom"]
BoardPhotoBoard: TypeAlias = Literal["island", "parchment"]
OtomaActionDo: TypeAlias = Literal["confirm", "map"]
RulingsClaimRegion: TypeAlias = Literal["with_hazy", "confirmed_only"]
RulingsDisputedRegions: TypeAlias = Literal["nobody_scores", "everyone_scores"]
RulingsEmptySupply: TypeAlias = Literal["no_effect", "may_confirm"]
RulingsPatternOrientation: TypeAlias = Literal[
    "as_printed", "any_rotation", "any_rotation_or_mirror"
]
RulingsRemovalOrder: TypeAlias = Literal["hazy_first", "together"]
Terrain: TypeAlias = Literal["jungle", "lagoon", "mountain", "steppe"]
ActionType: TypeAlias = Literal["map", "claim", "discard"]


class Variants(TypedDict):
    """The variants in play."""

    master_cartographers: NotRequired[bool]
    """Whether faithful rows and columns score; by default false."""


class Rulings(TypedDict):
    """How the open points of the rules are decided."""

    disputed_regions: NotRequired[RulingsDisputedRegions]
    """Page 6 takes every marker that shares a region off the board, so nobody scores it; players
    of the online version report that there every marker scores.
    """

    removal_order: NotRequired[RulingsRemovalOrder]
    """Page 6 names the hazy tiles first, so markers joined only by hazy tiles no longer share a
    region; some tables judge the sharing before the hazy tiles go.
    """

    pattern_orientation: NotRequired[RulingsPatternOrientation]
    """The rulebook does not say whether the patterns of cards 24 to 31 may be turned or turned
    over. Orientations that cover the same spaces count once.
    """

    claim_region: NotRequired[RulingsClaimRegion]
    """Page 5 counts hazy tiles as part of a region; some tables judge a claim by the confirmed
    tiles alone.
    """

    empty_supply: NotRequired[RulingsEmptySupply]
    """Page 5 gives a terrain without tiles in the supply no effect on the island; turning a hazy
    tile over needs none from the supply, so some tables allow it.
    """

    otoma_region: NotRequired[RulingsClaimRegion]
    """Page 11 lets Otoma measure regions by their confirmed tiles; some tables count the hazy
    ones that belong to them too.
    """


class Otoma(Model, frozen=True, omit_defaults=True):
    """Otoma, the opponent of a solo game, with claim markers alone."""

    claims: Strings
    """The spaces of Otoma's claim markers."""

    half_days_played: int | None = None
    """The half days that Otoma has played. If it is left out, rules that depend on it are not
    checked; a record that starts with the game counts them itself.
    """


class Sample(Model, frozen=True, omit_defaults=True):
    """The symbol of one space of the photograph."""

    space: str
    """The space, `A1` to `E5`."""

    symbol: str
    """In the letters of the rows; small ones on the island only."""


class Action(Model, frozen=True, omit_defaults=True):
    """The third phase of a half day: the use of its card."""

    type: ActionType
    """Map the card, claim the region under the meeple, or only discard the card."""

    spaces: Strings | None = None
    """For `map` alone: the spaces of the first and the second half of the card."""


class Exchange(Model, frozen=True, omit_defaults=True):
    """An exchange of sketch cards at a lagoon."""

    discard: Sequence[Terrain]
    """The card of the display that is tucked under the deck."""

    reveal: Sequence[Terrain]
    """The card that is revealed from the deck."""


class Mapped(Model, frozen=True, omit_defaults=True):
    """The use of a card, or of half a card, that is carried out."""

    type: ActionType
    """Map the card, claim the region under the meeple, or only discard the card."""

    spaces: Strings = ()
    """For `map` alone: the spaces of the halves of the card, one or two."""


class Move(Model, frozen=True, omit_defaults=True):
    """One half day: the way, the exchange at a lagoon, the card taken, and its use."""

    action: Action | None = None
    """The use of the card. Without it the half day is not whole."""

    path: Strings | None = None
    """The island spaces and beach spaces (`beach:E3`) stepped onto, in order; by default the
    meeple stays.
    """

    lagoon: Exchange | None = None
    """The exchange at a lagoon; null, the default, if none was made."""

    sketch: Sequence[Terrain] | None = None
    """The sketch card taken, the half first that goes onto the first space; required for `map`,
    null if not known.
    """


class OtomaAction(Model, frozen=True, omit_defaults=True):
    """An action of Otoma on a space: confirm its tile, or map a terrain."""

    space: str
    """The island space, `A1` to `E5`."""

    do: OtomaActionDo
    """Confirm the tile that lies there, or map a terrain."""

    otherwise: Terrain | None = None
    """For `confirm` alone: the terrain to map if no tile lies there."""

    terrain: Terrain | None = None
    """For `map` alone: the terrain to map."""


class OtomaMove(Model, frozen=True, omit_defaults=True):
    """A half day of Otoma: two actions, and whether and where it claims."""

    actions: Sequence[OtomaAction]
    """The actions of its two cards, in order."""

    claim: bool = False
    """Whether the cards make Otoma claim; by default false."""

    claim_at: str | None = None
    """With `claim` alone: a space of the region to claim where several are the largest; by
    default the first in reading order is claimed.
    """


class Presumption(Model, frozen=True, omit_defaults=True):
    """A presumption card. Its face is needed unless the service has it from a card pack."""

    card: int
    """The number printed on the card."""

    terrain: Terrain | None = None
    """Cards 1-8 and 13-16: the terrain that scores."""

    avoid: Terrain | None = None
    """Cards 13-16: the crossed-out terrain, another than `terrain`."""

    pattern: Strings | None = None
    """Cards 24-31: one to five rows of equal length, up to five letters `JLMS` or `.` for any
    space; at least two terrains, and one in each outer row and column.
    """


class RecordedTurn(Model, frozen=True, omit_defaults=True):
    """A turn of a record: half days of a player or of Otoma, and the cards then revealed."""

    player: str
    """The name of the player who moves, or `Otoma`."""

    moves: Sequence[Move | OtomaMove] = ()
    """The half days, in order; by default none."""

    revealed: Sequence[Sequence[Terrain]] | None = None
    """The cards that refill the display after the turn; null, the default, if they are not
    known.
    """

    left: bool | None = None
    """Whether the player leaves the table instead."""


class UpdateMove(Model, frozen=True, omit_defaults=True):
    """A half day that is carried out; half a card can be mapped."""

    path: Strings = ()
    """The places stepped onto, in order."""

    lagoon: Exchange | None = None
    """The exchange at a lagoon; null, the default, if none was made."""

    sketch: Sequence[Terrain] | None = None
    """The sketch card taken, or half of it; as many terrains as there are spaces."""

    action: Mapped | None = None
    """The use of the card."""


class Player(Model, frozen=True, omit_defaults=True):
    """A player: name, parchment, meeple, claim markers and presumption cards."""

    name: str
    """Unique at the table; 1 to 40 characters."""

    parchment: Strings
    """Five rows of five letters, top row first: `JLMS`, and `.` for an empty space."""

    meeple: str | None = None
    """The island space or beach space (`beach:E3`) of the meeple; null, the default, before it
    is placed.
    """

    claims: Strings = ()
    """The spaces of the player's claim markers, in the order in which they were laid; by default
    none.
    """

    presumptions: Sequence[Presumption] = ()
    """The player's presumption cards; by default none."""


class Snapshot(Model, frozen=True, omit_defaults=True):
    """The whole table at one moment."""

    beach: Beach
    """The side of the island along which the beach lies, in the rows as given."""

    island: Strings
    """Five rows of five letters, top row first: `JLMS` for confirmed tiles, `jlms` for hazy
    ones, `.` for an empty space.
    """

    players: Sequence[Player]
    """The players in turn order, the first player first; one alone in a solo game."""

    otoma: Otoma | None = None
    """Otoma in a solo game; null or left out in any other."""

    variants: Variants = {}
    """The variants in play; by default none."""

    rulings: Rulings = {}
    """How open points of the rules are decided; by default as `rulings` lists."""

    display: Sequence[Sequence[Terrain] | None] | None = None
    """The open sketch cards, null for one that is not known. If it is left out, rules that
    depend on it are not checked.
    """

    deck: int | None = None
    """The number of cards in the deck. If it is left out, rules that depend on it are not
    checked.
    """

    left: Strings = ()
    """The players who have left."""


class Partial(Model, frozen=True, omit_defaults=True):
    """A table of which a move needs the island alone."""

    island: Strings
    """Five rows of five letters, top row first: `JLMS` for confirmed tiles, `jlms` for hazy
    ones, `.` for an empty space.
    """

    beach: Beach | None = None
    """The side of the island along which the beach lies; needed with players."""

    players: Sequence[Player] = ()
    """The players, if any."""

    otoma: Otoma | None = None
    """Otoma in a solo game; null or left out in any other."""

    variants: Variants = {}
    """The variants in play; by default none."""

    rulings: Rulings = {}
    """How open points of the rules are decided; by default as `rulings` lists."""

    display: Sequence[Sequence[Terrain] | None] | None = None
    """The open sketch cards, null for one that is not known. If it is left out, rules that
    depend on it are not checked.
    """

    deck: int | None = None
    """The number of cards in the deck. If it is left out, rules that depend on it are not
    checked.
    """

    left: Strings = ()
    """The players who have left."""


class Record(Model, frozen=True, omit_defaults=True):
    """A table, and the turns that followed."""

    snapshot: Snapshot | str
    """A table, as JSON or as text."""

    turns: Sequence[RecordedTurn]
    """The turns, in the order in which they were played."""
