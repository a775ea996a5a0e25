"""Random requests about Tiwanaku, and the parts of responses to compare with the references."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from reference import tiwanaku_play as play
from reference.frame import Comparison
from reference.tiwanaku import worlds, worlds_by_maps

Json = dict[str, Any]

_WORLDS = Path(__file__).parents[1] / "cases" / "tiwanaku" / "worlds.toml"
_NAMES = {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}
_MOST = 60
"""Of a board with more worlds than so many not all are looked for."""


# The secret world: which values and how many worlds a short board leaves.


@cache
def _full_boards() -> Sequence[tuple[str, str]]:
    boards = tomllib.loads(_WORLDS.read_text("utf-8"))["short"]
    return [
        (board["terrain"].replace(" ", ""), board["crops"].replace(" ", "")) for board in boards
    ]


_KINDS = ("planted",) * 12 + ("bare", "one crop", "full", "empty")
"""Boards from play first; those that nobody plays down to, but asks about, as well."""


def draw_board(random: Random) -> Json:
    """Some tiles of a lawful world, planted or not, and now and then other counts.

    An empty board has too many worlds to list: that there are so many is compared.
    """
    terrain, crops = random.choice(_full_boards())
    kind = random.choice(_KINDS)
    least, most = {"planted": (17, 24), "full": (25, 25), "empty": (0, 0)}.get(kind, (24, 25))
    known = random.sample(range(25), random.randint(least, most))
    share = {"bare": 0, "one crop": 0}.get(kind, random.choice((0.6, 0.8, 0.95)))
    planted = [space for space in known if random.random() < share]
    if kind == "one crop":
        planted = [random.choice(known)]
    counts = {letter: terrain.count(letter) for letter in _NAMES}
    if len(planted) > 1 and random.random() < 0.1:
        more, fewer = random.sample("MSGR", 2)
        lying = sum(terrain[space] == fewer for space in known)
        if lying < counts[fewer] and counts[more] < 15:
            counts[more] += 1
            counts[fewer] -= 1
    shown = ["".join(terrain[s] if s in known else "." for s in range(25))]
    shown += ["".join(crops[s] if s in planted else "." for s in range(25))]
    return {
        "snapshot": _table_of(shown, counts),
        "explain": False,
        "count_to": 1000,
        "time_limit_ms": 10_000,
    }


def _table_of(shown: Sequence[str], counts: Mapping[str, int]) -> Json:
    """The snapshot of a short board, with its terrain and crops in reading order."""
    rows = [[letters[at : at + 5] for at in range(0, 25, 5)] for letters in shown]
    tiles = {_NAMES[letter]: count for letter, count in counts.items()}
    return {"board": "short", "terrain": rows[0], "crops": rows[1], "tiles": tiles}


def deduce(body: Json) -> Json:
    """The values that worlds show, unless there are too many worlds."""
    table = body["snapshot"]
    tiles = {letter: table["tiles"][name] for letter, name in _NAMES.items()}
    if _fill_in(table, tiles) >= _MOST:
        return {"many": True}
    found = worlds(table["terrain"], table["crops"], tiles, _MOST)
    if len(found) == _MOST:
        return {"many": True}
    spaces: Json = {}
    for x, y in found[0] if found else ():
        shown = {world[x, y] for world in found}
        letters = {letter for letter, _ in shown}
        spaces[f"{'ABCDE'[x]}{y + 1}"] = {
            "terrain": [name for letter, name in _NAMES.items() if letter in letters],
            "crops": sorted({level for _, level in shown}),
        }
    return {"consistent": bool(found), "worlds": len(found), "spaces": spaces}


def _fill_in(table: Json, tiles: Mapping[str, int]) -> int:
    """How many worlds of an empty board have the terrain of a known one, mirrored or not.

    The search takes long there. Counting stops as soon as there are too many to list them.
    """
    if any(letter in _NAMES for letter in "".join(table["terrain"])):
        return 0
    maps = set()
    for terrain, _ in _full_boards():
        if all(terrain.count(letter) == tiles[letter] for letter in tiles):
            rows = [terrain[at : at + 5] for at in range(0, 25, 5)]
            upright = (tuple(rows), tuple(row[::-1] for row in rows))
            maps |= {*upright, *(one[::-1] for one in upright)}
    count = 0
    for image in sorted(maps):
        count += len(worlds(image, table["crops"], tiles, _MOST - count))
        if count == _MOST:
            break
    return count


def what_is_left(answer: Json) -> Json:
    """Whether there are worlds, how many, and what is left to each space."""
    if "status" in answer:
        # A board that cannot be is refused; the reference finds no world for it.
        return {"consistent": False, "worlds": 0, "spaces": {}}
    if "many" in answer or (not isinstance(answer["worlds"], int) and _are_many(answer)):
        return {"many": True}
    worlds = answer["worlds"]
    return {
        "consistent": answer["consistent"],
        "worlds": worlds if isinstance(worlds, int) else worlds["count"],
        "spaces": answer["spaces"],
    }


def _are_many(answer: Json) -> bool:
    return bool(answer["worlds"]["count"] >= _MOST)


# The odds: how many of all worlds show each value.

_MOST_LISTED = 1000
"""Of a board with more worlds than so many not all are listed."""


def draw_nearly_full(random: Random) -> Json:
    """A board with few empty spaces: bare ones and those with a single crop first."""
    terrain, crops = random.choice(_full_boards())
    share = random.choice((0, 0, 0.04, 0.04, 0.3, 0.6))
    known = random.sample(range(25), random.randint(24 if share < 0.3 else 19, 25))
    planted = [space for space in known if random.random() < share]
    shown = ["".join(terrain[s] if s in known else "." for s in range(25))]
    shown += ["".join(crops[s] if s in planted else "." for s in range(25))]
    counts = {letter: terrain.count(letter) for letter in _NAMES}
    return {
        "snapshot": _table_of(shown, counts),
        "explain": False,
        "odds": True,
        "time_limit_ms": 10_000,
    }


def weigh(body: Json) -> Json:
    """How likely each value is, unless there are too many worlds."""
    table = body["snapshot"]
    tiles = {letter: table["tiles"][name] for letter, name in _NAMES.items()}
    found = worlds_by_maps(table["terrain"], table["crops"], tiles, _MOST_LISTED)
    count, spaces = len(found), {}
    for x, y in found[0]:
        letters = Counter(world[x, y][0] for world in found)
        levels = Counter(world[x, y][1] for world in found)
        spaces[f"{'ABCDE'[x]}{y + 1}"] = {
            "odds": {
                "terrain": {_NAMES[letter]: n / count for letter, n in letters.items()},
                "crops": {str(level): n / count for level, n in levels.items()},
            }
        }
    return {"worlds": {"count": count}, "odds_exact": True, "spaces": spaces}


def odds(answer: Json) -> Json:
    """The number of worlds and the odds, unless there are too many."""
    count = answer["worlds"]["count"]
    if count >= _MOST_LISTED:
        return {"many": True}
    spaces = {name: space["odds"] for name, space in answer["spaces"].items()}
    return {"worlds": count, "exact": answer["odds_exact"], "spaces": spaces}


# Turns of the competitive game, and what they bring.


def draw_turn(random: Random) -> Json:
    """A turn of somebody's, legal or nearly so, with what the wheel shows or what it cannot."""
    if random.random() < 0.2:
        drawn = play.random_final(random)
        entered = play.random_final_turn(random, drawn)
    else:
        drawn = play.random_snapshot(random)
        entered = play.random_turn(random, drawn)
    snapshot, reads = drawn[0], random.random()
    if reads < 0.15:
        entered["move"] = play.misread(random, entered["move"])
    elif reads < 0.3:
        entered["move"] = play.unread(random, entered["move"])
        # Whether a token that may have come had to be offered as well is two questions at once.
        snapshot["rulings"]["offering_size"] = "any"
    elif reads < 0.35:
        entered["move"] = play.over_the_edge(random, entered["move"])
    # That what lies is part of a world is the other questions' matter.
    return {"snapshot": snapshot, **entered, "check_wheel": False}


