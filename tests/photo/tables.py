"""Generates photographs of a whole table with several boards, and measures how many are found.

An island with two parchments, or two sheets of Cartographers side by side, each turned and moved as
people lay them. `python -m photo.tables` prints how many boards were found and offered.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

import numpy as np

from photo import maps, painted
from photo.painted import bare_board, dealt, lay, printed
from photo.scene import (
    CONDITIONS,
    NORMAL,
    Conditions,
    Ground,
    Piece,
    Random,
    Shot,
    Tile,
    hue,
    photograph,
    tabletop,
)
from theodolite.cartographers.facts import MAPS
from theodolite.grid import Grid
from theodolite.photo import Point, decode, read_board

Sort = Literal["misterra", "maps"]

GAP: Final = 1.12
"""The distance of the middles of boards that touch by their frames, in widths of a board."""
FOUND: Final = 0.15
"""Largest error of a corner that counts as found, in sides of a space."""


@dataclass(frozen=True)
class Table:
    """A photograph of a table, the grid of its boards, and the corners and rows of each."""

    data: bytes
    grid: Grid
    boards: tuple[tuple[Point, ...], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Found:
    """How many boards lie on a table, were found, were offered where none is, and came first."""

    boards: int
    found: int
    amiss: int
    first: bool


class _Layout:
    """Boards of one size on a table."""

    def __init__(self, reach: float) -> None:
        self.reach = reach
        self.grounds: list[Ground] = []
        self.tiles: list[Tile] = []
        self.pieces: list[Piece] = []
        self.corners: list[list[tuple[float, float]]] = []

    def place(
        self,
        board: Ground,
        laid: tuple[Sequence[Tile], Sequence[Piece]],
        at: tuple[float, float],
        turn: float,
    ) -> None:
        """Place a board with all that lies on it, its grid's middle at a place."""
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        rotation = np.array(((c, -s), (s, c)))
        by = np.array(at) - rotation @ np.full(2, self.reach / 2)

        def there(point: tuple[float, float]) -> tuple[float, float]:
            x, y = rotation @ np.array(point) + by
            return float(x), float(y)

        self.grounds.append(replace(board, turn=turn, by=(float(by[0]), float(by[1]))))
        tiles, pieces = laid
        self.tiles += [
            # The turns of tiles run the other way.
            replace(tile, centre=there(tile.centre), turn=tile.turn - turn)
            for tile in tiles
        ]
        self.pieces += [
            replace(piece, outline=tuple(there(point) for point in piece.outline))
            for piece in pieces
        ]
        reach = self.reach
        self.corners.append([there(at) for at in ((0, 0), (reach, 0), (reach, reach), (0, reach))])

    def photograph(
        self, rng: Random, extent: tuple[float, float], conditions: Conditions
    ) -> tuple[Shot, tuple[tuple[Point, ...], ...]]:
        """The photograph, and the corners of the boards in it."""
        table = tabletop(rng, 2.2 * max(extent), (extent[0] / 2, extent[1] / 2))
        shot = photograph(
            rng,
            [table, *self.grounds],
            self.tiles,
            self.pieces,
            board=extent,
            conditions=conditions,
        )
        return shot, tuple(tuple(shot.at(corners)) for corners in self.corners)


