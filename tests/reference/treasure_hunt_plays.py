"""Random turns of Treasure Hunt with all that may be in them, records and disputes made of them."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

from reference.treasure_hunt import (
    DICE,
    Json,
    Mover,
    Space,
    Table,
    Walk,
    legal_moves,
    logs_of_move,
    name,
    placement_breaks,
    read,
)
from reference.treasure_hunt_tables import TREASURES, random_table
from reference.treasure_hunt_turns import ROUTES, Referee, completed, handed_on, judge, winners_of

CARDS = (
    *("fallen_tree", "broken_bridge", "lost_shoe", "walker", "remove_obstacle", "boat", "shovel"),
    "creep_through",
)
MOST_PATHS = 60
FEW = 400


def random_position(random: Random) -> Json:
    """A table with cards in every hand, shoes, resting walkers, and now and then young players."""
    table = random_table(random)
    young = random.random() < 0.1 and not table["variants"]["teams"]
    most = 2 if len(table["players"]) == 4 else 3
    for player in table["players"]:
        player["hand"] = random.choices(CARDS, k=random.randint(0, most))
        if random.random() < 0.1:
            player["hand"] = None
        player["shoes"] = int(random.random() < 0.05) + int(random.random() < 0.03)
        if young:
            player.update(explorers=player["explorers"][:1], boats=0)
            player["free"] = [piece for piece in player["free"] if piece != "walker"]
            player["hand"] = player["hand"] and [c for c in player["hand"] if c != "walker"]
    routes = [one for player in table["players"] for one in player["routes"].values()]
    marked = [one for one in routes if one["cards"]]
    if len(marked) > 1 and random.random() < 0.3:
        # Several markers can lie on one space.
        one, other = random.sample(marked, 2)
        one["cards"] = [*one["cards"][:-1], other["cards"][-1]]
    for walker in table["walkers"]:
        if random.random() < 0.3:
            walker["moved_by"] = random.choice(table["players"])["name"]
    if young:
        table.update(walkers=[], variants={"young": True, "teams": False})
    return table


def random_play(random: Random) -> Json:
    """A table, and a turn on it that is often legal."""
    table = random_position(random)
    player = random.choice(table["players"])["name"]
    actions = random_actions(random, table, player)
    if random.random() < 0.15 and actions:
        actions = spoilt(random, actions)
    if random.random() < 0.02:
        actions = []
    return {"snapshot": table, "player": player, "move": {"actions": actions}}


def spoilt(random: Random, actions: list[Json]) -> list[Json]:
    """Some actions with one left out, repeated, or played too early."""
    at = random.randrange(len(actions))
    match random.randrange(3):
        case 0:
            return actions[:at] + actions[at + 1 :]
        case 1:
            return [*actions[:at], actions[at], *actions[at:]]
        case _:
            return [actions[at], *actions[:at], *actions[at + 1 :]]


def random_actions(random: Random, table: Json, player: str) -> list[Json]:
    """Actions that a player might try."""
    seat = [one["name"] for one in table["players"]].index(player)
    me = table["players"][seat]
    if me.get("shoes") and random.random() < 0.8:
        free = some_play(random, completed(table), seat) if random.random() < 0.3 else []
        return [*free, {"do": "skip"}]
    actions: list[Json] = []
    if random.random() < 0.15:
        actions += late_log(random, table, seat)
    for _ in range(random.choice([0, 0, 0, 1, 1, 2])):
        actions += some_play(random, so_far(table, player, actions), seat)
    moving = so_far(table, player, actions)
    if moving["walkers"] and random.random() < 0.2:
        actions += walker_instead(random, moving, seat)
    elif random.random() < 0.06:
        actions.append({"do": "skip"})
    else:
        actions += explorer_moves(random, moving, seat)
    if random.random() < 0.3:
        actions += some_play(random, so_far(table, player, actions), seat)
    return actions


def so_far(table: Json, player: str, actions: Sequence[Json]) -> Json:
    """The table when some actions have been carried out."""
    referee = Referee(table, {"player": player, "move": {"actions": actions}})
    referee.go()
    return referee.table


def some_space(random: Random, table: Json) -> Space:
    """A space, often near something."""
    near = [one["at"] for player in table["players"] for one in player["explorers"]]
    near += [space for bridge in table["board"]["bridges"] for space in bridge]
    near += [space for tree in table["trees"] for space in tree]
    near += [r["cards"][-1] for p in table["players"] for r in p["routes"].values() if r["cards"]]
    north, east = read(random.choice([space for space in near if space != "home"] or ["N15/E15"]))
    north, east = (min(30, max(1, one + random.choice([-1, 0, 0, 1]))) for one in (north, east))
    return north, east


def some_spaces(random: Random, table: Json, piece: str) -> list[str]:
    """Where a piece might be placed, mostly where it may."""
    spaces: list[str] = []
    for _ in range(6):
        north, east = some_space(random, table)
        spaces = [name((north, east))]
        if piece == "tree":
            beside = random.choice([(north + 1, east), (north, east + 1)])
            if max(beside) <= 30:
                spaces.append(name(beside))
        if piece == "broken_bridge" and table["board"]["bridges"]:
            spaces = [random.choice(random.choice(table["board"]["bridges"]))]
        if not placement_breaks(table, piece, spaces, free=False):
            break
    return spaces


def some_play(random: Random, table: Json, seat: int) -> list[Json]:
    """A card played, a free piece placed, or now and then a card thrown away."""
    me = table["players"][seat]
    kinds = [("card", card) for card in me["hand"] or ()]
    kinds += [("free", piece) for piece in me["free"]]
    if random.random() < 0.1:
        kinds.append(("card", random.choice(CARDS)))
    if random.random() < 0.05:
        kinds.append(("free", random.choice(["tree", "walker"])))
    if random.random() < 0.1:
        other = random.randrange(len(table["players"]))
        kinds += [("free", piece) for piece in table["players"][other]["free"]]
    else:
        other = seat
    if not kinds:
        return []
    kind, which = random.choice(kinds)
    if kind == "free":
        action = {"do": "place", "piece": which, "spaces": some_spaces(random, table, which)}
        if random.random() < 0.5 or other != seat:
            action["by"] = table["players"][other]["name"]
        return [action]
    if (len(me["hand"] or ()) > 3 and random.random() < 0.6) or random.random() < 0.03:
        return [{"do": "discard", "card": which}]
    return [{"do": "play", "card": which, **about_card(random, table, seat, which)}]


def about_card(random: Random, table: Json, seat: int, card: str) -> Json:
    """The fields of a card that a player plays."""
    match card:
        case "fallen_tree":
            return {"spaces": some_spaces(random, table, "tree")}
        case "broken_bridge" | "creep_through":
            return {"spaces": some_spaces(random, table, card)}
        case "walker" if table["walkers"] and random.random() < 0.7:
            return walker_by_card(random, table, seat)
        case "walker":
            return {"spaces": some_spaces(random, table, "walker")}
        case "lost_shoe":
            return {"to": random.choice(table["players"])["name"]}
        case "remove_obstacle":
            there = [tree[0] for tree in table["trees"]] + table["broken_bridges"]
            there += [walker["at"] for walker in table["walkers"]]
            if not there or random.random() < 0.1:
                return {"obstacle": name(some_space(random, table))}
            return {"obstacle": random.choice(there)}
        case _:
            return {}


def walker_by_card(random: Random, table: Json, seat: int) -> Json:
    mover = Mover(None, random.randrange(len(table["walkers"])))
    pips, path = some_path(random, table, mover, seat)
    return {"mover": f"walker:{table['walkers'][mover.which]['at']}", "pips": pips, "path": path}


def some_path(random: Random, table: Json, mover: Mover, seat: int) -> tuple[int, list[str]]:
    """A value of a piece's die, and a path that is mostly legal."""
    looked = Table(table)
    terrain = str(Walk(looked, mover, seat).terrain)
    values = list(DICE[terrain][1])
    pips = random.choice(values[: 2 if terrain in ("water", "forest") else 1])
    moves = [*islice(legal_moves(looked, mover, seat, pips), MOST_PATHS)]
    # Ends on pieces and on markers are of interest.
    marked = {
        read(route["cards"][-1])
        for player in table["players"]
        for route in player["routes"].values()
        if route["cards"]
    }
    notable = [one for one in moves if one.at in marked or one.stopped_by == "behind"]
    chosen = notable if notable and random.random() < 0.6 else moves
    path = [*random.choice(chosen).path] if chosen else []
    if path and random.random() < 0.05:
        path.pop()
    if random.random() < 0.03:
        path.append(path[-1] if path else some_space(random, table))
    if mover.player is None:
        path = [place for place in path if place != (0, 0)]
    return pips, [name(place) for place in path]


