"""What is gained and lost: discoveries, predictions, offerings, Otoma's crops (p. 5, 9, 11).

A *side* is who has a score, tokens and diversity pawns: a player, a cooperative group, or Otoma.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.tiwanaku.board import TERRAIN_NAMES, Level, Terrain
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, ByTerrain, Mode, Snapshot
from theodolite.verdict import NOTHING, Check, Values

__all__ = [
    "OFFERING",
    "Gain",
    "Purse",
    "discovery",
    "offering",
    "otomas_crop",
    "prediction",
    "purse_of",
    "side_of",
    "with_purse",
]

OFFERING = (0, 0, 1, 3, 6, 10)
"""The points of an offering, by the number of its tokens (p. 5)."""


class Gain(NamedTuple):
    """A line of a turn: what a side gained or lost, and its score after it.

    `points` is the real change of the marker, which never stands below 0.
    """

    side: str
    category: str
    points: int
    score_after: int
    rule: str
    says: str
    values: Values
    spaces: Spaces = 0
    about: Mapping[str, object] = NOTHING


class Purse(NamedTuple):
    """The score of a side, the levels of its tokens, and the steps of its diversity pawns."""

    score: int
    offerings: tuple[Level, ...]
    diversity: ByTerrain


def side_of(snapshot: Snapshot, seat: int) -> str:
    """For whom a player plays: the group in a cooperative game, else the player alone."""
    return GROUP if snapshot.mode == Mode.COOPERATIVE else snapshot.players[seat].name


def purse_of(snapshot: Snapshot, side: str) -> Purse:
    """What a side has."""
    if side == OTOMA and snapshot.otoma is not None:
        return Purse(snapshot.otoma.score, snapshot.otoma.offerings, snapshot.otoma.diversity)
    if side == GROUP and snapshot.group is not None:
        return Purse(*snapshot.group)
    (one,) = [player for player in snapshot.players if player.name == side]
    return Purse(one.score, one.offerings, one.diversity)


def with_purse(snapshot: Snapshot, side: str, purse: Purse) -> Snapshot:
    """This table with what a side has changed."""
    if side == OTOMA and snapshot.otoma is not None:
        return snapshot._replace(otoma=snapshot.otoma._replace(**purse._asdict()))
    if side == GROUP and snapshot.group is not None:
        return snapshot._replace(group=snapshot.group._replace(**purse._asdict()))
    players = [
        player._replace(**purse._asdict()) if player.name == side else player
        for player in snapshot.players
    ]
    return snapshot._replace(players=tuple(players))


def discovery(
    snapshot: Snapshot, side: str, space: Space, terrain: Terrain
) -> tuple[Snapshot, Gain, Check]:
    """A side's pawn rises for a tile that was laid, and what that earns (p. 5).

    The check says whether it is known that the last level was, or was not, left behind.
    """
    purse = purse_of(snapshot, side)
    top, steps = snapshot.diversity_top, purse.diversity[terrain]
    # On the last level nothing moves, and the discovery scores exactly 1.
    at_top = top is not None and steps == top
    reached = steps if at_top else steps + 1
    diversity = _risen(purse.diversity, terrain, reached)
    pawns = [kind for kind in Terrain if diversity[kind] == reached]
    points = 1 if at_top else len(pawns)
    # Some pawn stands higher, so the track goes on.
    known = top is not None or any(reached <= other for other in _heights(snapshot))
    says = "last" if at_top else "passed" if known else "not_checked"
    check = Check(
        "tiwanaku.discover.last_level",
        "passed" if known else "not_checked",
        says,
        {"terrain": terrain, "level": reached},
        1 << space,
    )
    gain = Gain(
        side,
        "otoma_discovery" if side == OTOMA else "discovery",
        points,
        purse.score + points,
        "tiwanaku.score.discovery",
        "last" if at_top else "says",
        {
            "space": snapshot.land.grid.names[space],
            "terrain": terrain,
            "level": reached,
            "pawns": pawns,
            "points": points,
        },
        1 << space,
        {
            "terrain": TERRAIN_NAMES[terrain],
            "level": reached,
            "pawns": [TERRAIN_NAMES[kind] for kind in pawns],
        },
    )
    richer = purse._replace(score=purse.score + points, diversity=diversity)
    return with_purse(snapshot, side, richer), gain, check


def _risen(diversity: ByTerrain, terrain: Terrain, reached: int) -> ByTerrain:
    mud, sand, grass, rock = [
        reached if kind == terrain else steps for kind, steps in enumerate(diversity)
    ]
    return mud, sand, grass, rock


def _heights(snapshot: Snapshot) -> Sequence[int]:
    """How high every pawn of the table stands."""
    purses = [player.diversity for player in snapshot.players]
    purses += [snapshot.otoma.diversity] if snapshot.otoma else []
    purses += [snapshot.group.diversity] if snapshot.group else []
    return [steps for diversity in purses for steps in diversity]


def prediction(
    snapshot: Snapshot, side: str, space: Space, says: Level | None, true: Level
) -> tuple[Snapshot, Gain]:
    """The true crop is planted, and what the prediction earns or costs (p. 5)."""
    purse = purse_of(snapshot, side)
    values: dict[str, object] = {
        "space": snapshot.land.grid.names[space],
        "level": true,
        "points": true,
    }
    about: dict[str, object] = {"level": true, "said": says}
    after = snapshot._replace(land=snapshot.land.with_crop(space, true))
    if says != true:
        # Never below 0.
        points = max(-true, -purse.score)
        after = with_purse(after, side, purse._replace(score=purse.score + points))
        key = "says" if points == -true else "floor" if points else "nothing"
        values["points"] = -points
        rule = "tiwanaku.score.prediction_wrong"
        gain = Gain(
            side,
            "prediction_wrong",
            points,
            purse.score + points,
            rule,
            key,
            values,
            1 << space,
            about,
        )
        return after, gain
    held = true in purse.offerings
    offerings = purse.offerings if held else tuple(sorted((*purse.offerings, true)))
    after = with_purse(after, side, purse._replace(score=purse.score + true, offerings=offerings))
    rule, key = "tiwanaku.score.prediction_right", "held" if held else "says"
    about["token"] = not held
    gain = Gain(
        side, "prediction_right", true, purse.score + true, rule, key, values, 1 << space, about
    )
    return after, gain


def offering(snapshot: Snapshot, side: str, tokens: Sequence[Level]) -> tuple[Snapshot, Gain]:
    """Tokens are returned for points (p. 5)."""
    purse = purse_of(snapshot, side)
    points = OFFERING[len(tokens)]
    left = tuple(level for level in purse.offerings if level not in tokens)
    after = with_purse(snapshot, side, purse._replace(score=purse.score + points, offerings=left))
    gain = Gain(
        side,
        "otoma_offering" if side == OTOMA else "offering",
        points,
        purse.score + points,
        "tiwanaku.score.offering",
        "one" if len(tokens) == 1 else "says",
        {"tokens": sorted(tokens), "count": len(tokens), "points": points},
        about={"tokens": list(tokens)},
    )
    return after, gain


def otomas_crop(
    snapshot: Snapshot, space: Space, level: Level, *, token: bool
) -> tuple[Snapshot, Gain]:
    """Otoma scores the level of the crop that is revealed; a token in cooperative games (p. 9, 11).

    In the set-up the crop lies already, and only its level is gained.
    """
    purse = purse_of(snapshot, OTOMA)
    takes = token and level not in purse.offerings
    richer = purse._replace(
        score=purse.score + level,
        offerings=tuple(sorted((*purse.offerings, level))) if takes else purse.offerings,
    )
    after = with_purse(snapshot, OTOMA, richer)
    gain = Gain(
        OTOMA,
        "otoma_crop",
        level,
        richer.score,
        "tiwanaku.score.otoma_crop",
        "token" if takes else "held" if token else "says",
        {"space": snapshot.land.grid.names[space], "level": level},
        1 << space,
        {"level": level, "token": takes},
    )
    return after, gain
