"""Requests about Cartographers.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from theodolite_sdk.model import Model, Strings

ActionsRequestValue: TypeAlias = Literal["none", "season", "game"]
CategoryName: TypeAlias = Literal["forest", "farm_water", "village", "general"]
Game: TypeAlias = Literal["cartographers", "heroes", "combined"]
Of: TypeAlias = Literal[
    "forest", "village", "farm", "water", "monster", "hero", "mountain", "ruins", "empty", "filled"
]
PackedCardKind: TypeAlias = Literal["explore", "ruins", "ambush", "hero"]
PackedCardLetter: TypeAlias = Literal["M", "D", "Z", "T", "G"]
Passed: TypeAlias = Literal["left", "right"]
RulingsBelowLowestTitle: TypeAlias = Literal["lowest", "none"]
RulingsCoinLimit: TypeAlias = Literal["none", "fourteen"]
RulingsCoinsByOthers: TypeAlias = Literal["map_owner", "nobody"]
RulingsDestroyedRuins: TypeAlias = Literal["still_ruins", "gone"]
RulingsDragonDefeated: TypeAlias = Literal["surrounded_or_destroyed", "standing", "as_drawn"]
RulingsFallbackMonster: TypeAlias = Literal["generic", "named"]
RulingsFallbackTerrain: TypeAlias = Literal["any_but_mountain", "from_card"]
RulingsGorgonSource: TypeAlias = Literal["surviving", "as_drawn"]
RulingsGorgonTarget: TypeAlias = Literal["any_but_mountain", "must_change"]
RulingsGreatCity: TypeAlias = Literal["largest_clear", "only_largest"]
RulingsHeroAfterRuins: TypeAlias = Literal["unaffected", "must_cover"]
RulingsSoloAmbush: TypeAlias = Literal["cover_space", "slide_frame"]
RulingsSoloTurning: TypeAlias = Literal["as_printed", "any_orientation"]
RulingsSummerThreshold: TypeAlias = Literal["by_game", "eight", "seven"]
ScoreRequestOnly: TypeAlias = Literal["A", "B", "C", "D"]
Season: TypeAlias = Literal["spring", "summer", "autumn", "winter"]
Skill: TypeAlias = Literal["free_drawing", "extra_squares", "other"]
TermEach: TypeAlias = Literal[
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
Terrain: TypeAlias = Literal["forest", "village", "farm", "water", "hero", "monster"]
TerrainName: TypeAlias = Literal[
    "forest", "village", "farm", "water", "hero", "monster", "mountain"
]
Turns: TypeAlias = Literal["clockwise", "counterclockwise"]


class Rulings(TypedDict):
    """How the open points of the rules are decided."""

    summer_threshold: NotRequired[RulingsSummerThreshold]
    """The season card decides. The text's number is 8, while other sources print 7 on the card
    of Heroes; by_game takes 7 in heroes and 8 otherwise.
    """

    fallback_terrain: NotRequired[RulingsFallbackTerrain]
    """The text lets a 1×1 in place of a shape be of any terrain but mountain; the English base
    rules keep the terrains of the card unless ruins forced it.
    """

    fallback_monster: NotRequired[RulingsFallbackMonster]
    """The text does not say whether a 1×1 drawn in place of its shape is still a dragon, troll
    or gorgon; generic makes it a monster without an effect.
    """

    coins_by_others: NotRequired[RulingsCoinsByOthers]
    """The text does not say who gains the coin if an ambush drawn, or a gorgon aimed, by a
    neighbour closes a mountain.
    """

    coin_limit: NotRequired[RulingsCoinLimit]
    """One source counts fourteen places for coins on the sheet; with fourteen no further coin is
    marked or scored.
    """

    hero_after_ruins: NotRequired[RulingsHeroAfterRuins]
    """Ruins bind explore cards, and a hero is none; with must_cover a hero covers ruins too, and
    they still bind the next explore card.
    """

    destroyed_ruins: NotRequired[RulingsDestroyedRuins]
    """The text does not say whether a ruins space that is destroyed is ruins still, for The
    Golden Granary.
    """

    great_city: NotRequired[RulingsGreatCity]
    """The text can mean the largest village area that is clear of mountains, or nothing if every
    largest area touches one.
    """

    dragon_defeated: NotRequired[RulingsDragonDefeated]
    """The editions differ: with standing a dragon space must stand besides, with as_drawn
    destroyed dragon spaces must be surrounded too.
    """

    gorgon_source: NotRequired[RulingsGorgonSource]
    """The text does not say whether a gorgon space that a star destroys at once still counts as
    adjacent to what its drawer destroys.
    """

    gorgon_target: NotRequired[RulingsGorgonTarget]
    """The text excludes mountains alone; with must_change no wasteland or destroyed space is
    aimed at while there is another.
    """

    solo_turning: NotRequired[RulingsSoloTurning]
    """The printed German rules let a solo ambush be turned and mirrored; the text calls that a
    mistranslation.
    """

    solo_ambush: NotRequired[RulingsSoloAmbush]
    """A solo ambush covers the first space it can, in any way it lies; with slide_frame the
    rectangle of its shape slides along inside the map, which leaves one place.
    """

    below_lowest_title: NotRequired[RulingsBelowLowestTitle]
    """A rating under −30 reaches no row of the table of titles; it holds the lowest title, or
    none.
    """


class Sample(Model, frozen=True, omit_defaults=True):
    """The drawing on one space of the photograph, as a person has named it."""

    space: str
    """The space, `A1` to `K11`."""

    symbol: str
    """The letter of the drawing, as in rows; `.` for a space without one."""


class Box(Model, frozen=True, omit_defaults=True):
    """The boxes of an earlier season, as written on a player's sheet, or its sum alone."""

    season: Season
    """The season, earlier than that of the table."""

    decrees: Sequence[int] | None = None
    """The points of its two decrees, in the order of the season. Like coins and monsters they
    may be absent or null if the sum is written.
    """

    coins: int | None = None
    """The points of its coins."""

    monsters: int | None = None
    """The points that monsters cost, 0 or less."""

    written: int | None = None
    """The sum as the player wrote it, if it is known. It need not add up."""


