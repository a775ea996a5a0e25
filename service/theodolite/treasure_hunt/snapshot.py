"""The table at one moment: players with their pieces and cards, what lies on the board, rulings.

Everything is frozen. Players are counted from 0 in turn order, called seats; spaces are indices.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar

from theodolite.grid import NOWHERE, Space, Spaces, each, set_of, union
from theodolite.treasure_hunt.board import HOME, Board, Layers, Terrain

COLOURS = ("red", "green", "yellow", "blue")
"""The colours of explorers (Material)."""
ROUTES = ("triangle", "circle", "square")
"""A player's routes by their symbols, in the order in which `Player.routes` has them."""
HAND = 3
"""The most cards that a player holds (Action)."""


class Card(StrEnum):
    """An obstacle or help card, which is held closed (Action)."""

    FALLEN_TREE = "fallen_tree"
    BROKEN_BRIDGE = "broken_bridge"
    LOST_SHOE = "lost_shoe"
    WALKER = "walker"
    REMOVE_OBSTACLE = "remove_obstacle"
    BOAT = "boat"
    SHOVEL = "shovel"
    CREEP_THROUGH = "creep_through"

    __hash__ = str.__hash__


OBSTACLES = (Card.FALLEN_TREE, Card.BROKEN_BRIDGE, Card.LOST_SHOE, Card.WALKER)
HELP = (Card.REMOVE_OBSTACLE, Card.BOAT, Card.SHOVEL, Card.CREEP_THROUGH)
SUPPLY: Mapping[str, int] = {"tree": 10, "broken_bridge": 6, "creep_through": 4}
"""The number of pieces of each kind that can run out (Material)."""


class Info(StrEnum):
    """An info card (Info)."""

    CLOSED = "closed"
    OPEN = "open"
    BURIED = "buried"

    __hash__ = str.__hash__


class Treasure(StrEnum):
    """A treasure; a choice treasure is any one of the four (Treasures)."""

    DIAMOND = "diamond"
    GOLD = "gold"
    RUBY = "ruby"
    SAPPHIRE = "sapphire"
    CHOICE = "choice"

    __hash__ = str.__hash__


class Explorer(NamedTuple):
    """An explorer.

    Attributes:
        at: The space it stands on, or HOME.
        terrain: Its terrain on unclear spaces and creep-throughs, None elsewhere.
    """

    at: Space
    terrain: Terrain | None = None


class Walker(NamedTuple):
    """A walker.

    Attributes:
        at: The space it stands on.
        terrain: Its terrain on unclear spaces and creep-throughs, None elsewhere.
        moved_by: The player who moved it, while it rests; else None.
    """

    at: Space
    terrain: Terrain | None = None
    moved_by: int | None = None


class CreepThrough(NamedTuple):
    """A creep-through.

    Attributes:
        at: Its space.
        by: The player who placed it; None if unknown.
    """

    at: Space
    by: int | None = None


class Route(NamedTuple):
    """A route of a player.

    Attributes:
        cards: The spaces of its coordinate cards; the last is the marked coordinate.
        info: The info cards at that coordinate.
        treasures: For each closed or open info card its treasure, None if not seen.
    """

    cards: tuple[Space, ...] = ()
    info: tuple[Info, ...] = ()
    treasures: tuple[Treasure | None, ...] = ()

    @property
    def marked(self) -> Space | None:
        """The space of its marker; None without coordinate cards."""
        return self.cards[-1] if self.cards else None

    @property
    def is_open(self) -> bool:
        """Whether an open treasure lies on its marked coordinate."""
        return Info.OPEN in self.info

    @property
    def has_treasure(self) -> bool:
        """Whether a treasure lies on its marked coordinate, open or closed."""
        return Info.OPEN in self.info or Info.CLOSED in self.info

    @property
    def needs_shovel(self) -> bool:
        """Whether its treasure is buried."""
        return Info.BURIED in self.info and self.has_treasure


class Mission(NamedTuple):
    """A mission card.

    Attributes:
        difficulty: 1 to 3.
        treasures: The treasures that it demands, none of them a choice treasure.
        coordinates: The least number of coordinates that it demands.
    """

    difficulty: int
    treasures: tuple[Treasure, ...]
    coordinates: int


class Player(NamedTuple):
    """A player.

    Attributes:
        name: The name.
        colour: One of COLOURS.
        home: The start space, one of `board.CORNERS`.
        explorers: The explorers: two, one in the variant for young players.
        routes: The routes in the order of ROUTES.
        coordinates: The coordinates of ended routes: 1 for each single, 5 for each multi.
        treasures: The treasure cards won, None for each that is not seen.
        hand: The cards held; None if unknown.
        boats: The number of boats in use.
        shoes: The number of lost shoes before the player.
        free: The free pieces not placed yet: "tree", "walker".
        mission: The mission; None if unknown.
    """

    name: str
    colour: str
    home: Space
    explorers: tuple[Explorer, ...]
    routes: tuple[Route, ...] = (Route(), Route(), Route())
    coordinates: int = 0
    treasures: tuple[Treasure | None, ...] = ()
    hand: tuple[Card, ...] | None = ()
    boats: int = 0
    shoes: int = 0
    free: tuple[str, ...] = ()
    mission: Mission | None = None


