"""How long the longest questions about Treasure Hunt take, by the processor's clock.

The boards are the worst there are: one terrain from edge to edge, so that every roll leads
everywhere, and a patchwork in which ways are long.
"""

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import process_time

from theodolite.treasure_hunt import expectation
from theodolite.treasure_hunt.board import Board
from theodolite.treasure_hunt.choices import could_matter, legal_actions
from theodolite.treasure_hunt.routes import Asked, ways
from theodolite.treasure_hunt.snapshot import Explorer, Player, Route, Snapshot

__all__ = ["milliseconds"]

_PATHS = ["P" * 30] * 30
_PATCHES = [
    "".join("WFSP"[(north // 5 + east // 4) % 4] for east in range(30)) for north in range(30)
]
_TARGETS = (245, 420, 860)


def _table(rows: list[str]) -> Snapshot:
    routes = tuple(Route((target,)) for target in _TARGETS)
    ann = Player("Ann", "red", 0, (Explorer(450), Explorer(335)), routes)
    bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
    return Snapshot(Board.from_rows(rows), (ann, bo))


def milliseconds() -> Iterator[tuple[str, float]]:
    """What is asked and the median of the milliseconds of processor time that it takes."""
    paths, patches = _table(_PATHS), _table(_PATCHES)
    yield "where every value of both dice leads", _median(lambda: legal_actions(paths, 0), 20)
    found = legal_actions(paths, 0)
    weigh = partial(could_matter, paths, 0, None, (), found)
    yield "whether rulings would change that", _median(weigh, 5)
    for count, times in ((1, 5), (3, 3)):
        asked = Asked(0, 0, _TARGETS[:count])
        told = f"the nearest way to {count} of 3"
        for where, table in (("paths alone", paths), ("a patchwork", patches)):
            yield f"{told}, {where}", _median(partial(ways, table, asked), times)
            yield f"{told}, {where}, without NumPy", _without_numpy(table, asked, times)


def _without_numpy(table: Snapshot, asked: Asked, times: int) -> float:
    solver = expectation._numpy
    expectation._numpy = lambda: None  # type: ignore[assignment]
    try:
        return _median(partial(ways, table, asked), times)
    finally:
        expectation._numpy = solver


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
