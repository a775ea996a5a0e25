"""What comes from the referee of Tiwanaku, but for its standings."""

from msgspec import Struct

from theodolite_sdk import types
from theodolite_sdk.tiwanaku.snapshot import ByTerrain, Snapshot, Turn
from theodolite_sdk.types import Check, Condition, Difference, RulingUsed, RulingWeighed

__all__ = [
    "Account",
    "CertainValue",
    "Conflict",
    "CountedWorlds",
    "DeductionStep",
    "Deductions",
    "Difficulty",
    "Disc",
    "Discovered",
    "Dispute",
    "DueMove",
    "End",
    "Gain",
    "JudgedScenario",
    "LaidOut",
    "LegalActions",
    "Legality",
    "Move",
    "MovedPawn",
    "MovedPawns",
    "Offering",
    "OtherWorld",
    "Planted",
    "PlayedTurn",
    "Possible",
    "Replay",
    "Scenario",
    "TurnVerdict",
    "UndecidedValue",
    "Violation",
]


class Legality(types.Verdict, frozen=True):
    """A turn as judged; `after` is the table after it, where nothing of the wheel is missing."""

    after: Snapshot | None = None
    rulings: tuple[RulingUsed, ...] = ()


class Gain(Struct, frozen=True):
    """A gain or a loss of a turn.

    Attributes:
        side: A player's name, `group`, or `Otoma`.
        category: What it is for, such as `discovery` or `prediction_wrong`.
        points: The marker's real change.
        score_after: Where the marker then stands.
        rule: Id of the rule.
        page: The rulebook's page with it.
        explanation: A sentence for players.
        spaces: The spaces concerned.
        terrain: Of a discovery.
        level: The step reached, or the level of the crop.
        pawns: The pawns on that level.
        says: The level predicted.
        token: Whether a token was taken.
        tokens: The levels offered.
    """

    side: str
    category: str
    points: int
    score_after: int
    rule: str
    page: int
    explanation: str
    spaces: tuple[str, ...] = ()
    terrain: str | None = None
    level: int | None = None
    pawns: tuple[str, ...] = ()
    says: int | None = None
    token: bool = False
    tokens: tuple[int, ...] = ()


class Discovered(Struct, frozen=True):
    """A terrain that was laid."""

    space: str
    terrain: str


class Planted(Struct, frozen=True):
    """A crop that was planted."""

    space: str
    level: int


class PlayedTurn(types.Verdict, frozen=True):
    """A turn as judged, with what it brought; `print` lists the rules.

    Attributes:
        items: Each gain and loss, in order.
        discovered: The terrain that was laid.
        planted: The crops that were planted.
        ends_game: Whether the end begins with this turn.
        next_player: Whose turn it then is.
        after: The table after it.
    """

    items: tuple[Gain, ...] = ()
    discovered: tuple[Discovered, ...] = ()
    planted: tuple[Planted, ...] = ()
    ends_game: bool = False
    next_player: str | None = None
    after: Snapshot | None = None


class TurnVerdict(PlayedTurn, frozen=True):
    """A turn as judged, with what it brought, and the rulings that it rests on."""

    rulings: tuple[RulingWeighed, ...] = ()


class Move(Struct, frozen=True, rename={"from_": "from"}):
    """Where a move can end, with a shortest way; `from_` is None for the reserve."""

    from_: str | None
    to: str
    path: tuple[str, ...]
    discovers: bool


class Offering(Struct, frozen=True):
    """Tokens that can be offered."""

    tokens: tuple[int, ...]
    points: int


class LegalActions(Struct, frozen=True):
    """What a player may do.

    Attributes:
        moves: In a cooperative game under each direction of the arrow of the tile spent.
        recalls: The spaces of meeples that can be recalled.
        divinable: The spaces of meeples that can divine.
        must_divine_all: Whether all of them must.
        offerings: What can be offered.
        may_pass: Whether the player may pass.
    """

    moves: tuple[Move, ...] | dict[str, tuple[Move, ...]]
    recalls: tuple[str, ...]
    divinable: tuple[str, ...]
    must_divine_all: bool
    offerings: tuple[Offering, ...]
    may_pass: bool
    rulings: tuple[RulingUsed, ...] = ()