class SeasonEnd(Model, frozen=True, omit_defaults=True):
    """The end of a season."""

    choices: Mapping[str, Mapping[str, str]] = {}
    """By player, and by ambush, the space that the player destroys at the end of the season."""


class ShapeFace(Model, frozen=True, omit_defaults=True):
    """A shape on a card."""

    rows: Strings
    """The shape as rows of one length: `X` a square, `.` none."""

    coin: bool = False
    """Whether the shape carries a coin; false by default."""


class Beside(Model, frozen=True, omit_defaults=True):
    """The spaces that a space, area or line must be adjacent to."""

    of: Sequence[Of]
    """Kinds of spaces."""

    spaces: int | None = None
    """The least number of different spaces of these kinds; 1 by default."""

    kinds: int | None = None
    """The least number of these kinds; 1 by default."""


class Card(Model, frozen=True, omit_defaults=True):
    """A card with its printed face. The face outranks those of a card pack and of the facts."""

    card: str
    """The card's id."""

    time: int | None = None
    """Explore cards: the time printed on the card."""

    terrains: Sequence[Terrain] | None = None
    """Explore cards: the terrains to choose from."""

    shapes: Sequence[ShapeFace] | None = None
    """Explore cards and ambushes: the shapes to choose from; an ambush has one."""

    passed: Passed | None = None
    """Ambushes: the side to which maps are passed."""

    corner: str | None = None
    """Ambushes: the corner of the map that solo play begins with."""

    turns: Turns | None = None
    """Ambushes: the direction in which solo play goes round the map."""

    pattern: Strings | None = None
    """Heroes: the attack pattern as rows of one length: `H` the hero, `*` a star, `.` nothing."""


class DisputeGiven(Model, frozen=True, omit_defaults=True):
    """The cards between two maps."""

    cards: Sequence[str | Card]
    """The cards between, in order; `season_end` where a season ended."""

    ambushes: Strings = ()
    """The ambushes revealed before these cards, in order; by default those of the table before."""


class Draw(Model, frozen=True, omit_defaults=True):
    """A drawing for a card. With an empty list of spaces it claims that nothing can be drawn. A
    drawing over the edge of the map, or of mountains, can be stated, and is illegal.
    """

    spaces: Strings | None = None
    """The spaces that are filled. Without them it is not whole."""

    terrain: TerrainName | None = None
    """Their terrain; needed where there are spaces. `mountain` is never legal."""

    stars: Strings | None = None
    """Heroes: the whole attack pattern inside the map, spaces that have a star included."""

    destroys: str | None = None
    """Gorgons: the space that is destroyed."""

    skill: Skill | None = None
    """The effect of a skill card that is used: `free_drawing`, squares judged by the map alone;
    `extra_squares`, squares beyond the card's shape; `other`.
    """

    coins_spent: int | None = None
    """The coins that the skill card costs; needed with `skill`."""


