"""Treasure Hunt: every question that the referee answers, one method each."""

from collections.abc import Sequence

from theodolite_sdk.pictures import Picture
from theodolite_sdk.questions import Questions
from theodolite_sdk.sender import Sender
from theodolite_sdk.treasure_hunt.answers import (
    Dispute,
    KnownCards,
    LegalActions,
    Legality,
    Missions,
    Placement,
    Replay,
    UpdatedBoard,
    Way,
)
from theodolite_sdk.treasure_hunt.snapshot import Dice, Roll, Snapshot, Turn
from theodolite_sdk.types import Plain, Rule, Ruling

__all__ = ["TreasureHunt"]


class TreasureHunt:
    """The referee of Treasure Hunt; `Theodolite.treasure_hunt` is one.

    Whatever a method takes may be given as the typed class or as a plain dictionary. Each raises
    `InvalidSnapshot` for a table that cannot be, `TheodoliteError` for whatever else goes wrong.
    """

    def __init__(self, sender: Sender) -> None:
        self._questions = Questions(sender, "/v1/treasure-hunt")

    def check_legality(self, snapshot: Snapshot | Plain, turn: Turn | Plain) -> Legality:
        """Whether a turn is legal, by every rule that bears on it."""
        return self._questions.ask(
            "legality-checks", Legality, {"snapshot": snapshot, "turn": turn}
        )

    def update_board(self, snapshot: Snapshot | Plain, turn: Turn | Plain) -> UpdatedBoard:
        """A turn carried out unjudged."""
        return self._questions.ask(
            "board-updates", UpdatedBoard, {"snapshot": snapshot, "turn": turn}
        )

    def legal_actions(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        roll: Roll | Plain | None = None,
        moved: Sequence[str] = (),
    ) -> LegalActions:
        """Where a roll can take the pieces; without one, every value of every usable die.

        Args:
            snapshot: The table.
            player: The player whose turn it is.
            roll: The roll, if there is one already.
            moved: The walkers that have been moved in this turn, as `walker:N10/E10`.
        """
        body = {"snapshot": snapshot, "player": player, "roll": roll, "moved": moved}
        return self._questions.ask("legal-actions", LegalActions, body)

    def check_placement(
        self, snapshot: Snapshot | Plain, player: str, piece: str, spaces: Sequence[str]
    ) -> Placement:
        """Whether a `tree`, `broken_bridge`, `walker` or `creep_through` may be placed there."""
        body = {"snapshot": snapshot, "player": player, "piece": piece, "spaces": spaces}
        return self._questions.ask("placement-checks", Placement, body)

    def way(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        explorer: int,
        targets: Sequence[str],
        *,
        home: bool = False,
        boat: bool = False,
        dice: Dice | Plain | None = None,
    ) -> Way:
        """The way of the fewest expected turns.

        Args:
            snapshot: The table.
            player: Whose explorer goes.
            explorer: 1 or 2.
            targets: 1 to 4 marked coordinates, in any order.
            home: Whether it goes home afterwards.
            boat: Whether a boat is in use.
            dice: The faces of dice whose values are not equally likely.
        """
        body: dict[str, object] = {
            "snapshot": snapshot,
            "player": player,
            "explorer": explorer,
            "targets": targets,
            "home": home,
            "boat": boat,
        }
        if dice is not None:
            body["dice"] = dice
        return self._questions.ask("routes", Way, body)

    def check_missions(self, snapshot: Snapshot | Plain) -> Missions:
        """What every player has of the mission, and who has won."""
        return self._questions.ask("mission-checks", Missions, {"snapshot": snapshot})

    def replay(self, snapshot: Snapshot | Plain, turns: Sequence[Turn | Plain]) -> Replay:
        """A record judged, up to and with its first illegal turn."""
        return self._questions.ask("replays", Replay, {"snapshot": snapshot, "turns": turns})

    def dispute(self, before: Snapshot | Plain, after: Snapshot | Plain, player: str) -> Dispute:
        """Whether a player's turn can have led from one table to another."""
        body = {"before": before, "after": after, "player": player}
        return self._questions.ask("disputes", Dispute, body)

    def draw(self, snapshot: Snapshot | Plain, spaces: Sequence[str] = ()) -> Picture:
        """The table as a picture, with some spaces lit up."""
        return self._questions.draw({"snapshot": snapshot, "spaces": spaces})

    def cards(self) -> KnownCards:
        """What the service's board pack knows of a real copy."""
        return self._questions.get("cards", KnownCards)

    def rules(self) -> tuple[Rule, ...]:
        """Every rule that an answer can name."""
        return self._questions.rules()

    def rulings(self) -> tuple[Ruling, ...]:
        """Every open point of the rules."""
        return self._questions.rulings()