class Rulings(NamedTuple):
    """The rulings in force: one value for each point that the rulebook leaves open."""

    die_count: Literal["exact", "stop_at_goal", "at_most"] = "exact"
    turning_back: Literal["no_reversal", "free"] = "no_reversal"
    foreign_end: Literal["not_allowed", "stay_behind"] = "not_allowed"
    after_stop: Literal["turn_over", "cards_allowed"] = "turn_over"
    walker_instead: Literal["always", "without_card"] = "always"
    logging: Literal["at_end", "in_passing"] = "at_end"
    late_logging: Literal["own_turn", "arrival_only"] = "own_turn"
    occupied_by: Literal["explorers", "explorers_and_walkers"] = "explorers"
    home_place: Literal["corner_space", "frame"] = "corner_space"
    pass_turn: Literal["not_allowed", "allowed"] = "not_allowed"  # noqa: S105 - no password
    covered_coordinate: Literal["enter_to_log", "from_beside"] = "enter_to_log"
    broken_bridge_extent: Literal["whole_bridge", "one_space"] = "whole_bridge"
    broken_bridge_space: Literal["closed", "as_water"] = "closed"
    boat_after_roll: Literal["whole_turn", "allowed", "before_roll"] = "whole_turn"
    tree_distance: Literal["two_coordinates", "two_between", "two_steps"] = "two_coordinates"
    placing_onto_pieces: Literal["allowed", "not_allowed"] = "allowed"
    walker_zone: Literal["square", "steps"] = "square"
    walker_round: Literal["until_movers_turn", "until_first_player"] = "until_movers_turn"
    free_pieces: Literal["any_turn", "own_turn"] = "any_turn"
    creep_for: Literal["everyone", "placer"] = "everyone"
    several_shoes: Literal["same_turn", "one_each"] = "same_turn"
    treasures_per_route: Literal["any", "one"] = "any"
    buried_after_treasure: Literal["not_allowed", "allowed"] = "not_allowed"
    treasure_access: Literal["open_only", "all"] = "open_only"
    coordinates_counted: Literal["ended_routes", "logged_too"] = "ended_routes"
    team_end: Literal["together", "one_player"] = "together"
    team_logging: Literal["own_colour", "team"] = "own_colour"
    tree_on_bridge: Literal["closes_both", "boat_passes"] = "closes_both"
    open_treasure_draw: Literal["may", "must"] = "may"


END_RULINGS = ("coordinates_counted", "team_end")
"""The rulings that bear on the end of the game alone."""
TURN_RULINGS = tuple(name for name in Rulings._fields if name not in END_RULINGS)
"""The rulings that can bear on a turn."""


class Deck(NamedTuple):
    """The cards of a real copy, as far as they are known.

    Attributes:
        coordinates: The spaces of the coordinate cards; none if unknown.
        three_plus: The spaces of the coordinate cards marked 3+.
        missions: The mission cards; none if unknown.
        treasures: The number of treasure cards of each kind that is known.
        actions: The number of action and info cards of each kind that is known.
    """

    coordinates: Spaces = NOWHERE
    three_plus: Spaces = NOWHERE
    missions: tuple[Mission, ...] = ()
    treasures: Mapping[Treasure, int] = MappingProxyType({})
    actions: Mapping[Card | Info, int] = MappingProxyType({})

    def lacks(self, coordinate: Space) -> bool:
        """Whether it is known that there is no card of a coordinate."""
        return bool(self.coordinates) and not self.coordinates >> coordinate & 1


