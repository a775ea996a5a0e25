"""Random tables of Treasure Hunt: a crowded window of the board, with any rulings."""

from itertools import islice
from random import Random
from typing import Any

from reference.treasure_hunt import DICE, Mover, Table, Walk, legal_moves, name, read
from theodolite.rulings import values_of
from theodolite.treasure_hunt.snapshot import Rulings

Json = dict[str, Any]

_MIXES = ["WFSP", "WWPF", "SSF", "PPF?", "WWWP?F", "SPPW?", "PPSWF", "WPWPWF"]
_CARDS = ["shovel", "boat", "walker", "lost_shoe"]
TREASURES = ["diamond", "gold", "ruby", "sapphire", "choice"]


def _name(space: tuple[int, int]) -> str:
    return f"N{space[0]:02}/E{space[1]:02}"


def random_table(random: Random) -> Json:
    """A possible table."""
    side = random.choice([4, 5, 6])
    north, east = random.choice([(1, 1), (1, 12), (12, 13), (13, 1), (30 - side, 30 - side)])
    window = [(n, e) for n in range(north, north + side) for e in range(east, east + side)]
    mix = random.choice(_MIXES)
    # Paths are walked one by one, so that the ground within the window does not go on outside.
    fill = random.choice([letter for letter in "FWSP" if letter not in mix] or ["F"])
    letters = {space: random.choice(mix) for space in window}
    rows = ["".join(letters.get((n, e), fill) for e in range(1, 31)) for n in range(1, 31)]
    rulings = {
        name: random.choice(values)
        for name, values in values_of(Rulings).items()
        if random.random() < 0.4
    }
    teams = random.random() < 0.2
    count = 4 if teams else random.choice([2, 2, 3])
    free = [space for space in window if space not in ((1, 1), (1, 30), (30, 1), (30, 30))]
    random.shuffle(free)
    bridges = _bridges(random, letters)
    creeps = [space for space in free if letters[space] in "PW"][: random.choice([0, 0, 1, 2])]
    homes = random.sample(["N01/E01", "N01/E30", "N30/E01", "N30/E30"], count)
    places = iter(random.sample(free, min(len(free), 2 * count)))
    board = {"rows": rows, "bridges": [[_name(one) for one in bridge] for bridge in bridges]}
    players = []
    marks = iter(random.sample(window, min(len(window), 3 * count)))
    frame = rulings.get("home_place") == "frame"
    for i in range(count):
        explorers = []
        for _ in range(2):
            at = homes[i]
            if random.random() < 0.7:
                at = _name(next(places, (30, 15 - i)))
            elif frame and random.random() < 0.7:
                at = "home"
            explorers.append(at)
        if (
            explorers[0] == explorers[1]
            and (explorers[0] != homes[i] or frame)
            and (explorers[0] != "home")
        ):
            explorers[1] = "home" if frame else homes[i]
        pieces = [_piece(at, homes[i], rows, creeps, random) for at in explorers]
        players.append(_player(random, i, homes[i], pieces, marks))
    if teams:
        for mate, player in zip(players, players[2:], strict=False):
            player["mission"] = mate["mission"]
    for player in players:
        afloat = any(
            _terrain(one, player["home"], rows, bridges, rulings) == "water"
            for one in player["explorers"]
        )
        player["boats"] = int(afloat and random.random() < 0.5)
    table: Json = {
        "board": board,
        "players": players,
        "trees": _trees(random, free, rulings),
        "walkers": _walkers(random, free, rows, creeps),
        "broken_bridges": [_name(bridge[0]) for bridge in bridges if random.random() < 0.4][:6],
        "creep_throughs": [
            _name(space)
            if random.random() < 0.5
            else {"at": _name(space), "by": random.choice(players)["name"]}
            for space in creeps
        ],
        "variants": {"young": False, "teams": teams},
        "rulings": rulings,
    }
    return table


def _piece(
    at: str, home: str, rows: list[str], creeps: list[tuple[int, int]], random: Random
) -> Json:
    space = home if at == "home" else at
    north, east = int(space[1:3]), int(space[5:7])
    piece: Json = {"at": at}
    lends = rows[north - 1][east - 1] == "?" or (at != "home" and (north, east) in creeps)
    if lends:
        piece["terrain"] = random.choice(["water", "forest", "sand", "path"])
    return piece


def _terrain(explorer: Json, home: str, rows: list[str], bridges: Any, rulings: Json) -> str | None:
    if "terrain" in explorer:
        terrain: str = explorer["terrain"]
        return terrain
    space = home if explorer["at"] == "home" else explorer["at"]
    letter = rows[int(space[1:3]) - 1][int(space[5:7]) - 1]
    return {"W": "water"}.get(letter)


