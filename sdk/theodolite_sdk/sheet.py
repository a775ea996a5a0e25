"""How a score sheet is laid out: as text for a terminal, as HTML for a notebook.

A game's `sheet.py` says what stands on its sheet, as a `Sheet`; the layout is the same for all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple, Protocol, TypeVar

from theodolite_sdk.responses import Part
from theodolite_sdk.telling import Answer, mark
from theodolite_sdk.words import words

__all__ = ["Column", "Line", "Printed", "Sheet", "html", "lines", "mark", "text", "victory"]

_WIDTH = 96
_HEAD = 22
_NAME = 16


class Line(NamedTuple):
    """A line of a player's score.

    Attributes:
        points: What it scores; None if that is not known.
        label: What it scores for, in a few words.
        explanation: Why, with the place in the rulebook.
        parts: The portions that the points come in, if there are several.
    """

    points: int | None
    label: str
    explanation: str = ""
    parts: Sequence[Part] = ()


class Column(NamedTuple):
    """A player on the sheet.

    Attributes:
        name: The player.
        total: The player's points; None if they are not known.
        subtotals: Points by heading, in the order printed.
        lines: Every line of the score.
    """

    name: str
    total: int | None
    subtotals: Mapping[str, int | None]
    lines: Sequence[Line]


class Sheet(NamedTuple):
    """The content of a score sheet.

    Attributes:
        language: The language of its words.
        players: A column each.
        remarks: Sentences below the totals: the winners, what is odd, open points of the rules.
    """

    language: str
    players: Sequence[Column]
    remarks: Sequence[str]


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Named_co = TypeVar("Named_co", bound=_Named, covariant=True)


class _Scored(Protocol[Named_co]):
    @property
    def players(self) -> Sequence[Named_co]: ...


class Printed(Answer, frozen=True):
    """Base class of the score sheets: `print` lays a sheet out, a notebook shows it as tables."""

    def __getitem__(self: _Scored[Named_co], name: str) -> Named_co:
        """Return the score of the player with a name; raises `KeyError` if there is none."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def __str__(self) -> str:
        return text(self._sheet())

    def _repr_html_(self) -> str:
        return html(self._sheet())

    def _sheet(self) -> Sheet:
        raise NotImplementedError


def lines(items: Iterable[Any], label: Callable[[Any], str]) -> list[Line]:
    """Return the lines of items, each with what it scores for."""
    return [
        Line(
            item.points,
            label(item),
            f"{item.explanation} ({item.reference})",
            getattr(item, "parts", ()),
        )
        for item in items
    ]


def victory(
    winners: Sequence[str],
    decided_by: str,
    package: str,
    language: str,
    *,
    final: bool | None = True,
) -> str:
    """Return the sentence about the winners, or about those who would win now.

    Args:
        winners: Their names; several share the victory.
        decided_by: What decided. The sentence leaves out what only a newer service knows.
        package: The game's package.
        language: The language of the sheet.
        final: Whether the game is over; None if that is not known.
    """
    known = words(package, language)
    sentence = known["victory"].get(decided_by, known["victory"]["total"])
    said = str(sentence.format(winners=known["and"].join(winners)))
    return said if final is not False else f"{known['unfinished']} {said}"


def text(sheet: Sheet) -> str:
    """Return the sheet as text: totals side by side, the remarks, then each player's lines."""
    known = words(__package__, sheet.language)
    names = [_short(player.name) for player in sheet.players]
    widths = [max(len(name), 5) + 3 for name in names]

    def row(head: str, cells: Iterable[object]) -> str:
        columns = zip(cells, widths, strict=True)
        return head.ljust(_HEAD) + "".join(str(cell).rjust(width) for cell, width in columns)

    rule = "─" * (_HEAD + sum(widths))
    subtotals = [row(head, points) for head, points in _subtotals(sheet)]
    lines = [row("", names), rule, *subtotals, *([rule] if subtotals else [])]
    lines += [row(known["total"], [_number(player.total) for player in sheet.players]), ""]
    lines += sheet.remarks
    for player in sheet.players:
        amount = known["point" if player.total in (1, -1) else "points"]
        lines += ["", amount.format(name=player.name, points=_number(player.total))]
        for entry in player.lines:
            lines += _entry(entry)
    return "\n".join(lines)


def html(sheet: Sheet) -> str:
    """Return the sheet as HTML: the same, with every text escaped."""
    known = words(__package__, sheet.language)
    names = "".join(f"<th>{escape(player.name)}</th>" for player in sheet.players)
    totals = (known["total"], [_number(player.total) for player in sheet.players])
    rows = "".join(
        f"<tr><th>{escape(head)}</th>{''.join(f'<td>{cell}</td>' for cell in points)}</tr>"
        for head, points in [*_subtotals(sheet), totals]
    )
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in sheet.remarks)
    players = "".join(map(_column_html, sheet.players))
    return f"<table><tr><th></th>{names}</tr>{rows}</table>{remarks}{players}"


def _subtotals(sheet: Sheet) -> Sequence[tuple[str, Sequence[object]]]:
    """Return the points of each player under every heading that occurs."""
    heads = dict.fromkeys(head for player in sheet.players for head in player.subtotals)
    return [(head, [player.subtotals.get(head, 0) for player in sheet.players]) for head in heads]


def _entry(entry: Line) -> Iterator[str]:
    head = f"{_number(entry.points):>5}  {entry.label}".ljust(_HEAD)
    yield from wrap(
        entry.explanation, _WIDTH, initial_indent=f"{head} ", subsequent_indent=" " * (_HEAD + 1)
    ) or [head.rstrip()]
    # A single part says what the explanation does.
    if len(entry.parts) > 1:
        yield from (f"{part.points:{_HEAD + 3}}  {' '.join(part.spaces)}" for part in entry.parts)


def _column_html(player: Column) -> str:
    rows = "".join(
        f"<tr><td>{_number(entry.points)}</td><th>{escape(entry.label)}</th>"
        f'<td style="text-align: left">'
        f"{escape(entry.explanation)}{''.join(map(_part_html, entry.parts))}</td></tr>"
        for entry in player.lines
    )
    return f"<h4>{escape(player.name)}: {_number(player.total)}</h4><table>{rows}</table>"


def _number(points: int | None) -> str:
    return "?" if points is None else str(points)


def _part_html(part: Part) -> str:
    return f"<br>{part.points}: {escape(' '.join(part.spaces))}"


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
