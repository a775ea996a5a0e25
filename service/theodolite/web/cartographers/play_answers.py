"""What answers about the play of Cartographers contain."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.web.answers import Check, Heading, RulingUsed, like, says
from theodolite.web.cartographers.answers import Change, Scores, SeasonName, TerrainName
from theodolite.web.cartographers.bodies import SnapshotBody

__all__ = [
    "Account",
    "AmbushPlacements",
    "Difference",
    "Effect",
    "EndedSeason",
    "Gain",
    "JudgedReplay",
    "LegalActions",
    "Legality",
    "Placement",
    "PlayedSeason",
    "PlayedTurn",
    "SettledDispute",
    "Step",
    "Stop",
    "Value",
    "Verdict",
    "Waiting",
]

Table = Annotated[dict[str, Any], like(SnapshotBody)]


class Legality(Struct):
    """A draw as judged."""

    legal: Annotated[bool, says("Whether no rule is broken.")]
    checks: Annotated[list[Check], says("Every rule that bears on the draw.")]
    shape: Annotated[int | None, says("The number of the card's shape drawn, from 0.")]
    fallback: Annotated[bool, says("Whether it is a 1x1 instead of a shape.")]
    changes: list[Change]
    after: Annotated[Table | None, says("The table after it; null if it is illegal.")]
    rulings: list[RulingUsed]


class Gain(Struct):
    """What a placement would change about one line of a score."""

    category: Literal["decree", "coins", "monsters"]
    change: int
    decree: str | UnsetType = UNSET
    card: str | UnsetType = UNSET


class Value(Struct):
    """What a placement in a terrain would bring."""

    terrain: TerrainName
    change: Annotated[int, says("The sum of its items.")]
    items: list[Gain]
    destroys: Annotated[str | UnsetType, says("The gorgon's best target.")] = UNSET


class Placement(Struct):
    """Where something can be drawn."""

    shape: Annotated[int | None, says("The number of the card's shape; null of a fallback.")]
    spaces: list[str]
    coin: Annotated[bool, says("Whether the shape carries a coin.")]
    terrains: list[TerrainName]
    stars: Annotated[list[str], says("A hero's stars.")]
    values: Annotated[list[Value], says("By terrain, the best first, if they were asked for.")]
    destroys: Annotated[list[str] | UnsetType, says("What a gorgon may destroy.")] = UNSET


class LegalActions(Struct):
    """What can be drawn for a card."""

    fallback: Annotated[bool, says("Whether no shape fits, so that a 1x1 is drawn.")]
    total: Annotated[int, says("How many placements there are.")]
    more: Annotated[bool, says("Whether some of them are not told.")]
    placements: Annotated[list[Placement], says("The best first, if they are valued.")]
    rulings: list[RulingUsed]


class AmbushPlacements(Struct):
    """Where a solo ambush is drawn."""

    placements: list[list[str]]
    at: Annotated[str | None, says("The first space that it can cover.")]
    ring: Annotated[int | None, says("How many spaces from the edge that is.")]
    tried: Annotated[int, says("How many spaces were tried, that one included.")]
    discarded: Annotated[bool, says("Whether it fits nowhere.")]
    rulings: list[RulingUsed]


class Effect(Struct):
    """What an ambush did to a player's map at the end of a season."""

    player: str
    ambush: str
    changes: list[Change]


class Waiting(Struct):
    """A choice that is wanting."""

    player: str
    ambush: str
    may: Annotated[list[str], says("The spaces there are.")]


class EndedSeason(Struct):
    """The end of a season."""

    over: Annotated[bool | None, says("Null where the cards revealed are not told.")]
    time: int | None
    threshold: int
    effects: list[Effect]
    waiting: list[Waiting]
    checks: list[Check]
    after: Annotated[
        Table | None,
        says("The table in the next season; null after winter and until all is chosen."),
    ]
    rulings: list[RulingUsed]


class Verdict(Struct):
    """What a player drew, as judged."""

    player: str
    legal: bool
    checks: list[Check]
    shape: int | None
    fallback: bool
    changes: list[Change]


class PlayedTurn(Struct):
    """A card of a record and what was drawn for it, as judged."""

    card: str
    legal: Annotated[bool, says("Whether no rule is broken, by the card or by a draw.")]
    checks: Annotated[list[Check], says("The rules on the deck and the season.")]
    draws: list[Verdict]


class PlayedSeason(Struct):
    """A season of a record, as judged."""

    season: SeasonName
    turns: list[PlayedTurn]
    scores: Annotated[Scores | None, says("Null where it did not come to its end.")]
    effects: list[Effect]
    checks: Annotated[list[Check], says("The rules on the end of the season.")]


class Stop(Struct):
    """Where a record stops being legal."""

    season: SeasonName
    turn: Annotated[int | None, says("From 0; null of a choice at the season's end.")]
    player: Annotated[str | None, says("Null of a fault of a card.")]


class JudgedReplay(Struct):
    """A record as judged."""

    legal: bool
    seasons: list[PlayedSeason]
    stopped_at: Stop | None
    after: Table
    scores: Annotated[Scores | None, says("Those of the last season that was scored.")]
    rulings: list[RulingUsed]


class Step(Struct):
    """What was done for a card of an account: a draw, or choices at the end of a season."""

    spaces: list[str] | UnsetType = UNSET
    terrain: Annotated[TerrainName | UnsetType, says("Absent where nothing was drawn.")] = UNSET
    stars: Annotated[list[str] | UnsetType, says("A hero's.")] = UNSET
    destroys: Annotated[str | UnsetType, says("What a gorgon destroyed.")] = UNSET
    choices: Annotated[
        dict[str, str] | UnsetType, says("At the end of a season: what trolls destroyed.")
    ] = UNSET


class Account(Struct):
    """How the one map can have become the other."""

    draws: Annotated[list[Step | None], says("One for each card; null of a ruins card.")]


class Difference(Struct, kw_only=True):
    """What no legal play explains: a space that is otherwise, or a rule that is broken."""

    space: Annotated[
        str | None, says("The first of `spaces` that the maps show otherwise; null if none.")
    ]
    before: Annotated[str | None, says("Its letter before.")]
    after: Annotated[str | None, says("Its letter after.")]
    spaces: Annotated[list[str], says("The spaces concerned.")]
    card: Annotated[
        str | None, says("The card concerned, or `season_end`; null where it is none of them.")
    ]
    rule: Annotated[str, says("The rule that is broken.")]
    section: Annotated[str, says("That rule's heading in the rulebook.")]
    heading: Heading = UNSET
    explanation: str


class SettledDispute(Struct):
    """Whether one map can have become the other."""

    possible: bool
    accounts: list[Account]
    more: Annotated[bool, says("Whether there are further accounts.")]
    differences: list[Difference]
    rulings: list[RulingUsed]
