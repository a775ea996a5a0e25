"""Requests about Treasure Hunt.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from msgspec import UNSET, UnsetType

from theodolite_sdk.model import Model, Strings

ActionDo: TypeAlias = Literal["roll", "move", "play", "place", "log", "discard", "skip"]
Colour: TypeAlias = Literal["red", "green", "yellow", "blue"]
Die: TypeAlias = Literal["blue", "green", "white", "brown"]
DrawnAction: TypeAlias = Literal[
    "fallen_tree",
    "broken_bridge",
    "lost_shoe",
    "walker",
    "remove_obstacle",
    "boat",
    "shovel",
    "creep_through",
    "closed",
    "open",
    "buried",
]
PieceName: TypeAlias = Literal["tree", "walker"]
CardName: TypeAlias = Literal[
    "fallen_tree",
    "broken_bridge",
    "lost_shoe",
    "walker",
    "remove_obstacle",
    "boat",
    "shovel",
    "creep_through",
]
RouteInfo: TypeAlias = Literal["closed", "open", "buried"]
RouteName: TypeAlias = Literal["triangle", "circle", "square"]
RulingsAfterStop: TypeAlias = Literal["turn_over", "cards_allowed"]
RulingsBoatAfterRoll: TypeAlias = Literal["whole_turn", "allowed", "before_roll"]
RulingsBrokenBridgeExtent: TypeAlias = Literal["whole_bridge", "one_space"]
RulingsBrokenBridgeSpace: TypeAlias = Literal["closed", "as_water"]
RulingsCoordinatesCounted: TypeAlias = Literal["ended_routes", "logged_too"]
RulingsCoveredCoordinate: TypeAlias = Literal["enter_to_log", "from_beside"]
RulingsCreepFor: TypeAlias = Literal["everyone", "placer"]
RulingsDieCount: TypeAlias = Literal["exact", "stop_at_goal", "at_most"]
RulingsForeignEnd: TypeAlias = Literal["not_allowed", "stay_behind"]
RulingsFreePieces: TypeAlias = Literal["any_turn", "own_turn"]
RulingsHomePlace: TypeAlias = Literal["corner_space", "frame"]
RulingsLateLogging: TypeAlias = Literal["own_turn", "arrival_only"]
RulingsLogging: TypeAlias = Literal["at_end", "in_passing"]
RulingsOccupiedBy: TypeAlias = Literal["explorers", "explorers_and_walkers"]
RulingsOpenTreasureDraw: TypeAlias = Literal["may", "must"]
RulingsPassTurn: TypeAlias = Literal["not_allowed", "allowed"]
RulingsSeveralShoes: TypeAlias = Literal["same_turn", "one_each"]
RulingsTeamEnd: TypeAlias = Literal["together", "one_player"]
RulingsTeamLogging: TypeAlias = Literal["own_colour", "team"]
RulingsTreasureAccess: TypeAlias = Literal["open_only", "all"]
RulingsTreasuresPerRoute: TypeAlias = Literal["any", "one"]
RulingsTreeDistance: TypeAlias = Literal["two_coordinates", "two_between", "two_steps"]
RulingsTreeOnBridge: TypeAlias = Literal["closes_both", "boat_passes"]
RulingsTurningBack: TypeAlias = Literal["no_reversal", "free"]
RulingsWalkerInstead: TypeAlias = Literal["always", "without_card"]
RulingsWalkerRound: TypeAlias = Literal["until_movers_turn", "until_first_player"]
RulingsWalkerZone: TypeAlias = Literal["square", "steps"]
SampleSymbol: TypeAlias = Literal["W", "F", "S", "P", "?"]
Terrain: TypeAlias = Literal["water", "forest", "sand", "path"]
Treasure: TypeAlias = Literal["diamond", "gold", "ruby", "sapphire", "choice"]


class Variants(TypedDict):
    """The variants in play."""

    young: NotRequired[bool]
    """Whether the variant for young players is. Default false."""

    teams: NotRequired[bool]
    """Whether two teams of two play. Default false."""


class Rulings(TypedDict):
    """How the open points of the rules are decided."""

    die_count: NotRequired[RulingsDieCount]
    """One moves the number rolled, and the publisher's loops use up steps; with stop_at_goal one
    may stop where one logs, or at home, with at_most anywhere.
    """

    turning_back: NotRequired[RulingsTurningBack]
    """Only the publisher's answers bar undoing a step; the rulebook itself does not."""

    foreign_end: NotRequired[RulingsForeignEnd]
    """An end on another player's coordinate may be forbidden, or shortened as behind an
    explorer.
    """

    after_stop: NotRequired[RulingsAfterStop]
    """The stop on another terrain makes it the next player's turn, yet cards may be played the
    whole turn.
    """

    walker_instead: NotRequired[RulingsWalkerInstead]
    """The text lets players without a walker card move a walker instead; barring the others
    would gain nothing.
    """

    logging: NotRequired[RulingsLogging]
    """To arrive may mean to end there or also to pass; with in_passing an explorer logs and
    walks on.
    """

    late_logging: NotRequired[RulingsLateLogging]
    """The text bars logging until a walker has left, so a coordinate hindered on arrival can be
    logged later in one's turn; with arrival_only it cannot.
    """

    occupied_by: NotRequired[RulingsOccupiedBy]
    """Only explorers are named as what one stays behind."""

    home_place: NotRequired[RulingsHomePlace]
    """One heading names start spaces, another the frame's numbers at the corner; with frame the
    explorers begin off the board beside the corner space.
    """

    pass_turn: NotRequired[RulingsPassTurn]
    """One passage says that a player throws and moves, another that one may move."""

    covered_coordinate: NotRequired[RulingsCoveredCoordinate]
    """A covered coordinate can be logged and yet not be entered: who may log there enters it as
    the last step, or logs it from a neighbour.
    """

    broken_bridge_extent: NotRequired[RulingsBrokenBridgeExtent]
    """The sizes of bridges and of the marker are not known: it closes the whole bridge, or its
    one space.
    """

    broken_bridge_space: NotRequired[RulingsBrokenBridgeSpace]
    """One goes through the water: beside the bridge, or where it fell."""

    boat_after_roll: NotRequired[RulingsBoatAfterRoll]
    """Help cards may be played all turn, so a boat also after a step; it then serves from the
    next move on. With allowed it is played before the first step, with before_roll before the
    roll.
    """

    tree_distance: NotRequired[RulingsTreeDistance]
    """Trees do not touch and lie at least two coordinates apart: the larger difference is 2, two
    coordinates lie between, or two steps lead across.
    """

    placing_onto_pieces: NotRequired[RulingsPassTurn]
    """Only start spaces are excepted for trees and walkers; with not_allowed none is put onto an
    explorer, an obstacle or a creep-through.
    """

    walker_zone: NotRequired[RulingsWalkerZone]
    """Within two spaces around a coordinate: the example's red box is a square of five by five;
    with steps it is two steps.
    """

    walker_round: NotRequired[RulingsWalkerRound]
    """What a round is, is not said: it lasts till the next turn of the player who moved the
    walker, or of the first player.
    """

    free_pieces: NotRequired[RulingsFreePieces]
    """The free pieces are used freely during the game: in any turn, or in one's own only."""

    creep_for: NotRequired[RulingsCreepFor]
    """Whom a creep-through serves is not said. One of which it is not known who placed it serves
    everyone.
    """

    several_shoes: NotRequired[RulingsSeveralShoes]
    """Each of several lost shoes names the next turn: one turn is skipped for all, or one for
    each.
    """

    treasures_per_route: NotRequired[RulingsTreasuresPerRoute]
    """A treasure card joins a route of choice, also one that has a treasure; with one it is
    discarded if no route is free.
    """

    buried_after_treasure: NotRequired[RulingsPassTurn]
    """A route with a buried treasure is said to be unfinished still, so the card does not join
    one that has its treasure already.
    """

    treasure_access: NotRequired[RulingsTreasureAccess]
    """The publisher lets others log open treasures only; an alternative lets everyone log every
    treasure.
    """

    coordinates_counted: NotRequired[RulingsCoordinatesCounted]
    """Only ended routes give coordinates; with logged_too the cards of unfinished routes count
    as well, but the last of each.
    """

    team_end: NotRequired[RulingsTeamEnd]
    """Mates add up treasures and coordinates and all come home, or one of them does it all."""

    team_logging: NotRequired[RulingsTeamLogging]
    """An explorer logs its own colour; with team mates log each other's coordinates, and none of
    those is foreign.
    """

    tree_on_bridge: NotRequired[RulingsTreeOnBridge]
    """Nobody goes over a tree; whether a boat passes below one that lies on a bridge is not
    said: it closes the water too, or a boat passes as under a broken bridge.
    """

    open_treasure_draw: NotRequired[RulingsOpenTreasureDraw]
    """After an open treasure was logged the route's owner gets new cards by one heading, and may
    take them by another.
    """


