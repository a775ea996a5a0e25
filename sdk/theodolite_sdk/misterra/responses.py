"""Responses about Misterra.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping
from typing import Any

from theodolite_sdk.misterra import requests
from theodolite_sdk.misterra.requests import Variants
from theodolite_sdk.misterra.sheet import ScoreSheetText
from theodolite_sdk.model import Literal, Model
from theodolite_sdk.responses import (
    Check,
    Condition,
    Difference,
    Part,
    PhotoRead,
    Remark,
    RulingUsed,
    Seen,
    Stop,
)
from theodolite_sdk.returned import to_request
from theodolite_sdk.telling import Answer
from theodolite_sdk.verdicts import ChangeText, ReplayText, ReviewText, VerdictText


class ReturnedAction(Model, frozen=True, omit_defaults=True):
    """The third phase of a half day: the use of its card."""

    type: Literal["map", "claim", "discard"]
    """Map the card, claim the region under the meeple, or only discard the card."""

    spaces: tuple[str, ...] | None = None
    """For `map` alone: the spaces of the first and the second half of the card."""

    def to_request(self) -> requests.Action:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Action)


class Change(ChangeText, frozen=True):
    """The change of a space of the island by mapping a terrain."""

    effect: str
    """The kind of change."""

    rule: str
    """The rule that brings it."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The change, in a sentence."""

    space: str
    """The space."""

    terrain: Literal["jungle", "lagoon", "mountain", "steppe"]
    """The terrain mapped."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    returned: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """The terrain of the tile that went back to the supply; null without one."""


class Claim(VerdictText, frozen=True):
    """Whether the player may claim from a place."""

    legal: bool
    """Whether no rule is broken."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the claim."""


class End(Model, frozen=True):
    """Whether the end of the game is triggered."""

    triggered: bool | None = None
    """Whether any of the conditions is met; null if only unknown ones may be."""

    conditions: tuple[Condition, ...] = ()
    """Every condition that ends the game."""


class ReturnedExchange(Model, frozen=True, omit_defaults=True):
    """An exchange of sketch cards at a lagoon."""

    discard: tuple[Literal["jungle", "lagoon", "mountain", "steppe"], ...]
    """The card of the display that is tucked under the deck."""

    reveal: tuple[Literal["jungle", "lagoon", "mountain", "steppe"], ...]
    """The card that is revealed from the deck."""

    def to_request(self) -> requests.Exchange:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Exchange)


class Face(Model, frozen=True):
    """The printed face of a card, from the card pack."""

    terrain: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """The terrain that scores."""

    avoid: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """The crossed-out terrain."""

    pattern: tuple[str, ...] = ()
    """Rows of letters, `.` for any space, with the beach on the right."""


class Item(Model, frozen=True):
    """One line of a score sheet."""

    category: Literal["claims", "completeness", "fidelity", "master_cartographers", "presumptions"]
    """The category of its points."""

    points: int
    """The line's points; the sum of its parts where it has any."""

    rule: str
    """The rule that gives the points."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The reason, in a sentence."""

    spaces: tuple[str, ...] = ()
    """The spaces that count for it."""

    parts: tuple[Part, ...] = ()
    """Presumptions: where points come from."""

    card: int | None = None
    """Presumptions: the card's number."""

    claim: str | None = None
    """Claims: the marker's space."""

    terrain: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """Claims: the region's."""

    disputed_with: tuple[str, ...] = ()
    """Claims: the holders of other markers in the region."""

    line: str | None = None
    """Master Cartographers: the row or column."""


class ReturnedOtoma(Model, frozen=True, omit_defaults=True):
    """Otoma, the opponent of a solo game, with claim markers alone."""

    claims: tuple[str, ...]
    """The spaces of Otoma's claim markers."""

    half_days_played: int | None = None
    """The half days that Otoma has played. If it is left out, rules that depend on it are not
    checked; a record that starts with the game counts them itself.
    """

    def to_request(self) -> requests.Otoma:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Otoma)


