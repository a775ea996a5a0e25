"""The request schema of a snapshot of Maps of Misterra, its parts, and fields that others share."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, cast

from theodolite.grid import each
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
    OTOMA_HALF_DAYS,
    SKETCH_CARDS,
    Place,
    Player,
    Presumption,
    Rulings,
    Side,
    Snapshot,
    impossibilities,
    tile_faults,
)
from theodolite.rows import misdrawn
from theodolite.rulebook import Rulebook
from theodolite.verdict import Fault, Word
from theodolite.web import fields
from theodolite.web.boards import RowsField, SpaceField
from theodolite.web.card_packs import card_pack
from theodolite.web.fields import refusal
from theodolite.web.schemas import LEFT, Schema, left_faults, rulings_schema

RULEBOOK = Rulebook("theodolite.misterra")

_TERRAINS: Mapping[str, Terrain] = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
_PLACES = {
    place.name: place
    for space in each(GRID.everywhere)
    for place in (Place(space), Place(space, on_beach=True))
    if not place.on_beach or GRID.edge >> space & 1
}
_LEAST_LETTERS = 2
"""The fewest letters of a pattern."""


def terrain_field(**kwargs: Any) -> fields.Choice:
    """A terrain by its name."""
    return fields.Choice(_TERRAINS, "unknown_terrain", **kwargs)


def space_field(**kwargs: Any) -> SpaceField:
    """An island space, `A1` to `E5`."""
    return SpaceField(GRID, **kwargs)


def place_field(**kwargs: Any) -> fields.Choice:
    """An island space or a beach space, `beach:E3`, along any side of the island."""
    return fields.Choice(_PLACES, "unknown_space", **kwargs)


def sketch_field(**kwargs: Any) -> fields.List:
    """A sketch card: its two terrains."""
    return fields.List(terrain_field(), 2, least=2, **kwargs)


def island_field() -> RowsField:
    """The island as five rows of letters."""
    return RowsField(
        ISLAND,
        Island.from_rows,
        partial(row_faults, island=True),
        write=Island.rows,
        required=True,
        description="Five rows of five letters, top row first: `JLMS` for confirmed tiles, `jlms` "
        "for hazy ones, `.` for an empty space.",
    )


def rulings_field() -> fields.Nested:
    """The rulings, with defaults."""
    return fields.Nested(
        rulings_schema(Rulings),
        description="How open points of the rules are decided; by default as `rulings` lists.",
    )


class PatternField(fields.Field):
    """The printed pattern of cards 24-31: rows of `JLMS`, and `.` for any space."""

    def __init__(self, **kwargs: Any) -> None:
        row = {"type": "string", "pattern": "^[JLMS.]{1,5}$", "examples": ["SS"]}
        super().__init__({"type": "array", "items": row, "minItems": 1, "maxItems": 5}, **kwargs)

    def load(self, value: Any) -> tuple[str, ...]:
        """The rows."""
        if type(value) is not list or any(type(row) is not str for row in value):
            raise refusal("wrong_type", {"expected": "array"})
        pattern = tuple(value)
        if why := misdrawn(GRID, pattern, f"{LETTERS}.") or _no_pattern(pattern):
            raise refusal("bad_pattern", {"why": why})
        return pattern


def _no_pattern(rows: tuple[str, ...]) -> Word | None:
    """Why rows of letters are no pattern; None if they are one."""
    if sum(letter != "." for letter in "".join(rows)) < _LEAST_LETTERS:
        return Word("impossible", "FEW")
    left, right = ("".join(row[i] for row in rows) for i in (0, -1))
    is_trimmed = all(line.strip(".") for line in (rows[0], rows[-1], left, right))
    return None if is_trimmed else Word("impossible", "OUTER")


class FaceSchema(Schema):
    """The printed face of a presumption card, as far as the rulebook does not tell it."""

    terrain = terrain_field(description="Cards 1-8 and 13-16: the terrain that scores.")
    avoid = terrain_field(
        description="Cards 13-16: the crossed-out terrain, another than `terrain`."
    )
    pattern = PatternField(
        description="Cards 24-31: one to five rows of equal length, up to five letters `JLMS` or "
        "`.` for any space; at least two terrains, and one in each outer row and column."
    )


class PresumptionSchema(FaceSchema):
    """A presumption card. Its face is needed unless the service has it from a card pack."""

    class Meta(FaceSchema.Meta):
        """The order of the fields."""

        fields = ("card", "terrain", "avoid", "pattern")

    card = fields.Integer(
        1,
        len(presumptions.CARDS),
        "unknown_card",
        required=True,
        description="The number printed on the card.",
    )

    def make(self, data: Mapping[str, Any]) -> Presumption:
        """The card."""
        return Presumption(**data)

    def cross_faults(self, made: Presumption, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A face that is missing, in the card pack too, or superfluous."""
        return presumptions.face_faults(completed(made, PACK_BEACH))


PACK_BEACH = Side.RIGHT
"""The side of the beach with which card packs have their patterns."""


def completed(presumption: Presumption, beach: Side) -> Presumption:
    """Complete a face from the card pack, its pattern turned with the beach."""
    given = {name: part for name, part in presumption._asdict().items() if part is not None}
    if presumptions.CARDS[presumption.card].face <= given.keys():
        return presumption
    printed = (card_pack(RULEBOOK.game) or {}).get(presumption.card)
    if printed is None:
        return presumption
    if printed.pattern:
        pattern = presumptions.turned(printed.pattern, PACK_BEACH, beach)
        printed = printed._replace(pattern=pattern)
    return cast("Presumption", printed._replace(**given))


