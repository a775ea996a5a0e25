"""The score sheets of Cartographers, season by season."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from theodolite_sdk import sheet, types
from theodolite_sdk.types import RulingUsed
from theodolite_sdk.words import title, words

__all__ = ["Item", "Part", "PlayerScore", "Remark", "ScoreSheet", "SeasonScore", "Solo"]


class Part(types.Part, frozen=True):
    """Points that a group of spaces earns; `line` is its row, column or diagonal, if it is one."""

    line: str | None = None


class Item(types.Item, frozen=True):
    """One line of a season: a `decree` with its card, `coins` or `monsters`."""

    parts: tuple[Part, ...] = ()
    decree: str | None = None
    card: str | None = None


class SeasonScore(Struct, frozen=True):
    """The score of a season.

    Attributes:
        season: Which.
        recorded: Whether it is taken as written, and not scored on the map.
        total: The sum of its items, or of the boxes written.
        adds_up: Whether the sum written is that of its parts.
        items: Its lines, if it was scored.
    """

    season: str
    recorded: bool
    total: int
    adds_up: bool = True
    items: tuple[Item, ...] = ()


class PlayerScore(Struct, frozen=True):
    """A player's score: rank from 1, total, what monsters cost, and every season."""

    name: str
    rank: int
    total: int
    monster_loss: int
    seasons: tuple[SeasonScore, ...]


class Remark(Struct, frozen=True):
    """Something odd about a sheet that is not impossible."""

    player: str
    rule: str
    explanation: str
    section: str | None = None
    heading: str | None = None


class Solo(Struct, frozen=True):
    """The rating of a solo game, less the numbers of the scoring cards, and its title."""

    numbers: int | None
    rating: int | None
    title: str | None


class ScoreSheet(sheet.Printed, frozen=True):
    """A scored table; `print` lays it out, `sheet["Ann"]` is one player's score.

    Attributes:
        players: In the order of the snapshot.
        complete: Whether all four seasons are scored.
        winners: More than one if they share the place.
        decided_by: `total`, `monsters` or `shared`.
        missing: The seasons that somebody has no score for.
        remarks: What is odd.
        rulings: The rulings that scoring rests on.
        solo: In a solo game, its rating.
    """

    players: tuple[PlayerScore, ...]
    complete: bool
    winners: tuple[str, ...]
    decided_by: str
    missing: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()
    solo: Solo | None = None

    def __getitem__(self, name: str) -> PlayerScore:
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def _laid_out(self) -> sheet.Sheet:
        known = words(__package__, self.language)
        columns = [
            sheet.Column(
                player.name,
                player.total,
                {title(one.season, known["seasons"]): one.total for one in player.seasons},
                [entry for one in player.seasons for entry in self._lines(one, known)],
            )
            for player in self.players
        ]
        return sheet.Sheet(self.language, columns, list(self._said(known)))

    def _lines(self, season: SeasonScore, known: Mapping[str, Any]) -> Iterator[sheet.Line]:
        name = title(season.season, known["seasons"])
        if season.recorded:
            says = known["recorded"] if season.adds_up else known["does_not_add_up"]
            yield sheet.Line(season.total, name, says)
        for item in season.items:
            yield sheet.line(item, _label(item, known), self.language)

    def _said(self, known: Mapping[str, Any]) -> Iterator[str]:
        """Who won and by what, what is odd, which rulings the result hangs on."""
        if self.solo is None:
            yield sheet.victory(self.winners, self.decided_by, __package__, self.language)
        elif self.solo.rating is not None:
            told = known["solo"].format(numbers=self.solo.numbers, rating=self.solo.rating)
            yield told if self.solo.title is None else f"{told} {self.solo.title}"
        if self.missing:
            missing = [title(season, known["seasons"]) for season in self.missing]
            yield known["missing"].format(seasons=", ".join(missing))
        yield from (remark.explanation for remark in self.remarks)
        yield from sheet.open_points(self.rulings, self.language)


def _label(item: Item, known: Mapping[str, Any]) -> str:
    if item.decree is None:
        return title(item.category, known["categories"])
    return f"{item.decree} {title(item.card or item.category, {})}"
