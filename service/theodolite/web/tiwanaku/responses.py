"""Structs that several responses about Tiwanaku share: tables, turns as judged, gains.

The structs of a single operation are in its own module.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NewType, TypeVar

from msgspec import UNSET, Struct, UnsetType

from theodolite.rulings import judged
from theodolite.tiwanaku import actions, gains
from theodolite.tiwanaku.board import TERRAIN_NAMES
from theodolite.tiwanaku.snapshot import ByTerrain, Snapshot
from theodolite.tiwanaku.turns import RULINGS
from theodolite.web.responses import (
    Change,
    Check,
    Localizer,
    RulingUsed,
    RulingWeighed,
    Verdict,
    description,
    same_as,
)
from theodolite.web.tiwanaku.schemas import RULEBOOK, ByTerrainSchema, SnapshotSchema

TerrainName = Literal["mud", "sand", "grass", "rock"]
DirectionName = Literal["up", "right", "down", "left"]
Table = NewType("Table", dict[str, Any])
"""A snapshot in the form of a request."""
AnyTable = Annotated[Table, same_as(SnapshotSchema)]
After = Annotated[
    AnyTable | None,
    description("The table after it; null if it is illegal, or if not all of it is known."),
]
Tiles = Annotated[dict[str, int], same_as(ByTerrainSchema)]
Checks = Annotated[list[Check], description("Every rule that bears on it.")]
Rulings = Annotated[list[RulingUsed], description("The rulings that can affect such an answer.")]
Weighed = Annotated[list[RulingWeighed], description("The rulings that can affect such an answer.")]
Explanation = Annotated[str, description("Why, in words.")]
TABLE = SnapshotSchema()


class Gain(Change, kw_only=True, rename={"said": "says"}):
    """A gain or a loss of a turn, in order."""

    player: Annotated[str, description("A player's name, group, or Otoma.")]
    effect: Annotated[
        Literal[
            "discovery",
            "prediction_right",
            "prediction_wrong",
            "offering",
            "otoma_discovery",
            "otoma_crop",
            "otoma_offering",
        ],
        description("The source of the points."),
    ]
    points: Annotated[int, description("The marker's real change.")]
    score_after: Annotated[int, description("The points on the side's marker afterwards.")]
    terrain: Annotated[
        TerrainName | UnsetType, description("Discoveries: the terrain discovered.")
    ] = UNSET
    level: Annotated[
        int | UnsetType, description("The step reached, or the level of the crop.")
    ] = UNSET
    pawns: Annotated[list[TerrainName] | UnsetType, description("The pawns on that level.")] = UNSET
    said: Annotated[int | UnsetType | None, description("The level predicted.")] = UNSET
    token: Annotated[bool | UnsetType, description("Whether a token was taken.")] = UNSET
    tokens: Annotated[list[int] | UnsetType, description("The levels offered.")] = UNSET


class Discovered(Struct):
    """A terrain that was laid."""

    space: Annotated[str, description("The space that was empty.")]
    terrain: Annotated[TerrainName, description("The terrain of its tile.")]


class Planted(Struct):
    """A crop that was planted."""

    space: Annotated[str, description("The space that was bare.")]
    level: Annotated[int, description("The level of its crop, 1 to 5.")]


class PlayedTurn(Verdict, kw_only=True):
    """A turn as judged, with what it brought."""

    changes: Annotated[
        list[Gain], description("Its gains and losses in order; none if it is illegal.")
    ]
    discovered: Annotated[list[Discovered], description("The terrain tiles laid, in order.")]
    planted: Annotated[list[Planted], description("The crops planted, in order.")]
    ends: Annotated[
        bool,
        description("Whether the end of the game begins with this turn; `false` of Otoma's moves."),
    ]
    next_player: Annotated[
        str | None,
        description(
            "The name of the player who plays next. Null once all have passed, since the last "
            "offerings come in any order; null of Otoma's moves."
        ),
    ]
    after: After


Found = TypeVar("Found")


def judge_table(
    snapshot: Snapshot,
    judge: Callable[[Snapshot], Found],
    relevant: Callable[[Found], object] = lambda found: found,
    names: Sequence[str] = (),
) -> tuple[Found, Mapping[str, bool]]:
    """Judge a table, and find for each ruling whether another value would change the result.

    Args:
        snapshot: The table.
        judge: A pure function of the table.
        relevant: The part of its result that counts as a change; by default all of it.
        names: The rulings to examine; by default those of turns in the table's mode.
    """
    return judged(
        lambda rulings: judge(snapshot.under(rulings)),
        snapshot.rulings,
        names or RULINGS[snapshot.mode],
        relevant,
    )


def localizer(snapshot: Snapshot, locale: str) -> Localizer:
    """The texts about a table."""
    return Localizer(RULEBOOK, snapshot.land.grid, locale)


def write_table(snapshot: Snapshot) -> Table:
    """A table as requests have it."""
    return Table(TABLE.dump(snapshot))


def table_after(verdict: actions.Verdict) -> Table | None:
    """The table after a turn, if it is known."""
    return None if verdict.after is None else write_table(verdict.after)


def tiles(counts: ByTerrain) -> dict[str, int]:
    """A number of tiles for each terrain."""
    return dict(zip(TERRAIN_NAMES, counts, strict=True))


def player_name(snapshot: Snapshot, seat: int | None) -> str | None:
    """The name of the player on a seat."""
    return None if seat is None else snapshot.players[seat].name


def list_gains(items: Iterable[gains.Gain], texts: Localizer) -> list[Gain]:
    """Gains and losses in words."""
    return [
        Gain(
            player=gain.side,
            effect=gain.category,  # type: ignore[arg-type]
            points=gain.points,
            score_after=gain.score_after,
            spaces=texts.names(gain.spaces),
            explanation=texts.sentence(gain.rule, gain.key, gain.values),
            **gain.about,  # type: ignore[arg-type]
            **texts.cite(gain.rule),
        )
        for gain in items
    ]


def played_turn(
    snapshot: Snapshot, verdict: actions.Verdict, texts: Localizer
) -> Mapping[str, Any]:
    """The fields of a turn as judged.

    Args:
        snapshot: A table of its game.
        verdict: The turn as the rules judge it.
        texts: The texts about that table.
    """
    names = snapshot.land.grid.names
    return {
        **texts.verdict(verdict.checks, whole=verdict.whole),
        "changes": list_gains(verdict.items, texts),
        "discovered": [
            Discovered(names[space], TERRAIN_NAMES[terrain])  # type: ignore[arg-type]
            for space, terrain in verdict.discovered
        ],
        "planted": [Planted(names[space], level) for space, level in verdict.planted],
        "ends": verdict.ends_game,
        "next_player": player_name(snapshot, verdict.next_player),
        "after": table_after(verdict),
    }
