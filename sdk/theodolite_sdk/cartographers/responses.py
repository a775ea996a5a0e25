"""Responses about Cartographers.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping

from msgspec import Struct

from theodolite_sdk.cartographers import requests
from theodolite_sdk.cartographers.sheet import ScoreSheetText
from theodolite_sdk.responses import Check, Part, Remark, RulingUsed
from theodolite_sdk.returned import to_request
from theodolite_sdk.verdicts import VerdictText


class AmbushPlacements(Struct, frozen=True):
    """Where a solo ambush is drawn."""

    tried: int
    """How many spaces were tried, that one included."""

    placements: tuple[tuple[str, ...], ...] = ()
    """The spaces of each placement; none if it is discarded."""

    at: str | None = None
    """The first space that it can cover; null if it is discarded."""

    ring: int | None = None
    """The distance of that space from the edge, from 0; null if it is discarded."""

    discarded: bool = False
    """Whether it fits nowhere."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class Change(Struct, frozen=True):
    """A change of one space of a map, or a reason for coins."""

    effect: str
    """The kind of event."""

    coins: int
    """The coins marked for it."""

    rule: str
    """The rule that decides."""

    explanation: str
    """The event, in words."""

    space: str | None = None
    """The space; null if it is not about one space."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    section: str | None = None
    """The rule's heading in the rulebook."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""


class MapDifference(Struct, frozen=True):
    """A difference that no legal play explains: a space that differs, or a rule that is broken."""

    rule: str
    """The rule that is broken."""

    explanation: str
    """The unexplained part, in words."""

    space: str | None = None
    """The first of `spaces` in which the maps differ; null if none."""

    before: str | None = None
    """Its letter before."""

    after: str | None = None
    """Its letter after."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    card: str | None = None
    """The card concerned, or `season_end`; null where it is none of them."""

    section: str | None = None
    """The rule's heading in the rulebook."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""


class ReturnedDraw(Struct, frozen=True, omit_defaults=True):
    """A draw for a card. Without spaces it claims that nothing can be drawn. A draw over the
    edge of the map, or of mountains, can be stated, and is illegal.
    """

    spaces: tuple[str, ...]
    """The spaces that are filled."""

    terrain: str | None = None
    """Their terrain; needed where there are spaces. `mountain` is never legal."""

    stars: tuple[str, ...] = ()
    """Heroes: the whole attack pattern inside the map, spaces that have a star included."""

    destroys: str | None = None
    """Gorgons: the space that is destroyed."""

    def to_request(self) -> requests.Draw:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Draw)


class Effect(Struct, frozen=True):
    """The effect of an ambush on a player's map at the end of a season."""

    player: str
    """The player."""

    ambush: str
    """The ambush."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""


class ScoreChange(Struct, frozen=True):
    """The change that a placement makes to one line of a score."""

    category: str
    """The source of the points."""

    change: int
    """The change of the line's points."""

    decree: str | None = None
    """Decrees: its letter."""

    card: str | None = None
    """Decrees: the scoring card under it."""


class Item(Struct, frozen=True):
    """One line of a score sheet."""

    category: str
    """The source of the points."""

    points: int
    """The line's points; the sum of its parts where it has any."""

    rule: str
    """The rule that gives the points."""

    explanation: str
    """The reason, in a sentence."""

    spaces: tuple[str, ...] = ()
    """The spaces that count for it."""

    section: str | None = None
    """That rule's heading in the rulebook."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""

    decree: str | None = None
    """Decrees: its letter."""

    card: str | None = None
    """Decrees: the scoring card under it."""

    parts: tuple[Part, ...] = ()
    """Decrees: where the points come from."""


class PrintedMap(Struct, frozen=True):
    """A side of the sheets; null is what is not known of its print."""

    map: str
    """Its name."""

    game: str
    """The game, or both combined."""

    status: str
    """The confirmation: two sources, one (facts are withheld), or a card pack."""

    mountains: tuple[str, ...] | None = None
    """The spaces with a mountain."""

    ruins: tuple[str, ...] | None = None
    """The spaces with ruins."""

    wasteland: tuple[str, ...] | None = None
    """The spaces of wasteland."""

    rows: tuple[str, ...] | None = None
    """The print as rows, where all of it is known."""


class ScoringCard(Struct, frozen=True):
    """A scoring card."""

    card: str
    """Its id."""

    name: str
    """As an edition prints it, where that is known."""

    category: str
    """Its category."""

    game: str
    """The game, or both combined."""

    solo: int
    """Its number for solo play."""

    rule: str
    """Its rule."""

    text: str
    """Its rule in words."""

    status: str
    """The confirmation: two sources, one (facts are withheld), or a card pack."""

    number: int | None = None
    """The number printed on it; null where not known."""

    section: str | None = None
    """The rule's heading in the rulebook."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""


