"""Responses about Cartographers.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping
from typing import Any

from theodolite_sdk.cartographers import requests
from theodolite_sdk.cartographers.sheet import ScoreSheetText
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
)
from theodolite_sdk.returned import to_request
from theodolite_sdk.telling import Answer
from theodolite_sdk.verdicts import ChangeText, ReplayText, ReviewText, VerdictText


class ReturnedBeside(Model, frozen=True, omit_defaults=True):
    """The spaces that a space, area or line must be adjacent to."""

    of: tuple[
        Literal[
            "forest",
            "village",
            "farm",
            "water",
            "monster",
            "hero",
            "mountain",
            "ruins",
            "empty",
            "filled",
        ],
        ...,
    ]
    """Kinds of spaces."""

    spaces: int | None = None
    """The least number of different spaces of these kinds; 1 by default."""

    kinds: int | None = None
    """The least number of these kinds; 1 by default."""

    def to_request(self) -> requests.Beside:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Beside)


class Change(ChangeText, frozen=True):
    """A change of one space of a map, or a reason for coins."""

    effect: Literal[
        "coin_of_shape",
        "coins_spent",
        "destroyed",
        "dragon_defeated",
        "drawn",
        "mountain_closed",
        "refused",
        "starred",
    ]
    """The kind of event."""

    rule: str
    """The rule that brings it."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The change, in a sentence."""

    coins: int
    """The coins marked for it, below 0 if they are spent."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    space: str | None = None
    """The space; null if it is not about one space."""


class ReturnedDraw(Model, frozen=True, omit_defaults=True):
    """A drawing for a card. With an empty list of spaces it claims that nothing can be drawn. A
    drawing over the edge of the map, or of mountains, can be stated, and is illegal.
    """

    spaces: tuple[str, ...] | None = None
    """The spaces that are filled. Without them it is not whole."""

    terrain: Literal["forest", "village", "farm", "water", "hero", "monster", "mountain"] | None = (
        None
    )
    """Their terrain; needed where there are spaces. `mountain` is never legal."""

    stars: tuple[str, ...] | None = None
    """Heroes: the whole attack pattern inside the map, spaces that have a star included."""

    destroys: str | None = None
    """Gorgons: the space that is destroyed."""

    skill: Literal["free_drawing", "extra_squares", "other"] | None = None
    """The effect of a skill card that is used: `free_drawing`, squares judged by the map alone;
    `extra_squares`, squares beyond the card's shape; `other`.
    """

    coins_spent: int | None = None
    """The coins that the skill card costs; needed with `skill`."""

    def to_request(self) -> requests.Draw:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Draw)


class JudgedDraw(VerdictText, frozen=True):
    """A player's drawing, as judged."""

    player: str
    """The player."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the move."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    shape: int | None = None
    """The number of the card's shape drawn, from 0; null if it is none."""

    fallback: bool = False
    """Whether it is a 1x1 instead of a shape."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""


class Effect(Model, frozen=True):
    """The effect of an ambush on a player's map at the end of a season."""

    player: str
    """The player."""

    ambush: str
    """The ambush."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""


class ScoreChange(Model, frozen=True):
    """The change that a placement makes to one line of a score."""

    category: Literal["coins", "decree", "monsters"]
    """The source of the points."""

    change: int
    """The change of the line's points."""

    decree: str | None = None
    """Decrees: its letter."""

    card: str | None = None
    """Decrees: the scoring card under it."""


class Item(Model, frozen=True):
    """One line of a score sheet."""

    category: Literal["coins", "decree", "monsters"]
    """The source of the points."""

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

    decree: str | None = None
    """Decrees: its letter."""

    card: str | None = None
    """Decrees: the scoring card under it."""

    parts: tuple[Part, ...] = ()
    """Decrees: where the points come from."""


class PrintedMap(Model, frozen=True):
    """A side of the sheets; null is what is not known of its print."""

    map: str
    """Its name."""

    game: Literal["cartographers", "heroes", "combined"]
    """The game, or both combined."""

    status: Literal["card_pack", "confirmed", "one_source"]
    """The confirmation: two sources, one (facts are withheld), or a card pack."""

    mountains: tuple[str, ...] | None = None
    """The spaces with a mountain."""

    ruins: tuple[str, ...] | None = None
    """The spaces with ruins."""

    wasteland: tuple[str, ...] | None = None
    """The spaces of wasteland."""

    rows: tuple[str, ...] | None = None
    """The print as rows, where all of it is known."""