def _player(random: Random, i: int, home: str, explorers: list[Json], marks: Any) -> Json:
    routes: Json = {}
    for route in ("triangle", "circle", "square"):
        mark = next(marks, None)
        if mark is None or random.random() < 0.4:
            routes[route] = {"cards": []}
            continue
        info = random.choice([[], [], ["open"], ["closed"], ["buried"], ["buried", "open"]])
        routes[route] = {
            "cards": [*["N30/E15"] * random.choice([0, 0, 1, 3]), _name(mark)],
            "info": info,
            "treasures": [random.choice([*TREASURES, None]) for one in info if one != "buried"],
        }
    hand = random.choice([None, [], ["shovel"], ["boat", "walker"], ["shovel", "lost_shoe"]])
    mission = None
    if random.random() < 0.8:
        mission = {
            "difficulty": 2,
            "treasures": random.sample(TREASURES[:4], random.choice([1, 2, 3])),
            "coordinates": random.choice([0, 4, 9]),
        }
    return {
        "name": ("Ann", "Bo", "Cy", "Di")[i],
        "colour": ("red", "green", "yellow", "blue")[i],
        "home": home,
        "explorers": explorers,
        "routes": routes,
        "coordinates": random.choice([0, 5, 12]),
        "treasures": random.sample([*TREASURES, None], random.choice([0, 1, 3])),
        "hand": hand,
        "free": random.choice([[], ["tree"], ["tree", "walker"]]),
        "mission": mission,
    }


def _bridges(random: Random, letters: Any) -> list[list[tuple[int, int]]]:
    """Straight bridges over the paths of a window, apart from each other."""
    found: list[list[tuple[int, int]]] = []
    taken: set[tuple[int, int]] = set()
    for north, east in letters:
        bridge = [(north, east)]
        while random.random() < 0.5 and letters.get((north, bridge[-1][1] + 1)) == "P":
            bridge.append((north, bridge[-1][1] + 1))
        if letters[north, east] == "P" and random.random() < 0.5 and not taken & {*bridge}:
            found.append(bridge)
            taken |= {*bridge}
    return found


def _trees(random: Random, free: list[tuple[int, int]], rulings: Json) -> list[list[str]]:
    trees: list[list[tuple[int, int]]] = []
    for north, east in free[: random.choice([0, 2, 4])]:
        tree = [(north, east), (north, east + 1)]
        far = all(
            max(abs(n - m), abs(e - f)) >= 3 for other in trees for n, e in other for m, f in tree
        )
        if east < 30 and far and (north, east + 1) in free:
            trees.append(tree)
    return [[_name(space) for space in tree] for tree in trees]


def _walkers(
    random: Random, free: list[tuple[int, int]], rows: list[str], creeps: list[tuple[int, int]]
) -> list[Json]:
    found: list[Json] = []
    taken: list[tuple[bool, bool]] = []
    for north, east in free[: random.choice([0, 0, 2, 4])]:
        if (north > 15, east > 15) in taken:
            continue
        taken.append((north > 15, east > 15))
        found.append(_piece(_name((north, east)), "", rows, creeps, random))
    return found


def random_roll(random: Random) -> Json:
    """A table, a player of it, and a low roll for one of the player's explorers."""
    table = random_table(random)
    player, explorer = random.randrange(len(table["players"])), random.randrange(2)
    terrain = str(Walk(Table(table), Mover(player, explorer), player).terrain)
    die, values = DICE[terrain]
    pips = random.choice(list(values)[: 2 if terrain in ("water", "forest") else 1])
    name_of = table["players"][player]["name"]
    roll = {"die": die, "pips": pips}
    return {"snapshot": table, "player": name_of, "given": {"roll": roll}}


def random_placement(random: Random) -> Json:
    """A table, and a turn that only places a piece, often near what lies there."""
    table = random_table(random)
    piece = random.choice(["tree", "broken_bridge", "walker", "creep_through"])
    near = [one["at"] for player in table["players"] for one in player["explorers"]]
    near += [space for bridge in table["board"]["bridges"] for space in bridge]
    near += [space for tree in table["trees"] for space in tree]
    spaces = [space for space in near if space != "home"]
    north, east = read(random.choice([*spaces, "N15/E15"]))
    north, east = (min(29, max(1, n + random.choice([-2, -1, 0, 0, 1, 2]))) for n in (north, east))
    spaces = [(north, east)]
    if piece == "tree":
        spaces.append(random.choice([(north + 1, east), (north, east + 1), (north + 1, east + 1)]))
    player = random.choice(table["players"])
    action: Json = {"do": "place", "piece": piece}
    if piece not in player["free"]:
        card = "fallen_tree" if piece == "tree" else piece
        action = {"do": "play", "card": card}
        player["hand"] = None
    move = {"actions": [{**action, "spaces": [name(space) for space in spaces]}]}
    return {"snapshot": table, "player": player["name"], "move": move}


def random_turn(random: Random) -> Json:
    """A table, and a roll with a move that is often legal, or nearly."""
    body = random_roll(random)
    table = Table(body["snapshot"])
    player = table.names.index(body["player"])
    explorer, roll = random.randrange(2), body["given"]["roll"]
    mover = Mover(player, explorer)
    walk = Walk(table, mover, player)
    if DICE[str(walk.terrain)][0] != roll["die"]:
        explorer = 1 - explorer
        mover = Mover(player, explorer)
    moves = list(islice(legal_moves(table, mover, player, roll["pips"]), 200))
    path = [*random.choice(moves).path] if moves else []
    if not path or random.random() < 0.3:
        path = [*path, random.choice(path or [(5, 5)])]
    elif random.random() < 0.3:
        path = path[:-1] or path
    return {
        "snapshot": body["snapshot"],
        "player": body["player"],
        "move": {
            "actions": [
                {"do": "roll", **roll},
                {
                    "do": "move",
                    "mover": f"explorer:{explorer + 1}",
                    "path": [name(place) for place in path],
                },
            ],
        },
    }
