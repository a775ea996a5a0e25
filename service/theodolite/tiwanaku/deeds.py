"""What a player does in a turn, as it is told (p. 4-6; solo p. 8-9, cooperative p. 10-11)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Space
from theodolite.tiwanaku.board import Level, Terrain
from theodolite.tiwanaku.gains import (
    Gain,
)
from theodolite.tiwanaku.snapshot import (
    Arrow,
    Colour,
    Direction,
    Snapshot,
)
from theodolite.verdict import Check, Path, legal

__all__ = [
    "Action",
    "Divine",
    "Explore",
    "FinalOffering",
    "FinalPrediction",
    "NoAction",
    "OtomaMove",
    "Pass",
    "Prediction",
    "Recall",
    "Spend",
    "Turn",
    "Verdict",
]


class Explore(NamedTuple):
    """A move, and the terrain that the wheel gives if it ends on an empty space.

    Attributes:
        start: where the meeple comes from; None for the reserve.
        path: every space stepped onto, in order.
        wheel: the terrain discovered.
        giver: who gives the tile where the pool has none (cooperative).
        arrow: the arrow of the new tile (solo).
        own_arrow: what is chosen where the arrow has the meeple's own colour (solo).
    """

    start: Space | None
    path: tuple[Space, ...]
    wheel: Terrain | None = None
    giver: str | None = None
    arrow: Arrow | None = None
    own_arrow: Literal["easy", "hard"] | None = None


class Recall(NamedTuple):
    """A meeple goes back to the reserve."""

    start: Space


class Prediction(NamedTuple):
    """A crop predicted, and the true one."""

    space: Space
    says: Level | None = None
    wheel: Level | None = None


class Divine(NamedTuple):
    """Predictions in their order."""

    predictions: tuple[Prediction, ...]


class FinalPrediction(NamedTuple):
    """The one prediction of a turn of the final phase (p. 6)."""

    prediction: Prediction


class Pass(NamedTuple):
    """A turn of the final phase without a prediction (p. 6)."""


class FinalOffering(NamedTuple):
    """The last offering, when all have passed (p. 6); the tokens are those of the turn."""


class NoAction(NamedTuple):
    """A turn of a solo or cooperative game in which nothing can be done."""


Action = Explore | Recall | Divine | FinalPrediction | Pass | FinalOffering | NoAction


class OtomaMove(NamedTuple):
    """A move of one of Otoma's pawns: which one, what is revealed, and who gives the tile."""

    pawn: Colour | Space | None = None
    terrain: Terrain | None = None
    crop: Level | None = None
    giver: str | None = None


class Spend(NamedTuple):
    """The tile spent from an own stack, and its arrow (p. 10)."""

    terrain: Terrain
    arrow: Direction | None = None


class Turn(NamedTuple):
    """What a player did. `action` is None where it has not been entered.

    `otoma` is the move of a solo game, `spend` and `reaction` belong to the cooperative one; None
    is not entered, an empty `otoma` or `reaction` that no pawn moved.
    """

    action: Action | None = None
    offering: tuple[Level, ...] = ()
    otoma: tuple[OtomaMove, ...] | None = None
    spend: Spend | None = None
    reaction: tuple[OtomaMove, ...] | None = None


class Verdict(NamedTuple):
    """A turn as judged.

    `items` are the gains and losses in order, none if the turn is illegal; `after` is the table
    after it, None if it is illegal or not all is entered; `next_player` is the seat of who plays
    next. `superfluous` are the parts of the turn that mean nothing on this table.
    """

    checks: Sequence[Check]
    items: Sequence[Gain] = ()
    discovered: Sequence[tuple[Space, Terrain]] = ()
    planted: Sequence[tuple[Space, Level]] = ()
    ends_game: bool = False
    next_player: int | None = None
    after: Snapshot | None = None
    superfluous: Sequence[Path] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal(self.checks)
