"""Requests about Tiwanaku.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from msgspec import UNSET, UnsetType, field

from theodolite_sdk.model import Model, Strings

ActionOwnArrow: TypeAlias = Literal["easy", "hard"]
ActionType: TypeAlias = Literal[
    "explore", "recall", "divine", "final_prediction", "pass", "final_offering", "none"
]
BoardName: TypeAlias = Literal["short", "long"]


class ByTerrain(TypedDict):
    """A number for each terrain."""

    mud: int
    """The number for mud."""

    sand: int
    """The number for sand."""

    grass: int
    """The number for grass."""

    rock: int
    """The number for rock."""


Colour: TypeAlias = Literal["blue", "brown", "green", "white", "purple", "yellow"]
DifficultyName: TypeAlias = Literal["easy", "normal", "hard", "expert"]
Direction: TypeAlias = Literal["up", "right", "down", "left"]
Mode: TypeAlias = Literal["competitive", "solo", "cooperative"]
RulingsCoopEntry: TypeAlias = Literal["with_arrow", "any_edge"]
RulingsCoopNoAction: TypeAlias = Literal["must_choose_playable", "spend_and_end"]
RulingsCoopNoTile: TypeAlias = Literal["skipped", "divine_only"]
RulingsCoopNormal: TypeAlias = Literal["fewer_meeples", "more_otoma"]
RulingsCropLimit: TypeAlias = Literal["box", "none"]
RulingsOfferingAfterError: TypeAlias = Literal["yes", "no"]
RulingsOfferingMoment: TypeAlias = Literal["after_otoma", "before_otoma"]
RulingsOfferingSize: TypeAlias = Literal["any", "all"]
RulingsOtomaPathEnd: TypeAlias = Literal["stops_if_empty", "never_stops"]
RulingsOtomaSetupOrder: TypeAlias = Literal["rows", "columns"]
RulingsOtomaStartScore: TypeAlias = Literal["ten", "zero"]
RulingsOwnArrowChoice: TypeAlias = Literal["each_time", "whole_game"]
RulingsPartnerMeeples: TypeAlias = Literal["pass_planted", "block", "as_own"]
RulingsReturnAfterRecall: TypeAlias = Literal["allowed", "not_next_turn"]
SampleCrop: TypeAlias = Literal["1", "2", "3", "4", "5", "."]
SampleTerrain: TypeAlias = Literal["M", "S", "G", "R", "."]
ScenarioDifficulty: TypeAlias = Literal["easy", "medium", "hard"]
ScenarioUnique: TypeAlias = Literal["from_start", "from_terrain"]
Terrain: TypeAlias = Literal["mud", "sand", "grass", "rock"]


class Tops(TypedDict):
    """The arrows on top of the stacks as far as known; null for a stack that is empty."""

    mud: NotRequired[Direction | None]
    """The way that the top tile of mud points."""

    sand: NotRequired[Direction | None]
    """The way that the top tile of sand points."""

    grass: NotRequired[Direction | None]
    """The way that the top tile of grass points."""

    rock: NotRequired[Direction | None]
    """The way that the top tile of rock points."""


class Rulings(TypedDict):
    """How the open points of the rules are decided."""

    return_after_recall: NotRequired[RulingsReturnAfterRecall]
    """Page 4 bars only a move from ending where it began; nothing says whether a recalled meeple
    may come back to the same space in the next turn.
    """

    offering_after_error: NotRequired[RulingsOfferingAfterError]
    """Page 5 has an offering follow a successful action and ends the turn at a mistake; only the
    solo rules on page 9 allow one after mistakes.
    """

    crop_limit: NotRequired[RulingsCropLimit]
    """Every real disc can be laid with the crop tiles of the box; whether deductions may use
    that is not said.
    """

    offering_size: NotRequired[RulingsOfferingSize]
    """Page 5 speaks of a set of one's tokens and pays by number, so that some may be kept; only
    Otoma must give all.
    """

    otoma_start_score: NotRequired[RulingsOtomaStartScore]
    """Page 8 sets up as for two players, which puts a marker on 10; the text then lists only
    what Otoma gains.
    """

    otoma_setup_order: NotRequired[RulingsOtomaSetupOrder]
    """From left to right and top to bottom may mean along the rows or down the columns, which
    changes points.
    """

    otoma_blocks: NotRequired[RulingsOfferingAfterError]
    """That Otoma's pawns block a meeple is not stated; page 4 says it of opponents' meeples."""

    own_arrow_choice: NotRequired[RulingsOwnArrowChoice]
    """Page 8 has one choose between two actions whenever the colours match; their names, easy
    and hard, sound like a level for the whole game.
    """

    otoma_path_end: NotRequired[RulingsOtomaPathEnd]
    """That a pawn does not stop at a path's end may mean that using a path is no stop, or that
    an empty space there is passed.
    """

    solo_final_offering: NotRequired[RulingsOfferingAfterError]
    """Page 9 drops the final predictions only."""

    offering_moment: NotRequired[RulingsOfferingMoment]
    """In a cooperative game one offers at the end of a turn that the reaction interrupts, yet
    the next turn starts when the reaction ends; it changes what Otoma offers.
    """

    coop_normal: NotRequired[RulingsCoopNormal]
    """The normal column of the tables is lost: it has the meeples of expert with four of Otoma's
    pawns, or those of easy with five.
    """

    partner_meeples: NotRequired[RulingsPartnerMeeples]
    """Page 4 bars only opponents and forces one on from own meeples; other colours of a
    cooperative group are neither.
    """

    coop_start_counts: NotRequired[RulingsOfferingAfterError]
    """No space is moved through twice; whether the start is one of them is not said."""

    coop_entry: NotRequired[RulingsCoopEntry]
    """Whether the step onto the board goes the arrow's way, or one enters anywhere and the
    second step does, is not said.
    """

    coop_no_action: NotRequired[RulingsCoopNoAction]
    """An action is mandatory, but a tile's arrow may allow none; whether a playable tile must
    then be chosen is not said.
    """

    coop_no_tile: NotRequired[RulingsCoopNoTile]
    """A player who gave a tile runs out before the others, yet must spend one; the text is
    silent.
    """

    coop_final_predictions: NotRequired[RulingsOfferingAfterError]
    """Page 11 gives another end than page 6 and speaks only of a final offering."""


class Excluded(Model, frozen=True, omit_defaults=True):
    """A space, and a value that it does not have."""

    space: str
    """A space, by column letter and row number: `A1` to `I5`."""

    value: Literal["mud", "sand", "grass", "rock"] | int
    """A terrain, or the level of a crop, 1 to 5."""


class Final(Model, frozen=True, omit_defaults=True):
    """The end of a game."""

    starter: str | None = None
    """The player who laid the last terrain tile. Competitive games need it."""

    passed: Strings = ()
    """The players who have passed in the final phase, none by default."""

    offered: Strings = ()
    """The players who have made their last offering, or `group`; none by default."""


class Group(Model, frozen=True, omit_defaults=True):
    """The side of the players of a cooperative game."""

    score: int
    """The points on the group's score marker."""

    offerings: Sequence[int]
    """The levels of the tokens that the group holds, each once."""

    diversity: ByTerrain
    """The steps that the group's pawn of each terrain has risen."""


