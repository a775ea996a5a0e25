"""Responses about Treasure Hunt.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from theodolite_sdk.model import Literal, Model
from theodolite_sdk.responses import (
    Difference,
    PhotoRead,
    Remark,
    RulingUsed,
    RulingWeighed,
    Seen,
    Stop,
)
from theodolite_sdk.returned import to_request
from theodolite_sdk.telling import Answer
from theodolite_sdk.treasure_hunt import requests
from theodolite_sdk.treasure_hunt.requests import Variants
from theodolite_sdk.treasure_hunt.sheet import DemandText, ScoreSheetText
from theodolite_sdk.verdicts import (
    ChangeText,
    CheckText,
    Judged,
    ReplayText,
    ReviewText,
    VerdictText,
)


class BestEnd(Model, frozen=True):
    """The best end for a roll."""

    pips: int
    """The value rolled."""

    at: str
    """The space where the explorer stands then, or `home`."""

    path: tuple[str, ...] = ()
    """The spaces stepped onto, in order, without the start."""

    expected_after: float | None = None
    """The expected number of turns after it, to 4 decimals; null if uncertain."""

    explorer: int | None = None
    """For both, the explorer that moves."""

    shares: tuple[tuple[str, ...], ...] = ()
    """For both, the targets that explorers 1 and 2 then go to."""


class BestMove(Model, frozen=True):
    """The best end of a move with a roll."""

    value: float
    """The expected turns that it saves, to 4 decimals."""

    explorer: int
    """The explorer, 1 or 2."""

    at: str
    """The space where it stands then, or `home`."""


class Change(ChangeText, frozen=True):
    """A value of the snapshot that an action changed."""

    effect: str
    """The kind of change."""

    rule: str
    """The rule that brings it."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The change, in a sentence."""

    pointer: str
    """JSON Pointer into the snapshot."""

    before: Any
    """The value before the change."""

    after: Any
    """The value after the change."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    player: str | None = None
    """The player whose value it is."""


class ReturnedCreepThrough(Model, frozen=True, omit_defaults=True):
    """A creep-through."""

    at: str
    """Its space."""

    by: str | None = None
    """The player who placed it, for the ruling `creep_for`. Default null: unknown."""

    def to_request(self) -> requests.CreepThrough:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.CreepThrough)


class Demand(DemandText, frozen=True):
    """A demand for winning: a treasure, enough coordinates, or an explorer at home; 1 if met."""

    category: str
    """The kind of line."""

    rule: str
    """The rule that gives the points."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The reason, in a sentence."""

    points: int | None = None
    """1 if it is met, 0 if not; null if unknown."""

    spaces: tuple[str, ...] = ()
    """The spaces that count for it."""

    met: bool | None = None
    """Whether the player has it; null if unknown."""

    treasure: Literal["diamond", "gold", "ruby", "sapphire", "choice"] | None = None
    """The treasure demanded."""

    by: Literal["diamond", "gold", "ruby", "sapphire", "choice"] | None = None
    """The treasure card that meets the demand."""

    need: int | None = None
    """The number of coordinates demanded; null if the mission is unknown."""

    have: int | None = None
    """The number of coordinates that count."""

    explorer: int | None = None
    """The explorer that is to be home, 1 or 2."""

    of: str | None = None
    """In teams, the owner of that explorer."""


class ReturnedDrawn(Model, frozen=True, omit_defaults=True):
    """The cards that the owner of a logged route drew."""

    coordinate: str | None = None
    """The coordinate card. Default null: none was drawn."""

    action: (
        Literal[
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
        | None
    ) = None
    """The action or info card. Default null: none was drawn."""

    info_route: Literal["triangle", "circle", "square"] | None = None
    """The route at which an info card is laid. Default null."""

    treasure: Literal["diamond", "gold", "ruby", "sapphire", "choice"] | None = None
    """The treasure card drawn for a `closed` or `open` info card. Default null: not seen."""

    def to_request(self) -> requests.Drawn:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Drawn)


class ReturnedExplorer(Model, frozen=True, omit_defaults=True):
    """An explorer."""

    at: str
    """The space it stands on, or `home`."""

    terrain: Literal["water", "forest", "sand", "path"] | None = None
    """The terrain it is on. Required on unclear spaces and creep-throughs, refused elsewhere."""

    def to_request(self) -> requests.Explorer:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Explorer)


