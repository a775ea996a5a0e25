"""Finds the arguments of steps: the key and the values of the sentence that explains a conclusion.

An argument is drawn from the premises of its step alone: the region meant, the level, the spaces
that would be cut off or touched, the size that would be too small.
"""

from collections.abc import Mapping
from typing import NamedTuple, cast

from theodolite.grid import NOWHERE, Space, Spaces, each, first_of, set_of, union
from theodolite.tiwanaku.board import Crop, Level, Terrain, shapes
from theodolite.tiwanaku.knowledge import CONTRADICTION, Fact, Knowledge, Reason


class Argument(NamedTuple):
    """How a law argues.

    Attributes:
        key: The key of the law's sentence.
        sets: The spaces that fill the sentence, by the name of the blank.
        values: Everything else that fills it, beside the conclusion.
    """

    key: str
    sets: Mapping[str, Spaces] = {}
    values: Mapping[str, object] = {}


def argue(known: Knowledge, fact: Fact, reason: Reason) -> Argument:
    """How a law argues for a fact.

    Args:
        known: The tiles on the board, and the premises.
        fact: The conclusion.
        reason: The law and its premises.
    """
    struck = reason.strike or fact
    match reason.law:
        case "last_place":
            argument = _last_place(known, fact, reason)
        case "last_tiles":
            argument = _last_tiles(known, fact, reason)
        case "reach" if struck.kind == "not_terrain":
            argument = _kept_out(known, fact, struck)
        case "reach":
            argument = _taken_in(known, fact, reason)
        case "all_five_seen":
            argument = _bent(known, fact, reason)
        case "no_touch":
            values = {} if fact.kind == "not_terrain" else {"of": Terrain(struck.value)}
            argument = Argument(fact.kind, {"region": reason.spaces}, values)
        case _:
            argument = Argument(fact.kind)
    return argument


def _last_place(known: Knowledge, fact: Fact, reason: Reason) -> Argument:
    """The level of a region that fits one space only, or none."""
    level = cast("Level", reason.level)
    _, first, terrain = _region(known, reason)
    sets = {"region": 1 << first, "place": known.may[level] & reason.spaces}
    return Argument(fact.kind, sets, {"of": terrain, "level": Crop(level)})


def _last_tiles(known: Knowledge, fact: Fact, reason: Reason) -> Argument:
    """The terrain that is complete, or needs all that is left."""
    struck = reason.strike or fact
    if fact.kind == "same":
        terrain, key = known.terrain_of(first_of(Spaces(fact.at))), "same"
    elif struck != CONTRADICTION:
        terrain, key = Terrain(struck.value), f"{fact.kind}s" if reason.strike is None else "left"
        key = "none" if fact == CONTRADICTION else key
    else:
        tiles = known.tiles
        terrain, key = next(
            (t, "too_many" if known.is_[t].bit_count() > tiles[t] else "too_few")
            for t in Terrain
            if known.is_[t].bit_count() > tiles[t] or known.can[t].bit_count() < tiles[t]
        )
    return Argument(key, {}, {"of": terrain, "tiles": known.tiles[terrain]})


def _kept_out(known: Knowledge, fact: Fact, struck: Fact) -> Argument:
    """The reason why no region of a terrain can have a space, and the values left to it."""
    at, terrain = Space(struck.at), Terrain(struck.value)
    space = 1 << at
    need = known.least(at)
    room = known.grid.group(known.can[terrain] | space, space).bit_count()
    met = known.grid.touching(space) & known.is_[terrain]
    key = "too_small" if room < need else "would_touch" if met else "no_shape"
    end = {"terrain": "_left", "contradiction": "_none"}.get(fact.kind, "")
    return Argument(
        key + end, {"at": space, "met": met}, {"of": terrain, "need": need, "room": room}
    )


