"""Gains and losses: discoveries, predictions, offerings, Otoma's crops (p. 5, 9, 11).

A *side* has a score, tokens and diversity pawns: it is a player, a cooperative group, or Otoma.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces
from theodolite.tiwanaku.board import TERRAIN_NAMES, Level, Terrain
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, ByTerrain, Mode, Snapshot
from theodolite.verdict import NOTHING, Check, Values

OFFERING = (0, 0, 1, 3, 6, 10)
"""The points of an offering, by the number of its tokens (p. 5)."""


class Gain(NamedTuple):
    """A line of a turn: what a side gains or loses.

    Attributes:
        side: The name of the side.
        category: What brings the points, as responses name it.
        points: The real change of the marker, which never stands below 0.
        score_after: The score afterwards.
        rule: The rule's id.
        key: The key of its sentence.
        values: What fills the sentence.
        spaces: The space concerned, if any.
        about: Further fields of the response.
    """

    side: str
    category: str
    points: int
    score_after: int
    rule: str
    key: str
    values: Values
    spaces: Spaces = NOWHERE
    about: Mapping[str, object] = NOTHING


class Purse(NamedTuple):
    """The score of a side, the levels of its tokens, and the steps of its diversity pawns."""

    score: int
    offerings: tuple[Level, ...]
    diversity: ByTerrain


def side_of(snapshot: Snapshot, seat: int) -> str:
    """The side of a player: the group in a cooperative game, else the player alone."""
    return GROUP if snapshot.mode == Mode.COOPERATIVE else snapshot.players[seat].name


def purse_of(snapshot: Snapshot, side: str) -> Purse:
    """The score, tokens and steps of a side."""
    if side == OTOMA and snapshot.otoma is not None:
        return Purse(snapshot.otoma.score, snapshot.otoma.offerings, snapshot.otoma.diversity)
    if side == GROUP and snapshot.group is not None:
        return Purse(*snapshot.group)
    (one,) = [player for player in snapshot.players if player.name == side]
    return Purse(one.score, one.offerings, one.diversity)


def with_purse(snapshot: Snapshot, side: str, purse: Purse) -> Snapshot:
    """This table with another score, tokens and steps of a side."""
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
    """Let a side's pawn rise for a tile that was laid (p. 5).

    Returns:
        The table afterwards, the gain, and the check whether the pawn was on the last level, which
        is not always known.
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
    key = "last" if at_top else "passed" if known else "not_checked"
    check = Check(
        "tiwanaku.discover.last_level",
        "passed" if known else "not_checked",
        key,
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
    """The steps of every pawn of the table."""
    purses = [player.diversity for player in snapshot.players]
    purses += [snapshot.otoma.diversity] if snapshot.otoma else []
    purses += [snapshot.group.diversity] if snapshot.group else []
    return [steps for diversity in purses for steps in diversity]


def prediction(
    snapshot: Snapshot, side: str, space: Space, predicted: Level | None, true: Level
) -> tuple[Snapshot, Gain]:
    """Plant the true crop, and pay or charge the prediction (p. 5).

    Args:
        snapshot: The table.
        side: The side that predicts.
        space: A bare space.
        predicted: The level predicted; None for any wrong one.
        true: The true level.
    """
    purse = purse_of(snapshot, side)
    values: dict[str, object] = {
        "space": snapshot.land.grid.names[space],
        "level": true,
        "points": true,
    }
    about: dict[str, object] = {"level": true, "said": predicted}
    after = snapshot._replace(land=snapshot.land.with_crop(space, true))
    if predicted != true:
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
    """Return tokens for points (p. 5)."""
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


def otoma_crop(
    snapshot: Snapshot, space: Space, level: Level, *, token: bool
) -> tuple[Snapshot, Gain]:
    """Let Otoma gain the level of a crop (p. 9, 11).

    Args:
        snapshot: The table.
        space: The space of the crop.
        level: Its level.
        token: Whether Otoma takes a token too, unless it holds that one: in cooperative games, but
            not in the set-up.
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
