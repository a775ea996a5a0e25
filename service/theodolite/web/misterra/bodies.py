"""What requests about Maps of Misterra may contain: the snapshot and its parts."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from theodolite.misterra import presumptions
from theodolite.misterra.board import (
    GRID,
    ISLAND,
    LETTERS,
    PARCHMENT,
    TERRAIN_NAMES,
    Board,
    Island,
    Terrain,
    row_faults,
)
from theodolite.misterra.snapshot import (
    MARKERS,
    SKETCH_CARDS,
    UNREADABLE,
    Place,
    Player,
    Presumption,
    Rulings,
    Side,
    Snapshot,
    impossibilities,
)
from theodolite.rulebook import Rulebook
from theodolite.verdict import Fault, Word
from theodolite.web.boards import RowsField, SpaceField
from theodolite.web.card_packs import card_pack
from theodolite.web.reading import (
    Body,
    Choice,
    Flag,
    Items,
    Leaf,
    Nested,
    Number,
    Text,
    refusal,
    rulings_body,
    stranger,
)

__all__ = [
    "RULEBOOK",
    "IslandUpdateBody",
    "PictureBody",
    "PresumptionBody",
    "SnapshotBody",
    "place_field",
    "sketch_field",
    "space_field",
    "terrain_field",
]

RULEBOOK = Rulebook("theodolite.misterra")

_TERRAINS: Mapping[str, Terrain] = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
_PLACES = {
    place.name: place
    for space in range(len(GRID.names))
    for place in (Place(space), Place(space, on_beach=True))
    if not place.on_beach or GRID.edge >> space & 1
}
_LONGEST_PATTERN = 5


def terrain_field(**kwargs: Any) -> Choice:
    """A terrain by its name."""
    return Choice(_TERRAINS, "unknown_terrain", **kwargs)


def space_field(**kwargs: Any) -> SpaceField:
    """An island space, `A1` to `E5`."""
    return SpaceField(GRID, **kwargs)


def place_field(**kwargs: Any) -> Choice:
    """An island space or a beach space, `beach:E3`; which beach a table has is not known here."""
    return Choice(_PLACES, "unknown_space", **kwargs)


def sketch_field(**kwargs: Any) -> Items:
    """A sketch card: its two terrains."""
    return Items(terrain_field(), 2, least=2, **kwargs)


def _island_field() -> RowsField:
    return RowsField(ISLAND, Island.from_rows, partial(row_faults, island=True), required=True)


class PatternField(Leaf):
    """The printed pattern of cards 24-31: rows of `JLMS`, and `.` for any space."""

    def __init__(self, **kwargs: Any) -> None:
        row = {"type": "string", "pattern": "^[JLMS.]{1,5}$"}
        super().__init__({"type": "array", "items": row, "minItems": 1, "maxItems": 5}, **kwargs)

    def read(self, value: Any) -> tuple[str, ...]:
        """The rows."""
        if type(value) is not list or any(type(row) is not str for row in value):
            raise refusal("wrong_type", {"expected": "array"})
        pattern = tuple(value)
        is_too_large = any(len(line) > _LONGEST_PATTERN for line in (pattern, *pattern))
        if is_too_large or not _is_pattern(pattern):
            raise refusal("bad_pattern")
        return pattern


def _is_pattern(rows: tuple[str, ...]) -> bool:
    width = len(rows[0]) if rows else 0
    if not width or any(len(row) != width or row.strip(f"{LETTERS}.") for row in rows):
        return False
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    if any(not line.strip(".") for line in (rows[0], rows[-1], columns[0], columns[-1])):
        return False
    return sum(letter != "." for row in rows for letter in row) >= 2


class CardField(Number):
    """The number of a presumption card."""

    def __init__(self) -> None:
        super().__init__(1, len(presumptions.CARDS), "unknown_card", required=True)


class PresumptionBody(Body):
    """A presumption card and, where no card pack gives it, what its printed face shows."""

    card = CardField()
    terrain = terrain_field()
    avoid = terrain_field()
    pattern = PatternField()

    def make(self, data: Mapping[str, Any]) -> Presumption:
        """The card, its face completed from the card pack where the request leaves it out."""
        if presumptions.CARDS[data["card"]].face <= data.keys():
            return Presumption(**data)
        return Presumption(**{**_printed(data["card"]), **data})

    def doubts(self, made: Presumption, _data: Mapping[str, Any]) -> Iterable[object]:
        """A face that is missing or superfluous."""
        return presumptions.face_faults(made)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A face that is missing or superfluous."""
        if "card" in data:
            for code, field in presumptions.face_faults(self.make(data)):
                shown = Word("terms", f"FACE_{field.upper()}")
                yield Fault(code, (field,), {"card": data["card"], "field": shown})


