"""An independent reference of the quickest ways: every state, every path, iterated from 0.

The worlds are corners of the board that a staircase of trees shuts off, so that there are few
states and every path of every roll can be walked.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from math import inf
from random import Random
from typing import Any, NamedTuple

from reference.treasure_hunt import (
    DICE,
    Json,
    Mover,
    Space,
    Table,
    Walk,
    legal_moves,
    logs_of_move,
    markers,
    name,
    read,
    rightful,
)

_EVERY = [("WFSP", 5), ("WWF", 3), ("SSWF", 4), ("WFS?", 4), ("WWPF", 4), ("FFW", 3)]
_DICE = {"blue": [[1], [1, 2], [1, 2, 3, 4, 4]], "green": [[4], [4, 5]], "white": [[5], [5, 6]]}


NEVER: Json = {"expected_turns": None, "fewest_turns": None, "first": []}


class State(NamedTuple):
    """Where the explorer stands and on what, what is left to log, the boat and the shovels."""

    at: Space
    terrain: str
    left: frozenset[Space]
    boat: bool
    shovels: int


Offers = dict[State, list[tuple[int, float, list[State]]]]


def random_way(random: Random) -> Json:
    """A small world, an explorer in it, and where it is to go."""
    mix, steps = random.choice(_EVERY)
    inside = [(n, e) for n in range(1, 2 * steps + 1) for e in range(1, steps - (n - 1) // 2 + 1)]
    letters = {space: random.choice(mix) for space in inside}
    rows = ["".join(letters.get((n, e), "F") for e in range(1, 31)) for n in range(1, 31)]
    trees = [[(2 * i + 1, steps - i + 1), (2 * i + 2, steps - i + 1)] for i in range(steps)]
    trees.append([(2 * steps + 1, 1), (2 * steps + 2, 1)])
    rulings = {"tree_distance": "two_steps"}
    for ruling, values in (
        ("die_count", ["exact", "exact", "stop_at_goal", "at_most"]),
        ("turning_back", ["no_reversal", "no_reversal", "free"]),
        ("foreign_end", ["not_allowed", "stay_behind"]),
        ("late_logging", ["own_turn", "arrival_only"]),
        ("home_place", ["corner_space", "corner_space", "frame"]),
        ("covered_coordinate", ["enter_to_log", "from_beside"]),
        ("treasure_access", ["open_only", "all"]),
        ("walker_zone", ["square", "steps"]),
        ("logging", ["at_end", "at_end", "at_end", "in_passing"]),
        ("occupied_by", ["explorers", "explorers_and_walkers"]),
    ):
        rulings[ruling] = random.choice(values)
    places = random.sample(inside[1:], 7)
    marks = places[:3]
    if random.random() < 0.15:
        marks[1] = random.choice(trees)[0]
    if random.random() < 0.15:
        marks[2] = marks[0]
    ann = _player(random, "Ann", "N01/E01", places[3:5], marks[:2])
    bo = _player(random, "Bo", "N30/E30", places[5:6], marks[2:])
    home = "home" if rulings["home_place"] == "frame" else "N01/E01"
    for explorer in (*ann["explorers"], *bo["explorers"]):
        if random.random() < 0.2 and explorer in ann["explorers"]:
            explorer["at"] = home
        if explorer["at"] == "home":
            lends = letters[1, 1] == "?"
        else:
            lends = letters.get(read(explorer["at"])) == "?"
        if lends:
            explorer["terrain"] = random.choice(["water", "forest", "sand"])
    first, second = (explorer["at"] for explorer in ann["explorers"])
    if first == second and first not in ("home", "N01/E01"):
        ann["explorers"][1]["at"] = "N20/E20"
    if first == second == "N01/E01" and home == "home":
        ann["explorers"][1] = {"at": "N20/E20"}
    table: Json = {
        "board": {"rows": rows},
        "players": [ann, bo],
        "trees": [[name(space) for space in tree] for tree in trees],
        "walkers": [],
        "rulings": rulings,
    }
    if random.random() < 0.2 and letters[places[6]] != "?":
        table["walkers"] = [{"at": name(places[6])}]
    looked = Table(table)
    targets = [name(mark) for mark in marks[: random.choice([1, 1, 2])]]
    there = {at for _, _, at, _, _ in logs_of_move(looked, 0, marks[2], [])}
    if random.random() < 0.3 and marks[2] != marks[0] and name(marks[2]) in there:
        targets.append(name(marks[2]))
    return {
        "snapshot": table,
        "player": "Ann",
        "explorer": random.choice([1, 1, 2]) if read(ann["explorers"][1]["at"])[0] < 20 else 1,
        "targets": targets,
        "home": random.random() < 0.3,
        # To and fro by boat there are too many paths to walk them one by one.
        "boat": rulings["turning_back"] == "no_reversal" and random.random() < 0.2,
        "dice": {**{die: random.choice(values) for die, values in _DICE.items()}, "brown": [7]},
    }


def _player(
    random: Random, player: str, home: str, places: list[Space], marks: list[Space]
) -> Json:
    spare = [{"at": home}] if player == "Bo" else []
    routes = {}
    for i, route in enumerate(("triangle", "circle", "square")):
        info: list[str] = []
        if i < len(marks):
            own = [[], [], ["buried", "open"], ["closed"]]
            info = random.choice(own if player == "Ann" else [["open"], ["open"], ["closed"], []])
        routes[route] = {
            "cards": [name(marks[i])] if i < len(marks) else [],
            "info": info,
            "treasures": [None for one in info if one != "buried"],
        }
    return {
        "name": player,
        "colour": "red" if player == "Ann" else "blue",
        "home": home,
        "explorers": [*({"at": name(space)} for space in places), *spare],
        "routes": routes,
        "hand": random.choice([None, [], ["shovel"], ["shovel", "shovel"]]),
    }


def nearest_way(body: Json) -> Json:
    """The expected and the fewest turns, and what is expected after the best end of each roll."""
    world = _World(body)
    start = world.start()
    if world.is_done(start):
        return {"expected_turns": 0.0, "fewest_turns": 0, "first": []}
    offers, value = _solved(world, [start])
    if start not in value:
        return NEVER
    return {
        "expected_turns": value[start],
        "fewest_turns": _fewest(start, offers, {*value}, world),
        "first": [(pips, _least(world, value, ends)) for pips, _, ends in offers[start]],
    }


def _solved(world: "_World", starts: Iterable[State]) -> tuple[Offers, dict[State, float]]:
    """The rolls of every state that can follow, and the values of those that surely finish."""
    offers: Offers = {}
    waiting = [*starts]
    while waiting:
        state = waiting.pop()
        if state not in offers and not world.is_done(state):
            offers[state] = list(world.rolls(state))
            waiting += [end for _, _, ends in offers[state] for end in ends]
    value = dict.fromkeys(_certain(offers, world), 0.0)
    change = 1.0
    while change > 1e-12:
        fresh = {
            s: 1 + sum(p * _least(world, value, ends) for _, p, ends in offers[s]) for s in value
        }
        change = max((abs(fresh[state] - value[state]) for state in value), default=0.0)
        value = fresh
    return offers, value


def _least(world: "_World", value: dict[State, float], ends: list[State]) -> float:
    return min(0.0 if world.is_done(end) else value.get(end, inf) for end in ends)


def random_joint_way(random: Random) -> Json:
    """A way of both explorers in a small world."""
    while True:
        body = random_way(random)
        ann = body["snapshot"]["players"][0]
        # The large world outside has too many paths.
        if all(read(explorer["at"])[0] < 20 for explorer in ann["explorers"]):
            return {key: value for key, value in body.items() if key != "explorer"}


def divided_way(body: Json) -> Json:
    """The same for both explorers, who divide the targets for good after the first roll."""
    worlds = [_World({**body, "explorer": explorer}) for explorer in (1, 2)]
    first = worlds[0].start()
    starts = [first, worlds[1].start(first.left, first.shovels)]
    starts[0] = first._replace(left=starts[1].left, shovels=starts[1].shovels)
    if all(map(_World.is_done, worlds, starts)):
        return {"expected_turns": 0.0, "fewest_turns": 0, "first": []}

    rolls = [[*world.rolls(start)] for world, start in zip(worlds, starts, strict=True)]
    after = [{start, *chain(*(ends for *_, ends in rolls[i]))} for i, start in enumerate(starts)]
    wanted = [{share for state in states for share in _shares(state)} for states in after]
    solved = [*map(_solved, worlds, wanted)]

    @cache
    def turns(mover: int, state: State) -> tuple[float, float]:
        world, (offers, value) = worlds[mover], solved[mover]
        if world.is_done(state):
            return 0.0, 0
        if state not in value:
            return inf, inf
        return value[state], _fewest(state, offers, {*value}, world)

    @cache
    def divided(mover: int, after: State) -> tuple[float, float]:
        """The turns if one explorer is in a state and the other has not moved."""
        means, fewest = [inf], [inf]
        for mine in _shares(after):
            rest = starts[1 - mover]._replace(
                left=after.left - mine.left, shovels=after.shovels - mine.shovels
            )
            pair = turns(mover, mine), turns(1 - mover, rest)
            means.append(pair[0][0] + pair[1][0])
            fewest.append(pair[0][1] + pair[1][1])
        return min(means), min(fewest)

    plans = []
    for mover in (0, 1):
        plan = []
        for pips, odds, ends in rolls[mover]:
            turns_after, fewest = zip(*(divided(mover, end) for end in ends), strict=True)
            plan.append((pips, odds, min(turns_after), min(fewest), ends != [starts[mover]]))
        plans.append(plan)
    if starts[0].terrain == starts[1].terrain:
        # An explorer that cannot move with a roll leaves it to the other.
        shared = []
        for both in zip(*plans, strict=True):
            able = [one for one in both if one[4]] or [*both]
            pips, odds = both[0][:2]
            shared.append((pips, odds, min(o[2] for o in able), min(o[3] for o in able), True))
        plans = [shared]
    means = [1 + sum(odds * after for _, odds, after, _, _ in plan) for plan in plans]
    if min(means) == inf:
        return NEVER
    sure = [plan for plan, mean in zip(plans, means, strict=True) if mean < inf]
    best = plans[min(range(len(plans)), key=lambda i: round(means[i], 9))]
    return {
        "expected_turns": min(means),
        "fewest_turns": 1 + min(few for plan in sure for _, _, _, few, _ in plan),
        "first": [(pips, after) for pips, _, after, _, _ in best],
    }


def _shares(state: State) -> Iterator[State]:
    """Every share that an explorer may take of the targets and shovels left."""
    for shovels in range(state.shovels + 1):
        for size in range(len(state.left) + 1):
            for share in combinations(sorted(state.left), size):
                yield state._replace(left=frozenset(share), shovels=shovels)


class _World:
    def __init__(self, body: Json) -> None:
        self.body, self.table = body, body["snapshot"]
        self.explorer = body["explorer"] - 1
        self.mover = Mover(0, self.explorer)
        self.targets = frozenset(read(target) for target in body["targets"])
        # Many ways lead to one end.
        self.ended: dict[tuple[State, tuple[Space, ...]], State] = {}

    def start(self, left: frozenset[Space] | None = None, shovels: int | None = None) -> State:
        me = self.table["players"][0]
        terrain = str(Walk(Table(self.table), self.mover, 0).terrain)
        if shovels is None:
            shovels = (me["hand"] or []).count("shovel")
        boat = self.body["boat"] and self.floats(terrain)
        at = read(me["explorers"][self.explorer]["at"])
        state = State(at, terrain, self.targets if left is None else left, boat, shovels)
        if self.table["rulings"]["late_logging"] == "arrival_only":
            return state
        return self.logged(state, own=True)

    def floats(self, terrain: str) -> bool:
        others = [i for i in range(2) if i != self.explorer]
        looked = Table(self.table)
        return "water" in (terrain, *(Walk(looked, Mover(0, i), 0).terrain for i in others))

    def as_table(self, state: State) -> Json:
        """The table in a state."""
        looked, done = Table(self.table), self.targets - state.left
        logged = {
            (marker.owner, marker.route)
            for marker in markers(looked)
            if marker.at in done and rightful(looked, 0, marker)
        }
        players = []
        for owner, player in enumerate(self.table["players"]):
            routes = {
                key: {"cards": []} if (owner, key) in logged else route
                for key, route in player["routes"].items()
            }
            players.append({**player, "routes": routes})
        explorers = list(players[0]["explorers"])
        explorers[self.explorer] = {"at": name(state.at), "terrain": state.terrain}
        players[0].update(explorers=explorers, boats=int(state.boat))
        players[0]["hand"] = ["shovel"] * state.shovels
        return {**self.table, "players": players}

    def logged(self, state: State, passed: Sequence[Space] = (), *, own: bool = False) -> State:
        """The state when all has been logged that can be, of what was passed too."""
        played = 0
        while True:
            table = Table(self.as_table(state))
            found = [
                (read(at), "buried" in _route(table, owner, route)["info"])
                for owner, route, at, must, legal in logs_of_move(table, 0, state.at, [*passed])
                if legal and read(at) in state.left and (must or not own)
            ]
            dug = [(at, buried) for at, buried in found if not buried or played < 2]
            if not dug:
                return state
            at, buried = dug[0]
            digs = buried and _has_treasure(table, at)
            played += digs
            state = state._replace(left=state.left - {at}, shovels=state.shovels - digs)

    def is_done(self, state: State) -> bool:
        return not state.left and (not self.body["home"] or state.at == Table(self.table).home(0))

    def ends(self, state: State, alive: set[State]) -> bool:
        return state in alive or self.is_done(state)

    def rolls(self, state: State) -> Iterator[tuple[int, float, list[State]]]:
        """For each value of the die how likely it is, and the states it can lead to."""
        values = self.body["dice"][DICE[state.terrain][0]]
        table = self.as_table(state)
        for pips in sorted({*values}):
            ends = {self.end(state, *move): None for move in self.moves(table, pips)}
            yield pips, values.count(pips) / len(values), [*ends] or [state]

    def end(self, state: State, at: Space, terrain: str, passed: tuple[Space, ...]) -> State:
        """The state in which a move from one ends."""
        boat = state.boat and self.floats(terrain)
        end = state._replace(at=at, terrain=terrain, boat=boat), passed
        if end not in self.ended:
            self.ended[end] = self.logged(*end)
        return self.ended[end]

    def moves(self, table: Json, pips: int) -> set[tuple[Space, str, tuple[Space, ...]]]:
        """Where a roll can lead, on what terrain, and past which targets."""
        looked = Table(table)
        walk = Walk(looked, self.mover, 0)
        return {
            (
                move.at,
                str(walk.terrain_at(move.at)),
                tuple(place for place in move.path if place in self.targets),
            )
            for move in legal_moves(looked, self.mover, 0, pips)
        }


def _route(table: Table, owner: str, route: str) -> Any:
    given = table.players[table.names.index(owner)]["routes"][route]
    return {"info": [], **given}


def _has_treasure(table: Table, space: Space) -> bool:
    return any(
        {*route.get("info", [])} & {"open", "closed"}
        for player in table.players
        for route in player["routes"].values()
        if route["cards"] and read(route["cards"][-1]) == space
    )


def _certain(offers: Any, world: _World) -> set[State]:
    """The states from which finishing is certain."""
    alive = set(offers)
    while True:
        kept = {
            state
            for state in alive
            if all(any(world.ends(end, alive) for end in ends) for _, _, ends in offers[state])
        }
        near: set[State] = set()
        while True:
            more = {
                state
                for state in kept - near
                if any(world.ends(end, near) for _, _, ends in offers[state] for end in ends)
            }
            if not more:
                break
            near |= more
        if near == alive:
            return alive
        alive = near


def _fewest(start: State, offers: Any, alive: set[State], world: _World) -> int:
    """The fewest turns, with the luckiest rolls."""
    turns, here = 0, {start}
    while not any(world.is_done(state) for state in here):
        turns += 1
        here = {
            end
            for state in here
            for _, _, ends in offers[state]
            for end in ends
            if world.ends(end, alive)
        }
    return turns