class Snapshot(NamedTuple):
    """The whole table.

    Attributes:
        board: The board.
        players: Two to four players in turn order, the first player first.
        trees: The two spaces of each fallen tree.
        walkers: The walkers.
        broken_bridges: One space of each broken bridge.
        creep_throughs: The creep-throughs.
        young: Whether the variant for young players is played.
        teams: Whether two teams of two play.
        rulings: The rulings in force.
        deck: The cards of the copy in play, as far as they are known.
        left: The names of the players who have left, in that order.

    Example:
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> table.explorer_terrain(player=0, explorer=1)
        <Terrain.SAND: 2>
    """

    board: Board
    players: tuple[Player, ...]
    trees: tuple[Spaces, ...] = ()
    walkers: tuple[Walker, ...] = ()
    broken_bridges: tuple[Space, ...] = ()
    creep_throughs: tuple[CreepThrough, ...] = ()
    young: bool = False
    teams: bool = False
    rulings: Rulings = Rulings()
    deck: Deck = Deck()
    left: tuple[str, ...] = ()

    def terrain(self, piece: Explorer | Walker, home: Space | None = None) -> Terrain:
        """The terrain of a piece.

        Args:
            piece: An explorer or a walker.
            home: The corner of the explorer's owner, for an explorer at HOME.
        """
        if piece.terrain is not None:
            return piece.terrain
        at = piece.at if piece.at != HOME or home is None else home
        layers = self.layers
        # In a possible table pieces have a terrain of their own where the board has none.
        return next((t for t in Terrain if layers[t] >> at & 1), Terrain.PATH)

    def explorer_terrain(self, player: int, explorer: int) -> Terrain:
        """The terrain of a player's explorer."""
        one = self.players[player]
        return self.terrain(one.explorers[explorer], one.home)

    def afloat(self, player: int) -> bool:
        """Whether an explorer of a player is in water."""
        one = self.players[player]
        return any(self.terrain(explorer, one.home) == Terrain.WATER for explorer in one.explorers)

    def mates(self, player: int) -> tuple[int, ...]:
        """The players of a player's team, the player first; without teams the player alone."""
        # Mates sit opposite: 1st and 3rd, 2nd and 4th in turn order (`variant.teams`).
        return (player, (player + 2) % 4) if self.teams else (player,)

    def home_of(self, player: int) -> Space:
        """The place where a player's explorers are home (`home_place`)."""
        frame = self.rulings.home_place == "frame"
        return HOME if frame else self.players[player].home

    def under(self, rulings: Rulings) -> "Snapshot":
        """This table by other rulings; explorers at home stay at home (`home_place`)."""
        table = self._replace(rulings=rulings)
        frame = rulings.home_place == "frame"
        if frame == (self.rulings.home_place == "frame"):
            return table
        players = tuple(
            player._replace(
                explorers=tuple(
                    explorer._replace(at=HOME if frame else player.home)
                    if explorer.at in (HOME, player.home)
                    else explorer
                    for explorer in player.explorers
                )
            )
            for player in self.players
        )
        return table._replace(players=players)

    def with_player(self, player: int, **changed: object) -> "Snapshot":
        """This table with some fields of a player changed."""
        return self._replace(players=_changed(self.players, player, changed))

    def with_explorer(self, player: int, explorer: int, **changed: object) -> "Snapshot":
        """This table with some fields of an explorer changed."""
        explorers = _changed(self.players[player].explorers, explorer, changed)
        return self.with_player(player, explorers=explorers)

    def with_walker(self, walker: int, **changed: object) -> "Snapshot":
        """This table with some fields of a walker changed."""
        return self._replace(walkers=_changed(self.walkers, walker, changed))

    @property
    def layers(self) -> Layers:
        """The terrains on which pieces move (`broken_bridge_space`)."""
        layers = self.board.layers
        if not self.broken_bridges or self.rulings.broken_bridge_space == "closed":
            return layers
        fallen = self.broken_spaces
        return layers._replace(water=layers.water | fallen, path=layers.path & ~fallen)

    @property
    def closed(self) -> Spaces:
        """The spaces that trees and broken bridges close (`move.closed`)."""
        trees = self.tree_spaces
        if not self.broken_bridges or self.rulings.broken_bridge_space == "as_water":
            return trees
        return trees | self.broken_spaces

    @property
    def creep_spaces(self) -> Spaces:
        """The spaces that hold a creep-through."""
        return set_of([creep.at for creep in self.creep_throughs])

    @property
    def tree_spaces(self) -> Spaces:
        """The spaces that trees lie on."""
        return union(self.trees)

    @property
    def broken_spaces(self) -> Spaces:
        """The spaces that broken bridges close (`broken_bridge_extent`)."""
        if not self.broken_bridges:
            return NOWHERE
        if self.rulings.broken_bridge_extent == "one_space":
            return set_of(self.broken_bridges)
        return union(map(self.board.bridge, self.broken_bridges))


Item = TypeVar("Item", bound=NamedTuple)


def _changed(
    items: tuple[Item, ...], which: int, changed: Mapping[str, object]
) -> tuple[Item, ...]:
    return (*items[:which], items[which]._replace(**changed), *items[which + 1 :])


def trees_clear(tree: Spaces, other: Spaces, rulings: Rulings) -> bool:
    """Whether two trees lie far enough apart (`tree_distance`)."""
    for one in each(tree):
        for two in each(other):
            north, east = abs(one // 30 - two // 30), abs(one % 30 - two % 30)
            match rulings.tree_distance:
                # At least two coordinates apart: differences of numbers, whichever is larger.
                case "two_coordinates":
                    clear = max(north, east) >= 2
                # Two whole coordinates lie between.
                case "two_between":
                    clear = max(north, east) >= 3
                # Two steps lead from the one to the other.
                case "two_steps":
                    clear = north + east >= 2
            if not clear:
                return False
    return True
