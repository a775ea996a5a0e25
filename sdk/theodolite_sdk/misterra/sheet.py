"""The layout of the score sheet of Maps of Misterra; `theodolite_sdk.sheet` lays it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from theodolite_sdk import sheet
from theodolite_sdk.words import open_points, title, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from theodolite_sdk.misterra.responses import Item, ScoreSheet


class ScoreSheetText(sheet.Printed, frozen=True):
    """Methods of the generated `ScoreSheet`."""

    def _sheet(self) -> sheet.Sheet:
        scored = cast("ScoreSheet", self)
        known = words(__package__, self.language)
        columns = [
            sheet.Column(
                player.name,
                player.total,
                {title(of, known["categories"]): n for of, n in player.subtotals.items()},
                sheet.lines(player.items, lambda item: _label(item, known)),
            )
            for player in scored.players
        ]
        return sheet.Sheet(self.language, columns, list(_remarks(scored, known)))


def _remarks(scored: ScoreSheet, known: Mapping[str, Any]) -> Iterator[str]:
    """Yield the winners, what was taken off the island, what is odd, and open points."""
    if solo := scored.solo:
        titles = ", ".join(
            known["titles"].get(of, "{title}").format(title=earned)
            for of, earned in solo.titles.items()
        )
        yield known["solo"].format(points=solo.otoma_claims, total=solo.total, titles=titles)
    elif decided_by := scored.decided_by:
        yield sheet.victory(
            scored.winners, decided_by, __package__, scored.language, final=scored.final
        )
    if tiles := scored.removed.tiles:
        yield known["tiles_removed"].format(tiles=" ".join(tiles))
    if claims := scored.removed.claims:
        markers = [known["marker"].format(player=c.player, space=c.space) for c in claims]
        yield known["claims_removed"].format(claims=", ".join(markers))
    yield from (remark.explanation for remark in scored.remarks)
    yield from open_points(scored.rulings, scored.language)


def _label(item: Item, known: Mapping[str, Any]) -> str:
    if item.card is not None:
        return str(known["card"].format(card=item.card))
    if item.claim is not None:
        return str(known["claim"].format(space=item.claim))
    kind, _, which = (item.line or "").partition(" ")
    if kind in known:
        return str(known[kind].format(which=which))
    return title(item.line or item.category, known["categories"])
