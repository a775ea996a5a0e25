"""What requests about the play of Tiwanaku may contain: turns, records, Otoma's moves, set-ups."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from theodolite.grid import Grid, Space
from theodolite.tiwanaku.board import LEVELS, Terrain, row_faults
from theodolite.tiwanaku.deeds import (
    Action,
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
from theodolite.tiwanaku.impossibilities import Draft, impossibilities, mode_fault
from theodolite.tiwanaku.replays import Record
from theodolite.tiwanaku.setups import deal
from theodolite.tiwanaku.snapshot import (
    Arrow,
    Colour,
    Direction,
    Group,
    Mode,
    Otoma,
    Pawn,
    Player,
    Rulings,
    Snapshot,
)
from theodolite.verdict import Fault, Path
from theodolite.web.reading import (
    Body,
    Choice,
    Either,
    Flag,
    Items,
    Nested,
    names_of,
    rulings_body,
    stranger,
)
from theodolite.web.tiwanaku.bodies import (
    ByTerrainBody,
    PawnBody,
    RowsField,
    SnapshotBody,
    arrow_field,
    board_field,
    by_terrain,
    colour_field,
    direction_field,
    grid_of,
    level_field,
    name_field,
    rows_of,
    rulings_of,
    space_field,
    terrain_field,
    unknown_spaces,
)

__all__ = [
    "AfterMove",
    "AskedMove",
    "Dispute",
    "DisputeBody",
    "LegalityCheckBody",
    "OtomaMovesBody",
    "OtomaQuestion",
    "PlayerQuestion",
    "PlayerQuestionBody",
    "ReplayBody",
    "ReplayQuestion",
    "ScoresBody",
    "SetUpBody",
    "TurnBody",
    "TurnsBody",
]

_LONGEST_PATH = 90
_MOST_TURNS = 400


class PlayerQuestion(NamedTuple):
    """A question about one player of a table, or about a turn of that player's."""

    snapshot: Snapshot
    player: int
    turn: Turn = Turn()
    check_wheel: bool = False


class Dispute(NamedTuple):
    """Two tables, and the player whose turn may lead from the one to the other."""

    before: Snapshot
    after: Snapshot
    player: int


class ReplayQuestion(NamedTuple):
    """A first table and the turns from there on."""

    snapshot: Snapshot
    records: tuple[Record, ...]
    check_wheel: bool = False


class AfterMove(NamedTuple):
    """The move of a player after which Otoma moves."""

    player: int
    space: Space
    meeple_colour: Colour | None


class AskedMove(NamedTuple):
    """A move of Otoma's that is asked about."""

    pawn: Colour | Space
    direction: Direction
    move: OtomaMove


class OtomaQuestion(NamedTuple):
    """A table, the move before, and Otoma's moves."""

    snapshot: Snapshot
    after_move: AfterMove | None
    moves: tuple[AskedMove, ...]


class PredictionBody(Body):
    """A crop predicted, and what the wheel showed."""

    space = space_field(required=True)
    says = level_field(allow_none=True)
    wheel = level_field(allow_none=True)


_FIELDS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    # What each action must say, and what else it may.
    "explore": (frozenset({"from", "path"}), frozenset({"wheel", "giver", "arrow", "own_arrow"})),
    "recall": (frozenset({"from"}), frozenset()),
    "divine": (frozenset({"predictions"}), frozenset()),
    "final_prediction": (frozenset({"space"}), frozenset({"says", "wheel"})),
    "pass": (frozenset(), frozenset()),
    "final_offering": (frozenset(), frozenset()),
    "none": (frozenset(), frozenset()),
}


