"""The faults that make a table of Tiwanaku impossible (p. 2-3, 6, 8, 10).

Faults are grouped by what they need: `field_faults` the names of a request's fields, `land_faults`
the board alone, `position_faults` the board with everything on it, `side_faults` no board.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from theodolite.grid import Space, Spaces, set_of
from theodolite.tiwanaku.board import (
    CROPS_IN_BOX,
    GRIDS,
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
    ByTerrain,
    Colour,
    Difficulty,
    Mode,
    Otoma,
    PathEnd,
    Player,
    Rulings,
    Snapshot,
)
from theodolite.verdict import Fault, Path

QUECHUAS = (Colour.BLUE, Colour.BROWN, Colour.GREEN, Colour.WHITE)
_PLAYERS = {Mode.COMPETITIVE: (2, 3, 4), Mode.SOLO: (1,), Mode.COOPERATIVE: (2, 3, 4)}
_FIELDS: Mapping[Mode, tuple[frozenset[str], frozenset[str]]] = {
    # The fields that a mode needs, and those that it may have, beside the fields of all modes.
    Mode.COMPETITIVE: (frozenset(), frozenset()),
    Mode.SOLO: (frozenset({"otoma"}), frozenset({"difficulty", "arrows", "paths"})),
    Mode.COOPERATIVE: (frozenset({"difficulty", "otoma", "pool", "group"}), frozenset({"paths"})),
}
_MODAL_FIELDS = frozenset().union(*(needs | may for needs, may in _FIELDS.values()))
_OWN_FIELDS = frozenset({"score", "offerings", "diversity"})
_SCREEN_FIELDS = frozenset({"stacks"})
_DIFFICULTIES: Mapping[Mode, Sequence[Difficulty]] = {
    Mode.COMPETITIVE: (),
    Mode.SOLO: ("easy", "hard"),
    Mode.COOPERATIVE: ("easy", "normal", "expert"),
}


def field_faults(
    mode: Mode, given: Collection[str], players: Sequence[Collection[str]]
) -> Iterator[Fault]:
    """Find the fields that a mode needs and lacks, or has and does not know.

    Args:
        mode: How the game is played.
        given: The names of the snapshot's fields.
        players: The names of each player's fields.
    """
    needs, may = _FIELDS[mode]
    yield from _fields(mode, (), set(given) & _MODAL_FIELDS, needs, needs | may)
    is_group = mode == Mode.COOPERATIVE
    needs = _SCREEN_FIELDS if is_group else _OWN_FIELDS
    others = _OWN_FIELDS | _SCREEN_FIELDS | {"tops"}
    allowed = needs | {"tops"} if is_group else needs
    for seat, fields in enumerate(players):
        yield from _fields(mode, ("players", seat), set(fields) & others, needs, allowed)


def _fields(
    mode: Mode, path: Path, given: set[str], needs: Collection[str], allowed: Collection[str]
) -> Iterator[Fault]:
    for field in sorted({*needs} - given):
        yield mode_fault(mode, (*path, field), given=False)
    for field in sorted(given - {*allowed}):
        yield mode_fault(mode, (*path, field), given=True)


def mode_fault(mode: Mode, path: Path, *, given: bool) -> Fault:
    """The fault of a field that a mode needs and lacks, or has (`given`) and does not know."""
    # The sentence has two forms, chosen by a number: the mode needs the field, or does not have it.
    values = {"mode": mode, "field": path[-1], "number": 2 if given else 1}
    return Fault("mode_field", path, values)


def impossibilities(table: Snapshot) -> Iterator[Fault]:
    """Find everything that makes a table impossible, each fault with its place in the snapshot."""
    yield from land_faults(table.land, table.tiles, table.rulings)
    yield from position_faults(table)
    yield from side_faults(table)


def land_faults(land: Land, tiles: ByTerrain | None, rulings: Rulings) -> Iterator[Fault]:
    """Find what breaks the laws on a board, or cannot be laid with the tiles there are (p. 2, 6).

    Args:
        land: The tiles on the board.
        tiles: The disc's counts; None if unknown.
        rulings: The rulings in force, of which `crop_limit` counts.
    """
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
            yield Fault("region_crops", ("crops",), {**values, "level": level})
    for at, group in enumerate(groups):
        for other in groups[at + 1 :]:
            if not grid.touching(group) & other:
                continue
            # Regions of one terrain never touch, so these two are one (p. 6).
            together = group | other
            if together.bit_count() > LARGEST_REGION or not _joinable(land, terrain, group, other):
                values = {"terrain": terrain, "spaces": grid.name_all(together)}
                yield Fault("regions_touch", ("terrain",), values)


def _joinable(land: Land, terrain: Terrain, group: Spaces, other: Spaces) -> bool:
    ground = land.terrain[terrain] | land.empty
    return bool(land.grid.group(ground, group) & other)


def position_faults(table: Snapshot) -> Iterator[Fault]:
    """Find what is impossible on a table with the tiles on its board (p. 3, 5-6, 10)."""
    yield from _places(table)
    yield from _discoveries(table)
    if table.mode == Mode.COOPERATIVE and table.pool is not None:
        yield from _pool(table, table.pool)
        yield from _deal(table)
    yield from _end(table)


def _places(table: Snapshot) -> Iterator[Fault]:
    land, grid = table.land, table.land.grid
    for i, space in enumerate(table.start or ()):
        if not land.planted >> space & 1:
            yield Fault("start_not_planted", ("start", i), {"space": grid.names[space]})
    pieces: list[tuple[Path, Space]] = [
        (("players", i, "meeples", j), space)
        for i, player in enumerate(table.players)
        for j, space in enumerate(player.meeples)
    ]
    if table.otoma is not None:
        pieces += [
            (("otoma", "pawns", i, "space"), pawn.space) for i, pawn in enumerate(table.otoma.pawns)
        ]
    taken = 0
    for path, space in pieces:
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


def _discoveries(table: Snapshot) -> Iterator[Fault]:
    """Every step is a tile that was discovered; start tiles were not (p. 3, 5)."""
    found = table.land.laid
    if table.mode == Mode.COMPETITIVE:
        found &= ~sum({1 << space for space in table.start or ()})
    for terrain in Terrain:
        steps = sum(diversity[terrain] for _, diversity in _diversities(table))
        most = (table.land.terrain[terrain] & found).bit_count()
        if steps > most:
            values = {"terrain": terrain, "count": steps, "most": most}
            yield Fault("too_many_steps", ("terrain",), values)


def _pool(table: Snapshot, pool: ByTerrain) -> Iterator[Fault]:
    for terrain, name in enumerate(TERRAIN_NAMES):
        stacks = sum((player.stacks or (0, 0, 0, 0))[terrain] for player in table.players)
        count = table.land.terrain[terrain].bit_count() + pool[terrain] + stacks
        if count != table.tiles[terrain]:
            values = {"terrain": Terrain(terrain), "count": count, "expected": table.tiles[terrain]}
            yield Fault("pool_sum", ("pool", name), values)


def _deal(table: Snapshot) -> Iterator[Fault]:
    """All are dealt as many tiles as the others, each terrain as evenly as possible (p. 10)."""
    start = set_of(table.start or ())
    dealt = [
        tiles - (spaces & start).bit_count()
        for tiles, spaces in zip(table.tiles, table.land.terrain, strict=True)
    ]
    for seat, player in enumerate(table.players):
        stacks = player.stacks or (0, 0, 0, 0)
        for count, tiles in ((sum(stacks), sum(dealt)), *zip(stacks, dealt, strict=True)):
            most = -(-tiles // len(table.players))
            if count > most:
                values = {"player": player.name, "count": count, "dealt": tiles, "most": most}
                yield Fault("uneven_deal", ("players", seat, "stacks"), values)
                break


def _end(table: Snapshot) -> Iterator[Fault]:
    if table.mode == Mode.COOPERATIVE:
        over = not table.stacked
        excepted = table.rulings.coop_final_predictions == "yes"
    else:
        over, excepted = not table.land.empty, False
    if table.final is not None and not over and not excepted:
        left = table.land.grid.name_all(table.land.empty)
        yield Fault("final_too_early", ("final",), {"spaces": left})
    # Without `final` it is unknown which players still predict, and in which order.
    if table.mode == Mode.COMPETITIVE and over and table.final is None:
        yield Fault("final_missing", ("final",))


def side_faults(table: Snapshot) -> Iterator[Fault]:
    """Find what is impossible with any board: players, Otoma, paths, names (p. 3, 8-10)."""
    yield from _players(table)
    yield from _steps(table)
    yield from _mode(table)
    yield from _paths(table)
    yield from _final(table)


def _players(table: Snapshot) -> Iterator[Fault]:
    players = table.players
    if len(players) not in _PLAYERS[table.mode]:
        least, most = min(_PLAYERS[table.mode]), max(_PLAYERS[table.mode])
        values = {"count": len(players), "least": least, "most": most}
        yield Fault("player_count", ("players",), values)
    pairs = table.mode == Mode.COOPERATIVE and len(players) == 4
    for i, player in enumerate(players):
        before = players[:i]
        if player.name in (OTOMA, GROUP):
            yield Fault("reserved_name", ("players", i, "name"), {"value": player.name})
        elif player.name in [one.name for one in before]:
            yield Fault("duplicate_name", ("players", i, "name"), {"name": player.name})
        path: Path = ("players", i, "colour")
        if player.colour not in QUECHUAS:
            yield Fault("quechua_colour", path, {"colour": player.colour})
        elif not pairs and player.colour in [one.colour for one in before]:
            yield Fault("duplicate_colour", path, {"colour": player.colour})
        if len({*player.offerings}) < len(player.offerings):
            yield Fault("offering_twice", ("players", i, "offerings"))
    if pairs:
        yield from _pairs(players)


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


def _diversities(table: Snapshot) -> Iterator[tuple[Path, ByTerrain]]:
    """The steps of each side, with its place in the snapshot."""
    for i, player in enumerate(table.players):
        yield ("players", i), player.diversity
    if table.otoma is not None:
        yield ("otoma",), table.otoma.diversity
    if table.group is not None:
        yield ("group",), table.group.diversity


def _steps(table: Snapshot) -> Iterator[Fault]:
    top = table.diversity_top
    if top is None:
        return
    for path, diversity in _diversities(table):
        for terrain, name in enumerate(TERRAIN_NAMES):
            if diversity[terrain] > top:
                values = {"terrain": Terrain(terrain), "count": diversity[terrain], "most": top}
                yield Fault("steps_over_top", (*path, "diversity", name), values)


def _mode(table: Snapshot) -> Iterator[Fault]:
    # Solo and cooperative games are played on long scenarios only (p. 8, 10).
    if table.mode != Mode.COMPETITIVE and table.land.board != BoardName.LONG:
        yield Fault("mode_board", ("board",), {"mode": table.mode})
    known = _DIFFICULTIES[table.mode]
    if known and table.difficulty is not None and table.difficulty not in known:
        values = {"mode": table.mode, "known": list(known)}
        yield Fault("mode_difficulty", ("difficulty",), values)
    if table.otoma is not None and table.mode != Mode.COMPETITIVE:
        yield from _otoma(table, table.otoma)
    if len(table.players) in _PLAYERS[table.mode] and (table.difficulty or not table.otoma):
        yield from _reserves(table)


def _otoma(table: Snapshot, otoma: Otoma) -> Iterator[Fault]:
    """Solo: a pawn of each other colour (p. 8). Cooperative: pawns of one unused colour (p. 10)."""
    colours = [pawn.colour for pawn in otoma.pawns]
    if table.mode == Mode.SOLO:
        expected = sorted(set(Colour) - {table.players[0].colour})
        count: Sequence[int] = (5,)
        possible = sorted(colours) == expected
    else:
        fewer = table.rulings.coop_normal == "fewer_meeples"
        is_five = table.difficulty == "expert" or (table.difficulty == "normal" and not fewer)
        # The box has one purple and one yellow pawn: only meeples make a set of one colour.
        expected = sorted({*QUECHUAS} - {player.colour for player in table.players})
        count = (4, 5) if table.difficulty is None else (5,) if is_five else (4,)
        possible = len(colours) in count and len({*colours}) == 1 and colours[0] in expected
    if not possible:
        # The sentence has two forms: all pawns of one colour, or one of each colour.
        number = 2 if table.mode == Mode.SOLO else 1
        values = {"most": [str(most) for most in count], "colours": expected, "number": number}
        yield Fault("otoma_pawns", ("otoma", "pawns"), values)
    if len({*otoma.offerings}) < len(otoma.offerings):
        yield Fault("offering_twice", ("otoma", "offerings"))


def _reserves(table: Snapshot) -> Iterator[Fault]:
    for i, player in enumerate(table.players):
        left = reserve(table, player)
        if left < 0 and player.meeples:
            values = {"count": len(player.meeples), "most": len(player.meeples) + left}
            yield Fault("too_many_meeples", ("players", i, "meeples"), values)


def _paths(table: Snapshot) -> Iterator[Fault]:
    met: set[PathEnd] = set()
    for i, pair in enumerate(table.paths or ()):
        for j, end in enumerate(pair):
            if end in met:
                # Only the long board has paths, of whatever board the table tells.
                values = {"end": f"{GRIDS[BoardName.LONG].names[end.space]}:{end.side}"}
                yield Fault("path_end_twice", ("paths", i, j), values)
            met.add(end)


def _final(table: Snapshot) -> Iterator[Fault]:
    if table.final is None:
        return
    starter, passed, offered = table.final
    if table.mode == Mode.COMPETITIVE and not starter:
        yield mode_fault(table.mode, ("final", "starter"), given=False)
    known = [*table.player_names, *([] if table.group is None else [GROUP])]
    named: list[tuple[Path, str | None]] = [(("final", "starter"), starter)]
    named += [(("final", "passed", i), name) for i, name in enumerate(passed)]
    named += [(("final", "offered", i), name) for i, name in enumerate(offered)]
    for path, name in named:
        if name is not None and name not in known:
            yield Fault("unknown_player", path, {"value": name, "known": ", ".join(known)})
