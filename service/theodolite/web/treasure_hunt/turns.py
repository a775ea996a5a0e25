"""Request schemas of turns, and how their names of players become seats and names again.

The rules count players, requests name them: a turn is loaded with names, and `turn_of` resolves
them once a request is known to be valid. `move_data` is its inverse, for answers that hold turns.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from theodolite.treasure_hunt.actions import (
    Action,
    Beyond,
    Discard,
    Drawn,
    Log,
    Move,
    NamedPiece,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
)
from theodolite.treasure_hunt.board import DICE, DIE_NAMES, GRID, HOME, Terrain, place_name
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.snapshot import ROUTES, Card, Info, Snapshot
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.fields import refusal, shorten, wrong_type
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.treasure_hunt.schemas import (
    PLACES,
    installed_pack,
    list_field,
    names_of,
    player_field,
    treasure_field,
)

_MAX_PATH = 60
_MAX_ACTIONS = 40
_DICE: Mapping[str, Terrain] = dict(zip(DIE_NAMES, Terrain, strict=True))
_ROUTES = {name: i for i, name in enumerate(ROUTES)}


def die_field(**kwargs: Any) -> fields.Choice:
    """A die by its colour."""
    return fields.Choice(_DICE, "unknown_die", description="The die, by its colour.", **kwargs)


def pips_field(**kwargs: Any) -> fields.Integer:
    """The value of a die."""
    return fields.Integer(0, 99, description="The value rolled.", **kwargs)


_SPACE = re.compile(r"N[0-9]{2}/E[0-9]{2}")


class _SpaceField(fields.Field):
    """A space by its name; one beyond the edge is loaded as its name, for a move to it is illegal.

    Args:
        places: The places by their names.
        kwargs: As for every field.
    """

    def __init__(self, places: Mapping[str, Any] = GRID.spaces, **kwargs: Any) -> None:
        super().__init__({"type": "string", "examples": ["N01/E01", "N30/E30"]}, **kwargs)
        self.places = places

    def load(self, value: Any) -> Any:
        """The space."""
        if type(value) is not str:
            raise wrong_type("string")
        if value not in self.places and not _SPACE.fullmatch(value):
            raise refusal("unknown_space", {"value": shorten(value)})
        return self.places.get(value, value)

    def dump(self, value: Any) -> str:
        """The name of the space."""
        return place_name(value)


class MoverField(fields.Field):
    """A piece: `explorer:1`, `explorer:2`, or a walker by its space, `walker:N10/E10`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "string", "examples": ["explorer:1", "walker:N10/E10"]}, **kwargs)

    def load(self, value: Any) -> tuple[str, Any]:
        """The kind of piece, and the explorer's index or the walker's space."""
        if type(value) is not str:
            raise wrong_type("string")
        kind, _, which = value.partition(":")
        if kind == "explorer" and which in ("1", "2"):
            return kind, int(which) - 1
        if kind == "walker" and _SPACE.fullmatch(which):
            return kind, GRID.spaces.get(which, which)
        raise refusal("unknown_mover", {"value": shorten(value)})

    def dump(self, value: tuple[str, int]) -> str:
        """The name of the piece."""
        kind, which = value
        return f"{kind}:{GRID.names[which] if kind == 'walker' else which + 1}"


