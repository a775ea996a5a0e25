"""An independent reference of Treasure Hunt: every path is walked, step by step.

Tables are as JSON has them. A space is a pair (NORTH, EAST) counted from 1; `HOME` is the place off
the board. Nothing of the service is used, and nothing is searched for cleverly.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

Json = dict[str, Any]
Space = tuple[int, int]
HOME: Space = (0, 0)

LETTERS = {"W": "water", "F": "forest", "S": "sand", "P": "path"}
DICE = {
    "water": ("blue", range(1, 5)),
    "forest": ("green", range(4, 7)),
    "sand": ("white", range(5, 9)),
    "path": ("brown", range(7, 13)),
}
CORNERS = [(1, 1), (1, 30), (30, 1), (30, 30)]


def name(space: Space) -> str:
    return "home" if space == HOME else f"N{space[0]:02}/E{space[1]:02}"


def read(text: str) -> Space:
    return HOME if text == "home" else (int(text[1:3]), int(text[5:7]))


class Table:
    """A table with its parts looked up by name."""

    def __init__(self, snapshot: Json) -> None:
        self.json = snapshot
        self.rows = snapshot["board"]["rows"]
        self.players = snapshot["players"]
        self.names = [player["name"] for player in self.players]
        self.rulings = snapshot.get("rulings", {})
        self.teams = snapshot.get("variants", {}).get("teams", False)
        self.bridges = [
            [read(space) for space in bridge] for bridge in snapshot["board"].get("bridges", [])
        ]
        self.trees = [[read(space) for space in tree] for tree in snapshot.get("trees", [])]
        self.walkers = [read(walker["at"]) for walker in snapshot.get("walkers", [])]
        self.creeps = [
            read(creep) if isinstance(creep, str) else read(creep["at"])
            for creep in snapshot.get("creep_throughs", [])
        ]
        self.broken = set()
        for named in snapshot.get("broken_bridges", []):
            space = read(named)
            whole = next(bridge for bridge in self.bridges if space in bridge)
            one = self.ruling("broken_bridge_extent", "whole_bridge") == "one_space"
            self.broken.update([space] if one else whole)

    def ruling(self, which: str, default: str) -> str:
        value: str = self.rulings.get(which, default)
        return value

    def printed(self, space: Space) -> str | None:
        """The terrain of a space as it is walked on; None if it is unclear."""
        if space in self.broken and self.ruling("broken_bridge_space", "closed") == "as_water":
            return "water"
        return self.letter(space)

    def letter(self, space: Space) -> str | None:
        """The terrain that is printed on a space; None if it is unclear."""
        return LETTERS.get(self.rows[space[0] - 1][space[1] - 1])

    def closed(self, space: Space) -> bool:
        if any(space in tree for tree in self.trees):
            return True
        return space in self.broken and self.ruling("broken_bridge_space", "closed") == "closed"

    def lends(self, space: Space, acting: int) -> bool:
        """Whether a space has the terrain that one comes from."""
        if self.printed(space) is None:
            return True
        for given in self.json.get("creep_throughs", []):
            at = given if isinstance(given, str) else given["at"]
            by = None if isinstance(given, str) else given.get("by")
            if read(at) == space:
                serves = by in (None, self.names[acting])
                return serves or self.ruling("creep_for", "everyone") == "everyone"
        return False

    def home(self, player: int) -> Space:
        frame = self.ruling("home_place", "corner_space") == "frame"
        return HOME if frame else read(self.players[player]["home"])

    def mates(self, player: int) -> list[int]:
        return [player, (player + 2) % 4] if self.teams else [player]

    def own(self, player: int, owner: int) -> bool:
        team = self.ruling("team_logging", "own_colour") == "team"
        return owner == player or (team and owner in self.mates(player))


class Marker(NamedTuple):
    owner: int
    route: str
    at: Space
    info: list[str]


def markers(table: Table) -> Iterator[Marker]:
    for owner, player in enumerate(table.players):
        for route in ("triangle", "circle", "square"):
            laid = player["routes"][route]
            if laid["cards"]:
                yield Marker(owner, route, read(laid["cards"][-1]), laid.get("info", []))


def has_treasure(marker: Marker) -> bool:
    return "open" in marker.info or "closed" in marker.info


def rightful(table: Table, player: int, marker: Marker) -> bool:
    if table.own(player, marker.owner) or "open" in marker.info:
        return True
    return has_treasure(marker) and table.ruling("treasure_access", "open_only") == "all"


def walker_near(table: Table, space: Space) -> bool:
    """Whether a walker is within two spaces around a coordinate."""
    square = table.ruling("walker_zone", "square") == "square"
    for walker in table.walkers:
        north, east = abs(walker[0] - space[0]), abs(walker[1] - space[1])
        if (north <= 2 and east <= 2) if square else north + east <= 2:
            return True
    return False


def may_log(table: Table, player: int, marker: Marker, played: int = 0) -> bool | None:
    """Whether nothing keeps a player from logging, who has played some cards in the turn."""
    if walker_near(table, marker.at):
        return False
    if "buried" in marker.info and has_treasure(marker):
        hand = table.players[player].get("hand")
        return False if played >= 2 else None if hand is None else "shovel" in hand
    return True


def logs_at(
    table: Table, player: int, space: Space, played: int = 0
) -> list[tuple[str, str, str, bool, Any]]:
    """The markers for a player on a space: owner, route, place, must, legal."""
    found = [
        (
            table.names[marker.owner],
            marker.route,
            name(space),
            table.own(player, marker.owner),
            may_log(table, player, marker, played),
        )
        for marker in markers(table)
        if marker.at == space and rightful(table, player, marker)
    ]
    return sorted(found, key=lambda one: not one[3])


class Mover(NamedTuple):
    """A piece: an explorer of a player, or a walker (`player` is None) by its place in the list."""

    player: int | None
    which: int


class Walk:
    """Everything about one piece's move that does not change on its way."""

    def __init__(self, table: Table, mover: Mover, acting: int, played: int = 0) -> None:
        self.table, self.mover, self.acting, self.played = table, mover, acting, played
        if mover.player is None:
            self.piece = table.json["walkers"][mover.which]
            self.player: int = -1
        else:
            self.piece = table.players[mover.player]["explorers"][mover.which]
            self.player = mover.player
        self.start = read(self.piece["at"])
        self.corner = None
        if mover.player is not None and table.ruling("home_place", "corner_space") == "frame":
            self.corner = read(table.players[mover.player]["home"])
        self.terrain = self.piece.get("terrain") or self.ground(self.start)
        # Properties of a place hold for the whole move.
        for about in ("same", "covered_goal", "is_goal", "occupied", "foreign", "wrong_segment"):
            setattr(self, about, cache(getattr(self, about)))
        self.boat = (
            mover.player is not None
            and self.terrain == "water"
            and table.players[mover.player].get("boats", 0) > 0
        )

    def ground(self, place: Space) -> str | None:
        if place == HOME:
            return self.table.printed(read(self.table.players[self.player]["home"]))
        return self.table.printed(place)

    def same(self, place: Space) -> bool:
        """Whether a place has the piece's terrain, of its own or lent."""
        if place == HOME:
            place = read(self.table.players[self.player]["home"])
        return self.table.lends(place, self.acting) or self.table.printed(place) == self.terrain

    def terrain_at(self, place: Space) -> str | None:
        """The terrain of the piece where its move ends."""
        return self.terrain if place == self.start or self.same(place) else self.ground(place)

    def beside(self, place: Space) -> list[Space]:
        if place == HOME:
            return [self.corner] if self.corner else []
        north, east = place
        near = [(north - 1, east), (north, east - 1), (north, east + 1), (north + 1, east)]
        inside = [(n, e) for n, e in near if 1 <= n <= 30 and 1 <= e <= 30]
        return [HOME, *inside] if place == self.corner else inside

    def loggable(self, place: Space) -> bool:
        if self.mover.player is None or place == HOME:
            return False
        there = logs_at(self.table, self.player, place, self.played)
        return any(one[4] is not False for one in there)

    def covered_goal(self, place: Space) -> bool:
        enters = self.table.ruling("covered_coordinate", "enter_to_log") == "enter_to_log"
        return enters and place != HOME and self.table.closed(place) and self.loggable(place)

    def is_goal(self, place: Space) -> bool:
        if self.mover.player is None:
            return False
        return place == self.table.home(self.player) or self.loggable(place)

    def occupied(self, place: Space) -> bool:
        for i, player in enumerate(self.table.players):
            for j, explorer in enumerate(player["explorers"]):
                at = read(explorer["at"])
                if at != place or at == HOME or (i, j) == self.mover:
                    continue
                if i != self.mover.player or at != self.table.home(i):
                    return True
        if self.table.ruling("occupied_by", "explorers") == "explorers":
            return False
        return any(
            walker == place and (self.mover.player is not None or i != self.mover.which)
            for i, walker in enumerate(self.table.walkers)
        )

    def foreign(self, place: Space) -> bool:
        if self.mover.player is None:
            return False
        there = [marker for marker in markers(self.table) if marker.at == place]
        if not there or any(self.table.own(self.player, marker.owner) for marker in there):
            return False
        if self.table.ruling("treasure_access", "open_only") == "open_only":
            return not any("open" in marker.info for marker in there)
        return not any(
            has_treasure(marker)
            and may_log(self.table, self.player, marker, self.played) is not False
            for marker in there
        )

    def wrong_segment(self, place: Space) -> bool:
        if self.mover.player is not None:
            return False
        here, there = half(self.start), half(place)
        if here == there:
            return False
        others = [w for i, w in enumerate(self.table.walkers) if i != self.mover.which]
        apart = here[0] != there[0] and here[1] != there[1]
        return apart or any(half(walker) == there for walker in others)


