"""The layout of the missions of Treasure Hunt; `theodolite_sdk.sheet` lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from theodolite_sdk import sheet
from theodolite_sdk.model import Model
from theodolite_sdk.words import SHARED, open_points, title, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from theodolite_sdk.treasure_hunt.responses import Demand, ScoreSheet


class DemandText(Model, frozen=True):
    """One thing that winning takes: prints as a line."""

    def __str__(self) -> str:
        demand = cast("Demand", self)
        return f"{sheet.mark(demand.met)} {demand.explanation} ({demand.reference})"


class ScoreSheetText(sheet.Printed, frozen=True):
    """Methods of the generated `ScoreSheet`."""

    def _sheet(self) -> sheet.Sheet:
        scored = cast("ScoreSheet", self)
        known = words(__package__, self.language)["categories"]
        columns = [
            sheet.Column(
                player.name,
                player.total,
                {},
                [
                    sheet.Line(item.points, title(item.category, known), str(item))
                    for item in player.items
                ],
            )
            for player in scored.players
        ]
        return sheet.Sheet(self.language, columns, list(_remarks(scored)))


def _remarks(scored: ScoreSheet) -> Iterator[str]:
    """Yield the winners, what is odd, and open points."""
    if scored.decided_by:
        package = __package__ if len(scored.winners) == 1 else SHARED
        decided_by = scored.decided_by if len(scored.winners) == 1 else "shared"
        yield sheet.victory(scored.winners, decided_by, package, scored.language)
    yield from (remark.explanation for remark in scored.remarks)
    yield from open_points(scored.rulings, scored.language)
