"""Measures how well boards are read from photographs, and prints a table.

It simulates a person who uses the page or the SDK's `guide_photo`: corners that are marked are
corrected, each space asked about is named truthfully, then one space of each kind that was not
asked about is shown; no other space is checked. For photographs of Misterra the person names the
side of the beach, and does not correct guesses of a parchment by the island. Intervals are 95%, by
board, because the spaces of one photograph share its light and are not independent samples.
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

import numpy as np

from photo import drawn, hands, maps, painted, real_boards, valleys
from photo.played import finished
from photo.scene import CONDITIONS
from theodolite.cartographers.board import EMPTY, GRID, Print
from theodolite.cartographers.facts import MAPS
from theodolite.grid import NOWHERE, Grid, each
from theodolite.misterra.board import LETTERS
from theodolite.photo import (
    HEART,
    RIM,
    Photograph,
    Point,
    Reading,
    decode,
    read_board,
    read_signs,
)
from theodolite.photo.lens import Floats
from theodolite.tiwanaku.board import GRIDS, BoardName
from theodolite.web.serving.isolation import ONE_THREAD
from theodolite.web.tiwanaku.photos import mark_unlawful

FOUND: Final = 0.15
"""Largest error of a proposed corner that counts as found, in sides of a space."""
CLUMSY: Final = 0.04
"""Standard deviation of a dragged corner, in sides of a space."""
UNSEEN: Final = 7_000_000
"""First of the published seeds; thresholds were tuned on others, all below 12,000."""
QUICK: Final = 3
"""The painted copies that `--quick` reads after real boards."""
SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp")

Samples = Mapping[str, str]
Read = Callable[[Photograph, Samples, Sequence[Point] | None], Reading]


@dataclass(frozen=True)
class Shown:
    """A photograph with its ground truth: content of each space, position of the corners.

    `beach`: whether the page asks on which side of the picture the beach lies; `guess`: what it
    says by itself of spaces that look alike.
    """

    data: bytes
    truth: Mapping[str, str]
    corners: Sequence[Point] | None
    read: Read
    sides: tuple[int, int] = (5, 5)
    beach: bool = False
    guess: Callable[[Sequence[Sequence[str]]], Samples] = lambda _groups: {}


@dataclass(frozen=True)
class Outcome:
    """The result of one photograph, in numbers of spaces.

    `at_once` are the spaces that were right when every kind had been named; `named` those that a
    person named, `kinds` of how many kinds all are; `missed` how many of these a person showed who
    was not asked about them; `off` how far the worst corner was off, in sides of a space, None if
    nobody knows.
    """

    spaces: int
    at_once: int
    wrong: int
    named: int
    kinds: int
    missed: int
    off: float | None
    doubtful: bool
    decoding: float
    first: float
    given: float


def judge(shown: Shown, seed: int = 0) -> Outcome:
    """Read one photograph as a person who checks only what is asked."""
    rng = np.random.default_rng(seed)
    started = process_time()
    photograph = decode(shown.data)
    decoded = process_time()
    reading = shown.read(photograph, {}, None)
    first = process_time() - decoded
    corners: Sequence[Point] = reading.corners
    doubtful = reading.review_corners
    off = None
    if shown.corners is not None:
        true = np.array(shown.corners)
        reach = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1)
        side = float(reach.sum()) / 2 / sum(shown.sides)
        if shown.beach:
            corners = min((_turned(corners, by) for by in range(4)), key=lambda at: _off(at, true))
        off = _off(corners, true) / side
        if doubtful:
            dragged = true + rng.normal(0, CLUMSY * side, true.shape)
            corners = [(float(x), float(y)) for x, y in dragged]
        if corners != reading.corners:
            reading = shown.read(photograph, {}, corners)
    guessed = shown.guess(reading.groups)
    if guessed:
        reading = shown.read(photograph, guessed, corners)
    samples = dict(guessed)
    kinds = _kinds(shown.truth.values())
    at_once: int | None = None
    given = 0.0
    missed = 0
    while spaces := reading.ask or _overlooked(shown.truth, samples):
        missed += 0 if reading.ask else len(spaces)
        samples |= {space: shown.truth[space] for space in spaces}
        asked = process_time()
        reading = shown.read(photograph, samples, corners)
        given = process_time() - asked
        if at_once is None and kinds <= _kinds(samples.values()):
            at_once = _right(reading, shown.truth)
    right = _right(reading, shown.truth)
    return Outcome(
        spaces=len(shown.truth),
        at_once=right if at_once is None else at_once,
        wrong=len(shown.truth) - right,
        named=len(samples) - len(guessed),
        kinds=len(kinds),
        missed=missed,
        off=off,
        doubtful=doubtful,
        decoding=(decoded - started) * 1000,
        first=first * 1000,
        given=given * 1000,
    )


def _overlooked(truth: Samples, samples: Samples) -> list[str]:
    """One space of each kind without a name, as a person would find it on the board."""
    named = _kinds(samples.values())
    found = []
    for space, symbol in truth.items():
        if not _kinds([symbol]) <= named:
            named |= _kinds([symbol])
            found.append(space)
    return found


def _turned(corners: Sequence[Point], by: int) -> tuple[Point, ...]:
    """Rotate the corners, so that the board is read from another side."""
    return (*corners[by:], *corners[:by])


def _off(corners: Sequence[Point], true: Floats) -> float:
    return float(np.linalg.norm(np.array(corners) - true, axis=1).max())


def _kinds(symbols: Iterable[str]) -> set[tuple[int, str]]:
    """The kinds to distinguish, layer by layer."""
    return {(layer, letter) for symbol in symbols for layer, letter in enumerate(symbol)}


def _right(reading: Reading, truth: Mapping[str, str]) -> int:
    return sum(read.symbol == truth[read.space] for read in reading.spaces)


def misterra(photograph: Photograph, samples: Samples, corners: Sequence[Point] | None) -> Reading:
    """Read an island or a parchment."""
    return read_board(photograph, samples, corners, Grid(5, 5))


def truth_of(rows: Sequence[str], grid: Grid) -> dict[str, str]:
    """The content of each space, by name."""
    return dict(zip(grid.names, "".join(rows), strict=True))


def _misterra(data: bytes, rows: Sequence[str], corners: Sequence[Point] | None) -> Shown:
    return Shown(data, truth_of(rows, Grid(5, 5)), corners, misterra, beach=True)


def drawn_board(seed: int, _condition: str) -> Shown:
    """A photograph of the first generator, which has one kind of light."""
    board = drawn.draw(seed)
    return _misterra(board.data, board.rows, board.corners)


def painted_board(seed: int, condition: str) -> Shown:
    """A photograph of the second generator."""
    board = painted.paint(seed, CONDITIONS[condition])
    return _misterra(board.data, board.rows, board.corners)


def parchment(seed: int, condition: str) -> Shown:
    """A parchment at the end of a game by the second generator, with its known island."""
    rng = np.random.default_rng((seed, 3))
    island, parchments = finished(rng)
    rows = parchments[rng.integers(len(parchments))].rows()
    board = painted.paint(seed, CONDITIONS[condition], "parchment", rows)
    shown = _misterra(board.data, board.rows, board.corners)
    return replace(shown, guess=partial(likely, island=truth_of(island.rows(), Grid(5, 5))))


def likely(groups: Sequence[Sequence[str]], island: Mapping[str, str]) -> dict[str, str]:
    """Guess what groups of a parchment are, as the page's `likely.js` does."""
    votes = [Counter(island[space] for space in group) for group in groups]
    samples = {}
    for group, lying in zip(groups, votes, strict=True):
        most = max(LETTERS, key=lambda letter: lying[letter])
        elsewhere = max((other[most] for other in votes if other is not lying), default=0)
        if len(group) > 1 and lying[most] >= 0.6 * len(group) and lying[most] > 2 * elsewhere:
            samples[next(space for space in group if island[space] == most)] = most
    return samples if 2 * len(samples) > len(groups) else {}


