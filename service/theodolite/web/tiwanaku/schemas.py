"""Request schemas of Tiwanaku: the table at one moment, and its parts.

Which spaces there are depends on the board, which is a field like the others. So the parts of a
table keep spaces by their names and rows as text. The snapshot, which knows the board, converts
them into the objects of the rules, and back when it is written.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.grid import Grid, Space
from theodolite.rulebook import Rulebook
from theodolite.tiwanaku.board import (
    GRIDS,
    TERRAIN_NAMES,
    BoardName,
    Land,
)
from theodolite.tiwanaku.impossibilities import (
    field_faults,
    land_faults,
    position_faults,
    side_faults,
)
from theodolite.tiwanaku.snapshot import (
    Arrow,
    ByTerrain,
    Direction,
    Final,
    Group,
    Mode,
    Otoma,
    Pawn,
    Player,
    Rulings,
    Snapshot,
    Tops,
)
from theodolite.verdict import Fault, Path
from theodolite.web import fields
from theodolite.web.schemas import LEFT, Schema, left_faults, rulings_schema
from theodolite.web.tiwanaku.fields import (
    MOST_SPACES,
    TERRAINS,
    board_field,
    colour_field,
    crop_rows_field,
    difficulty_field,
    direction_field,
    levels_field,
    mode_field,
    name_field,
    path_field,
    space_field,
    spaces_field,
    terrain_rows_field,
)

RULEBOOK = Rulebook("theodolite.tiwanaku")

_MOST_SCORE = 9_999
_MOST_STEPS = 60
_MOST_PATHS = 14
"""The sides of the long board have 28 ends."""


class ByTerrainSchema(Schema):
    """A number for each terrain."""

    mud = fields.Integer(0, _MOST_STEPS, required=True, description="The number for mud.")
    sand = fields.Integer(0, _MOST_STEPS, required=True, description="The number for sand.")
    grass = fields.Integer(0, _MOST_STEPS, required=True, description="The number for grass.")
    rock = fields.Integer(0, _MOST_STEPS, required=True, description="The number for rock.")

    def make(self, data: Mapping[str, Any]) -> ByTerrain:
        """The numbers in the order of the terrains."""
        return data["mud"], data["sand"], data["grass"], data["rock"]

    def unmake(self, made: ByTerrain) -> Mapping[str, int]:
        """The numbers by terrain."""
        return dict(zip(TERRAIN_NAMES, made, strict=True))


def by_terrain_field(**kwargs: Any) -> fields.Nested:
    """A number for each terrain."""
    return fields.Nested(ByTerrainSchema(), **kwargs)


def rulings_field() -> fields.Nested:
    """How the open points of the rules are decided."""
    return fields.Nested(
        rulings_schema(Rulings, code="ruling_value"),
        description="How the open points of the rules are decided, by the rulings' names.",
    )


def tiles_field(**kwargs: Any) -> fields.Nested:
    """The counts of a disc."""
    return by_terrain_field(
        description="The disc's number of tiles of each terrain, start tiles included: 25 in all "
        "on the short board, 45 on the long one.",
        **kwargs,
    )


class ArrowSchema(Schema):
    """The arrow of a terrain tile."""

    colour = colour_field(required=True, description="The arrow's colour.")
    direction = direction_field(
        required=True,
        description="The way it points, with the tile's north mark aligned with the rose.",
    )

    def make(self, data: Mapping[str, Any]) -> Arrow:
        """The arrow."""
        return Arrow(**data)


class TopsSchema(Schema):
    """The arrows on top of the stacks as far as known; null for a stack that is empty."""

    mud = direction_field(allow_none=True, description="The way that the top tile of mud points.")
    sand = direction_field(allow_none=True, description="The way that the top tile of sand points.")
    grass = direction_field(
        allow_none=True, description="The way that the top tile of grass points."
    )
    rock = direction_field(allow_none=True, description="The way that the top tile of rock points.")

    def make(self, data: Mapping[str, Any]) -> Tops:
        """The arrows of the stacks that are known."""
        return tuple((TERRAINS[name], way) for name, way in data.items())

    def unmake(self, made: Tops) -> Mapping[str, Direction | None]:
        """The arrows by terrain."""
        return {TERRAIN_NAMES[terrain]: way for terrain, way in made}


def _score_field(**kwargs: Any) -> fields.Integer:
    return fields.Integer(0, _MOST_SCORE, "score_negative", **kwargs)


class PartSchema(Schema):
    """A part of a table or of a turn, loaded as a dictionary in which spaces are names.

    The schema that contains it knows the board, and converts it.
    """

    def unmake(self, made: Mapping[str, Any]) -> Mapping[str, Any]:
        """The dictionary itself, null values included."""
        return made


class PlayerSchema(PartSchema):
    """A player. In cooperative games, score, offerings and diversity are the group's."""

    name = name_field(
        given=True,
        required=True,
        description="Unique among the players; neither `Otoma` nor `group`.",
    )
    colour = colour_field(
        required=True,
        description="The colour of the meeples: blue, brown, green or white. Of four players of a "
        "cooperative game, the first and the third share one, the second and the fourth another.",
    )
    meeples = spaces_field(
        description="The spaces of the meeples on the board, none by default. Those of a pair "
        "stand with its first player."
    )
    score = _score_field(description="The points on the score marker. Not in cooperative games.")
    offerings = levels_field(
        description="The levels of the offering tokens held, each once. Not in cooperative games."
    )
    diversity = by_terrain_field(
        description="The steps that the diversity pawn of each terrain has risen. Not in "
        "cooperative games."
    )
    stacks = by_terrain_field(
        description="Cooperative games: the tiles of each terrain behind the screen."
    )
    tops = fields.Nested(
        TopsSchema(),
        allow_none=True,
        description="Cooperative games: the arrows on top of the stacks, as far as known.",
    )
    recalled_from = space_field(
        allow_none=True,
        description="The space from which this player's last turn recalled a meeple, if it did.",
    )


