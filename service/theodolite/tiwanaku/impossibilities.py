"""What cannot be true of a table of Tiwanaku (p. 2-3, 6, 8, 10)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.grid import Space, Spaces, each
from theodolite.tiwanaku.board import (
    CROPS_IN_BOX,
    LARGEST_REGION,
    LEVELS,
    TERRAIN_NAMES,
    TILES_IN_BOX,
    BoardName,
    Land,
    Terrain,
)
from theodolite.tiwanaku.movement import reserve
from theodolite.tiwanaku.snapshot import (
    GROUP,
    OTOMA,
    Arrow,
    ByTerrain,
    Colour,
    Difficulty,
    Final,
    Group,
    Mode,
    Otoma,
    PathEnd,
    Player,
    Rulings,
    Snapshot,
)
from theodolite.verdict import Fault, Path

__all__ = ["Draft", "field_faults", "impossibilities", "land_faults", "mode_fault"]

QUECHUAS = (Colour.BLUE, Colour.BROWN, Colour.GREEN, Colour.WHITE)
_PLAYERS = {Mode.COMPETITIVE: (2, 3, 4), Mode.SOLO: (1,), Mode.COOPERATIVE: (2, 3, 4)}
_FIELDS: Mapping[Mode, tuple[frozenset[str], frozenset[str]]] = {
    # What a mode needs of the fields that not every mode has, and what else it may have.
    Mode.COMPETITIVE: (frozenset(), frozenset()),
    Mode.SOLO: (frozenset({"otoma"}), frozenset({"difficulty", "arrows", "paths"})),
    Mode.COOPERATIVE: (
        frozenset({"difficulty", "otoma", "pool", "group"}),
        frozenset({"paths"}),
    ),
}
_MODAL_FIELDS = frozenset().union(*(needs | may for needs, may in _FIELDS.values()))
_OWN_FIELDS = frozenset({"score", "offerings", "diversity"})
_SCREEN_FIELDS = frozenset({"stacks"})
_DIFFICULTIES: Mapping[Mode, Sequence[Difficulty]] = {
    Mode.COMPETITIVE: (),
    Mode.SOLO: ("easy", "hard"),
    Mode.COOPERATIVE: ("easy", "normal", "expert"),
}


class Draft(NamedTuple):
    """A table of which some parts could not be read: they are None, as are parts not told."""

    mode: Mode | None = None
    land: Land | None = None
    tiles: ByTerrain | None = None
    players: tuple[Player | None, ...] | None = None
    start: tuple[Space | None, ...] | None = None
    diversity_top: int | None = None
    final: Final | None = None
    difficulty: Difficulty | None = None
    otoma: Otoma | None = None
    arrows: tuple[tuple[Space, Arrow], ...] | None = None
    paths: tuple[tuple[PathEnd, PathEnd], ...] | None = None
    pool: ByTerrain | None = None
    group: Group | None = None
    rulings: Rulings = Rulings()


def field_faults(
    mode: Mode, given: Collection[str], players: Sequence[Collection[str] | None]
) -> Iterator[Fault]:
    """Fields that a mode lacks or does not know, by the names of those that are given.

    Args:
        mode: how the game is played.
        given: the fields of the snapshot.
        players: the fields of each player; None for one that could not be read.
    """
    needs, may = _FIELDS[mode]
    yield from _fields(mode, (), set(given) & _MODAL_FIELDS, needs, needs | may)
    is_group = mode == Mode.COOPERATIVE
    needs = _SCREEN_FIELDS if is_group else _OWN_FIELDS
    others = _OWN_FIELDS | _SCREEN_FIELDS | {"tops"}
    allowed = needs | {"tops"} if is_group else needs
    for seat, fields in enumerate(players):
        if fields is not None:
            yield from _fields(mode, ("players", seat), set(fields) & others, needs, allowed)


def _fields(
    mode: Mode, path: Path, given: set[str], needs: Collection[str], allowed: Collection[str]
) -> Iterator[Fault]:
    for field in sorted({*needs} - given):
        yield mode_fault(mode, (*path, field), given=False)
    for field in sorted(given - {*allowed}):
        yield mode_fault(mode, (*path, field), given=True)


def mode_fault(mode: Mode, path: Path, *, given: bool) -> Fault:
    """A field that a mode needs and lacks, or has and does not know."""
    # The sentence has its words for one and for two: the mode needs the field, or has none.
    values = {"mode": mode, "field": path[-1], "number": 2 if given else 1}
    return Fault("mode_field", path, values)


def impossibilities(table: Draft) -> Iterator[Fault]:
    """What cannot be true of a table, each with its place in the snapshot."""
    if table.land is not None:
        yield from land_faults(table.land, table.tiles, table.rulings)
        yield from _places(table, table.land)
    if table.players is not None:
        yield from _people(table.mode, table.players)
    yield from _steps(table)
    yield from _mode(table)
    yield from _paths(table)
    yield from _end(table)


def land_faults(land: Land, tiles: ByTerrain | None, rulings: Rulings) -> Iterator[Fault]:
    """What of a board breaks the laws by itself, or cannot be laid with the tiles there are."""
    grid = land.grid
    if tiles is not None:
        yield from _tiles(land, tiles)
    for level in LEVELS:
        count, most = land.crops[level - 1].bit_count(), CROPS_IN_BOX[level - 1]
        if count > most and rulings.crop_limit == "box":
            yield Fault("crop_over_box", ("crops",), {"level": level, "count": count, "most": most})
    for row, line in enumerate(grid.row_lines):
        if floating := land.planted & land.empty & line:
            yield Fault("crop_on_empty", ("crops", row), {"spaces": grid.name_all(floating)})
    for level, spaces in enumerate(land.crops, 1):
        # Equal levels never touch (p. 6).
        if meeting := spaces & grid.touching(spaces):
            values = {"level": level, "spaces": grid.name_all(meeting)}
            yield Fault("equal_crops_touch", ("crops",), values)
    for terrain in Terrain:
        yield from _regions(land, terrain)


def _tiles(land: Land, tiles: ByTerrain) -> Iterator[Fault]:
    size = len(land.grid.names)
    if sum(tiles) != size:
        yield Fault("tiles_sum", ("tiles",), {"count": sum(tiles), "expected": size})
    for terrain, name in enumerate(TERRAIN_NAMES):
        most, lying = TILES_IN_BOX[terrain], land.terrain[terrain].bit_count()
        values = {"terrain": Terrain(terrain), "count": tiles[terrain], "most": most}
        if tiles[terrain] > most:
            yield Fault("tiles_over_box", ("tiles", name), values)
        if lying > tiles[terrain]:
            yield Fault("terrain_over_tiles", ("terrain",), {**values, "lying": lying})


def _regions(land: Land, terrain: Terrain) -> Iterator[Fault]:
    grid, ground = land.grid, land.terrain[terrain]
    groups = grid.groups(ground)
    for group in groups:
        size, closed = group.bit_count(), not grid.neighbours(group) & land.empty
        values: dict[str, object] = {"terrain": terrain, "spaces": grid.name_all(group)}
        if size > LARGEST_REGION:
            yield Fault("region_too_large", ("terrain",), {**values, "size": size})
        twice = [k for k in LEVELS if (land.crops[k - 1] & group).bit_count() > 1]
        over = [k for k in LEVELS if closed and k > size and land.crops[k - 1] & group]
        for level in twice + over:
            told = {**values, "level": level}
            yield Fault("region_crops", ("crops",), told)
    for at, group in enumerate(groups):
        for other in groups[at + 1 :]:
            if not grid.touching(group) & other:
                continue
            # Regions of one terrain never touch, so these two are one (p. 6).
            together = group | other
            if together.bit_count() > LARGEST_REGION or not _joinable(land, terrain, group, other):
                told = {"terrain": terrain, "spaces": grid.name_all(together)}
                yield Fault("regions_touch", ("terrain",), told)


def _joinable(land: Land, terrain: Terrain, group: Spaces, other: Spaces) -> bool:
    ground = land.terrain[terrain] | land.empty
    return bool(land.grid.group(ground, group) & other)


def _places(table: Draft, land: Land) -> Iterator[Fault]:
    grid = land.grid
    for i, space in enumerate(table.start or ()):
        if space is not None and not land.planted >> space & 1:
            yield Fault("start_not_planted", ("start", i), {"space": grid.names[space]})
    standing: list[tuple[Path, Space]] = [
        (("players", i, "meeples", j), space)
        for i, player in enumerate(table.players or ())
        if player is not None
        for j, space in enumerate(player.meeples)
    ]
    if table.otoma is not None:
        standing += [
            (("otoma", "pawns", i, "space"), pawn.space) for i, pawn in enumerate(table.otoma.pawns)
        ]
    taken = 0
    for path, space in standing:
        values = {"space": grid.names[space]}
        if not land.laid >> space & 1:
            yield Fault("meeple_on_empty", path, values)
        if taken >> space & 1:
            yield Fault("space_taken", path, values)
        taken |= 1 << space
    for space, _ in table.arrows or ():
        if not land.bare >> space & 1:
            name = grid.names[space]
            yield Fault("arrow_on_planted", ("arrows", name), {"space": name})


def _people(mode: Mode | None, players: Sequence[Player | None]) -> Iterator[Fault]:
    if mode is not None and len(players) not in _PLAYERS[mode]:
        least, most = min(_PLAYERS[mode]), max(_PLAYERS[mode])
        values = {"count": len(players), "least": least, "most": most}
        yield Fault("player_count", ("players",), values)
    pairs = mode == Mode.COOPERATIVE and len(players) == 4
    for i, player in enumerate(players):
        if player is None:
            continue
        before = [one for one in players[:i] if one is not None]
        if player.name in (OTOMA, GROUP):
            yield Fault("reserved_name", ("players", i, "name"), {"name": player.name})
        elif player.name in [one.name for one in before]:
            yield Fault("duplicate_name", ("players", i, "name"), {"name": player.name})
        path: Path = ("players", i, "colour")
        if player.colour not in QUECHUAS:
            yield Fault("quechua_colour", path, {"colour": player.colour})
        elif not pairs and player.colour in [one.colour for one in before]:
            yield Fault("duplicate_colour", path, {"colour": player.colour})
        if len({*player.offerings}) < len(player.offerings):
            yield Fault("offering_twice", ("players", i, "offerings"))
    if pairs and all(players):
        yield from _pairs([player for player in players if player is not None])


def _pairs(players: Sequence[Player]) -> Iterator[Fault]:
    """Four players form two pairs whose colours alternate; meeples stand with the first (p. 10)."""
    for i in (2, 3):
        partner = players[i - 2]
        if players[i].colour != partner.colour:
            yield Fault("pair_order", ("players", i, "colour"), {"player": partner.name})
        if players[i].meeples:
            yield Fault("pair_order", ("players", i, "meeples"), {"player": partner.name})
    if players[0].colour == players[1].colour:
        yield Fault("pair_order", ("players", 1, "colour"), {"player": players[0].name})


def _steps(table: Draft) -> Iterator[Fault]:
    sides: list[tuple[Path, ByTerrain]] = [
        (("players", i), player.diversity)
        for i, player in enumerate(table.players or ())
        if player is not None
    ]
    sides += [(("otoma",), table.otoma.diversity)] if table.otoma else []
    sides += [(("group",), table.group.diversity)] if table.group else []
    for path, diversity in sides:
        for terrain, name in enumerate(TERRAIN_NAMES):
            top, steps = table.diversity_top, diversity[terrain]
            if top is not None and steps > top:
                values = {"terrain": Terrain(terrain), "count": steps, "most": top}
                yield Fault("steps_over_top", (*path, "diversity", name), values)
    if table.land is None or table.mode is None:
        return
    # Every step is a tile that was discovered, and start tiles were not.
    found = table.land.laid
    if table.mode == Mode.COMPETITIVE:
        for space in table.start or ():
            found &= ~(0 if space is None else 1 << space)
    for terrain in Terrain:
        steps = sum(diversity[terrain] for _, diversity in sides)
        most = (table.land.terrain[terrain] & found).bit_count()
        if steps > most:
            values = {"terrain": terrain, "count": steps, "most": most}
            yield Fault("too_many_steps", ("terrain",), values)


def _mode(table: Draft) -> Iterator[Fault]:
    if table.mode is None:
        return
    is_long = table.land is None or table.land.board == BoardName.LONG
    # Solo and cooperative games are played on long scenarios only (p. 8, 10).
    if table.mode != Mode.COMPETITIVE and not is_long:
        yield Fault("mode_board", ("board",), {"mode": table.mode})
    known = _DIFFICULTIES[table.mode]
    if known and table.difficulty is not None and table.difficulty not in known:
        values = {"mode": table.mode, "known": list(known)}
        yield Fault("mode_difficulty", ("difficulty",), values)
    players = [player for player in table.players or () if player is not None]
    if table.otoma is not None and players and table.mode != Mode.COMPETITIVE:
        yield from _otoma(table, table.otoma, players)
    if table.land is None or len(players) != len(table.players or ()):
        return
    if len(players) in _PLAYERS[table.mode] and (table.difficulty or not table.otoma):
        yield from _reserves(table, table.land, players)
    if table.mode == Mode.COOPERATIVE and table.pool is not None and table.tiles is not None:
        yield from _pool(table.land, table.pool, table.tiles, players)


def _otoma(table: Draft, otoma: Otoma, players: Sequence[Player]) -> Iterator[Fault]:
    """Solo: a pawn of each of the other five colours; cooperative: of one unused colour."""
    colours = [pawn.colour for pawn in otoma.pawns]
    if table.mode == Mode.SOLO:
        expected = sorted(set(Colour) - {players[0].colour})
        possible = sorted(colours) == expected
    else:
        fewer = table.rulings.coop_normal == "fewer_meeples"
        is_five = table.difficulty == "expert" or (table.difficulty == "normal" and not fewer)
        expected = sorted(set(Colour) - {player.colour for player in players})
        count = (4, 5) if table.difficulty is None else (5,) if is_five else (4,)
        possible = len(colours) in count and len({*colours}) == 1 and colours[0] in expected
    if not possible:
        values = {"count": len(colours), "colours": expected, "mode": table.mode}
        yield Fault("otoma_pawns", ("otoma", "pawns"), values)
    if len({*otoma.offerings}) < len(otoma.offerings):
        yield Fault("offering_twice", ("otoma", "offerings"))


def _reserves(table: Draft, land: Land, players: Sequence[Player]) -> Iterator[Fault]:
    snapshot = Snapshot(
        table.mode or Mode.COMPETITIVE,
        land,
        (0, 0, 0, 0),
        tuple(players),
        difficulty=table.difficulty,
        rulings=table.rulings,
    )
    for i, player in enumerate(players):
        left = reserve(snapshot, player)
        if left < 0 and player.meeples:
            values = {"count": len(player.meeples), "most": len(player.meeples) + left}
            yield Fault("too_many_meeples", ("players", i, "meeples"), values)


def _pool(
    land: Land, pool: ByTerrain, tiles: ByTerrain, players: Sequence[Player]
) -> Iterator[Fault]:
    for terrain, name in enumerate(TERRAIN_NAMES):
        stacks = sum((player.stacks or (0, 0, 0, 0))[terrain] for player in players)
        count = land.terrain[terrain].bit_count() + pool[terrain] + stacks
        if count != tiles[terrain]:
            values = {"terrain": Terrain(terrain), "count": count, "expected": tiles[terrain]}
            yield Fault("pool_sum", ("pool", name), values)


def _paths(table: Draft) -> Iterator[Fault]:
    met: set[PathEnd] = set()
    for i, pair in enumerate(table.paths or ()):
        for j, end in enumerate(pair):
            if end in met:
                yield Fault("path_end_twice", ("paths", i, j), {"end": _end_name(table, end)})
            met.add(end)


def _end_name(table: Draft, end: PathEnd) -> str:
    name = table.land.grid.names[end.space] if table.land else str(end.space)
    return f"{name}:{end.side}"


def _end(table: Draft) -> Iterator[Fault]:
    if table.mode is None or table.land is None:
        return
    if table.mode == Mode.COOPERATIVE:
        players = [player for player in table.players or () if player is not None]
        over = not any(count for player in players for count in player.stacks or ())
        excepted = table.rulings.coop_final_predictions == "yes"
    else:
        over, excepted = not table.land.empty, False
    if table.final is not None and not over and not excepted:
        yield Fault("final_too_early", ("final",), {"spaces": _left(table.land)})
    # The game cannot go on unless it is known who still predicts, and from whom on.
    if table.mode == Mode.COMPETITIVE and over and table.final is None:
        yield Fault("final_missing", ("final",))
    if table.mode == Mode.COMPETITIVE and table.final is not None and not table.final.starter:
        yield mode_fault(table.mode, ("final", "starter"), given=False)
    names = [player.name if player else None for player in table.players or ()]
    if table.final is not None and None not in names:
        known = {*names, GROUP}
        told: list[tuple[Path, str | None]] = [(("final", "starter"), table.final.starter)]
        told += [(("final", "passed", i), name) for i, name in enumerate(table.final.passed)]
        told += [(("final", "offered", i), name) for i, name in enumerate(table.final.offered)]
        for path, name in told:
            if name is not None and name not in known:
                yield Fault("unknown_player", path, {"value": name})


def _left(land: Land) -> list[str]:
    return [land.grid.names[space] for space in each(land.empty)]
