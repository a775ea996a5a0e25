"""The operation `hints`: the next easiest thing that can be known."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from theodolite.grid import Spaces, set_of
from theodolite.tiwanaku import hints as rules
from theodolite.tiwanaku.board import Land
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.snapshot import ByTerrain, Rulings
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.asked import Body
from theodolite.web.responses import Localizer, description, rulings_weighed
from theodolite.web.tiwanaku.deductions import (
    DeductionStep,
    counted_table,
    list_steps,
    name_value,
)
from theodolite.web.tiwanaku.fields import spaces_field
from theodolite.web.tiwanaku.responses import TerrainName, Weighed
from theodolite.web.tiwanaku.schemas import (
    RULEBOOK,
    Part,
    listed,
    spaces_of,
    unknown_spaces,
)

WORK = 60_000
"""The budget of a search, in units of `Clock`: some seconds of a processor."""


class HintRequest(NamedTuple):
    """A board, the disc's counts and the rulings, and which hint is wanted.

    Attributes:
        land: The tiles on the board.
        tiles: The disc's counts.
        rulings: The rulings in force.
        max_tier: The hardest tier of laws.
        seen: The spaces for which no hint is wanted.
        layable: Whether only values are wanted that can be laid at once.
    """

    land: Land
    tiles: ByTerrain
    rulings: Rulings
    max_tier: int
    seen: Spaces
    layable: bool


class HintsSchema(Body):
    """A board and the disc's counts, and which hint is wanted."""

    snapshot = counted_table()
    max_tier = fields.Integer(
        1,
        rules.HARDEST_TIER,
        "limit_range",
        description="The hardest tier of laws that the hint may need, 1 to 4; 3 by default.",
    )
    seen = spaces_field(
        description="The spaces already hinted at, for which no hint is wanted; none by default."
    )
    layable = fields.Boolean(
        description="Whether only values are wanted that can be laid at once: a terrain, or a crop "
        "where a terrain tile is on the board. `why` then speaks of these alone; `false` by "
        "default."
    )

    def make(self, data: Mapping[str, Any]) -> HintRequest:
        """The request."""
        table: Part = data["snapshot"]
        return HintRequest(
            table.land,
            table.tiles,
            table.rulings,
            data.get("max_tier", rules.MAX_TIER),
            set_of(spaces_of(data.get("seen"), table.land.grid.spaces) or ()),
            data.get("layable", False),
        )

    def cross_faults(self, made: HintRequest, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Find spaces that the board lacks."""
        return unknown_spaces(made.land.grid, listed(("seen",), data.get("seen")))


class Hint(Struct, kw_only=True):
    """A value that can be known."""

    space: Annotated[str, description("Its space.")]
    terrain: Annotated[TerrainName | UnsetType, description("A terrain.")] = UNSET
    crop: Annotated[int | UnsetType, description("Or the level of a crop, 1 to 5.")] = UNSET
    also: Annotated[
        list[str],
        description("Further spaces that get the same terrain, since no other tile is left."),
    ]
    tier: Annotated[int, description("The hardest tier of its proof, 1 to 4.")]
    technique: Annotated[
        str, description("The law of the step that decides, as `law` of a step names it.")
    ]
    nudge: Annotated[
        str, description("Where to look, and by which law, without giving the value away.")
    ]
    where: Annotated[list[str], description("The spaces where to look.")]
    steps: Annotated[list[DeductionStep], description("The steps of its proof.")]


class Hinted(Struct, kw_only=True):
    """The next easiest thing that can be known."""

    hint: Annotated[Hint | None, description("The hint; null if there is none.")]
    more: Annotated[
        bool, description("Whether another space can be known by the tiers up to `max_tier`.")
    ]
    why: Annotated[
        Literal["ask_the_wheel", "beyond_tier", "all_seen", "solved", "inconsistent", "out_of_time"]
        | None,
        description(
            "Without a hint: nothing is certain before the wheel shows more; something is, by a "
            "harder tier; nothing is but on the spaces in `seen`; all tiles are on the board; no "
            "world fits; or time was up."
        ),
    ]
    explanation: Annotated[str, description("The hint, or why there is none, in words.")]
    rulings: Weighed


def hints(request: HintRequest, locale: str) -> Hinted:
    """Find the next easiest thing that can be known, by laws that a person can follow.

    The value with the lowest tier comes first, then the one with the fewest steps. The solver is
    never the reason.
    """
    land, tiles, rulings, max_tier, seen, layable = request
    found = rules.find_hint(
        land,
        tiles,
        box=rulings.crop_limit == "box",
        max_tier=max_tier,
        seen=seen,
        layable=layable,
        clock=Clock(work=WORK),
    )
    texts = Localizer(RULEBOOK, land.grid, locale)
    words = RULEBOOK.words(locale, "hints")
    weighed = rulings_weighed(rulings, {"crop_limit": None if land.board == "long" else False})
    if isinstance(found, str):
        return Hinted(hint=None, more=False, why=found, explanation=words[found], rulings=weighed)
    step = found.deciding
    where = texts.names(step.spaces | 1 << found.value.space)
    law = RULEBOOK.rules[step.rule].texts[locale]["text"]
    nudge = RULEBOOK.fill(locale, words["nudge"], {"spaces": where, "law": law})
    steps = list_steps(found.steps, texts)
    return Hinted(
        hint=Hint(
            space=land.grid.names[found.value.space],
            also=texts.names(found.also),
            tier=found.tier,
            technique=step.law,
            nudge=nudge,
            where=where,
            steps=steps,
            **name_value(found.value),
        ),
        more=found.more,
        why=None,
        explanation=steps[-1].explanation,
        rulings=weighed,
    )
