"""Request schemas of moves: half days of players and of Otoma, and turns of a record."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NewType

from theodolite.misterra.board import GRID, TERRAIN_NAMES
from theodolite.misterra.half_days import Exchange, HalfDay
from theodolite.misterra.otoma import OtomaAction, OtomaHalfDay
from theodolite.misterra.replays import RecordedTurn
from theodolite.misterra.snapshot import OTOMA, Snapshot
from theodolite.misterra.turns import seats
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.asked import DESCRIPTIONS, LEAVES, MoveField, body, leave_faults
from theodolite.web.misterra.schemas import (
    place_field,
    sketch_field,
    space_field,
    terrain_field,
)
from theodolite.web.schemas import Schema, unknown_player

MAX_MOVE = 60
"""The most steps of a move, and the most half days of a turn, in a request."""


_OVER_EDGE = re.compile(r"(beach:)?[A-Z][0-9]{1,2}")


class StatedField(fields.Field):
    """A space of a move, which can be stated over the edge of the board; its name is loaded then.

    Args:
        beach: Whether the places of meeples are meant, those on the beach included.
        kwargs: As for every field.
    """

    def __init__(self, *, beach: bool = False, **kwargs: Any) -> None:
        pattern = f"^{_OVER_EDGE.pattern}$"
        super().__init__({"type": "string", "pattern": pattern, "examples": ["E3"]}, **kwargs)
        self.known = place_field() if beach else space_field()

    def load(self, value: Any) -> Any:
        """The space; the name of one over the edge."""
        if type(value) is str and value not in self.known.values and _OVER_EDGE.fullmatch(value):
            return value
        return self.known.load(value)

    def dump(self, value: Any) -> str:
        """The name of a space of the board."""
        return self.known.dump(value)


class ExchangeSchema(Schema):
    """An exchange of sketch cards at a lagoon."""

    discard = sketch_field(
        required=True, description="The card of the display that is tucked under the deck."
    )
    reveal = sketch_field(required=True, description="The card that is revealed from the deck.")

    def make(self, data: Mapping[str, Any]) -> Exchange:
        """The exchange."""
        return Exchange(**data)


class ActionSchema(Schema):
    """The third phase of a half day: the use of its card."""

    type = fields.Choice.of(
        ("map", "claim", "discard"),
        "unknown_value",
        required=True,
        description="Map the card, claim the region under the meeple, or only discard the card.",
    )
    spaces = fields.List(
        StatedField(),
        2,
        least=2,
        description="For `map` alone: the spaces of the first and the second half of the card.",
    )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Spaces missing where a card is mapped, or given where none is."""
        if (data["type"] == "map") != ("spaces" in data):
            code = "required" if data["type"] == "map" else "superfluous_field"
            yield Fault(code, ("spaces",))


