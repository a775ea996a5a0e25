"""What goes to the referee of Treasure Hunt.

Spaces are named by the frame's numbers, `N19/E18`; a board is 30 rows of 30 letters `WFSP?`, NORTH
01 first.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from msgspec import UNSET, Struct, UnsetType

__all__ = [
    "Action",
    "Board",
    "CreepThrough",
    "Dice",
    "Drawn",
    "Explorer",
    "Mission",
    "PlacedSegment",
    "Player",
    "Roll",
    "Route",
    "Routes",
    "Rulings",
    "Snapshot",
    "Turn",
    "Variants",
    "Walker",
]


class PlacedSegment(Struct, frozen=True, omit_defaults=True):
    """A segment of the service's board pack, and its turn in degrees, clockwise from above."""

    segment: str
    turn: int = 0


class Board(Struct, frozen=True, omit_defaults=True):
    """A board.

    Attributes:
        rows: 30 rows of 30 letters, for a board that is not told by segments.
        bridges: The spaces of each bridge.
        segments: The four segments of the service's board pack, by their lowest spaces.
    """

    rows: Sequence[str] | None = None
    bridges: Sequence[Sequence[str]] | None = None
    segments: Mapping[str, PlacedSegment] | None = None


class Explorer(Struct, frozen=True, omit_defaults=True):
    """An explorer, with its terrain on unclear and creep-through spaces."""

    at: str
    terrain: str | None = None


class Walker(Struct, frozen=True, omit_defaults=True):
    """A walker, with its terrain as an explorer's, and who moved it while it rests."""

    at: str
    terrain: str | None = None
    moved_by: str | None = None


class CreepThrough(Struct, frozen=True, omit_defaults=True):
    """A creep-through, and who placed it."""

    at: str
    by: str | None = None


class Route(Struct, frozen=True, omit_defaults=True):
    """A route.

    Attributes:
        cards: Its coordinates; the last is the marked one.
        info: `closed`, `open`, `buried`.
        treasures: One for each closed and each open info card, None for one not seen.
    """

    cards: Sequence[str]
    info: Sequence[str] = ()
    treasures: Sequence[str | None] = ()


class Routes(Struct, frozen=True):
    """A player's three routes."""

    triangle: Route
    circle: Route
    square: Route


class Mission(Struct, frozen=True):
    """A mission: its difficulty, the treasures it names, the least number of coordinates."""

    difficulty: int
    treasures: Sequence[str]
    coordinates: int


class Player(Struct, frozen=True, omit_defaults=True):
    """A player at the table.

    Attributes:
        name: 1 to 40 characters.
        colour: `red`, `green`, `yellow` or `blue`.
        home: A corner of the board.
        explorers: Two; one with young players.
        routes: The three routes.
        coordinates: A single counts 1, a multi 5.
        treasures: Those won, None for one not seen.
        hand: The cards held; None where they are not known.
        boats: How many are in use.
        shoes: How many lost shoes the player has received.
        free: `tree`, `walker`, as far as they are not placed.
        mission: None where it is not known.
    """

    name: str
    colour: str
    home: str
    explorers: Sequence[Explorer]
    routes: Routes
    coordinates: int = 0
    treasures: Sequence[str | None] = ()
    hand: Sequence[str] | None = None
    boats: int = 0
    shoes: int = 0
    free: Sequence[str] = ()
    mission: Mission | None = None


class Variants(TypedDict, total=False):
    """Variants of the game in play."""

    young: bool
    teams: bool


class Rulings(TypedDict, total=False):
    """How open points are decided; `TreasureHunt.rulings` lists the values and why."""

    die_count: str
    turning_back: str
    foreign_end: str
    after_stop: str
    walker_instead: str
    logging: str
    late_logging: str
    occupied_by: str
    home_place: str
    pass_turn: str
    covered_coordinate: str
    broken_bridge_extent: str
    broken_bridge_space: str
    boat_after_roll: str
    tree_distance: str
    placing_onto_pieces: str
    walker_zone: str
    walker_round: str
    free_pieces: str
    creep_for: str
    several_shoes: str
    treasures_per_route: str
    buried_after_treasure: str
    treasure_access: str
    coordinates_counted: str
    team_end: str
    team_logging: str
    tree_on_bridge: str
    open_treasure_draw: str


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """The whole table at one moment.

    Attributes:
        board: The board.
        players: 2 to 4 in turn order; the first begins a round.
        trees: The two spaces of each.
        walkers: At most one in a segment.
        broken_bridges: One space of each.
        creep_throughs: Their spaces, or with who placed them.
        variants: What is played with.
        rulings: How open points are decided.
    """

    board: Board
    players: Sequence[Player]
    trees: Sequence[Sequence[str]] = ()
    walkers: Sequence[Walker] = ()
    broken_bridges: Sequence[str] = ()
    creep_throughs: Sequence[str | CreepThrough] = ()
    variants: Variants = {}
    rulings: Rulings = {}


class Roll(Struct, frozen=True):
    """A roll: `blue`, `green`, `white` or `brown`, and its value."""

    die: str
    pips: int


class Drawn(Struct, frozen=True):
    """What the owner of a logged route drew; an info card goes to `info_route`."""

    coordinate: str | None = None
    action: str | None = None
    info_route: str | None = None
    treasure: str | None = None


class Action(Struct, frozen=True, omit_defaults=True):
    """An action of a turn; `do` says which, and which of the other fields it has.

    `roll`: die, pips. `move`: mover (`explorer:1`, `walker:N10/E10`), path, of. `play`: card, and
    spaces, to, obstacle, or mover, pips and path of a walker. `place`: piece, spaces, by. `log`:
    explorer, of, owner, route, at, shovel, drawn (None: nothing; left out: not told). `discard`:
    card, by. `skip`.
    """

    do: str
    die: str | None = None
    pips: int | None = None
    mover: str | None = None
    of: str | None = None
    path: Sequence[str] | None = None
    card: str | None = None
    spaces: Sequence[str] | None = None
    to: str | None = None
    obstacle: str | None = None
    piece: str | None = None
    by: str | None = None
    explorer: int | None = None
    owner: str | None = None
    route: str | None = None
    at: str | None = None
    shovel: bool | None = None
    drawn: Drawn | UnsetType | None = UNSET


class Turn(Struct, frozen=True):
    """A player's turn: its actions in the order played."""

    player: str
    actions: Sequence[Action]


class Dice(Struct, frozen=True, omit_defaults=True):
    """The faces of dice: each value as often as it is on the die."""

    blue: Sequence[int] | None = None
    green: Sequence[int] | None = None
    white: Sequence[int] | None = None
    brown: Sequence[int] | None = None