class CreepThrough(Model, frozen=True, omit_defaults=True):
    """A creep-through."""

    at: str
    """Its space."""

    by: str | None = None
    """The player who placed it, for the ruling `creep_for`. Default null: unknown."""


class Dice(Model, frozen=True, omit_defaults=True):
    """The faces of dice: each value as often as it is on the die."""

    blue: Sequence[int] | None = None
    """The faces of the blue die, that of water."""

    green: Sequence[int] | None = None
    """The faces of the green die, that of forest."""

    white: Sequence[int] | None = None
    """The faces of the white die, that of sand."""

    brown: Sequence[int] | None = None
    """The faces of the brown die, that of path."""


class PlacedSegment(Model, frozen=True, omit_defaults=True):
    """A segment of the board pack on a quarter of the board."""

    segment: str
    """The segment's name in the board pack."""

    turn: int = 0
    """Degrees that the segment is turned clockwise, seen from above. Default 0."""


class Roll(Model, frozen=True, omit_defaults=True):
    """A roll."""

    die: Die
    """The die, by its colour."""

    pips: int
    """The value rolled."""


class Walker(Model, frozen=True, omit_defaults=True):
    """A walker."""

    at: str
    """The space it stands on."""

    terrain: Terrain | None = None
    """The terrain it is on. Required on unclear spaces and creep-throughs, refused elsewhere."""

    moved_by: str | None = None
    """The player who moved it, while it rests. Default null: it may be moved."""


