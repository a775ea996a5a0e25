"""Answers about one move: legality checks, updates, what can be done, and the end."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, NewType

from msgspec import UNSET, Struct, UnsetType

from theodolite.tiwanaku import ending, movement, wheel
from theodolite.tiwanaku import legal_actions as find_actions
from theodolite.tiwanaku import turns as rules
from theodolite.tiwanaku.actions import Verdict
from theodolite.tiwanaku.otoma import Due
from theodolite.tiwanaku.snapshot import OTOMA, Direction, Snapshot
from theodolite.verdict import Check
from theodolite.web import fields
from theodolite.web.responses import (
    Condition,
    Listed,
    NextPlayer,
    StillToPlay,
    description,
    rulings_used,
    rulings_weighed,
    same_as,
)
from theodolite.web.tiwanaku.moves import MoveSchema, seat_of, turn_of
from theodolite.web.tiwanaku.otoma import (
    MovedPawn,
    due_moves,
    moved_pawns,
    otoma_moves,
    refuse_superfluous,
)
from theodolite.web.tiwanaku.responses import (
    AnyTable,
    DirectionName,
    Gain,
    PlayedTurn,
    Rulings,
    Weighed,
    judge_table,
    list_gains,
    localizer,
    played_turn,
    player_name,
    table_after,
)

Move = NewType("Move", dict[str, Any])
"""A move in the form of a request."""


CHECK_WHEEL = fields.Boolean(
    description="Whether to search, for at most a second, for a lawful world that fits what "
    "the wheel showed; `true` by default for a move, `false` for a record."
)
"""The option whether what the wheel showed is held against lawful worlds."""


class Legality(PlayedTurn, kw_only=True):
    """A turn as judged, or moves of Otoma's, with what they bring."""

    rulings: Weighed
    moves: Annotated[
        list[MovedPawn] | UnsetType,
        description("Otoma: the moves, up to and with the first that breaks a rule."),
    ] = UNSET


class Updated(Struct):
    """A table after a move that was carried out unjudged."""

    changes: Annotated[list[Gain], description("Its gains and losses in order.")]
    after: Annotated[AnyTable | None, description("The table after it; null if it is not known.")]
    rulings: Rulings


class Entry(Struct, kw_only=True, rename={"from_": "from"}):
    """Where a move of a meeple can end, with a shortest way; or a pawn of Otoma's that is due."""

    move: Annotated[Move, same_as(MoveSchema), description("The move, as a request has it.")]
    from_: Annotated[
        str | UnsetType | None, description("The space that the meeple leaves; null: the reserve.")
    ] = UNSET
    to: Annotated[str | UnsetType, description("The space where it ends.")] = UNSET
    path: Annotated[list[str] | UnsetType, description("Every space stepped onto, in order.")] = (
        UNSET
    )
    discovers: Annotated[
        bool | UnsetType, description("Whether the space where it ends is empty.")
    ] = UNSET
    arrow: Annotated[
        DirectionName | UnsetType,
        description("Cooperative games: the direction of the arrow of the tile spent."),
    ] = UNSET
    pawn: Annotated[
        str | UnsetType,
        description(
            "Otoma: the pawn, by its colour, or by its space where several have that colour."
        ),
    ] = UNSET
    space: Annotated[str | UnsetType, description("Otoma: the space on which the pawn stands.")] = (
        UNSET
    )
    direction: Annotated[
        DirectionName | UnsetType, description("Otoma: the way that the pawn moves.")
    ] = UNSET
    distance: Annotated[
        int | UnsetType | None,
        description("Otoma: its distance from the meeple in spaces; null in solo games."),
    ] = UNSET
    tied_with: Annotated[
        list[str] | UnsetType,
        description(
            "Otoma: the spaces of the other pawns as far away; the group chooses their order."
        ),
    ] = UNSET


class Offering(Struct):
    """Tokens that can be offered."""

    tokens: Annotated[list[int], description("Their levels.")]
    points: Annotated[int, description("The points that they bring.")]


class LegalActions(Listed, kw_only=True):
    """The legal actions of a player; or the moves of Otoma's that are due."""

    moves: Annotated[
        list[Entry],
        description("Every place where a move can end; or the pawns that must or may move."),
    ]
    rulings: Rulings
    recalls: Annotated[
        list[str] | UnsetType, description("The spaces from which a meeple may be recalled.")
    ] = UNSET
    divinable: Annotated[
        list[str] | UnsetType, description("The spaces whose crop may be predicted.")
    ] = UNSET
    must_divine_all: Annotated[
        bool | UnsetType,
        description("Whether divining takes a prediction for each of these spaces."),
    ] = UNSET
    offerings: Annotated[
        list[Offering] | UnsetType, description("Every set of tokens that may be offered.")
    ] = UNSET
    may_pass: Annotated[bool | UnsetType, description("Whether the player may pass.")] = UNSET


class End(Struct, kw_only=True):
    """Whether the game ends."""

    triggered: Annotated[bool, description("Whether the end has begun.")]
    over: Annotated[bool, description("Whether nothing more can be gained.")]
    next_player: NextPlayer
    still_to_play: StillToPlay
    conditions: Annotated[list[Condition], description("The state on which the end depends.")]
    rulings: Rulings