class NamedPlayer(Model, frozen=True, omit_defaults=True):
    """A player at the set-up."""

    name: str
    """Unique among the players; neither `Otoma` nor `group`."""

    colour: Colour
    """The colour of the meeples: blue, brown, green or white."""


class Pawn(Model, frozen=True, omit_defaults=True):
    """One of Otoma's pawns."""

    colour: Colour
    """The pawn's colour."""

    space: str
    """The space on which it stands."""


class Player(Model, frozen=True, omit_defaults=True):
    """A player. In cooperative games, score, offerings and diversity are the group's."""

    name: str
    """Unique among the players; neither `Otoma` nor `group`."""

    colour: Colour
    """The colour of the meeples: blue, brown, green or white. Of four players of a cooperative
    game, the first and the third share one, the second and the fourth another.
    """

    meeples: Strings = ()
    """The spaces of the meeples on the board, none by default. Those of a pair stand with its
    first player.
    """

    score: int | None = None
    """The points on the score marker. Not in cooperative games."""

    offerings: Sequence[int] | None = None
    """The levels of the offering tokens held, each once. Not in cooperative games."""

    diversity: ByTerrain | None = None
    """The steps that the diversity pawn of each terrain has risen. Not in cooperative games."""

    stacks: ByTerrain | None = None
    """Cooperative games: the tiles of each terrain behind the screen."""

    tops: Tops | None = None
    """Cooperative games: the arrows on top of the stacks, as far as known."""

    recalled_from: str | None = None
    """The space from which this player's last turn recalled a meeple, if it did."""