class ScoringCardList(Struct, frozen=True):
    """The scoring cards."""

    scoring_cards: tuple[ScoringCard, ...]
    """The 32 scoring cards, by category."""


class ReturnedBox(Struct, frozen=True, omit_defaults=True):
    """The boxes of an earlier season, as written on a player's sheet."""

    season: str
    """The season, earlier than that of the table."""

    decrees: tuple[int, ...]
    """The points of its two decrees, in the order of the season."""

    coins: int
    """The points of its coins."""

    monsters: int
    """The points that monsters cost, 0 or less."""

    written: int | None = None
    """The sum as the player wrote it, if it is known. It need not add up."""

    def to_request(self) -> requests.Box:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Box)


class SeasonScore(Struct, frozen=True):
    """The score of a season."""

    season: str
    """The season."""

    total: int
    """The sum of its items, or of the boxes written."""

    recorded: bool = False
    """Whether it is taken as written, not scored on the map."""

    adds_up: bool = True
    """Recorded: whether the sum written is that of its parts."""

    items: tuple[Item, ...] = ()
    """Scored: its lines."""


class Shape(Struct, frozen=True):
    """A shape on a card."""

    rows: tuple[str, ...] = ()
    """`X` a square, `.` none."""

    coin: bool = False
    """Whether it carries a coin."""


class Solo(Struct, frozen=True):
    """The rating of a solo game; null where decrees are not known."""

    numbers: int | None = None
    """The solo numbers of the four scoring cards."""

    rating: int | None = None
    """The total less these."""

    title: str | None = None
    """Null too before the game is complete."""


class Step(Struct, frozen=True):
    """A step for a card of an account: a draw, or choices at the end of a season."""

    spaces: tuple[str, ...] = ()
    """Draws: the spaces filled."""

    terrain: str | None = None
    """Draws: the terrain; absent where nothing was drawn."""

    stars: tuple[str, ...] = ()
    """A hero's."""

    destroys: str | None = None
    """The space that a gorgon destroyed."""

    choices: Mapping[str, str] | None = None
    """At the end of a season: what trolls destroyed."""


class Stop(Struct, frozen=True):
    """The place where a record stops being legal."""

    season: str
    """The season."""

    turn: int | None = None
    """The turn, from 0; null of a choice at the season's end."""

    player: str | None = None
    """The player; null of a fault of a card."""


class UpdatedMap(Struct, frozen=True):
    """A map after a draw."""

    coins: int
    """The coins marked then."""

    drawn: tuple[str, ...] = ()
    """The drawing after it, as rows of letters."""

    stars: tuple[str, ...] = ()
    """The spaces with a star then."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class Value(Struct, frozen=True):
    """The value of a placement in a terrain."""

    terrain: str
    """The terrain."""

    change: int
    """The sum of its items."""

    items: tuple[ScoreChange, ...] = ()
    """The change of each line of the score."""

    destroys: str | None = None
    """The gorgon's best target."""


