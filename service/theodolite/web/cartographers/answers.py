"""What answers about the scores, maps and cards of Cartographers contain."""

from typing import Annotated, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.cartographers.drawing import Effect
from theodolite.web import answers
from theodolite.web.answers import Heading, RulingUsed, says

__all__ = [
    "CardFace",
    "CardList",
    "Change",
    "Item",
    "MapList",
    "Part",
    "PlayerScore",
    "PrintedMap",
    "Remark",
    "Scores",
    "ScoringCard",
    "ScoringCardList",
    "SeasonName",
    "SeasonScore",
    "Shape",
    "Solo",
    "Status",
    "TerrainName",
    "UpdatedMap",
]

TerrainName = Literal["forest", "village", "farm", "water", "hero", "monster"]
SeasonName = Literal["spring", "summer", "autumn", "winter"]
Status = Literal["confirmed", "one_source", "card_pack"]
GameName = Literal["cartographers", "heroes", "combined"]
Known = Annotated[Status, says("Who tells it: two sources, one (it is withheld), a card pack.")]


class Part(answers.Part, kw_only=True):
    """A portion of a line's points."""

    line: Annotated[
        str | UnsetType, says("`row C`, `column 3`, `diagonal C1` in words, where it is one.")
    ] = UNSET


class Item(answers.Item, kw_only=True):
    """One line of a score sheet."""

    category: Literal["decree", "coins", "monsters"]
    decree: Annotated[str | UnsetType, says("Decrees: its letter.")] = UNSET
    card: Annotated[str | UnsetType, says("Decrees: the scoring card under it.")] = UNSET
    parts: Annotated[list[Part] | UnsetType, says("Decrees: where the points come from.")] = UNSET


class SeasonScore(Struct):
    """The score of a season."""

    season: SeasonName
    recorded: Annotated[bool, says("Whether it is taken as written, not scored on the map.")]
    total: Annotated[int, says("The sum of its items, or of the boxes written.")]
    adds_up: Annotated[
        bool | UnsetType, says("Recorded: whether the sum written is that of its parts.")
    ] = UNSET
    items: Annotated[list[Item] | UnsetType, says("Scored: its lines.")] = UNSET


class PlayerScore(Struct):
    """A player's score."""

    name: Annotated[str, says("The player's name.")]
    rank: Annotated[int, says("From 1; tied players share.")]
    total: Annotated[int, says("The sum of the seasons.")]
    monster_loss: Annotated[int, says("What monsters cost in all of them.")]
    seasons: list[SeasonScore]


class Remark(Struct, kw_only=True):
    """Something odd that is not impossible."""

    player: Annotated[str, says("On whose sheet.")]
    rule: Annotated[str, says("The rule concerned.")]
    section: Annotated[str, says("That rule's heading in the rulebook.")]
    heading: Heading = UNSET
    explanation: Annotated[str, says("What is odd, in words.")]


class Solo(Struct):
    """The rating of a solo game; null where decrees are not told."""

    numbers: Annotated[int | None, says("The solo numbers of the four scoring cards.")]
    rating: Annotated[int | None, says("The total less these.")]
    title: Annotated[str | None, says("Null too before the game is complete.")]


class Scores(Struct):
    """A scored table."""

    players: list[PlayerScore]
    complete: Annotated[bool, says("Whether all four seasons are scored.")]
    winners: list[str]
    decided_by: Literal["total", "monsters", "shared"]
    missing: Annotated[list[SeasonName], says("The seasons that somebody has no score for.")]
    remarks: list[Remark]
    rulings: list[RulingUsed]
    solo: Annotated[Solo | UnsetType, says("In solo games only.")] = UNSET


class Change(Struct, kw_only=True):
    """What happened to a space of a map, or why coins were marked."""

    space: Annotated[str | None, says("Null where it is not about one space.")]
    effect: Effect
    coins: Annotated[int, says("The coins marked for it.")]
    spaces: Annotated[list[str], says("The spaces concerned.")]
    rule: Annotated[str, says("The rule that decides.")]
    section: Annotated[str, says("That rule's heading in the rulebook.")]
    heading: Heading = UNSET
    explanation: Annotated[str, says("What happened, in words.")]


class UpdatedMap(Struct):
    """A map after something was drawn on it."""

    drawn: Annotated[list[str], says("What is drawn then.")]
    stars: list[str]
    coins: int
    changes: list[Change]
    rulings: list[RulingUsed]


class ScoringCard(Struct, kw_only=True):
    """A scoring card."""

    card: Annotated[str, says("Its id.")]
    name: Annotated[str, says("As an edition prints it, where that is known.")]
    category: Literal["forest", "farm_water", "village", "general"]
    game: GameName
    number: Annotated[int | None, says("The number printed on it; null where not known.")]
    solo: Annotated[int, says("Its number for solo play.")]
    rule: Annotated[str, says("Its rule.")]
    section: Annotated[str, says("That rule's heading in the rulebook.")]
    heading: Heading = UNSET
    text: Annotated[str, says("Its rule in words.")]
    status: Known


class ScoringCardList(Struct):
    """The scoring cards."""

    scoring_cards: list[ScoringCard]


class Shape(Struct):
    """A shape on a card."""

    rows: Annotated[list[str], says("`X` a square, `.` none.")]
    coin: Annotated[bool, says("Whether it carries a coin.")]


class CardFace(Struct, kw_only=True):
    """A card of the explore decks, with what is known of its face."""

    card: Annotated[str, says("Its id.")]
    name: Annotated[str, says("As an edition prints it, where that is known.")]
    kind: Literal["explore", "ruins", "ambush", "hero"]
    game: GameName
    number: Annotated[int | None, says("The number printed on it; null where not known.")]
    time: Annotated[int | None, says("The time it takes.")]
    terrains: list[TerrainName]
    shapes: list[Shape]
    letter: Annotated[str | None, says("Ambushes: the letter that is drawn.")]
    passed: Annotated[str | None, says("Ambushes: to which side maps are passed.")]
    corner: Annotated[str | None, says("Ambushes: the corner that solo play begins with.")]
    turns: Annotated[str | None, says("Ambushes: which way solo play goes round.")]
    pattern: Annotated[list[str] | None, says("Heroes: stars around the H.")]
    needs: Annotated[list[str], says("What of its face a request may have to tell.")]
    status: Known


class CardList(Struct):
    """The cards of the explore decks."""

    cards: list[CardFace]


class PrintedMap(Struct):
    """A side of the sheets; null is what is not known of its print."""

    map: str
    game: GameName
    mountains: list[str] | None
    ruins: list[str] | None
    wasteland: list[str] | None
    rows: Annotated[list[str] | None, says("The print as rows, where all of it is known.")]
    status: Known


class MapList(Struct):
    """The sides of the sheets."""

    maps: list[PrintedMap]
