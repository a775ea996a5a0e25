"""The client of Cartographers and Heroes."""

from typing import Unpack

from theodolite_sdk.cartographers import requests as sent
from theodolite_sdk.cartographers import responses as returned
from theodolite_sdk.game import GameClient
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.responses import PhotoRead
from theodolite_sdk.sender import Options


class Cartographers(
    GameClient[
        sent.Snapshot | sent.Partial,
        sent.Move,
        sent.Record,
        returned.ReturnedSnapshot,
        returned.ScoreSheet,
        returned.Legality,
        returned.Update,
        returned.LegalActions,
        returned.EndCheck,
        returned.Replay,
        returned.Review,
        returned.Dispute,
        PhotoRead,
        Mode,
    ],
):
    """The referee of Cartographers; `Theodolite.cartographers` is one.

    Spaces are named `A1` to `K11`, row letter first. A map is eleven rows of eleven letters, row A
    first. A drawn space is one of `FVAWH` (forest, village, farm, water, hero), `MDZTG`
    (monsters), `X` and `d` (destroyed), or `.` for nothing. A printed one is `^` (mountain), `R`
    (ruins) or `#` (wasteland).
    """

    path = "/v3/cartographers"
    _answers = returned.ANSWERS
    _board = "map"

    @endpoint
    async def cards(self, **options: Unpack[Options]) -> tuple[returned.KnownCard, ...]:
        """Return the cards of all decks, with what the service knows of their faces.

        Examples:
            >>> referee.cartographers.cards()[0].kind
            'ruins'
        """
        return (await self._get("/cards", returned.CardList, options)).cards

    @endpoint
    async def maps(self, **options: Unpack[Options]) -> tuple[returned.PrintedMap, ...]:
        """Return the sides of the sheets, with what the service knows of their prints.

        Examples:
            >>> referee.cartographers.maps()[0].map
            'A'
        """
        return (await self._get("/maps", returned.MapList, options)).maps