class Board(Model, frozen=True, omit_defaults=True):
    """The board, either as `rows` and `bridges`, or as `segments` of the board pack."""

    rows: Strings | None = None
    """30 rows of 30 letters: NORTH 01 first, each from EAST 01. W is water, F forest, S sand, P
    path, ? an unclear space.
    """

    bridges: Sequence[Strings] | None = None
    """The bridges of a board given by rows. Default none."""

    segments: Mapping[str, PlacedSegment] | None = None
    """The segment on each of the four quarters, each quarter named by its lowest space: N01/E01,
    N01/E16, N16/E01, N16/E16.
    """


class Drawn(Model, frozen=True, omit_defaults=True):
    """The cards that the owner of a logged route drew."""

    coordinate: str | None = None
    """The coordinate card. Default null: none was drawn."""

    action: DrawnAction | None = None
    """The action or info card. Default null: none was drawn."""

    info_route: RouteName | None = None
    """The route at which an info card is laid. Default null."""

    treasure: Treasure | None = None
    """The treasure card drawn for a `closed` or `open` info card. Default null: not seen."""


class Explorer(Model, frozen=True, omit_defaults=True):
    """An explorer."""

    at: str
    """The space it stands on, or `home`."""

    terrain: Terrain | None = None
    """The terrain it is on. Required on unclear spaces and creep-throughs, refused elsewhere."""