class ReturnedOtomaAction(Model, frozen=True, omit_defaults=True):
    """An action of Otoma on a space: confirm its tile, or map a terrain."""

    space: str
    """The island space, `A1` to `E5`."""

    do: Literal["confirm", "map"]
    """Confirm the tile that lies there, or map a terrain."""

    otherwise: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """For `confirm` alone: the terrain to map if no tile lies there."""

    terrain: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """For `map` alone: the terrain to map."""

    def to_request(self) -> requests.OtomaAction:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.OtomaAction)


class OtomaClaim(Model, frozen=True):
    """A claim of Otoma's."""

    space: str
    """The space of its marker."""

    terrain: Literal["jungle", "lagoon", "mountain", "steppe"]
    """The terrain of the region."""

    spaces: tuple[str, ...] = ()
    """The region, as it was measured."""

    tied_with: tuple[str, ...] = ()
    """A space of each other region as large: `claim_at` can name it."""


class OtomaLeft(Model, frozen=True):
    """The cards of Otoma that are left."""

    half_days: int
    """The half days that Otoma still plays."""

    may_claim: bool | None = None
    """Whether the next card may claim; null where it is not known."""


class PlayedOtomaAction(Model, frozen=True):
    """The result of an action of Otoma."""

    space: str
    """The space of the action."""

    done: Literal["confirmed", "nothing"] | Change
    """"confirmed", "nothing", or the island's change."""


class PlayerScore(Model, frozen=True):
    """A player's score."""

    name: str
    """The player's name."""

    rank: int
    """From 1; tied players share."""

    total: int
    """The sum of the subtotals."""

    subtotals: Mapping[str, int] = {}
    items: tuple[Item, ...] = ()
    """The lines that add up to the total."""


class ReturnedPresumption(Model, frozen=True, omit_defaults=True):
    """A presumption card. Its face is needed unless the service has it from a card pack."""

    card: int
    """The number printed on the card."""

    terrain: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """Cards 1-8 and 13-16: the terrain that scores."""

    avoid: Literal["jungle", "lagoon", "mountain", "steppe"] | None = None
    """Cards 13-16: the crossed-out terrain, another than `terrain`."""

    pattern: tuple[str, ...] | None = None
    """Cards 24-31: one to five rows of equal length, up to five letters `JLMS` or `.` for any
    space; at least two terrains, and one in each outer row and column.
    """

    def to_request(self) -> requests.Presumption:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Presumption)


class RemovedClaim(Model, frozen=True):
    """A claim marker removed before scoring."""

    player: str
    """Its holder; Otoma in a solo game."""

    space: str
    """The space it lay on."""


class Solo(Model, frozen=True):
    """A solo score."""

    otoma_claims: int
    """The points of Otoma's claims."""

    total: int
    """The player's total less Otoma's claims."""

    titles: Mapping[str, str] = {}
    items: tuple[Item, ...] = ()
    """Otoma's claims."""


class Threshold(Model, frozen=True):
    """A row of a card's table."""

    count: int
    """The least count that the row is for."""

    points: int
    """The points that it pays."""