def _printed(card: int) -> dict[str, Any]:
    """The face of a card as the card pack has it."""
    # A card pack is itself read with PresumptionBody, before there is an application.
    face = (card_pack(RULEBOOK.game) or {}).get(card)
    return {} if face is None else {k: v for k, v in face._asdict().items() if v is not None}


class PlayerBody(Body):
    """A player: name, parchment, meeple, claim markers and presumption cards."""

    name = Text(1, 40, "name", required=True)
    parchment = RowsField(
        PARCHMENT, Board.from_rows, partial(row_faults, island=False), required=True
    )
    meeple = place_field(allow_none=True)
    claims = Items(space_field(), MARKERS, code="too_many")
    presumptions = Items(Nested(PresumptionBody()), 2, code="too_many")

    def make(self, data: Mapping[str, Any]) -> Player:
        """The player."""
        return Player(**data)


class OtomaBody(Body):
    """Otoma, the opponent of a solo game: claim markers alone."""

    claims = Items(space_field(), MARKERS, code="too_many", required=True)


class VariantsBody(Body):
    """The variants in play."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_variant")}  # noqa: RUF012

    master_cartographers = Flag()


class SnapshotBody(Body):
    """The whole table at one moment."""

    beach = Choice({side.value: side for side in Side}, "unknown_side", required=True)
    island = _island_field()
    players = Items(Nested(PlayerBody()), 4, least=1, code="player_count", required=True)
    otoma = Nested(OtomaBody(), allow_none=True)
    variants = Nested(VariantsBody())
    rulings = Nested(rulings_body(Rulings))
    display = Items(sketch_field(allow_none=True), 5, code="too_many", allow_none=True)
    deck = Number(0, SKETCH_CARDS, allow_none=True)

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot."""
        otoma = data.get("otoma")
        return Snapshot(
            data["beach"],
            data["island"],
            data["players"],
            otoma and otoma["claims"],
            data.get("display"),
            data.get("deck"),
            data.get("variants", {}).get("master_cartographers", False),
            data.get("rulings", Rulings()),
        )

    def doubts(self, made: Snapshot, _data: Mapping[str, Any]) -> Iterable[object]:
        """What makes the table impossible."""
        cards = (made.deck or 0) + len(made.display or ())
        return impossibilities(made.beach, made.island, made.players, made.otoma, cards)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """What makes the table impossible, as far as it could be read."""
        players = [_draft(player or {}) for player in data.get("players", ())]
        otoma = data.get("otoma")
        return impossibilities(
            data.get("beach"),
            data.get("island"),
            players,
            None if otoma is None else _readable(otoma.get("claims", ())),
            (data.get("deck") or 0) + len(data.get("display") or ()),
        )


def _draft(data: Mapping[str, Any]) -> Player:
    """A player of whom some fields could not be read."""
    return Player(
        data.get("name", ""),
        Board(),
        data.get("meeple"),
        _readable(data.get("claims", ())),
        tuple(_draft_card(presumption or {}) for presumption in data.get("presumptions", ())),
    )


def _draft_card(data: Mapping[str, Any]) -> Presumption:
    """A presumption card of which some fields could not be read."""
    if "card" not in data:
        return Presumption(UNREADABLE)
    return Presumption(data["card"], {**_printed(data["card"]), **data}.get("terrain"))


def _readable(spaces: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(UNREADABLE if space is None else space for space in spaces)


class MappedSpaceBody(Body):
    """Half a sketch card: a terrain and the space that it is mapped on."""

    space = space_field(required=True)
    terrain = terrain_field(required=True)


class IslandUpdateBody(Body):
    """An island, and one or two spaces of it to map in this order."""

    island = _island_field()
    sketch = Items(Nested(MappedSpaceBody()), 2, least=1, required=True)
    rulings = Nested(rulings_body(Rulings))

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """An island of too many tiles; a sketch card on spaces that are not adjacent."""
        if "island" in data:
            yield from impossibilities(None, data["island"], (), None)
        spaces = [half["space"] for half in data.get("sketch", ()) if half and "space" in half]
        if len(spaces) == 2:
            first, second = spaces
            if not GRID.neighbours(1 << first) >> second & 1:
                values = {"first": GRID.names[first], "second": GRID.names[second]}
                yield Fault("not_adjacent", ("sketch", 1, "space"), values)


class PictureBody(Body):
    """A table to draw, and spaces of it to light up, say those of a line of a score sheet."""

    snapshot = Nested(SnapshotBody(), required=True)
    spaces = Items(space_field(), 25, code="too_many")
    player = Text(1, 40, "name", allow_none=True)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A player who is not at the table."""
        return stranger(data.get("snapshot"), data.get("player"), ("player",))
