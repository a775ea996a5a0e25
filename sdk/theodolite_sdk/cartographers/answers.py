"""What comes from the referee of Cartographers, but for its score sheets."""

from msgspec import Struct

from theodolite_sdk import types
from theodolite_sdk.cartographers.sheet import ScoreSheet
from theodolite_sdk.cartographers.snapshot import Shape, Snapshot
from theodolite_sdk.types import Check, RulingUsed

__all__ = [
    "Account",
    "AmbushPlacements",
    "CardFace",
    "CardList",
    "Change",
    "Difference",
    "Dispute",
    "Effect",
    "EndedSeason",
    "Gain",
    "LegalActions",
    "Legality",
    "MapList",
    "Placement",
    "PlayedSeason",
    "PlayedTurn",
    "PrintedMap",
    "Replay",
    "ScoringCard",
    "ScoringCardList",
    "Step",
    "Stop",
    "UpdatedMap",
    "Value",
    "Verdict",
    "Waiting",
]


class Change(Struct, frozen=True):
    """What happened to a space of a map, or why coins were marked.

    Attributes:
        space: None where it is not about one space.
        effect: `drawn`, `starred`, `destroyed`, `coin_of_shape`, `mountain_closed`,
            `dragon_defeated` or `refused`.
        coins: The coins marked for it.
    """

    space: str | None
    effect: str
    coins: int
    spaces: tuple[str, ...]
    rule: str
    explanation: str
    section: str | None = None
    heading: str | None = None


class UpdatedMap(Struct, frozen=True):
    """A map after something was drawn on it, and each change in order."""

    drawn: tuple[str, ...]
    stars: tuple[str, ...]
    coins: int
    changes: tuple[Change, ...]
    rulings: tuple[RulingUsed, ...] = ()


class Legality(types.Verdict, frozen=True):
    """Whether a draw is legal, rule by rule; `print` lists them.

    Attributes:
        shape: The number of the card's shape drawn; None of a fallback.
        fallback: Whether it is a 1x1 instead of a shape.
        changes: What happens to the map, in order.
        after: The table after it, if it is legal.
        rulings: The rulings that the verdict rests on.
    """

    shape: int | None = None
    fallback: bool = False
    changes: tuple[Change, ...] = ()
    after: Snapshot | None = None
    rulings: tuple[RulingUsed, ...] = ()


class Gain(Struct, frozen=True):
    """What a placement would change about one line of a score."""

    category: str
    change: int
    decree: str | None = None
    card: str | None = None


class Value(Struct, frozen=True):
    """What a placement in a terrain would bring, and a gorgon's best target for it."""

    terrain: str
    change: int
    items: tuple[Gain, ...]
    destroys: str | None = None


class Placement(Struct, frozen=True):
    """Where something can be drawn.

    Attributes:
        shape: The number of the card's shape; None of a fallback.
        spaces: The spaces.
        coin: Whether the shape carries a coin.
        terrains: In which it may be drawn.
        stars: A hero's.
        values: What it would bring by terrain, the best first, if that was asked for.
        destroys: What a gorgon may destroy.
    """

    shape: int | None
    spaces: tuple[str, ...]
    coin: bool
    terrains: tuple[str, ...]
    stars: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    destroys: tuple[str, ...] = ()


class LegalActions(Struct, frozen=True):
    """What can be drawn for a card, the best first if it is valued; `more` if not all is told."""

    fallback: bool
    total: int
    more: bool
    placements: tuple[Placement, ...]
    rulings: tuple[RulingUsed, ...] = ()


class AmbushPlacements(Struct, frozen=True):
    """Where a solo ambush is drawn.

    Attributes:
        placements: All that cover the first space which can be covered.
        at: That space.
        ring: How many spaces from the edge it is.
        tried: How many spaces were tried, that one included.
        discarded: Whether it fits nowhere.
    """

    placements: tuple[tuple[str, ...], ...]
    at: str | None
    ring: int | None
    tried: int
    discarded: bool
    rulings: tuple[RulingUsed, ...] = ()


class Effect(Struct, frozen=True):
    """What an ambush did to a player's map at the end of a season."""

    player: str
    ambush: str
    changes: tuple[Change, ...]


class Waiting(Struct, frozen=True):
    """A choice that is wanting, and the spaces there are."""

    player: str
    ambush: str
    may: tuple[str, ...]


class EndedSeason(Struct, frozen=True):
    """The end of a season.

    Attributes:
        over: Whether its time is reached; None if its cards were not told.
        time: The time of its explore cards.
        threshold: The time at which it ends.
        effects: What ambushes did.
        waiting: Choices that are wanting.
        checks: Whether the season is over, and the choices made.
        after: The table in the next season; None after winter and until all is chosen.
    """

    over: bool | None
    time: int | None
    threshold: int
    effects: tuple[Effect, ...]
    waiting: tuple[Waiting, ...]
    checks: tuple[Check, ...]
    after: Snapshot | None = None
    rulings: tuple[RulingUsed, ...] = ()


class Verdict(types.Verdict, frozen=True):
    """The verdict on what a player of a record drew."""

    player: str
    shape: int | None = None
    fallback: bool = False
    changes: tuple[Change, ...] = ()