class Given(Model, frozen=True, omit_defaults=True):
    """The roll, and the moves before it in the turn."""

    roll: Roll | None = None
    """The roll. Default null: every value of every die that may be chosen."""

    moved: Strings = ()
    """The walkers moved in this turn already. Default none."""


class Mission(Model, frozen=True, omit_defaults=True):
    """A mission card."""

    difficulty: int
    """The difficulty printed on it, 1 to 3."""

    treasures: Sequence[Treasure]
    """The treasures that it demands."""

    coordinates: int
    """The least number of coordinates that it demands."""


class Route(Model, frozen=True, omit_defaults=True):
    """A route: its cards in the order in which they were laid."""

    cards: Strings
    """The coordinate cards, the marked coordinate last."""

    info: Sequence[RouteInfo] = ()
    """The info cards at the marked coordinate. Default none."""

    treasures: Sequence[Treasure | None] = ()
    """The treasure cards: one for each `closed` and `open` info card, in order. Default none."""


class Routes(Model, frozen=True, omit_defaults=True):
    """A player's three routes."""

    triangle: Route
    """The route of the triangle."""

    circle: Route
    """The route of the circle."""

    square: Route
    """The route of the square."""


class Sample(Model, frozen=True, omit_defaults=True):
    """The terrain of one space of the photograph."""

    space: str
    """The space by row and column from the top left, `N01/E01` to `N15/E15`."""

    symbol: SampleSymbol
    """In the letters of the rows, `?` for an unclear space."""


class Action(Model, frozen=True, omit_defaults=True):
    """An action of a turn. `do` decides which of the other fields it has."""

    do: ActionDo
    """The kind of action."""

    die: Die | None = None
    """The die, by its colour."""

    pips: int | None = None
    """The value rolled."""

    mover: str | None = None
    """The piece that moves: `explorer:1`, `explorer:2`, or a walker by the space where it stands
    or set out, such as `walker:N10/E10`.
    """

    of: str | None = None
    """The player whose explorer it is. Default: the player whose turn it is."""

    path: Strings | None = None
    """The spaces stepped onto, in order, without the start."""

    card: CardName | None = None
    """The card played or discarded."""

    spaces: Strings | None = None
    """The spaces on which the piece is placed: two for a tree, else one."""

    to: str | None = None
    """The player who receives a lost shoe."""

    obstacle: str | None = None
    """A space of the obstacle that is removed."""

    piece: PieceName | None = None
    """The free piece that is placed."""

    by: str | None = None
    """The player who places or discards. Default: the player whose turn it is."""

    explorer: int | None = None
    """The explorer that logs, 1 or 2."""

    owner: str | None = None
    """The owner of the logged marker. Default null: of the only one that may be logged."""

    route: RouteName | None = None
    """The route of the logged marker. Default null: of the only one that may be logged."""

    at: str | None = None
    """The coordinate that is logged. Default null: of the only marker that may be logged."""

    shovel: bool | None = None
    """Whether a shovel is played to dig up the treasure. Default false."""

    drawn: Drawn | None | UnsetType = UNSET
    """The cards that the owner drew; null if nothing was drawn. Without this field the draw is
    unknown.
    """


class Move(Model, frozen=True, omit_defaults=True):
    """A player's turn."""

    actions: Sequence[Action] | None = None
    """The actions in the order played; cards may be played between parts of a move."""


