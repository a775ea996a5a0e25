"""Impossible tables: players, pieces and cards that no legal play can lead to."""

from collections import Counter
from collections.abc import Iterator

from theodolite.grid import Space, Spaces
from theodolite.treasure_hunt.board import CORNERS, GRID, HOME, STARTS, place_name, segment_of
from theodolite.treasure_hunt.card_counts import excess_cards
from theodolite.treasure_hunt.snapshot import (
    HAND,
    ROUTES,
    SUPPLY,
    Card,
    Explorer,
    Info,
    Mission,
    Player,
    Snapshot,
    Treasure,
    Walker,
    trees_clear,
)
from theodolite.verdict import Fault, Path, Values


def impossibilities(snapshot: Snapshot) -> Iterator[Fault]:
    """Find everything that makes a table impossible.

    Args:
        snapshot: The table; its board may have any rows and bridges. A player of whom only a part
            is known has no colour, HOME as home, no explorers or no routes.

    Yields:
        A fault for each reason, with its place in the snapshot.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "red", 31, (Explorer(0), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> [fault.code for fault in impossibilities(table)]
        ['colour_twice', 'home_not_corner', 'explorers_share_space']
    """
    yield from _players(snapshot)
    yield from _pieces_of_players(snapshot)
    for i, player in enumerate(snapshot.players):
        yield from _cards(snapshot, i, player)
    yield from _missions(snapshot)
    yield from _trees(snapshot)
    yield from _walkers(snapshot)
    yield from _bridges(snapshot)
    yield from _creeps(snapshot)
    yield from _supplies(snapshot)


def _players(snapshot: Snapshot) -> Iterator[Fault]:
    players = snapshot.players
    # Teams are four players, and not together with one explorer each (Variants).
    if snapshot.teams and len(players) != 4:
        yield Fault("teams_need_four", ("variants", "teams"), {"count": len(players)})
    if snapshot.teams and snapshot.young:
        yield Fault("young_teams", ("variants",))
    for i, player in enumerate(players):
        earlier = players[:i]
        if any(player.name == other.name for other in earlier):
            yield Fault("name_twice", ("players", i, "name"), {"name": player.name})
        if player.colour and any(player.colour == other.colour for other in earlier):
            yield Fault("colour_twice", ("players", i, "colour"), {"colour": player.colour})
        # The start spaces are the four corners, one for each player (`board.home`).
        values = {"space": place_name(player.home)}
        if player.home not in (*CORNERS, HOME):
            yield Fault("home_not_corner", ("players", i, "home"), values)
        elif player.home != HOME and any(player.home == other.home for other in earlier):
            yield Fault("home_twice", ("players", i, "home"), values)


def _pieces_of_players(snapshot: Snapshot) -> Iterator[Fault]:
    taken: dict[Space, int] = {}
    for i, player in enumerate(snapshot.players):
        # Two explorers each, one in the variant for young players (Variants).
        expected = 1 if snapshot.young else 2
        if len(player.explorers) not in (0, expected):
            counted: Values = {"count": len(player.explorers), "expected": expected}
            yield Fault("explorer_count", ("players", i, "explorers"), counted)
        yield from _explorers(snapshot, i, player, taken)
        # Each player has one free tree and one free walker (`setup`).
        if len({*player.free}) < len(player.free):
            yield Fault("free_twice", ("players", i, "free"))
        if snapshot.young and "walker" in player.free:
            yield Fault("walker_in_young", ("players", i, "free"))


def _explorers(
    snapshot: Snapshot, i: int, player: Player, taken: dict[Space, int]
) -> Iterator[Fault]:
    home = player.home
    corner_space = snapshot.rulings.home_place == "corner_space"
    for j, explorer in enumerate(player.explorers):
        path: Path = ("players", i, "explorers", j)
        yield from _terrain(snapshot, explorer, home if explorer.at == HOME else explorer.at, path)
        if explorer.at == HOME:
            # Off the board there is a place only where the frame is home (`home_place`).
            if corner_space:
                yield Fault("unknown_space", (*path, "at"), {"value": "home"})
            continue
        # The two of a colour share their start space, no others stand together.
        at_home = explorer.at == home and corner_space
        if explorer.at in taken and not (at_home and taken[explorer.at] == i):
            yield Fault("explorers_share_space", (*path, "at"), {"space": GRID.names[explorer.at]})
        taken.setdefault(explorer.at, i)
    # A boat is discarded as soon as no own explorer is in water (`boat`).
    if player.boats and player.explorers and not snapshot.afloat(i):
        yield Fault("boat_out_of_water", ("players", i, "boats"))


def _terrain(
    snapshot: Snapshot, piece: Explorer | Walker, at: Space, path: Path
) -> Iterator[Fault]:
    """Whether a piece has a terrain of its own exactly where the board has none.

    `at` is the space that a piece stands on, for one off the board its corner.
    """
    creep = piece.at != HOME and snapshot.creep_spaces >> at & 1
    is_open = creep or snapshot.board.printed(at) is None
    values = {"space": place_name(at)}
    if is_open and piece.terrain is None:
        yield Fault("terrain_missing", (*path, "terrain"), values)
    if not is_open and piece.terrain is not None:
        yield Fault("terrain_superfluous", (*path, "terrain"), values)