class FoundLog(Judged, frozen=True):
    """A marker that an explorer can log."""

    owner: str
    """The owner of the route."""

    route: Literal["triangle", "circle", "square"]
    """The route logged."""

    at: str
    """The coordinate of the marker."""

    must: bool = False
    """Whether it has the explorer's colour, so that it must be logged."""

    legal: bool | None = None
    """Whether it may be logged; null if that depends on an unknown hand."""

    explorer: int | None = None
    """In `logs_now`, the explorer that can log it, 1 or 2."""

    of: str | None = None
    """In teams, the owner of that explorer."""


class KnownMission(Model, frozen=True):
    """A mission card of the board pack."""

    kind: Literal["mission"]
    """The kind of card."""

    difficulty: int
    """The difficulty printed on it, 1 to 3."""

    coordinates: int
    """The least number of coordinates that it demands."""

    treasures: tuple[Literal["diamond", "gold", "ruby", "sapphire", "choice"], ...] = ()
    """The treasures that it demands."""


class KnownSegment(Model, frozen=True):
    """A segment of the board pack."""

    name: str
    """Its name."""

    rows: tuple[str, ...] = ()
    """15 rows of 15 letters, top row first."""

    bridges: tuple[tuple[str, ...], ...] = ()
    """Each bridge by its spaces, named by row and column from the top left."""


class ReturnedMission(Model, frozen=True, omit_defaults=True):
    """A mission card."""

    difficulty: int
    """The difficulty printed on it, 1 to 3."""

    treasures: tuple[Literal["diamond", "gold", "ruby", "sapphire", "choice"], ...]
    """The treasures that it demands."""

    coordinates: int
    """The least number of coordinates that it demands."""

    def to_request(self) -> requests.Mission:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Mission)


class MissionSheet(Model, frozen=True):
    """The demands on a player for winning, and those that are met."""

    name: str
    """The player."""

    rank: int | None = None
    """From 1, winners first, then by `total`; null if the mission is unknown."""

    total: int | None = None
    """The number of demands met; null if the mission is unknown."""

    possible: int | None = None
    """The number of demands; null if the mission is unknown."""

    complete: bool | None = None
    """Whether the mission is complete; null if unknown."""

    won: bool | None = None
    """Whether all explorers are home as well; null if the mission is unknown."""

    items: tuple[Demand, ...] = ()
    """Each treasure, exact ones first; the coordinates; each explorer."""


class ScoreSheet(ScoreSheetText, frozen=True):
    """The demands on each player for winning, and the winners."""

    players: tuple[MissionSheet, ...] = ()
    """A sheet for each player, in turn order."""

    winners: tuple[str, ...] = ()
    """The players who have won."""

    decided_by: Literal["won"] | None = None
    """`won`; null if nobody is known to have."""

    final: bool | None = None
    """Whether somebody has won; null if that depends on what is unknown."""

    remarks: tuple[Remark, ...] = ()
    """Differences from the set-up, if all explorers are home and nothing is logged yet."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings in force that bear on such answers."""


class Odds(Model, frozen=True):
    """The source of the odds of each die."""

    blue: Literal["equal_values", "given", "pack"]
    """`given` in the request, from the `pack`, or `equal_values`: every value is equally likely."""

    green: Literal["equal_values", "given", "pack"]
    """`given` in the request, from the `pack`, or `equal_values`: every value is equally likely."""

    white: Literal["equal_values", "given", "pack"]
    """`given` in the request, from the `pack`, or `equal_values`: every value is equally likely."""

    brown: Literal["equal_values", "given", "pack"]
    """`given` in the request, from the `pack`, or `equal_values`: every value is equally likely."""


class ReturnedPlacedSegment(Model, frozen=True, omit_defaults=True):
    """A segment of the board pack on a quarter of the board."""

    segment: str
    """The segment's name in the board pack."""

    turn: int = 0
    """Degrees that the segment is turned clockwise, seen from above. Default 0."""

    def to_request(self) -> requests.PlacedSegment:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.PlacedSegment)