class ActionBody(Body):
    """An action; which fields it has depends on its type.

    `from` is null for the reserve; `wheel` is the terrain that an exploration found, the level of a
    final prediction.
    """

    type = Choice({name: name for name in _FIELDS}, "unknown_value", required=True)
    path = Items(space_field(), _LONGEST_PATH, code="too_many")
    wheel = Either({str: terrain_field(), int: level_field()}, allow_none=True)
    giver = name_field(allow_none=True)
    arrow = arrow_field(allow_none=True)
    own_arrow = Choice({"easy": "easy", "hard": "hard"}, "unknown_value", allow_none=True)
    predictions = Items(Nested(PredictionBody()), 9, code="too_many")
    space = space_field()
    says = level_field(allow_none=True)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Fields that this action lacks or does not know."""
        if "type" not in data:
            return
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


# `from` is a word of Python's own.
ActionBody._declared_fields["from"] = space_field(allow_none=True)


class WheelBody(Body):
    """What the wheel shows of a space that Otoma discovers."""

    terrain = terrain_field(required=True)
    crop = level_field(required=True)


class OtomaMoveBody(Body):
    """A move of Otoma's within a turn; its direction follows from the arrow or the position."""

    pawn = Choice(
        {**{colour.value: colour for colour in Colour}, **space_field().values},
        "unknown_value",
        allow_none=True,
    )
    wheel = Nested(WheelBody(), allow_none=True)
    giver = name_field(allow_none=True)


class SpendBody(Body):
    """The tile spent in a cooperative game, and its arrow."""

    terrain = terrain_field(required=True)
    arrow = direction_field(allow_none=True)


class TurnBody(Body):
    """What a player did in a turn; an offering may stand alone."""

    action = Nested(ActionBody(), allow_none=True)
    offering = Items(level_field(), len(LEVELS), code="too_many", allow_none=True)
    otoma = Items(Nested(OtomaMoveBody()), 1, code="too_many", allow_none=True)
    spend = Nested(SpendBody(), allow_none=True)
    reaction = Items(Nested(OtomaMoveBody()), 5, code="too_many", allow_none=True)


class ScoresBody(Body):
    """A table whose standing is asked."""

    snapshot = Nested(SnapshotBody(), required=True)

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The table."""
        snapshot: Snapshot = data["snapshot"]
        return snapshot


class PlayerQuestionBody(Body):
    """A table, and one of its players."""

    snapshot = Nested(SnapshotBody(), required=True)
    player = name_field(required=True)

    def make(self, data: Mapping[str, Any]) -> PlayerQuestion:
        """The question; ValueError if nobody is called so."""
        snapshot = data["snapshot"]
        return PlayerQuestion(
            snapshot,
            names_of(snapshot).index(data["player"]),
            _turn(data.get("turn") or {}, snapshot.land.grid),
            data.get("check_wheel", self.checks_wheel),
        )

    checks_wheel = False

    def doubts(self, made: Any, data: Mapping[str, Any]) -> Iterable[object]:
        """What does not fit the table."""
        return self.faults(data)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A player who is not at the table; spaces that this board does not have."""
        snapshot = data.get("snapshot")
        yield from stranger(snapshot, data.get("player"), ("player",))
        yield from _strange_turn(snapshot, data.get("turn"), ("turn",))


class LegalityCheckBody(PlayerQuestionBody):
    """A table, one of its players, and a turn of that player's."""

    turn = Nested(TurnBody(), required=True)


class TurnsBody(LegalityCheckBody):
    """A turn whose points are asked.

    `check_wheel` asks, for at most a second, whether any lawful world fits what the wheel showed.
    """

    check_wheel = Flag()
    checks_wheel = True


class RecordBody(Body):
    """A turn and who played it."""

    player = name_field(required=True)
    turn = Nested(TurnBody(), required=True)


