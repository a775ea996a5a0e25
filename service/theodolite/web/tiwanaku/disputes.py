"""The endpoint `disputes`: whether one turn can have led from one table to another."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, NewType

from msgspec import Struct

from theodolite import disputes as rules
from theodolite.tiwanaku.disputes import resolve, without_rulings
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.responses import Difference, Localizer, description, rulings_used, same_as
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.tiwanaku.fields import name_field
from theodolite.web.tiwanaku.responses import (
    Gain,
    Rulings,
    Table,
    judge_table,
    list_gains,
    localizer,
    write_table,
)
from theodolite.web.tiwanaku.schemas import SnapshotSchema
from theodolite.web.tiwanaku.turn_schemas import TurnSchema, turn_data
from theodolite.web.tiwanaku.turns import seat_of

TurnTable = NewType("TurnTable", dict[str, Any])
"""A turn in the form of a request."""
_TURN = TurnSchema()


class Dispute(NamedTuple):
    """Two tables, and the seat of the player whose turn may lead from the one to the other."""

    before: Snapshot
    after: Snapshot
    seat: int


class DisputeSchema(Schema):
    """Two tables, and the player whose one turn may lead from the one to the other."""

    before = fields.Nested(SnapshotSchema(), required=True, description="The earlier table.")
    after = fields.Nested(
        SnapshotSchema(),
        required=True,
        description="The later table, of the same board, mode and players.",
    )
    player = name_field(required=True, description="The name of the player whose turn it was.")

    def make(self, data: Mapping[str, Any]) -> Dispute:
        """The request."""
        before: Snapshot = data["before"]
        return Dispute(before, data["after"], seat_of(before, data["player"]))

    def cross_faults(self, made: Dispute, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find an unknown player, and tables that are not of one game."""
        yield from unknown_player(made.before.player_names, data["player"], ("player",))
        before, after = _game(made.before), _game(made.after)
        for field, value in before.items():
            if after[field] != value:
                yield Fault("other_table", ("after", field), {"field": field})


def _game(table: Snapshot) -> Mapping[str, object]:
    """The values that no turn changes, by field."""
    return {"board": table.land.board, "mode": table.mode, "players": table.player_names}


class Account(Struct):
    """A turn that explains the later table."""

    turn: Annotated[TurnTable, same_as(TurnSchema), description("The turn.")]
    items: Annotated[list[Gain], description("Its gains and losses in order.")]


class SettledDispute(Struct):
    """Whether one turn can have led from one table to the other."""

    possible: Annotated[bool, description("Whether any legal turn explains the later table.")]
    accounts: Annotated[
        list[Account], description("The turns that do, the shortest first, 20 at most.")
    ]
    more: Annotated[bool, description("Whether there are further ones.")]
    truncated: Annotated[bool, description("Whether not every turn could be tried.")]
    differences: Annotated[
        list[Difference],
        description(
            "The differences that no legal turn explains, with the rule that the likeliest breaks."
        ),
    ]
    rulings: Rulings


def disputes(request: Dispute, locale: str) -> SettledDispute:
    """Settle whether one turn of a player can have led from one table to another.

    Answers with every account of it, the shortest first and 20 at most, or with what no legal turn
    explains and the rule that the likeliest turn breaks there.
    """
    before = request.before
    finding, matters = judge_table(
        before,
        lambda table: resolve(table, request.after.under(table.rulings), request.seat),
        without_rulings,
    )
    texts = localizer(before, locale)
    tables = write_table(before), write_table(request.after)
    return SettledDispute(
        bool(finding.accounts),
        [
            Account(
                TurnTable(_TURN.dump(turn_data(account.turn, before.land.grid))),
                list_gains(account.verdict.items, texts),
            )
            for account in finding.accounts
        ],
        finding.more,
        finding.truncated,
        [_difference(difference, tables, texts) for difference in finding.differences],
        rulings_used(before.rulings, matters),
    )


def _difference(
    difference: rules.Difference, tables: tuple[Table, Table], texts: Localizer
) -> Difference:
    """A difference with the values as sent, and why; of points with the gains of the turn."""
    path, rule, key, values, gains = difference
    sentences = [texts.sentence(rule, key, values)]
    sentences += [texts.sentence(gain.rule, gain.key, gain.values) for gain in gains]
    before, after = (_at(table, path) for table in tables)
    pointer = "".join(f"/{part}" for part in path)
    return Difference(pointer, before, after, " ".join(sentences))


def _at(document: Any, path: Path) -> Any:
    """The value at a place of a document; None if there is none."""
    for part in path:
        if isinstance(document, Mapping):
            document = document.get(part)
        elif document is not None:
            document = document[part]
    return document