def half(space: Space) -> tuple[bool, bool]:
    return space[0] > 15, space[1] > 15


class Move(NamedTuple):
    """A legal move: its path, where the piece stands after it, and what ended it."""

    path: tuple[Space, ...]
    at: Space
    stopped_by: str


def legal_moves(
    table: Table, mover: Mover, acting: int, pips: int, played: int = 0
) -> Iterator[Move]:
    """Every legal move with a value of the piece's die, some of them more than once."""
    walk = Walk(table, mover, acting, played)
    count = pips * (4 if walk.boat else 1)
    yield from _on(walk, (), (), count)


def _on(
    walk: Walk, path: tuple[Space, ...], stands: tuple[Space, ...], count: int
) -> Iterator[Move]:
    """The legal moves that begin with a path; `stands` are where one would stand after each step.

    A path that is given here may go on: it has stayed on its terrain, or goes under a bridge.
    """
    table = walk.table
    here = path[-1] if path else walk.start
    came_from = ([walk.start, *path][-2]) if path else None
    under = bool(path) and not walk.same(here)
    left = count - len(path)
    stop = table.ruling("die_count", "exact")
    may_go = False
    for place in walk.beside(here):
        if place == came_from and table.ruling("turning_back", "no_reversal") == "no_reversal":
            continue
        bridged = walk.boat and passes_under(walk, place)
        if place != HOME and table.closed(place):
            if walk.covered_goal(place) and not (under and not walk.same(place)):
                ends = not walk.same(place) or left == 1 or stop != "exact"
                may_go = may_go or (ends if not under else ends and left >= 1)
                if ends and left >= 1 and not (under and bridged):
                    why = "terrain" if not walk.same(place) else "count"
                    if why == "count" and left > 1:
                        why = "goal" if stop == "stop_at_goal" else "choice"
                    if why == "count" and stop == "at_most" and left > 1:
                        why = "choice"
                    # A coordinate that may be logged is a goal.
                    yield from _ended(walk, (*path, place), (*stands, place), why)
            if bridged and left >= 1:
                may_go = True
                first = stands[-1] if under else place
                yield from _further(walk, (*path, place), (*stands, first), count)
            continue
        if walk.same(place):
            may_go = True
            if left >= 1:
                yield from _further(walk, (*path, place), (*stands, place), count)
        elif bridged:
            may_go = True
            if left >= 1:
                first = stands[-1] if under else place
                if not under:
                    yield from _ended(walk, (*path, place), (*stands, place), "terrain")
                yield from _further(walk, (*path, place), (*stands, first), count)
        elif not under:
            may_go = True
            if left >= 1:
                yield from _ended(walk, (*path, place), (*stands, place), "terrain")
    if path and not may_go and left >= 1:
        yield from _ended(walk, path, stands, "blocked")