def signs(
    printed: Print, photograph: Photograph, samples: Samples, corners: Sequence[Point] | None
) -> Reading:
    """Read the signs drawn on a printed map."""
    known = dict.fromkeys(each(printed.mountains | printed.wasteland), EMPTY)
    ruins = tuple(each(printed.ruins or NOWHERE))
    return read_signs(photograph, samples, corners, GRID, printed=known, ruins=ruins)


def land(
    board: BoardName, photograph: Photograph, samples: Samples, corners: Sequence[Point] | None
) -> Reading:
    """Read the terrain and the crops of a board."""
    reading = read_board(photograph, samples, corners, GRIDS[board], (RIM, HEART))
    return mark_unlawful(reading, board, samples)[0]


def map_sheet(seed: int, condition: str) -> Shown:
    """A sheet of Cartographers."""
    sheet = maps.map_sheet(seed, CONDITIONS[condition])
    read = partial(signs, sheet.printed)
    return Shown(sheet.data, truth_of(sheet.rows, GRID), sheet.corners, read, (11, 11))


def valley(seed: int, condition: str) -> Shown:
    """A board of Tiwanaku."""
    shown = valleys.valley(seed, CONDITIONS[condition])
    grid = GRIDS[shown.board]
    truth = _layered(shown.terrain, shown.crops, grid)
    read = partial(land, shown.board)
    return Shown(shown.data, truth, shown.corners, read, (grid.columns, grid.rows))


