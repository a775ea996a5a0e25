"""Measures how well boards are read from real photographs: each way of asking, with looks or none.

`boards.json` in the folder is a list of objects with `file`, `corners`, `rows`, and `layout`: a
number that boards with the same tiles in the same places share. Others are left out. `copy` tells
copies of a game apart. The looks of a board are learnt from photographs of other layouts of its
copy, drawn several times. Copies, or layouts of one copy, are parted into two halves. The cut-offs
are those of the service, or chosen by the boards of the other half: a step more careful than those
with which fewest spaces are named of those without unseen errors. There an error that is unseen
before all kinds have been shown counts as one more space named.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple
from unittest.mock import patch

import numpy as np

from photo.painted import paint, printed
from photo.scene import CONDITIONS
from theodolite.grid import Grid
from theodolite.photo import (
    Looks,
    Photograph,
    Point,
    decode,
    looks,
    network,
    read_board,
    reading,
    tiles,
)
from theodolite.photo.corners import find_boards

WAYS: Final = {"all": None, "one": 0, "looks of 1 photograph": 1, "looks of 3 photographs": 3}
"""The number of photographs that looks are learnt from; None asks about all spaces at once."""
CUT_OFFS: Final[Sequence[Mapping[str, float]]] = tuple(
    {"RATIO": ratio, "RATIO_OF_LOOKS": known, "OTHER_COLOUR": colour * tiles.USUAL}
    for ratio, known, colour in (
        (0.7, 0.6, 0.25),
        (0.75, 0.65, 0.3),
        (tiles.RATIO, tiles.RATIO_OF_LOOKS, tiles.OTHER_COLOUR / tiles.USUAL),
        (0.85, 0.75, 0.35),
    )
)
"""Cut-offs to choose from, the boldest last."""
SERVICE: Final = 2
"""Those of the service."""
HALVES: Final = (", first half", ", second half")
"""Of the layouts or copies, every other one."""
KINDS: Final[Sequence[Literal["island", "parchment"]]] = ("island", "parchment")
"""The boards of a copy that is drawn."""
SHOTS: Final = 4
"""The photographs of each of them."""
DRAWS: Final = 4
"""How often other photographs are drawn for a board to learn its looks from."""


class Board(NamedTuple):
    """A photograph of a board with its truth."""

    file: Path
    layout: str
    corners: tuple[Point, ...]
    grid: Grid
    rows: tuple[str, ...]
    copy: str = ""

    @property
    def truth(self) -> Mapping[str, str]:
        """The content of each space, by name."""
        return dict(zip(self.grid.names, "".join(self.rows), strict=True))


class Task(NamedTuple):
    """A board to read, boards to learn looks from, the cut-offs, and the kinds shown at once."""

    way: str
    board: Board
    learnt_from: tuple[Board, ...]
    cut_offs: int
    shown: str


class Outcome(NamedTuple):
    """The result of one photograph, in numbers of spaces.

    `group` is the layout, or the copy if there are several; `early` are the errors that are not
    marked when nothing is asked, before the person shows the kinds that nobody was asked about.
    """

    group: str
    spaces: int
    named: int
    early: int
    unseen: int
    marked: int


Map = Callable[[Callable[[Task], Outcome], Sequence[Task]], Iterable[Outcome]]


def boards_of(folder: Path, only: str = "", *, sought: bool = False) -> list[Board]:
    """The boards of a folder whose layout is known and whose names begin with a text.

    Args:
        folder: The folder of `boards.json`.
        only: The beginning of the names.
        sought: Whether the corners are those that the service finds.
    """
    boards = []
    for known in json.loads((folder / "boards.json").read_text("utf-8")):
        if known["file"].startswith(only) and "layout" in known:
            grid = Grid(len(known["rows"][0]), len(known["rows"]))
            found = known["corners"]
            if sought:
                photograph = decode((folder / known["file"]).read_bytes())
                found = find_boards(photograph.pixels, grid)[0].corners / photograph.scale
            corners = tuple((float(x), float(y)) for x, y in found)
            rows = tuple(known["rows"])
            layout, copy = (str(known.get(key, "")) for key in ("layout", "copy"))
            boards.append(Board(folder / known["file"], layout, corners, grid, rows, copy))
    return boards


def paint_copies(folder: Path, seeds: Iterable[int], light: str) -> None:
    """Paint `SHOTS` boards of each kind of each of some copies, and write `boards.json`.

    Islands have hazy tiles. The names of files begin with the kind.
    """
    boards = []
    for kind, seed in product(KINDS, seeds):
        run = printed(np.random.default_rng((seed, 9)), kind)
        for at in range(SHOTS):
            board = paint(SHOTS * seed + at, CONDITIONS[light], kind, None, run)
            file = folder / f"{kind}-{seed}-{at}.jpg"
            file.write_bytes(board.data)
            known = {"file": file.name, "copy": f"{kind}-{seed}", "layout": file.stem}
            boards.append(known | {"corners": board.corners, "rows": board.rows})
    (folder / "boards.json").write_text(json.dumps(boards), "utf-8")


@cache
def _photograph(file: Path) -> Photograph:
    return decode(file.read_bytes())


def _once(work: Callable[..., Any], key: Callable[..., Hashable]) -> Callable[..., Any]:
    """A function that remembers its results by a key of its arguments."""
    results: dict[Hashable, Any] = {}

    def remembered(*given: Any) -> Any:
        at = key(*given)
        if at not in results:
            results[at] = work(*given)
        return results[at]

    return remembered


# Photographs and all that is remembered stay in memory, so an `id` stands for one object.
KEYS: Final[Mapping[ModuleType, Mapping[str, Callable[..., Hashable]]]] = {
    reading: {
        "board_within": lambda photograph, *_: id(photograph),
        "digest": id,
        "see": lambda board, named, *_: (id(board), frozenset(named.items())),
    },
    network: {"carried": lambda pixels, *_: id(pixels)},
    looks: {"light_and_edges": lambda pixels, *_: id(pixels)},
}
"""The functions that every reading of a board calls again, and what decides their results."""
ONCE: Final = {
    module: {name: _once(vars(module)[name], key) for name, key in keys.items()}
    for module, keys in KEYS.items()
}


def guide(
    board: Board, known: Looks | None, shown: str, *, one: bool
) -> tuple[Outcome, Looks | None]:
    """Read one board as a person who names what is asked, then a space of each other kind.

    Args:
        board: The board.
        known: Looks of other photographs.
        shown: The kinds that the person shows at once if there are looks; not counted as named.
        one: Whether to ask about one space at a time.
    """
    at_once = shown if known else ""
    samples = {space: kind for space, kind in board.truth.items() if kind in at_once}
    given = len(samples)
    early: int | None = None
    while True:
        read = read_board(
            _photograph(board.file), samples, board.corners, board.grid, looks=known, one=one
        )
        named = set(samples.values())
        if known and read.looks_fit == "good":
            named |= {look.symbol for look in known.samples}
        missed = [space for space, kind in board.truth.items() if kind not in named]
        wrong = [space for space in read.spaces if space.symbol != board.truth[space.space]]
        marked = sum(space.review for space in wrong)
        if not read.ask and early is None:
            early = len(wrong) - marked
        asked = read.ask or missed[:1]
        if not asked:
            break
        samples |= {space: board.truth[space] for space in asked}
    counts = (len(samples) - given, early or 0, len(wrong) - marked, marked)
    return Outcome(board.copy or board.layout, len(board.truth), *counts), read.looks


@cache
def _learnt(boards: tuple[Board, ...], cut_offs: int, shown: str) -> Looks | None:
    """The looks that a person teaches by these boards, one after the other."""
    if not boards:
        return None
    *others, last = boards
    before = _learnt(tuple(others), cut_offs, shown)
    return guide(last, before, shown, one=True)[1] or before


def judge(task: Task) -> Outcome:
    """Learn looks from other boards, as a person who is asked about them, and read the board."""
    with ExitStack() as stack:
        stack.enter_context(patch.dict(vars(tiles), CUT_OFFS[task.cut_offs]))
        for module, functions in ONCE.items():
            stack.enter_context(patch.dict(vars(module), functions))
        known = _learnt(task.learnt_from, task.cut_offs, task.shown)
        return guide(task.board, known, task.shown, one=task.way != "all")[0]


def tasks_of(boards: Sequence[Board], way: str, shown: str, *, quick: bool = False) -> list[Task]:
    """The tasks of a way, by cut-offs: each board with others of as many layouts of its copy.

    With looks each board is read `DRAWS` times; if it is to be quick, once, by the cut-offs of the
    service.
    """
    pairs = []
    for draw in range(DRAWS if WAYS[way] and not quick else 1):
        rng = np.random.default_rng(1 + draw)
        for board in boards:
            layouts = sorted(_layouts(boards, board.copy) - {board.layout})
            chosen = rng.choice(layouts, WAYS[way] or 0, replace=False)
            same = [[other for other in boards if other.layout == layout] for layout in chosen]
            pairs.append((board, tuple(these[rng.integers(len(these))] for these in same)))
    return [
        Task(way, board, others, cut_offs, shown)
        for cut_offs in ([SERVICE] if quick or way == "all" else range(len(CUT_OFFS)))
        for board, others in pairs
    ]


def _layouts(boards: Sequence[Board], copy: str) -> set[str]:
    return {board.layout for board in boards if board.copy == copy}


def half(outcomes: Iterable[Outcome], groups: Sequence[str], at: int) -> list[Outcome]:
    """The outcomes of every other group."""
    return [each for each in outcomes if each.group in groups[at::2]]


def cross_validated(
    by_cut_offs: Sequence[Sequence[Outcome]], groups: Sequence[str]
) -> list[Outcome]:
    """The outcomes of each half of the groups with the cut-offs that the other half chooses.

    Args:
        by_cut_offs: The outcomes of all boards, by cut-offs, the boldest last.
        groups: All groups.
    """

    def price(outcomes: Sequence[Outcome]) -> tuple[int, int]:
        return (
            sum(each.unseen for each in outcomes),
            sum(each.named + each.early for each in outcomes),
        )

    chosen = []
    for at in range(2):
        prices = [price(half(outcomes, groups, 1 - at)) for outcomes in by_cut_offs]
        careful = max(prices.index(min(prices)) - 1, 0)
        chosen += half(by_cut_offs[careful], groups, at)
    return chosen


def row(way: str, outcomes: Sequence[Outcome]) -> str:
    """A row of the table, with intervals over groups by bootstrap, which zeros do not have."""
    groups = sorted({each.group for each in outcomes})
    sums = np.array(
        [
            np.sum([(1, *each[1:]) for each in outcomes if each.group == group], axis=0)
            for group in groups
        ]
    )
    drawn = sums[np.random.default_rng(0).integers(len(sums), size=(2000, len(sums)))].sum(1)
    boards, spaces, named, *counts = sums.sum(0)
    low, top = np.percentile(drawn[:, 2] / drawn[:, 0], (2.5, 97.5))
    cells = [way, f"{named / boards:.2f} of {spaces / boards:.0f} ({low:.2f} to {top:.2f})"]
    for at, count in enumerate(counts, start=3):
        low, top = np.percentile(drawn[:, at] / drawn[:, 1] * spaces, (2.5, 97.5))
        interval = f" ({low:.0f} to {top:.0f})" if count else ""
        cells.append(f"{count} of {spaces}{interval}")
    cells.append(str(max(each.unseen + each.marked for each in outcomes)))
    return f"| {' | '.join(cells)} |"


def report(boards: Sequence[Board], shown: str, run: Map, *, quick: bool = False) -> str:
    """Read every board in each way that there are layouts for, and format the table.

    Args:
        boards: The boards.
        shown: The letters of kinds that a person shows at once if there are looks.
        run: Applies a function to all tasks, such as `map`.
        quick: As for `tasks_of`.
    """
    groups = sorted({board.copy or board.layout for board in boards})
    fewest = min(len(_layouts(boards, board.copy)) for board in boards)
    head = (
        f"{len(boards)} boards, {len({board.layout for board in boards})} layouts",
        "named",
        "wrong, not marked, before all kinds are shown",
        "wrong, not marked",
        "wrong, marked",
        "wrong on one board, at most",
    )
    lines = [f"| {' | '.join(head)} |"]
    for way in [way for way, others in WAYS.items() if (others or 0) < fewest]:
        tasks = tasks_of(boards, way, shown, quick=quick)
        outcomes = list(run(judge, tasks))
        count = sum(task.cut_offs == SERVICE for task in tasks)
        by_cut_offs = [outcomes[at : at + count] for at in range(0, len(outcomes), count)]
        served = by_cut_offs[SERVICE if len(by_cut_offs) > 1 else 0]
        lines.append(row(way, served))
        for at, which in enumerate(HALVES[: len(groups)]):
            lines.append(row(f"{way}{which}", half(served, groups, at)))
        if len(by_cut_offs) > 1 and len(groups) > 1:
            crossed = cross_validated(by_cut_offs, groups)
            lines.append(row(f"{way}, cut-offs by the other half", crossed))
    return "\n".join(lines)
