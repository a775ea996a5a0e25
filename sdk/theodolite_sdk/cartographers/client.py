"""The client of Cartographers: a method for each endpoint that `endpoints.py` does not have."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import to_builtins

from theodolite_sdk.cartographers import requests
from theodolite_sdk.cartographers.requests import (
    AmbushCard,
    AmbushName,
    Card,
    CardName,
    Draw,
    DrawnMap,
    GameName,
    MapName,
    Rulings,
    Sample,
    Season,
    Snapshot,
)
from theodolite_sdk.cartographers.responses import (
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
    ReturnedSnapshot,
    Review,
    ScoreSheet,
    ScoringCard,
    ScoringCardList,
    UpdatedMap,
)
from theodolite_sdk.endpoints import (
    Ask,
    Corners,
    PhotoClient,
    Photograph,
    Plain,
    ScoringClient,
    TableClient,
    awaited,
)
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.responses import Photo, PhotoLooks
from theodolite_sdk.sender import encoded

Map = MapName | Sequence[str]
"""A side of the sheets, `A` to `D`, or the eleven rows of a print."""
AnyCard = CardName | Card | Plain
"""A card by its name, or with what of its face the service does not know."""


class Cartographers(
    TableClient[Snapshot, ReturnedSnapshot, Mode],
    ScoringClient[Snapshot, ScoreSheet, Mode],
    PhotoClient[Sample, Photo, Mode],
):
    """The referee of Cartographers; `Theodolite.cartographers` is one.

    Spaces are named `A1` to `K11`, row letter first. A map is eleven rows of eleven letters, row A
    first. A drawn space is one of `FVAWH` (forest, village, farm, water, hero), `MDZTG`
    (monsters), `X` and `d` (destroyed), or `.` for nothing. A printed one is `^` (mountain), `R`
    (ruins) or `#` (wasteland).
    """

    path = "/v3/cartographers"
    _table = ReturnedSnapshot
    _score_sheet = ScoreSheet
    _photo = Photo

    @endpoint
    async def score(
        self,
        snapshot: Snapshot | Plain,
        only: Sequence[Literal["A", "B", "C", "D"]] | None = None,
    ) -> ScoreSheet:
        """Return the score of the snapshot's season, line by line, and of the game so far.

        Args:
            snapshot: The whole table.
            only: The letters of decrees to score alone, whatever the season; None for the two of
                the season.
        """
        body: Mapping[str, Any] | Snapshot = snapshot
        if only is not None:
            body = {**to_builtins(snapshot), "only": only}
        return await self._post("scores", ScoreSheet, body)

    @endpoint
    async def update_map(
        self,
        game: GameName,
        map: Map,  # noqa: A002 - the game's own word
        drawn: Sequence[str],
        draw: Draw | Plain,
        *,
        stars: Sequence[str] = (),
        coins: int = 0,
        card: AnyCard | None = None,
        rulings: Rulings | None = None,
        by: Literal["owner", "neighbour"] = "owner",
        dragon_paid: bool = False,
    ) -> UpdatedMap:
        """Return a map after something is drawn on it, legal or not.

        Args:
            game: The game played.
            map: The side of the sheet, or the rows of its print.
            drawn: What is drawn on it so far, eleven rows.
            draw: What is drawn now.
            stars: The spaces with a star so far.
            coins: The coins marked so far.
            card: The card drawn for, if any.
            rulings: How open points of the rules are decided; their defaults if None.
            by: Whether the map's owner draws or a neighbour.
            dragon_paid: Whether the coins for a defeated dragon have been marked.
        """
        body = requests.MapUpdatesRequest(
            game=game,
            map=map,
            drawn=drawn,
            draw=draw,
            stars=stars,
            coins=coins,
            card=card,
            rulings=rulings,
            by=by,
            dragon_paid=dragon_paid,
        )
        return await self._post("map-updates", UpdatedMap, body)

    @endpoint
    async def end_season(
        self,
        snapshot: Snapshot | Plain,
        revealed: Sequence[AnyCard] | None = None,
        choices: Mapping[str, Mapping[str, str]] | None = None,
    ) -> EndedSeason:
        """Return the end of a season: whether it is over, what ambushes do, the next table.

        Args:
            snapshot: The whole table.
            revealed: The season's cards in order; None if they are not known.
            choices: What trolls destroy: a space by player and by ambush.
        """
        body = requests.SeasonEndsRequest(snapshot=snapshot, revealed=revealed, choices=choices)
        return await self._post("season-ends", EndedSeason, body)

    @endpoint
    async def check_legality(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        card: AnyCard,
        draw: Draw | Plain,
        *,
        on: str | None = None,
        after_ruins: bool = False,
    ) -> Legality:
        """Return whether what a player drew for a card is legal, rule by rule.

        Args:
            snapshot: The whole table before it.
            player: Name of the player who drew.
            card: The card.
            draw: What was drawn.
            on: Name of the player whose map it was drawn on; the player's own if None.
            after_ruins: Whether a ruins card binds the draw.
        """
        body = requests.LegalityChecksRequest(
            snapshot=snapshot, player=player, card=card, draw=draw, on=on, after_ruins=after_ruins
        )
        return await self._post("legality-checks", Legality, body)

    @endpoint
    async def legal_actions(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        card: AnyCard,
        *,
        on: str | None = None,
        value: Literal["none", "season", "game"] = "none",
        limit: int = 100,
        after_ruins: bool = False,
    ) -> LegalActions:
        """Return what can be drawn for a card.

        Args:
            snapshot: The whole table.
            player: Name of the player who draws.
            card: The card.
            on: Name of the player whose map is drawn on; the player's own if None.
            value: What placements are valued by, the best first: nothing, this season, or all
                decrees of the game that are still to be scored.
            limit: How many placements are listed at most, from 1.
            after_ruins: Whether a ruins card binds the draw.
        """
        body = requests.LegalActionsRequest(
            snapshot=snapshot,
            player=player,
            card=card,
            on=on,
            value=value,
            limit=limit,
            after_ruins=after_ruins,
        )
        return await self._post("legal-actions", LegalActions, body)

    @endpoint
    async def place_ambush(
        self,
        game: GameName,
        map: Map,  # noqa: A002 - the game's own word
        drawn: Sequence[str],
        card: AmbushName | AmbushCard | Plain,
        *,
        stars: Sequence[str] = (),
        rulings: Rulings | None = None,
    ) -> AmbushPlacements:
        """Return where an ambush is drawn in solo play.

        Args:
            game: The game played.
            map: The side of the sheet, or the rows of its print.
            drawn: What is drawn on it, eleven rows.
            card: The ambush.
            stars: The spaces with a star.
            rulings: How open points of the rules are decided; their defaults if None.
        """
        body = requests.AmbushPlacementsRequest(
            game=game, map=map, drawn=drawn, card=card, stars=stars, rulings=rulings
        )
        return await self._post("ambush-placements", AmbushPlacements, body)

    @endpoint
    async def replay(self, snapshot: Snapshot | Plain, seasons: Sequence[Season | Plain]) -> Replay:
        """Return the verdict on a record of a game with its scores, up to the first fault.

        Args:
            snapshot: The whole table before the first card.
            seasons: The seasons in order.
        """
        return await self._post(
            "replays", Replay, requests.ReplaysRequest(snapshot=snapshot, seasons=seasons)
        )

    @endpoint
    async def review(self, snapshot: Snapshot | Plain, seasons: Sequence[Season | Plain]) -> Review:
        """Return what each draw of a record was worth, and what would have been best.

        The value of a draw is the change of what all decrees still to be scored, coins and monsters
        would pay for the map as it then is, each once.

        Args:
            snapshot: The whole table before the first card, with all decrees to be scored.
            seasons: The seasons in order.
        """
        return await self._post(
            "reviews", Review, requests.ReviewsRequest(snapshot=snapshot, seasons=seasons)
        )

    @endpoint
    async def dispute(
        self,
        game: GameName,
        map: Map,  # noqa: A002 - the game's own word
        before: DrawnMap | Plain,
        after: DrawnMap | Plain,
        cards: Sequence[AnyCard | Literal["season_end"]],
        *,
        ambushes: Sequence[AmbushName] = (),
        rulings: Rulings | None = None,
        solo: bool = False,
    ) -> Dispute:
        """Return whether one map can have become another by some cards.

        Args:
            game: The game played.
            map: The side of the sheet, or the rows of its print.
            before: What was drawn before.
            after: What was drawn after.
            cards: The cards in order, with `season_end` where a season ended.
            ambushes: The ambushes revealed before.
            rulings: How open points of the rules are decided; their defaults if None.
            solo: Whether ambushes were drawn as in solo play.
        """
        body = requests.DisputesRequest(
            game=game,
            map=map,
            before=before,
            after=after,
            cards=cards,
            ambushes=ambushes,
            rulings=rulings,
            solo=solo,
        )
        return await self._post("disputes", Dispute, body)

    @endpoint
    async def read_photo(
        self,
        photo: Photograph,
        map: Map,  # noqa: A002 - the game's own word
        samples: Sequence[Sample | Plain] = (),
        corners: Corners | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask = "all",
    ) -> Photo:
        """Return what is drawn on a map, as read from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            map: The side of the sheet, or the rows of its print.
            samples: What is known so far, such as `Sample("B3", "F")`; `ask` of the response lists
                the spaces to name next.
            corners: The map's corners in pixels, clockwise from the top left; found if None.
            looks: `looks` of the reading of another map that the same person drew.
            ask: `one` to be asked about a single space, that whose name settles most.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: The file is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        return await self._reading(photo, samples, corners, looks, ask, map=_side(map))

    @endpoint
    async def guide_photo(
        self,
        photo: Photograph,
        map: Map,  # noqa: A002 - the game's own word
        name: Callable[[str], str | Awaitable[str]],
        place: Callable[[Photo], Corners | Awaitable[Corners]] | None = None,
        overlooked: Callable[[Photo], Sequence[str] | Awaitable[Sequence[str]]] | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask | None = None,
    ) -> Photo:
        """Return what is drawn on a map, asking a person what has to be asked.

        With `AsyncTheodolite`, the functions may be coroutines.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            map: The side of the sheet, or the rows of its print.
            name: Returns what is drawn on a space, as the letter of the rows. Called for one space
                of each kind that looks alike, and for each space in doubt.
            place: Returns the corners. Called if those that were found are doubtful, or if several
                boards were found: `boards` of the reading has the corners of each.
            overlooked: Returns a space of each kind that `name` was not asked about, if there are
                any. Called when nothing else is left to ask.
            looks: `looks` of the reading of another map that the same person drew: then only
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
            photo, sample, place, overlooked, looks=looks, ask=ask, map=_side(map)
        )

    @endpoint
    async def scoring_cards(self) -> tuple[ScoringCard, ...]:
        """Return the 32 scoring cards."""
        return (await self._get("scoring-cards", ScoringCardList)).scoring_cards

    @endpoint
    async def cards(self) -> tuple[CardFace, ...]:
        """Return the cards of the explore decks, with what the service knows of their faces."""
        return (await self._get("cards", CardList)).cards

    @endpoint
    async def maps(self) -> tuple[PrintedMap, ...]:
        """Return the sides of the sheets, with what the service knows of their prints."""
        return (await self._get("maps", MapList)).maps


def _side(printed: Map) -> str | bytes:
    return printed if isinstance(printed, str) else encoded(printed)
