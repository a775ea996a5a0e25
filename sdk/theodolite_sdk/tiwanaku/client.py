"""Tiwanaku: every question that the referee answers, one method each."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from theodolite_sdk.pictures import LandPhoto, LandSample, Picture
from theodolite_sdk.questions import Questions
from theodolite_sdk.sender import Sender
from theodolite_sdk.tiwanaku.answers import (
    Deductions,
    Dispute,
    End,
    JudgedScenario,
    LaidOut,
    LegalActions,
    Legality,
    MovedPawns,
    Replay,
    Scenario,
    TurnVerdict,
)
from theodolite_sdk.tiwanaku.sheet import Standing
from theodolite_sdk.tiwanaku.snapshot import (
    AfterMove,
    AskedMove,
    ByTerrain,
    Marks,
    NamedPlayer,
    Pawn,
    Record,
    Rulings,
    Snapshot,
    Turn,
)
from theodolite_sdk.types import Plain, Rule, Ruling

__all__ = ["Tiwanaku"]


class Tiwanaku:
    """The referee of Tiwanaku; `Theodolite.tiwanaku` is one.

    Whatever a method takes may be given as the typed class or as a plain dictionary. Each raises
    `InvalidSnapshot` for a table that cannot be, `TheodoliteError` for whatever else goes wrong.
    """

    def __init__(self, sender: Sender) -> None:
        self._questions = Questions(sender, "/v1/tiwanaku")

    def score(self, snapshot: Snapshot | Plain) -> Standing:
        """The standing as if all stopped and offered now."""
        return self._questions.ask("scores", Standing, {"snapshot": snapshot})

    def check_legality(
        self, snapshot: Snapshot | Plain, player: str, turn: Turn | Plain
    ) -> Legality:
        """Whether a turn is legal, with every rule that bears on it."""
        body = {"snapshot": snapshot, "player": player, "turn": turn}
        return self._questions.ask("legality-checks", Legality, body)

    def legal_actions(self, snapshot: Snapshot | Plain, player: str) -> LegalActions:
        """Everything the player may do."""
        body = {"snapshot": snapshot, "player": player}
        return self._questions.ask("legal-actions", LegalActions, body)

    def play(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        turn: Turn | Plain,
        *,
        check_wheel: bool = True,
    ) -> TurnVerdict:
        """A turn as judged, and every gain and loss.

        With `check_wheel` also whether any lawful world fits what the wheel showed.
        """
        body = {
            "snapshot": snapshot,
            "player": player,
            "turn": turn,
            "check_wheel": check_wheel,
        }
        return self._questions.ask("turns", TurnVerdict, body)

    def check_end(self, snapshot: Snapshot | Plain, player: str) -> End:
        """Whether the game ends now that the player has finished a turn."""
        body = {"snapshot": snapshot, "player": player}
        return self._questions.ask("end-checks", End, body)

    def otoma_moves(
        self,
        snapshot: Snapshot | Plain,
        moves: Sequence[AskedMove | Plain] = (),
        after_move: AfterMove | Plain | None = None,
    ) -> MovedPawns:
        """Which of Otoma's pawns must or may move after a player's move, and how each move goes."""
        body = {"snapshot": snapshot, "after_move": after_move, "moves": moves}
        return self._questions.ask("otoma-moves", MovedPawns, body)

    def replay(
        self,
        snapshot: Snapshot | Plain,
        turns: Sequence[Record | Plain],
        *,
        check_wheel: bool = False,
    ) -> Replay:
        """The verdict on a record of turns from a first table on, with a ledger of every point."""
        body = {"snapshot": snapshot, "turns": turns, "check_wheel": check_wheel}
        return self._questions.ask("replays", Replay, body)

    def dispute(self, before: Snapshot | Plain, after: Snapshot | Plain, player: str) -> Dispute:
        """Whether one turn of the player can have led from the one table to the other."""
        body = {"before": before, "after": after, "player": player}
        return self._questions.ask("disputes", Dispute, body)

    def set_up(
        self,
        board: str,
        mode: str,
        *,
        players: Sequence[NamedPlayer | Plain],
        terrain: Sequence[str],
        crops: Sequence[str],
        tiles: ByTerrain,
        difficulty: str | None = None,
        start: Sequence[str] | None = None,
        otoma: Sequence[Pawn | Plain] | None = None,
        rulings: Rulings | None = None,
    ) -> LaidOut:
        """The first table of a game, from what lies on the disc at the start."""
        body = {
            "board": board,
            "mode": mode,
            "difficulty": difficulty,
            "players": players,
            "terrain": terrain,
            "crops": crops,
            "tiles": tiles,
            "start": start,
            "otoma": otoma,
            "rulings": rulings or {},
        }
        return self._questions.ask("set-ups", LaidOut, body)

    def deduce(
        self,
        snapshot: Snapshot | Plain | None = None,
        *,
        board: str | None = None,
        terrain: Sequence[str] | None = None,
        crops: Sequence[str] | None = None,
        tiles: ByTerrain | None = None,
        rulings: Rulings | None = None,
        focus: Sequence[str] | None = None,
        explain: bool | None = None,
        count_to: int | None = None,
        time_limit_ms: int | None = None,
    ) -> Deductions:
        """What can be known of the secret world, and the steps that prove it.

        Args:
            snapshot: The table; or else `board`, `terrain`, `crops` and `tiles`.
            board: `short` or `long`.
            terrain: What lies.
            crops: What is planted.
            tiles: The disc's counts.
            rulings: Of which `crop_limit` matters.
            focus: The spaces asked about; all if None.
            explain: Whether the steps are wanted, as by default.
            count_to: How many worlds are counted at most.
            time_limit_ms: How long it may take.
        """
        body = {
            "snapshot": snapshot,
            "board": board,
            "terrain": terrain,
            "crops": crops,
            "tiles": tiles,
            "rulings": rulings,
            "focus": focus,
            "explain": explain,
            "count_to": count_to,
            "time_limit_ms": time_limit_ms,
        }
        return self._questions.ask("deductions", Deductions, _given(body))

    def check_scenario(
        self,
        board: str,
        terrain: Sequence[str],
        crops: Sequence[str],
        start: Sequence[str],
        otoma: Sequence[str] | None = None,
    ) -> JudgedScenario:
        """Whether a disc is lawful, fits the box, and leaves one world."""
        body = {
            "board": board,
            "terrain": terrain,
            "crops": crops,
            "start": start,
            "otoma": otoma,
        }
        return self._questions.ask("scenario-checks", JudgedScenario, body)

    def scenario(
        self,
        board: str,
        seed: int,
        unique: str,
        start_tiles: int | None = None,
        max_tier: int = 5,
    ) -> Scenario:
        """A disc to play with: the same seed gives the same disc.

        Args:
            board: `short` or `long`.
            seed: From 0.
            unique: What leaves one world: `from_start` or `from_terrain`.
            start_tiles: How many lie at the start; as few as can be if None.
            max_tier: The hardest tier that its proof may need.
        """
        body = {
            "board": board,
            "seed": seed,
            "unique": unique,
            "start_tiles": start_tiles,
            "max_tier": max_tier,
        }
        return self._questions.ask("scenarios", Scenario, body)

    def draw(
        self,
        snapshot: Snapshot | Plain | None = None,
        *,
        board: str | None = None,
        terrain: Sequence[str] | None = None,
        crops: Sequence[str] | None = None,
        possible: Mapping[str, Marks | Plain] | None = None,
        spaces: Sequence[str] | None = None,
    ) -> Picture:
        """A table or a board as a picture; a notebook shows it.

        Args:
            snapshot: The table; or else `board`, `terrain` and `crops`.
            board: `short` or `long`.
            terrain: What lies.
            crops: What is planted.
            possible: What spaces may have, to pencil in: `spaces` of the answer to `deduce`.
            spaces: Spaces to light up, say those of a step.
        """
        body = {
            "snapshot": snapshot,
            "board": board,
            "terrain": terrain,
            "crops": crops,
            "possible": possible,
            "spaces": spaces,
        }
        return self._questions.draw(_given(body))

    def read_photo(
        self,
        photo: bytes | str | Path,
        board: str,
        samples: Sequence[LandSample | Plain] = (),
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> LandPhoto:
        """Read the terrain and the crops of a board from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            board: `short` or `long`.
            samples: What has been named so far, say `{"space": "B3", "terrain": "M", "crop": "2"}`;
                `ask` of the answer tells which spaces to name next.
            corners: The board's corners in pixels, clockwise from the top left; found if absent.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: It is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        return self._questions.read_photo(LandPhoto, photo, samples, corners, board=board)

    def guide_photo(
        self,
        photo: bytes | str | Path,
        board: str,
        name: Callable[[str], tuple[str, str]],
        place: Callable[[LandPhoto], Sequence[tuple[float, float]]] | None = None,
        overlooked: Callable[[LandPhoto], Sequence[str]] | None = None,
    ) -> LandPhoto:
        """Read a board from a photograph, asking what has to be asked.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            board: `short` or `long`.
            name: Says which terrain and which crop lie on a space, in the letters of the rows.
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
            lambda samples, corners: self.read_photo(content, board, samples, corners),
            lambda space: LandSample(space, *name(space)),
            place,
            overlooked,
        )

    def rules(self) -> tuple[Rule, ...]:
        """Every rule that an answer can name."""
        return self._questions.rules()

    def rulings(self) -> tuple[Ruling, ...]:
        """Every open point of the rules: its values, the default, and why it is open."""
        return self._questions.rulings()


def _given(body: Mapping[str, object]) -> dict[str, object]:
    """What of a body was given."""
    return {name: value for name, value in body.items() if value is not None}
