"""The endpoint `replays`: a record of turns from a table on."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Struct

from theodolite.tiwanaku.replays import Record, ledger, replay, without_rulings
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.responses import description, rulings_weighed
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.tiwanaku.fields import name_field
from theodolite.web.tiwanaku.responses import (
    AnyTable,
    Gain,
    PlayedTurn,
    Weighed,
    judge_table,
    list_gains,
    localizer,
    played_turn,
    write_table,
)
from theodolite.web.tiwanaku.schemas import PartSchema, SnapshotSchema
from theodolite.web.tiwanaku.turn_schemas import TurnSchema, turn_faults, turn_of
from theodolite.web.tiwanaku.turns import (
    UNCHECKED,
    check_wheel,
    check_wheel_field,
    refuse_superfluous,
    seat_of,
)

_MOST_TURNS = 400


class ReplayRequest(NamedTuple):
    """A first table and the turns from there on."""

    snapshot: Snapshot
    records: tuple[Record, ...]
    check_wheel: bool


class RecordSchema(PartSchema):
    """A turn and the player who played it."""

    player = name_field(required=True, description="The name of the player.")
    turn = fields.Nested(TurnSchema(), required=True, description="The player's turn.")


class ReplaySchema(Schema):
    """A first table and the turns from there on."""

    snapshot = fields.Nested(
        SnapshotSchema(), required=True, description="The table before the first turn."
    )
    turns = fields.List(
        fields.Nested(RecordSchema()),
        _MOST_TURNS,
        code="too_many",
        required=True,
        description="The turns in their order.",
    )
    check_wheel = check_wheel_field()

    def make(self, data: Mapping[str, Any]) -> ReplayRequest:
        """The request."""
        snapshot: Snapshot = data["snapshot"]
        return ReplayRequest(
            snapshot,
            tuple(
                Record(
                    seat_of(snapshot, record["player"]),
                    turn_of(record["turn"], snapshot.land.grid),
                )
                for record in data["turns"]
            ),
            data.get("check_wheel", False),
        )

    def cross_faults(self, made: ReplayRequest, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find unknown players, and what the turns name and the table lacks."""
        names = made.snapshot.player_names
        for i, record in enumerate(data["turns"]):
            path = ("turns", i)
            yield from unknown_player(names, record["player"], (*path, "player"))
            yield from turn_faults(made.snapshot, record["turn"], (*path, "turn"))


class JudgedReplay(Struct):
    """A record as judged, up to and with the first turn that is illegal or not entered in full."""

    legal: Annotated[bool, description("Whether no turn breaks a rule.")]
    turns: Annotated[list[PlayedTurn], description("The turns as judged, in their order.")]
    ledger: Annotated[dict[str, list[Gain]], description("Every gain and loss, by side.")]
    stopped_at: Annotated[
        int | None, description("The number, from 0, of the turn at which it stops; null if none.")
    ]
    after: Annotated[AnyTable, description("The table after the last turn that could be played.")]
    rulings: Weighed


def replays(request: ReplayRequest, locale: str) -> JudgedReplay:
    """Judge a record of turns from a table on.

    Stops at the first turn that is illegal or not entered in full; turn order, the final phase and
    every gain and loss are included.
    """
    snapshot = request.snapshot
    worlds = UNCHECKED
    if request.check_wheel:
        found = replay(snapshot, request.records)
        worlds = check_wheel(snapshot, found.turns)
    found, matters = judge_table(
        snapshot,
        lambda table: replay(table, request.records).until(worlds.stop),
        without_rulings,
    )
    for at, verdict in enumerate(found.turns):
        refuse_superfluous(verdict.superfluous, ("turns", at, "turn"))
    verdicts = worlds.add_to(found.turns)
    texts = localizer(snapshot, locale)
    return JudgedReplay(
        all(verdict.legal for verdict in verdicts),
        [played_turn(snapshot, verdict, texts) for verdict in verdicts],
        {side: list_gains(gains, texts) for side, gains in ledger(snapshot, verdicts).items()},
        found.stopped_at,
        write_table(found.after),
        rulings_weighed(snapshot.rulings, worlds.weigh(matters)),
    )