def judge_turn(body: Json) -> Json:
    """Whether it is legal, its gains and losses, and the table after it."""
    snapshot, player, move = body["snapshot"], body["player"], body["move"]
    if play.is_over_edge(snapshot["board"], move["action"]):
        return {"legal": False}
    if _lacks_an_answer(snapshot, move["action"]):
        return {"legal": play.without_wheel(snapshot, player, move), "after": None}
    played = play.play(snapshot, player, move)
    return {"legal": False} if played is None else {"legal": True, **played}


def _lacks_an_answer(snapshot: Json, action: Json) -> bool:
    """Whether something that the wheel showed is not entered."""
    match action["type"]:
        case "explore":
            laid = play.letters(snapshot["terrain"])
            ends_on_empty = action["path"] and play.cell(action["path"][-1]) not in laid
            return bool(ends_on_empty) and "wheel" not in action
        case "divine":
            return any("wheel" not in one for one in action["predictions"])
        case "final_prediction":
            return "wheel" not in action
        case _:
            return False


def gains(answer: Json) -> Json:
    """Whether a turn is legal, every gain and loss, and what then lies and is held."""
    if not answer["legal"] or answer["after"] is None:
        return {"legal": answer["legal"]}
    return {"legal": True, "gains": _gains(answer["changes"]), "after": _table(answer["after"])}


