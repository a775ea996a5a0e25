"""Measures the longest computations of Treasure Hunt in process: `benchmarks.treasure_hunt`.

The boards are the worst possible: one terrain from edge to edge, where every roll leads everywhere,
and a patchwork, where paths are long. Times are medians of processor time.
"""

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import process_time

from theodolite.grid import Space
from theodolite.treasure_hunt import expected_turns
from theodolite.treasure_hunt.board import Board
from theodolite.treasure_hunt.choices import could_matter, legal_actions
from theodolite.treasure_hunt.quickest_way import WayQuery, find_quickest_way
from theodolite.treasure_hunt.snapshot import Explorer, Player, Route, Snapshot

_PATHS = ["P" * 30] * 30
_PATCHES = [
    "".join("WFSP"[(north // 5 + east // 4) % 4] for east in range(30)) for north in range(30)
]
_TARGETS = (Space(245), Space(420), Space(860))


def _table(rows: list[str]) -> Snapshot:
    routes = tuple(Route((target,)) for target in _TARGETS)
    ann = Player("Ann", "red", Space(0), (Explorer(Space(450)), Explorer(Space(335))), routes)
    corner = Space(899)
    bo = Player("Bo", "blue", corner, (Explorer(corner), Explorer(corner)))
    return Snapshot(Board.from_rows(rows), (ann, bo))


def milliseconds() -> Iterator[tuple[str, float]]:
    """Each measurement, and the median of its milliseconds of processor time."""
    paths, patches = _table(_PATHS), _table(_PATCHES)
    yield "where every value of both dice leads", _median(lambda: legal_actions(paths, 0), 20)
    found = legal_actions(paths, 0)
    weigh = partial(could_matter, paths, 0, None, (), found)
    yield "whether rulings would change that", _median(weigh, 5)
    for count, times in ((1, 5), (3, 3)):
        query = WayQuery(0, 0, _TARGETS[:count])
        title = f"the quickest way to {count} of 3"
        for where, table in (("paths alone", paths), ("a patchwork", patches)):
            yield f"{title}, {where}", _median(partial(find_quickest_way, table, query), times)
            yield f"{title}, {where}, without NumPy", _without_numpy(table, query, times)


def _without_numpy(table: Snapshot, query: WayQuery, times: int) -> float:
    solver = expected_turns._numpy
    expected_turns._numpy = lambda: None  # type: ignore[assignment]
    try:
        return _median(partial(find_quickest_way, table, query), times)
    finally:
        expected_turns._numpy = solver


def _median(judge: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        started = process_time()
        judge()
        taken.append(process_time() - started)
    return median(taken) * 1e3


if __name__ == "__main__":
    for name, value in milliseconds():
        print(f"{value:9.1f} ms  {name}")
