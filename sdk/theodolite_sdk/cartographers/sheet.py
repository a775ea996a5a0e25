"""The layout of the score sheet of Cartographers; `theodolite_sdk.sheet` lays it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from theodolite_sdk import sheet
from theodolite_sdk.words import open_points, title, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from theodolite_sdk.cartographers.responses import Item, ScoreSheet, SeasonScore


class ScoreSheetText(sheet.Printed, frozen=True):
    """Methods of the generated `ScoreSheet`."""

    def _sheet(self) -> sheet.Sheet:
        scored = cast("ScoreSheet", self)
        known = words(__package__, self.language)
        columns = [
            sheet.Column(
                player.name,
                player.total,
                {title(one.season, known["seasons"]): one.total for one in player.seasons},
                [line for season in player.seasons for line in _lines(season, known)],
            )
            for player in scored.players
        ]
        return sheet.Sheet(self.language, columns, list(_remarks(scored, known)))


def _lines(season: SeasonScore, known: Mapping[str, Any]) -> Iterator[sheet.Line]:
    """Yield the lines of a season: as written on the sheet, or as scored on the map."""
    if season.recorded:
        remark = known["recorded"] if season.adds_up else known["does_not_add_up"]
        yield sheet.Line(season.total, title(season.season, known["seasons"]), remark)
    yield from sheet.lines(season.items, lambda item: _label(item, known))


def _remarks(scored: ScoreSheet, known: Mapping[str, Any]) -> Iterator[str]:
    """Yield the winners or the rating, what is odd, and open points."""
    if scored.decided_by is not None:
        yield sheet.victory(
            scored.winners, scored.decided_by, __package__, scored.language, final=scored.final
        )
    elif scored.solo is not None and scored.solo.rating is not None:
        rating = known["solo"].format(numbers=scored.solo.numbers, rating=scored.solo.rating)
        yield rating if scored.solo.title is None else f"{rating} {scored.solo.title}"
    if scored.missing:
        missing = [title(season, known["seasons"]) for season in scored.missing]
        yield known["missing"].format(seasons=", ".join(missing))
    yield from (remark.explanation for remark in scored.remarks)
    yield from open_points(scored.rulings, scored.language)


def _label(item: Item, known: Mapping[str, Any]) -> str:
    if item.decree is None:
        return title(item.category, known["categories"])
    return f"{item.decree} {title(item.card or item.category, {})}"