class PartialPlayer(Model, frozen=True, omit_defaults=True):
    """A player as far as a move or a picture shows one."""

    name: str
    """The player's name, different for each player."""

    colour: Colour | None = None
    """The colour of the explorers, different for each player."""

    home: str | None = None
    """The start space: a corner of the board, one for a player."""

    explorers: Sequence[Explorer] = ()
    """The explorers: two, in the variant for young players one."""

    routes: Routes | None = None
    """The three routes."""

    coordinates: int | None = None
    """The coordinates of ended routes: 1 for each single, 5 for each multi. Default 0."""

    treasures: Sequence[Treasure | None] = ()
    """The treasure cards won. Default none."""

    hand: Sequence[CardName] | None = None
    """The action cards held closed. Default null: unknown."""

    boats: int = 0
    """The boats in use. Default 0."""

    shoes: int = 0
    """The lost shoes before the player. Default 0."""

    free: Sequence[PieceName] = ()
    """The free pieces not placed yet, one of each at most. Default none."""

    mission: Mission | None = None
    """The mission card; in teams each mate has the team's. Default null: unknown."""


class Player(Model, frozen=True, omit_defaults=True):
    """A player, with all pieces and cards."""

    name: str
    """The player's name, different for each player."""

    colour: Colour
    """The colour of the explorers, different for each player."""

    home: str
    """The start space: a corner of the board, one for a player."""

    explorers: Sequence[Explorer]
    """The explorers: two, in the variant for young players one."""

    routes: Routes
    """The three routes."""

    coordinates: int = 0
    """The coordinates of ended routes: 1 for each single, 5 for each multi. Default 0."""

    treasures: Sequence[Treasure | None] = ()
    """The treasure cards won. Default none."""

    hand: Sequence[CardName] | None = None
    """The action cards held closed. Default null: unknown."""

    boats: int = 0
    """The boats in use. Default 0."""

    shoes: int = 0
    """The lost shoes before the player. Default 0."""

    free: Sequence[PieceName] = ()
    """The free pieces not placed yet, one of each at most. Default none."""

    mission: Mission | None = None
    """The mission card; in teams each mate has the team's. Default null: unknown."""


class RecordedTurn(Model, frozen=True, omit_defaults=True):
    """A turn of a record."""

    player: str
    """The name of the player who moves, or `Otoma`."""

    move: Move | None = None
    """What the player did."""

    left: bool | None = None
    """Whether the player leaves the table instead."""


class Snapshot(Model, frozen=True, omit_defaults=True):
    """The whole table at one moment."""

    board: Board
    """The board."""

    players: Sequence[Player]
    """The players in turn order, the first player first."""

    trees: Sequence[Strings] = ()
    """The fallen trees. Default none."""

    walkers: Sequence[Walker] = ()
    """The walkers, at most one in each segment. Default none."""

    broken_bridges: Strings = ()
    """The broken bridges, each by one of its spaces. Default none."""

    creep_throughs: Sequence[str | CreepThrough] = ()
    """The creep-throughs. Default none."""

    variants: Variants = {}
    """The variants in play. Default: the basic game."""

    rulings: Rulings = {}
    """How open points of the rules are decided. Default: each ruling's default."""

    left: Strings = ()
    """The players who have left."""


class Partial(Model, frozen=True, omit_defaults=True):
    """A table of which a move or a picture needs the board and what it shows or touches alone."""

    board: Board
    """The board."""

    players: Sequence[PartialPlayer] = ()
    """The players in turn order, each as far as needed. Default none."""

    trees: Sequence[Strings] = ()
    """The fallen trees. Default none."""

    walkers: Sequence[Walker] = ()
    """The walkers, at most one in each segment. Default none."""

    broken_bridges: Strings = ()
    """The broken bridges, each by one of its spaces. Default none."""

    creep_throughs: Sequence[str | CreepThrough] = ()
    """The creep-throughs. Default none."""

    variants: Variants = {}
    """The variants in play. Default: the basic game."""

    rulings: Rulings = {}
    """How open points of the rules are decided. Default: each ruling's default."""

    left: Strings = ()
    """The players who have left."""


class Record(Model, frozen=True, omit_defaults=True):
    """A table, and the turns that followed."""

    snapshot: Snapshot | str
    """A table, as JSON or as text."""

    turns: Sequence[RecordedTurn]
    """The turns, in the order in which they were played."""