class PlayerSchema(Schema):
    """A player: name, parchment, meeple, claim markers and presumption cards."""

    name = fields.Name(
        given=True, required=True, description="Unique at the table; 1 to 40 characters."
    )
    parchment = RowsField(
        PARCHMENT,
        Board.from_rows,
        partial(row_faults, island=False),
        write=Board.rows,
        required=True,
        description="Five rows of five letters, top row first: `JLMS`, and `.` for an empty space.",
    )
    meeple = place_field(
        allow_none=True,
        description="The island space or beach space (`beach:E3`) of the meeple; null, the "
        "default, before it is placed.",
    )
    claims = fields.List(
        space_field(),
        MARKERS,
        code="too_many",
        description="The spaces of the player's claim markers, in the order in which they were "
        "laid; by default none.",
    )
    presumptions = fields.List(
        fields.Nested(PresumptionSchema()),
        2,
        code="too_many",
        description="The player's presumption cards; by default none.",
    )

    def make(self, data: Mapping[str, Any]) -> Player:
        """The player."""
        return Player(**data)

    def unmake(self, made: Player) -> Mapping[str, Any]:
        """All fields; null for a meeple that is not placed."""
        return made._asdict()


class OtomaSchema(Schema):
    """Otoma, the opponent of a solo game, with claim markers alone."""

    claims = fields.List(
        space_field(),
        MARKERS,
        code="too_many",
        required=True,
        description="The spaces of Otoma's claim markers.",
    )
    half_days_played = fields.Integer(
        0,
        OTOMA_HALF_DAYS,
        allow_none=True,
        description="The half days that Otoma has played. If it is left out, rules that depend on "
        "it are not checked; a record that starts with the game counts them itself.",
    )


class VariantsSchema(Schema):
    """The variants in play."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_variant")}  # noqa: RUF012

    master_cartographers = fields.Boolean(
        description="Whether faithful rows and columns score; by default false."
    )


class SnapshotSchema(Schema):
    """The whole table at one moment."""

    beach = fields.Choice(
        {side.value: side for side in Side},
        "unknown_side",
        required=True,
        description="The side of the island along which the beach lies, in the rows as given.",
    )
    island = island_field()
    players = fields.List(
        fields.Nested(PlayerSchema()),
        4,
        least=1,
        code="player_count",
        required=True,
        description="The players in turn order, the first player first; one alone in a solo game.",
    )
    otoma = fields.Nested(
        OtomaSchema(),
        allow_none=True,
        description="Otoma in a solo game; null or left out in any other.",
    )
    variants = fields.Nested(VariantsSchema(), description="The variants in play; by default none.")
    rulings = rulings_field()
    display = fields.List(
        sketch_field(allow_none=True),
        5,
        code="too_many",
        allow_none=True,
        description="The open sketch cards, null for one that is not known. If it is left out, "
        "rules that depend on it are not checked.",
    )
    deck = fields.Integer(
        0,
        SKETCH_CARDS,
        allow_none=True,
        description="The number of cards in the deck. If it is left out, rules that depend on it "
        "are not checked.",
    )

    left = LEFT

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot."""
        otoma, beach, players = data.get("otoma"), data["beach"], data["players"]
        if card_pack(RULEBOOK.game):
            players = tuple(
                player._replace(
                    presumptions=tuple(completed(card, beach) for card in player.presumptions)
                )
                for player in players
            )
        return Snapshot(
            beach,
            data["island"],
            players,
            otoma and otoma["claims"],
            data.get("display"),
            data.get("deck"),
            data.get("variants", {}).get("master_cartographers", False),
            data.get("rulings", Rulings()),
            otoma and otoma.get("half_days_played"),
            left=data.get("left", ()),
        )

    def cross_faults(self, made: Snapshot, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Everything that makes the table impossible."""
        yield from impossibilities(made)
        yield from left_faults(made)

    def unmake(self, made: Snapshot) -> Mapping[str, Any]:
        """The fields of a request."""
        return super().unmake(
            {
                "beach": made.beach,
                "island": made.island,
                "players": made.players,
                "variants": {"master_cartographers": made.master_cartographers},
                "rulings": made.rulings,
                "otoma": None
                if made.otoma is None
                else {"claims": made.otoma, "half_days_played": made.otoma_half_days},
                "display": made.display,
                "deck": made.deck,
                "left": made.left or None,
            }
        )


class PartialSchema(SnapshotSchema):
    """A table of which a move needs the island alone."""

    beach = fields.Choice(
        {side.value: side for side in Side},
        "unknown_side",
        description="The side of the island along which the beach lies; needed with players.",
    )
    players = fields.List(
        fields.Nested(PlayerSchema()), 4, code="player_count", description="The players, if any."
    )

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot; one without players or a beach where they are not said."""
        return super().make({"beach": None, "players": (), **data})

    def cross_faults(self, made: Snapshot, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Everything that makes the table impossible; players without a beach."""
        if made.players and "beach" not in data:
            yield Fault("required", ("beach",))
        elif made.players:
            yield from super().cross_faults(made, data)
        else:
            yield from tile_faults(made.island)

    def unmake(self, made: Snapshot) -> Mapping[str, Any]:
        """The fields of a request, but for players that there are not."""
        fields_of = super().unmake(made)
        return {name: one for name, one in fields_of.items() if name != "players" or one}