class Prediction(Model, frozen=True, omit_defaults=True):
    """A crop predicted, and the one that the wheel showed."""

    space: str
    """The bare space with a meeple."""

    says: int | None = None
    """The level predicted, 1 to 5."""

    wheel: int | None = None
    """The level that the wheel showed, 1 to 5."""


class ScenarioCheck(Model, frozen=True, omit_defaults=True):
    """A disc: its whole map, the start spaces on its back, and those of Otoma's pawns."""

    board: BoardName
    """The side of the board: `short` has 5 columns, `long` 9; both have 5 rows."""

    terrain: Strings
    """The terrain of the whole map, top row first: 5 strings of 5 (short) or 9 (long) letters,
    `M` mud, `S` sand, `G` grass, `R` rock.
    """

    crops: Strings
    """The crops of the whole map, top row first: 5 strings of 5 (short) or 9 (long) levels `1`
    to `5`.
    """

    start: Strings
    """The start spaces."""

    otoma: Strings | None = None
    """Long discs: the start spaces of Otoma's pawns, none by default."""


class SetUp(Model, frozen=True, omit_defaults=True):
    """The beginning of a game: the disc's open side, the players, and Otoma's pawns."""

    board: BoardName
    """The side of the board: `short` has 5 columns, `long` 9; both have 5 rows."""

    mode: Mode
    """How the game is played; solo and cooperative games take the long board."""

    players: Sequence[NamedPlayer]
    """The players in turn order: one in solo games, else two to four."""

    terrain: Strings
    """The terrain, top row first: 5 strings of 5 (short) or 9 (long) letters, `M` mud, `S` sand,
    `G` grass, `R` rock, `.` empty.
    """

    crops: Strings
    """The crops, top row first: 5 strings of 5 (short) or 9 (long) levels `1` to `5`, `.` for a
    space without a crop.
    """

    tiles: ByTerrain
    """The disc's number of tiles of each terrain, start tiles included: 25 in all on the short
    board, 45 on the long one.
    """

    difficulty: DifficultyName | None = None
    """Solo games: `easy` or `hard`. Cooperative games, which need it: `easy`, `normal` or
    `expert`.
    """

    start: Strings | None = None
    """The disc's start spaces; null, the default, if unknown."""

    otoma: Sequence[Pawn] | None = None
    """Otoma's pawns; solo and cooperative games need them."""

    rulings: Rulings = {}
    """How the open points of the rules are decided, by the rulings' names."""


class Wheel(Model, frozen=True, omit_defaults=True):
    """The reading of the wheel for a space that Otoma discovers."""

    terrain: Terrain
    """The terrain of the space."""

    crop: int
    """The level of its crop, 1 to 5."""


class AfterMove(Model, frozen=True, omit_defaults=True):
    """The move of a player after which Otoma moves."""

    player: str
    """The name of the player who moved."""

    space: str
    """The space where the meeple ended."""

    meeple_colour: Colour | None = None
    """Solo games: the colour of the meeple, which the arrow below it is held against; the
    player's by default.
    """


class Arrow(Model, frozen=True, omit_defaults=True):
    """The arrow of a terrain tile."""

    colour: Colour
    """The arrow's colour."""

    direction: Direction
    """The way it points, with the tile's north mark aligned with the rose."""


class DirectedMove(Model, frozen=True, omit_defaults=True):
    """A move of one of Otoma's pawns in a direction."""

    pawn: str
    """The pawn, by its colour, or by its space where several have that colour."""

    direction: Direction
    """The way that it moves."""

    wheel: Wheel | None = None
    """The wheel's result for the space where the pawn stops; absent or null if that is not
    known, or if it comes round to where it stood.
    """

    giver: str | None = None
    """Cooperative games: the player who gives the tile, if the pool has none of that terrain."""