def _layered(terrain: Sequence[str], crops: Sequence[str], grid: Grid) -> dict[str, str]:
    both = zip("".join(terrain), "".join(crops), strict=True)
    return dict(zip(grid.names, map("".join, both), strict=True))


SOURCES: Final = {
    "drawn": drawn_board,
    "painted": painted_board,
    "parchments": parchment,
    "maps": map_sheet,
    "valleys": valley,
}


def judge_drawn(source: str, condition: str, seed: int) -> Outcome:
    """Draw a photograph and read it."""
    return judge(SOURCES[source](seed, condition), seed)


def real(path: Path) -> Shown:
    """A real photograph with its ground truth in the JSON file beside it."""
    known = json.loads(path.with_suffix(".json").read_text("utf-8"))
    corners = known.get("corners")
    placed = corners and [(float(x), float(y)) for x, y in corners]
    data = path.read_bytes()
    if "map" in known:
        printed = MAPS[known["map"]]
        if printed is None:
            raise SystemExit(f"{path.name}: nobody knows the print of {known['map']}")
        truth = truth_of(known["rows"], GRID)
        return Shown(data, truth, placed, partial(signs, printed), (11, 11))
    if "terrain" in known:
        board = BoardName(known["board"])
        grid = GRIDS[board]
        truth = _layered(known["terrain"], known["crops"], grid)
        return Shown(data, truth, placed, partial(land, board), (grid.columns, grid.rows))
    return _misterra(data, known["rows"], placed)


def judge_real(path: Path) -> Outcome:
    """Read a real photograph."""
    return judge(real(path))


def report(outcomes: Sequence[Outcome]) -> str:
    """Format the table of results."""
    boards = len(outcomes)
    of_known = [each for each in outcomes if each.off is not None]
    found = [each.off is not None and each.off <= FOUND for each in of_known]
    safe = [each.doubtful or (each.off or 0) <= FOUND for each in of_known]
    spaces = sum(each.spaces for each in outcomes)
    wrong = sum(each.wrong for each in outcomes)
    lines = [
        ("boards", f"{boards}"),
        ("spaces right once every kind is named", _mean([e.at_once / e.spaces for e in outcomes])),
        (
            "boards perfect once every kind is named",
            _share([e.at_once == e.spaces for e in outcomes]),
        ),
        (
            "boards perfect once all that is asked is answered",
            _share([not e.wrong for e in outcomes]),
        ),
        ("spaces wrong and not marked", f"{wrong} of {spaces}{_at_most(outcomes)}"),
        (
            "boards on which a kind was asked for by its name only",
            f"{sum(e.missed > 0 for e in outcomes)}",
        ),
        ("kinds on a board", _mean([e.kinds for e in outcomes], "")),
        (
            "marks: spaces asked beyond one of each kind",
            _mean([e.named - e.kinds for e in outcomes], ""),
        ),
    ]
    if of_known:
        lines += [
            ("corners found within 15% of a space", _share(found)),
            ("corners found or marked", _share(safe)),
        ]
    for name, times in (
        ("decoding", [e.decoding for e in outcomes]),
        ("first call, corners sought", [e.first for e in outcomes]),
        ("corners and samples given", [e.given for e in outcomes]),
    ):
        lines.append((f"{name}, median of processor time", f"{np.median(times):.0f} ms"))
    return "\n".join(f"| {name} | {value} |" for name, value in lines)