def _cards(snapshot: Snapshot, i: int, player: Player) -> Iterator[Fault]:
    for name, route in zip(ROUTES, player.routes, strict=False):
        path: Path = ("players", i, "routes", name)
        # An info card lies at a route that has a coordinate card (`card.info`).
        if route.info and not route.cards:
            yield Fault("info_without_coordinate", (*path, "info"))
        # A treasure card lies on each closed and each open treasure (`info.closed`, `info.open`).
        expected = len(route.info) - route.info.count(Info.BURIED)
        if len(route.treasures) != expected:
            values = {"count": len(route.treasures), "expected": expected}
            yield Fault("treasure_count", (*path, "treasures"), values)
        for j, space in enumerate(route.cards):
            yield from _coordinate(snapshot, space, (*path, "cards", j))
    if player.hand is not None:
        # Three closed cards at most (`card.hand`).
        if len(player.hand) > HAND:
            yield Fault("hand_size", ("players", i, "hand"), {"count": len(player.hand)})
        if snapshot.young and Card.WALKER in player.hand:
            yield Fault("walker_card_in_young", ("players", i, "hand"))


def _coordinate(snapshot: Snapshot, space: Space, path: Path) -> Iterator[Fault]:
    """A coordinate card that the copy does not have, or that two players leave out."""
    deck = snapshot.deck
    if deck.lacks(space):
        yield Fault("card_not_in_pack", path, {"value": GRID.names[space]})
    # Two players leave out the coordinate cards marked 3+ (`setup`).
    if len(snapshot.players) == 2 and deck.three_plus >> space & 1:
        yield Fault("three_plus_card", path, {"space": GRID.names[space]})


def _missions(snapshot: Snapshot) -> Iterator[Fault]:
    known = [(i, player.mission) for i, player in enumerate(snapshot.players) if player.mission]
    for i, mission in known:
        path: Path = ("players", i, "mission")
        if mission.difficulty not in (1, 2, 3):
            yield Fault("difficulty_value", (*path, "difficulty"), {"value": mission.difficulty})
        # All missions are of one agreed difficulty (`setup`).
        elif mission.difficulty != known[0][1].difficulty:
            yield Fault("difficulties_differ", (*path, "difficulty"))
        # At least one treasure, each one of the four (`mission`).
        if not mission.treasures:
            yield Fault("mission_empty", (*path, "treasures"))
        for j, treasure in enumerate(mission.treasures):
            if treasure == Treasure.CHOICE:
                yield Fault("choice_in_mission", (*path, "treasures", j))
        printed = snapshot.deck.missions
        if printed and not any(_same_mission(mission, one) for one in printed):
            yield Fault("mission_not_in_pack", path)
        # Mates have the same mission (`variant.teams`).
        if snapshot.teams and len(snapshot.players) == 4 and i >= 2:
            mates = snapshot.players[i - 2].mission
            if mates is not None and not _same_mission(mission, mates):
                yield Fault("mission_differs", path)


def _same_mission(one: Mission, other: Mission) -> bool:
    return one._replace(treasures=()) == other._replace(treasures=()) and Counter(
        one.treasures
    ) == Counter(other.treasures)


def _trees(snapshot: Snapshot) -> Iterator[Fault]:
    for i, tree in enumerate(snapshot.trees):
        path = ("trees", i)
        values = {"spaces": GRID.name_all(tree)}
        # A tree lies on two neighbouring spaces, none of them a start space (`tree.place`).
        if tree.bit_count() != 2 or len(GRID.groups(tree)) != 1:
            yield Fault("tree_shape", path, values)
        if tree & STARTS:
            yield Fault("tree_on_start", path, values)
        for other in snapshot.trees[:i]:
            if not trees_clear(tree, other, snapshot.rulings):
                yield Fault("tree_distance", path, {**values, "other": GRID.name_all(other)})


def _walkers(snapshot: Snapshot) -> Iterator[Fault]:
    segments: list[int] = []
    for i, walker in enumerate(snapshot.walkers):
        if snapshot.young:
            yield Fault("walker_in_young", ("walkers", i))
        yield from _terrain(snapshot, walker, walker.at, ("walkers", i))
        # At most one walker in a segment (`walker.place`).
        segment = segment_of(walker.at)
        if segment in segments:
            values = {"space": GRID.names[walker.at]}
            yield Fault("walkers_in_segment", ("walkers", i, "at"), values)
        segments.append(segment)


def _bridges(snapshot: Snapshot) -> Iterator[Fault]:
    broken: list[Spaces] = []
    for i, space in enumerate(snapshot.broken_bridges):
        path, values = ("broken_bridges", i), {"space": GRID.names[space]}
        bridge = snapshot.board.bridge(space)
        if not bridge:
            yield Fault("not_a_bridge", path, values)
        # Only a whole bridge is broken (`bridge.break`).
        elif bridge in broken:
            yield Fault("bridge_broken_twice", path, values)
        broken.append(bridge)


def _creeps(snapshot: Snapshot) -> Iterator[Fault]:
    board = snapshot.board
    seen: list[Space] = []
    for i, creep in enumerate(snapshot.creep_throughs):
        path, values = ("creep_throughs", i), {"space": GRID.names[creep.at]}
        # At most one marker on a space, which is path or water (`creep`).
        if creep.at in seen:
            yield Fault("creep_twice", path, values)
        elif not (board.layers.path | board.layers.water) >> creep.at & 1:
            yield Fault("creep_terrain", path, values)
        seen.append(creep.at)


def _supplies(snapshot: Snapshot) -> Iterator[Fault]:
    players = snapshot.players
    trees = len(snapshot.trees) + sum("tree" in player.free for player in players)
    for code, path, count, most in (
        ("too_many_trees", "trees", trees, SUPPLY["tree"]),
        (
            "too_many_broken_bridges",
            "broken_bridges",
            len(snapshot.broken_bridges),
            SUPPLY["broken_bridge"],
        ),
        (
            "too_many_creeps",
            "creep_throughs",
            len(snapshot.creep_throughs),
            SUPPLY["creep_through"],
        ),
    ):
        if count > most:
            yield Fault(code, (path,), {"count": count, "most": most})
    for code, values in excess_cards(snapshot):
        yield Fault(code, ("players",), values)
