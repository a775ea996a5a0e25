"""The play of Tiwanaku written a second time, from the law alone, on the documents of the contract.

Covers discs at random, moves of the three modes, whole turns of the competitive and the solo game
with their points, records and the final phase, Otoma's moves, and standings. A board is a
dictionary by (column, row); nothing here knows how the service holds one. Deductions have a
reference of their own.
"""

from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

Json = dict[str, Any]
Cell = tuple[int, int]

SIZES = {"short": (5, 5), "long": (9, 5)}
LETTER = {"mud": "M", "sand": "S", "grass": "G", "rock": "R"}
BOX = {"mud": 15, "sand": 17, "grass": 15, "rock": 15}
CROPS = {1: 13, 2: 12, 3: 12, 4: 10, 5: 10}
STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
OFFERING = [0, 0, 1, 3, 6, 10]


@cache
def cells(board: str) -> list[Cell]:
    """The spaces of a board in reading order."""
    columns, rows = SIZES[board]
    return [(column, row) for row in range(rows) for column in range(columns)]


def name(cell: Cell) -> str:
    return f"{'ABCDEFGHI'[cell[0]]}{cell[1] + 1}"


def cell(space: str) -> Cell:
    return "ABCDEFGHI".index(space[0]), int(space[1:]) - 1


@cache
def beside(board: str, at: Cell) -> list[Cell]:
    """The orthogonal neighbours of a space."""
    return [
        (at[0] + right, at[1] + down)
        for right, down in STEPS.values()
        if (at[0] + right, at[1] + down) in cells(board)
    ]


@cache
def around(at: Cell) -> list[Cell]:
    """The eight places around a space, on the board or not."""
    return [
        (at[0] + right, at[1] + down)
        for right in (-1, 0, 1)
        for down in (-1, 0, 1)
        if right or down
    ]


def letters(rows: list[str]) -> dict[Cell, str]:
    """The terrain and the level of each space that is not empty."""
    return {
        (column, row): letter
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != "."
    }


def kind_of(letter: str) -> str:
    """The terrain of a letter."""
    return next(kind for kind in LETTER if LETTER[kind] == letter)


def written(board: str, lying: dict[Cell, str]) -> list[str]:
    columns, rows = SIZES[board]
    return [
        "".join(lying.get((column, row), ".") for column in range(columns)) for row in range(rows)
    ]


# Discs.

LONG_DISCS = [
    (
        ["GSGGGGSSM", "GSSGMSSGM", "GSSRMMGGM", "MMRRSSGGM", "MMMRRSSSM"],
        ["151423235", "343514141", "212423232", "345351514", "512124323"],
    ),
    (
        ["GGGGSMMMR", "RRRSSMMRR", "RRMGGGSRR", "SSMMGRSMM", "SSSRRRRMM"],
        ["231414323", "452325151", "131413242", "242325131", "351413242"],
    ),
    (
        ["RRSSMRMGG", "RGSSRRRSS", "GGMMGGRSS", "GGMMSSMMS", "RRRSSSMMM"],
        ["231312121", "154253454", "231312121", "142454343", "231312152"],
    ),
    (
        ["RMSSSMRMG", "RMMGSRRGG", "RMSGGRRGG", "GSSGMMMSS", "GSSGMMSSS"],
        ["131321512", "242543434", "313121251", "252453434", "141312152"],
    ),
    (
        ["RRRRMMGSS", "SSRGGMGSS", "SSGGRMGSM", "GMMGRRGGM", "GMMMRRSSS"],
        ["312432412", "245151353", "132424241", "241353152", "135214231"],
    ),
    (
        ["GGGRMMMRR", "GGMSSMMRR", "SMMMSGGGR", "SGMRRRGSS", "GGGRRSSSR"],
        ["134153154", "252324232", "131413141", "245354232", "132121541"],
    ),
    (
        ["MMMGGGSSS", "RSSRRGGSM", "RSSRRMMSR", "MGGGSMMGR", "MGGSSSGGG"],
        ["132413142", "241325231", "132413152", "241524241", "132413132"],
    ),
    (
        ["MMRRRRSSM", "SMRGGGSSM", "RMMGGRRRM", "RRSSMMRGG", "RRSSSMMGG"],
        ["235314313", "142425242", "251314131", "142423242", "531354131"],
    ),
    (
        ["SSSRRGGSS", "SSRRRGGSS", "RMMSSMMRG", "GGGSSMMRR", "GGMSGGGRR"],
        ["521423131", "435314242", "121253151", "345414242", "121323131"],
    ),
    (
        ["GSSRRGGSS", "GSSRRGGSS", "RSMRMGRMS", "RRMSMRRMM", "RRSSSRRMM"],
        ["232413241", "151524153", "342315242", "151424151", "242315323"],
    ),
]
"""Lawful long worlds that `_grown` found at length; mirrored, and their terrains renamed."""

SHORT_DISCS = 100
"""How many short worlds are grown, and then mirrored likewise."""


def disc(rng: Random, board: str) -> tuple[dict[Cell, str], dict[Cell, str]]:
    """A lawful world that the box can lay: its terrains and its crops."""
    if board == "long":
        return _mirrored(rng, *rng.choice(LONG_DISCS))
    return _mirrored(rng, *_short_disc(rng.randrange(SHORT_DISCS)))


@cache
def _short_disc(seed: int) -> tuple[list[str], list[str]]:
    rng = Random(seed)
    while True:
        found = _grown(rng, "short")
        if found is not None and _fits_box(*found):
            terrain, crops = found
            return written("short", terrain), written("short", crops)


def _mirrored(
    rng: Random, terrain: list[str], crops: list[str]
) -> tuple[dict[Cell, str], dict[Cell, str]]:
    while True:
        names = str.maketrans("MSGR", "".join(rng.sample("MSGR", 4)))
        across, over = rng.choice([1, -1]), rng.choice([1, -1])
        world = (
            letters([row.translate(names)[::across] for row in terrain][::over]),
            letters([row[::across] for row in crops][::over]),
        )
        if _fits_box(*world):
            return world


