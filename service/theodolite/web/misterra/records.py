"""Records of Maps of Misterra, as far as their corrections need them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from theodolite.leaving import leave
from theodolite.misterra import half_days, otoma
from theodolite.misterra.board import GRID, LETTERS, Terrain
from theodolite.misterra.disputes import accounts
from theodolite.misterra.half_days import HalfDay
from theodolite.misterra.otoma_disputes import accounts as otoma_accounts
from theodolite.misterra.replays import RecordedTurn, replay
from theodolite.misterra.snapshot import Snapshot
from theodolite.misterra.turns import seats
from theodolite.records import Records, Shape
from theodolite.verdict import Word
from theodolite.web.misterra.moves import TURN, half_day_document, otoma_document, turns_of
from theodolite.web.misterra.responses import TABLE, table_response
from theodolite.web.seen import loaded, reader

_SHAPE = Shape(
    rows=frozenset({"island", "parchment"}),
    standing=frozenset({"meeple"}),
    letters={
        **dict(zip(LETTERS, Terrain, strict=True)),
        **{
            letter.lower(): Word("terms", "HAZY_TILE", {"terrain": terrain})
            for letter, terrain in zip(LETTERS, Terrain, strict=True)
        },
    },
)


def records(table: Snapshot) -> Records[Snapshot, RecordedTurn]:
    """The records that begin with a table."""
    names = seats(table)

    def write(turn: RecordedTurn) -> Mapping[str, Any]:
        if turn.left:
            return {"player": names[turn.seat], "left": True}
        moves = [*map(half_day_document, turn.half_days), *map(otoma_document, turn.otoma)]
        document: dict[str, Any] = {"player": names[turn.seat], "moves": moves}
        if turn.revealed is not None:
            document["revealed"] = [[half.name.lower() for half in card] for card in turn.revealed]
        return document

    return Records(
        replay=replay,
        carry_out=_carry_out,
        plays=_plays,
        shape=_SHAPE,
        document=table_response,
        table=lambda document: loaded(TABLE, document),
        write=write,
        read=reader(table, TURN, turns_of),
        spaces=GRID.names,
        absent=lambda _, turns: [RecordedTurn(seat, revealed=()) for seat in range(len(names))],
        effort=20,
        work=1_500,
    )


def _carry_out(table: Snapshot, turns: Sequence[RecordedTurn], i: int) -> Snapshot:
    turn = turns[i]
    if turn.left:
        return leave("misterra", table, turn.seat)[1]
    if turn.seat == len(table.players):
        table = otoma.play(table, turn.otoma).after
    for half_day in turn.half_days:
        table, _ = half_days.carry_out(table, turn.seat, half_day)
    if turn.revealed is None:
        return table._replace(display=None)
    if table.display is not None:
        table = table._replace(display=(*table.display, *turn.revealed))
    return table if table.deck is None else table._replace(deck=table.deck - len(turn.revealed))


def _plays(
    before: Snapshot, goal: Snapshot, turns: Sequence[RecordedTurn], i: int
) -> Iterator[RecordedTurn]:
    turn = turns[i]
    if turn.left:
        return
    if turn.seat == len(before.players):
        for played in otoma_accounts(before, goal):
            yield _refilled(before, goal, [*turns[:i], turn._replace(otoma=played)])
        return
    for account in accounts(before, goal, turn.seat):
        asked = [*map(_along, account, (*turn.half_days, *[None] * len(account)))]
        for found in (asked, account) if asked != [*account] else (account,):
            yield _refilled(before, goal, [*turns[:i], turn._replace(half_days=tuple(found))])


def _along(half_day: HalfDay, recorded: HalfDay | None) -> HalfDay:
    """A half day by the way that is recorded, if that leads to the same place."""
    if recorded is None or half_day.move[-1:] != recorded.move[-1:]:
        return half_day
    return half_day._replace(move=recorded.move, sketch=half_day.sketch or recorded.sketch)


def _refilled(before: Snapshot, goal: Snapshot, turns: Sequence[RecordedTurn]) -> RecordedTurn:
    """The last turn with the cards that refill the display as it is later."""
    turn = turns[-1]
    empty = turn._replace(revealed=())
    rest = _carry_out(before, [empty], 0).display
    if turn.revealed is None or rest is None or goal.display is None:
        return turn
    revealed = Counter(goal.display) - Counter(rest)
    if revealed == Counter(turn.revealed):
        return turn
    return turn._replace(revealed=tuple(card for card in revealed.elements() if card is not None))
