"""What requests about the play of Treasure Hunt may contain: turns, rolls, ways, disputes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.grid import Space
from theodolite.treasure_hunt.actions import (
    Action,
    Discard,
    Drawn,
    Log,
    Move,
    Named,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
)
from theodolite.treasure_hunt.board import DICE, DIE_NAMES, GRID, HOME, Terrain, place_name
from theodolite.treasure_hunt.ground import Mover
from theodolite.treasure_hunt.placing import PIECES, Piece
from theodolite.treasure_hunt.routes import TARGETS, Asked, may_be_target
from theodolite.treasure_hunt.snapshot import ROUTES, Card, Info, Snapshot
from theodolite.verdict import Fault, Path
from theodolite.web.boards import SpaceField, SpacesField
from theodolite.web.reading import (
    Body,
    Choice,
    Flag,
    Items,
    Leaf,
    Nested,
    Number,
    names_of,
    refusal,
    shown,
    stranger,
)
from theodolite.web.treasure_hunt.bodies import (
    SnapshotBody,
    pack,
    place_field,
    player_field,
    snapshot_of,
    treasure_field,
)
from theodolite.web.treasure_hunt.packs import DiceBody

__all__ = [
    "Dispute",
    "DisputeBody",
    "MissionCheckBody",
    "PictureBody",
    "PlacementQuestion",
    "PlacementQuestionBody",
    "ReplayBody",
    "RollQuestion",
    "RollQuestionBody",
    "TurnBody",
    "TurnQuestion",
    "TurnQuestionBody",
    "WayQuestion",
    "WayQuestionBody",
]

_LONGEST_PATH = 60
_MOST_ACTIONS = 40
_MOST_TURNS = 200
_DICE: Mapping[str, Terrain] = dict(zip(DIE_NAMES, Terrain, strict=True))
_ROUTES = {name: i for i, name in enumerate(ROUTES)}


class TurnQuestion(NamedTuple):
    """A table, and a turn on it."""

    snapshot: Snapshot
    turn: Turn


class RollQuestion(NamedTuple):
    """A table, one of its players, and a roll."""

    snapshot: Snapshot
    player: int
    roll: tuple[Terrain, int] | None
    moved: tuple[Space, ...]


class PlacementQuestion(NamedTuple):
    """A table, one of its players, and a piece to be placed."""

    snapshot: Snapshot
    player: int
    piece: Piece
    spaces: tuple[Space, ...]


class WayQuestion(NamedTuple):
    """A table and a way on it, and where the odds of each die are from."""

    snapshot: Snapshot
    asked: Asked
    odds: Mapping[str, str]


class Dispute(NamedTuple):
    """Two tables, and the player whose turn may lead from the one to the other."""

    before: Snapshot
    after: Snapshot
    player: int


class MoverField(Leaf):
    """A piece: `explorer:1`, `explorer:2`, or a walker by its space, `walker:N10/E10`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "string", "examples": ["explorer:1", "walker:N10/E10"]}, **kwargs)

    def read(self, value: Any) -> tuple[str, int]:
        """The kind of piece, and the explorer's index or the walker's space."""
        if type(value) is not str:
            raise refusal("wrong_type", {"expected": "string"})
        kind, _, which = value.partition(":")
        if kind == "explorer" and which in ("1", "2"):
            return kind, int(which) - 1
        if kind == "walker" and which in GRID.spaces:
            return kind, GRID.spaces[which]
        raise refusal("unknown_mover", {"value": shown(value)})