class ReplayBody(Body):
    """A first table and the turns from there on."""

    snapshot = Nested(SnapshotBody(), required=True)
    turns = Items(Nested(RecordBody()), _MOST_TURNS, code="too_many", required=True)
    check_wheel = Flag()

    def make(self, data: Mapping[str, Any]) -> ReplayQuestion:
        """The record; ValueError if somebody is not at the table."""
        snapshot = data["snapshot"]
        names, grid = names_of(snapshot), snapshot.land.grid
        records = tuple(
            Record(names.index(record["player"]), _turn(record["turn"], grid))
            for record in data["turns"]
        )
        return ReplayQuestion(snapshot, records, data.get("check_wheel", False))

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Players who are not at the table; spaces that this board does not have."""
        snapshot = data.get("snapshot")
        for i, record in enumerate(data.get("turns", ())):
            told, path = record or {}, ("turns", i)
            yield from stranger(snapshot, told.get("player"), (*path, "player"))
            yield from _strange_turn(snapshot, told.get("turn"), (*path, "turn"))


class DisputeBody(Body):
    """Two tables, and the player whose one turn may lead from the one to the other."""

    before = Nested(SnapshotBody(), required=True)
    after = Nested(SnapshotBody(), required=True)
    player = name_field(required=True)

    def make(self, data: Mapping[str, Any]) -> Dispute:
        """The dispute; ValueError if nobody is called so."""
        return Dispute(
            data["before"], data["after"], names_of(data["before"]).index(data["player"])
        )

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A player who is not at the table; two tables that are not of one game."""
        before, after = data.get("before"), data.get("after")
        yield from stranger(before, data.get("player"), ("player",))
        for field in ("board", "mode", "players"):
            one, other = _told(before, field), _told(after, field)
            if one is not None and other is not None and one != other:
                yield Fault("other_table", ("after", field), {"field": field})


def _told(snapshot: Any, field: str) -> Any:
    if field == "players":
        names = names_of(snapshot)
        return None if None in names else names
    if isinstance(snapshot, Snapshot):
        return snapshot.land.board if field == "board" else snapshot.mode
    return (snapshot or {}).get(field)


class AfterMoveBody(Body):
    """The move of a player after which Otoma moves."""

    player = name_field(required=True)
    space = space_field(required=True)
    meeple_colour = colour_field(allow_none=True)


class AskedMoveBody(Body):
    """A move of one of Otoma's pawns, named by its colour or its space."""

    pawn = Choice(
        {**{colour.value: colour for colour in Colour}, **space_field().values},
        "unknown_value",
        required=True,
    )
    direction = direction_field(required=True)
    wheel = Nested(WheelBody(), allow_none=True)
    giver = name_field(allow_none=True)


class OtomaMovesBody(Body):
    """A solo or cooperative table, the move before, and Otoma's moves in order."""

    snapshot = Nested(SnapshotBody(), required=True)
    after_move = Nested(AfterMoveBody(), allow_none=True)
    moves = Items(Nested(AskedMoveBody()), 5, code="too_many")

    def make(self, data: Mapping[str, Any]) -> OtomaQuestion:
        """The question; ValueError if nobody is called so, LookupError if there is no such pawn."""
        snapshot: Snapshot = data["snapshot"]
        at, told = snapshot.land.grid.spaces, data.get("after_move")
        after = told and AfterMove(
            names_of(snapshot).index(told["player"]), at[told["space"]], told.get("meeple_colour")
        )
        moves = tuple(
            AskedMove(_pawn(move["pawn"], at), move["direction"], _moved(move, at))
            for move in data.get("moves", ())
        )
        return OtomaQuestion(snapshot, after, moves)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A game without Otoma; a player or a giver, a space or a pawn that there is not."""
        snapshot, after = data.get("snapshot"), data.get("after_move") or {}
        mode = _told(snapshot, "mode")
        if mode == Mode.COMPETITIVE:
            yield mode_fault(mode, ("snapshot", "otoma"), given=True)
        yield from stranger(snapshot, after.get("player"), ("after_move", "player"))
        yield from _strange_moves(snapshot, data, "moves")


class NamedPlayerBody(Body):
    """A player at the set-up."""

    name = name_field(required=True)
    colour = colour_field(required=True)


class SetUpBody(Body):
    """What a game begins with: the disc's open side, the players, and where Otoma's pawns stand."""

    board = board_field()
    mode = Choice({mode.value: mode for mode in Mode}, "unknown_value", required=True)
    difficulty = Choice(
        {name: name for name in ("easy", "normal", "hard", "expert")},
        "unknown_value",
        allow_none=True,
    )
    players = Items(Nested(NamedPlayerBody()), 4, least=1, code="player_count", required=True)
    terrain = RowsField("MSGR", required=True)
    crops = RowsField("1-5", required=True)
    tiles = Nested(ByTerrainBody(), required=True)
    start = Items(space_field(), 45, code="too_many", allow_none=True)
    otoma = Items(Nested(PawnBody()), 5, code="too_many", allow_none=True)
    rulings = Nested(rulings_body(Rulings, code="ruling_value"))

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The table as it is laid out; ValueError if there is no such table."""
        draft = _laid_out(data)
        if draft.land is None or draft.tiles is None:
            raise ValueError(data)
        return Snapshot(**draft._asdict())

    def doubts(self, made: Any, data: Mapping[str, Any]) -> Iterable[object]:
        """What makes the table impossible."""
        return self.faults(data)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """What makes the table impossible, as far as it could be read."""
        grid = grid_of(data)
        if grid is not None:
            for name, crops in (("terrain", False), ("crops", True)):
                if name in data:
                    for fault in row_faults(data["board"], data[name], crops=crops):
                        yield fault._replace(path=(name, *fault.path))
            told: list[tuple[Path, str | None]] = [
                (("start", i), name) for i, name in enumerate(data.get("start") or ())
            ]
            told += [
                (("otoma", i, "space"), (pawn or {}).get("space"))
                for i, pawn in enumerate(data.get("otoma") or ())
            ]
            yield from unknown_spaces(grid, told)
        draft = _laid_out(data)
        with_otoma = draft.mode in (Mode.SOLO, Mode.COOPERATIVE)
        if draft.mode is not None and with_otoma != bool(data.get("otoma")):
            yield mode_fault(draft.mode, ("otoma",), given=not with_otoma)
        if draft.mode == Mode.COOPERATIVE and data.get("difficulty") is None:
            yield mode_fault(draft.mode, ("difficulty",), given=False)
        yield from _of_set_up(impossibilities(draft))
        if draft.mode == Mode.COOPERATIVE and draft.pool is None and draft.players:
            yield Fault("deal_unequal", ("players",), {"count": len(draft.players)})