class EndGiven(Model, frozen=True, omit_defaults=True):
    """The cards of the season, and what is chosen at its end."""

    revealed: Sequence[str | Card] | None = None
    """The cards of this season, in order. Without them, whether the season is over is not
    judged.
    """

    choices: Mapping[str, Mapping[str, str]] = {}
    """By player, and by ambush, the space that the player destroys at the end of the season."""


class Move(Model, frozen=True, omit_defaults=True):
    """A player's drawing for a card, on the player's own map or on another."""

    spaces: Strings | None = None
    """The spaces that are filled. Without them it is not whole."""

    terrain: TerrainName | None = None
    """Their terrain; needed where there are spaces. `mountain` is never legal."""

    stars: Strings | None = None
    """Heroes: the whole attack pattern inside the map, spaces that have a star included."""

    destroys: str | None = None
    """Gorgons: the space that is destroyed."""

    skill: Skill | None = None
    """The effect of a skill card that is used: `free_drawing`, squares judged by the map alone;
    `extra_squares`, squares beyond the card's shape; `other`.
    """

    coins_spent: int | None = None
    """The coins that the skill card costs; needed with `skill`."""

    card: str | Card | None = None
    """The card that is drawn for."""

    on: str | None = None
    """The owner of the map drawn on; by default the player, and for an ambush the neighbour
    whose map the player receives.
    """

    after_ruins: bool | None = None
    """Whether a ruins card came before it, so that ruins must be covered; false by default."""


class PackedCard(Model, frozen=True, omit_defaults=True):
    """A card of a pack: what it changes of a known card, or the whole of a new one."""

    time: int | None = None
    """Explore cards: the time printed on the card."""

    terrains: Sequence[Terrain] = ()
    """Explore cards: the terrains to choose from."""

    shapes: Sequence[ShapeFace] = ()
    """Explore cards and ambushes: the shapes to choose from; an ambush has one."""

    passed: Passed | None = None
    """Ambushes: the side to which maps are passed."""

    corner: str | None = None
    """Ambushes: the corner of the map that solo play begins with."""

    turns: Turns | None = None
    """Ambushes: the direction in which solo play goes round the map."""

    pattern: Strings = ()
    """Heroes: the attack pattern as rows of one length: `H` the hero, `*` a star, `.` nothing."""

    kind: PackedCardKind | None = None
    """New cards: the kind of card."""

    name: str | Mapping[str, str] | None = None
    """New cards: the name printed on it, one for all languages or one by language."""

    game: Game | None = None
    """The game it belongs to; a new card belongs to every game by default."""

    letter: PackedCardLetter | None = None
    """Ambushes: `D`, `Z`, `T` or `G` if its monsters act like the dragon, the zombie, the troll
    or the gorgon; by default `M`, without an effect.
    """


class Player(Model, frozen=True, omit_defaults=True):
    """A player's sheet: the map drawn, coins, and the boxes of earlier seasons."""

    name: str
    """The player's name, another for each player."""

    drawn: Strings
    """The drawing, as 11 rows of 11 letters: `F` forest, `V` village, `A` farm, `W` water, `H`
    hero, `M` monster, `D` dragon, `Z` zombie, `T` troll, `G` gorgon, `X` destroyed, `d` a
    destroyed dragon space, `.` nothing; `^`, `R` and `#` may repeat the print.
    """

    coins: int = 0
    """The coins marked so far; 0 by default."""

    stars: Strings = ()
    """The spaces with a star; none by default."""

    seasons: Sequence[Box] = ()
    """The boxes of earlier seasons; none by default."""

    dragon_paid: bool | None = None
    """Whether the coins for the dragon are among those marked; false by default."""

    coins_spent: int | None = None
    """The coins that skill cards have cost so far, which are marked no more; 0 by default."""


class RecordedTurn(Model, frozen=True, omit_defaults=True):
    """A card and what each player drew for it, the end of a season, or a player who leaves."""

    card: str | Card | None = None
    """The card."""

    moves: Mapping[str, Draw] = {}
    """By player, what the player drew; none for a ruins card."""

    season_end: SeasonEnd | None = None
    """The end of the season, where it is no card."""

    player: str | None = None
    """With `left` alone: the player who leaves."""

    left: bool | None = None
    """Whether the player leaves the table instead."""


class Term(Model, frozen=True, omit_defaults=True):
    """Points for each space, area or line that meets every condition that is given."""

    points: int
    """The points for each; of the largest or second largest area, for each of its spaces."""

    each: TermEach
    """The groups to pay for. A line is a row or a column; a diagonal runs from column 1 down and
    right to row K. The areas by size are those among the areas that meet the conditions, the
    first in reading order if several tie.
    """

    of: Of
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

    has: Of | None = None
    """A kind that one of its spaces is as well, say `ruins`."""

    beside: Beside | None = None
    """The spaces that it is adjacent to."""

    not_beside: Sequence[Of] = ()
    """Kinds that it is not adjacent to."""

    amid: Sequence[Of] = ()
    """The only kinds that it is adjacent to, the edge aside."""

    contains: Strings = ()
    """A shape that lies in it, turned and mirrored at will, as rows of one length."""


