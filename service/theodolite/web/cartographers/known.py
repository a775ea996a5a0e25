"""The printed facts of a table, and the fields that name it.

A pack of the table outranks the card pack of the service, and that the facts.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from theodolite.cartographers.board import (
    EMPTY,
    GRID,
    PRINT_LETTERS,
    PRINT_ROWS,
    TERRAIN_NAMES,
    Print,
    Terrain,
    read_print,
)
from theodolite.cartographers.facts import FACTS, Card, Facts
from theodolite.grid import NOWHERE, Spaces
from theodolite.rows import written
from theodolite.rulebook import Rulebook
from theodolite.web import fields
from theodolite.web.boards import RowsField
from theodolite.web.card_packs import card_pack, pack_in_force
from theodolite.web.fields import MAX_KNOWN, refusal, shorten, wrong_type

RULEBOOK = Rulebook("theodolite.cartographers")
TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
ID_PATTERN = r"^[A-Za-z][A-Za-z0-9_]{0,39}$"


def installed() -> Facts:
    """The facts, outranked by the card pack of the service."""
    facts: Facts | None = card_pack(RULEBOOK.game)
    return FACTS if facts is None else facts


def known() -> Facts:
    """The same, outranked by the pack of the table that is being loaded or written."""
    facts: Facts | None = pack_in_force(RULEBOOK.game)
    return FACTS if facts is None else facts


class KnownField(fields.Field):
    """The id of something printed that is known.

    Args:
        ids: The ids among the facts.
        code: The code of the refusal of others.
        kwargs: As for every field.
    """

    def __init__(
        self, ids: Callable[[Facts], Collection[str]], code: str = "unknown_card", **kwargs: Any
    ) -> None:
        # Packs bring other ids, so the specification does not list those of the facts.
        super().__init__(
            {"type": "string", "pattern": ID_PATTERN, "examples": [*ids(FACTS)][:1]}, **kwargs
        )
        self.ids, self.code = ids, code

    def load(self, value: Any) -> Any:
        """The id."""
        if type(value) is not str:
            raise wrong_type("string")
        ids = self.ids(known())
        if value not in ids:
            shown = [*ids][:MAX_KNOWN]
            listed = ", ".join([*shown, *(["…"] if len(shown) < len(ids) else [])])
            raise refusal(self.code, {"value": shorten(value), "known": listed})
        return value


def ambushes(facts: Facts) -> Collection[str]:
    """The ids of all ambushes."""
    return [card.id for card in facts.cards.values() if card.kind == "ambush"]


def ambush_field() -> KnownField:
    """An ambush by its id."""
    return KnownField(ambushes)


class CardIdField(KnownField):
    """A card by its id.

    Args:
        none: A word that stands for None among the cards.
        kwargs: As for every field.
    """

    def __init__(self, none: str | None = None, **kwargs: Any) -> None:
        super().__init__(lambda facts: facts.cards, **kwargs)
        self.none = none

    def load(self, value: Any) -> Card | None:
        """The card with all that is known of its face."""
        if self.none is not None and value == self.none:
            return None
        return known().cards[super().load(value)]


class MapNameField(KnownField):
    """The name of a side of the sheets, whose print is known."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(lambda facts: facts.maps, "unknown_map", **kwargs)

    def load(self, value: Any) -> Print:
        """The print."""
        printed = known().maps[super().load(value)]
        if printed is None:
            raise refusal("map_not_known", {"value": value})
        return printed


class MapField(fields.OneOf):
    """A map by its name, or as the rows of its print."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "description",
            "The side of the sheets: its name, or its print as 11 rows of 11 letters: "
            "`^` mountain, `R` ruins, `#` wasteland, `.` plain.",
        )
        super().__init__({str: MapNameField(), list: print_field()}, **kwargs)

    def dump(self, value: Print) -> str | Sequence[str]:
        """The name of the map if it has one, else its rows."""
        for name, printed in known().maps.items():
            if value == printed:
                return name
        return print_rows(value)


def print_field(**kwargs: Any) -> RowsField:
    """A print as rows of letters."""
    return RowsField(PRINT_ROWS, read_print, write=print_rows, **kwargs)


def print_rows(printed: Print) -> list[str]:
    """A print as rows of letters."""
    layers: Iterable[tuple[str, Spaces]] = (
        (letter, spaces or NOWHERE) for letter, spaces in zip(PRINT_LETTERS, printed, strict=True)
    )
    return written(GRID, layers, EMPTY)
