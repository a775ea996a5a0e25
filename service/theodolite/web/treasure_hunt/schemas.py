"""Request schemas of Treasure Hunt: the snapshot and its parts.

Each schema makes the value of the rules that it describes, and writes it back in answers. Names of
players become seats when the snapshot is made, because the rules count players.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any

from marshmallow import validates_schema

from theodolite.rulebook import Rulebook
from theodolite.treasure_hunt.board import (
    GRID,
    HOME,
    ROWS,
    SEGMENTS,
    TERRAIN_NAMES,
    Board,
    Layers,
    Segment,
    Terrain,
    bridge_faults,
    lay_segments,
)
from theodolite.treasure_hunt.impossibilities import impossibilities
from theodolite.treasure_hunt.snapshot import (
    COLOURS,
    HAND,
    ROUTES,
    Card,
    CreepThrough,
    Deck,
    Explorer,
    Info,
    Mission,
    Player,
    Route,
    Rulings,
    Snapshot,
    Treasure,
    Walker,
)
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.boards import RowsField, SpaceField, SpacesField
from theodolite.web.card_packs import card_pack
from theodolite.web.fields import refusal, refusals, shorten
from theodolite.web.schemas import LEFT, Schema, left_faults, rulings_schema, unknown_player

RULEBOOK = Rulebook("theodolite.treasure_hunt")

MAX_ITEMS = 60
"""The most items of lists that the rules leave open: more than any copy of the game has."""
QUARTERS = tuple(GRID.names[(spaces & -spaces).bit_length() - 1] for spaces in SEGMENTS)
"""The four quarters of the board by their lowest spaces."""
_QUARTER_TURN = 90
_TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
PLACES = {"home": HOME, **GRID.spaces}
"""The places of explorers by their names."""


class Pack:
    """A board pack: what is printed in a real copy.

    Attributes:
        title: Its title.
        north_up: Whether NORTH grows upwards while EAST grows to the right.
        segments: The four segments by their names.
        odds: For each terrain whose die is known, its values, each as often as it is on the die.
        deck: The cards that are known.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.title: str = data.get("title", "")
        self.north_up: bool = data["north"]
        self.segments: Mapping[str, Segment] = data["segments"]
        self.odds: Mapping[Terrain, tuple[int, ...]] = data.get("dice", {})
        self.deck = Deck(**{key: data[key] for key in Deck._fields if key in data})


def installed_pack() -> Pack | None:
    """The board pack that the service was started with; None without one."""
    pack: Pack | None = card_pack(RULEBOOK.game)
    return pack


def player_field(description: str, **kwargs: Any) -> fields.Text:
    """A player's name."""
    return fields.Name(description=description, **kwargs)


def list_field(item: Any, description: str, *, most: int = MAX_ITEMS, **kwargs: Any) -> fields.List:
    """An array of at most `most` items."""
    return fields.List(item, most, code="too_many", description=description, **kwargs)


def treasure_field(description: str = "A treasure card.", **kwargs: Any) -> fields.Choice:
    """A treasure card."""
    values = {one.value: one for one in Treasure}
    return fields.Choice(values, "unknown_treasure", description=description, **kwargs)


def _place_field() -> fields.Choice:
    description = "The space it stands on, or `home`."
    field = fields.Choice(PLACES, "unknown_space", required=True, description=description)
    field.spec = {"type": "string", "examples": ["home", "N01/E01", "N30/E30"]}
    return field


def _terrain_field() -> fields.Choice:
    description = (
        "The terrain it is on. Required on unclear spaces and creep-throughs, refused elsewhere."
    )
    return fields.Choice(_TERRAINS, "unknown_terrain", allow_none=True, description=description)