def _of_set_up(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Faults of the table laid out, with their places in what the set-up was asked with."""
    for fault in faults:
        if fault.path[:2] == ("otoma", "pawns"):
            yield fault._replace(path=("otoma", *fault.path[2:]))
        elif fault.path[0] not in ("pool", "final"):
            yield fault


def _laid_out(data: Mapping[str, Any]) -> Draft:
    """The table of a set-up as far as it could be read; no pool where the tiles cannot be dealt."""
    grid, land, tiles = grid_of(data), rows_of(data), by_terrain(data.get("tiles"))
    at = {} if grid is None else grid.spaces
    mode = data.get("mode")
    players: tuple[Player | None, ...] | None = None
    if "players" in data:
        players = tuple(
            Player(one["name"], one["colour"]) if one and {"name", "colour"} <= one.keys() else None
            for one in data["players"]
        )
    told = [pawn for pawn in data.get("otoma") or () if pawn and len(pawn) == 2]
    pawns = tuple(Pawn(one["colour"], at[one["space"]]) for one in told if one["space"] in at)
    start = data.get("start")
    is_group = mode == Mode.COOPERATIVE
    dealt = None
    if is_group and land is not None and tiles is not None and players and None not in players:
        dealt = deal(land, tiles, len(players))
        if dealt is not None:
            players = tuple(
                one and one._replace(stacks=stacks)
                for one, stacks in zip(players, dealt, strict=True)
            )
    return Draft(
        mode,
        land,
        tiles,
        players,
        None if start is None else tuple(at.get(name or "") for name in start),
        difficulty=data.get("difficulty"),
        otoma=Otoma(pawns, 0) if len(pawns) == len(data.get("otoma") or ()) and pawns else None,
        pool=(0, 0, 0, 0) if dealt is not None else None,
        group=Group() if is_group else None,
        rulings=rulings_of(data.get("rulings")),
    )


def _strange_turn(snapshot: Any, turn: Any, path: Path) -> Iterator[Fault]:
    """Spaces of a turn that the board does not have, givers who are not at the table."""
    grid = _grid(snapshot)
    if turn is None or grid is None:
        return
    action = turn.get("action") or {}
    of: Path = (*path, "action")
    told = [((*of, name), action.get(name)) for name in ("from", "space")]
    told += [((*of, "path", i), name) for i, name in enumerate(action.get("path", ()))]
    told += [
        ((*of, "predictions", i, "space"), (one or {}).get("space"))
        for i, one in enumerate(action.get("predictions", ()))
    ]
    yield from unknown_spaces(grid, told)
    yield from stranger(snapshot, action.get("giver"), (*of, "giver"))
    for field in ("otoma", "reaction"):
        yield from _strange_moves(snapshot, turn, field, path)


def _grid(snapshot: Any) -> Grid | None:
    return snapshot.land.grid if isinstance(snapshot, Snapshot) else grid_of(snapshot or {})


def _strange_moves(
    snapshot: Any, data: Mapping[str, Any], field: str, path: Path = ()
) -> Iterator[Fault]:
    """Moves of Otoma's by pawns that cannot be told apart, or with a giver who is not there."""
    pawns = _pawns(snapshot)
    grid = _grid(snapshot)
    for i, move in enumerate(data.get(field) or ()):
        pawn, of = (move or {}).get("pawn"), (*path, field, i)
        if grid is not None and not isinstance(pawn, Colour):
            yield from unknown_spaces(grid, [((*of, "pawn"), pawn)])
        alike = [space for colour, space in pawns if colour == pawn]
        if len(alike) > 1:
            values = {"colour": pawn, "spaces": alike}
            yield Fault("ambiguous_pawn", (*of, "pawn"), values)
        yield from stranger(snapshot, (move or {}).get("giver"), (*of, "giver"))


def _pawns(snapshot: Any) -> list[tuple[Colour, str]]:
    """The colour and the space of each of Otoma's pawns that could be read."""
    if isinstance(snapshot, Snapshot):
        names = snapshot.land.grid.names
        return [(one.colour, names[one.space]) for one in (snapshot.otoma or Otoma((), 0)).pawns]
    told = ((snapshot or {}).get("otoma") or {}).get("pawns", ())
    return [(one["colour"], one["space"]) for one in told if one and len(one) == 2]


def _turn(data: Mapping[str, Any], grid: Grid) -> Turn:
    """A turn as the rules take it; LookupError if its board has no such space."""
    at = grid.spaces

    action, spend = data.get("action"), data.get("spend")
    otoma, reaction = data.get("otoma"), data.get("reaction")
    return Turn(
        None if action is None else _action(action, at),
        tuple(data.get("offering") or ()),
        None if otoma is None else tuple(_moved(one, at) for one in otoma),
        None if spend is None else Spend(spend["terrain"], spend.get("arrow")),
        None if reaction is None else tuple(_moved(one, at) for one in reaction),
    )


def _moved(data: Mapping[str, Any], at: Mapping[str, Space]) -> OtomaMove:
    wheel, pawn = data.get("wheel") or {}, data.get("pawn")
    named = None if pawn is None else _pawn(pawn, at)
    return OtomaMove(named, wheel.get("terrain"), wheel.get("crop"), data.get("giver"))


def _pawn(named: Colour | str, at: Mapping[str, Space]) -> Colour | Space:
    return named if isinstance(named, Colour) else at[named]


def _action(data: Mapping[str, Any], at: Mapping[str, Space]) -> Action:
    return _ACTIONS[data["type"]](data, at)


def _explore(data: Mapping[str, Any], at: Mapping[str, Space]) -> Explore:
    start, arrow = data["from"], data.get("arrow")
    return Explore(
        None if start is None else at[start],
        tuple(at[name] for name in data["path"]),
        data.get("wheel"),
        data.get("giver"),
        None if arrow is None else Arrow(arrow["colour"], arrow["direction"]),
        data.get("own_arrow"),
    )


def _prediction(data: Mapping[str, Any], at: Mapping[str, Space]) -> Prediction:
    return Prediction(at[data["space"]], data.get("says"), data.get("wheel"))


_ACTIONS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Space]], Action]] = {
    "explore": _explore,
    "recall": lambda data, at: Recall(at[data["from"] or ""]),
    "divine": lambda data, at: Divine(tuple(_prediction(one, at) for one in data["predictions"])),
    "final_prediction": lambda data, at: FinalPrediction(_prediction(data, at)),
    "pass": lambda _data, _at: Pass(),
    "final_offering": lambda _data, _at: FinalOffering(),
    "none": lambda _data, _at: NoAction(),
}