class Given(Model, frozen=True, omit_defaults=True):
    """The move of a player to which Otoma's moves are a response."""

    after_move: AfterMove | None = None
    """The move after which Otoma moves; without it, no pawns are due."""


class Marks(Model, frozen=True, omit_defaults=True):
    """The terrains and the levels that a space may have."""

    terrain: Sequence[Terrain] = ()
    """The terrains, none by default."""

    crops: Sequence[int] = ()
    """The levels of crops, none by default."""


class Otoma(Model, frozen=True, omit_defaults=True):
    """Otoma's side."""

    pawns: Sequence[Pawn]
    """Solo games: a pawn of each of the five colours that the player has not. Cooperative games:
    four or five pawns of one colour.
    """

    score: int
    """The points on Otoma's score marker."""

    diversity: ByTerrain
    """The steps that Otoma's pawn of each terrain has risen."""

    offerings: Sequence[int] | None = None
    """Cooperative games: the levels of the tokens that Otoma holds, each once; none by default."""


class OtomaMove(Model, frozen=True, omit_defaults=True):
    """Moves of Otoma's after a player's move."""

    moves: Sequence[DirectedMove] = ()
    """The moves in their order, none by default."""


class Partial(Model, frozen=True, omit_defaults=True):
    """A table of which the board and its tiles suffice."""

    board: BoardName
    """The side of the board: `short` has 5 columns, `long` 9; both have 5 rows."""

    terrain: Strings
    """The terrain, top row first: 5 strings of 5 (short) or 9 (long) letters, `M` mud, `S` sand,
    `G` grass, `R` rock, `.` empty.
    """

    crops: Strings
    """The crops, top row first: 5 strings of 5 (short) or 9 (long) levels `1` to `5`, `.` for a
    space without a crop.
    """

    mode: Mode | None = None
    """How the game is played; solo and cooperative games take the long board."""

    tiles: ByTerrain | None = None
    """The disc's number of tiles of each terrain, start tiles included: 25 in all on the short
    board, 45 on the long one.
    """

    start: Strings | None = None
    """The disc's start spaces; null, the default, if unknown."""

    diversity_top: int | None = None
    """The number of the last level of the diversity track, counted in steps from the bottom;
    null, the default, if unknown.
    """

    players: Sequence[Player] = ()
    """The players in turn order, if any."""

    final: Final | None = None
    """The end of the game; null, the default, until the last terrain tile lies and that turn is
    done.
    """

    difficulty: DifficultyName | None = None
    """Solo games: `easy` or `hard`. Cooperative games, which need it: `easy`, `normal` or
    `expert`.
    """

    otoma: Otoma | None = None
    """Otoma's side; solo and cooperative games need it."""

    arrows: Mapping[str, Arrow] | None = None
    """Solo games: the arrows of tiles without a crop, by space, as far as known."""

    paths: Sequence[Strings] | None = None
    """Solo and cooperative games: the paths along the board, as far as known."""

    pool: ByTerrain | None = None
    """Cooperative games, which need it: the tiles in the pool, by terrain."""

    group: Group | None = None
    """Cooperative games, which need it: what the players share."""

    rulings: Rulings = {}
    """How the open points of the rules are decided, by the rulings' names."""

    left: Strings = ()
    """The players who have left."""


class PawnMove(Model, frozen=True, omit_defaults=True):
    """A move of Otoma's within a turn; its direction follows from the arrow or the position."""

    pawn: str | None = None
    """The pawn, by its colour, or by its space where several have that colour."""

    wheel: Wheel | None = None
    """The wheel's result for the space where the pawn stops; absent or null if that is not
    known, or if it comes round to where it stood.
    """

    giver: str | None = None
    """Cooperative games: the player who gives the tile, if the pool has none of that terrain."""


class Sample(Model, frozen=True, omit_defaults=True):
    """The tiles on one space of the photograph."""

    space: str
    """A space, by column letter and row number: `A1` to `I5`."""

    terrain: SampleTerrain
    """In the letters of the rows, `.` for a space without a tile."""

    crop: SampleCrop
    """Its level, or `.` for a space without a crop."""