class RecordStop(Model, frozen=True):
    """The place where a record stops being legal."""

    turn: int
    """The turn in `turns`, from 0."""

    season: Literal["spring", "summer", "autumn", "winter"]
    """The season."""

    move: int | None = None
    """The move in it, from 0; null for the whole turn."""

    player: str | None = None
    """The player; null if it is nobody's turn."""


class ReturnedBox(Model, frozen=True, omit_defaults=True):
    """The boxes of an earlier season, as written on a player's sheet, or its sum alone."""

    season: Literal["spring", "summer", "autumn", "winter"]
    """The season, earlier than that of the table."""

    decrees: tuple[int, ...] | None = None
    """The points of its two decrees, in the order of the season. Like coins and monsters they
    may be absent or null if the sum is written.
    """

    coins: int | None = None
    """The points of its coins."""

    monsters: int | None = None
    """The points that monsters cost, 0 or less."""

    written: int | None = None
    """The sum as the player wrote it, if it is known. It need not add up."""

    def to_request(self) -> requests.Box:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Box)


class SeasonScore(Model, frozen=True):
    """The score of a season."""

    season: Literal["spring", "summer", "autumn", "winter"]
    """The season."""

    total: int
    """The sum of its items, or of the boxes written."""

    recorded: bool = False
    """Whether it is taken as written, not scored on the map."""

    adds_up: bool = True
    """Recorded: false if the sum written is not that of its parts."""

    items: tuple[Item, ...] = ()
    """Scored: its lines."""


class Shape(Model, frozen=True):
    """A shape on a card."""

    rows: tuple[str, ...] = ()
    """`X` a square, `.` none."""

    coin: bool = False
    """Whether it carries a coin."""


class ReturnedShapeFace(Model, frozen=True, omit_defaults=True):
    """A shape on a card."""

    rows: tuple[str, ...]
    """The shape as rows of one length: `X` a square, `.` none."""

    coin: bool = False
    """Whether the shape carries a coin; false by default."""

    def to_request(self) -> requests.ShapeFace:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.ShapeFace)


class Solo(Model, frozen=True):
    """The rating of a solo game; null where decrees are not known."""

    numbers: int | None = None
    """The solo numbers of the four scoring cards."""

    rating: int | None = None
    """The total less these."""

    title: str | None = None
    """Null too before the game is complete."""


class Step(Model, frozen=True):
    """A step for a card of an account: a draw, or choices at the end of a season."""

    spaces: tuple[str, ...] = ()
    """Draws: the spaces filled."""

    terrain: Literal["forest", "village", "farm", "water", "hero", "monster"] | None = None
    """Draws: the terrain; absent where nothing was drawn."""

    stars: tuple[str, ...] = ()
    """A hero's."""

    destroys: str | None = None
    """The space that a gorgon destroyed."""

    skill: Literal["free_drawing", "extra_squares", "other"] | None = None
    """Draws: the effect of the skill card that was used."""

    coins_spent: int | None = None
    """Draws: the coins that it cost."""

    choices: Mapping[str, str] | None = None
    """At the end of a season: what trolls destroyed."""


class ReturnedTerm(Model, frozen=True, omit_defaults=True):
    """Points for each space, area or line that meets every condition that is given."""

    points: int
    """The points for each; of the largest or second largest area, for each of its spaces."""

    each: Literal[
        "space",
        "area",
        "largest_area",
        "second_area",
        "row",
        "column",
        "line",
        "odd_column",
        "diagonal",
    ]
    """The groups to pay for. A line is a row or a column; a diagonal runs from column 1 down and
    right to row K. The areas by size are those among the areas that meet the conditions, the
    first in reading order if several tie.
    """

    of: Literal[
        "forest",
        "village",
        "farm",
        "water",
        "monster",
        "hero",
        "mountain",
        "ruins",
        "empty",
        "filled",
    ]
    """The kind of the spaces. An area is a maximal adjacent group of them; a line counts if it
    has one.
    """

    least: int | None = None
    """The least number of spaces of an area, or of the kind in a line."""

    most: int | None = None
    """The greatest number of them."""

    whole: bool | None = None
    """Lines: whether every space must be of the kind."""

    edge: bool | None = None
    """Whether a space of it lies at the edge of the map, or, if false, none does."""

    has: (
        Literal[
            "forest",
            "village",
            "farm",
            "water",
            "monster",
            "hero",
            "mountain",
            "ruins",
            "empty",
            "filled",
        ]
        | None
    ) = None
    """A kind that one of its spaces is as well, say `ruins`."""

    beside: ReturnedBeside | None = None
    """The spaces that it is adjacent to."""

    not_beside: tuple[
        Literal[
            "forest",
            "village",
            "farm",
            "water",
            "monster",
            "hero",
            "mountain",
            "ruins",
            "empty",
            "filled",
        ],
        ...,
    ] = ()
    """Kinds that it is not adjacent to."""

    amid: tuple[
        Literal[
            "forest",
            "village",
            "farm",
            "water",
            "monster",
            "hero",
            "mountain",
            "ruins",
            "empty",
            "filled",
        ],
        ...,
    ] = ()
    """The only kinds that it is adjacent to, the edge aside."""

    contains: tuple[str, ...] = ()
    """A shape that lies in it, turned and mirrored at will, as rows of one length."""

    def to_request(self) -> requests.Term:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Term)


