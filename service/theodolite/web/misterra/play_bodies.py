"""What requests about the play of Maps of Misterra may contain: half days, turns and disputes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from theodolite.misterra.otoma import OtomaAction, OtomaHalfDay
from theodolite.misterra.replays import Record
from theodolite.misterra.snapshot import OTOMA, Place, Side, Snapshot
from theodolite.misterra.turn import Exchange, HalfDay
from theodolite.verdict import Fault, Path
from theodolite.web.misterra.bodies import (
    SnapshotBody,
    place_field,
    sketch_field,
    space_field,
    terrain_field,
)
from theodolite.web.reading import Body, Choice, Flag, Items, Nested, Text, names_of, stranger

__all__ = [
    "Dispute",
    "DisputeBody",
    "LegalityCheckBody",
    "OtomaTurnBody",
    "PlayerQuestion",
    "PlayerQuestionBody",
    "ReplayBody",
]

_LONGEST_MOVE = 60
_MOST_TURNS = 60
"""More than 104 sketch cards last for, two to a turn, and than 22 Otoma cards do."""


def _name_field() -> Text:
    return Text(1, 40, "name", required=True)


class PlayerQuestion(NamedTuple):
    """A question about one player of a table, or about one half day of it."""

    snapshot: Snapshot
    player: int
    half_day: HalfDay = HalfDay()


class Dispute(NamedTuple):
    """Two tables, and the player whose play may lead from the one to the other."""

    before: Snapshot
    after: Snapshot
    player: int


class ExchangeBody(Body):
    """What a lagoon allows: a display card tucked under the deck, and the one revealed for it."""

    discard = sketch_field(required=True)
    reveal = sketch_field(required=True)

    def make(self, data: Mapping[str, Any]) -> Exchange:
        """The exchange."""
        return Exchange(**data)


class ActionBody(Body):
    """The third phase of a half day; `spaces` are where the halves of a mapped card lie."""

    type = Choice(
        {name: name for name in ("map", "claim", "discard")}, "unknown_value", required=True
    )
    spaces = Items(space_field(), 2, least=2)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Spaces missing where a card is mapped, or given where none is."""
        if "type" in data and (data["type"] == "map") != ("spaces" in data):
            code = "required" if data["type"] == "map" else "superfluous_field"
            yield Fault(code, ("spaces",))


class HalfDayBody(Body):
    """One half day: the places stepped onto, the exchange, the card taken, and its use.

    The card's halves go onto the spaces of the action in this order.
    """

    move = Items(place_field(), _LONGEST_MOVE, code="too_many")
    lagoon = Nested(ExchangeBody(), allow_none=True)
    sketch = sketch_field(allow_none=True)
    action = Nested(ActionBody())

    def make(self, data: Mapping[str, Any]) -> HalfDay:
        """The half day; where no action is told, the card is discarded."""
        action = data.get("action", {"type": "discard"})
        return HalfDay(
            data.get("move", ()),
            data.get("lagoon"),
            data.get("sketch"),
            action["type"],
            action.get("spaces"),
        )

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A card that is mapped but not told."""
        if (data.get("action") or {}).get("type") == "map" and data.get("sketch") is None:
            yield Fault("required", ("sketch",))


class PlayerQuestionBody(Body):
    """A table, and one of its players."""

    snapshot = Nested(SnapshotBody(), required=True)
    player = _name_field()

    def make(self, data: Mapping[str, Any]) -> PlayerQuestion:
        """The question."""
        return PlayerQuestion(**{**data, "player": _seat(data["snapshot"], data["player"])})

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player who is not at the table."""
        return stranger(data.get("snapshot"), data.get("player"), ("player",))


class LegalityCheckBody(PlayerQuestionBody):
    """A table, one of its players, and a half day of that player's."""

    half_day = Nested(HalfDayBody(), required=True)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player who is not at the table; a beach space that is not along its beach."""
        yield from super().faults(data)
        yield from _off_beach(data.get("snapshot"), data.get("half_day"), ("half_day",))


class OtomaActionBody(Body):
    """An action of Otoma's on a space: to confirm, or else to map a terrain, or to map one."""

    space = space_field(required=True)
    do = Choice({name: name for name in ("confirm", "map")}, "unknown_value", required=True)
    otherwise = terrain_field()
    terrain = terrain_field()

    def make(self, data: Mapping[str, Any]) -> OtomaAction:
        """The action."""
        return OtomaAction(data["space"], data["do"], data[_TERRAIN_OF[data["do"]]])

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """The terrain missing, or given under the other's name."""
        if "do" in data:
            needed = _TERRAIN_OF[data["do"]]
            if needed not in data:
                yield Fault("required", (needed,))
            for field in {*_TERRAIN_OF.values()} & data.keys() - {needed}:
                yield Fault("superfluous_field", (field,))