class Scenario(Model, frozen=True, omit_defaults=True):
    """The disc that is wanted: the same seed gives the same disc."""

    board: BoardName
    """The side of the board: `short` has 5 columns, `long` 9; both have 5 rows."""

    seed: int
    """Any number from 0 to 2^63 - 1."""

    unique: ScenarioUnique | None = None
    """The knowledge that leaves one world: the start tiles and the counts (`from_start`), or all
    terrain and the start crops (`from_terrain`). The default is `from_start`; for `easy` it
    is `from_terrain`, since tier 1 proves hardly any terrain.
    """

    start_tiles: int | None = None
    """The number of start tiles; null, the default, for as few as can be."""

    max_tier: int | None = None
    """The hardest tier of laws that a proof of the map may need, 1 to 5; 5 by default. Not with
    `difficulty`.
    """

    difficulty: ScenarioDifficulty | None = None
    """The hardest tier of laws that a proof of the map needs: 1 (`easy`), 2 (`medium`) or 3
    (`hard`). The map then has all four terrains and regions of several sizes, and something
    is left to be found.
    """

    players: int | None = None
    """Long board: the number of players of a cooperative game, 2 to 4, to whom the tiles left
    can be dealt equally.
    """


class Snapshot(Model, frozen=True, omit_defaults=True):
    """The whole table at one moment. Which fields it has depends on the mode."""

    board: BoardName
    """The side of the board: `short` has 5 columns, `long` 9; both have 5 rows."""

    mode: Mode
    """How the game is played; solo and cooperative games take the long board."""

    terrain: Strings
    """The terrain, top row first: 5 strings of 5 (short) or 9 (long) letters, `M` mud, `S` sand,
    `G` grass, `R` rock, `.` empty.
    """

    crops: Strings
    """The crops, top row first: 5 strings of 5 (short) or 9 (long) levels `1` to `5`, `.` for a
    space without a crop.
    """

    tiles: ByTerrain
    """The disc's number of tiles of each terrain, start tiles included: 25 in all on the short
    board, 45 on the long one.
    """

    players: Sequence[Player]
    """The players in turn order: one in solo games, else two to four."""

    start: Strings | None = None
    """The disc's start spaces; null, the default, if unknown."""

    diversity_top: int | None = None
    """The number of the last level of the diversity track, counted in steps from the bottom;
    null, the default, if unknown.
    """

    final: Final | None = None
    """The end of the game; null, the default, until the last terrain tile lies and that turn is
    done.
    """

    difficulty: DifficultyName | None = None
    """Solo games: `easy` or `hard`. Cooperative games, which need it: `easy`, `normal` or
    `expert`.
    """

    otoma: Otoma | None = None
    """Otoma's side; solo and cooperative games need it."""

    arrows: Mapping[str, Arrow] | None = None
    """Solo games: the arrows of tiles without a crop, by space, as far as known."""

    paths: Sequence[Strings] | None = None
    """Solo and cooperative games: the paths along the board, as far as known."""

    pool: ByTerrain | None = None
    """Cooperative games, which need it: the tiles in the pool, by terrain."""

    group: Group | None = None
    """Cooperative games, which need it: what the players share."""

    rulings: Rulings = {}
    """How the open points of the rules are decided, by the rulings' names."""

    left: Strings = ()
    """The players who have left."""


class Spend(Model, frozen=True, omit_defaults=True):
    """The tile spent in a cooperative game."""

    terrain: Terrain
    """The terrain of the tile."""

    arrow: Direction | None = None
    """The way that its arrow points; null if that is not known."""