def draw_solo_turn(random: Random) -> Json:
    """A turn of a solo game."""
    drawn = play.random_solo_game(random)
    return {
        "snapshot": drawn[0],
        **play.random_solo_turn(random, drawn),
        "check_wheel": False,
    }


def judge_solo_turn(body: Json) -> Json:
    """Whether it is legal, its gains and Otoma's, and the table after it."""
    played = play.play_solo(body["snapshot"], body["player"], body["move"])
    return {"legal": False} if played is None else {"legal": True, **played}


def judge_record(body: Json) -> Json:
    """Whether a record is legal, where it stops, and what it brings."""
    return play.replay(**body["record"])


def records(answer: Json) -> Json:
    """Whether a record is legal, where it stops, every gain, and the table at its end."""
    return {
        **{name: answer[name] for name in ("legal", "stopped_at")},
        "ledger": {side: _gains(changes) for side, changes in answer["ledger"].items()},
        "after": _table(answer["after"]),
    }


def _gains(changes: Sequence[Any]) -> Sequence[Any]:
    """Gains and losses; the reference has them as tuples."""
    return [
        [change[name] for name in ("effect", "points", "score_after")]
        if isinstance(change, dict)
        else [*change]
        for change in changes
    ]


def _table(snapshot: Json) -> Json:
    """The board of a table, and the possessions of every side."""
    otoma = snapshot.get("otoma") or {}
    return {
        **{name: snapshot[name] for name in ("terrain", "crops", "tiles")},
        "final": snapshot["final"],
        "players": [
            {
                "name": player["name"],
                "meeples": sorted(player["meeples"]),
                "score": player["score"],
                "offerings": sorted(player["offerings"]),
                "diversity": player["diversity"],
            }
            for player in snapshot["players"]
        ],
        "otoma": otoma
        and {
            "pawns": sorted([pawn["colour"], pawn["space"]] for pawn in otoma["pawns"]),
            "score": otoma["score"],
            "diversity": otoma["diversity"],
        },
    }


# The legal actions in each mode.


def draw_player(random: Random) -> Json:
    """A table of one of the modes, and one of its players; now and then one that cannot be."""
    mode = random.choice(("competitive", "solo", "cooperative"))
    if mode == "cooperative":
        snapshot = play.random_group(random)
        if random.random() < 0.3:
            play.spoil(random, snapshot)
    else:
        snapshot, *_ = play.random_solo(random) if mode == "solo" else play.random_snapshot(random)
    return {"snapshot": snapshot, "player": random.choice(snapshot["players"])["name"]}


def may_do(body: Json) -> Json:
    """Where moves can end and in how many steps, recalls, predictions and offerings."""
    snapshot, player = body["snapshot"], body["player"]
    if snapshot["mode"] == "cooperative":
        if refused := play.refused(snapshot):
            return {"refused": refused}
        holds_tiles = any(play.Table(snapshot, player).me["stacks"].values())
        skipped = not holds_tiles and snapshot["rulings"].get("coop_no_tile") != "divine_only"
        return {
            "ends": {
                way: _in_order(play.cooperative_ends(snapshot, player, way)) if holds_tiles else []
                for way in play.STEPS
            },
            "divinable": []
            if skipped
            else sorted(map(play.name, play.Table(snapshot, player).bare())),
        }
    actions = play.legal_actions(snapshot, player)
    return {
        "ends": _in_order((start, to, steps) for (start, to), steps in actions["moves"].items()),
        **{name: actions[name] for name in ("recalls", "divinable")},
        "offerings": [[*tokens, points] for tokens, points in actions["offerings"]]
        if snapshot["rulings"].get("offering_size") != "all"
        else [],
    }


