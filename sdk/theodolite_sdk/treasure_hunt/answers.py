"""What comes from the referee of Treasure Hunt."""

from collections.abc import Mapping

from msgspec import Struct

from theodolite_sdk import sheet, types
from theodolite_sdk.treasure_hunt.snapshot import Mission, Snapshot, Turn
from theodolite_sdk.types import Difference, RulingUsed, RulingWeighed
from theodolite_sdk.words import SHARED, Spoken

__all__ = [
    "BestEnd",
    "Change",
    "Check",
    "Demand",
    "Dispute",
    "End",
    "FoundLog",
    "KnownCards",
    "KnownSegment",
    "LegalActions",
    "Legality",
    "MissionSheet",
    "Missions",
    "Odds",
    "Placement",
    "Position",
    "Remark",
    "Replay",
    "Stop",
    "TurnVerdict",
    "UpdatedBoard",
    "Verdict",
    "Way",
]


class Check(types.Check, frozen=True):
    """One rule held against a turn; `action` is the one judged, None for the turn as a whole."""

    action: int | None = None


class Change(Struct, frozen=True):
    """What an action changed: a JSON Pointer into the snapshot, the values, the rule, and why."""

    pointer: str
    before: object
    after: object
    rule: str
    explanation: str
    section: str = ""
    heading: str = ""


class Verdict(types.Verdict, frozen=True):
    """A turn as judged; `after` is None if it is illegal or a draw is not told."""

    checks: tuple[Check, ...] = ()
    changes: tuple[Change, ...] = ()
    after: Snapshot | None = None


class Legality(Verdict, frozen=True):
    """A turn as judged, and the rulings that were used."""

    rulings: tuple[RulingUsed, ...] = ()


class UpdatedBoard(Struct, frozen=True):
    """What a turn carried out makes of a table."""

    changes: tuple[Change, ...]
    after: Snapshot
    rulings: tuple[RulingUsed, ...] = ()


class FoundLog(Struct, frozen=True):
    """A marker that an explorer can log; `legal` is None where an unknown hand matters."""

    owner: str
    route: str
    at: str
    must: bool
    legal: bool | None
    explorer: int | None = None
    of: str | None = None


class End(Struct, frozen=True):
    """Where a roll can take a piece, by a shortest path."""

    at: str
    terrain: str
    steps: int
    path: tuple[str, ...]
    stopped_by: str
    logs: tuple[FoundLog, ...] = ()


class Position(Struct, frozen=True):
    """A piece and a value of its die, with every place where the move can end."""

    mover: str
    die: str
    pips: int
    ends: tuple[End, ...]
    of: str | None = None


class LegalActions(Struct, frozen=True):
    """What a player can do without playing a card."""

    positions: tuple[Position, ...]
    logs_now: tuple[FoundLog, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()


class Placement(types.Verdict, frozen=True):
    """Whether a piece may be placed."""

    rulings: tuple[RulingUsed, ...] = ()


class BestEnd(Struct, frozen=True):
    """The best end for a roll, and the expected turns that are left after it."""

    pips: int
    at: str
    path: tuple[str, ...]
    expected_after: float | None


class Odds(Struct, frozen=True):
    """Where the odds of each die are from: `given`, `pack` or `equal_values`."""

    blue: str
    green: str
    white: str
    brown: str


class Way(Struct, frozen=True):
    """The way of the fewest expected turns; None where it is not certain to end."""

    expected_turns: float | None
    fewest_turns: int | None
    order: tuple[str, ...]
    odds: Odds
    first: tuple[BestEnd, ...] = ()
    rulings: tuple[RulingWeighed, ...] = ()


class Demand(Struct, frozen=True):
    """One thing that winning takes; `met` is None where it is not known."""

    demand: str
    met: bool | None
    rule: str
    explanation: str
    section: str = ""
    heading: str = ""
    treasure: str | None = None
    by: str | None = None
    need: int | None = None
    have: int | None = None
    explorer: int | None = None
    of: str | None = None
    spaces: tuple[str, ...] = ()

    def __str__(self) -> str:
        mark = "?" if self.met is None else "✓" if self.met else "✗"
        return f"{mark} {self.explanation}"


class MissionSheet(Struct, frozen=True):
    """What a player has of all that winning takes; `print` lists it."""

    name: str
    complete: bool | None
    won: bool | None
    items: tuple[Demand, ...] = ()

    def __str__(self) -> str:
        return "\n".join([self.name, *(f"  {demand}" for demand in self.items)])


class Remark(Struct, frozen=True):
    """Something odd about a set-up; `player` is None where it is of the board."""

    player: str | None
    rule: str
    explanation: str
    section: str = ""
    heading: str = ""


class Missions(Spoken, frozen=True):
    """What every player has of all that winning takes; `missions["Cassandra"]` is one of them.

    Attributes:
        players: What each has.
        winners: Who has won.
        remarks: At the start of a game, what differs from the set-up.
        rulings: The rulings that were used.
    """

    players: tuple[MissionSheet, ...]
    winners: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()

    def __getitem__(self, name: str) -> MissionSheet:
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def __str__(self) -> str:
        told = [*map(str, self.players)]
        if self.winners:
            decided_by = "total" if len(self.winners) == 1 else "shared"
            told.append(sheet.victory(self.winners, decided_by, SHARED, self.language))
        return "\n\n".join(told)


class TurnVerdict(Verdict, frozen=True):
    """A turn of a record as judged."""

    player: str = ""


class Stop(Struct, frozen=True):
    """Where a record stops being legal, from 0; no action if the turn as a whole is at fault."""

    turn: int
    action: int | None = None


class Replay(Struct, frozen=True):
    """A record as judged, up to and with its first illegal turn."""

    legal: bool
    turns: tuple[TurnVerdict, ...]
    stopped_at: Stop | None
    won: str | None
    after: Snapshot
    rulings: tuple[RulingUsed, ...] = ()


class Dispute(Struct, frozen=True):
    """Whether a player's turn can have led from one table to another."""

    possible: bool
    accounts: tuple[Turn, ...] = ()
    more: bool = False
    differences: tuple[Difference, ...] = ()
    rulings: tuple[RulingWeighed, ...] = ()


class KnownSegment(Struct, frozen=True):
    """A segment of the service's board pack, top row first, and its bridges as seen from there."""

    name: str
    rows: tuple[str, ...]
    bridges: tuple[tuple[str, ...], ...] = ()


class KnownCards(Struct, frozen=True):
    """What the service's board pack knows of a real copy; nothing without one."""

    title: str
    north: str | None
    segments: tuple[KnownSegment, ...] = ()
    dice: Mapping[str, tuple[int, ...]] = {}
    coordinates: tuple[str, ...] = ()
    three_plus: tuple[str, ...] = ()
    missions: tuple[Mission, ...] = ()
    treasures: Mapping[str, int] = {}
    actions: Mapping[str, int] = {}
