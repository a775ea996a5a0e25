"""The table at one moment."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces, each
from theodolite.treasure_hunt.board import (
    HOME,
    Board,
    Layers,
    Terrain,
)

__all__ = [
    "COLOURS",
    "HAND",
    "HELP",
    "OBSTACLES",
    "ROUTES",
    "SUPPLY",
    "UNREADABLE",
    "Card",
    "Creep",
    "Deck",
    "Explorer",
    "Info",
    "Mission",
    "Player",
    "Route",
    "Rulings",
    "Snapshot",
    "Treasure",
    "Walker",
    "trees_clear",
]

COLOURS = ("red", "green", "yellow", "blue")
ROUTES = ("triangle", "circle", "square")
HAND = 3
UNREADABLE = -1
"""Stands in a half-read table for a space that could not be read."""


class Card(StrEnum):
    """An obstacle or help card: what is held closed (Action)."""

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
"""How many there are of each piece that can run out (Material)."""


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
    """An explorer: where it stands, and its terrain where the space itself has none."""

    at: Space
    terrain: Terrain | None = None


class Walker(NamedTuple):
    """A walker: where it stands, its terrain as an explorer's, and who moved it while it rests."""

    at: Space
    terrain: Terrain | None = None
    moved_by: int | None = None


class Creep(NamedTuple):
    """A creep-through and, where it is known, the player who placed it."""

    at: Space
    by: int | None = None


class Route(NamedTuple):
    """A route: its coordinate cards, the last of them marked; its info cards; its treasures."""

    cards: tuple[Space, ...] = ()
    info: tuple[Info, ...] = ()
    treasures: tuple[Treasure | None, ...] = ()

    @property
    def marked(self) -> Space | None:
        """The space that holds the route's marker."""
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
        """Whether its treasure lies buried."""
        return Info.BURIED in self.info and self.has_treasure


class Mission(NamedTuple):
    """A mission: its difficulty, the treasures it names, and the least number of coordinates."""

    difficulty: int
    treasures: tuple[Treasure, ...]
    coordinates: int


class Player(NamedTuple):
    """A player. `hand` and `mission` are None where they are not known.

    `routes` are in the order of ROUTES; `coordinates` counts singles and five for each multi;
    `boats` and `shoes` are the cards in use before the player, `free` the pieces not yet placed.
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
    """How the open points of the rules are decided."""

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
    boat_after_roll: Literal["allowed", "before_roll"] = "allowed"
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


class Deck(NamedTuple):
    """What is known of the cards of a real copy; nothing unless told.

    Attributes:
        coordinates: the spaces of the coordinate cards.
        three_plus: those of the cards marked 3+.
        missions: the mission cards.
        treasures: how many treasure cards there are of each.
        actions: how many action cards there are of each.
    """

    coordinates: Spaces = 0
    three_plus: Spaces = 0
    missions: tuple[Mission, ...] = ()
    treasures: Mapping[Treasure, int] = MappingProxyType({})
    actions: Mapping[Card | Info, int] = MappingProxyType({})

    def lacks(self, coordinate: Space) -> bool:
        """Whether it is known that there is no card of a coordinate."""
        return bool(self.coordinates) and not self.coordinates >> coordinate & 1


class Snapshot(NamedTuple):
    """The whole table. A tree is the set of its two spaces, a broken bridge one space of it.

    `deck` is what is known of the cards of the copy that is played with.
    """

    board: Board
    players: tuple[Player, ...]
    trees: tuple[Spaces, ...] = ()
    walkers: tuple[Walker, ...] = ()
    broken_bridges: tuple[Space, ...] = ()
    creeps: tuple[Creep, ...] = ()
    young: bool = False
    teams: bool = False
    rulings: Rulings = Rulings()
    deck: Deck = Deck()

    def terrain(self, piece: Explorer | Walker, home: Space | None = None) -> Terrain:
        """The terrain of an explorer or a walker; `home` is the corner of an explorer's player."""
        if piece.terrain is not None:
            return piece.terrain
        at = piece.at if piece.at != HOME or home is None else home
        layers = self.layers
        # A snapshot that is possible tells the terrain where the board does not.
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
        """The players of a player's team, the player first; in no team the player alone."""
        # Mates sit opposite: 1st and 3rd, 2nd and 4th in turn order (`variant.teams`).
        return (player, (player + 2) % 4) if self.teams else (player,)

    def home_of(self, player: int) -> Space:
        """The place where a player's explorers are home (`home_place`)."""
        frame = self.rulings.home_place == "frame"
        return HOME if frame else self.players[player].home

    def under(self, rulings: Rulings) -> "Snapshot":
        """This table by other rulings; who is home stays so, wherever that is (`home_place`)."""
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
        """This table with something of a player changed."""
        players = list(self.players)
        players[player] = players[player]._replace(**changed)  # type: ignore[arg-type]
        return self._replace(players=tuple(players))

    @property
    def layers(self) -> Layers:
        """The terrains as they are walked on (`broken_bridge_space`)."""
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
        return _spaces([creep.at for creep in self.creeps])

    @property
    def tree_spaces(self) -> Spaces:
        """The spaces that trees lie on."""
        return sum(self.trees)

    @property
    def broken_spaces(self) -> Spaces:
        """The spaces that broken bridges close (`broken_bridge_extent`)."""
        if not self.broken_bridges:
            return 0
        if self.rulings.broken_bridge_extent == "one_space":
            return _spaces(self.broken_bridges)
        spaces = 0
        for space in each(_spaces(self.broken_bridges)):
            spaces |= self.board.bridge(space)
        return spaces


def _spaces(places: Iterable[Space]) -> Spaces:
    """The set of these spaces, as far as they could be read."""
    spaces = 0
    for place in places:
        if place != UNREADABLE:
            spaces |= 1 << place
    return spaces


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
