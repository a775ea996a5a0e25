"""Request schemas of moves of Tiwanaku: actions, predictions, offerings, and moves of Otoma.

A move keeps spaces by their names until the request that contains it, which has a table and so a
board, converts it with `turn_of`. `turn_data` is the inverse, for answers that contain turns.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from theodolite.grid import Grid, Space
from theodolite.tiwanaku.actions import (
    Action,
    Beyond,
    Divine,
    Explore,
    FinalOffering,
    FinalPrediction,
    NoAction,
    OtomaMove,
    Pass,
    Prediction,
    Recall,
    Spend,
    Turn,
)
from theodolite.tiwanaku.board import Terrain
from theodolite.tiwanaku.impossibilities import mode_fault
from theodolite.tiwanaku.replays import Record
from theodolite.tiwanaku.snapshot import OTOMA, Colour, Mode, Snapshot
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.tiwanaku.fields import (
    COLOURS,
    MoveSpaceField,
    direction_field,
    level_field,
    levels_field,
    name_field,
    terrain_field,
)
from theodolite.web.tiwanaku.schemas import ArrowSchema, PartSchema

_LONGEST_PATH = 90
_NOWHERE = Space(-1)
_TYPES: Mapping[type[Action], str] = {
    Explore: "explore",
    Recall: "recall",
    Divine: "divine",
    FinalPrediction: "final_prediction",
    Pass: "pass",
    FinalOffering: "final_offering",
    NoAction: "none",
}
_FIELDS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    # The fields that each action must have, and those that it may have.
    "explore": (frozenset({"from", "path"}), frozenset({"wheel", "giver", "arrow", "own_arrow"})),
    "recall": (frozenset({"from"}), frozenset()),
    "divine": (frozenset({"predictions"}), frozenset()),
    "final_prediction": (frozenset({"space"}), frozenset({"says", "wheel"})),
    "pass": (frozenset(), frozenset()),
    "final_offering": (frozenset(), frozenset()),
    "none": (frozenset(), frozenset()),
}


class WheelField(fields.OneOf):
    """A reading of the wheel: the name of a terrain, or the level of a crop."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({str: terrain_field(), int: level_field()}, **kwargs)

    def dump(self, value: Any) -> Any:
        """The terrain's name or the level."""
        return self.ways[str if isinstance(value, Terrain) else int].dump(value)


def pawn_field(**kwargs: Any) -> MoveSpaceField:
    """One of Otoma's pawns."""
    return MoveSpaceField(
        COLOURS,
        "unknown_value",
        description="The pawn, by its colour, or by its space where several have that colour.",
        **kwargs,
    )


def giver_field() -> fields.Text:
    """The player who gives a tile."""
    return name_field(
        allow_none=True,
        description="Cooperative games: the player who gives the tile, if the pool has none of "
        "that terrain.",
    )


class PredictionSchema(PartSchema):
    """A crop predicted, and the one that the wheel showed."""

    space = MoveSpaceField(required=True, description="The bare space with a meeple.")
    says = level_field(allow_none=True, description="The level predicted, 1 to 5.")
    wheel = level_field(allow_none=True, description="The level that the wheel showed, 1 to 5.")


