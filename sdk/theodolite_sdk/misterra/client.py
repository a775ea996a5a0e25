"""Maps of Misterra: every question that the referee answers, one method each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from theodolite_sdk.errors import ProblemError
from theodolite_sdk.misterra.answers import (
    Card,
    Dispute,
    End,
    LegalActions,
    Legality,
    OtomaTurn,
    PresumptionList,
    Replay,
    UpdatedIsland,
)
from theodolite_sdk.misterra.sheet import ScoreSheet
from theodolite_sdk.misterra.snapshot import (
    HalfDay,
    MappedSpace,
    OtomaHalfDay,
    Rulings,
    Snapshot,
    Turn,
)
from theodolite_sdk.pictures import Photo, Picture, Sample
from theodolite_sdk.questions import Questions
from theodolite_sdk.sender import Sender
from theodolite_sdk.types import Plain, Rule, Ruling

__all__ = ["Misterra"]


class Misterra:
    """The referee of Maps of Misterra; `Theodolite.misterra` is one.

    Whatever a method takes may be given as the typed class or as a plain dictionary. Each raises
    `InvalidSnapshot` for a table that cannot be, `TheodoliteError` for whatever else goes wrong.
    """

    def __init__(self, sender: Sender) -> None:
        self._questions = Questions(sender, "/v1/misterra")

    def score(self, snapshot: Snapshot | Plain) -> ScoreSheet:
        """The score of a finished game, line by line."""
        return self._questions.ask("scores", ScoreSheet, snapshot)

    def score_many(
        self,
        snapshots: Iterable[Snapshot | Plain],
        progress: Callable[[int], object] | None = None,
    ) -> Iterator[ScoreSheet | ProblemError]:
        """The score of each of many games, in order, with bounded memory.

        Snapshots are taken from the iterable and sent as the answers are consumed, 64 KiB at a
        time; what breaks off is sent again.

        Args:
            snapshots: Any number of them, say from a generator.
            progress: Called with the number of games answered so far, as answers arrive.

        Yields:
            A sheet for each snapshot; for one that cannot be scored the error, not raised.
        """
        return self._questions.ask_many("scores", ScoreSheet, snapshots, progress)

    def update_island(
        self,
        island: Sequence[str],
        sketch: Sequence[MappedSpace | Plain],
        rulings: Rulings | None = None,
    ) -> UpdatedIsland:
        """The island after one or two adjacent spaces were mapped, in the order given."""
        body = {"island": island, "sketch": sketch, "rulings": rulings or {}}
        return self._questions.ask("island-updates", UpdatedIsland, body)

    def check_legality(
        self, snapshot: Snapshot | Plain, player: str, half_day: HalfDay | Plain
    ) -> Legality:
        """Whether a half day is legal, with every rule that bears on it."""
        body = {"snapshot": snapshot, "player": player, "half_day": half_day}
        return self._questions.ask("legality-checks", Legality, body)

    def legal_actions(self, snapshot: Snapshot | Plain, player: str) -> LegalActions:
        """Everything the player may do: where to go, what to map from there, where to claim."""
        body = {"snapshot": snapshot, "player": player}
        return self._questions.ask("legal-actions", LegalActions, body)

    def check_end(self, snapshot: Snapshot | Plain, player: str) -> End:
        """Whether the game ends now that the player has finished a whole turn."""
        body = {"snapshot": snapshot, "player": player}
        return self._questions.ask("end-checks", End, body)

    def otoma_turn(
        self, snapshot: Snapshot | Plain, half_days: Sequence[OtomaHalfDay | Plain]
    ) -> OtomaTurn:
        """What a turn of Otoma does in a solo game."""
        body = {"snapshot": snapshot, "half_days": half_days}
        return self._questions.ask("otoma-turns", OtomaTurn, body)

    def replay(
        self, snapshot: Snapshot | Plain, turns: Sequence[Turn | Plain], *, scores: bool = False
    ) -> Replay:
        """The verdict on a record of turns from a first table on; `scores` asks for the score too.

        In a solo game Otoma's turns are part of the record.
        """
        body = {"snapshot": snapshot, "turns": turns, "scores": scores}
        return self._questions.ask("replays", Replay, body)

    def dispute(self, before: Snapshot | Plain, after: Snapshot | Plain, player: str) -> Dispute:
        """Whether one half day or one turn of the player can have led from one table to another."""
        body = {"before": before, "after": after, "player": player}
        return self._questions.ask("disputes", Dispute, body)

    def draw(
        self, snapshot: Snapshot | Plain, spaces: Sequence[str] = (), player: str | None = None
    ) -> Picture:
        """The table as a picture; a notebook shows it.

        Args:
            snapshot: The table.
            spaces: Spaces to light up, say those of a line of a score sheet.
            player: On whose parchment to light them up too; on everyone's if None.
        """
        body = {"snapshot": snapshot, "spaces": spaces, "player": player}
        return self._questions.draw(body)

    def read_photo(
        self,
        photo: bytes | str | Path,
        samples: Sequence[Sample | Plain] = (),
        corners: Sequence[tuple[float, float]] | None = None,
        board: str = "parchment",
    ) -> Photo:
        """Read a board from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            samples: What has been named so far, say `{"space": "B3", "symbol": "J"}`; `ask` of the
                answer tells which spaces to name next.
            corners: The board's corners in pixels, clockwise from the top left; found if absent.
            board: `parchment` or `island`.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: It is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        return self._questions.read_photo(Photo, photo, samples, corners, board=board)

    def guide_photo(
        self,
        photo: bytes | str | Path,
        name: Callable[[str], str],
        board: str = "parchment",
        place: Callable[[Photo], Sequence[tuple[float, float]]] | None = None,
        overlooked: Callable[[Photo], Sequence[str]] | None = None,
    ) -> Photo:
        """Read a board from a photograph, asking what has to be asked.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            name: Says what lies on a space, in the letters of the rows. It is asked about one space
                of each look, and about whatever is in doubt.
            board: `parchment` or `island`.
            place: Says where the corners are; asked if those that were found are doubtful.
            overlooked: Says on which spaces kinds lie that `name` was not asked about: one space of
                each, none if there is none. Asked once there is nothing else to ask.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: It is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        content = photo if isinstance(photo, bytes) else Path(photo).read_bytes()
        return self._questions.guide(
            lambda samples, corners: self.read_photo(content, samples, corners, board),
            lambda space: Sample(space, name(space)),
            place,
            overlooked,
        )

    def presumptions(self) -> tuple[Card, ...]:
        """The 31 presumption cards, with their faces where the service knows them."""
        return self._questions.get("presumptions", PresumptionList).presumptions

    def rules(self) -> tuple[Rule, ...]:
        """Every rule that an answer can name."""
        return self._questions.rules()

    def rulings(self) -> tuple[Ruling, ...]:
        """Every open point of the rules: its values, the default, and why it is open."""
        return self._questions.rulings()
