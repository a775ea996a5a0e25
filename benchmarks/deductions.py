"""Measures deductions of Tiwanaku, in process: `python -m benchmarks.deductions`.

Positions are drawn at random by the tests, whose folder is in PYTHONPATH. Times are processor time
of the rules: the median and the 90th percentile. The time limit is a second, explanations included.
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

POSITIONS, LIMIT = 40, 1.0


class Row(NamedTuple):
    """Positions to measure.

    Attributes:
        board: The board.
        known: The share of its terrain that is known.
        planted: The share of the known spaces that have a crop.
    """

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
EXTENTS: Mapping[str, Mapping[str, Any]] = {
    "values": {"explain": False, "count_to": 1},
    "and 10 000 worlds": {"explain": False},
    "and odds": {"explain": False, "odds": True},
    "and explained": {},
}


def main() -> None:
    """Print every row."""
    for board in BoardName:
        with Worlds(Land(board), None, Clock()) as worlds:
            worlds.any_of()
    print(f"Milliseconds ({POSITIONS} positions each, limit {LIMIT:.0f} s): median, 90%, cut short")
    for name, row in ROWS.items():
        for extent, arguments in EXTENTS.items():
            taken, cut = _taken(row, arguments)
            slow = taken[int(0.9 * len(taken))]
            print(f"  {name:<32} {extent:<20} {median(taken):6.0f} {slow:6.0f}   {cut}")


def _taken(row: Row, arguments: Mapping[str, Any]) -> tuple[Sequence[float], int]:
    """The milliseconds of each position, sorted, and how many were cut short."""
    chance = Random(3)  # noqa: S311 - the same positions every time
    drawn = positions(row.board, chance, known=(row.known, row.known), planted=row.planted)
    taken, cut = [], 0
    for land, tiles in islice(drawn, POSITIONS):
        started = time.thread_time()
        found = deduce(land, tiles, clock=Clock(LIMIT), **arguments)
        taken.append(1000 * (time.thread_time() - started))
        cut += found.truncated
    return sorted(taken), cut


if __name__ == "__main__":
    main()
