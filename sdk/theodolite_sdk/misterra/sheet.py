"""The score sheets of Maps of Misterra."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from theodolite_sdk import sheet, types
from theodolite_sdk.types import RulingUsed
from theodolite_sdk.words import title, words

__all__ = [
    "Item",
    "PlayerScore",
    "Remark",
    "Removed",
    "RemovedClaim",
    "ScoreSheet",
    "Solo",
]


class Item(types.Item, frozen=True):
    """One line of a score sheet.

    Attributes:
        card: Of a presumption, the card.
        claim: Of a claim, the marker's space.
        terrain: Of a claim, the region's terrain.
        disputed_with: Of a claim, who else has a marker in the region.
        line: Of master cartographers, the row or column.
    """

    card: int | None = None
    claim: str | None = None
    terrain: str | None = None
    disputed_with: tuple[str, ...] = ()
    line: str | None = None


class PlayerScore(Struct, frozen=True):
    """A player's score: rank from 1, total, subtotals by category, and every line."""

    name: str
    rank: int
    total: int
    subtotals: dict[str, int]
    items: tuple[Item, ...]


class RemovedClaim(Struct, frozen=True):
    """A marker that was taken off the island before scoring."""

    player: str
    space: str


class Removed(Struct, frozen=True):
    """What was taken off the island before scoring."""

    tiles: tuple[str, ...] = ()
    claims: tuple[RemovedClaim, ...] = ()


class Remark(Struct, frozen=True):
    """Something about the table that should not be and yet can; the table is scored all the same.

    Attributes:
        rule: The rule concerned.
        explanation: What is odd, in words.
        page: Where the rulebook has the rule.
    """

    rule: str
    explanation: str
    page: int | None = None


class Solo(Struct, frozen=True):
    """The result of a solo game.

    Attributes:
        otoma_claims: The points of Otoma's claims.
        total: The player's total less these.
        titles: The titles earned, by what they are earned for.
        items: Otoma's claims, line by line.
    """

    otoma_claims: int
    total: int
    titles: dict[str, str]
    items: tuple[Item, ...] = ()


class ScoreSheet(sheet.Printed, frozen=True):
    """The score of a game; `print` lays it out, `sheet["Cassandra"]` is one player's score.

    Attributes:
        players: In the order of the snapshot.
        winners: More than one if they share the victory.
        decided_by: `total`, `fidelity` or `shared`.
        island: The island as scored, hazy tiles gone.
        removed: What was taken off the island before scoring.
        remarks: What is odd.
        rulings: The rulings that scoring rests on.
        solo: In a solo game, its result.
    """

    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    decided_by: str
    island: tuple[str, ...]
    removed: Removed = Removed()
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
                {title(of, known["categories"]): n for of, n in player.subtotals.items()},
                [sheet.line(item, _label(item, known), self.language) for item in player.items],
            )
            for player in self.players
        ]
        return sheet.Sheet(self.language, columns, list(self._said(known)))

    def _said(self, known: Mapping[str, Any]) -> Iterator[str]:
        """Who won and by what, what was taken off, what is odd, what the result hangs on."""
        if solo := self.solo:
            titles = ", ".join(
                known["titles"].get(of, "{title}").format(title=earned)
                for of, earned in solo.titles.items()
            )
            yield known["solo"].format(points=solo.otoma_claims, total=solo.total, titles=titles)
        else:
            yield sheet.victory(self.winners, self.decided_by, __package__, self.language)
        if tiles := self.removed.tiles:
            yield known["tiles_removed"].format(tiles=" ".join(tiles))
        if claims := self.removed.claims:
            markers = [known["marker"].format(player=c.player, space=c.space) for c in claims]
            yield known["claims_removed"].format(claims=", ".join(markers))
        yield from (remark.explanation for remark in self.remarks)
        yield from sheet.open_points(self.rulings, self.language)


def _label(item: Item, known: Mapping[str, Any]) -> str:
    if item.card is not None:
        return str(known["card"].format(card=item.card))
    if item.claim is not None:
        return str(known["claim"].format(space=item.claim))
    kind, _, which = (item.line or "").partition(" ")
    if kind in known:
        return str(known[kind].format(which=which))
    return title(item.line or item.category, known["categories"])