def _share(these: Sequence[bool]) -> str:
    """Format a share of boards with Wilson's interval."""
    count, z = len(these), 1.96
    share = sum(these) / count
    middle = (share + z * z / 2 / count) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * (share * (1 - share) / count + (z / 2 / count) ** 2) ** 0.5
    low, top = max(0.0, middle - reach), min(1.0, middle + reach)
    return f"{share:.1%} ({low:.1%} to {top:.1%})"


def _mean(values: Sequence[float], unit: str = "%") -> str:
    """Format a mean over boards with its bootstrap interval."""
    rng = np.random.default_rng(0)
    drawn_anew = rng.choice(np.array(values), (2000, len(values))).mean(1)
    low, top = np.percentile(drawn_anew, (2.5, 97.5))
    if unit:
        return f"{np.mean(values):.2%} ({low:.2%} to {top:.2%})"
    return f"{np.mean(values):.2f} ({low:.2f} to {top:.2f})"


def _at_most(outcomes: Sequence[Outcome]) -> str:
    """Format the upper bound of a rate, as one in so many spaces, by boards."""
    bad = [each.wrong for each in outcomes if each.wrong]
    count, z = len(outcomes), 1.96
    share = len(bad) / count
    reach = z * (share * (1 - share) / count + (z / 2 / count) ** 2) ** 0.5
    top = (share + z * z / 2 / count + reach) / (1 + z * z / count)
    spaces = np.mean([each.spaces for each in outcomes])
    return f", at most 1 in {spaces / (top * (np.mean(bad) if bad else 1)):.0f}"


def main() -> None:
    """Evaluate the chosen photographs and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "source", nargs="?", choices=[*SOURCES, "hands", "real", "copies"], default="drawn"
    )
    parser.add_argument("--light", choices=[*CONDITIONS], default="normal")
    parser.add_argument("--boards", type=int, default=100, help="how many boards to draw")
    parser.add_argument("--seed", type=int, default=UNSEEN, help="the first seed")
    parser.add_argument("--photographs", type=Path, help="a folder of real photographs instead")
    parser.add_argument("--folder", type=Path, help="of `real`: that of `boards.json`")
    parser.add_argument("--only", default="", help="of `real`: the beginning of files' names")
    parser.add_argument("--sought", action="store_true", help="of `real`: seek the corners")
    parser.add_argument("--shown", default="", help="of `real`: kinds that need no question")
    parser.add_argument(
        "--quick", action="store_true", help="of `real`: one draw, and a few painted copies too"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    if (chosen.source == "real") != (chosen.folder is not None):
        parser.error("`real` needs `--folder`, and nothing else has it")
    # As in the service: waiting threads of OpenCV would count as processor time.
    os.environ.update(ONE_THREAD)
    # A forked process would wait for OpenCV's threads, which it does not have.
    with ProcessPoolExecutor(chosen.jobs, get_context("forkserver")) as pool:
        if chosen.folder:
            boards = real_boards.boards_of(chosen.folder, chosen.only, sought=chosen.sought)
            print(real_boards.report(boards, chosen.shown, pool.map, quick=chosen.quick))
        copies = QUICK if chosen.quick else chosen.boards // real_boards.SHOTS
        if chosen.source == "copies" or chosen.quick:
            with TemporaryDirectory() as folder:
                seeds = range(chosen.seed, chosen.seed + copies)
                real_boards.paint_copies(Path(folder), seeds, chosen.light)
                for kind in real_boards.KINDS:
                    boards = real_boards.boards_of(Path(folder), kind)
                    print(f"{kind}s", real_boards.report(boards, "", pool.map, quick=chosen.quick))
        if chosen.source in ("real", "copies"):
            return
        if chosen.source == "hands":
            # The maps of a person have neighbouring seeds.
            people = range(chosen.seed, chosen.seed + 5 * chosen.boards, 5)
            print(hands.report(pool.map(partial(hands.judge, chosen.light), people)))
            return
        if chosen.photographs:
            paths = sorted(
                path for path in chosen.photographs.iterdir() if path.suffix.lower() in SUFFIXES
            )
            outcomes = list(pool.map(judge_real, paths))
        else:
            judged = partial(judge_drawn, chosen.source, chosen.light)
            seeds = range(chosen.seed, chosen.seed + chosen.boards)
            outcomes = list(pool.map(judged, seeds, chunksize=4))
    print(report(outcomes))


if __name__ == "__main__":
    main()