class PlayerCondition(Model, frozen=True):
    """A demand on a player for winning."""

    rule: str
    """The rule."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The reason, in a sentence."""

    player: str
    """The player."""

    met: bool | None = None
    """Whether it is met; null if the snapshot does not tell."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""


class ReturnedRoute(Model, frozen=True, omit_defaults=True):
    """A route: its cards in the order in which they were laid."""

    cards: tuple[str, ...]
    """The coordinate cards, the marked coordinate last."""

    info: tuple[Literal["closed", "open", "buried"], ...] = ()
    """The info cards at the marked coordinate. Default none."""

    treasures: tuple[Literal["diamond", "gold", "ruby", "sapphire", "choice"] | None, ...] = ()
    """The treasure cards: one for each `closed` and `open` info card, in order. Default none."""

    def to_request(self) -> requests.Route:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Route)


class ReturnedRoutes(Model, frozen=True, omit_defaults=True):
    """A player's three routes."""

    triangle: ReturnedRoute
    """The route of the triangle."""

    circle: ReturnedRoute
    """The route of the circle."""

    square: ReturnedRoute
    """The route of the square."""

    def to_request(self) -> requests.Routes:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Routes)


class TurnCheck(CheckText, frozen=True):
    """One rule, and whether a turn keeps it."""

    rule: str
    """The rule."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    status: Literal["failed", "not_checked", "passed"]
    """`not_checked` where the table does not hold what the rule needs."""

    explanation: str
    """The reason, in a sentence."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    action: int | None = None
    """The action judged, counted from 0; null for the turn as a whole."""


class TurnReview(Model, frozen=True):
    """A turn of a record, weighed."""

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

    best: BestMove | None = None
    """The best end for the same roll; null without a value."""


class ReturnedWalker(Model, frozen=True, omit_defaults=True):
    """A walker."""

    at: str
    """The space it stands on."""

    terrain: Literal["water", "forest", "sand", "path"] | None = None
    """The terrain it is on. Required on unclear spaces and creep-throughs, refused elsewhere."""

    moved_by: str | None = None
    """The player who moved it, while it rests. Default null: it may be moved."""

    def to_request(self) -> requests.Walker:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Walker)


class Way(Answer, frozen=True):
    """The way of the fewest expected turns."""

    odds: Odds
    """The source of the odds of each die."""

    expected_turns: float | None = None
    """The expected number of turns, to 4 decimals; null if it may never end."""

    fewest_turns: int | None = None
    """The number of turns with the luckiest rolls; null if it may never end."""

    order: tuple[str, ...] = ()
    """The targets as the luckiest rolls reach them; none for both explorers."""

    first: tuple[BestEnd, ...] = ()
    """The best end for each value of the first roll."""

    rulings: tuple[RulingWeighed, ...] = ()
    """The rulings in force that bear on such answers."""

    within: tuple[float, ...] = ()
    """With `within`: the chances to have arrived within 1 turn, 2 turns and so on, to 4
    decimals, if each roll is answered by its best end.
    """

    explanation: str | None = None
    """Why it may never end; absent if it surely does."""


class ReturnedAction(Model, frozen=True, omit_defaults=True):
    """An action of a turn. `do` decides which of the other fields it has."""

    do: Literal["roll", "move", "play", "place", "log", "discard", "skip"]
    """The kind of action."""

    die: Literal["blue", "green", "white", "brown"] | None = None
    """The die, by its colour."""

    pips: int | None = None
    """The value rolled."""

    mover: str | None = None
    """The piece that moves: `explorer:1`, `explorer:2`, or a walker by the space where it stands
    or set out, such as `walker:N10/E10`.
    """

    of: str | None = None
    """The player whose explorer it is. Default: the player whose turn it is."""

    path: tuple[str, ...] | None = None
    """The spaces stepped onto, in order, without the start."""

    card: (
        Literal[
            "fallen_tree",
            "broken_bridge",
            "lost_shoe",
            "walker",
            "remove_obstacle",
            "boat",
            "shovel",
            "creep_through",
        ]
        | None
    ) = None
    """The card played or discarded."""

    spaces: tuple[str, ...] | None = None
    """The spaces on which the piece is placed: two for a tree, else one."""

    to: str | None = None
    """The player who receives a lost shoe."""

    obstacle: str | None = None
    """A space of the obstacle that is removed."""

    piece: Literal["tree", "walker"] | None = None
    """The free piece that is placed."""

    by: str | None = None
    """The player who places or discards. Default: the player whose turn it is."""

    explorer: int | None = None
    """The explorer that logs, 1 or 2."""

    owner: str | None = None
    """The owner of the logged marker. Default null: of the only one that may be logged."""

    route: Literal["triangle", "circle", "square"] | None = None
    """The route of the logged marker. Default null: of the only one that may be logged."""

    at: str | None = None
    """The coordinate that is logged. Default null: of the only marker that may be logged."""

    shovel: bool | None = None
    """Whether a shovel is played to dig up the treasure. Default false."""

    drawn: ReturnedDrawn | None | UnsetType = UNSET
    """The cards that the owner drew; null if nothing was drawn. Without this field the draw is
    unknown.
    """

    def to_request(self) -> requests.Action:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Action)


