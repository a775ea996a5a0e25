"""What goes to and comes from the referee of Maps of Misterra.

Terrains, effects and other values of a fixed set are plain strings, and unknown fields of an
answer are passed over, so an answer of a newer service can be read too. Spaces are named `A1` to
`E5`, beach spaces `beach:E3`; boards are five rows of five letters, `.` for an empty space.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from msgspec import Struct

from theodolite_sdk import scoresheet


class Presumption(Struct, frozen=True, omit_defaults=True):
    """A presumption card, with what of its face the service does not know.

    Attributes:
        card: 1 to 31.
        terrain: Cards 1-8 and 13-16.
        avoid: Cards 13-16, the terrain that is crossed out.
        pattern: Cards 24-31: rows of `JLMS` and `.` for any space.
    """

    card: int
    terrain: str | None = None
    avoid: str | None = None
    pattern: Sequence[str] | None = None


class Player(Struct, frozen=True, omit_defaults=True):
    """A player at the table.

    Attributes:
        name: 1 to 40 characters.
        parchment: Five rows, capitals only.
        meeple: Where the cartographer stands; None before the first placement.
        claims: The spaces of the player's markers, at most 3.
        presumptions: At most 2 cards.
    """

    name: str
    parchment: Sequence[str]
    meeple: str | None = None
    claims: Sequence[str] = ()
    presumptions: Sequence[Presumption] = ()


class Otoma(Struct, frozen=True, omit_defaults=True):
    """The automatic opponent of a solo game: the spaces of its markers."""

    claims: Sequence[str]


class Variants(TypedDict, total=False):
    """Variants of the game in play."""

    master_cartographers: bool


class Rulings(TypedDict, total=False):
    """How open points of the rules are decided; `Misterra.rulings` lists the values and why."""

    disputed_regions: str
    removal_order: str
    pattern_orientation: str
    claim_region: str
    empty_supply: str
    otoma_region: str


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """The whole table at one moment.

    Attributes:
        beach: `left`, `right`, `top` or `bottom` of the rows as given.
        island: Five rows; a capital is a confirmed tile, a small letter a hazy one.
        players: 1 to 4, in turn order.
        otoma: Makes it a solo game.
        variants: Variants in play.
        rulings: Where the table departs from the defaults.
        display: The open sketch cards, each a pair of terrains.
        deck: How many sketch cards are left to draw.
    """

    beach: str
    island: Sequence[str]
    players: Sequence[Player]
    otoma: Otoma | None = None
    variants: Variants = {}
    rulings: Rulings = {}
    display: Sequence[Sequence[str]] | None = None
    deck: int | None = None


class MappedSpace(Struct, frozen=True, omit_defaults=True):
    """A terrain on a space."""

    space: str
    terrain: str


class Exchange(Struct, frozen=True, omit_defaults=True):
    """On a lagoon: a sketch card tucked under the deck, and the one revealed in its place."""

    discard: Sequence[str]
    reveal: Sequence[str]


class Action(Struct, frozen=True, omit_defaults=True):
    """What a half day ends with.

    Attributes:
        type: `map`, `claim` or `discard`.
        spaces: Where the card is laid; the first space gets the card's first terrain.
    """

    type: str
    spaces: Sequence[str] | None = None


class HalfDay(Struct, frozen=True, omit_defaults=True):
    """Half a turn.

    Attributes:
        action: What it ends with.
        move: The spaces stepped onto, in order; none for staying.
        lagoon: The exchange of a sketch card on a lagoon.
        sketch: The card chosen, a pair of terrains.
    """

    action: Action | None = None
    move: Sequence[str] = ()
    lagoon: Exchange | None = None
    sketch: Sequence[str] | None = None


class OtomaAction(Struct, frozen=True, omit_defaults=True):
    """One action of an Otoma card.

    Attributes:
        space: Where.
        do: `confirm` or `map`.
        otherwise: With `confirm`, the terrain in brackets.
        terrain: With `map`, the terrain.
    """

    space: str
    do: str
    otherwise: str | None = None
    terrain: str | None = None


class OtomaHalfDay(Struct, frozen=True, omit_defaults=True):
    """Half a turn of Otoma: two actions, perhaps a claim, and where it goes on a tie."""

    actions: Sequence[OtomaAction]
    claim: bool = False
    claim_at: str | None = None


class Turn(Struct, frozen=True, omit_defaults=True):
    """A turn in a record.

    Attributes:
        player: Whose.
        half_days: What the player did; none in a turn of Otoma.
        otoma_half_days: What Otoma's cards said, in a turn of Otoma.
        revealed: The sketch cards then revealed to refill the display, each a pair of terrains;
            None if not told.
    """

    player: str
    half_days: Sequence[HalfDay] = ()
    otoma_half_days: Sequence[OtomaHalfDay] = ()
    revealed: Sequence[Sequence[str]] | None = None


class RulingUsed(Struct, frozen=True):
    """A ruling that an answer rests on, and whether another value would change the answer."""

    name: str
    value: str
    could_matter: bool = False


class Part(Struct, frozen=True):
    """Points that a group of spaces earns."""

    points: int
    spaces: tuple[str, ...] = ()


class Item(Struct, frozen=True):
    """One line of a score sheet.

    Attributes:
        category: `fidelity`, `completeness`, `presumptions`, `claims`, `master_cartographers`.
        points: The sum of the parts, if there are any.
        rule: Id of the rule, see `Misterra.rules`.
        explanation: A sentence for players.
        spaces: The spaces that count.
        page: The rulebook's page with the rule.
        parts: Where the points come from, if in several portions.
        card: Of a presumption, the card.
        claim: Of a claim, the marker's space.
        terrain: Of a claim, the region's terrain.
        disputed_with: Of a claim, who else has a marker in the region.
        line: Of master cartographers, the row or column.
    """

    category: str
    points: int
    rule: str
    explanation: str
    spaces: tuple[str, ...] = ()
    page: int | None = None
    parts: tuple[Part, ...] = ()
    card: int | None = None
    claim: str | None = None
    terrain: str | None = None
    disputed_with: tuple[str, ...] = ()
    line: str | None = None


class PlayerScore(Struct, frozen=True):
    """A player's score: rank from 1, total, subtotals by category, and every line."""

    name: str
    rank: int
    total: int
    subtotals: dict[str, int]
    items: tuple[Item, ...]