def _fits_box(terrain: dict[Cell, str], crops: dict[Cell, str]) -> bool:
    tiles = [list(terrain.values()).count(LETTER[kind]) <= BOX[kind] for kind in BOX]
    plants = [list(crops.values()).count(str(k)) <= CROPS[k] for k in CROPS]
    return all(tiles) and all(plants)


def _grown(rng: Random, board: str) -> tuple[dict[Cell, str], dict[Cell, str]] | None:
    """Lay region after region on the first free space; None after too many dead ends."""
    terrain: dict[Cell, str] = {}
    crops: dict[Cell, str] = {}
    dead_ends = 0

    def lay() -> bool | None:
        nonlocal dead_ends
        free = next((at for at in cells(board) if at not in terrain), None)
        if free is None:
            return True
        for _ in range(6):
            region = _region(rng, board, free, terrain)
            near = {terrain.get(a) for at in region for a in around(at)}
            kinds = [letter for letter in "MSGR" if letter not in near]
            levels = _levelled(rng, region, crops) if kinds else None
            if levels is None:
                continue
            terrain.update(dict.fromkeys(region, rng.choice(kinds)))
            crops.update(levels)
            if (done := lay()) is not False:
                return done
            for at in region:
                del terrain[at], crops[at]
        dead_ends += 1
        return False if dead_ends < 60 else None

    return (terrain, crops) if lay() else None


def _levelled(rng: Random, region: list[Cell], crops: dict[Cell, str]) -> dict[Cell, str] | None:
    """Each level up to the region's size once, none beside its like."""
    near = [{crops.get(a) for a in around(at)} for at in region]
    for _ in range(12):
        levels = [str(k) for k in range(1, len(region) + 1)]
        rng.shuffle(levels)
        if all(level not in others for level, others in zip(levels, near, strict=True)):
            return dict(zip(region, levels, strict=True))
    return None


def _region(rng: Random, board: str, first: Cell, taken: dict[Cell, str]) -> list[Cell]:
    region = [first]
    for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4, 4, 4])):
        growing = [a for at in region for a in beside(board, at) if a not in taken]
        growing = [a for a in growing if a not in region]
        if not growing:
            break
        region.append(rng.choice(growing))
    return region


# Moves.


class Table:
    """A snapshot, looked at for one player."""

    def __init__(self, snapshot: Json, player: str) -> None:
        self.snapshot = snapshot
        self.board = snapshot["board"]
        self.mode = snapshot["mode"]
        self.rulings = snapshot.get("rulings", {})
        self.terrain = letters(snapshot["terrain"])
        self.crops = letters(snapshot["crops"])
        self.me = next(one for one in snapshot["players"] if one["name"] == player)
        # Pairs share a colour, and their meeples stand with the first of the pair.
        team = [one for one in snapshot["players"] if one["colour"] == self.me["colour"]]
        self.own = [cell(space) for one in team for space in one["meeples"]]
        others = [one for one in snapshot["players"] if one["colour"] != self.me["colour"]]
        self.others = [cell(space) for one in others for space in one["meeples"]]
        otoma = snapshot.get("otoma") or {"pawns": []}
        self.otoma = [cell(pawn["space"]) for pawn in otoma["pawns"]]

    def entered(self, at: Cell, start: Cell | None) -> str:
        """The effect of entering a space: `barred`, `ends`, `on` (must go on) or `free`."""
        planted = at in self.crops
        if at == start:
            # Once left it counts without the meeple, but no move ends there (p. 4).
            return "on" if planted else "barred"
        if at in self.otoma:
            if self.rulings.get("otoma_blocks", "yes") == "yes":
                return "barred"
            return "on" if planted else "barred"
        if at in self.own:
            return "on"
        if at in self.others:
            if self.mode != "cooperative":
                return "barred"
            partner = self.rulings.get("partner_meeples", "pass_planted")
            if partner == "as_own":
                return "on"
            return "on" if partner == "pass_planted" and planted else "barred"
        if planted:
            return "on" if self.mode == "cooperative" else "free"
        return "ends"

    def edge(self) -> list[Cell]:
        columns, rows = SIZES[self.board]
        return [
            at for at in cells(self.board) if at[0] in (0, columns - 1) or at[1] in (0, rows - 1)
        ]

    def reserve(self) -> int:
        """How many of the player's meeples stand beside the board."""
        count = len(self.snapshot["players"])
        if self.mode == "competitive":
            each = {2: 5, 3: 4, 4: 3}[count]
        elif self.mode == "solo":
            each = 5
        else:
            difficulty = self.snapshot["difficulty"]
            more_otoma = self.rulings.get("coop_normal", "fewer_meeples") == "more_otoma"
            easy = difficulty == "easy" or (difficulty == "normal" and more_otoma)
            each = {2: 4, 3: 3, 4: 4}[count] if easy else {2: 3, 3: 2, 4: 3}[count]
        return each - len(self.own)

    def ends(self, start: Cell | None) -> dict[Cell, int]:
        """Every space on which a move may end, with the fewest steps; not for cooperative games."""
        first = self.edge() if start is None else beside(self.board, start)
        length: dict[Cell, int] = {}
        found: dict[Cell, int] = {}
        waiting = deque((at, 1) for at in first)
        while waiting:
            at, steps = waiting.popleft()
            what = self.entered(at, start)
            if what == "barred" or at in length:
                continue
            length[at] = steps
            if what in ("ends", "free"):
                found[at] = steps
            if what in ("on", "free"):
                waiting.extend((a, steps + 1) for a in beside(self.board, at))
        late = self.rulings.get("return_after_recall", "allowed") == "not_next_turn"
        if start is None and late and self.me.get("recalled_from"):
            found.pop(cell(self.me["recalled_from"]), None)
        return found

    def is_legal_path(self, start: Cell | None, path: list[Cell]) -> bool:
        """Whether a move of the competitive or solo game may go just so."""
        if not path:
            return False
        if start is None:
            if self.reserve() < 1 or path[0] not in self.edge():
                return False
        elif start not in self.own or path[0] not in beside(self.board, start):
            return False
        for here, there in pairwise(path):
            if there not in beside(self.board, here):
                return False
            if self.entered(here, start) not in ("on", "free"):
                return False
        if self.entered(path[-1], start) not in ("ends", "free"):
            return False
        return path[-1] in self.ends(start)

    def bare(self) -> list[Cell]:
        """The player's meeples on terrain without a crop, in reading order."""
        own = sorted(self.own, key=lambda at: (at[1], at[0]))
        return [at for at in own if at in self.terrain and at not in self.crops]


