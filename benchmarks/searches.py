"""Measures every search in process, and compares with the last committed measurement.

`python -m benchmarks.searches`, with `tests` in PYTHONPATH, prints a table: the median, the 90th
percentile and the worst of the processor time, in milliseconds, and the ratio of the medians to
those of `searches.json`. `--write` renews that file; `--only` selects rows by a part of their name.

The rows: each operation that searches, on the requests of its numbered cases, through the service;
random positions of Tiwanaku, with a time limit of a second; discs of 20 seeds; and the worst boards
of Treasure Hunt: one terrain from edge to edge, where every roll leads everywhere, and a patchwork.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from benchmarks.varied_requests import varied_requests
from theodolite.grid import Space
from theodolite.tiwanaku.board import BoardName
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.deductions import deduce
from theodolite.tiwanaku.proofs import prepare
from theodolite.tiwanaku.scenarios import draw
from theodolite.treasure_hunt.board import Board
from theodolite.treasure_hunt.choices import legal_actions
from theodolite.treasure_hunt.joint_way import find_joint_way
from theodolite.treasure_hunt.quickest_way import WayQuery, find_quickest_way
from theodolite.treasure_hunt.snapshot import Explorer, Player, Route, Snapshot
from theodolite.web.app import create_app
from theodolite.web.games import GAMES
from theodolite.web.serving.executors import Executor
from tiwanaku.positions import Position, positions

COMMITTED = Path(__file__).with_suffix(".json")
POSITIONS, LIMIT = 40, 1.0

Search = Callable[[], object]

_SEARCHING = {
    game.path + operation.path
    for game in GAMES
    for operation in game.operations
    if operation.executor in {Executor.SEARCH, Executor.FAR_SEARCH}
}
_BOARDS = {
    "short, five tiles": (BoardName.SHORT, 0.2, 1.0),
    "short, half the terrain": (BoardName.SHORT, 0.5, 0.5),
    "long, 60% of the terrain": (BoardName.LONG, 0.6, 0.5),
    "long, half the terrain": (BoardName.LONG, 0.5, 0.5),
    "long, an opening of five tiles": (BoardName.LONG, 0.12, 1.0),
}
"""The board, the share of its terrain that is known, and of that the share that is planted."""
_EXTENTS: Mapping[str, Mapping[str, Any]] = {
    "values": {"explain": False, "count_to": 1},
    "10,000 worlds": {"explain": False},
    "odds": {"explain": False, "odds": True},
    "explained": {},
}
_HUNTS = {
    "paths alone": ["P" * 30] * 30,
    "a patchwork": [
        "".join("WFSP"[(north // 5 + east // 4) % 4] for east in range(30)) for north in range(30)
    ],
}
_TARGETS = (Space(245), Space(420), Space(860))


def rows() -> Iterator[tuple[str, Iterable[Search]]]:
    """The name of each row, and its searches."""
    client = create_app().test_client()
    for path, requests in varied_requests(_SEARCHING.__contains__).items():
        post = partial(client.post, path, content_type="application/json")
        yield path, [partial(post, data=one.body) for one in requests]
    for board, (side, known, planted) in _BOARDS.items():
        for extent, options in _EXTENTS.items():
            chance = Random(3)  # noqa: S311 - the same positions every time
            drawn = positions(side, chance, known=(known, known), planted=planted)
            some = [*islice(drawn, POSITIONS)]
            yield f"deductions, {board}: {extent}", [partial(_deduce, at, options) for at in some]
    for side in BoardName:
        for difficulty, word in enumerate(("easy", "medium", "hard"), 1):
            drawing = partial(draw, side, unique="from_start", difficulty=difficulty)
            seeds = [partial(drawing, seed=seed) for seed in range(20)]
            yield f"scenarios, {side}, {word}", seeds
    for name, letters in _HUNTS.items():
        table = _table(letters)
        yield f"legal actions without a roll, {name}", [partial(legal_actions, table, 0)] * 9
        for count in (1, 3):
            queries = [WayQuery(0, explorer, _TARGETS[:count]) for explorer in (0, 1)]
            ways = [partial(find_quickest_way, table, query) for query in queries]
            routes = f"routes to {count} of 3, {name}"
            yield routes, ways * 2
            yield f"{routes}: both explorers", [partial(find_joint_way, table, queries[0])] * 2


def _deduce(position: Position, options: Mapping[str, Any]) -> object:
    return deduce(*position, clock=Clock(LIMIT), **options)


def _table(letters: list[str]) -> Snapshot:
    routes = tuple(Route((target,)) for target in _TARGETS)
    ann = Player("Ann", "red", Space(0), (Explorer(Space(450)), Explorer(Space(335))), routes)
    corner = Space(899)
    bo = Player("Bo", "blue", corner, (Explorer(corner), Explorer(corner)))
    return Snapshot(Board.from_rows(letters), (ann, bo))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of the names of the rows to measure")
    parser.add_argument("--write", action="store_true", help="renew the committed measurement")
    options = parser.parse_args()
    prepare()
    committed = json.loads(COMMITTED.read_text("utf-8")) if COMMITTED.exists() else {}
    print(f"{'search':<58} {'n':>4} {'median':>8} {'90%':>8} {'worst':>8}  of the committed median")
    for name, searches in rows():
        if options.only in name:
            taken = sorted(map(milliseconds, searches))
            figures = [taken[len(taken) // 2], taken[int(0.9 * len(taken))], taken[-1]]
            ratio = f"{figures[0] / committed[name][1]:.2f}" if name in committed else "new"
            committed[name] = [len(taken), *(round(figure, 1) for figure in figures)]
            print(f"{name:<58} {len(taken):4}", *(f"{one:8.1f}" for one in figures), "", ratio)
    if options.write:
        rows_of_json = [f"{json.dumps(name)}: {row}" for name, row in committed.items()]
        COMMITTED.write_text("{\n" + ",\n".join(rows_of_json) + "\n}\n", "utf-8")


def milliseconds(search: Search) -> float:
    """The processor time of a call."""
    started = process_time()
    search()
    return 1000 * (process_time() - started)


if __name__ == "__main__":
    main()