class ActionSchema(PartSchema):
    """An action. Which fields it has depends on its type."""

    class Meta(Schema.Meta):
        """Declares the field `from`, whose name is a keyword of Python."""

        include = {  # noqa: RUF012 - declared so by marshmallow
            "from": MoveSpaceField(
                allow_none=True,
                description="`explore`: the space that the meeple leaves, null for the reserve. "
                "`recall`: the space from which it is recalled.",
            )
        }

    type = fields.Choice.of(
        _FIELDS,
        "unknown_value",
        required=True,
        description="The action. `none`: nothing, where a solo or cooperative game "
        "allows no action.",
    )
    path = fields.List(
        MoveSpaceField(),
        _LONGEST_PATH,
        code="too_many",
        description="`explore`: every space stepped onto, in order.",
    )
    wheel = WheelField(
        allow_none=True,
        description="The wheel's result, absent or null if that is not known: the terrain of "
        "the space that `explore` discovers, the level of the crop of a `final_prediction`.",
    )
    giver = giver_field()
    arrow = fields.Nested(
        ArrowSchema(),
        allow_none=True,
        description="Solo games: the arrow of the tile that `explore` discovers.",
    )
    own_arrow = fields.Choice(
        {"easy": "easy", "hard": "hard"},
        "unknown_value",
        allow_none=True,
        description="Solo games: what the player chooses where the arrow has the meeple's own "
        "colour. `easy`: nothing. `hard`: the turn ends, and a pawn of Otoma's moves.",
    )
    predictions = fields.List(
        fields.Nested(PredictionSchema()),
        9,
        code="too_many",
        description="`divine`: the predictions in their order.",
    )
    space = MoveSpaceField(description="`final_prediction`: the bare space with a meeple.")
    says = level_field(
        allow_none=True, description="`final_prediction`: the level predicted, 1 to 5."
    )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find fields that this type of action lacks or does not know."""
        needs, may = _FIELDS[data["type"]]
        for name in sorted(needs - data.keys()):
            yield Fault("required", (name,))
        given = {name for name, value in data.items() if value is not None}
        for name in sorted(given - needs - may - {"type"}):
            yield Fault("superfluous_field", (name,))
        if data["type"] == "recall" and "from" in data and data["from"] is None:
            yield Fault("null", ("from",))
        kind = int if data["type"] == "final_prediction" else Terrain
        wheel = data.get("wheel")
        if wheel is not None and "wheel" in may and type(wheel) is not kind:
            expected = "integer" if kind is int else "string"
            yield Fault("wrong_type", ("wheel",), {"expected": expected})


class WheelSchema(Schema):
    """The reading of the wheel for a space that Otoma discovers."""

    terrain = terrain_field(required=True, description="The terrain of the space.")
    crop = level_field(required=True, description="The level of its crop, 1 to 5.")


def _wheel_field() -> fields.Nested:
    return fields.Nested(
        WheelSchema(),
        allow_none=True,
        description="The wheel's result for the space where the pawn stops; absent or null if "
        "that is not known, or if it comes round to where it stood.",
    )


class PawnMoveSchema(PartSchema):
    """A move of Otoma's within a turn; its direction follows from the arrow or the position."""

    pawn = pawn_field(allow_none=True)
    wheel = _wheel_field()
    giver = giver_field()


class DirectedMoveSchema(PartSchema):
    """A move of one of Otoma's pawns in a direction."""

    pawn = pawn_field(required=True)
    direction = direction_field(required=True, description="The way that it moves.")
    wheel = _wheel_field()
    giver = giver_field()


class OtomaMoveSchema(PartSchema):
    """Moves of Otoma's after a player's move."""

    moves = fields.List(
        fields.Nested(DirectedMoveSchema()),
        5,
        code="too_many",
        description="The moves in their order, none by default.",
    )


class SpendSchema(Schema):
    """The tile spent in a cooperative game."""

    terrain = terrain_field(required=True, description="The terrain of the tile.")
    arrow = direction_field(
        allow_none=True, description="The way that its arrow points; null if that is not known."
    )

    def make(self, data: Mapping[str, Any]) -> Spend:
        """The tile spent."""
        return Spend(**data)

    def unmake(self, made: Spend) -> Mapping[str, Any]:
        """The fields of a tile spent, an unknown arrow as null."""
        return made._asdict()


class MoveSchema(PartSchema):
    """A turn of a player. Rules about a part that is missing are `not_checked`."""

    action = fields.Nested(
        ActionSchema(), allow_none=True, description="The action; null if it is not known."
    )
    offering = levels_field(
        allow_none=True, description="The levels of the tokens offered, none by default."
    )
    otoma = fields.List(
        fields.Nested(PawnMoveSchema()),
        1,
        code="too_many",
        allow_none=True,
        description="Solo games: Otoma's move after the action, empty if no pawn moved; null if "
        "that is not known.",
    )
    spend = fields.Nested(
        SpendSchema(),
        allow_none=True,
        description="Cooperative games: the tile spent; null if it is not known.",
    )
    reaction = fields.List(
        fields.Nested(PawnMoveSchema()),
        5,
        code="too_many",
        allow_none=True,
        description="Cooperative games: Otoma's moves after the action in their order, empty if "
        "no pawn moved; null if they are not known.",
    )