class PawnSchema(PartSchema):
    """One of Otoma's pawns."""

    colour = colour_field(required=True, description="The pawn's colour.")
    space = space_field(required=True, description="The space on which it stands.")


class OtomaSchema(PartSchema):
    """Otoma's side."""

    pawns = fields.List(
        fields.Nested(PawnSchema()),
        5,
        required=True,
        description="Solo games: a pawn of each of the five colours that the player has not. "
        "Cooperative games: four or five pawns of one colour.",
    )
    score = _score_field(required=True, description="The points on Otoma's score marker.")
    diversity = by_terrain_field(
        required=True, description="The steps that Otoma's pawn of each terrain has risen."
    )
    offerings = levels_field(
        description="Cooperative games: the levels of the tokens that Otoma holds, each once; "
        "none by default."
    )


class GroupSchema(Schema):
    """The side of the players of a cooperative game."""

    score = _score_field(required=True, description="The points on the group's score marker.")
    offerings = levels_field(
        required=True, description="The levels of the tokens that the group holds, each once."
    )
    diversity = by_terrain_field(
        required=True, description="The steps that the group's pawn of each terrain has risen."
    )

    def make(self, data: Mapping[str, Any]) -> Group:
        """The group."""
        return Group(**data)


class FinalSchema(Schema):
    """The end of a game."""

    starter = name_field(
        allow_none=True,
        description="The player who laid the last terrain tile. Competitive games need it.",
    )
    passed = fields.List(
        name_field(),
        4,
        code="too_many",
        description="The players who have passed in the final phase, none by default.",
    )
    offered = fields.List(
        name_field(),
        4,
        code="too_many",
        description="The players who have made their last offering, or `group`; none by default.",
    )

    def make(self, data: Mapping[str, Any]) -> Final:
        """The end of the game."""
        return Final(data.get("starter"), data.get("passed", ()), data.get("offered", ()))

    def unmake(self, made: Final) -> Mapping[str, Any]:
        """The fields of the end; without a starter there is no phase in which players pass."""
        offered = {"offered": made.offered}
        if made.starter is None:
            return offered
        return {**offered, "starter": made.starter, "passed": made.passed}