def walker_instead(random: Random, table: Json, seat: int) -> list[Json]:
    """A roll for a walker, and its move, in two parts now and then."""
    mover = Mover(None, random.randrange(len(table["walkers"])))
    terrain = str(Walk(Table(table), mover, seat).terrain)
    pips, path = some_path(random, table, mover, seat)
    move = {"do": "move", "mover": f"walker:{table['walkers'][mover.which]['at']}"}
    roll = {"do": "roll", "die": DICE[terrain][0], "pips": pips}
    return [roll, *in_parts(random, table, seat, move, path)]


def in_parts(random: Random, table: Json, seat: int, move: Json, path: list[str]) -> list[Json]:
    if len(path) < 2 or random.random() < 0.75:
        return [{**move, "path": path}]
    cut = random.randrange(1, len(path))
    between = some_play(random, table, seat)
    rest = dict(move)
    if move["mover"].startswith("walker") and random.random() < 0.5:
        rest["mover"] = f"walker:{path[cut - 1]}"
    return [{**move, "path": path[:cut]}, *between, {**rest, "path": path[cut:]}]


def explorer_moves(random: Random, table: Json, seat: int) -> list[Json]:
    """A roll for an explorer, its move, and what is logged there."""
    looked = Table(table)
    mate = random.choice(looked.mates(seat))
    mover = Mover(mate, random.randrange(len(table["players"][mate]["explorers"])))
    terrain = str(Walk(looked, mover, seat).terrain)
    pips, path = some_path(random, table, mover, seat)
    if not path:
        roll = {"do": "roll", "die": DICE[terrain][0], "pips": pips}
        return [roll, {"do": "skip"}] if random.random() < 0.6 else [roll]
    path, closing = closed_in(random, looked, path) if random.random() < 0.1 else (path, [])
    move = {"do": "move", "mover": f"explorer:{mover.which + 1}"}
    of = {"of": table["players"][mate]["name"]} if mate != seat else {}
    actions: list[Json] = [{"do": "roll", "die": DICE[terrain][0], "pips": pips}]
    if random.random() < 0.05:
        actions += some_play(random, table, seat)
    actions += in_parts(random, table, seat, {**move, **of}, path)
    actions += closing
    player = table["players"][seat]["name"]
    there = so_far(table, player, actions)
    at = read(there["players"][mate]["explorers"][mover.which]["at"])
    places = [read(place) for place in path]
    finds = logs_of_move(Table(there), mate, at, places)
    for owner, route, marked, must, _ in finds:
        if random.random() < (0.95 if must else 0.7):
            log = {"do": "log", "explorer": mover.which + 1, **of}
            if random.random() < 0.5 or marked != name(at):
                log |= {"owner": owner, "route": route, "at": marked}
            now = so_far(table, player, [*actions])
            actions += logging(random, now, log, owner, route)
    return actions