class PlayedTurn(Struct, frozen=True):
    """The verdict on a card of a record, and on each draw for it."""

    card: str
    legal: bool
    checks: tuple[Check, ...] = ()
    draws: tuple[Verdict, ...] = ()


class PlayedSeason(Struct, frozen=True):
    """The verdict on a season of a record; `scores` if it came to its end."""

    season: str
    turns: tuple[PlayedTurn, ...]
    scores: ScoreSheet | None = None
    effects: tuple[Effect, ...] = ()
    checks: tuple[Check, ...] = ()


class Stop(Struct, frozen=True):
    """Where a record stops being legal.

    Attributes:
        season: In which season.
        turn: At which turn, from 0; None of a choice at its end.
        player: Whose draw or choice; None of a fault of a card.
    """

    season: str
    turn: int | None = None
    player: str | None = None


class Replay(Struct, frozen=True):
    """The verdict on a record of a game.

    Attributes:
        legal: Whether all of it is.
        seasons: Each season, up to and with the first fault.
        after: The table where the record ends or stops.
        stopped_at: Where it stops being legal.
        scores: The score of the last season that came to its end.
        rulings: The rulings that the verdict rests on.
    """

    legal: bool
    seasons: tuple[PlayedSeason, ...]
    after: Snapshot
    stopped_at: Stop | None = None
    scores: ScoreSheet | None = None
    rulings: tuple[RulingUsed, ...] = ()


class Step(Struct, frozen=True):
    """What was done for a card of an account: a draw, or choices at the end of a season."""

    spaces: tuple[str, ...] = ()
    terrain: str | None = None
    stars: tuple[str, ...] = ()
    destroys: str | None = None
    choices: dict[str, str] | None = None


class Account(Struct, frozen=True):
    """How the one map can have become the other: a step for each card, None of a ruins card."""

    draws: tuple[Step | None, ...]


class Difference(Struct, frozen=True):
    """What no legal play explains: a space that is otherwise, or a rule that is broken.

    Attributes:
        space: The first of `spaces` that the maps show otherwise; None if none.
        before: Its letter before.
        after: Its letter after.
        rule: The rule that is broken.
        explanation: Why, in words.
        section: That rule's heading in the rulebook.
        heading: That heading in the language of the answer, if the rulebook's is another.
        spaces: The spaces concerned.
        card: The card concerned, or `season_end`; None where it is none of them.
    """

    space: str | None
    before: str | None
    after: str | None
    rule: str
    explanation: str
    section: str | None = None
    heading: str | None = None
    spaces: list[str] = []
    card: str | None = None


class Dispute(Struct, frozen=True):
    """Whether one map can have become another by these cards.

    Attributes:
        possible: Whether it can.
        accounts: How, at most 20.
        more: Whether there are more.
        differences: What no account explains.
    """

    possible: bool
    accounts: tuple[Account, ...] = ()
    more: bool = False
    differences: tuple[Difference, ...] = ()
    rulings: tuple[RulingUsed, ...] = ()


class ScoringCard(Struct, frozen=True):
    """A scoring card.

    Attributes:
        card: Its id.
        name: As an edition prints it, where that is known.
        category: `forest`, `farm_water`, `village` or `general`.
        game: `cartographers` or `heroes`.
        solo: Its number for solo play.
        rule: Id of its rule.
        text: The rule in words.
        status: Who tells it: `confirmed`, `one_source` or `card_pack`.
        number: The number printed on it.
    """

    card: str
    name: str
    category: str
    game: str
    solo: int
    rule: str
    text: str
    status: str
    number: int | None = None
    section: str | None = None
    heading: str | None = None


class ScoringCardList(Struct, frozen=True):
    """The scoring cards."""

    scoring_cards: tuple[ScoringCard, ...]


class CardFace(Struct, frozen=True):
    """A card of the explore decks, with what is known of its face.

    Attributes:
        kind: `explore`, `ruins`, `ambush` or `hero`.
        letter: Of an ambush, the letter that is drawn.
        needs: What of its face a question may have to tell.
        status: Who tells it: `confirmed`, `one_source` or `card_pack`.
    """

    card: str
    name: str
    kind: str
    game: str
    status: str
    terrains: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] = ()
    needs: tuple[str, ...] = ()
    number: int | None = None
    time: int | None = None
    letter: str | None = None
    passed: str | None = None
    corner: str | None = None
    turns: str | None = None
    pattern: tuple[str, ...] | None = None


class CardList(Struct, frozen=True):
    """The cards of the explore decks."""

    cards: tuple[CardFace, ...]


class PrintedMap(Struct, frozen=True):
    """A side of the sheets; None is what is not known of its print."""

    map: str
    game: str
    status: str
    mountains: tuple[str, ...] | None = None
    ruins: tuple[str, ...] | None = None
    wasteland: tuple[str, ...] | None = None
    rows: tuple[str, ...] | None = None


class MapList(Struct, frozen=True):
    """The sides of the sheets."""

    maps: tuple[PrintedMap, ...]
