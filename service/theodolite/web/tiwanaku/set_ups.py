"""Set-ups: the first table of a game."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.tiwanaku.board import GRIDS
from theodolite.tiwanaku.impossibilities import mode_fault
from theodolite.tiwanaku.set_ups import deal, set_up
from theodolite.tiwanaku.snapshot import Group, Mode, Otoma, Player, Snapshot
from theodolite.tiwanaku.snapshot import Rulings as AllRulings
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.responses import description, rulings_used
from theodolite.web.schemas import Schema
from theodolite.web.tiwanaku.fields import (
    board_field,
    colour_field,
    crop_rows_field,
    difficulty_field,
    mode_field,
    name_field,
    spaces_field,
    terrain_rows_field,
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
from theodolite.web.tiwanaku.schemas import (
    Named,
    PartSchema,
    PawnSchema,
    land_of,
    listed,
    pawns_of,
    row_faults,
    rulings_field,
    spaces_of,
    table_faults,
    tiles_field,
)


class NamedPlayerSchema(PartSchema):
    """A player at the set-up."""

    name = name_field(
        given=True,
        required=True,
        description="Unique among the players; neither `Otoma` nor `group`.",
    )
    colour = colour_field(
        required=True, description="The colour of the meeples: blue, brown, green or white."
    )


class SetUpSchema(Schema):
    """The beginning of a game: the disc's open side, the players, and Otoma's pawns."""

    board = board_field(required=True)
    mode = mode_field()
    difficulty = difficulty_field(allow_none=True)
    players = fields.List(
        fields.Nested(NamedPlayerSchema()),
        4,
        least=1,
        code="player_count",
        required=True,
        description="The players in turn order: one in solo games, else two to four.",
    )
    terrain = terrain_rows_field(required=True)
    crops = crop_rows_field(required=True)
    tiles = tiles_field(required=True)
    start = spaces_field(
        allow_none=True, description="The disc's start spaces; null, the default, if unknown."
    )
    otoma = fields.List(
        fields.Nested(PawnSchema()),
        5,
        code="too_many",
        allow_none=True,
        description="Otoma's pawns; solo and cooperative games need them.",
    )
    rulings = rulings_field()

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The table as it is laid out; without a pool where the tiles cannot be dealt."""
        at, land, mode = GRIDS[data["board"]].spaces, land_of(data), data["mode"]
        pawns = data.get("otoma")
        players = tuple(Player(one["name"], one["colour"]) for one in data["players"])
        is_group = mode == Mode.COOPERATIVE
        stacks = deal(land, data["tiles"], len(players)) if is_group else None
        if stacks is not None:
            pairs = zip(players, stacks, strict=True)
            players = tuple(player._replace(stacks=own) for player, own in pairs)
        return Snapshot(
            mode,
            land,
            data["tiles"],
            players,
            spaces_of(data.get("start"), at),
            difficulty=data.get("difficulty"),
            otoma=Otoma(pawns_of(pawns, at), 0) if pawns else None,
            pool=None if stacks is None else (0, 0, 0, 0),
            group=Group() if is_group else None,
            rulings=data.get("rulings", AllRulings()),
        )

    def cross_faults(self, made: Snapshot, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find what makes the table impossible."""
        yield from _of_set_up(table_faults(made, data, _spaces(data), _field_faults(made)))
        if made.mode == Mode.COOPERATIVE and made.pool is None and not [*row_faults(data)]:
            yield Fault("deal_unequal", ("players",), {"count": len(made.players)})


def _field_faults(table: Snapshot) -> Iterator[Fault]:
    with_otoma = table.mode != Mode.COMPETITIVE
    if with_otoma != bool(table.otoma):
        yield mode_fault(table.mode, ("otoma",), given=not with_otoma)
    if table.mode == Mode.COOPERATIVE and table.difficulty is None:
        yield mode_fault(table.mode, ("difficulty",), given=False)


def _spaces(data: Mapping[str, Any]) -> Iterator[Named]:
    """Every space that a set-up names."""
    yield from listed(("start",), data.get("start"))
    for i, pawn in enumerate(data.get("otoma") or ()):
        yield ("otoma", "pawns", i, "space"), pawn["space"]


def _of_set_up(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Faults of the table laid out, with their places in the request of a set-up."""
    for fault in faults:
        if fault.path[:2] == ("otoma", "pawns"):
            yield fault._replace(path=("otoma", *fault.path[2:]))
        elif fault.path[0] not in ("pool", "final"):
            yield fault


class LaidOut(Struct):
    """The first table, and what Otoma gains in the set-up."""

    snapshot: Annotated[AnyTable, description("The first table.")]
    changes: Annotated[list[Gain], description("Otoma's gains, in order.")]
    rulings: Rulings


def set_up_table(snapshot: Snapshot, locale: str) -> LaidOut:
    """Lay out the first table of a game, with what Otoma gains in the set-up."""
    found, matters = judge_table(
        snapshot,
        set_up,
        lambda laid_out: (laid_out.items, laid_out.snapshot.otoma),
        ("otoma_start_score", "otoma_setup_order"),
    )
    texts = localizer(snapshot, locale)
    return LaidOut(
        write_table(found.snapshot),
        list_gains(found.items, texts),
        rulings_used(snapshot.rulings, matters),
    )