def closed_in(random: Random, table: Table, path: list[str]) -> tuple[list[str], list[Json]]:
    """A path as far as a free tree can end it, and that tree; or the whole path."""
    givers = [one["name"] for one in table.players if "tree" in one.get("free", [])]
    for cut in range(2, len(path)):
        at, back = read(path[cut - 1]), read(path[cut - 2])
        ahead = [one for one in beside(at) if one != back and not table.closed(one)]
        if givers and len(ahead) == 1:
            over = [one for one in beside(ahead[0]) if one not in (at, back)]
            spaces = [name(ahead[0]), name(random.choice(over))]
            tree = {"do": "place", "piece": "tree", "spaces": spaces, "by": random.choice(givers)}
            return path[:cut], [tree]
    return path, []


def beside(at: Space) -> list[Space]:
    north, east = at
    around = [(north - 1, east), (north + 1, east), (north, east - 1), (north, east + 1)]
    return [one for one in around if min(one) >= 1 and max(one) <= 30]


def late_log(random: Random, table: Json, seat: int) -> list[Json]:
    """Something logged without a move."""
    for i, explorer in enumerate(table["players"][seat]["explorers"]):
        for owner, route, at, _, _ in logs_of_move(Table(table), seat, read(explorer["at"]), []):
            log = {"do": "log", "explorer": i + 1, "at": at}
            return logging(random, completed(table), log, owner, route)
    return []