class Verdict(VerdictText, frozen=True):
    """A player's draw, as judged."""

    player: str
    """The player."""

    legal: bool
    """Whether no rule is broken."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the draw."""

    shape: int | None = None
    """The number of the card's shape drawn, from 0; null if it is none."""

    fallback: bool = False
    """Whether it is a 1x1 instead of a shape."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""


class Waiting(Struct, frozen=True):
    """A choice that is missing."""

    player: str
    """The player who chooses."""

    ambush: str
    """The ambush that asks for it."""

    may: tuple[str, ...] = ()
    """The spaces to choose from."""


class Account(Struct, frozen=True):
    """An explanation of how the one map can have become the other."""

    draws: tuple[Step | None, ...]
    """One for each card; null of a ruins card."""


class BestDraw(Struct, frozen=True):
    """The best that could be drawn for a card."""

    value: int
    """The change of the measure."""

    draw: ReturnedDraw
    """The draw."""


class CardFace(Struct, frozen=True):
    """A card of the explore decks, with what is known of its face."""

    card: str
    """Its id."""

    name: str
    """As an edition prints it, where that is known."""

    kind: str
    """Its kind."""

    game: str
    """The game, or both combined."""

    status: str
    """The confirmation: two sources, one (facts are withheld), or a card pack."""

    number: int | None = None
    """The number printed on it; null where not known."""

    time: int | None = None
    """The time it takes."""

    terrains: tuple[str, ...] = ()
    """The terrains to choose from."""

    shapes: tuple[Shape, ...] = ()
    """The shapes to choose from."""

    letter: str | None = None
    """Ambushes: the letter that is drawn."""

    passed: str | None = None
    """Ambushes: to which side maps are passed."""

    corner: str | None = None
    """Ambushes: the corner that solo play begins with."""

    turns: str | None = None
    """Ambushes: which way solo play goes round."""

    pattern: tuple[str, ...] | None = None
    """Heroes: stars around the H."""

    needs: tuple[str, ...] = ()
    """The fields of its face that requests may have to give."""


class CardList(Struct, frozen=True):
    """The cards of the explore decks."""

    cards: tuple[CardFace, ...]
    """The cards, by kind."""


class MapList(Struct, frozen=True):
    """The sides of the sheets."""

    maps: tuple[PrintedMap, ...]
    """The sides, by name."""


class Placement(Struct, frozen=True):
    """A possible draw."""

    shape: int | None = None
    """The number of the card's shape, from 0; null of a fallback."""

    spaces: tuple[str, ...] = ()
    """The spaces that are filled."""

    coin: bool = False
    """Whether the shape carries a coin."""

    terrains: tuple[str, ...] = ()
    """The terrains to choose from."""

    stars: tuple[str, ...] = ()
    """A hero's stars."""

    values: tuple[Value, ...] = ()
    """By terrain, the best first, if they were asked for."""

    destroys: tuple[str, ...] = ()
    """The spaces that a gorgon may destroy."""


class PlayedTurn(VerdictText, frozen=True):
    """A card of a record and what was drawn for it, as judged."""

    card: str
    """The card's id."""

    legal: bool
    """Whether no rule is broken, by the card or by a draw."""

    checks: tuple[Check, ...] = ()
    """The rules on the deck and the season."""

    draws: tuple[Verdict, ...] = ()
    """The draws, in the order of the players."""


class ReturnedPlayer(Struct, frozen=True, omit_defaults=True):
    """A player's sheet: the map drawn, coins, and the boxes of earlier seasons."""

    name: str
    """The player's name, another for each player."""

    drawn: tuple[str, ...]
    """The drawing, as 11 rows of 11 letters: `F` forest, `V` village, `A` farm, `W` water, `H`
    hero, `M` monster, `D` dragon, `Z` zombie, `T` troll, `G` gorgon, `X` destroyed, `d` a
    destroyed dragon space, `.` nothing; `^`, `R` and `#` may repeat the print.
    """

    coins: int = 0
    """The coins marked so far; 0 by default."""

    stars: tuple[str, ...] = ()
    """The spaces with a star; none by default."""

    seasons: tuple[ReturnedBox, ...] = ()
    """The boxes of earlier seasons; none by default."""

    def to_request(self) -> requests.Player:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Player)


class PlayerScore(Struct, frozen=True):
    """A player's score."""

    name: str
    """The player's name."""

    rank: int
    """From 1; tied players share."""

    total: int
    """The sum of the seasons."""

    monster_loss: int
    """The cost of monsters in all of them."""

    seasons: tuple[SeasonScore, ...] = ()
    """The seasons so far, in order."""


class ReviewedDraw(Struct, frozen=True):
    """A draw of a record, weighed."""

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

    best: BestDraw | None = None
    """The best option."""