class Value(Model, frozen=True):
    """The value of a placement in a terrain."""

    terrain: Literal["forest", "village", "farm", "water", "hero", "monster"]
    """The terrain."""

    change: int
    """The sum of its items."""

    items: tuple[ScoreChange, ...] = ()
    """The change of each line of the score."""

    destroys: str | None = None
    """The gorgon's best target."""


class Waiting(Model, frozen=True):
    """A choice that is missing."""

    player: str
    """The player who chooses."""

    ambush: str
    """The ambush that asks for it."""

    may: tuple[str, ...] = ()
    """The spaces to choose from."""


class Account(Model, frozen=True):
    """An explanation of how the one map can have become the other."""

    moves: tuple[Step | None, ...]
    """One for each card; null of a ruins card."""


class BestDraw(Model, frozen=True):
    """The best that could be drawn for a card."""

    value: int
    """The change of the measure."""

    move: ReturnedDraw
    """The drawing."""


class ReturnedCard(Model, frozen=True, omit_defaults=True):
    """A card with its printed face. The face outranks those of a card pack and of the facts."""

    card: str
    """The card's id."""

    time: int | None = None
    """Explore cards: the time printed on the card."""

    terrains: (
        tuple[Literal["forest", "village", "farm", "water", "hero", "monster"], ...] | None
    ) = None
    """Explore cards: the terrains to choose from."""

    shapes: tuple[ReturnedShapeFace, ...] | None = None
    """Explore cards and ambushes: the shapes to choose from; an ambush has one."""

    passed: Literal["left", "right"] | None = None
    """Ambushes: the side to which maps are passed."""

    corner: str | None = None
    """Ambushes: the corner of the map that solo play begins with."""

    turns: Literal["clockwise", "counterclockwise"] | None = None
    """Ambushes: the direction in which solo play goes round the map."""

    pattern: tuple[str, ...] | None = None
    """Heroes: the attack pattern as rows of one length: `H` the hero, `*` a star, `.` nothing."""

    def to_request(self) -> requests.Card:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Card)


class KnownCard(Model, frozen=True):
    """A card, with what is known of its face. Scoring cards have a rule."""

    card: str
    """Its id."""

    name: str
    """As an edition prints it, where that is known."""

    kind: Literal["ambush", "explore", "hero", "ruins"] | Literal["scoring"]
    """Its kind."""

    game: Literal["cartographers", "heroes", "combined"]
    """The game, or both combined."""

    status: Literal["card_pack", "confirmed", "one_source"]
    """The confirmation: two sources, one (facts are withheld), or a card pack."""

    number: int | None = None
    """The number printed on it; null where not known."""

    time: int | None = None
    """The time it takes."""

    terrains: tuple[Literal["forest", "village", "farm", "water", "hero", "monster"], ...] = ()
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

    category: Literal["forest", "farm_water", "village", "general"] | None = None
    """Scoring cards: its category."""

    solo: int | None = None
    """Scoring cards: its number for solo play."""

    rule: str | None = None
    """Scoring cards: its rule."""

    reference: str | None = None
    """Scoring cards: where the rulebook has it."""

    text: str | None = None
    """Scoring cards: its rule in words."""


class MapList(Answer, frozen=True):
    """The sides of the sheets."""

    maps: tuple[PrintedMap, ...]
    """The sides, by name."""