def logging(random: Random, table: Json, log: Json, owner: str, name_of: str) -> list[Json]:
    """A logging, with what is drawn, and a card thrown away if there are four."""
    drawer = next(one for one in table["players"] if one["name"] == owner)
    route = drawer["routes"][name_of]
    treasure = bool({*route["info"]} & {"open", "closed"})
    if treasure and "buried" in route["info"] and random.random() < 0.9:
        log["shovel"] = True
    chance = random.random()
    if chance < 0.08:
        return [log]
    log["drawn"] = None
    if chance < (0.4 if treasure else 0.1):
        return [log]
    log["drawn"] = draw(random, table, drawer, name_of, treasure)
    if len(drawer["hand"] or ()) == 3 and random.random() < 0.8:
        thrown = random.choice(drawer["hand"])
        return [log, {"do": "discard", "card": thrown, "by": owner}]
    return [log]


def draw(random: Random, table: Json, owner: Json, logged: str, ended: bool) -> Json:
    """The cards that a player draws."""
    marked = {card for p in table["players"] for r in p["routes"].values() for card in r["cards"]}
    free = [name(some_space(random, table)) for _ in range(4)]
    fresh = [space for space in free if space not in marked] or ["N15/E16"]
    drawn: Json = {"coordinate": fresh[0], "action": random.choice(CARDS)}
    if random.random() < 0.03:
        drawn["coordinate"] = random.choice(sorted(marked))
    if owner["hand"] is not None and random.random() < 0.5:
        drawn["action"] = random.choice(["open", "closed", "buried"])
        open_to = [route for route in ROUTES if owner["routes"][route]["cards"] or route == logged]
        if random.random() < 0.95:
            drawn["info_route"] = random.choice(open_to)
        if drawn["action"] != "buried" and "info_route" in drawn:
            drawn["treasure"] = random.choice([*TREASURES, None])
    if random.random() < 0.04:
        lacks = random.choice([["coordinate"], ["action"], ["coordinate", "action"]])
        drawn |= dict.fromkeys(lacks)
        if "action" in lacks:
            drawn.pop("info_route", None)
            drawn.pop("treasure", None)
    return drawn


def random_record(random: Random) -> Json:
    """A table, and some turns that were mostly played as they should be."""
    start = random_position(random)
    if random.random() < 0.4:
        bring_home(random, start)
    table, turns = completed(start), []
    seat = random.randrange(len(table["players"]))
    for _ in range(random.randint(2, 5)):
        player = table["players"][seat]["name"]
        verdict = None
        for _ in range(4):
            actions = random_actions(random, table, player)
            turn = {"player": player, "move": {"actions": actions}}
            verdict = judge(table, turn)
            if verdict.legal or random.random() < 0.1:
                break
        turns.append(turn)
        if verdict is None or verdict.after is None:
            break
        table = verdict.after
        _, following = handed_on(table, player, winners_of(table))
        if following is None or random.random() < 0.1:
            following = random.choice(table["players"])["name"]
        seat = [one["name"] for one in table["players"]].index(following)
    return {"record": {"snapshot": start, "turns": turns}}


def bring_home(random: Random, table: Json) -> None:
    """Let a player, if no teams play, have all that the mission demands, and be home mostly."""
    player = random.choice(table["players"])
    home = "home" if table["rulings"].get("home_place") == "frame" else player["home"]
    at_home = [one for one in player["explorers"] if one["at"] == home]
    if not table["variants"]["teams"] and at_home:
        count = len(player["explorers"]) if random.random() < 0.7 else 1
        player["explorers"] = [*at_home[:1] * count, *player["explorers"][count:]]
        mission = {"difficulty": 2, "treasures": ["gold"], "coordinates": 0}
        player.update(mission=mission, treasures=["gold"], boats=0)


def random_played_turn(random: Random) -> Json:
    """A table, and the one that a legal turn with anything in it led to."""
    while True:
        before = random_position(random)
        seat = random.randrange(len(before["players"]))
        me = before["players"][seat]
        for explorer, route in zip(me["explorers"], me["routes"].values(), strict=False):
            if random.random() < 0.3 and explorer["at"] != "home":
                route.update(cards=[*route["cards"][:-1], explorer["at"]])
        player: str = me["name"]
        actions: list[Json] = []
        for _ in range(random.choice([0, 0, 1, 2])):
            actions += late_log(random, so_far(before, player, actions), seat)
        actions += random_actions(random, so_far(before, player, actions), player)
        verdict = judge(before, {"player": player, "move": {"actions": actions}}, over=True)
        if verdict.after is not None and len(actions) > 1:
            return {"before": before, "after": verdict.after, "player": player}


