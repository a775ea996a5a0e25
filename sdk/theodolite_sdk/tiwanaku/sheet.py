"""The standings of Tiwanaku."""

from collections.abc import Iterator

from msgspec import Struct

from theodolite_sdk import sheet, types
from theodolite_sdk.types import RulingUsed
from theodolite_sdk.words import title, words

__all__ = ["Item", "Remark", "SideScore", "Standing"]


class Item(types.Item, frozen=True):
    """A line of a side's standing: `recorded`, `offering` or `empty_spaces`.

    Attributes:
        tokens: Of an offering, the levels held.
    """

    tokens: tuple[int, ...] = ()


class SideScore(Struct, frozen=True):
    """The standing of a player, of the group or of Otoma: rank from 1, total, and every line."""

    name: str
    rank: int
    total: int
    items: tuple[Item, ...]
    diversity_steps: int


class Remark(Struct, frozen=True):
    """Something odd about the table that is not impossible."""

    rule: str
    page: int
    explanation: str
    spaces: tuple[str, ...] = ()


class Standing(sheet.Printed, frozen=True):
    """The standing as if all stopped and offered now; `print` lays it out, `sheet["Ana"]` is one.

    Attributes:
        players: In the order of the snapshot, the group as one; Otoma last.
        winners: More than one if they share the victory.
        decided_by: `total`, `diversity_steps`, `shared` or `otoma_wins_ties`.
        final: Whether nothing more can be gained.
        remarks: What is odd about the table.
        rulings: The rulings that it rests on.
    """

    players: tuple[SideScore, ...]
    winners: tuple[str, ...]
    decided_by: str
    final: bool
    remarks: tuple[Remark, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()

    def __getitem__(self, name: str) -> SideScore:
        for side in self.players:
            if side.name == name:
                return side
        raise KeyError(name)

    def _laid_out(self) -> sheet.Sheet:
        known = words(__package__, self.language)["categories"]
        columns = [
            sheet.Column(
                side.name,
                side.total,
                {title(item.category, known): item.points for item in side.items},
                [
                    sheet.line(item, title(item.category, known), self.language)
                    for item in side.items
                ],
            )
            for side in self.players
        ]
        return sheet.Sheet(self.language, columns, list(self._remarks()))

    def _remarks(self) -> Iterator[str]:
        """Who is ahead and by what, what is odd, which rulings the result hangs on."""
        yield sheet.victory(self.winners, self.decided_by, __package__, self.language)
        yield from (remark.explanation for remark in self.remarks)
        yield from sheet.open_points(self.rulings, self.language)