class DrawnSchema(Schema):
    """The cards that the owner of a logged route drew."""

    coordinate = _SpaceField(
        allow_none=True, description="The coordinate card. Default null: none was drawn."
    )
    action = fields.Choice(
        {one.value: one for kind in (Card, Info) for one in kind},
        "unknown_card",
        allow_none=True,
        description="The action or info card. Default null: none was drawn.",
    )
    info_route = fields.Choice(
        _ROUTES,
        "unknown_route",
        allow_none=True,
        description="The route at which an info card is laid. Default null.",
    )
    treasure = treasure_field(
        "The treasure card drawn for a `closed` or `open` info card. Default null: not seen.",
        allow_none=True,
    )

    def make(self, data: Mapping[str, Any]) -> Drawn:
        """The draw."""
        return Drawn(**data)

    def cross_faults(self, made: Drawn, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A card not in the pack; a route for no info card; a treasure on no info card."""
        pack = installed_pack()
        if isinstance(made.coordinate, int) and pack and pack.deck.lacks(made.coordinate):
            value = {"value": GRID.names[made.coordinate]}
            yield Fault("card_not_in_pack", ("coordinate",), value)
        if made.info_route is not None and not isinstance(made.action, Info):
            yield Fault("superfluous_field", ("info_route",))
        has_treasure = made.action in (Info.CLOSED, Info.OPEN) and made.info_route is not None
        if made.treasure is not None and not has_treasure:
            yield Fault("superfluous_field", ("treasure",))

    def unmake(self, made: Drawn) -> Mapping[str, Any]:
        """The fields; what was not drawn is written as null."""
        return made._asdict()


_KINDS: Mapping[str, Any] = {
    kind.__name__.lower(): kind for kind in (Roll, Move, Play, Place, Log, Discard, Skip)
}
"""The actions of the rules by their names in requests, whose fields they have."""
_NAMED = ("of", "to", "by", "owner")
"""The fields that name a player."""

_PLAYS: Mapping[Card, set[str]] = {
    Card.FALLEN_TREE: {"spaces"},
    Card.BROKEN_BRIDGE: {"spaces"},
    Card.CREEP_THROUGH: {"spaces"},
    Card.LOST_SHOE: {"to"},
    Card.REMOVE_OBSTACLE: {"obstacle"},
}
"""The fields that have a meaning for a card that is played; others have none, but for a walker."""


def _allowed(data: Mapping[str, Any]) -> set[str]:
    """The fields that an action allows besides those that it requires."""
    if data["do"] == "play" and "card" in data:
        if data["card"] == Card.WALKER:
            return {"mover", "pips", "path"} if "mover" in data else {"spaces"}
        return _PLAYS.get(data["card"], set())
    allowed = {*_KINDS[data["do"]]._fields}
    # A walker has no owner.
    return allowed | {"of"} if data["do"] in ("move", "log") and not _is_walker(data) else allowed


def _is_walker(data: Mapping[str, Any]) -> bool:
    kind, _ = data.get("mover", ("explorer", 0))
    return bool(kind == "walker")


class ActionSchema(Schema):
    """An action of a turn. `do` decides which of the other fields it has."""

    do = fields.Choice.of(
        _KINDS,
        "unknown_action",
        required=True,
        description="The kind of action.",
    )
    die = die_field()
    pips = pips_field()
    mover = MoverField(
        description="The piece that moves: `explorer:1`, `explorer:2`, or a walker by the space "
        "where it stands or set out, such as `walker:N10/E10`."
    )
    of = player_field(
        "The player whose explorer it is. Default: the player whose turn it is.", allow_none=True
    )
    path = list_field(
        _SpaceField(PLACES, description="A space stepped onto, or `home`."),
        "The spaces stepped onto, in order, without the start.",
        most=_MAX_PATH,
    )
    card = fields.Choice(
        {one.value: one for one in Card},
        "unknown_card",
        description="The card played or discarded.",
    )
    spaces = list_field(
        _SpaceField(description="A space that the piece covers."),
        "The spaces on which the piece is placed: two for a tree, else one.",
        most=4,
    )
    to = player_field("The player who receives a lost shoe.")
    obstacle = _SpaceField(description="A space of the obstacle that is removed.")
    piece = fields.Choice.of(
        ("tree", "walker"),
        "unknown_piece",
        description="The free piece that is placed.",
    )
    by = player_field(
        "The player who places or discards. Default: the player whose turn it is.",
        allow_none=True,
    )
    explorer = fields.Integer(1, 2, "unknown_mover", description="The explorer that logs, 1 or 2.")
    owner = player_field(
        "The owner of the logged marker. Default null: of the only one that may be logged.",
        allow_none=True,
    )
    route = fields.Choice(
        _ROUTES,
        "unknown_route",
        allow_none=True,
        description="The route of the logged marker. Default null: of the only one that may be "
        "logged.",
    )
    at = _SpaceField(
        allow_none=True,
        description="The coordinate that is logged. Default null: of the only marker that may be "
        "logged.",
    )
    shovel = fields.Boolean(
        description="Whether a shovel is played to dig up the treasure. Default false."
    )
    drawn = fields.Nested(
        DrawnSchema(),
        allow_none=True,
        description="The cards that the owner drew; null if nothing was drawn. Without this field "
        "the draw is unknown.",
    )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Fields that the action lacks or cannot have; a value that is not on the die."""
        kind = _KINDS[data["do"]]
        # The player in turn places and discards by default.
        required = {*kind._fields} - {*kind._field_defaults, "by"}
        for field in sorted(required - data.keys()):
            yield Fault("required", (field,))
        for field in sorted(data.keys() - required - _allowed(data) - {"do"}):
            yield Fault("superfluous_field", (field,))
        if data["do"] == "roll":
            yield from off_die(data)

    def unmake(self, made: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields; `drawn` is written when it is null too."""
        return made


def off_die(data: Mapping[str, Any]) -> Iterator[Fault]:
    """The fault of a roll whose value is not on its die."""
    die, pips = data.get("die"), data.get("pips")
    if die is not None and pips is not None and pips not in DICE[die]:
        yield Fault("die_value", ("pips",), {"value": pips, "die": DIE_NAMES[die]})


class MoveSchema(Schema):
    """A player's turn."""

    actions = list_field(
        fields.Nested(ActionSchema()),
        "The actions in the order played; cards may be played between parts of a move.",
        most=_MAX_ACTIONS,
    )


def move_faults(
    snapshot: Snapshot, player: str, move: Mapping[str, Any], path: Path
) -> Iterator[Fault]:
    """Unknown players in a turn, pieces that they do not have, and steps off the board.

    Args:
        snapshot: The table.
        player: The name of the player whose turn it is.
        move: The turn as MoveSchema loads it.
        path: The turn's place in the request.
    """
    names = names_of(snapshot)
    for i, action in enumerate(move.get("actions", ())):
        here: Path = (*path, "actions", i)
        for key in ("of", "to", "by", "owner"):
            yield from unknown_player(names, action.get(key), (*here, key))
        yield from _steps_off_board(snapshot, action, here)
        explorers = explorer_count(snapshot, action.get("of") or player)
        kind, which = action.get("mover", ("explorer", -1))
        if kind == "explorer" and which >= explorers:
            yield Fault("unknown_mover", (*here, "mover"), {"value": f"explorer:{which + 1}"})
        if action.get("explorer", 0) > explorers:
            yield Fault("unknown_mover", (*here, "explorer"), {"value": action["explorer"]})


def _steps_off_board(snapshot: Snapshot, action: Mapping[str, Any], here: Path) -> Iterator[Fault]:
    """Steps to `home`, which only explorers can take, and only where it is off the board."""
    if snapshot.rulings.home_place == "frame" and not _is_walker(action):
        return
    for i, place in enumerate(action.get("path", ())):
        if place == HOME:
            yield Fault("unknown_space", (*here, "path", i), {"value": "home"})


def explorer_count(snapshot: Snapshot, name: str) -> int:
    """The number of a player's explorers; of an unknown player the most that anyone has."""
    counts = [len(one.explorers) for one in snapshot.players if one.name == name]
    return counts[0] if counts else 2


def turn_of(snapshot: Snapshot, name: str, move: Mapping[str, Any]) -> Turn:
    """The turn of a valid request.

    Args:
        snapshot: The table.
        name: The player whose turn it is.
        move: The turn as MoveSchema loads it.
    """
    seats = {name: seat for seat, name in enumerate(names_of(snapshot))}
    player = seats[name]
    return Turn(player, tuple(_action(seats, player, one) for one in move.get("actions", ())))


def turns_of(record: Mapping[str, Any]) -> list[Turn]:
    """The turns of a valid record."""
    table = record["snapshot"]
    names = names_of(table)
    return [
        Turn(names.index(turn["player"]), left=True)
        if turn.get("left")
        else turn_of(table, turn["player"], turn["move"])
        for turn in record["turns"]
    ]


def _beyond(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The spaces beyond the edge that an action names."""
    _, walker = data.get("mover", (None, None))
    named = [walker, *data.get("path", ()), *data.get("spaces", ())]
    named += [data.get("obstacle"), data.get("at"), getattr(data.get("drawn"), "coordinate", None)]
    return tuple(dict.fromkeys(space for space in named if isinstance(space, str)))


def _action(seats: Mapping[str, int], player: int, data: Mapping[str, Any]) -> Action:
    if beyond := _beyond(data):
        return Beyond(beyond)
    seated = {name: seats[data[name]] for name in _NAMED if data.get(name) is not None}
    found = {**data, "by": player, **seated}
    kind, of = _KINDS[found["do"]], seated.get("of", player)
    if "mover" in data:
        found["mover"] = _named(data["mover"], of)
    if "explorer" in data:
        found["explorer"] = Mover(of, data["explorer"] - 1)
        found["draw_unknown"] = "drawn" not in data
    action: Action = kind(**{name: found[name] for name in kind._fields if name in found})
    return action


def _named(mover: tuple[str, int], player: int) -> NamedPiece:
    kind, which = mover
    return NamedPiece(player if kind == "explorer" else None, which)


def move_data(snapshot: Snapshot, turn: Turn) -> Mapping[str, Any]:
    """A turn as MoveSchema loads it; the inverse of `turn_of`."""
    names = names_of(snapshot)
    return {"actions": [_action_data(action, turn.player, names) for action in turn.actions]}


def _action_data(action: Action, player: int, names: list[str]) -> Mapping[str, Any]:
    data = {name: value for name, value in action._asdict().items() if value is not None}
    piece = data.get("mover", data.get("explorer"))
    if piece is not None and piece.player is not None and piece.player != player:
        data["of"] = piece.player
    data |= {name: names[data[name]] for name in _NAMED if name in data}
    match action:
        case Move():
            data["mover"] = mover_data(action.mover)
        case Play():
            data = {name: value for name, value in data.items() if value != ()}
            if action.mover is not None:
                data |= {"mover": mover_data(action.mover), "path": action.path}
        case Log():
            data["explorer"] = action.explorer.which + 1
            data["drawn"] = action.drawn
            if data.pop("draw_unknown"):
                del data["drawn"]
    return {"do": type(action).__name__.lower(), **data}


def mover_data(mover: NamedPiece) -> tuple[str, int]:
    """A piece as MoverField loads it."""
    return "walker" if mover.player is None else "explorer", mover.which