class PresumptionCard(Model, frozen=True):
    """A presumption card."""

    card: int
    """The number printed on it, 1 to 31."""

    kind: Literal["presumption"]
    """Its kind."""

    criterion: str
    """Its criterion, the last part of its rule's id."""

    rule: str
    """Its rule."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    text: str
    """Its rule in words."""

    beyond: int
    """Points for each one above the last threshold."""

    each: int
    """Points for each time it scores, without a table."""

    once: bool = False
    """Scores one time only."""

    table: tuple[Threshold, ...] = ()
    """The highest threshold reached pays; empty where `each` does."""

    needs: tuple[str, ...] = ()
    """The fields of the printed face that a request must have."""

    face: Face | None = None
    """The face, where a card pack gives it."""


class CardList(Answer, frozen=True):
    """The presumption cards."""

    cards: tuple[PresumptionCard, ...]
    """The cards by their numbers."""


class EndCheck(Answer, frozen=True):
    """Whether the end of the game is triggered after a turn."""

    triggered: bool | None = None
    """Whether any of the conditions is met; null if only unknown ones may be."""

    conditions: tuple[Condition, ...] = ()
    """Every condition that ends the game."""

    over: bool | None = None
    """Whether the end is triggered and the round finished; null if that is unknown."""

    next_player: str | None = None
    """The one whose turn follows; null if none."""

    still_to_play: tuple[str, ...] = ()
    """Those who play on though the end has begun, in turn order."""

    otoma: OtomaLeft | None = None
    """The cards of Otoma; null in games without, or if unknown."""

    remarks: tuple[Remark, ...] = ()
    """Improbable things about the table."""


class ReturnedMove(Model, frozen=True, omit_defaults=True):
    """One half day: the way, the exchange at a lagoon, the card taken, and its use."""

    action: ReturnedAction | None = None
    """The use of the card. Without it the half day is not whole."""

    actions: tuple[ReturnedOtomaAction, ...] | None = None
    """The actions of its two cards, in order."""

    claim: bool = False
    """Whether the cards make Otoma claim; by default false."""

    claim_at: str | None = None
    """With `claim` alone: a space of the region to claim where several are the largest; by
    default the first in reading order is claimed.
    """

    path: tuple[str, ...] | None = None
    """The island spaces and beach spaces (`beach:E3`) stepped onto, in order; by default the
    meeple stays.
    """

    lagoon: ReturnedExchange | None = None
    """The exchange at a lagoon; null, the default, if none was made."""

    sketch: tuple[Literal["jungle", "lagoon", "mountain", "steppe"], ...] | None = None
    """The sketch card taken, the half first that goes onto the first space; required for `map`,
    null if not known.
    """

    def to_request(self) -> requests.Move:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Move)


class ReturnedPlayer(Model, frozen=True, omit_defaults=True):
    """A player: name, parchment, meeple, claim markers and presumption cards."""

    name: str
    """Unique at the table; 1 to 40 characters."""

    parchment: tuple[str, ...]
    """Five rows of five letters, top row first: `JLMS`, and `.` for an empty space."""

    meeple: str | None = None
    """The island space or beach space (`beach:E3`) of the meeple; null, the default, before it
    is placed.
    """

    claims: tuple[str, ...] = ()
    """The spaces of the player's claim markers, in the order in which they were laid; by default
    none.
    """

    presumptions: tuple[ReturnedPresumption, ...] = ()
    """The player's presumption cards; by default none."""

    def to_request(self) -> requests.Player:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Player)


class Removed(Model, frozen=True):
    """Tiles and claims removed before scoring."""

    tiles: tuple[str, ...]
    """The spaces whose hazy tiles were removed."""

    claims: tuple[RemovedClaim, ...] = ()
    """The claim markers removed."""


class ScoreSheet(ScoreSheetText, frozen=True):
    """A scored table."""

    removed: Removed
    """Tiles and claims removed before scoring."""

    players: tuple[PlayerScore, ...] = ()
    """The players in turn order."""

    winners: tuple[str, ...] = ()
    """The names of the winners; none in a solo game, which has titles."""

    decided_by: Literal["fidelity", "shared", "total"] | None = None
    """The criterion that decided; `shared` if the winners are equal in all, null in a solo game."""

    final: bool | None = None
    """Whether the game is over; null if the table does not tell."""

    island: tuple[str, ...] = ()
    """The island as scored, hazy tiles gone."""

    remarks: tuple[Remark, ...] = ()
    """Improbable things about the table."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that this answer used."""

    solo: Solo | None = None
    """In solo games only."""