class ReturnedBoard(Model, frozen=True, omit_defaults=True):
    """The board, either as `rows` and `bridges`, or as `segments` of the board pack."""

    rows: tuple[str, ...] | None = None
    """30 rows of 30 letters: NORTH 01 first, each from EAST 01. W is water, F forest, S sand, P
    path, ? an unclear space.
    """

    bridges: tuple[tuple[str, ...], ...] | None = None
    """The bridges of a board given by rows. Default none."""

    segments: Mapping[str, ReturnedPlacedSegment] | None = None
    """The segment on each of the four quarters, each quarter named by its lowest space: N01/E01,
    N01/E16, N16/E01, N16/E16.
    """

    def to_request(self) -> requests.Board:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Board)


class EndCheck(Answer, frozen=True):
    """Whether the game is over."""

    over: bool | None = None
    """Whether somebody has won; null if that depends on what is unknown."""

    conditions: tuple[PlayerCondition, ...] = ()
    """Each demand on each player, who wins by meeting all."""

    next_player: str | None = None
    """The one whose turn follows; null if none."""

    still_to_play: tuple[str, ...] = ()
    """Those who play on though the end has begun, in turn order."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings in force that bear on such answers."""


class Review(ReviewText, frozen=True):
    """A record as reviewed, turn by turn."""

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

    stopped_at: Stop | None = None
    """The place of the first fault; null if there is none."""

    turns: tuple[TurnReview, ...] = ()
    """The legal turns, in order."""


class KnownCards(Answer, frozen=True):
    """The contents of the board pack; empty without one."""

    title: str
    """Its title."""

    north: Literal["down", "up"] | None = None
    """The direction in which NORTH grows while EAST grows to the right."""

    segments: tuple[KnownSegment, ...] = ()
    """The segments."""

    dice: Mapping[str, tuple[int, ...]] = {}
    """The values of each die that is known."""

    coordinates: tuple[str, ...] = ()
    """The spaces of the coordinate cards."""

    three_plus: tuple[str, ...] = ()
    """The spaces of the coordinate cards marked 3+."""

    missions: tuple[KnownMission, ...] = ()
    """The mission cards."""

    treasures: Mapping[str, int] = {}
    """The number of treasure cards of each kind."""

    actions: Mapping[str, int] = {}
    """The number of action and info cards of each kind."""


class ReturnedMove(Model, frozen=True, omit_defaults=True):
    """A player's turn."""

    actions: tuple[ReturnedAction, ...] | None = None
    """The actions in the order played; cards may be played between parts of a move."""

    def to_request(self) -> requests.Move:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Move)


class ReturnedPartialPlayer(Model, frozen=True, omit_defaults=True):
    """A player as far as a move or a picture shows one."""

    name: str
    """The player's name, different for each player."""

    colour: Literal["red", "green", "yellow", "blue"] | None = None
    """The colour of the explorers, different for each player."""

    home: str | None = None
    """The start space: a corner of the board, one for a player."""

    explorers: tuple[ReturnedExplorer, ...] = ()
    """The explorers: two, in the variant for young players one."""

    routes: ReturnedRoutes | None = None
    """The three routes."""

    coordinates: int | None = None
    """The coordinates of ended routes: 1 for each single, 5 for each multi. Default 0."""

    treasures: tuple[Literal["diamond", "gold", "ruby", "sapphire", "choice"] | None, ...] = ()
    """The treasure cards won. Default none."""

    hand: (
        tuple[
            Literal[
                "fallen_tree",
                "broken_bridge",
                "lost_shoe",
                "walker",
                "remove_obstacle",
                "boat",
                "shovel",
                "creep_through",
            ],
            ...,
        ]
        | None
    ) = None
    """The action cards held closed. Default null: unknown."""

    boats: int = 0
    """The boats in use. Default 0."""

    shoes: int = 0
    """The lost shoes before the player. Default 0."""

    free: tuple[Literal["tree", "walker"], ...] = ()
    """The free pieces not placed yet, one of each at most. Default none."""

    mission: ReturnedMission | None = None
    """The mission card; in teams each mate has the team's. Default null: unknown."""

    def to_request(self) -> requests.PartialPlayer:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.PartialPlayer)


