"""The questions of all games: fields and request schemas made of a game's declaration."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, cast

from marshmallow import ValidationError

from theodolite.notation.text import NotationError, TableNotation
from theodolite.verdict import NOTHING, Fault, Path, below
from theodolite.web import fields
from theodolite.web.fields import OTOMA, Nested, refusals
from theodolite.web.schemas import LOAD_ERRORS, Schema, unknown_player
from theodolite.web.tables import text_faults

DESCRIPTIONS: Mapping[str, str] = {
    "snapshot": "The whole table, as JSON or as text.",
    "before": "The table before, as JSON or as text.",
    "after": "The table after it, of the same game. The rulings are those of `before`.",
    "player": "The name of the player who moves, or `Otoma`.",
    "move": "What the player did.",
    "given": "What chance or others decided before the player chose.",
    "record": "A table, and the turns that followed.",
}


LIMIT: Mapping[str, Any] = {
    "limit": fields.Integer(
        1, 10_000, description="The most entries of `moves`. Default: all that are found."
    )
}
"""The option of what a player may do."""


class _TextField(fields.Field):
    """A table in a game's notation."""

    def __init__(self, schema: Schema, notation: TableNotation, *, partial: bool) -> None:
        super().__init__({"type": "string", "description": "The table in the game's notation."})
        self.schema, self.notation, self.partial = schema, notation, partial

    def in_force(self, value: str) -> AbstractContextManager[None]:
        """The card pack in a text."""
        try:
            return self.schema.in_force(self.notation.parse(value, partial=self.partial))
        except NotationError:
            return nullcontext()

    def load(self, value: str) -> Any:
        """The table that a text stands for."""
        try:
            document = self.notation.parse(value, partial=self.partial)
        except NotationError as error:
            raise refusals(list(text_faults(error.faults))) from None
        try:
            return self.schema.load_fast(document)
        except LOAD_ERRORS:
            raise refusals(self.schema.errors(document)) from None


class TableField(fields.OneOf):
    """A table, as an object, or as text where the game has a notation.

    Args:
        schema: The schema of the object.
        notation: How the game's tables are written.
        partial: Whether a part of a table suffices, as the schema has it.
        kwargs: As for every field; `required` by default.
    """

    def __init__(
        self,
        schema: Schema | None,
        notation: TableNotation | None,
        *,
        partial: bool = False,
        **kwargs: Any,
    ) -> None:
        if schema is None:
            raise TypeError(notation)
        ways: dict[type, Any] = {dict: Nested(schema)}
        if notation is not None:
            ways[str] = _TextField(schema, notation, partial=partial)
        super().__init__(ways, **{"required": True, **kwargs})
        self.notation = notation

    def in_force(self, value: Any) -> AbstractContextManager[None]:
        """The card pack that a table brings."""
        way: Any = self.ways.get(type(value))
        found = nullcontext() if way is None else way.in_force(value)
        return cast("AbstractContextManager[None]", found)


class MoveField(fields.OneOf):
    """A move of a player; or of Otoma, which has another form.

    Args:
        schema: The schema of a player's move.
        automaton: That of a move of Otoma; None where no automaton plays.
        kwargs: As for every field.
    """

    def __init__(self, schema: Schema | None, automaton: Schema | None, **kwargs: Any) -> None:
        if schema is None:
            raise TypeError(automaton)
        super().__init__({dict: Nested(schema)}, **kwargs)
        self.automaton = automaton


