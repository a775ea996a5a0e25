"""The client of Tiwanaku."""

from collections.abc import Sequence

from theodolite_sdk.game import GameClient, Plain
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.tiwanaku import requests as sent
from theodolite_sdk.tiwanaku import responses as returned

AnyTable = sent.Snapshot | sent.Counted | Plain | str
"""A table; its players may be left out."""


class Tiwanaku(
    GameClient[
        sent.Snapshot | sent.Partial,
        sent.Move | sent.OtomaMove,
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
        returned.LandPhotoRead,
        Mode,
    ],
):
    """The referee of Tiwanaku; `Theodolite.tiwanaku` is one.

    Spaces are named `A1` to `E5` on the short board, `A1` to `I5` on the long one. Boards are five
    rows: terrain in `MSGR` (mud, sand, grass, rock), crops in `12345`, `.` for nothing. An end of a
    path is an edge space and the side left by, such as `A3:left`.
    """

    path = "/v3/tiwanaku"
    _answers = returned.ANSWERS
    _symbols = ("terrain", "crop")

    @endpoint
    async def deduce(
        self,
        snapshot: AnyTable,
        *,
        focus: Sequence[str] | None = None,
        explain: bool | None = None,
        count_to: int | None = None,
        odds: bool | None = None,
        time_limit_ms: int | None = None,
    ) -> returned.Deductions:
        """Return what can be known of the secret world, and the steps that prove it.

        Args:
            snapshot: The table; its board, terrain, crops and tiles suffice.
            focus: The spaces asked about; all if None.
            explain: Whether to return the steps; true if None.
            count_to: How many worlds are counted at most; the service's limit if None.
            odds: Whether to return how likely each value is; false if None.
            time_limit_ms: Milliseconds that it may take; the service's limit if None.
        """
        return await self._ask(
            "deductions",
            {"snapshot": snapshot},
            focus=focus,
            explain=explain,
            count_to=count_to,
            odds=odds,
            time_limit_ms=time_limit_ms,
        )

    @endpoint
    async def hint(
        self,
        snapshot: AnyTable,
        *,
        max_tier: int | None = None,
        seen: Sequence[str] | None = None,
        layable: bool | None = None,
    ) -> returned.Hinted:
        """Return the next easiest thing that can be known, and the steps that prove it.

        Args:
            snapshot: The table; its board, terrain, crops and tiles suffice.
            max_tier: The hardest tier of laws that it may need, 1 to 4; 3 if None.
            seen: The spaces already hinted at.
            layable: Whether only values are wanted that can be laid at once.
        """
        return await self._ask(
            "hints", {"snapshot": snapshot}, max_tier=max_tier, seen=seen, layable=layable
        )

    @endpoint
    async def advise(
        self, snapshot: sent.Snapshot | Plain | str, player: str
    ) -> returned.WeighedActions:
        """Return what a player may discover and predict, and what it brings on average.

        Args:
            snapshot: The whole table.
            player: Name of the player.
        """
        return await self._ask("advice", {"snapshot": snapshot, "player": player})

    @endpoint
    async def scenario(self, draw: sent.Scenario | Plain) -> returned.DrawnScenario:
        """Return a disc to play with; the same seed gives the same disc.

        Args:
            draw: The board, the seed, and what the disc is to be like.
        """
        return await self._ask("scenarios", {"draw": draw})

    @endpoint
    async def check_scenario(self, check: sent.ScenarioCheck | Plain) -> returned.JudgedScenario:
        """Return whether a disc is lawful, fits the box, and leaves one world.

        Args:
            check: The disc: its board, terrain, crops and start spaces.
        """
        return await self._ask("scenarios", {"check": check})

    @endpoint
    async def set_up(self, set_up: sent.SetUp | Plain) -> returned.LaidOut:
        """Return the first table of a game, and what Otoma gains in the set-up.

        Args:
            set_up: The disc, the mode and the players.
        """
        return await self._ask("scenarios", {"set_up": set_up})
