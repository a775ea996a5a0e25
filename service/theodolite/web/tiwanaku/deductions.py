"""The operation `deductions`: what can be known of the secret world, and why."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, cast

from msgspec import UNSET, Struct, UnsetType

from theodolite.grid import Space, Spaces, set_of
from theodolite.notation.tiwanaku import TABLE
from theodolite.tiwanaku import deductions as rules
from theodolite.tiwanaku.board import TERRAIN_NAMES, BoardName, Land, Level, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.different_worlds import beside, different_worlds
from theodolite.tiwanaku.odds import Odds
from theodolite.tiwanaku.snapshot import ByTerrain, Rulings
from theodolite.tiwanaku.solver import Value
from theodolite.tiwanaku.steps import Step, conclusion
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.asked import Body, TableField
from theodolite.web.responses import Localizer, Reference, description, rulings_weighed
from theodolite.web.schemas import Schema
from theodolite.web.tiwanaku.fields import space_field, spaces_field
from theodolite.web.tiwanaku.moves import WheelField
from theodolite.web.tiwanaku.responses import Explanation, TerrainName, Weighed
from theodolite.web.tiwanaku.schemas import (
    RULEBOOK,
    CountedSchema,
    Part,
    listed,
    spaces_of,
    unknown_spaces,
)

MOST_COUNTED, MOST_MILLISECONDS, MILLISECONDS = 1_000_000, 10_000, 1_000
MOST_SHOWN, MOST_NOTES = 10, 405
_WRITING = 0.05
"""The share of the limit that is kept back to write a response without steps."""
_EXPLAINING = 0.2
"""The same with steps, of which the last may begin at 1.3 times the rest: 1.04 of the limit."""
_ANYWAY = 0.005
"""Seconds that are kept back besides."""


class DeductionRequest(NamedTuple):
    """A board, the disc's counts and the rulings, and how much is to be deduced.

    Attributes:
        land: The tiles on the board.
        tiles: The disc's counts.
        rulings: The rulings in force.
        focus: The spaces to be resolved; None for all.
        explain: Whether to prove what is certain.
        count_to: How many worlds are counted at most.
        odds: Whether to find how likely each value is.
        worlds: How many worlds to show.
        why_not: A value, and why its space does not have it is to be proved.
        notes: Values that their spaces are taken not to have.
        seconds: The time limit.
    """

    land: Land
    tiles: ByTerrain
    rulings: Rulings
    focus: Spaces | None
    explain: bool
    count_to: int
    odds: bool
    worlds: int
    why_not: Value | None
    notes: Collection[Value]
    seconds: float


def counted_table() -> TableField:
    """The field of a table of which the board, its tiles and the disc's counts suffice."""
    description = "The table; the board, its tiles, the counts and the rulings suffice."
    return TableField(CountedSchema(), TABLE, partial=True, description=description)


class ExcludedSchema(Schema):
    """A space, and a value that it does not have."""

    space = space_field(required=True)
    value = WheelField(required=True, description="A terrain, or the level of a crop, 1 to 5.")

    def make(self, data: Mapping[str, Any]) -> tuple[str, Terrain | Level]:
        """The name of the space, and the value."""
        return data["space"], data["value"]