class Body(Schema):
    """A request. The form of a member `move` depends on who moves."""

    _otoma: Schema | None = None
    """The schema of the same object where `player` is Otoma; None where that is no other."""

    def in_force(self, value: Any) -> AbstractContextManager[None]:
        """The card pack of the first table within the object is in force for all of it."""
        for member in ("snapshot", "record", "before"):
            field: Any = self.fields.get(member)
            if field is not None and type(value) is dict and member in value:
                try:
                    return cast("AbstractContextManager[None]", field.in_force(value[member]))
                except ValidationError as error:
                    raise refusals(
                        [*below((member,), cast("list[Fault]", error.messages))]
                    ) from None
        return nullcontext()

    def load_fast(self, value: Any) -> Any:
        """Load an object that is most likely valid."""
        other = self.of_otoma(value)
        with self.in_force(value):
            return super().load_fast(value) if other is None else other.load_fast(value)

    def load(self, data: Any, **options: Any) -> Any:
        """Find the faults within fields, as marshmallow does."""
        other = self.of_otoma(data)
        return super().load(data, **options) if other is None else other.load(data, **options)

    def field_errors(self, value: Any) -> list[Fault]:
        """Find the faults within fields; of a bare table or record, how to wrap it."""
        for member in ("snapshot", "record", "before"):
            field: Any = self.fields.get(member)
            if field is not None and type(value) is dict and member not in value:
                inner: Any = field.ways[dict] if isinstance(field, TableField) else field
                bare = value.keys() - self.fields.keys()
                if bare and bare <= inner.object.fields.keys():
                    return [Fault("bare_table", (), {"member": member})]
        return super().field_errors(value)

    def check(self, value: Any) -> fields.Checked:
        """Load an object whose fields are all valid, and find the faults between fields in it."""
        other = self.of_otoma(value)
        return super().check(value) if other is None else other.check(value)

    def of_otoma(self, value: Any) -> Schema | None:
        """The schema of an object where `player` is Otoma, if that is another one; else None."""
        is_otoma = type(value) is dict and value.get("player") == OTOMA
        return self._otoma if is_otoma else None


def body(
    name: str,
    text: str,
    members: Mapping[str, Any],
    faults: Callable[[Mapping[str, Any]], Iterable[Fault]] = lambda _: (),
    otoma: Mapping[str, Any] = NOTHING,
) -> Schema:
    """The schema of an object with some members.

    Args:
        name: Its name in the specification.
        text: Its description.
        members: Its fields.
        faults: Finds the faults between them.
        otoma: The fields that have another form where `player` is Otoma; `move` comes by itself.
    """

    def cross_faults(_self: Schema, made: Any, _data: Mapping[str, Any]) -> Iterable[Fault]:
        return faults(made)

    about = {"__doc__": text, "cross_faults": cross_faults}
    schema: Schema = type(f"{name}Schema", (Body,), {**about, **members})()
    move = members.get("move")
    if isinstance(move, MoveField) and move.automaton is not None:
        otoma = {"move": MoveField(move.automaton, None, required=move.required)}
    if otoma:
        of_otoma = {**members, **otoma}
        schema._otoma = type(f"{name}OfOtomaSchema", (Schema,), {**about, **of_otoma})()  # type: ignore[attr-defined]
    return schema


def turn(move: Schema | None, automaton: Schema | None) -> Schema:
    """The schema of a turn of a record: a player and a move."""
    return body(
        "RecordedTurn",
        "A turn of a record.",
        {
            "player": fields.Name(required=True, description=DESCRIPTIONS["player"]),
            "move": MoveField(move, automaton, description=DESCRIPTIONS["move"]),
            "left": LEAVES,
        },
        lambda made: leave_faults(made, "move"),
    )


LEAVES = fields.Boolean(description="Whether the player leaves the table instead.")
"""The field `left` of a turn of a record."""


def leave_faults(made: Mapping[str, Any], needed: str, *others: str) -> Iterator[Fault]:
    """The faults of a turn of a record that lacks what was done, or leaves and does it as well.

    Args:
        made: The turn as loaded.
        needed: The field that tells what was done; an empty name if none is needed.
        others: Further fields of a turn in which nobody leaves.
    """
    if made.get("left"):
        yield from (
            Fault("superfluous_field", (name,)) for name in (needed, *others) if name in made
        )
    elif needed and needed not in made:
        yield Fault("required", (needed,))


def record(snapshot: TableField, turn: Schema, most: int) -> Schema:
    """The schema of a record: a table and the turns that followed."""
    turns = fields.List(
        Nested(turn),
        most,
        code="too_many",
        required=True,
        description="The turns, in the order in which they were played.",
    )
    return body("Record", DESCRIPTIONS["record"], {"snapshot": snapshot, "turns": turns})


def unknown_mover(
    names: Iterable[str], name: str | None, path: Path, automaton: object
) -> Iterator[Fault]:
    """The fault of naming a player who is not at the table, Otoma included where it plays none."""
    if name != OTOMA or automaton is None:
        yield from unknown_player(names, name, path)