def legal_actions(snapshot: Json, player: str) -> Json:
    """The moves with their lengths, recalls, divinations and offerings; not in groups."""
    table = Table(snapshot, player)
    starts: list[Cell | None] = list(table.own)
    if table.reserve() > 0:
        starts.append(None)
    moves = {
        (None if start is None else name(start), name(at)): steps
        for start in starts
        for at, steps in table.ends(start).items()
    }
    held = sorted(table.me["offerings"])
    return {
        "moves": moves,
        "recalls": sorted(map(name, table.own)) if table.mode == "competitive" else [],
        "divinable": sorted(map(name, table.bare())),
        "offerings": sorted(
            (list(some), OFFERING[len(some)])
            for size in range(1, len(held) + 1)
            for some in combinations(held, size)
        ),
    }


def cooperative_ends(snapshot: Json, player: str, direction: str) -> set[tuple[str | None, str]]:
    """Where a cooperative move in an arrow's direction may end, by where it begins."""
    table = Table(snapshot, player)
    right, down = STEPS[direction]
    columns, rows = SIZES[table.board]
    found = set()

    def walk(start: Cell | None, path: list[Cell]) -> None:
        at = path[-1]
        what = table.entered(at, start)
        if what == "ends":
            found.add((None if start is None else name(start), name(at)))
        if what != "on":
            return
        for there in beside(table.board, at):
            # No space is moved through twice (p. 11); whether the start is one is open.
            counts = table.rulings.get("coop_start_counts", "no") == "yes"
            if there not in path and not (counts and there == start):
                walk(start, [*path, there])

    for start in table.own:
        first = (start[0] + right, start[1] + down)
        if first in cells(table.board):
            walk(start, [first])
    if table.reserve() > 0 and table.rulings.get("coop_entry", "with_arrow") == "with_arrow":
        for first in table.edge():
            before = (first[0] - right, first[1] - down)
            if not (0 <= before[0] < columns and 0 <= before[1] < rows):
                walk(None, [first])
    return found


# Turns of the competitive game.


def play(snapshot: Json, player: str, move: Json, *, lawful: bool = True) -> Json | None:
    """The changes and the table after a turn whose wheel answers are all given; None if illegal.

    With `lawful` an answer of the wheel that breaks a law on sight makes the turn illegal.
    """
    after = deepcopy(snapshot)
    table = Table(after, player)
    me, action = table.me, move.get("action")
    items: list[tuple[str, int, int]] = []
    may_offer = True

    def gain(category: str, points: int) -> None:
        change = max(points, -me["score"])
        me["score"] += change
        items.append((category, change, me["score"]))

    if action is None or (action["type"] in FINAL) != (snapshot["final"] is not None):
        return None
    if is_over_edge(snapshot["board"], action):
        return None
    if snapshot["final"] is not None:
        return _play_final(after, table, move, items, gain, lawful=lawful)
    if action["type"] == "recall":
        if cell(action["from"]) not in table.own:
            return None
        me["meeples"].remove(action["from"])
    elif action["type"] == "explore":
        start = None if action["from"] is None else cell(action["from"])
        path = [cell(space) for space in action["path"]]
        if not table.is_legal_path(start, path):
            return None
        if action["from"] is not None:
            me["meeples"].remove(action["from"])
        me["meeples"].append(name(path[-1]))
        if path[-1] not in table.terrain:
            kind = action["wheel"]
            if list(table.terrain.values()).count(LETTER[kind]) >= after["tiles"][kind]:
                return None
            gain("discovery", _discovered(after, me, path[-1], kind))
    elif action["type"] == "divine":
        predicted: set[str] = set()
        for prediction in action["predictions"]:
            space = prediction["space"]
            if not may_offer or space in predicted or cell(space) not in table.bare():
                return None
            predicted.add(space)
            may_offer = _predicted(after, me, prediction, gain)
        if not predicted:
            return None
    if lawful and is_lawless(after):
        return None
    offering = move.get("offering") or []
    if offering:
        late = snapshot.get("rulings", {}).get("offering_after_error", "no") == "no"
        if not may_offer and late:
            return None
        if not _may_offer(after, me, offering):
            return None
        me["offerings"] = [level for level in me["offerings"] if level not in offering]
        gain("offering", OFFERING[len(offering)])
    if len(letters(after["terrain"])) == len(cells(after["board"])):
        after["final"] = {"starter": player, "passed": [], "offered": []}
    return {"changes": items, "after": after}


FINAL = ("final_prediction", "pass", "final_offering")


def _play_final(
    after: Json, table: "Table", turn: Json, items: list[Any], gain: Any, *, lawful: bool
) -> Json | None:
    """A turn of the final phase (p. 6), as `play`."""
    action, offering = turn["action"], turn.get("offering") or []
    me, final = table.me, after["final"]
    if action["type"] == "final_offering":
        everybody = {one["name"] for one in after["players"]}
        if {*final["passed"]} < everybody or me["name"] in final["offered"]:
            return None
        if offering and not _may_offer(after, me, offering):
            return None
        if offering:
            me["offerings"] = [level for level in me["offerings"] if level not in offering]
            gain("offering", OFFERING[len(offering)])
        final["offered"].append(me["name"])
        return {"changes": items, "after": after}
    if me["name"] in final["passed"] or offering:
        return None
    right = False
    if action["type"] == "final_prediction":
        if cell(action["space"]) not in table.bare():
            return None
        right = _predicted(after, me, action, gain)
        if lawful and is_lawless(after):
            return None
    if not right:
        final["passed"].append(me["name"])
    return {"changes": items, "after": after}