class SnapshotSchema(Schema):
    """The whole table at one moment. Which fields it has depends on the mode."""

    board = board_field(required=True)
    mode = mode_field()
    terrain = terrain_rows_field(required=True)
    crops = crop_rows_field(required=True)
    tiles = tiles_field(required=True)
    start = spaces_field(
        allow_none=True, description="The disc's start spaces; null, the default, if unknown."
    )
    diversity_top = fields.Integer(
        1,
        _MOST_STEPS,
        allow_none=True,
        description="The number of the last level of the diversity track, counted in steps from "
        "the bottom; null, the default, if unknown.",
    )
    players = fields.List(
        fields.Nested(PlayerSchema()),
        4,
        least=1,
        code="player_count",
        required=True,
        description="The players in turn order: one in solo games, else two to four.",
    )
    final = fields.Nested(
        FinalSchema(),
        allow_none=True,
        description="The end of the game; null, the default, until the last terrain tile lies and "
        "that turn is done.",
    )
    difficulty = difficulty_field()
    otoma = fields.Nested(
        OtomaSchema(), description="Otoma's side; solo and cooperative games need it."
    )
    arrows = fields.Mapping(
        space_field(),
        fields.Nested(ArrowSchema(), description="The arrow of the tile on that space."),
        MOST_SPACES,
        allow_none=True,
        description="Solo games: the arrows of tiles without a crop, by space, as far as known.",
    )
    paths = fields.List(
        path_field(
            description="The two ends of a path, each an edge space and the side by which the "
            "board is left: `A3:left`."
        ),
        _MOST_PATHS,
        code="too_many",
        allow_none=True,
        description="Solo and cooperative games: the paths along the board, as far as known.",
    )
    pool = by_terrain_field(
        description="Cooperative games, which need it: the tiles in the pool, by terrain."
    )
    group = fields.Nested(
        GroupSchema(),
        description="Cooperative games, which need it: what the players share.",
    )
    rulings = rulings_field()
    left = LEFT

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The table. A space that its board lacks becomes the first one."""
        at = GRIDS[data["board"]].spaces
        otoma, arrows = data.get("otoma"), data.get("arrows")
        return Snapshot(
            data["mode"],
            land_of(data),
            data["tiles"],
            tuple(_player(player, at) for player in data["players"]),
            spaces_of(data.get("start"), at),
            data.get("diversity_top"),
            data.get("final"),
            data.get("difficulty"),
            None if otoma is None else Otoma(**{**otoma, "pawns": pawns_of(otoma["pawns"], at)}),
            None
            if arrows is None
            else tuple((space_of(name, at), arrow) for name, arrow in arrows.items()),
            data.get("paths"),
            data.get("pool"),
            data.get("group"),
            data.get("rulings", Rulings()),
            data.get("left", ()),
        )

    def cross_faults(self, made: Snapshot, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find what makes the table impossible."""
        given = [name for name, value in data.items() if value is not None]
        yield from table_faults(
            made, data, _spaces(data), field_faults(made.mode, given, data["players"])
        )
        yield from left_faults(made)

    def unmake(self, made: Snapshot) -> Mapping[str, Any]:
        """The fields of the table; those that its mode lacks are left out."""
        names, land = made.land.grid.names, made.land
        optional = {
            "difficulty": made.difficulty,
            "otoma": None if made.otoma is None else _otoma_data(made.otoma, names, made.mode),
            "arrows": None
            if made.arrows is None
            else {names[space]: arrow for space, arrow in made.arrows},
            "paths": made.paths,
            "pool": made.pool,
            "group": made.group,
            "left": made.left or None,
        }
        return {
            "board": land.board,
            "mode": made.mode,
            "terrain": land.terrain_rows(),
            "crops": land.crop_rows(),
            "tiles": made.tiles,
            "start": None if made.start is None else [names[space] for space in made.start],
            "diversity_top": made.diversity_top,
            "players": [_player_data(player, names, made.mode) for player in made.players],
            "final": made.final,
            "rulings": made.rulings,
            **{name: value for name, value in optional.items() if value is not None},
        }


class Part(NamedTuple):
    """The tiles on a board, of a whole table or without one.

    Attributes:
        land: The tiles on the board.
        tiles: The disc's counts.
        rulings: The rulings in force.
        snapshot: The table; None of a part.
    """

    land: Land
    tiles: ByTerrain
    rulings: Rulings
    snapshot: Snapshot | None


class PartialSchema(SnapshotSchema):
    """A table of which the board and its tiles suffice."""

    mode = mode_field(required=False)
    tiles = tiles_field()
    players = fields.List(
        fields.Nested(PlayerSchema()),
        4,
        least=1,
        code="player_count",
        description="The players in turn order, if any.",
    )

    def make(self, data: Mapping[str, Any]) -> Any:
        """The part of the table."""
        tiles, rulings = data.get("tiles", (0, 0, 0, 0)), data.get("rulings", Rulings())
        snapshot = super().make(data) if {"mode", "tiles", "players"} <= data.keys() else None
        return Part(land_of(data), tiles, rulings, snapshot)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find what makes the board or the table impossible."""
        if made.snapshot is not None:
            yield from super().cross_faults(made.snapshot, data)
            return
        if "players" in data:
            yield from (
                Fault("required", (name,)) for name in ("mode", "tiles") if name not in data
            )
        rows = [*row_faults(data)]
        yield from rows
        if not rows:
            yield from land_faults(made.land, data.get("tiles"), made.rulings)


class CountedSchema(PartialSchema):
    """A table of which the board, its tiles and the disc's counts suffice."""

    tiles = tiles_field(required=True)


