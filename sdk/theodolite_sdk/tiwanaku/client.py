"""The client of Tiwanaku."""

from collections.abc import Sequence
from typing import Unpack

from theodolite_sdk.game import GameClient, Plain
from theodolite_sdk.model import Strings
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.sender import Options
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
        focus: Strings | None = None,
        explain: bool | None = None,
        count_to: int | None = None,
        odds: bool | None = None,
        worlds: int | None = None,
        why_not: sent.Excluded | Plain | None = None,
        notes: Sequence[sent.Excluded | Plain] | None = None,
        time_limit_ms: int | None = None,
        **options: Unpack[Options],
    ) -> returned.Deductions:
        """Return what can be known of the secret world, and the steps that prove it.

        Args:
            snapshot: The table; its board, terrain, crops and tiles suffice.
            focus: The spaces asked about; all if None.
            explain: Whether to return the steps; true if None.
            count_to: How many worlds are counted at most; the service's limit if None.
            odds: Whether to return how likely each value is; false if None.
            worlds: How many possible worlds to show, at most 10; none if None.
            why_not: A space and a value, and why the space does not have it is to be proved.
            notes: Spaces and values that they do not have, as further premises.
            time_limit_ms: Milliseconds that it may take; the service's limit if None.
            options: As the class describes them.

        Examples:
            >>> found = referee.tiwanaku.deduce(**board)
            >>> found.consistent, found.certain[0].space
            (True, 'B1')
            >>> not_mud = {"space": "C4", "value": "mud"}
            >>> found = referee.tiwanaku.deduce(**board, worlds=2, why_not=not_mud)
            >>> len(found.worlds.shown), found.why_not.possible
            (2, False)
            >>> noted = [{"space": "D5", "value": 3}]
            >>> referee.tiwanaku.deduce(**board, notes=noted).worlds.count
            1
        """
        return await self._ask(
            "deductions",
            {"snapshot": snapshot},
            options,
            focus=focus,
            explain=explain,
            count_to=count_to,
            odds=odds,
            worlds=worlds,
            why_not=why_not,
            notes=notes,
            time_limit_ms=time_limit_ms,
        )

    @endpoint
    async def hint(
        self,
        snapshot: AnyTable,
        *,
        max_tier: int | None = None,
        seen: Strings | None = None,
        layable: bool | None = None,
        **options: Unpack[Options],
    ) -> returned.Hinted:
        """Return the next easiest thing that can be known, and the steps that prove it.

        Args:
            snapshot: The table; its board, terrain, crops and tiles suffice.
            max_tier: The hardest tier of laws that it may need, 1 to 4; 3 if None.
            seen: The spaces already hinted at.
            layable: Whether only values are wanted that can be laid at once.
            options: As the class describes them.

        Examples:
            >>> referee.tiwanaku.hint(board["snapshot"]).hint.space
            'B1'
        """
        members = {"max_tier": max_tier, "seen": seen, "layable": layable}
        return await self._ask("hints", {"snapshot": snapshot}, options, **members)

    @endpoint
    async def advise(
        self,
        snapshot: sent.Snapshot | Plain | str,
        player: str,
        **options: Unpack[Options],
    ) -> returned.WeighedActions:
        """Return what a player may discover and predict, and what it brings on average.

        Args:
            snapshot: The whole table.
            player: Name of the player.
            options: As the class describes them.

        Examples:
            >>> referee.tiwanaku.advise(mid_game["snapshot"], "Ana").together.value
            3.5
        """
        body = {"snapshot": snapshot, "player": player}
        return await self._ask("advice", body, options)

    @endpoint
    async def scenario(
        self, draw: sent.Scenario | Plain, **options: Unpack[Options]
    ) -> returned.DrawnScenario:
        """Return a disc to play with; the same seed gives the same disc.

        Args:
            draw: The board, the seed, and what the disc is to be like.
            options: As the class describes them.

        Examples:
            >>> referee.tiwanaku.scenario({"board": "short", "seed": 7}).disc.start
            ('B1', 'C1', 'D1', 'E2', 'B3', 'A4', 'B4', 'A5', 'C5', 'E5')
        """
        return await self._ask("scenarios", {"draw": draw}, options)

    @endpoint
    async def check_scenario(
        self, check: sent.ScenarioCheck | Plain, **options: Unpack[Options]
    ) -> returned.JudgedScenario:
        """Return whether a disc is lawful, fits the box, and leaves one world.

        Args:
            check: The disc: its board, terrain, crops and start spaces.
            options: As the class describes them.

        Examples:
            >>> disc = referee.tiwanaku.scenario({"board": "short", "seed": 7}).disc
            >>> check = {name: getattr(disc, name) for name in ("terrain", "crops", "start")}
            >>> referee.tiwanaku.check_scenario({"board": "short", **check}).lawful
            True
        """
        return await self._ask("scenarios", {"check": check}, options)

    @endpoint
    async def set_up(
        self, set_up: sent.SetUp | Plain, **options: Unpack[Options]
    ) -> returned.LaidOut:
        """Return the first table of a game, and what Otoma gains in the set-up.

        Args:
            set_up: The disc, the mode and the players.
            options: As the class describes them.

        Examples:
            >>> rows = {"terrain": ["MM...", *["....."] * 4], "crops": ["....."] * 5}
            >>> tiles = {"mud": 6, "sand": 6, "grass": 6, "rock": 7}
            >>> players = [{"name": name, "colour": name} for name in ("green", "blue")]
            >>> table = {"board": "short", "mode": "competitive", **rows}
            >>> set_up = {**table, "players": players, "tiles": tiles}
            >>> referee.tiwanaku.set_up(set_up).snapshot.terrain[0]
            'MM...'
        """
        return await self._ask("scenarios", {"set_up": set_up}, options)