def _may_offer(after: Json, me: Json, offering: list[int]) -> bool:
    """Whether these tokens are held, differ, and are all of them where the ruling asks for it."""
    if len({*offering}) < len(offering) or not {*offering} <= {*me["offerings"]}:
        return False
    all_of_them = after.get("rulings", {}).get("offering_size") == "all"
    return not all_of_them or {*offering} == {*me["offerings"]}


def next_player(snapshot: Json, player: str, after: Json) -> str | None:
    """The next player: clockwise, from the one who laid the last tile, without those who passed."""
    names: list[str] = [one["name"] for one in snapshot["players"]]
    final = after["final"]
    if final is None:
        return names[(names.index(player) + 1) % len(names)]
    if snapshot["final"] is None:
        return player
    at = names.index(player) + 1
    return next((one for one in names[at:] + names[:at] if one not in final["passed"]), None)


def without_wheel(snapshot: Json, player: str, turn: Json) -> bool:
    """Whether a turn some of whose wheel answers are missing may be legal by any of them."""
    return any(
        play(snapshot, player, entered, lawful=False) is not None for entered in _every_answer(turn)
    )


def _every_answer(turn: Json) -> Iterator[Json]:
    """A turn with every answer that the wheel may have given where none is entered."""
    action = turn.get("action") or {}
    if action.get("type") == "explore" and "wheel" not in action:
        # A tile that lies needs no answer, and what is given then is not looked at.
        for kind in LETTER:
            yield {**turn, "action": {**action, "wheel": kind}}
        return
    predictions = action.get("predictions", [action])
    answers = (
        [
            [one["wheel"]] if "wheel" in one or "says" not in one else [1, 2, 3, 4, 5]
            for one in predictions
        ]
        if action.get("type") in ("divine", "final_prediction")
        else []
    )
    if not answers:
        yield turn
    for levels in product(*answers) if answers else ():
        filled = [{**one, "wheel": level} for one, level in zip(predictions, levels, strict=True)]
        if "predictions" in action:
            yield {**turn, "action": {**action, "predictions": filled}}
        else:
            yield {**turn, "action": filled[0]}


def is_lawless(snapshot: Json) -> bool:
    """Whether what lies breaks a law of p. 6 on sight, or takes more crops than the box has."""
    board, terrain = snapshot["board"], letters(snapshot["terrain"])
    crops = letters(snapshot["crops"])
    if snapshot.get("rulings", {}).get("crop_limit", "box") == "box":
        lying = list(crops.values())
        if any(lying.count(str(level)) > most for level, most in CROPS.items()):
            return True
    if any(crops.get(other) == level for at, level in crops.items() for other in around(at)):
        return True
    for at, kind in terrain.items():
        ground = {one for one in terrain if terrain[one] == kind}
        group = _group(board, at, ground)
        levels = [crops[one] for one in group if one in crops]
        is_open = any(to not in terrain for one in group for to in beside(board, one))
        if len(group) > 5 or len({*levels}) < len(levels):
            return True
        if not is_open and any(int(level) > len(group) for level in levels):
            return True
        # Regions of one terrain never touch, so what touches must be one.
        could_be = _group(board, at, ground | {*cells(board)} - terrain.keys())
        for other in {to for to in around(at) if to in ground} - group:
            if len(group | _group(board, other, ground)) > 5 or other not in could_be:
                return True
    return False


def _group(board: str, first: Cell, ground: set[Cell]) -> set[Cell]:
    """The contiguous spaces of a ground from one of them on."""
    found, waiting = {first}, [first]
    while waiting:
        onward = [to for to in beside(board, waiting.pop()) if to in ground - found]
        found.update(onward)
        waiting += onward
    return found


def _discovered(after: Json, me: Json, at: Cell, kind: str) -> int:
    """Lay the tile, raise its pawn, and count the own pawns on the level reached (p. 5)."""
    terrain = letters(after["terrain"])
    terrain[at] = LETTER[kind]
    after["terrain"] = written(after["board"], terrain)
    # Already on the last level: nothing moves, and it scores exactly 1.
    if me["diversity"][kind] == after["diversity_top"]:
        return 1
    me["diversity"][kind] += 1
    return list(me["diversity"].values()).count(me["diversity"][kind])


def _predicted(after: Json, me: Json, prediction: Json, gain: Any) -> bool:
    crops = letters(after["crops"])
    true = prediction["wheel"]
    crops[cell(prediction["space"])] = str(true)
    after["crops"] = written(after["board"], crops)
    if prediction["says"] != true:
        gain("prediction_wrong", -true)
        return False
    gain("prediction_right", true)
    if true not in me["offerings"]:
        me["offerings"] = sorted([*me["offerings"], true])
    return True


# Otoma.


def course(snapshot: Json, start: str, direction: str) -> list[str]:
    """The course of an Otoma pawn (p. 9): the spaces it steps onto and the ends of its paths."""
    board = snapshot["board"]
    terrain = letters(snapshot["terrain"])
    columns, rows = SIZES[board]
    ends = {a: b for pair in snapshot["paths"] for a, b in (pair, pair[::-1])}
    stops = snapshot.get("rulings", {}).get("otoma_path_end", "stops_if_empty")
    at, way, stages = cell(start), direction, []
    while True:
        there = (at[0] + STEPS[way][0], at[1] + STEPS[way][1])
        came_in = not (0 <= there[0] < columns and 0 <= there[1] < rows)
        if came_in:
            leaves = f"{name(at)}:{way}"
            enters = ends[leaves]
            stages += [leaves, enters]
            space, side = enters.split(":")
            way = {"left": "right", "right": "left", "up": "down", "down": "up"}[side]
            there = cell(space)
        at = there
        stages.append(name(at))
        if at not in terrain and not (came_in and stops == "never_stops"):
            return stages
        if at == cell(start) and way == direction:
            return stages