class ReturnedSnapshot(Model, frozen=True, omit_defaults=True):
    """The whole table at one moment."""

    beach: Literal["left", "right", "top", "bottom"]
    """The side of the island along which the beach lies, in the rows as given."""

    island: tuple[str, ...]
    """Five rows of five letters, top row first: `JLMS` for confirmed tiles, `jlms` for hazy
    ones, `.` for an empty space.
    """

    players: tuple[ReturnedPlayer, ...]
    """The players in turn order, the first player first; one alone in a solo game."""

    otoma: ReturnedOtoma | None = None
    """Otoma in a solo game; null or left out in any other."""

    variants: Variants = {}
    """The variants in play; by default none."""

    rulings: Mapping[str, Literal["nobody_scores", "everyone_scores"]] = {}
    display: (
        tuple[tuple[Literal["jungle", "lagoon", "mountain", "steppe"], ...] | None, ...] | None
    ) = None
    """The open sketch cards, null for one that is not known. If it is left out, rules that
    depend on it are not checked.
    """

    deck: int | None = None
    """The number of cards in the deck. If it is left out, rules that depend on it are not
    checked.
    """

    left: tuple[str, ...] = ()
    """The players who have left."""

    def to_request(self) -> requests.Snapshot:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Snapshot)


class Account(Model, frozen=True):
    """One or two half days that lead from the one table to the other."""

    moves: tuple[ReturnedMove, ...]
    """The half days, as requests have them."""


class BestHalfDay(Model, frozen=True):
    """The best that could be done in a half day with its card."""

    value: int
    """The change of the player's total."""

    move: ReturnedMove
    """The half day, without an exchange at a lagoon."""


class Entry(Model, frozen=True):
    """A place where the meeple can end its move, or a whole half day with its value."""

    move: ReturnedMove
    """The move."""

    meeple: str | None = None
    """The place."""

    sees: tuple[str, ...] = ()
    """The island spaces seen from there."""

    may_map: bool | None = None
    """Whether mapping is allowed there."""

    placements: tuple[tuple[str, ...], ...] = ()
    """The pairs of spaces on which a card can be laid."""

    claim: Claim | None = None
    """Whether the player may claim there."""

    change: int | None = None
    """With `value`: the change of the player's total if the game ended now, hazy tiles counted
    as confirmed.
    """


class LegalActions(Answer, frozen=True):
    """The places and half days open to a player."""

    total: int
    """How many there are."""

    more: bool = False
    """Whether `limit` left some off."""

    moves: tuple[Entry, ...] = ()
    """Every place where the move can end; none if there is no card to take, or one of `checks`
    failed. With `value` whole half days, the best first: for each displayed card, order of
    its halves and pair of spaces, for each claim, and for only discarding a card, which may
    be any. Exchanges at a lagoon are left out.
    """

    checks: tuple[Check, ...] = ()
    """Whether the player may play a half day now: turns and their end."""

    remarks: tuple[Remark, ...] = ()
    """Improbable things about the table."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that this answer used."""


class Legality(VerdictText, frozen=True):
    """A half day as judged, remarks on the table, and the rulings that were used."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the move."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    changes: tuple[Change, ...] = ()
    """The changes of the island; empty if it is not legal."""

    after: ReturnedSnapshot | None = None
    """The table after the half day; null if it is not legal."""

    actions: tuple[PlayedOtomaAction, ...] = ()
    """Otoma: the result of each action, in order."""

    claim: OtomaClaim | None = None
    """Otoma: the claim; null if none was made."""

    remarks: tuple[Remark, ...] = ()
    """Improbable things about the table."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that this answer used."""


class ReturnedPartial(Model, frozen=True, omit_defaults=True):
    """A table of which a move needs the island alone."""

    island: tuple[str, ...]
    """Five rows of five letters, top row first: `JLMS` for confirmed tiles, `jlms` for hazy
    ones, `.` for an empty space.
    """

    beach: Literal["left", "right", "top", "bottom"] | None = None
    """The side of the island along which the beach lies; needed with players."""

    players: tuple[ReturnedPlayer, ...] = ()
    """The players, if any."""

    otoma: ReturnedOtoma | None = None
    """Otoma in a solo game; null or left out in any other."""

    variants: Variants = {}
    """The variants in play; by default none."""

    rulings: Mapping[str, Literal["nobody_scores", "everyone_scores"]] = {}
    display: (
        tuple[tuple[Literal["jungle", "lagoon", "mountain", "steppe"], ...] | None, ...] | None
    ) = None
    """The open sketch cards, null for one that is not known. If it is left out, rules that
    depend on it are not checked.
    """

    deck: int | None = None
    """The number of cards in the deck. If it is left out, rules that depend on it are not
    checked.
    """

    left: tuple[str, ...] = ()
    """The players who have left."""

    def to_request(self) -> requests.Partial:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Partial)