def random_dispute(random: Random) -> Json:
    """A table, and one that a plain turn led to, or almost: a roll, a move, what it logged."""
    while True:
        before = random_table(random)
        seat = random.randrange(len(before["players"]))
        if all(few_moves(before, mover, seat) for mover in pieces(before, seat)):
            break
    player = before["players"][seat]["name"]
    turns = [explorer_moves(random, before, seat) for _ in range(3)]
    turns = [turn for turn in turns if all(is_plain(action) for action in turn)]
    verdicts = [judge(before, {"player": player, "move": {"actions": turn}}) for turn in turns]
    after = next((one.after for one in verdicts if one.after), None) or completed(before)
    if random.random() < 0.5:
        after = completed(after)
        another_table(random, after, seat)
    return {"before": before, "after": after, "player": player}


def is_plain(action: Json) -> bool:
    """Whether an action is a roll, a move, or a logging with all its fields."""
    return action["do"] in ("roll", "move", "skip") or "drawn" in action


def another_table(random: Random, table: Json, seat: int) -> None:
    """Make a table one that the turn did not lead to, most likely."""
    me = table["players"][seat]
    explorer = random.choice(me["explorers"])
    north, east = read(explorer["at"]) if explorer["at"] != "home" else (15, 15)
    beside = [(n, e) for n, e in ((north, east + 1), (north + 1, east)) if max(n, e) <= 30]
    taken = {one["at"] for player in table["players"] for one in player["explorers"]}
    free = [name(space) for space in beside if name(space) not in taken]
    if free and "terrain" not in explorer and table["board"]["rows"][0]:
        there = read(free[0])
        creeps = [one if isinstance(one, str) else one["at"] for one in table["creep_throughs"]]
        unclear = table["board"]["rows"][there[0] - 1][there[1] - 1] == "?"
        if not unclear and free[0] not in creeps:
            explorer["at"] = free[0]
    if random.random() < 0.2:
        me["coordinates"] += 1
    afloat = [Walk(Table(table), Mover(seat, i), seat).terrain for i in range(2)]
    if "water" not in afloat:
        me["boats"] = 0


def pieces(table: Json, seat: int) -> list[Mover]:
    """The pieces that a player may move."""
    movers = [Mover(mate, i) for mate in Table(table).mates(seat) for i in range(2)]
    return movers + [Mover(None, i) for i in range(len(table["walkers"]))]


def few_moves(table: Json, mover: Mover, seat: int) -> bool:
    """Whether all moves of a piece can be walked one by one."""
    looked = Table(table)
    values = DICE[str(Walk(looked, mover, seat).terrain)][1]
    moves = (move for pips in values for move in legal_moves(looked, mover, seat, pips))
    return len([*islice(moves, FEW)]) < FEW


def resolve(before: Json, after: Json, player: str) -> bool:
    """Whether a plain turn leads from one table to the other: all of them are tried."""
    seat = [one["name"] for one in before["players"]].index(player)
    for late, actions in product(late_logs(before, after, seat), plain_turns(before, after, seat)):
        move = {"actions": [*late, *actions]}
        found = judge(before, {"player": player, "move": move}).after
        if found is not None and same(normalized(found), normalized(after)):
            return True
    return False


def late_logs(before: Json, after: Json, seat: int) -> list[list[Json]]:
    """No action, or the ways to log the markers where an explorer stands."""
    table = Table(before)
    found: list[list[Json]] = [[]]
    for mate in table.mates(seat):
        of = {"of": before["players"][mate]["name"]} if mate != seat else {}
        for i, explorer in enumerate(before["players"][mate]["explorers"]):
            for find in logs_of_move(table, mate, read(explorer["at"]), []):
                base = {"do": "log", "explorer": i + 1, **of}
                found += [[{**base, **log}] for log in ways_to_log(before, after, find) if find[3]]
    return found