def _taken_in(known: Knowledge, fact: Fact, reason: Reason) -> Argument:
    """The reason why a region has a space, a size, or no shape at all."""
    added, (group, first, terrain) = _added(fact, reason), _region(known, reason)
    grid, need, most = known.grid, known.least(first), known.most(first)
    open_, others = known.can[terrain] & ~added, known.is_[terrain] & ~group
    area = grid.group(open_, 1 << first)
    cut, room = group & ~area, area.bit_count()
    met, key = grid.touching(group) & others, str(fact.kind)
    if key not in ("min", "max"):
        key = "cut_off" if cut else "no_room" if room < need else "corner" if met else "no_way"
        if key == "no_way":
            key, met, room = _hemmed(known, group, terrain, open_)
        if key == "corner" and (argument := _joined(known, group, added, terrain)):
            return argument
        key += "_none" if fact == CONTRADICTION else ""
    return Argument(
        key,
        {"region": 1 << first, "place": added, "cut": cut, "group": group, "met": met},
        {"of": terrain, "need": need, "room": room, "most": most},
    )


def _hemmed(
    known: Knowledge, group: Spaces, terrain: Terrain, open_: Spaces
) -> tuple[str, Spaces, int]:
    """Why no shape is left to a region: the key, the spaces that it meets, the room beside them."""
    grid, first = known.grid, known.first(group)
    need, most = known.least(first), known.most(first)
    others = known.is_[terrain] & ~group
    near = others & grid.touching(grid.group(open_, 1 << first))
    room = grid.group(open_ & ~grid.touching(near), 1 << first).bit_count()
    ways = [
        shape
        for shape in shapes(known.board)
        if shape.bit_count() <= most and not group & ~shape and not shape & ~open_
    ]
    if not ways:
        return "too_far", group, room
    if room < need and not any(shape & near for shape in ways):
        return "crowded", near, room
    ways = [shape for shape in ways if shape.bit_count() >= need]
    if ways and all(grid.touching(shape) & others for shape in ways):
        return "touching", others & grid.touching(union(ways)), room
    unfit = [
        {u for u in each(shape) if not known.least(u) <= shape.bit_count() <= known.most(u)}
        for shape in ways
        if not grid.touching(shape) & others
    ]
    if unfit and all(unfit):
        return "unfit", set_of(set[Space]().union(*unfit)), room
    return "no_way", near, room


def _joined(known: Knowledge, group: Spaces, added: Spaces, terrain: Terrain) -> Argument | None:
    """Two spaces that touch at a corner: one space beside both is closed, the other joins them."""
    grid = known.grid
    near = grid.neighbours(added) & known.is_[terrain]
    for one in each(near & group):
        for other in each(near & ~group & grid.touching(1 << one)):
            shut = grid.neighbours(1 << one) & grid.neighbours(1 << other) & ~known.can[terrain]
            if shut:
                past = shut & known.resolved
                has = {"has": known.terrain_of(first_of(past))} if past else {}
                sets = {"pair": 1 << one | 1 << other, "shut": shut, "place": added}
                return Argument("joined_past" if past else "joined", sets, {"of": terrain, **has})
    return None


def _bent(known: Knowledge, fact: Fact, reason: Reason) -> Argument:
    """The region or the space that only a U or a V would reach."""
    struck = reason.strike or fact
    if struck.kind == "not_terrain":
        end = {"terrain": "_left", "contradiction": "_none"}.get(fact.kind, "")
        return Argument(
            "kept_out" + end, {"at": 1 << Space(struck.at)}, {"of": Terrain(struck.value)}
        )
    added, (_, first, terrain) = _added(fact, reason), _region(known, reason)
    key = "taken_in" if added else fact.kind
    return Argument(key, {"region": 1 << first, "place": added}, {"of": terrain})


def _added(fact: Fact, reason: Reason) -> Spaces:
    """The space that a fact adds to the region that its law argues about."""
    if fact.kind == "terrain":
        return 1 << Space(fact.at)
    if fact.kind == "same":
        return Spaces(fact.at & ~(1 << cast("Space", reason.region)))
    return NOWHERE


def _region(known: Knowledge, reason: Reason) -> tuple[Spaces, Space, Terrain]:
    """The region that a law argues about, its first space and its terrain, as premises tell."""
    space = cast("Space", reason.region)
    terrain, group = known.terrain_of(space), known.home[space]
    return group, first_of(group & known.is_[terrain]), terrain