def turn_of(data: Mapping[str, Any], grid: Grid) -> Turn:
    """A turn as the rules take it.

    Args:
        data: The turn as its schema loads it.
        grid: The board.
    """
    at = grid.spaces
    action, otoma, reaction = data.get("action"), data.get("otoma"), data.get("reaction")
    return Turn(
        None if action is None else _action(action, at),
        data.get("offering") or (),
        None if otoma is None else tuple(otoma_move(move, at) for move in otoma),
        data.get("spend"),
        None if reaction is None else tuple(otoma_move(move, at) for move in reaction),
    )


def _action(data: Mapping[str, Any], at: Mapping[str, Space]) -> Action:
    beyond = _beyond(data, at)
    return Beyond(beyond) if beyond else _ACTIONS[data["type"]](data, at)


def _beyond(action: Mapping[str, Any], at: Mapping[str, Space]) -> tuple[str, ...]:
    named = [action.get("from"), action.get("space"), *action.get("path", ())]
    named += [one["space"] for one in action.get("predictions", ())]
    return tuple(name for name in dict.fromkeys(named) if name is not None and name not in at)


def beyond_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Spaces beyond the edge of the board, to which no move can be carried out."""
    beyond = _beyond(made["move"].get("action") or {}, made["snapshot"].land.grid.spaces)
    if beyond:
        yield Fault("unknown_space", ("move", "action"), {"value": beyond})


def otoma_move(data: Mapping[str, Any], at: Mapping[str, Space]) -> OtomaMove:
    """A move of Otoma's as the rules take it."""
    wheel, pawn = data.get("wheel") or {}, data.get("pawn")
    named = None if pawn is None else pawn_of(pawn, at)
    return OtomaMove(named, wheel.get("terrain"), wheel.get("crop"), data.get("giver"))


def pawn_of(name: Colour | str, at: Mapping[str, Space]) -> Colour | Space:
    """The colour or the space that names a pawn; no pawn stands beyond the edge of the board."""
    return name if isinstance(name, Colour) else at.get(name, _NOWHERE)


def _explore(data: Mapping[str, Any], at: Mapping[str, Space]) -> Explore:
    start = data.get("from")
    return Explore(
        None if start is None else at[start],
        tuple(at[name] for name in data.get("path", ())),
        data.get("wheel"),
        data.get("giver"),
        data.get("arrow"),
        data.get("own_arrow"),
    )


def _prediction(data: Mapping[str, Any], at: Mapping[str, Space]) -> Prediction:
    return Prediction(at[data["space"]], data.get("says"), data.get("wheel"))


def _divine(data: Mapping[str, Any], at: Mapping[str, Space]) -> Divine:
    return Divine(tuple(_prediction(one, at) for one in data.get("predictions", ())))


_ACTIONS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Space]], Action]] = {
    "explore": _explore,
    "recall": lambda data, at: Recall(at[data["from"]]),
    "divine": _divine,
    "final_prediction": lambda data, at: FinalPrediction(_prediction(data, at)),
    "pass": lambda _data, _at: Pass(),
    "final_offering": lambda _data, _at: FinalOffering(),
    "none": lambda _data, _at: NoAction(),
}


def turn_data(turn: Turn, grid: Grid) -> Mapping[str, Any]:
    """A turn as its schema dumps it, the inverse of `turn_of`."""
    names = grid.names
    data: dict[str, Any] = {"offering": turn.offering}
    if turn.action is not None:
        data["action"] = _action_data(turn.action, names)
    if turn.spend is not None:
        data["spend"] = turn.spend
    for field, moves in (("otoma", turn.otoma), ("reaction", turn.reaction)):
        if moves is not None:
            data[field] = [_otoma_move_data(move, names) for move in moves]
    return data