class ScoreSheet(ScoreSheetText, frozen=True):
    """A scored table."""

    decided_by: str
    """The deciding criterion: the total, the fewest points lost to monsters, or nothing."""

    players: tuple[PlayerScore, ...] = ()
    """The players, in the order of the request."""

    complete: bool = False
    """Whether all four seasons are scored."""

    winners: tuple[str, ...] = ()
    """The players with rank 1."""

    missing: tuple[str, ...] = ()
    """The seasons for which some player has no score."""

    remarks: tuple[Remark, ...] = ()
    """Oddities of the sheets."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""

    solo: Solo | None = None
    """In solo games only."""


class Dispute(Struct, frozen=True):
    """Whether one map can have become the other."""

    possible: bool
    """Whether it can."""

    accounts: tuple[Account, ...] = ()
    """How, 20 accounts at most."""

    more: bool = False
    """Whether there are further accounts."""

    differences: tuple[MapDifference, ...] = ()
    """The differences that no account explains; none if it is possible."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class ReturnedSnapshot(Struct, frozen=True, omit_defaults=True):
    """A table at one moment: the map and the decrees in play, and every player's sheet."""

    game: str
    """The game: Cartographers, Heroes, or both combined."""

    map: str | tuple[str, ...]
    """The side of the sheets: its name, or its print as 11 rows of 11 letters: `^` mountain, `R`
    ruins, `#` wasteland, `.` plain.
    """

    season: str
    """The season that is played, or that is scored."""

    players: tuple[ReturnedPlayer, ...]
    """The players clockwise: the left neighbour of each is the next."""

    solo: bool | None = None
    """Whether it is a solo game; by default with exactly one player. False with one player: a
    single sheet of a game of several.
    """

    decrees: Mapping[str, str] = {}
    """The scoring card under each decree, `A` to `D`. Those that no season asked for needs may
    be absent.
    """

    ambushes: tuple[str, ...] = ()
    """The ambushes revealed so far, in order; none by default."""

    rulings: Mapping[str, str] = {}

    def to_request(self) -> requests.Snapshot:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Snapshot)


class EndedSeason(Struct, frozen=True):
    """The end of a season."""

    threshold: int
    """The time at which it ends."""

    over: bool | None = None
    """Whether the season is over; null without the cards revealed."""

    time: int | None = None
    """The time of its explore cards; null without the cards revealed."""

    effects: tuple[Effect, ...] = ()
    """The effects of ambushes, in order."""

    waiting: tuple[Waiting, ...] = ()
    """The choices that are missing."""

    checks: tuple[Check, ...] = ()
    """The rules on the end of the season."""

    after: ReturnedSnapshot | None = None
    """The table in the next season; null after winter and until all is chosen."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class LegalActions(Struct, frozen=True):
    """Everything that can be drawn for a card."""

    total: int
    """How many placements there are."""

    fallback: bool = False
    """Whether no shape fits, so that a 1x1 is drawn."""

    more: bool = False
    """Whether some of them are not listed."""

    placements: tuple[Placement, ...] = ()
    """The best first, if they are valued."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class Legality(VerdictText, frozen=True):
    """A draw as judged."""

    legal: bool
    """Whether no rule is broken."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the draw."""

    shape: int | None = None
    """The number of the card's shape drawn, from 0; null if it is none."""

    fallback: bool = False
    """Whether it is a 1x1 instead of a shape."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""

    after: ReturnedSnapshot | None = None
    """The table after it; null if it is illegal."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class PlayedSeason(Struct, frozen=True):
    """A season of a record, as judged."""

    season: str
    """The season."""

    turns: tuple[PlayedTurn, ...] = ()
    """Its cards, up to the first fault."""

    scores: ScoreSheet | None = None
    """Its scores; null of an unfinished season."""

    effects: tuple[Effect, ...] = ()
    """The effects of ambushes at its end, in order."""

    checks: tuple[Check, ...] = ()
    """The rules on the end of the season."""


class Replay(Struct, frozen=True):
    """A record as judged."""

    legal: bool
    """Whether the whole record is legal."""

    after: ReturnedSnapshot
    """The table after the legal part of the record."""

    seasons: tuple[PlayedSeason, ...] = ()
    """Its seasons, up to the first fault."""

    stopped_at: Stop | None = None
    """The first fault; null of a legal record."""

    scores: ScoreSheet | None = None
    """Those of the last season that was scored."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class Review(Struct, frozen=True):
    """A record as reviewed, draw by draw."""

    reviewed: int
    """How many have a value."""

    replay: Replay
    """The verdict on the record."""

    moments: tuple[int, ...] = ()
    """The indices in `turns` of the three that cost most, the costliest first; fewer if fewer
    cost anything.
    """

    truncated: bool = False
    """Whether the time was up before all legal turns had been weighed."""

    turns: tuple[ReviewedDraw, ...] = ()
    """The legal draws, in order."""
