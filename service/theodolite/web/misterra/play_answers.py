"""What answers about the play of Maps of Misterra contain."""

from typing import Annotated, Any, Literal

from msgspec import Struct

from theodolite.misterra.board import TerrainName
from theodolite.web.answers import Check, Condition, Difference, RulingUsed, like, says
from theodolite.web.misterra.answers import Change, Scores
from theodolite.web.misterra.bodies import SnapshotBody
from theodolite.web.misterra.play_bodies import HalfDayBody

__all__ = [
    "Account",
    "Claim",
    "End",
    "JudgedReplay",
    "LegalActions",
    "Legality",
    "OtomaClaim",
    "OtomaOutcome",
    "PlayedOtomaAction",
    "PlayedOtomaTurn",
    "Position",
    "SettledDispute",
    "Stop",
    "TurnVerdict",
    "Verdict",
]

Table = Annotated[dict[str, Any], like(SnapshotBody)]


class Verdict(Struct):
    """A half day as judged."""

    legal: Annotated[bool, says("Whether no rule is broken.")]
    checks: Annotated[list[Check], says("Every rule that bears on the half day.")]
    changes: list[Change]
    after: Annotated[Table | None, says("The table after what was told; null if that is illegal.")]


class Legality(Verdict):
    """A half day as judged, and the rulings that were used."""

    rulings: list[RulingUsed]


class Claim(Struct):
    """Whether the player may claim from a place."""

    legal: Annotated[bool, says("Whether no rule is broken.")]
    checks: list[Check]


class Position(Struct):
    """A place where the meeple can end its move, and what it can do there."""

    meeple: Annotated[str, says("The place.")]
    path: Annotated[list[str], says("A shortest path there: the places stepped onto.")]
    sees: Annotated[list[str], says("The island spaces seen from there.")]
    may_map: Annotated[bool, says("Whether mapping is allowed there.")]
    placements: Annotated[list[list[str]], says("The pairs of spaces on which a card can be laid.")]
    claim: Claim


class LegalActions(Struct):
    """What a player can do in a half day."""

    positions: list[Position]
    rulings: list[RulingUsed]


class End(Struct):
    """Whether the end of the game is triggered."""

    triggered: Annotated[bool, says("Whether any of the conditions is met.")]
    conditions: list[Condition]


class PlayedOtomaAction(Struct):
    """What an action of Otoma's did."""

    space: Annotated[str, says("Where.")]
    done: Annotated[
        Literal["confirmed", "nothing"] | Change,
        says('"confirmed", "nothing", or the island\'s change.'),
    ]


class OtomaClaim(Struct):
    """A claim of Otoma's."""

    space: Annotated[str, says("Where its marker lies.")]
    terrain: TerrainName
    spaces: Annotated[list[str], says("The region, as it was measured.")]
    tied_with: Annotated[
        list[str], says("A space of each other region as large: `claim_at` can name it.")
    ]


class OtomaOutcome(Struct):
    """What a half day of Otoma's did."""

    actions: list[PlayedOtomaAction]
    claim: OtomaClaim | None
    checks: Annotated[list[Check], says("Why each action did this, and where a claim went.")]


class PlayedOtomaTurn(Struct):
    """What Otoma's turn did, and the table after it."""

    half_days: list[OtomaOutcome]
    after: Table
    rulings: list[RulingUsed]


class TurnVerdict(Struct):
    """A turn of a record as judged."""

    player: Annotated[str, says("Whose turn it was.")]
    legal: Annotated[bool, says("Whether no rule is broken in it.")]
    checks: Annotated[
        list[Check], says("The rules on turns: order, half days, refill, end of the game.")
    ]
    half_days: list[Verdict]
    otoma_half_days: list[OtomaOutcome]
    end: Annotated[End | None, says("Null where the game cannot end after this turn.")]


class Stop(Struct):
    """Where a record stops being legal, counted from 0."""

    turn: int
    half_day: Annotated[int | None, says("Null if the refill of the display is at fault.")]


class JudgedReplay(Struct):
    """A record as judged, up to and with its first illegal half day."""

    legal: Annotated[bool, says("Whether the whole record is legal.")]
    turns: list[TurnVerdict]
    stopped_at: Stop | None
    after: Table
    finished: Annotated[bool, says("Whether the game is over with it.")]
    scores: Annotated[
        Scores | None, says("The scores of a finished record, where they were asked for.")
    ]
    rulings: list[RulingUsed]


class Account(Struct):
    """One or two half days that lead from the one table to the other."""

    half_days: list[Annotated[dict[str, Any], like(HalfDayBody)]]


class SettledDispute(Struct):
    """Whether a player's half day or turn can have led from one table to another."""

    possible: Annotated[bool, says("Whether any legal play does.")]
    accounts: Annotated[list[Account], says("The plays that do, the shortest first, 20 at most.")]
    more: Annotated[bool, says("Whether there are more.")]
    differences: list[Difference]
    rulings: list[RulingUsed]
