"""The client of Maps of Misterra."""

from typing import Unpack

from theodolite_sdk.game import GameClient
from theodolite_sdk.misterra import requests as sent
from theodolite_sdk.misterra import responses as returned
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.responses import PhotoRead
from theodolite_sdk.sender import Options


class Misterra(
    GameClient[
        sent.Snapshot | sent.Partial,
        sent.Move | sent.UpdateMove | sent.OtomaMove,
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
    """The referee of Maps of Misterra; `Theodolite.misterra` is one.

    Spaces are named `A1` to `E5`, beach spaces `beach:E3`. Boards are five rows of five letters:
    `J`, `L`, `M`, `S` for jungle, lagoon, mountain, steppe; on the island a small letter is a hazy
    tile; `.` is an empty space.
    """

    path = "/v3/misterra"
    _answers = returned.ANSWERS

    @endpoint
    async def cards(self, **options: Unpack[Options]) -> tuple[returned.PresumptionCard, ...]:
        """Return the 31 presumption cards, with their faces where the service knows them.

        Examples:
            >>> len(referee.misterra.cards())
            31
        """
        return (await self._get("/cards", returned.CardList, options)).cards
