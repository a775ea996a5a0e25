"""What answers about the secret world of Tiwanaku contain."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.web.answers import RulingWeighed, like, says
from theodolite.web.tiwanaku.bodies import ByTerrainBody

__all__ = [
    "CertainValue",
    "Conflict",
    "CountedWorlds",
    "DeductionStep",
    "Deductions",
    "Difficulty",
    "Disc",
    "DrawnScenario",
    "JudgedScenario",
    "OtherWorld",
    "Possible",
    "UndecidedValue",
    "Violation",
]

_Terrain = Literal["mud", "sand", "grass", "rock"]
_Law = Literal["separation", "diversity", "tile_count", "crop_limit"]
_Tiles = Annotated[dict[str, int], like(ByTerrainBody)]


class Possible(Struct):
    """What a space may have."""

    terrain: list[_Terrain]
    crops: list[int]


class CountedWorlds(Struct):
    """How many worlds fit."""

    count: int
    exact: Annotated[bool, says("Whether there are no others.")]


class UndecidedValue(Struct, kw_only=True):
    """A value that is listed without a world that shows it."""

    space: str
    terrain: _Terrain | UnsetType = UNSET
    crop: int | UnsetType = UNSET


class CertainValue(Struct, kw_only=True):
    """A value that is settled and does not lie yet."""

    space: str
    terrain: _Terrain | UnsetType = UNSET
    crop: int | UnsetType = UNSET
    steps: Annotated[list[int] | None, says("The steps that prove it; null without time.")]


class DeductionStep(Struct, kw_only=True):
    """One step of an explanation."""

    id: int
    law: str
    rule: Annotated[str, says("The rule: `tiwanaku.law.` and the law.")]
    page: Annotated[int, says("That rule's rulebook page.")]
    spaces: Annotated[list[str], says("The spaces it speaks of.")]
    because: Annotated[list[int], says("The steps it is drawn from.")]
    concludes: Annotated[
        dict[str, Any],
        says(
            "One of `space` with `terrain`, `crops` (the levels left) or `not`; `region_of` with "
            "`size`, `min_size` or `max_size`; `same_region`; `contradiction`."
        ),
    ]
    explanation: Annotated[str, says("Why, in words.")]
    supposes: Annotated[
        UndecidedValue | UnsetType, says("Law `suppose`: what leads to a contradiction.")
    ] = UNSET
    steps: Annotated[list["DeductionStep"] | UnsetType, says("Law `suppose`: how it does.")] = UNSET
    tiles: Annotated[list[str] | UnsetType, says("Law `search`: the tiles that prove it.")] = UNSET
    laws: Annotated[list[_Law] | UnsetType, says("Law `search`: and the laws.")] = UNSET


class Difficulty(Struct):
    """How hard it is to see all that is certain."""

    tier: Annotated[int, says("The hardest tier of the laws used, 1 to 5.")]
    steps: int


class Conflict(Struct):
    """Tiles and laws that exclude each other; without any one of them they do not."""

    tiles: list[str]
    laws: list[_Law]


class Deductions(Struct, kw_only=True):
    """What can be known."""

    consistent: Annotated[
        bool | None, says("Whether any world fits; null if that was not settled in time.")
    ]
    truncated: Annotated[bool, says("Whether time was up before all was settled or counted.")]
    undecided: list[UndecidedValue]
    worlds: CountedWorlds
    spaces: dict[str, Possible]
    certain: list[CertainValue]
    steps: list[DeductionStep]
    explained: Annotated[bool, says("Whether everything certain comes with its steps.")]
    difficulty: Difficulty | None
    conflict: Annotated[Conflict | None, says("Why no world fits, where none does.")]
    rulings: list[RulingWeighed]


class Violation(Struct, kw_only=True):
    """A law that a map breaks."""

    rule: str
    page: Annotated[int, says("That rule's rulebook page.")]
    spaces: list[str]
    explanation: str


class OtherWorld(Struct):
    """A second world that fits."""

    terrain: list[str]
    crops: list[str]


class JudgedScenario(Struct, kw_only=True):
    """What can be said of a disc; null is what the limit left open, or what has no answer."""

    lawful: bool
    violations: list[Violation]
    tiles: _Tiles
    crop_tiles: Annotated[list[int], says("How many crops of each level, from 1.")]
    fits_box: bool
    unique_from_start: bool | None
    unique_from_terrain: bool | None
    other_world: OtherWorld | None
    difficulty: Difficulty | None
    deal: Annotated[
        dict[str, bool] | None,
        says("Long board: by players, whether the tiles left can be dealt equally."),
    ]


class Disc(Struct):
    """A scenario disc."""

    terrain: list[str]
    crops: list[str]
    tiles: _Tiles
    start: list[str]
    otoma: list[str] | None


class DrawnScenario(Struct, kw_only=True):
    """A disc that was drawn, or why there is none."""

    disc: Disc | None
    check: JudgedScenario | None
    why: Annotated[
        Literal["work", "none"] | None,
        says("Without a disc: the work for a request was used up, or no map drawn was as asked."),
    ]
    generator: Annotated[str, says("Changes whenever a seed would give another disc.")]