_TERRAIN_OF = {"confirm": "otherwise", "map": "terrain"}


class OtomaHalfDayBody(Body):
    """A half day of Otoma's: its two actions, whether it claims, and where on a tie."""

    actions = Items(Nested(OtomaActionBody()), 2, least=2, required=True)
    claim = Flag()
    claim_at = space_field(allow_none=True)

    def make(self, data: Mapping[str, Any]) -> OtomaHalfDay:
        """The half day."""
        return OtomaHalfDay(**data)


class OtomaTurnBody(Body):
    """The table of a solo game after the player's turn, and what Otoma's cards make it do."""

    snapshot = Nested(SnapshotBody(), required=True)
    half_days = Items(Nested(OtomaHalfDayBody()), 2, least=1, required=True)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A table without Otoma."""
        if "snapshot" in data and not _is_solo(data["snapshot"]):
            yield Fault("required", ("snapshot", "otoma"))


class TurnBody(Body):
    """A turn of a record: a player's half days, or Otoma's, and the cards then revealed."""

    player = _name_field()
    half_days = Items(Nested(HalfDayBody()), _LONGEST_MOVE, code="too_many")
    otoma_half_days = Items(Nested(OtomaHalfDayBody()), _LONGEST_MOVE, code="too_many")
    revealed = Items(sketch_field(), 5, code="too_many", allow_none=True)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Half days of the other kind."""
        other = "half_days" if data.get("player") == OTOMA else "otoma_half_days"
        if "player" in data and other in data:
            yield Fault("superfluous_field", (other,))


class ReplayBody(Body):
    """A table between two turns, and the turns that followed."""

    snapshot = Nested(SnapshotBody(), required=True)
    turns = Items(Nested(TurnBody()), _MOST_TURNS, code="too_many", required=True)
    scores = Flag()

    def make(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The table, and the turns by their seats."""
        snapshot = data["snapshot"]
        turns = [
            Record(
                _seat(snapshot, turn["player"]),
                turn.get("half_days", ()),
                turn.get("otoma_half_days", ()),
                turn.get("revealed"),
            )
            for turn in data["turns"]
        ]
        return {**data, "turns": turns}

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Turns of nobody at the table; beach spaces that are not along its beach."""
        snapshot = data.get("snapshot")
        for i, turn in enumerate(data.get("turns", ())):
            path: Path = ("turns", i)
            name = (turn or {}).get("player")
            if name != OTOMA or not _is_solo(snapshot):
                yield from stranger(snapshot, name, (*path, "player"))
            for j, half_day in enumerate((turn or {}).get("half_days", ())):
                yield from _off_beach(snapshot, half_day, (*path, "half_days", j))


class DisputeBody(Body):
    """The table before and after a half day or turn, and the player who played it."""

    before = Nested(SnapshotBody(), required=True)
    after = Nested(SnapshotBody(), required=True)
    player = _name_field()

    def make(self, data: Mapping[str, Any]) -> Dispute:
        """The dispute."""
        return Dispute(**{**data, "player": _seat(data["before"], data["player"])})

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player who was not at the table."""
        return stranger(data.get("before"), data.get("player"), ("player",))


# What follows is asked of snapshots that could be read, and of what could be read of others.


def _seat(snapshot: Snapshot, name: str) -> int:
    """The index of a player; Otoma sits after the players."""
    names = names_of(snapshot)
    return names.index(name) if name in names else len(names)


def _is_solo(snapshot: Any) -> bool:
    if isinstance(snapshot, Snapshot):
        return snapshot.otoma is not None
    return (snapshot or {}).get("otoma") is not None


def _off_beach(snapshot: Any, half_day: Any, path: Path) -> Iterator[Fault]:
    side: Side | None = (
        snapshot.beach if isinstance(snapshot, Snapshot) else (snapshot or {}).get("beach")
    )
    move: Iterable[Place | None] = (
        half_day.move if isinstance(half_day, HalfDay) else (half_day or {}).get("move", ())
    )
    for i, place in enumerate(move):
        if side is None or place is None or not place.on_beach:
            continue
        # Beach spaces lie along one side of the island only.
        if not side.spaces >> place.space & 1:
            yield Fault("unknown_space", (*path, "move", i), {"value": place.word})