class RemovedClaim(Struct, frozen=True):
    """A marker that was taken off the island before scoring."""

    player: str
    space: str


class Removed(Struct, frozen=True):
    """What was taken off the island before scoring."""

    tiles: tuple[str, ...] = ()
    claims: tuple[RemovedClaim, ...] = ()


class Solo(Struct, frozen=True):
    """The result of a solo game.

    Attributes:
        otoma_claims: The points of Otoma's claims.
        total: The player's total less these.
        titles: The titles earned, by what they are earned for.
        items: Otoma's claims, line by line.
    """

    otoma_claims: int
    total: int
    titles: dict[str, str]
    items: tuple[Item, ...] = ()


class ScoreSheet(Struct, frozen=True):
    """The score of a game; `print` lays it out, `sheet["Cassandra"]` is one player's score.

    Attributes:
        players: In the order of the snapshot.
        winners: More than one if they share the victory.
        decided_by: `total`, `fidelity` or `shared`.
        island: The island as scored, hazy tiles gone.
        removed: What was taken off the island before scoring.
        rulings: The rulings that scoring rests on.
        solo: In a solo game, its result.
    """

    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    decided_by: str
    island: tuple[str, ...]
    removed: Removed = Removed()
    rulings: tuple[RulingUsed, ...] = ()
    solo: Solo | None = None

    def __getitem__(self, name: str) -> PlayerScore:
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def __str__(self) -> str:
        return scoresheet.text(self)

    def _repr_html_(self) -> str:
        return scoresheet.html(self)


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


class Check(Struct, frozen=True):
    """One rule held against a half day: `passed`, `failed` or `not_checked`, and why."""

    rule: str
    status: str
    explanation: str
    spaces: tuple[str, ...] = ()
    page: int | None = None

    def __str__(self) -> str:
        mark = {"passed": "✓", "failed": "✗"}.get(self.status, "?")
        return f"{mark} {self.explanation} [{self.rule}]"


class Verdict(Struct, frozen=True):
    """Whether a half day is legal, rule by rule; `print` lists them.

    Attributes:
        legal: Whether no rule was broken.
        checks: Every rule that bears on the half day.
        changes: What happens to the island, in order.
        after: The table after it, if it is legal.
    """

    legal: bool
    checks: tuple[Check, ...]
    changes: tuple[Change, ...] = ()
    after: Snapshot | None = None

    def __str__(self) -> str:
        return "\n".join(["legal" if self.legal else "not legal", *map(str, self.checks)])


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


class Condition(Struct, frozen=True):
    """One condition under which the game ends, whether it is met (None: unknown), and why."""

    rule: str
    met: bool | None
    explanation: str
    spaces: tuple[str, ...] = ()
    page: int | None = None


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
    """What half a turn of Otoma did."""

    actions: tuple[OtomaActionDone, ...]
    claim: OtomaClaim | None = None


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


class Difference(Struct, frozen=True):
    """A difference between two tables that no legal play explains."""

    pointer: str
    before: object
    after: object
    explanation: str


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


class Rule(Struct, frozen=True):
    """A rule that an answer can name: its id, the page of the rulebook, and its text."""

    id: str
    page: int
    text: str


class RuleList(Struct, frozen=True):
    """The rules that an answer can name."""

    rules: tuple[Rule, ...]


class Ruling(Struct, frozen=True):
    """An open point of the rules: its values, the one by default, and why it is open."""

    name: str
    values: tuple[str, ...]
    default: str
    why: str


class RulingList(Struct, frozen=True):
    """The open points of the rules."""

    rulings: tuple[Ruling, ...]


class Sample(Struct, frozen=True, omit_defaults=True):
    """What lies on one space of a photograph, in the letters of the rows."""

    space: str
    symbol: str


class PhotoSpace(Struct, frozen=True):
    """What was read on one space of a photograph.

    Attributes:
        symbol: In the letters of the rows; None as long as there is no sample.
        runner_up: The symbol that is next in likelihood.
        confidence: 0 to 1.
        review: Whether a person should look.
    """

    space: str
    symbol: str | None = None
    runner_up: str | None = None
    confidence: float = 0.0
    review: bool = False


class Photo(Struct, frozen=True):
    """A board read from a photograph.

    Attributes:
        rows: Five rows, as in a snapshot; None as long as there is no sample.
        spaces: What was read, space by space.
        groups: Without samples, the groups of spaces that look alike, the largest first.
        corners: The corners used, in pixels of the upright photograph, clockwise from the top left.
        proposed: Whether the corners were found rather than given.
        review_corners: Whether a person should look at them.
    """

    rows: tuple[str, ...] | None = None
    spaces: tuple[PhotoSpace, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    proposed: bool = False
    review_corners: bool = False

    @property
    def to_review(self) -> tuple[PhotoSpace, ...]:
        """The spaces at which a person should look before the board is used."""
        return tuple(space for space in self.spaces if space.review)


class Picture(str):
    """A drawing as SVG, shown by notebooks."""

    __slots__ = ()

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file."""
        Path(path).write_text(self, "utf-8")

    def _repr_svg_(self) -> str:
        return str(self)