def _action_data(action: Action, names: Sequence[str]) -> Mapping[str, Any]:
    data: dict[str, Any] = {"type": _TYPES[type(action)]}
    match action:
        case Explore(start, path):
            data["from"] = None if start is None else names[start]
            data["path"] = [names[space] for space in path]
            for field in ("wheel", "arrow", "giver", "own_arrow"):
                if (value := getattr(action, field)) is not None:
                    data[field] = value
        case Recall(start):
            data["from"] = names[start]
        case Divine(predictions):
            data["predictions"] = [_prediction_data(one, names) for one in predictions]
        case FinalPrediction(prediction):
            data |= _prediction_data(prediction, names)
    return data


def _prediction_data(one: Prediction, names: Sequence[str]) -> dict[str, Any]:
    return {**one._asdict(), "space": names[one.space]}


def _otoma_move_data(move: OtomaMove, names: Sequence[str]) -> Mapping[str, Any]:
    data: dict[str, Any] = {
        "pawn": names[move.pawn] if type(move.pawn) is int else move.pawn,
    }
    if move.terrain is not None and move.crop is not None:
        data["wheel"] = {"terrain": move.terrain, "crop": move.crop}
    if move.giver is not None:
        data["giver"] = move.giver
    return data


def seat_of(snapshot: Snapshot, name: str) -> int:
    """The seat of a player; the first one for a name that is not at the table."""
    names = snapshot.player_names
    return names.index(name) if name in names else 0


def records_of(record: Mapping[str, Any]) -> tuple[Record, ...]:
    """The turns of a valid record."""
    table: Snapshot = record["snapshot"]
    return tuple(
        Record(seat_of(table, one["player"]), left=True)
        if one.get("left")
        else Record(seat_of(table, one["player"]), turn_of(one["move"], table.land.grid))
        for one in record["turns"]
    )


def recorded_faults(table: Snapshot, turn: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Find an unknown player of a turn in a record, and what its move names and its table lacks."""
    yield from unknown_player(table.player_names, turn["player"], (*path, "player"))
    if "move" in turn:
        yield from move_faults(table, turn["player"], turn["move"], (*path, "move"))


def move_faults(
    table: Snapshot, player: str, turn: Mapping[str, Any], path: Path
) -> Iterator[Fault]:
    """Find the pawns and players that a move names and its table lacks.

    Args:
        table: The table before the move.
        player: The name of the player, or Otoma.
        turn: The move as its schema loads it.
        path: The place of the move in the request.
    """
    if player == OTOMA:
        yield from competitive_fault(table)
        yield from otoma_move_faults(table, turn.get("moves"), (*path, "moves"))
        return
    action = turn.get("action") or {}
    of: Path = (*path, "action")
    yield from unknown_player(table.player_names, action.get("giver"), (*of, "giver"))
    for field in ("otoma", "reaction"):
        yield from otoma_move_faults(table, turn.get(field), (*path, field))


def competitive_fault(table: Snapshot) -> Iterator[Fault]:
    """The fault of naming Otoma in a game without it."""
    if table.mode == Mode.COMPETITIVE:
        yield mode_fault(table.mode, ("snapshot", "otoma"), given=True)


def otoma_move_faults(
    table: Snapshot, moves: Iterable[Mapping[str, Any]] | None, path: Path
) -> Iterator[Fault]:
    """Find ambiguous pawns and unknown players that moves of Otoma's name."""
    names, pawns = table.land.grid.names, table.pawns
    for i, move in enumerate(moves or ()):
        pawn, of = move.get("pawn"), (*path, i)
        alike = [names[one.space] for one in pawns if one.colour == pawn]
        if len(alike) > 1:
            values = {"colour": pawn, "spaces": alike}
            yield Fault("ambiguous_pawn", (*of, "pawn"), values)
        yield from unknown_player(table.player_names, move.get("giver"), (*of, "giver"))
