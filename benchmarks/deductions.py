"""How long it takes to say what can be known in Tiwanaku: `python -m benchmarks.deductions`.

Positions are drawn at random from the worlds of the tests, so PYTHONPATH names their folder. Times
are the processor's, of the rules in process, as medians and ninetieth hundredths; with explanations
the same limit of a second holds.
"""

import time
from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from statistics import median
from typing import Any, NamedTuple

from theodolite.tiwanaku.board import BoardName, Land
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.deductions import deduce
from theodolite.tiwanaku.solver import Worlds
from tiwanaku.positions import positions

__all__ = ["main"]

POSITIONS, LIMIT = 40, 1.0


class Row(NamedTuple):
    """Which positions are measured: the board, the share of its terrain known, and planted."""

    board: BoardName
    known: float
    planted: float


ROWS: Mapping[str, Row] = {
    "short, five tiles": Row(BoardName.SHORT, 0.2, 1),
    "short, half the terrain": Row(BoardName.SHORT, 0.5, 0.5),
    "long, 60% of the terrain": Row(BoardName.LONG, 0.6, 0.5),
    "long, half the terrain": Row(BoardName.LONG, 0.5, 0.5),
    "long, an opening of five tiles": Row(BoardName.LONG, 0.12, 1),
}
WAYS: Mapping[str, Mapping[str, Any]] = {
    "values": {"explain": False, "count_to": 1},
    "and 10 000 worlds": {"explain": False},
    "and explained": {},
}


def main() -> None:
    """Print every row."""
    for board in BoardName:
        with Worlds(Land(board), None, Clock()) as worlds:
            worlds.any_of()
    print(f"Milliseconds ({POSITIONS} positions each, limit {LIMIT:.0f} s): median, 90%, cut short")
    for name, row in ROWS.items():
        for way, asked in WAYS.items():
            taken, cut = _taken(row, asked)
            slow = taken[int(0.9 * len(taken))]
            print(f"  {name:<32} {way:<20} {median(taken):6.0f} {slow:6.0f}   {cut}")


def _taken(row: Row, asked: Mapping[str, Any]) -> tuple[Sequence[float], int]:
    chance = Random(3)  # noqa: S311 - the same positions every time
    drawn = positions(row.board, chance, known=(row.known, row.known), planted=row.planted)
    taken, cut = [], 0
    for land, tiles in islice(drawn, POSITIONS):
        started = time.thread_time()
        found = deduce(land, tiles, clock=Clock(LIMIT), **asked)
        taken.append(1000 * (time.thread_time() - started))
        cut += found.truncated
    return sorted(taken), cut


if __name__ == "__main__":
    main()
