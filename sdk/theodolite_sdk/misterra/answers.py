"""What comes from the referee of Maps of Misterra, but for its score sheets."""

from msgspec import Struct

from theodolite_sdk import types
from theodolite_sdk.misterra.sheet import ScoreSheet
from theodolite_sdk.misterra.snapshot import HalfDay, Snapshot
from theodolite_sdk.types import Check, Condition, Difference, RulingUsed

__all__ = [
    "Account",
    "Card",
    "Change",
    "Claim",
    "Dispute",
    "End",
    "Face",
    "LegalActions",
    "Legality",
    "OtomaActionDone",
    "OtomaClaim",
    "OtomaOutcome",
    "OtomaTurn",
    "Position",
    "PresumptionList",
    "Replay",
    "Stop",
    "Threshold",
    "TurnVerdict",
    "UpdatedIsland",
    "Verdict",
]


class Change(Struct, frozen=True):
    """What a sketch card did to one space of the island.

    Attributes:
        effect: `placed`, `confirmed`, `replaced`, `already_confirmed` or `none_in_supply`.
        returned: The terrain of the tile that went back to the supply.
    """

    space: str
    terrain: str
    effect: str
    rule: str
    explanation: str
    returned: str | None = None
    page: int | None = None


class UpdatedIsland(Struct, frozen=True):
    """The island after a sketch card, each change in order, and the tiles left in the supply."""

    island: tuple[str, ...]
    changes: tuple[Change, ...]
    supply: dict[str, int]
    rulings: tuple[RulingUsed, ...] = ()


class Verdict(types.Verdict, frozen=True):
    """Whether a half day is legal, rule by rule; `print` lists them.

    Attributes:
        changes: What happens to the island, in order.
        after: The table after it, if it is legal.
    """

    changes: tuple[Change, ...] = ()
    after: Snapshot | None = None


class Legality(Verdict, frozen=True):
    """A verdict, and the rulings that it rests on."""

    rulings: tuple[RulingUsed, ...] = ()


class Claim(Struct, frozen=True):
    """Whether the player may claim from a place, rule by rule."""

    legal: bool
    checks: tuple[Check, ...] = ()


class Position(Struct, frozen=True):
    """A place where the meeple can end its move.

    Attributes:
        meeple: The place.
        path: A shortest way there: the spaces stepped onto.
        sees: The island spaces seen from there.
        may_map: Whether the player may map there.
        placements: The pairs of spaces on which a card may be laid.
        claim: Whether the player may claim there.
    """

    meeple: str
    path: tuple[str, ...]
    sees: tuple[str, ...]
    may_map: bool
    placements: tuple[tuple[str, ...], ...]
    claim: Claim


class LegalActions(Struct, frozen=True):
    """Everything a player may do in a half day."""

    positions: tuple[Position, ...]
    rulings: tuple[RulingUsed, ...] = ()


class End(Struct, frozen=True):
    """Whether the end of the game is triggered, condition by condition."""

    triggered: bool
    conditions: tuple[Condition, ...]


class OtomaActionDone(Struct, frozen=True):
    """What an action of Otoma did: `confirmed`, `nothing`, or the change to the island."""

    space: str
    done: str | Change


class OtomaClaim(Struct, frozen=True):
    """A region that Otoma claimed, and the spaces of regions that are as large."""

    space: str
    terrain: str
    spaces: tuple[str, ...]
    tied_with: tuple[str, ...] = ()


class OtomaOutcome(Struct, frozen=True):
    """What half a turn of Otoma did; `checks` say why, and why a claim was made or not."""

    actions: tuple[OtomaActionDone, ...]
    claim: OtomaClaim | None = None
    checks: tuple[Check, ...] = ()


class OtomaTurn(Struct, frozen=True):
    """What a turn of Otoma did, and the table after it."""

    half_days: tuple[OtomaOutcome, ...]
    after: Snapshot
    rulings: tuple[RulingUsed, ...] = ()


class TurnVerdict(Struct, frozen=True):
    """The verdict on one turn of a record.

    Attributes:
        legal: Whether no rule was broken in it.
        checks: The rules on turns.
        half_days: Each half day, up to and with the first illegal one.
        otoma_half_days: What Otoma did.
        end: Whether the turn triggers the end of the game.
    """

    player: str
    legal: bool
    checks: tuple[Check, ...] = ()
    half_days: tuple[Verdict, ...] = ()
    otoma_half_days: tuple[OtomaOutcome, ...] = ()
    end: End | None = None


class Stop(Struct, frozen=True):
    """Where a record stops being legal, counted from 0; `half_day` is None for the refill."""

    turn: int
    half_day: int | None = None


class Replay(Struct, frozen=True):
    """The verdict on a record of a game.

    Attributes:
        legal: Whether all of it is.
        turns: Each turn, up to and with the first illegal one.
        after: The table where the record ends or stops.
        stopped_at: Where it stops being legal.
        finished: Whether the game is over with it.
        scores: The score, if it was asked for and the game is over.
        rulings: The rulings that the verdict rests on.
    """

    legal: bool
    turns: tuple[TurnVerdict, ...]
    after: Snapshot
    stopped_at: Stop | None = None
    finished: bool = False
    scores: ScoreSheet | None = None
    rulings: tuple[RulingUsed, ...] = ()


class Account(Struct, frozen=True):
    """One or two half days that lead from the one table to the other."""

    half_days: tuple[HalfDay, ...]


class Dispute(Struct, frozen=True):
    """Whether one player's play can explain the difference between two tables.

    Attributes:
        possible: Whether some legal play leads from the one to the other.
        accounts: Such plays, the shortest first, at most 20.
        more: Whether there are more.
        differences: What no legal play explains.
    """

    possible: bool
    accounts: tuple[Account, ...] = ()
    more: bool = False
    differences: tuple[Difference, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()


class Threshold(Struct, frozen=True):
    """From `count` on, a presumption card pays `points`."""

    count: int
    points: int


class Face(Struct, frozen=True):
    """What is printed on a presumption card beyond its rule."""

    terrain: str | None = None
    avoid: str | None = None
    pattern: tuple[str, ...] | None = None


class Card(Struct, frozen=True):
    """A presumption card as the rulebook describes it.

    Attributes:
        criterion: What it scores.
        rule: Id of its rule.
        page: The rulebook's page with the rule.
        text: The rule in words.
        once: Whether it scores one time only.
        table: The highest threshold reached pays; empty if every occurrence pays the same.
        beyond: Points for each one above the last threshold.
        each: Points for each occurrence, without a table.
        needs: What of the face a snapshot must carry.
        face: The face, where the service knows it.
    """

    card: int
    criterion: str
    rule: str
    page: int
    text: str
    once: bool
    table: tuple[Threshold, ...] = ()
    beyond: int = 0
    each: int = 0
    needs: tuple[str, ...] = ()
    face: Face | None = None


class PresumptionList(Struct, frozen=True):
    """The presumption cards."""

    presumptions: tuple[Card, ...]
