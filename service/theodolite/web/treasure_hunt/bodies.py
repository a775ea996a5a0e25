"""What requests about Treasure Hunt may contain: the snapshot and its parts.

The parts are left as they were read; the snapshot is made of them all at once, and in the same way
of parts of which some could not be read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from theodolite.grid import Space
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
    laid,
)
from theodolite.treasure_hunt.impossibilities import impossibilities
from theodolite.treasure_hunt.snapshot import (
    COLOURS,
    HAND,
    ROUTES,
    UNREADABLE,
    Card,
    Creep,
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
from theodolite.web.boards import RowsField, SpaceField, SpacesField
from theodolite.web.card_packs import card_pack
from theodolite.web.reading import (
    Body,
    Choice,
    Either,
    Flag,
    Items,
    Keyed,
    Nested,
    Number,
    Text,
    rulings_body,
    shown,
    stranger,
)

__all__ = [
    "QUARTERS",
    "RULEBOOK",
    "MissionBody",
    "Pack",
    "SnapshotBody",
    "count_field",
    "pack",
    "place_field",
    "player_field",
    "snapshot_of",
    "treasure_field",
]

RULEBOOK = Rulebook("theodolite.treasure_hunt")

_MANY = 60
_TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
_PLACES = {"home": HOME, **GRID.spaces}
QUARTERS = tuple(GRID.names[(spaces & -spaces).bit_length() - 1] for spaces in SEGMENTS)
"""The four quarters of the board by their lowest spaces."""
TURNS = (0, 90, 180, 270)


class Pack:
    """A board pack: what is printed in a real copy.

    Attributes:
        title: what it calls itself.
        north_up: whether NORTH grows upwards while EAST grows to the right.
        segments: the four by their names.
        odds: for each terrain that is told the values of its die, each as often as it is on it.
        deck: what is known of the cards.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.title: str = data.get("title", "")
        self.north_up: bool = data["north"]
        self.segments: Mapping[str, Segment] = data["segments"]
        self.odds: Mapping[Terrain, tuple[int, ...]] = data.get("dice", {})
        self.deck = Deck(**{key: data[key] for key in Deck._fields if key in data})


def pack() -> Pack | None:
    """The board pack that the service was given."""
    given: Pack | None = card_pack(RULEBOOK.game)
    return given


def player_field(**kwargs: Any) -> Text:
    """A player's name."""
    return Text(1, 40, "name", **kwargs)


def count_field(most: int) -> Number:
    """How many there are of something."""
    return Number(0, most)


def place_field(**kwargs: Any) -> Choice:
    """A space, or `home`, the place off the board."""
    field = Choice(_PLACES, "unknown_space", **kwargs)
    field.spec = {"type": "string", "examples": ["home", "N01/E01", "N30/E30"]}
    return field


def treasure_field(**kwargs: Any) -> Choice:
    """A treasure; null if it was not seen."""
    return Choice({one.value: one for one in Treasure}, "unknown_treasure", **kwargs)


def _terrain_field() -> Choice:
    return Choice(_TERRAINS, "unknown_terrain", allow_none=True)


