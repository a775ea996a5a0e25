"""The client of Treasure Hunt: a method for each endpoint that `endpoints.py` does not have."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from theodolite_sdk.endpoints import (
    Ask,
    Corners,
    DisputeClient,
    PhotoClient,
    Photograph,
    Plain,
    TableClient,
    awaited,
)
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.pictures import Picture
from theodolite_sdk.responses import Photo, PhotoLooks
from theodolite_sdk.treasure_hunt import requests
from theodolite_sdk.treasure_hunt.requests import (
    Dice,
    Roll,
    Sample,
    Snapshot,
    Turn,
)
from theodolite_sdk.treasure_hunt.responses import (
    Dispute,
    KnownCards,
    LegalActions,
    Legality,
    Missions,
    PlacementVerdict,
    Replay,
    ReturnedSnapshot,
    Review,
    UpdatedBoard,
    Way,
)


class TreasureHunt(
    TableClient[Snapshot, ReturnedSnapshot, Mode],
    DisputeClient[Snapshot, Dispute, Mode],
    PhotoClient[Sample, Photo, Mode],
):
    """The referee of Treasure Hunt; `Theodolite.treasure_hunt` is one.

    Spaces are named by the numbers on the frame, such as `N19/E18`. A board is 30 rows of 30
    letters `WFSP?` (water, forest, sand, path, unclear), NORTH 01 first.
    """

    path = "/v3/treasure-hunt"
    _table = ReturnedSnapshot
    _dispute = Dispute
    _photo = Photo

    @endpoint
    async def read_photo(
        self,
        photo: Photograph,
        samples: Sequence[Sample | Plain] = (),
        corners: Corners | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask = "all",
    ) -> Photo:
        """Return the rows of a segment for a board pack, as read from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            samples: What is known so far, such as `Sample("N03/E02", "W")`, by row and column from
                the top left; `ask` of the response lists the spaces to name next.
            corners: The segment's corners in pixels, clockwise from the top left; found if None.
            looks: `looks` of the reading of another segment of this copy of the game.
            ask: `one`: `ask` of the response has at most one space, that whose name settles most.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: The file is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        return await self._reading(photo, samples, corners, looks, ask)

    @endpoint
    async def guide_photo(
        self,
        photo: Photograph,
        name: Callable[[str], str | Awaitable[str]],
        place: Callable[[Photo], Corners | Awaitable[Corners]] | None = None,
        overlooked: Callable[[Photo], Sequence[str] | Awaitable[Sequence[str]]] | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask | None = None,
    ) -> Photo:
        """Return the rows of a segment, asking a person what has to be asked.

        With `AsyncTheodolite`, the functions may be coroutines.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            name: Returns the terrain of a space, as the letter of the rows. Called for one space of
                each kind that looks alike, and for each space in doubt.
            place: Returns the corners. Called if those that were found are doubtful, or if several
                boards were found: `boards` of the reading has the corners of each.
            overlooked: Returns a space of each kind that `name` was not asked about, if there are
                any. Called when nothing else is left to ask.
            looks: `looks` of the reading of another segment of this copy of the game: then only
                what is in doubt is asked. `save_looks` keeps those of the reading in a file.
            ask: `one` to be asked about one space at a time, that whose name settles most, which
                takes fewer answers and more requests, and errs unseen more often; `all` for all
                worth asking at once. By default `one` with looks, else `all`.

        Raises:
            OSError, UnsupportedMediaType, NotInstalled: As `read_photo`.
        """

        async def sample(space: str) -> Plain:
            return {"space": space, "symbol": await awaited(name(space))}

        return await self._guided(photo, sample, place, overlooked, looks=looks, ask=ask)

    @endpoint
    async def check_legality(self, snapshot: Snapshot | Plain, turn: Turn | Plain) -> Legality:
        """Return whether a turn is legal, rule by rule, and the table after it.

        Args:
            snapshot: The whole table before it.
            turn: The player and the actions in the order played.
        """
        return await self._post(
            "legality-checks", Legality, requests.LegalityChecksRequest(snapshot, turn)
        )

    @endpoint
    async def update_board(self, snapshot: Snapshot | Plain, turn: Turn | Plain) -> UpdatedBoard:
        """Return the table after a turn, whether or not the turn is legal.

        Args:
            snapshot: The whole table before it.
            turn: The player and the actions in the order played.
        """
        return await self._post(
            "board-updates", UpdatedBoard, requests.BoardUpdatesRequest(snapshot, turn)
        )

    @endpoint
    async def legal_actions(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        roll: Roll | Plain | None = None,
        moved: Sequence[str] = (),
    ) -> LegalActions:
        """Return where a player's roll can take the pieces.

        Args:
            snapshot: The whole table.
            player: Name of the player whose turn it is.
            roll: The roll; None for every value of every die that can be used.
            moved: The walkers already moved in this turn, each as `walker:N10/E10`.
        """
        body = requests.LegalActionsRequest(snapshot, player, roll, moved)
        return await self._post("legal-actions", LegalActions, body)

    @endpoint
    async def check_placement(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        piece: Literal["tree", "broken_bridge", "walker", "creep_through"],
        spaces: Sequence[str],
    ) -> PlacementVerdict:
        """Return whether a piece may be placed, rule by rule.

        Args:
            snapshot: The whole table.
            player: Name of the player who places it.
            piece: What is placed.
            spaces: The space it takes; of a tree, the two spaces.
        """
        body = requests.PlacementChecksRequest(snapshot, player, piece, spaces)
        return await self._post("placement-checks", PlacementVerdict, body)

    @endpoint
    async def way(
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
        """Return the way of the fewest expected turns to some spaces.

        Args:
            snapshot: The whole table.
            player: Name of the player whose explorer goes.
            explorer: 1 or 2.
            targets: 1 to 4 marked coordinates, in any order.
            home: Whether the explorer goes home afterwards.
            boat: Whether a boat is in use.
            dice: The faces of dice whose values are not equally likely.
        """
        body = requests.RoutesRequest(
            snapshot, player, explorer, targets, home=home, boat=boat, dice=dice
        )
        return await self._post("routes", Way, body)

    @endpoint
    async def check_missions(self, snapshot: Snapshot | Plain) -> Missions:
        """Return what every player has of the mission, and the winners.

        Args:
            snapshot: The whole table.
        """
        return await self._post("mission-checks", Missions, requests.MissionChecksRequest(snapshot))

    @endpoint
    async def replay(self, snapshot: Snapshot | Plain, turns: Sequence[Turn | Plain]) -> Replay:
        """Return the verdict on a record of a game, up to and with the first illegal turn.

        Args:
            snapshot: The whole table before the first turn.
            turns: The turns in order.
        """
        return await self._post("replays", Replay, requests.ReplaysRequest(snapshot, turns))

    @endpoint
    async def review(self, snapshot: Snapshot | Plain, turns: Sequence[Turn | Plain]) -> Review:
        """Return how many expected turns each move of a record saved, and what was best.

        Args:
            snapshot: The whole table before the first turn.
            turns: The turns in order.
        """
        return await self._post("reviews", Review, requests.ReviewsRequest(snapshot, turns))

    @endpoint
    async def draw(self, snapshot: Snapshot | Plain, spaces: Sequence[str] = ()) -> Picture:
        """Return the table as a picture, which a notebook shows.

        Args:
            snapshot: The whole table.
            spaces: Spaces to highlight.
        """
        return await self._picture(requests.PicturesRequest(snapshot, spaces))

    @endpoint
    async def cards(self) -> KnownCards:
        """Return what the service's board pack knows of a real copy; nothing without a pack."""
        return await self._get("cards", KnownCards)