def misterra(
    seed: int, conditions: Conditions = NORMAL, rows: Sequence[Sequence[str]] | None = None
) -> Table:
    """An island and two parchments: in a row, or the parchments below the island.

    Args:
        seed: The seed of the photograph.
        conditions: The light and the camera.
        rows: The rows of the three boards; dealt if None.
    """
    rng = np.random.default_rng((seed, 5))
    run = printed(rng, "island")
    reach = painted.SIDE * painted.PITCH
    step = reach * (GAP + float(rng.uniform(0.05, 0.25)))
    in_a_row = rng.random() < 0.5
    places = (
        [(step, 0.0), (0.0, 0.0), (2 * step, 0.0)]
        if in_a_row
        else [(step / 2, 0.0), (0.0, step), (step, step)]
    )
    layout = _Layout(reach)
    laid = []
    for number, (x, y) in enumerate(places):
        kind = "parchment" if number else "island"
        own = run
        if number:
            own = replace(run, bare=hue(rng.uniform(78, 91), rng.uniform(6, 24), 85))
        board = bare_board(rng, own, None if number else int(rng.integers(4)))
        own_rows = rows[number] if rows else dealt(rng, kind)
        tiles, pieces, _ = lay(rng, own, own_rows, kind, conditions.wear)
        off = rng.normal(0, 0.03 * reach, 2)
        at = (x + reach / 2 + float(off[0]), y + reach / 2 + float(off[1]))
        layout.place(board, (tiles, pieces), at, float(rng.normal(0, 4)))
        laid.append(tuple(own_rows))
    extent = (max(x for x, _ in places) + reach, max(y for _, y in places) + reach)
    shot, boards = layout.photograph(rng, extent, conditions)
    return Table(shot.data, Grid(5, 5), boards, tuple(laid))


def sheets(seed: int, conditions: Conditions = NORMAL) -> Table:
    """Two sheets of Cartographers side by side."""
    rng = np.random.default_rng((seed, 6))
    reach = maps.SIDE * maps.PITCH
    layout = _Layout(reach)
    step = reach * float(rng.uniform(1.35, 1.5))
    drawn = []
    for number in range(2):
        chosen = MAPS[str(rng.choice(["A", "B"]))]
        assert chosen is not None
        paper, rows, _ = maps.drawn_on(rng, chosen)
        off = rng.normal(0, 0.03 * reach, 2)
        at = (number * step + reach / 2 + float(off[0]), reach / 2 + float(off[1]))
        layout.place(paper, ([], []), at, float(rng.normal(0, 3)))
        drawn.append(tuple(rows))
    shot, boards = layout.photograph(rng, (step + reach, reach), conditions)
    return Table(shot.data, Grid(11, 11), boards, tuple(drawn))


TABLES: Final = {"misterra": misterra, "maps": sheets}


def judge(table: Table) -> Found:
    """Look for the boards of a table."""
    offered = [board.corners for board in read_board(decode(table.data), grid=table.grid).boards]
    found = [_nearest(corners, table) for corners in offered]
    return Found(
        len(table.boards),
        len({at for at in found if at is not None}),
        found.count(None),
        bool(found) and found[0] is not None,
    )


def _nearest(corners: Sequence[Point], table: Table) -> int | None:
    """The board that has these corners, from whichever corner they are counted."""
    at = np.array(corners)
    for number, board in enumerate(table.boards):
        true = np.array(board)
        side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean() / table.grid.columns
        off = min(np.linalg.norm(np.roll(at, by, axis=0) - true, axis=1).max() for by in range(4))
        if off <= FOUND * side:
            return number
    return None


def judge_drawn(sort: Sort, condition: str, seed: int) -> Found:
    """Draw a table and look for its boards."""
    return judge(TABLES[sort](seed, CONDITIONS[condition]))


def report(tables: Sequence[Found]) -> str:
    """Format the table of results."""
    boards = sum(table.boards for table in tables)
    return "\n".join(
        f"| {name} | {value} |"
        for name, value in (
            ("tables", len(tables)),
            ("boards found within 15% of a space", f"{sum(t.found for t in tables)} of {boards}"),
            ("tables of which all were found", sum(t.found == t.boards for t in tables)),
            ("offered where no board lies so", sum(t.amiss for t in tables)),
            ("the first is a board", sum(t.first for t in tables)),
        )
    )


def main() -> None:
    """Draw tables, look for their boards and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sort", choices=[*TABLES])
    parser.add_argument("--light", choices=[*CONDITIONS], default="normal")
    parser.add_argument("--first", type=int, default=7_000_000, help="the first seed")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.tables)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        judged = [*pool.map(partial(judge_drawn, chosen.sort, chosen.light), seeds)]
    print(report(judged))


if __name__ == "__main__":
    main()