def move_otoma(snapshot: Json, start: str, direction: str, wheel: Json) -> Json:
    """A move of an Otoma pawn: its course, what it brings, and the table after it (p. 9)."""
    after = deepcopy(snapshot)
    otoma, items = after["otoma"], []
    stages = course(snapshot, start, direction)
    stops_at = stages[-1] if stages[-1] != start else None

    def gain(category: str, points: int) -> None:
        otoma["score"] += points
        items.append((category, points, otoma["score"]))

    if stops_at is not None:
        gain("otoma_discovery", _discovered(after, otoma, cell(stops_at), wheel["terrain"]))
        crops = letters(after["crops"])
        crops[cell(stops_at)] = str(wheel["crop"])
        after["crops"] = written(after["board"], crops)
        gain("otoma_crop", wheel["crop"])
        pawn = next(pawn for pawn in otoma["pawns"] if pawn["space"] == start)
        pawn["space"] = stops_at
    return {"course": stages, "stops_at": stops_at, "changes": items, "after": after}


def play_solo(snapshot: Json, player: str, move: Json) -> Json | None:
    """A turn of a solo game (p. 8-9) of which everything is entered, as `play`."""
    after = deepcopy(snapshot)
    table = Table(after, player)
    me, action = table.me, move["action"]
    items: list[Any] = []
    arrow: Json | None = None

    def gain(category: str, points: int) -> None:
        change = max(points, -me["score"])
        me["score"] += change
        items.append((category, change, me["score"]))

    if is_over_edge(snapshot["board"], action):
        return None
    if action["type"] == "divine":
        predicted = [cell(one["space"]) for one in action["predictions"]]
        # All meeples on bare spaces predict, and one goes on after a mistake.
        if not predicted or sorted(predicted) != sorted(table.bare()):
            return None
        for prediction in action["predictions"]:
            _predicted(after, me, prediction, gain)
            after["arrows"].pop(prediction["space"], None)
    else:
        start = None if action["from"] is None else cell(action["from"])
        path = [cell(space) for space in action["path"]]
        if not table.is_legal_path(start, path):
            return None
        me["meeples"] = [*(one for one in me["meeples"] if one != action["from"]), name(path[-1])]
        if path[-1] not in table.terrain:
            kind = action["wheel"]
            if list(table.terrain.values()).count(LETTER[kind]) >= after["tiles"][kind]:
                return None
            gain("discovery", _discovered(after, me, path[-1], kind))
            after["arrows"][name(path[-1])] = action["arrow"]
        arrow = after["arrows"].get(name(path[-1]))
    offering = move.get("offering") or []
    if offering:
        if is_lawless(after) or not _may_offer(after, me, offering):
            return None
        me["offerings"] = [level for level in me["offerings"] if level not in offering]
        gain("offering", OFFERING[len(offering)])
    pawn = _arrow_moves(after, me, move, arrow)
    if pawn is None:
        return None
    if pawn and arrow:
        entered = move_otoma(after, pawn, arrow["direction"], move["otoma"][0].get("wheel"))
        after = entered["after"]
        items += entered["changes"]
    if is_lawless(after):
        return None
    if len(letters(after["terrain"])) == len(cells(after["board"])):
        after["final"] = {"offered": []}
    return {"changes": items, "after": after}


def _arrow_moves(after: Json, me: Json, turn: Json, arrow: Json | None) -> str | None:
    """Where the pawn stands that an arrow moves; empty if it moves none, None against the rules."""
    entered = turn.get("otoma") or []
    pawns = {pawn["colour"]: pawn["space"] for pawn in after["otoma"]["pawns"]}
    if arrow is not None and arrow["colour"] != me["colour"]:
        due = pawns[arrow["colour"]]
        named = entered[0].get("pawn", due) if entered else due
        return due if pawns.get(named, named) == due else None
    choice = turn["action"].get("own_arrow")
    is_whole = after["rulings"]["own_arrow_choice"] == "whole_game"
    if arrow is not None and is_whole and choice != after["difficulty"]:
        return None
    if arrow is None or choice == "easy":
        return None if entered else ""
    named = entered[0]["pawn"]
    return pawns.get(named, named) if named in {*pawns, *pawns.values()} else None


# Standings.


def standings(snapshot: Json) -> Json:
    """The ranking of a competitive game if all stopped and offered now."""
    rows = [
        (
            one["score"] + OFFERING[len(one["offerings"])],
            sum(one["diversity"].values()),
            one["name"],
        )
        for one in snapshot["players"]
    ]
    best = max(row[:2] for row in rows)
    winners = [row[2] for row in rows if row[:2] == best]
    tied = sum(row[0] == best[0] for row in rows) > 1
    return {
        "totals": {row[2]: row[0] for row in rows},
        "ranks": {row[2]: 1 + sum(other[:2] > row[:2] for other in rows) for row in rows},
        "winners": winners,
        "decided_by": "shared" if len(winners) > 1 else "diversity_steps" if tied else "total",
    }


# Positions at random.


def random_snapshot(rng: Random) -> tuple[Json, dict[Cell, str], dict[Cell, str]]:
    """A competitive table, and the world behind it: what the wheel would show."""
    board = rng.choice(["short", "short", "long"])
    terrain, crops = disc(rng, board)
    spaces = cells(board)
    known = rng.sample(spaces, rng.randint(2, len(spaces) - 1))
    planted = [at for at in known if rng.random() < 0.4]
    count = rng.choice([2, 2, 3, 4])
    free = rng.sample(known, len(known))
    top = rng.choice([8, 12])
    players: list[Json] = []
    colours = rng.sample(["blue", "brown", "green", "white"], count)
    for seat in range(count):
        most = {2: 5, 3: 4, 4: 3}[count]
        standing = [free.pop() for _ in range(rng.randint(0, most)) if free]
        players.append(
            {
                "name": ["Ana", "Bo", "Cy", "Di"][seat],
                "colour": colours[seat],
                "meeples": [name(at) for at in standing],
                "score": rng.choice([0, 1, 3, 10, 25]),
                "offerings": sorted(rng.sample([1, 2, 3, 4, 5], rng.choice([0, 1, 2, 3]))),
                "diversity": dict.fromkeys(LETTER, 0),
            }
        )
    # Steps count discoveries of any side.
    for at in known:
        kind = kind_of(terrain[at])
        one = rng.choice(players)
        if rng.random() < 0.7 and one["diversity"][kind] < top:
            one["diversity"][kind] += 1
    snapshot = {
        "board": board,
        "mode": "competitive",
        "terrain": written(board, {at: terrain[at] for at in known}),
        "crops": written(board, {at: crops[at] for at in planted}),
        "tiles": {kind: list(terrain.values()).count(letter) for kind, letter in LETTER.items()},
        "start": [],
        "diversity_top": top,
        "players": players,
        "final": None,
        "rulings": {
            "offering_after_error": rng.choice(["no", "yes"]),
            "offering_size": rng.choice(["any", "all"]),
        },
    }
    return snapshot, terrain, crops