class ReturnedMove(Model, frozen=True, omit_defaults=True):
    """A player's drawing for a card, on the player's own map or on another."""

    spaces: tuple[str, ...] | None = None
    """The spaces that are filled. Without them it is not whole."""

    terrain: Literal["forest", "village", "farm", "water", "hero", "monster", "mountain"] | None = (
        None
    )
    """Their terrain; needed where there are spaces. `mountain` is never legal."""

    stars: tuple[str, ...] | None = None
    """Heroes: the whole attack pattern inside the map, spaces that have a star included."""

    destroys: str | None = None
    """Gorgons: the space that is destroyed."""

    skill: Literal["free_drawing", "extra_squares", "other"] | None = None
    """The effect of a skill card that is used: `free_drawing`, squares judged by the map alone;
    `extra_squares`, squares beyond the card's shape; `other`.
    """

    coins_spent: int | None = None
    """The coins that the skill card costs; needed with `skill`."""

    card: str | ReturnedCard | None = None
    """The card that is drawn for."""

    on: str | None = None
    """The owner of the map drawn on; by default the player, and for an ambush the neighbour
    whose map the player receives.
    """

    after_ruins: bool | None = None
    """Whether a ruins card came before it, so that ruins must be covered; false by default."""

    def to_request(self) -> requests.Move:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Move)


class ReturnedPackedCard(Model, frozen=True, omit_defaults=True):
    """A card of a pack: what it changes of a known card, or the whole of a new one."""

    time: int | None = None
    """Explore cards: the time printed on the card."""

    terrains: tuple[Literal["forest", "village", "farm", "water", "hero", "monster"], ...] = ()
    """Explore cards: the terrains to choose from."""

    shapes: tuple[ReturnedShapeFace, ...] = ()
    """Explore cards and ambushes: the shapes to choose from; an ambush has one."""

    passed: Literal["left", "right"] | None = None
    """Ambushes: the side to which maps are passed."""

    corner: str | None = None
    """Ambushes: the corner of the map that solo play begins with."""

    turns: Literal["clockwise", "counterclockwise"] | None = None
    """Ambushes: the direction in which solo play goes round the map."""

    pattern: tuple[str, ...] = ()
    """Heroes: the attack pattern as rows of one length: `H` the hero, `*` a star, `.` nothing."""

    kind: Literal["explore", "ruins", "ambush", "hero"] | None = None
    """New cards: the kind of card."""

    name: str | Mapping[str, str] | None = None
    """New cards: the name printed on it, one for all languages or one by language."""

    game: Literal["cartographers", "heroes", "combined"] | None = None
    """The game it belongs to; a new card belongs to every game by default."""

    letter: Literal["M", "D", "Z", "T", "G"] | None = None
    """Ambushes: `D`, `Z`, `T` or `G` if its monsters act like the dragon, the zombie, the troll
    or the gorgon; by default `M`, without an effect.
    """

    def to_request(self) -> requests.PackedCard:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.PackedCard)


class Placement(Model, frozen=True):
    """A possible drawing."""

    move: ReturnedMove
    """The best of it, as a move."""

    shape: int | None = None
    """The number of the card's shape, from 0; null of a fallback."""

    spaces: tuple[str, ...] = ()
    """The spaces that are filled."""

    coin: bool = False
    """Whether the shape carries a coin."""

    terrains: tuple[Literal["forest", "village", "farm", "water", "hero", "monster"], ...] = ()
    """The terrains to choose from."""

    stars: tuple[str, ...] = ()
    """A hero's stars."""

    values: tuple[Value, ...] = ()
    """By terrain, the best first, if they were asked for."""

    destroys: tuple[str, ...] = ()
    """The spaces that a gorgon may destroy."""


class ReturnedPlayer(Model, frozen=True, omit_defaults=True):
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

    dragon_paid: bool | None = None
    """Whether the coins for the dragon are among those marked; false by default."""

    coins_spent: int | None = None
    """The coins that skill cards have cost so far, which are marked no more; 0 by default."""

    def to_request(self) -> requests.Player:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Player)


class PlayerScore(Model, frozen=True):
    """A player's score."""

    name: str
    """The player's name."""

    rank: int
    """From 1; tied players share."""

    total: int
    """The sum of the seasons."""

    monster_loss: int | None = None
    """The cost of monsters in all of them; null if it is not known of one."""

    seasons: tuple[SeasonScore, ...] = ()
    """The seasons so far, in order."""

    items: tuple[Item, ...] = ()
    """The lines of all seasons that are scored, in their order."""