class ReturnedPlayer(Model, frozen=True, omit_defaults=True):
    """A player, with all pieces and cards."""

    name: str
    """The player's name, different for each player."""

    colour: Literal["red", "green", "yellow", "blue"]
    """The colour of the explorers, different for each player."""

    home: str
    """The start space: a corner of the board, one for a player."""

    explorers: tuple[ReturnedExplorer, ...]
    """The explorers: two, in the variant for young players one."""

    routes: ReturnedRoutes
    """The three routes."""

    coordinates: int = 0
    """The coordinates of ended routes: 1 for each single, 5 for each multi. Default 0."""

    treasures: tuple[Literal["diamond", "gold", "ruby", "sapphire", "choice"] | None, ...] = ()
    """The treasure cards won. Default none."""

    hand: (
        tuple[
            Literal[
                "fallen_tree",
                "broken_bridge",
                "lost_shoe",
                "walker",
                "remove_obstacle",
                "boat",
                "shovel",
                "creep_through",
            ],
            ...,
        ]
        | None
    ) = None
    """The action cards held closed. Default null: unknown."""

    boats: int = 0
    """The boats in use. Default 0."""

    shoes: int = 0
    """The lost shoes before the player. Default 0."""

    free: tuple[Literal["tree", "walker"], ...] = ()
    """The free pieces not placed yet, one of each at most. Default none."""

    mission: ReturnedMission | None = None
    """The mission card; in teams each mate has the team's. Default null: unknown."""

    def to_request(self) -> requests.Player:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Player)


class ReturnedSnapshot(Model, frozen=True, omit_defaults=True):
    """The whole table at one moment."""

    board: ReturnedBoard
    """The board."""

    players: tuple[ReturnedPlayer, ...]
    """The players in turn order, the first player first."""

    trees: tuple[tuple[str, ...], ...] = ()
    """The fallen trees. Default none."""

    walkers: tuple[ReturnedWalker, ...] = ()
    """The walkers, at most one in each segment. Default none."""

    broken_bridges: tuple[str, ...] = ()
    """The broken bridges, each by one of its spaces. Default none."""

    creep_throughs: tuple[str | ReturnedCreepThrough, ...] = ()
    """The creep-throughs. Default none."""

    variants: Variants = {}
    """The variants in play. Default: the basic game."""

    rulings: Mapping[str, Literal["exact", "stop_at_goal", "at_most"]] = {}
    left: tuple[str, ...] = ()
    """The players who have left."""

    def to_request(self) -> requests.Snapshot:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Snapshot)


class TurnVerdict(VerdictText, frozen=True):
    """A turn of a record as judged."""

    player: str
    """The player whose turn it was."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[TurnCheck, ...] = ()
    """Every rule that bears on the turn."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    changes: tuple[Change, ...] = ()
    """The changes of the turn, in order."""

    after: ReturnedSnapshot | None = None
    """The table after it; null if the turn is not legal or a draw is unknown."""


class Account(Model, frozen=True):
    """A turn that leads from one table to the other."""

    moves: tuple[ReturnedMove, ...]
    """The one turn."""


class Entry(Model, frozen=True):
    """A turn of a roll and a move, and its end."""

    move: ReturnedMove
    """The roll, the move, and what must be logged then."""

    mover: str
    """`explorer:1`, `explorer:2`, or a walker by its space."""

    die: Literal["blue", "green", "white", "brown"]
    """The die, by its colour."""

    pips: int
    """The value rolled."""

    at: str
    """The space where the piece stands then, or `home`."""

    terrain: Literal["water", "forest", "sand", "path"]
    """The terrain that the piece is on."""

    steps: int
    """The length of the path."""

    stopped_by: Literal["behind", "blocked", "choice", "count", "goal", "terrain"]
    """Why the move ends: the `count` is used up; another `terrain`; the way is `blocked`;
    `behind` another piece; a `goal` is reached; or by `choice`.
    """

    of: str | None = None
    """In teams, the owner of that explorer."""

    path: tuple[str, ...] = ()
    """The spaces stepped onto, in order, without the start."""

    logs: tuple[FoundLog, ...] = ()
    """The markers that can be logged there."""


