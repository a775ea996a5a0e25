"""How the missions of Treasure Hunt print themselves: base classes of generated responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import Struct

from theodolite_sdk import sheet
from theodolite_sdk.words import SHARED

if TYPE_CHECKING:
    from theodolite_sdk.treasure_hunt.responses import Demand, MissionSheet, ScoreSheet


class DemandText(Struct, frozen=True):
    """One thing that winning takes: prints as a line."""

    def __str__(self) -> str:
        demand = cast("Demand", self)
        mark = "?" if demand.met is None else "✓" if demand.met else "✗"
        return f"{mark} {demand.explanation} ({demand.reference})"


class MissionSheetText(Struct, frozen=True):
    """A player's progress on the mission: prints as the name and a line each."""

    def __str__(self) -> str:
        player = cast("MissionSheet", self)
        return "\n".join([player.name, *(f"  {demand}" for demand in player.items)])


class MissionsText(sheet.Printed, frozen=True):
    """Every player's progress on the mission: prints player by player, then the winners."""

    def __str__(self) -> str:
        missions = cast("ScoreSheet", self)
        texts = [*map(str, missions.players)]
        if missions.winners:
            decided_by = "total" if len(missions.winners) == 1 else "shared"
            texts.append(sheet.victory(missions.winners, decided_by, SHARED, self.language))
        return "\n\n".join(texts)