class DrawnBody(Body):
    """What the owner of a logged route drew; an info card goes to `info_route`."""

    coordinate = SpaceField(GRID, allow_none=True)
    action = Choice(
        {one.value: one for kind in (Card, Info) for one in kind}, "unknown_card", allow_none=True
    )
    info_route = Choice(_ROUTES, "unknown_route", allow_none=True)
    treasure = treasure_field(allow_none=True)

    def make(self, data: Mapping[str, Any]) -> Drawn:
        """The draw."""
        return Drawn(**data)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A card not in the pack; a route for no info card; a treasure on no info card."""
        coordinate, given = data.get("coordinate"), pack()
        if coordinate is not None and given and given.deck.lacks(coordinate):
            yield Fault("card_not_in_pack", ("coordinate",), {"value": GRID.names[coordinate]})
        action, route = data.get("action"), data.get("info_route")
        if route is not None and not isinstance(action, Info):
            yield Fault("superfluous_field", ("info_route",))
        treasure = action in (Info.CLOSED, Info.OPEN) and route is not None
        if data.get("treasure") is not None and not treasure:
            yield Fault("superfluous_field", ("treasure",))


_FIELDS: Mapping[str, tuple[set[str], set[str]]] = {
    "roll": ({"die", "pips"}, set()),
    "move": ({"mover", "path"}, {"of"}),
    "play": ({"card"}, {"spaces", "to", "obstacle", "mover", "pips", "path"}),
    "place": ({"piece", "spaces"}, {"by"}),
    "log": ({"explorer"}, {"of", "owner", "route", "at", "shovel", "drawn"}),
    "discard": ({"card"}, {"by"}),
    "skip": (set(), set()),
}
"""What each action must tell, and what it may tell besides."""

_OF_PLAYS = {"spaces", "to", "obstacle", "mover", "pips", "path"}
_PLAYS: Mapping[Card, set[str]] = {
    Card.FALLEN_TREE: {"spaces"},
    Card.BROKEN_BRIDGE: {"spaces"},
    Card.CREEP_THROUGH: {"spaces"},
    Card.LOST_SHOE: {"to"},
    Card.REMOVE_OBSTACLE: {"obstacle"},
}
"""What is told of a card that is played; of others nothing, but for a walker."""


def _of_play(data: Mapping[str, Any]) -> set[str]:
    """What has a meaning for a card that is played."""
    card = data.get("card")
    if card is None:
        return _OF_PLAYS
    if card == Card.WALKER:
        return {"mover", "pips", "path"} if "mover" in data else {"spaces"}
    return _PLAYS.get(card, set())


class ActionBody(Body):
    """An action of a turn; `do` says which, and which of the other fields it has."""

    do = Choice({name: name for name in _FIELDS}, "unknown_action", required=True)
    die = Choice(_DICE, "unknown_die")
    pips = Number(0, 99)
    mover = MoverField()
    of = player_field(allow_none=True)
    path = Items(place_field(), _LONGEST_PATH, code="too_many")
    card = Choice({one.value: one for one in Card}, "unknown_card")
    spaces = Items(SpaceField(GRID), 4, code="too_many")
    to = player_field()
    obstacle = SpaceField(GRID)
    piece = Choice({one: one for one in ("tree", "walker")}, "unknown_piece")
    by = player_field(allow_none=True)
    explorer = Number(1, 2, "unknown_mover")
    owner = player_field(allow_none=True)
    route = Choice(_ROUTES, "unknown_route", allow_none=True)
    at = SpaceField(GRID, allow_none=True)
    shovel = Flag()
    drawn = Nested(DrawnBody(), allow_none=True)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """What the action does not tell, or does not have; a value that is not on the die."""
        if "do" not in data:
            return
        needed, possible = _FIELDS[data["do"]]
        for field in sorted(needed - data.keys()):
            yield Fault("required", (field,))
        if data["do"] == "play":
            possible = _of_play(data)
        # A walker belongs to nobody.
        elif data["do"] == "move" and (data.get("mover") or ("",))[0] == "walker":
            possible = set()
        for field in sorted(data.keys() - needed - possible - {"do"}):
            yield Fault("superfluous_field", (field,))
        if data["do"] == "roll":
            yield from _off_die(data)


def _off_die(data: Mapping[str, Any]) -> Iterator[Fault]:
    die, pips = data.get("die"), data.get("pips")
    if die is not None and pips is not None and pips not in DICE[die]:
        yield Fault("die_value", ("pips",), {"value": pips, "die": DIE_NAMES[die]})


class TurnBody(Body):
    """A player's turn: its actions in the order played."""

    player = player_field(required=True)
    actions = Items(Nested(ActionBody()), _MOST_ACTIONS, code="too_many", required=True)