class DeductionSchema(Body):
    """A board and the disc's counts, and how much is to be deduced."""

    snapshot = counted_table()
    focus = spaces_field(
        allow_none=True, description="The spaces to be resolved; null, the default, for all."
    )
    count_to = fields.Integer(
        1,
        MOST_COUNTED,
        "limit_range",
        description="How many worlds are counted at most; 10 000 by default. With `odds` all are.",
    )
    odds = fields.Boolean(
        description="Whether to find how likely each value is; `false` by default."
    )
    worlds = fields.Integer(
        1,
        MOST_SHOWN,
        "limit_range",
        description="How many possible worlds to show, as different as possible; none by default.",
    )
    why_not = fields.Nested(
        ExcludedSchema(),
        description="Why a space does not have a value; in `steps` with `explain`.",
    )
    notes = fields.List(
        fields.Nested(ExcludedSchema()),
        MOST_NOTES,
        description="Values that their spaces do not have, as a player noted: further premises, "
        "each a step by the law `note`.",
    )
    time_limit_ms = fields.Integer(
        1,
        MOST_MILLISECONDS,
        "limit_range",
        description="The time until the response, in milliseconds, at most a tenth more; "
        "1000 by default.",
    )

    class Meta(Body.Meta):
        """A field that is named as a method of the schema is."""

        include: ClassVar = {
            "explain": fields.Boolean(
                description="Whether to prove what is certain step by step; `true` by default."
            )
        }

    def make(self, data: Mapping[str, Any]) -> DeductionRequest:
        """The request."""
        table: Part = data["snapshot"]
        focus = spaces_of(data.get("focus"), table.land.grid.spaces)
        return DeductionRequest(
            table.land,
            table.tiles,
            table.rulings,
            None if focus is None else set_of(focus),
            data.get("explain", True),
            data.get("count_to", rules.COUNT_TO),
            data.get("odds", False),
            data.get("worlds", 0),
            _value(table.land, *data["why_not"]) if "why_not" in data else None,
            {_value(table.land, *note): None for note in data.get("notes", ())}.keys(),
            data.get("time_limit_ms", MILLISECONDS) / 1000,
        )

    def cross_faults(self, made: DeductionRequest, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find spaces that the board lacks."""
        grid = made.land.grid
        yield from unknown_spaces(grid, listed(("focus",), data.get("focus")))
        if "why_not" in data:
            yield from unknown_spaces(grid, [(("why_not", "space"), data["why_not"][0])])
        noted = enumerate(data.get("notes", ()))
        yield from unknown_spaces(grid, [(("notes", i, "space"), name) for i, (name, _) in noted])


def _value(land: Land, name: str, value: Terrain | Level) -> Value:
    """A value of a space; the first space in place of one that the board lacks."""
    space = land.grid.spaces.get(name, Space(0))
    return Value(space, value) if isinstance(value, Terrain) else Value(space, level=value)


class SpaceOdds(Struct):
    """The shares of the possible worlds that show each value of a space, each from 0 to 1."""

    terrain: Annotated[
        dict[str, float], description("By each terrain that it may have; they add up to 1.")
    ]
    crops: Annotated[
        dict[str, float], description("By each level that its crop may have; they add up to 1.")
    ]


class Possible(Struct):
    """The values that a space may have."""

    terrain: Annotated[list[TerrainName], description("The terrains that it may have.")]
    crops: Annotated[list[int], description("The levels that its crop may have.")]
    odds: Annotated[
        SpaceOdds | UnsetType | None,
        description("With `odds`: how likely each value is; null if the worlds were not counted."),
    ] = UNSET


class World(Struct):
    """A world that fits."""

    terrain: Annotated[list[str], description("Its terrain, as rows.")]
    crops: Annotated[list[str], description("Its crops, as rows.")]

    @classmethod
    def of(cls, land: Land) -> "World":
        """The rows of a world."""
        return cls(land.terrain_rows(), land.crop_rows())


class CountedWorlds(Struct):
    """How many worlds fit."""

    count: Annotated[int, description("The worlds counted.")]
    exact: Annotated[bool, description("Whether there are no others.")]
    shown: Annotated[
        list[World] | UnsetType,
        description(
            "With `worlds`: some of them, each as different as possible from those before."
        ),
    ] = UNSET


class UndecidedValue(Struct, kw_only=True):
    """A value that is listed without a world that shows it."""

    space: Annotated[str, description("The space.")]
    terrain: Annotated[TerrainName | UnsetType, description("A terrain that it may have.")] = UNSET
    crop: Annotated[int | UnsetType, description("A level that its crop may have, 1 to 5.")] = UNSET


class CertainValue(Struct, kw_only=True):
    """A value that is resolved and does not lie yet."""

    space: Annotated[str, description("The space.")]
    terrain: Annotated[TerrainName | UnsetType, description("Its terrain.")] = UNSET
    crop: Annotated[int | UnsetType, description("The level of its crop, 1 to 5.")] = UNSET
    steps: Annotated[
        list[int] | None,
        description("The ids of the steps that prove it; null if there was no time."),
    ]


class WhyNot(Struct):
    """Why a space does not have a value."""

    space: Annotated[str, description("The space.")]
    value: Annotated[TerrainName | int, description("The terrain, or the level of the crop.")]
    possible: Annotated[
        bool | None,
        description("Whether some world shows it; null if that was not resolved in time."),
    ]
    steps: Annotated[
        list[int] | None,
        description("The ids of the steps that prove that none does; null if there are none."),
    ]


class DeductionStep(Struct, kw_only=True):
    """One step of an explanation."""

    id: Annotated[int, description("The number by which other steps refer to it.")]
    law: Annotated[str, description("The law by which it concludes.")]
    rule: Annotated[str, description("The rule: `tiwanaku.law.` and the law.")]
    reference: Reference
    spaces: Annotated[list[str], description("The spaces it speaks of.")]
    because: Annotated[list[int], description("The steps it is drawn from.")]
    concludes: Annotated[
        dict[str, Any],
        description(
            "One of `space` (or `spaces`, for the last tiles of a terrain) with `terrain`, `crops` "
            "(the levels left) or `not`; `region_of` with `size`, `min_size` or `max_size`; "
            "`same_region`; `contradiction`."
        ),
    ]
    explanation: Explanation
    supposes: Annotated[
        UndecidedValue | UnsetType, description("Law `suppose`: what leads to a contradiction.")
    ] = UNSET
    steps: Annotated[
        list["DeductionStep"] | UnsetType, description("Law `suppose`: how it does.")
    ] = UNSET
    tiles: Annotated[
        list[str] | UnsetType,
        description("Law `search`: the spaces of the tiles and notes that prove it."),
    ] = UNSET
    laws: Annotated[
        list[Literal["separation", "diversity", "tile_count", "crop_limit"]] | UnsetType,
        description("Law `search`: and the laws."),
    ] = UNSET


class Difficulty(Struct):
    """How hard it is to see all that is certain."""

    tier: Annotated[int, description("The hardest tier of the laws used, 1 to 5.")]
    steps: Annotated[int, description("The number of steps.")]


class Conflict(Struct):
    """Tiles and laws that exclude each other; without any one of them they do not."""

    tiles: Annotated[list[str], description("The spaces of the tiles and the notes.")]
    laws: Annotated[
        list[Literal["separation", "diversity", "tile_count", "crop_limit"]],
        description("The laws."),
    ]


class Deductions(Struct, kw_only=True):
    """Everything that can be known of the secret world."""

    consistent: Annotated[
        bool | None, description("Whether any world fits; null if that was not resolved in time.")
    ]
    truncated: Annotated[
        bool, description("Whether time was up before all was resolved or counted.")
    ]
    undecided: Annotated[
        list[UndecidedValue], description("The values listed without a world that shows them.")
    ]
    worlds: Annotated[CountedWorlds, description("How many worlds fit.")]
    spaces: Annotated[
        dict[str, Possible], description("The possible values of each space in focus, by its name.")
    ]
    odds_exact: Annotated[
        bool | UnsetType,
        description("With `odds`: whether all worlds were counted; there are no odds otherwise."),
    ] = UNSET
    certain: Annotated[
        list[CertainValue], description("The certain values that are not on the board yet.")
    ]
    steps: Annotated[list[DeductionStep], description("The steps that prove what is certain.")]
    explained: Annotated[bool, description("Whether everything certain comes with its steps.")]
    difficulty: Annotated[
        Difficulty | None,
        description("How hard it is to see; null if not all is explained in time."),
    ]
    conflict: Annotated[Conflict | None, description("Why no world fits, where none does.")]
    why_not: Annotated[
        WhyNot | UnsetType | None,
        description("With `why_not`: the answer; null if no world fits, or none was found."),
    ] = UNSET
    rulings: Weighed


def deductions(request: DeductionRequest, locale: str) -> Deductions:
    """Deduce what can be known of the secret world, and why.

    A listed value has a world that shows it, or is `undecided`; one that is not listed is proved
    impossible. Certain values come with the steps that prove them, each by one law.
    """
    land, tiles, rulings, focus, explain, count_to, odds, worlds, why_not, notes, seconds = request
    clock = Clock((1 - (_EXPLAINING if explain else _WRITING)) * seconds - _ANYWAY)
    box = rulings.crop_limit == "box"
    # Worlds and proofs asked for by name come before anything that takes the rest of the time.
    shown = different_worlds(land, tiles, worlds, clock, box=box, notes=notes)
    found = rules.deduce(
        land,
        tiles,
        box=box,
        focus=focus,
        explain=explain,
        count_to=count_to,
        odds=odds,
        why_not=why_not,
        notes=notes,
        clock=clock,
    )
    found = beside(found, shown)
    matters = land.board is not BoardName.SHORT and rules.crop_limit_matters(
        land, tiles, found, clock, notes
    )
    texts = Localizer(RULEBOOK, land.grid, locale)
    names, conflict = land.grid.names, found.conflict
    return Deductions(
        consistent=found.consistent,
        truncated=found.truncated,
        undecided=[
            UndecidedValue(space=names[value.space], **name_value(value))
            for value in found.undecided
        ],
        worlds=CountedWorlds(
            found.worlds, found.exact, [*map(World.of, shown)] if worlds else UNSET
        ),
        spaces={
            names[space]: Possible(
                cast("Any", [TERRAIN_NAMES[terrain] for terrain in possible.terrain]),
                [*possible.crops],
                _odds(found.odds, space) if odds else UNSET,
            )
            for space, possible in found.spaces.items()
        },
        odds_exact=found.exact if odds else UNSET,
        certain=[
            CertainValue(
                space=names[value.space],
                steps=None if steps is None else [*steps],
                **name_value(value),
            )
            for value, steps in found.certain
        ],
        steps=list_steps(found.steps, texts),
        explained=found.explained,
        difficulty=list_difficulty(found.difficulty),
        why_not=UNSET if why_not is None else _why_not(found.why_not, names),
        conflict=conflict and Conflict(texts.names(conflict.tiles), [*conflict.laws]),
        rulings=rulings_weighed(rulings, {"crop_limit": matters}),
    )


def _odds(odds: Odds | None, space: Space) -> SpaceOdds | None:
    return odds and SpaceOdds(
        {TERRAIN_NAMES[terrain]: share for terrain, share in odds.terrain(space).items()},
        {str(level): share for level, share in odds.crops(space).items()},
    )


def _why_not(answer: rules.WhyNot | None, names: Sequence[str]) -> WhyNot | None:
    if answer is None:
        return None
    (space, _, _), possible, steps = answer
    (value,) = name_value(answer.value).values()
    return WhyNot(names[space], value, possible, None if steps is None else [*steps])


def name_value(value: Value) -> dict[str, Any]:
    """A value as responses name it."""
    _, terrain, level = value
    return {"terrain": TERRAIN_NAMES[terrain]} if level is None else {"crop": level}


def list_difficulty(difficulty: rules.Difficulty | None) -> Difficulty | None:
    """How hard it is to see what is certain, if that is known."""
    return None if difficulty is None else Difficulty(*difficulty)


def list_steps(steps: Sequence[Step], texts: Localizer) -> list[DeductionStep]:
    """Steps in words."""
    return [_step(step, texts) for step in steps]


def _step(step: Step, texts: Localizer) -> DeductionStep:
    names, nested = texts.grid.names, list_steps(step.steps, texts)
    values = step.values(names)
    if nested:
        values = {**values, "contradiction": nested[-1].explanation}
    return DeductionStep(
        id=step.id,
        law=step.law,
        spaces=texts.names(step.spaces),
        because=[*step.because],
        concludes=conclusion(step.concludes, names),
        explanation=texts.sentence(step.rule, step.key, values),
        supposes=UNSET
        if step.supposes is None
        else UndecidedValue(space=names[step.supposes.space], **name_value(step.supposes)),
        steps=UNSET if step.supposes is None else nested,
        tiles=UNSET if step.proof is None else texts.names(step.proof.tiles),
        laws=UNSET if step.proof is None else [*step.proof.laws],
        **texts.cite(step.rule),
    )
