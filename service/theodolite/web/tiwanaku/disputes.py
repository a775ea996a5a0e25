"""Disputes: whether one turn can have led from one table to another."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NewType

from msgspec import Struct

from theodolite import disputes as rules
from theodolite.tiwanaku.disputes import resolve, without_rulings
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.verdict import Fault, Path
from theodolite.web.problems import pointer
from theodolite.web.responses import Difference, Localizer, description, rulings_used, same_as
from theodolite.web.tiwanaku.moves import MoveSchema, seat_of, turn_data
from theodolite.web.tiwanaku.responses import (
    Gain,
    Rulings,
    Table,
    judge_table,
    list_gains,
    localizer,
    write_table,
)

TurnTable = NewType("TurnTable", dict[str, Any])
"""A turn in the form of a request."""
_MOVE = MoveSchema()


def table_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Tables that are not of one game."""
    before, after = _game(made["before"]), _game(made["after"])
    for field, value in before.items():
        if after[field] != value:
            yield Fault("other_table", ("after", field), {"field": field})


def _game(table: Snapshot) -> Mapping[str, object]:
    """The values that no turn changes, by field."""
    return {"board": table.land.board, "mode": table.mode, "players": table.player_names}


class Account(Struct):
    """A turn that explains the later table."""

    moves: Annotated[list[Annotated[TurnTable, same_as(MoveSchema)]], description("The one turn.")]
    changes: Annotated[list[Gain], description("Its gains and losses in order.")]


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


def disputes(request: Mapping[str, Any], locale: str) -> SettledDispute:
    """One turn is looked for.

    Lists every account of it, the shortest first and 20 at most, or what no legal turn explains and
    the rule that the likeliest turn breaks there.
    """
    before: Snapshot = request["before"]
    later: Snapshot = request["after"]
    seat = seat_of(before, request["player"])
    finding, matters = judge_table(
        before,
        lambda table: resolve(table, later.under(table.rulings), seat),
        without_rulings,
    )
    texts = localizer(before, locale)
    tables = write_table(before), write_table(later)
    return SettledDispute(
        bool(finding.accounts),
        [
            Account(
                [TurnTable(_MOVE.dump(turn_data(account.turn, before.land.grid)))],
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
    return Difference(pointer(path), before, after, " ".join(sentences))


def _at(document: Any, path: Path) -> Any:
    """The value at a place of a document; None if there is none."""
    for part in path:
        if isinstance(document, Mapping):
            document = document.get(part)
        elif document is not None:
            document = document[part]
    return document