def passes_under(walk: Walk, place: Space) -> bool:
    """Whether a boat passes under a place that is not water to it."""
    if place == HOME or walk.same(place):
        return False
    passes = walk.table.ruling("tree_on_bridge", "closes_both") == "boat_passes"
    if any(place in tree for tree in walk.table.trees) and not passes:
        return False
    printed = walk.table.printed(place)
    return printed == "path" and any(place in bridge for bridge in walk.table.bridges)


def _further(
    walk: Walk, path: tuple[Space, ...], stands: tuple[Space, ...], count: int
) -> Iterator[Move]:
    """A path that has stayed on its terrain: it ends at the full count, or may, or goes on."""
    stop = walk.table.ruling("die_count", "exact")
    here = path[-1]
    under = not walk.same(here)
    if len(path) == count:
        yield from _ended(walk, path, stands, "count")
        return
    if stop == "at_most":
        yield from _ended(walk, path, stands, "choice")
    if stop == "stop_at_goal" and not under and walk.is_goal(here):
        yield from _ended(walk, path, stands, "goal")
    yield from _on(walk, path, stands, count)


def _ended(
    walk: Walk, path: tuple[Space, ...], stands: tuple[Space, ...], why: str
) -> Iterator[Move]:
    """The move that a path makes, if it may end there."""
    if not shortens(walk, stands[-1]):
        if not bars(walk, stands[-1]):
            yield Move(path, stands[-1], why)
        return
    for place in reversed(stands[:-1]):
        if not bars(walk, place):
            yield Move(path, place, "behind")
            return
    yield Move(path, walk.start, "behind")


