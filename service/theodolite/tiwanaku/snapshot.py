"""The table at one moment: players, Otoma, the group, the disc's public side, and the rulings.

Data only. `impossibilities` lists what makes a table impossible.
"""

from enum import StrEnum
from typing import Literal, NamedTuple

from theodolite.grid import Space
from theodolite.leaving import staying
from theodolite.tiwanaku.board import Land, Level, Terrain

OTOMA = "Otoma"
"""The name of Otoma's side."""
GROUP = "group"
"""The name of the players' side in a cooperative game."""
START_SCORE = 10
"""Points on a marker at the start (p. 3)."""

ByTerrain = tuple[int, int, int, int]
"""A number for mud, sand, grass and rock."""


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
    """A side of a space, or the direction of an arrow on a tile aligned with the rose (p. 8)."""

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
"""Solo: easy or hard (p. 8). Cooperative: easy, normal or expert (p. 10)."""


class PathEnd(NamedTuple):
    """The end of a path: an edge space, and the side by which the board is left (p. 9)."""

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
"""The arrows on top of a player's stacks, as far as known; None for an empty stack (p. 10)."""


class Player(NamedTuple):
    """A player. In a cooperative game, score, tokens and diversity pawns are the group's.

    Attributes:
        name: Unique at the table.
        colour: The colour of the meeples. Pairs of four players share one (p. 10).
        meeples: The spaces of the meeples on the board; those of a pair are the first player's.
        score: Points on the marker.
        offerings: The levels of the tokens held, each once.
        diversity: The steps of each terrain's pawn.
        stacks: The tiles of each terrain behind the screen; None but in cooperative games.
        tops: The arrows on top of the stacks; None if unknown.
        recalled_from: The space from which the player's last turn recalled a meeple, if it did.
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
    """Otoma's side of a solo or a cooperative game; only the latter has tokens (p. 8, 10)."""

    pawns: tuple[Pawn, ...]
    score: int
    diversity: ByTerrain = (0, 0, 0, 0)
    offerings: tuple[Level, ...] = ()


class Group(NamedTuple):
    """The side of the players of a cooperative game (p. 10)."""

    score: int = START_SCORE
    offerings: tuple[Level, ...] = ()
    diversity: ByTerrain = (0, 0, 0, 0)


class Final(NamedTuple):
    """The end of a game (p. 6, 9, 11).

    Attributes:
        starter: The name of the player who laid the last tile; None if there are no predictions.
        passed: The names of the players who have passed.
        offered: The names of the sides that have made their last offering.
    """

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

    Attributes:
        mode: How the game is played.
        land: The tiles on the board.
        tiles: The disc's number of tiles of each terrain, start tiles included.
        players: The players in turn order.
        start: The disc's start spaces; None if unknown.
        diversity_top: The last level of the diversity track, in steps; None if unknown.
        final: The end of the game; None until it has begun.
        difficulty: How hard a solo or cooperative game is; None if unknown, or competitive.
        otoma: Otoma's side; None in a competitive game.
        arrows: The arrows of tiles without a crop (solo); None if unknown.
        paths: The paths along the board (solo, cooperative), each by its ends; None if unknown.
        pool: The tiles in the pool, by terrain; None but in cooperative games.
        group: What the players share; None but in cooperative games.
        rulings: How the open points of the rules are decided.
        left: The names of the players who have left, in that order.
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
    left: tuple[str, ...] = ()

    @property
    def player_names(self) -> list[str]:
        """The names of the players."""
        return [player.name for player in self.players]

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        """Otoma's pawns; none in a competitive game."""
        return () if self.otoma is None else self.otoma.pawns

    @property
    def stacked(self) -> int:
        """The number of tiles that can still be spent from the stacks of a cooperative game."""
        return sum(sum(self.players[seat].stacks or ()) for seat in staying(self))

    def under(self, rulings: Rulings) -> "Snapshot":
        """This table with other rulings."""
        return self._replace(rulings=rulings)
