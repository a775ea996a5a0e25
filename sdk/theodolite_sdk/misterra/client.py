"""The client of Maps of Misterra: a method for each endpoint that `endpoints.py` does not have."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from theodolite_sdk.endpoints import (
    Ask,
    Corners,
    DisputeClient,
    PhotoClient,
    Photograph,
    Plain,
    ScoringClient,
    TableClient,
    TurnClient,
    awaited,
)
from theodolite_sdk.misterra import requests
from theodolite_sdk.misterra.requests import (
    HalfDay,
    MappedSpace,
    OtomaHalfDay,
    Rulings,
    Sample,
    Snapshot,
    Turn,
)
from theodolite_sdk.misterra.responses import (
    Dispute,
    EndCheck,
    LegalActions,
    Legality,
    OtomaTurn,
    PresumptionCard,
    PresumptionList,
    Replay,
    ReturnedSnapshot,
    Review,
    ScoreSheet,
    UpdatedIsland,
)
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.responses import Photo, PhotoLooks

Board = Literal["parchment", "island"]


class Misterra(
    TableClient[Snapshot, ReturnedSnapshot, Mode],
    ScoringClient[Snapshot, ScoreSheet, Mode],
    TurnClient[Snapshot, LegalActions, EndCheck, Mode],
    DisputeClient[Snapshot, Dispute, Mode],
    PhotoClient[Sample, Photo, Mode],
):
    """The referee of Maps of Misterra; `Theodolite.misterra` is one.

    Spaces are named `A1` to `E5`, beach spaces `beach:E3`. Boards are five rows of five letters:
    `J`, `L`, `M`, `S` for jungle, lagoon, mountain, steppe; on the island a small letter is a hazy
    tile; `.` is an empty space.
    """

    path = "/v3/misterra"
    _table = ReturnedSnapshot
    _score_sheet = ScoreSheet
    _legal_actions = LegalActions
    _end_check = EndCheck
    _dispute = Dispute
    _photo = Photo

    @endpoint
    async def score(self, snapshot: Snapshot | Plain) -> ScoreSheet:
        """Return the score of a table, line by line.

        Args:
            snapshot: The whole table.
        """
        return await self._post("scores", ScoreSheet, snapshot)

    @endpoint
    async def update_island(
        self,
        island: Sequence[str],
        sketch: Sequence[MappedSpace | Plain],
        rulings: Rulings | None = None,
    ) -> UpdatedIsland:
        """Return the island after a sketch card is mapped.

        Args:
            island: Five rows.
            sketch: One or two adjacent spaces with their terrain, in the order mapped.
            rulings: How open points of the rules are decided; their defaults if None.
        """
        body = requests.IslandUpdatesRequest(island, sketch, rulings)
        return await self._post("island-updates", UpdatedIsland, body)

    @endpoint
    async def check_legality(
        self, snapshot: Snapshot | Plain, player: str, half_day: HalfDay | Plain
    ) -> Legality:
        """Return whether a half day is legal, rule by rule, and the table after it.

        Args:
            snapshot: The whole table before it.
            player: Name of the player.
            half_day: The move, and what it ends with.
        """
        body = requests.LegalityChecksRequest(snapshot, player, half_day)
        return await self._post("legality-checks", Legality, body)

    @endpoint
    async def legal_actions(
        self, snapshot: Snapshot | Plain, player: str, *, value: Literal["none", "now"] = "none"
    ) -> LegalActions:
        """Return everything that a player may do in a half day.

        Args:
            snapshot: The whole table.
            player: Name of the player whose turn it is.
            value: `now` to list half days with the change of the player's total if the game ended
                now, hazy tiles counted as confirmed.
        """
        body = requests.LegalActionsRequest(snapshot, player, value)
        return await self._post("legal-actions", LegalActions, body)

    @endpoint
    async def otoma_turn(
        self, snapshot: Snapshot | Plain, half_days: Sequence[OtomaHalfDay | Plain]
    ) -> OtomaTurn:
        """Return what a turn of Otoma does in a solo game, and the table after it.

        Args:
            snapshot: The whole table before it.
            half_days: What Otoma's cards say, half a turn each.
        """
        return await self._post(
            "otoma-turns", OtomaTurn, requests.OtomaTurnsRequest(snapshot, half_days)
        )

    @endpoint
    async def replay(
        self, snapshot: Snapshot | Plain, turns: Sequence[Turn | Plain], *, scores: bool = False
    ) -> Replay:
        """Return the verdict on a record of a game, up to and with the first illegal turn.

        Args:
            snapshot: The whole table before the first turn.
            turns: The turns in order; in a solo game those of Otoma among them.
            scores: Whether to score the game if it is over.
        """
        return await self._post("replays", Replay, requests.ReplaysRequest(snapshot, turns, scores))

    @endpoint
    async def review(
        self, snapshot: Snapshot | Plain, turns: Sequence[Turn | Plain], *, scores: bool = False
    ) -> Review:
        """Return what each half day of a record was worth, and what would have been best.

        The value of a half day is the change of the player's own total if the game ended now, hazy
        tiles counted as confirmed.

        Args:
            snapshot: The whole table before the first turn.
            turns: The turns in order; in a solo game those of Otoma among them.
            scores: Whether to score the game if it is over.
        """
        return await self._post("reviews", Review, requests.ReviewsRequest(snapshot, turns, scores))

    @endpoint
    async def read_photo(
        self,
        photo: Photograph,
        samples: Sequence[Sample | Plain] = (),
        corners: Corners | None = None,
        board: Board = "parchment",
        *,
        looks: PhotoLooks | None = None,
        ask: Ask = "all",
    ) -> Photo:
        """Return a board as read from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            samples: What is known so far, such as `Sample("B3", "J")`; `ask` of the response lists
                the spaces to name next.
            corners: The board's corners in pixels, clockwise from the top left; found if None.
            board: `parchment` or `island`.
            looks: `looks` of the reading of another photograph of this copy of the game.
            ask: `one` to be asked about a single space, that whose name settles most.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: The file is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        return await self._reading(photo, samples, corners, looks, ask, board=board)

    @endpoint
    async def guide_photo(
        self,
        photo: Photograph,
        name: Callable[[str], str | Awaitable[str]],
        board: Board = "parchment",
        place: Callable[[Photo], Corners | Awaitable[Corners]] | None = None,
        overlooked: Callable[[Photo], Sequence[str] | Awaitable[Sequence[str]]] | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask | None = None,
    ) -> Photo:
        """Return a board as read from a photograph, asking a person what has to be asked.

        With `AsyncTheodolite`, the functions may be coroutines.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            name: Returns what lies on a space, as the letter of the rows. Called for one space of
                each kind that looks alike, and for each space in doubt.
            board: `parchment` or `island`.
            place: Returns the corners. Called if those that were found are doubtful, or if several
                boards were found: `boards` of the reading has the corners of each.
            overlooked: Returns a space of each kind that `name` was not asked about, if there are
                any. Called when nothing else is left to ask.
            looks: `looks` of the reading of another photograph of this copy of the game: then only
                what is in doubt is asked. `save_looks` keeps those of the reading in a file.
            ask: `one` to be asked about one space at a time, that whose name settles most, which
                takes fewer answers and more requests, and errs unseen more often; `all` for all
                worth asking at once. By default `one` with looks, else `all`.

        Raises:
            OSError, UnsupportedMediaType, NotInstalled: As `read_photo`.
        """

        async def sample(space: str) -> Sample:
            return Sample(space, await awaited(name(space)))

        return await self._guided(
            photo, sample, place, overlooked, looks=looks, ask=ask, board=board
        )

    @endpoint
    async def presumptions(self) -> tuple[PresumptionCard, ...]:
        """Return the 31 presumption cards, with their faces where the service knows them."""
        return (await self._get("presumptions", PresumptionList)).presumptions