class End(Struct, frozen=True):
    """Whether the end of the game is triggered, whether it is over, and why."""

    triggered: bool
    over: bool
    next_player: str | None
    conditions: tuple[Condition, ...]
    rulings: tuple[RulingUsed, ...] = ()


class DueMove(Struct, frozen=True):
    """A pawn of Otoma's that must or may move, and the spaces of pawns that are as near."""

    pawn: str
    space: str
    direction: str
    distance: int | None
    tied_with: tuple[str, ...] = ()


class MovedPawn(Struct, frozen=True, rename={"from_": "from"}):
    """A move of one of Otoma's pawns.

    Attributes:
        pawn: Its colour.
        from_: Where it stood.
        course: Every space stepped onto, and both ends of each path used.
        stops_at: Where it stops; None if it does not.
        items: What Otoma gains.
        token: Whether Otoma took a token.
        checks: The rules that bear on it.
    """

    pawn: str
    from_: str
    course: tuple[str, ...]
    stops_at: str | None
    items: tuple[Gain, ...] = ()
    token: bool = False
    checks: tuple[Check, ...] = ()


class MovedPawns(Struct, frozen=True):
    """Which of Otoma's pawns move, and how; the table after it."""

    due: tuple[DueMove, ...]
    moves: tuple[MovedPawn, ...]
    after: Snapshot | None = None
    rulings: tuple[RulingUsed, ...] = ()


class Replay(Struct, frozen=True):
    """The verdict on a record, up to and with the first turn that is illegal or incomplete.

    Attributes:
        legal: Whether all of it is.
        turns: Each turn.
        after: The table where the record ends or stops.
        ledger: Every gain and loss, by side.
        stopped_at: The number of the turn where it stops, from 0.
    """

    legal: bool
    turns: tuple[PlayedTurn, ...]
    after: Snapshot
    ledger: dict[str, tuple[Gain, ...]] = {}
    stopped_at: int | None = None
    rulings: tuple[RulingWeighed, ...] = ()


class Account(Struct, frozen=True):
    """A turn that leads from the one table to the other, and what it brings."""

    turn: Turn
    items: tuple[Gain, ...] = ()