def legality_checks(request: Mapping[str, Any], locale: str) -> Legality:
    """Each gain and loss is a change, with the score after it.

    The readings of the wheel are compared with lawful worlds. The table after a turn is known where
    the whole turn has been entered; a turn without an action is not whole. Of Otoma the moves of
    its pawns are judged, each with its course.
    """
    snapshot: Snapshot = request["snapshot"]
    texts = localizer(snapshot, locale)
    if request["player"] == OTOMA:
        moved, matters = otoma_moves(snapshot, request["move"])
        return Legality(
            **moved_pawns(snapshot, moved, texts),
            rulings=rulings_weighed(snapshot.rulings, matters),
        )
    seat = seat_of(snapshot, request["player"])
    turn = turn_of(request["move"], snapshot.land.grid)
    worlds = UNCHECKED
    if request.get("check_wheel", True):
        worlds = check_wheel(snapshot, [rules.judge_alone(snapshot, seat, turn)])
    # After a misread wheel, the checks are all that is known.
    relevant = rules.without_rulings if worlds.stop is None else rules.legality
    verdict, matters = judge_table(
        snapshot, lambda table: rules.judge_alone(table, seat, turn), relevant
    )
    refuse_superfluous(verdict.superfluous, ("move",))
    (verdict,) = worlds.add_to([verdict])
    return Legality(
        **played_turn(snapshot, verdict, texts),
        rulings=rulings_weighed(snapshot.rulings, worlds.weigh(matters)),
    )


def updates(request: Mapping[str, Any], locale: str) -> Updated:
    """The turn is carried out as far as it is known, broken rules or not."""
    snapshot: Snapshot = request["snapshot"]
    name = request.get("player", snapshot.player_names[0])
    texts = localizer(snapshot, locale)
    if name == OTOMA:
        moved, matters = otoma_moves(snapshot, request["move"], lenient=True)
        found = moved_pawns(snapshot, moved, texts)
        used = rulings_used(snapshot.rulings, matters)
        return Updated(found["changes"], found["after"], used)
    seat, turn = seat_of(snapshot, name), turn_of(request["move"], snapshot.land.grid)
    verdict, matters = judge_table(
        snapshot, lambda table: rules.judge_leniently(table, seat, turn), rules.effects
    )
    refuse_superfluous(verdict.superfluous, ("move",))
    return Updated(
        list_gains(verdict.items, texts),
        table_after(verdict),
        rulings_used(snapshot.rulings, matters),
    )


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


def legal_actions(request: Mapping[str, Any], locale: str) -> LegalActions:
    """Every place where a move can end, with a shortest way.

    Beside it: recalls, spaces that can be divined, offerings with their points, and whether passing
    is allowed. Of Otoma, the pawns that must or may move after the move in `given`, in their order.
    """
    snapshot: Snapshot = request["snapshot"]
    if request["player"] == OTOMA:
        due, matters = due_moves(snapshot, request.get("given", {}).get("after_move"))
        entries = [_due(snapshot, one) for one in due]
        beside: Mapping[str, Any] = {}
    else:
        seat = seat_of(snapshot, request["player"])
        found, matters = judge_table(snapshot, lambda table: find_actions(table, seat))
        names = snapshot.land.grid.names
        entries = [_entry(snapshot, move) for move in found.moves]
        if found.moves_by_arrow is not None:
            entries = [
                _entry(snapshot, move, arrow)
                for arrow, led in found.moves_by_arrow.items()
                for move in led
            ]
        beside = {
            "recalls": [names[space] for space in found.recalls],
            "divinable": [names[space] for space in found.divinable],
            "must_divine_all": found.must_divine_all,
            "offerings": [Offering([*tokens], points) for tokens, points in found.offerings],
            "may_pass": found.may_pass,
        }
    limit = request.get("limit", len(entries))
    return LegalActions(
        moves=entries[:limit],
        total=len(entries),
        more=limit < len(entries),
        rulings=rulings_used(snapshot.rulings, matters),
        **beside,
    )


def _entry(snapshot: Snapshot, move: movement.Move, arrow: Direction | None = None) -> Entry:
    names = snapshot.land.grid.names
    start = None if move.start is None else names[move.start]
    path = [names[space] for space in move.path]
    action = {"type": "explore", "from": start, "path": path}
    return Entry(
        move=Move({"action": action}),
        from_=start,
        to=names[move.end],
        path=path,
        discovers=bool(snapshot.land.empty >> move.end & 1),
        arrow=UNSET if arrow is None else arrow.value,
    )


def _due(snapshot: Snapshot, one: Due) -> Entry:
    """A pawn that is due, named by its space where several have its colour."""
    names = snapshot.land.grid.names
    alike = [pawn for pawn in snapshot.pawns if pawn.colour == one.pawn.colour]
    pawn = one.pawn.colour.value if len(alike) == 1 else names[one.pawn.space]
    return Entry(
        move=Move({"moves": [{"pawn": pawn, "direction": one.direction.value}]}),
        pawn=pawn,
        space=names[one.pawn.space],
        direction=one.direction.value,
        distance=one.distance,
        tied_with=[names[pawn.space] for pawn in one.tied_with],
    )


def end_checks(request: Mapping[str, Any], locale: str) -> End:
    """After the turn of `player`, by default the first one."""
    snapshot: Snapshot = request["snapshot"]
    seat = seat_of(snapshot, request.get("player", ""))
    end, matters = judge_table(snapshot, lambda table: ending.check_end(table, seat))
    texts = localizer(snapshot, locale)
    return End(
        triggered=end.triggered,
        over=end.over,
        next_player=player_name(snapshot, end.next_player),
        still_to_play=[snapshot.player_names[one] for one in end.still_to_play],
        conditions=[
            Condition(
                met=condition.met,
                explanation=texts.sentence(condition.rule, condition.key, condition.values),
                spaces=texts.names(condition.spaces),
                **texts.cite(condition.rule),
            )
            for condition in end.conditions
        ],
        rulings=rulings_used(snapshot.rulings, matters),
    )