class PlacedSegmentBody(Body):
    """A segment of the pack as it lies: its name, and its turn clockwise seen from above."""

    segment = Text(1, 40, "name", required=True)
    turn = Number(0, 270, "turn_value")

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A turn that is no quarter turn."""
        if data.get("turn", 0) not in TURNS:
            yield Fault("turn_value", ("turn",), {"value": data["turn"]})


class BoardBody(Body):
    """A board: rows of letters (NORTH 01 first, each from EAST 01) and bridges, or segments.

    Segments lie on the quarters of the board, each named by its lowest space.
    """

    rows = RowsField(ROWS, lambda rows: Layers(*ROWS.read(rows)))
    bridges = Items(SpacesField(GRID, _MANY), _MANY, code="too_many")
    segments = Keyed(
        Choice({name: name for name in QUARTERS}, "unknown_space"),
        Nested(PlacedSegmentBody()),
        len(SEGMENTS),
    )

    def make(self, data: Mapping[str, Any]) -> Board:
        """The board."""
        if "segments" not in data:
            return Board(data["rows"], data.get("bridges", ()))
        given, placed = pack(), data["segments"]
        if given is None:
            raise LookupError(data)
        lying = [placed[quarter] for quarter in QUARTERS]
        segments = [(given.segments[one["segment"]], one.get("turn", 0)) for one in lying]
        return laid(segments, north_up=given.north_up)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """A board in both forms or in neither; bridges that cannot be; segments likewise."""
        if "segments" in data:
            for other in ("rows", "bridges"):
                if other in data:
                    yield Fault("board_form", (other,))
            yield from _segment_faults(data["segments"])
        elif "rows" not in data:
            yield Fault("required", ("rows",))
        elif None not in data.get("bridges", ()):
            yield from bridge_faults(Board(data["rows"], data.get("bridges", ())))


_BOARD = BoardBody()


def _segment_faults(placed: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    given = pack()
    if given is None:
        yield Fault("no_pack", ("segments",))
        return
    seen = set()
    for quarter in QUARTERS:
        path: Path = ("segments", quarter)
        if quarter not in placed:
            yield Fault("required", path)
            continue
        segment = placed[quarter].get("segment")
        values = {"value": shown(segment)}
        if segment is not None and segment not in given.segments:
            yield Fault("unknown_segment", (*path, "segment"), values)
        elif segment is not None and segment in seen:
            yield Fault("segment_twice", (*path, "segment"), values)
        seen.add(segment)


class ExplorerBody(Body):
    """An explorer: where it stands, and its terrain on unclear and creep-through spaces."""

    at = place_field(required=True)
    terrain = _terrain_field()


class WalkerBody(Body):
    """A walker: where it stands, its terrain as an explorer's, and who moved it while it rests."""

    at = SpaceField(GRID, required=True)
    terrain = _terrain_field()
    moved_by = player_field(allow_none=True)


class CreepThroughBody(Body):
    """A creep-through, and who placed it, for the ruling `creep_for`."""

    at = SpaceField(GRID, required=True)
    by = player_field(allow_none=True)


class RouteBody(Body):
    """A route: its coordinate cards, the last of them marked, its info cards, its treasures."""

    cards = Items(SpaceField(GRID), _MANY, code="too_many", required=True)
    info = Items(Choice({one.value: one for one in Info}, "unknown_card"), _MANY, code="too_many")
    treasures = Items(treasure_field(allow_none=True), _MANY, code="too_many")


def _route_field() -> Nested:
    missing = {"required": [Fault("routes_missing")]}
    return Nested(RouteBody(), required=True, error_messages=missing)


class RoutesBody(Body):
    """A player's three routes."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_route")}  # noqa: RUF012

    triangle = _route_field()
    circle = _route_field()
    square = _route_field()


class MissionBody(Body):
    """A mission: its difficulty, the treasures it names, the least number of coordinates."""

    difficulty = Number(1, 3, "difficulty_value", required=True)
    treasures = Items(treasure_field(), 10, code="too_many", required=True)
    coordinates = Number(0, _MANY, required=True)


class PlayerBody(Body):
    """A player. A hand or a mission that is absent or null is not known."""

    name = player_field(required=True)
    colour = Choice({one: one for one in COLOURS}, "unknown_colour", required=True)
    home = SpaceField(GRID, required=True)
    explorers = Items(Nested(ExplorerBody()), 2, least=1, code="explorer_count", required=True)
    routes = Nested(RoutesBody(), required=True)
    coordinates = count_field(1000)
    treasures = Items(treasure_field(allow_none=True), _MANY, code="too_many")
    hand = Items(
        Choice({one.value: one for one in Card}, "unknown_card"),
        HAND,
        code="hand_size",
        allow_none=True,
    )
    boats = count_field(99)
    shoes = count_field(99)
    free = Items(
        Choice({one: one for one in ("tree", "walker")}, "unknown_piece"), 4, code="too_many"
    )
    mission = Nested(MissionBody(), allow_none=True)


class VariantsBody(Body):
    """The variants in play."""

    error_messages: dict[str, Any] = {"unknown": Fault("unknown_variant")}  # noqa: RUF012

    young = Flag()
    teams = Flag()


class SnapshotBody(Body):
    """The whole table at one moment."""

    board = Nested(_BOARD, required=True)
    players = Items(Nested(PlayerBody()), 4, least=2, code="player_count", required=True)
    trees = Items(SpacesField(GRID, 4), _MANY, code="too_many")
    walkers = Items(Nested(WalkerBody()), 8, code="too_many")
    broken_bridges = Items(SpaceField(GRID), _MANY, code="too_many")
    creep_throughs = Items(
        Either({str: SpaceField(GRID), dict: Nested(CreepThroughBody())}), _MANY, code="too_many"
    )
    variants = Nested(VariantsBody())
    rulings = Nested(rulings_body(Rulings))

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot."""
        return snapshot_of(data)

    def doubts(self, made: Snapshot, data: Mapping[str, Any]) -> Iterable[object]:
        """What makes the table impossible."""
        yield from _beyond_the_rules(data)
        yield from impossibilities(made)

    def faults(self, data: Mapping[str, Any]) -> Iterable[Fault]:
        """What makes the table impossible, as far as it could be read."""
        yield from _beyond_the_rules(data)
        for fault in impossibilities(snapshot_of(data)):
            # A player whose explorers could not be read has none here; a field refuses none at all.
            if fault.code != "explorer_count" or fault.values["count"]:
                yield fault