def _turn(snapshot: Snapshot, data: Mapping[str, Any]) -> Turn:
    seats = {player.name: i for i, player in enumerate(snapshot.players)}
    player = seats[data["player"]]
    return Turn(player, tuple(_action(seats, player, one) for one in data["actions"]))


def _action(  # noqa: PLR0911 - a case for each kind
    seats: Mapping[str, int], player: int, data: Mapping[str, Any]
) -> Action:
    def seat(key: str) -> int:
        name = data.get(key)
        return player if name is None else seats[name]

    match data["do"]:
        case "roll":
            return Roll(data["die"], data["pips"])
        case "move":
            return Move(_named(data["mover"], seat("of")), data["path"])
        case "play":
            return Play(
                data["card"],
                data.get("spaces", ()),
                seats[data["to"]] if "to" in data else None,
                data.get("obstacle"),
                _named(data["mover"], player) if "mover" in data else None,
                data.get("pips"),
                data.get("path", ()),
            )
        case "place":
            return Place(data["piece"], data["spaces"], seat("by"))
        case "log":
            return Log(
                Mover(seat("of"), data["explorer"] - 1),
                None if data.get("owner") is None else seats[data["owner"]],
                data.get("route"),
                data.get("at"),
                data.get("shovel", False),
                data.get("drawn"),
                "drawn" not in data,
            )
        case "discard":
            return Discard(data["card"], seat("by"))
        case _:
            return Skip()


def _named(told: tuple[str, int], player: int) -> Named:
    kind, which = told
    return Named(player if kind == "explorer" else None, which)


def _turn_faults(snapshot: Any, turn: Any, path: Path) -> Iterator[Fault]:
    """Names of nobody at the table, and pieces that are not on it."""
    if not isinstance(turn, Mapping):
        return
    yield from stranger(snapshot, turn.get("player"), (*path, "player"))
    for i, action in enumerate(turn.get("actions", ())):
        if not isinstance(action, Mapping):
            continue
        here: Path = (*path, "actions", i)
        for key in ("of", "to", "by", "owner"):
            yield from stranger(snapshot, action.get(key), (*here, key))
        yield from _off_board(snapshot, action, here)
        of = action.get("of") or turn.get("player")
        kind, which = action.get("mover") or ("explorer", 0)
        if kind == "explorer" and which >= _explorers(snapshot, of):
            yield Fault("unknown_mover", (*here, "mover"), {"value": f"explorer:{which + 1}"})
        if action.get("explorer", 1) > _explorers(snapshot, of):
            yield Fault("unknown_mover", (*here, "explorer"), {"value": action["explorer"]})


def _off_board(snapshot: Any, action: Mapping[str, Any], here: Path) -> Iterator[Fault]:
    """Steps onto the place off the board where there is none: for walkers, and on most tables."""
    rulings = (
        snapshot.rulings if isinstance(snapshot, Snapshot) else snapshot_of(snapshot or {}).rulings
    )
    kind, _ = action.get("mover") or ("explorer", 0)
    if kind == "explorer" and rulings.home_place == "frame":
        return
    for i, place in enumerate(action.get("path", ())):
        if place == HOME:
            yield Fault("unknown_space", (*here, "path", i), {"value": "home"})


def _explorers(snapshot: Any, name: Any) -> int:
    """How many explorers a player has; two where that is not known."""
    if isinstance(snapshot, Snapshot):
        found = [len(one.explorers) for one in snapshot.players if one.name == name]
    else:
        players = (snapshot or {}).get("players", ())
        found = [
            len(one.get("explorers", (None, None)))
            for one in players
            if one is not None and one.get("name") == name
        ]
    return found[0] if found else 2


