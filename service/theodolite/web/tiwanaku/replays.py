"""Answers about records."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, Struct, UnsetType

from theodolite.tiwanaku.differences import kind_of
from theodolite.tiwanaku.replays import ledger, replay, without_rulings
from theodolite.web.responses import Legal, Stop, description, rulings_weighed
from theodolite.web.seen import SEEN, Seen, compare
from theodolite.web.tiwanaku.legality import UNCHECKED, check_wheel
from theodolite.web.tiwanaku.moves import records_of
from theodolite.web.tiwanaku.otoma import refuse_superfluous
from theodolite.web.tiwanaku.records import records as recorded
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


class Turn(PlayedTurn, kw_only=True):
    """A turn of a record as judged."""

    player: Annotated[str, description("The player whose turn it was.")]


StoppedAt = Annotated[
    Stop | None,
    description("The turn at which it stops, illegal or not entered in full; null if none."),
]


class JudgedReplay(Struct):
    """A record as judged, up to and with the first turn that is illegal or not entered in full."""

    legal: Legal
    turns: Annotated[list[Turn], description("The turns as judged, in their order.")]
    ledger: Annotated[dict[str, list[Gain]], description("Every gain and loss, by side.")]
    stopped_at: StoppedAt
    after: Annotated[AnyTable, description("The table after the last turn that could be played.")]
    rulings: Weighed
    seen: Annotated[Seen | UnsetType, SEEN] = UNSET


def replays(request: Mapping[str, Any], locale: str) -> JudgedReplay:
    """Stops at the first turn that is illegal or not entered in full.

    Turn order, the final phase and every gain and loss are included.
    """
    snapshot = request["record"]["snapshot"]
    records = [*records_of(request["record"])]
    worlds = UNCHECKED
    if request.get("check_wheel", False):
        worlds = check_wheel(snapshot, replay(snapshot, records).turns)
    found, matters = judge_table(
        snapshot,
        lambda table: replay(table, records).until(worlds.stop),
        without_rulings,
    )
    for at, verdict in enumerate(found.turns):
        refuse_superfluous(verdict.superfluous, ("record", "turns", at, "move"))
    verdicts = worlds.add_to(found.turns)
    texts, stop = localizer(snapshot, locale), found.stopped_at
    names = [snapshot.player_names[record.seat] for record in records]
    legal = [verdict.legal for verdict in verdicts]
    return JudgedReplay(
        False if False in legal else None if None in legal else True,
        [
            Turn(**played_turn(snapshot, verdict, texts), player=name)
            for name, verdict in zip(names, verdicts, strict=False)
        ],
        {side: list_gains(gains, texts) for side, gains in ledger(snapshot, verdicts).items()},
        None if stop is None else Stop(stop, 0, names[stop]),
        write_table(found.after),
        rulings_weighed(snapshot.rulings, worlds.weigh(matters)),
        compare(request, recorded(snapshot), records, texts, kind_of),
    )