class PlayedMove(VerdictText, frozen=True):
    """A half day as judged; of Otoma with what its cards did."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the move."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    changes: tuple[Change, ...] = ()
    """The changes of the island; empty if it is not legal."""

    after: ReturnedSnapshot | None = None
    """The table after the half day; null if it is not legal."""

    actions: tuple[PlayedOtomaAction, ...] = ()
    """Otoma: the result of each action, in order."""

    claim: OtomaClaim | None = None
    """Otoma: the claim; null if none was made."""


class ReviewedHalfDay(Model, frozen=True):
    """A half day of a record, weighed."""

    pointer: str
    """JSON Pointer into the request."""

    player: str
    """The player's name."""

    explanation: str
    """What was done, and what would have been best."""

    value: float | None = None
    """The measure after it minus the measure before it; null if it has none."""

    cost: float | None = None
    """The value of the best option minus `value`, from 0; null without a value."""

    best: BestHalfDay | None = None
    """The best option."""


class Dispute(Answer, frozen=True):
    """Whether a player's half day or turn can have led from one table to another."""

    possible: bool
    """Whether any legal play leads from one to the other."""

    accounts: tuple[Account, ...] = ()
    """The plays that do, the shortest first, 20 at most."""

    mended: ReturnedSnapshot | None = None
    """The later table without the departures of `differences`, to which legal play leads; null
    if the dispute is possible, or where no such table is known.
    """

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that this answer used."""

    more: bool = False
    """Whether there are, or may be, further accounts."""

    differences: tuple[Difference, ...] = ()
    """The differences that no legal play explains; empty if it is possible."""


class TurnVerdict(VerdictText, frozen=True):
    """A turn of a record as judged."""

    player: str
    """The name of the player, or Otoma."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """The rules on turns: order, half days, refill, end of the game."""

    moves: tuple[PlayedMove, ...] = ()
    """The half days, up to the first illegal one."""

    end: End | None = None
    """Null where the game cannot end after this turn."""


class Update(Answer, frozen=True):
    """A table after a half day that was carried out."""

    after: ReturnedPartial
    """The table after it, with no more than the request has."""

    changes: tuple[Change, ...] = ()
    """The changes of the island, in order."""

    supply: Mapping[str, int] = {}
    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that this answer used."""


class Review(ReviewText, frozen=True):
    """A record as reviewed, half day by half day."""

    reviewed: int
    """How many have a value."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    moments: tuple[int, ...] = ()
    """The indices in `turns` of the three that cost most, the costliest first; fewer if fewer
    cost anything.
    """

    truncated: bool = False
    """Whether the time was up before all legal turns had been weighed."""

    stopped_at: Stop | None = None
    """Where the record stops being legal; null if it does not."""

    turns: tuple[ReviewedHalfDay, ...] = ()
    """The legal half days, in order."""


class Replay(ReplayText, frozen=True):
    """A record as judged, up to and with its first illegal half day."""

    after: ReturnedSnapshot
    """The table after the last legal half day or turn."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    turns: tuple[TurnVerdict, ...] = ()
    """The turns up to and with the first illegal one."""

    stopped_at: Stop | None = None
    """Where the record stops being legal; null if it does not."""

    over: bool | None = None
    """Whether the game is over with it; null if unknown."""

    scores: ScoreSheet | None = None
    """The scores of a game that is over; else null."""

    remarks: tuple[Remark, ...] = ()
    """Improbable things about the table."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that this answer used."""

    seen: Seen | None = None
    """The record beside the table in `seen`, if that is sent."""


ANSWERS: Mapping[str, Any] = {
    "disputes": Dispute,
    "end-checks": EndCheck,
    "legal-actions": LegalActions,
    "legality-checks": Legality,
    "notations": ReturnedSnapshot,
    "photos": PhotoRead,
    "replays": Replay,
    "reviews": Review,
    "scores": ScoreSheet,
    "updates": Update,
}