def _walker_faults(snapshot: Any, turn: Any) -> Iterator[Fault]:
    """Walkers named in a turn that stand nowhere and are placed nowhere in it."""
    if not isinstance(turn, Mapping):
        return
    walkers = _walkers(snapshot)
    for i, action in enumerate(turn.get("actions", ())):
        if not isinstance(action, Mapping):
            continue
        kind, which = action.get("mover") or ("explorer", 0)
        if kind == "walker" and which not in walkers and None not in walkers:
            value = f"walker:{place_name(which)}"
            yield Fault("unknown_mover", ("turn", "actions", i, "mover"), {"value": value})
        # Where it is put or goes, a walker can be named later.
        walkers |= {*action.get("spaces", ()), *action.get("path", ())} - {None}


def _walkers(snapshot: Any) -> set[Space | None]:
    """Where the walkers of a table stand; None is among them if not all could be read."""
    if isinstance(snapshot, Snapshot):
        return {walker.at for walker in snapshot.walkers}
    return {(walker or {}).get("at") for walker in (snapshot or {}).get("walkers", ())}


class TurnQuestionBody(Body):
    """A table, and a turn on it."""

    snapshot = Nested(SnapshotBody(), required=True)
    turn = Nested(TurnBody(), required=True)

    def make(self, data: Mapping[str, Any]) -> TurnQuestion:
        """The question."""
        return TurnQuestion(data["snapshot"], _turn(data["snapshot"], data["turn"]))

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Names of nobody at the table, and pieces that are not on it."""
        yield from _turn_faults(data.get("snapshot"), data.get("turn"), ("turn",))
        yield from _walker_faults(data.get("snapshot"), data.get("turn"))


class ReplayBody(Body):
    """A table, and the turns that followed."""

    snapshot = Nested(SnapshotBody(), required=True)
    turns = Items(Nested(TurnBody()), _MOST_TURNS, code="too_many", required=True)

    def make(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The table, and the turns."""
        snapshot = data["snapshot"]
        return {"snapshot": snapshot, "turns": [_turn(snapshot, one) for one in data["turns"]]}

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Names of nobody at the table, and pieces that are not on it."""
        for i, turn in enumerate(data.get("turns", ())):
            yield from _turn_faults(data.get("snapshot"), turn, ("turns", i))


class RollBody(Body):
    """A roll: the die, and its value."""

    die = Choice(_DICE, "unknown_die", required=True)
    pips = Number(0, 99, required=True)

    def make(self, data: Mapping[str, Any]) -> tuple[Terrain, int]:
        """The die's terrain, and the value."""
        return data["die"], data["pips"]

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A value that is not on the die."""
        return _off_die(data)


def _seat(snapshot: Snapshot, name: str) -> int:
    return [player.name for player in snapshot.players].index(name)


class RollQuestionBody(Body):
    """A table, one of its players, and a roll; without one, every value of every usable die.

    `moved` are the walkers that have been moved in this turn already.
    """

    snapshot = Nested(SnapshotBody(), required=True)
    player = player_field(required=True)
    roll = Nested(RollBody(), allow_none=True)
    moved = Items(MoverField(), 8, code="too_many")

    def make(self, data: Mapping[str, Any]) -> RollQuestion:
        """The question."""
        player = _seat(data["snapshot"], data["player"])
        moved = tuple(which for _, which in data.get("moved", ()))
        return RollQuestion(data["snapshot"], player, data.get("roll"), moved)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player who is not at the table; what is moved and is no walker on it."""
        yield from stranger(data.get("snapshot"), data.get("player"), ("player",))
        walkers = _walkers(data.get("snapshot"))
        for i, mover in enumerate(data.get("moved", ())):
            kind, which = mover or ("", 0)
            if kind == "explorer" or (kind and not {which, None} & walkers):
                told = which + 1 if kind == "explorer" else GRID.names[which]
                yield Fault("unknown_mover", ("moved", i), {"value": f"{kind}:{told}"})