def plain_turns(before: Json, after: Json, seat: int) -> Iterator[list[Json]]:
    """Every roll and move, with each way to log what it reaches; and the turn that passes."""
    table = Table(before)
    yield [{"do": "skip"}]
    for mover in pieces(before, seat):
        die, values = DICE[str(Walk(table, mover, seat).terrain)]
        move_fields: Json = {"do": "move", "mover": f"explorer:{mover.which + 1}"}
        if mover.player is None:
            move_fields["mover"] = f"walker:{before['walkers'][mover.which]['at']}"
        elif mover.player != seat:
            move_fields["of"] = before["players"][mover.player]["name"]
        tried = set()
        for pips in values:
            roll = {"do": "roll", "die": die, "pips": pips}
            if mover.player is not None:
                yield [roll, {"do": "skip"}]
            for move in legal_moves(table, mover, seat, pips):
                finds = (
                    []
                    if mover.player is None
                    else logs_of_move(table, mover.player, move.at, [*move.path])
                )
                if not stands(after, mover, move.at) or (key := (move.at, *finds)) in tried:
                    continue
                tried.add(key)
                actions = [roll, {**move_fields, "path": [name(place) for place in move.path]}]
                yield actions
                for logs in product(*([None, *ways_to_log(before, after, one)] for one in finds)):
                    logged = [{**log, **whose(move_fields, mover)} for log in logs if log]
                    if logged:
                        yield [*actions, *logged]


def whose(move_fields: Json, mover: Mover) -> Json:
    of = {"of": move_fields["of"]} if "of" in move_fields else {}
    return {"do": "log", "explorer": mover.which + 1, **of}


def stands(after: Json, mover: Mover, at: Space) -> bool:
    if mover.player is None:
        return any(walker["at"] == name(at) for walker in after["walkers"])
    return bool(after["players"][mover.player]["explorers"][mover.which]["at"] == name(at))


def ways_to_log(before: Json, after: Json, find: tuple[str, str, str, bool, object]) -> list[Json]:
    """The ways to log a marker: with or without the shovel, each draw."""
    owner, route, at, _, _ = find
    was = next(one for one in before["players"] if one["name"] == owner)["routes"][route]
    now = next(one for one in after["players"] if one["name"] == owner)
    info = was.get("info", [])
    treasure = bool({*info} & {"open", "closed"})
    log: Json = {"owner": owner, "route": route, "at": at}
    if treasure and "buried" in info:
        log["shovel"] = True
    draws: list[Json | None] = [None]
    cards = now["routes"][route]["cards"]
    if cards:
        coordinate = {"coordinate": cards[-1]}
        draws += [{**coordinate, "action": card} for card in CARDS]
        for which, joined in now["routes"].items():
            seen = joined["treasures"][-1:] or [None]
            draws += [
                {**coordinate, "action": card, "info_route": which, "treasure": seen[0]}
                for card in ("open", "closed")
            ]
            draws.append({**coordinate, "action": "buried", "info_route": which})
        draws.append({**coordinate, "action": "open"})
        draws.append({**coordinate, "action": "buried"})
    return [{**log, "drawn": draw} for draw in draws]


def normalized(table: Json) -> Json:
    """A table without order where there is none."""
    aligned = completed(table)
    for player in aligned["players"]:
        player["hand"] = player["hand"] and sorted(player["hand"])
        player["free"] = sorted(player["free"])
    aligned["trees"] = sorted(sorted(tree) for tree in aligned["trees"])
    aligned["walkers"] = sorted(aligned["walkers"], key=lambda walker: walker["at"])
    aligned["creep_throughs"] = sorted(
        one if isinstance(one, str) else one["at"] for one in aligned["creep_throughs"]
    )
    return {key: aligned[key] for key in aligned if key not in ("board", "rulings", "variants")}


def same(one: Json, other: Json) -> bool:
    """Whether two tables are equal as far as both are known."""
    for here, there in zip(one["players"], other["players"], strict=True):
        if here["hand"] is None or there["hand"] is None:
            here["hand"] = there["hand"] = None
        pairs = [(here, there)]
        pairs += [(here["routes"][route], there["routes"][route]) for route in ROUTES]
        for own, others in pairs:
            if len(own["treasures"]) == len(others["treasures"]):
                for i, (seen, known) in enumerate(
                    zip(own["treasures"], others["treasures"], strict=True)
                ):
                    if seen is None or known is None:
                        own["treasures"][i] = others["treasures"][i] = None
    return one == other