class _QuarterTurn(fields.Integer):
    """A number of degrees: 0, 90, 180 or 270."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(0, 3 * _QUARTER_TURN, "turn_value", **kwargs)
        self.spec = {**self.spec, "multipleOf": _QUARTER_TURN}

    def load(self, value: Any) -> int:
        """The degrees."""
        degrees = super().load(value)
        if degrees % _QUARTER_TURN:
            raise refusal("turn_value", {"value": degrees})
        return degrees


class _SegmentName(fields.Text):
    """The name of a segment of the installed pack."""

    def load(self, value: Any) -> str:
        """The name. Without a pack every name is accepted: the board is refused as a whole."""
        name, pack = super().load(value), installed_pack()
        if pack is not None and name not in pack.segments:
            raise refusal("unknown_segment", {"value": shorten(name)})
        return name


class PlacedSegmentSchema(Schema):
    """A segment of the board pack on a quarter of the board."""

    segment = _SegmentName(
        1, 40, "name", required=True, description="The segment's name in the board pack."
    )
    turn = _QuarterTurn(
        description="Degrees that the segment is turned clockwise, seen from above. Default 0."
    )


class BoardSchema(Schema):
    """The board, either as `rows` and `bridges`, or as `segments` of the board pack."""

    rows = RowsField(
        ROWS,
        lambda rows: Layers(*ROWS.read(rows)),
        write=lambda layers: Board(layers).rows(),
        description="30 rows of 30 letters: NORTH 01 first, each from EAST 01. W is water, F "
        "forest, S sand, P path, ? an unclear space.",
    )
    bridges = list_field(
        SpacesField(GRID, MAX_ITEMS, description="The spaces of one bridge."),
        "The bridges of a board given by rows. Default none.",
    )
    segments = fields.Mapping(
        fields.Choice.of(QUARTERS, "unknown_space"),
        fields.Nested(PlacedSegmentSchema()),
        len(SEGMENTS),
        description="The segment on each of the four quarters, each quarter named by its lowest "
        "space: N01/E01, N01/E16, N16/E01, N16/E16.",
    )

    def make(self, data: Mapping[str, Any]) -> Board:
        """The board."""
        if "segments" not in data:
            return Board(data["rows"], data.get("bridges", ()))
        pack, placed = installed_pack(), data["segments"]
        if pack is None:
            raise LookupError(data)
        lying = [placed[quarter] for quarter in QUARTERS]
        segments = [(pack.segments[one["segment"]], one.get("turn", 0)) for one in lying]
        return lay_segments(segments, north_up=pack.north_up)

    def cross_faults(self, made: Board, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Both forms at once; segments that lie twice; bridges that cannot be."""
        yield from _form_faults(data)
        if "segments" not in data:
            yield from bridge_faults(GRID, made.layers.path, made.bridges)
            return
        seen = set()
        for quarter in QUARTERS:
            segment = data["segments"][quarter]["segment"]
            if segment in seen:
                path = ("segments", quarter, "segment")
                yield Fault("segment_twice", path, {"value": shorten(segment)})
            seen.add(segment)

    def unmake(self, made: Board) -> Mapping[str, Any]:
        """The board as rows, also if it was given as segments."""
        return {"rows": made.layers, "bridges": made.bridges}

    @validates_schema(skip_on_field_errors=False, pass_original=True)
    def _form(self, data: Mapping[str, Any], original: Any, **_: Any) -> None:
        # Without either form there is no board that pieces could be compared with.
        if type(original) is dict and (faults := list(_form_faults(original))):
            raise refusals(faults)


def _form_faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Fields that a board must have, or cannot have, in its form."""
    if "segments" not in data:
        if "rows" not in data:
            yield Fault("required", ("rows",))
        return
    for other in ("rows", "bridges"):
        if other in data:
            yield Fault("board_form", (other,))
    if installed_pack() is None:
        yield Fault("no_pack", ("segments",))
    elif isinstance(data["segments"], Mapping):
        for quarter in QUARTERS:
            if quarter not in data["segments"]:
                yield Fault("required", ("segments", quarter))


class ExplorerSchema(Schema):
    """An explorer."""

    at = _place_field()
    terrain = _terrain_field()

    def make(self, data: Mapping[str, Any]) -> Explorer:
        """The explorer."""
        return Explorer(**data)


class WalkerSchema(Schema):
    """A walker."""

    at = SpaceField(GRID, required=True, description="The space it stands on.")
    terrain = _terrain_field()
    moved_by = player_field(
        "The player who moved it, while it rests. Default null: it may be moved.", allow_none=True
    )

    def unmake(self, made: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields; `moved_by` is written when it is null too."""
        return made


class CreepThroughSchema(Schema):
    """A creep-through."""

    at = SpaceField(GRID, required=True, description="Its space.")
    by = player_field(
        "The player who placed it, for the ruling `creep_for`. Default null: unknown.",
        allow_none=True,
    )


class _CreepThroughField(fields.OneOf):
    """A creep-through, as an object, or as its space if its player is unknown."""

    def __init__(self) -> None:
        space = SpaceField(
            GRID, description="The space of a creep-through that an unknown player placed."
        )
        super().__init__({str: space, dict: fields.Nested(CreepThroughSchema())})

    def dump(self, value: Any) -> Any:
        """The object, or the space."""
        return self.ways[dict if isinstance(value, Mapping) else str].dump(value)


class RouteSchema(Schema):
    """A route: its cards in the order in which they were laid."""

    cards = list_field(
        SpaceField(GRID, description="The space on a coordinate card."),
        "The coordinate cards, the marked coordinate last.",
        required=True,
    )
    info = list_field(
        fields.Choice(
            {one.value: one for one in Info}, "unknown_card", description="An info card."
        ),
        "The info cards at the marked coordinate. Default none.",
    )
    treasures = list_field(
        treasure_field("A treasure card; null if not seen.", allow_none=True),
        "The treasure cards: one for each `closed` and `open` info card, in order. Default none.",
    )

    def make(self, data: Mapping[str, Any]) -> Route:
        """The route."""
        return Route(**data)