class Dispute(Struct, frozen=True):
    """Whether one turn of a player can explain the difference between two tables.

    Attributes:
        possible: Whether some legal turn leads from the one to the other.
        accounts: Such turns, the shortest first, at most 20.
        more: Whether there are more.
        truncated: Whether not every turn could be tried.
        differences: What no legal turn explains.
    """

    possible: bool
    accounts: tuple[Account, ...] = ()
    more: bool = False
    truncated: bool = False
    differences: tuple[Difference, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()


class LaidOut(Struct, frozen=True):
    """The first table, and what Otoma gains in the set-up."""

    snapshot: Snapshot
    items: tuple[Gain, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()


class Possible(Struct, frozen=True):
    """What a space may have."""

    terrain: tuple[str, ...]
    crops: tuple[int, ...]


class CountedWorlds(Struct, frozen=True):
    """How many worlds fit, and whether there are no others."""

    count: int
    exact: bool


class UndecidedValue(Struct, frozen=True):
    """A value that is listed without a world that shows it."""

    space: str
    terrain: str | None = None
    crop: int | None = None


class CertainValue(Struct, frozen=True):
    """A value that is settled and does not lie yet, and the steps that prove it."""

    space: str
    terrain: str | None = None
    crop: int | None = None
    steps: tuple[int, ...] | None = None


class DeductionStep(Struct, frozen=True):
    """One step of an explanation.

    Attributes:
        id: Its number.
        law: The law that it applies.
        rule: Id of the rule.
        page: The rulebook's page with it.
        explanation: Why, in words.
        spaces: The spaces it speaks of.
        because: The steps that it is drawn from.
        concludes: What it says.
        supposes: Law `suppose`: what leads to a contradiction.
        steps: Law `suppose`: how it does.
        tiles: Law `search`: the tiles that prove it.
        laws: Law `search`: and the laws.
    """

    id: int
    law: str
    rule: str
    page: int
    explanation: str
    spaces: tuple[str, ...] = ()
    because: tuple[int, ...] = ()
    concludes: dict[str, object] = {}
    supposes: UndecidedValue | None = None
    steps: tuple["DeductionStep", ...] = ()
    tiles: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()

    def __str__(self) -> str:
        because = f" ({', '.join(map(str, self.because))})" if self.because else ""
        return f"{self.id}. {self.explanation}{because}"


class Difficulty(Struct, frozen=True):
    """How hard it is to see all that is certain: the hardest tier used, 1 to 5, and the steps."""

    tier: int
    steps: int


class Conflict(Struct, frozen=True):
    """Tiles and laws that exclude each other; without any one of them they do not."""

    tiles: tuple[str, ...]
    laws: tuple[str, ...]


class Deductions(Struct, frozen=True):
    """What can be known of the secret world; `print` lists the steps that prove it.

    Attributes:
        consistent: Whether any world fits; None if that was not settled in time.
        truncated: Whether time was up before all was settled or counted.
        worlds: How many fit.
        spaces: What each space may have.
        certain: What is settled.
        steps: The proof.
        undecided: What is listed without a world that shows it.
        explained: Whether everything certain comes with its steps.
        difficulty: How hard it is.
        conflict: Why no world fits, where none does.
    """

    consistent: bool | None
    truncated: bool
    worlds: CountedWorlds
    spaces: dict[str, Possible]
    certain: tuple[CertainValue, ...] = ()
    steps: tuple[DeductionStep, ...] = ()
    undecided: tuple[UndecidedValue, ...] = ()
    explained: bool = False
    difficulty: Difficulty | None = None
    conflict: Conflict | None = None
    rulings: tuple[RulingWeighed, ...] = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))


class Violation(Struct, frozen=True):
    """A law that a map breaks."""

    rule: str
    page: int
    explanation: str
    spaces: tuple[str, ...] = ()


class OtherWorld(Struct, frozen=True):
    """A second world that fits."""

    terrain: tuple[str, ...]
    crops: tuple[str, ...]


class JudgedScenario(Struct, frozen=True):
    """What can be said of a disc; None is what the limit left open, or what has no answer.

    Attributes:
        lawful: Whether it breaks no law.
        violations: The laws that it breaks.
        tiles: Its counts.
        crop_tiles: How many crops of each level, from 1.
        fits_box: Whether the box has these tiles.
        unique_from_start: Whether start tiles and counts leave one world.
        unique_from_terrain: Whether all terrain and the start crops do.
        other_world: A second world from the start.
        difficulty: How hard it is.
        deal: Long board: by players, whether the tiles left can be dealt equally.
    """

    lawful: bool
    violations: tuple[Violation, ...]
    tiles: ByTerrain
    crop_tiles: tuple[int, ...]
    fits_box: bool
    unique_from_start: bool | None = None
    unique_from_terrain: bool | None = None
    other_world: OtherWorld | None = None
    difficulty: Difficulty | None = None
    deal: dict[str, bool] | None = None


class Disc(Struct, frozen=True):
    """A scenario disc: its map, its counts, the start spaces, and those of Otoma's pawns."""

    terrain: tuple[str, ...]
    crops: tuple[str, ...]
    tiles: ByTerrain
    start: tuple[str, ...]
    otoma: tuple[str, ...] | None = None


class Scenario(Struct, frozen=True):
    """A disc that was drawn, or why there is none.

    Attributes:
        disc: The disc.
        check: What can be said of it.
        why: Without a disc: `work`, what a request may cost was used up; `none`, nothing that was
            drawn was as asked.
        generator: Changes whenever a seed would give another disc.
    """

    disc: Disc | None
    check: JudgedScenario | None
    why: str | None
    generator: str