class PlacementQuestionBody(Body):
    """A table, one of its players, and a piece to be placed."""

    snapshot = Nested(SnapshotBody(), required=True)
    player = player_field(required=True)
    piece = Choice({one: one for one in PIECES}, "unknown_piece", required=True)
    spaces = Items(SpaceField(GRID), 4, code="too_many", required=True)

    def make(self, data: Mapping[str, Any]) -> PlacementQuestion:
        """The question."""
        player = _seat(data["snapshot"], data["player"])
        return PlacementQuestion(data["snapshot"], player, data["piece"], data["spaces"])

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player who is not at the table."""
        return stranger(data.get("snapshot"), data.get("player"), ("player",))


class WayQuestionBody(Body):
    """A table, one explorer, and where it is to go: targets in any order, and home afterwards.

    Without `dice`, a value is as likely as the pack says, else all are.
    """

    snapshot = Nested(SnapshotBody(), required=True)
    player = player_field(required=True)
    explorer = Number(1, 2, "unknown_mover", required=True)
    targets = Items(SpaceField(GRID), TARGETS, least=1, code="too_many_targets", required=True)
    home = Flag()
    boat = Flag()
    dice = Nested(DiceBody())

    def make(self, data: Mapping[str, Any]) -> WayQuestion:
        """The question."""
        given, known = data.get("dice", {}), pack()
        packed = known.odds if known else {}
        odds = [given.get(die) or packed.get(die) or DICE[die] for die in Terrain]
        return WayQuestion(
            data["snapshot"],
            Asked(
                _seat(data["snapshot"], data["player"]),
                data["explorer"] - 1,
                data["targets"],
                data.get("home", False),
                data.get("boat", False),
                tuple(odds),
            ),
            {
                DIE_NAMES[die]: "given" if die in given else "pack" if die in packed else _EQUAL
                for die in Terrain
            },
        )

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player or an explorer who is not at the table; a target that is not the player's."""
        snapshot, name = data.get("snapshot"), data.get("player")
        yield from stranger(snapshot, name, ("player",))
        if data.get("explorer", 1) > _explorers(snapshot, name):
            yield Fault("unknown_mover", ("explorer",), {"value": data["explorer"]})
        table = snapshot if isinstance(snapshot, Snapshot) else snapshot_of(snapshot or {})
        names = names_of(table)
        if name not in names:
            return
        for i, target in enumerate(data.get("targets", ())):
            if target is not None and not may_be_target(table, names.index(name), target):
                yield Fault("unknown_target", ("targets", i), {"value": GRID.names[target]})


_EQUAL = "equal_values"


class MissionCheckBody(Body):
    """A table."""

    snapshot = Nested(SnapshotBody(), required=True)

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The table."""
        snapshot: Snapshot = data["snapshot"]
        return snapshot


class DisputeBody(Body):
    """The table before and after a turn, and the player whose turn it was."""

    before = Nested(SnapshotBody(), required=True)
    after = Nested(SnapshotBody(), required=True)
    player = player_field(required=True)

    def make(self, data: Mapping[str, Any]) -> Dispute:
        """The dispute."""
        return Dispute(data["before"], data["after"], _seat(data["before"], data["player"]))

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player who was not at the table; tables that are not of one game."""
        before, after = data.get("before"), data.get("after")
        yield from stranger(before, data.get("player"), ("player",))
        if before is None or after is None:
            return
        for what, one, other in zip(_OF_A_GAME, _fixed(before), _fixed(after), strict=True):
            if one != other:
                yield Fault("other_table", ("after", *what))


_OF_A_GAME: Sequence[tuple[str, ...]] = (
    ("board",),
    ("players",),
    ("variants",),
    ("rulings",),
)


def _fixed(snapshot: Any) -> Iterator[object]:
    """What of a table stays the same all game."""
    table = snapshot if isinstance(snapshot, Snapshot) else snapshot_of(snapshot)
    yield table.board
    yield [(one.name, one.colour, one.home, len(one.explorers)) for one in table.players]
    yield table.young, table.teams
    yield table.rulings


class PictureBody(Body):
    """A table to draw, and spaces of it to light up, say those of a check."""

    snapshot = Nested(SnapshotBody(), required=True)
    spaces = SpacesField(GRID)