class ReviewedDraw(Model, frozen=True):
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

    players: tuple[PlayerScore, ...] = ()
    """The players, in the order of the request."""

    final: bool = False
    """Whether all four seasons are scored."""

    winners: tuple[str, ...] = ()
    """The players with rank 1; none in a solo game, which has a title."""

    decided_by: Literal["monsters", "shared", "total", "undecided"] | None = None
    """The deciding criterion: the total, the fewest points lost to monsters, or nothing.
    `undecided` if a winner's monsters are not known of every season, null in a solo game.
    """

    missing: tuple[Literal["spring", "summer", "autumn", "winter"], ...] = ()
    """The seasons for which some player has no score."""

    remarks: tuple[Remark, ...] = ()
    """Oddities of the sheets."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""

    solo: Solo | None = None
    """In solo games only."""


class ReturnedScoringCard(Model, frozen=True, omit_defaults=True):
    """A scoring card of a pack."""

    name: str | Mapping[str, str]
    """Its name, one for all languages or one by language."""

    category: Literal["forest", "farm_water", "village", "general"]
    """Its category; each of the four is under one decree."""

    solo: int
    """Its number for solo play, which the rating subtracts."""

    pays: tuple[ReturnedTerm, ...]
    """Its terms; its points are the sum of theirs."""

    game: Literal["cartographers", "heroes", "combined"] | None = None
    """The game it belongs to; by default every game."""

    def to_request(self) -> requests.ScoringCard:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.ScoringCard)


class CardList(Answer, frozen=True):
    """The cards of the game."""

    cards: tuple[KnownCard, ...]
    """The cards, by kind."""


class ReturnedCardPack(Model, frozen=True, omit_defaults=True):
    """A card pack: tables such as `[cards.gorgon_gaze]`, `[scoring.old_mill]` and `[maps]`."""

    title: str | None = None
    """What the pack calls itself."""

    cards: Mapping[str, ReturnedPackedCard] = {}
    """Cards by their ids, known or new: letters, digits and `_`."""

    maps: Mapping[str, tuple[str, ...]] = {}
    """Prints by the names of their maps, known or new, as 11 rows of `^`, `R`, `#` and `.`."""

    scoring: Mapping[str, ReturnedScoringCard] = {}
    """New scoring cards by their ids."""

    seasons: Mapping[str, int] = {}
    """The time at which a season ends, by season, where it is not the printed one."""

    def to_request(self) -> requests.CardPack:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.CardPack)


class Review(ReviewText, frozen=True):
    """A record as reviewed, draw by draw."""

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

    stopped_at: RecordStop | None = None
    """The first fault; null if there is none."""

    turns: tuple[ReviewedDraw, ...] = ()
    """The legal draws, in order."""


class LegalActions(Answer, frozen=True):
    """Everything that can be drawn for a card."""

    total: int
    """How many there are."""

    more: bool = False
    """Whether `limit` left some off."""

    moves: tuple[Placement, ...] = ()
    """The best first, if they are valued."""

    fallback: bool = False
    """Whether no shape fits, so that a 1x1 is drawn."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""

    at: str | None = None
    """Solo ambushes: the first space that it can cover; null if discarded."""

    ring: int | None = None
    """Solo ambushes: the distance of that space from the edge; null if discarded."""

    tried: int | None = None
    """Solo ambushes: how many spaces were tried, that one included."""

    discarded: bool | None = None
    """Solo ambushes: whether it fits nowhere."""


class ReturnedPartial(Model, frozen=True, omit_defaults=True):
    """A table of which a move needs the game, the map and a sheet alone."""

    game: Literal["cartographers", "heroes", "combined"]
    """The game: Cartographers, Heroes, or both combined."""

    map: str | tuple[str, ...]
    """The side of the sheets: its name, or its print as 11 rows of 11 letters: `^` mountain, `R`
    ruins, `#` wasteland, `.` plain.
    """

    players: tuple[ReturnedPlayer, ...]
    """The players clockwise: the left neighbour of each is the next."""

    season: Literal["spring", "summer", "autumn", "winter"] | None = None
    """The season that is played."""

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

    rulings: Mapping[str, Literal["by_game", "eight", "seven"]] = {}
    pack: ReturnedCardPack | None = None
    """The table's own cards, maps and lengths of seasons, as in a card pack. It outranks the
    card pack of the service, and that the printed facts.
    """

    left: tuple[str, ...] = ()
    """The players who have left."""

    def to_request(self) -> requests.Partial:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Partial)


