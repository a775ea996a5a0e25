"""The table at one moment: players, Otoma, the group, the discs' public side, and the rulings."""

from enum import StrEnum
from typing import Literal, NamedTuple

from theodolite.grid import Space
from theodolite.tiwanaku.board import Land, Level, Terrain

__all__ = [
    "GROUP",
    "OTOMA",
    "START_SCORE",
    "Arrow",
    "ByTerrain",
    "Colour",
    "Difficulty",
    "Direction",
    "Final",
    "Group",
    "Mode",
    "Otoma",
    "PathEnd",
    "Pawn",
    "Player",
    "Rulings",
    "Snapshot",
    "Tops",
]

OTOMA = "Otoma"
GROUP = "group"
START_SCORE = 10

ByTerrain = tuple[int, int, int, int]
"""A number for each terrain, in their order."""


class Colour(StrEnum):
    """The colour of a pawn or of a tile's arrow (p. 2, 8)."""

    BLUE = "blue"
    BROWN = "brown"
    GREEN = "green"
    WHITE = "white"
    PURPLE = "purple"
    YELLOW = "yellow"

    __hash__ = str.__hash__


class Direction(StrEnum):
    """A side of a space, or the way an arrow points once its tile is aligned with the rose."""

    UP = "up"
    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"

    __hash__ = str.__hash__


class Mode(StrEnum):
    """How the game is played (p. 3, 8, 10)."""

    COMPETITIVE = "competitive"
    SOLO = "solo"
    COOPERATIVE = "cooperative"

    __hash__ = str.__hash__


Difficulty = Literal["easy", "normal", "hard", "expert"]


class PathEnd(NamedTuple):
    """Where a path meets the board: an edge space, and the side by which it is left (p. 9)."""

    space: Space
    side: Direction


class Arrow(NamedTuple):
    """The arrow of a terrain tile (p. 8)."""

    colour: Colour
    direction: Direction


class Pawn(NamedTuple):
    """One of Otoma's pawns."""

    colour: Colour
    space: Space


Tops = tuple[tuple[Terrain, Direction | None], ...]
"""The arrows on top of a player's stacks as far as known; None for a stack that is empty."""


class Player(NamedTuple):
    """A player.

    `meeples` are the spaces of those on the board, `offerings` the levels of the tokens held,
    `diversity` the steps of each terrain's pawn. `stacks` (tiles of each terrain behind the screen)
    and `tops` belong to the cooperative game, where score, tokens and pawns are the group's.
    `recalled_from` is where this player's last turn recalled a meeple from, if it did.
    """

    name: str
    colour: Colour
    meeples: tuple[Space, ...] = ()
    score: int = START_SCORE
    offerings: tuple[Level, ...] = ()
    diversity: ByTerrain = (0, 0, 0, 0)
    stacks: ByTerrain | None = None
    tops: Tops | None = None
    recalled_from: Space | None = None


class Otoma(NamedTuple):
    """Otoma's side of a solo or a cooperative game; tokens in the latter only (p. 8, 10)."""

    pawns: tuple[Pawn, ...]
    score: int
    diversity: ByTerrain = (0, 0, 0, 0)
    offerings: tuple[Level, ...] = ()


class Group(NamedTuple):
    """What the players of a cooperative game share (p. 10)."""

    score: int = START_SCORE
    offerings: tuple[Level, ...] = ()
    diversity: ByTerrain = (0, 0, 0, 0)


class Final(NamedTuple):
    """The end of a game: who laid the last tile, who has passed, who made the last offering."""

    starter: str | None = None
    passed: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()


class Rulings(NamedTuple):
    """How the open points of the rules are decided; the defaults follow the rulebook's letter."""

    return_after_recall: Literal["allowed", "not_next_turn"] = "allowed"
    offering_after_error: Literal["no", "yes"] = "no"
    crop_limit: Literal["box", "none"] = "box"
    offering_size: Literal["any", "all"] = "any"
    otoma_start_score: Literal["ten", "zero"] = "ten"
    otoma_setup_order: Literal["rows", "columns"] = "rows"
    otoma_blocks: Literal["yes", "no"] = "yes"
    own_arrow_choice: Literal["each_time", "whole_game"] = "each_time"
    otoma_path_end: Literal["stops_if_empty", "never_stops"] = "stops_if_empty"
    solo_final_offering: Literal["yes", "no"] = "yes"
    offering_moment: Literal["after_otoma", "before_otoma"] = "after_otoma"
    coop_normal: Literal["fewer_meeples", "more_otoma"] = "fewer_meeples"
    partner_meeples: Literal["pass_planted", "block", "as_own"] = "pass_planted"
    coop_start_counts: Literal["no", "yes"] = "no"
    coop_entry: Literal["with_arrow", "any_edge"] = "with_arrow"
    coop_no_action: Literal["must_choose_playable", "spend_and_end"] = "must_choose_playable"
    coop_no_tile: Literal["skipped", "divine_only"] = "skipped"
    coop_final_predictions: Literal["no", "yes"] = "no"


class Snapshot(NamedTuple):
    """The whole table, in every mode.

    `tiles` are the disc's counts and `start` its start spaces (None: not told); `diversity_top` is
    the number of the last level of the diversity track (None: not told). `difficulty`, `otoma`,
    `arrows` and `paths` belong to solo and cooperative games, `pool` and `group` to the latter.
    Paths and arrows of None are not told.
    """

    mode: Mode
    land: Land
    tiles: ByTerrain
    players: tuple[Player, ...]
    start: tuple[Space, ...] | None = None
    diversity_top: int | None = None
    final: Final | None = None
    difficulty: Difficulty | None = None
    otoma: Otoma | None = None
    arrows: tuple[tuple[Space, Arrow], ...] | None = None
    paths: tuple[tuple[PathEnd, PathEnd], ...] | None = None
    pool: ByTerrain | None = None
    group: Group | None = None
    rulings: Rulings = Rulings()

    def under(self, rulings: Rulings) -> "Snapshot":
        """This table with its open points decided so."""
        return self._replace(rulings=rulings)
