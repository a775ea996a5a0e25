"""Turns and their actions as entered, and the verdict on a turn (p. 4-6, 8-11).

Data only: `turns` judges a turn.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Space
from theodolite.tiwanaku.board import Level, Terrain
from theodolite.tiwanaku.gains import Gain
from theodolite.tiwanaku.snapshot import Arrow, Colour, Direction, Snapshot
from theodolite.verdict import Check, Path, verdict_of


class Explore(NamedTuple):
    """A move, and the terrain that the wheel shows if it ends on an empty space (p. 4-5).

    Attributes:
        start: The space that the meeple leaves; None for the reserve.
        path: Every space stepped onto, in order.
        wheel: The terrain discovered; None if it has not been entered.
        giver: The name of the player who gives the tile where the pool has none (cooperative).
        arrow: The arrow of the new tile (solo).
        own_arrow: The choice where the arrow has the meeple's own colour (solo).
    """

    start: Space | None
    path: tuple[Space, ...]
    wheel: Terrain | None = None
    giver: str | None = None
    arrow: Arrow | None = None
    own_arrow: Literal["easy", "hard"] | None = None


class Recall(NamedTuple):
    """A meeple goes back to the reserve (p. 4).

    Attributes:
        start: The space that it leaves.
    """

    start: Space


class Prediction(NamedTuple):
    """A crop predicted, and the one that the wheel shows (p. 5).

    Attributes:
        space: The space.
        says: The level predicted, 1 to 5; None if it has not been entered.
        wheel: The true level, 1 to 5; None if it has not been entered.
    """

    space: Space
    says: Level | None = None
    wheel: Level | None = None


class Divine(NamedTuple):
    """Predictions in their order (p. 5)."""

    predictions: tuple[Prediction, ...]


class FinalPrediction(NamedTuple):
    """The one prediction of a turn of the final phase (p. 6)."""

    prediction: Prediction


class Pass(NamedTuple):
    """A turn of the final phase without a prediction (p. 6)."""


class FinalOffering(NamedTuple):
    """The last offering, after all have passed (p. 6). Its tokens are the turn's `offering`."""


class NoAction(NamedTuple):
    """A turn of a solo or cooperative game in which no action is possible."""


class Beyond(NamedTuple):
    """An action of any kind that names spaces beyond the edge of the board.

    Attributes:
        spaces: Their names.
    """

    spaces: tuple[str, ...]


Action = Explore | Recall | Divine | FinalPrediction | Pass | FinalOffering | NoAction | Beyond


class OtomaMove(NamedTuple):
    """A move of one of Otoma's pawns (solo p. 8-9, cooperative p. 11).

    Attributes:
        pawn: The pawn, by its colour or its space; None if it has not been entered.
        terrain: The terrain revealed where it stops; None if it has not been entered.
        crop: The level of the crop revealed there, 1 to 5; None if it has not been entered.
        giver: The name of the player who gives the tile where the pool has none (cooperative).
    """

    pawn: Colour | Space | None = None
    terrain: Terrain | None = None
    crop: Level | None = None
    giver: str | None = None


class Spend(NamedTuple):
    """The tile spent from an own stack of a cooperative game (p. 10).

    Attributes:
        terrain: Its terrain.
        arrow: The direction of its arrow; None if it has not been entered.
    """

    terrain: Terrain
    arrow: Direction | None = None


class Turn(NamedTuple):
    """A turn of a player. None stands for a part that has not been entered.

    Attributes:
        action: The action.
        offering: The levels of the tokens offered.
        otoma: Otoma's move in a solo game; empty if no pawn moves.
        spend: The tile spent in a cooperative game.
        reaction: Otoma's moves in a cooperative game, in order; empty if no pawn moves.
    """

    action: Action | None = None
    offering: tuple[Level, ...] = ()
    otoma: tuple[OtomaMove, ...] | None = None
    spend: Spend | None = None
    reaction: tuple[OtomaMove, ...] | None = None


class Verdict(NamedTuple):
    """A turn as judged.

    Attributes:
        checks: Every rule that bears on it.
        items: The gains and losses in order; none if the turn is illegal.
        discovered: The terrain tiles laid, in order.
        planted: The crops planted, in order.
        ends_game: Whether the end of the game begins with this turn.
        next_player: The seat of the player who plays next; None if nobody does or it is unknown.
        after: The table after it; None if it is illegal, or if not all of it is entered.
        superfluous: The parts of the turn that mean nothing on this table.
        whole: Whether the turn has an action.
    """

    checks: Sequence[Check]
    items: Sequence[Gain] = ()
    discovered: Sequence[tuple[Space, Terrain]] = ()
    planted: Sequence[tuple[Space, Level]] = ()
    ends_game: bool = False
    next_player: int | None = None
    after: Snapshot | None = None
    superfluous: Sequence[Path] = ()
    whole: bool = True

    @property
    def legal(self) -> bool | None:
        """Whether no rule is broken; None if none is but the turn has no action."""
        return verdict_of(self.checks, whole=self.whole)