def random_solo(rng: Random) -> tuple[Json, dict[Cell, str], dict[Cell, str]]:
    """A solo table with all its paths, and the world behind it."""
    terrain, crops = disc(rng, "long")
    spaces = cells("long")
    known = rng.sample(spaces, rng.randint(5, len(spaces) - 1))
    pawns = rng.sample(known, 5)
    planted = [at for at in known if at in pawns or rng.random() < 0.4]
    standing = [at for at in known if at not in pawns and rng.random() < 0.1][:5]
    ends = _ways_out()
    rng.shuffle(ends)
    colours = ["brown", "green", "white", "purple", "yellow"]
    snapshot = {
        "board": "long",
        "mode": "solo",
        "terrain": written("long", {at: terrain[at] for at in known}),
        "crops": written("long", {at: crops[at] for at in planted}),
        "tiles": {kind: list(terrain.values()).count(letter) for kind, letter in LETTER.items()},
        "diversity_top": 12,
        "players": [
            {
                "name": "Ana",
                "colour": "blue",
                "meeples": [name(at) for at in standing],
                "score": rng.choice([0, 10, 25]),
                "offerings": [],
                "diversity": dict.fromkeys(LETTER, 0),
            }
        ],
        "otoma": {
            "pawns": [
                {"colour": colour, "space": name(at)}
                for colour, at in zip(colours, pawns, strict=True)
            ],
            "score": rng.choice([0, 21]),
            "diversity": {
                kind: min(rng.randint(0, 4), sum(terrain[at] == LETTER[kind] for at in known))
                for kind in LETTER
            },
        },
        "paths": [list(pair) for pair in zip(ends[::2], ends[1::2], strict=True)],
        "final": None,
        "rulings": {
            "otoma_path_end": rng.choice(["stops_if_empty", "never_stops"]),
            "otoma_blocks": rng.choice(["yes", "no"]),
        },
    }
    return snapshot, terrain, crops


def _ways_out() -> list[str]:
    """The sides by which the edge of the long board can be left."""
    columns, rows = SIZES["long"]
    return [
        f"{name((column, row))}:{side}"
        for column, row in cells("long")
        for side, (right, down) in STEPS.items()
        if not (0 <= column + right < columns and 0 <= row + down < rows)
    ]


def random_group(rng: Random) -> Json:
    """A cooperative table, of which all tiles that do not lie are in the pool or in stacks."""
    snapshot, terrain, _ = random_solo(rng)
    count = rng.choice([2, 3, 4])
    colours = rng.sample(["blue", "brown", "green", "white"], 2 if count == 4 else count)
    spare = next(one for one in ("blue", "brown", "green", "white") if one not in colours)
    difficulty = rng.choice(["easy", "normal", "expert"])
    normal = rng.choice(["fewer_meeples", "more_otoma"])
    is_five = difficulty == "expert" or (difficulty == "normal" and normal == "more_otoma")
    lying = letters(snapshot["terrain"])
    left = [kind_of(letter) for at, letter in terrain.items() if at not in lying]
    rng.shuffle(left)
    pool = left[: rng.randint(0, max(0, len(left) - 1))]
    hidden = left[len(pool) :]
    players = [
        {
            "name": ["Ana", "Bo", "Cy", "Di"][seat],
            "colour": colours[seat % len(colours)],
            "meeples": [],
            # Sorted by terrain, so that everyone has as many of each as the others (p. 10).
            "stacks": {kind: sorted(hidden)[seat::count].count(kind) for kind in LETTER},
        }
        for seat in range(count)
    ]
    pawns = [pawn["space"] for pawn in snapshot["otoma"]["pawns"]]
    free = [name(at) for at in lying if name(at) not in pawns]
    fewer_meeples = difficulty == "expert" or (difficulty == "normal" and not is_five)
    most = {2: 4, 3: 3, 4: 4}[count] - fewer_meeples
    for player in players[: len(colours)]:
        standing = rng.sample(free, min(len(free), rng.randint(0, most)))
        free = [space for space in free if space not in standing]
        player["meeples"] = standing
    snapshot["otoma"]["pawns"] = [
        {"colour": spare, "space": space} for space in pawns[: 5 if is_five else 4]
    ]
    return {
        **snapshot,
        "mode": "cooperative",
        "difficulty": difficulty,
        "otoma": {**snapshot["otoma"], "offerings": rng.sample([1, 2, 3, 4, 5], 2)},
        "pool": {kind: pool.count(kind) for kind in LETTER},
        "group": {"score": 20, "offerings": [], "diversity": dict.fromkeys(LETTER, 0)},
        "players": players,
        "rulings": {
            "otoma_blocks": rng.choice(["yes", "no"]),
            "partner_meeples": rng.choice(["pass_planted", "block", "as_own"]),
            "coop_start_counts": rng.choice(["no", "yes"]),
            "coop_normal": normal,
        },
    }


def spoil(rng: Random, snapshot: Json) -> None:
    """Change the deal or Otoma's pawns of a cooperative table, mostly against page 10."""
    pawns, colours = snapshot["otoma"]["pawns"], ["blue", "brown", "green", "white", "purple"]
    match rng.choice(["deal", "colour", "one colour", "number"]):
        case "deal":
            kind, stacks = rng.choice([*LETTER]), [one["stacks"] for one in snapshot["players"]]
            hidden = sum(stack[kind] for stack in stacks)
            for stack in stacks:
                stack[kind] = 0
            rng.choice(stacks)[kind] = hidden
        case "colour":
            rng.choice(pawns)["colour"] = rng.choice(colours)
        case "one colour":
            colour = rng.choice(colours)
            for pawn in pawns:
                pawn["colour"] = colour
        case _:
            del pawns[-1]


