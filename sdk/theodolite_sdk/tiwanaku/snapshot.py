"""What goes to the referee of Tiwanaku.

Spaces are named `A1` to `E5` on the short board, `A1` to `I5` on the long one. Boards are five
rows: terrain in `MSGR` (mud, sand, grass, rock), crops in `12345`, `.` for nothing. An end of a
path is an edge space and the side left by, such as `A3:left`.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from msgspec import UNSET, Struct, UnsetType

__all__ = [
    "Action",
    "AfterMove",
    "Arrow",
    "AskedMove",
    "ByTerrain",
    "Final",
    "Group",
    "Marks",
    "NamedPlayer",
    "Otoma",
    "OtomaMove",
    "Pawn",
    "Player",
    "Prediction",
    "Record",
    "Rulings",
    "Snapshot",
    "Spend",
    "Tops",
    "Turn",
    "Wheel",
]


class ByTerrain(TypedDict):
    """A number for each terrain."""

    mud: int
    sand: int
    grass: int
    rock: int


class Tops(TypedDict, total=False):
    """The arrows on top of the stacks as far as known; None for a stack that is empty."""

    mud: str | None
    sand: str | None
    grass: str | None
    rock: str | None


class Rulings(TypedDict, total=False):
    """How open points of the rules are decided; `Tiwanaku.rulings` lists the values and why."""

    return_after_recall: str
    offering_after_error: str
    crop_limit: str
    offering_size: str
    otoma_start_score: str
    otoma_setup_order: str
    otoma_blocks: str
    own_arrow_choice: str
    otoma_path_end: str
    solo_final_offering: str
    offering_moment: str
    coop_normal: str
    partner_meeples: str
    coop_start_counts: str
    coop_entry: str
    coop_no_action: str
    coop_no_tile: str
    coop_final_predictions: str


class NamedPlayer(Struct, frozen=True, omit_defaults=True):
    """A player at the set-up."""

    name: str
    colour: str


class Player(Struct, frozen=True, omit_defaults=True):
    """A player at the table; what belongs to the cooperative group is not given here.

    Attributes:
        name: 1 to 40 characters.
        colour: Of the meeples.
        meeples: Their spaces.
        score: The marker.
        offerings: The levels of the tokens held.
        diversity: The steps of the pawns.
        stacks: Cooperative: the tiles behind the screen.
        tops: Cooperative: the arrows on top of them.
        recalled_from: The space that the last recall left.
    """

    name: str
    colour: str
    meeples: Sequence[str] = ()
    score: int | None = None
    offerings: Sequence[int] = ()
    diversity: ByTerrain | None = None
    stacks: ByTerrain | None = None
    tops: Tops | None = None
    recalled_from: str | None = None


class Pawn(Struct, frozen=True, omit_defaults=True):
    """One of Otoma's pawns."""

    colour: str
    space: str


class Otoma(Struct, frozen=True, omit_defaults=True):
    """Otoma's side; tokens in cooperative games only."""

    pawns: Sequence[Pawn]
    score: int
    diversity: ByTerrain
    offerings: Sequence[int] = ()


class Group(Struct, frozen=True, omit_defaults=True):
    """What the players of a cooperative game share."""

    score: int
    offerings: Sequence[int]
    diversity: ByTerrain


class Final(Struct, frozen=True, omit_defaults=True):
    """The end of a game: who laid the last tile, who has passed, who made the last offering."""

    starter: str | None = None
    passed: Sequence[str] = ()
    offered: Sequence[str] = ()


class Arrow(Struct, frozen=True, omit_defaults=True):
    """The arrow of a terrain tile."""

    colour: str
    direction: str


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """The whole table at one moment.

    Attributes:
        board: `short` or `long`.
        mode: `competitive`, `solo` or `cooperative`.
        terrain: Five rows of `MSGR`.
        crops: Five rows of `12345`.
        tiles: The disc's counts, start tiles included.
        players: 1 to 4, in turn order.
        start: The start spaces, where known.
        diversity_top: The highest step that anybody has reached, where known.
        final: The end of the game, once it has begun.
        difficulty: In solo and cooperative games.
        otoma: In solo and cooperative games.
        arrows: The arrows of bare spaces, as far as known.
        paths: Which ends belong together, pair by pair.
        pool: Cooperative: the tiles in the pool.
        group: Cooperative: what the players share.
        rulings: Where the table departs from the defaults.
    """

    board: str
    mode: str
    terrain: Sequence[str]
    crops: Sequence[str]
    tiles: ByTerrain
    players: Sequence[Player]
    start: Sequence[str] | None = None
    diversity_top: int | None = None
    final: Final | None = None
    difficulty: str | None = None
    otoma: Otoma | None = None
    arrows: Mapping[str, Arrow] | None = None
    paths: Sequence[Sequence[str]] | None = None
    pool: ByTerrain | None = None
    group: Group | None = None
    rulings: Rulings = {}


class Prediction(Struct, frozen=True, omit_defaults=True):
    """A crop predicted, and what the wheel showed."""

    space: str
    says: int | None = None
    wheel: int | None = None


class Action(Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """An action; which fields it has depends on its type.

    Attributes:
        type: `explore`, `recall`, `divine`, `final_prediction`, `pass`, `final_offering`, `none`.
        from_: Where the meeple comes from; None for the reserve. Sent as `from`.
        path: Every space stepped onto, in order.
        wheel: The terrain that an exploration found, or the level of a final prediction.
        giver: Cooperative: who gives the tile where the pool is short.
        arrow: The arrow of the tile laid.
        own_arrow: What is done with an arrow of one's own colour: `easy` or `hard`.
        predictions: In order.
        space: Of a final prediction.
        says: The level of a final prediction.
    """

    type: str
    from_: str | UnsetType | None = UNSET
    path: Sequence[str] | UnsetType = UNSET
    wheel: str | int | None = None
    giver: str | None = None
    arrow: Arrow | None = None
    own_arrow: str | None = None
    predictions: Sequence[Prediction] | UnsetType = UNSET
    space: str | UnsetType = UNSET
    says: int | None = None


class Wheel(Struct, frozen=True, omit_defaults=True):
    """What the wheel shows of a space that Otoma discovers."""

    terrain: str
    crop: int


class OtomaMove(Struct, frozen=True, omit_defaults=True):
    """A move of Otoma's within a turn; its direction follows from the arrow or the position."""

    pawn: str | None = None
    wheel: Wheel | None = None
    giver: str | None = None


class Spend(Struct, frozen=True, omit_defaults=True):
    """The tile spent in a cooperative game, and its arrow."""

    terrain: str
    arrow: str | None = None


class Turn(Struct, frozen=True, omit_defaults=True):
    """What a player did in a turn; an offering may stand alone."""

    action: Action | None = None
    offering: Sequence[int] | None = None
    otoma: Sequence[OtomaMove] | None = None
    spend: Spend | None = None
    reaction: Sequence[OtomaMove] | None = None


class Record(Struct, frozen=True, omit_defaults=True):
    """A turn and who played it."""

    player: str
    turn: Turn


class AfterMove(Struct, frozen=True, omit_defaults=True):
    """The move of a player after which Otoma moves."""

    player: str
    space: str
    meeple_colour: str | None = None


class AskedMove(Struct, frozen=True, omit_defaults=True):
    """A move of one of Otoma's pawns, named by its colour or its space."""

    pawn: str
    direction: str
    wheel: Wheel | None = None
    giver: str | None = None


class Marks(Struct, frozen=True, omit_defaults=True):
    """The terrains and the levels that a space may have, to pencil into a picture."""

    terrain: Sequence[str] = ()
    crops: Sequence[int] = ()
