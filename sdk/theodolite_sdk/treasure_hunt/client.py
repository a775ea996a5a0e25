"""The client of Treasure Hunt."""

from typing import Unpack

from theodolite_sdk.game import GameClient, Plain
from theodolite_sdk.model import Strings
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.responses import PhotoRead
from theodolite_sdk.sender import Options
from theodolite_sdk.treasure_hunt import requests as sent
from theodolite_sdk.treasure_hunt import responses as returned


class TreasureHunt(
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
    """The referee of Treasure Hunt; `Theodolite.treasure_hunt` is one.

    Spaces are named by the numbers on the frame, such as `N19/E18`. A board is 30 rows of 30
    letters `WFSP?` (water, forest, sand, path, unclear), NORTH 01 first.
    """

    path = "/v3/treasure-hunt"
    _answers = returned.ANSWERS

    @endpoint
    async def route(
        self,
        snapshot: sent.Snapshot | Plain | str,
        player: str,
        explorer: int | None,
        targets: Strings,
        *,
        home: bool | None = None,
        boat: bool | None = None,
        within: int | None = None,
        dice: sent.Dice | Plain | None = None,
        **options: Unpack[Options],
    ) -> returned.Way:
        """Return the way of the fewest expected turns to some spaces.

        Args:
            snapshot: The whole table.
            player: Name of the player whose explorer goes.
            explorer: 1 or 2; None for both, by a joint plan.
            targets: 1 to 4 marked coordinates, in any order.
            home: Whether the explorer goes home afterwards; false if None.
            boat: Whether a boat is in use; false if None.
            within: For how many turns to return the chances to arrive; none if None.
            dice: The faces of dice whose values are not equally likely.
            options: As the class describes them.

        Examples:
            >>> table = record["record"]["snapshot"]
            >>> way = referee.treasure_hunt.route(table, "Cassandra", 1, ["N08/E10"], within=3)
            >>> way.fewest_turns, len(way.within)
            (1, 3)
            >>> way = referee.treasure_hunt.route(table, "Cassandra", None, ["N08/E10"])
            >>> [(best.pips, best.explorer, best.at) for best in way.first][:2]
            [(7, 1, 'N08/E10'), (8, 1, 'N07/E06')]
        """
        body = {"snapshot": snapshot, "player": player, "targets": targets}
        members = {"explorer": explorer, "home": home, "boat": boat, "within": within, "dice": dice}
        return await self._ask("routes", body, options, **members)

    @endpoint
    async def cards(self, **options: Unpack[Options]) -> returned.KnownCards:
        """Return what the service's board pack knows of a real copy; nothing without a pack.

        Examples:
            >>> referee.treasure_hunt.cards().segments
            ()
        """
        return await self._get("/cards", returned.KnownCards, options)