def _route_field(description: str) -> fields.Nested:
    missing = {"required": [Fault("routes_missing")]}
    return fields.Nested(
        RouteSchema(), required=True, error_messages=missing, description=description
    )


class RoutesSchema(Schema):
    """A player's three routes."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_route")}  # noqa: RUF012

    triangle = _route_field("The route of the triangle.")
    circle = _route_field("The route of the circle.")
    square = _route_field("The route of the square.")

    def make(self, data: Mapping[str, Any]) -> tuple[Route, ...]:
        """The routes in the order of ROUTES."""
        return tuple(data[name] for name in ROUTES)

    def unmake(self, made: tuple[Route, ...]) -> Mapping[str, Any]:
        """The routes by their names."""
        return dict(zip(ROUTES, made, strict=True))


class MissionSchema(Schema):
    """A mission card."""

    difficulty = fields.Integer(
        1, 3, "difficulty_value", required=True, description="The difficulty printed on it, 1 to 3."
    )
    treasures = list_field(
        treasure_field("A treasure that it demands; not `choice`."),
        "The treasures that it demands.",
        most=10,
        required=True,
    )
    coordinates = fields.Integer(
        0, MAX_ITEMS, required=True, description="The least number of coordinates that it demands."
    )

    def make(self, data: Mapping[str, Any]) -> Mission:
        """The mission."""
        return Mission(**data)


class PlayerSchema(Schema):
    """A player, with all pieces and cards."""

    name = fields.Name(
        given=True, required=True, description="The player's name, different for each player."
    )
    colour = fields.Choice.of(
        COLOURS,
        "unknown_colour",
        required=True,
        description="The colour of the explorers, different for each player.",
    )
    home = SpaceField(
        GRID, required=True, description="The start space: a corner of the board, one for a player."
    )
    explorers = fields.List(
        fields.Nested(ExplorerSchema()),
        2,
        least=1,
        code="explorer_count",
        required=True,
        description="The explorers: two, in the variant for young players one.",
    )
    routes = fields.Nested(RoutesSchema(), required=True, description="The three routes.")
    coordinates = fields.Integer(
        0,
        1000,
        description="The coordinates of ended routes: 1 for each single, 5 for each multi. "
        "Default 0.",
    )
    treasures = list_field(
        treasure_field("A treasure card; null if not seen.", allow_none=True),
        "The treasure cards won. Default none.",
    )
    hand = fields.List(
        fields.Choice(
            {one.value: one for one in Card}, "unknown_card", description="An action card."
        ),
        HAND,
        code="hand_size",
        allow_none=True,
        description="The action cards held closed. Default null: unknown.",
    )
    boats = fields.Integer(0, 99, description="The boats in use. Default 0.")
    shoes = fields.Integer(0, 99, description="The lost shoes before the player. Default 0.")
    free = list_field(
        fields.Choice.of(
            ("tree", "walker"),
            "unknown_piece",
            description="A piece that the player may place without a card.",
        ),
        "The free pieces not placed yet, one of each at most. Default none.",
        most=4,
    )
    mission = fields.Nested(
        MissionSchema(),
        allow_none=True,
        description="The mission card; in teams each mate has the team's. Default null: unknown.",
    )

    def make(self, data: Mapping[str, Any]) -> Player:
        """The player."""
        return Player(**{"hand": None, **data})

    def unmake(self, made: Player) -> Mapping[str, Any]:
        """The fields; an unknown hand or mission is written as null."""
        return made._asdict()


def _optional(name: str) -> Any:
    """A required field of a player, as one that may be absent."""
    field = copy(PlayerSchema._declared_fields[name])
    field.required = False
    return field


class PartialPlayerSchema(PlayerSchema):
    """A player as far as a move or a picture shows one."""

    colour, home, explorers, routes = map(_optional, ("colour", "home", "explorers", "routes"))

    def make(self, data: Mapping[str, Any]) -> Player:
        """The player."""
        return super().make({**_ABSENT, **data})

    def unmake(self, made: Player) -> Mapping[str, Any]:
        """The fields but for those that are absent."""
        data = super().unmake(made)
        return {name: data[name] for name in data if data[name] != _ABSENT.get(name, GRID)}


_ABSENT: Mapping[str, Any] = {"colour": "", "home": HOME, "explorers": (), "routes": ()}
"""The values of a player that stand for absent fields."""


class VariantsSchema(Schema):
    """The variants in play."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_variant")}  # noqa: RUF012

    young = fields.Boolean(description="Whether the variant for young players is. Default false.")
    teams = fields.Boolean(description="Whether two teams of two play. Default false.")