def refused(snapshot: Json) -> list[list[str]]:
    """The faults of a cooperative table: an uneven deal, pawns that are not Otoma's (p. 10)."""
    players, found = snapshot["players"], []
    disc = [kind for kind in LETTER for _ in range(snapshot["tiles"][kind])]
    # The tiles at the start are unknown, so all of them may have been dealt.
    deal = [disc[seat :: len(players)] for seat in range(len(players))]
    for seat, player in enumerate(players):
        held = player["stacks"]
        too_many = [
            kind for kind in LETTER if held[kind] > max(tiles.count(kind) for tiles in deal)
        ]
        if too_many or sum(held.values()) > len(deal[0]):
            found.append([f"/snapshot/players/{seat}/stacks", "uneven_deal"])
    colours = [pawn["colour"] for pawn in snapshot["otoma"]["pawns"]]
    used = {player["colour"] for player in players}
    more = {"easy": False, "normal": snapshot["rulings"]["coop_normal"] == "more_otoma"}
    is_five = more.get(snapshot["difficulty"], True)
    if colours not in [
        [one] * (5 if is_five else 4)
        for one in ("blue", "brown", "green", "white")
        if one not in used
    ]:
        found.append(["/snapshot/otoma/pawns", "otoma_pawns"])
    return found


def random_turn(rng: Random, drawn: tuple[Json, dict[Cell, str], dict[Cell, str]]) -> Json:
    """A turn of somebody's, legal or nearly so, with the wheel answers of the world behind it."""
    snapshot, terrain, crops = drawn
    player = rng.choice(snapshot["players"])["name"]
    table = Table(snapshot, player)
    what = rng.choice(["explore", "explore", "explore", "divine", "divine", "recall"])
    action: Json
    if what == "recall":
        action = {"type": "recall", "from": name(rng.choice(table.own or cells(table.board)))}
    elif what == "divine":
        places = table.bare() or table.own or cells(table.board)[:1]
        some = rng.sample(places, rng.randint(1, len(places)))
        action = {
            "type": "divine",
            "predictions": [
                {
                    "space": name(at),
                    "says": int(crops[at]) if rng.random() < 0.6 else rng.randint(1, 5),
                    "wheel": int(crops[at]),
                }
                for at in some
            ],
        }
    else:
        start = rng.choice([*table.own, None])
        path = list(_wander(rng, table, start))
        action = {
            "type": "explore",
            "from": None if start is None else name(start),
            "path": [name(at) for at in path],
        }
        if path and path[-1] not in table.terrain:
            action["wheel"] = kind_of(terrain[path[-1]])
    return {"player": player, "move": {"action": action, "offering": _some_tokens(rng, table)}}


def _some_tokens(rng: Random, table: Table) -> list[int]:
    """Tokens to offer, now and then one that is not held."""
    if rng.random() < 0.7:
        return []
    held = table.me["offerings"]
    tokens = {*rng.sample(held, rng.randint(0, len(held)))}
    return sorted(tokens | ({rng.randint(1, 5)} if rng.random() < 0.2 else set()))


def random_final(rng: Random) -> tuple[Json, dict[Cell, str], dict[Cell, str]]:
    """A competitive table in the final phase, and the world behind it."""
    snapshot, terrain, crops = random_snapshot(rng)
    names = [player["name"] for player in snapshot["players"]]
    passed = names if rng.random() < 0.3 else rng.sample(names, rng.randint(0, len(names)))
    offered = rng.sample(names, rng.randint(0, 1)) if {*passed} == {*names} else []
    final = {"starter": rng.choice(names), "passed": [*passed], "offered": offered}
    full = written(snapshot["board"], terrain)
    return {**snapshot, "terrain": full, "final": final}, terrain, crops


def random_final_turn(rng: Random, drawn: tuple[Json, dict[Cell, str], dict[Cell, str]]) -> Json:
    """A turn of somebody's in the final phase, legal or nearly so."""
    snapshot, _, crops = drawn
    player = rng.choice(snapshot["players"])["name"]
    table = Table(snapshot, player)
    what = rng.choice(FINAL)
    action: Json = {"type": what}
    if what == "final_prediction":
        at = rng.choice(table.bare() or table.own or cells(table.board))
        true = int(crops[at])
        says = true if rng.random() < 0.6 else rng.randint(1, 5)
        action |= {"space": name(at), "says": says, "wheel": true}
    offers = what == "final_offering" or rng.random() < 0.1
    return {
        "player": player,
        "move": {"action": action, "offering": _some_tokens(rng, table) if offers else []},
    }


def misread(rng: Random, turn: Json) -> Json:
    """A turn with one of the answers of the wheel misread."""
    changed = deepcopy(turn)
    action = changed["action"]
    read = [one for one in [action, *action.get("predictions", [])] if "wheel" in one]
    if read:
        one = rng.choice(read)
        is_terrain = isinstance(one["wheel"], str)
        one["wheel"] = rng.choice([*LETTER]) if is_terrain else rng.randint(1, 5)
    return changed


def unread(rng: Random, turn: Json) -> Json:
    """A turn with an answer of the wheel left out."""
    changed = deepcopy(turn)
    action = changed["action"]
    read = [one for one in [action, *action.get("predictions", [])] if "wheel" in one]
    if read:
        del rng.choice(read)["wheel"]
    return changed


def over_the_edge(rng: Random, move: Json) -> Json:
    """A turn with one of its spaces over the edge of every board."""
    changed = deepcopy(move)
    action, beyond = changed["action"], rng.choice(["A6", "J1", "Z9"])
    if action.get("path"):
        action["path"][rng.randrange(len(action["path"]))] = beyond
    elif action.get("predictions"):
        rng.choice(action["predictions"])["space"] = beyond
    elif "from" in action or "space" in action:
        action["space" if "space" in action else "from"] = beyond
    return changed


def is_over_edge(board: str, action: Json) -> bool:
    """Whether an action names a space that the board lacks."""
    predicted = [one["space"] for one in action.get("predictions", ())]
    named = [*action.get("path", ()), *predicted, action.get("from"), action.get("space")]
    return not {*named} <= {None, *map(name, cells(board))}