def listed_actions(answer: Json) -> Json:
    """Of a service's answer what the reference tells of the same table."""
    if "errors" in answer:
        return {"refused": [[error["pointer"], error["code"]] for error in answer["errors"]]}
    if "ends" in answer or "refused" in answer:
        return answer
    moves = answer["moves"]
    if any(one["name"] == "coop_no_tile" for one in answer["rulings"]):
        ends: dict[str, list[Any]] = {way: [] for way in play.STEPS}
        for move in moves:
            ends[move["arrow"]].append((move["from"], move["to"]))
        return {
            "ends": {way: _in_order(found) for way, found in ends.items()},
            "divinable": sorted(answer["divinable"]),
        }
    offered = [[*one["tokens"], one["points"]] for one in answer["offerings"]]
    is_any = not any(
        one["name"] == "offering_size" and one["value"] == "all" for one in answer["rulings"]
    )
    return {
        "ends": _in_order((move["from"], move["to"], len(move["path"])) for move in moves),
        **{name: sorted(answer[name]) for name in ("recalls", "divinable")},
        "offerings": sorted(offered) if is_any else [],
    }


def _in_order(found: Any) -> Sequence[Any]:
    return sorted(([*one] for one in found), key=str)


# Otoma's moves, and standings.


def draw_course(random: Random) -> Json:
    """A pawn of Otoma's, a direction, and what the wheel shows where it stops."""
    snapshot, terrain, crops = play.random_solo(random)
    pawn, way = random.choice(snapshot["otoma"]["pawns"]), random.choice([*play.STEPS])
    last = play.cell(play.course(snapshot, pawn["space"], way)[-1])
    move = {"pawn": pawn["colour"], "direction": way}
    if last not in play.letters(snapshot["terrain"]):
        move["wheel"] = {"terrain": play.kind_of(terrain[last]), "crop": int(crops[last])}
    return {"snapshot": snapshot, "player": "Otoma", "move": {"moves": [move]}}


def move_pawn(body: Json) -> Json:
    """Its course, what it brings, and the table after it."""
    (move,) = body["move"]["moves"]
    pawns = body["snapshot"]["otoma"]["pawns"]
    start = next(pawn["space"] for pawn in pawns if pawn["colour"] == move["pawn"])
    moved = play.move_otoma(body["snapshot"], start, move["direction"], move.get("wheel"))
    return {"moves": [moved], "after": moved["after"]}


def courses(answer: Json) -> Json:
    """A pawn's course, where it stops, its gains, and the table after it."""
    (move,) = answer["moves"]
    return {
        **{name: move[name] for name in ("course", "stops_at")},
        "gains": _gains(move["changes"]),
        "after": _table(answer["after"]),
    }


def draw_table(random: Random) -> Json:
    """A competitive table."""
    return {"snapshot": play.random_snapshot(random)[0]}


def stand(body: Json) -> Json:
    """Totals, ranks, and who wins."""
    return play.standings(body["snapshot"])


def standing(answer: Json) -> Json:
    """Totals, ranks, and who wins, in the reference's words."""
    if "totals" in answer:
        return answer
    return {
        "totals": {side["name"]: side["total"] for side in answer["players"]},
        "ranks": {side["name"]: side["rank"] for side in answer["players"]},
        **{name: answer[name] for name in ("winners", "decided_by")},
    }


COMPARISONS: Mapping[str, Comparison] = {
    "deductions": Comparison("deductions", draw_board, deduce, what_is_left, share=0.2),
    "odds": Comparison("deductions", draw_nearly_full, weigh, odds, share=0.1),
    "turns": Comparison("legality-checks", draw_turn, judge_turn, gains, share=0.4),
    "solo turns": Comparison("legality-checks", draw_solo_turn, judge_solo_turn, gains, share=0.2),
    "records": Comparison("replays", play.random_record, judge_record, records, share=0.2),
    "actions": Comparison("legal-actions", draw_player, may_do, listed_actions, share=0.2),
    "otoma": Comparison("legality-checks", draw_course, move_pawn, courses, share=0.2),
    "scores": Comparison("scores", draw_table, stand, standing, share=0.2),
}