def _strangers(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Names of nobody at the table."""
    for key, name in (("walkers", "moved_by"), ("creep_throughs", "by")):
        for i, piece in enumerate(data.get(key, ())):
            if isinstance(piece, Mapping):
                yield from stranger(data, piece.get(name), (key, i, name))


def _beyond_the_rules(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Names of nobody at the table, and trees on no space."""
    # A tree that could not be read is None.
    nowhere = [i for i, tree in enumerate(data.get("trees", ())) if tree == 0]
    yield from (Fault("tree_shape", ("trees", i), {"spaces": []}) for i in nowhere)
    yield from _strangers(data)


def snapshot_of(data: Mapping[str, Any]) -> Snapshot:
    """The snapshot, as far as its fields could be read."""
    names = [(player or {}).get("name") for player in data.get("players", ())]

    def seat(name: str | None) -> int | None:
        return names.index(name) if name is not None and name in names else None

    given, variants = pack(), data.get("variants") or {}
    rulings = data.get("rulings", Rulings())
    return Snapshot(
        _board(data.get("board")),
        tuple(_player(player or {}) for player in data.get("players", ())),
        tuple(tree or 0 for tree in data.get("trees", ())),
        tuple(
            Walker(_at(one), (one or {}).get("terrain"), seat((one or {}).get("moved_by")))
            for one in data.get("walkers", ())
        ),
        _readable(data.get("broken_bridges", ())),
        tuple(
            Creep(_at(one), seat(one.get("by")))
            if isinstance(one, Mapping)
            else Creep(UNREADABLE if one is None else one)
            for one in data.get("creep_throughs", ())
        ),
        variants.get("young", False),
        variants.get("teams", False),
        rulings if isinstance(rulings, Rulings) else Rulings(**rulings),
        given.deck if given else Deck(),
    )


def _board(told: Any) -> Board:
    """A board as it was made; of one in parts only what they make, an empty one else."""
    if isinstance(told, Board):
        return told
    try:
        bridges = tuple(one for one in told.get("bridges", ()) if one is not None)
        return _BOARD.make({**told, "bridges": bridges})
    except (LookupError, TypeError, AttributeError):
        return Board(Layers())


def _player(data: Mapping[str, Any]) -> Player:
    routes = data.get("routes") or {}
    mission = data.get("mission")
    return Player(
        data.get("name", ""),
        data.get("colour", ""),
        data.get("home", UNREADABLE),
        tuple(Explorer(_at(one), (one or {}).get("terrain")) for one in data.get("explorers", ())),
        tuple(_route(routes.get(name) or {}) for name in ROUTES),
        data.get("coordinates", 0),
        data.get("treasures", ()),
        data.get("hand"),
        data.get("boats", 0),
        data.get("shoes", 0),
        data.get("free", ()),
        mission and _mission(mission),
    )


def _mission(data: Mapping[str, Any]) -> Mission:
    return Mission(
        data.get("difficulty", 1), data.get("treasures", (None,)), data.get("coordinates", 0)
    )


def _route(data: Mapping[str, Any]) -> Route:
    cards, info = _readable(data.get("cards", ())), data.get("info", ())
    # How many treasures belong to an info card that could not be read, nobody knows.
    return Route(cards) if None in info else Route(cards, info, data.get("treasures", ()))


def _at(data: Mapping[str, Any] | None) -> Space:
    at: Space = (data or {}).get("at", UNREADABLE)
    return at


def _readable(spaces: Sequence[Space | None]) -> tuple[Space, ...]:
    return tuple(UNREADABLE if space is None else space for space in spaces)
