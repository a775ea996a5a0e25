"""What answers about Treasure Hunt contain."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.web import answers
from theodolite.web.answers import Difference, RulingUsed, RulingWeighed, like, says
from theodolite.web.treasure_hunt.bodies import SnapshotBody
from theodolite.web.treasure_hunt.play_bodies import TurnBody

__all__ = [
    "BestEnd",
    "Change",
    "Check",
    "Demand",
    "End",
    "FoundLog",
    "JudgedReplay",
    "KnownCards",
    "KnownMission",
    "KnownSegment",
    "LegalActions",
    "Legality",
    "MissionSheet",
    "Missions",
    "Placement",
    "Position",
    "Remark",
    "SettledDispute",
    "Stop",
    "TurnVerdict",
    "UpdatedBoard",
    "Verdict",
    "Way",
]

Table = Annotated[dict[str, Any], like(SnapshotBody)]
Die = Literal["blue", "green", "white", "brown"]
Terrain = Literal["water", "forest", "sand", "path"]
RouteName = Literal["triangle", "circle", "square"]
TreasureName = Literal["diamond", "gold", "ruby", "sapphire", "choice"]
Path = Annotated[list[str], says("The spaces stepped onto, in order.")]


class Check(answers.Check, kw_only=True):
    """One rule held against a turn."""

    action: Annotated[
        int | None, says("The action judged, counted from 0; null for the turn as a whole.")
    ]


class Change(Struct, kw_only=True):
    """What an action changed."""

    pointer: Annotated[str, says("JSON Pointer into the snapshot.")]
    before: Any
    after: Any
    rule: Annotated[str, says("The rule that did it.")]
    section: answers.Section = UNSET
    heading: answers.Heading = UNSET
    explanation: Annotated[str, says("What has changed, in words.")]


class Verdict(Struct):
    """A turn as judged."""

    legal: Annotated[bool, says("Whether no rule is broken.")]
    checks: Annotated[list[Check], says("Every rule that bears on the turn.")]
    changes: list[Change]
    after: Annotated[
        Table | None, says("The table after it; null if it is illegal or a draw is not told.")
    ]


class Legality(Verdict):
    """A turn as judged, and the rulings that were used."""

    rulings: list[RulingUsed]


class UpdatedBoard(Struct):
    """What a turn carried out makes of a table."""

    changes: list[Change]
    after: Table
    rulings: list[RulingUsed]


class FoundLog(Struct, kw_only=True):
    """A marker that an explorer can log."""

    owner: Annotated[str, says("Whose route it is.")]
    route: RouteName
    at: Annotated[str, says("Its coordinate.")]
    must: Annotated[bool, says("Whether it is of the explorer's own colour.")]
    legal: Annotated[
        bool | None, says("Whether it may be logged; null where a hand that matters is unknown.")
    ]
    explorer: Annotated[int | UnsetType, says("Where it is logged without a move.")] = UNSET
    of: Annotated[str | UnsetType, says("In teams, whose that explorer is.")] = UNSET


class End(Struct):
    """Where a roll can take a piece."""

    at: Annotated[str, says("Where it stands then.")]
    terrain: Terrain
    steps: Annotated[int, says("The length of the path.")]
    path: Path
    stopped_by: Literal["count", "terrain", "blocked", "behind", "goal", "choice"]
    logs: list[FoundLog]


class Position(Struct, kw_only=True):
    """A piece and a value of its die, with every place where the move can end."""

    mover: Annotated[str, says("`explorer:1`, or a walker by its space.")]
    of: Annotated[str | UnsetType, says("In teams, whose explorer it is.")] = UNSET
    die: Die
    pips: int
    ends: list[End]


class LegalActions(Struct):
    """What a player can do without playing a card."""

    positions: list[Position]
    logs_now: Annotated[list[FoundLog], says("What can be logged without a move.")]
    rulings: list[RulingUsed]


class Placement(Struct):
    """Whether a piece may be placed."""

    legal: Annotated[bool, says("Whether no rule is broken.")]
    checks: list[answers.Check]
    rulings: list[RulingUsed]


class BestEnd(Struct):
    """The best end for a roll."""

    pips: int
    at: Annotated[str, says("Where the explorer stands then.")]
    path: Path
    expected_after: Annotated[float | None, says("The expected turns that are left.")]


class Odds(Struct):
    """Where the odds of each die are from."""

    blue: Literal["given", "pack", "equal_values"]
    green: Literal["given", "pack", "equal_values"]
    white: Literal["given", "pack", "equal_values"]
    brown: Literal["given", "pack", "equal_values"]


class Way(Struct):
    """The way of the fewest expected turns."""

    expected_turns: Annotated[
        float | None, says("To 4 decimals; null where it is not certain to end.")
    ]
    fewest_turns: Annotated[int | None, says("With the luckiest rolls.")]
    order: Annotated[list[str], says("The targets with the luckiest rolls.")]
    odds: Odds
    first: Annotated[list[BestEnd], says("What to do with each roll.")]
    rulings: list[RulingWeighed]


class Demand(Struct, kw_only=True):
    """One thing that winning takes."""

    demand: Literal["treasure", "coordinates", "home"]
    met: Annotated[bool | None, says("Null where it is not known.")]
    rule: Annotated[str, says("The rule.")]
    section: answers.Section = UNSET
    heading: answers.Heading = UNSET
    explanation: answers.Explanation
    treasure: Annotated[TreasureName | UnsetType, says("What is demanded.")] = UNSET
    by: Annotated[TreasureName | UnsetType, says("What fills it.")] = UNSET
    need: Annotated[int | UnsetType | None, says("The coordinates demanded.")] = UNSET
    have: Annotated[int | UnsetType, says("The coordinates that count.")] = UNSET
    explorer: Annotated[int | UnsetType, says("The explorer that is to be home.")] = UNSET
    of: Annotated[str | UnsetType, says("In teams, whose that explorer is.")] = UNSET
    spaces: Annotated[list[str] | UnsetType, says("Where it stands.")] = UNSET


class MissionSheet(Struct):
    """What a player has of all that winning takes."""

    name: str
    complete: Annotated[bool | None, says("Whether the mission is; null where it is unknown.")]
    won: Annotated[bool | None, says("Whether all are home as well.")]
    items: list[Demand]


class Remark(Struct, kw_only=True):
    """Something odd that is not impossible."""

    player: Annotated[str | None, says("Of whose things; null of the board.")]
    rule: Annotated[str, says("The rule concerned.")]
    section: answers.Section = UNSET
    heading: answers.Heading = UNSET
    explanation: Annotated[str, says("What is odd, in words.")]


class Missions(Struct):
    """What every player has of all that winning takes."""

    players: list[MissionSheet]
    winners: list[str]
    remarks: Annotated[
        list[Remark],
        says("Where all are home and nothing is logged yet: what differs from the set-up."),
    ]
    rulings: list[RulingUsed]


class TurnVerdict(Verdict):
    """A turn of a record as judged."""

    player: Annotated[str, says("Whose turn it was.")]


class Stop(Struct):
    """Where a record stops being legal, counted from 0."""

    turn: int
    action: Annotated[int | None, says("Null if the turn as a whole is at fault.")]


class JudgedReplay(Struct):
    """A record as judged, up to and with its first illegal turn."""

    legal: Annotated[bool, says("Whether the whole record is legal.")]
    turns: list[TurnVerdict]
    stopped_at: Stop | None
    won: Annotated[str | None, says("Who was the first to win with a turn of the record.")]
    after: Table
    rulings: list[RulingUsed]


class SettledDispute(Struct):
    """Whether a player's turn can have led from one table to another."""

    possible: Annotated[bool, says("Whether a legal turn does.")]
    accounts: Annotated[
        list[Annotated[dict[str, Any], like(TurnBody)]],
        says("The turns that do, those with the fewest actions first, 20 at most."),
    ]
    more: Annotated[bool, says("Whether there are more, or not all were tried.")]
    differences: Annotated[
        list[Difference], says("What the turn that explains most leaves unexplained.")
    ]
    rulings: list[RulingWeighed]


class KnownSegment(Struct):
    """A segment of the pack."""

    name: str
    rows: Annotated[list[str], says("Top row first.")]
    bridges: Annotated[
        list[list[str]], says("Each by its spaces, by row and column from the top left.")
    ]


class KnownMission(Struct):
    """A mission card of the pack."""

    difficulty: int
    treasures: list[TreasureName]
    coordinates: int


class KnownCards(Struct):
    """What the board pack knows; nothing without one."""

    title: str
    north: Annotated[Literal["up", "down"] | None, says("Which way NORTH grows.")]
    segments: list[KnownSegment]
    dice: Annotated[dict[str, list[int]], says("The values of each die that is known.")]
    coordinates: Annotated[list[str], says("The coordinate cards.")]
    three_plus: Annotated[list[str], says("Those marked 3+.")]
    missions: list[KnownMission]
    treasures: Annotated[dict[str, int], says("How many there are of each.")]
    actions: Annotated[dict[str, int], says("How many there are of each.")]
