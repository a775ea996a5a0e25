"""The layout of the score sheet of Tiwanaku; `theodolite_sdk.sheet` lays it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from theodolite_sdk import sheet
from theodolite_sdk.words import open_points, title, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from theodolite_sdk.tiwanaku.responses import ScoreSheet


class ScoreSheetText(sheet.Printed, frozen=True):
    """Methods of the generated `ScoreSheet`."""

    def _sheet(self) -> sheet.Sheet:
        scored = cast("ScoreSheet", self)
        known = words(__package__, self.language)["categories"]
        columns = []
        for side in scored.players:
            lines = sheet.lines(side.items, lambda item: title(item.category, known))
            subtotals = {line.label: line.points for line in lines}
            columns.append(sheet.Column(side.name, side.total, subtotals, lines))
        return sheet.Sheet(self.language, columns, list(_remarks(scored)))


def _remarks(scored: ScoreSheet) -> Iterator[str]:
    """Yield the winners, what is odd, and open points."""
    yield sheet.victory(
        scored.winners, scored.decided_by, __package__, scored.language, final=scored.final
    )
    yield from (remark.explanation for remark in scored.remarks)
    yield from open_points(scored.rulings, scored.language)