class Replay(ReplayText, frozen=True):
    """A record as judged, up to and including its first illegal turn."""

    after: ReturnedSnapshot
    """The table after the last legal turn."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    turns: tuple[TurnVerdict, ...] = ()
    """The turns that were judged."""

    stopped_at: Stop | None = None
    """The place of the first fault; null if there is none."""

    won: str | None = None
    """The first player to win, before the record or in it, if any."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings in force that bear on such answers."""

    seen: Seen | None = None
    """The record beside the table in `seen`, if that is sent."""


class LegalActions(Answer, frozen=True):
    """The moves of a player who plays no card."""

    total: int
    """How many there are."""

    more: bool = False
    """Whether `limit` left some off."""

    moves: tuple[Entry, ...] = ()
    """Each end of each piece with each roll."""

    logs_now: tuple[FoundLog, ...] = ()
    """The logs that need no move."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings in force that bear on such answers."""


class Legality(VerdictText, frozen=True):
    """A turn as judged, and the rulings that were used."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[TurnCheck, ...] = ()
    """Every rule that bears on the turn."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    changes: tuple[Change, ...] = ()
    """The changes of the turn, in order."""

    after: ReturnedSnapshot | None = None
    """The table after it; null if the turn is not legal or a draw is unknown."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings in force that bear on such answers."""


class ReturnedPartial(Model, frozen=True, omit_defaults=True):
    """A table of which a move or a picture needs the board and what it shows or touches alone."""

    board: ReturnedBoard
    """The board."""

    players: tuple[ReturnedPartialPlayer, ...] = ()
    """The players in turn order, each as far as needed. Default none."""

    trees: tuple[tuple[str, ...], ...] = ()
    """The fallen trees. Default none."""

    walkers: tuple[ReturnedWalker, ...] = ()
    """The walkers, at most one in each segment. Default none."""

    broken_bridges: tuple[str, ...] = ()
    """The broken bridges, each by one of its spaces. Default none."""

    creep_throughs: tuple[str | ReturnedCreepThrough, ...] = ()
    """The creep-throughs. Default none."""

    variants: Variants = {}
    """The variants in play. Default: the basic game."""

    rulings: Mapping[str, Literal["exact", "stop_at_goal", "at_most"]] = {}
    left: tuple[str, ...] = ()
    """The players who have left."""

    def to_request(self) -> requests.Partial:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Partial)


class Dispute(Answer, frozen=True):
    """Whether a player's turn can have led from one table to another."""

    possible: bool
    """Whether any legal play leads from one to the other."""

    accounts: tuple[Account, ...] = ()
    """Such turns, at most 20, those with the fewest actions first."""

    mended: ReturnedSnapshot | None = None
    """The later table without the departures of `differences`, to which legal play leads; null
    if the dispute is possible, or where no such table is known.
    """

    rulings: tuple[RulingWeighed, ...] = ()
    """The rulings in force that bear on such answers."""

    more: bool = False
    """Whether there are, or may be, further accounts."""

    differences: tuple[Difference, ...] = ()
    """The differences that no legal play explains; empty if it is possible."""


class Update(Answer, frozen=True):
    """A table after a turn was carried out unjudged."""

    after: ReturnedPartial
    """The table after the turn, with no more than the request has."""

    changes: tuple[Change, ...] = ()
    """The changes of the turn, in order."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings in force that bear on such answers."""


ANSWERS: Mapping[str, Any] = {
    "disputes": Dispute,
    "end-checks": EndCheck,
    "legal-actions": LegalActions,
    "legality-checks": Legality,
    "notations": ReturnedSnapshot,
    "photos": PhotoRead,
    "replays": Replay,
    "reviews": Review,
    "routes": Way,
    "scores": ScoreSheet,
    "updates": Update,
}
