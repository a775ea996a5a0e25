"""Response structs of Treasure Hunt; the specification is made from them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NewType

from msgspec import UNSET, Struct, UnsetType

from theodolite.treasure_hunt.board import GRID
from theodolite.web import responses
from theodolite.web.differences import MENDED, Dispute
from theodolite.web.responses import (
    Localizer,
    NextPlayer,
    RulingUsed,
    RulingWeighed,
    StillToPlay,
    description,
    same_as,
)
from theodolite.web.seen import SEEN, Seen
from theodolite.web.treasure_hunt.schemas import RULEBOOK, PartialSchema, SnapshotSchema
from theodolite.web.treasure_hunt.turns import MoveSchema

Table = NewType("Table", dict[str, Any])
"""A table as SnapshotSchema writes it."""
Turn = NewType("Turn", dict[str, Any])
"""A turn as MoveSchema writes it."""

_Table = Annotated[Table, same_as(SnapshotSchema)]
_Turn = Annotated[Turn, same_as(MoveSchema)]
_Rulings = Annotated[
    list[RulingUsed], description("The rulings in force that bear on such answers.")
]
_RulingsWeighed = Annotated[
    list[RulingWeighed], description("The rulings in force that bear on such answers.")
]
_Source = Annotated[
    Literal["given", "pack", "equal_values"],
    description(
        "`given` in the request, from the `pack`, or `equal_values`: every value is equally likely."
    ),
]
Die = Annotated[Literal["blue", "green", "white", "brown"], description("The die, by its colour.")]
Pips = Annotated[int, description("The value rolled.")]
Terrain = Annotated[
    Literal["water", "forest", "sand", "path"], description("The terrain that the piece is on.")
]
RouteName = Annotated[Literal["triangle", "circle", "square"], description("The route logged.")]
TreasureName = Literal["diamond", "gold", "ruby", "sapphire", "choice"]
Path = Annotated[list[str], description("The spaces stepped onto, in order, without the start.")]
_Of = Annotated[str | UnsetType, description("In teams, the owner of that explorer.")]


class TurnCheck(responses.Check, kw_only=True):
    """One rule, and whether a turn keeps it."""

    action: Annotated[
        int | None, description("The action judged, counted from 0; null for the turn as a whole.")
    ]


class Change(responses.Change, kw_only=True):
    """A value of the snapshot that an action changed."""

    player: Annotated[str | UnsetType, description("The player whose value it is.")] = UNSET
    pointer: Annotated[str, description("JSON Pointer into the snapshot.")]
    before: Annotated[Any, description("The value before the change.")]
    after: Annotated[Any, description("The value after the change.")]


_Changes = Annotated[list[Change], description("The changes of the turn, in order.")]


class Verdict(responses.Verdict, kw_only=True):
    """A turn as judged."""

    checks: Annotated[Sequence[TurnCheck], description("Every rule that bears on the turn.")]
    changes: _Changes
    after: Annotated[
        _Table | None,
        description("The table after it; null if the turn is not legal or a draw is unknown."),
    ]


class Legality(Verdict, kw_only=True):
    """A turn as judged, and the rulings that were used."""

    rulings: _Rulings


class Updated(Struct):
    """A table after a turn was carried out unjudged."""

    changes: _Changes
    after: Annotated[
        Table,
        same_as(PartialSchema),
        description("The table after the turn, with no more than the request has."),
    ]
    rulings: _Rulings


class FoundLog(Struct, kw_only=True):
    """A marker that an explorer can log."""

    owner: Annotated[str, description("The owner of the route.")]
    route: RouteName
    at: Annotated[str, description("The coordinate of the marker.")]
    must: Annotated[
        bool, description("Whether it has the explorer's colour, so that it must be logged.")
    ]
    legal: Annotated[
        bool | None,
        description("Whether it may be logged; null if that depends on an unknown hand."),
    ]
    explorer: Annotated[
        int | UnsetType, description("In `logs_now`, the explorer that can log it, 1 or 2.")
    ] = UNSET
    of: _Of = UNSET


class Entry(Struct, kw_only=True):
    """A turn of a roll and a move, and its end."""

    move: Annotated[_Turn, description("The roll, the move, and what must be logged then.")]
    mover: Annotated[str, description("`explorer:1`, `explorer:2`, or a walker by its space.")]
    of: _Of = UNSET
    die: Die
    pips: Pips
    at: Annotated[str, description("The space where the piece stands then, or `home`.")]
    terrain: Terrain
    steps: Annotated[int, description("The length of the path.")]
    path: Path
    stopped_by: Annotated[
        Literal["count", "terrain", "blocked", "behind", "goal", "choice"],
        description(
            "Why the move ends: the `count` is used up; another `terrain`; the way is `blocked`; "
            "`behind` another piece; a `goal` is reached; or by `choice`."
        ),
    ]
    logs: Annotated[list[FoundLog], description("The markers that can be logged there.")]


class LegalActions(responses.Listed, kw_only=True):
    """The moves of a player who plays no card."""

    moves: Annotated[list[Entry], description("Each end of each piece with each roll.")]
    logs_now: Annotated[list[FoundLog], description("The logs that need no move.")]
    rulings: _Rulings


class BestEnd(Struct):
    """The best end for a roll."""

    pips: Pips
    at: Annotated[str, description("The space where the explorer stands then, or `home`.")]
    path: Path
    expected_after: Annotated[
        float | None,
        description("The expected number of turns after it, to 4 decimals; null if uncertain."),
    ]
    explorer: Annotated[int | UnsetType, description("For both, the explorer that moves.")] = UNSET
    shares: Annotated[
        list[list[str]] | UnsetType,
        description("For both, the targets that explorers 1 and 2 then go to."),
    ] = UNSET


class Odds(Struct):
    """The source of the odds of each die."""

    blue: _Source
    green: _Source
    white: _Source
    brown: _Source


class Way(Struct):
    """The way of the fewest expected turns."""

    expected_turns: Annotated[
        float | None,
        description("The expected number of turns, to 4 decimals; null if it may never end."),
    ]
    fewest_turns: Annotated[
        int | None,
        description("The number of turns with the luckiest rolls; null if it may never end."),
    ]
    order: Annotated[
        list[str],
        description("The targets as the luckiest rolls reach them; none for both explorers."),
    ]
    odds: Annotated[Odds, description("The source of the odds of each die.")]
    first: Annotated[list[BestEnd], description("The best end for each value of the first roll.")]
    rulings: _RulingsWeighed
    within: Annotated[
        list[float] | UnsetType,
        description(
            "With `within`: the chances to have arrived within 1 turn, 2 turns and so on, to 4 "
            "decimals, if each roll is answered by its best end."
        ),
    ] = UNSET
    explanation: Annotated[
        str | UnsetType, description("Why it may never end; absent if it surely does.")
    ] = UNSET


class Demand(responses.Item, kw_only=True):
    """A demand for winning: a treasure, enough coordinates, or an explorer at home; 1 if met."""

    points: Annotated[int | None, description("1 if it is met, 0 if not; null if unknown.")]  # type: ignore[assignment]
    met: Annotated[bool | None, description("Whether the player has it; null if unknown.")]
    treasure: Annotated[TreasureName | UnsetType, description("The treasure demanded.")] = UNSET
    by: Annotated[
        TreasureName | UnsetType, description("The treasure card that meets the demand.")
    ] = UNSET
    need: Annotated[
        int | UnsetType | None,
        description("The number of coordinates demanded; null if the mission is unknown."),
    ] = UNSET
    have: Annotated[int | UnsetType, description("The number of coordinates that count.")] = UNSET
    explorer: Annotated[
        int | UnsetType, description("The explorer that is to be home, 1 or 2.")
    ] = UNSET
    of: _Of = UNSET


class MissionSheet(Struct):
    """The demands on a player for winning, and those that are met."""

    name: Annotated[str, description("The player.")]
    rank: Annotated[
        int | None,
        description("From 1, winners first, then by `total`; null if the mission is unknown."),
    ]
    total: Annotated[
        int | None, description("The number of demands met; null if the mission is unknown.")
    ]
    possible: Annotated[
        int | None, description("The number of demands; null if the mission is unknown.")
    ]
    complete: Annotated[
        bool | None, description("Whether the mission is complete; null if unknown.")
    ]
    won: Annotated[
        bool | None,
        description("Whether all explorers are home as well; null if the mission is unknown."),
    ]
    items: Annotated[
        list[Demand],
        description("Each treasure, exact ones first; the coordinates; each explorer."),
    ]


_Over = Annotated[
    bool | None,
    description("Whether somebody has won; null if that depends on what is unknown."),
]


class Missions(Struct):
    """The demands on each player for winning, and the winners."""

    players: Annotated[list[MissionSheet], description("A sheet for each player, in turn order.")]
    winners: Annotated[list[str], description("The players who have won.")]
    decided_by: Annotated[
        Literal["won"] | None, description("`won`; null if nobody is known to have.")
    ]
    final: _Over
    remarks: Annotated[
        list[responses.Remark],
        description(
            "Differences from the set-up, if all explorers are home and nothing is logged yet."
        ),
    ]
    rulings: _Rulings


class PlayerCondition(responses.Condition, kw_only=True):
    """A demand on a player for winning."""

    player: Annotated[str, description("The player.")]


class GameEnd(Struct, kw_only=True):
    """Whether the game is over."""

    over: _Over
    conditions: Annotated[
        list[PlayerCondition], description("Each demand on each player, who wins by meeting all.")
    ]
    next_player: NextPlayer
    still_to_play: StillToPlay
    rulings: _Rulings


class TurnVerdict(Verdict, kw_only=True):
    """A turn of a record as judged."""

    player: Annotated[str, description("The player whose turn it was.")]


class Stop(responses.Stop):
    """The place where a record stops being legal."""

    action: Annotated[
        int | None,
        description("The action, from 0; null if the turn as a whole is illegal."),
    ]


StoppedAt = Annotated[
    Stop | None, description("The place of the first fault; null if there is none.")
]


class JudgedReplay(Struct):
    """A record as judged, up to and including its first illegal turn."""

    legal: responses.Legal
    turns: Annotated[list[TurnVerdict], description("The turns that were judged.")]
    stopped_at: StoppedAt
    won: Annotated[
        str | None, description("The first player to win, before the record or in it, if any.")
    ]
    after: Annotated[_Table, description("The table after the last legal turn.")]
    rulings: _Rulings
    seen: Annotated[Seen | UnsetType, SEEN] = UNSET


class Account(Struct):
    """A turn that leads from one table to the other."""

    moves: Annotated[list[_Turn], description("The one turn.")]


class SettledDispute(Dispute):
    """Whether a player's turn can have led from one table to another."""

    accounts: Annotated[
        list[Account],
        description("Such turns, at most 20, those with the fewest actions first."),
    ]
    mended: Annotated[_Table | None, MENDED]
    rulings: _RulingsWeighed


