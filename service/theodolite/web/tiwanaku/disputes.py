"""Disputes: whether one turn can have led from one table to another."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NewType, cast

from msgspec import Struct

from theodolite import disputes as rules
from theodolite.grid import Space
from theodolite.tiwanaku import otoma_disputes
from theodolite.tiwanaku.board import TERRAIN_NAMES, Terrain
from theodolite.tiwanaku.disputes import resolve, without_rulings
from theodolite.tiwanaku.snapshot import OTOMA, Colour, Snapshot
from theodolite.verdict import Fault
from theodolite.web.differences import MENDED, Dispute, difference
from theodolite.web.responses import (
    Localizer,
    description,
    rulings_used,
    same_as,
)
from theodolite.web.tiwanaku.moves import (
    MoveSchema,
    OtomaMoveSchema,
    competitive_fault,
    seat_of,
    turn_data,
)
from theodolite.web.tiwanaku.responses import (
    AnyTable,
    Gain,
    Rulings,
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
    if made.get("player") == OTOMA:
        yield from competitive_fault(made["before"])


def _game(table: Snapshot) -> Mapping[str, object]:
    """The values that no turn changes, by field."""
    return {"board": table.land.board, "mode": table.mode, "players": table.player_names}


class Account(Struct):
    """A turn that explains the later table."""

    moves: Annotated[
        list[Annotated[TurnTable, same_as(MoveSchema, OtomaMoveSchema)]],
        description("The one turn, or the moves of Otoma's."),
    ]
    changes: Annotated[list[Gain], description("Its gains and losses in order.")]


class SettledDispute(Dispute, kw_only=True):
    """Whether one turn can have led from one table to the other."""

    accounts: Annotated[
        list[Account], description("The turns that do, the shortest first, 20 at most.")
    ]
    mended: Annotated[AnyTable | None, MENDED]
    rulings: Rulings
    truncated: Annotated[bool, description("Whether not every turn could be tried.")]


def disputes(request: Mapping[str, Any], locale: str) -> SettledDispute:
    """One turn is looked for.

    Lists every account of it, the shortest first and 20 at most, or what no legal turn explains and
    the rule that the likeliest turn breaks there.
    """
    before: Snapshot = request["before"]
    later: Snapshot = request["after"]
    texts = localizer(before, locale)
    tables = write_table(before), write_table(later)
    finding: rules.Finding[Any, rules.Difference]
    if request["player"] == OTOMA:
        finding, matters = judge_table(
            before,
            lambda table: otoma_disputes.resolve(table, later.under(table.rulings)),
            otoma_disputes.without_rulings,
        )
        accounts = [
            Account(
                [_otoma_table(account.moves, before.land.grid.names)],
                list_gains(account.items, texts),
            )
            for account in finding.accounts
        ]
    else:
        seat = seat_of(before, request["player"])
        finding, matters = judge_table(
            before,
            lambda table: resolve(table, later.under(table.rulings), seat),
            without_rulings,
        )
        accounts = [
            Account(
                [TurnTable(_MOVE.dump(turn_data(account.turn, before.land.grid)))],
                list_gains(account.verdict.items, texts),
            )
            for account in finding.accounts
        ]
    return SettledDispute(
        possible=bool(finding.accounts),
        accounts=accounts,
        more=finding.more,
        truncated=finding.truncated,
        differences=[
            difference(each, tables, lambda one: _explanation(one, texts))
            for each in finding.differences
        ],
        mended=None if finding.mended is None else write_table(finding.mended),
        rulings=rulings_used(before.rulings, matters),
    )


def _otoma_table(moves: Sequence[otoma_disputes.PawnTo], names: Sequence[str]) -> TurnTable:
    """Moves of Otoma's as a request has them."""
    return TurnTable(
        {
            "moves": [
                {
                    "pawn": _pawn(each.move.pawn, names),
                    "direction": each.direction.value,
                    "wheel": {
                        "terrain": TERRAIN_NAMES[cast("Terrain", each.move.terrain)],
                        "crop": each.move.crop,
                    },
                }
                for each in moves
            ]
        }
    )


def _pawn(pawn: Colour | Space | None, names: Sequence[str]) -> str:
    """A pawn by its colour, or by its space where others have the same."""
    return pawn.value if isinstance(pawn, Colour) else names[cast("Space", pawn)]


def _explanation(found: rules.Difference, texts: Localizer) -> str:
    """The broken rule; of points with the gains of the turn."""
    sentences = [texts.sentence(found.rule, found.key, found.values)]
    sentences += [texts.sentence(gain.rule, gain.key, gain.values) for gain in found.gains]
    return " ".join(sentences)
