"""Operations that judge turns and placements: legality checks, board updates, replays.

Request schemas, and the responses that the verdicts of the rules become.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from theodolite.rulings import judged
from theodolite.treasure_hunt import turn as turn_rules
from theodolite.treasure_hunt.board import GRID
from theodolite.treasure_hunt.placing import PIECES, Piece
from theodolite.treasure_hunt.placing import placement_checks as place
from theodolite.treasure_hunt.replays import replay
from theodolite.treasure_hunt.snapshot import TURN_RULINGS, Rulings, Snapshot
from theodolite.verdict import Check, Fault, legal
from theodolite.web import fields
from theodolite.web.boards import SpaceField
from theodolite.web.problems import Problem
from theodolite.web.responses import Localizer, rulings_used
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.treasure_hunt.changes import change_responses
from theodolite.web.treasure_hunt.responses import (
    JudgedReplay,
    Legality,
    Placement,
    Stop,
    Table,
    TurnCheck,
    TurnVerdict,
    UpdatedBoard,
    Verdict,
    localizer_for,
)
from theodolite.web.treasure_hunt.schemas import (
    SNAPSHOT,
    list_field,
    names_of,
    player_field,
    snapshot_field,
)
from theodolite.web.treasure_hunt.turns import TurnSchema, turn_faults, turn_of, walker_faults

_MAX_TURNS = 200
_PLACEMENT_RULINGS = (
    "home_place",
    "tree_distance",
    "placing_onto_pieces",
    "broken_bridge_extent",
)


class TurnRequestSchema(Schema):
    """A table and a turn on it."""

    snapshot = snapshot_field("The table before the turn.")
    turn = fields.Nested(TurnSchema(), required=True, description="The turn.")

    def cross_faults(self, made: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[Fault]:
        """Names of unknown players, and pieces that are not on the table."""
        yield from turn_faults(made["snapshot"], made["turn"], ("turn",))
        yield from walker_faults(made["snapshot"], made["turn"], ("turn",))


def legality_checks(request: Mapping[str, Any], locale: str) -> Legality:
    """Judge one turn.

    The response lists every rule that bears on the turn, passed, failed or not checked, each with
    the action that it judges. For a legal turn whose draws are known it has the changes and the
    table after it.
    """
    snapshot: Snapshot = request["snapshot"]
    turn = turn_of(snapshot, request["turn"])
    verdict, matters = judged(
        lambda rulings: turn_rules.judge(snapshot.under(rulings), turn),
        snapshot.rulings,
        TURN_RULINGS,
        turn_rules.comparable,
    )
    response = _verdict(verdict, snapshot, localizer_for(locale))
    return Legality(**asdict(response), rulings=rulings_used(snapshot.rulings, matters))


def _verdict(verdict: turn_rules.Verdict, snapshot: Snapshot, localizer: Localizer) -> Verdict:
    after = verdict.after
    return Verdict(
        verdict.legal,
        [
            TurnCheck(
                action=action,
                status=check.status,
                explanation=localizer.sentence(check.rule, check.says, check.values),
                spaces=localizer.names(check.spaces),
                **localizer.cite(check.rule),
            )
            for action, check in verdict.checks
        ],
        change_responses(verdict.changes, snapshot, localizer),
        None if after is None else _table(after, snapshot.rulings),
    )


def _table(after: Snapshot, rulings: Rulings) -> Table:
    return Table(SNAPSHOT.dump(after._replace(rulings=rulings)))


def board_updates(request: Mapping[str, Any], locale: str) -> UpdatedBoard:
    """Carry out a turn unjudged.

    The response has the changes and the table after the turn. A turn with a card that is not held,
    or with a treasure that is not there, is refused.
    """
    snapshot: Snapshot = request["snapshot"]
    turn = turn_of(snapshot, request["turn"])
    update, matters = judged(
        lambda rulings: turn_rules.update(snapshot.under(rulings), turn),
        snapshot.rulings,
        TURN_RULINGS,
        turn_rules.comparable_update,
    )
    if update.faults:
        raise Problem("invalid-snapshot", faults=update.faults)
    return UpdatedBoard(
        change_responses(update.changes, snapshot, localizer_for(locale)),
        _table(update.after, snapshot.rulings),
        rulings_used(snapshot.rulings, matters),
    )


class ReplaySchema(Schema):
    """A table and the turns that followed."""

    snapshot = snapshot_field("The table before the first turn.")
    turns = list_field(
        fields.Nested(TurnSchema()),
        "The turns in the order played; the first may be anyone's.",
        most=_MAX_TURNS,
        required=True,
    )

    def cross_faults(self, made: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[Fault]:
        """Names of unknown players, and pieces that are not on the table."""
        for i, turn in enumerate(made["turns"]):
            yield from turn_faults(made["snapshot"], turn, ("turns", i))


def replays(request: Mapping[str, Any], locale: str) -> JudgedReplay:
    """Judge a record of turns.

    Stops at the first turn that is illegal or has unknown draws. Turn order, shoes and resting
    walkers are judged too. A record may begin with any player. Winners take no more turns; each
    of the others plays on, or stops and is passed over.
    """
    snapshot: Snapshot = request["snapshot"]
    played = [turn_of(snapshot, turn) for turn in request["turns"]]
    found, matters = judged(
        lambda rulings: replay(snapshot.under(rulings), played),
        snapshot.rulings,
        Rulings._fields,
        lambda found: (found.stopped_at, found.won, [*map(turn_rules.comparable, found.turns)]),
    )
    names, localizer = names_of(snapshot), localizer_for(locale)
    verdicts = [_verdict(verdict, snapshot, localizer) for verdict in found.turns]
    return JudgedReplay(
        found.legal,
        [
            TurnVerdict(**asdict(verdict), player=names[turn.player])
            for turn, verdict in zip(played, verdicts, strict=False)
        ],
        found.stopped_at and Stop(*found.stopped_at),
        None if found.won is None else names[found.won],
        _table(found.after, snapshot.rulings),
        rulings_used(snapshot.rulings, matters),
    )


class PlacementCheckSchema(Schema):
    """A table and a piece to be placed on it."""

    snapshot = snapshot_field()
    player = player_field("The player who places the piece.", required=True)
    piece = fields.Choice.of(PIECES, "unknown_piece", required=True, description="The piece.")
    spaces = list_field(
        SpaceField(GRID, description="A space that the piece covers."),
        "The spaces on which it is placed: two for a tree, else one.",
        most=4,
        required=True,
    )

    def cross_faults(self, made: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[Fault]:
        """An unknown player."""
        return unknown_player(names_of(made["snapshot"]), made["player"], ("player",))


def placement_checks(request: Mapping[str, Any], locale: str) -> Placement:
    """Check whether a piece may be placed on some spaces.

    Only the place is judged, not whether the player has the card.
    """
    snapshot: Snapshot = request["snapshot"]
    piece: Piece = request["piece"]
    player = names_of(snapshot).index(request["player"])

    def check(rulings: Rulings) -> Sequence[Check]:
        table = snapshot.under(rulings)
        free = piece in table.players[player].free
        return [*place(table, player, piece, request["spaces"], free=free)]

    checks, matters = judged(check, snapshot.rulings, _PLACEMENT_RULINGS)
    return Placement(
        legal(checks),
        localizer_for(locale).checks(checks),
        rulings_used(snapshot.rulings, matters),
    )
