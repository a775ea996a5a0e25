"""A record beside the table that is seen: where they differ, and which turn was wrong."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Annotated, Any, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from theodolite.records import NOTHING_THERE, Records, Shape, diagnose
from theodolite.verdict import Path, Values
from theodolite.web.asked import TableField
from theodolite.web.differences import Departure, value_at
from theodolite.web.problems import pointer
from theodolite.web.responses import Explanation, Localizer, description
from theodolite.web.schemas import LOAD_ERRORS, Schema

_WORDS = tomllib.loads(files("theodolite.web").joinpath("seen.toml").read_text("utf-8"))


class SeenDifference(Departure, kw_only=True):
    """A value that is another on the table than after the record."""

    record: Annotated[Any, description("The value after the record; null if it has none.")]
    seen: Annotated[Any, description("The value on the table; null if it has none.")]


class CorrectedTurn(Struct, kw_only=True):
    """A single correction after which the record is legal and leads to the table."""

    kind: Annotated[
        str,
        description(
            "`other_play`: the turn was another one. `twice`: it is listed twice. `extra`: it was "
            "not played. `missing`: a turn before it, or at the end, is not listed. `swapped`: it "
            "and the next one were played the other way round. `not_updated`: the record is right, "
            "and the table was not updated."
        ),
    ]
    turn: Annotated[int, description("The index of the turn in the record.")]
    replaced: Annotated[int, description("The number of turns from there that are replaced.")]
    by: Annotated[list[dict[str, Any]], description("The turns in their place.")]
    cost: Annotated[int, description("How unlikely it is: the fewer values change, the likelier.")]
    explanation: Explanation


class Seen(Struct, kw_only=True):
    """A record beside the table that is seen."""

    agrees: Annotated[
        bool, description("Whether the record, legal or not, leads to it in all that both state.")
    ]
    differences: Annotated[list[SeenDifference], description("The values that differ.")]
    corrections: Annotated[
        list[CorrectedTurn],
        description(
            "The single corrections, each by itself, the likeliest first; those of the same `cost` "
            "are as likely. Empty where it agrees and is legal, and where none is found."
        ),
    ]
    astray: Annotated[
        int | None,
        description(
            "Where no correction is found: the index of the turn after which the table can no "
            "longer be reached, as far as can be told; else null."
        ),
    ]
    truncated: Annotated[bool, description("Whether not every correction was tried.")]


SEEN = description("The record beside the table in `seen`, if that is sent.")


def seen_option(schema: Schema, notation: Any) -> Mapping[str, Any]:
    """The option of `replays` to compare the record with a table."""
    text = (
        "The table as it is seen now, to be compared with that after the record. What it does not "
        "state is unknown; the rulings are the record's."
    )
    return {"seen": TableField(schema, notation, required=False, description=text)}


def loaded(schema: Schema, document: Any) -> Any:
    """The object that a document stands for; None if it is not a possible one."""
    try:
        return schema.load_fast(document)
    except LOAD_ERRORS:
        return None


def reader(
    table: Any, schema: Schema, turns_of: Callable[[Mapping[str, Any]], Sequence[Any]]
) -> Callable[[Any], Any]:
    """Makes a turn of a document; None if it is not a possible one.

    Args:
        table: The table before the record.
        schema: The schema of a turn.
        turns_of: Makes the turns of a loaded record.
    """

    def read(document: Any) -> Any:
        turn = loaded(schema, document)
        return None if turn is None else turns_of({"snapshot": table, "turns": [turn]})[0]

    return read


def compare(
    request: Mapping[str, Any],
    game: Records[Any, Any],
    turns: Sequence[Any],
    localizer: Localizer,
    kind_of: Callable[[Path], str],
) -> Seen | UnsetType:
    """Compare the record of a request with the table that is seen, if that is asked.

    Args:
        request: The request.
        game: The game.
        turns: The turns of the record.
        localizer: The localizer of the texts.
        kind_of: The kind of a departure at a place.
    """
    if "seen" not in request:
        return UNSET
    seen = request["seen"]
    found = diagnose(game, request["record"]["snapshot"], turns, seen)
    documents = game.document(found.after), game.document(seen)
    writer = _Writer(localizer, documents, kind_of, game.shape)
    parts: dict[Path, list[_Part]] = {}
    for (*place, last), values in found.differences.items():
        is_part = writer.is_row(place) or writer.is_bag(place)
        parts.setdefault((*place,) if is_part else (*place, last), []).append((last, *values))
    return Seen(
        agrees=not found.differences,
        differences=[writer.difference(path, differing) for path, differing in parts.items()],
        corrections=[
            CorrectedTurn(
                kind=one.kind,
                turn=one.turn,
                replaced=one.replaced,
                by=[game.write(turn) for turn in one.by],
                cost=one.cost,
                explanation=writer.fill(one.kind, {"number": one.turn + 1}),
            )
            for one in found.corrections
        ],
        astray=found.astray,
        truncated=found.truncated,
    )


_Part = tuple[Any, Any, Any]
"""A part of a value: the column or the item, the value by the record, and the one on the table."""


class _Writer(NamedTuple):
    """Writes differences.

    Attributes:
        localizer: The localizer of the texts.
        documents: The tables after the record, and as seen.
        kind_of: The kind of a departure at a place.
        shape: The fields of a table.
    """

    localizer: Localizer
    documents: Sequence[Any]
    kind_of: Callable[[Path], str]
    shape: Shape

    def fill(self, key: str, values: Values) -> str:
        """A sentence, filled."""
        locale = self.localizer.locale
        return self.localizer.rulebook.fill(locale, _WORDS[locale][key], values)

    def difference(self, path: Path, differing: Sequence[_Part]) -> SeenDifference:
        """A difference at a place."""
        grid, spaces, nothing = self.localizer.grid, [], self.fill("nothing", {})
        letters = self.shape.letters if self.is_row(path) else {}
        if self.is_row(path):
            first = grid.columns * int(path[-1])
            spaces = [grid.names[first + column] for column, *_ in differing]
        pair: list[list[object]]
        if self.is_bag(path):
            more = [[one for one in differing if one[side] > one[3 - side]] for side in (1, 2)]
            pair = [[self._word(json.loads(item)) for item, *_ in of] or [nothing] for of in more]
        else:
            sides = [[one[side] for one in differing] for side in (1, 2)]
            pair = [[letters.get(one, self._word(one)) for one in side] for side in sides]
        things = _WORDS[self.localizer.locale]["things"]
        place = [things[part] for part in path if part in things]
        if path[0] == "players":
            place.insert(0, self.documents[0]["players"][path[1]]["name"])
        place = [*place, *spaces] or [things["table"]]
        record, seen = (value_at(document, path) for document in self.documents)
        values = {"place": place, "record": pair[0], "seen": pair[1]}
        return SeenDifference(
            kind=self.kind_of(path),
            pointer=pointer(path),
            spaces=spaces,
            record=record,
            seen=seen,
            explanation=self.fill("difference", values),
        )

    def _word(self, value: object) -> str:
        if isinstance(value, list):
            return "/".join(map(self._word, value))
        if value is True or value in NOTHING_THERE:
            return self.fill("yes" if value is True else "nothing", {})
        terms = self.localizer.rulebook.words(self.localizer.locale, "terms")
        return terms.get(str(value).upper(), str(value))

    def is_row(self, path: Sequence[int | str]) -> bool:
        """Whether a place is a row of a board."""
        return len(path) > 1 and path[-2] in self.shape.rows

    def is_bag(self, path: Sequence[int | str]) -> bool:
        """Whether a place is a list whose items have no places of their own."""
        if not path or path[-1] in self.shape.seats:
            return False
        return isinstance(value_at(self.documents[0], path), (list, tuple))
