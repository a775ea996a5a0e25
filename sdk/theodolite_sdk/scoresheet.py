"""A score sheet for the eye: laid out for a terminal, or as HTML for a notebook."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from theodolite_sdk.misterra import Item, Part, PlayerScore, ScoreSheet

__all__ = ["html", "text"]

_WIDTH = 96
_HEAD = 22
_NAME = 16


def text(sheet: ScoreSheet) -> str:
    """The sheet as text: the players side by side, who won, then every line of each player."""
    names = [_short(player.name) for player in sheet.players]
    widths = [max(len(name), 5) + 3 for name in names]

    def row(head: str, cells: Iterable[object]) -> str:
        columns = zip(cells, widths, strict=True)
        return head.ljust(_HEAD) + "".join(str(cell).rjust(width) for cell, width in columns)

    rule = "─" * (_HEAD + sum(widths))
    lines = [row("", names), rule]
    lines += [row(head, points) for head, points in _subtotals(sheet)]
    lines += [rule, row("Total", [player.total for player in sheet.players]), ""]
    lines += _remarks(sheet)
    for player in sheet.players:
        lines += ["", f"{player.name}: {player.total} points"]
        for item in player.items:
            lines += _item(item)
    return "\n".join(lines)


def html(sheet: ScoreSheet) -> str:
    """The sheet as HTML: the same, with every text escaped."""
    names = "".join(f"<th>{escape(player.name)}</th>" for player in sheet.players)
    rows = "".join(
        f"<tr><th>{escape(head)}</th>{''.join(f'<td>{cell}</td>' for cell in points)}</tr>"
        for head, points in [*_subtotals(sheet), ("Total", [p.total for p in sheet.players])]
    )
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in _remarks(sheet))
    players = "".join(_player_html(player) for player in sheet.players)
    return f"<table><tr><th></th>{names}</tr>{rows}</table>{remarks}{players}"


def _subtotals(sheet: ScoreSheet) -> list[tuple[str, list[int]]]:
    """The points of each player by category, under every category that occurs."""
    categories = dict.fromkeys(category for p in sheet.players for category in p.subtotals)
    return [
        (_title(category), [player.subtotals.get(category, 0) for player in sheet.players])
        for category in categories
    ]


def _remarks(sheet: ScoreSheet) -> Iterator[str]:
    """Who won and by what, what was taken off the island, which rulings the result hangs on."""
    if solo := sheet.solo:
        titles = ", ".join(f"{title} ({_title(of).lower()})" for of, title in solo.titles.items())
        yield f"Otoma's claims: {solo.otoma_claims}. Result: {solo.total}. {titles}"
    elif len(sheet.winners) > 1:
        yield f"{' and '.join(sheet.winners)} share the victory."
    else:
        how = " by fidelity" if sheet.decided_by == "fidelity" else ""
        yield f"{' and '.join(sheet.winners)} wins{how}."
    if tiles := sheet.removed.tiles:
        yield f"Hazy tiles removed: {' '.join(tiles)}."
    if claims := sheet.removed.claims:
        markers = ", ".join(f"{claim.player} on {claim.space}" for claim in claims)
        yield f"Markers removed: {markers}."
    if open_points := [used for used in sheet.rulings if used.could_matter]:
        used = ", ".join(f"{ruling.name} = {ruling.value}" for ruling in open_points)
        yield f"Another ruling would change a number: {used}."


def _item(item: Item) -> Iterator[str]:
    head = f"{item.points:5}  {_label(item)}".ljust(_HEAD)
    yield from wrap(
        _explanation(item), _WIDTH, initial_indent=f"{head} ", subsequent_indent=" " * (_HEAD + 1)
    ) or [head.rstrip()]
    yield from (f"{part.points:{_HEAD + 3}}  {' '.join(part.spaces)}" for part in item.parts)


def _player_html(player: PlayerScore) -> str:
    rows = "".join(
        f"<tr><td>{item.points}</td><th>{escape(_label(item))}</th>"
        f'<td style="text-align: left">'
        f"{escape(_explanation(item))}{''.join(map(_part_html, item.parts))}</td></tr>"
        for item in player.items
    )
    return f"<h4>{escape(player.name)}: {player.total}</h4><table>{rows}</table>"


def _part_html(part: Part) -> str:
    return f"<br>{part.points}: {escape(' '.join(part.spaces))}"


def _explanation(item: Item) -> str:
    return (
        item.explanation
        if item.page is None
        else f"{item.explanation} (p.\N{NO-BREAK SPACE}{item.page})"
    )


def _label(item: Item) -> str:
    if item.card is not None:
        return f"Card {item.card}"
    if item.claim is not None:
        return f"Claim {item.claim}"
    return _title(item.line or item.category)


def _title(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
