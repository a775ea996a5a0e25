"""What Tiwanaku is asked at random: which values and how many worlds a short board leaves."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from reference.frame import Question
from reference.tiwanaku import worlds

__all__ = ["QUESTIONS"]

Json = dict[str, Any]

_WORLDS = Path(__file__).parents[1] / "cases" / "tiwanaku" / "worlds.toml"
_NAMES = {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}
_MOST = 60
"""Of a board with more worlds than so many not all are looked for."""


@cache
def _full_boards() -> Sequence[tuple[str, str]]:
    boards = tomllib.loads(_WORLDS.read_text("utf-8"))["short"]
    return [
        (board["terrain"].replace(" ", ""), board["crops"].replace(" ", "")) for board in boards
    ]


def draw(random: Random) -> Json:
    """Some tiles of a lawful world, most of them planted, and now and then other counts."""
    terrain, crops = random.choice(_full_boards())
    known = random.sample(range(25), random.randint(17, 24))
    planted = [space for space in known if random.random() < random.choice((0.6, 0.8, 0.95))]
    counts = {letter: terrain.count(letter) for letter in _NAMES}
    if random.random() < 0.1:
        more, fewer = random.sample("MSGR", 2)
        lying = sum(terrain[space] == fewer for space in known)
        if lying < counts[fewer] and counts[more] < 15:
            counts[more] += 1
            counts[fewer] -= 1
    shown = ["".join(terrain[s] if s in known else "." for s in range(25))]
    shown += ["".join(crops[s] if s in planted else "." for s in range(25))]
    rows = [[letters[at : at + 5] for at in range(0, 25, 5)] for letters in shown]
    return {
        "board": "short",
        "terrain": rows[0],
        "crops": rows[1],
        "tiles": {_NAMES[letter]: count for letter, count in counts.items()},
        "explain": False,
        "count_to": 1000,
        "time_limit_ms": 10_000,
    }


def judge(body: Json) -> Json:
    """What all worlds show between them; nothing is said of a board with too many of them."""
    tiles = {letter: body["tiles"][name] for letter, name in _NAMES.items()}
    found = worlds(body["terrain"], body["crops"], tiles, _MOST)
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


def comparable(answer: Json) -> Json:
    """Whether there are worlds, how many, and what is left to each space."""
    if "status" in answer:
        # A board that cannot be is refused; the reference finds no world for it.
        return {"consistent": False, "worlds": 0, "spaces": {}}
    if "many" in answer or (not isinstance(answer["worlds"], int) and _are_many(answer)):
        return {"many": True}
    told = answer["worlds"]
    return {
        "consistent": answer["consistent"],
        "worlds": told if isinstance(told, int) else told["count"],
        "spaces": answer["spaces"],
    }


def _are_many(answer: Json) -> bool:
    return bool(answer["worlds"]["count"] >= _MOST)


QUESTIONS: Mapping[str, Question] = {
    "deductions": Question("deductions", draw, judge, comparable, share=0.2)
}