class PlayedTurn(VerdictText, frozen=True):
    """A card of a record and what was drawn for it, or the end of a season, as judged."""

    season: Literal["spring", "summer", "autumn", "winter"]
    """The season."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """The rules on the deck and the season, or on its end."""

    card: str | None = None
    """The card's id."""

    left: str | None = None
    """The player who left the table."""

    moves: tuple[JudgedDraw, ...] = ()
    """The drawings, in the order of the players."""

    scores: ScoreSheet | None = None
    """The scores of a season that ends; null if it does not end here."""

    effects: tuple[Effect, ...] = ()
    """The effects of ambushes at the end of a season, in order."""


class ReturnedSnapshot(Model, frozen=True, omit_defaults=True):
    """A table at one moment: the map and the decrees in play, and every player's sheet."""

    game: Literal["cartographers", "heroes", "combined"]
    """The game: Cartographers, Heroes, or both combined."""

    map: str | tuple[str, ...]
    """The side of the sheets: its name, or its print as 11 rows of 11 letters: `^` mountain, `R`
    ruins, `#` wasteland, `.` plain.
    """

    season: Literal["spring", "summer", "autumn", "winter"]
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

    rulings: Mapping[str, Literal["by_game", "eight", "seven"]] = {}
    pack: ReturnedCardPack | None = None
    """The table's own cards, maps and lengths of seasons, as in a card pack. It outranks the
    card pack of the service, and that the printed facts.
    """

    left: tuple[str, ...] = ()
    """The players who have left."""

    def to_request(self) -> requests.Snapshot:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Snapshot)


class Update(Answer, frozen=True):
    """A table after a drawing."""

    after: ReturnedPartial
    """The table after it, with no more than the request has."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class EndCheck(Answer, frozen=True):
    """The end of a season."""

    threshold: int
    """The time at which it ends."""

    over: bool | None = None
    """Whether the game is over: winter is; null in winter without its cards."""

    triggered: bool | None = None
    """Whether the season is over; null without the cards revealed."""

    conditions: tuple[Condition, ...] = ()
    """That of the end of the season."""

    time: int | None = None
    """The time of its explore cards; null without the cards revealed."""

    effects: tuple[Effect, ...] = ()
    """The effects of ambushes, in order."""

    waiting: tuple[Waiting, ...] = ()
    """The choices that are missing."""

    next_player: str | None = None
    """The one whose turn follows; null if none."""

    still_to_play: tuple[str, ...] = ()
    """Those who play on though the end has begun, in turn order."""

    checks: tuple[Check, ...] = ()
    """The rules on the end of the season."""

    after: ReturnedSnapshot | None = None
    """The table in the next season; null after winter and until all is chosen."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class Replay(ReplayText, frozen=True):
    """A record as judged."""

    after: ReturnedSnapshot
    """The table after the legal part of the record."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    turns: tuple[PlayedTurn, ...] = ()
    """Its turns, up to the first fault."""

    stopped_at: RecordStop | None = None
    """The first fault; null if there is none."""

    scores: ScoreSheet | None = None
    """Those of the last season that was scored."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""

    seen: Seen | None = None
    """The record beside the table in `seen`, if that is sent."""


class Legality(VerdictText, frozen=True):
    """A drawing as judged."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the move."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    shape: int | None = None
    """The number of the card's shape drawn, from 0; null if it is none."""

    fallback: bool = False
    """Whether it is a 1x1 instead of a shape."""

    changes: tuple[Change, ...] = ()
    """Every change, in order."""

    after: ReturnedSnapshot | None = None
    """The table after it; null if it is not legal."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""


class Dispute(Answer, frozen=True):
    """Whether one map can have become the other."""

    possible: bool
    """Whether any legal play leads from one to the other."""

    accounts: tuple[Account, ...] = ()
    """How, 20 accounts at most."""

    differences: tuple[Difference, ...] = ()
    """The differences that no account explains; none if it is possible."""

    mended: ReturnedSnapshot | None = None
    """The later table without the departures of `differences`, to which legal play leads; null
    if the dispute is possible, or where no such table is known.
    """

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that bear on the response."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that are not judged: those on coins and on the deck."""

    more: bool = False
    """Whether there are, or may be, further accounts."""


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