class MoveSchema(Schema):
    """One half day: the way, the exchange at a lagoon, the card taken, and its use."""

    path = fields.List(
        StatedField(beach=True),
        MAX_MOVE,
        code="too_many",
        description="The island spaces and beach spaces (`beach:E3`) stepped onto, in order; by "
        "default the meeple stays.",
    )
    lagoon = fields.Nested(
        ExchangeSchema(),
        allow_none=True,
        description="The exchange at a lagoon; null, the default, if none was made.",
    )
    sketch = sketch_field(
        allow_none=True,
        description="The sketch card taken, the half first that goes onto the first space; "
        "required for `map`, null if not known.",
    )
    action = fields.Nested(
        ActionSchema(), description="The use of the card. Without it the half day is not whole."
    )

    def make(self, data: Mapping[str, Any]) -> HalfDay:
        """The half day."""
        action = data.get("action", {"type": None})
        path, spaces = data.get("path", ()), action.get("spaces")
        over_edge = _over_edge(*path, *(spaces or ()))
        return HalfDay(
            () if over_edge else path,
            data.get("lagoon"),
            data.get("sketch"),
            action["type"],
            None if over_edge else spaces,
            over_edge,
        )

    def cross_faults(self, made: HalfDay, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A card that is mapped but not given."""
        if made.action == "map" and made.sketch is None:
            yield Fault("required", ("sketch",))

    def unmake(self, made: HalfDay) -> Mapping[str, Any]:
        """The fields of a request."""
        return super().unmake(
            {
                "path": made.move,
                "action": made.action and {"type": made.action, "spaces": made.spaces},
                "lagoon": made.lagoon,
                "sketch": made.sketch,
            }
        )


def _over_edge(*spaces: Any) -> tuple[str, ...]:
    """The names of those that are over the edge."""
    return tuple(space for space in spaces if isinstance(space, str))


class MappedSchema(ActionSchema):
    """The use of a card, or of half a card, that is carried out."""

    spaces = fields.List(
        space_field(),
        2,
        least=1,
        description="For `map` alone: the spaces of the halves of the card, one or two.",
    )


class UpdateMoveSchema(MoveSchema):
    """A half day that is carried out; half a card can be mapped."""

    path = fields.List(
        place_field(), MAX_MOVE, code="too_many", description="The places stepped onto, in order."
    )
    sketch = fields.List(
        terrain_field(),
        2,
        least=1,
        allow_none=True,
        description="The sketch card taken, or half of it; as many terrains as there are spaces.",
    )
    action = fields.Nested(MappedSchema(), description="The use of the card.")

    def cross_faults(self, made: HalfDay, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A card that is not given; another number of spaces; spaces that are not adjacent."""
        yield from super().cross_faults(made, data)
        spaces = made.spaces or ()
        if made.sketch is not None and spaces and len(spaces) != len(made.sketch):
            values = {"count": len(spaces), "expected": len(made.sketch)}
            yield Fault("item_count", ("action", "spaces"), values)
        if len(spaces) == 2 and not GRID.neighbours(1 << spaces[0]) >> spaces[1] & 1:
            named = {"first": GRID.names[spaces[0]], "second": GRID.names[spaces[1]]}
            yield Fault("not_adjacent", ("action", "spaces", 1), named)


class OtomaActionSchema(Schema):
    """An action of Otoma on a space: confirm its tile, or map a terrain."""

    space = StatedField(required=True, description="The island space, `A1` to `E5`.")
    do = fields.Choice.of(
        ("confirm", "map"),
        "unknown_value",
        required=True,
        description="Confirm the tile that lies there, or map a terrain.",
    )
    otherwise = terrain_field(
        description="For `confirm` alone: the terrain to map if no tile lies there."
    )
    terrain = terrain_field(description="For `map` alone: the terrain to map.")

    def make(self, data: Mapping[str, Any]) -> OtomaAction:
        """The action."""
        terrain: Any = data.get(_TERRAIN_OF[data["do"]])
        return OtomaAction(data["space"], data["do"], terrain)

    def cross_faults(self, made: OtomaAction, data: Mapping[str, Any]) -> Iterable[Fault]:
        """The terrain missing, or given under the other's name."""
        for do, field in _TERRAIN_OF.items():
            if (made.do == do) != (field in data):
                yield Fault("required" if made.do == do else "superfluous_field", (field,))


_TERRAIN_OF = {"confirm": "otherwise", "map": "terrain"}


class OtomaMoveSchema(Schema):
    """A half day of Otoma: two actions, and whether and where it claims."""

    actions = fields.List(
        fields.Nested(OtomaActionSchema()),
        2,
        least=2,
        required=True,
        description="The actions of its two cards, in order.",
    )
    claim = fields.Boolean(description="Whether the cards make Otoma claim; by default false.")
    claim_at = StatedField(
        allow_none=True,
        description="With `claim` alone: a space of the region to claim where several are the "
        "largest; by default the first in reading order is claimed.",
    )

    def make(self, data: Mapping[str, Any]) -> OtomaHalfDay:
        """The half day."""
        actions, at = data["actions"], data.get("claim_at")
        over_edge = _over_edge(*(action.space for action in actions), at)
        if over_edge:
            return OtomaHalfDay((), over_edge=over_edge)
        return OtomaHalfDay(**data)

    def cross_faults(self, made: OtomaHalfDay, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A space for a claim that is not made."""
        if data.get("claim_at") is not None and not data.get("claim"):
            yield Fault("superfluous_field", ("claim_at",))


TURN = body(
    "RecordedTurn",
    "A turn of a record: half days of a player or of Otoma, and the cards then revealed.",
    {
        "player": fields.Name(required=True, description=DESCRIPTIONS["player"]),
        "moves": fields.List(
            MoveField(MoveSchema(), OtomaMoveSchema()),
            MAX_MOVE,
            code="too_many",
            description="The half days, in order; by default none.",
        ),
        "revealed": fields.List(
            sketch_field(),
            5,
            code="too_many",
            allow_none=True,
            description="The cards that refill the display after the turn; null, the default, if "
            "they are not known.",
        ),
        "left": LEAVES,
    },
    lambda made: leave_faults(made, "", "moves", "revealed"),
    otoma={"moves": fields.List(fields.Nested(OtomaMoveSchema()), MAX_MOVE, code="too_many")},
)
"""The schema of a turn of a record."""

HalfDayDocument = NewType("HalfDayDocument", dict[str, Any])
"""A half day as a request has it."""

_MOVE = MoveSchema()


def half_day_document(half_day: HalfDay) -> HalfDayDocument:
    """Write a half day as a request has it."""
    return HalfDayDocument(_MOVE.dump(half_day))


def otoma_document(half_day: OtomaHalfDay) -> HalfDayDocument:
    """Write a half day of Otoma as a request has it."""
    actions = [
        {
            "space": GRID.names[action.space],
            "do": action.do,
            _TERRAIN_OF[action.do]: TERRAIN_NAMES[action.terrain],
        }
        for action in half_day.actions
    ]
    if not half_day.claim or half_day.claim_at is None:
        return HalfDayDocument({"actions": actions})
    claim_at = GRID.names[half_day.claim_at]
    return HalfDayDocument({"actions": actions, "claim": True, "claim_at": claim_at})


def seat_of(snapshot: Snapshot, name: str) -> int:
    """The index of a player in turn order; one more than the last for any other name."""
    names = snapshot.names
    return names.index(name) if name in names else len(names)


def move_faults(snapshot: Snapshot, player: str, _move: Any, _path: Path) -> Iterator[Fault]:
    """Otoma at a table without it."""
    if player == OTOMA and snapshot.otoma is None:
        yield Fault("required", ("snapshot", "otoma"))


def turn_faults(snapshot: Snapshot, turn: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """The turn of a player that is not at the table."""
    names = snapshot.names if turn.get("left") else seats(snapshot)
    return unknown_player(names, turn["player"], (*path, "player"))


def turns_of(record: Mapping[str, Any]) -> list[RecordedTurn]:
    """The turns of a valid record."""
    snapshot: Snapshot = record["snapshot"]
    return [
        RecordedTurn(
            seat_of(snapshot, turn["player"]),
            () if turn["player"] == OTOMA else turn.get("moves", ()),
            turn.get("moves", ()) if turn["player"] == OTOMA else (),
            turn.get("revealed"),
            turn.get("left", False),
        )
        for turn in record["turns"]
    ]