class Action(Model, frozen=True, omit_defaults=True):
    """An action. Which fields it has depends on its type."""

    type: ActionType
    """The action. `none`: nothing, where a solo or cooperative game allows no action."""

    from_: str | None | UnsetType = field(name="from", default=UNSET)
    """`explore`: the space that the meeple leaves, null for the reserve. `recall`: the space
    from which it is recalled.
    """

    path: Strings | None = None
    """`explore`: every space stepped onto, in order."""

    wheel: Literal["mud", "sand", "grass", "rock"] | int | None = None
    """The wheel's result, absent or null if that is not known: the terrain of the space that
    `explore` discovers, the level of the crop of a `final_prediction`.
    """

    giver: str | None = None
    """Cooperative games: the player who gives the tile, if the pool has none of that terrain."""

    arrow: Arrow | None = None
    """Solo games: the arrow of the tile that `explore` discovers."""

    own_arrow: ActionOwnArrow | None = None
    """Solo games: what the player chooses where the arrow has the meeple's own colour. `easy`:
    nothing. `hard`: the turn ends, and a pawn of Otoma's moves.
    """

    predictions: Sequence[Prediction] | None = None
    """`divine`: the predictions in their order."""

    space: str | None = None
    """`final_prediction`: the bare space with a meeple."""

    says: int | None = None
    """`final_prediction`: the level predicted, 1 to 5."""


class Counted(Model, frozen=True, omit_defaults=True):
    """A table of which the board, its tiles and the disc's counts suffice."""

    board: BoardName
    """The side of the board: `short` has 5 columns, `long` 9; both have 5 rows."""

    terrain: Strings
    """The terrain, top row first: 5 strings of 5 (short) or 9 (long) letters, `M` mud, `S` sand,
    `G` grass, `R` rock, `.` empty.
    """

    crops: Strings
    """The crops, top row first: 5 strings of 5 (short) or 9 (long) levels `1` to `5`, `.` for a
    space without a crop.
    """

    tiles: ByTerrain
    """The disc's number of tiles of each terrain, start tiles included: 25 in all on the short
    board, 45 on the long one.
    """

    mode: Mode | None = None
    """How the game is played; solo and cooperative games take the long board."""

    start: Strings | None = None
    """The disc's start spaces; null, the default, if unknown."""

    diversity_top: int | None = None
    """The number of the last level of the diversity track, counted in steps from the bottom;
    null, the default, if unknown.
    """

    players: Sequence[Player] = ()
    """The players in turn order, if any."""

    final: Final | None = None
    """The end of the game; null, the default, until the last terrain tile lies and that turn is
    done.
    """

    difficulty: DifficultyName | None = None
    """Solo games: `easy` or `hard`. Cooperative games, which need it: `easy`, `normal` or
    `expert`.
    """

    otoma: Otoma | None = None
    """Otoma's side; solo and cooperative games need it."""

    arrows: Mapping[str, Arrow] | None = None
    """Solo games: the arrows of tiles without a crop, by space, as far as known."""

    paths: Sequence[Strings] | None = None
    """Solo and cooperative games: the paths along the board, as far as known."""

    pool: ByTerrain | None = None
    """Cooperative games, which need it: the tiles in the pool, by terrain."""

    group: Group | None = None
    """Cooperative games, which need it: what the players share."""

    rulings: Rulings = {}
    """How the open points of the rules are decided, by the rulings' names."""

    left: Strings = ()
    """The players who have left."""


class Move(Model, frozen=True, omit_defaults=True):
    """A turn of a player. Rules about a part that is missing are `not_checked`."""

    action: Action | None = None
    """The action; null if it is not known."""

    offering: Sequence[int] | None = None
    """The levels of the tokens offered, none by default."""

    otoma: Sequence[PawnMove] | None = None
    """Solo games: Otoma's move after the action, empty if no pawn moved; null if that is not
    known.
    """

    spend: Spend | None = None
    """Cooperative games: the tile spent; null if it is not known."""

    reaction: Sequence[PawnMove] | None = None
    """Cooperative games: Otoma's moves after the action in their order, empty if no pawn moved;
    null if they are not known.
    """


class RecordedTurn(Model, frozen=True, omit_defaults=True):
    """A turn of a record."""

    player: str
    """The name of the player who moves, or `Otoma`."""

    move: Move | None = None
    """What the player did."""

    left: bool | None = None
    """Whether the player leaves the table instead."""


class Record(Model, frozen=True, omit_defaults=True):
    """A table, and the turns that followed."""

    snapshot: Snapshot | str
    """A table, as JSON or as text."""

    turns: Sequence[RecordedTurn]
    """The turns, in the order in which they were played."""