def shortens(walk: Walk, place: Space) -> bool:
    """Whether a piece that would end on a place stays behind."""
    behind = walk.table.ruling("foreign_end", "not_allowed") == "stay_behind"
    return walk.occupied(place) or (behind and walk.foreign(place))


def bars(walk: Walk, place: Space) -> bool:
    """Whether a piece may not end on a place."""
    if place != HOME and walk.table.closed(place) and not walk.covered_goal(place):
        return True
    return shortens(walk, place) or walk.foreign(place) or walk.wrong_segment(place)


def legal_ends(
    snapshot: Json, mover: Mover, acting: int, pips: int
) -> list[tuple[str, str, list[str], str]]:
    """Every end of a roll: where, its terrain, the first of its shortest paths, why it ended."""
    table = Table(snapshot)
    walk = Walk(table, mover, acting)
    best: dict[Space, Move] = {}
    for move in legal_moves(table, mover, acting, pips):
        known = best.get(move.at)
        if known is None or (len(move.path), move.path) < (len(known.path), known.path):
            best[move.at] = move
    found = []
    for at in sorted(best):
        move = best[at]
        path = [name(place) for place in move.path]
        found.append((name(at), str(walk.terrain_at(at)), path, move.stopped_by))
    return found


def can_move(table: Table, mover: Mover, acting: int, played: int = 0) -> bool:
    """Whether a piece has a legal move with any value of its die."""
    terrain = str(Walk(table, mover, acting).terrain)
    return any(
        next(legal_moves(table, mover, acting, pips, played), None) is not None
        for pips in DICE[terrain][1]
    )


def logs_of_move(
    table: Table, player: int, at: Space, path: list[Space]
) -> list[tuple[str, str, str, bool, Any]]:
    """The markers for an explorer that ends on a place and passes others."""
    if at == HOME:
        there = []
    else:
        there = logs_at(table, player, at)
        if table.ruling("covered_coordinate", "enter_to_log") == "from_beside":
            north, east = at
            near = [(north - 1, east), (north, east - 1), (north, east + 1), (north + 1, east)]
            for place in near:
                if 1 <= place[0] <= 30 and 1 <= place[1] <= 30 and table.closed(place):
                    there += logs_at(table, player, place)
    if table.ruling("logging", "at_end") == "in_passing":
        for place in dict.fromkeys(path):
            if place not in (at, HOME):
                there += logs_at(table, player, place)
    return there