class ActionsGiven(Model, frozen=True, omit_defaults=True):
    """The card that is drawn for."""

    card: str | Card
    """The card."""

    on: str | None = None
    """The owner of the map drawn on; by default the player, and for an ambush the neighbour
    whose map the player receives.
    """

    after_ruins: bool | None = None
    """Whether a ruins card came before it, so that ruins must be covered; false by default."""


class ScoringCard(Model, frozen=True, omit_defaults=True):
    """A scoring card of a pack."""

    name: str | Mapping[str, str]
    """Its name, one for all languages or one by language."""

    category: CategoryName
    """Its category; each of the four is under one decree."""

    solo: int
    """Its number for solo play, which the rating subtracts."""

    pays: Sequence[Term]
    """Its terms; its points are the sum of theirs."""

    game: Game | None = None
    """The game it belongs to; by default every game."""


class CardPack(Model, frozen=True, omit_defaults=True):
    """A card pack: tables such as `[cards.gorgon_gaze]`, `[scoring.old_mill]` and `[maps]`."""

    title: str | None = None
    """What the pack calls itself."""

    cards: Mapping[str, PackedCard] = {}
    """Cards by their ids, known or new: letters, digits and `_`."""

    maps: Mapping[str, Strings] = {}
    """Prints by the names of their maps, known or new, as 11 rows of `^`, `R`, `#` and `.`."""

    scoring: Mapping[str, ScoringCard] = {}
    """New scoring cards by their ids."""

    seasons: Mapping[str, int] = {}
    """The time at which a season ends, by season, where it is not the printed one."""


class Partial(Model, frozen=True, omit_defaults=True):
    """A table of which a move needs the game, the map and a sheet alone."""

    game: Game
    """The game: Cartographers, Heroes, or both combined."""

    map: str | Strings
    """The side of the sheets: its name, or its print as 11 rows of 11 letters: `^` mountain, `R`
    ruins, `#` wasteland, `.` plain.
    """

    players: Sequence[Player]
    """The players clockwise: the left neighbour of each is the next."""

    season: Season | None = None
    """The season that is played."""

    solo: bool | None = None
    """Whether it is a solo game; by default with exactly one player. False with one player: a
    single sheet of a game of several.
    """

    decrees: Mapping[str, str] = {}
    """The scoring card under each decree, `A` to `D`. Those that no season asked for needs may
    be absent.
    """

    ambushes: Strings = ()
    """The ambushes revealed so far, in order; none by default."""

    rulings: Rulings = {}
    """How open points of the rules are decided; each ruling has a default."""

    pack: CardPack | None = None
    """The table's own cards, maps and lengths of seasons, as in a card pack. It outranks the
    card pack of the service, and that the printed facts.
    """

    left: Strings = ()
    """The players who have left."""


class Snapshot(Model, frozen=True, omit_defaults=True):
    """A table at one moment: the map and the decrees in play, and every player's sheet."""

    game: Game
    """The game: Cartographers, Heroes, or both combined."""

    map: str | Strings
    """The side of the sheets: its name, or its print as 11 rows of 11 letters: `^` mountain, `R`
    ruins, `#` wasteland, `.` plain.
    """

    season: Season
    """The season that is played, or that is scored."""

    players: Sequence[Player]
    """The players clockwise: the left neighbour of each is the next."""

    solo: bool | None = None
    """Whether it is a solo game; by default with exactly one player. False with one player: a
    single sheet of a game of several.
    """

    decrees: Mapping[str, str] = {}
    """The scoring card under each decree, `A` to `D`. Those that no season asked for needs may
    be absent.
    """

    ambushes: Strings = ()
    """The ambushes revealed so far, in order; none by default."""

    rulings: Rulings = {}
    """How open points of the rules are decided; each ruling has a default."""

    pack: CardPack | None = None
    """The table's own cards, maps and lengths of seasons, as in a card pack. It outranks the
    card pack of the service, and that the printed facts.
    """

    left: Strings = ()
    """The players who have left."""


class Record(Model, frozen=True, omit_defaults=True):
    """A table, and the turns that followed."""

    snapshot: Snapshot | str
    """A table, as JSON or as text."""

    turns: Sequence[RecordedTurn]
    """The turns, in the order in which they were played."""
