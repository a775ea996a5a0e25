"""The endpoints about one player: legality checks, turns, legal actions, checks of the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Struct

from theodolite.tiwanaku import ending, movement, wheel
from theodolite.tiwanaku import legal_actions as find_actions
from theodolite.tiwanaku import turns as rules
from theodolite.tiwanaku.actions import Turn, Verdict
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.verdict import Check, Fault, Path
from theodolite.web import fields
from theodolite.web.problems import Problem
from theodolite.web.responses import Condition, description, rulings_used, rulings_weighed
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.tiwanaku.fields import name_field
from theodolite.web.tiwanaku.responses import (
    After,
    Checks,
    DirectionName,
    Legal,
    PlayedTurn,
    Rulings,
    Weighed,
    judge_table,
    localizer,
    played_turn,
    player_name,
    table_after,
)
from theodolite.web.tiwanaku.schemas import SnapshotSchema
from theodolite.web.tiwanaku.turn_schemas import TurnSchema, turn_faults, turn_of


class PlayerRequest(NamedTuple):
    """A table, the seat of one of its players, and a turn of that player's."""

    snapshot: Snapshot
    seat: int
    turn: Turn
    check_wheel: bool


class PlayerRequestSchema(Schema):
    """A table, and one of its players."""

    snapshot = fields.Nested(SnapshotSchema(), required=True, description="The table.")
    player = name_field(required=True, description="The name of one of its players.")

    def make(self, data: Mapping[str, Any]) -> PlayerRequest:
        """The request."""
        snapshot: Snapshot = data["snapshot"]
        return PlayerRequest(
            snapshot,
            seat_of(snapshot, data["player"]),
            turn_of(data.get("turn", {}), snapshot.land.grid),
            data.get("check_wheel", True),
        )

    def cross_faults(self, made: PlayerRequest, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find an unknown player, and what the turn names and the table lacks."""
        yield from unknown_player(made.snapshot.player_names, data["player"], ("player",))
        yield from turn_faults(made.snapshot, data.get("turn"), ("turn",))


def seat_of(snapshot: Snapshot, name: str) -> int:
    """The seat of a player; the first one for a name that is not at the table."""
    names = snapshot.player_names
    return names.index(name) if name in names else 0


class LegalityCheckSchema(PlayerRequestSchema):
    """A table, one of its players, and a turn of that player's."""

    turn = fields.Nested(
        TurnSchema(), required=True, description="The player's turn, as far as it is known."
    )


def check_wheel_field() -> fields.Boolean:
    """Whether what the wheel showed is held against lawful worlds."""
    return fields.Boolean(
        description="Whether to search, for at most a second, for a lawful world that fits what "
        "the wheel showed; `true` by default for a turn, `false` for a record."
    )


class TurnsSchema(LegalityCheckSchema):
    """A table, one of its players, and a turn of that player's to be scored."""

    check_wheel = check_wheel_field()


class Legality(Struct):
    """A turn as judged."""

    legal: Legal
    checks: Checks
    after: After
    rulings: Rulings


class JudgedTurn(PlayedTurn):
    """A turn as judged, with what it brought and the rulings used."""

    rulings: Weighed


class Move(Struct, rename={"from_": "from"}):
    """Where a move can end, with a shortest way."""

    from_: Annotated[
        str | None, description("The space that the meeple leaves; null for the reserve.")
    ]
    to: Annotated[str, description("The space where it ends.")]
    path: Annotated[list[str], description("Every space stepped onto, in order.")]
    discovers: Annotated[bool, description("Whether the space where it ends is empty.")]


class Offering(Struct):
    """Tokens that can be offered."""

    tokens: Annotated[list[int], description("Their levels.")]
    points: Annotated[int, description("The points that they bring.")]


class LegalActions(Struct):
    """The legal actions of a player."""

    moves: Annotated[
        list[Move] | dict[DirectionName, list[Move]],
        description(
            "Every place where a move can end. In cooperative games under each direction of the "
            "arrow of the tile spent."
        ),
    ]
    recalls: Annotated[list[str], description("The spaces from which a meeple may be recalled.")]
    divinable: Annotated[list[str], description("The spaces whose crop may be predicted.")]
    must_divine_all: Annotated[
        bool, description("Whether divining takes a prediction for each of these spaces.")
    ]
    offerings: Annotated[list[Offering], description("Every set of tokens that may be offered.")]
    may_pass: Annotated[bool, description("Whether the player may pass.")]
    rulings: Rulings


class End(Struct):
    """Whether the game ends."""

    triggered: Annotated[bool, description("Whether the end has begun.")]
    over: Annotated[bool, description("Whether nothing more can be gained.")]
    next_player: Annotated[
        str | None, description("The name of the player who plays next; null if nobody does.")
    ]
    conditions: Annotated[list[Condition], description("The state on which the end depends.")]
    rulings: Rulings


def legality_checks(request: PlayerRequest, locale: str) -> Legality:
    """Judge one turn.

    Answers with every rule that bears on it, passed, failed or not checked, and with the table
    after it where the whole turn has been entered.
    """
    verdict, matters = _judged(request, rules.legality)
    refuse_superfluous(verdict.superfluous, ("turn",))
    return Legality(
        verdict.legal,
        localizer(request.snapshot, locale).checks(verdict.checks),
        table_after(verdict),
        rulings_used(request.snapshot.rulings, matters),
    )


def turns(request: PlayerRequest, locale: str) -> JudgedTurn:
    """Judge one turn and list what it brings.

    As `legality-checks`, with each gain and loss in order, what was discovered and planted, whether
    the end begins, and the next player. The readings of the wheel are compared with lawful worlds.
    """
    snapshot = request.snapshot
    worlds = UNCHECKED
    if request.check_wheel:
        verdict = rules.judge_alone(snapshot, request.seat, request.turn)
        worlds = check_wheel(snapshot, [verdict])
    # After a misread wheel, the checks are all that is known.
    relevant = rules.without_rulings if worlds.stop is None else rules.legality
    verdict, matters = _judged(request, relevant)
    refuse_superfluous(verdict.superfluous, ("turn",))
    (verdict,) = worlds.add_to([verdict])
    played = played_turn(snapshot, verdict, localizer(snapshot, locale))
    weighed = rulings_weighed(snapshot.rulings, worlds.weigh(matters))
    return JudgedTurn(**msgspec.structs.asdict(played), rulings=weighed)


def _judged(
    request: PlayerRequest, relevant: Callable[[Verdict], object]
) -> tuple[Verdict, Mapping[str, bool]]:
    return judge_table(
        request.snapshot,
        lambda table: rules.judge_alone(table, request.seat, request.turn),
        relevant,
    )


def refuse_superfluous(paths: Sequence[Path], where: Path = ()) -> None:
    """Refuse a request with fields that mean nothing on the table they are about."""
    if paths:
        faults = [Fault("superfluous_field", (*where, *path)) for path in paths]
        raise Problem("invalid-snapshot", faults=faults)


class WheelChecks(NamedTuple):
    """The readings of the wheel in some turns, compared with every lawful world.

    Attributes:
        checks: By the number of the turn, from 0.
        stop: The number of the first turn that no world fits; None if there is none.
        matters: Whether the other value of `crop_limit` would change that; None if time was up.
    """

    checks: Mapping[int, Check]
    stop: int | None
    matters: bool | None

    def add_to(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts with these checks. Of a turn with a misread wheel only the checks remain."""
        added = []
        for at, verdict in enumerate(verdicts):
            checks = [*verdict.checks, *([self.checks[at]] if at in self.checks else [])]
            added.append(Verdict(checks) if at == self.stop else verdict._replace(checks=checks))
        return added

    def weigh(self, matters: Mapping[str, bool]) -> Mapping[str, bool | None]:
        """The rulings that could matter, `crop_limit` to these checks too."""
        return {**matters, "crop_limit": matters["crop_limit"] or self.matters}


UNCHECKED = WheelChecks({}, None, matters=False)


def check_wheel(snapshot: Snapshot, verdicts: Sequence[Verdict]) -> WheelChecks:
    """Search for lawful worlds that fit what the wheel showed.

    Args:
        snapshot: The table before the first turn.
        verdicts: The turns in their order, as judged.
    """
    clock = wheel.search_clock(snapshot.land.board)
    rulings, tiles = snapshot.rulings, snapshot.tiles
    shown = {
        at: verdict.after.land
        for at, verdict in enumerate(verdicts)
        if verdict.after is not None and (verdict.discovered or verdict.planted)
    }
    lands = list(shown.values())
    checks = dict(zip(shown, wheel.wheel_checks(lands, tiles, rulings, clock), strict=True))
    stop = next((at for at, check in checks.items() if check.status == "failed"), None)
    return WheelChecks(checks, stop, wheel.crop_limit_matters(lands, tiles, rulings, clock))


def legal_actions(request: PlayerRequest, locale: str) -> LegalActions:
    """List what a player may do.

    Every place where a move can end, with a shortest way; recalls, spaces that can be divined,
    offerings with their points, and whether passing is allowed.
    """
    snapshot = request.snapshot
    found, matters = judge_table(snapshot, lambda table: find_actions(table, request.seat))
    names = snapshot.land.grid.names
    moves: Any = [_move(snapshot, move) for move in found.moves]
    if found.moves_by_arrow is not None:
        moves = {
            arrow.value: [_move(snapshot, move) for move in led]
            for arrow, led in found.moves_by_arrow.items()
        }
    return LegalActions(
        moves,
        [names[space] for space in found.recalls],
        [names[space] for space in found.divinable],
        found.must_divine_all,
        [Offering([*tokens], points) for tokens, points in found.offerings],
        found.may_pass,
        rulings_used(snapshot.rulings, matters),
    )


def _move(snapshot: Snapshot, move: movement.Move) -> Move:
    names = snapshot.land.grid.names
    return Move(
        None if move.start is None else names[move.start],
        names[move.end],
        [names[space] for space in move.path],
        bool(snapshot.land.empty >> move.end & 1),
    )


def end_checks(request: PlayerRequest, locale: str) -> End:
    """Check whether the game ends after a player's turn, and find the next player."""
    snapshot = request.snapshot
    end, matters = judge_table(snapshot, lambda table: ending.check_end(table, request.seat))
    texts = localizer(snapshot, locale)
    return End(
        end.triggered,
        end.over,
        player_name(snapshot, end.next_player),
        [
            Condition(
                met=condition.met,
                explanation=texts.sentence(condition.rule, condition.key, condition.values),
                spaces=texts.names(condition.spaces),
                **texts.cite(condition.rule),
            )
            for condition in end.conditions
        ],
        rulings_used(snapshot.rulings, matters),
    )
