"""Cartographers and Heroes: every question that the referee answers, one method each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from theodolite_sdk.cartographers.answers import (
    AmbushPlacements,
    CardFace,
    CardList,
    Dispute,
    EndedSeason,
    LegalActions,
    Legality,
    MapList,
    PrintedMap,
    Replay,
    ScoringCard,
    ScoringCardList,
    UpdatedMap,
)
from theodolite_sdk.cartographers.sheet import ScoreSheet
from theodolite_sdk.cartographers.snapshot import (
    Card,
    Choices,
    Draw,
    DrawnMap,
    Rulings,
    Season,
    Snapshot,
)
from theodolite_sdk.errors import ProblemError
from theodolite_sdk.pictures import Photo, Picture, Sample
from theodolite_sdk.questions import Questions
from theodolite_sdk.sender import Sender, encoded
from theodolite_sdk.types import Plain, Rule, Ruling

__all__ = ["Cartographers"]


class Cartographers:
    """The referee of Cartographers; `Theodolite.cartographers` is one.

    Whatever a method takes may be given as the typed class or as a plain dictionary. Each raises
    `InvalidSnapshot` for a table that cannot be, `TheodoliteError` for whatever else goes wrong.
    """

    def __init__(self, sender: Sender) -> None:
        self._questions = Questions(sender, "/v1/cartographers")

    def score(self, snapshot: Snapshot | Plain, only: Sequence[str] | None = None) -> ScoreSheet:
        """The score of the season named, line by line, and of the game so far.

        Args:
            snapshot: The table.
            only: The letters of decrees to score alone, whatever the season.
        """
        body: Mapping[str, Any] | Snapshot = snapshot
        if only is not None:
            body = {**to_builtins(snapshot), "only": only}
        return self._questions.ask("scores", ScoreSheet, body)

    def score_many(
        self,
        snapshots: Iterable[Snapshot | Plain],
        progress: Callable[[int], object] | None = None,
    ) -> Iterator[ScoreSheet | ProblemError]:
        """Score many tables, in order, with bounded memory.

        Args:
            snapshots: Any number of them, say from a generator.
            progress: Called with the number of tables answered so far, as answers arrive.

        Yields:
            A sheet for each snapshot; for one that cannot be scored the error, not raised.
        """
        return self._questions.ask_many("scores", ScoreSheet, snapshots, progress)

    def update_map(
        self,
        game: str,
        map: str | Sequence[str],  # noqa: A002 - the game's own word
        drawn: Sequence[str],
        draw: Draw | Plain,
        *,
        stars: Sequence[str] = (),
        coins: int = 0,
        card: str | Card | Plain | None = None,
        rulings: Rulings | None = None,
        by: str = "owner",
        dragon_paid: bool = False,
    ) -> UpdatedMap:
        """A map after something is drawn on it, legal or not."""
        body = {
            "game": game,
            "map": map,
            "drawn": drawn,
            "draw": draw,
            "stars": stars,
            "coins": coins,
            "card": card,
            "rulings": rulings or {},
            "by": by,
            "dragon_paid": dragon_paid,
        }
        return self._questions.ask("map-updates", UpdatedMap, body)

    def end_season(
        self,
        snapshot: Snapshot | Plain,
        revealed: Sequence[str | Card | Plain] | None = None,
        choices: Choices | None = None,
    ) -> EndedSeason:
        """The end of a season: whether it is over, what ambushes do, and the table after it."""
        body = {"snapshot": snapshot, "revealed": revealed, "choices": choices or {}}
        return self._questions.ask("season-ends", EndedSeason, body)

    def check_legality(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        card: str | Card | Plain,
        draw: Draw | Plain,
        *,
        on: str | None = None,
        after_ruins: bool = False,
    ) -> Legality:
        """Whether what a player drew for a card is legal, with every rule that bears on it.

        Args:
            snapshot: The table before it.
            player: Who drew.
            card: The card.
            draw: What was drawn.
            on: Whose map it was drawn on; the player's own if None.
            after_ruins: Whether a ruins card binds the draw.
        """
        body = {
            "snapshot": snapshot,
            "player": player,
            "card": card,
            "draw": draw,
            "on": on,
            "after_ruins": after_ruins,
        }
        return self._questions.ask("legality-checks", Legality, body)

    def legal_actions(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        card: str | Card | Plain,
        *,
        on: str | None = None,
        value: str = "none",
        limit: int = 100,
        after_ruins: bool = False,
    ) -> LegalActions:
        """What can be drawn for a card.

        Args:
            snapshot: The table.
            player: Who draws.
            card: The card.
            on: Whose map is drawn on; the player's own if None.
            value: By what placements are valued: `none`, this `season`, or all decrees of the
                `game` still to be scored.
            limit: How many are told at most.
            after_ruins: Whether a ruins card binds the draw.
        """
        body = {
            "snapshot": snapshot,
            "player": player,
            "card": card,
            "on": on,
            "value": value,
            "limit": limit,
            "after_ruins": after_ruins,
        }
        return self._questions.ask("legal-actions", LegalActions, body)

    def place_ambush(
        self,
        game: str,
        map: str | Sequence[str],  # noqa: A002 - the game's own word
        drawn: Sequence[str],
        card: str | Card | Plain,
        *,
        stars: Sequence[str] = (),
        rulings: Rulings | None = None,
    ) -> AmbushPlacements:
        """Where an ambush is drawn in solo play."""
        body = {
            "game": game,
            "map": map,
            "drawn": drawn,
            "card": card,
            "stars": stars,
            "rulings": rulings or {},
        }
        return self._questions.ask("ambush-placements", AmbushPlacements, body)

    def replay(self, snapshot: Snapshot | Plain, seasons: Sequence[Season | Plain]) -> Replay:
        """The verdict on a record of seasons from a first table on, with the scores."""
        return self._questions.ask("replays", Replay, {"snapshot": snapshot, "seasons": seasons})

    def dispute(
        self,
        game: str,
        map: str | Sequence[str],  # noqa: A002 - the game's own word
        before: DrawnMap | Plain,
        after: DrawnMap | Plain,
        cards: Sequence[str | Card | Plain],
        *,
        ambushes: Sequence[str] = (),
        rulings: Rulings | None = None,
        solo: bool = False,
    ) -> Dispute:
        """Whether one map can have become another by these cards.

        Args:
            game: Which game.
            map: The print.
            before: What was drawn before.
            after: What was drawn after.
            cards: The cards in order; `season_end` may stand among them.
            ambushes: Those revealed before.
            rulings: How open points are decided.
            solo: Whether ambushes were drawn as in solo play.
        """
        body = {
            "game": game,
            "map": map,
            "before": before,
            "after": after,
            "cards": cards,
            "ambushes": ambushes,
            "rulings": rulings or {},
            "solo": solo,
        }
        return self._questions.ask("disputes", Dispute, body)

    def draw(
        self, snapshot: Snapshot | Plain, spaces: Sequence[str] = (), player: str | None = None
    ) -> Picture:
        """The maps of a table as a picture; a notebook shows it.

        Args:
            snapshot: The table.
            spaces: Spaces to light up, say those of a line of a score sheet.
            player: Whose map to draw; everyone's if None.
        """
        body = {"snapshot": snapshot, "spaces": spaces, "player": player}
        return self._questions.draw(body)

    def read_photo(
        self,
        photo: bytes | str | Path,
        map: str | Sequence[str],  # noqa: A002 - the game's own word
        samples: Sequence[Sample | Plain] = (),
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> Photo:
        """Read what is drawn on a map from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            map: The side of the sheet, or the rows of its print.
            samples: What has been named so far, say `{"space": "B3", "symbol": "F"}`; `ask` of the
                answer tells which spaces to name next.
            corners: The map's corners in pixels, clockwise from the top left; found if absent.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: It is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        side = map if isinstance(map, str) else encoded(map)
        return self._questions.read_photo(Photo, photo, samples, corners, map=side)

    def guide_photo(
        self,
        photo: bytes | str | Path,
        map: str | Sequence[str],  # noqa: A002 - the game's own word
        name: Callable[[str], str],
        place: Callable[[Photo], Sequence[tuple[float, float]]] | None = None,
        overlooked: Callable[[Photo], Sequence[str]] | None = None,
    ) -> Photo:
        """Read what is drawn on a map from a photograph, asking what has to be asked.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            map: The side of the sheet, or the rows of its print.
            name: Says what is drawn on a space, in the letters of the rows.
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
            lambda samples, corners: self.read_photo(content, map, samples, corners),
            lambda space: Sample(space, name(space)),
            place,
            overlooked,
        )

    def scoring_cards(self) -> tuple[ScoringCard, ...]:
        """The 32 scoring cards."""
        return self._questions.get("scoring-cards", ScoringCardList).scoring_cards

    def cards(self) -> tuple[CardFace, ...]:
        """The cards of the explore decks, with what the service knows of their faces."""
        return self._questions.get("cards", CardList).cards

    def maps(self) -> tuple[PrintedMap, ...]:
        """The sides of the sheets, with what the service knows of their prints."""
        return self._questions.get("maps", MapList).maps

    def rules(self) -> tuple[Rule, ...]:
        """Every rule that an answer can name."""
        return self._questions.rules()

    def rulings(self) -> tuple[Ruling, ...]:
        """Every open point of the rules."""
        return self._questions.rulings()
