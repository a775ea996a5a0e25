"""What answers about the play of Tiwanaku contain."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.web import answers
from theodolite.web.answers import (
    Check,
    Condition,
    Difference,
    RulingUsed,
    RulingWeighed,
    like,
    says,
)
from theodolite.web.tiwanaku.bodies import SnapshotBody
from theodolite.web.tiwanaku.play_bodies import TurnBody

__all__ = [
    "Account",
    "DueMove",
    "End",
    "Gain",
    "JudgedReplay",
    "JudgedTurn",
    "LaidOut",
    "LegalActions",
    "Legality",
    "Move",
    "MovedPawn",
    "MovedPawns",
    "Offering",
    "PlayedTurn",
    "Remark",
    "ScoresItem",
    "SettledDispute",
    "SideScore",
    "Standing",
]

_Terrain = Literal["mud", "sand", "grass", "rock"]
_Direction = Literal["up", "right", "down", "left"]
_After = Annotated[dict[str, Any], like(SnapshotBody)] | None
_Explanation = Annotated[str, says("Why, in words.")]


class ScoresItem(answers.Item, kw_only=True):
    """A line of a side's standing."""

    category: Literal["recorded", "offering", "empty_spaces"]
    tokens: Annotated[list[int] | UnsetType, says("Offering: the levels held.")] = UNSET


class SideScore(Struct):
    """The standing of a player, of the group or of Otoma."""

    name: str
    rank: Annotated[int, says("From 1; those who are tied share.")]
    total: Annotated[int, says("The sum of the items.")]
    items: list[ScoresItem]
    diversity_steps: int


class Remark(Struct, kw_only=True):
    """Something about the table that should not be and yet can."""

    rule: Annotated[str, says("The rule concerned.")]
    page: Annotated[int, says("That rule's rulebook page.")]
    explanation: Annotated[str, says("What is odd, in words.")]
    spaces: Annotated[list[str], says("The spaces concerned.")]


class Standing(Struct):
    """The standing as if all stopped and offered now."""

    players: list[SideScore]
    winners: list[str]
    decided_by: Literal["total", "diversity_steps", "shared", "otoma_wins_ties"]
    final: Annotated[bool, says("Whether nothing more can be gained.")]
    remarks: Annotated[list[Remark], says("What is odd about the table, and not impossible.")]
    rulings: list[RulingUsed]


class Legality(Struct):
    """A turn as judged; `after` where nothing of the wheel is missing."""

    legal: bool
    checks: list[Check]
    after: _After
    rulings: list[RulingUsed]


class Gain(Struct, kw_only=True, rename={"said": "says"}):
    """A gain or a loss of a turn, in order."""

    side: Annotated[str, says("A player's name, group, or Otoma.")]
    category: Literal[
        "discovery",
        "prediction_right",
        "prediction_wrong",
        "offering",
        "otoma_discovery",
        "otoma_crop",
        "otoma_offering",
    ]
    points: Annotated[int, says("The marker's real change.")]
    score_after: int
    rule: str
    page: int
    spaces: list[str]
    explanation: _Explanation
    terrain: _Terrain | UnsetType = UNSET
    level: Annotated[int | UnsetType, says("The step reached, or the level of the crop.")] = UNSET
    pawns: Annotated[list[_Terrain] | UnsetType, says("The pawns on that level.")] = UNSET
    said: Annotated[int | UnsetType | None, says("The level predicted.")] = UNSET
    token: Annotated[bool | UnsetType, says("Whether a token was taken.")] = UNSET
    tokens: Annotated[list[int] | UnsetType, says("The levels offered.")] = UNSET


class Discovered(Struct):
    """A terrain that was laid."""

    space: str
    terrain: _Terrain


class Planted(Struct):
    """A crop that was planted."""

    space: str
    level: int


class PlayedTurn(Struct):
    """A turn as judged, with what it brought."""

    legal: bool
    checks: list[Check]
    items: list[Gain]
    discovered: list[Discovered]
    planted: list[Planted]
    ends_game: Annotated[bool, says("Whether the end begins with this turn.")]
    next_player: Annotated[
        str | None, says("Null once all have passed: the last offerings come in any order.")
    ]
    after: _After


class JudgedTurn(PlayedTurn):
    """A turn as judged, with what it brought and the rulings used."""

    rulings: list[RulingWeighed]


class Move(Struct, rename={"from_": "from"}):
    """Where a move can end, with a shortest way."""

    from_: Annotated[str | None, says("Null: the reserve.")]
    to: str
    path: list[str]
    discovers: bool


class Offering(Struct):
    """Tokens that can be offered."""

    tokens: list[int]
    points: int


class LegalActions(Struct):
    """What a player may do."""

    moves: Annotated[
        list[Move] | dict[_Direction, list[Move]],
        says("In cooperative games under each direction of the arrow of the tile spent."),
    ]
    recalls: list[str]
    divinable: list[str]
    must_divine_all: bool
    offerings: list[Offering]
    may_pass: bool
    rulings: list[RulingUsed]


class End(Struct):
    """Whether the game ends."""

    triggered: bool
    over: bool
    next_player: str | None
    conditions: list[Condition]
    rulings: list[RulingUsed]


class DueMove(Struct):
    """A pawn of Otoma's that must or may move."""

    pawn: str
    space: str
    direction: _Direction
    distance: int | None
    tied_with: list[str]


class MovedPawn(Struct, kw_only=True, rename={"from_": "from"}):
    """A move of one of Otoma's pawns."""

    pawn: str
    from_: str
    course: Annotated[list[str], says("Every space stepped onto, and both ends of each path used.")]
    stops_at: str | None
    items: list[Gain]
    token: Annotated[bool, says("Whether Otoma took a token.")]
    checks: list[Check]


class MovedPawns(Struct):
    """Which of Otoma's pawns move, and how."""

    due: list[DueMove]
    moves: list[MovedPawn]
    after: _After
    rulings: list[RulingUsed]


class JudgedReplay(Struct):
    """A record as judged, up to and with the first turn that is illegal or not entered in full."""

    legal: bool
    turns: list[PlayedTurn]
    ledger: Annotated[dict[str, list[Gain]], says("Every gain and loss, by side.")]
    stopped_at: Annotated[int | None, says("The turn's number from 0.")]
    after: Annotated[dict[str, Any], like(SnapshotBody)]
    rulings: list[RulingWeighed]


class Account(Struct):
    """A turn that explains the later table."""

    turn: Annotated[dict[str, Any], like(TurnBody)]
    items: list[Gain]


class SettledDispute(Struct):
    """Whether one turn can have led from one table to the other."""

    possible: bool
    accounts: list[Account]
    more: bool
    truncated: Annotated[bool, says("Whether not every turn could be tried.")]
    differences: list[Difference]
    rulings: list[RulingUsed]


class LaidOut(Struct):
    """The first table, and what Otoma gains in the set-up."""

    snapshot: Annotated[dict[str, Any], like(SnapshotBody)]
    items: list[Gain]
    rulings: list[RulingUsed]