class SnapshotSchema(Schema):
    """The whole table at one moment."""

    board = fields.Nested(BoardSchema(), required=True, description="The board.")
    players = fields.List(
        fields.Nested(PlayerSchema()),
        4,
        least=2,
        code="player_count",
        required=True,
        description="The players in turn order, the first player first.",
    )
    trees = list_field(
        SpacesField(GRID, 4, description="The two neighbouring spaces of a tree."),
        "The fallen trees. Default none.",
    )
    walkers = list_field(
        fields.Nested(WalkerSchema()),
        "The walkers, at most one in each segment. Default none.",
        most=8,
    )
    broken_bridges = list_field(
        SpaceField(GRID, description="A space of the bridge."),
        "The broken bridges, each by one of its spaces. Default none.",
    )
    creep_throughs = list_field(_CreepThroughField(), "The creep-throughs. Default none.")
    variants = fields.Nested(
        VariantsSchema(), description="The variants in play. Default: the basic game."
    )
    rulings = fields.Nested(
        rulings_schema(Rulings),
        description="How open points of the rules are decided. Default: each ruling's default.",
    )
    left = LEFT

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot."""
        players, variants, pack = data["players"], data.get("variants", {}), installed_pack()
        seats = {player.name: seat for seat, player in enumerate(players)}
        return Snapshot(
            data["board"],
            players,
            data.get("trees", ()),
            tuple(
                Walker(one["at"], one.get("terrain"), seats.get(one.get("moved_by")))
                for one in data.get("walkers", ())
            ),
            data.get("broken_bridges", ()),
            tuple(
                CreepThrough(one["at"], seats.get(one.get("by")))
                if isinstance(one, Mapping)
                else CreepThrough(one)
                for one in data.get("creep_throughs", ())
            ),
            variants.get("young", False),
            variants.get("teams", False),
            data.get("rulings", Rulings()),
            pack.deck if pack else Deck(),
            data.get("left", ()),
        )

    def cross_faults(self, made: Snapshot, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Names of unknown players, and everything that makes the table impossible."""
        names = [player.name for player in made.players]
        for key, field in (("walkers", "moved_by"), ("creep_throughs", "by")):
            for i, piece in enumerate(data.get(key, ())):
                if isinstance(piece, Mapping):
                    path: Path = (key, i, field)
                    yield from unknown_player(names, piece.get(field), path)
        yield from impossibilities(made)
        yield from left_faults(made)

    def unmake(self, made: Snapshot) -> Mapping[str, Any]:
        """The loaded fields of a table."""
        return {
            "board": made.board,
            "players": made.players,
            "trees": made.trees,
            "walkers": [named_walker(walker, made) for walker in made.walkers],
            "broken_bridges": made.broken_bridges,
            "creep_throughs": [named_creep(creep, made) for creep in made.creep_throughs],
            "variants": {"young": made.young, "teams": made.teams},
            "rulings": made.rulings,
            **({"left": made.left} if made.left else {}),
        }


class PartialSchema(SnapshotSchema):
    """A table of which a move or a picture needs the board and what it shows or touches alone."""

    players = fields.List(
        fields.Nested(PartialPlayerSchema()),
        4,
        code="player_count",
        description="The players in turn order, each as far as needed. Default none.",
    )

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot."""
        return super().make({"players": (), **data})

    def cross_faults(self, made: Snapshot, data: Mapping[str, Any]) -> Iterable[Fault]:
        """Those of a whole table; without its corner no player has the frame as home."""
        if made.rulings.home_place == "frame":
            for i, player in enumerate(made.players):
                if player.home == HOME:
                    yield Fault("required", ("players", i, "home"))
        yield from super().cross_faults(made, data)


def named_walker(walker: Walker, snapshot: Snapshot) -> Mapping[str, Any]:
    """A walker as WalkerSchema loads it: with the name of the player who moved it."""
    data: dict[str, Any] = {"at": walker.at}
    if walker.terrain is not None:
        data["terrain"] = walker.terrain
    seat = walker.moved_by
    return {**data, "moved_by": None if seat is None else snapshot.players[seat].name}


def named_creep(creep: CreepThrough, snapshot: Snapshot) -> Any:
    """A creep-through as its field loads it: with the name of the player who placed it."""
    return creep.at if creep.by is None else {"at": creep.at, "by": snapshot.players[creep.by].name}


SNAPSHOT, PARTIAL = SnapshotSchema(), PartialSchema()


def names_of(snapshot: Snapshot) -> list[str]:
    """The names of the players, in turn order."""
    return [player.name for player in snapshot.players]
