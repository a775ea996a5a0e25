"""A score sheet for the eye: laid out for a terminal, or as HTML for a notebook.

A game's answer says what stands on it, as a `Sheet`; how that is laid out is the same for all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from theodolite_sdk.types import Item, Part, RulingUsed
from theodolite_sdk.words import Spoken, words

__all__ = [
    "Column",
    "Line",
    "Printed",
    "Sheet",
    "html",
    "line",
    "open_points",
    "text",
    "victory",
]

_WIDTH = 96
_HEAD = 22
_NAME = 16


class Line(NamedTuple):
    """A line of a player's account: points, for what, why, and the portions they come in."""

    points: int
    label: str
    says: str = ""
    parts: Sequence[Part] = ()


class Column(NamedTuple):
    """A player: the points under each heading, their total, and every line behind them."""

    name: str
    total: int
    subtotals: Mapping[str, int]
    lines: Sequence[Line]


class Sheet(NamedTuple):
    """What stands on a sheet: the players, and below them who won and what else is to be said."""

    language: str
    players: Sequence[Column]
    remarks: Sequence[str]


class Printed(Spoken, frozen=True):
    """An answer that prints as a score sheet, and shows itself as one in a notebook."""

    def __str__(self) -> str:
        return text(self._laid_out())

    def _repr_html_(self) -> str:
        return html(self._laid_out())

    def _laid_out(self) -> Sheet:
        raise NotImplementedError


def line(item: Item, label: str, language: str) -> Line:
    """The line of an item: its explanation, and where the rulebook says so."""
    known = words(__package__, language)
    where = item.section if item.page is None else known["page"].format(page=item.page)
    says = item.explanation if where is None else f"{item.explanation} ({where})"
    return Line(item.points, label, says, item.parts)


def victory(winners: Sequence[str], decided_by: str, package: str, language: str) -> str:
    """Who won and by what; a criterion that a newer service added goes unnamed."""
    known = words(package, language)
    sentence = known["victory"].get(decided_by, known["victory"]["total"])
    return str(sentence.format(winners=known["and"].join(winners)))


def open_points(rulings: Iterable[RulingUsed], language: str) -> Iterator[str]:
    """Which rulings the result hangs on, if there are any."""
    used = ", ".join(f"{ruling.name} = {ruling.value}" for ruling in rulings if ruling.could_matter)
    if used:
        yield words(__package__, language)["rulings"].format(rulings=used)


def text(sheet: Sheet) -> str:
    """The sheet as text: the players side by side, who won, then every line of each player."""
    known = words(__package__, sheet.language)
    names = [_short(player.name) for player in sheet.players]
    widths = [max(len(name), 5) + 3 for name in names]

    def row(head: str, cells: Iterable[object]) -> str:
        columns = zip(cells, widths, strict=True)
        return head.ljust(_HEAD) + "".join(str(cell).rjust(width) for cell, width in columns)

    rule = "─" * (_HEAD + sum(widths))
    lines = [row("", names), rule]
    lines += [row(head, points) for head, points in _subtotals(sheet)]
    lines += [rule, row(known["total"], [player.total for player in sheet.players]), ""]
    lines += sheet.remarks
    for player in sheet.players:
        lines += ["", known["points"].format(name=player.name, points=player.total)]
        for entry in player.lines:
            lines += _entry(entry)
    return "\n".join(lines)


def html(sheet: Sheet) -> str:
    """The sheet as HTML: the same, with every text escaped."""
    known = words(__package__, sheet.language)
    names = "".join(f"<th>{escape(player.name)}</th>" for player in sheet.players)
    totals = (known["total"], [player.total for player in sheet.players])
    rows = "".join(
        f"<tr><th>{escape(head)}</th>{''.join(f'<td>{cell}</td>' for cell in points)}</tr>"
        for head, points in [*_subtotals(sheet), totals]
    )
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in sheet.remarks)
    players = "".join(map(_column_html, sheet.players))
    return f"<table><tr><th></th>{names}</tr>{rows}</table>{remarks}{players}"


def _subtotals(sheet: Sheet) -> list[tuple[str, list[int]]]:
    """The points of each player under every heading that occurs."""
    heads = dict.fromkeys(head for player in sheet.players for head in player.subtotals)
    return [(head, [player.subtotals.get(head, 0) for player in sheet.players]) for head in heads]


def _entry(entry: Line) -> Iterator[str]:
    head = f"{entry.points:5}  {entry.label}".ljust(_HEAD)
    yield from wrap(
        entry.says, _WIDTH, initial_indent=f"{head} ", subsequent_indent=" " * (_HEAD + 1)
    ) or [head.rstrip()]
    yield from (f"{part.points:{_HEAD + 3}}  {' '.join(part.spaces)}" for part in entry.parts)


def _column_html(player: Column) -> str:
    rows = "".join(
        f"<tr><td>{entry.points}</td><th>{escape(entry.label)}</th>"
        f'<td style="text-align: left">'
        f"{escape(entry.says)}{''.join(map(_part_html, entry.parts))}</td></tr>"
        for entry in player.lines
    )
    return f"<h4>{escape(player.name)}: {player.total}</h4><table>{rows}</table>"


def _part_html(part: Part) -> str:
    return f"<br>{part.points}: {escape(' '.join(part.spaces))}"


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
