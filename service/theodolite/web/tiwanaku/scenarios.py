"""Scenario discs: drawn, judged, and set up."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Struct

from theodolite.tiwanaku import scenarios as rules
from theodolite.tiwanaku.board import CROP_LETTERS, GRIDS, LETTERS, BoardName
from theodolite.tiwanaku.deductions import LAST_TIER
from theodolite.tiwanaku.snapshot import Mode
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.responses import Localizer, Reference, description
from theodolite.web.schemas import Schema
from theodolite.web.tiwanaku.deductions import Difficulty, World, list_difficulty
from theodolite.web.tiwanaku.fields import (
    MOST_SPACES,
    RowsField,
    board_field,
    space_field,
    spaces_field,
)
from theodolite.web.tiwanaku.responses import Explanation, Tiles, tiles
from theodolite.web.tiwanaku.schemas import (
    RULEBOOK,
    land_of,
    listed,
    row_faults,
    spaces_of,
    unknown_spaces,
)
from theodolite.web.tiwanaku.set_ups import LaidOut, SetUpSchema, set_up_table

_MOST_SEED = 2**63 - 1
_EASY = 1
_TIERS = {"easy": _EASY, "medium": 2, "hard": 3}


class ScenarioCheckSchema(Schema):
    """A disc: its whole map, the start spaces on its back, and those of Otoma's pawns."""

    board = board_field(required=True)
    terrain = RowsField(
        LETTERS,
        empty="",
        required=True,
        description="The terrain of the whole map, top row first: 5 strings of 5 (short) or 9 "
        "(long) letters, `M` mud, `S` sand, `G` grass, `R` rock.",
    )
    crops = RowsField(
        CROP_LETTERS,
        empty="",
        required=True,
        description="The crops of the whole map, top row first: 5 strings of 5 (short) or 9 (long) "
        "levels `1` to `5`.",
    )
    start = spaces_field(required=True, description="The start spaces.")
    otoma = fields.List(
        space_field(),
        rules.OTOMA_STARTS,
        code="too_many",
        allow_none=True,
        description="Long discs: the start spaces of Otoma's pawns, none by default.",
    )

    def make(self, data: Mapping[str, Any]) -> rules.Disc:
        """The disc."""
        land = land_of(data)
        at = land.grid.spaces
        start = {*(spaces_of(data["start"], at) or ())}
        return rules.Disc(land, tuple(sorted(start)), spaces_of(data.get("otoma"), at))

    def cross_faults(self, made: rules.Disc, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find rows of another length than the board's, and spaces that it lacks."""
        yield from row_faults(data)
        for field in ("start", "otoma"):
            yield from unknown_spaces(made.land.grid, listed((field,), data.get(field)))


class ScenarioRequest(NamedTuple):
    """The disc that is wanted."""

    board: BoardName
    seed: int
    unique: rules.Unique
    start_tiles: int | None
    max_tier: int
    difficulty: int | None
    players: int


class ScenarioSchema(Schema):
    """The disc that is wanted: the same seed gives the same disc."""

    board = board_field(required=True)
    seed = fields.Integer(
        0, _MOST_SEED, "limit_range", required=True, description="Any number from 0 to 2^63 - 1."
    )
    unique = fields.Choice(
        {"from_start": "from_start", "from_terrain": "from_terrain"},
        "unknown_value",
        description="The knowledge that leaves one world: the start tiles and the counts "
        "(`from_start`), or all terrain and the start crops (`from_terrain`). The default is "
        "`from_start`; for `easy` it is `from_terrain`, since tier 1 proves hardly any terrain.",
    )
    start_tiles = fields.Integer(
        1,
        MOST_SPACES,
        "limit_range",
        allow_none=True,
        description="The number of start tiles; null, the default, for as few as can be.",
    )
    max_tier = fields.Integer(
        1,
        LAST_TIER,
        "limit_range",
        description="The hardest tier of laws that a proof of the map may need, 1 to 5; 5 by "
        "default. Not with `difficulty`.",
    )
    difficulty = fields.Choice(
        _TIERS,
        "unknown_value",
        description="The hardest tier of laws that a proof of the map needs: 1 (`easy`), 2 "
        "(`medium`) or 3 (`hard`). The map then has all four terrains and regions of several "
        "sizes, and something is left to be found.",
    )
    players = fields.Integer(
        min(rules.PLAYERS),
        max(rules.PLAYERS),
        "limit_range",
        description="Long board: the number of players of a cooperative game, 2 to 4, to whom the "
        "tiles left can be dealt equally.",
    )

    def make(self, data: Mapping[str, Any]) -> ScenarioRequest:
        """The disc that is wanted."""
        difficulty = data.get("difficulty")
        return ScenarioRequest(
            data["board"],
            data["seed"],
            data.get("unique", "from_terrain" if difficulty == _EASY else "from_start"),
            data.get("start_tiles"),
            data.get("max_tier", LAST_TIER),
            difficulty,
            data.get("players", 1),
        )

    def cross_faults(self, made: ScenarioRequest, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find fields that exclude each other, and more start tiles than the board has spaces."""
        count, most = made.start_tiles, len(GRIDS[made.board].names)
        if count is not None and count > most:
            values = {"value": count, "least": 1, "most": most}
            yield Fault("limit_range", ("start_tiles",), values)
        elif count is not None and (most - count) % made.players:
            yield Fault("deal_unequal", ("players",), {"count": made.players})
        if made.difficulty is not None and "max_tier" in data:
            yield Fault("tier_twice", ("max_tier",))
        if "players" in data and made.board is not BoardName.LONG:
            yield Fault("mode_board", ("board",), {"mode": Mode.COOPERATIVE})


class Violation(Struct, kw_only=True):
    """A law that a map breaks."""

    rule: Annotated[str, description("The rule broken.")]
    reference: Reference
    spaces: Annotated[list[str], description("The spaces that break it.")]
    explanation: Explanation


class JudgedScenario(Struct, kw_only=True):
    """A disc as judged; null is what the limit left open, or what has no answer."""

    lawful: Annotated[bool, description("Whether the map breaks no law.")]
    violations: Annotated[list[Violation], description("Every place where it breaks one.")]
    tiles: Annotated[Tiles, description("The number of tiles of each terrain.")]
    crop_tiles: Annotated[list[int], description("How many crops of each level, from 1.")]
    fits_box: Annotated[bool, description("Whether the box has these terrain and crop tiles.")]
    unique_from_start: Annotated[
        bool | None, description("Whether the start tiles and the counts leave one world.")
    ]
    unique_from_terrain: Annotated[
        bool | None, description("Whether all terrain and the start crops leave one world.")
    ]
    other_world: Annotated[
        World | None, description("A second world that the start tiles and counts leave.")
    ]
    difficulty: Annotated[
        Difficulty | None, description("How hard it is to see the map from its start tiles.")
    ]
    deal: Annotated[
        dict[str, bool] | None,
        description("Long board: by players, whether the tiles left can be dealt equally."),
    ]


class Disc(Struct):
    """A scenario disc."""

    terrain: Annotated[list[str], description("The terrain of the map, as rows.")]
    crops: Annotated[list[str], description("The crops of the map, as rows.")]
    tiles: Annotated[Tiles, description("The number of tiles of each terrain.")]
    start: Annotated[list[str], description("The start spaces.")]
    otoma: Annotated[
        list[str] | None,
        description("The start spaces of Otoma's pawns; null on the short board."),
    ]


class DrawnScenario(Struct, kw_only=True):
    """A disc that was drawn, or why there is none."""

    disc: Annotated[Disc | None, description("The disc; null if none was found.")]
    check: Annotated[JudgedScenario | None, description("Its properties.")]
    why: Annotated[
        Literal["work", "none"] | None,
        description(
            "Without a disc: the work for a request was used up, or no map drawn was as wanted."
        ),
    ]
    generator: Annotated[str, description("Changes whenever a seed would give another disc.")]


class ScenarioRequestSchema(Schema):
    """Exactly one of three requests about a scenario disc."""

    draw = fields.Nested(ScenarioSchema(), description="The disc that is to be drawn.")
    check = fields.Nested(  # type: ignore[assignment]
        ScenarioCheckSchema(), description="A disc that is to be judged."
    )
    set_up = fields.Nested(SetUpSchema(), description="The beginning of a game on a disc.")

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """None of the three, or several."""
        if not data:
            yield Fault("required", ("draw",))
        yield from (Fault("superfluous_field", (name,)) for name in [*data][1:])


def scenarios(request: Mapping[str, Any], locale: str) -> DrawnScenario | JudgedScenario | LaidOut:
    """Draw a scenario disc, judge one, or set a game up on one.

    The body has exactly one of `draw`, `check` and `set_up`. A disc that is drawn is lawful, within
    the box, and leaves one world. The same seed gives the same disc on every machine, as long as
    `generator` is the same: its budget counts the solver's work, never seconds. With `difficulty`
    the disc is a puzzle for a player; the tier and the number of steps in `check` are then those of
    the knowledge `unique`. Of a disc that is judged, every place where it breaks a law is named; of
    a lawful one, whether start tiles and counts, or all terrain with the start crops, leave one
    world, and how hard that is to see. A set-up is the first table, with what Otoma gains in it.
    """
    match request:
        case {"draw": wanted}:
            return _drawn(wanted, locale)
        case {"check": disc}:
            return _judged(disc, rules.check(disc), locale)
        case _:
            return set_up_table(request["set_up"], locale)


def _judged(disc: rules.Disc, judged: rules.Judged, locale: str) -> JudgedScenario:
    other = judged.other_world
    texts = Localizer(RULEBOOK, disc.land.grid, locale)
    return JudgedScenario(
        lawful=judged.lawful,
        violations=[
            Violation(
                spaces=texts.names(spaces),
                explanation=texts.sentence(
                    f"tiwanaku.law.{law}", "violated", {**values, "spaces": texts.names(spaces)}
                ),
                **texts.cite(f"tiwanaku.law.{law}"),
            )
            for law, spaces, values in judged.violations
        ],
        tiles=tiles(judged.tiles),
        crop_tiles=[*judged.crop_tiles],
        fits_box=judged.fits_box,
        unique_from_start=judged.unique_from_start,
        unique_from_terrain=judged.unique_from_terrain,
        other_world=other and World.of(other),
        difficulty=list_difficulty(judged.difficulty),
        deal=None
        if judged.deal is None
        else {str(players): can for players, can in judged.deal.items()},
    )


def _drawn(request: ScenarioRequest, locale: str) -> DrawnScenario:
    board, seed, unique, start_tiles, max_tier, difficulty, players = request
    drawn = rules.draw(
        board,
        seed,
        unique,
        start_tiles=start_tiles,
        max_tier=max_tier,
        difficulty=difficulty,
        players=players,
    )
    disc = drawn.disc
    if disc is None:
        return DrawnScenario(disc=None, check=None, why=drawn.why, generator=rules.GENERATOR)
    names = disc.land.grid.names
    judged = rules.check(disc, unique=None if difficulty is None else unique)
    return DrawnScenario(
        disc=Disc(
            disc.land.terrain_rows(),
            disc.land.crop_rows(),
            tiles(disc.tiles),
            [names[space] for space in disc.start],
            None if disc.otoma is None else [names[space] for space in disc.otoma],
        ),
        check=_judged(disc, judged, locale),
        why=None,
        generator=rules.GENERATOR,
    )