def random_record(rng: Random) -> Json:
    """A table and turns from there on, of which the last but one may be against the rules."""
    world = random_final(rng) if rng.random() < 0.3 else random_snapshot(rng)
    first, *behind = world
    table, player = first, None
    turns: list[Json] = []
    for _ in range(rng.randint(1, 6)):
        turns.append(_next_turn(rng, (table, *behind), player))
        played = play(table, **turns[-1])
        if played is None:
            turns.append(turns[0])
            break
        player = next_player(table, turns[-1]["player"], played["after"])
        table = played["after"]
    return {"record": {"snapshot": first, "turns": turns}}


def _next_turn(rng: Random, drawn: Any, player: str | None) -> Json:
    """A turn of the player whose turn it is, if one is found, and legal for the most part."""
    draw = random_turn if drawn[0]["final"] is None else random_final_turn
    entered = draw(rng, drawn)
    for _ in range(30 if rng.random() < 0.9 else 0):
        if player in (None, entered["player"]) and play(drawn[0], **entered) is not None:
            break
        entered = draw(rng, drawn)
    is_misread = rng.random() < 0.05
    return {**entered, "move": misread(rng, entered["move"])} if is_misread else entered


def replay(snapshot: Json, turns: list[Json]) -> Json:
    """Whether a record is legal, where it stops, every gain, and the table at its end."""
    table, expected = snapshot, turns[0]["player"]
    ledger: dict[str, list[tuple[str, int, int]]] = {one["name"]: [] for one in snapshot["players"]}
    for number, entered in enumerate(turns):
        last = entered["move"]["action"]["type"] == "final_offering" and expected is None
        played = play(table, **entered) if last or entered["player"] == expected else None
        if played is None:
            stop = {"turn": number, "move": 0, "player": entered["player"]}
            return {"legal": False, "stopped_at": stop, "ledger": ledger, "after": table}
        ledger[entered["player"]] += played["changes"]
        expected = next_player(table, entered["player"], played["after"])
        table = played["after"]
    return {"legal": True, "stopped_at": None, "ledger": ledger, "after": table}


def random_solo_game(rng: Random) -> tuple[Json, dict[Cell, str], dict[Cell, str]]:
    """A solo table whose arrows are known, and the world behind it."""
    snapshot, terrain, crops = random_solo(rng)
    lying, planted = letters(snapshot["terrain"]), letters(snapshot["crops"])
    arrows = {name(at): _random_arrow(rng) for at in lying if at not in planted}
    rulings = {"own_arrow_choice": rng.choice(["each_time", "whole_game"])}
    snapshot |= {
        "arrows": arrows,
        "difficulty": rng.choice(["easy", "hard"]),
        "rulings": snapshot["rulings"] | rulings,
    }
    snapshot["players"][0]["offerings"] = rng.sample([1, 2, 3, 4, 5], rng.randint(0, 3))
    return snapshot, terrain, crops


def _random_arrow(rng: Random) -> Json:
    colours = ["blue", "blue", "brown", "green", "white", "purple", "yellow"]
    return {"colour": rng.choice(colours), "direction": rng.choice([*STEPS])}


def random_solo_turn(rng: Random, drawn: tuple[Json, dict[Cell, str], dict[Cell, str]]) -> Json:
    """A turn of a solo game, legal or nearly so, and with all that it takes to judge it."""
    snapshot, terrain, crops = drawn
    entered = random_turn(rng, drawn)
    table, action = Table(snapshot, entered["player"]), entered["move"]["action"]
    while action["type"] == "recall":
        entered = random_turn(rng, drawn)
        action = entered["move"]["action"]
    arrow: Json | None = None
    if action["type"] == "divine" and rng.random() < 0.7 and table.bare():
        action["predictions"] = [
            {"space": name(at), "says": rng.randint(1, 5), "wheel": int(crops[at])}
            for at in table.bare()
        ]
    elif action["type"] == "explore" and action["path"]:
        end = cell(action["path"][-1])
        arrow = snapshot["arrows"].get(name(end))
        if end not in table.terrain:
            arrow = action["arrow"] = _random_arrow(rng)
            table.terrain[end] = terrain[end]
    entered["move"]["otoma"] = _otoma_of(rng, snapshot, table, action, arrow, terrain, crops)
    return entered


def _otoma_of(  # noqa: PLR0917 - what a turn of Otoma's depends on
    rng: Random,
    snapshot: Json,
    table: Table,
    action: Json,
    arrow: Json | None,
    terrain: dict[Cell, str],
    crops: dict[Cell, str],
) -> list[Json]:
    """Otoma's move as the arrow has it, or now and then one that is not due or another pawn's."""
    pawns = {pawn["colour"]: pawn["space"] for pawn in snapshot["otoma"]["pawns"]}
    if arrow is None:
        return [{}] if rng.random() < 0.1 else []
    colour = arrow["colour"]
    if colour == table.me["colour"]:
        action["own_arrow"] = rng.choice(["easy", "hard"])
        if action["own_arrow"] == "easy":
            return [{}] if rng.random() < 0.1 else []
        colour = rng.choice([*pawns])
    start = pawns[colour]
    laid = {**snapshot, "terrain": written(snapshot["board"], table.terrain)}
    way = course(laid, start, arrow["direction"])
    stop = cell(way[-1])
    move: Json = {"pawn": rng.choice([colour, start])}
    if stop not in table.terrain:
        crop = int(crops[stop]) if rng.random() < 0.9 else rng.randint(1, 5)
        move["wheel"] = {"terrain": kind_of(terrain[stop]), "crop": crop}
    if rng.random() < 0.05:
        move["pawn"] = rng.choice([*pawns])
    return [move]


def _wander(rng: Random, table: Table, start: Cell | None) -> Iterator[Cell]:
    """A walk that mostly keeps to the law."""
    at = rng.choice(table.edge() if start is None else beside(table.board, start))
    yield at
    for _ in range(8):
        what = table.entered(at, start)
        if what in ("ends", "barred") and rng.random() < 0.95:
            return
        if what == "free" and rng.random() < 0.4:
            return
        at = rng.choice(beside(table.board, at))
        yield at