def land_of(data: Mapping[str, Any]) -> Land:
    """The tiles on the board of a request; none if its rows do not fit, see `row_faults`."""
    board = data.get("board", BoardName.SHORT)
    try:
        return Land.from_rows(board, data.get("terrain", ()), data.get("crops", ()))
    except ValueError:
        return Land(board)


def space_of(name: str | None, at: Mapping[str, Space]) -> Space:
    """The space of a name; the first one for one that the board lacks, see `unknown_spaces`."""
    return at.get(name or "", Space(0))


def spaces_of(names: Iterable[str] | None, at: Mapping[str, Space]) -> tuple[Space, ...] | None:
    """The spaces of names."""
    return None if names is None else tuple(space_of(name, at) for name in names)


def pawns_of(pawns: Iterable[Mapping[str, Any]], at: Mapping[str, Space]) -> tuple[Pawn, ...]:
    """Otoma's pawns."""
    return tuple(Pawn(pawn["colour"], space_of(pawn["space"], at)) for pawn in pawns)


def _player(data: Mapping[str, Any], at: Mapping[str, Space]) -> Player:
    meeples = tuple(at.get(name, 0) for name in data.get("meeples", ()))
    recalled_from = at.get(data.get("recalled_from", ""))
    return Player(**{**data, "meeples": meeples, "recalled_from": recalled_from})


def _player_data(player: Player, names: Sequence[str], mode: Mode) -> Mapping[str, Any]:
    data = player._asdict()
    left_out = (
        ("score", "offerings", "diversity") if mode == Mode.COOPERATIVE else ("stacks", "tops")
    )
    data["meeples"] = [names[space] for space in player.meeples]
    if player.recalled_from is not None:
        data["recalled_from"] = names[player.recalled_from]
    return {
        name: value for name, value in data.items() if name not in left_out and value is not None
    }


def _otoma_data(otoma: Otoma, names: Sequence[str], mode: Mode) -> Mapping[str, Any]:
    data = otoma._asdict()
    data["pawns"] = [{"colour": pawn.colour, "space": names[pawn.space]} for pawn in otoma.pawns]
    if mode != Mode.COOPERATIVE:
        del data["offerings"]
    return data


Named = tuple[Path, str | None]
"""A field that names a space or a player, and the name; None if it names none."""


def table_faults(
    table: Snapshot, data: Mapping[str, Any], spaces: Iterable[Named], fields: Iterable[Fault]
) -> Iterator[Fault]:
    """Find what makes a table impossible.

    Args:
        table: The table as it was made.
        data: The loaded fields of its request.
        spaces: Every space that the request names.
        fields: The faults of fields that the mode lacks or needs.
    """
    rows = [*row_faults(data)]
    unknown = [*unknown_spaces(table.land.grid, spaces)]
    yield from rows
    yield from unknown
    yield from fields
    # Pieces are compared with the board only if both can be read.
    if not rows:
        yield from land_faults(table.land, table.tiles, table.rulings)
    if not rows and not unknown:
        yield from position_faults(table)
    yield from side_faults(table)


def row_faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """The rows that are not as long as those of the request's board."""
    columns = GRIDS[data["board"]].columns
    for field in ("terrain", "crops"):
        for i, row in enumerate(data[field]):
            if len(row) != columns:
                yield Fault("row_length", (field, i), {"count": len(row), "expected": columns})


def unknown_spaces(grid: Grid, spaces: Iterable[Named]) -> Iterator[Fault]:
    """The spaces that the board lacks."""
    for path, name in spaces:
        if name is not None and name not in grid.spaces:
            yield Fault("unknown_space", path, {"value": name})


def listed(path: Path, names: Iterable[str] | None) -> Iterator[Named]:
    """The names of a list, each with its place."""
    for i, name in enumerate(names or ()):
        yield (*path, i), name


def _spaces(data: Mapping[str, Any]) -> Iterator[Named]:
    """Every space that a snapshot names."""
    yield from listed(("start",), data.get("start"))
    for i, player in enumerate(data["players"]):
        yield from listed(("players", i, "meeples"), player.get("meeples"))
        yield ("players", i, "recalled_from"), player.get("recalled_from")
    for i, pawn in enumerate(data.get("otoma", {}).get("pawns", ())):
        yield ("otoma", "pawns", i, "space"), pawn["space"]
    for name in data.get("arrows") or ():
        yield ("arrows", name), name