class KnownSegment(Struct):
    """A segment of the board pack."""

    name: Annotated[str, description("Its name.")]
    rows: Annotated[list[str], description("15 rows of 15 letters, top row first.")]
    bridges: Annotated[
        list[list[str]],
        description("Each bridge by its spaces, named by row and column from the top left."),
    ]


class KnownMission(Struct):
    """A mission card of the board pack."""

    kind: Annotated[Literal["mission"], description("The kind of card.")]
    difficulty: Annotated[int, description("The difficulty printed on it, 1 to 3.")]
    treasures: Annotated[list[TreasureName], description("The treasures that it demands.")]
    coordinates: Annotated[int, description("The least number of coordinates that it demands.")]


class KnownCards(Struct):
    """The contents of the board pack; empty without one."""

    title: Annotated[str, description("Its title.")]
    north: Annotated[
        Literal["up", "down"] | None,
        description("The direction in which NORTH grows while EAST grows to the right."),
    ]
    segments: Annotated[list[KnownSegment], description("The segments.")]
    dice: Annotated[dict[str, list[int]], description("The values of each die that is known.")]
    coordinates: Annotated[list[str], description("The spaces of the coordinate cards.")]
    three_plus: Annotated[list[str], description("The spaces of the coordinate cards marked 3+.")]
    missions: Annotated[list[KnownMission], description("The mission cards.")]
    treasures: Annotated[dict[str, int], description("The number of treasure cards of each kind.")]
    actions: Annotated[
        dict[str, int], description("The number of action and info cards of each kind.")
    ]


def localizer_for(locale: str) -> Localizer:
    """The localizer of the game's sentences."""
    return Localizer(RULEBOOK, GRID, locale)