def placement_breaks(snapshot: Json, piece: str, spaces: list[str], free: bool) -> set[str]:
    """The rules that placing a piece on some spaces breaks."""
    table = Table(snapshot)
    places = [read(space) for space in spaces]
    pieces = {read(one["at"]) for player in table.players for one in player["explorers"]}
    onto = pieces | {*table.walkers, *table.creeps, *table.broken}
    for tree in table.trees:
        onto.update(tree)
    clear = table.ruling("placing_onto_pieces", "allowed") == "allowed" or not onto & {*places}
    broken = set()
    match piece:
        case "tree":
            far = all(far_enough(table, tree, places) for tree in table.trees)
            if not (two_neighbours(places) and clear and far) or {*places} & {*CORNERS}:
                broken.add("tree.place")
            given = sum("tree" in player.get("free", []) for player in table.players)
            if not free and len(table.trees) + given >= 10:
                broken.add("supply")
        case "broken_bridge":
            there = [bridge for bridge in table.bridges if places[:1] and places[0] in bridge]
            fallen = [read(space) for space in snapshot.get("broken_bridges", [])]
            if len(places) != 1 or not there or (pieces | {*fallen}) & {*there[0]}:
                broken.add("bridge.break")
            if len(fallen) >= 6:
                broken.add("supply")
        case "walker":
            if snapshot.get("variants", {}).get("young"):
                broken.add("variant.young")
            alone = all(half(walker) != half(at) for walker in table.walkers for at in places)
            if len(places) != 1 or places[0] in CORNERS or not (clear and alone):
                broken.add("walker.place")
        case _:
            lends = len(places) == 1 and table.letter(places[0]) in ("path", "water")
            if not lends or places[0] in table.creeps:
                broken.add("creep")
            if len(table.creeps) >= 4:
                broken.add("supply")
    return broken


def two_neighbours(places: list[Space]) -> bool:
    if len(places) != 2:
        return False
    (north, east), (other_north, other_east) = places
    return abs(north - other_north) + abs(east - other_east) == 1


def far_enough(table: Table, one: list[Space], other: list[Space]) -> bool:
    for (north, east), (other_north, other_east) in product(one, other):
        rows, columns = abs(north - other_north), abs(east - other_east)
        match table.ruling("tree_distance", "two_coordinates"):
            case "two_coordinates":
                if rows < 2 and columns < 2:
                    return False
            case "two_between":
                if rows < 3 and columns < 3:
                    return False
            case _:
                if rows + columns < 2:
                    return False
    return True


class Sheet(NamedTuple):
    """Whether a mission is complete, whether won, what is met, and how many coordinates count."""

    complete: bool | None
    won: bool | None
    met: list[bool | None]
    coordinates: int


def missions(snapshot: Json) -> list[Sheet]:
    """The demands on each player, and those that are met."""
    table = Table(snapshot)
    sheets = []
    for player in range(len(table.players)):
        together = table.teams and table.ruling("team_end", "together") == "together"
        members = sorted(table.mates(player)) if together else [player]
        missions = [table.players[mate].get("mission") for mate in table.mates(player)]
        mission = next((one for one in missions if one), None)
        held = [t for mate in members for t in table.players[mate].get("treasures", [])]
        met: list[bool | None] = []
        complete: bool | None = None
        coordinates = sum(_coordinates(table, mate) for mate in members)
        if mission:
            met += _filled(mission["treasures"], held)
            missing = sum(one is not True for one in met)
            met.append(coordinates >= mission["coordinates"])
            complete = True if missing == 0 else None if missing <= held.count(None) else False
            if not met[-1]:
                complete = False
        else:
            met.append(None)
        at_home = [
            read(one["at"]) == table.home(mate)
            for mate in members
            for one in table.players[mate]["explorers"]
        ]
        won = None if mission is None else False if not all(at_home) else complete
        sheets.append(Sheet(complete, won, [*met, *at_home], coordinates))
    return sheets


def _filled(demanded: list[str], held: list[Any]) -> list[bool | None]:
    left = list(held)
    filled: list[bool | None] = [False] * len(demanded)
    for i, treasure in enumerate(demanded):
        if treasure in left:
            left.remove(treasure)
            filled[i] = True
    for i in range(len(demanded)):
        if not filled[i] and "choice" in left:
            left.remove("choice")
            filled[i] = True
    return [one or (None if None in left else False) for one in filled]


def _coordinates(table: Table, player: int) -> int:
    one = table.players[player]
    count: int = one.get("coordinates", 0)
    if table.ruling("coordinates_counted", "ended_routes") == "logged_too":
        count += sum(max(0, len(route["cards"]) - 1) for route in one["routes"].values())
    return count
